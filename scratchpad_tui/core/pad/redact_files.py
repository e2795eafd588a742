"""The files of a pad that may hold a text, and what each one is without it."""

from __future__ import annotations

import json
import os
import re

from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.drafts import Drafts
from scratchpad_tui.core.pad.quarantine import names as quarantine_names
from scratchpad_tui.core.pad.records import digest
from scratchpad_tui.core.pad.seen import SeenMarks, state_directory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from scratchpad_tui.core.pad.paths import PadPaths
    from scratchpad_tui.core.pad.redact_words import Words

PAD, VERSION, TEXT, LOG, LINES, JSON, INTENDED, SEEN = (
    "pad",
    "version",
    "text",
    "log",
    "lines",
    "json",
    "intended",
    "seen",
)
"""What a file is: Markdown (`text`), any other text, JSON by lines or whole, or one of those with rules of its own."""

_VERSION_NAME = re.compile(r"[0-9]{8,18}\.md(\.pending)?")
_OWN_NAMES = (
    "kind version time actor by turn session operations sections added removed size sha256 alarms event message name "
    "reason code index field patches op section content seen warnings pins runs gap ahead lists pid started versions "
    "format lines base written copy places files entries line id text tag origin state pad version_time version_sha256 "
    "step part at writer label policy durable archived left target tokens act who unseals operation "
    "transcript_path model window used used_percentage others told idle turns trigger phase"
)
_OWN_KEYS = frozenset(_OWN_NAMES.split())
"""Names of fields: what is a part of one is not the text."""
_WORDS = frozenset(
    ("kind", "event", "actor", "by", "op", "code", "field", "format", "copy", "time", "started", "name")
)
"""Fields whose values are words of ours as long as they look like such."""
_WORD = re.compile(
    r"[a-z][a-z_-]{0,30}|[0-9T:.Z+ -]{1,40}|(?:[0-9A-Za-z_-]{1,40}\.){0,2}[0-9a-f]{16}\.md|[^/\s]+\.broken-[0-9]+\.?\w*"
)


class File(NamedTuple):
    """A file that may hold the text."""

    path: str
    kind: str


class Cleaned(NamedTuple):
    """A file's bytes without the text."""

    data: bytes
    places: int


class Hashes(dict[str, tuple[str, int]]):
    """For the SHA-256 of bytes that hold the text, the one of the same bytes without it, and their size."""

    def add(self, before: bytes, after: bytes) -> None:
        """Notes that these bytes take the place of those."""
        self[digest(before)] = (digest(after), len(after))


def files_of(paths: PadPaths) -> Iterator[File]:
    """Every file of the pad that may hold a text, the pad itself first; links are none of ours."""
    if _is_file(paths.pad):
        yield File(paths.pad, PAD)
    if paths.has_history:
        yield from _tree(paths.history)
    shared = os.path.dirname(paths.history)
    for name in _listed(shared) if not os.path.islink(shared) else []:
        if name.startswith(f"{paths.name}.archived-"):
            yield from _tree(os.path.join(shared, name))
    for name in quarantine_names(paths):
        if _is_file(path := os.path.join(paths.folder, name)):
            yield File(path, TEXT)
    for name in ("promotions.jsonl", "episodic.md"):
        if _is_file(path := os.path.join(paths.side, name)):
            yield File(path, _kind(name))
    yield from _tree(os.path.join(paths.side, "archive"))
    yield from _tree(Drafts(paths).elsewhere)
    marks = SeenMarks(state_directory(), paths.named).path
    if _is_file(marks):
        yield File(marks, SEEN)


def cleaned(file: File, data: bytes, words: Words, hashes: Hashes) -> Cleaned:
    """A file's bytes without the text; hashes of bytes that change with it follow."""
    text = data.decode("utf-8", "surrogateescape")
    found, places = _CLEANERS[file.kind](text, _Values(words, hashes))
    return Cleaned(found.encode("utf-8", "surrogateescape") if found != text else data, places)


def _tree(folder: str) -> Iterator[File]:
    """The files of a folder and of those under it, in order of their names."""
    if os.path.islink(folder):
        return
    for name in _listed(folder):
        path = os.path.join(folder, name)
        if os.path.isdir(path) and not os.path.islink(path):
            yield from _tree(path)
        elif _is_file(path):
            yield File(path, VERSION if _VERSION_NAME.fullmatch(name) else _kind(name))


