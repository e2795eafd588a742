"""What every test stands on: a home, a clock zone and an environment of its own, nothing of the developer's."""

from __future__ import annotations

import contextlib
import gc
import importlib
import os
import sys
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


def pytest_sessionstart(session: pytest.Session) -> None:
    """Lets each worker begin with other modules: what one has compiled, the others read."""
    whole = session.config.args_source is pytest.Config.ArgsSource.TESTPATHS
    count = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    if not whole or count == 1 or sys.dont_write_bytecode:
        return
    files = sorted((ROOT / "tests").rglob("test_*.py"))
    first = int(os.environ["PYTEST_XDIST_WORKER"].removeprefix("gw")) * len(files) // count
    for file in files[first:] + files[:first]:
        with contextlib.suppress(Exception, pytest.skip.Exception):  # told when the module is collected
            importlib.import_module(".".join(file.relative_to(ROOT).with_suffix("").parts))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keeps the tests marked `alone` on one worker, one after the other."""
    for item in items:
        if item.get_closest_marker("alone"):
            item.add_marker(pytest.mark.xdist_group("alone"))


def pytest_collection_finish() -> None:
    """Keeps the tests themselves out of the collector's sight: it would look at all of them after every few."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 10, 10)  # an app is some ten thousand objects, which all end together


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
