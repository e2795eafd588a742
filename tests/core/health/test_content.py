"""Signs in the pad's text: caps, length, dead ends that are not kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.audited.record import record

if TYPE_CHECKING:
    from tests.core.health.conftest import Patient

LONG = "n" * 240


def test_a_section_over_its_cap_is_told_with_what_frees_the_room(patient: Patient) -> None:
    patient.turn(("Findings", "append", "x" * 700), ("Findings", "append", "y" * 700))
    assert "over-cap" not in patient.signs()
    patient.turn(("Findings", "append", "z" * 200))
    sign = patient.sign("over-cap")
    assert sign.message == "Findings has 1,609 characters, 109 over its cap of 1,500"
    assert '"xxx' in sign.remedy
    patient.turn(("Findings", "remove", "x"))
    assert "over-cap" not in patient.signs()


def test_one_long_line_is_to_be_shortened(patient: Patient) -> None:
    patient.turn(("Next", "replace", LONG))
    assert patient.sign("over-cap").remedy == "shorten it"


def test_an_edit_that_is_no_version_yet_counts(patient: Patient) -> None:
    patient.turn(("Next", "replace", "go"))
    patient.put(f"## Next\n{LONG}\n")
    assert "over-cap" in patient.signs()


def test_a_section_over_its_cap_in_many_versions_gets_advice_from_them(patient: Patient) -> None:
    """What never changes does not belong into a working memory: a pointer does."""
    patient.turn(("Findings", "append", "the schema " + "s" * 900), ("Findings", "append", "t" * 650))
    patient.turn(("Findings", "append", "fact #"), ("Findings", "remove", "fact"), count=3)
    assert set(patient.signs()) == {"over-cap"}
    patient.turn(("Next", "replace", "step #"), count=4)
    found = patient.signs()
    assert "over-cap" not in found
    sign = found["chronically-over-cap"]
    assert "in 5 of the last 5 versions" in sign.message
    assert "over its cap now" in sign.message
    assert '"the schema' in sign.remedy
    assert "points there" in sign.remedy


def test_a_section_over_its_cap_now_and_then_is_chronic_while_it_is_within(patient: Patient) -> None:
    for _ in range(5):
        patient.turn(("Next", "replace", LONG))
        patient.turn(("Next", "replace", "go"))
    sign = patient.sign("chronically-over-cap")
    assert "in 5 of the last 10 versions, and is within its cap now" in sign.message
    assert "one line an entry" in sign.remedy
    patient.turn(("Findings", "append", "fact #"), count=10)
    assert "chronically-over-cap" not in patient.signs(), "5 of 20 are not above a quarter"


def test_a_pad_too_long_to_be_read_in_every_turn(patient: Patient) -> None:
    lines = "".join(f"- finding {number:04} {'x' * 60}\n" for number in range(140))
    patient.put(f"## Task\nShip it\n\n## Findings\n{lines}")
    assert "too-long" not in patient.signs()
    patient.put(f"## Task\nShip it\n\n## Findings\n{lines}{lines}")
    sign = patient.sign("too-long")
    assert "3,000" in sign.message
    assert "most of Findings" in sign.remedy


def test_ruled_out_is_missed_after_twenty_versions(patient: Patient) -> None:
    patient.turn(("Findings", "append", "fact #"), count=19)
    assert "ruled-out-empty" not in patient.signs()
    patient.turn(("Next", "replace", "go"))
    sign = patient.sign("ruled-out-empty")
    assert (sign.severity, "20 versions" in sign.message) == ("info", True)
    patient.turn(("Ruled out", "append", "sqlite: too slow"))
    assert "ruled-out-empty" not in patient.signs()


def test_a_profile_without_ruled_out_does_not_miss_it(patient: Patient) -> None:
    patient.settings('profile = "audited"\n')
    for number in range(21):
        store = patient.store()
        record(store, "Open", f"question-{number}", f"question {number}")
        store.close()
    assert patient.signs() == {}
