"""The way into the sealed section: one accepted entry, by a person who typed its id."""

from __future__ import annotations

from scratchpad_tui.core.errors import InputError
from scratchpad_tui.core.pad.notes import HYPOTHESIS
from scratchpad_tui.core.pad.writing import writing
from scratchpad_tui.core.secrets.quoting import brief
from scratchpad_tui.core.session import log, opening, proposals, queue, sessions, steps
from scratchpad_tui.core.session.blocks import block_of, count_in_body
from scratchpad_tui.core.session.guard import refuse
from scratchpad_tui.core.session.items import Acted
from scratchpad_tui.core.session.steps import Step, Wish

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scratchpad_tui.core.pad.document import Document
    from scratchpad_tui.core.pad.store import PadStore
    from scratchpad_tui.core.session.log import Event
    from scratchpad_tui.core.session.queue import Looked


def preview(store: PadStore, item_id: str) -> tuple[str, str]:
    """The sealed section's name, and the line that would be written there; nothing is written.

    Raises:
        InputError: this is no accepted entry, it is there already, or the profile has no such section.
    """
    look = queue.look(store, only="")
    return _sealed(look.document), _line(look, item_id)


def promote(store: PadStore, item_id: str, typed: str) -> Acted:
    """Writes an accepted entry into the sealed section; `typed` is the id once more, as the person typed it.

    Raises:
        InputError: the ids differ, or see `preview`; nothing is written.
    """
    _, line = preview(store, item_id)
    if typed != item_id:
        raise InputError(
            f'"{brief(typed, 40)}" is not "{brief(item_id, 40)}"',
            "nothing was written; type the id itself",
            code="not-confirmed",
        )
    refuse(store, [line], "human", "the entry")
    with writing(store):
        warnings = opening.prepare(store)
        look = queue.look(store, only="")
        name, line = _sealed(look.document), _line(look, item_id)
        body = look.document.body(name)
        if count_in_body(body, (line,)):
            return Acted(changed=False, item=None, message=f"{name} has it already", warnings=tuple(warnings))
        section = look.document.profile.find(name)
        over = look.document.size(name) + len(line) + 1 - (section.cap if section else 0)
        if over > 0:
            raise InputError(
                f"{name} would be over its cap by {over} characters",
                "take an older fact out first",
                code="over-cap",
            )
        step = Step(
            "durable",
            ("human", "human"),
            section=name,
            pad=(Wish((line,), 1),),
            events=(_event(look, item_id, line, name),),
            unseals=True,
            operation=(("id", item_id),),
        )
        warnings += steps.run(store, step)
    return Acted(changed=True, item=None, message=line, warnings=tuple(warnings))


def _sealed(document: Document) -> str:
    name = sessions.sealed_name(document)
    if not name:
        raise InputError(
            f"a pad of the profile {document.profile.name} has no section for durable facts",
            "only a session pad has one",
            code="no-durable",
        )
    return name


def _event(look: Looked, item_id: str, line: str, name: str) -> Event:
    from hashlib import sha256

    after = "\n".join([*look.document.content(name), line])
    told = log.event(log.PROMOTED, look.session.id, "human", id=item_id, line=line)
    return {**told, "durable": sha256(after.encode()).hexdigest()}


def _line(look: Looked, item_id: str) -> str:
    """The entry as it stands in the episodic tier."""
    one = proposals.folded(look.events).get(item_id)
    if one is not None:
        if one.state != proposals.ACCEPTED:
            raise InputError(
                f"{item_id} is not accepted", "only an episodic entry becomes durable", code="not-episodic"
            )
        if one.tag == HYPOTHESIS:
            raise InputError(f"{item_id} is a hypothesis", "confirm it first", code="confirm-first")
        line = one.line
        if not _stands(look, line):
            raise InputError(
                f"{item_id} does not stand in {look.target.name} any more",
                "accept it again",
                code="origin-changed",
            )
        return line
    return _by_position(look, item_id)


def _stands(look: Looked, line: str) -> bool:
    return look.target.wish(line, 0).times > 0


def _by_position(look: Looked, name: str) -> str:
    """The entry that `Episodic:N` names."""
    from scratchpad_tui.core.session.origin import by_name

    section = look.target.section
    head, colon, _ = name.rpartition(":")
    if section is None or not colon or look.document.profile.find(head) is not section:
        raise InputError(f'there is no accepted item "{brief(name, 40)}"', "see `promotions`", code="no-item")
    place = by_name(look.document, name, [section.name])
    if place.note.tag == HYPOTHESIS:
        raise InputError(f"{name} is a hypothesis", "confirm it first", code="confirm-first")
    block = block_of(look.document.body(section.name), place.entry)
    if len(block) != 1:
        raise InputError(f"{name} has several lines", "make it one line first", code="several-lines")
    return block[0]
