"""Version and pad as one step, and the table of states that a killed step can leave.

A step goes: intended journal line, pending version (durable, its name too), pad (temporary file, rename, durable
directory), name of the version, journal. The last two need not be durable: after a power cut the table below ends them.

| pending version  | the pad's bytes       | journal | what the next holder of the lock does            |
|------------------|-----------------------|---------|--------------------------------------------------|
| none             | the newest version's  | has it  | nothing                                          |
| none             | any                   | lacks it| adds the intended line where it is that version's|
| none             | others                | any     | nothing more: it is an edit from outside         |
| with those bytes | the pending version's | any     | gives the version its name, then as in row two   |
| with others      | any                   | any     | removes the pending version                      |

The intended line stays where it is until the next step writes over it; it counts only for its own version and bytes.
"""

from __future__ import annotations

import json
import os
import stat

from scratchpad_tui.core.errors import StorageError
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad import journal
from scratchpad_tui.core.pad.folder import make_history_folder
from scratchpad_tui.core.pad.history import History
from scratchpad_tui.core.pad.io import (
    overwrite,
    read_bytes,
    replace_file,
    sweep_temporaries,
    sync_folder,
    write_in_place,
    write_new,
)
from scratchpad_tui.core.pad.records import digest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scratchpad_tui.core.pad.git_queue import GitQueue
    from scratchpad_tui.core.pad.io import (
        Held,
    )
    from scratchpad_tui.core.pad.journal import Record
    from scratchpad_tui.core.pad.paths import PadPaths

_PRIVATE = 0o600


class Moved(Exception):
    """The pad is not the file any more that was read; start again."""


class Newest(NamedTuple):
    """The newest version, as known under the lock."""

    number: int
    """0 where there is none."""
    free: int
    """The next number that nothing stands under."""


class Committed(NamedTuple):
    """A version that was made."""

    swapped: bool
    """Whether the pad is a new file; else the bytes stood there already, or were written in place."""
    trouble: str
    """Why the history could not be brought to its end, else empty."""
    stat: os.stat_result
    """The pad's file just after it was written, or as it was read where its bytes stood there already."""


def file_mode(held: Held | None) -> int:
    """The mode of files derived from the pad: its own, never a wider one."""
    return stat.S_IMODE(held.stat.st_mode) & 0o666 if held else _PRIVATE


def settle(paths: PadPaths, held: Held | None) -> Newest:
    """Brings history and journal into order, as the module's table says; under the lock only."""
    if os.path.isdir(paths.folder):
        sweep_temporaries(paths.folder)
    history = History(paths)
    number = history.quick_newest()
    if number and not os.path.lexists(history.pending_path(number + 1)):
        return Newest(number, number + 1)
    return _settle_all(paths, history, held)


def _settle_all(paths: PadPaths, history: History, held: Held | None) -> Newest:
    for number in history.pending():
        if held is not None and _bytes_of(history.pending_path(number)) == held.data:
            _name(history, number)
        else:
            os.unlink(history.pending_path(number))
    newest = max(history.numbers(), default=0)
    if newest and journal.version_line(paths.journal, newest) is None:
        record = _intended(history, newest)
        if record is not None:
            journal.append(paths.journal, record, mode=file_mode(held))
    return Newest(newest, max(newest, history.highest_name()) + 1)


def commit(
    paths: PadPaths, held: Held | None, data: bytes, record: Record, number: int, git: GitQueue | None = None
) -> Committed:
    """Makes `data` the pad and version `number`, which `git` takes note of.

    Raises:
        Moved: the pad was replaced since it was read; nothing is changed.
        OSError: something could not be written; nothing is changed.
    """
    history = History(paths)
    mode = file_mode(held)
    make_history_folder(paths, mode)
    pending = history.pending_path(number)
    record["version"] = number
    if git is not None:
        git.mark(record)
    # First: a version from outside is the pad already, and counts as soon as it is pending.
    overwrite(paths.intended, json.dumps(record).encode() + b"\n", mode)
    write_new(pending, data, mode=mode)
    try:
        sync_folder(paths.history)
        swapped, facts = write_pad(paths, held, data)
    except BaseException:
        os.unlink(pending)
        raise
    try:
        sync_folder(paths.folder)
        _name(history, number)
        journal.append(paths.journal, record, mode=mode)
    except OSError as error:
        # The pad has the new text: what is missing is put in order by the next holder of the lock.
        return Committed(swapped, error.strerror or str(error), facts)
    if git is not None:
        git.add(paths, number)
    return Committed(swapped, "", facts)


def write_pad(paths: PadPaths, held: Held | None, data: bytes) -> tuple[bool, os.stat_result]:
    """Puts the bytes in place; whether a new file stands there now, and the file's facts.

    Raises:
        Moved: the file is no longer the one that is held.
        OSError: it cannot be written; what stood there stands there still.
    """

    def unmoved() -> None:
        if not _is_still(paths.pad, held):
            raise Moved

    if held is not None and held.data == data:
        unmoved()
        return False, held.stat
    if held is not None and held.stat.st_nlink > 1:
        unmoved()
        return False, write_in_place(paths.pad, data, held.data)
    return True, replace_file(paths.pad, data, held.stat if held else None, unmoved)


def _is_still(path: str, held: Held | None) -> bool:
    """Whether the path names the file that was read; what others write into that file is taken over later."""
    try:
        there = os.stat(path, follow_symlinks=False)
    except FileNotFoundError:
        return held is None
    return held is not None and (there.st_dev, there.st_ino) == (held.stat.st_dev, held.stat.st_ino)


def _name(history: History, number: int) -> None:
    """Gives a pending version its name, or the next free one where something foreign took it."""
    free = number
    while os.path.lexists(history.path(free)):
        free += 1
    os.rename(history.pending_path(number), history.path(free))


def _intended(history: History, number: int) -> Record | None:
    """The line that the killed step meant to write for this version; None where it is lost or of another."""
    record = journal.intended(history.paths.intended)
    if record is None or record["sha256"] != digest(history.read(number)):
        return None
    return {**record, "version": number}


def _bytes_of(path: str) -> bytes | None:
    try:
        return read_bytes(path)
    except (FileNotFoundError, StorageError):
        return None
