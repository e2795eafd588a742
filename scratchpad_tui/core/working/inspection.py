"""A transcript's figures: what each message and each call takes of the context, as fields and as lines of a table."""

from __future__ import annotations

from scratchpad_tui.core.clock import stamp_of
from scratchpad_tui.core.transcripts.record import RECORDED
from scratchpad_tui.core.transcripts.windows import compacts_at
from scratchpad_tui.core.working.budget import Budget, only_loses_detail
from scratchpad_tui.core.working.protection import protected

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from scratchpad_tui.core.transcripts.record import Call, Compaction, Drop, Level, Message
    from scratchpad_tui.core.transcripts.transcript import Transcript

ONLY_LOSES = "The context was never filled by 30 %: compaction would only lose detail."
_HEAD = f"{'#':>6}  {'role':<9}  {'tokens':>9}  {'sum':>10}  {'pressure':>8}  pin  what"
_WHAT_CHARACTERS = 60
_RESETS = ("clear", "rollback")
"""Triggers of marks behind which the context is another one, without a summary of the old one."""
_TRIGGERS = {
    "unknown": "",
    "kept": " that dropped nothing",
    "micro": " (micro: old tool results were cleared)",
}
"""What stands for a trigger that says nothing by itself."""
_LEGEND = (
    "limit: what a managed window of this size has for messages; pressure: a share of it; pin: never compacted in it",
    "sum: the texts of this file; a call's context also has what is not in it, such as the system prompt and tools",
)


