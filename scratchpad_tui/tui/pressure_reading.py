"""One transcript being read, and what is known of it so far as a view; each view costs what is new."""

from __future__ import annotations

import threading
import time
from array import array
from bisect import bisect_left
from typing import TYPE_CHECKING, TypeVar

from scratchpad_tui.core.transcripts.record import DROP_SHARE, Drop
from scratchpad_tui.tui.pressure_view import Line, Other, PressureView

if TYPE_CHECKING:
    from collections.abc import Callable

    from scratchpad_tui.core.pad.paths import PadPaths
    from scratchpad_tui.core.transcripts.record import Level
    from scratchpad_tui.core.transcripts.transcript import Transcript
    from scratchpad_tui.core.transcripts.windows import Windows

_LARGEST = 6
_AMENDED = 256
"""How many of the last calls and messages may still change when a later row of theirs comes in."""
_PIN_SECONDS, _PIN_SHARE = 2.0, 20
"""Pins are looked for again after so long, and after so many times what it took the last time."""

Answer = TypeVar("Answer")


class Reading:
    """Reads one file on and keeps the sums over it."""

    def __init__(self, path: str, window: int | None, pad: PadPaths | None = None) -> None:
        from scratchpad_tui.core.transcripts.transcript import open_transcript

        self.path = path
        self._transcript: Transcript = open_transcript(path, window=window, pad=pad)
        self.more = True
        """Whether there is more to read than was read."""
        self._record = self._transcript.record
        self._lock = threading.Lock()
        self._others: tuple[Other, ...] = ()
        self._forget()

    def _forget(self) -> None:
        self._drops: list[Drop] = []
        self._dropped_to = 1
        self._sums = array("q")
        self._largest: list[int] = []
        self._pinned: frozenset[int] = frozenset()
        self._pinned_for, self._pins_due = -1, 0.0
        self._windows: tuple[tuple[int, tuple[str, int] | None], Windows] | None = None
        self._opening: Level | None = None
        """What the end of the file tells, until the calls have been read up to it."""

    @property
    def gone(self) -> bool:
        """Whether the file was not there at the last look."""
        return self._transcript.gone

    @property
    def reason(self) -> str:
        """Why it is of its format."""
        return self._transcript.reason

    def first(self) -> PressureView:
        """What the end of the file says alone: the level, before the rest is read."""
        self._opening = self._transcript.quick()
        return self.view()

    def refresh(self) -> bool:
        """Looks at the file again; whether it is another one now, which is read from its start."""
        with self._lock:
            if not self._transcript.refresh():
                return False
        self.more = True
        if not self._transcript.restarted:
            return False
        self._forget()
        return True

    def advance(self, limit: int) -> bool:
        """Reads on; whether there is more."""
        with self._lock:
            self.more = self._transcript.advance(limit) or self._transcript.advance_messages(limit)
        if not self.more:
            self._find_others()
            self._find_pinned()
        return self.more

    def ask(self, question: Callable[[Transcript], Answer]) -> Answer:
        """Asks something of the transcript while nobody else reads it."""
        with self._lock:
            return question(self._transcript)

    def body(self, number: int) -> str:
        """The text of a message."""
        return self.ask(lambda transcript: transcript.body(number))

    def view(self) -> PressureView:
        """What is known now."""
        from scratchpad_tui.core.transcripts.windows import compacts_at

        transcript = self._transcript
        record, window = transcript.record, transcript.window
        if record is not self._record:
            # A document that was written anew is told by a new record.
            self._record = record
            self._forget()
        calls = len(record.main)
        self._sum()
        limit, words = compacts_at(record, window, transcript.format.name)
        messages = transcript.messages
        last = record.main[calls - 1] if calls else None
        return PressureView(
            path=self.path,
            format=transcript.format.title,
            reason=transcript.reason,
            version=record.version,
            model=last.model if last else "",
            window=window.tokens,
            window_source=window.source,
            windows=self._windows_of(transcript, calls),
            series=record.main,
            calls=calls,
            level=self._level(transcript),
            peak=record.main.peak or 0,
            compactions=tuple(record.compactions),
            drops=tuple(self._drops),
            compacts=Line(limit, words) if limit else None,
            messages=messages,
            shown=len(self._sums),
            sums=self._sums,
            largest=tuple(messages[at] for at in self._largest),
            pinned=self._pinned,
            skipped=record.skipped,
            size=transcript.size,
            read_to=transcript.read_to,
            messages_read_to=transcript.messages_read_to,
            others=self._others,
            no_usage=record.no_usage,
        )

    def _level(self, transcript: Transcript) -> Level:
        """The level now: while an old part of the file is read, that of its end."""
        if (
            self._opening is not None
            and self._opening.kind != "none"
            and transcript.read_to < transcript.size
        ):
            return self._opening
        self._opening = None
        return transcript.record.level()

    def _windows_of(self, transcript: Transcript, calls: int) -> Windows:
        """The windows by call, made anew with more calls, whose level may prove a larger one, and with a new word of it."""
        known = (calls, transcript.told)
        if self._windows is None or self._windows[0] != known:
            self._windows = (known, transcript.windows())
        return self._windows[1]

    # Sums

    def _sum(self) -> None:
        self._find_drops()
        messages = self._transcript.messages
        count = len(messages)
        start = max(0, min(len(self._sums), count) - _AMENDED)
        del self._sums[count:]
        total = self._sums[start - 1] if start else 0
        emptied = [mark.offset for mark in self._transcript.record.compactions if mark.empties]
        behind = bisect_left(emptied, messages[start - 1].offset) if start else 0
        for at, tokens in enumerate(messages.tokens[start:count], start):
            if behind < len(emptied) and (now := bisect_left(emptied, messages[at].offset)) > behind:
                behind, total = now, 0
            total += tokens
            # Put in place, not taken out and added again: a screen may be reading them.
            if at < len(self._sums):
                self._sums[at] = total
            else:
                self._sums.append(total)
        known = {at for at in self._largest if at < start}
        known.update(range(start, count))
        self._largest = sorted(known, key=lambda at: (-messages.tokens[at], at))[:_LARGEST]

    def _find_drops(self) -> None:
        """The falls of the level, each with the marker that explains it: looked for from where calls may have changed."""
        record = self._transcript.record
        levels = record.main.levels
        start = max(1, min(self._dropped_to, len(levels)) - _AMENDED)
        markers = {mark.calls: mark for mark in record.compactions}
        while self._drops and self._drops[-1].number >= start:
            self._drops.pop()
        for at in range(start, len(levels)):
            if levels[at] < levels[at - 1] * (1 - DROP_SHARE):
                self._drops.append(Drop(at, levels[at - 1], levels[at], markers.get(at)))
        self._dropped_to = len(levels)

    def _find_others(self) -> None:
        from scratchpad_tui.core.transcripts.discover import subagents_of

        series = self._transcript.record.others.values()
        inside = [Other(one.name, len(one), one.peak) for one in series]
        beside = [Other(path.rpartition("/")[2].partition(".")[0], None) for path in subagents_of(self.path)]
        self._others = (*inside, *beside)

    def _find_pinned(self) -> None:
        """What the pin policy would keep in a managed window; it reads texts, so that it is not asked for all the time."""
        from scratchpad_tui.core.working.budget import Budget
        from scratchpad_tui.core.working.protection import protected

        begun, count = time.monotonic(), len(self._transcript.messages)
        if count == self._pinned_for or begun < self._pins_due:
            return
        limit = Budget(self._transcript.window.tokens).limit
        self._pinned = frozenset(self.ask(lambda transcript: protected(transcript, limit)))
        self._pinned_for = count
        self._pins_due = begun + max(_PIN_SECONDS, _PIN_SHARE * (time.monotonic() - begun))
