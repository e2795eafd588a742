"""Which pad is meant where none is named: the nearest one from the current directory upward."""

from __future__ import annotations

import os
import stat

from scratchpad_tui.core.config.places import home_directory
from scratchpad_tui.core.errors import StorageError
from scratchpad_tui.core.named_tuple import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

VARIABLE = "SCRATCHPAD_PAD"
NAMES = (os.path.join(".agent", "scratchpad.md"), "scratchpad.md", "MEMORY-STATE.md")
"""What a directory is looked through for, in this order."""
_POINTER_BYTES = 4096


class Found(NamedTuple):
    """The pad that is meant; it need not exist yet."""

    path: str
    """Absolute; links are not followed."""
    rule: str
    """A short sentence: what made it this pad."""
    note: str = ""
    """A warning for the person: a linked git worktree has a pad of its own. Empty where there is none."""
    worktree: str = ""
    """The linked git worktree that this is about."""


def discover(
    cwd: str | None = None,
    home: str | None = None,
    env: Mapping[str, str] | None = None,
    *,
    named: str | None = None,
) -> Found:
    """The pad that is named on the command line or in the environment, else the nearest one upward.

    Upward ends at the root of the file system and at the home directory, which is still looked through. Nothing is
    created; directories that cannot be read are passed over.

    Args:
        cwd: where to start; the process's current directory where None.
        home: the home directory; the environment's where None.
        env: the environment; the process's own where None.
        named: the path that `--pad` gave.

    Raises:
        StorageError: the current directory is needed and is gone.
    """
    env = os.environ if env is None else env
    for name, rule in ((named, "named on the command line"), (env.get(VARIABLE), f"named by {VARIABLE}")):
        if name:
            path = os.path.abspath(name if os.path.isabs(name) else os.path.join(_start(cwd), name))
            return _with_note(path, rule, os.path.dirname(path))
    start = _start(cwd)
    for directory in _upward(start, home or home_directory(env)):
        for name in NAMES:
            path = os.path.join(directory, name)
            if _may_be_pad(path):
                where = "in this directory" if directory == start else "the nearest upward"
                return _with_note(path, f"{name}, {where}", start)
    return _with_note(os.path.join(start, NAMES[0]), "no pad here or above; the first write makes it", start)


def _start(cwd: str | None) -> str:
    try:
        return os.path.abspath(os.getcwd() if cwd is None else cwd)
    except FileNotFoundError:
        raise StorageError(
            "the current directory is gone",
            "change to another one, or name a pad by its whole path with --pad",
        ) from None


def _upward(start: str, home: str) -> Iterator[str]:
    last = os.path.realpath(home)
    directory = start
    while True:
        yield directory
        above = os.path.dirname(directory)
        if above == directory or os.path.realpath(directory) == last:
            return
        directory = above


def _may_be_pad(path: str) -> bool:
    """Whether a file is there, or a link whose target is yet to come."""
    try:
        return stat.S_ISREG(os.stat(path).st_mode)
    except FileNotFoundError:
        return os.path.islink(path)
    except (OSError, ValueError):
        return False


def _with_note(path: str, rule: str, start: str) -> Found:
    worktree = _linked_worktree(start)
    if not worktree:
        return Found(path, rule)
    if path.startswith(os.path.join(worktree, "")):
        note = f"{worktree} is a linked git worktree: this pad is its own, not the one of the main checkout"
    else:
        note = f"{worktree} is a linked git worktree, and this pad stands outside it: other worktrees write it too"
    return Found(path, rule, note, worktree)


def _linked_worktree(start: str) -> str:
    """The linked git worktree that holds the directory, or an empty text; a submodule is none."""
    directory = start
    while True:
        pointer = os.path.join(directory, ".git")
        if os.path.lexists(pointer):
            return directory if os.path.isfile(pointer) and _names_worktree(pointer) else ""
        above = os.path.dirname(directory)
        if above == directory:
            return ""
        directory = above


def _names_worktree(pointer: str) -> bool:
    try:
        with open(pointer, "rb") as file:
            text = file.read(_POINTER_BYTES)
    except OSError:
        return False
    return text.startswith(b"gitdir:") and b"/worktrees/" in text.replace(b"\\", b"/")
