"""Text from files made safe to show, its hidden characters told, its terminal cells and tokens counted."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from scratchpad_tui.core.named_tuple import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_JOINERS = "\u200c\u200d"
_MARKS = "\u200e\u200f\u061c"
_SELECTORS = "\u180b-\u180d\u180f\ufe00-\ufe0f"
_CONTEXT = _SELECTORS + _JOINERS + _MARKS
"""A character class: what is shown as it is only where it has its use."""
_MARK, _LINE_END, _TURN, _DOT, _LOST = "\u2426", "\u2424", "\u21c4", "\u25cc", "\ufffd"

_ALWAYS = (
    "\\x7f-\\x9f\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180e\u200b\u2028-\u202e\u2060-\u206f\u3164"
    "\ud800-\udfff\ue000-\uf8ff\ufdd0-\ufdef\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff\U00013430-\U0001343f"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    + "".join(f"{chr(plane + 0xFFFE)}{chr(plane + 0xFFFF)}" for plane in range(0x10000, 0xE0000, 0x10000))
    + "\U000e0000-\U000e0fff\U000efffe-\U0010ffff"
)
"""A character class: what, beside the controls below U+0020, is never shown as it is."""

_EMOJI = "\u2190-\u21c3\u21c5-\u21ff\u2300-\u23ff\u2460-\u24ff\u25a0-\u25cb\u25cd-\u27bf\u2900-\u297f\u2b00-\u2bff\U0001f000-\U0001faff"
_STYLED = _EMOJI + "#*0-9\u00a9\u00ae\u203c\u2049\u2122\u2139\u3030\u303d\u3297\u3299"
"""What a text or emoji variation selector (U+FE0E, U+FE0F) may follow."""
_VARIANT = (
    "\u1000-\u109f\u2200-\u22ff\u2a00-\u2aff\u3000-\u303f\u3400-\u9fff\ua840-\ua87f\uf900-\ufaff\uff01-\uff5e"
    "\U00020000-\U0003fffd"
)
"""What the other variation selectors (U+FE00 to U+FE0D) may follow: Myanmar, mathematics, Chinese, Phags-pa."""
_JOINING = (
    "\u0590-\u061b\u061d-\u08ff\u0900-\u0dff\u0f00-\u109f\u1780-\u17b3\u17b6-\u180a\u1810-\u18af\u1900-\u194f"
    "\u1a20-\u1aaf\u1b00-\u1c4f\ua800-\ua82f\ua840-\ua8ff\ua980-\uaaff\uabc0-\uabff\ufb1d-\ufdcf\ufdf0-\ufdff"
    "\ufe70-\ufefc\U00010a00-\U00010fff\U00011000-\U00011fff\U0001e900-\U0001e95f\U0001ee00-\U0001eeff"
)
"""Scripts that join letters: Hebrew, Arabic and its kin, those of India and of South-East Asia, Mongolian."""
_RIGHT_TO_LEFT = (
    "\u0590-\u061b\u061d-\u08ff\ufb1d-\ufdcf\ufdf0-\ufdff\ufe70-\ufefc"
    "\U00010800-\U00010fff\U0001e800-\U0001efff"
)

_WIDENED = (
    "#*0-9\u00a9\u00ae\u203c\u2049\u2122\u2139\u2194-\u2199\u21a9\u21aa\u2328\u23cf\u23ed-\u23ef\u23f1\u23f2"
    "\u23f8-\u23fa\u24c2\u25aa\u25ab\u25b6\u25c0\u25fb\u25fc\u2600-\u2604\u260e\u2611\u2618\u261d\u2620\u2622"
    "\u2623\u2626\u262a\u262e\u262f\u2638-\u263a\u2640\u2642\u265f\u2660\u2663\u2665\u2666\u2668\u267b\u267e"
    "\u2692\u2694-\u2697\u2699\u269b\u269c\u26a0\u26a7\u26b0\u26b1\u26c8\u26cf\u26d1\u26d3\u26e9\u26f0\u26f1"
    "\u26f4\u26f7-\u26f9\u2702\u2708\u2709\u270c\u270d\u270f\u2712\u2714\u2716\u271d\u2721\u2733\u2734\u2744"
    "\u2747\u2763\u2764\u27a1\u2934\u2935\u2b05-\u2b07\U0001f170-\U0001f17f\U0001f321-\U0001f6f3"
)
"""Narrow characters that U+FE0F makes two cells wide."""
_WIDE_SINCE = "\u2630-\u2637\u268a-\u268f\u4dc0-\u4dff\U0001d300-\U0001d356\U0001d360-\U0001d376"
"""Two cells since Unicode 16, whatever the interpreter's own tables say."""
_NUMBER_SIGNS = "\u00ad\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\U000110bd\U000110cd"
"""Format characters that take a cell."""

