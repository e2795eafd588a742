"""What a screen asks of a pad: the protocol that the real source and the tests' stand-ins keep."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.tui.corrections import Corrections
from scratchpad_tui.tui.promoting import Promoting
from scratchpad_tui.tui.tracing import Tracing

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from scratchpad_tui.core.audited.source import SourceFile
    from scratchpad_tui.core.pad.evidence import Evidence
    from scratchpad_tui.core.pad.view import DiffRow, LineView, PadView, VersionInfo


class Act(NamedTuple):
    """What a person's act did."""

    words: str
    """What happened, to what: `Ticked 4`."""
    version: int | None = None
    """The version it made; None where nothing changed."""
    note: str = ""
    """What else a person should know who did it."""


class Turn(NamedTuple):
    """One version and what it changed."""

    info: VersionInfo
    rows: tuple[DiffRow, ...]
    evidence: tuple[Evidence, ...] = ()
    """What the audited entries that it brought name as their evidence, each once."""


class Prompt(NamedTuple):
    """What goes into an agent's context."""

    text: str
    tokens: int
    """An estimate."""
    cut: tuple[str, ...] = ()
    """The sections that lose entries because the text has a limit."""


class PadSource(Corrections, Tracing, Promoting, Protocol):
    """A pad as the screens know it.

    Every method may wait for a disk or a lock and raise ScratchpadError, so that screens call them in a worker;
    `read` alone is also called before the first paint.
    """

    path: str
    rule: str
    """Which rule of discovery found the path."""
    read_only: bool

    def read(self) -> PadView:
        """The pad as it stands, with the marks since the person last looked."""
        ...

    def watch(self, changed: Callable[[PadView], None], failed: Callable[[Exception], None]) -> None:
        """Calls `changed` from another thread whenever the pad has become another one, until `close`."""
        ...

    def look(self) -> None:
        """Reads the pad now and tells it like a change."""
        ...

    def polling(self) -> bool:
        """Whether the system's file events are not to be had, so that the pad is looked at from time to time."""
        ...

    def close(self) -> None:
        """Ends watching and lets go of the pad."""
        ...

    def on_wait(self, told: Callable[[str], None]) -> None:
        """Calls `told` from another thread, with the reason, while an act waits for the pad's lock."""
        ...

    def give_up(self) -> None:
        """Ends that waiting: the act raises LockError with the code `given-up`, and nothing is changed."""
        ...

    def tick(self, section: str, line: LineView) -> Act:
        """Ticks the entry of that line, or unticks it."""
        ...

    def add(self, section: str, after: LineView | None, text: str) -> Act:
        """Puts a new entry behind the entry of a line, or at the section's end."""
        ...

    def delete(self, section: str, line: LineView) -> Act:
        """Deletes the entry of that line."""
        ...

    def revert(self, version: int) -> Act:
        """Takes back what a version changed; what came after stays."""
        ...

    def turn(self, version: int) -> Turn:
        """A version and its difference to the one before it."""
        ...

    def origin(self, section: str, line: LineView) -> Turn:
        """The version that brought a line which has no mark."""
        ...

    def evidence(self, source: str) -> SourceFile | None:
        """The file that an entry names as its source; None where it is none of the pad's work folder."""
        ...

    def files_among(self, sources: Sequence[str]) -> frozenset[str]:
        """Those of the sources that are such files."""
        ...

    def prompt(self) -> Prompt:
        """What an agent gets, without recording that anybody saw it."""
        ...

    def mark_seen(self, version: int) -> None:
        """Remembers that the person has seen everything up to this version."""
        ...

    def create(self) -> Act:
        """Writes the empty pad and its settings where there is none."""
        ...
