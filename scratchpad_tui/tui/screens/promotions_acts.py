"""What a person does on the Promotions screen: decides, rewords, retags, takes back, proposes and ends the session."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import on

from scratchpad_tui.core.session import items as states
from scratchpad_tui.core.text import visible
from scratchpad_tui.tui import keys
from scratchpad_tui.tui.promotions_state import DECISIONS
from scratchpad_tui.tui.screens.promotions_fields import PromotionsFields, why
from scratchpad_tui.tui.toasts import sentence
from scratchpad_tui.tui.widgets.field import FieldRow, ReasonRow, WordingRow
from scratchpad_tui.tui.wordings import NEW
from scratchpad_tui.tui.writes import OwnText

if TYPE_CHECKING:
    from collections.abc import Callable

    from scratchpad_tui.core.session.items import Acted, Item
    from scratchpad_tui.tui.promoting import Reviewed
    from scratchpad_tui.tui.promotions_state import PromotionsState
    from scratchpad_tui.tui.screens.choose import Quoted

OTHER_REASON = "another reason … enter asks for it"
REASONS = (
    "of use in this session alone",
    "not true any more",
    "never confirmed",
    "kept already",
    "too vague to act on",
    "not for keeping: private or secret",
)
"""The common reasons, for any item."""
_FIRST_REASON = {
    states.CONFIRM_FIRST: "never confirmed",
    states.DUPLICATE: "kept already",
    states.TWIN: "kept already",
    states.SECRET: "not for keeping: private or secret",
    states.ORIGIN_CHANGED: "not true any more",
}
"""By state, the reason that is offered first."""
_OR_REJECTS = ", {queue.reject} rejects it"
_MENDS = {
    states.CONFIRM_FIRST: ("queue.tag", "changes its tag, which confirms it"),
    states.SECRET: ("edit.here", f"takes it out{_OR_REJECTS}"),
    states.ORIGIN_CHANGED: ("edit.here", f"takes the text as it is now{_OR_REJECTS}"),
    states.OVER_CAP: ("edit.here", "makes it shorter"),
    states.DUPLICATE: ("queue.reject", "rejects it"),
    states.MALFORMED: ("edit.here", "mends it"),
    states.FULL: ("pad.undo", "takes one back"),
}
"""By state, the id of the key that helps, and what it does."""
_NO_MEND = ("", "")
_CONFIRMS = " · confirms the hypothesis"
_HYPOTHESIS = "hypothesis"
_INSTEAD = "say where the value is kept instead."


class PromotionsActs(PromotionsFields):
    """The acts, each through the core and in its turn; drawing and cursor are in the class above."""

    NAME = "Promotions"
    PLACE = "promotions"

    def __init__(self, state: PromotionsState) -> None:
        super().__init__(state)
        self._reading = False
        self._again = False

    # Reading

    def take_review(self, given: Reviewed, *, own: bool = False) -> None:
        """Takes a newer reading."""
        raise NotImplementedError

    def read_again(self, *, own: bool = False, told: str = "") -> None:
        """Reads the queue; what is asked for meanwhile is read once, behind it."""
        source = self.app.source

        def took(given: Reviewed) -> None:
            self._reading = False
            again, self._again = self._again, False
            self.take_review(given, own=own)
            if told:
                self.app.tell(told)
            if again:
                self.read_again(own=True)

        if self._reading:
            self._again = True
            return
        self._reading = True
        self.app.in_background(source.reviewed, took, group="review")

    # Acts

    def _here(self, what: str) -> Item | None:
        """The item under the cursor, if it can be acted on; a toast says why not."""
        item = self.state.item
        if item is None:
            self.app.tell(f"Nothing to {what}: the queue is empty")
        elif item.is_decided:
            self.app.tell(f"It is {item.state} already · {keys.key('pad.undo')} takes the last decision back")
        elif self.app.may_write():
            return item
        return None

    def _act(
        self,
        item: Item,
        word: str,
        do: Callable[[], Acted],
        words: str,
        *,
        own: OwnText | None = None,
        then: Callable[[], None] = lambda: None,
    ) -> None:
        """Does an act on an item, in its turn; its word stands in the queue until it is done.

        `own` is what it writes of a person's; `then` is called when it is done.
        """

        def done(acted: Acted) -> None:
            self.state.end(item.id)
            if word in DECISIONS:
                self.app.wordings.decided(item.id)
            then()
            self.keep_typed()
            if acted.item is not None:
                self.state.became(item.id, acted.item)
            self.app.tell(_told(acted, words))
            self.read_again(own=True)

        def failed() -> None:
            self.state.end(item.id)
            self.keep_typed()
            self.read_again(own=True)

        self.state.begin(item, word)
        self.draw()
        self.app.writes.put(do, done, failed, text=own)

    def action_accept(self) -> None:
        """Accepts the item; the cursor goes on to the next undecided one."""
        item = self._here("accept")
        if item is None:
            return
        if not item.is_acceptable and item.id not in self.state.acts:
            key, does = _MENDS.get(item.state, _NO_MEND)
            mend = keys.said(f"{{{key}}} {does}") if key else ""
            why = sentence(item.reason or f"it is not ready: {item.state}")
            self.app.tell(" · ".join(part for part in (why.rstrip("."), mend) if part), severity="warning")
            return
        source = self.app.source
        self._act(
            item,
            "accepting",
            lambda: source.accept(item.id, item.line),
            keys.said("Accepted · {pad.undo} takes it back"),
        )

    def first_key(self) -> str:
        """The id of the key that helps with an item which cannot be accepted; else empty."""
        item = self.state.item
        return _MENDS.get(item.state, _NO_MEND)[0] if item is not None else ""

    async def action_reject(self) -> None:
        """Asks for a reason and rejects the item."""
        item = self._here("reject")
        if item is None:
            return
        from scratchpad_tui.tui.screens.choose import ChooseScreen

        first = _FIRST_REASON.get(item.state)
        names = [
            *([first] if first else []),
            *(reason for reason in REASONS if reason != first),
            OTHER_REASON,
        ]

        async def chosen(name: str | None) -> None:
            if name == OTHER_REASON:
                typed = f"{self.state.typed.get(why(item.id), '')} {asked.begun}".strip()
                await self.open_field(ReasonRow(item.id, "Why", typed))
            elif name is not None:
                self._reject(item, name)

        question = "Why is it rejected?"
        asked = ChooseScreen(question, names, item.text, quoted=self._quoted(item), written=OTHER_REASON)
        await self.app.push_screen(asked, chosen)

    def _quoted(self, item: Item) -> Quoted:
        """The text of an item that a choice quotes."""
        from scratchpad_tui.tui.screens.choose import Quoted
        from scratchpad_tui.tui.screens.promotion import same_item

        def now() -> str:
            look = self.app.source.reviewed().look
            found = same_item(item, look.items) if look is not None else item
            return found.text if found is not None else ""

        return Quoted(item.text, now)

    def _reject(self, item: Item, reason: str) -> None:
        source = self.app.source
        own = OwnText(
            reason,
            keys.said("rejects nothing; your reason is kept for the next {queue.reject}."),
            "rejects the proposal",
        )
        self._act(
            item,
            "rejecting",
            lambda: source.reject(item.id, reason),
            keys.said("Rejected · {pad.undo} takes it back"),
            own=own,
            then=lambda: self.state.forget_typed(why(item.id)),
        )

    async def action_edit(self) -> None:
        """Opens the field for the item's text."""
        item = self._here("edit")
        self.settle()
        if item is not None:
            base = visible(item.text)
            await self.open_field(WordingRow(item.id, "Text", self.app.wordings.text(item.id, base), base))

    async def action_tag(self) -> None:
        """Asks for another tag; of a hypothesis that is its confirmation."""
        item = self._here("tag")
        if item is None:
            return
        from scratchpad_tui.tui.screens.choose import ChooseScreen

        was = item.tag == _HYPOTHESIS
        names = {
            f"{tag}{_CONFIRMS if was and tag != _HYPOTHESIS else ''}": tag
            for tag in self.state.tags
            if tag != item.tag
        }
        if not names:
            self.app.tell("There is no other tag")
            return
        source = self.app.source

        def chosen(name: str | None) -> None:
            if name is not None:
                tag = names[name]
                words = (
                    f"Tagged {tag}, which confirms it · {keys.key('pad.undo')} takes it back"
                    if was
                    else f"Tagged {tag} · {keys.key('pad.undo')} takes it back"
                )
                self._act(item, "changing", lambda: source.retag(item.id, tag), words)

        asked = ChooseScreen("Which tag?", list(names), item.text, quoted=self._quoted(item))
        await self.app.push_screen(asked, chosen)

    def action_compare(self) -> None:
        """Shows the nearest twin beside the item, or hides it."""
        item = self.state.item
        if item is None or not item.twins:
            self.app.tell("It has no twin: nothing in the target says nearly the same")
            return
        self.state.compare()
        self.draw()

    def action_undo(self) -> None:
        """Takes back the last act on the queue."""
        if not self.app.may_write():
            return

        def done(acted: Acted) -> None:
            self.app.tell(
                _told(acted, "Took the last decision back" if acted.changed else "Nothing to take back")
            )
            if acted.item is not None:
                self.state.expect(acted.item.id)
            self.read_again(own=True)

        self.app.writes.put(self.app.source.undo_review, done, lambda: None)

    def action_propose(self) -> None:
        """Proposes what a rule offers."""
        item = self.state.item
        if item is None or not item.is_candidate:
            here = "Nothing to propose here" if item is None else "It is proposed already"
            ways = "{line.propose} on a line of Live proposes that, {line.new} writes a new one"
            self.app.tell(f"{here} · {keys.said(ways)}")
        elif self.app.may_write():
            section, text = item.evidence.section, item.text
            source = self.app.source
            self._act(item, "proposing", lambda: source.propose(text, section, item.tag), "Proposed")

    async def action_new_line(self) -> None:
        """Opens the field for a proposal of a person's own."""
        self.settle()
        if self.app.may_write():
            await self.open_field(WordingRow(NEW, "Propose", self.app.wordings.text(NEW)))

    def action_open_item(self) -> None:
        """Shows all words of the item."""
        from scratchpad_tui.tui.screens.promotion import ItemScreen

        item = self.state.item
        if item is None:
            self.app.tell("Nothing to open: the queue is empty")
        else:
            _ = self.app.push_screen(ItemScreen(item))  # not awaited: this screen runs it

    async def action_copy(self) -> None:
        """Copies the line as it would be written."""
        item = self.state.item
        if item is not None:
            await self.app.copy(item.line or item.text, "the line")

    # Fields

    @on(FieldRow.Saved)
    async def take_field(self, message: FieldRow.Saved) -> None:
        """Does what the text was typed for."""
        field, text = message.field, message.text.strip()
        if not text:
            return
        await self.close_field(field)
        item = next((item for item in self.state.items if item.id == getattr(field, "item", "")), None)
        if isinstance(field, ReasonRow) and item is not None:
            self.state.typed[why(item.id)] = text
            self._reject(item, text)
        elif isinstance(field, WordingRow) and item is not None:
            self._reword(item, text, field.base)
        elif isinstance(field, WordingRow) and not field.item:
            await self._propose_typed(text)
        else:
            self.app.tell("It is not in the queue any more", severity="warning")

    def _reword(self, item: Item, text: str, base: str) -> None:
        self.app.wordings.put(item.id, base, text)
        source = self.app.source
        kept = keys.said("your text is kept for the next {edit.here}")
        without = f"leaves the proposal as it is; {kept}: {_INSTEAD}"
        self._act(
            item,
            "changing",
            lambda: source.reword(item.id, text),
            keys.said("Reworded · {pad.undo} takes it back"),
            own=OwnText(text, without, "rewords the proposal"),
            then=lambda: self.app.wordings.gone(item.id),
        )

    async def _propose_typed(self, text: str) -> None:
        """Asks for the tag of a proposal that was typed."""
        from scratchpad_tui.tui.screens.choose import ChooseScreen

        self.app.wordings.put(NEW, "", text)
        self.keep_typed()

        def proposed(acted: Acted) -> None:
            self.app.wordings.gone(NEW)
            self.keep_typed()
            if acted.item is not None:
                self.state.expect(acted.item.id)
            self.read_again(own=True)

        def chosen(name: str | None) -> None:
            if name is not None:
                without = f"proposes nothing; your text is kept for the next o: {_INSTEAD}"
                self.app.propose(text, "", name, then=proposed, without=without)

        tags = [tag for tag in self.state.tags if tag != _HYPOTHESIS]
        tags.sort(key=lambda tag: tag != "decided")
        if tags:
            await self.app.push_screen(ChooseScreen("Which tag has it?", [*tags, _HYPOTHESIS]), chosen)
        else:
            chosen("")


def _told(acted: Acted, words: str) -> str:
    """What a toast says of an act: the core's sentence, where it has one."""
    return "; ".join([acted.message or words, *acted.warnings[:1]])
