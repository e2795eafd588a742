"""What the checks look at: the pad, its newest versions and its settings, read once."""

from __future__ import annotations

from scratchpad_tui.core.errors import InputError, ParseError
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.parse import parse_bytes
from scratchpad_tui.core.pad.recent import recent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import datetime

    from scratchpad_tui.core.pad.document import Document
    from scratchpad_tui.core.pad.recent import Recent
    from scratchpad_tui.core.pad.state import State
    from scratchpad_tui.core.pad.store import PadStore, Reading
    from scratchpad_tui.core.pad.view import VersionInfo

LOOKED_BACK = 20
"""How many of the newest versions are looked at."""


class Facts(NamedTuple):
    """A pad at one moment."""

    store: PadStore
    reading: Reading
    now: datetime
    documents: dict[int, Document]
    """The newest versions that are kept and parse, the oldest first."""
    texts: dict[int, bytes]
    """The bytes of the newest versions that are kept, the oldest first."""
    told: Recent
    """What the journal says since the oldest of them."""
    state: State

    @property
    def document(self) -> Document:
        """The pad as it stands, or what readers are served instead."""
        return self.reading.document

    @property
    def turns(self) -> list[VersionInfo]:
        """What is known of the newest versions, newest first."""
        return [self.told.of(number) for number in reversed(self.documents)]


def gather(store: PadStore, now: datetime) -> Facts:
    """Reads what the checks need; writes nothing.

    Raises:
        StorageError: a file cannot be read.
    """
    reading = store.read()
    newest = store.history.numbers()[-LOOKED_BACK:]
    documents: dict[int, Document] = {}
    texts: dict[int, bytes] = {}
    for number in newest:
        try:
            texts[number] = store.history.read(number)
            documents[number] = parse_bytes(texts[number], reading.document.profile)
        except (InputError, ParseError):
            continue  # pruned meanwhile, or of another profile
    first = newest[0] if newest else 0
    told = recent(store.paths.journal, first, 0)
    return Facts(store, reading, now, documents, texts, told, store.state())
