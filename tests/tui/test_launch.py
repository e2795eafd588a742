"""How the UI is opened: what it is asked for, what follows it, and what its first paint costs."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from queue import SimpleQueue
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.errors import StorageError
from scratchpad_tui.core.pad.drafts import Drafts
from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.pad.seen import remembered, state_directory
from scratchpad_tui.core.pad.store import PadStore
from scratchpad_tui.tui import keys, launch
from scratchpad_tui.tui.app import ScratchpadApp
from scratchpad_tui.tui.messages import Told
from scratchpad_tui.tui.wishes import Onward

if TYPE_CHECKING:
    from pathlib import Path

    from scratchpad_tui.core.pad.drafts import Draft

LATER = (
    "scratchpad_tui.tui.palette",
    "scratchpad_tui.tui.screens.agent",
    "scratchpad_tui.tui.screens.confirm",
    "scratchpad_tui.tui.screens.help",
    "scratchpad_tui.tui.screens.reader",
    "scratchpad_tui.tui.screens.start",
    "scratchpad_tui.tui.screens.turn",
    "scratchpad_tui.demo",
    "scratchpad_tui.core.watch.watcher",
    "watchfiles",
    "markdown_it",
)
"""What is imported after the first paint, when somebody asks for it."""


class Runs:
    """Stands in for `App.run`: keeps the apps, and gives what a person did in each."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *ends: Onward | None) -> None:
        self.apps: list[ScratchpadApp] = []
        self._ends = list(ends)

        def run(app: ScratchpadApp) -> Onward | None:
            self.apps.append(app)
            return self._ends.pop(0)

        monkeypatch.setattr(ScratchpadApp, "run", run)


