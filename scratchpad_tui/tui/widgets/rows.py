"""A widget that draws rows of spans line by line, and repaints only the rows that changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, get_args

from rich.segment import Segment
from rich.style import Style as RichStyle
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from scratchpad_tui.tui.layout.model import Span, Style

if TYPE_CHECKING:
    from collections.abc import Sequence

PREFIX = "row--"
CLASSES: dict[str, str] = {name: PREFIX + name.replace(".", "-") for name in get_args(Style)}
"""The component class of each style of the layout."""

BAND = f"{PREFIX}band"
"""The background of the line under the cursor."""
TINT = f"{PREFIX}tint"
"""The background of a line that has just changed."""


class Line(NamedTuple):
    """One row as it is drawn."""

    spans: tuple[Span, ...]
    under: str = ""
    """`BAND` or `TINT` where a background lies under the row, else empty."""
    reach: int = 0
    """How many spans have that background; 0: all."""

    @property
    def text(self) -> str:
        """The row as plain text."""
        return "".join(span.text for span in self.spans)


class Rows(Widget):
    """Rows of spans, each exactly as wide as the widget; whoever owns the widget arranges them."""

    COMPONENT_CLASSES = {*CLASSES.values(), BAND, TINT}
    DEFAULT_CSS = """
    Rows { height: 1fr; width: 1fr; }
    """

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name for it
        super().__init__(id=id)
        self._lines: tuple[Line, ...] = ()
        self._palette: dict[str, RichStyle] = {}
        self._strips: dict[Line, Strip] = {}

    @property
    def lines(self) -> tuple[Line, ...]:
        """The rows as they are drawn, the first at the top."""
        return self._lines

    def put(self, lines: Sequence[Line]) -> int:
        """Draws these rows; only those that differ from what stands there are repainted.

        Returns:
            How many rows are repainted.
        """
        old, self._lines = self._lines, tuple(lines)
        changed = [y for y, line in enumerate(self._lines) if y >= len(old) or old[y] != line]
        changed += range(len(self._lines), len(old))
        if changed:
            self.refresh(*(Region(0, y, self.size.width, 1) for y in changed))
        return len(changed)

    def notify_style_update(self) -> None:
        """Forgets the styles of the old theme."""
        self._palette.clear()
        self._strips.clear()
        super().notify_style_update()

    def render_line(self, y: int) -> Strip:
        """The row as a strip, blank where there is none."""
        if y >= len(self._lines):
            return Strip.blank(self.size.width, self.rich_style)
        return self.strip_of(self._lines[y])

    def strip_of(self, line: Line) -> Strip:
        """The row in the colours of the theme."""
        strip = self._strips.get(line)
        if strip is None:
            if len(self._strips) > 4 * max(50, len(self._lines)):
                self._strips.clear()
            strip = self._strips[line] = self._painted(line)
        return strip

    def _painted(self, line: Line) -> Strip:
        under = self._partial(line.under) if line.under else None
        reach = line.reach or len(line.spans)
        segments = []
        for index, span in enumerate(line.spans):
            style = self._style(CLASSES[span.style])
            if under is not None and index < reach:
                style += under
            if span.text:
                segments.append(Segment(span.text, style))
        return Strip(segments).adjust_cell_length(self.size.width, self.rich_style)

    def _style(self, name: str) -> RichStyle:
        if name not in self._palette:
            self._palette[name] = self.rich_style + self._partial(name)
        return self._palette[name]

    def _partial(self, name: str) -> RichStyle:
        return self.get_component_rich_style(name, partial=True)
