"""The fields of the Promotions screen, and what is typed in them: kept until it is taken, on disk too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import on

from scratchpad_tui.core.text import visible
from scratchpad_tui.tui import keys
from scratchpad_tui.tui.screens.drafting import SECONDS
from scratchpad_tui.tui.screens.framed import FramedScreen
from scratchpad_tui.tui.widgets.field import FieldRow, ReasonRow, WordingRow
from scratchpad_tui.tui.wordings import NEW

if TYPE_CHECKING:
    from textual.timer import Timer

    from scratchpad_tui.core.pad.redact_told import Taken
    from scratchpad_tui.tui.promoting import Reviewed
    from scratchpad_tui.tui.promotions_state import PromotionsState
    from scratchpad_tui.tui.source import PadSource
    from scratchpad_tui.tui.wordings import Wordings


class PromotionsFields(FramedScreen):
    """Opens and closes them; what is done with their texts is in the class above."""

    def __init__(self, state: PromotionsState) -> None:
        super().__init__()
        self.state = state
        self._typing: Timer | None = None
        self._fault = ""
        """Why no draft could be written."""

    def settle(self) -> None:
        """Gives texts of an earlier run to their proposals, as soon as those are known."""
        if self.state.look is None:
            return
        open_ones = {item.id for item in self.state.items if not item.is_decided}
        if self.app.wordings.settle(open_ones):
            self._tell_orphan()

    def follow_proposals(self, given: Reviewed) -> None:
        """Takes what was redacted in a proposal out of the texts that were typed for it."""
        if given.look is None:
            return
        wordings, fields = self.app.wordings, self.query(WordingRow)
        for field in fields:
            wordings.put(field.item, field.base, field.text)
        texts = {item.id: visible(item.text) for item in given.look.items}
        if wordings.follow(texts, next((field.item for field in fields), NEW)):
            self._tell_orphan()
        for field in fields:
            field.follow(texts)

    def follow_redaction(self, taken: Taken) -> None:
        """Takes out of the fields, and of the reasons that were typed, what was redacted somewhere."""
        self.state.follow_redaction(taken)
        for field in self.query(FieldRow):
            field.follow_redaction(taken)

    def _tell_orphan(self) -> None:
        self.app.tell(
            keys.said("A text was typed for a proposal that is gone: {line.new} proposes it as a new one")
        )

    async def open_field(self, field: FieldRow) -> None:
        """Opens a field in the place of the one that is open."""
        await self.query(FieldRow).remove()
        self.add_class("-field")
        await self.mount(field, before=self.key_bar)
        self.key_bar.show(field.place)
        if isinstance(field, WordingRow):
            self._typing = self.set_interval(SECONDS, self.keep_typed)

    def keep_typed(self) -> None:
        """Puts what was typed on disk: nobody knows how the program ends."""
        wordings, source = self.app.wordings, self.app.source
        if wordings.waits and not source.read_only:
            self.app.in_background(
                lambda: self._keep_all(wordings, source), self._told_of_drafts, group="draft"
            )

    @staticmethod
    def _keep_all(wordings: Wordings, source: PadSource) -> tuple[str, Taken]:
        faults: list[str] = []
        taken = wordings.keep(source, faults.append)
        return faults[0] if faults else "", taken

    def _told_of_drafts(self, kept: tuple[str, Taken]) -> None:
        fault, taken = kept
        self.app.follow_redaction(taken)
        # Tried again every few seconds, and told once.
        if fault and fault != self._fault:
            self.app.tell(f"No draft could be written: {fault}", severity="warning")
        self._fault = fault

    async def close_field(self, field: FieldRow) -> None:
        """Closes a field."""
        await field.remove()
        if self._typing is not None:
            self._typing.stop()
            self._typing = None
        self.remove_class("-field")
        self.key_bar.show(self.PLACE)
        self.set_focus(None)

    @on(FieldRow.Left)
    async def leave_field(self, message: FieldRow.Left) -> None:
        """Closes the field; what was typed is kept for the next time."""
        field = message.field
        await self.close_field(field)
        if isinstance(field, WordingRow):
            is_another = self.app.wordings.put(field.item, field.base, message.text)
            self.keep_typed()
        elif isinstance(field, ReasonRow):
            is_another = bool(message.text.strip())
            self.state.typed[why(field.item)] = message.text
        else:
            return
        if is_another:
            self.app.tell("Kept for the next time")


def why(item_id: str) -> str:
    """Under what a reason that was typed is kept."""
    return f"why {item_id}"
