"""The screens' clock: the moment that ages are measured from, and the seconds that pass on the screen."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from scratchpad_tui.core.clock import now
from scratchpad_tui.core.named_tuple import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime


class Clock(NamedTuple):
    """Two clocks, so that tests can hold both."""

    now: Callable[[], datetime] = now
    """The time of day in UTC."""
    seconds: Callable[[], float] = time.monotonic
    """Seconds that never run backward."""
