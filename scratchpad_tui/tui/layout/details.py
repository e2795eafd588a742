"""What the journal knows of an event, as lines of `name: value`: each thing once, and none that its sentence says already."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

_IN_THE_ROW = ("kind", "event", "message", "time", "actor", "by", "turn", "session")
"""Fields that the event's row and its sentence show."""
_OF_ITS_KIND = {"promotion": ("op", "of")}
"""Fields that say in the program's words what the sentence of such an event says in a person's."""
_IDS = ("step",)
"""Fields that tell one of the program's own steps from another, which is nothing to a reader."""
_INDENT = 2


def detail_lines(record: dict[str, Any], *, whole: bool) -> list[str]:
    """The fields of an event that its row does not show.

    Args:
        record: The journal's line of it.
        whole: Also those that its sentence says, and the ids of steps.
    """
    left_out = _IN_THE_ROW
    if not whole:
        left_out += (*_IDS, *_OF_ITS_KIND.get(str(record.get("event")), ()))
    said = _plain(str(record.get("message") or ""))
    return [
        line
        for name, value in record.items()
        if name not in left_out and (whole or not _is_said(value, said))
        for line in _lines(name, value, 0)
    ]


def _is_said(value: Any, said: str) -> bool:  # noqa: ANN401 - whatever somebody wrote as JSON
    if isinstance(value, bool) or not isinstance(value, str | int):
        return False
    words = _plain(str(value))
    return bool(words) and re.search(rf"(?<!\w){re.escape(words)}(?!\w)", said) is not None


def _plain(text: str) -> str:
    """The words alone: a code has hyphens where a sentence has blanks."""
    return " ".join(text.replace("-", " ").replace("_", " ").casefold().split())


def _lines(name: str, value: Any, indent: int) -> Iterator[str]:  # noqa: ANN401 - as above
    """A field on one line, one that holds others on a line for each of them; nothing of one that says nothing."""
    blanks = " " * indent
    if isinstance(value, dict):
        inner = [line for key, item in value.items() for line in _lines(str(key), item, indent + _INDENT)]
        if inner:
            yield f"{blanks}{name}:"
            yield from inner
    elif isinstance(value, list) and any(isinstance(item, dict | list) for item in value):
        for number, item in enumerate(value, 1):
            yield from _lines(f"{name} {number}", item, indent)
    elif isinstance(value, list):
        words = ", ".join(_word(item) for item in value if item is not None)
        if words:
            yield f"{blanks}{name}: {words}"
    elif value is not None and value != "":
        yield f"{blanks}{name}: {_word(value)}"


def _word(value: Any) -> str:  # noqa: ANN401 - as above
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)
