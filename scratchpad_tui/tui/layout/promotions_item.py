"""One promotion in rows: its text and where it comes from, what would be written, and its twin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.session import items as states
from scratchpad_tui.core.session.targets import said
from scratchpad_tui.core.text import visible, width
from scratchpad_tui.tui.ages import age_word
from scratchpad_tui.tui.layout.fit import CUT, cells_of, compose, wrap
from scratchpad_tui.tui.layout.model import Span
from scratchpad_tui.tui.toasts import sentence

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from scratchpad_tui.core.session.items import Context, Evidence, Item, Summary
    from scratchpad_tui.tui.layout.model import Spans, Style

READ_AHEAD = 4_000
"""Characters of a text that are looked at: more than its rows hold on any terminal."""
_FROM_YOU = "from you"
_RULE_CELLS = 8
"""Cells of a rule beside its name and its words."""


_WHOLE = 200
"""Rows that a part may take on a sheet of its own, which scrolls."""
_BEFORE = 3
"""Words that stay before the first other one of a twin whose beginning has no room."""


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
_BLOCKED = (
    *_LIMITS[:3],
    _Limits(4, 3, 1, around=False),
    _Limits(3, 3, 1, around=False),
    _Limits(2, 3, 1, around=False),
    _Limits(2, 3, 0, around=False),
    _Limits(1, 3, 0, around=False),
    _Limits(1, 2, 0, around=False),
    _Limits(1, 1, 0, around=False),
)
"""The same where something stands in the way: what that is, and the remedy at its end, presses more than where it is from."""

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


def item_rows(item: Item, cells: int, now: datetime, *, most: int, roomy: int = 0) -> list[Spans]:
    """Its text, why it is not ready, where it comes from, and the entries around it, on at most so many rows.

    `roomy`: rows on which they stand whole, where they find room there.
    """
    facts = " · ".join(_facts(item, now))
    rows = [*_broken(item.text, cells, "title", _WHOLE), *_reason_rows(item, cells, _WHOLE)]
    rows += [*_broken(facts, cells, "dim", _WHOLE), *_around_rows(item.evidence, cells, _WHOLE)]
    if len(rows) <= roomy:
        return rows
    around = _around_rows(item.evidence, cells, 1)
    for limits in _LIMITS if item.is_acceptable or item.is_decided else _BLOCKED:
        rows = _broken(item.text, cells, "title", limits.text)
        rows += _reason_rows(item, cells, limits.reason)
        rows += _broken(facts, cells, "dim", limits.facts) if limits.facts else []
        if len(rows) + limits.around * len(around) <= most:
            rows += around
            break
    return rows[:most]


def sheet_rows(item: Item, cells: int, now: datetime) -> list[Spans]:
    """All that is known of an item, in the rows of the pane, none of them cut."""
    found = item.evidence
    facts = _facts(item, now)
    facts += [f"session {found.session}"] if found.session else []
    facts += ["proposed by the agent"] if item.proposer == "agent" else []
    rows = [*_broken(item.text, cells, "title", _WHOLE), *_reason_rows(item, cells, _WHOLE)]
    # What it is decided by comes before where it is from.
    for at, twin in enumerate(item.twins):
        rows.append(rule(f"Twin, {twin.ratio * 100:.0f} %", cells))
        rows += twin_rows(item, cells, _WHOLE, at)
    rows += [rule("From", cells)] if item.twins else []
    rows += _broken(" · ".join(facts), cells, "dim", _WHOLE)
    rows += _around_rows(found, cells, _WHOLE)
    return [*rows, *written_rows(item, cells, most=_WHOLE)]


def _reason_rows(item: Item, cells: int, most: int) -> list[Spans]:
    """Why it is not ready, or why it was rejected, which is past."""
    if item.is_decided:
        words = f"{item.state}: {item.reason}" if item.reason else ""
        return _broken(words, cells, "dim", most) if words else []
    if item.reason:
        return _broken(sentence(item.reason), cells, _reason_style(item), most)
    return _secret_rows(item, cells)


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
        "offered by rule" if item.proposer == "rule" else "",
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


def _around_rows(found: Evidence, cells: int, most: int) -> list[Spans]:
    rows: list[Spans] = []
    for name, context in (("before", found.before), ("after ", found.after)):
        if context is not None:
            rows += _context_rows(name, context, cells, most)
    return rows


def _context_rows(name: str, context: Context, cells: int, most: int) -> list[Spans]:
    version = (Span(f"v{context.version} ", "dim"),) if context.version else ()
    head = Span(f"   {name} ", "dim")
    indent = width(head.text)
    room = cells - indent - (cells_of(version) + 1 if version else 1)
    pieces = wrap(visible(context.text[:READ_AHEAD]), max(1, room), most, later=max(1, cells - indent - 1))
    rows = [compose([head, Span(pieces[0], "text")], cells, version)]
    return rows + [compose([Span(" " * indent), Span(piece, "text")], cells) for piece in pieces[1:]]


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


def twin_rows(item: Item, cells: int, most: int, at: int = 0) -> list[Spans]:
    """An entry of the target that says nearly the same, the words marked in which it does; its stamp and origin dim."""
    if at >= len(item.twins):
        return []
    twin = item.twins[at]
    text = twin.text[:READ_AHEAD]
    told = said(text)
    words = _compared(told.split(), item.text[:READ_AHEAD].split())
    stamp = " … ".join(part for part in map(str.strip, text.removeprefix("- ").split(told, 1)) if part)
    rest = [Span(word, "dim") for word in f"· {stamp}".split()] if stamp and told in text else []
    head = [Span(f"line {twin.line}:", "dim")]
    first = next((number for number, word in enumerate(words) if word.style != "text"), 0)
    rows, reached = _flowed([*head, *words, *rest], cells, most)
    skipped = max(0, first - _BEFORE)
    if skipped and reached <= len(head) + first:
        # The word that differs is what one came for.
        rows, _ = _flowed([*head, Span(CUT, "dim"), *words[skipped:], *rest], cells, most)
    return rows


def _compared(old: Sequence[str], new: Sequence[str]) -> list[Span]:
    """The words of a text, those marked that the other one lacks."""
    from difflib import SequenceMatcher

    return [
        Span(visible(word), "text" if kind == "equal" else "word.remove")
        for kind, first, last, _, _ in SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
        for word in old[first:last]
    ]


def _flowed(words: Sequence[Span], cells: int, most: int) -> tuple[list[Spans], int]:
    """Words on rows of so many cells, the blanks between them without a mark of theirs; and how many found room."""
    rows: list[list[Span]] = [[Span(" ~ ", "attention")]]
    used = 3
    for number, word in enumerate(words):
        need = width(word.text) + 1
        if used > 5 and used + need > cells - 1:
            if len(rows) == most:
                rows[-1].append(Span(CUT, "dim"))
                return [compose(row, cells) for row in rows], number
            rows.append([Span("     ")])
            used = 5
        rows[-1] += [word, Span(" ")]
        used += need
    return [compose(row, cells) for row in rows], len(words)


def durable_row(summary: Summary, cells: int, now: datetime) -> Spans | None:
    """Whether Durable is what it was when the session began; None where the pad has no such section."""
    if not summary.durable:
        return None
    since = f" since {clock_word(summary.since, now)}" if summary.since else ""
    sha = f" (sha {visible(summary.durable[:READ_AHEAD])})"
    word: Span = Span("CHANGED", "alarm") if summary.durable_changed else Span("unchanged", "dim")
    told = next((t for t in (f"{since}{sha}", sha, since) if cells_of((word,)) + width(t) + 10 <= cells), "")
    return compose([Span(" Durable: ", "dim"), word._replace(text=word.text + told)], cells)


def _broken(text: str, cells: int, style: Style, most: int) -> list[Spans]:
    pieces = wrap(visible(text[:READ_AHEAD]), max(1, cells - 2), max(1, most), 2)
    return [compose([Span(f" {piece}", style)], cells) for piece in pieces]
