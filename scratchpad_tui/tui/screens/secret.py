"""What looks like a secret in a text that was refused, and the question whether it is none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.text import visible
from scratchpad_tui.tui import keys
from scratchpad_tui.tui.bindings import bindings
from scratchpad_tui.tui.layout.fit import compose, wrap
from scratchpad_tui.tui.layout.model import Span
from scratchpad_tui.tui.screens.reader import ReaderScreen

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from scratchpad_tui.core.secrets.finding import Finding
    from scratchpad_tui.tui.layout.model import Spans, Style
    from scratchpad_tui.tui.writes import OwnText

_MOST_ROWS = 6
_READ_AHEAD = 400
"""Characters of a name that are looked at."""


class SecretScreen(ReaderScreen):
    """Rule, line and masked value; never the value. What is allowed passes in this pad from now on."""

    BINDINGS = bindings("secret")
    PLACE = "secret"

    def __init__(self, found: Finding, count: int, own: OwnText, again: Callable[[], None]) -> None:
        super().__init__()
        self._hit = found
        self._count = count
        self._own = own
        self._again = again

    def title_spans(self) -> Sequence[Span]:
        """What happened; the keys say what is asked."""
        return [Span("Looks like a secret: not written", "alarm")]

    def text_rows(self, cells: int) -> list[Spans]:
        """What was found, and what each answer does."""
        found = self._hit
        kind, rule, masked = (text[:_READ_AHEAD] for text in (found.kind, found.rule, found.masked))
        more = f"{self._count - 1} more {'stands' if self._count == 2 else 'stand'} in the text; each is asked for"
        lines: list[tuple[str, Style]] = [
            (
                f"! {kind} (rule {rule}), line {found.line}: {masked}",
                "title",
            ),
            (
                f"{keys.key('answer.yes')} allows this one value in this pad from now on and {self._own.does}: only if it is no secret.",
                "text",
            ),
            (f"{keys.key('answer.no')} {self._own.without}", "text"),
        ]
        if self._count > 1:
            lines.insert(1, (more, "attention"))
        return [
            compose([Span(f" {piece}", style)], cells)
            for words, style in lines
            for piece in wrap(visible(words), max(1, cells - 2), _MOST_ROWS, 2)
        ]

    def raw_text(self) -> str:
        """Nothing is copied here: y answers."""
        return ""

    def action_answer(self, yes: bool) -> None:  # noqa: FBT001 - the key table's action names the answer
        """Allows it and does the act again, or leaves everything as it is."""
        _ = self.dismiss()  # not awaited: this screen runs it
        if yes and self.app.may_write():
            source, text, found, again = self.app.source, self._own.text, self._hit, self._again
            self.app.writes.put(lambda: source.allow_secret(text, found), lambda _: again(), lambda: None)
