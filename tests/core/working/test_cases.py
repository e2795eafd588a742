"""The handed case about working memory: content that is null beside calls."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core import Budget, ManagedWindow, PinPolicy
from scratchpad_tui.core.working.compactor import render_span
from scratchpad_tui.core.working.units import units
from tests.core.working.windows import FakeCompactor, fill, orphans, small_window

if TYPE_CHECKING:
    from tests.core.working.windows import Message


CASE = Path(__file__).resolve().parents[2] / "cases" / "50-null-content-with-tool-calls"


@pytest.fixture
def messages() -> list[Message]:
    found: list[Message] = json.loads((CASE / "messages.json").read_text("utf-8"))
    return found


def test_case_50_null_content_is_counted_with_its_calls(messages: list[Message]) -> None:
    """Counting neither crashes nor takes the turn for empty."""
    assert len(messages) == 4
    assert Budget().used([messages[1]]) > 50
    window = ManagedWindow(messages=list(messages))
    assert window.pressure() > 0
    assert window.prepare() == messages
    assert "run(" in render_span(messages)


@pytest.mark.parametrize("compactor", [None, FakeCompactor(), FakeCompactor(None)])
def test_case_50_the_call_and_its_result_stay_together(
    messages: list[Message], compactor: FakeCompactor | None
) -> None:
    assert [unit.indices for unit in units(messages)] == [(0,), (1, 2), (3,)]
    for keep in range(5):
        window = small_window(compactor=compactor, pins=PinPolicy(keep_recent=keep), evict_at=0.72)
        for message in messages:
            window.append(message)
        fill(window, 62)
        sent = window.prepare()
        assert orphans(sent) == set()
        assert messages[1] not in sent
