"""Tool results that are cut: head and tail around a note, stable, in text parts too."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scratchpad_tui.core.working.truncation import truncate_tool_result, truncated
from tests.core.working.windows import result, said, used

NOTE = re.compile(r"\n\.\.\. \[(\d+) chars dropped\] \.\.\.\n")


def test_head_and_tail_stay_and_the_note_counts_what_is_gone() -> None:
    text = "head" + "x" * 9_992 + "tail"
    cut = truncate_tool_result(text, 100)
    assert len(cut) <= 400
    assert cut.startswith("head")
    assert cut.endswith("tail")
    (dropped,) = NOTE.findall(cut)
    assert int(dropped) == len(text) - len(NOTE.sub("", cut))


def test_what_is_small_enough_stays() -> None:
    assert truncate_tool_result("x" * 400, 100) == "x" * 400


@pytest.mark.parametrize("limit", [0, -5])
def test_nothing_allowed_leaves_the_note_alone(limit: int) -> None:
    assert truncate_tool_result("x" * 50, limit) == "\n... [50 chars dropped] ...\n"
    assert truncate_tool_result("", limit) == ""


@given(st.text(max_size=300), st.integers(0, 40))
def test_a_second_time_changes_nothing(text: str, limit: int) -> None:
    once = truncate_tool_result(text, limit)
    assert truncate_tool_result(once, limit) == once
    note = NOTE.search(once)
    assert len(once) <= max(limit * 4, len(note[0]) if note else 0)


def parts(texts: list[str]) -> list[dict[str, Any]]:
    """Text parts with a picture between them."""
    made: list[dict[str, Any]] = [{"type": "text", "text": text} for text in texts]
    return [*made[:1], {"type": "image", "source": {"data": "QUJD" * 500}}, *made[1:]]


@given(st.lists(st.text("ab\n.[]", max_size=120), max_size=6), st.integers(0, 60))
def test_text_parts_share_the_limit_and_a_second_time_changes_nothing(texts: list[str], limit: int) -> None:
    message = result("c", parts(texts))
    once = truncated(message, limit)
    assert truncated(once, limit) is once
    kept = [part["text"] for part in once["content"] if part["type"] == "text"]
    assert sum(len(NOTE.sub("", text)) for text in kept) <= max(limit * 4, sum(map(len, texts)))
    if sum(map(len, texts)) > limit * 4:
        assert sum(len(text) for text in kept if not NOTE.fullmatch(text)) <= limit * 4


def test_small_parts_stay_whole_beside_a_large_one() -> None:
    cut = truncated(result("c", parts(["small", "x" * 10_000])), 100)
    first, picture, last = cut["content"]
    assert first["text"] == "small"
    assert picture["type"] == "image"
    assert len(last["text"]) <= 395
    assert "chars dropped" in last["text"]


def test_results_in_content_parts_are_cut_each_for_itself() -> None:
    message = used("a", "b", content="x" * 10_000)
    cut = truncated(message, 100)
    assert [len(part["content"]) <= 400 for part in cut["content"]] == [True, True]
    assert len(message["content"][0]["content"]) == 10_000
    assert truncated(cut, 100) is cut
    inner = truncated(used("a", content=[{"type": "text", "text": "x" * 10_000}]), 100)
    assert "chars dropped" in inner["content"][0]["content"][0]["text"]


@pytest.mark.parametrize(
    "message",
    [
        said("x" * 10_000, "user"),
        said("x" * 10_000),
        result("c", None),
        result("c", {"odd": 1}),
        {"role": "user", "content": ["x" * 10_000]},
    ],
)
def test_what_a_person_or_the_model_says_is_never_cut(message: dict[str, Any]) -> None:
    assert truncated(message, 10) is message
