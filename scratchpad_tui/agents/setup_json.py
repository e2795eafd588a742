"""JSON changed in its text: a member or an item comes or goes, and every other byte stays as a person wrote it."""

from __future__ import annotations

import json
import re

from scratchpad_tui.core.errors import InputError
from scratchpad_tui.core.named_tuple import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn

Way = tuple[str | int, ...]
"""Where a value stands: keys and places from the whole document inward."""
_BLANKS = re.compile(r"[ \t\r\n]*")
_SCALAR = re.compile(r"[^ \t\r\n,\]}]+")
_STRING = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"')
_EXCERPT = 40
_DEEPEST = 200


class _Child(NamedTuple):
    name: str | int
    start: int
    """Of its key, where it has one."""
    value: _Node


class _Node(NamedTuple):
    start: int
    end: int
    children: tuple[_Child, ...] = ()


class _Style(NamedTuple):
    """How the document is written."""

    newline: str
    unit: str
    """One step of indentation."""
    is_flat: bool
    """Whether all of it stands on one line."""
    separators: tuple[str, str]


def loaded(text: str) -> dict[str, Any]:
    """The document's object.

    Raises:
        InputError: it is none, or means different things to different readers.
    """
    try:
        value = json.loads(text, object_pairs_hook=_once, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise _unreadable(text, error) from None
    except RecursionError:
        raise InputError("it is nested too deeply", code="bad-json") from None
    except ValueError as error:
        raise InputError(f"it is not JSON: {str(error).partition(';')[0]}", code="bad-json") from None
    if not isinstance(value, dict):
        raise InputError("it is no JSON object", code="bad-json")
    if _is_deep(text):
        raise InputError("it is nested too deeply", code="bad-json")
    return value


def _is_deep(text: str) -> bool:
    """Whether reading it once more, by ourselves, could take more stack than there is."""
    depth = 0
    for bracket in re.findall(r"[\[\]{}]", _STRING.sub("", text)):
        depth += 1 if bracket in "[{" else -1
        if depth > _DEEPEST:
            return True
    return False


def without(text: str, way: Way) -> str:
    """The document without the member or item that stands there."""
    node = _at(text, way[:-1])
    children = node.children
    at = next(index for index, child in enumerate(children) if child.name == way[-1])
    if len(children) == 1:
        start, end = node.start + 1, node.end - 1
    elif at == 0:
        start, end = children[0].start, children[1].start
    else:
        start, end = children[at - 1].value.end, children[at].value.end
    return text[:start] + text[end:]


def with_item(text: str, way: Way, value: object) -> str:
    """The document with one more item at the end of the array that stands there."""
    return _with_child(text, way, "", value)


def with_member(text: str, way: Way, name: str, value: object) -> str:
    """The document with the object's member of that name: its value replaced, else put behind the others."""
    for child in _at(text, way).children:
        if child.name == name:
            style = _style(text)
            written = _written(value, style, _indent(text, child.start), is_flat=style.is_flat)
            return text[: child.value.start] + written + text[child.value.end :]
    return _with_child(
        text, way, f"{json.dumps(name, ensure_ascii=False)}{_style(text).separators[1]}", value
    )


def shown(value: object) -> str:
    """A value as a person reads and pastes it."""
    return json.dumps(value, indent=2, ensure_ascii=False)


def _with_child(text: str, way: Way, key: str, value: object) -> str:
    node, style = _at(text, way), _style(text)
    if not node.children:
        base = _indent(text, node.start)
        inner = "" if style.is_flat else f"{style.newline}{base}{style.unit}"
        outer = "" if style.is_flat else f"{style.newline}{base}"
        piece = key + _written(value, style, base + style.unit, is_flat=style.is_flat)
        return f"{text[: node.start + 1]}{inner}{piece}{outer}{text[node.end - 1 :]}"
    last = node.children[-1]
    indent = _own_line(text, last.start)
    is_flat = style.is_flat or indent is None
    between = style.separators[0] if indent is None else f",{style.newline}{indent}"
    piece = key + _written(value, style, indent or "", is_flat=is_flat)
    return f"{text[: last.value.end]}{between}{piece}{text[last.value.end :]}"


def _written(value: object, style: _Style, indent: str, *, is_flat: bool) -> str:
    # Half of a surrogate pair, which JSON may hold as an escape, is nothing that a file could.
    ascii_only = re.search("[\ud800-\udfff]", json.dumps(value, ensure_ascii=False)) is not None
    if is_flat:
        return json.dumps(value, ensure_ascii=ascii_only, separators=style.separators)
    lines = json.dumps(value, ensure_ascii=ascii_only, indent=style.unit)
    return lines.replace("\n", style.newline + indent)


def _style(text: str) -> _Style:
    root = _at(text, ())
    found = re.search(r"\r\n|\n|\r", text)
    inside = text[root.start : root.end]
    indents = (_own_line(text, child.start) for child in root.children)
    unit = next((indent for indent in indents if indent), "  ")
    colon = ": "
    if root.children:
        child = root.children[0]
        key_end = _string_end(text, child.start)
        colon = ": " if text[key_end : child.value.start] != ":" else ":"
    is_flat = bool(root.children) and not re.search(r"[\r\n]", inside)
    return _Style(found[0] if found else "\n", unit, is_flat, (", " if colon == ": " else ",", colon))


def _own_line(text: str, at: int) -> str | None:
    """The blanks in front, where nothing else stands there on the line; None where something does."""
    start = max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1
    before = text[start:at]
    return None if before.strip(" \t") else before


def _indent(text: str, at: int) -> str:
    """The blanks at the beginning of the line."""
    start = max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1
    found = re.compile(r"[ \t]*").match(text, start)
    return found[0] if found else ""


def _at(text: str, way: Way) -> _Node:
    node = _node(text, _skip(text, 0))
    for name in way:
        node = next(child.value for child in node.children if child.name == name)
    return node


def _node(text: str, at: int) -> _Node:
    """The value that begins there, in a text that is known to be JSON."""
    if text[at] == '"':
        return _Node(at, _string_end(text, at))
    if text[at] not in "{[":
        found = _SCALAR.match(text, at)
        return _Node(at, found.end() if found else at + 1)
    is_object = text[at] == "{"
    children: list[_Child] = []
    here = _skip(text, at + 1)
    while text[here] not in "}]":
        start, name = here, len(children)
        child: _Child
        if is_object:
            here = _string_end(text, start)
            key = json.loads(text[start:here])
            value = _node(text, _skip(text, _skip(text, here) + 1))
            child = _Child(key, start, value)
        else:
            value = _node(text, here)
            child = _Child(name, start, value)
        children.append(child)
        here = _skip(text, value.end)
        if text[here] == ",":
            here = _skip(text, here + 1)
    return _Node(at, here + 1, tuple(children))


def _string_end(text: str, at: int) -> int:
    found = _STRING.match(text, at)
    return found.end() if found else at + 1


def _skip(text: str, at: int) -> int:
    found = _BLANKS.match(text, at)
    return found.end() if found else at


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members: dict[str, Any] = {}
    for name, value in pairs:
        if name in members:
            raise InputError(f'"{name[:_EXCERPT]}" stands twice in one object', code="bad-json")
        members[name] = value
    return members


def _no_constant(name: str) -> NoReturn:
    raise InputError(f"{name} is no number that JSON knows", code="bad-json")


def _unreadable(text: str, error: json.JSONDecodeError) -> InputError:
    """What is wrong, in a person's words: comments and trailing commas are what some editors let pass."""
    here = _skip(text, min(error.pos, len(text)))
    before, behind = text[:here].rstrip(" \t\r\n"), text[here:].lstrip(", \t\r\n")
    if text.startswith("/", here):
        what = "has a comment, which JSON does not know"
    elif behind[:1] in ("}", "]") and (before.endswith(",") or text.startswith(",", here)):
        what = "has a comma behind the last entry, which JSON does not know"
    else:
        what = f"is not JSON: {error.msg[:1].lower()}{error.msg[1:]}"
    return InputError(f"line {error.lineno} {what}", code="bad-json")
