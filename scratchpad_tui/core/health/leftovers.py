"""Signs in the files: a pad that cannot be used as it stands, and what waits for a person."""

from __future__ import annotations

import os

from scratchpad_tui.core.health.sign import ERROR, WARNING, Sign, counted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from scratchpad_tui.core.health.facts import Facts

_SLACK = 1_000_000_000
"""Nanoseconds: clocks of file systems are coarse, and a version is written a moment before its pad is."""


def _unusable(facts: Facts) -> Iterator[Sign]:
    """The pad is broken, in conflict, gone, or of another profile than the settings say."""
    reading = facts.reading
    if reading.state == "gone":
        yield Sign(
            "gone",
            ERROR,
            "the pad is gone, while its history has text",
            "apply any change and it is restored first, or start a new one with `init --fresh`",
            str(reading.version) if reading.version else "",
        )
    if reading.state == "wrong-profile":
        yield Sign(
            "wrong-profile",
            ERROR,
            reading.problems[0].message,
            "see with `config` which profile counts, and where it is named; nothing is written until then",
        )
    if reading.state not in ("broken", "conflict"):
        return
    first = reading.problems[0]
    more = f" (and {len(reading.problems) - 1} more)" if len(reading.problems) > 1 else ""
    if reading.state == "conflict":
        remedy = "choose a side in your editor and delete the marker lines; nothing is written until then"
    elif facts.document.profile.strict_recovery:
        remedy = f"mend line {first.line} in your editor; nothing is written until then"
    else:
        remedy = (
            f"mend line {first.line} in your editor; else the next write keeps this file in quarantine and "
            "goes on from the last good text"
        )
    what = "is in conflict" if reading.state == "conflict" else "does not parse"
    message = f"the pad {what}: line {first.line}: {first.message}{more}"
    yield Sign(reading.state, ERROR, message, remedy, line=first.line)


def _recoveries(facts: Facts) -> Iterator[Sign]:
    """A broken file was replaced, and nobody has looked at it since."""
    count = len(facts.state.unlooked())
    if count:
        what = "a broken version of the pad was" if count == 1 else f"{count} broken versions of the pad were"
        yield Sign(
            "recovery",
            WARNING,
            f"{what} put in quarantine, and nobody has looked at it yet",
            "run `recover` in a terminal",
        )


def _quarantine(facts: Facts) -> Iterator[Sign]:
    """Quarantined files have lines that the pad lacks."""
    from scratchpad_tui.core.pad.quarantine import quarantined

    found = [item for item in quarantined(facts.store, facts.document) if item.missing_lines]
    if not found:
        return
    newest = found[-1]
    lines = counted(len(newest.missing_lines), "line")
    message = f"{newest.name} has {lines} that the pad lacks"
    if len(found) > 1:
        message = (
            f"{len(found)} quarantined files have lines that the pad lacks, the newest {lines}: {newest.name}"
        )
    take = f"recover --take all --file {newest.name}"
    remedy = f"take them over with `{take}`, or delete the file if none is wanted"
    yield Sign("quarantine", WARNING, message, remedy, newest.name)


def _older_file(facts: Facts) -> Iterator[Sign]:
    """The file is one of long ago: from a backup, another checkout, or a program that kept an old text."""
    reading, texts = facts.reading, facts.texts
    if reading.state != "good" or reading.version not in texts or reading.data == texts[reading.version]:
        return
    older = [number for number, text in texts.items() if text == reading.data]
    if older:
        what = f"has the text of version {older[-1]}, and the newest version is {reading.version}"
    elif _is_older(facts):
        what = f"was written before its newest version, {reading.version}, and has another text"
    else:
        return
    yield Sign(
        "older-file",
        WARNING,
        f"the pad's file {what}",
        f"`restore {reading.version}` brings the newest version back; if this text is meant, the next write records it",
        str(reading.version),
    )


def _is_older(facts: Facts) -> bool:
    store = facts.store
    try:
        pad, version = os.stat(store.paths.pad), os.stat(store.history.path(facts.reading.version))
    except OSError:
        return False  # gone meanwhile
    return pad.st_mtime_ns + _SLACK < version.st_mtime_ns


def _drafts(facts: Facts) -> Iterator[Sign]:
    """Text that a person typed and never saved, of a UI that has ended."""
    from scratchpad_tui.core.pad.drafts import Drafts

    drafts = Drafts(facts.store.paths).left_behind()
    if drafts:
        sections = dict.fromkeys(draft.what for draft in drafts)
        yield Sign(
            "draft",
            WARNING,
            f"{counted(len(drafts), 'draft')} never saved: {', '.join(sections)}",
            "open `watch` and save or drop what it offers there",
        )


LEFTOVER_CHECKS = (_unusable, _recoveries, _quarantine, _older_file, _drafts)
