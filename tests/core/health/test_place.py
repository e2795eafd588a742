"""Signs in where the pad stands: rights, the lock's holder, linked worktrees; and what is only worth knowing."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.clock import stamp
from scratchpad_tui.core.health import place, signs
from scratchpad_tui.core.health.place import lock_words, place_notes
from scratchpad_tui.core.pad import lock
from scratchpad_tui.core.pad.store import PadStore
from tests.core.health.conftest import NOON
from tests.core.health.marks import appears, goes
from tests.core.pad.processes import holding, needs_fork

if TYPE_CHECKING:
    from tests.core.health.conftest import Patient

posix = pytest.mark.skipif(sys.platform == "win32", reason="rights are other ones there")


@pytest.fixture
def reachable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets everybody in down to the test's folder, whatever stands above it."""
    tmp_path.chmod(0o755)
    (tmp_path / "home").chmod(0o755)
    real = place._reaches
    monkeypatch.setattr(place, "_reaches", lambda path: real(path, str(tmp_path)))


def let_in(patient: Patient) -> None:
    """Lets everybody into the pad's folder and its parent."""
    for folder in (patient.path.parent, patient.path.parent.parent):
        folder.chmod(0o755)


@posix
@pytest.mark.usefixtures("reachable")
@appears("writable")
@goes("writable")
def test_a_pad_that_everybody_may_write_is_told_until_they_may_not(patient: Patient) -> None:
    patient.turn(("Next", "replace", "go"))
    let_in(patient)
    patient.path.chmod(0o664)
    assert "writable" not in patient.signs()
    patient.path.chmod(0o666)
    sign = patient.sign("writable")
    assert sign.message.startswith(f"every user of this machine may write {patient.path}: ")
    assert sign.command == f"chmod o-w {patient.path}"
    os.system(sign.command)  # noqa: S605 - as a person types it
    assert "writable" not in patient.signs()


@posix
@pytest.mark.usefixtures("reachable")
def test_a_folder_in_which_everybody_may_replace_the_pad_is_told(patient: Patient) -> None:
    patient.turn(("Next", "replace", "go"))
    let_in(patient)
    patient.path.parent.chmod(0o777)
    assert str(patient.path.parent) in patient.sign("writable").message
    patient.path.parent.chmod(0o1777)
    assert "writable" not in patient.signs(), "there nobody replaces what another one owns"


@posix
@pytest.mark.usefixtures("reachable")
def test_wide_rights_behind_a_closed_folder_are_no_trouble(patient: Patient) -> None:
    patient.turn(("Next", "replace", "go"))
    let_in(patient)
    patient.path.chmod(0o666)
    patient.path.parent.chmod(0o700)
    assert patient.signs() == {}
    assert place_notes(patient.store()) == []


@posix
@pytest.mark.usefixtures("reachable")
def test_that_others_may_read_is_worth_knowing_and_no_sign(patient: Patient) -> None:
    patient.turn(("Next", "replace", "go"))
    let_in(patient)
    patient.path.chmod(0o644)
    assert patient.signs() == {}
    assert place_notes(patient.store()) == [f"every user of this machine may read {patient.path}"]


def note_since(path: Path, time: str) -> None:
    """Puts another time into the record of a lock's holder."""
    path.write_text(json.dumps({**json.loads(path.read_text("utf-8")), "since": time}), "utf-8")


@needs_fork
@appears("lock-held")
@goes("lock-held")
def test_who_holds_the_lock_is_named_and_told_once_writers_give_up(patient: Patient) -> None:
    patient.turn(("Next", "replace", "go"))
    path = patient.store().paths.lock
    assert lock_words(patient.store()).endswith("; nobody holds it")
    with holding(path) as held:
        words = lock_words(patient.store())
        assert f"; held by process {held.pid} (" in words
        assert " since " in words
        note_since(Path(path), stamp(NOON))
        assert "lock-held" not in patient.signs(), "a writer waits that long"
        note_since(Path(path), "2026-07-20T11:48:00Z")
        sign = patient.sign("lock-held")
        assert sign.message.startswith(f"process {held.pid} (")
        assert "for 12 min" in sign.message
        assert sign.command == f"ps -p {held.pid}"
    assert "lock-held" not in patient.signs()
    assert lock.holder(path) is None


def test_a_lock_that_this_program_holds_is_said_to_be_its_own(patient: Patient) -> None:
    patient.turn(("Next", "replace", "go"))
    store = patient.store()
    with lock.locked(store.paths.lock, timeout=1):
        assert lock_words(store).endswith("; held by this program")
        assert "lock-held" not in {sign.code for sign in signs(store, NOON)}


def test_asking_for_the_holder_makes_no_lock(patient: Patient) -> None:
    assert lock.holder(patient.store().paths.lock) is None
    assert not patient.path.parent.exists()


def linked_worktree(folder: Path) -> None:
    """Makes a folder look like one that `git worktree add` made."""
    folder.mkdir(parents=True)
    (folder / ".git").write_text("gitdir: /elsewhere/.git/worktrees/one\n", "utf-8")


@appears("worktree")
@goes("worktree")
def test_a_pad_outside_a_linked_worktree_is_told_until_there_is_one_inside(
    patient: Patient, monkeypatch: pytest.MonkeyPatch
) -> None:
    patient.turn(("Next", "replace", "go"))
    monkeypatch.chdir(patient.path.parent.parent)
    assert "worktree" not in patient.signs()
    inside = patient.path.parent.parent / "linked"
    linked_worktree(inside)
    monkeypatch.chdir(inside)
    sign = patient.sign("worktree")
    assert "other worktrees write it too" in sign.message
    assert sign.command == f"scratchpad-tui init {inside}"
    own = PadStore(inside / ".agent" / "scratchpad.md")
    own.create()
    assert "worktree" not in {sign.code for sign in signs(own, NOON)}
    assert "worktree" not in patient.signs(), "it is named now, and not found from here"
    (note,) = place_notes(own)
    assert "this pad is its own" in note
