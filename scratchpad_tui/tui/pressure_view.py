"""What the screens know of an agent's transcript: one reading of it as values, and what they ask of its source."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.transcripts.record import Level, Series

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from scratchpad_tui.core.transcripts.record import Call, Compaction, Drop, Message
    from scratchpad_tui.core.transcripts.windows import Windows
    from scratchpad_tui.core.working.held import Held

NONE, LOADING, READ, STOPPED, UNREAD, GONE, TROUBLE = (
    "none",
    "loading",
    "read",
    "stopped",
    "unread",
    "gone",
    "trouble",
)
"""The states of a reading: no transcript; on the way; up to the file's end; stopped by the person on the way; a format
that is not read; a file that is not there any more; one that cannot be read."""


class Messages(Protocol):
    """The messages of the main thread, each put together when it is asked for."""

    def __len__(self) -> int: ...

    def __getitem__(self, at: int) -> Message: ...


class Other(NamedTuple):
    """Another series of the same session: a subagent's."""

    name: str
    calls: int | None
    """None where it is a file of its own, which is not read."""
    peak: int | None = None
    """In tokens."""


class Line(NamedTuple):
    """A level that is drawn as a line."""

    tokens: int
    words: str
    brief: str = ""
    """Fewer words, where the others find no room."""


class Candidate(NamedTuple):
    """A transcript that can be watched."""

    agent: str
    path: str
    time: float | None
    """Of its last change, in seconds since 1970."""
    size: int
    """In bytes."""
    prompt: str
    """The beginning of the last one."""


_EMPTY = Series()


class PressureView(NamedTuple):
    """One reading of a transcript. Series and messages grow on behind it: `calls` and `shown` say how far it goes."""

    state: str = NONE
    path: str = ""
    format: str = ""
    """The format's title."""
    reason: str = ""
    """Why it is this format."""
    version: str = ""
    """Of the agent."""
    model: str = ""
    """Of the last call."""
    window: int = 0
    """In tokens; 0 where it is not known yet."""
    window_source: str = ""
    """`setting`, `recorded`, `model`, `evidence` or `assumed`."""
    windows: Windows | None = None
    """The window of each call, which may change with the model."""
    series: Series = _EMPTY
    calls: int = 0
    level: Level = Level(None, "none")
    peak: int = 0
    """The highest level in tokens."""
    compactions: tuple[Compaction, ...] = ()
    drops: tuple[Drop, ...] = ()
    compacts: Line | None = None
    """Where this agent compacts, and where that is known from."""
    messages: Messages = ()
    shown: int = 0
    """How many messages there are."""
    sums: Sequence[int] = ()
    """For each message the tokens up to it and with it, since the last time that the context was emptied."""
    largest: tuple[Message, ...] = ()
    pinned: frozenset[int] = frozenset()
    """The messages that the pin policy protects, by number."""
    skipped: int = 0
    """Lines that cannot be read."""
    size: int = 0
    """Of the file, in bytes."""
    read_to: int = 0
    """Up to where it has been read, in bytes."""
    messages_read_to: int = 0
    """Up to where its messages have been read: they come after the calls."""
    others: tuple[Other, ...] = ()
    no_usage: bool = False
    """Whether the format records no usage, so that every level is an estimate."""
    looked_in: tuple[str, ...] = ()
    """The folders of known agents that were looked in."""
    sentence: str = ""
    """What is wrong, with what helps."""
    note: str = ""
    """What happened to the file: that it was replaced."""
    serial: int = 0
    """Another number for another file, or for the same one read from its start again."""

    def window_at(self, call: Call) -> int:
        """The window of a call, in tokens."""
        return self.windows.at(call).tokens if self.windows is not None else call.window or self.window

    def bounded(self) -> PressureView:
        """The view, no longer than what stands behind it: a branch that was left is cut off there at any time."""
        calls, shown = min(self.calls, len(self.series)), min(self.shown, len(self.messages))
        if (calls, shown) == (self.calls, self.shown):
            return self
        return self._replace(calls=calls, shown=shown)


class PressureSource(Protocol):
    """An agent's transcript as the screens know it: the newest one for a directory, or one that was chosen.

    All but `watch`, `stop`, `go_on` and `close` may wait for a disk and raise ScratchpadError.
    """

    def watch(self, told: Callable[[PressureView], None]) -> None:
        """Calls `told` from another thread whenever there is more to tell, until `close`."""
        ...

    def look(self) -> None:
        """Looks at the file now, and for a newer one."""
        ...

    def stop(self) -> None:
        """Ends reading a long file; what was read of it stays."""
        ...

    def choose(self, path: str) -> None:
        """Watches this transcript from now on."""
        ...

    def candidates(self) -> tuple[Candidate, ...]:
        """The transcripts that can be watched, the newest first."""
        ...

    def body(self, number: int) -> str:
        """The text of a message."""
        ...

    def held(self, compaction: Compaction) -> Held | None:
        """What the pad held of what a compaction dropped; None where that is not known."""
        ...

    def close(self) -> None:
        """Ends watching."""
        ...


class NoTranscript:
    """Keeps `PressureSource` where there is nothing to watch."""

    def watch(self, told: Callable[[PressureView], None]) -> None:
        """Tells nothing."""

    def look(self) -> None:
        """Looks at nothing."""

    def stop(self) -> None:
        """Reads nothing."""

    def choose(self, path: str) -> None:
        """Watches nothing."""

    def candidates(self) -> tuple[Candidate, ...]:
        """None."""
        return ()

    def body(self, number: int) -> str:  # noqa: ARG002 - there are none
        """No text."""
        return ""

    def held(self, compaction: Compaction) -> Held | None:  # noqa: ARG002 - there are none
        """Nothing."""
        return None

    def close(self) -> None:
        """Ends nothing."""