_CONTROL_NAMES = (
    "NULL,START OF HEADING,START OF TEXT,END OF TEXT,END OF TRANSMISSION,ENQUIRY,ACKNOWLEDGE,BELL,BACKSPACE,"
    "CHARACTER TABULATION,LINE FEED,LINE TABULATION,FORM FEED,CARRIAGE RETURN,SHIFT OUT,SHIFT IN,DATA LINK ESCAPE,"
    "DEVICE CONTROL ONE,DEVICE CONTROL TWO,DEVICE CONTROL THREE,DEVICE CONTROL FOUR,NEGATIVE ACKNOWLEDGE,"
    "SYNCHRONOUS IDLE,END OF TRANSMISSION BLOCK,CANCEL,END OF MEDIUM,SUBSTITUTE,ESCAPE,INFORMATION SEPARATOR FOUR,"
    "INFORMATION SEPARATOR THREE,INFORMATION SEPARATOR TWO,INFORMATION SEPARATOR ONE"
)
_OTHER_NAMES = {
    0x7F: "DELETE",
    0x85: "NEXT LINE",
    0x90: "DEVICE CONTROL STRING",
    0x9B: "CONTROL SEQUENCE INTRODUCER",
    0x9C: "STRING TERMINATOR",
    0x9D: "OPERATING SYSTEM COMMAND",
}


class Hidden(NamedTuple):
    """A character that a reader of the text would not see, or that would act on the terminal."""

    offset: int
    """In characters, counted from 0."""
    char: str
    name: str
    """The code point and its name: `U+202E RIGHT-TO-LEFT OVERRIDE`."""
    joiner: bool
    """A joiner or direction mark in a line of a script that uses it; worth one warning a file at most."""


class _Shown(dict[int, str]):
    """The visible form of each hidden character, by code point."""

    def __missing__(self, code: int) -> str:
        return _LOST if 0xD800 <= code <= 0xDFFF else _DOT


_SHOWN = _Shown(
    {code: chr(0x2400 + code) for code in range(0x20)}
    | {0x7F: "\u2421"}
    | dict.fromkeys(range(0x80, 0xA0), _MARK)
    | dict.fromkeys((0x85, 0x2028, 0x2029), _LINE_END)
    | dict.fromkeys((0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)), _TURN)
)


def visible(text: str, keep: str = "") -> str:
    """The text with every hidden or acting character shown as a mark, one for one, so that offsets stay true.

    Newlines and tabs are shown as marks too, unless `keep` names them. Joiners and direction marks stay in a line
    of a script that uses them, and so do emoji sequences. Applying it again changes nothing.
    """
    if _is_plain(text, keep):
        return text
    text = _always(keep).sub(_show, text)
    if text.isascii() or not _is_in(text, _CONTEXT):
        return text
    return "".join(_stray(_useful(line)).sub(_show, line) for line in _lines(text))


def hidden(text: str) -> list[Hidden]:
    """The characters of the text that a reader must be warned about, in order; line ends and tabs are none.

    A byte-order mark counts, so that a caller takes off the one a file may begin with.
    """
    if _is_plain(text, "\n\r\t"):
        return []
    found = [Hidden(at, char, _name(char), joiner=False) for at, char in _matches(_always("\n\r\t"), text)]
    if not text.isascii() and _is_in(text, _CONTEXT):
        start = 0
        for line in _lines(text):
            useful = _useful(line)
            for at, char in _matches(_stray(""), line):
                found.append(Hidden(start + at, char, _name(char), joiner=char in useful))
            start += len(line)
        found.sort()
    return found


