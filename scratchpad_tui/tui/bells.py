"""What rings the bell where it is switched on."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scratchpad_tui.core.pad.view import PadView

_CODES = ("over-cap", "alarm")


def rings(before: PadView, after: PadView) -> bool:
    """Whether the file has just broken, a section gone over its cap, much been removed, or the first promotion waits."""
    if after.state == "BROKEN" and before.state != "BROKEN":
        return True
    if _count(after, "promotions") and not _count(before, "promotions"):
        return True
    return any(_count(after, code) > _count(before, code) for code in _CODES)


def _count(view: PadView, code: str) -> int:
    return sum(need.count for need in view.needs if need.code == code)
