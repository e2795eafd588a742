"""What a text says when nothing is hidden in it: without invisible characters and escapes, put together, decoded.

Each copy knows where its characters stand in the text, so that a finding in it points at the right place.
"""

from __future__ import annotations

import unicodedata
from binascii import Error, a2b_base64

from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.secrets import blocks, joints
from scratchpad_tui.core.secrets.patterns import compiled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scratchpad_tui.core.secrets.joints import Joined

_ANSI = r"\x1b(?:\[[0-?]{0,40}[ -/]{0,8}[@-~]|\][^\x07\x1b]{0,400}(?:\x07|\x1b\\)?|[@-Z\\-_])|\x9b[0-?]{0,40}[@-~]"
_ESCAPES = (
    r"&#x([0-9A-Fa-f]{1,6});?|&#([0-9]{1,7});?|&([A-Za-z]{2,8});|%([0-9A-Fa-f]{2})|\\u\{?([0-9A-Fa-f]{4})\}?|\\x([0-9A-Fa-f]{2})|\\([nrt])"
    r"|\\([!-/:-@\[-`{-~])"
)
_ENTITIES = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'", "lowbar": "_", "hyphen": "-", "dash": "-", "period": ".", "sol": "/", "colon": ":",
             "equals": "=", "plus": "+", "nbsp": " ", "shy": "", "zwnj": "", "zwj": "", "commat": "@", "num": "#", "percnt": "%", "dollar": "$", "Tab": "\t",
             "NewLine": "\n", "ZeroWidthSpace": "", "NoBreak": "", "UnderBar": "_"}  # fmt: skip
_BASE64 = r"(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{24,8000}={0,2}(?![A-Za-z0-9+/_-])"
_HEAD = r"[A-Za-z0-9+/_-]{1,8000}={0,2}"
_TAIL = r"(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{1,8000}\Z"
_LEAST_LINE = 8
"""Characters of a line of an encoded text that is not its last."""
_LEAST_PRINTABLE = 12
_TRIED = 3
"""Places of a run at which an encoded text is tried to begin, and to end: words may stand before and behind it."""


