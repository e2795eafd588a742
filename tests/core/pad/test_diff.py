"""Differences by lines: what the diff says is what happened."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scratchpad_tui.core.pad.diff import changed_sections, changes, counts, unified
from scratchpad_tui.core.pad.lines import texts
from scratchpad_tui.core.pad.parse import parse_text
from scratchpad_tui.core.pad.schema import TASK
from tests.core.pad.pads import SEPARATORS, TASK_TEXTS, pad

LINES = st.lists(
    st.sampled_from(["a", "b", "c", "", "+x", "-y", "@@ z", "--- w", f"q{SEPARATORS}r"]), max_size=12
)


def with_changes(old: list[str], new: list[str]) -> list[str]:
    """The old lines with the changes made in them."""
    lines = list(old)
    for change in reversed(changes(old, new)):
        lines[change.start : change.stop] = new[change.new_start : change.new_stop]
    return lines


def with_patch(old: list[str], patch: str) -> list[str]:
    """The old lines with a unified diff applied, as any patch tool would."""
    lines: list[str] = []
    at = 0
    for row in patch.split("\n")[2:]:
        hunk = re.fullmatch(r"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@", row)
        if hunk:
            start, length = int(hunk[1]), int(hunk[2] or 1)
            begin = start - 1 if length else start
            lines += old[at:begin]
            at = begin
            new_start, new_length = int(hunk[3]), int(hunk[4] or 1)
            assert len(lines) == (new_start - 1 if new_length else new_start)
            continue
        sign, text = row[0], row[1:]
        if sign != "+":
            assert old[at] == text
            at += 1
        if sign != "-":
            lines.append(text)
    return lines + old[at:]


@given(LINES, LINES)
def test_the_changes_made_in_the_old_lines_give_the_new_ones(old: list[str], new: list[str]) -> None:
    """Merge and marks stand on this."""
    assert with_changes(old, new) == new


@given(LINES, LINES)
def test_changes_stand_in_order_and_are_real(old: list[str], new: list[str]) -> None:
    """No change overlaps another, and none puts lines in the place of the same lines."""
    at = new_at = 0
    for change in changes(old, new):
        assert at <= change.start <= change.stop <= len(old)
        assert change.start - at == change.new_start - new_at
        assert old[change.start : change.stop] != new[change.new_start : change.new_stop]
        at, new_at = change.stop, change.new_stop
    assert old[at:] == new[new_at:]


@given(LINES, LINES, st.integers(0, 3))
def test_a_unified_diff_applies_like_any_patch(old: list[str], new: list[str], context: int) -> None:
    """What is printed can be taken elsewhere; also lines that look like a diff's own."""
    shown = unified("\n".join([*old, ""]), "\n".join([*new, ""]), context=context)
    if old == new:
        assert shown == ""
    else:
        assert with_patch(old, shown) == new


@given(LINES, LINES)
def test_the_counts_are_those_of_the_diff_shown(old: list[str], new: list[str]) -> None:
    """The timeline's figures and its diff agree."""
    before, after = "\n".join([*old, ""]), "\n".join([*new, ""])
    rows = unified(before, after).split("\n")[2:]
    amount = counts(before, after)
    assert amount.added == sum(row.startswith("+") for row in rows)
    assert amount.removed == sum(row.startswith("-") for row in rows)
    assert amount.added - amount.removed == len(new) - len(old)


@given(TASK_TEXTS, TASK_TEXTS)
def test_pads_differ_by_lines_whatever_their_ends(old: str, new: str) -> None:
    """One CRLF save must not show as a change of every line."""
    assert with_changes(texts(old), texts(new)) == texts(new)
    assert unified(old, "".join(f"{line}\r\n" for line in texts(old))) == ""


def test_one_line_of_context_stands_around_a_change() -> None:
    """Small, readable diffs: the description's own form."""
    old, new = "a\nb\nc\nd\ne\nf\ng\n", "a\nb\nX\nd\ne\nf\nY\n"
    assert unified(old, new).split("\n") == [
        "--- before",
        "+++ after",
        "@@ -2,3 +2,3 @@",
        " b",
        "-c",
        "+X",
        " d",
        "@@ -6,2 +6,2 @@",
        " f",
        "-g",
        "+Y",
    ]


def test_sections_without_a_change_of_their_text_are_not_named() -> None:
    """Blank lines and line ends are no news to an agent."""
    old = parse_text(pad(), TASK)
    new = parse_text(
        pad(
            end="\r\n",
            Plan="\n1. [x] read the sample files\n\n2. [ ] write the tokenizer  \n3. [ ] wire the command line",
        ),
        TASK,
    )
    assert changed_sections(old, new) == []
    assert changed_sections(old, parse_text(pad(Next="go", Task=[]), TASK)) == ["Task", "Next"]


@pytest.mark.parametrize("size", [1_000, 30_000])
def test_a_big_change_is_told_whole(size: int) -> None:
    """Lines that stand on one side alone are replaced as one, with the right figures."""
    old = "\n".join(["head", *(f"old {n}" for n in range(size)), "tail"])
    new = "\n".join(["head", *(f"new {n}" for n in range(size)), "tail"])
    assert counts(old, new) == (size, size)
    assert changes(texts(old), texts(new)) == [(1, size + 1, 1, size + 1)]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (["head", *[""] * 30_000, "tail"], ["HEAD", *[""] * 30_005, "TAIL"]),
        ([f"l{n % 10}" for n in range(15_000)], [f"l{n % 7}" for n in range(15_000)]),
        ([f"l{n}" for n in range(15_000)], [f"l{n}" for n in reversed(range(15_000))]),
        (["a", "b"] * 7_500, ["b", "a", "c"] * 5_000),
        ([f"l{n}" for n in range(30_000)], [f"l{n}" if n % 2 else f"m{n}" for n in range(30_000)]),
    ],
    ids=["blank lines", "few texts", "turned round", "by turns", "every second"],
)
def test_many_equal_lines_are_compared_in_reasonable_time(old: list[str], new: list[str]) -> None:
    """Comparing each with each would not return in the life of this test; coarse is fine, wrong is not."""
    assert with_changes(old, new) == new
