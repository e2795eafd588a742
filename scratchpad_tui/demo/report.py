"""What came of a demo, as text: size, diffs, caps, Ruled out, refusals, recoveries, compactions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.health.content import CHRONIC, TOKEN_LIMIT
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad import journal
from scratchpad_tui.core.pad.store import PadStore
from scratchpad_tui.core.text import tokens, visible
from scratchpad_tui.demo.attention import clipped
from scratchpad_tui.demo.beats import RULED_OUT

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scratchpad_tui.core.pad.document import Document
    from scratchpad_tui.core.pad.journal import Record
    from scratchpad_tui.demo.workspace import Workspace

_A_ROW = 10
_LONGEST = 100
"""Of an event's words, in characters."""


class DiffSize(NamedTuple):
    """How many lines one turn added and removed."""

    turn: int
    added: int
    removed: int


class CapUse(NamedTuple):
    """A section against its cap."""

    name: str
    size: int
    """At the end, in characters."""
    cap: int
    versions_over: int
    """In how many of the versions it was over."""


class Report(NamedTuple):
    """What came of a demo."""

    workspace: str
    pad: str
    turns: int
    tokens: int
    """Of the final pad, estimated."""
    versions: int
    diffs: tuple[DiffSize, ...]
    """One for each turn that changed the pad."""
    outside: int
    """Versions that a hand outside made."""
    caps: tuple[CapUse, ...]
    ruled_out: int
    """Entries of Ruled out at the end."""
    refused: tuple[str, ...]
    recoveries: tuple[str, ...]
    compactions: tuple[str, ...]

    def text(self) -> str:
        """The report in lines; text that came from the pad is shown in its visible form."""
        return "\n".join(visible(line) for line in self._lines())

    def _lines(self) -> Iterator[str]:
        yield f"Workspace    {self.workspace}"
        yield f"Pad          {self.pad}"
        room = "within" if self.tokens <= TOKEN_LIMIT else "over"
        yield f"Final size   ~{self.tokens:,} tokens, {room} the {TOKEN_LIMIT:,} that a pad should stay under"
        yield f"Versions     {self.versions} in {self.turns} turns, {self.outside} by a hand outside"
        yield ""
        yield "Each turn's diff, in lines (. = no change)"
        yield from _diff_rows(self.diffs, self.turns)
        yield ""
        yield "Sections, in characters"
        for use in self.caps:
            yield f"  {use.name:<15}{f'{use.size:,}/{use.cap:,}':>12}   {_said_of(use, self.versions)}"
        yield ""
        yield f'"Ruled out"  {_filled(self.ruled_out)}'
        for name, events in (
            ("Refused", self.refused),
            ("Recovered", self.recoveries),
            ("Compacted", self.compactions),
        ):
            yield f"{name:<13}{len(events)}{'' if not events else f' ({events[0]})'}"
            yield from (f"{'':<13}  ({event})" for event in events[1:])


def report_on(place: Workspace, turns: int) -> Report:
    """Reads a workspace's pad, versions and journal after so many turns.

    Raises:
        StorageError: a file cannot be read.
    """
    store = PadStore(place.pad, profile="task")
    reading = store.read()
    records = journal.versions(store.paths.journal)
    events = journal.events(store.paths.journal)
    numbers = store.history.numbers()
    return Report(
        workspace=place.path,
        pad=place.pad,
        turns=turns,
        tokens=tokens(reading.document.text()),
        versions=len(numbers),
        diffs=_diffs(records),
        outside=sum(record.get("actor") == "external" for record in records.values()),
        caps=_caps(reading.document, [store.document_of(number) for number in numbers]),
        ruled_out=len(reading.document.entries(RULED_OUT)),
        refused=_told(events, "refused"),
        recoveries=_told(events, "quarantined"),
        compactions=_told(events, "compaction"),
    )


def _diffs(records: Mapping[int, Record]) -> tuple[DiffSize, ...]:
    return tuple(
        DiffSize(int(record["turn"]), int(record["added"]), int(record["removed"]))
        for _, record in sorted(records.items())
        if str(record.get("turn")).isdigit()
    )


def _caps(document: Document, versions: Sequence[Document]) -> tuple[CapUse, ...]:
    return tuple(
        CapUse(
            section.name,
            document.size(section.name),
            section.cap,
            sum(version.size(section.name) > section.cap for version in versions),
        )
        for section in document.profile.sections
    )


def _told(events: Sequence[Record], kind: str) -> tuple[str, ...]:
    """The events of a kind, with the turn where there is one."""
    return tuple(
        clipped(f"turn {event['turn']}: {_words(event)}" if event.get("turn") else _words(event), _LONGEST)
        for event in events
        if event["event"] == kind
    )


def _words(event: Record) -> str:
    return str(event.get("reason") or event.get("message"))


def _diff_rows(diffs: Sequence[DiffSize], turns: int) -> Iterator[str]:
    """The diffs' sizes in rows of ten turns."""
    by_turn: dict[int, tuple[int, int]] = {}
    for diff in diffs:
        added, removed = by_turn.get(diff.turn, (0, 0))
        by_turn[diff.turn] = (added + diff.added, removed + diff.removed)
    for first in range(1, turns + 1, _A_ROW):
        last = min(first + _A_ROW - 1, turns)
        shown = (_shown(by_turn.get(turn)) for turn in range(first, last + 1))
        yield f"  {f'{first}-{last}':>8}  " + "".join(f"{size:<7}" for size in shown).rstrip()


def _shown(size: tuple[int, int] | None) -> str:
    return f"+{size[0]}-{size[1]}" if size else "."


def _said_of(use: CapUse, versions: int) -> str:
    if use.size > use.cap:
        return f"over its cap by {use.size - use.cap}"
    if not use.versions_over:
        return "never over its cap"
    often = "chronically " if use.versions_over > versions * CHRONIC else ""
    return f"{often}over its cap in {use.versions_over} of {versions} versions, within it now"


def _filled(count: int) -> str:
    return (
        f"filled, {count} {'entry' if count == 1 else 'entries'}"
        if count
        else "empty: failures were not recorded"
    )
