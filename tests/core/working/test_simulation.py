"""Made-up and real turns through a window, and their curve in text."""

from __future__ import annotations

from itertools import pairwise

import pytest

from scratchpad_tui.core import Budget, ManagedWindow
from scratchpad_tui.core.working.content import is_summary
from scratchpad_tui.core.working.curve import HEIGHT, WIDTH, curve
from scratchpad_tui.core.working.simulation import as_turns, simulate
from scratchpad_tui.core.working.synthetic import TASK, OfflineCompactor, synthetic_turns
from scratchpad_tui.core.working.units import units
from tests.core.working.windows import calling, orphans, result, said, small_window


def managed(window: int = 128_000) -> ManagedWindow:
    """A window as `simulate` has it."""
    return ManagedWindow(Budget(window), compactor=OfflineCompactor())


def test_made_up_turns_are_the_same_each_time_and_whole() -> None:
    turns = list(synthetic_turns(120))
    assert turns == list(synthetic_turns(120))
    assert len(turns) == 120
    messages = [message for turn in turns for message in turn]
    assert orphans(messages) == set()
    assert {message["role"] for message in messages} == {"system", "user", "assistant", "tool"}
    assert any(str(message["content"]).startswith("Actually,") for message in messages)
    assert not any(unit.is_open for unit in units(messages))


def test_the_pressure_never_passes_the_line_and_compaction_keeps_a_steady_pace() -> None:
    window = managed()
    found = simulate(synthetic_turns(500), window)
    assert len(found.pressure) == 500
    assert 0.5 < found.peak_pressure <= window.evict_at
    assert found.task_pinned
    turns = [turn for turn, event in found.events if event.kind == "compacted"]
    gaps = [later - earlier for earlier, later in pairwise(turns)]
    assert len(turns) > 5
    assert min(gaps) >= 5
    assert not found.only_loses_detail
    assert found.peak_tokens == pytest.approx(found.peak_pressure * found.limit, abs=1)


def test_short_conversations_only_lose_detail() -> None:
    assert simulate(synthetic_turns(12), managed()).only_loses_detail


def test_a_task_that_was_never_there_is_not_pinned() -> None:
    assert not simulate([[said("hello")]], managed()).task_pinned
    assert not simulate([], managed()).task_pinned
    assert simulate(synthetic_turns(1), managed()).task_pinned


def test_a_message_that_is_refused_is_told_and_the_rest_goes_on() -> None:
    found = simulate([[said(TASK, "user")], [said("x" * 90_000)], [said("y")]], small_window())
    assert [(turn, event.kind) for turn, event in found.events] == [(2, "refused")]
    assert len(found.pressure) == 3


def test_each_answer_begins_a_turn() -> None:
    first = [said("s", "system"), said("t", "user")]
    second = [calling("a"), result("a")]
    third = [said("done"), said("thanks", "user")]
    assert list(as_turns([*first, *second, *third])) == [first, second, third]
    assert list(as_turns([said("a"), said("b")])) == [[said("a")], [said("b")]]
    assert list(as_turns([])) == []


def test_the_offline_summary_is_short_and_marked() -> None:
    messages = [message for turn in synthetic_turns(30) for message in turn]
    made = OfflineCompactor().compact(messages)
    assert made is not None
    assert is_summary(made)
    assert "Summary of what happened:\n- " in made["content"]
    assert len(made["content"]) < 2_000


@pytest.mark.parametrize("count", [1, 5, WIDTH, WIDTH + 1, 5_000])
def test_a_curve_has_its_lines_its_scale_and_fits(count: int) -> None:
    lines = curve([index / count for index in range(count)], 0.70, 0.90)
    assert len(lines) == HEIGHT + 1
    assert lines[0].startswith("1.00 ┤")
    assert [line.split()[-1] for line in lines if "┼" in line] == ["evicts", "compacts"]
    assert lines[-1].split() == ["turn", "1", str(count)]
    assert max(map(len, lines)) <= 6 + WIDTH + len(" 0.70 compacts")


def test_a_curve_shows_the_highest_of_many_turns_and_grows_with_it() -> None:
    flat = [0.2] * 1_000
    flat[500] = 1.4
    lines = curve(flat, 0.70, 0.90)
    assert lines[0].startswith("1.40")
    assert lines[0].count("█") == 1
    assert curve([], 0.7, 0.9)[-1].split() == ["turn", "1", "0"]
