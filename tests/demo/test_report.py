"""The report of `demo --once`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core import PadStore
from scratchpad_tui.core.config.example import example_toml
from scratchpad_tui.core.pad.parse import parse_bytes
from scratchpad_tui.demo.report import report_on
from scratchpad_tui.demo.stage import play
from scratchpad_tui.demo.workspace import workspace_at

if TYPE_CHECKING:
    from scratchpad_tui.demo.report import Report
    from scratchpad_tui.demo.workspace import Workspace


def played(folder: Path, turns: int) -> Report:
    """The report on a story of so many turns in a folder."""
    place = empty_place(folder)
    play(place.pad, turns=turns)
    return report_on(place, turns)


def empty_place(folder: Path) -> Workspace:
    """A workspace in a folder, with the settings of a demo and no pad yet."""
    place = workspace_at(str(folder))
    Path(place.pad).parent.mkdir()
    Path(place.settings).write_text(example_toml(), "utf-8")
    return place


def over_cap(report: Report) -> list[str]:
    """The sections that are over their cap at the end."""
    return [use.name for use in report.caps if use.size > use.cap]


def test_the_report_of_the_whole_story(tmp_path: Path) -> None:
    """What seed 1 asks for after a simulated session: size, diffs, caps, Ruled out."""
    report = played(tmp_path, 60)
    assert 400 < report.tokens < 3_000
    assert over_cap(report) == []
    assert report.ruled_out >= 4
    assert report.outside == 2
    assert [len(events) for events in (report.refused, report.recoveries, report.compactions)] == [1, 1, 1]
    over = {use.name: use.versions_over for use in report.caps}
    assert over["Findings"]
    assert over["Ruled out"]
    assert not over["Plan"]


def test_the_report_agrees_with_the_files(tmp_path: Path) -> None:
    """Its figures are read from what is on disk, not from what the story meant to do."""
    report = played(tmp_path, 30)
    store = PadStore(report.pad)
    document = parse_bytes(Path(report.pad).read_bytes(), store.profile)
    assert report.versions == len(store.history.numbers())
    assert {use.name: use.size for use in report.caps} == {n: document.size(n) for n in store.profile.names}
    assert [diff.turn for diff in report.diffs] == sorted({diff.turn for diff in report.diffs})
    assert (report.diffs[0].turn, report.diffs[0].added) == (1, 9)


def test_the_text_names_what_a_reader_looks_for(tmp_path: Path) -> None:
    """The workspace's path stands alone at the end of a line, so that it can be copied."""
    report = played(tmp_path, 60)
    lines = report.text().split("\n")
    assert lines[0].split() == ["Workspace", str(tmp_path)]
    assert lines[1].split() == ["Pad", report.pad]
    text = report.text()
    for words in ("tokens", "never over its cap", '"Ruled out"  filled, ', "Each turn's diff"):
        assert words in text
    assert "turn 13: patch 0: unknown section" in text
    assert "turn 28: Context compacted at" in text
    assert max(map(len, lines)) <= 120


def test_a_turn_without_a_change_is_a_dot(tmp_path: Path) -> None:
    """The row shows each turn in its place."""
    rows = [line for line in played(tmp_path, 4).text().split("\n") if line.strip().startswith("1-4")]
    assert rows[0].split() == ["1-4", "+9-0", "+3-2", "+1-0", "."]


def test_a_short_story_says_that_ruled_out_is_empty(tmp_path: Path) -> None:
    """It is no error: the story was cut."""
    report = played(tmp_path, 3)
    assert report.ruled_out == 0
    assert '"Ruled out"  empty' in report.text()
    assert "Compacted    0" in report.text()


def test_a_section_over_its_cap_for_long_is_chronic(tmp_path: Path) -> None:
    """Said as such: that content belongs elsewhere."""
    place = empty_place(tmp_path)
    asked = "Look at everything once more. " * 8
    play(place.pad, turns=6, between=lambda turn: fill_next(place, asked) if turn == 2 else None)
    report = report_on(place, 6)
    assert over_cap(report) == []
    assert report.caps[-1].versions_over >= 2
    assert f"chronically over its cap in {report.caps[-1].versions_over} of " in report.text()


def test_a_section_over_its_cap_at_the_end_is_told(tmp_path: Path) -> None:
    """With the overage, in characters."""
    place = empty_place(tmp_path)
    play(place.pad, turns=2)
    fill_next(place, "x" * 250)
    report = report_on(place, 2)
    assert over_cap(report) == ["Next"]
    assert "over its cap by 51" in report.text()


def fill_next(place: Workspace, text: str) -> None:
    """A person writes a long Next."""
    store = PadStore(place.pad)
    store.edit("Next", [text], store.read().version)


def test_hostile_text_does_not_reach_the_terminal(tmp_path: Path) -> None:
    """A person may have typed anything into the pad of the demo, and its errors quote it."""
    place = empty_place(tmp_path)

    def breaks(turn: int) -> None:
        if turn == 2:
            Path(place.pad).write_bytes(b"## \x1b[2J\x1b]0;owned\x07\n")

    play(place.pad, turns=4, between=breaks)
    text = report_on(place, 4).text()
    assert "\x1b" not in text
    assert "\x07" not in text


def test_a_workspace_without_a_story_is_reported_too(tmp_path: Path) -> None:
    """With no turn at all: no figure fails."""
    place = workspace_at(str(tmp_path))
    text = report_on(place, 0).text()
    assert "Versions     0 in 0 turns" in text


@pytest.mark.parametrize("turns", [9, 10, 11])
def test_rows_hold_ten_turns(tmp_path: Path, turns: int) -> None:
    """The last row is as long as it must be."""
    lines = played(tmp_path, turns).text().split("\n")
    start = lines.index("Each turn's diff, in lines (. = no change)") + 1
    rows = lines[start : lines.index("", start)]
    assert [len(row.split()) - 1 for row in rows] == ([turns] if turns <= 10 else [10, 1])
