"""Lines and their kinds: where a line ends, what is a heading, a fence, a comment, a conflict."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scratchpad_tui.core.pad.lines import Line, is_blank, join_lines, split_lines, texts
from scratchpad_tui.core.pad.scan import heading_name, scan
from tests.core.pad import oracle
from tests.core.pad.pads import CONFLICT, SCRAPS, SEPARATORS, TASK_TEXTS


@given(st.one_of(SCRAPS, st.text(max_size=40), TASK_TEXTS))
def test_lines_joined_again_are_the_text(text: str) -> None:
    """Everything stands on this: a line not touched is the same bytes."""
    assert join_lines(split_lines(text)) == text


@given(st.one_of(SCRAPS, TASK_TEXTS))
def test_lines_are_those_that_counting_characters_gives(text: str) -> None:
    """LF, CRLF and CR end a line, nothing else does."""
    assert [(line.text, line.end) for line in split_lines(text)] == oracle.split(text)


@pytest.mark.parametrize("char", SEPARATORS)
def test_a_unicode_separator_does_not_end_a_line(char: str) -> None:
    """`str.splitlines` would cut there, and one entry would become two."""
    assert split_lines(f"- a{char}b\n") == [Line(f"- a{char}b", "\n")]
    assert texts(f"a{char}## Plan\r\nb") == [f"a{char}## Plan", "b"]


def test_crlf_is_one_end_and_cr_cr_lf_are_two() -> None:
    """A lone CR is an end of its own."""
    assert [line.end for line in split_lines("a\r\nb\rc\r\r\nd\n\re")] == [
        "\r\n",
        "\r",
        "\r",
        "\r\n",
        "\n",
        "\r",
        "",
    ]


def test_white_space_alone_is_blank() -> None:
    """Also of the kind that no keyboard has, since nobody sees a difference."""
    assert all(is_blank(text) for text in ("", " ", "\t \t", "\u00a0", "\u3000\x0b"))
    assert not is_blank(" x ")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("## Plan", "Plan"),
        ("##\tPlan", "Plan"),
        ("##    Plan   ", "Plan"),
        ("## Plan ##", "Plan"),
        ("## Plan #  ", "Plan"),
        ("## Ruled out ########", "Ruled out"),
        ("## Plan#", "Plan#"),
        ("## C# notes", "C# notes"),
        ("##\u00a0Plan", "Plan"),
        ("##", ""),
        ("## ", ""),
        ("## ##", ""),
        ("# Plan", None),
        ("### Plan", None),
        ("##Plan", None),
        (" ## Plan", None),
        ("\\## Plan", None),
        ("> ## Plan", None),
        ("- ## Plan", None),
        ("", None),
    ],
)
def test_a_level_2_heading_stands_in_the_first_column(text: str, name: str | None) -> None:
    """Letter case and spelling are kept; outer blanks and a closing run of hashes are no part of the name."""
    assert heading_name(text) == name
    assert scan([text]).lines[0].heading == name


FENCES = [
    ["```", "## Next", "```"],
    ["```sh", "## Next", "```"],
    ["~~~", "```", "## Next", "~~~"],
    ["````", "```", "## Next", "````"],
    ["```", "## Next", "`````"],
    ["   ```", "## Next", "   ```"],
    ["```", "## Next", "   ```  "],
    ["- ```", "## Next", "  ```"],
    ["1. [ ] ```sh", "## Next", "   ```"],
    ["- - 2. ~~~", "## Next", "~~~"],
    ["~~~ `a`", "## Next", "~~~"],
    ["<!-- x", "## Next", "-->"],
    ["<!--", "```", "## Next", "-->"],
    ["- <!--", "## Next", "y --> z"],
    ["    <!--", "## Next", "-->"],
]


@pytest.mark.parametrize("lines", FENCES, ids=repr)
def test_a_heading_like_line_in_a_fence_or_comment_is_content(lines: list[str]) -> None:
    """A note that quotes a pad must not cut the pad in two."""
    found = scan(["## Plan", *lines, "## Task"])
    assert [line.heading for line in found.lines if line.heading is not None] == ["Plan", "Task"]
    assert found.unclosed is None
    assert all(line.opened == 1 for line in found.lines[1:-1])


@pytest.mark.parametrize(
    "lines",
    [
        ["`` `", "## Next"],
        ["``` a`b", "## Next"],
        ["    ```", "## Next"],
        ["text ```", "## Next"],
        ["text <!-- x", "## Next"],
        ["<!-- one line -->", "## Next"],
        ["<!-->", "## Next"],
        ["-->", "## Next"],
        ["<! --", "## Next"],
        ["-```", "## Next"],
    ],
    ids=repr,
)
def test_what_only_looks_like_a_fence_or_comment_opens_nothing(lines: list[str]) -> None:
    """Otherwise a stray backtick would swallow the sections behind it."""
    found = scan(lines)
    assert found.lines[-1].heading == "Next"
    assert found.unclosed is None


@pytest.mark.parametrize(
    ("lines", "opened"),
    [
        (["a", "```"], 1),
        (["````", "```"], 0),
        (["```", "~~~"], 0),
        (["```", "``` sh"], 0),
        (["```", "    ```"], 0),
        (["```", "x", "```", "```"], 3),
        (["<!-- a", "- ->"], 0),
        (["<!-- -- >", "x"], 0),
        (["- 1. ~~~~", "~~~"], 0),
    ],
    ids=repr,
)
def test_what_is_never_closed_is_told_with_the_line_that_opened_it(lines: list[str], opened: int) -> None:
    """A person looks for the opening, which may be far above where the trouble shows."""
    found = scan(lines)
    assert found.unclosed is not None
    assert found.unclosed.opened == opened


@pytest.mark.parametrize(
    ("text", "conflict"),
    [
        (CONFLICT, (0, 2, 4)),
        ("a\n<<<<<<< \n=======\n>>>>>>> ", (1, 2, 3)),
        ("<<<<<<< a\n<<<<<<< b\n=======\n=======\n>>>>>>> c", (1, 2, 4)),
        ("<!--\n<<<<<<< a\n=======\n>>>>>>> b\n-->", (1, 2, 3)),
        ("<<<<<<< a\n=======\n<<<<<<< b\n>>>>>>> c", None),
        ("=======", None),
        ("<<<<<<< a\n>>>>>>> b", None),
        (">>>>>>> b\n=======\n<<<<<<< a", None),
        ("<<<<<<<\n=======\n>>>>>>>", None),
        ("<<<<<<< a\n======= \n>>>>>>> b", None),
        ("<<<<<<< a\n======== \n>>>>>>> b", None),
        (f"```\n{CONFLICT}\n```", None),
        (" <<<<<<< a\n =======\n >>>>>>> b", None),
    ],
)
def test_three_markers_in_order_are_a_conflict_and_nothing_less(
    text: str, conflict: tuple[int, int, int] | None
) -> None:
    """A merge that went wrong is not content; a ruler of equal signs is."""
    assert scan(text.split("\n")).conflict == conflict


@given(st.one_of(SCRAPS, TASK_TEXTS))
def test_the_scan_says_what_the_slow_reader_says(text: str) -> None:
    """Two writings of the rules for headings, fences, comments and conflicts."""
    lines = oracle.split(text)
    rows, unclosed = oracle.read(lines)
    found = scan(line for line, _ in lines)
    assert [line.heading for line in found.lines] == [row.heading for row in rows]
    assert [line.opened for line in found.lines] == [row.block for row in rows]
    assert [line.inside == "comment" for line in found.lines] == [row.comment for row in rows]
    assert (found.unclosed.opened if found.unclosed else -1) == unclosed
    assert (found.conflict is not None) == oracle.in_conflict(rows)
