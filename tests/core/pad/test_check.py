"""Everything that is said about a pad's text: faults that stop it, warnings that stop nothing."""

# ruff: noqa: RUF001  letters that look like others are what some of these tests are about
from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scratchpad_tui.core.pad.check import check_pad, check_text
from scratchpad_tui.core.pad.schema import TASK
from tests.core.pad.pads import CONFLICT, TASK_TEXTS, Desk, pad

if TYPE_CHECKING:
    from pathlib import Path


def warnings(text: str) -> list[tuple[int, int, str]]:
    """Place and code of each warning about a text that parses."""
    checked = check_text(text.encode(), TASK)
    assert checked.ok
    return [(problem.line, problem.column, problem.code) for problem in checked.warnings]


def test_a_well_formed_pad_has_nothing_to_say() -> None:
    """A check that always warns is not read."""
    assert warnings(pad()) == []
    assert warnings(pad(bom=True, end="\r\n", final=False)) == []
    assert (
        warnings(pad(Findings=["- שלום עולם", "- مرحبا", "- 測試", "- \U0001f642", "- e\u0301", "- a\tb"]))
        == []
    )


def test_faults_are_those_of_the_parser_and_stop_the_warnings() -> None:
    """Line and column as the parser gives them."""
    checked = check_text(pad(Findings=CONFLICT + "\n\u200b").encode(), TASK)
    assert not checked.ok
    assert [(p.line, p.code) for p in checked.errors] == [(10, "conflict")]
    assert checked.warnings == ()


@pytest.mark.parametrize(
    ("drop", "line"),
    [("Task", 1), ("Plan", 1), ("Findings", 4), ("Next", 15)],
)
def test_a_missing_section_is_a_warning_where_it_would_stand(drop: str, line: int) -> None:
    """It is no fault: the next write adds it."""
    whole = pad()
    start = whole.index(f"## {drop}\n")
    stop = whole.find("\n## ", start) + 1 or len(whole)
    (found,) = check_text((whole[:start] + whole[stop:]).encode(), TASK).warnings
    assert (found.line, found.code) == (line, "missing-section")
    assert drop in found.message


def test_an_empty_text_lacks_every_section() -> None:
    """Six warnings, no fault."""
    assert [code for _, _, code in warnings("")] == ["missing-section"] * 6


def test_over_the_cap_is_a_warning_at_the_heading_with_both_numbers() -> None:
    """Never a fault and never a cut."""
    (found,) = check_text(pad(Next="n" * 260).encode(), TASK).warnings
    assert (found.line, found.code) == (18, "over-cap")
    assert all(number in found.message for number in ("261", "200", "61"))
    assert warnings(pad(Next="n" * 199)) == []


@pytest.mark.parametrize(
    "char",
    [
        "\u200b",
        "\u202e",
        "\u2066",
        "\U000e0041",
        "\x1b",
        "\x9b",
        "\x07",
        "\ufeff",
        "\u2028",
        "\x85",
        "\x0c",
        "\x7f",
        "\ue000",
    ],
)
def test_a_hidden_character_is_a_warning_at_its_place(char: str) -> None:
    """What a person cannot see can still speak to the agent, or act on a terminal."""
    (found,) = check_text(pad(Findings=f"- ab{char}cd").encode(), TASK).warnings
    assert (found.line, found.column, found.code) == (10, 5, "hidden-character")
    assert f"U+{ord(char):04X}" in found.message
    assert char not in found.message


def test_several_hidden_characters_of_a_line_are_one_warning() -> None:
    """With how many more there are."""
    (found,) = check_text(pad(Findings="- a\x1b[31m\x1b[0m\u200bb").encode(), TASK).warnings
    assert (found.line, found.column) == (10, 4)
    assert "2 more" in found.message


def test_columns_count_from_1_behind_a_byte_order_mark() -> None:
    """The mark is the file's, not the line's; it is no hidden character at the start of the file."""
    assert warnings(pad(bom=True, Task="\u200bx")) == [(2, 1, "hidden-character")]


