"""Commits of one file, added to HEAD's branch; index, work tree and every other file stay as they are."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from hashlib import new as new_hash

from scratchpad_tui.core.git.program import GitError, failed
from scratchpad_tui.core.git.worktree import check_work_tree
from scratchpad_tui.core.named_tuple import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.core.git.program import Done, Git
    from scratchpad_tui.core.git.worktree import WorkTree

_ATTEMPTS = 10
"""How often commits are made again because somebody else committed meanwhile."""
_NOBODY = b"scratchpad-tui <scratchpad-tui@localhost>"
"""Who commits where git does not know who the person is."""
_SHA1_DIGITS = 40


class NewCommit(NamedTuple):
    """One commit to be made."""

    data: bytes
    """The file's content."""
    message: str
    time: int
    """When the content was made, in seconds since 1970."""


class Head(NamedTuple):
    """What HEAD holds."""

    commit: str
    """Empty where nothing is committed yet."""
    blob: str
    """The name of the file's content, empty where it is not there."""

    def holds(self, data: bytes) -> bool:
        """Whether this is the file's content."""
        kind = "sha1" if len(self.blob) == _SHA1_DIGITS else "sha256"
        named = new_hash(kind, b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()
        return named == self.blob


def commit_all(tree: WorkTree, git: Git, commits: Sequence[NewCommit], *, executable: bool = False) -> None:
    """Adds the commits to HEAD's branch, all or none; what changes nothing makes no commit.

    Raises:
        GitError: none was made, and why.
    """
    who = _identity(git)
    mode = b"100755" if executable else b"100644"
    for attempt in range(_ATTEMPTS):
        head = look(tree, git)
        if attempt and head.holds(commits[-1].data):
            return  # sent before, by a process that was killed since; its git went on
        stream = _stream(head, who, mode, tree.path, commits)
        if not stream:
            return
        done = git.run("fast-import", "--quiet", "--done", "--date-format=raw", stdin=stream)
        if not done.status:
            return
        _sweep(tree, done)
        if check_work_tree(tree, git) == head.commit:
            raise failed(done, git.folder)
        time.sleep(0.005 * attempt)
    raise GitError("others commit faster than a turn can be added", "the next turn tries again")


def look(tree: WorkTree, git: Git) -> Head:
    """What HEAD holds.

    Raises:
        GitError: HEAD has something else in the file's place, or git is told to ignore a file that HEAD does not have.
    """
    commit = check_work_tree(tree, git)
    blob = _blob(tree, git, commit) if commit else ""
    if not blob:
        _refuse_ignored(tree, git)
    return Head(commit, blob)


def _blob(tree: WorkTree, git: Git, commit: str) -> str:
    parts = tree.path.split("/")
    # A name that began with a colon would be taken for a pattern.
    steps = ["./" + "/".join(parts[: count + 1]) for count in range(len(parts))]
    listed = git.ask("ls-tree", "-t", "-z", "--full-tree", commit, "--", *steps)
    for line in listed.split(b"\0"):
        if not line:
            continue
        about, _, path = line.partition(b"\t")
        mode, _, name = about.decode("ascii").partition(" ")
        if path == os.fsencode(tree.path):
            if mode.startswith("100"):
                return name.partition(" ")[2]
            raise GitError(f"the last commit has no file at {tree.path}", "commit that change by hand first")
        if not mode.startswith("04"):
            place = os.fsdecode(path)
            raise GitError(f"the last commit has no folder at {place}", "commit that change by hand first")
    return ""


def _refuse_ignored(tree: WorkTree, git: Git) -> None:
    """Whoever had the file ignored does not want it in git; without the index, which is the person's."""
    done = git.run("check-ignore", "-q", "--no-index", "--", f"./{tree.path}")
    if done.status == 0:
        raise GitError(
            "git is told to ignore the pad", "take it out of .gitignore, or set [git] commit = false"
        )
    if done.status != 1:
        raise failed(done, git.folder)


def _identity(git: Git) -> bytes:
    done = git.run("var", "GIT_COMMITTER_IDENT")
    name = done.output.rstrip(b"\n").rsplit(b" ", 2)[0]
    return name if not done.status and name.endswith(b">") else _NOBODY


def _stream(head: Head, who: bytes, mode: bytes, path: str, commits: Sequence[NewCommit]) -> bytes:
    """The stream for `git fast-import`; empty where nothing is to be done."""
    parts: list[bytes] = []
    last: bytes | None = None
    for commit in commits:
        same = commit.data == last if last is not None else head.holds(commit.data)
        last = commit.data
        if not same:
            parts.append(_entry(who, mode, path, commit, b"" if parts else head.commit.encode()))
    return b"".join([*parts, b"done\n"]) if parts else b""


def _entry(who: bytes, mode: bytes, path: str, commit: NewCommit, parent: bytes) -> bytes:
    message = commit.message.encode("utf-8", "replace")
    return b"".join(
        (
            b"commit HEAD\n",
            b"author %s %d +0000\n" % (who, commit.time),
            b"committer %s %d +0000\n" % (who, int(time.time())),
            b"data %d\n%s\n" % (len(message), message),
            b"from %s\n" % parent if parent else b"",
            b"M %s inline %s\n" % (mode, _quoted(path)),
            b"data %d\n%s\n" % (len(commit.data), commit.data),
        )
    )


def _quoted(path: str) -> bytes:
    plain = b"".join(
        b"\\%03o" % byte if byte < 0x20 or byte >= 0x7F or byte in b'"\\' else bytes((byte,))
        for byte in os.fsencode(path)
    )
    return b'"' + plain + b'"'


def _sweep(tree: WorkTree, done: Done) -> None:
    """Takes away the report that a failed import leaves in the repository: the journal has what matters of it."""
    with suppress(OSError):
        os.unlink(os.path.join(tree.git_dir, f"fast_import_crash_{done.pid}"))
