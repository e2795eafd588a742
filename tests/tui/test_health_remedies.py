"""Remedies out of the Health panel on a pad on disk: shown first, done after the answer, and the sign is gone."""

from __future__ import annotations

import asyncio
import json
import os
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from scratchpad_tui.cli.main import main
from scratchpad_tui.core.audited.record import record
from scratchpad_tui.core.clock import stamp
from scratchpad_tui.core.errors import InputError, PatchError
from scratchpad_tui.core.health import signs
from scratchpad_tui.core.health.report import HealthReport
from scratchpad_tui.core.health.sign import Sign
from scratchpad_tui.core.pad.drafts import Drafts, new_draft
from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.pad.store import PadStore
from scratchpad_tui.tui.app import ScratchpadApp
from scratchpad_tui.tui.live_source import LiveSource
from scratchpad_tui.tui.screens.draft import DraftScreen
from scratchpad_tui.tui.screens.editor import EditorScreen
from scratchpad_tui.tui.screens.health import HealthScreen
from scratchpad_tui.tui.screens.health_remedy import RemedyScreen
from scratchpad_tui.tui.screens.mend import MendScreen
from scratchpad_tui.tui.screens.prune import PruneScreen
from scratchpad_tui.tui.screens.recovery import RecoveryScreen
from scratchpad_tui.tui.screens.restore import RestoreScreen
from scratchpad_tui.tui.screens.timeline import TimelineScreen
from tests.core.pad.secret_pads import PIECES, VALUE
from tests.tui.drive import drive, grid
from tests.tui.fake import FakeSource, make_view

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

    from textual.pilot import Pilot
    from textual.screen import Screen

    from scratchpad_tui.tui.wishes import Onward
    from tests.tui.drive import Stage

NOW = datetime(2026, 7, 20, 12, tzinfo=UTC)


class Panel(NamedTuple):
    """The Health panel over a pad on disk, and who works it."""

    app: ScratchpadApp
    pilot: Pilot[Onward]
    store: PadStore

    async def press(self, *keys: str) -> None:
        """Presses keys and waits until what they set off is done."""
        await self.pilot.press(*keys)
        await self.settle()

    async def settle(self) -> None:
        """Waits for work in the background and for the screen."""
        for _ in range(4):
            await self.app.workers.wait_for_complete()
            await self.pilot.pause(0.02)

    async def opened(self, code: str) -> None:
        """Goes to the sign and opens what helps."""
        screen = self.app.screen
        assert isinstance(screen, HealthScreen)
        codes = [sign.code for sign in screen._report.signs]
        await self.press("home", *["j"] * codes.index(code), "enter")

    async def gone(self, code: str) -> None:
        """Waits until the panel has the sign no more."""
        for _ in range(500):
            screen = self.app.screen
            if isinstance(screen, HealthScreen) and code not in [sign.code for sign in screen._report.signs]:
                return
            await self.pilot.pause(0.02)
        raise AssertionError(grid(self.app))

    def shows(self, kind: type[Screen[Any]]) -> bool:
        """Whether a screen of that kind is on top."""
        return isinstance(self.app.screen, kind)

    @property
    def toasts(self) -> str:
        """All toasts that stand."""
        return " ".join(toast.message for toast in self.app._notifications)

    @property
    def words(self) -> str:
        """The screen, its rows put together."""
        return " ".join(grid(self.app).replace("│", " ").split())


@pytest.fixture
def store(pad_path: Path, monkeypatch: pytest.MonkeyPatch) -> PadStore:
    """A pad with one version."""
    monkeypatch.setenv("SCRATCHPAD_NOW", stamp(NOW))
    store = PadStore(pad_path)
    store.apply([Patch("Findings", "append", "a fact"), Patch("Next", "replace", "go")])
    return store


