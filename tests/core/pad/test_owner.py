"""Whether the process that something belongs to still runs."""

from __future__ import annotations

import os
import signal
import sys

import pytest

from scratchpad_tui.core.pad import owner
from scratchpad_tui.core.pad.owner import Owner, is_alive, started, this_process

from .processes import forked, in_child, needs_fork, needs_linux


def test_this_process_is_alive() -> None:
    assert this_process().pid == os.getpid()
    assert is_alive(this_process())


@needs_fork
def test_a_child_is_another_process_and_dead_after_its_end() -> None:
    """A fork inherits what its parent remembers of itself."""
    parent = this_process()
    child = forked(signal.pause)
    told = Owner(child.pid, started(child.pid))
    assert is_alive(told)
    child.kill()
    assert not is_alive(told)

    def looks() -> None:
        assert this_process().pid == os.getpid() != parent.pid

    assert in_child(looks) == 0


@needs_linux
def test_a_number_that_another_process_has_by_now_is_not_the_owner() -> None:
    """Numbers come again, soon on a small machine and always after a restart."""
    assert not is_alive(Owner(os.getpid(), "another-boot:1"))
    assert not is_alive(Owner(1, "another-boot:1"))
    assert is_alive(Owner(1, started(1)))


@pytest.mark.parametrize("pid", [0, -1, 1 << 31, 1 << 70])
def test_a_number_that_no_process_has_belongs_to_nobody(pid: int) -> None:
    """0 and below would ask for whole groups of processes."""
    assert not is_alive(Owner(pid, ""))


def test_where_the_start_is_not_told_the_number_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    """In doubt a process lives: its draft is offered to nobody else."""
    monkeypatch.setattr(owner, "started", lambda pid: "")
    assert is_alive(Owner(os.getppid(), "some:1"))


@pytest.mark.skipif(sys.platform == "win32", reason="asks a program of POSIX systems")
def test_the_start_is_asked_of_ps_where_the_system_has_no_files_of_it(tmp_path: object) -> None:
    """The same words each time, and none for a process that is gone."""
    if not os.path.exists("/bin/ps"):
        assert owner._started_by_ps(os.getpid()) == ""
        return
    assert owner._started_by_ps(os.getpid()) == owner._started_by_ps(os.getpid()) != ""
    assert owner._started_by_ps((1 << 31) - 2) == ""
