"""One promotion in rows: its text and where it comes from, what would be written, and its twin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.session import items as states
from scratchpad_tui.core.text import visible, width
from scratchpad_tui.tui.ages import age_word
from scratchpad_tui.tui.layout.fit import compose, wrap
from scratchpad_tui.tui.layout.model import Span

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from scratchpad_tui.core.session.items import Context, Evidence, Item, Summary
    from scratchpad_tui.tui.layout.model import Style

Spans = tuple[Span, ...]
READ_AHEAD = 4_000
"""Characters of a text that are looked at: more than its rows hold on any terminal."""
_FROM_YOU = "from you"
_RULE_CELLS = 8
"""Cells of a rule beside its name and its words."""


class _Limits(NamedTuple):
    """Rows that the parts of an item may take; what presses least gives way first."""

    text: int
    reason: int
    facts: int
    around: bool
    """Whether the entries around it must find room too."""


_LIMITS = (
    _Limits(4, 3, 2, around=True),
    _Limits(4, 3, 1, around=True),
    _Limits(4, 3, 2, around=False),
    _Limits(4, 2, 1, around=False),
    _Limits(3, 1, 1, around=False),
    _Limits(2, 1, 1, around=False),
    _Limits(1, 1, 1, around=False),
)

_STATES: dict[str, tuple[str, Style]] = {
    states.READY: ("○", "text"),
    states.TWIN: ("=", "attention"),
    states.CONFIRM_FIRST: ("?", "attention"),
    states.SECRET: ("!", "alarm"),
    states.ORIGIN_CHANGED: ("~", "attention"),
    states.OVER_CAP: ("▲", "alarm"),
    states.DUPLICATE: ("≡", "attention"),
    states.MALFORMED: ("#", "alarm"),
    states.FULL: ("■", "attention"),
    states.ACCEPTED: ("✓", "ok"),
    states.REJECTED: ("✗", "dim"),
    states.CLOSED: ("-", "dim"),
}
"""For each state its glyph and its style; its word is its own name."""


def state_words(item: Item, act: str) -> tuple[str, str, Style]:
    """An item's glyph, word and style; `act` is what is being done to it."""
    if act:
        return "…", act, "dim"
    glyph, style = _STATES.get(item.state, ("·", "attention"))
    word = visible(item.state[:READ_AHEAD])
    if item.state == states.TWIN and item.twins:
        word = f"twin, line {item.twins[0].line}"
    if item.state == states.ACCEPTED and item.by_policy:
        word = "accepted by policy"
    return glyph, word, style


def rule(name: str, cells: int, *right: str) -> Spans:
    """A rule with a name, and at the right the first of these words that there is room for."""
    title = [Span("─ ", "rule"), Span(name, "title")]
    beside: tuple[Span, ...] = ()
    for words in right:
        if words and width(name) + width(words) + _RULE_CELLS <= cells:
            beside = (Span(f"{words} ", "dim"), Span("─", "rule"))
            break
    return compose(title, cells, beside, "─", "rule")


def clock_word(moment: datetime | None, now: datetime) -> str:
    """A moment as a time of day in UTC, with its date where that is another one."""
    if moment is None:
        return ""
    return f"{moment:%H:%MZ}" if moment.date() == now.date() else f"{moment:%m-%d %H:%MZ}"


# The item


def item_rows(item: Item, cells: int, now: datetime, *, most: int) -> list[Spans]:
    """Its text, why it is not ready, where it comes from, and the entries around it, on at most so many rows."""
    facts = " · ".join(_facts(item, now))
    around = _around_rows(item.evidence, cells)
    rows: list[Spans] = []
    for limits in _LIMITS:
        rows = _broken(item.text, cells, "title", limits.text)
        if item.reason:
            rows += _broken(sentence(item.reason), cells, _reason_style(item), limits.reason)
        else:
            rows += _secret_rows(item, cells)
        rows += _broken(facts, cells, "dim", limits.facts)
        if len(rows) + limits.around * len(around) <= most:
            rows += around
        if len(rows) <= most:
            break
    return rows[:most]


def sentence(words: str) -> str:
    """A clause of the core's as a sentence of its own."""
    return words[:1].upper() + words[1:]


def _reason_style(item: Item) -> Style:
    return "alarm" if item.state in (states.SECRET, states.MALFORMED, states.OVER_CAP) else "attention"


def _secret_rows(item: Item, cells: int) -> list[Spans]:
    words = [f"It holds what looks like {found.kind}: {found.redacted}" for found in item.secrets]
    return [row for one in words for row in _broken(one, cells, "alarm", 1)]


