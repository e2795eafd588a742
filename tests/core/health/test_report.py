"""All that the Health panel shows of a pad."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.config import SETTINGS
from scratchpad_tui.core.health.report import health_report
from scratchpad_tui.core.pad.store import PadStore
from tests.core.health.conftest import NOON
from tests.core.pad.pads import pad

if TYPE_CHECKING:
    from scratchpad_tui.core.health.report import HealthReport
    from tests.core.health.conftest import Patient


def report(patient: Patient) -> HealthReport:
    return health_report(patient.store(), NOON)


def test_it_has_every_sign_that_is_found_the_worst_first(patient: Patient) -> None:
    patient.turn(("Next", "replace", "n" * 240))
    patient.put(pad(Next=["n" * 240, "```"]))
    found = report(patient)
    assert {sign.code for sign in found.signs} == set(patient.signs())
    assert found.signs[0].severity == "error"
    assert found.signs[0].code == "broken"


def test_it_has_the_quarantine_the_newest_first(patient: Patient) -> None:
    patient.turn(("Findings", "append", "a fact"))
    for at, text in ((-30, "- first\n```"), (-20, "- second\n```")):
        patient.at(at)
        patient.put(pad(Findings=["- a fact", *text.split("\n")]))
        patient.turn(("Task", "replace", f"task at {at}"))
    found = report(patient)
    lacking = [{line.text for line in item.missing_lines} for item in found.quarantined]
    assert ["- second" in texts for texts in lacking] == [True, False]
    assert ["- first" in texts for texts in lacking] == [False, True]
    assert all(item.reason for item in found.quarantined)


def test_every_setting_has_its_value_and_where_it_comes_from(patient: Patient) -> None:
    patient.settings('[lock]\ntimeout = 9.5\n[ui]\ntheme = "light"\n')
    rows = {row.name: row for row in report(patient).settings}
    assert list(rows) == [setting.name for setting in SETTINGS]
    assert rows["ui.theme"].value == "light"
    assert rows["ui.theme"].origin.endswith("scratchpad.toml")


def test_the_profile_is_the_one_that_counts_and_says_what_tells_it(patient: Patient) -> None:
    """Where nobody named it the pad tells it; where somebody did, that is the origin."""

    def profile(store: PadStore | None = None) -> tuple[str, str]:
        found = health_report(store or patient.store(), NOON).settings
        return next((row.value, row.origin) for row in found if row.name == "profile")

    assert profile() == ("task", "by the file's name")
    patient.turn(("Task", "replace", "make it pass"))
    assert profile() == ("task", "by the pad's headings")
    patient.path.unlink()
    assert profile() == ("task", "by the pad's history")
    assert profile(PadStore(patient.path, profile="session")) == ("session", "--profile")
    patient.settings('profile = "audited"\n')
    assert profile()[0] == "audited"
    assert profile()[1].endswith("scratchpad.toml")
    patient.settings("profile = 7\n")
    assert profile()[0] == "-", "a fault hides which one is meant"


def test_the_lock_in_a_few_words(patient: Patient) -> None:
    assert report(patient).lock == "on, a writer waits 5 s; nobody holds it"
    patient.settings("[lock]\ntimeout = 9.5\n")
    assert report(patient).lock == "on, a writer waits 9.5 s; nobody holds it"
    patient.settings('[lock]\nmode = "off"\n')
    assert report(patient).lock.startswith("off: only one program")


def test_nothing_is_written(patient: Patient) -> None:
    """Whoever looks leaves no trace, also where there is no pad yet."""
    found = report(patient)
    assert not patient.path.exists()
    assert found.quarantined == ()
    patient.turn(("Task", "replace", "x"))
    before = sorted((path, path.stat().st_mtime_ns) for path in patient.path.parent.rglob("*"))
    report(patient)
    assert sorted((path, path.stat().st_mtime_ns) for path in patient.path.parent.rglob("*")) == before
