"""Which directories must be watched, and under which names in them, so that no change of a file is missed."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Places = dict[str, set[str]]
"""The names that matter, by directory."""
_MOST_LINKS = 40


def places(paths: Iterable[str]) -> Places:
    """Where the paths can change: each link on the way to a file, and the file itself.

    For a directory that is not there it is the nearest one above that is, with the name that must appear in it.
    """
    found: Places = {}
    for path in paths:
        for directory, name in _hops(os.path.abspath(path)):
            found.setdefault(directory, set()).add(name)
    return found


def identities(found: Places) -> tuple[object, ...]:
    """What tells a directory from another one of the same path, as after a removal and a new start."""
    return tuple((directory, *_identity(directory), frozenset(names)) for directory, names in found.items())


def _hops(path: str) -> Iterator[tuple[str, str]]:
    for _ in range(_MOST_LINKS):
        directory, name = os.path.split(path)
        there = directory
        while not os.path.isdir(there) and there != os.path.dirname(there):
            there, name = os.path.split(there)
        yield there, name
        if there != directory:
            return
        try:
            path = os.path.join(os.path.realpath(directory), os.readlink(path))
        except OSError:
            return


def _identity(directory: str) -> tuple[int, int]:
    try:
        found = os.stat(directory)
    except OSError:
        return 0, 0
    return found.st_dev, found.st_ino
