"""A design report of a live audited pad: what stands in it, and what its memory does, as measured."""

from __future__ import annotations

import os

from scratchpad_tui.core.audited import design_rules as rules
from scratchpad_tui.core.audited.design import check_document
from scratchpad_tui.core.audited.measures import copied, reads, writes
from scratchpad_tui.core.audited.survival import survival
from scratchpad_tui.core.clock import now, stamp
from scratchpad_tui.core.errors import InputError, ParseError
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.audit import audit_problems
from scratchpad_tui.core.pad.evidence import Evidence, audited_entries
from scratchpad_tui.core.pad.judge import BROKEN, CONFLICT, GOOD
from scratchpad_tui.core.pad.raw_text import CODE_BLOCK, DUMP, REASONING, TRANSCRIPT, raw_fault

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from scratchpad_tui.core.audited.measures import Reads, Writes
    from scratchpad_tui.core.audited.survival import Survival
    from scratchpad_tui.core.errors import Problem
    from scratchpad_tui.core.pad.document import Document
    from scratchpad_tui.core.pad.evidence import Audited
    from scratchpad_tui.core.pad.store import PadStore, Reading

_EXCLUDED = {
    "raw_transcript": (TRANSCRIPT,),
    # The contract has no question about code: a block of it is what a tool printed or read.
    "raw_tool_dump": (DUMP, CODE_BLOCK),
    "chain_of_thought": (REASONING,),
}


class Report(NamedTuple):
    """A design report, and why it does not pass the gate."""

    document: dict[str, object]
    problems: tuple[str, ...]
    """Each a sentence; none where it passes."""


class _Entry(NamedTuple):
    """An entry of the pad as the report judges it."""

    audited: Audited
    line: int
    """Its line in the file, counted from 1."""
    proven: bool
    """Whether its section asks for evidence."""
    faults: tuple[Problem, ...]
    rule: str
    """The rule about raw text that it breaks, else empty."""


def design_report(store: PadStore) -> Report:
    """The report of the pad as it stands; nothing of it is written.

    Raises:
        ParseError: the pad is broken or in conflict.
        InputError: there is no pad yet, or it is no audited one.
        StorageError: it cannot be read, or no copy of it be made.
    """
    reading = _audited(store)
    document = reading.document
    survived = survival(store)
    # The first write adds the sections that a pad lacks; what is measured is every other one.
    with copied(store, document.completed().render(), document.profile.name) as copy:
        read, written = reads(copy), writes(copy)
    entries = list(_judged(document))
    found = {
        "schema": rules.SCHEMA,
        "scratchpad": {
            "path": report_path(store.paths.named),
            "sections": _sections(store, reading, entries),
        },
        **_answers(entries, read, written, survived),
        "measured": {
            "time": stamp(now()),
            "sha256": survived.sha256,
            "version": survived.version,
            "entries": len(entries),
            "reads": read.times,
        },
    }
    faults = [f"{fault.path} {fault.message}" for fault in check_document(found)]
    reasons = list(_reasons(entries, written, survived)) if faults else []
    return Report(found, (*reasons, *faults))


def report_path(named: str) -> str:
    """The pad's path as a report gives it: from the `.agent` folder that it stands in, else its name alone."""
    parts = os.path.abspath(named).split(os.sep)
    folders = parts[:-1]
    root = rules.ROOT.rstrip("/")
    if root not in folders:
        return parts[-1]
    last = len(folders) - 1 - folders[::-1].index(root)
    return "/".join(parts[last:])


def _audited(store: PadStore) -> Reading:
    """The pad as it was read, where a report can be made of it."""
    reading = store.read()
    if reading.state in (BROKEN, CONFLICT):
        raise ParseError(reading.problems, code=reading.state)
    if reading.problems:
        raise InputError(reading.problems[0].message, code=reading.state)
    if not reading.document.profile.is_keyed:
        raise InputError(
            f"the pad is of the profile {reading.document.profile.name}, which has no audited entries",
            "make an audited one with `init --profile audited`",
            code="not-audited",
        )
    if reading.state != GOOD:
        raise InputError(
            f"there is no pad at {store.paths.named} to report on",
            "write its first entry with `record`, or make it with `init --profile audited`",
            code="no-pad",
        )
    return reading


