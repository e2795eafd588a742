"""All checks together: a pad in order has no sign, and looking at it changes nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.health import SEVERITIES, signs
from tests.core.health.conftest import NOON

if TYPE_CHECKING:
    from tests.core.health.conftest import Patient


def test_a_path_without_a_pad_has_no_signs_and_stays_so(patient: Patient) -> None:
    assert patient.signs() == {}
    assert not patient.path.parent.exists()


def test_a_pad_that_is_kept_well_has_no_signs(patient: Patient) -> None:
    """Many turns, two sessions one after the other, a person's edit, a dead end."""
    patient.turn(("Plan", "append", "step #"), count=12)
    patient.turn(("Ruled out", "append", "sqlite: too slow"), ("Next", "replace", "go"), session="s2")
    patient.turn(("Plan", "check", "3"), session="s2", count=1)
    patient.turn(("Findings", "append", "by me"), actor="human", session=None)
    patient.turn(("Findings", "append", "fact #"), session="s2", count=12)
    assert patient.signs() == {}


def test_looking_writes_nothing(patient: Patient) -> None:
    patient.turn(("Next", "replace", "n" * 300), count=1)
    patient.put("## Nonsense\n")

    def tree() -> dict[str, int]:
        return {str(path): path.stat().st_mtime_ns for path in patient.path.parent.rglob("*")}

    before = tree()
    assert {"broken", "over-cap"} <= set(patient.signs())
    assert tree() == before


def test_the_worst_stands_first(patient: Patient) -> None:
    patient.settings('[lock]\nmode = "off"\n\n[ui]\nthame = "dark"\n')
    patient.turn(("Next", "replace", "n" * 300))
    patient.put("## Nonsense\n")
    found = [sign.severity for sign in signs(patient.store(), NOON)]
    assert found == sorted(found, key=SEVERITIES.index)
    assert set(found) == set(SEVERITIES)
