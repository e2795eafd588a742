"""Where a text is found: as it is, as JSON writes it, and where a quotation of it was cut short."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scratchpad_tui.core.errors import InputError
from scratchpad_tui.core.pad.redact_words import MARK, Words

TEXTS = st.text(min_size=1).filter(lambda text: bool(text.strip()) and text.strip(" \t") not in MARK * 2)


@given(text=TEXTS, before=st.text(), after=st.text())
def test_nothing_of_it_is_left_and_once_more_finds_nothing(text: str, before: str, after: str) -> None:
    words = Words(text)
    found, places = words.without(f"{before}{text}{after}")
    assert places
    assert text not in found
    assert words.without(found) == (found, 0)


@given(text=TEXTS)
def test_it_is_found_in_any_writing_of_json(text: str) -> None:
    """Also in JSON that stands as a text in JSON, as a refused patch list does."""
    words = Words(text)
    for ascii_only in (True, False):
        once = json.dumps(text, ensure_ascii=ascii_only)[1:-1]
        twice = json.dumps(once, ensure_ascii=ascii_only)[1:-1]
        assert [words.without_escaped(written) for written in (once, twice)] == [(MARK, 1)] * 2


def test_hexadecimal_digits_may_be_large_or_small() -> None:
    words = Words("é\u00ff\U0001f600 key")
    assert words.without_escaped(r"\u00E9\u00fF\uD83D\uDE00 key") == (MARK, 1)
    assert words.without_escaped(r"\\u00e9\\u00ff\\ud83d\\ude00 key") == (MARK, 1)


@pytest.mark.parametrize(
    ("told", "left"),
    [
        ("no item abcdefgh", f"no item {MARK}"),
        ('has the line "abcdefghij", which', f'has the line "{MARK}", which'),
        ("matches abcdefghijk...", f"matches {MARK}..."),
        ("matches abcdefghijk…", f"matches {MARK}…"),
        (r'["abcdefghi\u00', rf'["{MARK}\u00'),
        ("abcdefgh is a word", "abcdefgh is a word"),
        ("no item abcdefg", "no item abcdefg"),
    ],
)
def test_a_quotation_that_was_cut_short_goes_and_a_piece_within_a_sentence_stays(
    told: str, left: str
) -> None:
    """The journal's sentences quote the first characters of a line."""
    assert Words("abcdefghijklmnop").without_cut(told)[0] == left


def test_a_quotation_in_json_is_followed_over_backslashes() -> None:
    """The one of the text and the one with which JSON writes the tab behind it stand in one run."""
    words = Words("abcdefgh\\\tijkl")
    assert words.without_cut(r'"matches abcdefgh\\\tij')[0] == f'"matches {MARK}'


@pytest.mark.parametrize(
    ("text", "stands", "left"),
    [
        ("key one  ", "- key one\n", f"- {MARK}\n"),
        ("key one \t", "- key one", f"- {MARK}"),
        ("key one  ", "- key one  x", f"- {MARK}x"),
        ("key one ", "- key ones", "- key ones"),
        ("  key one", "- key one\n", f"- {MARK}\n"),
        ("  key one", "monkey one\n", "monkey one\n"),
        ("  key one ", "key one", MARK),
        ("first\nlast ", "- first\n  last\n", f"- {MARK}\n"),
    ],
)
def test_blanks_at_its_ends_may_be_missing_in_a_file(text: str, stands: str, left: str) -> None:
    """They are lost when a line is written; whoever copies a key brings some along."""
    words = Words(text)
    assert words.without(stands)[0] == left
    told = json.dumps({"content": stands, "more": 1})
    assert json.loads(words.without_escaped(told)[0])["content"] == left


def test_a_part_of_the_mark_is_refused_also_with_blanks() -> None:
    with pytest.raises(InputError, match="part of the mark"):
        Words(" acted] ")


def test_a_quoted_line_of_a_text_of_several_goes() -> None:
    words = Words("first line\nsecond line")
    assert words.without_cut("holds the line second line and more")[0] == f"holds the line {MARK} and more"


@pytest.mark.parametrize(
    ("text", "stands", "left"),
    [
        ("key one\nkey two", "- key one\n  key two\n", f"- {MARK}\n"),
        ("key one\n\n    key two", "- key one  \n\t\n  key two.", f"- {MARK}."),
        ("\tkey one\n  key two  ", "\tkey one\r\nkey two  x", f"{MARK}x"),
        ("\nkey one\n", "## a\n  \n  key one\n  b", f"## a\n  {MARK}  b"),
        ("key one\nkey two", "key one\n\nkey two", "key one\n\nkey two"),
    ],
)
def test_how_far_its_further_lines_are_indented_does_not_count(text: str, stands: str, left: str) -> None:
    """An append indents the further lines of an entry: a key of several lines stands there otherwise than it was given."""
    words = Words(text)
    assert words.without(stands)[0] == left
    assert json.loads(f'"{words.without_escaped(json.dumps(stands)[1:-1])[0]}"') == left


def test_the_end_of_a_file_that_was_cut_within_the_text_goes() -> None:
    """What a slow writer left half done is in quarantine."""
    words = Words("abcdefghijklmnop")
    assert words.without_end("## Next\n- abcdefghijkl") == (f"## Next\n- {MARK}", 1)
    cut = "abcdefghé".encode()[:-1].decode("utf-8", "surrogateescape")
    assert Words("abcdefghéijkl").without_end(cut) == (MARK, 1)
    assert words.without_end("abcdefghijkl\n") == ("abcdefghijkl\n", 0)


def test_long_texts_and_long_runs_are_found() -> None:
    """A pattern of thousands of characters is not too large, and one of equal ones does not lose its place."""
    text = "".join(f"line {number} \\ é\n" for number in range(400))
    assert Words(text).without_escaped(f"x{json.dumps(text)}")[1] == 1
    words = Words("a" * 200 + '"')
    assert words.without_cut("a" * 20_000 + " " + json.dumps("a" * 200 + '"')) == (
        "a" * 20_000 + f' "{MARK}"',
        1,
    )
