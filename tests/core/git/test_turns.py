"""Each version is one commit of the pad alone; what goes wrong with git is told once and hurts no save."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scratchpad_tui.core.clock import now
from scratchpad_tui.core.errors import PatchError
from scratchpad_tui.core.health import signs
from scratchpad_tui.core.pad import git_turns
from scratchpad_tui.core.pad.patch import Patch
from tests.core.git.repository import Repository, git

if TYPE_CHECKING:
    from pathlib import Path


def test_a_turn_is_one_commit_of_the_pad_alone(repo: Repository) -> None:
    before = repo.rest()
    assert repo.turn("one", "57").warnings == []
    assert repo.is_committed()
    assert git(repo.top, "show", "--name-only", "--format=", "HEAD") == repo.name
    assert git(repo.top, "log", "-1", "--format=%B|%an|%ae|%P").split("|")[0] == (
        "turn 57\n\nScratchpad-Version: 1\nScratchpad-Actor: agent\n"
    )
    assert git(repo.top, "log", "-1", "--format=%an <%ae> %cn") == "A Person <person@example.org> A Person"
    assert repo.rest() == {**before, ".agent/.gitignore": (repo.pad.parent / ".gitignore").read_bytes()}
    assert git(repo.top, "rev-parse", "HEAD^") == git(repo.top, "rev-list", "--max-parents=0", "HEAD")


def test_every_kind_of_version_is_a_commit(repo: Repository) -> None:
    """An agent without a label, a person, another program, a restore, and a recovery before a turn."""
    store = repo.store()
    store.apply([Patch("Next", "replace", "read the log")])
    store.edit("Task", ["Ship it"], 1)
    repo.pad.write_bytes(repo.pad.read_bytes().replace(b"Ship it", b"Ship it today"))
    assert store.record_external() == 3
    store.restore(2)
    repo.pad.write_bytes(b"## Task\n## Task\n")
    store.apply([Patch("Findings", "append", "b")], turn="9")
    store.close()
    assert repo.subjects() == ["version 1", "edit by hand", "edit from outside", "restore", "turn 9"]
    assert repo.is_committed()


def test_an_edit_from_outside_before_a_turn_is_a_commit_of_its_own(repo: Repository) -> None:
    repo.turn("one", "1")
    repo.pad.write_bytes(repo.pad.read_bytes().replace(b"- one", b"- one\n- by hand"))
    repo.turn("two", "2")
    assert repo.subjects() == ["turn 1", "edit from outside", "turn 2"]


def test_late_lines_of_another_program_are_a_commit(repo: Repository) -> None:
    repo.turn("one", "1")
    store = repo.store()
    with open(repo.pad, "ab") as late:
        store.apply([Patch("Next", "replace", "go on")], turn="2")
        late.write(b"and on\n")
    store.close()
    assert b"and on" in repo.pad.read_bytes()
    assert repo.subjects() == ["turn 1", "turn 2", "edit from outside"]
    assert repo.is_committed()


def test_a_lock_held_around_a_change_is_free_when_git_runs(
    repo: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An act of the screen holds the lock around the change; git waits for the outer end."""
    from scratchpad_tui.core.pad.locking import locked_pad

    repo.turn("one", "1")
    store = repo.store()
    with locked_pad(store):
        store.apply([Patch("Next", "replace", "go on")], turn="2")
        assert repo.subjects() == ["turn 1"]
    assert repo.subjects() == ["turn 1", "turn 2"]


