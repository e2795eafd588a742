"""The checks of an audited pad: what `validate` warns of in its entries is a fault here, and so is a secret."""

from __future__ import annotations

from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.check import entry_problems
from scratchpad_tui.core.pad.standing import problems as secrets

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scratchpad_tui.core.errors import Problem
    from scratchpad_tui.core.pad.store import PadStore


class Verdict(NamedTuple):
    """What is wrong with a pad."""

    problems: tuple[Problem, ...]
    notice: str
    """A sentence where the pad is not good; else empty."""


def verify(store: PadStore) -> Verdict:
    """Every line that fails a check, in the order of the pad; nothing is written."""
    reading = store.read()
    if reading.problems:
        return Verdict(reading.problems, reading.notice)
    found = [*entry_problems(reading.document), *secrets(store, reading.document)]
    return Verdict(tuple(sorted(found)), reading.notice)
