"""Several writers at once, and writers that are killed: no version is lost or committed twice, no repository is hurt."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

from tests.core.git.repository import Repository, git

pytestmark = pytest.mark.alone

WRITE = """
import sys
from scratchpad_tui.core.config import load
from scratchpad_tui.core.pad import git_turns
from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.pad.store import PadStore
pad, name, count, strict = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4] == "strict"
git_turns.SECONDS = 120.0
given = {"git.commit": True, "history.depth": 0, "lock.timeout": 120.0}
store = PadStore(pad, settings=load(pad, given))
for number in range(count):
    outcome = store.apply([Patch("Next", "replace", f"{name} {number}")], turn=f"{name}{number}")
    assert outcome.warnings == [] or not strict, outcome.warnings
    print(number, flush=True)
store.close()
"""


def start(repo: Repository, name: str, count: int, way: str = "strict") -> subprocess.Popen[str]:
    """A process that makes that many turns of the pad; a `strict` one ends where any is not committed at once."""
    words = [sys.executable, "-c", WRITE, str(repo.pad), name, str(count), way]
    return subprocess.Popen(words, stdout=subprocess.PIPE, text=True)


def test_two_writers_lose_no_commit(repo: Repository) -> None:
    """Every version of both is one commit, in the order of the versions, in one line."""
    running = [start(repo, "a", 50), start(repo, "b", 50)]
    for process in running:
        process.communicate()
        assert process.returncode == 0
    versions = git(repo.top, "log", "--reverse", "--format=%(trailers:key=Scratchpad-Version,valueonly)")
    assert versions.split() == [str(number) for number in range(1, 101)]
    assert sorted(repo.subjects()) == sorted(f"turn {name}{number}" for name in "ab" for number in range(50))
    assert git(repo.top, "log", "--min-parents=2", "--format=%h") == ""
    store = repo.store()
    for number, commit in enumerate(git(repo.top, "rev-list", "--reverse", "HEAD").split()[1:], 1):
        shown = git(repo.top, "show", f"{commit}:{repo.name}")
        assert shown.encode() == store.history.read(number).removesuffix(b"\n")
    assert git(repo.top, "fsck", "--strict") == ""


def test_two_pads_and_a_person_commit_to_one_branch(repo: Repository) -> None:
    """They share no lock: each moves the branch on from where the other has left it."""
    other = Repository(repo.top, pad="notes/b.md", first=False)
    other.pad.parent.mkdir()
    running = [start(repo, "a", 20, "patient"), start(other, "b", 20, "patient")]
    mine = 0
    while any(process.poll() is None for process in running):
        done = subprocess.run(
            ["git", "commit", "-q", "--allow-empty", "-m", "mine"],
            cwd=repo.top,
            capture_output=True,
            check=False,
        )
        mine += done.returncode == 0
        time.sleep(0.1)
    for process in running:
        process.communicate()
        assert process.returncode == 0
    # What lost a race ten times waits for the next turn.
    repo.turn("last", "last")
    other.turn("last", "last")
    for pad, name in ((repo, "a"), (other, "b")):
        turns = [subject for subject in pad.subjects() if subject.startswith("turn ")]
        assert turns == [*(f"turn {name}{number}" for number in range(20)), "turn last"]
    listed = git(repo.top, "log", "--format=%s").split("\n")
    assert listed.count("mine") == mine
    assert git(repo.top, "log", "--min-parents=2", "--format=%h") == ""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no kill -9")
def test_a_killed_writer_leaves_a_sound_repository(repo: Repository) -> None:
    """Killed at any moment; the next turn commits what was left, and no version stands there twice."""
    for round_ in range(12):
        process = start(repo, f"r{round_}-", 1_000)
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(0.003 * round_)
        os.kill(process.pid, signal.SIGKILL)
        process.communicate()
        wait_for_git(repo)
        assert git(repo.top, "fsck", "--strict") == ""
    assert repo.turn("last", "last").warnings == []
    assert repo.is_committed()
    found = git(repo.top, "log", "--reverse", "--format=%(trailers:key=Scratchpad-Version,valueonly)").split()
    numbers = [int(number) for number in found]
    assert numbers == sorted(set(numbers))
    assert numbers == repo.store().history.numbers()


def wait_for_git(repo: Repository) -> None:
    """Waits for a git that outlived who had started it: it ends its one step by itself."""
    lock = repo.top / ".git" / "refs" / "heads" / "main.lock"
    head, deadline = "", time.monotonic() + 10
    while time.monotonic() < deadline:
        now = git(repo.top, "rev-parse", "HEAD")
        if now == head and not lock.exists():
            return
        head = now
        time.sleep(0.1)
