"""Corrections: short messages in which a person says that something was meant otherwise."""

from __future__ import annotations

import re

CORRECTION_MARKERS = ("actually", "no,", "not", "instead", "i meant", "wrong")
"""Whole words at the start of a clause; `no,` also before another mark or alone, since "no problem" is none."""
_LEAD = r"(?:^|[.!?;:,\n\u2013\u2014\u2026])[\s\"'\u201c\u2018(*_>-]*"
"""Where a clause begins: at the start, at a line, after a mark; quotes and bullets may stand before its words."""
_FILLERS = r"(?:(?:and|but|so|oh|ok|okay|well|sorry|wait|please|hm+|um+)\b[\s,]+)*"


def _word(marker: str) -> str:
    if marker.endswith(","):
        return rf"{re.escape(marker[:-1])}(?=\s*(?:[,.;:!\u2013\u2014\u2026]|-\s|$))"
    return r"\s+".join(map(re.escape, marker.split())) + r"(?![\w'\u2019-])"


_MARKED = re.compile(f"{_LEAD}{_FILLERS}(?:{'|'.join(map(_word, CORRECTION_MARKERS))})", re.IGNORECASE)


def is_correction(text: str) -> bool:
    """Whether a clause of the text begins with one of the markers."""
    return _MARKED.search(text) is not None
