"""The tests that the scratchpad memory's own description asks for, under its names and with its assertions."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, NoReturn

import pytest

from scratchpad_tui.core import Patch, PatchError, Scratchpad, read_history

if TYPE_CHECKING:
    from pathlib import Path


def boom(*args: object, **more: object) -> NoReturn:
    """A system call that fails."""
    raise OSError("boom")


def test_round_trip_is_stable(tmp_path: Path) -> None:
    pad = Scratchpad(tmp_path / "s.md")
    pad.update([Patch("Findings", "append", "CI has no redis")])
    reloaded = Scratchpad(tmp_path / "s.md")
    assert reloaded.sections == pad.sections


def test_empty_patch_list_writes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "s.md"
    pad = Scratchpad(path)
    pad.update([Patch("Task", "replace", "do the thing")])
    before = path.stat().st_mtime_ns
    assert pad.update([]) == ""
    assert path.stat().st_mtime_ns == before


def test_over_cap_warns_and_does_not_truncate(tmp_path: Path) -> None:
    pad = Scratchpad(tmp_path / "s.md")
    pad.update([Patch("Next", "replace", "x" * 500)])  # cap is 200
    assert any("over its 200 cap" in w for w in pad.warnings)
    assert len(pad.sections["Next"][0]) == 500  # nothing was cut


def test_malformed_file_is_quarantined_not_reset(tmp_path: Path) -> None:
    path = tmp_path / "s.md"
    path.write_text("## Findings\n- a real finding\n## Nonsense\nbroken")
    pad = Scratchpad(path)
    assert list(path.parent.glob("*.broken-*"))
    assert "a real finding" in "\n".join(pad.sections["Findings"])


def test_unknown_section_in_a_patch_is_rejected(tmp_path: Path) -> None:
    with pytest.raises(PatchError, match="unknown section"):
        Scratchpad(tmp_path / "s.md").update([Patch("Vibes", "append", "good")])


def test_check_marks_the_right_plan_item(tmp_path: Path) -> None:
    pad = Scratchpad(tmp_path / "s.md")
    pad.update([Patch("Plan", "append", "first"), Patch("Plan", "append", "second")])
    pad.update([Patch("Plan", "check", "2")])
    assert "[x] second" in pad.sections["Plan"][1]
    assert "[ ] first" in pad.sections["Plan"][0]


def test_check_out_of_range_warns_and_changes_nothing(tmp_path: Path) -> None:
    pad = Scratchpad(tmp_path / "s.md")
    pad.update([Patch("Plan", "append", "only one")])
    before = pad.sections
    pad.update([Patch("Plan", "check", "7")])
    assert any("no item 7" in w for w in pad.warnings)
    assert pad.sections == before


def test_writes_are_atomic_under_a_crash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "s.md"
    Scratchpad(path).update([Patch("Task", "replace", "good state")])
    monkeypatch.setattr("os.replace", boom)
    with contextlib.suppress(Exception):
        Scratchpad(path).update([Patch("Task", "replace", "half written")])
    assert "good state" in path.read_text()  # old file intact
    assert "half written" not in path.read_text()
    assert not list(tmp_path.glob(".scratch-*.tmp"))  # temp cleaned up


def test_history_allows_restore(tmp_path: Path) -> None:
    path = tmp_path / "s.md"
    pad = Scratchpad(path)
    pad.update([Patch("Findings", "append", "important thing")])
    pad.update([Patch("Findings", "clear")])
    assert "important thing" in read_history(path, -1)


def test_diff_shows_exactly_the_turn_change(tmp_path: Path) -> None:
    pad = Scratchpad(tmp_path / "s.md")
    diff = pad.update([Patch("Next", "replace", "add the fixture")])
    assert "+add the fixture" in diff.replace("+- ", "+")
    assert diff.count("\n+") <= 3  # small, readable diffs


def test_a_fresh_path_is_shown_empty_and_creates_nothing(tmp_path: Path) -> None:
    """The description's first check of a build: the structure is there before the file is."""
    path = tmp_path / "deep" / "s.md"
    pad = Scratchpad(path)
    assert pad.sections == {name: [] for name in pad.sections}
    assert "_(empty)_" in pad.for_prompt()
    assert not path.parent.exists()


def test_a_hand_edit_between_two_turns_is_seen_and_kept(tmp_path: Path) -> None:
    """The file's main advantage: a person corrects a line, and the agent has it on the next turn."""
    path = tmp_path / "s.md"
    pad = Scratchpad(path)
    pad.update([Patch("Findings", "append", "wrong line")])
    path.write_text(path.read_text().replace("wrong line", "right line"))
    assert pad.sections["Findings"] == ["- right line"]
    assert "right line" in pad.for_prompt()
    pad.update([Patch("Next", "replace", "go on")])
    assert pad.sections["Findings"] == ["- right line"]


def test_fifty_turns_leave_a_small_pad_with_small_diffs(tmp_path: Path) -> None:
    """A long session prunes: no section over its cap, dead ends kept, the file under about 3,000 tokens."""
    pad = Scratchpad(tmp_path / "s.md")
    sizes = []
    for turn in range(50):
        patches = [Patch("Findings", "append", f"turn {turn}: a fact of some length (from job {turn})")]
        if turn >= 20:
            patches.append(Patch("Findings", "remove", f"turn {turn - 20}:"))
        if turn % 10 == 0:
            patches.append(Patch("Ruled out", "append", f"way {turn} - it fails under load"))
        sizes.append(pad.update([*patches, Patch("Next", "replace", f"step {turn}")]).count("\n"))
        assert pad.warnings == []
    assert len(pad.sections["Ruled out"]) == 5
    assert len(pad.sections["Findings"]) == 20
    assert len(pad.path.read_bytes()) / 4 < 3000
    assert max(sizes) < 30
