"""Durable: no public call but the promotion that a person typed the id for changes a byte of it."""

from __future__ import annotations

import inspect
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.errors import InputError, PatchError, ScratchpadError
from scratchpad_tui.core.pad import editing, whole_edit
from scratchpad_tui.core.pad.editing import SectionEdit
from scratchpad_tui.core.pad.outside import OutsideEdit
from scratchpad_tui.core.pad.patch import OPERATIONS, Patch
from scratchpad_tui.core.pad.redact import redact
from scratchpad_tui.core.pad.scratchpad import Scratchpad
from scratchpad_tui.core.pad.store import PadStore
from scratchpad_tui.core.session import archive, durable, ending, notes, promote, proposing
from scratchpad_tui.core.session.proposing import propose
from scratchpad_tui.core.session.review import Review
from tests.core.session.desks import DURABLE, Desk, ago, session_text, untouched

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

FACT = "- the importer must keep row order"
MORE = ["- another fact"]


@pytest.fixture
def ready(desk: Desk) -> Desk:
    """A pad with history in which Durable once was another, and an item that may be accepted."""
    scratch = [
        f"- {ago(40)} [observed] old",
        f"- {ago(1)} [decided] use one queue",
        f"- {ago(1)} [hypothesis] guess",
    ]
    desk.put(session_text(scratch, durable="## Durable Facts\n- an older fact\n"))
    desk.store.record_external()
    desk.put(session_text(scratch))
    desk.store.record_external()
    propose(desk.store, ["use one queue", "guess"])
    return desk


def _outside(store: PadStore) -> None:
    edit = OutsideEdit(store, "Durable")
    with open(edit.path, "a", encoding="utf-8") as file:
        file.write("- typed\n")
    edit.came_back()


CALLS: dict[str, Callable[[PadStore], object]] = {
    **{
        f"apply {op}": lambda store, op=op: store.apply([Patch("Durable Facts", op, "1")])  # type: ignore[misc]
        for op in OPERATIONS
    },
    "apply to Scratch": lambda store: store.apply([Patch("Scratch", "replace", "[observed] new")]),
    "apply_text": lambda store: store.apply_text('[{"section": "Durable", "op": "clear"}]'),
    "update": lambda store: Scratchpad(store.paths.pad).update([Patch("Durable", "append", "x")]),
    "edit": lambda store: store.edit("Durable", MORE, [FACT]),
    "edit Scratch": lambda store: store.edit("Scratch", ["- x"], []),
    "edit_sections": lambda store: editing.edit_sections(store, [SectionEdit("Durable", [], 2)]),
    "edit_pad": lambda store: whole_edit.edit_pad(store, session_text(durable="## Durable Facts\n- x\n"), 2),
    "edit_pad without the heading": lambda store: whole_edit.edit_pad(
        store, session_text(durable="- x\n"), 2
    ),
    "an editor of one's own": _outside,
    "restore": lambda store: store.restore(1),
    "restore a section": lambda store: store.restore(1, "Durable"),
    "revert": lambda store: store.revert(2),
    "recover": lambda store: store.recover(),
    "record_external": lambda store: store.record_external(),
    "create": lambda store: store.create(),
    "looked": lambda store: store.looked(),
    "note": lambda store: notes.note(store, "x", "observed", keep=True),
    "confirm": lambda store: notes.retagged(store, "guess"),
    "confirm in Durable": lambda store: notes.retagged(store, "row order"),
    "archive": lambda store: archive.archive(store, 0),
    "propose": lambda store: proposing.propose(store, ["keep row order"], section="Durable"),
    "accept": lambda store: promote.accept(store, "p1"),
    "accept a hypothesis": lambda store: promote.accept(store, "p2"),
    "reject": lambda store: promote.reject(store, "p1", "no"),
    "edit an item": lambda store: promote.edit(store, "p1", "x"),
    "retag": lambda store: promote.retag(store, "p2", "observed"),
    "undo": lambda store: (promote.accept(store, "p1"), promote.undo(store, None)),
    "start": ending.start,
    "end": ending.end,
    "review": lambda store: Review(store).propose_line("a fact"),
    "promote without the id": lambda store: durable.promote(store, "p1", "yes"),
    "promote what is not accepted": lambda store: durable.promote(store, "p1", "p1"),
    "promote from Scratch": lambda store: durable.promote(store, "Scratch:1", "Scratch:1"),
    "redact what stands elsewhere": lambda store: redact(store, "use one queue"),
}


@pytest.mark.parametrize("name", CALLS)
def test_no_public_call_changes_a_byte_of_durable(ready: Desk, name: str) -> None:
    """Each either leaves it alone or is refused; what is refused writes nothing at all."""
    before = ready.durable
    assert before == DURABLE.encode()
    store = ready.store
    try:
        CALLS[name](store)
    except ScratchpadError as error:
        assert isinstance(error, InputError | PatchError), name  # noqa: PT017 - to succeed and leave it is the other end
    finally:
        store.close()
    assert ready.durable == before


WRITES = {
    PadStore: {
        "apply",
        "apply_text",
        "edit",
        "revert",
        "restore",
        "recover",
        "record_external",
        "create",
        "looked",
    },
    Review: {"accept", "reject", "edit", "retag", "confirm", "undo", "propose_line", "end"},
}
ELSEWHERE = {
    "record_event": "writes the journal alone",
    "take": "needs a file in quarantine: tested on its own",
    "mark_seen": "writes state.json alone",
    "pin": "writes state.json alone",
    "start_fresh": "begins another pad; the old one is kept whole",
    "close": "takes over what another program wrote",
}
READS = {
    "read", "judge", "choice", "resolve", "state", "document_of", "quarantined", "profile_of", "know",
    "open_pad", "hold_pad", "data_or_none", "look", "waiting", "tags", "profile", "profile_told", "take_settings",
}  # fmt: skip