class Copy(NamedTuple):
    """A copy of a text, and where each of its characters stands there."""

    text: str
    places: Sequence[int] | tuple[int, int]
    """One place more than characters; for decoded text the two ends of what was decoded."""
    formats_only: bool
    whole: bool = False
    """Whether every place in it stands for all that was decoded."""

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The place in the text that these characters of the copy come from."""
        if self.whole:
            return self.places[0], self.places[1]
        return self.places[start], self.places[end - 1] + 1


class Joins(NamedTuple):
    """Words put together that stand apart in a text, and where that text's characters stand in the first one."""

    joined: Joined
    places: Sequence[int]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The place in the text that these characters come from."""
        first, stop = self.joined.span(start, end)
        return self.places[first], self.places[stop - 1] + 1

    def outside(self, start: int, end: int, first: int, last: int) -> str:
        """What of these characters comes from outside of that place in the text."""
        return "".join(
            self.joined.text[at] for at in range(start, end) if not first <= self.span(at, at + 1)[0] < last
        )


def copies(text: str) -> Iterator[Copy | Joins]:
    """The copies that differ from the text."""
    clean = _clean(text)
    if clean is not None:
        yield Copy(clean[0], clean[1], formats_only=False)
    base, places = clean if clean is not None else (text, range(len(text) + 1))
    cut = joints.cuts(base)
    if cut:
        joined = joints.chained(base, cut)
        yield Joins(joined, places)
        yield from _decoded_lines(joined, places)
        if blocks.opens(base):
            lines, kept = joints.broken(base, cut)
            yield Copy(lines, [places[at] for at in kept], formats_only=True)
    over = joints.heading_cuts(base)
    if over:
        yield Joins(joints.chained(base, over), places)
    letters = joints.spaced(base)
    if letters.text:
        yield Joins(letters, places)
    yield from _decoded(base, places)


def _clean(text: str) -> tuple[str, Sequence[int]] | None:
    """Without terminal sequences, invisible characters and escapes; compatibility forms are the plain ones."""
    current: tuple[str, Sequence[int]] | None = None
    if not text.isascii() or "\x1b" in text:
        current = _unfolded(text)
    escaped = _unescaped(*(current or (text, range(len(text) + 1))))
    if escaped is not None:
        current = escaped
        again = _unescaped(*current) if "&" in current[0] or "%" in current[0] else None
        current = again or current
    return current if current is not None and current[0] != text else None


def _unfolded(text: str) -> tuple[str, Sequence[int]]:
    skip: dict[int, int] = {}
    if "\x1b" in text or "\x9b" in text:
        skip = {found.start(): found.end() for found in compiled(_ANSI).finditer(text)}
    out: list[str] = []
    places: list[int] = []
    at = 0
    while at < len(text):
        if at in skip:
            at = skip[at]
            continue
        char = text[at]
        if char < "\x80":
            plain = char
        elif unicodedata.category(char) in ("Cf", "Mn", "Me"):
            plain = ""
        else:
            plain = _ALIKE.get(char) or unicodedata.normalize("NFKC", char)
        out.append(plain)
        places += [at] * len(plain)
        at += 1
    places.append(len(text))
    return "".join(out), places


_ALIKE = dict(
    zip(
        "\u0430\u0435\u043e\u0440\u0441\u0445\u0443\u0456\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0425\u2010\u2011\u2012\u2013\u2212",
        "aeopcxyiABEKMHOPCTX-----",
        strict=True,
    )
)
"""Letters of other scripts, and dashes, that look like plain ones."""


def _unescaped(text: str, places: Sequence[int]) -> tuple[str, Sequence[int]] | None:
    if not ("&" in text or "%" in text or "\\" in text):
        return None
    out: list[str] = []
    kept: list[int] = []
    at = 0
    for found in compiled(_ESCAPES).finditer(text):
        plain = _unescape(found.groups())
        if plain is None:
            continue
        out += [text[at : found.start()], plain]
        kept += places[at : found.start()]
        if plain:
            kept.append(places[found.end() - 1])
        at = found.end()
    if not at:
        return None
    out.append(text[at:])
    kept += places[at:]
    return "".join(out), kept


def _unescape(groups: tuple[str | None, ...]) -> str | None:
    hexa, decimal, entity, percent, unicode, byte, letter, mark = groups
    if entity is not None:
        return _ENTITIES.get(entity)
    if letter is not None:
        return {"n": "\n", "r": "\r", "t": "\t"}[letter]
    if mark is not None:
        return mark
    code = int(decimal) if decimal is not None else int(hexa or percent or unicode or byte or "0", 16)
    if code in (0xAD, 0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF):
        return ""
    return chr(code) if 9 <= code < 0x110000 and not 0xD800 <= code < 0xE000 else None


def _decoded(text: str, places: Sequence[int]) -> Iterator[Copy]:
    for found in compiled(_BASE64).finditer(text):
        plain = _printable(found.group())
        if plain:
            ends = places[found.start()], places[found.end() - 1] + 1
            yield Copy(plain, ends, formats_only=True, whole=True)


def _decoded_lines(joined: Joined, places: Sequence[int]) -> Iterator[Copy]:
    """What is decoded of words that go on over lines: of each run of them as much as is of one piece."""
    for starts, ends in _runs(joined):
        tries = ((start, end) for end in reversed(ends[-_TRIED:]) for start in starts[:_TRIED] if start < end)
        for start, end in tries:
            plain = _printable(joined.text[start:end])
            if plain:
                first, stop = joined.span(start, end)
                yield Copy(plain, (places[first], places[stop - 1] + 1), formats_only=True, whole=True)
                break


def _runs(joined: Joined) -> Iterator[tuple[list[int], list[int]]]:
    """Where the pieces side by side that may be lines of one encoded text begin and end; the last line may be short."""
    head, tail = compiled(_HEAD), compiled(_TAIL)
    starts: list[int] = []
    ends: list[int] = []
    for piece, last in enumerate(joined.lasts):
        start, end = joined.starts[piece], joined.starts[piece + 1] - (joined.lasts[piece] == piece)
        if not starts and (piece == last or end - start < _LEAST_LINE):
            continue
        found = head.match(joined.text, start, end)
        is_whole = found is not None and found.end() == end
        if starts:
            ends += [found.end()] if found else []
            if piece == last or not is_whole or end - start < _LEAST_LINE:
                if ends:
                    yield starts, ends
                starts, ends = [], []
        if piece == last:
            continue
        if not is_whole:
            found = tail.search(joined.text, start, end)
        if found is not None and end - found.start() >= _LEAST_LINE:
            starts.append(found.start())


def _printable(encoded: str) -> str:
    """What a word of Base64 says, empty where it is none or says nothing that can be read."""
    body = encoded.rstrip("=").replace("-", "+").replace("_", "/")
    if "=" in body:  # what stands behind the end is not decoded
        return ""
    try:
        plain = a2b_base64(body + "=" * (-len(body) % 4)).decode("ascii")
    except (Error, ValueError):
        return ""
    if len(plain) < _LEAST_PRINTABLE:
        return ""
    shown = plain.replace("\n", "").replace("\r", "").replace("\t", "")
    return plain if shown.isprintable() else ""
