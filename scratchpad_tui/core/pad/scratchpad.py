"""The object an agent's loop uses: read the pad into the prompt, apply patches, get the diff."""

from __future__ import annotations

import os

from scratchpad_tui.core.errors import StorageError
from scratchpad_tui.core.pad.prompt import prompt_text
from scratchpad_tui.core.pad.store import PadStore

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from scratchpad_tui.core.pad.patch import Patch


class Scratchpad:
    """A pad by its path. `sections`, `for_prompt()` and `update()` always see the file as it is on disk now.

    Opening a pad that stays broken quarantines it, as a write does. `history_depth` is the number of versions kept
    (None: the setting `history.depth`, 20 by default).

    Raises:
        StorageError: the path cannot be read.
        ParseError: the pad is broken and its profile never moves a broken file.
    """

    def __init__(self, path: str | os.PathLike[str], *, history_depth: int | None = None) -> None:
        self._path = os.fspath(path)
        self.store = PadStore(path, depth=history_depth)
        self.history_depth = self.store.depth
        self.warnings: list[str] = []
        """The sentences that the last update, or the opening, has to say."""
        if self.store.read().state == "broken":
            try:
                self.warnings = self.store.recover().warnings
            except StorageError as error:
                # A pad that can be read and not written is served from its last good version.
                self.warnings = [self.store.read().notice, str(error)]

    @property
    def path(self) -> Path:
        """The pad's path, as given."""
        from pathlib import Path

        return Path(self._path)

    @property
    def sections(self) -> dict[str, list[str]]:
        """Every section's lines as they are on disk: blank lines and the empty mark are left out."""
        return self.store.read().document.sections()

    def for_prompt(self) -> str:
        """What goes into the context: contract, operations, warnings, then the pad."""
        return prompt_text(self.store, via="function")

    def update(
        self,
        patches: Sequence[Patch],
        *,
        actor: str = "agent",
        turn: str | None = None,
        session: str | None = None,
    ) -> str:
        """Applies a patch list whole, saves, and gives the unified diff; an empty list touches nothing.

        Raises:
            PatchError: the list is refused; nothing is changed.
            ParseError: the pad is in conflict.
            StorageError: it could not be written; the old file is intact.
        """
        outcome = self.store.apply(patches, actor=actor, turn=turn, session=session)
        self.warnings = outcome.warnings
        return outcome.diff

    def close(self) -> None:
        """Takes over what other programs still wrote into the replaced file, and lets go of it."""
        self.store.close()
