"""Notes of a session: one added, and a hypothesis confirmed."""

from __future__ import annotations

from scratchpad_tui.core.errors import InputError
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.notes import HYPOTHESIS, KEEP, LONGEST, OBSERVED
from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.pad.schema import note_section

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scratchpad_tui.core.pad.in_hand import Found, Made
    from scratchpad_tui.core.pad.schema import Profile, Section
    from scratchpad_tui.core.pad.store import Outcome, PadStore


class Retagged(NamedTuple):
    """What a confirmation did."""

    changed: bool
    line: str
    """The entry as it stands now."""
    warnings: list[str]


def notes_section(profile: Profile) -> Section:
    """The section of notes.

    Raises:
        InputError: the profile has none (code `no-scratch`).
    """
    section = note_section(profile)
    if section is None:
        raise InputError(
            f"a pad of the profile {profile.name} has no Scratch",
            "send patches with `apply`, or make a session pad with `init --profile session`",
            code="no-scratch",
        )
    return section


def note(
    store: PadStore,
    text: str,
    tag: str,
    *,
    keep: bool = False,
    actor: str = "agent",
    turn: str | None = None,
    session: str | None = None,
) -> Outcome:
    """Adds one note with the clock's time.

    Raises:
        InputError: the pad has no Scratch, or the text is no note of one line.
        PatchError: it is refused as any patch is.
    """
    from scratchpad_tui.core.pad import turns
    from scratchpad_tui.core.session.guard import refuse

    section = notes_section(store.profile)
    said = " ".join(text.split(" ")).strip()
    if not said:
        raise InputError("a note needs a text", "give one line", code="empty-content")
    if "\n" in said or "\r" in said:
        raise InputError("a note is one line", "write each line as a note of its own", code="several-lines")
    if tag not in section.tags:
        refuse(store, [tag], actor, "the tag")
        raise InputError(f'there is no tag "{tag}"', f"use one of: {', '.join(section.tags)}", code="bad-tag")
    if len(said.removesuffix(KEEP).rstrip()) > LONGEST:
        raise InputError(f"the note has {len(said)} characters", f"give at most {LONGEST}", code="too-long")
    if keep and not said.endswith(f" {KEEP}"):
        said += f" {KEEP}"
    told = _end_with_the_day(store)
    patch = Patch(section.name, "append", f"[{tag}] {said}")
    outcome = turns.apply(store, [patch], actor=actor, turn=turn, session=session, called="the note")
    return outcome._replace(warnings=[*told, *outcome.warnings]) if told else outcome


def _end_with_the_day(store: PadStore) -> list[str]:
    """Ends a session of an earlier day where the settings say so; the sentences about that."""
    if store.settings.text("session.end") != "daily" or not store.paths.has_history:
        return []
    from scratchpad_tui.core.pad.writing import writing
    from scratchpad_tui.core.session.opening import prepare

    with writing(store):
        return prepare(store)


def _complete(store: PadStore) -> None:
    """Ends a step that a killed process left: an entry that is on its way to the archive must not change under it."""
    from scratchpad_tui.core.session import steps

    if steps.pending(store) is None:
        return
    from scratchpad_tui.core.pad.writing import writing

    with writing(store):
        steps.finish(store)


def retagged(
    store: PadStore, name: str, tag: str = OBSERVED, *, actor: str = "agent", turn: str | None = None
) -> Retagged:
    """Gives a hypothesis another tag: it is confirmed. One that is none any more stays as it is.

    Raises:
        InputError: no note is meant by that name, or several are.
    """
    from scratchpad_tui.core.pad.editing import with_body
    from scratchpad_tui.core.pad.gate import refuse_labels
    from scratchpad_tui.core.pad.in_hand import Made
    from scratchpad_tui.core.pad.transaction import change
    from scratchpad_tui.core.pad.who import named
    from scratchpad_tui.core.session.origin import by_name

    section = notes_section(store.profile)
    who = named(actor, turn)
    refuse_labels(store, turn=turn)
    _complete(store)
    line = ""

    def make(found: Found) -> Made:
        nonlocal line
        document = found.judged.document.completed()
        place = by_name(document, name, [section.name])
        body = document.body(section.name)
        line = body[place.entry.start]
        if place.note.tag != HYPOTHESIS:
            return Made(found.judged.document)
        line = line.replace(f"[{HYPOTHESIS}]", f"[{tag}]", 1)
        lines = [*body[: place.entry.start], line, *body[place.entry.start + 1 :]]
        operation = {"op": "confirm", "section": section.name}
        return Made(with_body(found.judged.document, document, {section.name: lines}), [operation])

    outcome = change(store, who, make)
    return Retagged(outcome.changed, line.strip(), outcome.warnings)
