"""The handed cases about entries with evidence and keys."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from scratchpad_tui.core.audited.record import record
from scratchpad_tui.core.errors import InputError
from scratchpad_tui.core.pad.check import check_text
from scratchpad_tui.core.pad.evidence import Evidence, audited_entries
from scratchpad_tui.core.pad.schema import AUDITED
from scratchpad_tui.core.pad.store import PadStore
from tests.core.pad.pads import CASES, Case

if TYPE_CHECKING:
    from pathlib import Path


def opened(path: Path, case: str) -> PadStore:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes((CASES / case / "memory.md").read_bytes())
    return PadStore(path, profile="audited")


def recorded(store: PadStore, calls: list[list[str]]) -> list[str]:
    """The code of each call's refusal, empty where it was recorded."""
    codes = []
    for section, key, text, source, date in calls:
        try:
            record(store, section, key, text, source=source, date=date)
            codes.append("")
        except InputError as error:
            codes.append(error.code)
    return codes


def test_case_53_marks_inside_text_and_source_never_make_another_entry(pad_path: Path) -> None:
    """Refused, or read back as given; the second round changes no byte."""
    case = "53-evidence-and-key-inside-the-text"
    store = opened(pad_path, case)
    calls = json.loads((CASES / case / "calls.json").read_text("utf-8"))
    want = ["mark-inside", "several-lines", "", "bad-date"]
    assert recorded(store, calls) == want
    before = pad_path.read_bytes()
    assert recorded(store, calls) == want
    assert pad_path.read_bytes() == before
    assert check_text(before, AUDITED).errors == ()
    (build, pkg) = audited_entries(store.read().document, "Findings")
    assert (build.key, build.text) == ("build", "build with make")
    assert (pkg.key, pkg.text) == ("pkg", "pin @scope/pkg@2")
    assert pkg.evidence == Evidence("mail from a@b.example @ desk", "2026-07-20")


def test_case_54_a_key_that_is_part_of_another(pad_path: Path) -> None:
    case = "54-key-that-is-part-of-another"
    store = opened(pad_path, case)
    start = pad_path.read_text("utf-8")
    record(store, "Findings", "db", "engine is sqlite now", source="talk", date="2026-07-20")
    want = start.replace(
        "- engine is postgres [src:compose @ 2026-07-01] {#db}\n",
        "- engine is sqlite now [src:talk @ 2026-07-20] {#db}\n",
    ).replace(
        "## Decisions\n_(empty)_\n",
        '## Decisions\n- db: was "engine is postgres" [src:talk @ 2026-07-20] {#db-changed-1}\n',
    )
    assert pad_path.read_text("utf-8") == want
    assert len(audited_entries(store.read().document, "Findings")) == 2


def test_case_54_a_typographic_dash_is_not_two_hyphens(pad_path: Path) -> None:
    case = Case("54-key-that-is-part-of-another", pad_path)
    start = case.data
    outcome = case.apply_file("remove.json")
    assert not outcome.changed
    assert "nothing in Plan matched" in outcome.warnings[0]
    assert case.data == start
