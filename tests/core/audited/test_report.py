"""A design report says what is measured on the pad: a good one passes the gate, a bad one says so itself."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

import pytest

from scratchpad_tui.core.audited import report as module
from scratchpad_tui.core.audited.design import check_report
from scratchpad_tui.core.audited.design_rules import SECTIONS
from scratchpad_tui.core.audited.measures import Reads, Writes
from scratchpad_tui.core.audited.record import record
from scratchpad_tui.core.audited.report import design_report, report_path
from scratchpad_tui.core.audited.survival import Survival
from scratchpad_tui.core.errors import InputError, ParseError, Problem
from scratchpad_tui.core.pad.records import digest
from scratchpad_tui.core.pad.store import PadStore
from tests.core.audited.memories import BROKEN, PAD, SKELETON, put, set_clock, tree

if TYPE_CHECKING:
    from pathlib import Path

    from scratchpad_tui.core.audited.report import Report


@pytest.fixture(autouse=True)
def _clock(monkeypatch: pytest.MonkeyPatch) -> None:
    set_clock(monkeypatch)


def at(report: Report, *names: str | int) -> Any:  # noqa: ANN401 - a place of a JSON document
    """What stands at a place of the report."""
    found: Any = report.document
    for name in names:
        found = found[name]
    return found


def verdict(report: Report) -> list[str]:
    """The places in which the gate finds it wanting."""
    return [fault.path for fault in check_report(json.dumps(report.document).encode())]


def test_the_report_of_a_live_pad_passes_and_nothing_is_written(pad_path: Path) -> None:
    store = put(pad_path, PAD)
    record(store, "Findings", "ci-no-redis", "CI has no redis", source="job 4412", date="2026-07-20")
    before = tree(pad_path.parent)
    report = design_report(store)
    assert (report.problems, verdict(report)) == ((), [])
    assert tree(pad_path.parent) == before
    assert at(report, "scratchpad", "path") == ".agent/scratchpad.md"
    assert at(report, "scratchpad", "sections", "Findings", 2) == {
        "text": "CI has no redis",
        "source": "job 4412",
        "date": "2026-07-20",
        "validated": True,
        "key": "ci-no-redis",
    }
    assert at(report, "measured") == {
        "time": "2026-07-20T12:00:00.000Z",
        "sha256": digest(pad_path.read_bytes()),
        "version": 2,
        "entries": 6,
        "reads": 1,
    }


@pytest.mark.parametrize("text", [SKELETON, PAD.rstrip("\n"), ("\ufeff" + PAD).replace("\n", "\r\n")])
def test_other_good_pads_pass_too(text: str, pad_path: Path) -> None:
    assert design_report(put(pad_path, text)).problems == ()


def test_sections_that_the_pad_lacks_are_empty_ones(pad_path: Path) -> None:
    """The next write adds them, and is then no rewrite of the file."""
    report = design_report(put(pad_path, "## Findings\n", "audited"))
    assert report.problems == ()
    assert at(report, "scratchpad", "sections") == {name: [] for name in SECTIONS}


def test_an_entry_that_names_no_source_has_the_version_that_brought_it(
    pad_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It stands in Hypotheses or Open: who brought it and when is what is known of it."""
    set_clock(monkeypatch, "2026-07-18T12:00:00Z")
    store = put(pad_path, PAD)
    record(store, "Open", "zone", "which zone?", turn="t2")
    set_clock(monkeypatch)
    pad_path.write_text(pad_path.read_text("utf-8") + "- by hand? {#hand} \n", "utf-8")
    os.utime(pad_path, (0, 1_784_000_000))  # 2026-07-14
    report = design_report(store)
    assert report.problems == ()
    told = {one["key"]: (one["source"], one["date"]) for one in at(report, "scratchpad", "sections", "Open")}
    assert told == {
        "region": ("version 1, external", "2026-07-18"),
        "zone": ("version 2, agent t2", "2026-07-18"),
        "hand": ("the file, by hand", "2026-07-14"),
    }
    assert at(report, "scratchpad", "sections", "Hypotheses", 0, "source") == "version 1, external"
    assert (at(report, "measured", "version"), at(report, "measured", "entries")) == (None, 7)


def test_an_entry_that_is_older_than_what_is_kept_says_so(pad_path: Path) -> None:
    put(pad_path, PAD)
    store = PadStore(pad_path, depth=2)
    for number in range(5):
        record(store, "Open", f"more-{number}", "which one?")
    told = at(design_report(store), "scratchpad", "sections", "Open", 0)
    assert told["source"].startswith("before version ")


