"""Signs in what is kept of a session: the queue's file, and an act on it that was cut short."""

from __future__ import annotations

from datetime import timedelta

from scratchpad_tui.core.errors import StorageError
from scratchpad_tui.core.health.sign import ERROR, INFO, WARNING, Sign, counted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from scratchpad_tui.core.health.facts import Facts

_NAMED = 5
"""Damaged lines that are named by their numbers."""


def _queue(facts: Facts) -> Iterator[Sign]:
    """The queue's file cannot be read, or some of its lines."""
    from scratchpad_tui.core.session import log

    path = log.log_path(facts.store)
    try:
        found = log.read_log(facts.store)
    except StorageError as error:
        yield Sign(
            "queue-unreadable",
            ERROR,
            f"the session's log: {error.message}",
            f"let {path} be read, or move it away; until then nothing is proposed, accepted or archived",
        )
        return
    if not found.damaged:
        return
    lines = ", ".join(map(str, found.lines[:_NAMED])) + (", …" if found.damaged > _NAMED else "")
    yield Sign(
        "queue-damaged",
        WARNING,
        f"{counted(found.damaged, 'line')} of promotions.jsonl cannot be read, and what they say does not count: {lines}",
        f"mend or delete them in {path}; each is one JSON object of at most {log.LONGEST_LINE:,} bytes",
    )


def _step(facts: Facts) -> Iterator[Sign]:
    """An act on the session was cut short, and what is left of it cannot be read."""
    from scratchpad_tui.core.session import steps

    try:
        trouble = steps.trouble(facts.store)
    except StorageError as error:
        trouble = error.message
    if trouble:
        yield Sign(
            "step-unreadable",
            ERROR,
            f"an act on the session was cut short and cannot be completed: {trouble}",
            f"look whether an entry stands twice or nowhere, then move {steps.step_path(facts.store)} away",
        )


def _expired(facts: Facts) -> Iterator[Sign]:
    """Notes are older than they may get: nobody ended the session, and nothing archives them."""
    from scratchpad_tui.core.pad.notes import notes_of
    from scratchpad_tui.core.pad.schema import note_section

    section = note_section(facts.document.profile)
    hours = facts.store.settings.number("session.ttl")
    if section is None or facts.reading.state != "good" or not hours:
        return
    oldest = facts.now - timedelta(hours=hours)
    notes = notes_of(facts.document.completed(), section, facts.now)
    count = sum(
        not note.code and not note.keep and note.moment is not None and note.moment < oldest for note in notes
    )
    if count:
        yield Sign(
            "expired",
            INFO,
            f"{counted(count, 'note')} in {section.name} {'is' if count == 1 else 'are'} older than {hours:g} h, "
            "and no session has ended since",
            "take them to the archive with `archive`, or end the session: what is to stay gets `#keep`",
        )


SESSION_CHECKS = (_queue, _step, _expired)
