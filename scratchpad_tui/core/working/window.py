"""The managed window: the list of messages that an agent appends to, and that keeps itself within its budget."""

from __future__ import annotations

from scratchpad_tui.core.estimates import message_tokens
from scratchpad_tui.core.working import events as kinds
from scratchpad_tui.core.working.budget import Budget, WorkingMemoryError, tools_tokens
from scratchpad_tui.core.working.content import SUMMARY_KEY, answered, calls, holds_only_results, public
from scratchpad_tui.core.working.events import WindowEvent
from scratchpad_tui.core.working.policy import MAX_SPAN, PinPolicy, next_span, next_to_evict
from scratchpad_tui.core.working.truncation import truncated
from scratchpad_tui.core.working.units import unit_at, units

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Protocol

    from scratchpad_tui.core.working.compactor import Archive
    from scratchpad_tui.core.working.content import Message

    class Summariser(Protocol):
        """Whatever makes one message of a span."""

        def compact(self, span: list[Message], /) -> Message | None:
            """The message that replaces the span, or None where nothing of it is worth keeping."""


LEAST_GAIN = 0.05
"""In pressure: a pass that gains less is the last one until as much has been added."""
MOST_EVENTS = 10_000
"""Older events are forgotten."""


class ManagedWindow:
    """The messages of a conversation, kept under their budget.

    Call `append` for each message and `prepare` right before each call of the model.

    Attributes:
        budget: what messages and tools may take.
        pins: what may never leave.
        compactor: makes summaries; without one, units are only evicted.
        max_tool_tokens: what a tool's result may take; the rest is cut when it is appended.
        compact_at: the pressure above which spans are compacted.
        evict_at: the pressure above which units are evicted.
        messages: the window as it stands, with private keys.
        tools: the schemas that go with each call.
        events: what happened, oldest first.
        archive: called with messages before they leave, says where they can be read; else the compactor's.
        max_span: how many units are compacted at once.
    """

    def __init__(  # noqa: PLR0913 - each is a part of the window that a caller may replace
        self,
        budget: Budget | None = None,
        pins: PinPolicy | None = None,
        compactor: Summariser | None = None,
        *,
        max_tool_tokens: int = 2_000,
        compact_at: float = 0.70,
        evict_at: float = 0.90,
        messages: list[Message] | None = None,
        tools: list[Message] | None = None,
        events: list[str] | None = None,
        archive: Archive | None = None,
        max_span: int = MAX_SPAN,
    ) -> None:
        self.budget = Budget() if budget is None else budget
        self.pins = PinPolicy() if pins is None else pins
        self.compactor = compactor
        self.max_tool_tokens = max_tool_tokens
        self.compact_at = compact_at
        self.evict_at = evict_at
        self.messages = [] if messages is None else messages
        self.tools = tools
        self.events = [] if events is None else events
        self.archive = archive
        self.max_span = max_span
        self._try_again_at = 0.0
        self._left_unanswered: set[str] = set()
        self._told_reserve: tuple[int, int] | None = None
        self._tell_reserve()

    def append(self, message: Message) -> None:
        """Adds a message; the caller's own is not changed. A tool's result that is too large is cut.

        A result of a call that has left the window without it is archived and not added: alone it cannot be sent.

        Raises:
            WorkingMemoryError: the message cannot be sent with what is pinned; a ValueError too. Nothing was added.
        """
        taken = truncated(message, self.max_tool_tokens)
        if self._is_late(taken):
            self._leave_late(taken)
            return
        self._check_it_fits(taken)
        self.messages.append(dict(taken))
        self._left_unanswered.difference_update(call.id for call in calls(taken) if call.id is not None)
        if taken is not message:
            saved = message_tokens(message) - message_tokens(taken)
            self._tell(kinds.TRUNCATED, f"truncated a tool result by ~{saved:,} tokens")

    def pressure(self) -> float:
        """The share of the budget that is used."""
        return self.budget.pressure(self.messages, self.tools)

    def prepare(self) -> list[Message]:
        """The messages to send now: a copy without private keys, made to fit as far as the pins allow."""
        self._tell_reserve()
        self.pins.limit = self.budget.limit
        fresh = self._compact()
        self._evict(fresh)
        used = self.budget.used(self.messages, self.tools)
        pressure = used / self.budget.limit
        text = f"pressure {pressure:.2f} (~{used:,} of {self.budget.limit:,} tokens)"
        self._tell(kinds.PRESSURE, text, pressure, after=pressure)
        return [public(message) for message in self.messages]

    # Compaction

    def _compact(self) -> list[Message]:
        """Compacts until the pressure is low enough or it does not help; gives the summaries that were made."""
        fresh: list[Message] = []
        if self.compactor is None:
            return fresh
        pressure = self.pressure()
        # The rise is counted from the lowest point since the pass that did not help.
        self._try_again_at = min(self._try_again_at, pressure + LEAST_GAIN)
        while self.compact_at < pressure >= self._try_again_at:
            span = next_span(self.messages, self.pins.pinned(self.messages), max_span=self.max_span)
            if not span or not self._compact_span(span, self.compactor, fresh):
                break
            pressure = self.pressure()
        return fresh

    def _compact_span(self, span: Sequence[int], compactor: Summariser, fresh: list[Message]) -> bool:
        """Puts a summary in the place of a span, or nothing; says whether that helped enough to go on."""
        before = self.pressure()
        taken = [self.messages[index] for index in span]
        turns = len(units(taken))
        taken_size = self.budget.used(taken)
        try:
            replacement = self._summary(compactor, taken, turns)
            size = 0 if replacement is None else message_tokens(replacement)
            if size >= taken_size:
                text = f"a replacement of ~{size:,} tokens for ~{taken_size:,} was thrown away"
                self._tell(kinds.DISCARDED, text, before)
                return self._back_off()
            reference = self._archived_by(compactor, taken)
        except Exception as error:  # noqa: BLE001 - a client of any kind may fail in any way; the window stays whole
            text = f"compaction of {turns} turns failed, the window is unchanged: {_words(error)}"
            self._tell(kinds.FAILED, text, before)
            return self._back_off()
        if replacement is not None:
            fresh.append(replacement)
        self._replace(span, replacement)
        made = f"a summary of ~{size:,}" if replacement else "nothing"
        self._tell(
            kinds.COMPACTED,
            f"compacted {turns} turns (~{taken_size:,} tokens) into {made}, "
            f"pressure {before:.2f} -> {self.pressure():.2f}",
            before,
            turns=turns,
            archive=reference,
        )
        if before - self.pressure() < LEAST_GAIN:
            return self._back_off()
        self._try_again_at = 0.0
        return True

    def _summary(self, compactor: Summariser, taken: Sequence[Message], turns: int) -> Message | None:
        if self.archive and getattr(compactor, "archive", self) is None:
            compactor.archive = self.archive  # type: ignore[attr-defined] # so that the summary itself names the file
        made = compactor.compact([dict(message) for message in taken])
        if made is None:
            return None
        return {**made, SUMMARY_KEY: made.get(SUMMARY_KEY) or turns}

    def _archived_by(self, compactor: Summariser, taken: Sequence[Message]) -> str:
        """Where the span can be read: a compactor with an archive has written it, else it is written now."""
        if getattr(compactor, "archive", None) is not None:
            return str(getattr(compactor, "reference", ""))
        return self.archive(taken) if self.archive else ""

    def _back_off(self) -> bool:
        """No further try until the pressure has risen."""
        self._try_again_at = self.pressure() + LEAST_GAIN
        return False

    # Eviction

    def _evict(self, fresh: Sequence[Message]) -> None:
        while (before := self.pressure()) > self.evict_at:
            unit = next_to_evict(self.messages, self.pins.pinned(self.messages), fresh)
            if unit is None:
                self._tell(
                    kinds.PINNED,
                    f"pressure {before:.2f} is above {self.evict_at:.2f}, and all that is left is pinned",
                    before,
                )
                return
            if not self._evict_unit(unit.indices, before):
                return

    def _evict_unit(self, indices: Sequence[int], before: float) -> bool:
        taken = [self.messages[index] for index in indices]
        try:
            reference = self._archived(taken)
        except Exception as error:  # noqa: BLE001 - an archive of any kind; what cannot be kept must not leave
            self._tell(kinds.FAILED, f"eviction stopped, the archive failed: {_words(error)}", before)
            return False
        self._replace(indices, None)
        # What eviction frees counts as not there: the rise that compaction waits for is of what is added.
        self._try_again_at -= before - self.pressure()
        role = "summary" if taken[0].get(SUMMARY_KEY) else f"{taken[0].get('role', '')} turn"
        self._tell(
            kinds.EVICTED,
            f"evicted {role} (~{self.budget.used(taken):,} tokens)",
            before,
            turns=1,
            archive=reference,
        )
        return True

    def _archived(self, taken: Sequence[Message]) -> str:
        archive: Archive | None = self.archive or getattr(self.compactor, "archive", None)
        return archive(taken) if archive else ""

    def _replace(self, indices: Sequence[int], replacement: Message | None) -> None:
        """Takes messages out, puts one in where the first was, and moves the caller's pins along."""
        gone = set(indices)
        taken = [self.messages[index] for index in indices]
        asked = {call.id for message in taken for call in calls(message) if call.id is not None}
        self._left_unanswered |= asked.difference(i for message in taken for i in answered(message))
        kept = [message for index, message in enumerate(self.messages) if index not in gone]
        moved = 0
        if replacement is not None:
            kept.insert(indices[0], replacement)
            moved = 1
        shifted = {
            pin - sum(index < pin for index in gone) + (moved if pin > indices[0] else 0)
            for pin in self.pins.explicit
        }
        self.messages[:] = kept
        self.pins.explicit.clear()
        self.pins.explicit.update(shifted)

    # What is taken, and what is told

    def _check_it_fits(self, message: Message) -> None:
        own, tools = message_tokens(message), tools_tokens(self.tools)
        limit = self.budget.limit
        if self.budget.used(self.messages) + own + tools <= limit:
            return
        trial = [*self.messages, message]
        last = len(trial) - 1
        self.pins.limit = limit
        kept = (self.pins.standing(trial) | set(unit_at(last, units(trial)).indices)) - {last}
        pins = self.budget.used(trial[index] for index in kept)
        if own + pins + tools <= limit:
            return
        error = WorkingMemoryError(
            f"this message cannot be sent: ~{own:,} tokens, with ~{pins:,} of pins and ~{tools:,} of tools, "
            f"are over the budget of {limit:,}",
            "shorten or split it, or use a larger window",
            code="too-large",
        )
        self._tell(kinds.REFUSED, str(error))
        raise error

    def _is_late(self, message: Message) -> bool:
        """Whether the message only brings results of calls that have left without them: alone it cannot be sent."""
        ids = answered(message)
        return holds_only_results(message) and bool(ids) and self._left_unanswered.issuperset(map(str, ids))

    def _leave_late(self, message: Message) -> None:
        reference = self._archived([message])
        self._tell(
            kinds.LATE,
            "a tool result came after its call had left the window, and was not added",
            archive=reference,
        )

    def _tell_reserve(self) -> None:
        told = (self.budget.reserve_completion, self.budget.limit)
        if self.budget.has_small_reserve and told != self._told_reserve:
            self._tell(
                kinds.RESERVE,
                f"the reserve of {self.budget.reserve_completion:,} tokens shrank to {self.budget.reserve:,}, "
                f"so that the budget is {self.budget.limit:,}, a quarter of the window",
            )
        self._told_reserve = told

    def _tell(
        self,
        kind: str,
        text: str,
        before: float | None = None,
        after: float | None = None,
        *,
        turns: int = 0,
        archive: str = "",
    ) -> None:
        """Notes an event; where no pressure is given, it is the one of now."""
        if after is None:
            after = self.pressure()
        where = f"; archived in {archive}" if archive else ""
        self.events.append(
            WindowEvent(
                text + where,
                kind=kind,
                before=after if before is None else before,
                after=after,
                units=turns,
                archive=archive,
            )
        )
        del self.events[:-MOST_EVENTS]


def _words(error: Exception) -> str:
    return str(error) or type(error).__name__
