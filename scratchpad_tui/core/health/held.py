"""Where secrets stand that came in by hand: in the pad, in the files beside it, in drafts.

The values are for `redact` alone: they stand in no sign and in no message.
"""

from __future__ import annotations

import os
from bisect import bisect_right

from scratchpad_tui.core.errors import StorageError
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad import verdict
from scratchpad_tui.core.pad.gate import in_text, what
from scratchpad_tui.core.pad.io import read_bytes
from scratchpad_tui.core.pad.journal import decode_line
from scratchpad_tui.core.pad.standing import places

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scratchpad_tui.core.pad.document import Document
    from scratchpad_tui.core.pad.store import PadStore
    from scratchpad_tui.core.pad.verdict import Verdict

_APART = "\n\n\n"
"""Between two texts that belong not together: the scan puts no value together over so many line ends."""
_CLEAN: dict[str, Verdict] = {}
"""By path what was found to hold no secret: an archive grows to years of notes, and is looked at after each change."""


class Held(NamedTuple):
    """A secret, and where it stands."""

    sentence: str
    """Place and kind, never the value."""
    value: str


def in_pad(store: PadStore, document: Document) -> list[Held]:
    """The secrets in the pad itself.

    Raises:
        SecretError, StorageError: as of `in_text`.
    """
    text = document.text()
    return [Held(places(document, [item])[0], text[item.start : item.end]) for item in in_text(store, text)]


def beside(store: PadStore) -> list[Held]:
    """Those in `episodic.md`, in the archive and in the file of proposals; what cannot be read is passed over.

    Raises:
        SecretError, StorageError: as of `in_text`.
    """
    side = store.paths.side
    found: list[Held] = []
    for path in _files(side):
        text = _text(path)
        if path.endswith(".jsonl"):
            found += _in_events(store, path, text)
        else:
            found += _in_file(store, path, os.path.relpath(path, side).replace(os.sep, "/"), text)
    return found


def in_drafts(store: PadStore) -> Iterator[Held]:
    """Those in texts that are no version yet, whoever types them.

    Raises:
        SecretError, StorageError: as of `in_text`.
    """
    from scratchpad_tui.core.pad.drafts import Drafts

    for draft in Drafts(store.paths).all():
        text = "\n".join(draft.lines)
        for item in in_text(store, text) if draft.lines != draft.base else ():
            yield Held(f"a draft of {draft.what} holds {what(item)}", text[item.start : item.end])


def _files(side: str) -> list[str]:
    found = [os.path.join(side, name) for name in ("episodic.md", "promotions.jsonl")]
    archive = os.path.join(side, "archive")
    if not os.path.islink(archive):
        for folder, _, names in os.walk(archive):
            found += (os.path.join(folder, name) for name in sorted(names))
    return [path for path in found if os.path.isfile(path) and not os.path.islink(path)]


def _text(path: str) -> str:
    try:
        return read_bytes(path).decode("utf-8", "replace")
    except (OSError, StorageError):
        return ""


def _in_file(store: PadStore, path: str, name: str, text: str) -> list[Held]:
    on = verdict.ground(store)
    known = _CLEAN.get(path)
    if verdict.stands(known, on, text):
        return []
    found = in_text(store, text)
    judged = None if found else verdict.judged(on, text, found)
    if judged is not None:
        _CLEAN[path] = judged
    return [
        Held(f"{name} holds {what(item)} in line {item.line}", text[item.start : item.end]) for item in found
    ]


def _in_events(store: PadStore, path: str, text: str) -> list[Held]:
    """Secrets in the values of events: as they stand in the file a quote or an escape may lie across them."""
    parts: list[str] = []
    starts: list[int] = []
    lines: list[int] = []
    at = 0
    for number, line in enumerate(text.split("\n"), 1):
        event = decode_line(line.strip().encode())
        for value in [line] if event is None else _strings(event):
            parts.append(value)
            starts.append(at)
            lines.append(number)
            at += len(value) + len(_APART)
    whole = _APART.join(parts)
    name = os.path.basename(path)
    return [
        Held(
            f"{name} holds {what(item)} in line {_line(item.start, starts, lines)}",
            whole[item.start : item.end],
        )
        for item in in_text(store, whole)
    ]


def _line(start: int, starts: Sequence[int], lines: Sequence[int]) -> int:
    return lines[bisect_right(starts, start) - 1]


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from _strings(item)
    elif isinstance(value, dict):
        for name, item in value.items():
            yield from (name, *_strings(item))
