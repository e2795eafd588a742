"""A pad and its timeline as Markdown that stays inert: its text stands in fences and code spans alone.

In those a renderer knows no markup, HTML, link, image, mention or formula. A fence is longer than any run of backticks
inside, and hidden characters are shown as marks, so that nothing in a text ends its fence or hides in it.
"""

from __future__ import annotations

import os
import re
import sys
from contextlib import suppress

from scratchpad_tui.core.clock import now, parse_stamp
from scratchpad_tui.core.errors import InputError, ScratchpadError
from scratchpad_tui.core.pad import journal
from scratchpad_tui.core.pad.author import author_words
from scratchpad_tui.core.pad.diff import counts, unified
from scratchpad_tui.core.pad.document import Document
from scratchpad_tui.core.pad.io import new_temporary, storage_error, write_all
from scratchpad_tui.core.text import tokens, visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from scratchpad_tui.core.pad.journal import Record
    from scratchpad_tui.core.pad.store import PadStore, Reading

_TICKS = re.compile(r"`+")


def markdown(store: PadStore, reading: Reading) -> Iterator[str]:
    """The parts of the export, each a block that ends with a line end; at most two versions are held at a time."""
    text, trouble = reading.document.text(), journal.trouble(store.paths.journal)
    yield "# Scratchpad\n\n"
    yield _listed(
        [
            f"Pad: {code(reading_path(store))}",
            f"Profile: {code(reading.document.profile.name)}",
            f"Version: {reading.version or 'none yet'}",
            f"Size: about {tokens(text):,} tokens",
            f"Exported: {now():%Y-%m-%d %H:%M:%SZ}",
            *(f"Notice: {code(notice)}" for notice in (reading.notice, trouble) if notice),
        ]
    )
    yield f"\n## The pad\n\n{fence(text, 'text')}"
    yield "\n## Timeline\n"
    found = False
    for part in _timeline(store, reading):
        found = True
        yield part
    if not found:
        yield "\nThere is no version yet.\n"


class Overseen:
    """What leaves the pad with an export, looked at for secrets that came in by hand: they are told, and nothing is held back."""

    def __init__(self, store: PadStore) -> None:
        self._store = store
        self._kinds: dict[str, None] = {}
        self._fault = ""

    def passing(self, parts: Iterable[str]) -> Iterator[str]:
        """The parts, each looked at on its way."""
        for part in parts:
            self.look(part)
            yield part

    def look(self, text: str) -> None:
        """Notes the secrets in a text that nobody allowed; after a scan that failed no more are looked for."""
        from scratchpad_tui.core.pad.gate import in_text, what

        if self._fault:
            return
        try:
            self._kinds |= dict.fromkeys(map(what, in_text(self._store, text)))
        except ScratchpadError as error:
            self._fault = str(error)

    def warnings(self) -> list[str]:
        """A sentence for each kind, never the value, and one where it is not known whether there is any."""
        told = [
            f"the export holds {kind}; before it goes to anybody, take it out with `redact -` and export again"
            for kind in self._kinds
        ]
        return [
            *told,
            *([f"whether the export holds secrets is not known: {self._fault}"] if self._fault else []),
        ]


def reading_path(store: PadStore) -> str:
    """The pad's path as text, whatever encoding its bytes are in."""
    return os.fsencode(store.paths.named).decode("utf-8", "replace")


def fence(text: str, kind: str) -> str:
    """The text as a fenced block, its hidden characters shown."""
    shown = visible(text, keep="\n\t")
    ticks = "`" * max(3, 1 + max((len(run) for run in _TICKS.findall(shown)), default=0))
    return f"{ticks}{kind}\n{shown}{'' if not shown or shown.endswith(chr(10)) else chr(10)}{ticks}\n"


def code(text: str) -> str:
    """The text as a code span of one line, its hidden characters and line ends shown."""
    shown = visible(text)
    if not shown.strip(" "):
        return "(blank)" if shown else "(none)"
    ticks = "`" * (1 + max((len(run) for run in _TICKS.findall(shown)), default=0))
    edge = " " if shown[0] in "` " or shown[-1] in "` " else ""
    return f"{ticks}{edge}{shown}{edge}{ticks}"


def write_parts(path: str, parts: Iterable[str]) -> None:
    """Writes the parts to a new private file, which has its name when it is whole; nothing is left of it after a failure.

    Raises:
        InputError: something stands there; it is not written over.
        StorageError: it cannot be written.
    """
    if os.path.lexists(path):
        raise _there(path)
    try:
        fd, name = _unnamed(os.path.dirname(path))
    except OSError as error:
        raise storage_error(error, path, "write") from error
    try:
        try:
            for part in parts:
                write_all(fd, part.encode("utf-8", "replace"))
            os.fsync(fd)
            _give_name(fd, name, path)
        finally:
            os.close(fd)
            if name:
                with suppress(FileNotFoundError):
                    os.unlink(name)
    except FileExistsError as error:
        raise _there(path) from error
    except OSError as error:
        raise storage_error(error, path, "write") from error


def _there(path: str) -> InputError:
    return InputError(f"{path} is there already", "name another file, or remove it", code="exists")


