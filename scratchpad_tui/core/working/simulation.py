"""A conversation through a managed window, turn by turn: the pressure at each call, and what happened."""

from __future__ import annotations

from contextlib import suppress

from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.working.budget import WorkingMemoryError, only_loses_detail
from scratchpad_tui.core.working.content import holds_only_results, is_summary, text_of
from scratchpad_tui.core.working.events import PRESSURE, WindowEvent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from scratchpad_tui.core.working.content import Message
    from scratchpad_tui.core.working.window import ManagedWindow


class TurnEvent(NamedTuple):
    """An event with the turn that it fell in, counted from 1."""

    turn: int
    event: WindowEvent


class Simulation(NamedTuple):
    """What came of it."""

    pressure: tuple[float, ...]
    """Of what was sent at each turn."""
    events: tuple[TurnEvent, ...]
    """All but those that tell the pressure."""
    task_pinned: bool
    """Whether the task stands in what was sent last, and can never leave."""
    peak_tokens: int
    limit: int
    window: int

    @property
    def peak_pressure(self) -> float:
        """The highest pressure of all calls."""
        return max(self.pressure, default=0.0)

    @property
    def only_loses_detail(self) -> bool:
        """Whether so little of the window was used that compaction would only lose detail."""
        return only_loses_detail(self.peak_tokens, self.window)


def simulate(turns: Iterable[list[Message]], window: ManagedWindow) -> Simulation:
    """Puts the messages of each turn into the window and prepares a call after them."""
    pressure: list[float] = []
    events: list[TurnEvent] = []
    task: Message | None = None
    for number, messages in enumerate(turns, 1):
        for message in messages:
            if task is None and message.get("role") == "user" and not holds_only_results(message):
                task = message
            with suppress(WorkingMemoryError):  # the window's own event tells of it, with the figures
                window.append(message)
        window.prepare()
        pressure.append(window.pressure())
        events += [TurnEvent(number, event) for event in _told(window) if event.kind != PRESSURE]
        window.events.clear()
    peak = round(max(pressure, default=0.0) * window.budget.limit)
    return Simulation(
        tuple(pressure),
        tuple(events),
        _is_pinned(task, window),
        peak,
        window.budget.limit,
        window.budget.window,
    )


def as_turns(messages: Iterable[Message]) -> Iterator[list[Message]]:
    """The messages cut where the model was called: each answer begins the next turn."""
    turn: list[Message] = []
    for message in messages:
        if message.get("role") == "assistant" and turn:
            yield turn
            turn = []
        turn.append(message)
    if turn:
        yield turn


def _told(window: ManagedWindow) -> list[WindowEvent]:
    return [event for event in window.events if isinstance(event, WindowEvent)]


def _is_pinned(task: Message | None, window: ManagedWindow) -> bool:
    if task is None:
        return False
    text = text_of(task)
    return any(
        text_of(window.messages[index]) == text and not is_summary(window.messages[index])
        for index in window.pins.standing(window.messages)
    )
