"""`hook.log`: why hooks did less than they should, in a file that stays small."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.pad.hook_log import LARGEST, failures, note_failure
from scratchpad_tui.core.pad.paths import pad_paths
from scratchpad_tui.core.pad.store import PadStore

if TYPE_CHECKING:
    from pathlib import Path

    from scratchpad_tui.core.pad.paths import PadPaths


@pytest.fixture
def paths(pad_path: Path) -> PadPaths:
    pad_path.parent.mkdir()
    pad_path.write_text("## Task\nMake CI green\n", "utf-8")
    PadStore(str(pad_path)).record_external()
    return pad_paths(str(pad_path))


def log_of(paths: PadPaths) -> str:
    return os.path.join(paths.history, "hook.log")


def test_a_line_reads_back(paths: PadPaths, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCRATCHPAD_NOW", "2026-07-20T10:12:00Z")
    note_failure(paths, "stop", "the pad is locked\nby \x1b[31manother")
    (one,) = failures(paths)
    assert one.time is not None
    assert (one.time.hour, one.event) == (10, "stop")
    assert "\n" not in one.reason
    assert "\x1b" not in one.reason


def test_it_has_the_pads_mode(paths: PadPaths) -> None:
    os.chmod(paths.pad, 0o640)
    note_failure(paths, "stop", "x")
    assert stat.S_IMODE(os.stat(log_of(paths)).st_mode) == 0o640


def test_it_stays_small_and_keeps_the_newest(paths: PadPaths) -> None:
    for number in range(1_000):
        note_failure(paths, "stop", f"{number:04d} " + "x" * 1_000)
    assert os.path.getsize(log_of(paths)) <= LARGEST
    found = failures(paths)
    assert found[-1].reason.startswith("0999 ")
    assert {len(one.reason) for one in found} == {300}
    assert [int(one.reason[:4]) for one in found] == list(range(1_000 - len(found), 1_000))


@pytest.mark.parametrize("kind", ["link", "dangling link", "pipe", "folder"])
def test_what_stands_in_its_place_is_left_alone(paths: PadPaths, tmp_path: Path, kind: str) -> None:
    outside = tmp_path / "outside"
    if kind == "link":
        outside.write_text("mine", "utf-8")
    if "link" in kind:
        os.symlink(outside, log_of(paths))
    elif kind == "pipe":
        os.mkfifo(log_of(paths))
    else:
        os.mkdir(log_of(paths))
    note_failure(paths, "stop", "x")
    assert failures(paths) == []
    assert not outside.exists() or outside.read_text("utf-8") == "mine"


def test_nothing_is_made_for_it(pad_path: Path) -> None:
    note_failure(pad_paths(str(pad_path)), "stop", "x")
    assert not pad_path.parent.exists()


def test_damaged_lines_are_passed_over(paths: PadPaths) -> None:
    note_failure(paths, "stop", "first")
    with open(log_of(paths), "ab") as file:
        file.write(b"\xff\xfe\n\nrubbish\nnot-a-time stop x\n2026-07-20T10:12:00Z\n")
    note_failure(paths, "stop", "last")
    assert [one.reason for one in failures(paths)] == ["first", "last"]