def test_watch_shows_the_pad_and_ends_with_0(pad_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the rule that found it."""
    runs = Runs(monkeypatch, None)
    store = PadStore(pad_path)
    store.apply([Patch("Next", "replace", "go")])
    assert launch.watch(store, rule="a rule", read_only=True) == 0
    (app,) = runs.apps
    assert app.source.rule == "a rule"
    assert app.source.read_only
    assert app.source.read().sections[-1].lines[0].text == "go"
    assert not app.wishes.no_color


def test_no_color_is_read_before_the_app_is_made(pad_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And stays in the environment for what the program starts."""
    monkeypatch.setenv("NO_COLOR", "1")
    runs = Runs(monkeypatch, None)
    launch.watch(PadStore(pad_path))
    assert runs.apps[0].wishes.no_color
    assert runs.apps[0].native_ansi_color
    assert os.environ["NO_COLOR"] == "1"


def test_settings_and_memory_choose_the_theme(pad_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A setting wins over what was remembered; a name nobody knows is told."""
    runs = Runs(monkeypatch, None, None, None)
    remembered(state_directory()).set("theme", "light")
    launch.watch(PadStore(pad_path))
    assert runs.apps[0].theme == "light"
    monkeypatch.setenv("SCRATCHPAD_UI_THEME", "contrast")
    monkeypatch.setenv("SCRATCHPAD_UI_MOTION", "off")
    monkeypatch.setenv("SCRATCHPAD_UI_BELL", "on")
    launch.watch(PadStore(pad_path))
    assert runs.apps[1].theme == "contrast"
    assert (runs.apps[1].wishes.motion, runs.apps[1].wishes.bell) == (False, True)
    monkeypatch.delenv("SCRATCHPAD_UI_THEME")
    remembered(state_directory()).set("theme", "neon")
    launch.watch(PadStore(pad_path))
    assert runs.apps[2].theme == "dark"
    assert runs.apps[2].wishes.faults == ('there is no theme "neon"',)


def test_a_fault_in_the_settings_is_told_on_the_screen(
    pad_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Standard error is behind the screen."""
    monkeypatch.setenv("SCRATCHPAD_UI_THEME", "drak")
    runs = Runs(monkeypatch, None)
    launch.watch(PadStore(pad_path))
    assert "drak" in runs.apps[0].wishes.faults[0]


def test_another_pad_chosen_on_the_start_screen_is_opened(
    pad_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file by its path, a folder by what is in it."""
    folder = pad_path.parent.parent / "other"
    other = folder / ".agent" / "scratchpad.md"
    PadStore(other).apply([Patch("Next", "replace", "there")])
    runs = Runs(monkeypatch, Onward(path=str(other)), Onward(path=str(folder)), None)
    assert launch.watch(PadStore(pad_path)) == 0
    assert [app.source.path for app in runs.apps] == [str(pad_path), str(other), str(other)]


def test_the_demo_follows_the_start_screen_and_leaves_nothing_behind(
    pad_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its agent has ended, its folder is gone, and no seen mark stays."""
    places: list[str] = []

    def run(app: ScratchpadApp) -> Onward | None:
        places.append(app.source.path)
        if len(places) == 1:
            return Onward(demo=True)
        assert os.path.exists(app.source.path)
        app.source.mark_seen(1)
        return None

    monkeypatch.setattr(ScratchpadApp, "run", run)
    assert launch.watch(PadStore(pad_path)) == 0
    assert places[0] == str(pad_path)
    assert not os.path.exists(places[1])
    assert not os.path.exists(os.path.join(state_directory(), "seen"))


def told_by_a_demo(monkeypatch: pytest.MonkeyPatch, until: str, **given: float) -> list[str]:
    """What the screen is told from the start until a message that begins so."""
    heard: SimpleQueue[str] = SimpleQueue()
    found: list[str] = []

    def post(_app: ScratchpadApp, message: object) -> None:
        if isinstance(message, Told):
            heard.put(message.words)

    def run(_app: ScratchpadApp) -> None:
        while not found or not found[-1].startswith(until):
            found.append(heard.get(timeout=60))

    monkeypatch.setattr(ScratchpadApp, "post", post)
    monkeypatch.setattr(ScratchpadApp, "run", run)
    assert launch.demo(**given) == 0  # type: ignore[arg-type]
    return found


def test_a_demo_invites_and_says_when_its_story_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """A newcomer does not guess that the keys work, nor that nothing more will come by itself."""
    told = told_by_a_demo(monkeypatch, "The story", speed=2.0, turns=6)
    assert [words.split(" ·")[0] for words in told] == [
        "Try it: tab to a section, o writes a line, u takes it back",
        "The story is over",
    ]


def test_the_end_of_the_agent_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """After its time, or with what went wrong."""
    monkeypatch.setattr("scratchpad_tui.demo.story.COMPANY", 0)
    assert told_by_a_demo(monkeypatch, "The agent", speed=1000, turns=2) == [
        keys.said(launch._AGENT_HAS_LEFT)
    ]
    monkeypatch.setattr("scratchpad_tui.demo.player.AgentProcess.problem", "no space")
    assert "no space" in told_by_a_demo(monkeypatch, "The scripted", speed=1000, turns=2)[-1]


@pytest.mark.parametrize(
    ("real", "given", "left"),
    [
        ((80, 24), ("999999", "99999"), (None, None)),
        ((80, 24), ("100", "30"), (None, None)),
        ((0, 0), ("100", "30"), ("100", "30")),
        (None, ("100", "30"), ("100", "30")),
        (None, ("999999", "99999"), (None, None)),
        (None, ("0", "wide"), (None, None)),
    ],
)
def test_the_environment_does_not_say_how_large_a_terminal_is_that_knows_it(
    pad_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    real: tuple[int, int] | None,
    given: tuple[str, str],
    left: tuple[str | None, str | None],
) -> None:
    """A picture of a hundred thousand lines would never be there, and a change of the size would not be seen."""

    def size(_descriptor: int) -> os.terminal_size:
        if real is None:
            raise OSError(25, "Inappropriate ioctl for device")
        return os.terminal_size(real)

    monkeypatch.setattr(os, "get_terminal_size", size)
    for name, value in zip(("COLUMNS", "LINES"), given, strict=True):
        monkeypatch.setenv(name, value)
    Runs(monkeypatch, None)
    launch.watch(PadStore(pad_path))
    assert (os.environ.get("COLUMNS"), os.environ.get("LINES")) == left


@pytest.mark.parametrize(("value", "colourless"), [("", False), ("1", True)])
def test_an_empty_no_color_says_nothing(
    pad_path: Path, monkeypatch: pytest.MonkeyPatch, value: str, *, colourless: bool
) -> None:
    """Textual would take it for a yes when it starts."""
    monkeypatch.setenv("NO_COLOR", value)
    runs = Runs(monkeypatch, None)
    launch.watch(PadStore(pad_path))
    assert runs.apps[0].wishes.no_color is colourless
    assert os.environ.get("NO_COLOR") == (value or None)


def test_a_fault_is_told_in_one_sentence(
    pad_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With the code for it."""

    def run(app: ScratchpadApp) -> None:
        app.crash_log = "/state/crash.log"
        app._return_code = 3

    monkeypatch.setattr(ScratchpadApp, "run", run)
    assert launch.watch(PadStore(pad_path)) == 3
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "/state/crash.log" in told


@pytest.mark.parametrize(("state", "code"), [("failed", 3), ("saving", 3), ("left", 0), ("open", 0)])
def test_a_line_that_is_not_saved_at_the_end_is_told_and_kept(
    pad_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    state: str,
    code: int,
) -> None:
    """Visible, after the screen; the next run has it as a draft. One that was only begun is no failure."""
    store = PadStore(pad_path)
    store.apply([Patch("Next", "replace", "go")])

    def run(app: ScratchpadApp) -> None:
        line = app.lines.open("Plan")
        line.text, line.state = "typed \x1b]0;x\x07 text", state
        assert app.lines.open("Next").text == ""

    monkeypatch.setattr(ScratchpadApp, "run", run)
    assert launch.watch(store) == code
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "not saved in Plan, kept as a draft, o takes it up again: typed ␛]0;x␇ text" in told
    (draft,) = Drafts(store.paths).all()
    assert (draft.kind, draft.section, draft.lines) == ("entry", "Plan", ("typed \x1b]0;x\x07 text",))


def test_a_line_for_which_no_draft_can_be_written_is_told_all_the_same(
    pad_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The sentence holds the text."""

    def run(app: ScratchpadApp) -> None:
        app.lines.open("Plan").text = "typed"

    def refuse(_drafts: Drafts, _draft: Draft) -> Draft:
        raise StorageError("the disk is full")

    monkeypatch.setattr(ScratchpadApp, "run", run)
    monkeypatch.setattr(Drafts, "keep", refuse)
    assert launch.watch(PadStore(pad_path)) == 3
    assert "no draft could be written (the disk is full): typed" in capsys.readouterr().err


def test_acts_that_were_not_done_at_the_end_are_told(
    pad_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The person left without waiting for the lock."""

    def run(app: ScratchpadApp) -> None:
        app.writes.abandoned = 2

    monkeypatch.setattr(ScratchpadApp, "run", run)
    assert launch.watch(PadStore(pad_path)) == 3
    assert "2 acts were not done: the pad was locked" in capsys.readouterr().err


def test_the_garbage_collector_runs_again_after_the_imports(
    pad_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also when the pad cannot be read."""
    Runs(monkeypatch, None)
    launch.watch(PadStore(pad_path))
    assert gc.isenabled()


def test_the_first_paint_imports_no_other_screen() -> None:
    """What a person waits for is as short as it can be."""
    code = "import sys, scratchpad_tui.tui.launch, scratchpad_tui.tui.app; print('\\n'.join(sys.modules))"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    assert [name for name in LATER if name in loaded] == []
