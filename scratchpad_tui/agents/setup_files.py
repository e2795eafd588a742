"""Files of other programs that a set-up changes: looked at closely, backed up, swapped in one step, given back."""

from __future__ import annotations

import os
import stat
import time
from contextlib import suppress

from scratchpad_tui.core.errors import InputError, StorageError
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.io import (
    is_temporary,
    read_bytes,
    replace_file,
    storage_error,
    sync_folder,
    write_in_place,
    write_new,
)

LARGEST = 1 << 20
"""Bytes; what is larger is no settings and no instructions."""
BACKUP = ".before-scratchpad-tui"
_MOST_BACKUPS = 100
_OLD_SECONDS = 60
"""After which a temporary file is nobody's any more."""


class Found(NamedTuple):
    """A file as it was found."""

    path: str
    """As named."""
    real: str
    """What a link points to: that is what is read and swapped."""
    data: bytes | None
    """None where there is none yet."""
    info: os.stat_result | None

    @property
    def is_linked(self) -> bool:
        """Whether it stands somewhere else than it is named."""
        return os.path.islink(self.path)


def look(path: str) -> Found:
    """The file at a path, which may be changed.

    Raises:
        InputError: it is too large to be what it should be.
        StorageError: it is no regular file, a link to nothing, or may not be read or written.
    """
    path = os.path.abspath(path)
    real = os.path.realpath(path)
    try:
        info = os.stat(path)
    except FileNotFoundError:
        if os.path.lexists(path):
            raise StorageError(
                f"{path} is a link to a file that is not there", "make that file, or remove the link"
            ) from None
        return Found(path, path, None, None)
    except OSError as error:
        raise storage_error(error, path, "read") from error
    if stat.S_ISREG(info.st_mode) and info.st_size > LARGEST:
        raise InputError(
            f"{path} has more than {LARGEST >> 20} MiB", "look at what stands in it", code="too-large"
        )
    try:
        data = read_bytes(real)
    except OSError as error:
        raise storage_error(error, path, "read") from error
    if not info.st_mode & 0o222 or not os.access(real, os.W_OK):
        raise StorageError(f"{path} is write-protected", "allow writing it, or change it by hand")
    return Found(path, real, data, info)


def missing_folders(found: Found) -> list[str]:
    """The folders that are made when it is saved, outermost first."""
    missing: list[str] = []
    folder = os.path.dirname(found.real)
    while not os.path.isdir(folder) and not os.path.lexists(folder):
        missing.insert(0, folder)
        folder = os.path.dirname(folder)
    return missing


def save(found: Found, data: bytes) -> None:
    """Puts the bytes in the place of those that were found.

    Raises:
        StorageError: it could not be written, or somebody changed it meanwhile.
    """
    made: list[str] = []
    try:
        made = _make_folders(found)
        _sweep(os.path.dirname(found.real))
        if found.info is None:
            replace_file(found.real, data, None, lambda: _check_same(found))
            os.chmod(found.real, 0o666 & ~_mask())
        elif found.info.st_nlink > 1:
            _check_same(found)
            write_in_place(found.real, data, found.data or b"")
        else:
            replace_file(found.real, data, found.info, lambda: _check_same(found))
        sync_folder(os.path.dirname(found.real))
    except OSError as error:
        _remove_folders(made)
        raise storage_error(error, found.path, "write") from error
    except StorageError:
        _remove_folders(made)
        raise


def delete(found: Found, folders: list[str]) -> None:
    """Takes the file away, and those of the folders that are empty then.

    Raises:
        StorageError: it could not be removed, or somebody changed it meanwhile.
    """
    _check_same(found)
    try:
        os.unlink(found.real)
    except OSError as error:
        raise storage_error(error, found.path, "remove") from error
    _remove_folders(folders)


def back_up(found: Found) -> str:
    """The name of a file beside it that holds these bytes, made where there is none yet; none is ever written over.

    Raises:
        StorageError: it could not be written.
    """
    assert found.data is not None
    assert found.info is not None
    for number in range(1, _MOST_BACKUPS):
        path = f"{found.path}{BACKUP}{f'-{number}' if number > 1 else ''}"
        try:
            write_new(path, found.data, mode=stat.S_IMODE(found.info.st_mode))
        except FileExistsError:
            if backup_bytes(path) == found.data:
                return path
            continue
        except OSError as error:
            raise storage_error(error, path, "write") from error
        return path
    raise StorageError(
        f"there are {_MOST_BACKUPS - 1} backups of {found.path}", "remove those that nobody needs"
    )


def backups(path: str) -> list[str]:
    """The backups beside a file, the first one first."""
    names = [f"{path}{BACKUP}{f'-{number}' if number > 1 else ''}" for number in range(1, _MOST_BACKUPS)]
    return [name for name in names if os.path.lexists(name)]


def backup_bytes(path: str) -> bytes | None:
    """What a backup holds; None where it cannot be read, or a link stands in its place."""
    try:
        return read_bytes(path)
    except (OSError, StorageError):
        return None


def drop_backup(path: str) -> None:
    """Takes a backup away that has been given back."""
    with suppress(OSError):
        os.unlink(path)


def _check_same(found: Found) -> None:
    """Raises StorageError where the file is not the one that was looked at: another program writes it too."""
    try:
        now = os.stat(found.real)
    except FileNotFoundError:
        now = None
    if (now is None) != (found.info is None) or (
        now is not None and found.info is not None and _marks(now) != _marks(found.info)
    ):
        raise StorageError(f"{found.path} was changed meanwhile by another program", "run the command again")


def _marks(info: os.stat_result) -> tuple[int, int, int, int]:
    return info.st_ino, info.st_dev, info.st_size, info.st_mtime_ns


def _make_folders(found: Found) -> list[str]:
    missing = missing_folders(found)
    above = os.path.dirname(missing[0] if missing else found.real)
    if not os.path.isdir(above):
        raise StorageError(f"{above} is no directory", "move it away")
    for path in missing:
        os.mkdir(path)
    return missing


def _sweep(folder: str) -> None:
    """Removes what a killed set-up left; a younger file may be that of one that runs."""
    for name in os.listdir(folder):
        path = os.path.join(folder, name)
        if is_temporary(name):
            with suppress(FileNotFoundError):
                if time.time() - os.lstat(path).st_mtime > _OLD_SECONDS:
                    os.unlink(path)


def _remove_folders(folders: list[str]) -> None:
    for folder in reversed(folders):
        with suppress(OSError):  # something else stands in it by now
            os.rmdir(folder)


def _mask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
