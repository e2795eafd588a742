"""What a remedy of the Health panel would do, and the question whether to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.text import visible
from scratchpad_tui.tui.bindings import bindings
from scratchpad_tui.tui.layout.fit import compose, wrap
from scratchpad_tui.tui.layout.model import Span
from scratchpad_tui.tui.screens.reader import ReaderScreen

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from scratchpad_tui.core.health.remedies import Plan
    from scratchpad_tui.core.health.sign import Sign
    from scratchpad_tui.tui.layout.model import Spans, Style
    from scratchpad_tui.tui.source import Act

_MOST_ROWS = 6
_READ_AHEAD = 2_000
"""Characters of a line that are looked at."""
_STYLES: dict[str, Style] = {"+": "diff.add", "-": "diff.remove"}


class RemedyScreen(ReaderScreen):
    """Nothing is done before the answer."""

    BINDINGS = bindings("remedy")
    PLACE = "remedy"

    def __init__(self, sign: Sign, plan: Plan, again: Callable[[], None]) -> None:
        super().__init__()
        self._sign = sign
        self._plan = plan
        self._again = again

    def title_spans(self) -> Sequence[Span]:
        """The question."""
        return [Span(visible(self._plan.question), "title")]

    def text_rows(self, cells: int) -> list[Spans]:
        """The sign, and what would be done against it."""
        lines: list[tuple[str, Style]] = [(self._sign.message, "attention")]
        lines += [(line, _STYLES.get(line[:1], "text")) for line in self._plan.lines]
        return [
            compose([Span(f" {piece}", style)], cells)
            for words, style in lines
            for piece in wrap(visible(words[:_READ_AHEAD]), max(1, cells - 2), _MOST_ROWS, 2)
        ]

    def raw_text(self) -> str:
        """Nothing is copied here: y answers."""
        return ""

    def action_answer(self, yes: bool) -> None:  # noqa: FBT001 - the key table's action names the answer
        """Does it, or leaves everything as it is."""
        app, sign, again = self.app, self._sign, self._again
        _ = self.dismiss()  # not awaited: this screen runs it
        if yes and app.may_write():

            def done(act: Act) -> None:
                app.tell(app.live.own.did(act) if act.version is not None else act.words)
                again()

            app.writes.put(lambda: app.source.carry_out(sign), done, again)
