"""Files read and written whole: held descriptors, atomic replacement, private new files, errors as sentences."""

from __future__ import annotations

import errno
import os
import re
import stat
import sys
from contextlib import suppress

from scratchpad_tui.core.errors import StorageError
from scratchpad_tui.core.named_tuple import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_NOFOLLOW = getattr(os, "O_NOFOLLOW", 0)
_CLOEXEC = getattr(os, "O_CLOEXEC", 0)
_BINARY = getattr(os, "O_BINARY", 0)
# A FIFO put in a file's place would hang the open for ever.
_NONBLOCK = getattr(os, "O_NONBLOCK", 0)
_READ = os.O_RDONLY | _NOFOLLOW | _CLOEXEC | _BINARY | _NONBLOCK
_CREATE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NOFOLLOW | _CLOEXEC | _BINARY

_TEMPORARY_HEAD = ".scratch-"
_TEMPORARY = r"\.scratch-[0-9a-f]{16}\.tmp"

_LEAST_READ, _LARGEST_READ = 1 << 12, 1 << 20

KEEPS_OPEN = os.name == "posix"
"""Whether a file may be replaced while it is open; elsewhere it is closed as soon as it is read."""


class Held(NamedTuple):
    """A file as it was read, its descriptor still open."""

    fd: int
    """-1 where the system does not replace open files."""
    data: bytes
    stat: os.stat_result
    """From just before the bytes were read."""


def open_and_read(path: str) -> Held:
    """Reads a regular file and keeps it open.

    Raises:
        FileNotFoundError: there is no such file.
        StorageError: it is no regular file.
        OSError: it cannot be read.
    """
    fd, info = open_regular(path)
    try:
        held = Held(fd, read_all(fd), info)
    except BaseException:
        os.close(fd)
        raise
    if KEEPS_OPEN:
        return held
    os.close(fd)
    return held._replace(fd=-1)


def open_regular(path: str) -> tuple[int, os.stat_result]:
    """Opens a regular file to be read by its descriptor; raises as `open_and_read`."""
    try:
        fd = os.open(path, _READ)
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise StorageError(f"{path} is a symbolic link and is not followed", "remove the link") from error
        raise
    try:
        info = os.fstat(fd)
        _require_regular(path, info)
    except BaseException:
        os.close(fd)
        raise
    return fd, info


def let_go(held: Held) -> None:
    """Closes a held file."""
    if held.fd >= 0:
        os.close(held.fd)


def _require_regular(path: str, info: os.stat_result) -> None:
    if not stat.S_ISREG(info.st_mode):
        kind = "a directory" if stat.S_ISDIR(info.st_mode) else "not a regular file"
        raise StorageError(f"{path} is {kind}", "name a file")


def read_bytes(path: str) -> bytes:
    """The bytes of a regular file; raises as `open_and_read`."""
    held = open_and_read(path)
    let_go(held)
    return held.data


def read_all(fd: int) -> bytes:
    """The bytes of an open file from its start."""
    os.lseek(fd, 0, os.SEEK_SET)
    # What is asked for is made room for: most files are small.
    size = min(_LARGEST_READ, max(_LEAST_READ, os.fstat(fd).st_size + 1))
    parts = []
    while piece := os.read(fd, size):
        parts.append(piece)
    return b"".join(parts)


def write_all(fd: int, data: bytes) -> None:
    """Writes every byte; one call may write less than it was given."""
    view = memoryview(data)
    while view:
        view = view[os.write(fd, view) :]


def write_new(path: str, data: bytes, *, mode: int = 0o600, sync: bool = True) -> None:
    """Makes a new file with these bytes, durable when it returns; nothing is left of it after a failure.

    Raises:
        FileExistsError: something stands under this name, a link too.
        OSError: it could not be written.
    """
    fd = os.open(path, _CREATE, 0o600)
    try:
        try:
            write_all(fd, data)
            if mode != 0o600 and hasattr(os, "fchmod"):
                os.fchmod(fd, mode)
            if sync:
                os.fsync(fd)
        finally:
            os.close(fd)
    except BaseException:
        os.unlink(path)
        raise


def new_temporary(folder: str) -> tuple[int, str]:
    """A new private file under a name of ours, open for writing, and its path.

    Raises:
        OSError: none can be made there.
    """
    path = os.path.join(folder, f"{_TEMPORARY_HEAD}{os.urandom(8).hex()}.tmp")
    return os.open(path, _CREATE, 0o600), path


def is_temporary(name: str) -> bool:
    """Whether a file of that name can only be one that `new_temporary` made."""
    return name.startswith(_TEMPORARY_HEAD) and re.fullmatch(_TEMPORARY, name) is not None


def replace_file(
    path: str,
    data: bytes,
    like: os.stat_result | None,
    check: Callable[[], None] = lambda: None,
    *,
    folder: str | None = None,
    sync: bool = True,
) -> os.stat_result:
    """Swaps a file's content in one step: temporary file, fsync, `check`, rename; the new file's facts.

    `like` gives owner and mode; without it the file is private. `check` may raise to stop just before the swap.
    `folder` is where the temporary file stands, by default the file's own.
    The directory is not synced: a failure of that comes too late to leave the old file.
    """
    fd, temporary = new_temporary(folder or os.path.dirname(path))
    try:
        try:
            write_all(fd, data)
            if like is not None:
                _copy_owner_and_mode(fd, path, like)
            if sync:
                os.fsync(fd)
            written = os.fstat(fd)
        finally:
            os.close(fd)
        check()
        os.replace(temporary, path)
    except BaseException:
        _unlink_if_there(temporary)
        raise
    return written