def at_the_panel(
    store: PadStore,
    script: Callable[[Panel], Awaitable[None]],
    *,
    read_only: bool = False,
    size: tuple[int, int] = (100, 40),
) -> None:
    """Opens the panel on the pad as it stands and runs the script."""
    source = LiveSource(PadStore(store.paths.named), read_only=read_only)
    app = ScratchpadApp(source, source.read())

    async def run() -> None:
        async with app.run_test(size=size, notifications=True) as pilot:
            panel = Panel(app, pilot, store)
            await panel.settle()
            await panel.press("5")
            assert panel.shows(HealthScreen)
            await script(panel)

    try:
        asyncio.run(run())
    finally:
        source.close()


def codes(store: PadStore) -> set[str]:
    """The signs that a fresh process finds."""
    return {sign.code for sign in signs(PadStore(store.paths.named), NOW)}


def put(store: PadStore, text: str) -> None:
    """Writes the pad by hand."""
    with open(store.paths.named, "w", encoding="utf-8") as file:
        file.write(text)


def set_settings(store: PadStore, text: str) -> None:
    """Writes the settings beside the pad."""
    with open(store.paths.settings, "w", encoding="utf-8") as file:
        file.write(text)


def planned(store: PadStore, code: str) -> None:
    """A remedy with a plan: `n` leaves all as it is, `y` does it, and the panel has the sign no more."""
    before = _tree(store)

    async def refused(panel: Panel) -> None:
        await panel.opened(code)
        assert panel.shows(RemedyScreen), panel.words
        await panel.press("n")
        assert panel.shows(HealthScreen)

    async def agreed(panel: Panel) -> None:
        await panel.opened(code)
        assert panel.shows(RemedyScreen), panel.words
        assert not any(piece in panel.words for piece in PIECES)
        await panel.press("y")
        await panel.gone(code)
        assert panel.toasts

    at_the_panel(store, refused)
    assert _tree(store) == before
    assert code in codes(store)
    at_the_panel(store, agreed)
    assert code not in codes(store)


def _tree(store: PadStore) -> dict[str, bytes]:
    names = [name for name in os.listdir(store.paths.folder) if name.endswith((".md", ".toml"))]
    found = {}
    for name in names:
        with open(os.path.join(store.paths.folder, name), "rb") as file:
            found[name] = file.read()
    return found


def test_redact_takes_a_secret_out_everywhere(store: PadStore) -> None:
    put(store, f"## Findings\n- the key is {VALUE}\n")
    store.record_external()
    planned(store, "secret")
    for number in store.history.numbers():
        assert VALUE.encode() not in store.history.read(number)


def test_tidy_takes_entries_out_and_u_brings_them_back(store: PadStore) -> None:
    os.unlink(store.paths.named)
    store.start_fresh()
    set_settings(store, 'profile = "audited"\n')
    put(store, "## Open\n")
    memory = PadStore(store.paths.named)
    for number in range(5):
        record(memory, "Open", f"q{number}", f"question {number}")
        record(memory, "Findings", f"a{number}", f"answer {number}", source="a.py:1", closes=(f"q{number}",))
    memory.close()

    async def script(panel: Panel) -> None:
        await panel.opened("untidy")
        assert "Take 5 entries out?" in panel.words
        assert "question 4" in panel.words
        await panel.press("y")
        await panel.gone("untidy")
        assert "Took 5 entries out" in panel.toasts
        await panel.press("1", "u")
        await panel.settle()

    at_the_panel(store, script)
    assert "untidy" in codes(store)


def test_archive_moves_old_notes(store: PadStore) -> None:
    store.start_fresh()
    set_settings(store, 'profile = "session"\n')
    put(
        store,
        f"## Scratch\n- {stamp(NOW - timedelta(hours=30))} [observed] an old one\n\n## Episodic\n\n## Durable\n",
    )
    planned(store, "expired")
    with open(os.path.join(store.paths.side, "archive", "2026-07.md"), encoding="utf-8") as file:
        assert "an old one" in file.read()


def test_settings_are_put_right_and_count_at_once(store: PadStore) -> None:
    set_settings(store, "[history]\ndepth = 3\n")

    async def script(panel: Panel) -> None:
        await panel.opened("short-history")
        assert "Set history.depth to 1000?" in panel.words
        await panel.press("y")
        await panel.gone("short-history")
        assert "history.depth 1000" in panel.words

    at_the_panel(store, script)
    assert "short-history" not in codes(store)


