"""What a running UI and a seen mark refer to outlives pruning, at any depth."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.errors import InputError
from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.pad.seen import SeenMarks
from scratchpad_tui.core.pad.store import PadStore
from scratchpad_tui.tui.layout.lastturn import turn_rule
from scratchpad_tui.tui.live_source import LiveSource
from scratchpad_tui.tui.seen import changes

if TYPE_CHECKING:
    from pathlib import Path

    from scratchpad_tui.core.pad.view import LineView

DEPTHS = pytest.mark.parametrize("depth", [1, 2])


def pad(path: Path, depth: int) -> PadStore:
    store = PadStore(path, depth=depth)
    store.apply([Patch("Plan", "append", text) for text in ("one", "two")], turn="1")
    return store


def night(store: PadStore, word: str = "b") -> None:
    """Six turns of an agent in a process that knows nothing of the UI."""
    for number in range(6):
        store.apply([Patch("Findings", "append", f"{word}{number}")], turn=f"{word}{number}")


def line(source: LiveSource, text: str) -> LineView:
    view = source.read()
    return next(line for section in view.sections for line in section.lines if text in line.text)


def plan(store: PadStore) -> list[str]:
    return store.read().document.content("Plan")


@DEPTHS
def test_an_act_can_be_taken_back_and_done_again_after_many_turns(pad_path: Path, depth: int) -> None:
    """The text that was deleted stands in the version before it alone."""
    store = pad(pad_path, depth)
    source = LiveSource(PadStore(pad_path, depth=depth))
    act = source.delete("Plan", line(source, "one"))
    night(store)
    assert act.version is not None
    undone = source.revert(act.version)
    assert plan(store) == ["1. [ ] one", "2. [ ] two"]
    night(store, "c")
    assert undone.version is not None
    source.revert(undone.version)
    assert plan(store) == ["2. [ ] two"]
    assert len(store.read().document.content("Findings")) == 12
    source.close()


@DEPTHS
def test_an_act_on_an_edit_that_is_not_recorded_yet_keeps_that_too(pad_path: Path, depth: int) -> None:
    """One write makes both versions, and the act's own is measured from the edit."""
    store = pad(pad_path, depth)
    source = LiveSource(PadStore(pad_path, depth=depth))
    pad_path.write_text(pad_path.read_text().replace("two", "two by hand"))
    act = source.delete("Plan", line(source, "one"))
    night(store)
    assert act.version == 3
    source.revert(3)
    assert plan(store) == ["1. [ ] one", "2. [ ] two by hand"]
    source.close()


def test_what_is_pinned_goes_with_the_run(pad_path: Path) -> None:
    """At its end by itself; of a process that was killed at the next write."""
    store = pad(pad_path, 1)
    source = LiveSource(PadStore(pad_path, depth=1))
    source.delete("Plan", line(source, "one"))
    night(store)
    assert store.history.numbers() == [1, 2, 8]
    source.close()
    night(store, "c")
    state = store.state()
    assert state.runs == {}
    state.runs = {"999999999 x": {"pid": 999_999_999, "started": "x", "versions": [14]}}
    state.save()
    night(store, "d")
    assert not store.history.has(14)


def test_a_pad_that_keeps_every_version_is_not_written_to_for_pins(pad_path: Path) -> None:
    """Nothing is pruned there."""
    store = pad(pad_path, 0)
    source = LiveSource(PadStore(pad_path, depth=0))
    source.delete("Plan", line(source, "one"))
    assert store.state().runs == {}
    source.close()


@DEPTHS
def test_all_that_the_night_did_is_marked_in_the_morning(pad_path: Path, tmp_path: Path, depth: int) -> None:
    """The version that the person saw is kept; who brought which line is told where it is known."""
    store = pad(pad_path, depth)
    states = str(tmp_path / "state")
    source = LiveSource(PadStore(pad_path, depth=depth), seen=SeenMarks(states, str(pad_path)))
    source.read()
    source.mark_seen(1)
    source.close()
    night(store)
    again = LiveSource(PadStore(pad_path, depth=depth), seen=SeenMarks(states, str(pad_path)))
    view = again.read()
    assert sorted(key.text for key in changes(view)) == [f"- b{number}" for number in range(6)]
    authors = {row.text: row.author for section in view.sections for row in section.lines if row.mark}
    assert authors["- b0"] == ""
    assert authors["- b5"] == ("agent b5" if depth == 2 else "")
    again.close()


def test_a_read_only_run_pins_nothing(pad_path: Path, tmp_path: Path) -> None:
    """It writes nothing."""
    store = pad(pad_path, 1)
    before = store.paths.state
    marks = SeenMarks(str(tmp_path / "state"), str(pad_path))
    source = LiveSource(PadStore(pad_path, depth=1), read_only=True, seen=marks)
    source.read()
    source.watch(lambda _view: None, lambda _error: None)
    source.mark_seen(1)
    source.close()
    assert before == store.paths.state
    assert store.state().pins == {}
    assert store.state().runs == {}


@DEPTHS
def test_the_last_turn_is_never_measured_from_a_version_that_is_not_its_own(
    pad_path: Path, depth: int
) -> None:
    """With the version before it pruned, its lines are counted by the journal and none are shown."""
    store = pad(pad_path, depth)
    source = LiveSource(PadStore(pad_path, depth=depth))
    act = source.delete("Plan", line(source, "one"))
    night(store)
    view = source.read()
    rule = turn_rule(view, 80).text
    if depth == 2:
        assert (view.last_from, [row.text for row in view.last]) == (7, ["- b5"])
        assert "v7 to v8" in rule
    else:
        assert view.last == ()
        assert "v8, the one before is not kept" in rule
        with pytest.raises(InputError, match="the version before v8 is not kept"):
            source.turn(8)
        with pytest.raises(InputError, match="not kept"):
            source.revert(8)
    assert act.version is not None
    assert source.turn(act.version).rows
    assert "+1 -0" in rule
    source.close()


def test_pins_that_another_program_garbled_are_passed_over(pad_path: Path) -> None:
    """A cache may hold anything."""
    store = pad(pad_path, 1)
    runs = {
        "a": 3,
        "b": {"pid": 1, "started": 2, "versions": [1]},
        "c": {"pid": 1, "started": "", "versions": "1"},
    }
    with open(store.paths.state, "w", encoding="utf-8") as file:
        json.dump({"runs": runs}, file)
    assert store.state().runs == {}
    night(store)
    assert store.history.numbers() == [7]
