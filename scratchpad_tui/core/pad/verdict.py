"""What the scan said of a pad's text, kept in the state cache, so that a reader need not load the rules to know it.

A verdict names rules, kinds and lines, never a value. It stands for one text under one ground: the rules, the deny-list
and what a person allowed. Where any of these is another one, or cannot be read, the text is scanned again.
"""

from __future__ import annotations

import os
import re
from functools import cache

from scratchpad_tui.core.hashing import sha256
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.secrets import CONSTRAINTS
from scratchpad_tui.core.secrets.finding import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.core.pad.store import PadStore

_READ = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
ALLOWED = "allowed.json"
"""The name of the file of findings that a person allowed, beside the versions."""
_LARGEST = 1 << 20
"""Bytes of a file that are looked at; of a longer deny-list no more counts."""
WHOLE = 100_000
"""Characters up to which a pad is scanned whole whenever it is written or shown; some fifty times what it should hold."""
_MOST = 50
"""Findings that are kept; a pad with more is scanned at each look."""
_RULE = r"[a-z0-9][a-z0-9-]{0,59}"
_KIND = r"[A-Za-z0-9][A-Za-z0-9 .,:'()/_&-]{0,99}"
_KEY_DIGITS = frozenset("0123456789abcdef")


class Verdict(NamedTuple):
    """What the scan said of one text."""

    key: str
    """The hash of the text and of the ground that it was judged on."""
    found: tuple[Finding, ...]
    """Without what they cover: rule, kind and line alone."""

    def encoded(self) -> dict[str, object]:
        """The verdict as the state keeps it."""
        found = [{"rule": one.rule, "kind": one.kind, "line": one.line} for one in self.found]
        return {"key": self.key, "found": found}


def ground(store: PadStore) -> str:
    """The hash of all that a verdict rests on but the text; empty where it is not to be had, and no verdict stands."""
    parts = [_rules()]
    folder = os.path.dirname(store.paths.named)
    for path in (os.path.join(folder, CONSTRAINTS), os.path.join(store.paths.history, ALLOWED)):
        try:
            parts.append(sha256(_bytes_of(path)).hexdigest())
        except (FileNotFoundError, NotADirectoryError):
            parts.append("-")
        except OSError:
            return ""
    return sha256("\n".join(parts).encode()).hexdigest() if parts[0] else ""


def judged(on: str, text: str, found: Sequence[Finding]) -> Verdict | None:
    """The verdict on a text that was scanned whole; None where it cannot be kept."""
    if not on or len(found) > _MOST:
        return None
    return Verdict(_key(on, text), tuple(one._replace(start=0, end=0, masked="") for one in found))


def stands(verdict: Verdict | None, on: str, text: str) -> bool:
    """Whether this is the verdict on this text, on this ground."""
    return verdict is not None and bool(on) and verdict.key == _key(on, text)


def hold(store: PadStore, on: str, text: str, found: Sequence[Finding]) -> None:
    """Holds the verdict on a text that was scanned on this ground, as long as the ground is still the same."""
    if on == ground(store):
        store.verdict = store.untold = judged(on, text, found)


def decoded(item: object) -> Verdict | None:
    """A verdict as the state has it; None where it is none of ours."""
    if not isinstance(item, dict):
        return None
    key, listed = item.get("key"), item.get("found")
    if not isinstance(key, str) or not _is_key(key) or not isinstance(listed, list):
        return None
    found = [_finding(one) for one in listed]
    good = tuple(one for one in found if one is not None)
    return Verdict(key, good) if len(good) == len(found) <= _MOST else None


def _is_key(text: str) -> bool:
    return len(text) == 64 and _KEY_DIGITS.issuperset(text)


def _finding(item: object) -> Finding | None:
    if not isinstance(item, dict):
        return None
    rule, kind, line = item.get("rule"), item.get("kind"), item.get("line")
    if not isinstance(rule, str) or not isinstance(kind, str) or type(line) is not int or line < 1:
        return None
    if not re.fullmatch(_RULE, rule) or not re.fullmatch(_KIND, kind):
        return None
    return Finding(rule, kind, line, 0, 0, "")


def _key(on: str, text: str) -> str:
    return sha256(on.encode() + b"\0" + text.encode("utf-8", "surrogatepass")).hexdigest()


@cache
def _rules() -> str:
    """The hash of the rules as they are installed, read and not loaded; empty where their sources are not there."""
    from scratchpad_tui.core import secrets

    whole = sha256()
    try:
        folder = os.path.dirname(os.path.abspath(secrets.__file__ or ""))
        names = sorted(name for name in os.listdir(folder) if name.endswith(".py"))
        for name in names:
            data = _bytes_of(os.path.join(folder, name))
            whole.update(f"{name} {len(data)}\n".encode() + data)
    except OSError:
        return ""
    return whole.hexdigest() if names else ""


def _bytes_of(path: str) -> bytes:
    fd = os.open(path, _READ)
    try:
        parts: list[bytes] = []
        room = _LARGEST + 1
        while room and (piece := os.read(fd, min(room, 1 << 16))):
            parts.append(piece)
            room -= len(piece)
    finally:
        os.close(fd)
    return b"".join(parts)
