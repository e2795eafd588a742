"""`config`: every setting, its value, and where it came from; then the keys of the screens that are not the default ones."""

from __future__ import annotations

import os

from scratchpad_tui.cli import output
from scratchpad_tui.cli.commands import Command
from scratchpad_tui.cli.opening import locate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Iterator

    from scratchpad_tui.core.config import Settings, Value

_KEY = "SCRATCHPAD_LLM_API_KEY"
_INDENT = 4
_LEAST = 20
"""Columns under which no terminal is taken to be."""


def _options(_parser: ArgumentParser) -> None:
    """It has none of its own."""


def _run(args: Namespace) -> int:
    from scratchpad_tui.core.config import load

    found = locate(args.pad)
    settings = load(found.path, {"profile": args.profile} if args.profile else None)
    output.faults(settings.faults)
    if args.json:
        output.document(_fields(found.path, found.rule, settings))
    else:
        output.result("\n".join(_lines(settings, _columns())))
    return output.REFUSED if settings.faults else output.DONE


def _fields(path: str, rule: str, settings: Settings) -> dict[str, object]:
    from scratchpad_tui.core.config import SETTINGS
    from scratchpad_tui.core.secrets.quoting import shown

    values = _values(settings)
    listed = [
        {
            "name": setting.name,
            "value": values[setting.name][0],
            "origin": output.path_text(values[setting.name][1]),
            "default": setting.default,
            "accepts": setting.accepted,
            "variable": setting.variable,
            "doc": setting.doc,
        }
        for setting in SETTINGS
    ]
    return {
        "path": output.path_text(path),
        "rule": rule,
        "settings": listed,
        "keys": _key_fields(settings),
        "llm_api_key": "set" if os.environ.get(_KEY) else "not set",
        "faults": [shown(fault) for fault in settings.faults],
    }


def _key_fields(settings: Settings) -> list[dict[str, object]]:
    """Every action that may be bound, with its keys and where they came from."""
    from scratchpad_tui.core.config.bound import slug, variable_of
    from scratchpad_tui.core.config.key_table import TABLE, shown_words

    listed: list[dict[str, object]] = []
    for row in TABLE:
        if row.works:
            bound = settings.keys.get(row.id)
            listed.append(
                {
                    "id": row.id,
                    "verb": slug(row.verb),
                    "keys": list(bound.keys if bound else row.keys),
                    "origin": output.path_text(bound.origin) if bound else "default",
                    "default": list(row.keys),
                    "places": list(row.places),
                    "variable": variable_of(row.id),
                    "doc": shown_words(row.tooltip),
                }
            )
    return listed


def _values(settings: Settings) -> dict[str, tuple[Value, str]]:
    """The value of each setting with its origin; what was chosen in the screens counts, and secrets are masked."""
    from scratchpad_tui.core.config import SETTINGS
    from scratchpad_tui.core.pad.chosen import effective, public
    from scratchpad_tui.core.pad.seen import remembered, state_directory
    from scratchpad_tui.core.secrets.quoting import safe

    kept = remembered(state_directory())
    found: dict[str, tuple[Value, str]] = {}
    for setting in SETTINGS:
        value, origin = effective(settings, kept, setting.name)
        hides = setting.kind == "text" and value != setting.default
        found[setting.name] = (safe(public(value)) if hides else value, origin)
    return found


def _columns() -> int:
    """The columns of the terminal; 0 where standard output is none, which breaks no line."""
    import sys

    if not output.is_terminal(sys.stdout):
        return 0
    try:
        return max(_LEAST, int(os.environ.get("COLUMNS") or 0) or os.get_terminal_size().columns)
    except (ValueError, OSError):
        return 80


def _lines(settings: Settings, columns: int) -> Iterator[str]:
    from scratchpad_tui.core.config import words
    from scratchpad_tui.core.pad.chosen import key_rows

    values = _values(settings)
    rows = [(name, words(value) or "-", _place(origin, columns)) for name, (value, origin) in values.items()]
    rows.append((_KEY, "set" if os.environ.get(_KEY) else "-", "never shown"))
    yield from _table(rows, columns)
    yield ""
    bound = [(name, keys, _place(origin, columns)) for name, keys, origin in key_rows(settings)]
    yield from _table(bound, columns)
    others = _others(settings)
    yield from _wrapped(f"{others} actions have their default keys; `config --json` lists all.", columns, 0)


def _others(settings: Settings) -> int:
    from scratchpad_tui.core.config.key_table import TABLE

    return sum(row.works and row.id not in settings.keys for row in TABLE)


def _table(rows: list[tuple[str, str, str]], columns: int) -> Iterator[str]:
    """Name, value and origin in columns; on a narrow terminal what has no room stands under the name."""
    from scratchpad_tui.core.text import width

    if not rows:
        return
    most = max(12, columns // 4) if columns else max(width(row[1]) for row in rows)
    names = max(width(row[0]) for row in rows if not columns or width(row[0]) <= max(18, columns // 3))
    values = max((width(row[1]) for row in rows if width(row[1]) <= most), default=0)
    for name, value, origin in rows:
        line = f"{_padded(name, names)}  {_padded(value, values)}  {origin}"
        if not columns or width(line) <= columns:
            yield line
        elif width(start := f"{_padded(name, names)}  {value}") <= columns:
            yield start
            yield from _wrapped(origin, columns, _INDENT)
        else:
            yield name
            yield from _wrapped(value, columns, _INDENT)
            yield from _wrapped(origin, columns, _INDENT)


def _padded(text: str, cells: int) -> str:
    from scratchpad_tui.core.text import width

    return text + " " * (cells - width(text))


def _wrapped(text: str, columns: int, indent: int) -> Iterator[str]:
    """The text on lines of so many columns; a long path is broken where it must be."""
    import textwrap

    from scratchpad_tui.core.text import visible

    blank = " " * indent
    yield from textwrap.wrap(
        visible(text),
        columns or 10_000,
        initial_indent=blank,
        subsequent_indent=blank,
        break_on_hyphens=False,
    )


def _place(origin: str, columns: int) -> str:
    return output.path_text(_short(origin) if columns else origin)


def _short(origin: str) -> str:
    """A path as a person writes it: from the folder that they stand in, or from home."""
    if not os.path.isabs(origin):
        return origin
    near = os.path.relpath(origin)
    if not near.startswith(os.pardir):
        return near
    home = os.path.expanduser("~")
    return f"~{origin[len(home) :]}" if origin.startswith(home + os.sep) else origin


COMMANDS = {
    "config": Command(
        "Prints every setting with its value and where it came from, and the keys that are bound to something else; faults are told together.",
        "config --pad .agent/scratchpad.md",
        _options,
        _run,
        json=True,
    ),
}
