"""Remedies that the core carries out: told before, done after, and the sign is gone."""

from __future__ import annotations

import os
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.audited.record import record
from scratchpad_tui.core.clock import stamp
from scratchpad_tui.core.errors import InputError
from scratchpad_tui.core.health.remedies import Done, can_be_done, carry_out, plan, reread_settings
from scratchpad_tui.core.pad.store import PadStore
from tests.core.health.conftest import NOON
from tests.core.pad.secret_pads import PIECES, VALUE

if TYPE_CHECKING:
    from scratchpad_tui.core.health.remedies import Plan
    from tests.core.health.conftest import Patient


def mended(patient: Patient, code: str, *, again: bool = False) -> tuple[Plan, Done]:
    """What is told before, and what was done: nothing is written before, the sign is gone then.

    Another time there is nothing to do, unless it may be done `again`.
    """
    store, sign = patient.store(), patient.sign(code)
    assert can_be_done(sign)
    before = tree(patient)
    told = plan(store, sign)
    assert tree(patient) == before
    assert told.question.endswith("?")
    done = carry_out(store, sign)
    store.close()
    assert code not in patient.signs()
    if not again:
        with pytest.raises(InputError):
            carry_out(patient.store(), sign)
    return told, done


def tree(patient: Patient) -> dict[str, int]:
    """Every file with the time of its last change."""
    return {str(path): path.stat().st_mtime_ns for path in patient.path.parent.rglob("*")}


def test_a_secret_is_taken_out_everywhere_and_its_value_is_never_told(patient: Patient) -> None:
    patient.put(f"## Findings\n- the key is {VALUE}\n")
    patient.turn(("Next", "replace", "go"))
    told, done = mended(patient, "secret")
    assert any(line.endswith(str(patient.path)) for line in told.lines)
    assert any("No undo" in line for line in told.lines)
    assert done.words.startswith("Took it out of ")
    assert done.version is None
    words = " ".join([told.question, *told.lines, done.words])
    assert not any(piece in words for piece in PIECES)
    texts = [path.read_bytes() for path in patient.path.parent.rglob("*") if path.is_file()]
    assert not any(VALUE.encode() in text for text in texts)


def test_two_secrets_of_one_kind_in_a_section_leave_together(patient: Patient) -> None:
    other = VALUE[:8] + VALUE[:7:-1]
    patient.put(f"## Findings\n- the key is {VALUE}\n- and {other}\n")
    patient.turn(("Next", "replace", "go"))
    mended(patient, "secret")
    assert other not in patient.path.read_text("utf-8")


def test_entries_that_are_done_with_are_listed_and_taken_out_as_a_version(patient: Patient) -> None:
    patient.settings('profile = "audited"\n')
    for number in range(5):
        store = patient.store()
        record(store, "Open", f"q{number}", f"question {number}")
        record(store, "Findings", f"a{number}", f"answer {number}", source="a.py:1", closes=(f"q{number}",))
        store.close()
    told, done = mended(patient, "untidy", again=True)
    assert told.question == "Take 5 entries out?"
    assert "- Open: question 3" in told.lines
    assert done == Done("Took 5 entries out", patient.store().read().version)


def test_old_notes_go_to_the_archive(patient: Patient) -> None:
    patient.at(0)
    old, new = (stamp(NOON - timedelta(hours=hours)) for hours in (25, 1))
    patient.settings('profile = "session"\n')
    patient.put(
        f"## Scratch\n- {old} [observed] old\n- {old} [decided] kept #keep\n- {new} [observed] new\n\n## Episodic\n\n## Durable\n"
    )
    told, done = mended(patient, "expired", again=True)
    assert told.question == "Move 1 note to the archive?"
    assert "archive/2026-07.md" in told.lines[0]
    assert done.words == "Moved 1 note to the archive; 2 stay"
    assert "old" in (patient.path.parent / "archive" / "2026-07.md").read_text("utf-8")


@pytest.mark.parametrize(
    ("code", "text", "after"),
    [
        ("short-history", "[history]\ndepth = 3 # few\n", "[history]\ndepth = 1000 # few\n"),
        ("lock-off", '[lock]\nmode = "off"\n', '[lock]\nmode = "on"\n'),
    ],
)
def test_a_setting_is_changed_where_it_stands(patient: Patient, code: str, text: str, after: str) -> None:
    patient.settings(text)
    patient.turn(("Next", "replace", "go"))
    told, done = mended(patient, code, again=True)
    assert str(patient.path.parent / "scratchpad.toml") in told.lines[1]
    assert done.words.startswith("Set ")
    assert (patient.path.parent / "scratchpad.toml").read_text("utf-8") == after


def test_a_setting_of_the_environment_cannot_be_changed_here(
    patient: Patient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCRATCHPAD_HISTORY_DEPTH", "3")
    sign = patient.sign("short-history")
    with pytest.raises(InputError, match="SCRATCHPAD_HISTORY_DEPTH"):
        plan(patient.store(), sign)


@pytest.mark.skipif(os.name != "posix", reason="rights are other ones there")
def test_the_right_of_others_to_write_is_taken_away(
    patient: Patient, monkeypatch: pytest.MonkeyPatch
) -> None:
    patient.turn(("Next", "replace", "go"))
    patient.path.chmod(0o666)
    monkeypatch.setattr("scratchpad_tui.core.health.place._reaches", lambda _path: True)
    told, _ = mended(patient, "writable")
    assert told.lines == (f"{patient.path}: others lose the right to write",)
    assert patient.path.stat().st_mode & 0o777 == 0o664


def test_settings_that_were_changed_count_in_a_store_that_stands(patient: Patient) -> None:
    patient.settings("[history]\ndepth = 3\n")
    store, named = patient.store(), PadStore(patient.path, depth=7)
    patient.settings('[history]\ndepth = 50\n[lock]\nmude = "on"\n')
    for one in (store, named):
        reread_settings(one)
    assert (store.depth, named.depth) == (50, 7)
    assert any("mude" in fault for fault in store.faults)


_PROFILE = """[[profiles.own.sections]]
name = "First"
cap = 100
[[profiles.own.sections]]
name = "{}"
cap = 200
"""


def test_profiles_that_were_changed_count_in_a_store_that_stands(patient: Patient) -> None:
    """What is parsed, and by which sections, is that of the settings as they are now; a profile that is gone is told."""
    patient.settings(_PROFILE.format("Secind"))
    patient.path.write_text("## First\nx\n\n## Second\ny\n", "utf-8")
    store, named = patient.store(), PadStore(patient.path, profile="own")
    assert (store.read().state, named.read().state) != ("good", "good")
    patient.settings(_PROFILE.format("Second"))
    for one in (store, named):
        reread_settings(one)
        assert (one.read().state, one.profile.name) == ("good", "own")
        assert one.read().document.content("Second") == ["y"]
    patient.settings("")
    reread_settings(named)
    reread_settings(named)
    assert [fault for fault in named.faults if fault.startswith('there is no profile "own"')] == named.faults
    assert len(named.faults) == 1
    assert named.profile.name == "own"
