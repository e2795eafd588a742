"""Reads one settings file into a layer, with every fault in it."""

from __future__ import annotations

import os
import stat

from scratchpad_tui.core.config.layer import Layer, shown
from scratchpad_tui.core.config.table import BY_NAME

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

LARGEST = 1_000_000
"""In bytes; what is larger is no settings file of ours."""
DEEPEST = 3
"""In tables within tables; below that a fault is told as one."""
TABLES = sorted({name.split(".")[0] for name in BY_NAME if "." in name})


def read_layer(path: str) -> Layer:
    """The settings in the file of that path."""
    layer = Layer(path)
    tables = _read(path, layer)
    profiles = tables.pop("profiles", None)
    keys = tables.pop("keys", {})
    if isinstance(keys, dict):
        layer.keys = dict(_bindings(keys))
    else:
        layer.faults.append(_no_table(layer, "keys", keys))
    for name, value in _leaves(tables):
        _take(layer, name, value)
    if profiles is not None:
        from scratchpad_tui.core.config.profiles import read_profiles

        layer.profiles, faults = read_profiles(profiles)
        for fault in faults:
            layer.add_fault(f"{path}: {fault}", of_profile=True)
    return layer


def _take(layer: Layer, name: str, value: object) -> None:
    if name in BY_NAME:
        layer.take(BY_NAME[name], value)
    elif name in TABLES:
        layer.faults.append(_no_table(layer, name, value))
    else:
        tables = [] if "." in name else TABLES
        near = layer.unknown(name, [*BY_NAME, *tables, "profiles", *(["keys"] if tables else [])])
        if "." in name and not layer.profile_fault and _means_profiles(name.partition(".")[0]):
            layer.profile_fault = layer.faults[-1]
        layer.doubted.update(known for known in BY_NAME if near and near in (known, known.split(".")[0]))


def _no_table(layer: Layer, name: str, value: object) -> str:
    return f"{layer.origin}: {name} is a table: write [{name}] on a line of its own, not {shown(value)}"


def _bindings(table: dict[str, object]) -> Iterator[tuple[str, object]]:
    """What is bound, by name: `line.new = "n"`, which TOML reads as a table in a table, is `"line.new" = "n"`."""
    for name, value in table.items():
        if isinstance(value, dict) and value:
            yield from ((f"{name}.{key}", inner) for key, inner in value.items())
        else:
            yield name, value


def _means_profiles(table: str) -> bool:
    from scratchpad_tui.core.config.check import nearest

    return nearest(table, ("profile", "profiles")) is not None


def _read(path: str, layer: Layer) -> dict[str, object]:
    import tomllib

    text = ""
    try:
        text = _bytes(path).decode("utf-8-sig")
        return tomllib.loads(text)
    except OSError as error:
        layer.doubt_all(f"{path} could not be read: {error.strerror or error}; its settings do not count")
    except UnicodeDecodeError as error:
        layer.doubt_all(
            f"{path} is not UTF-8 at byte {error.start}; save it as UTF-8, until then none of it counts"
        )
    except tomllib.TOMLDecodeError as error:
        last = text.count("\n") + (not text.endswith("\n"))
        where = str(error).replace("at end of document", f"at line {last}, the end of the file")
        layer.doubt_all(f"{path} is not TOML: {where}; mend that, until then none of it counts")
    except ValueError:
        layer.doubt_all(
            f"{path} holds a number of more digits than any setting takes; mend that, until then none of it counts"
        )
    except RecursionError:
        layer.doubt_all(
            f"{path} is not TOML of ours: it nests too deep; until that is mended none of it counts"
        )
    return {}


def _bytes(path: str) -> bytes:
    """The file's bytes; never waits on a pipe, never reads a device.

    Raises:
        OSError: it cannot be read, is no regular file, or is too large.
    """
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with os.fdopen(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(0, "it is not a regular file")
        data = file.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise OSError(0, f"it is larger than {LARGEST:,} bytes")
    return data


def _leaves(tables: dict[str, object], prefix: str = "") -> Iterator[tuple[str, object]]:
    """Every value with its dotted name; a table that stands where a setting should is one value."""
    for key, value in tables.items():
        name = f"{prefix}{key}"
        if isinstance(value, dict) and value and name not in BY_NAME and name.count(".") < DEEPEST:
            yield from _leaves(value, f"{name}.")
        elif value != {} or name not in TABLES:
            yield name, value
