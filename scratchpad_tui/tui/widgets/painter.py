"""How a widget paints rows of spans in the colours of the theme."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, get_args

from rich.segment import Segment
from textual.strip import Strip
from textual.widget import Widget

from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.tui.layout.model import Style

if TYPE_CHECKING:
    from rich.style import Style as RichStyle

    from scratchpad_tui.tui.layout.model import Span

_PREFIX = "row--"
CLASSES: dict[str, str] = {name: _PREFIX + name.replace(".", "-") for name in get_args(Style)}
"""The component class of each style of the layout."""

BAND = f"{_PREFIX}band"
"""The background of the line under the cursor."""
TINT = f"{_PREFIX}tint"
"""The background of a line that has just changed."""
_KEPT = 400
"""Painted rows that are remembered."""


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


class Painter(Widget):
    """Paints lines; what a widget does with them is its own affair."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {*CLASSES.values(), BAND, TINT}

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's own name for it
        super().__init__(id=id)
        self._styles_by_name: dict[str, RichStyle] = {}
        self._painted: dict[Line, Strip] = {}

    def notify_style_update(self) -> None:
        """Forgets the colours of the old theme."""
        self._styles_by_name.clear()
        self._painted.clear()
        super().notify_style_update()

    def strip_of(self, line: Line | None) -> Strip:
        """The row in the colours of the theme, as wide as the widget; blank for None."""
        base, width = self._base(), self.size.width
        if line is None:
            return Strip.blank(width, base)
        strip = self._painted.get(line)
        if strip is None:
            if len(self._painted) >= _KEPT:
                self._painted.clear()
            strip = self._painted[line] = Strip(self._segments(line))
        return strip.adjust_cell_length(width, base)

    def _segments(self, line: Line) -> list[Segment]:
        under = self._partial(line.under) if line.under else None
        reach = line.reach or len(line.spans)
        segments = []
        for index, span in enumerate(line.spans):
            style = self._style(CLASSES[span.style])
            if under is not None and index < reach:
                style += under
            if span.text:
                segments.append(Segment(span.text, style))
        return segments

    def _style(self, name: str) -> RichStyle:
        if name not in self._styles_by_name:
            self._styles_by_name[name] = self._base() + self._partial(name)
        return self._styles_by_name[name]

    def _base(self) -> RichStyle:
        """The widget's own style, which Textual works out anew at every question."""
        if "" not in self._styles_by_name:
            self._styles_by_name[""] = self.rich_style
        return self._styles_by_name[""]

    def _partial(self, name: str) -> RichStyle:
        return self.get_component_rich_style(name, partial=True)