def _kind(name: str) -> str:
    if name == "intended.json":
        return INTENDED
    endings = {".md": TEXT, ".pending": TEXT, ".jsonl": LINES, ".json": JSON}
    return endings.get(os.path.splitext(name)[1], LOG)


def _listed(folder: str) -> list[str]:
    try:
        return sorted(os.listdir(folder))
    except (FileNotFoundError, NotADirectoryError):
        return []


def _is_file(path: str) -> bool:
    return os.path.isfile(path) and not os.path.islink(path)


class _Values:
    """The values of a JSON document without the text."""

    def __init__(self, words: Words, hashes: Hashes) -> None:
        self.words = words
        self.hashes = hashes
        self.places = 0

    def record(self, value: Any) -> Any:  # noqa: ANN401 - a JSON value of any shape
        """A document, or a line of a journal; the size that it tells follows its hash."""
        found = self._value(value, "")
        told = value.get("sha256") if isinstance(value, dict) else None
        if isinstance(told, str) and told in self.hashes and "size" in found:
            found["size"] = self.hashes[told][1]
        return found

    def _value(self, value: Any, key: str) -> Any:  # noqa: ANN401 - as above
        if isinstance(value, str):
            return self._string(value, key)
        if isinstance(value, list):
            return self._list(value, key)
        if isinstance(value, dict):
            return {self._key(name): self._value(item, name) for name, item in value.items()}
        return value

    def _string(self, value: str, key: str) -> str:
        if value in self.hashes:
            return self.hashes[value][0]
        return (
            value if key in _WORDS and _WORD.fullmatch(value) else self.counted(self.words.without_cut(value))
        )

    def _key(self, name: str) -> str:
        return name if name in _OWN_KEYS else self.counted(self.words.without_escaped(name))

    def _list(self, values: list[Any], key: str) -> list[Any]:
        if len(values) > 1 and all(isinstance(value, str) for value in values):
            # Lines of a text: it may reach over several of them.
            joined, places = self.words.without("\n".join(values))
            if places:
                self.places += places
                values = joined.split("\n")
        return [self._value(value, key) for value in values]

    def counted(self, found: tuple[str, int]) -> str:
        """A text that was cleaned, its places counted."""
        self.places += found[1]
        return found[0]


def _plain(text: str, values: _Values) -> tuple[str, int]:
    return values.words.without(text)


def _markdown(text: str, values: _Values) -> tuple[str, int]:
    return values.words.without_end(text)


def _log(text: str, values: _Values) -> tuple[str, int]:
    return values.words.without_cut(text)


def _json(text: str, values: _Values) -> tuple[str, int]:
    return _document(text, values, lambda value: json.dumps(value, indent=1) + "\n")


def _lines(text: str, values: _Values) -> tuple[str, int]:
    return "\n".join(_line(line, values) for line in text.split("\n")), values.places


def _intended(text: str, values: _Values) -> tuple[str, int]:
    # It is written over in place: what stands behind its first line is left from another one, and never read.
    first, end, _ = text.partition("\n")
    return _line(first, values) + end, values.places


def _seen(text: str, values: _Values) -> tuple[str, int]:
    for before, (after, _) in values.hashes.items():
        text = text.replace(before, after)
    return text, 0


def _line(line: str, values: _Values) -> str:
    dumped = _document(line, values, lambda value: json.dumps(value, separators=(",", ":")))
    return dumped[0]


def _document(text: str, values: _Values, dump: Callable[[Any], str]) -> tuple[str, int]:
    """A JSON text cleaned by its values; one that does not parse, as what it is: cut short, or none of ours."""
    if not text:
        return text, values.places
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return values.counted(values.words.without_cut(text)), values.places
    found = values.record(value)
    return (dump(found) if found != value else text), values.places


_CLEANERS: dict[str, Callable[[str, _Values], tuple[str, int]]] = {
    PAD: _plain,
    VERSION: _plain,
    TEXT: _markdown,
    LOG: _log,
    LINES: _lines,
    JSON: _json,
    INTENDED: _intended,
    SEEN: _seen,
}
