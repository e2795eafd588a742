"""Signs of trouble: what is wrong with a pad, or will be, each with what helps.

Looks at every room of the core, and none of them looks back.
"""

from __future__ import annotations

from scratchpad_tui.core.health.checkup import signs
from scratchpad_tui.core.health.sign import ERROR, INFO, SEVERITIES, WARNING, Sign

__all__ = ["ERROR", "INFO", "SEVERITIES", "WARNING", "Sign", "signs"]
