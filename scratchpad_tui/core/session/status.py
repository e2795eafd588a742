"""The pad's state in a line: who changed it when, plan, context, what waits, the next action."""

from __future__ import annotations

import os

from scratchpad_tui.core.errors import ScratchpadError, StorageError
from scratchpad_tui.core.pad.author import author_words
from scratchpad_tui.core.text import visible, width

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from scratchpad_tui.core.pad.document import Document
    from scratchpad_tui.core.pad.journal import Record
    from scratchpad_tui.core.pad.store import PadStore, Reading

_NEXT_WIDTH = 60
"""Cells of the line for the next action: a status bar has other things to show."""
_MUCH = 30_000
"""Tokens of memory a day above which the line says so."""
_STATES = {"broken": "BROKEN", "conflict": "CONFLICT", "gone": "GONE", "wrong-profile": "WRONG PROFILE"}


def status_fields(
    store: PadStore, reading: Reading, path: str, context: dict[str, Any] | None
) -> dict[str, Any]:
    """Everything that `status` tells; `path` is the pad's as text, `context` how full an agent's context is."""
    from scratchpad_tui.core.clock import age_words, now, parse_stamp

    record = _last_record(store, reading.version)
    moment = parse_stamp(record.get("time"))
    done, total = _steps(reading.document)
    return {
        "path": path,
        "state": reading.state,
        "version": reading.version,
        "actor": record.get("actor"),
        "turn": record.get("turn"),
        "session": record.get("session"),
        "time": record.get("time"),
        "age": age_words((now() - moment).total_seconds()) if moment else None,
        "plan": {"done": done, "total": total},
        "next": _next(reading.document),
        "over": [s.name for s in reading.document.profile.sections if reading.document.size(s.name) > s.cap],
        "agent_seen": store.state().newest_seen,
        "context": context,
        **_memory(store),
    }


def _memory(store: PadStore) -> dict[str, int | None]:
    """Promotions that wait for a person, and the tokens that memory took today; nothing is loaded where neither is kept.

    How many wait is None where the queue cannot be read: the rest of the line stands all the same.
    """
    waiting: int | None = 0
    tokens = 0
    if os.path.lexists(os.path.join(store.paths.side, "promotions.jsonl")):
        from scratchpad_tui.core.session.waiting import waiting as count_waiting

        try:
            waiting = count_waiting(store)
        except StorageError:
            waiting = None
    if os.path.lexists(os.path.join(store.paths.history, "meter.jsonl")):
        from scratchpad_tui.core.pad.meter import today

        tokens = today(store)
    return {"promotions": waiting, "tokens_today": tokens}


def _waiting_words(waiting: int | None) -> str:
    if waiting is None:
        return "promotions ?"
    if not waiting:
        return ""
    return "1 promotion waits" if waiting == 1 else f"{waiting} promotions wait"


def context_of(store: PadStore) -> dict[str, Any] | None:
    """How full the context of the agent's newest session here is; None where no session is known."""
    from scratchpad_tui.core.transcripts.discover import folders_of, newest

    found = [one for folder in folders_of(store.paths.named) if (one := newest(folder)) is not None]
    if not found:
        return None
    from scratchpad_tui.core.transcripts.transcript import open_transcript

    path = max(found, key=lambda one: one.mtime).path
    try:
        level, window = open_transcript(path, settings=store.settings, pad=store.paths).glance()
    except ScratchpadError:
        return None  # it went away, or is of a kind that is not read
    return {
        "path": path,
        "tokens": level.tokens,
        "kind": level.kind,
        "window": window.tokens,
        "window_source": window.source,
        "share": None if level.tokens is None else round(level.tokens / window.tokens, 4),
    }


def _last_record(store: PadStore, version: int) -> Record:
    from scratchpad_tui.core.pad import journal

    record = journal.last_version(store.paths.journal)
    return record if record and record["version"] == version else {}


def _steps(document: Document) -> tuple[int, int]:
    """How many items of the numbered sections are ticked, and how many there are."""
    boxes = [
        entry.marker.box
        for section in document.profile.sections
        if section.numbered
        for entry in document.entries(section.name)
        if entry.marker.box is not None
    ]
    return sum(box in "xX" for box in boxes), len(boxes)


def _next(document: Document) -> str | None:
    """The next action as one line, None where there is none or the profile has no place for it."""
    section = document.profile.find("Next")
    entries = document.entries(section.name) if section else []
    return " ".join(entries[0].text.split()) if entries else None


def status_line(fields: dict[str, Any]) -> str:
    """The same as one line for a terminal."""
    if fields["state"] == "fresh":
        return "no pad yet"
    turn = None if fields["turn"] is None else str(fields["turn"])
    plan = fields["plan"]
    parts = [
        _STATES.get(fields["state"], ""),
        f"v{fields['version']}",
        author_words(str(fields["actor"]), turn) if fields["actor"] else "",
        fields["age"] or "",
        f"plan {plan['done']}/{plan['total']}" if plan["total"] else "",
        _context_words(fields["context"]),
        f"over cap: {', '.join(fields['over'])}" if fields["over"] else "",
        _waiting_words(fields["promotions"]),
        f"memory {fields['tokens_today']:,} tokens today" if fields["tokens_today"] > _MUCH else "",
        f"next: {cut(visible(fields['next']), _NEXT_WIDTH)}" if fields["next"] else "",
    ]
    return visible(" · ".join(part for part in parts if part))


def _context_words(context: dict[str, Any] | None) -> str:
    if context is None or context["kind"] == "none":
        return ""
    if context["share"] is None:
        return "context ?"
    # Not from the share, which is rounded already: 77.496 % would become 78 %.
    return (
        f"context {'~' if context['kind'] == 'estimate' else ''}{context['tokens'] / context['window']:.0%}"
    )


def cut(text: str, cells: int) -> str:
    """The text in so many cells, with an ellipsis where more would follow."""
    if width(text) <= cells:
        return text
    while width(text) > cells - 1:
        text = text[: min(len(text), cells) - 1]
    return text.rstrip() + "…"
