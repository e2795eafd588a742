"""Units: a message, or one with calls and all their results, in both shapes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.working.units import units, whole_units
from tests.core.working.windows import calling, result, said, summary, used, using

if TYPE_CHECKING:
    from tests.core.working.windows import Message


def shape(messages: list[Message]) -> list[tuple[int, ...]]:
    """The indices of each unit."""
    return [unit.indices for unit in units(messages)]


@pytest.mark.parametrize(
    ("messages", "expected"),
    [
        ([said("a"), said("b")], [(0,), (1,)]),
        ([calling("a", "b"), result("a"), result("b"), said("x")], [(0, 1, 2), (3,)]),
        ([using("a", "b"), used("a", "b"), said("x")], [(0, 1), (2,)]),
        ([calling("a"), said("x", "user"), result("a")], [(0, 2), (1,)]),
        ([calling("a"), calling("b"), used("a", "b")], [(0, 1, 2)]),
        ([calling("a"), result("a"), calling("a"), result("a")], [(0, 1), (2, 3)]),
        ([result("a"), calling("a"), result("a")], [(0,), (1, 2)]),
        ([{"role": "assistant", "tool_calls": [{"function": {}}]}, {"role": "tool"}], [(0, 1)]),
        ([calling("a"), {"role": "user", "content": [*used("a")["content"], "and go on"]}], [(0, 1)]),
        (
            [{"role": "assistant", "tool_calls": "odd", "content": 7}, {"content": [None, {}]}, {}],
            [(0,), (1,), (2,)],
        ),
    ],
)
def test_calls_and_their_results_are_one_unit(
    messages: list[Message], expected: list[tuple[int, ...]]
) -> None:
    assert shape(messages) == expected


def test_a_call_is_open_until_it_is_answered_or_the_model_goes_on() -> None:
    """A result that comes later would be an orphan."""
    open_now = [calling("a", "b"), result("a")]
    assert [unit.is_open for unit in units(open_now)] == [True]
    assert [unit.is_open for unit in units([*open_now, result("b")])] == [False]
    assert [unit.is_open for unit in units([*open_now, said("stop", "user")])] == [True, False]
    assert [unit.is_open for unit in units([*open_now, said("I go on")])] == [False, False]


def test_summaries_and_bare_results_are_known() -> None:
    kinds = [
        (unit.is_summary, unit.is_result) for unit in units([summary(3), result("a"), used("b"), said("x")])
    ]
    assert kinds == [(True, False), (False, True), (False, True), (False, False)]


def test_what_belongs_together_is_taken_whole() -> None:
    messages = [calling("a"), result("a"), said("x")]
    assert whole_units({1}, units(messages)) == {0, 1}