def write_in_place(path: str, data: bytes, before: bytes) -> os.stat_result:
    """Writes over a file that has several names, and gives its facts; puts `before` back when that fails."""
    fd = os.open(path, os.O_WRONLY | _NOFOLLOW | _CLOEXEC | _BINARY)
    try:
        try:
            _overwrite(fd, data)
        except OSError:
            _overwrite(fd, before)
            raise
        return os.fstat(fd)
    finally:
        os.close(fd)


def overwrite(path: str, data: bytes, mode: int) -> None:
    """Writes a small file of ours in place, not durably; a torn one is worth nothing and harms nothing."""
    mode |= 0o200
    fd = os.open(path, os.O_WRONLY | os.O_CREAT | _NOFOLLOW | _CLOEXEC | _BINARY, mode)
    try:
        if os.fstat(fd).st_size == 0 and hasattr(os, "fchmod"):
            os.fchmod(fd, mode)  # the process's mask took from it
        write_all(fd, data)
        os.ftruncate(fd, len(data))
    finally:
        os.close(fd)


def _overwrite(fd: int, data: bytes) -> None:
    os.lseek(fd, 0, os.SEEK_SET)
    write_all(fd, data)
    os.ftruncate(fd, len(data))
    os.fsync(fd)


def sync_folder(folder: str) -> None:
    """Makes the names in a directory durable, where the system can."""
    if os.name != "posix":
        return
    fd = os.open(folder, os.O_RDONLY | _CLOEXEC)
    try:
        os.fsync(fd)
    except OSError as error:
        # Some network and FUSE file systems refuse to sync a directory; there is nothing more to do on them.
        if error.errno not in (errno.EINVAL, errno.ENOTSUP, errno.ENOSYS):
            raise
    finally:
        os.close(fd)


def make_folder(path: str) -> None:
    """Makes a private directory and its missing parents; a link in its own place is refused.

    Raises:
        StorageError: something else stands there.
    """
    if os.path.islink(path) or (os.path.lexists(path) and not os.path.isdir(path)):
        raise StorageError(f"{path} is not a directory of ours", "move it away")
    if not os.path.isdir(path):
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        try:
            os.mkdir(path, 0o700)
        except FileExistsError:
            return
        sync_folder(os.path.dirname(path))


def sweep_temporaries(folder: str) -> None:
    """Removes what killed processes left; only under the lock, since a living writer's file looks the same."""
    for name in os.listdir(folder):
        if is_temporary(name):
            _unlink_if_there(os.path.join(folder, name))


def _unlink_if_there(path: str) -> None:
    try:
        os.unlink(path)
    except FileNotFoundError:
        return


def _copy_owner_and_mode(fd: int, path: str, like: os.stat_result) -> None:
    if sys.platform == "win32":
        return
    mine = os.fstat(fd)
    if (mine.st_uid, mine.st_gid) != (like.st_uid, like.st_gid):
        # Only the administrator gives files away; the group may still be one of ours.
        with suppress(PermissionError):
            os.fchown(fd, -1, like.st_gid)
        with suppress(PermissionError):
            os.fchown(fd, like.st_uid, -1)
    os.fchmod(fd, stat.S_IMODE(like.st_mode))
    _copy_attributes(fd, path)


def _copy_attributes(fd: int, path: str) -> None:
    if sys.platform != "linux":
        return
    # The file system may have no such attributes, or keep some of them to itself.
    with suppress(OSError):
        for name in os.listxattr(path):
            os.setxattr(fd, name, os.getxattr(path, name))


_REMEDIES = {
    errno.ENOSPC: "free some space and try again",
    errno.EDQUOT: "free some space and try again",
    errno.EFBIG: "the size of files is limited here",
    errno.EROFS: "the file system is read-only",
    errno.EACCES: "check the permissions of the file and its folder",
    errno.EPERM: "check the permissions and attributes of the file and its folder",
    errno.EBUSY: "a single mounted file cannot be replaced; mount its folder instead",
    errno.EXDEV: "a single mounted file cannot be replaced; mount its folder instead",
    errno.ENOTDIR: "a part of the path is not a directory",
    errno.ENOENT: "make the folder first",
    errno.EMFILE: "too many files are open",
    errno.ENFILE: "too many files are open",
}


def storage_error(error: OSError, path: str, doing: str) -> StorageError:
    """The error as a sentence that names file, reason and remedy."""
    if isinstance(error.errno, int):
        reason, remedy = os.strerror(error.errno), _REMEDIES.get(error.errno, "the old file is intact")
    else:
        reason, remedy = str(error) or type(error).__name__, "the old file is intact"
    told = error.filename
    if isinstance(told, str) and os.path.basename(told).startswith(_TEMPORARY_HEAD):
        told = None  # a file of ours that nobody knows; what was to be written is what counts
    return StorageError(f"could not {doing} {told or path}: {reason}", remedy)
