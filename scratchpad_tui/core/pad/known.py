"""What an agent knows of a pad: what its prompt carried last, and what it wrote itself since then."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.core.pad.document import Document
    from scratchpad_tui.core.pad.view import VersionInfo


def known_version(carried: int | None, newest_first: Sequence[VersionInfo]) -> int | None:
    """The newest version that holds nothing new for the agent; None where no prompt carried any.

    Its own writes since then are no news to it: the first one by somebody else is, and all behind that.
    """
    if carried is None or not newest_first:
        return carried
    others = [info.version for info in newest_first if info.version > carried and info.actor != "agent"]
    return max(carried, min(others) - 1 if others else newest_first[0].version)


def unknown_sections(known: Document | None, document: Document) -> tuple[str, ...]:
    """The sections that differ from what the agent knows; none where that version is not kept."""
    if known is None:
        return ()
    return tuple(name for name in document.profile.names if known.content(name) != document.content(name))
