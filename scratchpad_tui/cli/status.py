"""`status`: one line for tmux or a shell prompt."""

from __future__ import annotations

from scratchpad_tui.cli import output
from scratchpad_tui.cli.commands import Command
from scratchpad_tui.cli.opening import open_store
from scratchpad_tui.core.errors import ScratchpadError
from scratchpad_tui.core.pad.author import author_words
from scratchpad_tui.core.text import visible, width

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from typing import Any

    from scratchpad_tui.core.pad.document import Document
    from scratchpad_tui.core.pad.journal import Record
    from scratchpad_tui.core.pad.store import PadStore, Reading

_NEXT_WIDTH = 60
"""Cells of the line for the next action: a status bar has other things to show."""
_MUCH = 30_000
"""Tokens of memory a day above which the line says so."""
_STATES = {"broken": "BROKEN", "conflict": "CONFLICT", "gone": "GONE", "wrong-profile": "WRONG PROFILE"}


def _options(_parser: ArgumentParser) -> None:
    """It has none of its own."""


def _run(args: Namespace) -> int:
    store = open_store(args)
    reading = store.read()
    fields = _fields(store, reading)
    if args.json:
        output.document(fields)
    elif reading.state == "fresh":
        output.result("no pad yet")
    else:
        output.result(_line(fields))
    return output.DONE


def _fields(store: PadStore, reading: Reading) -> dict[str, Any]:
    from scratchpad_tui.core.clock import age_words, now, parse_stamp

    record = _last_record(store, reading.version)
    moment = parse_stamp(record.get("time"))
    done, total = _steps(reading.document)
    return {
        "path": output.path_text(store.paths.named),
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
        "context": _context(store),
        **_memory(store),
    }


def _memory(store: PadStore) -> dict[str, int]:
    """Promotions that wait for a person, and the tokens that memory took today; nothing is loaded where neither is kept."""
    import os

    waiting = tokens = 0
    if os.path.lexists(os.path.join(store.paths.side, "promotions.jsonl")):
        from scratchpad_tui.core.session.queue import waiting as count_waiting

        waiting = count_waiting(store)
    if os.path.lexists(os.path.join(store.paths.history, "meter.jsonl")):
        from scratchpad_tui.core.pad.meter import today

        tokens = today(store)
    return {"promotions": waiting, "tokens_today": tokens}


def _waiting_words(waiting: int) -> str:
    if not waiting:
        return ""
    return "1 promotion waits" if waiting == 1 else f"{waiting} promotions wait"


def _context(store: PadStore) -> dict[str, Any] | None:
    """How full the context of the agent's newest session here is; None where no session is known."""
    from scratchpad_tui.core.transcripts.discover import folders_of, newest

    found = [one for folder in folders_of(store.paths.named) if (one := newest(folder)) is not None]
    if not found:
        return None
    from scratchpad_tui.core.transcripts.transcript import open_transcript

    path = max(found, key=lambda one: one.mtime).path
    try:
        level, window = open_transcript(path, settings=store.settings).glance()
    except ScratchpadError:
        return None  # it went away, or is of a kind that is not read
    return {
        "path": output.path_text(path),
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


def _line(fields: dict[str, Any]) -> str:
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
        f"next: {_cut(visible(fields['next']), _NEXT_WIDTH)}" if fields["next"] else "",
    ]
    return visible(" · ".join(part for part in parts if part))


def _context_words(context: dict[str, Any] | None) -> str:
    if context is None or context["kind"] == "none":
        return ""
    if context["share"] is None:
        return "context ?"
    return f"context {'~' if context['kind'] == 'estimate' else ''}{context['share']:.0%}"


def _cut(text: str, cells: int) -> str:
    """The text in so many cells, with an ellipsis where more would follow."""
    if width(text) <= cells:
        return text
    while width(text) > cells - 1:
        text = text[: min(len(text), cells) - 1]
    return text.rstrip() + "…"


COMMANDS = {
    "status": Command(
        "Prints one line for tmux or a shell prompt: version, who and when, plan, context, what is over its cap, the next action.",
        "status --json",
        _options,
        _run,
        json=True,
    ),
}
