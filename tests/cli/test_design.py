"""`check-design` and `design-report`: what they print and how they end."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tests.core.audited.memories import BROKEN, PAD, set_clock
from tests.core.audited.reports import encoded, good_report, spoiled

if TYPE_CHECKING:
    import pytest

    from tests.cli.conftest import Desk


def test_a_good_report_passes(desk: Desk) -> None:
    path = desk.put(encoded(good_report()), desk.work / "good.json")
    ended = desk.run("check-design", path)
    assert (ended.code, ended.out, ended.err) == (0, f"report={path} status=pass errors=0\n", "")


def test_each_fault_stands_on_a_line_of_its_own(desk: Desk) -> None:
    report = spoiled(("access_policy", "read_once"), value=False)
    report["schema"] = 9
    path = desk.put(encoded(report), desk.work / "bad.json")
    ended = desk.run("check-design", path)
    assert ended.code == 1
    assert ended.out.split("\n") == [
        f"report={path} status=fail errors=2",
        "  schema must be the number 1, not 9",
        "  access_policy.read_once must be true, not false",
        "",
    ]


def test_several_reports_are_judged_each_and_the_worst_exit_code_counts(desk: Desk) -> None:
    """An unreadable one stops none of the others."""
    good = desk.put(encoded(good_report()), desk.work / "good.json")
    bad = desk.put("[]", desk.work / "bad.json")
    missing = desk.work / "missing.json"
    assert desk.run("check-design", good, bad).code == 1
    ended = desk.run("check-design", missing, bad, desk.work, good)
    assert ended.code == 3
    assert [line.split()[1] for line in ended.out.split("\n") if line.startswith("report=")] == [
        "status=fail",
        "status=pass",
    ]
    assert ended.err.count("\n") == 2
    assert f"could not read {missing}: No such file" in ended.err


def test_json_has_every_report_with_its_faults(desk: Desk) -> None:
    bad = desk.put("[]", desk.work / "bad.json")
    ended = desk.run("check-design", "--json", bad, desk.work / "missing.json")
    assert ended.code == 3
    assert ended.json() == {
        "reports": [
            {
                "report": str(bad),
                "status": "fail",
                "errors": [{"path": "report", "message": "must be an object, not a list"}],
            },
            {"report": str(desk.work / "missing.json"), "status": "unreadable", "errors": []},
        ]
    }


def test_a_dash_reads_standard_input(desk: Desk) -> None:
    ended = desk.run("check-design", "-", stdin=encoded(good_report()))
    assert (ended.code, ended.out) == (0, "report=- status=pass errors=0\n")


def test_a_reports_words_reach_no_terminal_raw_and_forge_no_line(desk: Desk) -> None:
    """Names of sections and of files may hold anything."""
    report = spoiled(("scratchpad", "sections", "x\nreport=y status=pass errors=0\x1b[2J"), [])
    path = desk.put(encoded(report), desk.work / "a status=pass.json")
    ended = desk.run("check-design", path)
    assert ended.code == 1
    assert "\x1b" not in ended.out
    lines = ended.out.rstrip("\n").split("\n")
    assert len(lines) == 2
    assert lines[0] == f"report={json.dumps(str(path))} status=fail errors=1"
    assert lines[1].startswith("  scratchpad.sections.x")


def test_without_a_report_it_is_wrong_usage(desk: Desk) -> None:
    assert desk.run("check-design").code == 2


def test_the_report_of_a_live_pad_passes_the_gate(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    set_clock(monkeypatch)
    desk.put(PAD)
    ended = desk.run("design-report")
    assert (ended.code, ended.err) == (0, "")
    judged = desk.run("check-design", "-", stdin=ended.out)
    assert (judged.code, judged.out) == (0, "report=- status=pass errors=0\n")
    assert desk.run("design-report", "--json").json()["schema"] == 1


def test_the_report_goes_into_a_new_file(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Never over one that is there."""
    set_clock(monkeypatch)
    desk.put(PAD)
    path = desk.work / "report.json"
    ended = desk.run("design-report", "--out", path)
    assert (ended.code, ended.out) == (0, "")
    assert path.stat().st_mode & 0o777 == 0o600
    assert desk.run("check-design", path).code == 0
    before = path.read_bytes()
    assert desk.run("design-report", "--out", path).code != 0
    assert path.read_bytes() == before
    assert desk.run("design-report", "--out", "").code == 2


def test_a_pad_that_fails_a_point_is_exit_1_with_a_line_for_each(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The report is printed all the same, and says so itself."""
    set_clock(monkeypatch)
    desk.put(PAD.replace(" [src:compose.yml @ 2026-07-01]", ""))
    ended = desk.run("design-report")
    assert ended.code == 1
    assert ended.json()["validation"]["evidence_checked"] is False
    lines = ended.err.rstrip("\n").split("\n")
    assert lines[0].startswith("scratchpad-tui: line 9: ")
    assert lines[-1] == "scratchpad-tui: validation.evidence_checked must be true, not false"
    assert desk.run("check-design", "-", stdin=ended.out).code == 1


def test_a_broken_pad_has_no_report(desk: Desk) -> None:
    desk.put(BROKEN)
    ended = desk.run("design-report", "--profile", "audited")
    assert (ended.code, ended.out) == (1, "")
    assert ended.err.count("\n") == 1
    assert desk.pad.read_text("utf-8") == BROKEN
