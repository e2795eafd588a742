"""The JSON of a design report as values that still tell what JSON does not allow: a name twice, NaN."""

from __future__ import annotations

import json
from collections import Counter

from scratchpad_tui.core.named_tuple import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

LARGEST = 10_000_000
"""Bytes of a report; a design takes some thousands."""
_LONGEST_NAME = 80
_WHOLE = "report"
"""Stands for the whole document in a fault's path."""


class Fault(NamedTuple):
    """One thing in a report that the contract does not allow."""

    path: str
    """Where, as `scratchpad.sections.Findings[0].date`; `report` is all of it."""
    message: str
    """What is wrong there, as the rest of a sentence that begins with the path."""


class NoReport(Exception):
    """The bytes hold no JSON document; the text says why, as the rest of a sentence."""


class Object(dict[str, object]):
    """A JSON object that remembers which names it was given more than once."""

    twice: tuple[str, ...] = ()


class NoNumber:
    """What stands where JSON has no number: NaN, Infinity."""

    def __init__(self, name: str) -> None:
        self.name = name


def whole(message: str) -> Fault:
    """A fault of the document as a whole."""
    return Fault(_WHOLE, message)


def under(path: str, name: str | int) -> str:
    """The path of what stands under a name, or at a place, of what is at `path`."""
    if isinstance(name, int):
        return f"{path}[{name}]"
    shown = name if len(name) <= _LONGEST_NAME else f"{name[:_LONGEST_NAME]}..."
    return f"{path}.{shown}" if path else shown


def read(data: bytes) -> object:
    """The document in a report's bytes.

    Raises:
        NoReport: there is none.
    """
    if len(data) > LARGEST:
        raise NoReport(f"is larger than {LARGEST:,} bytes")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise NoReport(f"is not UTF-8 text, see the byte at offset {error.start}") from error
    try:
        document: object = json.loads(text, object_pairs_hook=_object, parse_constant=NoNumber)
    except json.JSONDecodeError as error:
        raise NoReport(f"is not JSON, see line {error.lineno}, column {error.colno}") from error
    except RecursionError as error:
        raise NoReport("is nested too deeply") from error
    except ValueError as error:
        raise NoReport("holds a number of too many digits") from error
    return document


def _object(pairs: list[tuple[str, object]]) -> Object:
    made = Object(pairs)
    if len(made) < len(pairs):
        times = Counter(name for name, _ in pairs)
        made.twice = tuple(name for name in times if times[name] > 1)
    return made


def oddities(document: object) -> Iterator[Fault]:
    """What is wrong with a document as JSON, in its order."""
    # A list in place of recursion: what the decoder could nest is deeper than this function may call itself.
    waiting: list[tuple[str, object]] = [("", document)]
    while waiting:
        path, value = waiting.pop()
        if isinstance(value, NoNumber):
            yield Fault(path or _WHOLE, f"is {value.name}, which is no number of JSON")
        elif isinstance(value, Object):
            for name in value.twice:
                yield Fault(under(path, name), "stands there more than once")
            waiting += [(under(path, name), item) for name, item in reversed(value.items())]
        elif isinstance(value, list):
            waiting += [(under(path, at), item) for at, item in reversed(list(enumerate(value)))]
