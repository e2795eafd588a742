"""The pad's session: when it began, what belongs to it, and when it ends by itself.

A session is the pad's, not the agent's: it begins with the first write after an end. Nothing has to be noted for
that: the queue's log tells the ends, the journal the first version behind the last of them.
"""

from __future__ import annotations

from scratchpad_tui.core.clock import now, parse_stamp
from scratchpad_tui.core.errors import StorageError
from scratchpad_tui.core.hashing import sha256
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad import journal, meter
from scratchpad_tui.core.pad.schema import note_section
from scratchpad_tui.core.session import log

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from datetime import datetime

    from scratchpad_tui.core.pad.document import Document
    from scratchpad_tui.core.pad.journal import Record
    from scratchpad_tui.core.pad.store import PadStore
    from scratchpad_tui.core.session.items import LastEnd, Summary
    from scratchpad_tui.core.session.log import Event
    from scratchpad_tui.core.session.queue import Looked


class Session(NamedTuple):
    """The session that is open, or the next one where nothing was written since the last end."""

    id: str
    """`s1`, `s2`, ..."""
    since: datetime | None
    """When it began; None where it has not."""
    after: int
    """The newest version when the last one ended, 0 where none did."""
    durable: str | None
    """The hash of the sealed section as it may stand; None where nobody noted it."""


def current(store: PadStore, events: Sequence[Event]) -> Session:
    """The session as the log and the journal tell it."""
    ends = [item for item in events if item["event"] == log.ENDED]
    after = max((_number(item.get("version")) for item in ends), default=0)
    name = f"s{len(ends) + 1}"
    noted = [item.get("durable") for item in events if isinstance(item.get("durable"), str)]
    return Session(name, _since(store, events, name, after), after, noted[-1] if noted else None)


def _since(store: PadStore, events: Iterable[Event], name: str, after: int) -> datetime | None:
    moments = [parse_stamp(item.get("time")) for item in events if item["session"] == name]
    first = _first_write(store, after)
    if first is not None:
        moments.append(parse_stamp(first.get("time")))
    return min((moment for moment in moments if moment is not None), default=None)


def _first_write(store: PadStore, after: int) -> Record | None:
    """The first version behind that one which is not the archive's: that may run by the clock, without anybody."""
    try:
        return next((record for record in _written(store, after) if record.get("actor") != "archive"), None)
    except StorageError:
        return None


def _written(store: PadStore, after: int) -> Iterator[Record]:
    if after:
        yield from journal.newer_versions(store.paths.journal, after)
        return
    yield from journal.version_records(store.paths.journal)


def last_before(store: PadStore, moment: datetime) -> int:
    """The newest version that was written before a moment, 0 where there is none."""
    newest = 0
    for record in journal.version_records(store.paths.journal):
        written = parse_stamp(record.get("time"))
        if written is not None and written < moment:
            newest = max(newest, record["version"])
    return newest


def tags(store: PadStore) -> tuple[str, ...]:
    """The tags that an entry may have in this pad."""
    from scratchpad_tui.core.pad.schema import SESSION

    section = note_section(store.read().document.profile) or note_section(SESSION)
    return section.tags if section else ()


def sealed_name(document: Document) -> str:
    """The sealed section's name; empty where the profile has none."""
    return next((section.name for section in document.profile.sections if section.sealed), "")


def sealed_hash(document: Document) -> str | None:
    """The hash of what the sealed section holds; None where there is none."""
    name = sealed_name(document)
    return sha256("\n".join(document.content(name)).encode()).hexdigest() if name else None


def due_end(store: PadStore, session: Session) -> datetime | None:
    """Midnight of today, where the settings end a session with its day and this one is of an earlier day."""
    if session.since is None or store.settings.text("session.end") != "daily":
        return None
    midnight = now().replace(hour=0, minute=0, second=0, microsecond=0)
    return midnight if session.since < midnight else None


def summary(store: PadStore, look: Looked) -> Summary:
    """The session at a glance."""
    from scratchpad_tui.core.session.archive import sort_notes
    from scratchpad_tui.core.session.items import LIMIT, Summary

    session = look.session
    sealed = sealed_hash(look.document)
    before = session.durable or first_hash(store, session, look.document)
    sorted_notes = sort_notes(store, look.document, None)
    tokens = meter.today(store)
    return Summary(
        id=session.id,
        since=session.since,
        accepted=look.accepted,
        limit=LIMIT,
        waiting=sum(not item.is_decided for item in look.items),
        proposals=len(look.items),
        to_archive=len(sorted_notes.gone),
        odd=tuple(odd.message for odd in sorted_notes.odd),
        target=look.target.name,
        durable=sealed[:4] if sealed else "",
        durable_changed=bool(sealed and before and sealed != before),
        tokens_today=tokens,
        tokens_over=tokens > meter.DAILY,
        review_tokens=meter.reviewed(store, session.since),
        last_end=last_end(look.events),
        stays=sorted_notes.kept,
        notes=sorted_notes.section,
    )


def last_end(events: Sequence[Event]) -> LastEnd | None:
    """What the log tells of the last end of a session; None where none has ended."""
    from scratchpad_tui.core.session import proposals
    from scratchpad_tui.core.session.items import LastEnd

    event = next((item for item in reversed(events) if item["event"] == log.ENDED), None)
    if event is None:
        return None
    folded = proposals.folded(events).values()
    accepted = sum(one.session == event["session"] and one.state == proposals.ACCEPTED for one in folded)
    return LastEnd(
        parse_stamp(event.get("time")), accepted, _number(event.get("archived")), _number(event.get("left"))
    )


def first_hash(store: PadStore, session: Session, document: Document) -> str | None:
    """The hash of the sealed section when the first session began, as far as versions are kept."""
    from scratchpad_tui.core.errors import ScratchpadError

    base = first_document(store, session, document)
    try:
        return sealed_hash(base) if base is not None else None
    except ScratchpadError:
        return None


def first_document(store: PadStore, session: Session, document: Document) -> Document | None:
    """The pad as it stood when the session began: the version of the last end, else the oldest that is kept."""
    from scratchpad_tui.core.errors import ScratchpadError
    from scratchpad_tui.core.pad.parse import parse_bytes

    numbers = store.history.numbers()
    if not numbers:
        return None
    number = max((n for n in numbers if n <= session.after), default=numbers[0])
    try:
        return parse_bytes(store.history.read(number), document.profile)
    except ScratchpadError:
        return None


def _number(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else 0
