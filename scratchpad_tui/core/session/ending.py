"""The beginning and the end of a session."""

from __future__ import annotations

from contextlib import suppress

from scratchpad_tui.core.errors import InputError
from scratchpad_tui.core.pad import meter
from scratchpad_tui.core.pad.notes import DECIDED
from scratchpad_tui.core.pad.writing import writing
from scratchpad_tui.core.session import items as states
from scratchpad_tui.core.session import log, opening, promote, queue, sessions, steps
from scratchpad_tui.core.session.archive import archive, files_of, sort_notes, step_of
from scratchpad_tui.core.session.guard import Scans
from scratchpad_tui.core.session.items import Ended

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import datetime

    from scratchpad_tui.core.pad.store import PadStore
    from scratchpad_tui.core.session.archive import Archived


def start(store: PadStore) -> Archived:
    """Archives what is past its time, and notes the beginning where nothing was written yet; again it changes nothing."""
    done = archive(store)
    events = steps.events_and_pending(store).events
    session = sessions.current(store, events)
    if session.since is not None and session.durable is not None:
        return done
    with writing(store):
        warnings = opening.prepare(store)
        session = sessions.current(store, steps.events_and_pending(store).events)
        if session.since is None or session.durable is None:
            document = store.read().document
            sealed = sessions.first_hash(store, session, document) if session.since else None
            told = log.event(log.STARTED, session.id, "system", version=store.history.newest())
            log.append(store, [{**told, "durable": sealed or sessions.sealed_hash(document)}])
    return done._replace(warnings=(*done.warnings, *warnings))


def end(store: PadStore) -> Ended:
    """Ends the session, or tells of the one that ended with its day at this call, where none has begun since.

    Where none is open nothing is done but what a killed end left.

    Raises:
        ParseError: the pad is in conflict.
    """
    scans = Scans(store)
    # Scanned before the lock is taken: under it each text is known.
    sort_notes(store, queue.look(store, scans).document, None, scans)
    with writing(store):
        opened = opening.opened(store)
        ended = _end(store, scans, None)
    told = (*opened.warnings, *ended.warnings)
    if not ended.begun and opened.ended is not None:
        ended = opened.ended
    return ended._replace(warnings=told)


def end_of_day(store: PadStore, midnight: datetime) -> Ended:
    """Ends a session of an earlier day as it stood at midnight; under the lock."""
    return _end(store, Scans(store), midnight)


def _end(store: PadStore, scans: Scans, midnight: datetime | None) -> Ended:
    by_policy, warnings = _by_policy(store, scans)
    look = queue.look(store, scans, only="")
    found = sort_notes(store, look.document, None, scans, midnight)
    accepted = tuple(item.line for item in look.items if item.state == states.ACCEPTED)
    left = sum(not item.is_decided for item in look.items)
    ended = Ended(
        look.session.id,
        accepted,
        by_policy,
        left,
        len(found.gone),
        found.kept,
        tuple(odd.message for odd in found.odd),
        meter.reviewed(store, look.session.since),
        files=files_of(found),
    )
    if look.session.since is None and not found.gone:
        return ended._replace(begun=False)
    version = None if midnight is None else max(look.session.after, sessions.last_before(store, midnight))
    told = log.event(log.ENDED, look.session.id, "human" if midnight is None else "system", version=version)
    told |= {"durable": sessions.sealed_hash(look.document), "archived": len(found.gone), "left": left}
    step = step_of(store, look.document, found)
    warnings += steps.run(store, step._replace(act="end" if found.gone else step.act, events=(told,)))
    meter.trim(store)
    return ended._replace(warnings=tuple(warnings))


def _by_policy(store: PadStore, scans: Scans) -> tuple[tuple[str, ...], list[str]]:
    """Accepts in place of a person what the settings let pass: decided entries that are ready, as far as there is room."""
    if store.settings.text("promotions.policy") != "decided":
        return (), []
    lines: list[str] = []
    warnings: list[str] = []
    look = queue.look(store, scans)
    for item in (*look.items, *look.candidates):
        if item.tag != DECIDED or item.state != states.READY:
            continue
        # What filled up meanwhile, or became a twin of what was just accepted, is left for a person.
        with suppress(InputError):
            acted = promote.accept_in_hand(store, scans, item.id, by_policy=True)
            warnings += acted.warnings
            if acted.item is not None and acted.changed:
                lines.append(acted.item.line)
    return tuple(lines), warnings
