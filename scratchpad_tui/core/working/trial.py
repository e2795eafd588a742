"""One compaction of a list of messages that stays as it is: what a model makes of its oldest span."""

from __future__ import annotations

from scratchpad_tui.core.estimates import message_tokens
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.working.compactor import Compactor
from scratchpad_tui.core.working.content import text_of
from scratchpad_tui.core.working.policy import PinPolicy, next_span
from scratchpad_tui.core.working.units import units

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.core.working.compactor import Client
    from scratchpad_tui.core.working.content import Message


class Trial(NamedTuple):
    """What came of it."""

    summary: str | None
    """The message that would stand there; None where the model found nothing worth keeping, or was not asked."""
    units: int
    """Turns of the span; 0 where there is no span."""
    messages: int
    before: int
    """In tokens: the span."""
    after: int
    """In tokens: the summary."""
    all_messages: int


def compact_once(messages: Sequence[Message], client: Client, pins: PinPolicy | None = None) -> Trial:
    """Asks the client for a summary of the oldest unpinned span; asks nothing where there is none."""
    span = next_span(messages, (pins or PinPolicy()).pinned(messages))
    taken = [messages[index] for index in span]
    if not taken:
        return Trial(None, 0, 0, 0, 0, len(messages))
    made = Compactor(client).compact(taken)
    before = sum(map(message_tokens, taken))
    if made is None:
        return Trial(None, len(units(taken)), len(taken), before, 0, len(messages))
    return Trial(text_of(made), len(units(taken)), len(taken), before, message_tokens(made), len(messages))