WANTING = {
    "a finding without evidence": (
        "- port is 5433 {#db-port}",
        ["Findings[1].source", "Findings[1].date", "Findings[1].validated", "evidence_checked"],
        "line 9: ",
    ),
    "a finding without a key": (
        "- port is 5433 [src:compose.yml @ 2026-07-01]",
        ["Findings[1].validated"],
        "line 9: ",
    ),
    "a date that is none": (
        "- port is 5433 [src:compose.yml @ 2026-02-30] {#db-port}",
        ["Findings[1].source", "Findings[1].date", "Findings[1].validated", "evidence_checked"],
        "line 9: ",
    ),
    "a date ahead of the clock": (
        "- port is 5433 [src:compose.yml @ 2027-02-01] {#db-port}",
        ["Findings[1].validated"],
        "line 9: ",
    ),
    "raw transcript": (
        "- User: which port is it? [src:talk @ 2026-07-01] {#db-port}",
        ["Findings[1].validated", "raw_transcript"],
        "line 9: ",
    ),
    "a tool dump": (
        "- Traceback (most recent call last) [src:talk @ 2026-07-01] {#db-port}",
        ["Findings[1].validated", "raw_tool_dump"],
        "line 9: ",
    ),
    "a code block": (
        "- port is 5433 [src:compose.yml @ 2026-07-01] {#db-port}\n  ```\n  ls\n  ```",
        ["Findings[1].validated", "raw_tool_dump"],
        "line 10: ",
    ),
    "reasoning": (
        "- <thinking>which port could it be? [src:talk @ 2026-07-01] {#db-port}",
        ["Findings[1].validated", "chain_of_thought"],
        "line 9: ",
    ),
}


@pytest.mark.parametrize(("line", "places", "reason"), WANTING.values(), ids=WANTING)
def test_a_pad_that_fails_a_point_says_so(line: str, places: list[str], reason: str, pad_path: Path) -> None:
    """The report is truthful, the gate refuses it, and the reason is told by the pad's line."""
    report = design_report(
        put(pad_path, PAD.replace("- port is 5433 [src:compose.yml @ 2026-07-01] {#db-port}", line))
    )
    failed = verdict(report)
    assert [path.removeprefix("scratchpad.sections.").rpartition("policy.")[2] for path in failed] == [
        place if "[" in place else next(path for path in failed if path.endswith(f".{place}"))
        for place in places
    ]
    assert report.problems[0].startswith(reason)
    assert len(report.problems) >= 1 + len(places)


def test_raw_text_among_guesses_fails_too(pad_path: Path) -> None:
    report = design_report(put(pad_path, PAD.replace("which region?", "User: which region?")))
    assert verdict(report) == ["exclusions.raw_transcript"]


def test_a_pad_outside_of_its_folder_fails_by_its_path(pad_path: Path) -> None:
    """The contract asks for a place that an agent can rely on."""
    report = design_report(put(pad_path.parent.parent / "notes.md", PAD))
    assert verdict(report) == ["scratchpad.path"]
    assert report.problems[0].startswith("scratchpad.path must be the relative path")


@pytest.mark.parametrize(
    ("named", "path"),
    [
        ("/home/me/work/.agent/scratchpad.md", ".agent/scratchpad.md"),
        ("/home/me/work/.agent/team/pad.md", ".agent/team/pad.md"),
        ("/srv/.agent/work/.agent/pad.md", ".agent/pad.md"),
        ("/srv/work/.agent", ".agent"),
        ("/srv/work/pad.md", "pad.md"),
    ],
)
def test_the_path_begins_at_the_agents_folder(named: str, path: str) -> None:
    assert report_path(named) == path


@pytest.mark.parametrize(
    ("name", "value", "places"),
    [
        (
            "reads",
            Reads(4, referenced=False),
            [
                "access_policy.read_once",
                "access_policy.reference_after_bootstrap",
                "access_policy.reread_each_turn",
                "validation.read_once_verified",
            ],
        ),
        (
            "writes",
            Writes(appends=True, upserts=False, idempotent=False),
            ["write_policy.mode", "write_policy.idempotent_upsert", "write_policy.full_rewrite_allowed"],
        ),
        (
            "survival",
            Survival((Problem(3, 1, "not-rebuilt", "Findings is not the same"),), ""),
            [
                "compact_recovery.reconstruct_from_file_only",
                "compact_recovery.conversation_dependency",
                "validation.survives_compact",
            ],
        ),
    ],
)
def test_what_is_measured_is_what_is_reported(
    name: str, value: object, places: list[str], pad_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No answer is a constant: each follows its measure."""
    store = put(pad_path, PAD)
    monkeypatch.setattr(module, name, lambda _: value)
    assert verdict(design_report(store)) == places


def test_there_is_no_report_of_what_is_no_good_audited_pad(pad_path: Path) -> None:
    """Broken, in conflict, of another profile, or not there: refused, and nothing is moved or made."""
    with pytest.raises(InputError, match="no pad at"):
        design_report(PadStore(pad_path, profile="audited"))
    assert not pad_path.parent.exists()
    with pytest.raises(ParseError):
        design_report(put(pad_path, BROKEN, "audited"))
    with pytest.raises(ParseError) as error:
        design_report(put(pad_path, "<<<<<<< a\n=======\n>>>>>>> b\n" + PAD, "audited"))
    assert error.value.code == "conflict"
    with pytest.raises(InputError, match="profile task"):
        design_report(put(pad_path, "## Task\nShip it\n"))
    with pytest.raises(InputError, match="profile"):
        design_report(put(pad_path, "## Task\nShip it\n", "audited"))
    record(put(pad_path, PAD), "Open", "zone", "which zone?")
    pad_path.unlink()
    with pytest.raises(InputError, match="no pad at"):
        design_report(PadStore(pad_path))
