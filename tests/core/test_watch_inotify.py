"""The source on Linux: what it says of the kernel's events."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.watch.inotify import Inotify
from scratchpad_tui.core.watch.source import HINT, LOST, QUIET

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="inotify is Linux's")


@pytest.fixture
def source() -> Iterator[Inotify]:
    one = Inotify()
    yield one
    one.close()


def test_only_the_watched_names_are_hints(source: Inotify, tmp_path: Path) -> None:
    source.arm({str(tmp_path): {"pad.md"}})
    (tmp_path / "other.md").touch()
    assert source.wait(0) == QUIET
    (tmp_path / "pad.md").touch()
    assert source.wait(0) == HINT
    assert source.wait(0) == QUIET


def test_names_that_are_no_text_are_watched_too(source: Inotify, tmp_path: Path) -> None:
    """A file's name may hold any bytes."""
    name = os.fsdecode(b"p\xff\n.md")
    source.arm({str(tmp_path): {name}})
    (tmp_path / name).touch()
    assert source.wait(0) == HINT


def test_a_directory_that_goes_is_a_loss(source: Inotify, tmp_path: Path) -> None:
    folder = tmp_path / "a"
    folder.mkdir()
    source.arm({str(folder): {"pad.md"}})
    folder.rename(tmp_path / "b")
    assert source.wait(0) == LOST
    source.arm({str(tmp_path / "b"): {"pad.md"}})
    (tmp_path / "b").rmdir()
    assert source.wait(0) == LOST


def test_a_full_queue_is_a_hint(source: Inotify) -> None:
    """What was lost may have been the pad."""
    assert source._meaning(-1, 0x4000, b"") == HINT


def test_setting_it_anew_forgets_the_old_directories(source: Inotify, tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    one.mkdir()
    two.mkdir()
    source.arm({str(one): {"pad.md"}})
    source.arm({str(two): {"pad.md"}})
    (one / "pad.md").touch()
    assert source.wait(0) == QUIET
    (two / "pad.md").touch()
    assert source.wait(0) == HINT


def test_a_missing_directory_is_an_error(source: Inotify, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        source.arm({str(tmp_path / "none"): {"pad.md"}})


def test_waking_ends_a_wait(source: Inotify) -> None:
    source.wake()
    assert source.wait(60) == QUIET
