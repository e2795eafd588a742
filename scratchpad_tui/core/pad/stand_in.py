"""Where a pad's text comes from: the file itself, or what stands in for one that cannot be used; and how that is told."""

from __future__ import annotations

from scratchpad_tui.core.named_tuple import NamedTuple

VERSION, MENDED, SALVAGED = "version", "mended", "salvaged"


class _Words(NamedTuple):
    """What is said of one kind, in each sentence that tells of it."""

    stands: str
    """What is shown, as the title of it."""
    shown: str
    """That it is shown, behind what is wrong with the file."""
    alone: str
    """The same as a sentence."""
    goes: str
    """What would be put in the file's place."""
    kept: str
    """That it was put there."""
    again: str
    """The same, to the person who asked for it."""


_MENDED = _Words(
    stands="with the heading put back",
    shown="it is shown with the heading put back",
    alone="It is shown with the heading put back.",
    goes="the same text with the heading put back",
    kept="the same text was kept with the heading put back",
    again="The heading stands again",
)
_SALVAGED = _Words(
    stands="what could be read",
    shown="what could be salvaged is shown",
    alone="What could be read is shown.",
    goes="what can be read of it",
    kept="what could be read in the known sections was salvaged",
    again="What could be read stands again",
)


class Source(NamedTuple):
    """Where a pad's document comes from."""

    kind: str
    """`pad`, `version` of its history, `salvaged`, `mended` (a heading put back) or `empty`."""
    version: int = 0
    """The number of that version, else 0."""

    @property
    def words(self) -> _Words:
        """How it is told where something stands in for the file's own text."""
        return _OF_THE_FILE.get(self.kind) or _of_version(self.version)


_OF_THE_FILE = {MENDED: _MENDED, SALVAGED: _SALVAGED}
THE_PAD, EMPTY = Source("pad"), Source("empty")


def of_version(number: int) -> Source:
    """The last good version stands in."""
    return Source(VERSION, number)


def _of_version(number: int) -> _Words:
    name = f"version {number}"
    return _Words(
        stands=f"v{number}",
        shown=f"this is {name}, the last good one",
        alone=f"This is {name}.",
        goes=name,
        kept=f"{name} was recovered",
        again=f"{name.capitalize()} stands again",
    )