def width(text: str) -> int:
    """How many terminal cells the text takes: two for a wide character, none for a combining one or a control."""
    if text.isascii() and text.isprintable():
        return len(text)
    if "\u200d" not in text and "\ufe0f" not in text:
        return sum(map(_width_of, text))
    total, joined, last = 0, False, ""
    for char in text:
        if joined:
            joined = False
        elif char == "\u200d":
            joined = True
        elif char == "\ufe0f":
            total += bool(last) and _is_in(last, _WIDENED) and _width_of(last) == 1
            last = ""
        elif cells := _width_of(char):
            total += cells
            last = char
    return total


def tokens(text: str) -> int:
    """An estimate of the text's size in tokens: its UTF-8 bytes by four, rounded up."""
    size = len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))
    return -(-size // 4)


def _is_plain(text: str, keep: str) -> bool:
    """Whether the text is ASCII with no controls but those to keep: quick, and true of most pads."""
    if not text.isascii():
        return False
    for char in keep:
        text = text.replace(char, "")
    return text.isprintable()


@lru_cache(maxsize=16)
def _always(keep: str) -> re.Pattern[str]:
    """Matches runs of what is never shown as it is."""
    controls = "".join(f"\\x{code:02x}" for code in range(0x20) if chr(code) not in keep)
    return re.compile(f"[{controls}{_ALWAYS}]+")


@lru_cache(maxsize=4)
def _stray(useful: str) -> re.Pattern[str]:
    """Matches selectors, joiners and direction marks that have no use where they stand, `useful` ones aside."""
    suspects = "".join(char for char in _JOINERS + _MARKS if char not in useful)
    return re.compile(
        f"[{_SELECTORS}{suspects}]"
        f"(?<![{_STYLED}][\ufe0e\ufe0f])(?<![{_VARIANT}][\ufe00-\ufe0d])(?<![\u1820-\u18aa][\u180b-\u180f])"
        f"(?!(?:(?<=[{_EMOJI}]\u200d)|(?<=[{_EMOJI}]\ufe0f\u200d))[{_EMOJI}])"
    )


def _useful(line: str) -> str:
    """The joiners and direction marks that the line's scripts use."""
    joiners = _JOINERS if _is_in(line, _JOINING) else ""
    return joiners + _MARKS if _is_in(line, _RIGHT_TO_LEFT) else joiners


def _is_in(text: str, characters: str) -> bool:
    """Whether any character of the text is in the character class."""
    return _class(characters).search(text) is not None


@lru_cache(maxsize=16)
def _class(characters: str) -> re.Pattern[str]:
    return re.compile(f"[{characters}]")


def _matches(pattern: re.Pattern[str], text: str) -> Iterator[tuple[int, str]]:
    """Each matched character with its index."""
    for match in pattern.finditer(text):
        yield from enumerate(match[0], match.start())


def _show(match: re.Match[str]) -> str:
    return match[0].translate(_SHOWN)


def _lines(text: str) -> Iterator[str]:
    """The text cut after each LF and CR."""
    start = 0
    for piece in text.replace("\r", "\n").split("\n"):
        yield text[start : start + len(piece) + 1]
        start += len(piece) + 1


def _name(char: str) -> str:
    code = ord(char)
    if code < 0x20:
        name = _CONTROL_NAMES.split(",")[code]
    else:
        name = _OTHER_NAMES.get(code) or unicodedata.name(char, "") or _kind(code)
    return f"U+{code:04X} {name}"


def _kind(code: int) -> str:
    kinds = {"Cc": "CONTROL CHARACTER", "Co": "PRIVATE USE", "Cs": "LONE SURROGATE"}
    return kinds.get(unicodedata.category(chr(code)), "NOT A CHARACTER")


@lru_cache(maxsize=10_000)
def _width_of(char: str) -> int:
    category = unicodedata.category(char)
    code = ord(char)
    if _is_in(char, _NUMBER_SIGNS):
        return 1
    if category in ("Cc", "Cf", "Mn", "Me", "Mc", "Zl", "Zp") or 0x1F3FB <= code <= 0x1F3FF:
        return 0
    if 0x1160 <= code <= 0x11FF or 0xD7B0 <= code <= 0xD7FF or code in (0x3164, 0xFFA0):
        return 0
    if unicodedata.east_asian_width(char) in "WF" or _is_in(char, _WIDE_SINCE):
        return 2
    return 2 if category == "Cn" and 0x1F300 <= code <= 0x1FAFF else 1
