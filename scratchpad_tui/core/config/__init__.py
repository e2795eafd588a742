"""Settings: what there is to set, what counts, and where each value came from.

Stands below the pad: may import words, the clock and errors.
"""

from __future__ import annotations

from scratchpad_tui.core.config.load import Settings, load
from scratchpad_tui.core.config.table import SETTINGS, SectionTable, Setting, Value, words

__all__ = ["SETTINGS", "SectionTable", "Setting", "Settings", "Value", "load", "words"]
