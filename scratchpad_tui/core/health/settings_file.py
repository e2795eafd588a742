"""A setting that helps, written into the file that it comes from."""

from __future__ import annotations

import os

from scratchpad_tui.core.config.change import with_setting
from scratchpad_tui.core.pad.io import read_bytes, replace_file, storage_error, sync_folder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scratchpad_tui.core.config import Value


def put_setting(path: str, name: str, value: Value) -> None:
    """Gives a setting its value in the file of that path, which is made, for its owner alone, where there is none.

    Raises:
        InputError: the file cannot be changed so that nothing else changes; it stays as it is.
        StorageError: it cannot be read or written.
    """
    real = os.path.realpath(path)
    try:
        info = os.stat(real)
        data = read_bytes(real)
    except FileNotFoundError:
        info, data = None, b""
    except OSError as error:
        raise storage_error(error, path, "read") from error
    made = with_setting(data, name, value, path)
    if made == data:
        return
    try:
        replace_file(real, made, info)
        sync_folder(os.path.dirname(real))
    except OSError as error:
        raise storage_error(error, path, "write") from error
