"""The deny-list beside a pad."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.errors import StorageError
from scratchpad_tui.core.secrets.constraints import NAME, Constraints, danger, load, parse, told
from scratchpad_tui.core.secrets.scanner import scan

if TYPE_CHECKING:
    from pathlib import Path

LIST = """# Never write

- `project-nightingale` and `Bluebird`
* the case numbers: `/cust-[0-9]{6}/`
1. ``a ` tick``
Not an item: `free-text`
"""


def test_items_in_backticks_are_literals_or_expressions() -> None:
    read = parse(LIST)

    assert [word for word, _ in read.literals] == ["project-nightingale", "bluebird", "a ` tick"]
    assert [(pattern.pattern, line) for pattern, line in read.patterns] == [("cust-[0-9]{6}", 4)]
    assert read.faults == ()


@pytest.mark.parametrize("text", ["about Project-Nightingale", "see bluebird", "case cust-123456 is open"])
def test_they_are_found_in_any_case_and_named_by_line_alone(text: str) -> None:
    (finding,) = scan(text, parse(LIST))

    assert finding.rule.startswith("constraint-line-")
    assert "nightingale" not in repr(finding).lower()


def test_what_is_not_listed_is_free() -> None:
    assert scan("case cust-12 is open, free-text", parse(LIST)) == []


@pytest.mark.parametrize(
    "source",
    [
        "(a+)+$",
        "(a|a)*b",
        "(a*)*",
        "((ab)+c?)+",
        "(?:x+y)+",
        "a*b*c*d*e",
        r"(a)\1",
        "(?P<n>a)(?P=n)",
        "x" * 400,
        "(a{1,40}b){2,9}",
    ],
)
def test_an_expression_that_may_take_forever_is_refused(source: str) -> None:
    assert danger(source)


@pytest.mark.parametrize(
    "source",
    ["cust-[0-9]{6}", "(?:abc)+", "[*+(|]{3}", r"\(a\+\)\+", "(a|b)c", "(?i)acme( corp)?", "[^]x]+-[a-z]*"],
)
def test_a_plain_expression_counts(source: str) -> None:
    assert danger(source) == ""


def test_faulty_items_are_told_and_the_good_ones_count() -> None:
    read = parse("- `/(a+)+b/`\n- `/[unclosed/`\n- `ab`\n- `/x*/`\n- `good-one`\n")

    assert [fault.line for fault in read.faults] == [1, 2, 3, 4]
    assert [word for word, _ in read.literals] == ["good-one"]
    assert all(NAME in sentence for sentence in told(read.faults))
    assert scan("a good-one here", read)


def test_an_expression_is_looked_for_in_pieces_of_a_line() -> None:
    read = parse("- `/start.*end/`")

    assert scan("x" * 5_000 + " start of it, end " + "x" * 5_000, read)
    assert scan("start\nend", read) == []


def test_no_file_is_no_list_and_one_that_cannot_be_read_blocks(tmp_path: Path) -> None:
    assert load(str(tmp_path)) == Constraints()
    os.mkdir(tmp_path / NAME)

    with pytest.raises(StorageError, match="could not read"):
        load(str(tmp_path))


def test_the_list_hides_behind_no_invisible_character() -> None:
    assert scan("about project-night\u200bingale", parse(LIST))


@pytest.mark.parametrize(
    ("item", "said"),
    [
        ("bluebird", "bluebird"),
        ("istanbul", "\u0130STANBUL"),
        ("\u0130stanbul", "istanbul"),
        ("\u0131\u015f\u0131k", "I\u015eIK"),
        ("stra\u00dfe", "STRASSE"),
        ("Strasse", "stra\u00dfe"),
        ("stra\u1e9ee", "stra\u00dfe"),
        ("office", "o\ufb03ce"),
        ("pro\ufb01t", "PROFIT"),
        ("caf\u00e9", "CAFE\u0301"),
        ("cafe\u0301", "caf\u00c9"),
        ("vi\u1ec7t", "vie\u0302\u0323t"),
        ("caf\u00e9", "ca\u200bfe\u0301"),
        ("\u03bf\u03b4\u03bf\u03c2", "\u039f\u0394\u039f\u03a3"),
        ("\u0434\u0440\u043e\u0437\u0434", "\u0414\u0420\u041e\u0417\u0414"),
        ("Project X", "project\u00a0X"),
        ("Project X", "project\n    x"),
    ],
)
def test_a_literal_is_found_however_its_letters_are_written(item: str, said: str) -> None:
    """What stands around it may be letters whose small form is longer; they move no place."""
    for around in ("", "\u0130", "\u00df \ufb01 e\u0301 "):
        text = f"{around} {said}. {around}"
        (found,) = scan(text, parse(f"- `{item}`"))
        start, end = text.index(said), text.index(said) + len(said)
        assert text[found.start : found.end].rstrip("\u0301\u0323") == text[start:end].rstrip("\u0301\u0323")


def test_letters_that_differ_by_more_than_their_writing_are_others() -> None:
    assert scan("cafe, resume, strase", parse("- `caf\u00e9` `r\u00e9sum\u00e9` `stra\u00dfe`")) == []


def test_an_item_of_characters_that_are_not_seen_is_a_fault() -> None:
    read = parse("- `\u200b\u200b\u200b\u200b`\n- `good-one`")

    assert [fault.line for fault in read.faults] == [1]
    assert scan("anything") == scan("anything", read) == []