class Inspection:
    """The figures of a transcript that was read to its end.

    Attributes:
        window: the model's window and where it is known from.
        limit: in tokens, what seed 2's budget plans with in that window; `pressure` is a share of it.
    """

    def __init__(self, transcript: Transcript) -> None:
        self._transcript = transcript
        self._record = transcript.record
        self.window = transcript.window
        self.limit = Budget(self.window.tokens).limit
        self._windows = transcript.windows()
        self._pinned = protected(transcript, self.limit)

    @property
    def level(self) -> Level:
        """How full the context is now."""
        return self._record.level()

    def advice(self) -> str:
        """A sentence where compaction would only lose detail; else empty."""
        peak = self._record.main.peak
        return ONLY_LOSES if peak is not None and only_loses_detail(peak, self.window.tokens) else ""

    def fields(self) -> dict[str, object]:
        """All of it for JSON, under the names of the command line's page."""
        record, form = self._record, self._transcript.format
        at, known_from = compacts_at(record, self.window, form.name)
        return {
            "format": form.name,
            "reason": self._transcript.reason,
            "model": record.main.models[-1] if record.main.models else None,
            "window": self.window.tokens,
            "window_source": self.window.source,
            "limit": self.limit,
            "messages": [self._message(message, total) for message, total in self._summed()],
            "turns": [self._turn(call) for call in record.main],
            "compactions": [_compaction(mark) for mark in record.compactions if mark.trigger not in _RESETS],
            "peak_tokens": record.main.peak,
            "final_tokens": self.level.tokens,
            "skipped_lines": record.skipped,
            "session": record.session or None,
            "agent_version": record.version or None,
            "prompts": record.prompts,
            "compacts_at": at,
            "compacts_at_source": known_from,
            "resets": [_compaction(mark) for mark in record.compactions if mark.trigger in _RESETS],
            "drops": [_drop(drop) for drop in record.drops()],
            "series": [
                {"name": name, "calls": len(series), "peak_tokens": series.peak}
                for name, series in record.others.items()
            ],
            "advice": self.advice() or None,
        }

    def lines(self) -> Iterator[str]:
        """The table for a person: a head, each message, and between them each call and compaction."""
        yield from self._head()
        yield from _LEGEND
        yield _HEAD
        marks = iter([*self._record.compactions, None])
        mark, told = next(marks), 0
        for message, total in self._summed():
            while mark is not None and mark.offset < message.offset:
                yield from self._calls(told, mark.calls)
                told = max(told, mark.calls)
                yield f"        -- {compaction_words(mark)}"
                mark = next(marks)
            yield self._row(message, total)
            yield from self._calls(told, message.calls)
            told = max(told, message.calls)
        yield from self._calls(told, len(self._record.main))
        while mark is not None:
            yield f"        -- {compaction_words(mark)}"
            mark = next(marks)
        if advice := self.advice():
            yield advice

    def _head(self) -> Iterator[str]:
        record, form = self._record, self._transcript.format
        name = f"{form.title} {record.version}".strip()
        models = ", ".join(record.main.models) or "no model named"
        yield f"{name} · {models} · {self._transcript.reason}"
        count = len(record.main)
        yield (
            f"window {self.window.tokens:,} ({self.window.source}) · a managed window's limit {self.limit:,} · "
            f"{count:,} {'call' if count == 1 else 'calls'} · {self._now()}"
        )
        at, known_from = compacts_at(record, self.window, form.name)
        if at is not None:
            yield f"this agent compacts at {at:,} tokens, {known_from}"
        for other, series in record.others.items():
            yield f"also {other}: {len(series):,} calls, peak {series.peak or 0:,}"
        if record.skipped:
            yield f"{record.skipped:,} {'line' if record.skipped == 1 else 'lines'} could not be read"

    def _now(self) -> str:
        level = self.level
        if level.kind == "unknown":
            return "compacted, waiting for the next call"
        if level.tokens is None:
            return "no call yet"
        about = "" if level.kind == RECORDED else "~"
        return (
            f"context {about}{level.tokens:,} ({about}{level.tokens / self.window.tokens:.0%} of the window)"
        )

    def _summed(self) -> Iterator[tuple[Message, int]]:
        """Each message with the sum up to it, which begins anew behind a compaction that empties the context."""
        emptied = [mark.offset for mark in self._record.compactions if mark.empties]
        at = total = 0
        for message in self._transcript.messages:
            while at < len(emptied) and emptied[at] < message.offset:
                at, total = at + 1, 0
            total += message.tokens
            yield message, total

    def _message(self, message: Message, total: int) -> dict[str, object]:
        return {
            "index": message.number,
            "role": message.role,
            "what": message.what,
            "tokens": message.tokens,
            "measured": message.kind == RECORDED,
            "cumulative": total,
            "pressure": round(total / self.limit, 4),
            "pinned": message.number in self._pinned,
        }

    def _turn(self, call: Call) -> dict[str, object]:
        return {
            "index": call.number,
            "time": stamp_of(call.time),
            "tokens": call.level,
            "measured": call.kind == RECORDED,
            "pressure": round(call.level / self.limit, 4),
            "window_share": round(call.level / self._windows.at(call).tokens, 4),
            "output_tokens": call.completion,
            "model": call.model or None,
        }

    def _row(self, message: Message, total: int) -> str:
        about = "" if message.kind == RECORDED else "~"
        what = (
            message.what if len(message.what) <= _WHAT_CHARACTERS else message.what[:_WHAT_CHARACTERS] + "…"
        )
        pin = "pin" if message.number in self._pinned else ""
        return (
            f"{message.number:>6}  {message.role:<9}  {f'{about}{message.tokens:,}':>9}  {f'~{total:,}':>10}  "
            f"{total / self.limit:>8.0%}  {pin:<3}  {what}"
        )

    def _calls(self, start: int, stop: int) -> Iterator[str]:
        # Messages and calls are read apart, and what cuts one off may leave the other.
        for number in range(start, min(stop, len(self._record.main))):
            call = self._record.main[number]
            about = "" if call.kind == RECORDED else "~"
            share = call.level / self._windows.at(call).tokens
            yield (
                f"        -- call {number + 1}: context {about}{call.level:,}, {share:.0%} of the window, "
                f"{call.level / self.limit:.0%} of the limit"
            )


def inspected(transcript: Transcript) -> Inspection:
    """Reads what is left of the transcript; its figures.

    Raises:
        StorageError: the file went away.
    """
    transcript.read_all()
    transcript.read_all_messages()
    return Inspection(transcript)


def compaction_words(mark: Compaction) -> str:
    """A mark in words: `compaction (auto), 155,250 tokens before`."""
    trigger = _TRIGGERS.get(mark.trigger, f" ({mark.trigger})")
    words = f"{'context reset' if mark.trigger in _RESETS else 'compaction'}{trigger}"
    if mark.before is not None:
        words += f", {mark.before:,} tokens before"
    if mark.after is not None:
        words += f", at least {mark.after:,} after"
    return words


def _compaction(mark: Compaction) -> dict[str, object]:
    return {
        "index": mark.calls,
        "time": stamp_of(mark.time),
        "trigger": mark.trigger,
        "before": mark.before,
        "after": mark.after,
    }


def _drop(drop: Drop) -> dict[str, object]:
    return {
        "index": drop.number,
        "before": drop.before,
        "after": drop.after,
        "reason": drop.compaction.trigger if drop.compaction else None,
    }