@pytest.mark.parametrize("kind", WRITES, ids=lambda kind: kind.__name__)
def test_the_list_of_calls_is_whole(kind: type) -> None:
    """A new public method has to be put on one of the lists."""
    public = {name for name, _ in inspect.getmembers(kind) if not name.startswith("_")}
    assert public - READS - WRITES[kind] - ELSEWHERE.keys() == set()


def test_lines_of_a_quarantined_file_do_not_come_in_either(ready: Desk) -> None:
    text = ready.path.read_text("utf-8")
    ready.put(text.replace(FACT, f"{FACT}\n- only in the broken file\n```"))
    ready.store.recover()
    before = ready.durable
    with pytest.raises(InputError, match="promote --durable"):
        ready.store.take("all")
    assert ready.durable == before


def test_the_section_contract_lists_what_is_sealed() -> None:
    """The guard stands on the profile's own word."""
    from scratchpad_tui.core.pad.schema import PROFILES

    sealed = {name: [s.name for s in profile.sections if s.sealed] for name, profile in PROFILES.items()}
    assert sealed == {"task": [], "session": ["Durable"], "audited": []}


def test_a_person_writes_it_by_hand_and_that_is_recorded(ready: Desk) -> None:
    """Another program is not ours to stop; `verify` names the line."""
    ready.put(ready.path.read_text("utf-8").replace(FACT, f"{FACT}\n- by hand"))
    assert ready.store.record_external() is not None
    assert "- by hand" in ready.lines("Durable")


def test_a_broken_pad_is_mended_by_its_person_whatever_stands_in_durable(ready: Desk) -> None:
    broken = ready.path.read_text("utf-8").replace("## Scratch", "```\n## Scratch")
    ready.put(broken)
    whole_edit.edit_pad(ready.store, broken.replace("```\n", "").replace(FACT, f"{FACT} and columns"), broken)
    assert f"{FACT} and columns" in ready.lines("Durable")


def test_the_typed_id_writes_the_entry_once_behind_what_is_there(ready: Desk) -> None:
    promote.accept(ready.store, "p1")
    line = ready.item("p1").line
    before = ready.path.read_bytes().decode()
    assert durable.preview(ready.store, "p1") == ("Durable", line)
    for typed in ("", "yes", "P1", "p1 ", "p2"):
        with untouched(ready.path), pytest.raises(InputError, match="not"):
            durable.promote(ready.store, "p1", typed)
    assert durable.promote(ready.store, "p1", "p1").changed
    assert ready.path.read_bytes().decode() == f"{before}{line}\n"
    again = durable.promote(ready.store, "p1", "p1")
    assert not again.changed
    with pytest.raises(InputError, match="for good"):
        promote.undo(ready.store, "p1")


def test_an_entry_of_an_earlier_session_and_one_by_position_become_durable(ready: Desk) -> None:
    promote.accept(ready.store, "p1")
    ending.end(ready.store)
    line = ready.lines("Episodic")[0]
    durable.promote(ready.store, "Episodic:1", "Episodic:1")
    assert ready.lines("Durable")[-1] == line
    assert not durable.promote(ready.store, "p1", "p1").changed


@pytest.mark.parametrize("item_id", ["p2", "nope", "Scratch:2", "Episodic:1", "Durable:1", ""])
def test_only_an_episodic_entry_becomes_durable(ready: Desk, item_id: str) -> None:
    with untouched(ready.path), pytest.raises(InputError):
        durable.promote(ready.store, item_id, item_id)


def test_over_its_cap_nothing_is_added(desk: Desk) -> None:
    desk.put(session_text([f"- {ago(1)} [decided] x"], durable=f"## Durable Facts\n- {'y' * 3_970}\n"))
    propose(desk.store, ["x"])
    promote.accept(desk.store, "p1")
    with untouched(desk.path), pytest.raises(InputError, match="over its cap"):
        durable.promote(desk.store, "p1", "p1")


def test_other_profiles_have_no_durable_facts(pad_path: Path) -> None:
    desk = Desk(pad_path, profile=None)
    desk.put("## Task\nx\n\n## Plan\n_(empty)_\n")
    with pytest.raises(InputError, match="session pad"):
        durable.promote(desk.store, "p1", "p1")


def test_line_ends_and_a_missing_last_one_are_bytes_of_durable_too(desk: Desk) -> None:
    text = session_text([f"- {ago(40)} [observed] old"]).replace("\n", "\r\n").removesuffix("\r\n")
    desk.put(text)
    before = desk.durable
    with suppress(InputError):
        archive.archive(desk.store)
    notes.note(desk.store, "x", "observed")
    assert desk.durable == before
    assert desk.archived()


@pytest.mark.parametrize("name", ["Episodic:1", "use one single queue (from Scratch, v3)", "Durable:1"])
@pytest.mark.parametrize("actor", ["agent", "human"])
def test_what_is_kept_already_is_not_proposed(desk: Desk, name: str, actor: str) -> None:
    """An entry of Episodic would stand there twice, its origin behind its origin."""
    desk.put(session_text([], [f"- {ago(99)} [decided] use one single queue (from Scratch, v3)"]))
    with pytest.raises(InputError, match="is kept for later sessions already") as caught:
        proposing.propose(desk.store, [name], actor=actor)

    assert caught.value.code == "duplicate"
    assert ("promote --durable Episodic:1" in str(caught.value)) == (not name.startswith("Durable"))
    assert desk.items() == ()
