"""The files that a tool's input names, under whatever names a tool has for a path."""

from __future__ import annotations

import os
import re
from itertools import islice

from scratchpad_tui.agents.hook_input import is_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from scratchpad_tui.agents.hook_input import Given

_NAMING = re.compile(
    r"(?:.*(?:path|paths|file_?name|file_?names|uri|uris|url)|(?:\w*_)?(?:file|files|target|targets|dest|dst|destination|to|out|output|location|document|new_?name|notebook|folders?|dirs?|directory|directories))\Z"
)
"""Fields that hold a path, in small letters: `filePath`, `target_file`, `notebook_path`, `absolutePath`."""
_MOVED = re.compile(r"(?:source|src|from)(?:_?(?:path|paths|file|files|filename|uri|uris|url))?\Z")
"""Names a file that is gone afterwards where the tool moves it, and that stays as it is where it does not."""
_DEPTH, _MOST = 6, 1_000
"""How deep in lists and objects, and how many texts, are looked at."""
_FIELDS, _NAMES = 100_000, 20_000
"""How many fields are looked at to find those, and how many names of folders the paths in them may have: an agent waits."""
_URL = re.compile(r"file:(?://(?:localhost)?(?=/))?", re.IGNORECASE)
_OWN_FOLDER = re.compile(r"/proc/(?:self|thread-self|[0-9]+)(?:/task/[0-9]+)?/cwd(?=/|\Z)")
"""The folder in which a process works: for the tool that is the agent's, for the hook its own."""


def named_files(given: Given, folders: tuple[str, ...], *, moves: bool) -> Iterator[str]:
    """The files without links, each once.

    Args:
        given: what the tool is given.
        folders: in which the agent may work; a path that is none from the root on is one from the first of them.
        moves: whether the tool takes a file away from where it stood.
    """
    seen: dict[str, None] = {}
    left = _NAMES
    fields = islice(_texts(given.fields(), moves=moves, depth=_DEPTH, names=False), _FIELDS)
    for text in islice(filter(None, fields), _MOST):
        for path in filter(is_path, _read(text)):
            for way in _ways(os.path.join(folders[0], os.path.expanduser(path)), folders):
                left -= way.count("/")
                if left < 0:
                    return
                real = _real(way)
                if real and real not in seen:
                    seen[real] = None
                    yield real


def _texts(value: object, *, moves: bool, depth: int, names: bool) -> Iterator[str]:
    """The texts that stand in a field for a path, in lists and objects too; an empty one for any other field."""
    yield value if names and isinstance(value, str) else ""
    if depth and isinstance(value, list):
        for one in value:
            yield from _texts(one, moves=moves, depth=depth - 1, names=names)
    elif depth and isinstance(value, dict):
        if names:
            yield from value
        for name, one in value.items():
            yield from _texts(one, moves=moves, depth=depth - 1, names=_is_naming(name, moves=moves))


def _is_naming(name: str, *, moves: bool) -> bool:
    plain = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).casefold().replace("-", "_")
    if _MOVED.match(plain):
        return moves
    return bool(_NAMING.match(plain))


def _read(text: str) -> Iterator[str]:
    """The path as it stands, and what it is as a URL."""
    yield text
    found = _URL.match(text)
    if found:
        from urllib.parse import unquote

        rest = text[found.end() :]
        yield from dict.fromkeys((rest, unquote(rest), unquote(re.split(r"[?#]", rest, maxsplit=1)[0])))


def _ways(path: str, folders: tuple[str, ...]) -> Iterator[str]:
    """The path as this process finds it, and as the agent's does."""
    yield path
    plain = os.path.normpath(path)
    found = _OWN_FOLDER.match(plain)
    if found:
        for folder in folders:
            yield folder + plain[found.end() :]


def _real(path: str) -> str:
    """The path without links; empty where one of them may not be read, so that nothing can be written there either."""
    try:
        return os.path.realpath(path)
    except OSError:  # the folder of another user's process
        return ""
