"""What the Pressure screen says in words: the file, the headline, the call under the cursor, and facts beside the graph."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from scratchpad_tui.core.text import visible, width
from scratchpad_tui.core.transcripts.record import ESTIMATE
from scratchpad_tui.tui import keys
from scratchpad_tui.tui.ages import age_word
from scratchpad_tui.tui.layout.fit import cells_of, compose, cut, wrap
from scratchpad_tui.tui.layout.flow import flow_whole
from scratchpad_tui.tui.layout.line import POINTER, RESTING
from scratchpad_tui.tui.layout.model import Span
from scratchpad_tui.tui.pressure_figures import CLEARED, growth_of, is_roomy, level_style, percent, short
from scratchpad_tui.tui.pressure_view import GONE, LOADING, STOPPED, TROUBLE, UNREAD

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.tui.layout.model import Spans, Style
    from scratchpad_tui.tui.pressure_view import Candidate, PressureView

NO_USAGE = "estimated: no usage in this format"
ROOMY_WORDS = "The peak is {share} of the window: compaction would only lose detail."
_SOURCES = {
    "setting": "by your setting",
    "recorded": "recorded by the agent",
    "model": "known for this model",
    "evidence": "a recorded level proves it",
    "assumed": "assumed",
}
_READ_AHEAD = 1_000
"""Characters of a text from a file that are looked at: more than a row holds."""
_MEGABYTE = 1_000_000
_WITH_SHARE = 60
"""Cells from which the unknown share stands before the words for it."""
_LARGEST = 6
_OTHERS = 4
_MOST_ROWS = 4
"""Rows over which one fact is broken."""


def from_file(text: str) -> str:
    """A text from a file as it may stand on the screen, as far as a row can hold it."""
    return visible(text[:_READ_AHEAD])


def file_row(view: PressureView, name: str, cells: int, *, focused: bool) -> Spans:
    """The file's line: format, name, how much of it."""
    style: Style = "cursor" if focused else "title"
    head = [Span(f"{POINTER} " if focused else " ", style)]
    head.append(Span(cut(name, max(12, cells // 3)) or "no transcript", style))
    if view.skipped:
        head.append(Span(f" · {lines_unreadable(view.skipped)}", "attention"))
    hint = keys.said("{message.open} chooses" if focused else "{view.transcript} transcripts")
    for part in (from_file(f"{view.format} {view.version}".strip()), _amount(view)):
        words = f" · {part}"
        if part and cells_of(head) + width(words) + width(hint) + 2 <= cells:
            head.append(Span(words, "dim"))
    return compose(head, cells, (Span(f"{hint} ", "dim"),))


def _amount(view: PressureView) -> str:
    if not view.size or view.state == UNREAD:
        return ""
    return f"{view.calls:,} {'call' if view.calls == 1 else 'calls'}"


def lines_unreadable(count: int) -> str:
    """`3 lines unreadable`."""
    return f"{count:,} {'line' if count == 1 else 'lines'} unreadable"


def status_words(view: PressureView, cells: int = 80) -> tuple[str, Style] | None:
    """What is to be said of the reading: how far it is, or what is wrong with the file; the key that ends it is kept."""
    if view.state == LOADING and view.size:
        if view.read_to >= view.size:
            share = min(99, view.messages_read_to * 100 // view.size)
            return f"reading the messages · {share} % · esc stops", "attention"
        share = min(99, view.read_to * 100 // view.size)
        words = f"reading {_megabytes(view.read_to)} of {_megabytes(view.size)} · {share} % · esc stops"
        return (words if width(words) < cells else f"reading · {share} % · esc stops"), "attention"
    if view.state == STOPPED:
        return (
            f"stopped at {_megabytes(view.read_to)} of {_megabytes(view.size)} · {keys.key('view.again')} reads on",
            "attention",
        )
    if view.state == GONE:
        return f"{from_file(view.sentence)} · {keys.said('{view.transcript} lists others')}", "alarm"
    if view.state == TROUBLE:
        return from_file(view.sentence), "alarm"
    return (from_file(view.note), "attention") if view.note else None


def _megabytes(size: int) -> str:
    return f"{size / _MEGABYTE:,.1f} MB" if size < 10 * _MEGABYTE else f"{size // _MEGABYTE:,} MB"


def headline(view: PressureView, cells: int) -> Spans:
    """The share of the whole window, what it is made of, and how many calls are left where that has room."""
    tokens, window, kind = view.level.tokens, view.window, view.level.kind
    if kind == "none":
        words = "no call yet" if view.state != LOADING else "no call found yet"
        return compose([Span(" context ? ", "title"), Span(f"· {words}", "attention")], cells)
    assumed = " (assumed)" if view.window_source == "assumed" else ""
    narrow = cells < _WITH_SHARE
    if tokens is None:
        waiting = waiting_words(view)
        if narrow:
            return compose([Span(f" {waiting}", "attention")], cells)
        words = f"· {waiting} · window {window:,}{assumed}"
        return compose([Span(" context ? ", "title"), Span(words, "attention")], cells)
    style = level_style(tokens, window)
    about = "~" if kind == ESTIMATE else ""
    share = f"{about}{percent(tokens, window)}" if window else "?"
    head = Span(f" context {share} ", "title" if style == "dim" else style)
    unit = "" if view.no_usage else " tokens"
    whole = f"· {about}{tokens:,} of {window:,}{unit}{assumed}"
    brief = f"· {about}{short(tokens)} of {short(window)}{assumed}"
    notes = _level_notes(view, narrow=narrow)
    growth = growth_of(view)
    left = left_words(view, growth.left) if growth and growth.left is not None and view.state != GONE else ""
    lefts = dict.fromkeys((left, left.replace("about ", "~") if growth and growth.left else left, ""))
    # What is left is worth more than the last three digits.
    figures, right = next(
        (
            (figures, right)
            for right in lefts
            for figures in (whole, brief)
            if cells_of((head, *notes)) + width(figures) + (width(right) + 2 if right else 0) <= cells
        ),
        (brief, ""),
    )
    if narrow and left and not right:
        # The share stands on line 1 as well.
        bare = brief.removeprefix("· ")
        for words in lefts:
            row = [Span(f" {bare}", head.style), *notes, Span(f" · {words}", "text")]
            if words and cells_of(row) <= cells:
                return compose(row, cells)
    return compose([head, Span(figures, "text"), *notes], cells, [Span(f"{right} ")] if right else ())


def _level_notes(view: PressureView, *, narrow: bool) -> list[Span]:
    """What is to be known of the level: that it is an estimate, where the `~` alone may not say it, or above the window."""
    notes = []
    if view.level.kind == ESTIMATE and not view.no_usage and not narrow:
        notes.append(Span(", an estimate", "attention"))
    if view.window and (view.level.tokens or 0) > view.window:
        notes.append(Span(" · over" if narrow else " · above the window", "alarm"))
    return notes


def waiting_words(view: PressureView) -> str:
    """Why the level is unknown: the context was compacted, or begun anew as behind a plan that was accepted."""
    marks = [mark for mark in view.compactions if mark.empties]
    return f"{'reset' if marks and marks[-1].trigger == CLEARED else 'compacted'}, waiting for the next call"


def left_words(view: PressureView, count: int) -> str:
    """`about 24 calls left`."""
    if count == 0:
        return "about to compact" if view.compacts is not None else "no room for another call"
    return f"about {count:,} {'call' if count == 1 else 'calls'} left"


def cursor_row(view: PressureView, call: int, cells: int) -> Spans:
    """The call under the cursor where it has no row under the graph: in place of the headline, with the way back."""
    here = view.series[call]
    about = "~" if here.kind == ESTIMATE else ""
    window = view.window_at(here)
    share = f"{about}{percent(here.level, window)}" if window else ""
    parts = [f"{about}{short(here.level)}", share, keys.said("{view.follow} follows")]
    words = _whole([f"call {call + 1:,}", *parts], cells - 1)
    return compose([Span(f" {words}", "cursor")], cells)


def call_row(
    view: PressureView, call: int | None, version: int, span: str, cells: int, *, focused: bool
) -> Spans:
    """The call under the cursor, and at the right which part of the calls is in sight."""
    right = (Span(f"{span} ", "dim"),) if span else ()
    if call is None or not view.calls:
        return compose([], cells, right)
    here = view.series[call]
    about = "~" if here.kind == ESTIMATE else ""
    parts = [f"call {call + 1:,}"]
    if here.time is not None:
        parts.append(clock_words(here.time))
    window = view.window_at(here)
    parts.append(f"{about}{here.level:,}" + (f" · {about}{percent(here.level, window)}" if window else ""))
    if call:
        parts.append(f"{here.level - view.series.levels[call - 1]:+,}")
    parts.append(f"pad v{version}" if version else "")
    parts += [here.kind, from_file(here.model)]
    words = _whole(parts, cells - cells_of(right) - 4)
    pointer = Span(f" {POINTER} ", "cursor") if focused else Span(f" {RESTING} ", "text")
    return compose([pointer, Span(words, "text")], cells, right)


def _whole(parts: Sequence[str], cells: int) -> str:
    """As many of the parts as stand there whole: half a figure would be another one."""
    words = parts[0]
    for part in parts[1:]:
        if part and width(f"{words} · {part}") <= cells:
            words = f"{words} · {part}"
    return words


def clock_words(time: float) -> str:
    """A moment as a time of day in UTC; empty where no calendar has it."""
    try:
        return f"{datetime.fromtimestamp(time, UTC):%m-%d %H:%MZ}"
    except (OverflowError, ValueError, OSError):
        return ""


# Facts


def facts(view: PressureView) -> list[tuple[str, str, Style]]:
    """What is known of the transcript: names, words and styles, the most wanted first."""
    found: list[tuple[str, str, Style]] = []
    if is_roomy(view):
        words = ROOMY_WORDS.format(share=f"{_about(view)}{percent(view.peak, view.window)}")
        found.append(("", words, "text"))
    found += _growth_facts(view)
    if view.no_usage:
        found.append(("levels", NO_USAGE, "attention"))
    if view.compacts is not None:
        found.append(
            ("compacts", f"at about {view.compacts.tokens:,} · {from_file(view.compacts.words)}", "text")
        )
    if view.window:
        assumed = view.window_source == "assumed"
        source = _SOURCES.get(view.window_source, from_file(view.window_source))
        found.append(("window", f"{view.window:,} · {source}", "attention" if assumed else "text"))
    if view.model:
        found.append(("model", from_file(view.model), "text"))
    if view.peak:
        found.append(("peak", f"{_about(view)}{view.peak:,}", "text"))
    if view.format:
        found.append(("format", f"{from_file(view.format)}: {from_file(view.reason)}", "text"))
    if view.skipped:
        found.append(("lines", lines_unreadable(view.skipped), "attention"))
    if view.others:
        found.append(("others", _other_words(view), "text"))
    return found


def _growth_facts(view: PressureView) -> list[tuple[str, str, Style]]:
    growth = growth_of(view)
    if growth is None:
        return []
    # Nobody calls any more where the file is gone.
    left = "" if growth.left is None or view.state == GONE else f" · {left_words(view, growth.left)}"
    return [("growth", f"{_about(view)}{growth.call:+,} a call{left}", "text")]


def _about(view: PressureView) -> str:
    """The sign before a figure that is made of levels, where these are estimates."""
    return "~" if view.level.kind == ESTIMATE else ""


def _other_words(view: PressureView) -> str:
    named = []
    for other in view.others[:_OTHERS]:
        calls = "" if other.calls is None else f" {other.calls:,} {'call' if other.calls == 1 else 'calls'}"
        peak = f" to {short(other.peak)}" if other.peak else ""
        named.append(f"{from_file(other.name)}{calls}{peak}")
    more = f", … {len(view.others) - _OTHERS} more" if len(view.others) > _OTHERS else ""
    return ", ".join(named) + more


def fact_rows(view: PressureView, cells: int, rows: int) -> list[Spans]:
    """The facts in fewer words one after the other, on at most so many rows."""
    growth, parts = growth_of(view), []
    if is_roomy(view):
        share = percent(view.peak, view.window)
        parts.append(Span(f"peak {_about(view)}{share}: compaction would only lose detail"))
    if view.no_usage:
        parts.append(Span(NO_USAGE, "attention"))
    if growth is not None:
        parts.append(Span(f"growth {_about(view)}{growth.call:+,} a call"))
    if view.window:
        assumed = view.window_source == "assumed"
        source = _SOURCES.get(view.window_source, from_file(view.window_source))
        parts.append(Span(f"window {short(view.window)}, {source}", "attention" if assumed else "text"))
    if view.model:
        parts.append(Span(from_file(view.model)))
    if view.largest:
        top = view.largest[0]
        parts.append(Span(from_file(f"largest #{top.number} {top.what} {_tokens(top.tokens, top.kind)}")))
    if view.others:
        parts.append(Span(f"{len(view.others)} other series: {_other_words(view)}"))
    if view.compacts is not None:
        parts.append(
            Span(f"compacts at about {short(view.compacts.tokens)}: {from_file(view.compacts.words)}")
        )
    if view.format:
        parts.append(Span(f"{from_file(view.format)}: {from_file(view.reason)}"))
    return flow_whole(parts, cells, rows, Span(" ")) if parts else []


def _tokens(tokens: int, kind: str) -> str:
    return f"{'~' if kind == ESTIMATE else ''}{tokens:,}"


def side_rows(view: PressureView, cells: int, rows: int, *, estimates: bool) -> list[Spans]:
    """The column at the right: facts, the largest messages, and what the signs of the graph mean; exactly so many rows."""
    built = [_rule("Transcript", cells)]
    names = max((width(name) for name, _, _ in facts(view)), default=0) + 2
    for name, words, style in facts(view):
        hang = names if name else 0
        pieces = wrap(words, max(8, cells - 2 - hang), _MOST_ROWS)
        for at, piece in enumerate(pieces):
            head = f" {name:<{hang}}" if at == 0 else " " * (hang + 1)
            built.append(compose([Span(head, "dim"), Span(piece, style)], cells))
    if view.largest and rows - len(built) > 2:
        built.append(_rule("Largest messages", cells))
        for message in view.largest[:_LARGEST]:
            left = [
                Span(f" #{message.number} ", "count"),
                Span(from_file(f"{message.role} {message.what}"), "text"),
            ]
            built.append(compose(left, cells, (Span(f"{_tokens(message.tokens, message.kind)} ", "text"),)))
    legend = _legend(estimates=estimates)
    if rows - len(built) > len(legend):
        built.append(_rule("Signs", cells))
        built += [compose([Span(f" {sign} ", "title"), Span(words, "dim")], cells) for sign, words in legend]
    blank = compose((), cells)
    return [*built[:rows], *[blank] * (rows - len(built))]


def _legend(*, estimates: bool) -> list[tuple[str, str]]:
    signs = [("◇", "a compaction"), ("▽", "a fall without a marker"), ("◫", "another window")]
    signs += [("╵╹", "a version of the pad, several"), ("⚲", "`compact` would leave it alone")]
    if estimates:
        signs.append(("⢕", "with holes: an estimate"))
    return signs


def _rule(name: str, cells: int) -> Spans:
    return compose([Span("─ ", "rule"), Span(name, "title")], cells, (), "─", "rule")


# The choice


def candidate_words(found: Candidate, now: datetime, *, shown: str) -> str:
    """A transcript in one line: agent, age, size, the last prompt."""
    age = age_word(max(0.0, now.timestamp() - found.time)) if found.time is not None else ""
    parts = [
        "shown now" if found.path == shown else "",  # first: a narrow list cuts the end
        from_file(found.agent),
        age,
        _megabytes(found.size) if found.size >= _MEGABYTE else f"{found.size / 1_000:,.0f} kB",
    ]
    parts.append(f"“{from_file(found.prompt)}”" if found.prompt else from_file(found.path.rpartition("/")[2]))
    return " · ".join(part for part in parts if part)
