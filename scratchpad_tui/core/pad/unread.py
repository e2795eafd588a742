"""What an agent has not read of a pad: what somebody else wrote since the last time that a prompt carried it."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.core.pad.document import Document
    from scratchpad_tui.core.pad.recent import Recent
    from scratchpad_tui.core.pad.view import VersionInfo

_MOST = 300
"""Versions that are looked at."""


def looked_at(carried: int | None, newest: int) -> range:
    """The numbers of the versions after the one that a prompt carried; none where none did."""
    return range(newest + 1 if carried is None else max(carried, newest - _MOST) + 1, newest + 1)


def by_others(told: Recent, numbers: range) -> tuple[VersionInfo, ...]:
    """Those that are not the agent's own, newest first; what it wrote itself is no news to it."""
    infos = (told.of(number) for number in reversed(numbers))
    return tuple(info for info in infos if info.actor != "agent")


def changed_sections(then: Document | None, document: Document, by: Sequence[VersionInfo]) -> tuple[str, ...]:
    """The sections that these versions changed, and that are not as they were then; none where that is not kept."""
    if then is None:
        return ()
    changed = {section for info in by for section in info.sections}
    return tuple(n for n in document.profile.names if n in changed and then.content(n) != document.content(n))
