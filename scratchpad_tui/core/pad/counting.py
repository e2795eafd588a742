"""What versions changed of which the journal does not say it: counted from their texts, each once."""

from __future__ import annotations

from contextlib import suppress

from scratchpad_tui.core.errors import ParseError, ScratchpadError
from scratchpad_tui.core.pad.diff import changed_sections, counts
from scratchpad_tui.core.pad.parse import parse_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from scratchpad_tui.core.pad.diff import Counts
    from scratchpad_tui.core.pad.document import Document
    from scratchpad_tui.core.pad.moments import Moments
    from scratchpad_tui.core.pad.schema import Profile

    Text = tuple[str, Document | None]
    """A version's text, and what it parses to; None where it does not."""


class Counting:
    """Fills in the lines and the sections of a list; a place that was filled in stays so in every list of its reading."""

    def __init__(self, profile: Profile, read: Callable[[int], bytes]) -> None:
        self._profile = profile
        self._read = read
        self._held: dict[int, Text] = {}
        """The two versions that were read last: the next place needs one of them."""

    def fill(self, moments: Moments, place: int) -> bool:
        """Counts what the version at a place changed, where that is not known; whether anything was filled in."""
        if not moments.is_uncounted(place):
            return False
        version = moments[place].version
        before = moments.before(version)
        amount: Counts | None = None
        sections: tuple[str, ...] = ()
        if before is not None:
            with suppress(ScratchpadError):  # pruned meanwhile, or it cannot be read
                new, old = self._text(version), self._text(before)
                amount, sections = counts(old[0], new[0]), _sections(old[1], new[1])
        moments.take_count(place, amount, sections)
        return True

    def _text(self, version: int) -> Text:
        if version not in self._held:
            data = self._read(version)
            try:
                document = parse_bytes(data, self._profile)
            except ParseError:
                document = None
            while len(self._held) > 1:
                del self._held[next(iter(self._held))]
            self._held[version] = data.decode("utf-8", "replace"), document
        return self._held[version]


def _sections(old: Document | None, new: Document | None) -> tuple[str, ...]:
    return tuple(changed_sections(old, new)) if old is not None and new is not None else ()
