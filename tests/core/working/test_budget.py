"""The budget: limit, reserve, pressure, and what is counted."""

from __future__ import annotations

from typing import Any

import pytest

from scratchpad_tui.core import Budget
from scratchpad_tui.core.errors import ScratchpadError
from scratchpad_tui.core.working.budget import only_loses_detail
from tests.core.working.windows import events, said, small_window


def test_the_limit_is_the_window_by_the_ratio_less_the_reserve() -> None:
    assert Budget().limit == 85_600
    assert Budget(window=8000, ratio=0.7, reserve_completion=400).limit == 5_200


@pytest.mark.parametrize(
    ("window", "limit", "reserve"), [(8_000, 2_000, 3_600), (4_096, 1_024, 1_843), (1, 1, 0)]
)
def test_a_small_window_keeps_a_quarter_and_the_reserve_shrinks(
    window: int, limit: int, reserve: int
) -> None:
    """A reserve that is larger than the window would leave no budget at all."""
    budget = Budget(window=window, ratio=0.7, reserve_completion=100_000 if window == 1 else 4_000)
    assert (budget.limit, budget.reserve, budget.has_small_reserve) == (limit, reserve, True)
    assert budget.pressure([said("word " * 4 * limit)]) > 1


def test_a_reserve_that_shrank_is_told_once_for_each_budget() -> None:
    window = small_window(budget=Budget(window=8_000))
    window.prepare()
    (event,) = events(window, "reserve")
    assert "4,000" in event
    assert "3,600" in event
    assert "2,000" in event
    window.budget.window = 4_096
    window.prepare()
    assert len(events(window, "reserve")) == 2
    assert events(small_window(), "reserve") == []


@pytest.mark.parametrize(
    "parts",
    [
        {"window": 0},
        {"window": float("nan")},
        {"window": float("inf")},
        {"ratio": 0.0},
        {"ratio": 1.1},
        {"ratio": float("nan")},
        {"reserve_completion": -1},
    ],
)
def test_figures_that_make_no_budget_are_refused(parts: dict[str, Any]) -> None:
    with pytest.raises(ScratchpadError, match="make no budget; use a window from 1"):
        Budget(**parts)
    with pytest.raises(ValueError, match="make no budget"):
        Budget(**parts)


def test_tools_are_counted_as_they_are_sent() -> None:
    """A dozen schemas take thousands of tokens on every call and stand in no message."""
    tools = [{"type": "function", "function": {"name": "f", "description": "d" * 4_000}}]
    assert Budget().used([], tools) > 1_000
    assert Budget().used([], []) == Budget().used([]) == 0


@pytest.mark.parametrize(
    ("text", "tokens"), [("x" * 400, 100), ("记" * 400, 300), ("é" * 400, 200), ("", 0), ("x", 1)]
)
def test_text_is_its_bytes_by_four(text: str, tokens: int) -> None:
    around = Budget().used([said("")])
    assert Budget().used([said(text)]) - around == tokens


def test_private_keys_cost_nothing() -> None:
    assert Budget().used([{**said("x"), "_note": "y" * 4_000}]) == Budget().used([said("x")])


def test_under_a_peak_of_30_percent_compaction_only_loses_detail() -> None:
    assert only_loses_detail(29_999, 100_000)
    assert not only_loses_detail(30_000, 100_000)