def _judged(document: Document) -> Iterator[_Entry]:
    problems: dict[int, list[Problem]] = {}
    for problem in audit_problems(document, now()):
        problems.setdefault(problem.line, []).append(problem)
    for section in document.profile.sections:
        first = document.heading_line(section.name) + 1
        body = document.body(section.name)
        for audited in audited_entries(document, section.name) if section.keyed else []:
            start, stop = audited.entry.start, audited.entry.stop
            faults = [one for line in range(first + start, first + stop) for one in problems.get(line, ())]
            raw = raw_fault("\n".join([audited.text.split("\n", 1)[0], *body[start + 1 : stop]]))
            yield _Entry(audited, first + start, section.proven, tuple(faults), raw.rule if raw else "")


def _sections(store: PadStore, reading: Reading, entries: list[_Entry]) -> dict[str, list[dict[str, object]]]:
    found: dict[str, list[dict[str, object]]] = {name: [] for name in reading.document.profile.names}
    origins: dict[int, Evidence] | None = None
    for entry in entries:
        audited = entry.audited
        evidence = audited.evidence
        if evidence is None and not entry.proven:
            origins = _origins(store, reading) if origins is None else origins
            evidence = origins.get(entry.line)
        source, date = evidence or ("", "")
        fields: dict[str, object] = {"text": audited.text, "source": source, "date": date}
        if entry.proven:
            fields["validated"] = not entry.faults
        if audited.key:
            fields["key"] = audited.key
        if audited.closed:
            fields["closed"] = True
        found[audited.section].append(fields)
    return found


def _origins(store: PadStore, reading: Reading) -> dict[int, Evidence]:
    """For each line the version that brought it, as the evidence of an entry that names none itself."""
    from scratchpad_tui.core.pad.blame import blame

    found: dict[int, Evidence] = {}
    saved = _saved(store)
    for line in blame(store, reading=reading):
        day = line.time.date().isoformat() if line.time else saved
        if line.version is not None:
            words = f"version {line.version}, {line.author}" if line.author else f"version {line.version}"
        elif line.before is not None:
            words = f"before version {line.before}"
        else:
            words = "the file, by hand"
        found[line.line] = Evidence(words, day)
    return found


def _saved(store: PadStore) -> str:
    """The day on which the file was written last, which is as long as a line has stood there at least."""
    from datetime import UTC, datetime

    try:
        return datetime.fromtimestamp(os.stat(store.paths.pad).st_mtime, UTC).date().isoformat()
    except (OSError, OverflowError, ValueError):
        return now().date().isoformat()


def _answers(
    entries: list[_Entry], read: Reads, written: Writes, survived: Survival
) -> dict[str, dict[str, object]]:
    once = read.times == 1
    return {
        "access_policy": {
            "read_once": once,
            "reference_after_bootstrap": read.referenced,
            "reread_each_turn": read.times > 1,
        },
        "write_policy": {
            "mode": "rewrite" if written.rewrites else rules.MODE,
            "idempotent_upsert": written.idempotent,
            "full_rewrite_allowed": written.rewrites,
        },
        "compact_recovery": {
            "reconstruct_from_file_only": survived.ok,
            "conversation_dependency": not survived.ok,
        },
        "exclusions": {
            name: any(entry.rule in broken for entry in entries) for name, broken in _EXCLUDED.items()
        },
        "validation": {
            "survives_compact": survived.ok,
            "read_once_verified": once and read.referenced,
            "evidence_checked": all(entry.audited.evidence for entry in entries if entry.proven),
        },
    }


def _reasons(entries: list[_Entry], written: Writes, survived: Survival) -> Iterator[str]:
    """What is behind the faults, by the lines of the pad."""
    for entry in entries:
        for fault in entry.faults:
            yield f"line {fault.line}: {fault.message}"
    for problem in survived.problems:
        yield f"line {problem.line}: {problem.message}"
    if written.refusal:
        yield f"an upsert is refused: {written.refusal}"
