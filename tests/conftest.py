"""What every test stands on: a home, a clock zone and an environment of its own, nothing of the developer's."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import TYPE_CHECKING

# Textual reads these once, when it is imported: a moving picture is no picture to compare.
os.environ["TEXTUAL_ANIMATIONS"] = "none"
os.environ.pop("NO_COLOR", None)

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parent.parent
FOREIGN = ("NO_COLOR", "FORCE_COLOR", "COLORTERM", "COLUMNS", "LINES", "VISUAL", "EDITOR", "TMUX")
"""Variables of the developer's terminal that programs under test look at."""

settings.register_profile("tests", deadline=None)  # no test judges by time
settings.load_profile("tests")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keeps the tests marked `alone` on one worker, one after the other."""
    for item in items:
        if item.get_closest_marker("alone"):
            item.add_marker(pytest.mark.xdist_group("alone"))


@pytest.fixture(autouse=True)
def _own_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Points home, settings and state into the test's folder, and stands in that home."""
    home = tmp_path / "home"
    home.mkdir()
    for name in os.environ:
        if name.startswith(("SCRATCHPAD_", "XDG_")) or name in FOREIGN:
            monkeypatch.delenv(name)
    for name, folder in (
        ("HOME", ""),
        ("USERPROFILE", ""),
        ("APPDATA", "AppData"),
        ("LOCALAPPDATA", "AppData"),
    ):
        monkeypatch.setenv(name, str(home / folder))
    for name, folder in (
        ("CONFIG", ".config"),
        ("STATE", ".local/state"),
        ("CACHE", ".cache"),
        ("DATA", ".local/share"),
    ):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(home / folder))
    monkeypatch.setenv("TZ", "UTC")
    monkeypatch.setenv("TERM", "xterm-256color")
    if hasattr(time, "tzset"):
        time.tzset()
    monkeypatch.chdir(home)
    yield
    monkeypatch.undo()
    if hasattr(time, "tzset"):
        time.tzset()


@pytest.fixture
def pad_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The path of a pad that is not there yet, found by discovery from the folder that the test stands in."""
    work = tmp_path / "home" / "work"
    work.mkdir()
    monkeypatch.chdir(work)
    return work / ".agent" / "scratchpad.md"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of handed material beside the project; the test is left out where it is absent."""
    folder = ROOT.parent / "shared"
    if not (folder / "cases").is_dir():
        pytest.skip(f"the handed material is not there: {folder}")
    return folder
