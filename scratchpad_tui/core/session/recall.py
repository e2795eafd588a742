"""What an agent recalls of its pad (`pad.recall`) when a session starts, counted in the token meter."""

from __future__ import annotations

from scratchpad_tui.core.clock import now
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad import meter
from scratchpad_tui.core.pad.judge import GOOD
from scratchpad_tui.core.pad.recall import MOST_TOKENS, recalled
from scratchpad_tui.core.session.notes import notes_section

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scratchpad_tui.core.pad.recall import Recall
    from scratchpad_tui.core.pad.store import PadStore


class Remembered(NamedTuple):
    """What is recalled, and what is to be said of the pad it comes from."""

    recall: Recall
    notice: str
    """A sentence where the pad is not good; else empty."""


def recall(store: PadStore, max_tokens: int = MOST_TOKENS) -> Remembered:
    """Scratch newest first, then Episodic, within so many tokens; of a broken pad the last good version.

    Raises:
        InputError: the profile has no Scratch.
    """
    reading = store.read()
    notes_section(reading.document.profile)
    found = recalled(reading.document.completed(), now(), max_tokens)
    if reading.state == GOOD:
        # Beside a pad that is not as it should be nothing is written, be it a figure.
        meter.count(store, meter.READ, found.tokens)
    return Remembered(found, reading.notice)
