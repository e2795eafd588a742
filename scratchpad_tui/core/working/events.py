"""What happened to a window, as sentences that also have fields."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Self

COMPACTED, EVICTED, PRESSURE = "compacted", "evicted", "pressure"
TRUNCATED, REFUSED, LATE = "truncated", "refused", "late"
FAILED, DISCARDED = "failed", "discarded"
PINNED, RESERVE = "pinned", "reserve"
KINDS = (COMPACTED, EVICTED, PRESSURE, TRUNCATED, REFUSED, LATE, FAILED, DISCARDED, PINNED, RESERVE)
"""A span became a summary or nothing; a unit left; `prepare` came to an end; a tool's result was cut; a message was
not taken; a result came whose call has left; a compaction or the archive failed; a replacement was not smaller; all
that is left is pinned; the reserve shrank."""


class WindowEvent(str):
    """One event: a sentence for people, and what a screen reads of it.

    Attributes:
        kind: one of `KINDS`.
        before: the pressure before it.
        after: the pressure after it.
        units: how many turns left, where any did.
        archive: where what left can be read, or empty.
    """

    __slots__ = ("after", "archive", "before", "kind", "units")

    kind: str
    before: float
    after: float
    units: int
    archive: str

    def __new__(
        cls, text: str, *, kind: str, before: float, after: float, units: int = 0, archive: str = ""
    ) -> Self:
        """The event of that sentence."""
        event = super().__new__(cls, text)
        event.kind = kind
        event.before = before
        event.after = after
        event.units = units
        event.archive = archive
        return event
