"""What the palette lets a person choose for good: the theme, motion and the bell, weaker than what is written down."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.health.report import health_report
from scratchpad_tui.core.pad.chosen import CHOICES, ORIGIN
from scratchpad_tui.core.pad.seen import remembered, state_directory
from scratchpad_tui.core.pad.store import PadStore
from scratchpad_tui.tui.launch import _wishes
from scratchpad_tui.tui.palette import KeyProvider
from scratchpad_tui.tui.wishes import Wishes
from tests.tui.drive import drive
from tests.tui.fake import NOW, make_view
from tests.tui.test_live_updates import MORE, MORE_MARKS, tinted

if TYPE_CHECKING:
    from pathlib import Path

    from tests.tui.drive import Stage

CHOSEN = {"theme": "contrast", "motion": "off", "bell": "on"}


def begins(known: str, name: str) -> bool:
    """Whether an entry has that name, with or without the words for what it is."""
    return known.partition(" (")[0] == name


async def choose(stage: Stage, name: str) -> None:
    """Takes an entry of the palette by its name."""
    run = next(run for known, run, *_ in KeyProvider(stage.app.screen)._commands() if begins(known, name))
    result = run()
    assert hasattr(result, "__await__")
    await result
    await stage.settle()


def test_the_palette_offers_them_on_every_screen_by_name() -> None:
    """Nobody edits a file for a colour."""

    async def script(stage: Stage) -> None:
        for opening in ((), ("2",), ("escape", "5")):
            await stage.press(*opening)
            offered = [name for name, *_ in KeyProvider(stage.app.screen)._commands()]
            assert {"Theme: light", "Motion: on", "Motion: off", "Bell: on", "Bell: off"} <= set(offered)

    drive(script)


def test_the_palette_says_what_holds_now() -> None:
    """A switch that does not say how it stands is pressed in vain."""

    async def script(stage: Stage) -> None:
        await choose(stage, "Bell: on")
        offered = {name: about for name, _, about, _ in KeyProvider(stage.app.screen)._commands()}
        now = [name for name, about in offered.items() if about.startswith("as it is now · ")]
        assert now == ["Theme: dark", "Motion: on", "Bell: on"]

    drive(script)


def test_what_is_chosen_is_told_and_remembered(tmp_path: Path) -> None:
    """For this user, on every pad."""
    kept = remembered(str(tmp_path))

    async def script(stage: Stage) -> None:
        for name in ("Theme: contrast", "Motion: off", "Bell: on"):
            await choose(stage, name)
            assert name in stage.toasts

    drive(script, remembered=kept)
    again = remembered(str(tmp_path))
    assert {key: again.get(key) for key in CHOSEN} == CHOSEN


def test_motion_stops_and_comes_back_at_once() -> None:
    """Not with the next start."""

    async def script(stage: Stage) -> None:
        await choose(stage, "Motion: off")
        await stage.show(make_view(MORE, MORE_MARKS, version=44))
        assert tinted(stage) == []
        await choose(stage, "Motion: on")
        await stage.show(make_view())
        await stage.show(make_view(MORE, MORE_MARKS, version=45))
        assert tinted(stage) != []
        await choose(stage, "Motion: off")
        assert tinted(stage) == []

    drive(script)


def test_the_bell_is_switched_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """On and off again."""
    rings: list[int] = []

    async def script(stage: Stage) -> None:
        monkeypatch.setattr(stage.app, "bell", lambda: rings.append(1))
        for switch, count in (("on", 1), ("off", 1)):
            await choose(stage, f"Bell: {switch}")
            await stage.show(make_view())
            await stage.show(make_view(state="BROKEN", sentence="no"))
            assert len(rings) == count

    drive(script)


def test_what_a_file_sets_comes_first_and_is_named_where_one_chooses() -> None:
    """Else the choice would be gone at the next start without a word."""

    async def script(stage: Stage) -> None:
        await choose(stage, "Theme: light")
        assert stage.app.theme == "light"
        assert stage.toasts == ["Theme: light · until the program ends: scratchpad.toml sets ui.theme"]
        await choose(stage, "Bell: on")
        assert (
            "Bell: on · until the program ends: environment SCRATCHPAD_UI_BELL sets ui.bell" in stage.toasts
        )

    fixed = {"ui.theme": "/pad/scratchpad.toml", "ui.bell": "environment SCRATCHPAD_UI_BELL"}
    drive(script, wishes=Wishes(fixed=fixed))


def test_the_next_start_has_what_was_chosen_but_where_it_is_written_down(
    pad_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Settings are stronger; `health` and `config` say which it was."""
    kept = remembered(state_directory())
    for key, value in CHOSEN.items():
        assert kept.set(key, value)
    store = PadStore(str(pad_path))
    wishes = _wishes(store, kept)
    assert (wishes.theme, wishes.motion, wishes.bell, wishes.fixed) == ("contrast", False, True, {})
    rows = {row.name: (row.value, row.origin) for row in health_report(store, NOW).settings}
    assert rows["ui.bell"] == ("on", ORIGIN)
    monkeypatch.setenv("SCRATCHPAD_UI_BELL", "off")
    wishes = _wishes(PadStore(str(pad_path)), kept)
    assert (wishes.theme, wishes.bell) == ("contrast", False)
    assert wishes.fixed == {"ui.bell": "environment SCRATCHPAD_UI_BELL"}


@pytest.mark.parametrize("value", ["loud", 1, None, True])
def test_what_was_remembered_wrong_counts_as_nothing(pad_path: Path, value: str | int | None) -> None:
    """The file is nobody's to edit, and another version may have written it."""
    kept = remembered(state_directory())
    for key in set(CHOICES.values()) - {"theme"}:
        assert kept.set(key, value)
    wishes = _wishes(PadStore(str(pad_path)), kept)
    assert (wishes.motion, wishes.bell, wishes.faults) == (True, False, ())


def test_a_secret_in_a_wrong_setting_is_masked_where_faults_are_told(pad_path: Path) -> None:
    """A key that was pasted into the wrong line is not shown on the screen."""
    token = "ghp_" + "Zq8WmX3vRt7LpK2nYc5BdH9sJf4GuEa1oT6i"
    pad_path.parent.mkdir()
    (pad_path.parent / "scratchpad.toml").write_text(f'[ui]\ntheme = "{token}"\n')
    store = PadStore(str(pad_path))
    wishes = _wishes(store, remembered(state_directory()))
    assert len(wishes.faults) == 1
    assert token not in wishes.faults[0]
    assert token not in str(health_report(store, NOW))