def test_joiners_of_a_script_that_uses_them_are_one_warning_a_file() -> None:
    """Persian and Hebrew are written with them; a warning a line would drown the real ones."""
    found = warnings(pad(Findings=["- می\u200cخواهم", "- نمی\u200cدانم", "- שלום\u200f!"], Next="क्\u200dष"))
    assert found == [(10, 5, "joiner")]
    assert warnings(pad(Findings=["- \U0001f469\u200d\U0001f467 ok"])) == []
    assert [code for _, _, code in warnings(pad(Findings=["- a\u200cb", "- c\u200fd"]))] == [
        "hidden-character"
    ] * 2


def test_a_no_break_space_in_a_heading_is_told_with_its_code_point() -> None:
    """It looks right and is read as meant, since two such lines cannot be told apart by eye."""
    (found,) = check_text(pad().replace("## Plan", "##\u00a0Plan").encode(), TASK).warnings
    assert (found.line, found.column, found.code) == (4, 3, "odd-blank")
    assert "U+00A0" in found.message


@pytest.mark.parametrize("line", ["##Plan", " ## Plan", "# Plan", "### plan ##", "##Plan ##"])
def test_what_looks_like_a_missing_heading_is_told(line: str) -> None:
    """The section is missing, and here is why."""
    found = check_text(pad().replace("## Plan", line).encode(), TASK).warnings
    assert [(p.line, p.code) for p in found] == [(1, "missing-section"), (4, "looks-like-heading")]
    assert "## Plan" in found[1].message


def test_what_looks_like_a_heading_is_text_where_the_section_is_there_or_quoted() -> None:
    """A level-3 heading of that name is a person's own."""
    assert warnings(pad(Findings="### Plan\n```\n# Next\n```")) == []
    assert [code for _, _, code in warnings(pad(Task="```\n# Plan\n```").replace("## Plan\n", ""))] == [
        "missing-section"
    ]


@given(st.one_of(TASK_TEXTS, st.text(max_size=60), st.binary(max_size=40)))
def test_every_problem_has_a_place_in_the_text_a_code_and_a_sentence(made: str | bytes) -> None:
    """An editor jumps to line and column: they must exist."""
    data = made.encode("utf-8", "replace") if isinstance(made, str) else made
    checked = check_text(data, TASK)
    text = data.decode("utf-8", "replace").removeprefix("\ufeff")
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for problems in (checked.errors, checked.warnings):
        places = [(p.line, p.column) for p in problems]
        assert places == sorted(places)
        for problem in problems:
            assert 1 <= problem.line <= len(lines)
            assert 1 <= problem.column <= len(lines[problem.line - 1]) + 1
            assert problem.code
            assert len(problem.message) > 20
            assert "\n" not in problem.message


def test_a_pad_is_judged_with_its_history(pad_path: Path) -> None:
    """A lost heading or an emptied file can only be seen from before; a text alone has no before."""
    desk = Desk(pad_path)
    whole = pad(Ruled_out=["- a", "- b"])
    assert check_pad(desk.store()) is None
    desk.save(whole)
    hand = desk.put(whole.replace("## Ruled out\n", ""))
    checked = check_pad(desk.store())
    assert checked
    assert [p.code for p in checked.errors] == ["lost-heading"]
    assert [p.code for p in check_text(hand, TASK).warnings] == ["missing-section"]
    desk.put("")
    checked = check_pad(desk.store())
    assert checked
    assert [p.code for p in checked.errors] == ["emptied"]
    desk.put(pad(Next="n" * 260))
    checked = check_pad(desk.store())
    assert checked
    assert [p.code for p in checked.warnings] == ["over-cap"]


def test_a_pad_that_is_gone_is_told_as_readers_tell_it(pad_path: Path) -> None:
    """Its history has the text: that is not "nothing there yet"."""
    desk = Desk(pad_path)
    desk.save(pad())
    pad_path.unlink()
    checked = check_pad(desk.store())
    assert checked
    assert checked.ok
    assert [(p.code, p.message) for p in checked.warnings] == [("gone", desk.store().read().notice)]
    assert "version 1" in checked.warnings[0].message


def test_checking_changes_nothing(pad_path: Path) -> None:
    """It is what one runs when the agent behaves strangely."""
    desk = Desk(pad_path)
    desk.save(pad())
    desk.put("## Vibes\n")
    before = {path: path.read_bytes() for path in pad_path.parent.rglob("*") if path.is_file()}
    checked = check_pad(desk.store())
    assert checked
    assert not checked.ok
    assert before == {path: path.read_bytes() for path in pad_path.parent.rglob("*") if path.is_file()}