def test_the_lock_is_switched_on(store: PadStore) -> None:
    set_settings(store, '[lock]\nmode = "off"\n')
    planned(store, "lock-off")


@pytest.mark.skipif(os.name != "posix", reason="rights are other ones there")
def test_others_lose_the_right_to_write(store: PadStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scratchpad_tui.core.health.place._reaches", lambda _path: True)
    os.chmod(store.paths.pad, 0o666)  # noqa: S103 - that is the trouble
    planned(store, "writable")
    assert os.stat(store.paths.pad).st_mode & 0o777 == 0o664


def test_the_agent_is_connected_anew_after_the_plan_was_shown(
    store: PadStore, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    program = tmp_path / "bin" / "scratchpad-tui"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\n", "utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(program.parent))
    work = os.path.dirname(store.paths.folder)
    assert main(["init", work, "--for", "claude-code", "--yes"]) == 0
    path = os.path.join(work, ".claude", "settings.json")
    with open(path, encoding="utf-8") as file:
        settings = json.load(file)
    del settings["hooks"]["Stop"]
    with open(path, "w", encoding="utf-8") as file:
        json.dump(settings, file)

    async def script(panel: Panel) -> None:
        await panel.opened("hooks-missing")
        assert "Set the agent's hooks up anew?" in panel.words
        assert "Stop" in panel.words
        await panel.press("y")
        await panel.gone("hooks-missing")

    at_the_panel(store, script)
    with open(path, encoding="utf-8") as file:
        assert "Stop" in json.load(file)["hooks"]


def test_restore_brings_the_newest_version_back(store: PadStore, monkeypatch: pytest.MonkeyPatch) -> None:
    with open(store.paths.pad, encoding="utf-8") as file:
        old = file.read()
    store.apply([Patch("Findings", "append", "another")])
    put(store, old)
    monkeypatch.setattr(LiveSource, "_record", lambda _source, _sha256: None)  # else it is a version soon

    async def script(panel: Panel) -> None:
        await panel.opened("older-file")
        assert panel.shows(RestoreScreen)
        assert "Restore v2?" in panel.words
        await panel.press("n")
        await panel.opened("older-file")
        await panel.press("y")
        await panel.gone("older-file")

    at_the_panel(store, script)
    assert "older-file" not in codes(store)
    assert "another" in PadStore(store.paths.named).read().document.text()


def test_recover_mends_a_broken_pad_and_takes_lines_over(store: PadStore) -> None:
    put(store, "## Findings\n- a fact\n- by hand\n## Nonsense\n")

    async def script(panel: Panel) -> None:
        await panel.opened("broken")
        assert panel.shows(MendScreen)
        await panel.press("y")
        await panel.gone("broken")
        await panel.opened("quarantine")
        assert panel.shows(RecoveryScreen)
        await panel.press("ctrl+s", "escape")
        await panel.gone("quarantine")

    at_the_panel(store, script)
    assert codes(store) == set()
    assert "by hand" in PadStore(store.paths.named).read().document.text()


def test_a_pad_that_is_gone_is_put_back(store: PadStore) -> None:
    os.unlink(store.paths.named)

    async def script(panel: Panel) -> None:
        await panel.opened("gone")
        assert panel.shows(MendScreen)
        await panel.press("y")
        await panel.gone("gone")

    at_the_panel(store, script)
    assert codes(store) == set()


def test_pruning_opens_for_the_section_that_is_over(store: PadStore) -> None:
    store.apply([Patch("Ruled out", "append", f"- way {n} {'x' * 90}") for n in range(7)])

    async def script(panel: Panel) -> None:
        await panel.opened("over-cap")
        assert panel.shows(PruneScreen)
        await panel.press("space", "j", "space", "ctrl+s")
        await panel.gone("over-cap")

    at_the_panel(store, script)
    assert "over-cap" not in codes(store)


def test_an_odd_entry_opens_in_the_editor_at_its_line(store: PadStore) -> None:
    """Out of "Needs you" too: its key opens the panel."""
    os.unlink(store.paths.named)
    store.start_fresh()
    set_settings(store, 'profile = "audited"\n')
    good = "- redis is not there [src:job 1 @ 2026-07-19] {#redis}\n"
    put(store, f"## Findings\n{good}- one more [src:job 1 @ 2026-07-19]\n\n## Open\n")

    async def script(panel: Panel) -> None:
        needs = [need for need in panel.app.live.state.view.needs if need.code == "odd-entries"]
        assert [need.key for need in needs] == ["5"]
        await panel.opened("odd-entries")
        assert panel.shows(EditorScreen)
        await panel.press("end", *" {#more}", "ctrl+s")
        await panel.press("5")
        await panel.gone("odd-entries")
        assert not [need for need in panel.app.live.state.newest.needs if need.code == "odd-entries"]

    at_the_panel(store, script, size=(120, 40))
    assert "odd-entries" not in codes(store)
    assert (
        "- one more [src:job 1 @ 2026-07-19] {#more}\n" in PadStore(store.paths.named).read().document.text()
    )


def test_the_block_of_an_instruction_file_is_written_anew_after_the_plan_was_shown(
    store: PadStore, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    program = tmp_path / "bin" / "scratchpad-tui"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\n", "utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(program.parent))
    agents = tmp_path / "home" / "work" / "AGENTS.md"
    monkeypatch.chdir(agents.parent)
    assert main(["init", "--write", "AGENTS.md", "--yes"]) == 0
    program.unlink()

    async def script(panel: Panel) -> None:
        await panel.opened("agent-command")
        assert panel.shows(RemedyScreen)
        assert "Write the block anew?" in panel.words
        await panel.press("y")
        await panel.gone("agent-command")

    at_the_panel(store, script)
    assert "-m scratchpad_tui prompt" in agents.read_text("utf-8")


def test_a_secret_in_a_draft_is_taken_out_of_it(store: PadStore) -> None:
    drafts = Drafts(store.paths)
    lines = ["- a fact", f"- the key is {VALUE}"]
    drafts.keep(new_draft("section", "Findings", lines, ["- a fact"], 1)._replace(pid=0))

    async def script(panel: Panel) -> None:
        while not panel.shows(HealthScreen):
            await panel.press("escape")
        await panel.opened("draft-secret")
        assert panel.shows(RemedyScreen)
        assert not any(piece in panel.words for piece in PIECES)
        await panel.press("y")
        await panel.gone("draft-secret")

    at_the_panel(store, script)
    assert [VALUE in "".join(draft.lines) for draft in drafts.all()] == [False]


def test_a_draft_that_was_left_opens(store: PadStore) -> None:
    drafts = Drafts(store.paths)
    drafts.keep(new_draft("section", "Findings", ["- a fact", "- typed"], ["- a fact"], 1)._replace(pid=0))

    async def script(panel: Panel) -> None:
        while not panel.shows(HealthScreen):  # it is offered at the start too
            await panel.press("escape")
        await panel.opened("draft")
        assert panel.shows(DraftScreen)
        await panel.press("d", "y")
        await panel.settle()

    at_the_panel(store, script)
    assert drafts.all() == []
    assert "draft" not in codes(store)


def test_refusals_open_on_the_timeline(store: PadStore) -> None:
    for _ in range(3):
        with pytest.raises(PatchError):
            store.apply([Patch("Vibes", "append", "x")])

    async def script(panel: Panel) -> None:
        await panel.opened("refused")
        assert panel.shows(TimelineScreen)

    at_the_panel(store, script)


def test_a_file_of_settings_opens_in_the_editor(store: PadStore, monkeypatch: pytest.MonkeyPatch) -> None:
    set_settings(store, '[ui]\nthame = "light"\n')
    monkeypatch.setenv("EDITOR", "ed -s")
    opened: list[tuple[list[str], str]] = []

    def run_editor(_app: ScratchpadApp, command: list[str], path: str) -> int:
        opened.append((command, path))
        set_settings(store, '[ui]\ntheme = "light"\n')
        return 0

    monkeypatch.setattr(ScratchpadApp, "run_editor", run_editor)

    async def script(panel: Panel) -> None:
        await panel.opened("settings")
        await panel.gone("settings")

    at_the_panel(store, script)
    assert [(command[-1], path) for command, path in opened] == [("-s", store.paths.settings)]


def test_read_only_does_nothing_and_says_so(store: PadStore) -> None:
    set_settings(store, '[lock]\nmode = "off"\n')

    async def script(panel: Panel) -> None:
        await panel.opened("lock-off")
        assert panel.shows(HealthScreen)
        assert "Read-only" in panel.toasts

    at_the_panel(store, script, read_only=True)


# What is the same with every source

TYPED = Sign("git", "warning", "not committed", "look there", "", "scratchpad-tui history --events")


def fake(*found: Sign) -> FakeSource:
    """A source with these signs."""
    source = FakeSource(make_view())
    source.report = HealthReport(found, (), "on", ())
    return source


def test_what_cannot_be_done_here_is_copied_to_be_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    copied: list[str] = []

    def to_tmux(text: str) -> bool:
        copied.append(text)
        return True

    monkeypatch.setattr("scratchpad_tui.tui.openings.to_tmux", to_tmux)
    advice = Sign("stale", "warning", "pad 2 h ago", "see that each turn ends with `apply`")

    async def script(stage: Stage) -> None:
        await stage.press("5", "enter")
        assert stage.toasts == ["Nothing here does that; y copies: scratchpad-tui history --events"]
        await stage.press("y")
        assert stage.toasts == ["Copied the command to tmux"]
        await stage.press("j", "y")
        assert stage.toasts == ["Copied what helps to tmux"]

    drive(script, source=fake(TYPED, advice))
    assert copied == ["scratchpad-tui history --events", "see that each turn ends with `apply`"]


def test_an_error_is_a_toast_and_the_panel_stays() -> None:
    source = fake(Sign("untidy", "info", "5 closed entries", "take them out"))
    source.fault = InputError("the lock is held", "try again")

    async def script(stage: Stage) -> None:
        await stage.press("5", "enter", "y")
        assert stage.toasts == ["The lock is held; try again"]
        assert stage.shows(HealthScreen)
        assert "5 closed entries" in stage.text
        await stage.press("enter", "y")
        assert "Health · all is well" in stage.text

    drive(script, source=source)


def test_the_cursor_stays_on_its_sign_when_others_come_and_go() -> None:
    one, two, three = (
        Sign("over-cap", "warning", f"{name} is over", "prune", name) for name in ("A", "B", "C")
    )
    source = fake(one, two, three)

    async def script(stage: Stage) -> None:
        await stage.press("5", "j", "j")
        source.report = source.report._replace(signs=(two, three))
        await stage.show(make_view(version=44))
        screen = stage.app.screen
        assert isinstance(screen, HealthScreen)
        assert screen._place_now is not None
        assert screen._place_now.name == "over-cap C"
        source.report = source.report._replace(signs=(two,))
        await stage.show(make_view(version=45))
        assert screen._place_now.name == "over-cap B"
        source.report = source.report._replace(signs=())
        await stage.show(make_view(version=46))
        assert screen._place_now.kind == "state"

    drive(script, source=source)


def test_a_click_goes_to_a_sign_and_two_open_it() -> None:
    one, two = (Sign("untidy", "info", f"{name} closed entries", "tidy", name) for name in ("A", "B"))

    async def script(stage: Stage) -> None:
        await stage.press("5")
        screen = stage.app.screen
        assert isinstance(screen, HealthScreen)
        row = next(at for at, line in enumerate(screen.text.lines) if "B closed" in line.text)
        await stage.pilot.click("#text", offset=(10, row))
        await stage.settle()
        assert screen._place_now is not None
        assert screen._place_now.name == "untidy B"
        await stage.pilot.click("#text", offset=(10, row), times=2)
        await stage.settle()
        assert stage.shows(RemedyScreen)

    drive(script, source=fake(one, two))
