"""Signs in the files: a pad that cannot be used as it stands, and what waits for a person."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from scratchpad_tui.core.health import signs
from scratchpad_tui.core.pad.drafts import Drafts, new_draft
from tests.core.health.conftest import NOON
from tests.core.health.marks import appears, goes

if TYPE_CHECKING:
    from tests.core.health.conftest import Patient

GOOD = "## Task\nShip it\n"
CONFLICT = "## Task\n<<<<<<< a\nx\n=======\ny\n>>>>>>> b\n"


@appears("broken")
@goes("broken")
def test_a_broken_pad_is_told_with_its_line(patient: Patient) -> None:
    patient.put(GOOD)
    assert "broken" not in patient.signs()
    patient.put(f"{GOOD}\n## Plam\n1. [ ] x\n\n## Fundings\n- x\n")
    sign = patient.sign("broken")
    assert sign.severity == "error"
    assert sign.message.startswith('the pad does not parse: line 4: unknown section "Plam"')
    assert sign.message.endswith("(and 1 more)")
    assert "mend line 4" in sign.remedy
    assert "quarantine" in sign.remedy
    patient.put(f"{GOOD}\n## Plan\n1. [ ] x\n\n## Findings\n- x\n")
    assert "broken" not in patient.signs()


def test_a_broken_audited_pad_is_never_moved(patient: Patient) -> None:
    patient.settings('profile = "audited"\n')
    patient.put("## Decisions\n- x\n\n## Bogus\n")
    remedy = patient.sign("broken").remedy
    assert "nothing is written until then" in remedy
    assert "quarantine" not in remedy


@appears("conflict")
@goes("conflict")
def test_a_pad_in_conflict_is_told(patient: Patient) -> None:
    patient.turn(("Task", "replace", "Ship it"))
    assert "conflict" not in patient.signs()
    patient.put(CONFLICT)
    sign = patient.sign("conflict")
    assert (sign.severity, "broken" in patient.signs()) == ("error", False)
    assert "line 2" in sign.message
    assert "choose a side" in sign.remedy
    patient.put("## Task\nx\n")
    assert "conflict" not in patient.signs()


@appears("gone")
@goes("gone")
def test_a_pad_that_is_gone_is_told(patient: Patient) -> None:
    patient.turn(("Task", "replace", "Ship it"))
    assert "gone" not in patient.signs()
    patient.path.unlink()
    sign = patient.sign("gone")
    assert sign.command.startswith("scratchpad-tui restore 1")
    patient.store().restore(int(sign.subject))
    assert "gone" not in patient.signs()
    assert "Ship it" in patient.path.read_text("utf-8")


@appears("wrong-profile")
@goes("wrong-profile")
def test_a_pad_of_another_profile_than_the_settings_say_is_told(patient: Patient) -> None:
    patient.turn(("Task", "replace", "Ship it"))
    assert "wrong-profile" not in patient.signs()
    patient.settings('profile = "audited"\n')
    sign = patient.sign("wrong-profile")
    assert (sign.severity, "`config`" in sign.remedy) == ("error", True)
    assert "broken" not in patient.signs()
    patient.settings('profile = "task"\n')
    assert "wrong-profile" not in patient.signs()


@appears("recovery")
@goes("recovery")
def test_a_recovery_stands_until_somebody_looked(patient: Patient) -> None:
    patient.turn(("Task", "replace", "Ship it"))
    assert "recovery" not in patient.signs()
    patient.put("## Nonsense\n")
    patient.store().recover()
    assert "`recover`" in patient.sign("recovery").remedy
    patient.put("## Other nonsense\n")
    patient.store().recover()
    assert "2 broken versions" in patient.sign("recovery").message
    patient.store().looked()
    assert "recovery" not in patient.signs()


@appears("quarantine")
@goes("quarantine")
def test_quarantined_lines_stand_until_they_are_taken(patient: Patient) -> None:
    """The file may lie there for good; what counts are the lines that only it has."""
    patient.turn(("Task", "replace", "Ship it"))
    patient.put("## Nonsense\n- typed by hand\n- and more\n")
    assert "quarantine" not in patient.signs()
    patient.store().recover()
    patient.store().looked()
    sign = patient.sign("quarantine")
    assert ".broken-" in sign.message
    assert "2 lines" in sign.message
    patient.store().take("all")
    assert "quarantine" not in patient.signs()


def test_several_quarantined_files_are_one_sign_with_their_count(patient: Patient) -> None:
    patient.turn(("Task", "replace", "Ship it"))
    for at in (-3, -2):
        patient.at(at)
        patient.put(f"## Nonsense\n- typed {at}\n")
        patient.store().recover()
    found = [sign for sign in signs(patient.store(), NOON) if sign.code == "quarantine"]
    assert len(found) == 1
    assert found[0].message.startswith(
        "2 quarantined files have lines that the pad lacks, the newest 1 line: "
    )
    assert found[0].command == f"scratchpad-tui recover --take all --file {found[0].subject}"


@appears("older-file")
@goes("older-file")
def test_a_file_from_a_backup_is_told_until_the_newest_version_is_back(patient: Patient) -> None:
    patient.turn(("Task", "replace", "Ship it"))
    old = patient.path.read_bytes()
    patient.turn(("Findings", "append", "fact #"), count=3)
    assert "older-file" not in patient.signs()
    patient.path.write_bytes(old)
    sign = patient.sign("older-file")
    assert sign.message == "the pad's file has the text of version 1, and the newest version is 4"
    patient.store().restore(int(sign.subject))
    assert "older-file" not in patient.signs()
    assert "fact 2" in patient.path.read_text("utf-8")


def test_a_file_of_an_older_day_is_told_though_no_version_has_its_text(patient: Patient) -> None:
    patient.turn(("Task", "replace", "Ship it"))
    patient.put(GOOD)
    assert "older-file" not in patient.signs(), "an edit by hand is no old file"
    os.utime(patient.path, (1_000_000, 1_000_000))
    assert "was written before its newest version, 1" in patient.sign("older-file").message
    patient.store().record_external()
    assert "older-file" not in patient.signs()


@appears("draft")
@goes("draft")
def test_a_draft_that_nobody_works_on_is_told(patient: Patient) -> None:
    """One that somebody is typing right now is none of our business."""
    patient.turn(("Task", "replace", "Ship it"))
    drafts = Drafts(patient.store().paths)
    draft = drafts.keep(new_draft("section", "Findings", ["- typed"], [], 1))
    assert "draft" not in patient.signs()
    drafts.keep(draft._replace(pid=0))
    assert "Findings" in patient.sign("draft").message
    drafts.drop(draft.name)
    assert "draft" not in patient.signs()
