"""A footer names only what works now, and what it names no more still says why it does nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.health.report import HealthReport
from scratchpad_tui.core.health.sign import Sign
from scratchpad_tui.core.pad.quarantine import Quarantined
from scratchpad_tui.core.pad.view import Need, VersionInfo
from scratchpad_tui.core.session.items import LastEnd
from scratchpad_tui.tui.live_state import LiveState
from scratchpad_tui.tui.pressure_state import PressureState
from scratchpad_tui.tui.pressure_view import LOADING, PressureView
from scratchpad_tui.tui.widgets.bars import KeyBar
from tests.tui.drive import drive
from tests.tui.fake import NOW, STORY, FakeSource, make_view, remedies
from tests.tui.pressures import FakeTranscript, made_view
from tests.tui.recoveries import recovery
from tests.tui.test_editor import editing
from tests.tui.test_promotions import queued
from tests.tui.tracing import told_story

if TYPE_CHECKING:
    from pathlib import Path

    from scratchpad_tui.core.pad.view import PadView
    from tests.tui.drive import Stage

SESSION: dict[str, tuple[str, ...]] = {
    "Findings": ("- CI has no redis service", "- it has two cores"),
    "Next": ("- Add the fixture",),
}


def footer(stage: Stage) -> str:
    """The last row, without what stands at its right edge."""
    return stage.text.split("\n")[-1].partition("     ")[0].strip()


def one_sealed(view: PadView) -> PadView:
    """The view with its last section kept for good."""
    return view._replace(sections=(*view.sections[:-1], view.sections[-1]._replace(sealed=True)))


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_live_names_what_the_pad_has_a_use_for(size: tuple[int, int]) -> None:
    """No tick where no line has a box, no `seen` where nothing is new, no undo before there is an act."""
    source = FakeSource(make_view(SESSION))

    async def script(stage: Stage) -> None:
        assert footer(stage).startswith("e edit  o new  enter where from  / find")
        assert "undo" not in footer(stage)
        await stage.press("tab", "d")
        assert footer(stage).endswith("d delete  u undo")
        await stage.show(make_view(SESSION, {("Next", "- Add the fixture"): "+"}, version=44))
        assert ". seen" in footer(stage)
        await stage.press(".")
        assert ". seen" not in footer(stage)

    drive(script, source=source, size=size)


def test_promotions_names_the_end_only_of_a_session_that_is_there() -> None:
    """What waits for the archive or was never decided can be ended too."""
    source = queued()
    source.queue = []
    ended: dict[str, object] = {
        "since": None,
        "waiting": 0,
        "to_archive": 0,
        "last_end": LastEnd(NOW, 1, 11, 0),
    }

    async def script(stage: Stage) -> None:
        for summary, named in (({}, True), (ended, False), ({**ended, "to_archive": 2}, True)):
            source.summary = summary
            stage.app.clear_notifications()
            await stage.press("3", "ctrl+r")
            assert ("S end" in footer(stage)) == named, summary
            await stage.press("1")

    drive(script, source=source)


def test_live_names_what_the_line_under_the_cursor_has_a_use_for() -> None:
    """And the key that is not named says why it does nothing."""

    async def script(stage: Stage) -> None:
        assert "space tick" in footer(stage)
        await stage.press("j")
        assert "space tick" not in footer(stage)
        await stage.press("space")
        assert stage.toasts == ["This line has no box to tick"]
        await stage.press("tab", "tab")
        assert "Plan" in str(stage.app.live.state.section)
        assert "space tick" in footer(stage)

    drive(script)


def test_live_names_nothing_that_would_change_a_section_that_is_kept_for_good() -> None:
    """Its lines can be read, and opened."""
    source = FakeSource(one_sealed(make_view(SESSION)))

    async def script(stage: Stage) -> None:
        await stage.press("j")
        assert stage.app.live.state.section == stage.app.live.state.shown.sections[-1]
        assert footer(stage) == "enter where from  / find  5 Health"

    drive(script, source=source)


def test_read_only_names_nothing_that_writes() -> None:
    """Everywhere on the screen."""

    async def script(stage: Stage) -> None:
        assert footer(stage) == "enter where from  / find  . seen  5 Health"
        assert "· read-only" in stage.text.split("\n")[1]
        assert "over by 40 ─" in stage.text, "the count alone, without the key that prunes"
        await stage.show(
            make_view(state="BROKEN", sentence="Line 3", remedies=remedies("E mends it, r recovers v42"))
        )
        assert footer(stage) == "enter where from  / find  . seen  5 Health"

    drive(script, source=FakeSource(read_only=True))


def test_read_only_needs_name_no_key_that_writes() -> None:
    """In the column at the right, where each need stands with its key."""
    needs = (
        Need("over-cap", 1, "Ruled out is 40 over its cap", "-"),
        Need("refused", 1, "a patch was refused", "2"),
    )
    states = [LiveState(make_view(needs=needs), read_only=read_only) for read_only in (False, True)]
    assert [[need.key for need in state.shown.needs] for state in states] == [["-", "2"], ["", "2"]]


@pytest.mark.parametrize(
    ("state", "remedy", "recovers"),
    [
        ("BROKEN", "E mends it, r recovers v42", True),
        ("BROKEN", "r recovers the heading", True),
        ("BROKEN", "E opens it", False),
        ("BROKEN", "", False),
        ("CONFLICT", "E opens it: keep one side", False),
    ],
)
def test_an_alarm_names_the_recovery_only_where_there_is_one(
    state: str,
    remedy: str,
    recovers: bool,  # noqa: FBT001 - a table of cases
) -> None:
    """A conflict is mended by hand alone, and so is a pad whose profile asks for that; Health says the same."""

    async def script(stage: Stage) -> None:
        await stage.show(make_view(state=state, sentence="Line 3", remedies=remedies(remedy)))
        assert footer(stage).startswith("E mend")
        assert ("r recover" in footer(stage)) == recovers
        writes = [verb for verb in ("e edit", "o new", "space tick") if verb in footer(stage)]
        assert not writes, "each would be refused, or put an older text in the place of the broken one unseen"
        await stage.press("5")
        bar = stage.app.screen.query_one(KeyBar)
        assert ("r recover" in bar.lines[0].text) == recovers

    drive(script, source=FakeSource())


@pytest.mark.parametrize("size", [(80, 24), (40, 12), (120, 40)])
def test_pressure_without_a_graph_names_no_key_of_the_graph(size: tuple[int, int]) -> None:
    """There is nothing to scrub, no other part, and nothing to draw closer."""

    async def script(stage: Stage) -> None:
        await stage.press("4")
        assert "scrub" not in stage.text
        assert "zoom" not in footer(stage)
        assert "next pane" not in footer(stage)
        assert footer(stage) == "T transcripts"

    drive(script, size=size, transcripts=FakeTranscript(PressureView(looked_in=("/home/me",))))


def test_pressure_names_the_zoom_where_there_are_calls_enough_and_what_can_be_opened() -> None:
    """A few calls are drawn as close as can be; while messages are read there is none to open."""
    few, many = made_view((40_000, 50_000), compacted=()), made_view((40_000,) * 64, compacted=())
    transcript = FakeTranscript(few)

    async def script(stage: Stage) -> None:
        await stage.press("4")
        assert footer(stage) == "enter open  ← scrub  tab next pane  T transcripts"

    drive(script, transcripts=transcript)
    states = {
        "few": few,
        "many": many,
        "loading": many._replace(state=LOADING, shown=0, sums=(), messages=()),
    }
    idle = {name: PressureState(view).idle({"file", "graph", "table"}) for name, view in states.items()}
    assert idle == {
        "few": {"view.closer"},
        "many": frozenset(),
        "loading": {"message.open"},
    }
    assert PressureState(many).idle({"graph"}) == {"go.next-pane"}
    assert PressureState(made_view((9,), compacted=())).idle({"file"}) == {"view.closer", "call.left"}


def test_health_names_what_opens_and_recovers_only_on_what_it_is_for() -> None:
    """A setting opens nothing, and where nothing is broken there is nothing to recover."""
    source = FakeSource()
    source.report = HealthReport(
        (Sign("over-cap", "warning", "Plan is over", "prune it", "Plan"),), (), "on", ()
    )

    async def script(stage: Stage) -> None:
        await stage.press("5")
        assert "enter what helps  y copy" in stage.text
        assert "recover" not in stage.text
        await stage.press("end")
        assert "enter what helps" not in stage.text
        await stage.show(
            make_view(state="BROKEN", sentence="Line 3", remedies=remedies("E mends it, r recovers v42"))
        )
        bars = stage.app.screen.query(KeyBar)
        assert any("r recover" in line.text for bar in bars for line in bar.lines)

    drive(script, source=source)


GONE = make_view(state="no file")
NEVER = make_view({}, version=None, state="no file")
TORN = make_view(state="BROKEN", sentence="Line 3", remedies=remedies("E mends it, r recovers v42"))
LOCKED = make_view(state="no file", sentence="it is a directory", fault="it is a directory")


@pytest.mark.parametrize(
    ("view", "quarantined", "read_only", "recovers"),
    [
        (make_view(), 0, False, False),
        (make_view(), 1, False, True),
        (make_view(), 1, True, True),
        (TORN, 1, False, True),
        (TORN, 1, True, False),
        (GONE, 0, False, True),
        (GONE, 0, True, False),
        (GONE, 1, True, False),
        (NEVER, 0, False, False),
        (NEVER, 1, True, True),
        (LOCKED, 0, False, False),
        (LOCKED, 1, False, True),
    ],
)
@pytest.mark.parametrize("pressed", [False, True])
def test_health_names_the_recovery_only_where_it_opens_something(
    view: PadView, quarantined: int, *, read_only: bool, recovers: bool, pressed: bool
) -> None:
    """A mend of what may be written, or a file in quarantine; pressed nevertheless, the key opens nothing."""
    source = FakeSource(view, read_only=read_only)
    source.mend = recovery()
    source.recovered = [recovery()] * quarantined
    source.report = HealthReport(
        (), (Quarantined("a.broken-1.md", None, "not UTF-8", ()),) * quarantined, "on", ()
    )

    async def script(stage: Stage) -> None:
        await stage.press("5")
        panel = stage.app.screen
        assert ("r recover" in panel.query_one(KeyBar).lines[0].text) is recovers
        if pressed:
            await stage.press("r")
            assert (stage.app.screen is not panel) is recovers
            assert bool(stage.toasts) is not recovers

    drive(script, source=source, size=(120, 40))


def test_the_editor_names_undo_and_redo_only_while_there_is_a_step() -> None:
    """A step taken back can be done again until another one is made."""
    source = editing()

    async def script(stage: Stage) -> None:
        async def named(words: str) -> None:
            await stage.until(lambda: footer(stage) == words)

        await stage.press("j", "e")
        await named("ctrl+s save  esc keep draft")
        await stage.press("x")
        await named("ctrl+s save  esc keep draft  ctrl+z undo")
        await stage.press("ctrl+z")
        await named("ctrl+s save  esc keep draft  ctrl+y redo")
        await stage.press("y")
        await named("ctrl+s save  esc keep draft  ctrl+z undo")

    drive(script, source=source)


def test_an_empty_queue_names_nothing_to_decide() -> None:
    """What can be done there is to end the session, and to propose."""

    async def script(stage: Stage) -> None:
        await stage.press("3")
        assert footer(stage) == "S end  o new"

    drive(script, source=FakeSource())


def test_promotions_name_undo_only_once_something_was_decided() -> None:
    """Without a decision of this session there is none to take back."""

    async def script(stage: Stage) -> None:
        await stage.press("3")
        assert "u undo" not in footer(stage)
        await stage.press("a")
        assert "u undo" in footer(stage)
        await stage.press("u")
        assert "u undo" not in footer(stage)

    drive(script, source=queued(), size=(120, 40))


@pytest.mark.parametrize("size", [(40, 12), (80, 24)])
def test_the_timeline_names_what_the_place_under_the_cursor_has_a_use_for(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    """A refusal can be opened, and is nothing to restore; a text in quarantine is."""
    source = told_story(tmp_path)

    async def script(stage: Stage) -> None:
        await stage.press("2")
        named: dict[str, str] = {}
        for _ in range(12):
            here = stage.app.screen.state.here  # type: ignore[attr-defined]
            named.setdefault(here.kind, footer(stage))
            await stage.press("k")
        assert named["version"].startswith("enter open  r restore")
        assert named["refused"].startswith("enter open")
        if size[0] > 40:
            assert "c compare" in named["version"]
            assert "r restore" in named["quarantined"]
        assert "restore" not in named["refused"]
        assert "compare" not in named["refused"]

    drive(script, size=size, source=source)


def test_an_item_without_a_twin_names_no_comparing() -> None:
    """With one it does."""
    source = queued()
    twins: list[bool] = []

    async def script(stage: Stage) -> None:
        await stage.press("3")
        for _ in range(5):
            item = stage.app.screen.state.item  # type: ignore[attr-defined]
            assert ("c twin" in footer(stage)) == bool(item.twins)
            twins.append(bool(item.twins))
            await stage.press("j")

    drive(script, source=source, size=(120, 40))
    assert set(twins) == {True, False}


def test_a_click_goes_to_the_key_that_is_named_there() -> None:
    """What is left out moves the others."""
    source = FakeSource(make_view(SESSION, last_turns=(VersionInfo(43, NOW, "agent"),)))

    async def script(stage: Stage) -> None:
        row = stage.text.split("\n")[-1]
        await stage.pilot.click(offset=(row.index("/ find"), 23))
        await stage.settle()
        assert "Find" in stage.text

    drive(script, source=source)


def test_a_pause_a_zoom_a_find_and_a_draft_name_the_key_that_leads_on() -> None:
    """Also where their toast has gone, and on narrow rows."""

    async def script(stage: Stage) -> None:
        assert footer(stage).startswith("e edit  o new")
        await stage.press("tab", "z")
        assert footer(stage).startswith("z all sections  e edit")
        await stage.press("z", "F")
        assert footer(stage).startswith("e edit  F follow")
        await stage.press("F")
        assert footer(stage).startswith("e edit")
        await stage.press("slash", *"red", "enter")
        assert "n next  esc end" in footer(stage)
        await stage.press("slash")
        assert "esc back" in footer(stage), "the field has words of its own"
        await stage.press("escape", "escape", "escape", "j", "e", *"mine", "escape")
        assert stage.is_on_live
        assert footer(stage).startswith("e resume  o new")
        await stage.press("tab")
        assert footer(stage).startswith("e edit  o new")

    drive(script, source=FakeSource(make_view(STORY)), size=(60, 24))


def test_the_timeline_names_the_key_that_follows_again(tmp_path: Path) -> None:
    """Going back through it pauses it."""

    async def script(stage: Stage) -> None:
        await stage.press("2")
        assert "follow" not in footer(stage)
        await stage.press("home")
        assert "  F follow" in footer(stage)

    drive(script, source=told_story(tmp_path))


@pytest.mark.parametrize("size", [(40, 12), (80, 24)])
def test_what_cannot_be_accepted_names_first_what_helps(size: tuple[int, int]) -> None:
    """A key that is refused is no offer."""

    async def script(stage: Stage) -> None:
        await stage.press("3")
        named: dict[str, str] = {}
        for _ in range(5):
            named[stage.app.screen.state.item.state] = footer(stage)  # type: ignore[attr-defined]
            await stage.press("j")
        assert named["ready"].startswith("a accept")
        assert named["secret"].startswith("e edit  x reject")
        assert named["confirm first"].startswith("t tag  ")
        assert named["twin"].startswith("a accept")
        assert "accept" not in named["secret"] + named["confirm first"]

    drive(script, size=size, source=queued())


def test_the_timeline_names_what_its_keys_do_now(tmp_path: Path) -> None:
    """`s` and `c` end what they began; an event has no sides; while a filter is on its key is named."""

    async def script(stage: Stage) -> None:
        await stage.press("2")
        assert "s side by side" in footer(stage)
        await stage.press("s")
        assert "s unified" in footer(stage)
        await stage.press("c")
        assert "c end compare" in footer(stage)
        assert stage.toasts == [], "the title says that it compares"
        await stage.press("c")
        assert "c compare" in footer(stage)
        while not stage.app.screen.state.here.is_event:  # type: ignore[attr-defined]
            await stage.press("k")
        assert "unified" not in footer(stage)
        await stage.press("f", *"limiter", "enter")
        assert "f filter" in footer(stage)
        assert "f limiter · 6 of 12 · esc ends" in stage.text

    drive(script, size=(120, 40), source=told_story(tmp_path))


def test_without_room_for_the_diff_a_row_says_that_it_compares(tmp_path: Path) -> None:
    async def script(stage: Stage) -> None:
        await stage.press("2", "c")
        assert "c comparing with v9 · go to another" in stage.text
        await stage.press("home")
        assert "c comparing with v9 · enter shows" in stage.text
        assert stage.toasts == []
        await stage.press("c")
        assert "comparing" not in stage.text.split("\n")[2]

    drive(script, size=(40, 12), source=told_story(tmp_path))


def test_sheets_of_the_timeline_name_no_older_one_than_the_oldest_and_no_whole_of_an_event(
    tmp_path: Path,
) -> None:
    async def script(stage: Stage) -> None:
        def bar() -> str:
            return stage.app.screen.query_one(KeyBar).lines[0].text

        await stage.press("2", "home", "enter")
        assert "older" not in bar()
        await stage.press("escape", "end", "enter")
        assert "< older" in bar()
        await stage.press("escape", "home")
        while not stage.app.screen.state.here.is_event:  # type: ignore[attr-defined]
            await stage.press("j")
        await stage.press("enter")
        assert "whole" not in bar()

    drive(script, size=(80, 24), source=told_story(tmp_path))
