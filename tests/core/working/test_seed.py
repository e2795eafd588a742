"""The tests that the working memory's own description asks for, under its names and with its assertions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core import Compactor
from tests.core.working.windows import Client, FakeCompactor, fill, small_window

if TYPE_CHECKING:
    from scratchpad_tui.core import ManagedWindow


@pytest.fixture
def window() -> ManagedWindow:
    return small_window()


def test_pinned_task_survives_heavy_pressure(window: ManagedWindow) -> None:
    window.append({"role": "system", "content": "you are an agent"})
    window.append({"role": "user", "content": "TASK: migrate the billing module"})
    for i in range(80):
        window.append({"role": "assistant", "content": f"step {i} " * 200})
    window.prepare()
    surviving = " ".join(m.get("content") or "" for m in window.messages)
    assert "TASK: migrate the billing module" in surviving


def test_pressure_strictly_decreases_after_compaction(window: ManagedWindow) -> None:
    fill(window, turns=60)
    before = window.pressure()
    window.prepare()
    assert window.pressure() < before
    assert any("compacted" in e for e in window.events)


@pytest.mark.parametrize("real", [False, True])
def test_compaction_leaves_a_visible_marker(window: ManagedWindow, *, real: bool) -> None:
    if real:
        window.compactor = Compactor(Client())
    fill(window, turns=60)
    window.prepare()
    assert any("turns compacted" in (m.get("content") or "") for m in window.messages)


def test_tool_results_are_truncated_at_write_time(window: ManagedWindow) -> None:
    window.append({"role": "tool", "tool_call_id": "c0", "content": "x" * 400_000})
    content = window.messages[-1]["content"]
    assert "chars dropped" in content
    assert len(content) < 400_000


def test_tool_calls_are_never_orphaned(window: ManagedWindow) -> None:
    window.append(
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [{"id": "c0", "function": {"name": "f", "arguments": "{}"}}],
        }
    )
    window.append({"role": "tool", "tool_call_id": "c0", "content": "result"})
    fill(window, turns=60)
    window.prepare()
    ids = {c["id"] for m in window.messages for c in (m.get("tool_calls") or [])}
    answered = {m.get("tool_call_id") for m in window.messages if m["role"] == "tool"}
    assert ids <= answered


def test_empty_span_summary_removes_rather_than_inserts(window: ManagedWindow) -> None:
    window.compactor = FakeCompactor(returns=None)  # model said NOTHING
    fill(window, turns=60)
    count_before = len(window.messages)
    window.prepare()
    assert len(window.messages) < count_before
    assert not any("Summary of what happened" in (m.get("content") or "") for m in window.messages)


def test_oversized_single_message_is_refused_not_truncated(window: ManagedWindow) -> None:
    with pytest.raises(ValueError, match="cannot be sent"):
        window.append({"role": "user", "content": "y" * 10_000_000})
    assert window.messages == []


def test_all_pinned_stops_cleanly(window: ManagedWindow) -> None:
    window.pins.keep_recent = 1000
    fill(window, turns=50)
    window.prepare()  # nothing is evictable
    assert window.messages  # did not loop forever, did not empty the window
    assert len(window.messages) == 50
