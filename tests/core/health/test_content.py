"""Signs in the pad's text: caps, length, dead ends that are not kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.audited.record import record
from scratchpad_tui.core.health.checkup import checkup
from tests.core.health.conftest import NOON
from tests.core.health.marks import appears, goes

if TYPE_CHECKING:
    from tests.core.health.conftest import Patient

LONG = "n" * 240


def cap_words(patient: Patient) -> list[str]:
    """The notes about caps."""
    return [note for note in checkup(patient.store(), NOON).notes if "its cap" in note]


@appears("over-cap")
@goes("over-cap")
def test_a_section_over_its_cap_is_told_with_what_frees_the_room(patient: Patient) -> None:
    patient.turn(("Findings", "append", "x" * 700), ("Findings", "append", "y" * 700))
    assert "over-cap" not in patient.signs()
    patient.turn(("Findings", "append", "z" * 200))
    sign = patient.sign("over-cap")
    assert sign.message == "Findings has 1,609 characters, 109 over its cap of 1,500"
    assert "with `-` in `watch`" in sign.remedy
    assert '"xxx' in sign.remedy
    patient.turn(("Findings", "remove", "x"))
    assert "over-cap" not in patient.signs()


def test_one_long_line_is_to_be_shortened(patient: Patient) -> None:
    patient.turn(("Next", "replace", LONG))
    assert patient.sign("over-cap").remedy == "shorten it with `e` in `watch`"


def test_a_remedy_names_the_key_as_it_is_bound(patient: Patient) -> None:
    """The one of the table would do something else then, or nothing."""
    patient.settings('[keys]\n"edit.here" = "f2"\nprune = "down"\n"go.down" = "j"\n')
    patient.turn(
        ("Next", "replace", LONG), ("Findings", "append", "x" * 1400), ("Findings", "append", "y" * 200)
    )
    remedies = {sign.subject: sign.remedy for sign in checkup(patient.store(), NOON).signs}
    assert remedies["Next"] == "shorten it with `f2` in `watch`"
    assert "with `↓` in `watch`: without " in remedies["Findings"]


def test_an_edit_that_is_no_version_yet_counts(patient: Patient) -> None:
    patient.turn(("Next", "replace", "go"))
    patient.put(f"## Next\n{LONG}\n")
    assert "over-cap" in patient.signs()


@appears("chronically-over-cap")
@goes("chronically-over-cap")
def test_a_section_over_its_cap_in_many_versions_gets_advice_from_them(patient: Patient) -> None:
    """What never changes does not belong into a working memory: a pointer does."""
    patient.turn(("Findings", "append", "the schema " + "s" * 900), ("Findings", "append", "t" * 650))
    patient.turn(("Findings", "append", "fact #"), ("Findings", "remove", "fact"), count=3)
    assert set(patient.signs()) == {"over-cap"}
    patient.turn(("Next", "replace", "step #"), count=4)
    found = patient.signs()
    assert "over-cap" not in found
    sign = found["chronically-over-cap"]
    assert sign.message.endswith("over its cap of 1,500, and was over it in 5 of the last 5 versions")
    assert "with `-` in `watch`: without " in sign.remedy
    assert sign.remedy.count('"the schema') == 2, (
        "as an entry to take out, and as one that has stood there all the time"
    )
    assert "points there" in sign.remedy
    patient.turn(("Findings", "remove", "the schema"))
    assert "chronically-over-cap" not in patient.signs()


def test_entries_to_take_out_are_named_and_the_others_counted(patient: Patient) -> None:
    patient.turn(*(("Findings", "append", f"way {way} {'x' * 90}") for way in range(21)))
    sign = patient.sign("over-cap")
    remedy = sign.remedy
    assert remedy.endswith(f" in `watch`: {sign.brings}")
    assert "brings" not in sign.told
    assert '"way 0 ' in remedy
    assert '"way 2 ' in remedy
    assert '"way 3 ' not in remedy
    assert " and 3 others it would be within its cap" in remedy


def test_a_full_section_that_was_pruned_is_no_sign_and_worth_a_word_for_three_versions(
    patient: Patient,
) -> None:
    patient.turn(*(("Findings", "append", f"way {way} {'x' * 90}") for way in range(16)))
    patient.turn(("Ruled out", "append", "the cloud"))
    patient.turn(("Next", "replace", "step #"), count=18)
    assert "chronically-over-cap" in patient.signs()
    assert cap_words(patient) == []
    patient.turn(("Findings", "replace", "the one that counts"))
    assert patient.signs() == {}
    (note,) = cap_words(patient)
    assert note.startswith("Findings is within its cap now and was over it in 19 of the last 20 versions: ")
    assert "one line an entry" in note
    patient.turn(("Ruled out", "append", "way #"), count=2)
    assert patient.signs() == {}
    assert cap_words(patient) == [], "three versions later it is forgotten"


def test_a_section_over_its_cap_now_and_then_is_no_sign_while_it_is_within(patient: Patient) -> None:
    for _ in range(6):
        patient.turn(("Next", "replace", LONG))
        assert {"over-cap", "chronically-over-cap"} & set(patient.signs())
        patient.turn(("Next", "replace", "go"))
        assert patient.signs() == {}
    assert cap_words(patient) == [], "half of the versions are not most of them"


@appears("too-long")
@goes("too-long")
def test_a_pad_too_long_to_be_read_in_every_turn(patient: Patient) -> None:
    lines = "".join(f"- finding {number:04} {'x' * 60}\n" for number in range(140))
    patient.put(f"## Task\nShip it\n\n## Findings\n{lines}")
    assert "too-long" not in patient.signs()
    patient.put(f"## Task\nShip it\n\n## Findings\n{lines}{lines}")
    sign = patient.sign("too-long")
    assert "3,000" in sign.message
    assert "most of Findings" in sign.remedy
    assert sign.subject == "Findings"
    patient.put("## Task\nShip it\n\n## Findings\n- see docs/findings.md\n")
    assert "too-long" not in patient.signs()


@appears("ruled-out-empty")
@goes("ruled-out-empty")
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
