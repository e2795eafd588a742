"""A section's lines as a person or a recovery gives them, made ready for the file."""

from __future__ import annotations

from scratchpad_tui.core.pad.entries import is_empty_mark
from scratchpad_tui.core.pad.lines import is_blank, with_ends
from scratchpad_tui.core.pad.scan import scan
from scratchpad_tui.core.pad.schema import EMPTY_MARK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.core.pad.document import Document
    from scratchpad_tui.core.pad.lines import Line


def as_lines(document: Document, name: str, body: Sequence[str]) -> list[Line]:
    """The lines with ends: each line that stood there keeps its own, and the empty mark stands where nothing else does."""
    return with_ends(_marked(list(body)), document.raw(name), document.newline)


def with_lines_behind(body: Sequence[str], lines: Sequence[str]) -> list[str]:
    """The body with lines added behind the last one that holds something, or in the place of the empty mark."""
    if _only_mark(body):
        at = next((index for index, text in enumerate(body) if is_empty_mark(text)), 0)
        below = [text for text in body[at:] if not is_empty_mark(text)]
        return [*body[:at], *lines, *below]
    held = [index for index, text in enumerate(body) if not is_blank(text)]
    at = held[-1] + 1
    return [*body[:at], *lines, *body[at:]]


def _only_mark(body: Sequence[str]) -> bool:
    return all(is_blank(text) or is_empty_mark(text) for text in body)


def _marked(body: list[str]) -> list[str]:
    """The body with the empty mark where it belongs; one inside a fence is a person's text and stays."""
    marks = {i for i, line in enumerate(scan(body).lines) if not line.inside and is_empty_mark(line.text)}
    content = [i for i, text in enumerate(body) if i not in marks and not is_blank(text)]
    if content:
        return [text for i, text in enumerate(body) if i not in marks]
    return body if marks else [EMPTY_MARK, *body]
