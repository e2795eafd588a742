"""The work tree that a file stands in, and whether a commit may be made there."""

from __future__ import annotations

import os
import stat
from contextlib import suppress

from scratchpad_tui.core.git.program import GitError
from scratchpad_tui.core.named_tuple import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scratchpad_tui.core.git.program import Git

_POINTER_LIMIT = 4_096
_OFF = "or set [git] commit = false"
_UNDER_WAY = {
    "MERGE_HEAD": "a merge",
    "CHERRY_PICK_HEAD": "a cherry-pick",
    "REVERT_HEAD": "a revert",
    "rebase-merge": "a rebase",
    "rebase-apply": "a rebase",
    "sequencer": "a series of commits",
    "BISECT_LOG": "a bisection",
}


class WorkTree(NamedTuple):
    """A file's place in a work tree."""

    top: str
    git_dir: str
    """Where this work tree keeps its HEAD."""
    common_dir: str
    """Where the repository keeps its branches; the same folder where there is one work tree."""
    path: str
    """The file's path from the top, its parts joined by `/`."""
    is_elsewhere: bool
    """Whether the repository says in its settings alone that this is its work tree."""


def find_work_tree(file: str) -> WorkTree:
    """The nearest work tree upward from a file, whose path has no links in it.

    Raises:
        GitError: there is none, or it is one of those that a planted file may turn against another repository.
    """
    top = os.path.dirname(file)
    while not os.path.lexists(os.path.join(top, ".git")):
        top, below = os.path.dirname(top), top
        if top == below:
            raise GitError("the pad stands in no git work tree", f"run `git init` there, {_OFF}")
    path = os.path.relpath(file, top).replace(os.sep, "/")
    if any(part.lower() == ".git" for part in path.split("/")) or "\n" in path:
        raise GitError("the pad stands where git keeps no files", f"move it, {_OFF}")
    git_dir, common = _folders(top)
    tree = WorkTree(top, git_dir, common or git_dir, path, is_elsewhere=_is_file(top) and not common)
    _refuse_links(tree)
    return tree


def check_work_tree(tree: WorkTree, git: Git) -> str:
    """The name of HEAD's commit, empty where there is none yet.

    Raises:
        GitError: git sees no work tree here, or something is under way in which a commit would get in the way.
    """
    for name, words in _UNDER_WAY.items():
        if os.path.lexists(os.path.join(tree.git_dir, name)):
            raise GitError(
                f"{words} is under way in the repository", "end it, and the turns since then are committed"
            )
    told = git.ask("rev-parse", "--is-inside-work-tree", "--show-cdup", "--revs-only", "HEAD^{commit}")
    inside, up, head = [*told.decode("utf-8", "replace").split("\n"), "", ""][:3]
    if inside != "true" or up:
        raise GitError("the repository has its work tree elsewhere, or none", f"move the pad, {_OFF}")
    if tree.is_elsewhere:
        _refuse_stranger(tree, git)
    return head


def _is_file(top: str) -> bool:
    return not os.path.isdir(os.path.join(top, ".git"))


def _folders(top: str) -> tuple[str, str]:
    """The repository's folder of this work tree, and of what its work trees share where it is a linked one."""
    dot_git = os.path.join(top, ".git")
    if os.path.islink(dot_git):
        raise GitError(f"{dot_git} is a symbolic link, which is not followed", f"use `git worktree`, {_OFF}")
    if not _is_file(top):
        if os.path.lexists(os.path.join(dot_git, "commondir")):
            raise _stranger(dot_git)
        return dot_git, ""
    pointer = _line(dot_git)
    git_dir = os.path.realpath(os.path.join(top, pointer.removeprefix("gitdir:").strip()))
    if not pointer.startswith("gitdir:") or not os.path.isdir(git_dir):
        raise GitError(f"{dot_git} names no repository", f"run `git worktree repair`, {_OFF}")
    if not os.path.lexists(os.path.join(git_dir, "commondir")):
        return git_dir, ""
    common = os.path.realpath(os.path.join(git_dir, _line(os.path.join(git_dir, "commondir"))))
    back = os.path.join(git_dir, _line(os.path.join(git_dir, "gitdir")))
    if os.path.realpath(back) != dot_git or os.path.dirname(os.path.dirname(git_dir)) != common:
        raise _stranger(dot_git)
    return git_dir, common


def _refuse_stranger(tree: WorkTree, git: Git) -> None:
    """A file that came with the work tree may name any repository; a submodule's own names the work tree too."""
    config = os.path.join(tree.git_dir, "config")
    named = git.run("config", "--file", config, "--get", "core.worktree").output.decode("utf-8", "replace")
    back = os.path.realpath(os.path.join(tree.git_dir, named.removesuffix("\n")))
    if not named or back != tree.top:
        raise _stranger(os.path.join(tree.top, ".git"))


def _stranger(dot_git: str) -> GitError:
    return GitError(
        f"{dot_git} names a repository that does not know this work tree",
        f"use `git worktree` or a submodule, {_OFF}",
    )


def _refuse_links(tree: WorkTree) -> None:
    """What git is about to write must stand in the repository: it follows links, out of it too."""
    head = os.path.join(tree.git_dir, "HEAD")
    branch = _line(head).removeprefix("ref:").strip() if not os.path.islink(head) else ""
    parts = branch.split("/") if branch.startswith("refs/") else ["refs", "heads"]
    names = ["HEAD", "logs", "logs/HEAD", "objects", "objects/pack"]
    for count in range(1, len(parts) + 1):
        names += ["/".join(parts[:count]), "/".join(["logs", *parts[:count]])]
    for folder in dict.fromkeys((tree.git_dir, tree.common_dir)):
        for name in names:
            path = os.path.join(folder, *name.split("/"))
            if os.path.islink(path):
                raise GitError(f"{path} is a symbolic link, which is not followed", f"remove it, {_OFF}")


def _line(path: str) -> str:
    """The first line of a small file; empty where it is none of ours to read. Never waits on a pipe."""
    with suppress(OSError):
        fd = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0))
        with os.fdopen(fd, "rb") as file:
            if stat.S_ISREG(os.fstat(fd).st_mode):
                return os.fsdecode(file.read(_POINTER_LIMIT)).partition("\n")[0]
    return ""
