"""Signs in the surroundings: settings, locks, how much of the past is kept."""

from __future__ import annotations

import errno
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.health import signs
from scratchpad_tui.core.pad import lock
from tests.core.git.repository import WHO, Repository, git
from tests.core.health.conftest import NOON
from tests.core.health.marks import appears, goes

if TYPE_CHECKING:
    from tests.core.health.conftest import Patient

posix = pytest.mark.skipif(sys.platform == "win32", reason="there is no flock")


@appears("settings")
@goes("settings")
def test_each_fault_in_the_settings_is_a_sign(patient: Patient) -> None:
    patient.settings("[history]\ndepth = 100\n")
    assert "settings" not in patient.signs()
    patient.settings('profile = "tusk"\n\n[history]\ndeepth = 100\n')
    sign = patient.sign("settings")
    assert "`config`" in sign.remedy
    words = " ".join(sign.message for sign in signs(patient.store(), NOON) if sign.code == "settings")
    assert "history.depth" in words
    assert "tusk" in words
    assert sign.subject == str(patient.path.parent / "scratchpad.toml")
    patient.settings('profile = "task"\n\n[history]\ndepth = 100\n')
    assert "settings" not in patient.signs()


def test_a_fault_of_the_environment_is_about_no_file(
    patient: Patient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCRATCHPAD_HISTORY_DEPTH", "many")
    assert patient.sign("settings").subject == ""
    monkeypatch.delenv("SCRATCHPAD_HISTORY_DEPTH")
    assert "settings" not in patient.signs()


@appears("journal")
@goes("journal")
def test_a_journal_that_cannot_be_read_is_told_until_it_can(patient: Patient) -> None:
    patient.turn(("Next", "replace", "go"))
    assert "journal" not in patient.signs()
    journal = Path(patient.store().paths.journal)
    away = journal.rename(journal.with_suffix(".away"))
    journal.mkdir()
    assert patient.sign("journal").severity == "error"
    journal.rmdir()
    away.rename(journal)
    assert "journal" not in patient.signs()


@pytest.mark.parametrize(
    ("depth", "is_short"), [(1, True), (19, True), (20, False), (1000, False), (0, False)]
)
def test_a_short_history_is_told(patient: Patient, depth: int, is_short: bool) -> None:  # noqa: FBT001 - a column
    patient.settings(f"[history]\ndepth = {depth}\n")
    assert ("short-history" in patient.signs()) == is_short


def test_the_default_depth_is_long_enough(patient: Patient) -> None:
    patient.turn(("Next", "replace", "go"))
    assert patient.signs() == {}


def test_locks_switched_off_are_told(patient: Patient) -> None:
    patient.settings('[lock]\nmode = "off"\n')
    patient.turn(("Next", "replace", "go"))
    assert set(patient.signs()) == {"lock-off"}


@posix
@pytest.mark.parametrize("mode", ["on", "off"])
def test_a_file_system_without_locks_is_told(
    patient: Patient, monkeypatch: pytest.MonkeyPatch, mode: str
) -> None:
    patient.turn(("Next", "replace", "go"))
    patient.settings(f'[lock]\nmode = "{mode}"\n')

    def no_locks(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr("fcntl.flock", no_locks)
    found = patient.signs()
    assert set(found) == {"no-locks"}
    assert ('mode = "off"' in found["no-locks"].remedy) == (mode == "on")


@posix
def test_a_lock_that_somebody_holds_is_one_that_works(patient: Patient) -> None:
    """The question is asked on the pad, which nobody locks; a writer does not wait for it."""
    patient.turn(("Next", "replace", "go"))
    with open(patient.path, "rb") as file:
        if sys.platform != "win32":
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
        assert lock.are_supported(str(patient.path))
    assert patient.signs() == {}
    assert lock.are_supported(str(patient.path / "nothing here"))


@appears("short-history", "lock-off")
@goes("short-history", "lock-off")
def test_settings_that_keep_little_and_lock_nothing_are_told_until_they_are_changed(patient: Patient) -> None:
    patient.turn(("Next", "replace", "go"))
    assert patient.signs() == {}
    patient.settings('[history]\ndepth = 3\n\n[lock]\nmode = "off"\n')
    assert set(patient.signs()) == {"short-history", "lock-off"}
    patient.settings("[history]\ndepth = 20\n")
    assert patient.signs() == {}


@posix
@appears("no-locks")
@goes("no-locks")
def test_locks_that_come_back_are_no_sign_any_more(patient: Patient) -> None:
    patient.turn(("Next", "replace", "go"))
    assert patient.signs() == {}

    def no_locks(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    with pytest.MonkeyPatch.context() as broken:
        broken.setattr("fcntl.flock", no_locks)
        assert set(patient.signs()) == {"no-locks"}
    assert patient.signs() == {}


@appears("git")
@goes("git")
def test_a_turn_that_is_not_committed_is_told_until_one_is(
    patient: Patient, monkeypatch: pytest.MonkeyPatch
) -> None:
    if shutil.which("git") is None:
        pytest.skip("git is not installed: no repository can be made")
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    for name, value in WHO.items():
        monkeypatch.setenv(name, value)
    top = patient.path.parent.parent
    git(top, "init", "-q", "-b", "main")
    Repository(top)
    patient.settings("[git]\ncommit = true\n")
    patient.turn(("Next", "replace", "one"))
    assert patient.signs() == {}
    lock = top / ".git" / "refs" / "heads" / "main.lock"
    lock.touch()
    patient.turn(("Next", "replace", "two"))
    assert patient.sign("git").message.startswith("the newest version is not committed to git: ")
    lock.unlink()
    patient.turn(("Next", "replace", "three"))
    assert patient.signs() == {}
