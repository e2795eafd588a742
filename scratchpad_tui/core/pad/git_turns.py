"""Commits in git for the versions of a pad: after the pad's lock is free, in the order of the versions, none twice.

Writers do not wait for git. Each one, when it has let go of the pad, takes a lock of its own for git and commits every
marked version that is not committed yet, those of others too; who comes second finds nothing left to do. A version
that git would not take waits for the next turn. `git.json` in the history says how far the commits have come; it names
the batch before it is sent, so that one that was sent by a process that was then killed is not sent again.

The message is `turn 57` for a labelled turn, else `version 43`; a person's is `edit by hand`, one from outside
`edit from outside`. Trailers give version and actor.
"""

from __future__ import annotations

import json
import os
import stat
import time
from contextlib import suppress

from scratchpad_tui.core.clock import parse_stamp
from scratchpad_tui.core.errors import LockError, ScratchpadError
from scratchpad_tui.core.git import Git, GitError, GitHangsError, NewCommit, commit_all, find_work_tree, look
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad import journal
from scratchpad_tui.core.pad.git_queue import MARK, git_state_path
from scratchpad_tui.core.pad.io import read_bytes, write_new
from scratchpad_tui.core.pad.lock import locked
from scratchpad_tui.core.pad.records import event_record
from scratchpad_tui.core.pad.who import LIMIT, Who
from scratchpad_tui.core.text import visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from scratchpad_tui.core.git import WorkTree
    from scratchpad_tui.core.pad.journal import Record
    from scratchpad_tui.core.pad.paths import PadPaths
    from scratchpad_tui.core.pad.store import PadStore

SECONDS = 5.0
"""How long git gets for one turn, and how long another process that commits is waited for."""
_REST_SECONDS = 60.0
"""How long git is left alone after it did not end."""
_MOST = 100
"""Versions committed at once; of more that wait the oldest are passed over."""
_EVENT_WAIT_SECONDS = 0.3
_GIT = Who("git", "system")
_SUBJECTS = {
    "human": "edit by hand",
    "external": "edit from outside",
    "restore": "restore",
    "recover": "recovery",
    "archive": "archived entries",
}


class GitState(NamedTuple):
    """How far the commits of a pad have come."""

    version: int | None
    """The newest version that is committed; None where that is not known."""
    trouble: str = ""
    """Why the last try failed."""
    sending: int = 0
    """The newest version of a batch that was begun."""
    onto: str = ""
    """HEAD's commit when that began."""
    rest: float = 0.0
    """Until when git is left alone, in seconds since 1970."""


def git_state(paths: PadPaths) -> GitState:
    """How far the commits have come; tolerant of anything that may stand there."""
    try:
        found: Any = json.loads(read_bytes(git_state_path(paths)))
        return GitState(
            int(found["version"]),
            str(found.get("trouble") or ""),
            int(found.get("sending") or 0),
            str(found.get("onto") or ""),
            float(found.get("rest") or 0),
        )
    except (OSError, ScratchpadError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return GitState(None)


def commit_waiting(store: PadStore) -> None:
    """Commits the versions that wait; what fails is told and kept once, and hurts nothing. The pad's lock is free."""
    store.git.waiting = False
    before = trouble = ""
    try:
        with locked(
            os.path.join(store.paths.history, "git.lock"),
            timeout=SECONDS,
            enabled=store.settings.value("lock.mode") != "off",
        ):
            state = git_state(store.paths)
            before = state.trouble
            _commit_since(store, state)
    except LockError:
        trouble = "another process is still committing to git; the next turn commits what is left"
    except (ScratchpadError, OSError) as error:
        trouble = str(error)
    if trouble and trouble != before:
        _tell(store, trouble)


def _tell(store: PadStore, trouble: str) -> None:
    message = f"The pad is saved, but not committed to git: {trouble}"
    store.git.told.append(message)
    from scratchpad_tui.core.pad.locking import locked_pad
    from scratchpad_tui.core.pad.writing import keep_event

    # A failure to keep it in the journal hides nothing: the caller is told.
    with suppress(OSError, ScratchpadError), locked_pad(store, _EVENT_WAIT_SECONDS):
        keep_event(store, event_record("git", message, _GIT))


def _commit_since(store: PadStore, state: GitState) -> None:
    """Commits what came after that state, and writes down how far it came.

    Raises:
        GitError: nothing was committed.
    """
    now = time.time()
    if now < state.rest <= now + _REST_SECONDS:
        return
    if state.version is None:
        # Somebody else wrote there: no version is committed twice.
        state = GitState(store.history.newest() - 1)
    try:
        tree = find_work_tree(store.paths.pad)
        git = Git(tree.top, SECONDS)
        done = _sent_before(store, state, tree, git)
        records = [
            record for record in journal.newer_versions(store.paths.journal, done) if record.get(MARK) is True
        ][-_MOST:]
        newest = max([done, *(record["version"] for record in records)])
        commits = _commits(store, records)
        if commits:
            head = look(tree, git)
            _keep(store, state._replace(version=done, sending=newest, onto=head.commit))
            executable = bool(os.stat(store.paths.pad).st_mode & stat.S_IXUSR)
            commit_all(tree, git, commits, executable=executable)
        _keep(store, GitState(newest))
    except GitError as error:
        rest = now + _REST_SECONDS if isinstance(error, GitHangsError) else 0.0
        kept = git_state(store.paths)
        _keep(store, kept._replace(trouble=str(error), rest=rest))
        raise


def _sent_before(store: PadStore, state: GitState, tree: WorkTree, git: Git) -> int:
    """The newest version that is committed, also where the process that sent it did not live to write that down."""
    version = state.version or 0
    if state.sending <= version:
        return version
    head = look(tree, git)
    with suppress(ScratchpadError):
        if head.commit != state.onto and head.holds(store.history.read(state.sending)):
            return state.sending
    return version


def _commits(store: PadStore, records: Sequence[Record]) -> list[NewCommit]:
    commits = []
    for record in records:
        # A version that is not kept any more is in the next one, as far as it still matters.
        with suppress(ScratchpadError):
            data = store.history.read(record["version"])
            moment = parse_stamp(record.get("time"))
            seconds = int(moment.timestamp()) if moment else int(time.time())
            commits.append(NewCommit(data, _message(record), max(0, seconds)))
    return commits


def _message(record: Record) -> str:
    actor, turn = _label(record.get("actor")), _label(record.get("turn"))
    subject = f"turn {turn}" if turn else _SUBJECTS.get(actor, f"version {record['version']}")
    trailers = {"Scratchpad-Version": str(record["version"]), "Scratchpad-Actor": actor}
    return "\n".join([subject, "", *(f"{name}: {value}" for name, value in trailers.items() if value), ""])


def _label(value: object) -> str:
    """A label on one line; the journal is a file that anybody may have written."""
    return visible(str(value))[:LIMIT].strip() if isinstance(value, str) else ""


def _keep(store: PadStore, state: GitState) -> None:
    """Writes down how far the commits have come; git's lock is held, so that the temporary name is ours."""
    path = git_state_path(store.paths)
    found = {name: value for name, value in state._asdict().items() if value or name == "version"}
    with suppress(FileNotFoundError):
        os.unlink(f"{path}.new")
    write_new(f"{path}.new", json.dumps(found).encode() + b"\n")
    os.replace(f"{path}.new", path)
