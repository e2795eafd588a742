"""Pruning: an entry that is proposed for promotion stays, and one that is ticked leaves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.errors import InputError
from scratchpad_tui.core.pad.pruning import PrunedEntry, PruneList
from scratchpad_tui.tui.prune_state import PruneState
from scratchpad_tui.tui.screens.prune import PruneScreen
from tests.tui.drive import drive
from tests.tui.fake import STORY

if TYPE_CHECKING:
    from tests.tui.drive import Stage

FIRST, SECOND = STORY["Ruled out"][:2]


def acts(stage: Stage) -> list[tuple[object, ...]]:
    """What was done."""
    return [call for call in stage.source.calls if call[0] in ("prune", "propose_entries")]


def test_p_marks_an_entry_which_stays_and_does_not_let_the_gauge_fall() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("-", "p")
        screen = stage.app.screen
        assert isinstance(screen, PruneScreen)
        assert screen.state.size == screen.state.given.size
        assert "[p]" in stage.text
        assert "1 proposed" in stage.text
        await stage.press("ctrl+s")
        assert acts(stage) == [("propose_entries", "Ruled out", (FIRST,))]
        assert stage.is_on_live
        assert "Proposed 1 of 1" in stage.toasts[-1]

    drive(script)


def test_one_save_proposes_some_and_takes_others_out() -> None:
    """The proposals come first: their lines stand in the pad then."""

    async def script(stage: Stage) -> None:
        await stage.press("-", "p", "down", "space", "ctrl+s")
        assert acts(stage) == [("propose_entries", "Ruled out", (FIRST,)), ("prune", "Ruled out", (SECOND,))]
        assert "u undoes" in stage.toasts[-1]

    drive(script)


def test_a_proposal_that_is_refused_is_told_and_takes_nothing_away() -> None:
    async def script(stage: Stage) -> None:
        stage.source.fault = InputError("the queue is full", "decide first")
        await stage.press("-", "p", "down", "space", "ctrl+s")
        assert "The queue is full" in stage.toasts[-1]
        assert [call[0] for call in acts(stage)] == ["propose_entries"]
        assert isinstance(stage.app.screen, PruneScreen)

    drive(script)


def test_an_entry_leaves_or_is_proposed_never_both() -> None:
    entries = tuple(PrunedEntry(at, (f"- {at}",), 4, None, "you") for at in range(3))
    state = PruneState(PruneList("Findings", 100, 12, entries))
    state.tick()
    state.propose()
    assert (state.ticked, state.marked) == (set(), {0})
    state.tick()
    assert (state.ticked, state.marked) == ({0}, set())
    state.at = 1
    state.propose()
    assert (state.ticked, state.marked) == ({0}, {1})


def test_marks_stay_with_their_entries_as_ticks_do() -> None:
    entries = tuple(PrunedEntry(at, (f"- {at}",), 4, None, "you") for at in range(3))
    state = PruneState(PruneList("Findings", 100, 12, entries))
    state.marked = {0, 2}
    lost = state.take(PruneList("Findings", 100, 8, entries[1:]))
    assert (state.marked, lost) == ({1}, 1)
