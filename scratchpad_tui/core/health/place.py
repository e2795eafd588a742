"""Signs in where the pad stands: who else may write it, who holds its lock, and what is worth knowing beside them."""

from __future__ import annotations

import os
import stat
import sys

from scratchpad_tui.core.clock import age_words
from scratchpad_tui.core.health.sign import WARNING, Sign

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from scratchpad_tui.core.health.facts import Facts
    from scratchpad_tui.core.pad.discover import Found
    from scratchpad_tui.core.pad.lock import Holder
    from scratchpad_tui.core.pad.store import PadStore


def _held(facts: Facts) -> Iterator[Sign]:
    """A program holds the lock longer than any writer waits for it."""
    from scratchpad_tui.core.pad.lock import holder

    found = holder(facts.store.paths.lock)
    patience = facts.store.settings.number("lock.timeout")
    if found is None or found.since is None or (facts.now - found.since).total_seconds() <= patience:
        return
    age = age_words((facts.now - found.since).total_seconds())
    yield Sign(
        "lock-held",
        WARNING,
        f"{found.words} holds the lock of the pad{'' if age == 'now' else f' for {age}'}: other writers give up",
        "wait for that program, or end it if it hangs; the lock is free with its end",
        str(found.pid),
        f"ps -p {found.pid}" if found.pid and sys.platform != "win32" else "",
    )


def _writable(facts: Facts) -> Iterator[Sign]:
    """Other users of the machine may write the pad, or put another file into its place."""
    paths = open_places(facts.store)
    if paths:
        from shlex import quote

        shown = " and ".join(paths)
        yield Sign(
            "writable",
            WARNING,
            f"every user of this machine may write {shown}: what stands there goes to the agent",
            f"take that right away: `chmod o-w {' '.join(map(quote, paths))}`",
            shown,
            f"chmod o-w {' '.join(map(quote, paths))}",
        )


def open_places(store: PadStore) -> list[str]:
    """The pad and those of its folders that every user of the machine may write."""
    paths = (store.paths.pad, store.paths.folder, store.paths.history)
    return [path for path in paths if _is_open(path, stat.S_IWOTH)]


def _is_open(path: str, bit: int) -> bool:
    """Whether everybody has that right on the path, and gets to it."""
    if os.name != "posix":
        return False
    try:
        mode = os.stat(path).st_mode
        if not mode & bit or (stat.S_ISDIR(mode) and mode & stat.S_ISVTX and bit == stat.S_IWOTH):
            return False  # in a folder like /tmp nobody replaces what another one owns
        return _reaches(path)
    except OSError:
        return False


def _reaches(path: str, top: str = "") -> bool:
    """Whether everybody may pass through the folders above a path, up to `top`."""
    above = os.path.dirname(os.path.realpath(path))
    while os.stat(above).st_mode & stat.S_IXOTH:
        if above in (top, os.path.dirname(above)):
            return True
        above = os.path.dirname(above)
    return False


def _worktree(facts: Facts) -> Iterator[Sign]:
    """From a linked git worktree the pad of another checkout was found."""
    found = place_of(facts.store)
    if found.worktree and not found.path.startswith(os.path.join(found.worktree, "")):
        yield Sign(
            "worktree",
            WARNING,
            found.note,
            "make one here with `init`, or name the pad with `--pad` if several are to write it",
            found.worktree,
        )


def place_of(store: PadStore) -> Found:
    """The pad as discovery finds it from here, else as one that was named."""
    from scratchpad_tui.core.errors import StorageError
    from scratchpad_tui.core.pad.discover import discover

    named = store.paths.named
    try:
        found = discover()
        if found.path == named:
            return found
    except StorageError:
        pass  # the current directory is gone
    return discover(named=named)


def place_notes(store: PadStore) -> list[str]:
    """What is worth knowing of the pad's place and is no sign of trouble."""
    found = place_of(store)
    notes = [found.note] if found.note and found.path.startswith(os.path.join(found.worktree, "")) else []
    readable = [path for path in (store.paths.pad, store.paths.history) if _is_open(path, stat.S_IROTH)]
    if readable:
        notes.append(f"every user of this machine may read {' and '.join(readable)}")
    return notes


def lock_words(store: PadStore) -> str:
    """How writers are kept apart, and who holds the lock at this moment."""
    from scratchpad_tui.core.pad.lock import holder

    if store.settings.value("lock.mode") == "off":
        return "off: only one program may write"
    found: Holder | None = holder(store.paths.lock)
    who = f"held by {found.words}" if found else "nobody holds it"
    return f"on, a writer waits {store.settings.number('lock.timeout'):g} s; {who}"


PLACE_CHECKS = (_held, _writable, _worktree)
