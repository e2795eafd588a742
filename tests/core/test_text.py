"""Text from files: nothing hidden gets through, honest text stays as it is, cells and tokens are counted right."""

# ruff: noqa: RUF001  letters that look like others are what these tests are about
from __future__ import annotations

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from rich.cells import cell_len

from scratchpad_tui.core.text import hidden, tokens, visible, width

FAMILY = "\U0001f469\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"
NUMBER_SIGNS = {*range(0x600, 0x606), 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD}
FILLERS = {0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180E, 0x2065, 0x3164, 0xFFA0, *range(0xFFF0, 0xFFF9)}
IN_CONTEXT = {0x61C, 0x200C, 0x200D, 0x200E, 0x200F}
"""Format characters that stay where their script or emoji uses them."""

HONEST = [
    "plain text, 100 % of it",
    "Größe prüfen → ok “quoted” … – —",
    "שלום עולם, 12.5 (v2)",
    "مرحبا بالعالم ٤٢",
    "سنة \u0601١٩٩٠ \u06dd",
    "สวัสดีครับ",
    "नमस्ते दुनिया",
    "日本語の長い行、テスト",
    "한국어 텍스트",
    "e\u0301 combining",
    f"{FAMILY} family, \U0001f468\u200d\U0001f4bb, \U0001f44d\U0001f3fd, \U0001f1e9\U0001f1ea",
    "\u2764\ufe0f\u200d\U0001f525 ☎\ufe0f ✂\ufe0e ™\ufe0f 1\ufe0f\u20e3 〽\ufe0f",
    "∩\ufe00 葛\ufe00 ᠠ\u180bᠭ",
    "no-break\u00a0space and ideographic\u3000space",
    "[/] [b $x[/b] \\[escaped]",
]
JOINED = [
    "می\u200cخواهم",
    "क्\u200dष",
    "שלום\u200f!",
    "abc אבג 123\u200e",
    "نص \u061c12",
]


def never_shown(char: str) -> bool:
    """What the promise forbids, from Unicode's own tables and not from the module's."""
    code = ord(char)
    if code in NUMBER_SIGNS or code in IN_CONTEXT:
        return False
    return (
        unicodedata.category(char) in ("Cc", "Cf", "Zl", "Zp", "Co", "Cs")
        or code in FILLERS
        or 0xFDD0 <= code <= 0xFDEF
        or code & 0xFFFE == 0xFFFE
        or 0xE0000 <= code <= 0xE0FFF
    )


ANY_TEXT = st.text(
    st.one_of(
        st.characters(),
        st.characters(categories=["Cc", "Cf", "Co", "Cs", "Zl", "Zp", "Mn"]),
        st.sampled_from(
            "\u200c\u200d\u200e\u200f\u061c\ufe00\ufe0e\ufe0f\u180b\n\r\t\x1b\u25cc\u21c4אم☎\U0001f469葛ᠠa1"
        ),
    )
)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x00\x07\x08\t\n\x0b\x0c\r\x1b\x1f", "␀␇␈␉␊␋␌␍␛␟"),
        ("a\x7fb", "a␡b"),
        ("\x80\x90\x9b31m\x9d\x9f", "␦␦␦31m␦␦"),
        ("a\x85b\u2028c\u2029d", "a\u2424b\u2424c\u2424d"),
        ("\u202eabc\u202c \u2066x\u2069", "⇄abc⇄ ⇄x⇄"),
        ("a\u200bb\u2060c\ufeffd\u00ade\u034ff\u180eg", "a◌b◌c◌d◌e◌f◌g"),
        ("\U000e0041\U000e007f\U000e0100\U000e01ef", "◌◌◌◌"),
        ("\u115f\u1160\u3164\uffa0\ufff9\ue000\U000f0000\U0010ffff\ufdd0\uffff", "◌" * 10),
        ("\ud800\udcb2", "\ufffd\ufffd"),
        ("latin\u200dx\u200cy\u200ez\u200f\u061c", "latin◌x◌y⇄z⇄⇄"),
        ("a\ufe0f \ufe0f☎\ufe0f\ufe0f", "a◌ ◌☎\ufe0f◌"),
        ("x\ufe00y\u180b", "x◌y◌"),
        ("\U0001f469\u200dx 1\u200d2", "\U0001f469◌x 1◌2"),
        ("\U0001f3f4\U000e0067\U000e007f", "\U0001f3f4◌◌"),
    ],
)
def test_hidden_and_acting_characters_are_shown_as_marks(text: str, shown: str) -> None:
    """One row a kind; the joiner and the selectors count as hidden where no script or emoji uses them."""
    assert visible(text) == shown


@pytest.mark.parametrize("text", HONEST + JOINED)
def test_honest_text_is_shown_as_it_is(text: str) -> None:
    """Hebrew, Arabic, Thai, Hindi, Chinese and emoji keep every character, their joiners and marks too."""
    assert visible(text) == text


def test_no_forbidden_character_is_let_through() -> None:
    """All that Unicode calls control, format, private or nothing, each between two letters."""
    forbidden = [chr(code) for code in range(0x110000) if never_shown(chr(code))]
    assert [char for char in forbidden if never_shown(visible(f"a{char}b")[1])] == []


