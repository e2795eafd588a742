"""Estimates of what messages take: every kind of part is counted, and no payload as text."""

from __future__ import annotations

import pytest

from scratchpad_tui.core.estimates import IMAGE_TOKENS, MESSAGE_TOKENS, message_tokens, size, tokens

BASE64 = "QUJD" * 50_000


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (None, 0),
        ("", 0),
        ("x" * 400, 100),
        ("é" * 200, 100),
        ("\udcb2" * 4, 3),
        ([], 0),
        ([{"type": "text", "text": "x" * 400}], 100),
        ([{"type": "tool_result", "tool_use_id": "i" * 99, "content": "x" * 400}], 100),
        ([{"type": "tool_result", "content": [{"type": "text", "text": "x" * 400}]}], 100),
        ([{"type": "thinking", "thinking": "x" * 400, "signature": "s" * 9_000}], 100),
        ([{"type": "image", "source": {"type": "base64", "data": BASE64}}], IMAGE_TOKENS),
        ([{"type": "image_url", "image_url": {"url": "data:image/png;base64," + BASE64}}], IMAGE_TOKENS),
        ("data:image/png;base64," + BASE64, IMAGE_TOKENS),
        ([{"inlineData": {"mimeType": "image/png", "data": BASE64}}], IMAGE_TOKENS),
        ([{"text": "x" * 400}], 100),
        ({"a": True, "b": 12}, 2),
    ],
)
def test_contents_of_every_kind(content: object, expected: int) -> None:
    assert tokens(content) == expected


def test_names_and_arguments_of_calls_are_counted() -> None:
    call = {"id": "c1", "type": "function", "function": {"name": "run", "arguments": "x" * 400}}
    found = message_tokens({"role": "assistant", "content": None, "tool_calls": [call]})
    assert 100 + MESSAGE_TOKENS <= found <= 115 + MESSAGE_TOKENS
    use = {"type": "tool_use", "id": "t", "name": "run", "input": {"command": "x" * 400}}
    assert 100 <= tokens([use]) <= 105


def test_reasoning_is_counted_and_a_message_has_its_frame() -> None:
    assert message_tokens({"role": "user", "content": ""}) == MESSAGE_TOKENS
    assert (
        message_tokens({"role": "assistant", "content": "", "reasoning_content": "x" * 40})
        == MESSAGE_TOKENS + 10
    )


def test_deep_nesting_is_counted_without_recursion() -> None:
    value: object = "x" * 40
    for _ in range(50_000):
        value = [value]
    assert size(value) == 40
