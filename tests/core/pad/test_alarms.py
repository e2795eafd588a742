"""Alarms: what is taken away is flagged, what goes forward is silent."""

from __future__ import annotations

import pytest
from hypothesis import given

from scratchpad_tui.core.errors import PatchError
from scratchpad_tui.core.pad.alarms import find_alarms, shorter
from scratchpad_tui.core.pad.operations import apply_patches
from scratchpad_tui.core.pad.parse import parse_text
from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.pad.schema import EMPTY_MARK, TASK
from tests.core.pad.pads import CONTENTS, TASK_TEXTS, pad


def bullets(text: str) -> list[str]:
    """One entry a letter."""
    return [f"- {letter}" for letter in text]


def findings(old: str, new: str) -> list[str]:
    """The alarms of a write that makes the new entries of the old ones."""
    before, after = (parse_text(pad(Findings=bullets(text)), TASK) for text in (old, new))
    return find_alarms(before, after)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("a", "", "lost all of its entries (1)"),
        ("abc", "", "lost all of its entries (3)"),
        ("abc", "a", "went from 3 entries to 1"),
        ("abcde", "ab", "went from 5 entries to 2"),
        ("abcde", "xy", "went from 5 entries to 2"),
        ("ab", "xy", "dropped 2 of its 2 entries"),
        ("abc", "axy", "dropped 2 of its 3 entries"),
        ("abc", "xyzvw", "dropped 3 of its 3 entries"),
        ("abcd", "xyzd", "dropped 3 of its 4 entries"),
    ],
)
def test_a_write_that_takes_most_of_a_section_is_flagged(old: str, new: str, said: str) -> None:
    """Silent loss is what a person must not find out about days later."""
    (alarm,) = findings(old, new)
    assert alarm == f"Findings {said}"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("", ""),
        ("", "abc"),
        ("abc", "abc"),
        ("abc", "abcd"),
        ("abc", "cba"),
        ("a", "b"),
        ("a", "xyz"),
        ("ab", "a"),
        ("ab", "ax"),
        ("abcd", "ab"),
        ("abcd", "abxy"),
        ("abc", "ab"),
        ("abcd", "abc"),
    ],
)
def test_forward_motion_is_silent(old: str, new: str) -> None:
    """Also one entry replaced by one, and half of them: alarms that cry daily are not read."""
    assert findings(old, new) == []


@pytest.mark.parametrize(
    ("old", "new", "flagged"),
    [
        ("1. [x] a", "1. [ ] a", True),
        ("1. [X] a", "1. [ ] a", True),
        ("1. [x] a\n2. [ ] b", "1. [ ] a\n2. [x] b", True),
        ("1. [x] a\n2. [x] a", "1. [x] a\n2. [ ] a", True),
        ("1. [x] a\n   more", "3. [ ] a\n   more", True),
        ("1. [ ] a", "1. [x] a", False),
        ("1. [x] a", "1. [x] a\n2. [ ] b", False),
        ("1. [x] a", "1. [x] a\n2. [ ] a", False),
        ("1. [x] a", "1. [X] a", False),
        ("1. [x] a\n2. [ ] a", "1. [x] a\n2. [x] a", False),
        ("1. [x] a\n2. [ ] b", "2. [ ] b", False),
        ("1. [x] a\n2. [ ] a", "2. [ ] a", False),
    ],
)
def test_an_unticked_item_is_flagged(old: str, new: str, flagged: bool) -> None:  # noqa: FBT001
    """A step that was done and is open again is a decision that somebody should see."""
    found = find_alarms(parse_text(pad(Plan=old), TASK), parse_text(pad(Plan=new), TASK))
    assert found == (["Plan has an item unticked: a"] if flagged else [])


def test_each_section_is_flagged_by_itself_in_the_pads_order() -> None:
    """A replaced pad loses several."""
    before, after = parse_text(pad(), TASK), parse_text("", TASK)
    assert [alarm.split(" lost")[0] for alarm in find_alarms(before, after)] == [
        "Task",
        "Plan",
        "Findings",
        "Next",
    ]


@pytest.mark.parametrize(
    "after",
    [pad(end="\r\n"), pad(bom=True, final=False), pad(Findings="* rows are split on ; and not on ,\n")],
)
def test_the_same_entries_in_another_dress_are_silent(after: str) -> None:
    """Line ends, bullets and blank lines are no loss."""
    assert find_alarms(parse_text(pad(), TASK), parse_text(after, TASK)) == []


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ("abcde", "", "Findings lost all 5"),
        ("abcde", "a", "Findings 5 to 1"),
        ("abcd", "axyz", "Findings dropped 3 of 4"),
    ],
)
def test_every_alarm_has_fewer_words(before: str, after: str, words: str) -> None:
    """Figures are kept: they say how much was lost."""
    old, new = (pad(Findings="\n".join(bullets(text)) + "\n") for text in (before, after))
    (alarm,) = find_alarms(parse_text(old, TASK), parse_text(new, TASK))
    assert shorter(alarm) == words
    assert shorter("Plan has an item unticked: go went from 3 entries to 2") == "Plan unticked"
    assert shorter("Somebody else's words") == "Somebody else's words"


@given(TASK_TEXTS, CONTENTS)
def test_adding_is_always_silent(text: str, content: str) -> None:
    """The most usual write of all."""
    before = parse_text(text, TASK)
    for name in ("Findings", "Plan"):
        if before.content(name) and EMPTY_MARK in before.body(name):
            # A mark among entries goes with the first append, and what was parted by it may be one entry then.
            continue
        try:
            after = apply_patches(before, [Patch(name, "append", content)]).document
        except PatchError:
            continue
        assert find_alarms(before, after) == []


@given(TASK_TEXTS)
def test_clearing_what_has_entries_is_always_flagged(text: str) -> None:
    """`clear` is the one operation that takes everything."""
    before = parse_text(text, TASK)
    for name in TASK.names:
        after = apply_patches(before, [Patch(name, "clear")]).document
        count = len(before.entries(name))
        assert find_alarms(before, after) == ([f"{name} lost all of its entries ({count})"] if count else [])
