"""A text in one spelling, whatever its case and however its letters are put together, and where each character stood."""

from __future__ import annotations

import unicodedata

from scratchpad_tui.core.secrets.patterns import compiled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_RUNS = r"[\x00-\x7f]{1,4000}|[^\x00-\x7f]{1,4000}"
_BLANKS = r"[ \t]{2,400}|[ \t]{0,400}\r?[\n\r][ \t]{0,400}|\t"
_ONE_I = {"\u0130": "i", "\u0131": "i"}
"""The Turkish letters: which of them is the small form of which depends on the language."""
_FOLDED: dict[str, str] = {}
_MOST = 4_000
"""Letters whose folded form is held."""


def fold(text: str) -> tuple[str, Sequence[int]]:
    """The text as it is compared, and for each of its characters the place in the text that it comes from."""
    if text.isascii():
        return text.lower(), range(len(text) + 1)
    out: list[str] = []
    places: list[int] = []
    for run in compiled(_RUNS).finditer(text):
        if run.group().isascii():
            out.append(run.group().lower())
            places += range(run.start(), run.end())
            continue
        for at, char in enumerate(run.group(), run.start()):
            plain = _folded(char)
            out.append(plain)
            places += [at] * len(plain)
    places.append(len(text))
    folded = "".join(out)
    return (folded, places) if unicodedata.is_normalized("NFD", folded) else _ordered(folded, places)


def one_blank(folded: str, places: Sequence[int]) -> tuple[str, Sequence[int]]:
    """A folded text with one blank for all that stands between two words, a line's end too."""
    out: list[str] = []
    kept: list[int] = []
    at = 0
    for found in compiled(_BLANKS).finditer(folded):
        out += [folded[at : found.start()], " "]
        kept += places[at : found.start() + 1]
        at = found.end()
    return "".join([*out, folded[at:]]), [*kept, *places[at:]]


def _folded(char: str) -> str:
    """What one character is compared as: its parts in small letters, nothing where it is not seen."""
    plain = _FOLDED.get(char)
    if plain is None:
        parts = _ONE_I.get(char) or unicodedata.normalize("NFKD", char).casefold()
        plain = unicodedata.normalize("NFKD", parts) if not _is_unseen(char) else ""
        if len(_FOLDED) < _MOST:
            _FOLDED[char] = plain
    return plain


def _is_unseen(char: str) -> bool:
    return unicodedata.category(char) == "Cf" or "\ufe00" <= char <= "\ufe0f"


def _ordered(text: str, places: list[int]) -> tuple[str, Sequence[int]]:
    """With the marks on each letter in their one order: the order in which they were typed does not count."""
    order = list(range(len(text)))
    at = 0
    while at < len(text):
        end = at
        while end < len(text) and unicodedata.combining(text[end]):
            end += 1
        if end - at > 1:
            order[at:end] = sorted(order[at:end], key=lambda one: unicodedata.combining(text[one]))
        at = max(end, at + 1)
    return "".join(text[one] for one in order), [*(places[one] for one in order), places[-1]]