def test_off_by_default_and_then_nothing_of_git_is_touched(repo: Repository, tmp_path: Path) -> None:
    """No module of it is loaded and no program started, so that a turn costs what it did."""
    fake = tmp_path / "bin" / "git"
    fake.parent.mkdir()
    fake.write_text(f"#!/bin/sh\ntouch {tmp_path}/ran\n")
    fake.chmod(0o755)
    code = (
        "import sys\nfrom scratchpad_tui.cli.main import main\n"
        f"assert main(['apply', '--pad', {str(repo.pad)!r}]) == 0\n"
        "names = [n for n in sys.modules if 'core.git' in n or 'git_turns' in n or n == 'subprocess']\n"
        "assert names == [], names\n"
    )
    patch = json.dumps([{"section": "Next", "op": "replace", "content": "go"}])
    done = subprocess.run(
        [sys.executable, "-c", code],
        input=patch,
        env={**os.environ, "PATH": str(fake.parent)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert not (tmp_path / "ran").exists()
    assert git(repo.top, "rev-list", "--count", "HEAD") == "1"
    assert sorted(os.listdir(repo.pad.parent / ".history" / repo.pad.name)) == [
        "00000001.md",
        "intended.json",
        "journal.jsonl",
        "state.json",
    ]


def test_what_was_written_while_it_was_off_never_goes_into_git(repo: Repository) -> None:
    repo.turn("before", "1", on=False)
    repo.turn("one", "2")
    repo.turn("a secret", "3", on=False)
    store = repo.store(on=False)
    store.apply([Patch("Findings", "remove", "a secret")], turn="4")
    store.close()
    repo.turn("two", "5")
    assert repo.subjects() == ["turn 2", "turn 5"]
    assert "a secret" not in git(repo.top, "log", "-p")


def test_a_version_that_git_has_already_makes_no_commit(repo: Repository) -> None:
    repo.turn("one", "1")
    repo.turn("two", "2")
    store = repo.store()
    repo.pad.write_bytes(store.history.read(1))
    git(repo.top, "add", repo.name)
    git(repo.top, "commit", "-q", "-m", "mine")
    store.apply([Patch("Next", "replace", "go on")], turn="3")
    store.close()
    assert repo.subjects() == ["turn 1", "turn 2", "mine", "turn 3"]


def test_without_a_name_the_commits_have_one_all_the_same(
    repo: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("AUTHOR", "COMMITTER"):
        monkeypatch.delenv(f"GIT_{name}_NAME")
        monkeypatch.delenv(f"GIT_{name}_EMAIL")
    git(repo.top, "config", "user.useConfigOnly", "true")
    assert repo.turn("one", "1").warnings == []
    assert git(repo.top, "log", "-1", "--format=%an %cn") == "scratchpad-tui scratchpad-tui"


def test_a_failure_is_told_once_kept_once_and_made_good_by_the_next_turn(repo: Repository) -> None:
    """The save stands each time; when git takes commits again, each turn since then is one."""
    lock = repo.top / ".git" / "refs" / "heads" / "main.lock"
    lock.touch()
    (told,) = repo.turn("one", "1").warnings
    assert told.startswith("The pad is saved, but not committed to git: git said: ")
    assert repo.turn("two", "2").warnings == []
    assert b"- two" in repo.pad.read_bytes()
    assert [event["message"] for event in repo.events()] == [told]
    found = [sign for sign in signs(repo.store(), now()) if sign.code == "git"]
    assert [sign.remedy for sign in found] == ["see what `git status` says there"]
    lock.unlink()
    assert repo.turn("three", "3").warnings == []
    assert repo.subjects() == ["turn 1", "turn 2", "turn 3"]
    assert [sign for sign in signs(repo.store(), now()) if sign.code == "git"] == []
    assert [name for name in os.listdir(repo.top / ".git") if name.startswith("fast_import")] == []


def test_a_refusal_makes_no_commit(repo: Repository) -> None:
    repo.turn("one", "1")
    store = repo.store()
    with pytest.raises(PatchError):
        store.apply([Patch("Findings", "check", "1")])
    assert repo.subjects() == ["turn 1"]


def test_git_that_hangs_is_stopped_and_left_alone_for_a_while(
    repo: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is ended with what it started, told once, not started again by the next turn, and taken up later."""
    path = os.environ["PATH"]
    fake = tmp_path / "bin" / "git"
    fake.parent.mkdir()
    fake.write_text(f"#!/bin/sh\necho $$ >> {tmp_path}/pids\nsleep 600 &\necho $! >> {tmp_path}/pids\nwait\n")
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", f"{fake.parent}:{path}")
    monkeypatch.setattr(git_turns, "SECONDS", 0.5)
    (told,) = repo.turn("one", "1").warnings
    assert "git did not end within 0.5 s and was stopped" in told
    pids = (tmp_path / "pids").read_text().split()
    assert len(pids) == 2
    assert not any(is_running(pid) for pid in pids)
    assert repo.turn("two", "2").warnings == []
    assert (tmp_path / "pids").read_text().split() == pids
    monkeypatch.setenv("PATH", path)
    monkeypatch.setattr(git_turns, "SECONDS", 60.0)
    later = time.time() + 61
    monkeypatch.setattr(time, "time", lambda: later)
    repo.turn("three", "3")
    assert repo.subjects() == ["turn 1", "turn 2", "turn 3"]


def is_running(pid: str) -> bool:
    """Whether the process is there and more than a name that waits for its parent."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def test_without_git_the_turn_is_saved(
    repo: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A relative entry of the PATH is not looked into: it would find a program of the folder we stand in."""
    fake = repo.top / "git"
    fake.write_text(f"#!/bin/sh\ntouch {tmp_path}/ran\n")
    fake.chmod(0o755)
    monkeypatch.chdir(repo.top)
    monkeypatch.setenv("PATH", f".:{tmp_path}")
    (told,) = repo.turn("one", "1").warnings
    assert told.endswith("git is not installed; install it, or set [git] commit = false")
    assert not (tmp_path / "ran").exists()


def test_a_batch_that_a_killed_process_had_sent_is_not_sent_again(repo: Repository) -> None:
    """Killed between the commit and the note of it, when the note names the batch that was begun."""
    repo.turn("one", "1")
    repo.turn("two", "2")
    onto = git(repo.top, "rev-parse", "HEAD~2")
    state = repo.pad.parent / ".history" / repo.pad.name / "git.json"
    state.write_text(json.dumps({"version": 0, "sending": 2, "onto": onto}))
    repo.turn("three", "3")
    assert repo.subjects() == ["turn 1", "turn 2", "turn 3"]


@pytest.mark.parametrize("text", ["", "[]", '{"version": "x"}', '{"version": null}', "[" * 100_000])
def test_a_foreign_note_of_how_far_it_came_costs_no_turn(repo: Repository, text: str) -> None:
    repo.turn("one", "1")
    (repo.pad.parent / ".history" / repo.pad.name / "git.json").write_text(text)
    assert repo.turn("two", "2").warnings == []
    assert repo.subjects() == ["turn 1", "turn 2"]


def test_labels_and_texts_stay_data(repo: Repository) -> None:
    """What looks like a command of the stream, or like a trailer, is a part of the message or of the pad."""
    evil = "x from refs/heads/main \u202e M 100644 inline other.txt"
    repo.turn("one\ndone\ncommit HEAD\nM 100644 inline other.txt", evil)
    assert git(repo.top, "show", "--name-only", "--format=", "HEAD") == repo.name
    assert git(repo.top, "show", "HEAD:other.txt") == "theirs"
    assert repo.is_committed()
    (subject,) = repo.subjects()
    assert "\u202e" not in subject


@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(acts=st.lists(st.sampled_from(["turn", "edit", "hand", "stage", "commit"]), min_size=1, max_size=6))
def test_whatever_a_person_does_beside_it_is_never_touched(tmp_path: Path, acts: list[str]) -> None:
    """Index, settings and every other file have their bytes after each turn; each version is a commit."""
    top = tmp_path / f"{time.time_ns()}"
    top.mkdir()
    git(top, "init", "-q", "-b", "main")
    repo = Repository(top)
    repo.turn("makes the folder")
    for number, act in enumerate(acts):
        if act == "stage":
            (top / "other.txt").write_text(f"{number}")
            git(top, "add", "other.txt", repo.name)
            (top / "other.txt").write_text(f"{number} and more")
        before, count = repo.rest(), len(repo.subjects())
        if act == "commit":
            git(top, "commit", "-q", "--allow-empty", "-m", "mine")
            before["index"] = repo.rest().get("index", b"")
            count = len(repo.subjects())
        if act == "hand":
            repo.pad.write_bytes(repo.pad.read_bytes() + f"by hand {number}\n".encode())
            count += 1
        if act == "edit":
            store = repo.store()
            store.edit("Task", [f"task {number}"], store.history.newest())
            store.close()
            count += 1
        assert repo.turn(f"turn {number}", "7").warnings == []
        assert repo.rest() == before
        assert len(repo.subjects()) == count + 1
        assert git(top, "show", "--name-only", "--format=", "HEAD") == repo.name
        assert repo.is_committed()
