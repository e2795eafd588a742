"""What the beginning of a transcript says of its session: the directory, the id, whose part it is."""

from __future__ import annotations

import json
import os

from scratchpad_tui.core.transcripts.values import table, text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

HEAD_BYTES = (32 << 10, 256 << 10)
"""How much of the beginning is read: little first, more where nothing was told in it."""
_DOCUMENT_BYTES = 1 << 20
_KEPT = 4_096
"""How many answers are remembered: the beginning of a transcript never changes, and the question comes every few seconds."""
_known: dict[tuple[str, int, int, str], str] = {}


def cwd_of(path: str) -> str:
    """The directory in which a session was started; empty where no row tells it yet."""
    return _remembered(path, "cwd", lambda row: _text(row, "cwd") or None)


def codex_cwd(path: str) -> str:
    """The directory of a Codex thread; empty for a subagent's, which is no session of its own."""
    return _remembered(path, "codex", lambda row: "" if _parent(row) else _text(_payload(row), "cwd"))


def codex_parent(path: str) -> str:
    """The id of the thread whose subagent this one is; empty for a session of its own."""
    return _remembered(path, "parent", _parent)


def session_of(path: str) -> str:
    """The session's id as the file's head says; empty where it does not."""
    return _remembered(path, "session", lambda row: _text(row, "sessionId") or None)


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
    if not os.path.isfile(path):  # a FIFO would be waited for
        return []
    try:
        with open(path, "rb") as stream:
            data = json.loads(stream.read(_DOCUMENT_BYTES))
    except (OSError, ValueError, RecursionError):
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


def _payload(row: dict[str, object]) -> dict[str, object]:
    """Of the first row of a Codex thread, which tells all of it."""
    return table(row.get("payload")) if row.get("type") == "session_meta" else {}


def _parent(row: dict[str, object]) -> str:
    payload = _payload(row)
    source = payload.get("source")
    if not isinstance(source, dict) or "subagent" not in source:
        return ""
    spawned = table(table(source["subagent"]).get("thread_spawn"))
    return _text(spawned, "parent_thread_id") or _text(payload, "parent_thread_id") or "unknown"


def _text(row: dict[str, object], key: str) -> str:
    return text(row.get(key))


def _remembered(path: str, what: str, read: Callable[[dict[str, object]], str | None]) -> str:
    """What the first row that tells says; None is a row that does not, an empty text is an answer."""
    try:
        state = os.stat(path)
        key = (path, state.st_dev, state.st_ino, what)
        if key not in _known:
            value = _first(path, read)
            if value is None:
                return ""  # the file may still grow an answer
            if len(_known) >= _KEPT:
                _known.clear()
            _known[key] = value
        return _known[key]
    except OSError:
        return ""


def _first(path: str, read: Callable[[dict[str, object]], str | None]) -> str | None:
    with open(path, "rb") as stream:
        for count in HEAD_BYTES:
            stream.seek(0)
            data = stream.read(count)
            for row in rows_in(data):
                value = read(row)
                if value is not None:
                    return value
            if len(data) < count:
                break
    return None