@given(ANY_TEXT)
@example("\u200b\ufe0f\u202e\ufe0f")
@example("\u200b\u200d☎ ☎\ufe0f\u200d\u202e")
def test_one_character_in_is_one_character_out(text: str) -> None:
    """Offsets found in the shown text are offsets in the file's text; nothing forbidden is left in it."""
    shown = visible(text)
    assert len(shown) == len(text)
    assert not any(map(never_shown, shown))
    assert visible(shown) == shown


@given(ANY_TEXT)
@example("\u200c\u180b")
def test_only_what_is_asked_for_is_kept(text: str) -> None:
    """Newlines and tabs stay for a block of text, and nothing else changes by that."""
    kept = visible(text, keep="\n\t")
    assert len(kept) == len(text)
    assert kept.count("\n") == text.count("\n")
    assert kept.count("\t") == text.count("\t")
    assert not any(never_shown(char) for char in kept if char not in "\n\t")
    assert visible(kept, keep="\n\t") == kept


@given(ANY_TEXT)
def test_each_warned_character_is_where_it_is_said_to_be(text: str) -> None:
    """The offsets are in order and point at the very characters, and whatever is shown as a mark is warned about."""
    found = hidden(text)
    assert [item.char for item in found] == [text[item.offset] for item in found]
    assert [item.offset for item in found] == sorted({item.offset for item in found})
    told = {item.offset for item in found if not item.joiner}
    shown = visible(text, keep="\n\r\t")
    assert told == {at for at, (new, old) in enumerate(zip(shown, text, strict=True)) if new != old}


@pytest.mark.parametrize("text", HONEST)
def test_honest_text_has_nothing_hidden(text: str) -> None:
    """A pad in any language, with emoji, line ends and tabs, raises no warning."""
    assert hidden(f"{text}\r\n\t{text}\n") == []


@pytest.mark.parametrize("text", JOINED)
def test_joiners_of_the_scripts_that_use_them_are_told_apart(text: str) -> None:
    """They are worth one warning a file at most, so the finding says which they are."""
    assert [item.joiner for item in hidden(text)] == [True]
    assert all(item.joiner for item in hidden(f"{text}\n{text}\n"))


def test_a_joiner_in_another_line_is_hidden() -> None:
    """A Hebrew line does not excuse a mark in a Latin one."""
    found = hidden("שלום\u200f\nabc\u200fdef\n")
    assert [(item.offset, item.joiner) for item in found] == [(4, True), (9, False)]
    assert visible("שלום\u200f\nabc\u200fdef", keep="\n") == "שלום\u200f\nabc⇄def"


@pytest.mark.parametrize(
    ("char", "name"),
    [
        ("\x1b", "U+001B ESCAPE"),
        ("\x0c", "U+000C FORM FEED"),
        ("\x85", "U+0085 NEXT LINE"),
        ("\x9b", "U+009B CONTROL SEQUENCE INTRODUCER"),
        ("\x81", "U+0081 CONTROL CHARACTER"),
        ("\u202e", "U+202E RIGHT-TO-LEFT OVERRIDE"),
        ("\u2028", "U+2028 LINE SEPARATOR"),
        ("\u200b", "U+200B ZERO WIDTH SPACE"),
        ("\U000e0041", "U+E0041 TAG LATIN CAPITAL LETTER A"),
        ("\ue000", "U+E000 PRIVATE USE"),
        ("\udcb2", "U+DCB2 LONE SURROGATE"),
        ("\uffff", "U+FFFF NOT A CHARACTER"),
    ],
)
def test_a_hidden_character_has_a_name(char: str, name: str) -> None:
    """The warning shows the code point, since the character itself cannot be seen."""
    assert [item.name for item in hidden(f"ab{char}cd")] == [name]


@pytest.mark.parametrize(
    "text",
    [
        *HONEST,
        *JOINED,
        "",
        "▰▰▱ ▁▂▃ ╎─ ● ✓ ▸",
        "\U0001f44d\U0001f3fd \U0001fae8 \U0001f3f4\U000e0067\U000e007f",
        "ｆｕｌｌ ﾊﾝｶｸ",
        "☰ \u268a ䷀",
        "\ufe0f☎\ufe0f\u200d☎",
        "␛◌⇄\ufffd\u2424\u2426",
        "a\x1b\x07\u200bb",
    ],
)
def test_width_is_that_of_the_screen_library(text: str) -> None:
    """Command line and screen agree on where a column ends."""
    assert width(text) == cell_len(text)


def test_every_assigned_character_has_the_screen_librarys_width() -> None:
    """The tables of the interpreter and of rich may be of different ages; what both know must agree."""
    known = (
        chr(code) for code in range(0x20, 0x110000) if unicodedata.category(chr(code)) not in ("Cn", "Cs")
    )
    assert [char for char in known if width(char) != cell_len(char)] == []


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("", 0),
        ("a", 1),
        ("abcd", 1),
        ("abcde", 2),
        ("é" * 4, 2),
        ("日本", 2),
        ("\ud800", 1),
        ("a" * 4000, 1000),
    ],
)
def test_tokens_are_estimated_from_bytes(text: str, count: int) -> None:
    """UTF-8 bytes by four, rounded up: about right for Chinese too."""
    assert tokens(text) == count