def _facts(item: Item, now: datetime) -> list[str]:
    """Where it comes from, who wrote it, and what the checks say."""
    found = item.evidence
    where = origin_words(item)
    times = [clock_word(item.moment, now), _age(item.moment, now)]
    writer = [
        # "from you" has said so already.
        "" if where == _FROM_YOU else "you" if found.actor == "human" else found.actor,
        f"turn {found.turn}" if found.turn else "",
        f"v{found.version}" if found.version else "",
    ]
    told = [
        ", ".join(part for part in (where, *times) if part),
        ", ".join(part for part in writer if part),
        "" if item.is_decided else "a secret" if item.secrets else "no secret",
        "" if item.is_decided else _twin_words(item),
        "proposed by you" if item.proposer == "human" and found.section else "",
        "edited" if item.edited else "",
        "accepted by the policy" if item.by_policy else "",
    ]
    return [part for part in told if part]


def origin_words(item: Item) -> str:
    """Where an item comes from: a section, or who wrote a line that is no entry of the pad."""
    if item.evidence.section:
        return f"from {item.evidence.section}"
    return _FROM_YOU if item.proposer == "human" else "from the agent, no entry of the pad"


def _twin_words(item: Item) -> str:
    if not item.twins:
        return "no twin"
    return f"twin {item.twins[0].ratio * 100:.0f} %, line {item.twins[0].line}"


def _age(moment: datetime | None, now: datetime) -> str:
    if moment is None:
        return ""
    seconds = (now - moment).total_seconds()
    if seconds < 0:
        return "in the future"
    word = age_word(seconds)
    return word if word == "now" else f"{word} old"


def _around_rows(found: Evidence, cells: int) -> list[Spans]:
    rows = []
    for name, context in (("before", found.before), ("after ", found.after)):
        if context is not None:
            rows.append(_context_row(name, context, cells))
    return rows


def _context_row(name: str, context: Context, cells: int) -> Spans:
    version = (Span(f"v{context.version} ", "dim"),) if context.version else ()
    words = visible(context.text[:READ_AHEAD])
    return compose([Span(f"   {name} ", "dim"), Span(words, "text")], cells, version)


# What is written


def written_rows(item: Item, cells: int, *, most: int) -> list[Spans]:
    """Exactly the line that accepting writes, or wrote, and where."""
    where = visible(item.target[:READ_AHEAD])
    style: Style = "diff.add" if item.is_acceptable else "dim"
    end = f"{where}, at the end"
    if item.state == states.ACCEPTED:
        rows = [rule("Was written", cells, where)]
    elif item.is_decided:
        rows = [rule("Not written", cells)]
    elif item.is_acceptable:
        rows = [rule("Will be written", cells, end, where)]
    else:
        not_yet = f"not yet: {visible(item.state)}"
        rows = [rule("Would be written", cells, f"{end} · {not_yet}", f"{where} · {not_yet}", not_yet)]
    sign = " + " if item.is_acceptable else "   "
    pieces = wrap(visible(item.line[:READ_AHEAD]), max(1, cells - 4), max(1, most - 1), 2)
    for number, piece in enumerate(pieces):
        rows.append(compose([Span(sign if number == 0 else "   ", style), Span(piece, style)], cells))
    return rows


def twin_rows(item: Item, cells: int, most: int) -> list[Spans]:
    """The nearest entry of the target, and what it and the item do not share."""
    if not item.twins:
        return []
    from difflib import SequenceMatcher

    twin = item.twins[0]
    old, new = twin.text[:READ_AHEAD].split(" "), item.line[:READ_AHEAD].split(" ")
    matches = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    came = [Span(f"   line {twin.line}: ", "dim")]
    for kind, first, last, _start, _stop in matches:
        words = visible(" ".join(old[first:last]))
        if words:
            came.append(Span(f"{words} ", "text" if kind == "equal" else "word.remove"))
    return _flowed(came, cells, most)


def _flowed(spans: Sequence[Span], cells: int, most: int) -> list[Spans]:
    """Spans word by word on rows of so many cells; the last is cut."""
    rows: list[list[Span]] = [[]]
    used = 0
    for span in spans:
        for word in span.text.split(" "):
            if not word:
                continue
            need = width(word) + 1
            if used and used + need > cells - 1 and len(rows) < most:
                rows.append([Span("     ")])
                used = 5
            if not used:
                rows[-1].append(Span("   "))
                used = 3
            rows[-1].append(Span(f"{word} ", span.style))
            used += need
    return [compose(row, cells) for row in rows]


def durable_row(summary: Summary, cells: int, now: datetime) -> Spans | None:
    """Whether Durable is what it was when the session began; None where the pad has no such section."""
    if not summary.durable:
        return None
    since = f" since {clock_word(summary.since, now)}" if summary.since else ""
    sha = f" (sha {visible(summary.durable[:READ_AHEAD])})"
    if summary.durable_changed:
        return compose([Span(" Durable: ", "dim"), Span(f"CHANGED{since}{sha}", "alarm")], cells)
    return compose([Span(f" Durable: unchanged{since}{sha}", "dim")], cells)


def _broken(text: str, cells: int, style: Style, most: int) -> list[Spans]:
    pieces = wrap(visible(text[:READ_AHEAD]), max(1, cells - 2), max(1, most), 2)
    return [compose([Span(f" {piece}", style)], cells) for piece in pieces]