def _unnamed(folder: str) -> tuple[int, str]:
    """A new private file and its name for the time being; none where the system has files without one.

    The file gets its own name when it is whole: one that was begun by a process that was killed would stand in the
    way of the next.
    """
    if sys.platform == "linux":
        # The file system may have no such files, and /proc may not be there.
        with suppress(OSError):
            fd = os.open(folder, os.O_TMPFILE | os.O_WRONLY | os.O_CLOEXEC, 0o600)
            if os.path.exists(f"/proc/self/fd/{fd}"):
                return fd, ""
            os.close(fd)
    return new_temporary(folder)


def _give_name(fd: int, name: str, path: str) -> None:
    """Raises FileExistsError where something stands there by now."""
    try:
        if name:
            os.link(name, path)
        else:
            # Only with a folder's descriptor, which an absolute path needs not, Python asks to follow the link in /proc.
            os.link(f"/proc/self/fd/{fd}", path, src_dir_fd=fd)
    except FileExistsError:
        raise
    except OSError:
        if not name:
            raise
        if os.path.lexists(path):
            raise FileExistsError(path) from None
        os.rename(name, path)  # a file system without hard links


def _timeline(store: PadStore, reading: Reading) -> Iterator[str]:
    """Versions in the order of their numbers, each event behind the version that it followed."""
    versions = _Versions(store, reading)
    for record in journal.readable(store.paths.journal):
        if journal.is_version(record):
            yield from versions.up_to(record["version"], record)
        elif record.get("kind") == "event" and isinstance(record.get("event"), str):
            yield _event(record)
    yield from versions.rest()


class _Versions:
    """The versions on the way from the oldest to the newest; the text of the last one is kept for the next diff."""

    def __init__(self, store: PadStore, reading: Reading) -> None:
        self._history = store.history
        self._waiting = store.history.numbers()[::-1]
        self._last = 0
        self._before: tuple[int, str] = (0, Document.empty(reading.document.profile).text())

    def up_to(self, number: int, record: Record) -> Iterator[str]:
        """The versions up to this one, which the record describes; those before it have none."""
        if number <= self._last:
            return  # told already
        while self._waiting and self._waiting[-1] < number:
            yield self._version(self._waiting.pop(), {})
        if self._waiting and self._waiting[-1] == number:
            self._waiting.pop()
        yield self._version(number, record)

    def rest(self) -> Iterator[str]:
        """The versions behind the last line of the journal."""
        while self._waiting:
            yield self._version(self._waiting.pop(), {})

    def _version(self, number: int, record: Record) -> str:
        self._last = number
        facts = [_by(record)]
        facts += [f"Reason: {code(reason)}" for reason in _reasons(record)]
        facts += [f"Alarm: {code(alarm)}" for alarm in record.get("alarms", [])]
        try:
            # What stands there and is no file of ours is no version, as in every list of them.
            text = (
                self._history.read(number).decode("utf-8", "replace") if self._history.has(number) else None
            )
        except InputError:
            text = None
        if text is None:
            return f"\n### Version {number}\n\n{_listed([*facts, _amount(record), 'Its text is not kept any more.'])}"
        before, old = self._before
        self._before = (number, text)
        facts.append(_amount(record) if record else _counted(old, text))
        if before != number - 1:
            facts.append(
                f"Compared with {f'version {before}' if before else 'the empty pad'}: those between are not kept."
            )
        difference = unified(old, text, names=(f"v{before}", f"v{number}"))
        body = f"\n{fence(difference, 'diff')}" if difference else "\nNo line differs.\n"
        return f"\n### Version {number}\n\n{_listed(facts)}{body}"


def _by(record: Record) -> str:
    moment = parse_stamp(record.get("time"))
    when = f"{moment:%Y-%m-%d %H:%M:%SZ}" if moment else "unknown"
    session = record.get("session")
    where = f", session {code(str(session))}" if session is not None else ""
    return f"Time: {when}, by {code(_author(record))}{where}"


def _author(record: Record) -> str:
    turn = record.get("turn")
    return author_words(str(record.get("actor") or "unknown"), None if turn is None else str(turn))


def _amount(record: Record) -> str:
    sections = ", ".join(map(code, record.get("sections", []))) or "no section"
    added, removed = ("?" if record.get(name) is None else record[name] for name in ("added", "removed"))
    return f"Lines: +{added} -{removed}, in {sections}"


def _counted(old: str, new: str) -> str:
    amount = counts(old, new)
    return f"Lines: +{amount.added} -{amount.removed}; the journal says no more"


def _reasons(record: Record) -> Iterator[str]:
    operations = record.get("operations")
    for operation in operations if isinstance(operations, list) else []:
        reason = operation.get("reason") if isinstance(operation, dict) else None
        if isinstance(reason, str) and reason:
            yield reason


def _event(record: Record) -> str:
    facts = [_by(record)]
    if message := record.get("message"):
        facts.append(f"Message: {code(str(message))}")
    return f"\n### Event: {code(record['event'])}\n\n{_listed(facts)}"


def _listed(facts: Iterable[str]) -> str:
    return "".join(f"- {fact}\n" for fact in facts)
