"""The status line: keeps the true window of the agent's context for the Pressure screen, and prints a short status.

It is the only place where an agent hands out how large its window really is.
"""

from __future__ import annotations

import os

from scratchpad_tui.agents.hook_input import is_path
from scratchpad_tui.core.errors import StorageError
from scratchpad_tui.core.pad.window_file import as_share, as_tokens, is_window, keep_window, told_now
from scratchpad_tui.core.session.status import cut, status_fields, status_line
from scratchpad_tui.core.text import visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from scratchpad_tui.agents.hook import Called
    from scratchpad_tui.agents.hook_input import Given
    from scratchpad_tui.core.pad.window_file import Told

_LONGEST_MODEL = 200
_USED = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")
"""What counts as used: the prompt's side, without the answer."""
_SHORTEST, _LONGEST = 10, 10_000
"""Cells that a terminal may have."""


def answer(called: Called) -> str:
    """The line, as wide as the terminal."""
    told = _told(called)
    if told is not None:
        try:
            keep_window(called.paths, told)
        except (OSError, StorageError) as error:
            called.failed(error)
    called.check_size()
    store = called.store
    fields = status_fields(store, store.read(), visible(called.paths.named), _context(told))
    line = status_line(fields)
    columns = _columns()
    return cut(line, columns) if columns else line


def _told(called: Called) -> Told | None:
    """What the agent says of its context; None where it names no window."""
    given = called.given
    context = given.table("context_window")
    window = context.value("context_window_size")
    if not is_window(window):
        return None
    assert isinstance(window, int)
    path = given.text("transcript_path")
    return told_now(
        called.session() or "",
        path if is_path(path) and os.path.isabs(path) and path.isprintable() else "",
        visible(given.table("model").text("id")[:_LONGEST_MODEL]),
        window,
        _used(context),
        as_share(context.value("used_percentage")),
    )


def _used(context: Given) -> int | None:
    """The measured tokens of the last call; None where there is none, as right after a compaction."""
    if not isinstance(context.value("current_usage"), dict):
        return None
    usage = context.table("current_usage")
    parts = [as_tokens(usage.value(name)) for name in _USED]
    return (
        as_tokens(sum(part for part in parts if part is not None))
        if any(p is not None for p in parts)
        else None
    )


def _context(told: Told | None) -> dict[str, Any] | None:
    if told is None:
        return None
    share = None if told.used is None else round(told.used / told.window, 4)
    return {
        "path": told.transcript_path,
        "tokens": told.used,
        "kind": "unknown" if told.used is None else "recorded",
        "window": told.window,
        "window_source": "recorded",
        "share": share,
    }


def _columns() -> int:
    """How wide the agent's terminal is; 0 where it does not say."""
    text = os.environ.get("COLUMNS", "")
    columns = int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else 0
    return columns if _SHORTEST <= columns <= _LONGEST else 0
