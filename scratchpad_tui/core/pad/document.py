"""A pad's text as a lossless list of raw lines, cut into sections."""

from __future__ import annotations

from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.entries import find_entries, is_empty_mark
from scratchpad_tui.core.pad.lines import Line, is_blank, join_lines, parted
from scratchpad_tui.core.pad.schema import EMPTY_MARK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.core.pad.entries import Entry
    from scratchpad_tui.core.pad.schema import Profile, Section

BOM = "\ufeff"


class Segment(NamedTuple):
    """A heading with the lines under it, or the lines above the first heading."""

    heading: Line | None
    name: str | None
    """The section's name in the profile; None for the preamble and for sections of other names."""
    body: list[Line]


class Document:
    """A pad's text that parses. It is a value: what changes it gives a new one, and what was asked once is kept."""

    __slots__ = (
        "_by_name",
        "_contents",
        "_entries",
        "_text",
        "bom",
        "final_newline",
        "is_parsed",
        "newline",
        "profile",
        "segments",
    )

    def __init__(
        self,
        profile: Profile,
        segments: list[Segment],
        *,
        bom: bool = False,
        newline: str = "\n",
        final_newline: bool = True,
    ) -> None:
        self.profile = profile
        self.segments = segments
        self.bom = bom
        self.newline = newline
        self.final_newline = final_newline
        self._by_name = {segment.name: segment for segment in segments if segment.name}
        self._entries: dict[str, list[Entry]] = {}
        self._contents: dict[str, list[str]] = {}
        self._text: str | None = None
        self.is_parsed = False
        """Whether its text, parsed, is known to give this very document."""

    @classmethod
    def empty(cls, profile: Profile, newline: str = "\n") -> Document:
        """The pad without any entry: every section in order with the empty mark."""
        return cls(profile, [], newline=newline).completed()

    @property
    def missing(self) -> tuple[str, ...]:
        """The profile's sections that the text lacks."""
        return tuple(name for name in self.profile.names if name not in self._by_name)

    def raw(self, name: str) -> list[Line]:
        """The raw lines under a section's heading; none where the section is missing."""
        segment = self._by_name.get(name)
        return list(segment.body) if segment else []

    def body(self, name: str) -> list[str]:
        """All lines under a section's heading, blank ones too, without their ends."""
        return [line.text for line in self.raw(name)]

    def content(self, name: str) -> list[str]:
        """The section's lines that hold something, without trailing blanks and the empty mark."""
        return list(self._content(name))

    def _content(self, name: str) -> list[str]:
        found = self._contents.get(name)
        if found is None:
            found = self._contents[name] = [
                text.rstrip(" \t")
                for text in self.body(name)
                if not is_blank(text) and not is_empty_mark(text)
            ]
        return found

    def entries(self, name: str) -> list[Entry]:
        """The section's entries."""
        if name not in self._entries:
            self._entries[name] = find_entries(self.body(name))
        return list(self._entries[name])

    def learn_from(self, other: Document) -> None:
        """Takes over what is known of another document's sections whose lines are the same here."""
        for name, segment in self._by_name.items():
            there = other._by_name.get(name)
            if there is not None and there.body == segment.body:
                if name in other._contents:
                    self._contents[name] = other._contents[name]
                if name in other._entries:
                    self._entries[name] = other._entries[name]

    def size(self, name: str) -> int:
        """What counts against the cap, in characters: length + 1 over the lines of `content`."""
        return sum(len(text) + 1 for text in self._content(name))

    def sections(self) -> dict[str, list[str]]:
        """Every section of the profile with its content."""
        return {name: self.content(name) for name in self.profile.names}

    @property
    def has_text(self) -> bool:
        """Whether any section holds something."""
        return any(self._content(name) for name in self.profile.names)

    def heading_line(self, name: str) -> int:
        """The number of the section's heading line, counted from 1; where it is missing, of the last line."""
        number = 0
        for segment in self.segments:
            number += segment.heading is not None
            if segment.name == name:
                return number
            number += len(segment.body)
        return max(1, number)

    def text(self) -> str:
        """The whole text, byte-order mark included."""
        if self._text is None:
            self._text = self._joined()
        return self._text

    def _joined(self) -> str:
        lines = [line for segment in self.segments for line in _lines(segment)]
        if lines and not self.final_newline:
            lines[-1] = Line(lines[-1].text, "")
        return (BOM if self.bom else "") + join_lines(lines)

    def render(self) -> bytes:
        """The bytes of the file."""
        return self.text().encode("utf-8")

    def with_bodies(self, bodies: dict[str, list[Line]]) -> Document:
        """The document with other lines under some sections' headings."""
        segments = [
            Segment(s.heading, s.name, parted(bodies[s.name], s.heading.end))
            if s.heading and s.name in bodies
            else s
            for s in self.segments
        ]
        return Document(
            self.profile, segments, bom=self.bom, newline=self.newline, final_newline=self.final_newline
        )

    def completed(self) -> Document:
        """The document with its missing sections added, each behind the section that stands before it in the profile."""
        if not self.missing:
            return self
        segments = list(self.segments)
        for section in self.profile.sections:
            if section.name in self.missing:
                at = self._place_of(section, segments)
                segments[at:at] = [self._new_segment(section, last=at == len(segments))]
                _part_from_heading(segments, at, self.newline)
        return Document(
            self.profile, segments, bom=self.bom, newline=self.newline, final_newline=self.final_newline
        )

    def _place_of(self, section: Section, segments: Sequence[Segment]) -> int:
        names = self.profile.names
        before = set(names[: names.index(section.name)])
        places = [index + 1 for index, segment in enumerate(segments) if segment.name in before]
        if places:
            return places[-1]
        known = [index for index, segment in enumerate(segments) if segment.name]
        return known[0] if known else len(segments)

    def _new_segment(self, section: Section, *, last: bool) -> Segment:
        end = self.newline
        body = [Line(EMPTY_MARK, end)]
        if not last:
            body.append(Line("", end))
        return Segment(Line(f"## {section.name}", end), section.name, body)


def _lines(segment: Segment) -> list[Line]:
    return [segment.heading, *segment.body] if segment.heading else segment.body


def _part_from_heading(segments: list[Segment], at: int, newline: str) -> None:
    """Puts a blank line between a new section and what stands above it, where there is none."""
    if at == 0:
        return
    above = segments[at - 1]
    lines = _lines(above)
    if lines and not lines[-1].blank:
        end = above.heading.end if above.heading else ""
        segments[at - 1] = Segment(above.heading, above.name, parted([*above.body, Line("", newline)], end))
