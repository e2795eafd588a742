"""What is wrong with the file and what mends it: both are read at every width, in words that hold where they stand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.text import width
from scratchpad_tui.tui import keys
from scratchpad_tui.tui.trouble import helps_now, trouble_rows
from tests.tui.drive import drive
from tests.tui.fake import FakeSource, make_view, remedies

if TYPE_CHECKING:
    from scratchpad_tui.tui.layout import Span
    from tests.tui.drive import Stage

SENTENCE = 'Line 14: unknown section "Rulled out"'
REMEDY = "E mends it, r recovers v42"


def told(rows: list[tuple[Span, ...]]) -> list[str]:
    """The rows as text."""
    return ["".join(span.text for span in row).rstrip() for row in rows]


@pytest.mark.parametrize("state", ["BROKEN", "CONFLICT"])
def test_the_states_in_capitals_take_line_2(state: str) -> None:
    """The sentence and what mends it, on one row where there is room."""
    view = make_view(state=state, sentence="Line 7 is no heading.", remedies=remedies("E opens it"))
    assert told(trouble_rows(view, 60)) == [" Line 7 is no heading. · E opens it"]


@pytest.mark.parametrize("cells", [1, 2, 5, 11, 20, 40, 79, 80, 120, 200])
@pytest.mark.parametrize(
    ("sentence", "remedy"),
    [("The pad does not parse (line 3: \x1b[2J).", "E mends it"), ("s" * 200, "r " * 200), ("", "")],
)
def test_the_rows_are_filled_exactly(sentence: str, remedy: str, cells: int) -> None:
    """Nothing hangs over, nothing is left from before, no control gets through, and the pad keeps its room."""
    rows = trouble_rows(make_view(state="BROKEN", sentence=sentence, remedies=remedies(remedy)), cells)
    assert 1 <= len(rows) <= 4
    for row in rows:
        text = "".join(span.text for span in row)
        assert width(text) == cells
        assert text.isprintable()


def test_a_remedy_of_the_live_screen_says_on_other_screens_how_to_get_there() -> None:
    """`E` does nothing there, and `r` something else."""
    remedy = "E mends it, r recovers v18"
    view = make_view(state="BROKEN", sentence="Line 4 is no heading.", remedies=remedies(remedy))
    assert [told(trouble_rows(view, 80, elsewhere=there)) for there in (False, True)] == [
        [f" Line 4 is no heading. · {remedy}"],
        [f" Line 4 is no heading. · 1 Live: {remedy}"],
    ]
    bare = view._replace(remedies=())
    assert told(trouble_rows(bare, 80, elsewhere=True)) == [" Line 4 is no heading."]


def test_the_remedy_names_the_keys_that_are_bound() -> None:
    """The core names those of the table."""
    keys.bind({"edit.external": ("f4",), "version.restore": ("down",)})
    try:
        rows = told(trouble_rows(make_view(state="BROKEN", sentence=SENTENCE, remedies=remedies(REMEDY)), 80))
    finally:
        keys.bind({})
    assert rows == [f" {SENTENCE} · f4 mends it, ↓ recovers v42"]


def test_what_stands_below_is_named_where_it_is_not_the_file() -> None:
    """On the last row that has room for it, in fewer words where it must; other screens have no pad below."""
    view = make_view(state="BROKEN", sentence=SENTENCE, remedies=remedies(REMEDY), stands="v42")
    assert told(trouble_rows(view, 100)) == [f" {SENTENCE} · {REMEDY} · below: v42"]
    longer = view._replace(remedies=remedies("E mends it, r recovers v142"))
    assert told(trouble_rows(longer, 40)) == [f" {SENTENCE}", " E mends it, r recovers v142 · v42 below"]
    salvaged = view._replace(stands="what could be read")
    assert told(trouble_rows(salvaged, 40))[2:] == [" Below: what could be read"]
    assert not any("below" in row for row in told(trouble_rows(view, 100, elsewhere=True)))


@pytest.mark.parametrize(
    ("state", "remedy", "words"),
    [
        (
            "BROKEN",
            "E mends it, r recovers v42",
            ("E mends it: the file opens", "r recovers v42: what would take"),
        ),
        ("CONFLICT", "E opens it: keep one side", ("E opens it: keep one side",)),
        ("no file", "", ("The pad is gone", "r recovers it")),
    ],
)
def test_help_begins_with_what_helps_now(state: str, remedy: str, words: tuple[str, ...]) -> None:
    """Each way out by the word that the banner and the footer have for it, and where its key works."""
    view = make_view(state=state, sentence=SENTENCE if remedy else "", remedies=remedies(remedy))
    here = helps_now(view, elsewhere=False, read_only=False)
    assert all(any(word in sentence for sentence in here) for word in words)
    assert here[0] == (SENTENCE if remedy else "The pad is gone; the next write brings it back")
    there = helps_now(view, elsewhere=True, read_only=False)
    assert all(sentence.startswith("1 Live: ") for sentence in there[1:])
    closed = helps_now(view, elsewhere=False, read_only=True)
    assert [sentence[:9] for sentence in closed[1:]] == ["Read-only"]
    assert helps_now(make_view(), elsewhere=False, read_only=False) == []


def test_of_a_pad_that_is_well_it_says_at_most_that_it_is_only_read() -> None:
    said = [helps_now(make_view(), elsewhere=False, read_only=closed) for closed in (False, True)]
    assert said[0] == []
    assert [sentence.partition(":")[0] for sentence in said[1]] == ["Read-only"]


def test_of_what_cannot_be_read_it_says_why_and_not_that_it_is_gone() -> None:
    """No key brings it back, and the next write may not either."""
    fault = "pad.md is a directory; name a file"
    view = make_view(state="no file", sentence=fault, fault=fault)
    assert helps_now(view, elsewhere=False, read_only=False) == [fault]
    assert helps_now(view, elsewhere=False, read_only=True)[0] == fault


def test_the_help_of_a_broken_pad_shows_it_until_the_pad_is_mended() -> None:
    async def script(stage: Stage) -> None:
        await stage.show(make_view(state="BROKEN", sentence=SENTENCE, remedies=remedies(REMEDY)))
        await stage.press("question_mark")
        after = stage.text.partition("Help · Live")[2].split("\n")
        assert SENTENCE in after[1]
        assert "E mends it: " in after[2]
        await stage.show(make_view())
        assert "E mends it" not in stage.text

    drive(script, size=(120, 40))


def test_a_read_only_watch_names_no_key_that_mends() -> None:
    """There they would be refused."""
    view = make_view(state="BROKEN", sentence=SENTENCE, remedies=remedies(REMEDY))
    assert told(trouble_rows(view, 80, read_only=True)) == [f" {SENTENCE}"]


@pytest.mark.parametrize("size", [(40, 12), (60, 30), (80, 24)])
def test_what_is_wrong_and_what_mends_it_are_both_read_whole(size: tuple[int, int]) -> None:
    """On rows of their own where one is too short for both; the pad below gives them, and takes them back."""
    source = FakeSource()

    async def script(stage: Stage) -> None:
        healthy = stage.text.split("\n")
        await stage.show(make_view(state="BROKEN", sentence=SENTENCE, remedies=remedies(REMEDY)))
        broken = stage.text.split("\n")
        head = " ".join(row.strip() for row in broken[1:4])
        assert SENTENCE in head
        assert REMEDY in head
        assert broken[-1].startswith(" E mend  r recover")
        assert "NEXT" in stage.text
        await stage.show(make_view())
        assert stage.text.split("\n")[:-1] == healthy[:-1]

    drive(script, source=source, size=size)
