"""What can be saved from a text that does not parse, and which of its lines a pad lacks."""

from __future__ import annotations

from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.document import Document, Segment
from scratchpad_tui.core.pad.entries import is_empty_mark
from scratchpad_tui.core.pad.lines import Line, is_blank, split_lines, texts
from scratchpad_tui.core.pad.scan import CONFLICT_END, CONFLICT_MIDDLE, CONFLICT_START, heading_name, scan
from scratchpad_tui.core.pad.schema import EMPTY_MARK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scratchpad_tui.core.pad.scan import Scan
    from scratchpad_tui.core.pad.schema import Profile


class MissingLine(NamedTuple):
    """A line of a quarantined file that the pad lacks."""

    line: int
    """Its number in the quarantined file, counted from 1."""
    section: str
    """The section it stood under; for an unknown heading the nearest known name."""
    text: str


def salvage(data: bytes, profile: Profile) -> Document:
    """The lines under known headings, each section once, as a pad that parses."""
    lines = _without_conflict(_lines(data))
    bodies: dict[str, list[Line]] = {}
    for name, body in _by_heading(lines, profile):
        if name and name not in bodies:
            bodies[name] = body
    # The file's own order: in another one, lone conflict markers could come to stand as a conflict.
    segments = [Segment(Line(f"## {name}", "\n"), name, _closed(body)) for name, body in bodies.items()]
    segments = Document(profile, segments).completed().segments
    last = segments[-1].body
    while last and last[-1].blank:
        last.pop()
    return _without_markers(Document(profile, segments))


def _without_markers(document: Document) -> Document:
    """The document without markers that make a conflict only now, since a fence around them is gone."""
    while (found := scan(texts(document.text())).conflict) is not None:
        number = -1
        segments = []
        for segment in document.segments:
            number += segment.heading is not None
            kept = []
            for line in segment.body:
                number += 1
                if number not in found:
                    kept.append(line)
            segments.append(segment._replace(body=kept))
        document = Document(document.profile, segments)
    return document


def missing_lines(data: bytes, document: Document, instead: Document | None = None) -> list[MissingLine]:
    """The lines that only a broken file has, with the section each would go to.

    `document` is the pad, `instead` the version that took the broken file's place: what that had is in the history.
    """
    left = _counted(document)
    for text, number in _counted(instead or document).items():
        left[text] = max(number, left.get(text, 0))
    found: list[MissingLine] = []
    section = document.profile.names[0]
    lines = _lines(data)
    marks = _marks(lines)
    for number, line in enumerate(lines, 1):
        heading = heading_name(line.text) if line.text.startswith("##") else None
        if heading is not None:
            section = _nearest(heading, document.profile) or section
            continue
        text = line.text.strip()
        if not text or is_empty_mark(text) or number in marks:
            continue
        if left.get(text, 0) > 0:
            left[text] -= 1
        else:
            found.append(MissingLine(number, section, line.text.rstrip()))
    return found


def _marks(lines: list[Line]) -> set[int]:
    """The numbers of the lines that mark the sides of a merge conflict: nobody wrote them, and they are never taken."""
    found: set[int] = set()
    opened: list[int] = []
    for number, line in enumerate(lines, 1):
        if line.text.startswith(CONFLICT_START):
            opened = [number]
        elif opened and line.text.rstrip() == CONFLICT_MIDDLE:
            opened.append(number)
        elif len(opened) > 1 and line.text.startswith(CONFLICT_END):
            found.update((*opened, number))
            opened = []
    return found


def _counted(document: Document) -> dict[str, int]:
    found: dict[str, int] = {}
    for name in document.profile.names:
        for text in document.body(name):
            found[text.strip()] = found.get(text.strip(), 0) + 1
    return found


def _lines(data: bytes) -> list[Line]:
    text = data.replace(b"\0", b"\xef\xbf\xbd").decode("utf-8", "replace")
    return split_lines(text.removeprefix("\ufeff"))


def _without_conflict(lines: list[Line]) -> list[Line]:
    """The lines of both sides of a merge conflict, without its markers."""
    while (found := scan(line.text for line in lines).conflict) is not None:
        lines = [line for index, line in enumerate(lines) if index not in found]
    return lines


def _by_heading(lines: list[Line], profile: Profile) -> list[tuple[str | None, list[Line]]]:
    """Each heading's section (None: not known) with the lines under it; headings behind a fence left open count."""
    by_name = profile.by_name()
    scanned = _rescanned(lines)
    found: list[tuple[str | None, list[Line]]] = []
    for line, seen in zip(lines, scanned.lines, strict=True):
        if seen.heading is not None:
            section = by_name.get(seen.heading.casefold())
            found.append((section.name if section else None, []))
        elif found:
            found[-1][1].append(line)
    return found


def _rescanned(lines: list[Line]) -> Scan:
    """The scan of the lines, with a fence or comment that is never closed taken for ordinary text."""
    shown = [line.text for line in lines]
    while (scanned := scan(shown)).unclosed is not None:
        shown[scanned.unclosed.opened] = ""
    return scanned


def _closed(body: list[Line]) -> list[Line]:
    """The lines without what would leave a fence or comment open, with ends, and one blank line behind them."""
    while True:
        unclosed = scan(line.text for line in body).unclosed
        if unclosed is None:
            break
        body = [*body[: unclosed.opened], *body[unclosed.opened + 1 :]]
    kept = [Line(line.text, line.end or "\n") for line in body]
    while kept and kept[-1].blank:
        kept.pop()
    if all(is_blank(line.text) for line in kept):
        kept = [Line(EMPTY_MARK, "\n")]
    return [*kept, Line("", "\n")]


def _nearest(heading: str, profile: Profile) -> str | None:
    known = profile.find(heading)
    if known:
        return known.name
    from difflib import get_close_matches

    near = get_close_matches(heading, profile.names, 1, 0.6)
    return near[0] if near else None
