"""What the beginning of a transcript says of its session: the directory, the id, whose part it is."""

from __future__ import annotations

import json
import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

HEAD_BYTES = 256 << 10
_DOCUMENT_BYTES = 1 << 20
_KEPT = 4_096
"""How many answers are remembered: the beginning of a transcript never changes, and the question comes every few seconds."""
_known: dict[tuple[str, int, int, str], str] = {}


def claude_cwd(path: str) -> str:
    """The directory in which a Claude Code session was started; empty where no row tells it yet."""
    return _remembered(path, "cwd", lambda: _first(path, lambda row: _text(row, "cwd")))


def pi_cwd(path: str) -> str:
    """The directory of a pi session."""
    return _remembered(path, "cwd", lambda: _first(path, lambda row: _text(row, "cwd")))


def codex_cwd(path: str) -> str:
    """The directory of a Codex thread; empty for a subagent's, which is no session of its own."""
    return _remembered(path, "cwd", lambda: _first(path, _codex_start))


def session_of(path: str) -> str:
    """The session's id as the file's head says; empty where it does not."""
    return _remembered(path, "session", lambda: _first(path, lambda row: _text(row, "sessionId")))


def is_part_of(path: str, session: str) -> bool:
    """Whether a file beside a session's belongs to one of its subagents."""
    name = os.path.basename(path)
    if not name.endswith(".jsonl"):
        return False
    if name.startswith("agent-"):
        return session_of(path) == session
    if session == "context":
        return name.startswith("context_sub")
    stem, mark, number = name[:-6].rpartition("_")
    return bool(mark) and number.isdigit() and stem.startswith(f"{session}_")


def gemini_projects(path: str, names: tuple[str, ...]) -> list[str]:
    """The short ids that Gemini CLI gave the directories of these names."""
    try:
        with open(path, "rb") as stream:
            data = json.loads(stream.read(_DOCUMENT_BYTES))
    except (OSError, ValueError):
        return []
    projects = data.get("projects") if isinstance(data, dict) else None
    if not isinstance(projects, dict):
        return []
    return [
        key for key in map(projects.get, names) if isinstance(key, str) and key == os.path.basename(key) != ""
    ]


def rows_in(data: bytes) -> Iterator[dict[str, object]]:
    """The objects on the lines that can be read."""
    for line in data.split(b"\n"):
        try:
            row = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(row, dict):
            yield row


def _codex_start(row: dict[str, object]) -> str:
    payload = row.get("payload")
    if row.get("type") != "session_meta" or not isinstance(payload, dict):
        return ""
    source = payload.get("source")
    return "" if isinstance(source, dict) and "subagent" in source else _text(payload, "cwd")


def _text(row: dict[str, object], key: str) -> str:
    value = row.get(key)
    return value if isinstance(value, str) else ""


def _first(path: str, read: Callable[[dict[str, object]], str]) -> str:
    try:
        with open(path, "rb") as stream:
            data = stream.read(HEAD_BYTES)
    except OSError:
        return ""
    return next((value for row in rows_in(data) if (value := read(row))), "")


def _remembered(path: str, what: str, read: Callable[[], str]) -> str:
    try:
        state = os.stat(path)
    except OSError:
        return ""
    key = (path, state.st_dev, state.st_ino, what)
    value = _known.get(key)
    if value is None:
        value = read()
        if value:  # a file without an answer may still grow one
            if len(_known) >= _KEPT:
                _known.clear()
            _known[key] = value
    return value
