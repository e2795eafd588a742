"""Signs in the surroundings: settings, locks, how much of the past is kept."""

from __future__ import annotations

import errno
import sys
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.health import signs
from scratchpad_tui.core.pad import lock
from tests.core.health.conftest import NOON

if TYPE_CHECKING:
    from tests.core.health.conftest import Patient

posix = pytest.mark.skipif(sys.platform == "win32", reason="there is no flock")


def test_each_fault_in_the_settings_is_a_sign(patient: Patient) -> None:
    patient.settings("[history]\ndepth = 100\n")
    assert "settings" not in patient.signs()
    patient.settings('profile = "tusk"\n\n[history]\ndeepth = 100\n')
    sign = patient.sign("settings")
    assert "`config`" in sign.remedy
    words = " ".join(sign.message for sign in signs(patient.store(), NOON) if sign.code == "settings")
    assert "history.depth" in words
    assert "tusk" in words


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
