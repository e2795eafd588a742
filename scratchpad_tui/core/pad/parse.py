"""Text to document and back. Strict: what cannot be parsed is an error with line, column, code and remedy."""

from __future__ import annotations

from scratchpad_tui.core.errors import ParseError, Problem
from scratchpad_tui.core.pad.document import BOM, Document, Segment
from scratchpad_tui.core.pad.lines import Line, split_lines
from scratchpad_tui.core.pad.scan import scan
from scratchpad_tui.core.pad.schema import EMPTY_MARK, TASK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scratchpad_tui.core.pad.scan import Scan, Scanned
    from scratchpad_tui.core.pad.schema import Profile


def parse(text: str, profile: Profile = TASK) -> dict[str, list[str]]:
    """Every section of the profile with its lines: blank lines, trailing blanks and the empty mark are left out.

    Raises:
        ParseError: the text is not a pad of this profile.
    """
    return parse_text(text, profile).sections()


def render(sections: Mapping[str, Sequence[str]], profile: Profile = TASK) -> str:
    """The text of a pad with these lines in its sections, in the profile's order."""
    parts = []
    for section in profile.sections:
        body = list(sections.get(section.name) or [EMPTY_MARK])
        parts.append("\n".join([f"## {section.name}", *body]) + "\n")
    return "\n".join(parts)


def parse_bytes(data: bytes, profile: Profile) -> Document:
    """The document in a file's bytes.

    Raises:
        ParseError: the bytes are no pad of this profile; `code` is `conflict` for merge markers, else `broken`.
    """
    return parse_text(decode(data), profile)


def decode(data: bytes) -> str:
    """The text in a file's bytes.

    Raises:
        ParseError: there is a NUL byte, or the bytes are not UTF-8; the problem names the offset in bytes.
    """
    nul = data.find(b"\0")
    if nul >= 0:
        raise ParseError((_at_offset(data, nul, "nul-byte", "a NUL byte"),))
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        what = f"byte 0x{data[error.start]:02x}, which is not UTF-8,"
        raise ParseError((_at_offset(data, error.start, "not-utf-8", what),)) from error


def parse_text(text: str, profile: Profile) -> Document:
    """The document in a text; a leading byte-order mark is kept.

    Raises:
        ParseError: see `parse_bytes`.
    """
    bom = text.startswith(BOM)
    lines = split_lines(text[1:] if bom else text)
    scanned = scan(line.text for line in lines)
    conflict = _conflict_problem(scanned)
    if conflict:
        raise ParseError((conflict,), code="conflict")
    problems = [*_heading_problems(scanned, profile), *_unclosed_problems(scanned)]
    if problems:
        raise ParseError(tuple(sorted(problems)))
    newline = next((line.end for line in lines if line.end), "\n")
    final_newline = not lines or bool(lines[-1].end)
    if not final_newline:
        lines[-1] = Line(lines[-1].text, newline)
    segments = cut(lines, scanned, profile)
    document = Document(profile, segments, bom=bom, newline=newline, final_newline=final_newline)
    if profile.is_keyed:
        _check_keys(document)
    document.is_parsed = True
    return document


def _check_keys(document: Document) -> None:
    from scratchpad_tui.core.pad.keys import key_problems  # only audited pads pay for it

    problems = key_problems(document)
    if problems:
        raise ParseError(tuple(problems))


def cut(lines: Sequence[Line], scanned: Scan, profile: Profile) -> list[Segment]:
    """The lines as a preamble (where there is one) and a segment for each heading."""
    by_name = profile.by_name()
    segments: list[Segment] = []
    for line, seen in zip(lines, scanned.lines, strict=True):
        if seen.heading is not None:
            section = by_name.get(seen.heading.casefold())
            segments.append(Segment(line, section.name if section else None, []))
        elif segments:
            segments[-1].body.append(line)
        else:
            segments.append(Segment(None, None, [line]))
    return segments


def _heading_problems(scanned: Scan, profile: Profile) -> list[Problem]:
    by_name = profile.by_name()
    problems: list[Problem] = []
    foreign: list[Problem] = []
    first_at: dict[str, int] = {}
    above = True
    for number, line in enumerate(scanned.lines, 1):
        if line.heading is None:
            if above and line.text.strip() and not profile.open_ended:
                problems.append(_text_above(number, profile))
                above = False
            continue
        above = False
        section = by_name.get(line.heading.casefold())
        if section is None:
            foreign.append(_unknown(number, line, profile))
            continue
        if section.name in first_at:
            problems.append(_twice(number, line, section.name, first_at[section.name]))
        # Where other names are allowed at all, they stand behind the known ones.
        problems += foreign
        foreign = []
        first_at.setdefault(section.name, number)
    if not (profile.open_ended and first_at):
        problems += foreign
    return problems


def _text_above(number: int, profile: Profile) -> Problem:
    first = profile.names[0]
    return Problem(
        number,
        1,
        "text-above",
        f"text stands above the first heading; move it under a section such as ## {first}",
    )


def _name_column(line: Scanned) -> int:
    return line.text.index(line.heading, 2) + 1 if line.heading else len(line.text) + 1


def _unknown(number: int, line: Scanned, profile: Profile) -> Problem:
    from difflib import get_close_matches

    heading = line.heading or ""
    near = get_close_matches(heading, profile.names, 1)
    if near:
        hint = f"did you mean ## {near[0]}?"
    else:
        hint = f"rename it, or indent it if it is text. The sections are {', '.join(profile.names)}"
    message = f'unknown section "{heading}"; {hint}'
    return Problem(number, _name_column(line), "unknown-section", message)


def _twice(number: int, line: Scanned, name: str, first: int) -> Problem:
    message = (
        f"the section {name} stands here a second time (first at line {first}); put both under one heading"
    )
    return Problem(number, _name_column(line), "duplicate-section", message)


def _unclosed_problems(scanned: Scan) -> list[Problem]:
    block = scanned.unclosed
    if block is None:
        return []
    number = block.opened + 1
    if block.kind == "comment":
        message = "an HTML comment is opened here and never closed; close it with -->"
        return [Problem(number, 1, "unclosed-comment", message)]
    message = f"a code fence is opened here and never closed; close it with a line {block.mark}"
    return [Problem(number, 1, "unclosed-fence", message)]


def _conflict_problem(scanned: Scan) -> Problem | None:
    if scanned.conflict is None:
        return None
    start, middle, end = (index + 1 for index in scanned.conflict)
    message = f"a merge conflict stands in lines {start}, {middle} and {end}; choose a side and delete the marker lines"
    return Problem(start, 1, "conflict", message)


def _at_offset(data: bytes, offset: int, code: str, what: str) -> Problem:
    before = data[:offset].decode("utf-8", "replace")
    lines = split_lines(before)
    open_line = lines[-1].text if lines and not lines[-1].end else ""
    number = len(lines) + (0 if open_line else 1)
    message = f"{what} stands at byte offset {offset}; delete it or save the file as UTF-8 text"
    return Problem(number, len(open_line) + 1, code, message)
