"""One setting changed in the bytes of a settings file, every other one of which stays."""

from __future__ import annotations

import os
import re

from scratchpad_tui.core.config.table import BY_NAME, words
from scratchpad_tui.core.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from scratchpad_tui.core.config.load import Settings
    from scratchpad_tui.core.config.table import Value

_HEADER = re.compile(r"[ \t]*\[")


def place_of(settings: Settings, name: str, beside: str) -> str:
    """The file in which a setting is to be changed: the one that has it, else the one beside the pad.

    Raises:
        InputError: it comes from a place that no file changes.
    """
    origin = settings.origin(name)
    if origin == "default":
        return beside
    if os.path.isabs(origin):
        return origin
    if origin.startswith("environment "):
        raise InputError(f"{name} comes from the {origin}", f"unset {BY_NAME[name].variable} there")
    raise InputError(f"{name} is {origin}", "mend that first")


def with_setting(data: bytes, name: str, value: Value, path: str) -> bytes:
    """The file's bytes with the setting.

    Raises:
        InputError: they cannot be changed so that nothing else changes.
    """
    import tomllib

    by_hand = f"write {name} = {_toml(value)} into it by hand"
    try:
        text = data.decode("utf-8-sig")
        before = tomllib.loads(text)
        made = _changed(text, name, _toml(value))
        after = tomllib.loads(made)
    except (ValueError, RecursionError):
        raise InputError(f"{path} cannot be changed as it stands", f"mend it, or {by_hand}") from None
    if after != _wanted(before, name, value):
        raise InputError(f"{path} has {name} in a form that only a person can change", by_hand)
    mark = b"\xef\xbb\xbf" if data.startswith(b"\xef\xbb\xbf") else b""
    return mark + made.encode()


def _toml(value: Value) -> str:
    return f'"{value}"' if isinstance(value, str) else words(value)


def _changed(text: str, name: str, value: str) -> str:
    """The text with the value on the setting's own line; a line or a table more where there is none."""
    table, _, key = name.rpartition(".")
    newline = "\r\n" if "\r\n" in text else "\n"
    lines = re.findall(r"[^\n]*\n|[^\n]+", text)
    start, stop = _table(lines, table)
    for at in range(start, stop):
        if found := re.match(
            rf"([ \t]*{re.escape(key)}[ \t]*=[ \t]*)([^#\r\n]*?)([ \t]*(?:#.*)?\r?\n?)\Z", lines[at]
        ):
            lines[at] = f"{found[1]}{value}{found[3]}"
            return "".join(lines)
    if lines and not lines[-1].endswith("\n"):
        lines[-1] += newline
    if table and start < 0:
        lines += [*([newline] if lines else []), f"[{table}]{newline}", f"{key} = {value}{newline}"]
    else:
        lines.insert(start, f"{key} = {value}{newline}")
    return "".join(lines)


def _table(lines: list[str], table: str) -> tuple[int, int]:
    """Where the lines of a table begin and end; (-1, -1) where there is none. Without a name: what stands above all."""
    heads = [at for at, line in enumerate(lines) if _HEADER.match(line)]
    start = -1 if table else 0
    for at in heads:
        if table and re.match(rf"[ \t]*\[[ \t]*{re.escape(table)}[ \t]*\][ \t]*(?:#.*)?\r?\n?\Z", lines[at]):
            start = at + 1
    if start < 0:
        return -1, -1
    return start, next((at for at in heads if at >= start), len(lines))


def _wanted(tables: dict[str, Any], name: str, value: Value) -> dict[str, Any]:
    """The tables as they are to be."""
    table, _, key = name.rpartition(".")
    if not table:
        return {**tables, key: value}
    inner = tables.get(table, {})
    return {**tables, table: {**(inner if isinstance(inner, dict) else {}), key: value}}
