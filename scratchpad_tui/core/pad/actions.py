"""What can be done to a pad, each as one change."""

from __future__ import annotations

import os
from contextlib import suppress

from scratchpad_tui.core.errors import InputError, ScratchpadError, StorageError
from scratchpad_tui.core.pad.editing import (
    SectionEdit,
    edit_sections,
    merged_lines,
    section_name,
    with_body,
)
from scratchpad_tui.core.pad.in_hand import Made, PadInHand
from scratchpad_tui.core.pad.judge import GOOD
from scratchpad_tui.core.pad.records import event_record
from scratchpad_tui.core.pad.transaction import change
from scratchpad_tui.core.pad.who import Who, check_label, named
from scratchpad_tui.core.pad.writing import keep_event, writing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.core.pad.in_hand import Found
    from scratchpad_tui.core.pad.store import Outcome, PadStore

_EVENT_WAIT_SECONDS = 0.3


def edit(
    store: PadStore,
    section: str,
    new_lines: Sequence[str],
    base: int | Sequence[str],
    *,
    actor: str,
    note: str,
) -> Outcome:
    """See `PadStore.edit`."""
    operation = {"op": "edit", "section": section, **({"reason": note} if note else {})}
    return edit_sections(store, [SectionEdit(section, new_lines, base)], actor=actor, operation=operation)


def revert(store: PadStore, version: int, *, actor: str) -> Outcome:
    """See `PadStore.revert`."""

    def make(found: Found) -> Made:
        document = found.judged.document.completed()
        after, before = store.document_of(version), store.document_of(_version_before(store, version))
        keyed = {section.name for section in document.profile.sections if section.keyed}
        bodies = {
            name: merged_lines(name, after.body(name), before.body(name), document.body(name))
            for name in document.profile.names
            if name not in keyed and before.body(name) != after.body(name)
        }
        if keyed:
            from scratchpad_tui.core.pad.keyed_texts import revert_bodies

            bodies |= revert_bodies(document, after, before)
        return Made(with_body(found.judged.document, document, bodies), [{"op": "undo", "version": version}])

    return _told_of_secrets(store, change(store, named(actor), make))


def restore(store: PadStore, version: int, section: str | None) -> Outcome:
    """See `PadStore.restore`."""

    def make(found: Found) -> Made:
        number = store.history.resolve(version, unrecorded=found.unrecorded)
        chosen = store.document_of(number)
        operation = {"op": "restore", "version": number}
        current = found.judged.document
        if section is None:
            data = store.history.read(number)
            unchanged = found.judged.state == GOOD and data == current.render()
            return Made(current) if unchanged else Made(chosen, [operation], data=data)
        document = current.completed()
        name = section_name(document, section)
        body = {name: chosen.body(name)}
        return Made(with_body(current, document, body), [{**operation, "section": name}])

    return _told_of_secrets(store, change(store, Who("restore", "human"), make))


def _told_of_secrets(store: PadStore, outcome: Outcome) -> Outcome:
    """What history holds is brought back whole, and a secret in it is warned of: it came in by a person's hand."""
    from scratchpad_tui.core.pad.standing import standing_warnings

    told: list[str] = []
    with suppress(ScratchpadError):  # the pad is saved by now, whatever comes
        told = standing_warnings(store, store.read().document) if outcome.changed else []
    return outcome._replace(warnings=[*outcome.warnings, *told]) if told else outcome


def recover(store: PadStore) -> Outcome:
    """See `PadStore.recover`."""
    return change(store, Who("recover", "human"), lambda found: Made(found.judged.document))


def record_external(store: PadStore) -> int | None:
    """See `PadStore.record_external`."""
    store.resolve()
    if not os.path.lexists(store.paths.pad):
        return None
    with writing(store), PadInHand(store) as pad:
        found = pad.find()
        if found.judged.state != GOOD or not found.unrecorded:
            return None
        pad.prepare(found)
        return pad.number


def record_event(store: PadStore, event: str, message: str, who: Who, **fields: object) -> None:
    """See `PadStore.record_event`."""
    check_label("turn", who.turn)
    check_label("session", who.session)
    store.resolve()
    from scratchpad_tui.core.pad import gate

    gate.refuse_labels(store, turn=who.turn, session=who.session)
    gate.refuse_secrets(store, [message], where=["the message"])
    if not store.paths.has_history:
        return
    with writing(store):
        keep_event(store, event_record(event, message, who, **fields))


def take(store: PadStore, lines: Sequence[int] | str, name: str | None) -> Outcome:
    """See `PadStore.take`."""
    from scratchpad_tui.core.pad.taking import taking

    def make(found: Found) -> Made:
        document = found.judged.document.completed()
        taken = taking(store, document, lines, name)
        changed = with_body(found.judged.document, document, taken.bodies)
        return Made(changed, [taken.operation], warnings=taken.warnings)

    from scratchpad_tui.core.pad import gated

    outcome = gated.change(store, Who("human", "human"), make)
    # Whoever takes lines over has looked. They are saved by now, whatever comes.
    with suppress(StorageError):
        looked(store)
    return outcome


def looked(store: PadStore) -> None:
    """See `PadStore.looked`."""
    store.resolve()
    names = [str(event["name"]) for event in store.state().unlooked()]
    if not names:
        return
    with writing(store):
        for name in names:
            keep_event(
                store, event_record("looked", f"{name} was looked at", Who("human", "human"), name=name)
            )


def _version_before(store: PadStore, version: int) -> int:
    from scratchpad_tui.core.pad.timeline import version_before

    before = version_before(store, version)
    if before is None:
        raise InputError(f"the version before {version} is not kept any more", code="no-version")
    return before
