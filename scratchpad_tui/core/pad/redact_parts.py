"""A text that stands in a pad in parts: over a heading it cannot be taken out as one, since the heading has to stay."""

from __future__ import annotations

from scratchpad_tui.core.pad.lines import split_lines
from scratchpad_tui.core.secrets.joints import chained, cuts, heading_cuts

_LEAST = 8
"""Characters below which a part tells little, and may stand anywhere as a word of its own."""


def parts_of(value: str) -> list[str]:
    """What can be taken out of a value, one by one: its parts before, between and behind headings."""
    parts = []
    before = 0
    for start, stop in heading_cuts(value):
        parts.append(value[before:start])
        before = stop
    long = [part for part in (*parts, value[before:]) if len(part) >= _LEAST]
    return long if parts and long else [value]


def told_of_parts(text: str, value: str) -> str:
    """A sentence where a pad has the value in parts, over several lines, cells or strings; else empty."""
    value = value.strip()
    for cut in (cuts(text), heading_cuts(text)):
        joined = chained(text, cut)
        at = joined.text.find(value) if value else -1
        if at < 0:
            continue
        start, end = joined.span(at, at + len(value))
        first, last = (len(split_lines(text[:place])) for place in (start + 1, end))
        where = f"in lines {first} to {last}" if last > first else f"in line {first}"
        return f"In the pad it stands in parts, {where}: give each part by itself, as it stands there."
    return ""
