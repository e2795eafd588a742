"""Audited entries: `- text [src:SOURCE @ 2026-07-20] {#key}`, a text with its evidence and its key.

The key and the evidence are the last ones of the entry's first line: what looks like them further left is text.
An entry that is done with has `(closed)` behind its text.
"""

from __future__ import annotations

import re
from datetime import date

from scratchpad_tui.core.named_tuple import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from scratchpad_tui.core.pad.document import Document
    from scratchpad_tui.core.pad.entries import Entry

LONGEST_KEY = 64
"""In characters."""
CLOSED = "(closed)"

_WORDS = r"[a-z0-9]+(?:-[a-z0-9]+)*"
_KEY = re.compile(_WORDS)
_LOG_KEY = re.compile(rf"(?P<key>{_WORDS})-changed-(?P<number>[0-9]{{1,9}})")
_LAST_KEY = re.compile(r"(?:^|[ \t])\{#(?P<key>[^{}]*)\}[ \t]*$")
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_BULLET = re.compile(r"[ \t]*(?:[-*+]|[0-9]{1,20}[.)])(?:[ \t]+|$)")
_OPENS, _AT = "[src:", " @ "


class Evidence(NamedTuple):
    """Where an entry comes from."""

    source: str
    date: str
    """YYYY-MM-DD, as written; a day of the calendar."""


class Audited(NamedTuple):
    """One entry of an audited section."""

    section: str
    entry: Entry
    """Its lines in the section's body."""
    text: str
    """Without bullet, evidence, key and the mark of a closed entry; further lines behind newlines."""
    evidence: Evidence | None
    """None where it has none that can be read."""
    key: str
    """Empty where it has none that counts."""
    closed: bool
    code: str
    """Why its key or evidence does not count: `no-key`, `bad-key`, `bad-date`; else empty."""
    fault: str
    """The same as a sentence."""


class LogKey(NamedTuple):
    """The key of a line in Decisions that tells of a changed finding: `KEY-changed-N`."""

    key: str
    number: int


def is_key(text: str) -> bool:
    """Whether an entry can have this key: small letters and digits in words joined by `-`, at most 64 characters.

    A line that tells of a changed finding has a longer one: the finding's with `-changed-N` behind it.
    """
    logged = log_key(text)
    core = logged.key if logged else text
    return len(core) <= LONGEST_KEY and _KEY.fullmatch(core) is not None


def log_key(key: str) -> LogKey | None:
    """The finding and number that a key of the form `KEY-changed-N` tells of; None for any other key."""
    found = _LOG_KEY.fullmatch(key)
    return LogKey(found["key"], int(found["number"])) if found else None


def is_day(text: str) -> bool:
    """Whether the text is a day of the calendar, written YYYY-MM-DD."""
    if not _DAY.fullmatch(text):
        return False
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def key_in_line(line: str) -> str:
    """The key that a line ends with, empty where it has none that counts; whether an entry begins there is not asked."""
    found = _LAST_KEY.search(line)
    return found["key"] if found and is_key(found["key"]) else ""


def audited_line(text: str, evidence: Evidence | None, key: str, *, closed: bool = False) -> str:
    """An entry as it stands in the file."""
    mark = f" {CLOSED}" if closed else ""
    proof = f" {_OPENS}{evidence.source}{_AT}{evidence.date}]" if evidence else ""
    return f"- {text}{mark}{proof} {{#{key}}}"


def audited_entries(document: Document, section: str) -> list[Audited]:
    """The section's entries in the order of the file; none where the section is missing."""
    if section in document.missing:
        return []
    body = document.body(section)
    return [read_audited(section, entry, body[entry.start]) for entry in document.entries(section)]


def every_audited(document: Document) -> Iterator[Audited]:
    """The entries of all audited sections in the order of the file."""
    for section in document.profile.sections:
        if section.keyed:
            yield from audited_entries(document, section.name)


def read_audited(section: str, entry: Entry, first_line: str) -> Audited:
    """What an entry says; what cannot be read stays in its text. `first_line` is the line as it stands in the file."""
    bullet = _BULLET.match(first_line)
    rest = (first_line[bullet.end() :] if bullet else first_line.strip()).rstrip(" \t")
    found = _LAST_KEY.search(rest)
    key, code, fault = "", "", ""
    if not found:
        code, fault = "no-key", "the entry has no key; end its line with one, as {#ci-no-redis}"
    elif not is_key(found["key"]):
        code = "bad-key"
        fault = (
            f'"{found["key"][:80]}" is no key; use small letters, digits and single dashes between words, '
            f"at most {LONGEST_KEY} characters"
        )
    if found:
        key = "" if code else found["key"]
        rest = rest[: found.start()].rstrip(" \t")
    rest, evidence, bad_date = _read_evidence(rest)
    if bad_date and not code:
        code, fault = "bad-date", f'there is no day "{bad_date}"; write it as 2026-07-20'
    closed = rest == CLOSED or rest.endswith((f" {CLOSED}", f"\t{CLOSED}"))
    if closed:
        rest = rest[: -len(CLOSED)].rstrip(" \t")
    further = entry.text.split("\n")[1:]
    return Audited(section, entry, "\n".join([rest, *further]), evidence, key, closed, code, fault)


def _read_evidence(rest: str) -> tuple[str, Evidence | None, str]:
    """The text before the evidence, the evidence, and a date that is none."""
    at = rest.rfind(_OPENS)
    if not rest.endswith("]") or at < 0 or (at and rest[at - 1] not in " \t"):
        return rest, None, ""
    source, sign, day = rest[at + len(_OPENS) : -1].rpartition(_AT)
    if not sign or not source.strip():
        return rest, None, ""
    if not is_day(day.strip()):
        return rest, None, day.strip()[:40]
    return rest[:at].rstrip(" \t"), Evidence(source.strip(), day.strip()), ""
