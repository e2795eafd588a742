"""Signs in the entries: `health` says nothing of a pad exactly where `verify` says nothing, secrets apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.audited.record import record
from scratchpad_tui.core.audited.verify import verify as verify_audited
from scratchpad_tui.core.pad.view import build_view
from scratchpad_tui.core.session.verify import verify as verify_session
from tests.core.health.conftest import NOON
from tests.core.health.marks import appears, goes
from tests.core.pad.secret_pads import PIECES, VALUE

if TYPE_CHECKING:
    from scratchpad_tui.core.pad.view import Need
    from tests.core.health.conftest import Patient

ENTRY = "- redis is not there [src:job 1 @ 2026-07-19] {#redis}\n"


@pytest.fixture
def memory(patient: Patient) -> Patient:
    """An audited pad with one entry."""
    patient.settings('profile = "audited"\n')
    store = patient.store()
    record(store, "Findings", "redis", "redis is not there", source="job 1", date="2026-07-19")
    store.close()
    return patient


@pytest.fixture
def notes(patient: Patient) -> Patient:
    """The pad of a session with one note."""
    patient.settings('profile = "session"\n')
    patient.put(session_pad("- 2026-07-20T10:12Z [observed] a note\n"))
    patient.store().record_external()
    return patient


def session_pad(scratch: str, durable: str = "- a promise\n") -> str:
    """A session's pad with these lines."""
    return f"## Scratch\n{scratch}\n## Episodic\n\n## Durable\n{durable}"


def need(patient: Patient) -> Need | None:
    """What "Needs you" says of entries."""
    view = build_view(patient.store(), None, now=NOON)
    return next((one for one in view.needs if one.code == "odd-entries"), None)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("- no key here [src:job 1 @ 2026-07-19]", "no key"),
        ("- a bad key [src:job 1 @ 2026-07-19] {#Bad Key}", "key"),
        ("- a bad date [src:job 1 @ 2026-02-31] {#date}", "2026-02-31"),
        ("- no evidence {#bare}", "without evidence"),
        ("- from tomorrow [src:job 1 @ 2027-01-01] {#ahead}", "ahead of the clock"),
        ("```\nTraceback (most recent call last):\n```", ""),
    ],
)
@appears("odd-entries")
@goes("odd-entries")
def test_an_audited_entry_that_was_broken_by_hand_is_told_until_it_is_mended(
    memory: Patient, line: str, said: str
) -> None:
    assert memory.signs() == {}
    assert need(memory) is None
    good = memory.path.read_text("utf-8")
    memory.put(good.replace(ENTRY, f"{ENTRY}{line}\n"))
    problems = verify_audited(memory.store()).problems
    assert problems
    sign = memory.sign("odd-entries")
    assert sign.message.startswith(f"{len(problems)} fault")
    assert f"line {problems[0].line}: " in sign.message
    assert said in sign.message
    assert (sign.subject, sign.line) == ("Findings", problems[0].line)
    assert f"mend line {sign.line} " in sign.remedy
    assert "`verify`" in sign.remedy
    assert sign.command.startswith("scratchpad-tui verify")
    told = need(memory)
    assert told is not None
    assert (told.count, told.key) == (len(problems), "5")
    assert told.words.startswith(f"line {problems[0].line}: ")
    memory.put(good)
    assert memory.signs() == {}
    assert need(memory) is None


@pytest.mark.parametrize(
    "line",
    [
        "- without anything",
        "- 2026-07-20T10:12 [observed] no zone",
        "- 2026-07-20T10:12Z [guess] no such tag",
        "- 2026-07-21T10:12Z [observed] ahead",
        f"- 2026-07-20T10:12Z [observed] {'long ' * 50}",
    ],
)
def test_a_note_that_is_none_is_told_until_it_is_mended(notes: Patient, line: str) -> None:
    assert notes.signs() == {}
    notes.put(session_pad(f"- 2026-07-20T10:12Z [observed] a note\n{line}\n"))
    assert len(verify_session(notes.store()).problems) == 1
    sign = notes.sign("odd-entries")
    assert sign.message.startswith("1 fault in the pad's entries, the first in line 3: ")
    assert (sign.subject, sign.line) == ("Scratch", 3)
    assert need(notes) is not None
    notes.put(session_pad("- 2026-07-20T10:12Z [observed] a note\n"))
    assert notes.signs() == {}
    assert need(notes) is None


def test_a_sealed_section_that_was_changed_by_hand_is_told(notes: Patient) -> None:
    """No editor of ours opens it; an entry that one does open stands first."""
    note = "- 2026-07-20T10:12Z [observed] a note\n"
    notes.put(session_pad(note, "- a promise\n- another\n"))
    assert [one.code for one in verify_session(notes.store()).problems] == ["durable-changed"]
    sign = notes.sign("odd-entries")
    assert "Durable" in sign.message
    assert (sign.subject, sign.line) == ("", 8)
    assert "end the session" in sign.remedy
    notes.put(session_pad(f"{note}- odd\n", "- a promise\n- another\n"))
    sign = notes.sign("odd-entries")
    assert sign.message.startswith("2 faults in the pad's entries, the first in line 3: ")
    notes.put(session_pad(note))
    assert notes.signs() == {}


def test_a_pad_that_does_not_parse_has_that_sign_alone(memory: Patient) -> None:
    memory.put("## Findings\n- odd\n\n## Nonsense\n")
    assert set(memory.signs()) == {"broken"}
    assert need(memory) is None


def test_a_secret_in_an_odd_entry_is_in_no_sign(notes: Patient) -> None:
    notes.put(session_pad(f"- 2026-07-20T10:12Z [{VALUE}] a note\n"))
    told = need(notes)
    assert told is not None
    for one in (*notes.signs().values(), told):
        assert not any(piece in str(field) for piece in PIECES for field in one)


def test_other_profiles_have_no_such_rules(patient: Patient) -> None:
    patient.turn(("Findings", "append", "no key, no date"))
    assert patient.signs() == {}
    assert need(patient) is None
