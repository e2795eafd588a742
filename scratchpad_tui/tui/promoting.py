"""What the screens ask of a pad about its session: the queue of promotions, the acts on it, secrets that are allowed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from scratchpad_tui.core.named_tuple import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.core.pad.pruning import PrunedEntry
    from scratchpad_tui.core.secrets.finding import Finding
    from scratchpad_tui.core.session.items import Acted, Ended
    from scratchpad_tui.core.session.review import Look


def entry_words(lines: Sequence[str]) -> str:
    """What an entry of these lines says, on one line, without its bullet, number and box."""
    from scratchpad_tui.core.pad.entries import read_marker

    return " ".join(" ".join((read_marker(lines[0]).text, *lines[1:])).split())


class Reviewed(NamedTuple):
    """One reading of the review, as the screen takes it."""

    look: Look | None
    """None where it could not be read: `fault` says why."""
    tags: tuple[str, ...] = ()
    """Those that an entry may have."""
    fault: str = ""
    """A sentence with its remedy."""


class Promoting(Protocol):
    """A part of `source.PadSource`; every method may wait and raise ScratchpadError as there."""

    def reviewed(self, *, metered: bool = False) -> Reviewed:
        """The session and its queue as they stand now; a fault is told in it. `metered`: it counts as a review."""
        ...

    def accept(self, item: str, shown: str) -> Acted:
        """Writes an item to the episodic tier, if exactly the line that was shown would be written."""
        ...

    def reject(self, item: str, reason: str) -> Acted:
        """Rejects an item for a reason."""
        ...

    def reword(self, item: str, text: str) -> Acted:
        """Gives an item another text."""
        ...

    def retag(self, item: str, tag: str) -> Acted:
        """Gives an item another tag; of a hypothesis that is its confirmation."""
        ...

    def undo_review(self) -> Acted:
        """Takes back the last act on the queue."""
        ...

    def propose(self, text: str, section: str = "", tag: str = "") -> Acted:
        """Proposes a line for promotion, as a person: an entry of a section, or any text."""
        ...

    def propose_entries(self, section: str, entries: Sequence[PrunedEntry]) -> tuple[int, str]:
        """Proposes entries of a section one after the other; how many were, and what was said of those that were not."""
        ...

    def end_session(self) -> Ended:
        """Ends the session: closes the queue and archives what it is to archive."""
        ...

    def secrets_in(self, text: str) -> list[Finding]:
        """The secrets in a text that nobody allowed in this pad."""
        ...

    def allow_secret(self, text: str, finding: Finding) -> None:
        """Lets one finding of a text pass in this pad from now on: a person saw its rule and its masked value."""
        ...
