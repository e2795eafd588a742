"""What a restore would make of a pad, before it is done."""

from __future__ import annotations

from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.comparison import compare
from scratchpad_tui.core.pad.editing import section_name, with_body
from scratchpad_tui.core.pad.timeline import sections_between

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scratchpad_tui.core.pad.comparison import Comparison
    from scratchpad_tui.core.pad.store import PadStore


class Restoring(NamedTuple):
    """A version that may take the pad's place, or a section of it."""

    version: int
    section: str | None
    """None: the whole pad."""
    sections: tuple[str, ...]
    """The sections in which the pad and the version differ."""
    comparison: Comparison
    """The pad as it stands against the pad as it would be."""


def restoring(store: PadStore, version: int, section: str | None = None) -> Restoring:
    """What `PadStore.restore` would do now; nothing is written.

    Raises:
        InputError: the version is not kept, or does not parse.
    """
    number = store.history.resolve(version)
    reading = store.read()
    chosen = store.document_of(number)
    now, then = reading.document.render(), store.history.read(number)
    differing = tuple(sections_between(store, now.decode(), then.decode("utf-8", "replace")))
    name = None
    if section is not None:
        document = reading.document.completed()
        name = section_name(document, section)
        then = with_body(reading.document, document, {name: chosen.body(name)}).render()
    return Restoring(number, name, differing, compare(now, then, store.profile))
