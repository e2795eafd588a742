"""An editor whose text, where it can be kept nowhere, is written to a file that a person names."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from textual import on

from scratchpad_tui.tui.screens.drafting import Drafting
from scratchpad_tui.tui.widgets.field import FieldRow, PlaceRow

if TYPE_CHECKING:
    from scratchpad_tui.tui.widgets.text_editor import TextEditor

_WORDS = "Write the text to"


class ElsewhereDrafting(Drafting):
    """Offers the file."""

    editor: TextEditor
    """The text."""

    def offer_elsewhere(self) -> None:
        """Offers a file for the text."""
        if not self.query(PlaceRow):
            name = f"{self.section.replace(' ', '-')}-draft.md"
            self.add_class("-field")
            _ = self.mount(PlaceRow(_WORDS, os.path.join(os.path.expanduser("~"), name)), before=self.key_bar)
            self.key_bar.show("elsewhere")

    @on(FieldRow.Saved)
    async def write_elsewhere(self, message: FieldRow.Saved) -> None:
        """Writes the text to the file that was named; one that is there is not written over."""
        from scratchpad_tui.core.pad.drafts import write_elsewhere

        path, lines = message.text.strip(), list(self.editor.lines)

        async def written(place: str) -> None:
            await self._close_field()
            self.app.tell(f"The text is in {place}; it is still open here")

        if path:
            self.app.in_background(lambda: write_elsewhere(path, lines), written, group="draft")

    @on(FieldRow.Left)
    async def leave_field(self) -> None:
        """Closes the field; the text stays open."""
        await self._close_field()

    async def _close_field(self) -> None:
        await self.query(PlaceRow).remove()
        self.remove_class("-field")
        self.key_bar.show(self.PLACE)
        self.set_focus(self.editor)
