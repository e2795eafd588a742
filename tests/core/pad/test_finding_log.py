"""Lines about changed findings: how they are numbered."""

from __future__ import annotations

import pytest

from scratchpad_tui.core.pad.evidence import log_key
from scratchpad_tui.core.pad.finding_log import next_number


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("", 1),
        ("{#k-changed-1} {#k-changed-3}", 4),
        ("see k-changed-7 there", 8),
        ("{#long-k-changed-7} {#k-changed-7-b}", 1),
        ("k-changed-999999998", 999_999_999),
        ("k-changed-999999999", 1),
        ("k-changed-999999999 k-changed-1", 2),
    ],
)
def test_a_number_is_free_and_a_log_lines_whatever_a_text_names(text: str, number: int) -> None:
    assert next_number(text, "k") == number
    assert log_key(f"k-changed-{number}") == ("k", number)
