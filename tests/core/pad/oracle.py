"""A slow, obvious pad: parsing and the five operations over plain lists, written from the product's page alone.

Where the page is silent the choice is told at the place. Nothing of the product is used but the profiles, which are
data, and the type of a patch.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.core.pad.patch import Patch
    from scratchpad_tui.core.pad.schema import Profile, Section

MARK = "_(empty)_"
DIGITS = "0123456789"


class Broken(Exception):
    """The text is no pad."""


class Refused(Exception):
    """The patch list is refused."""


class Row(NamedTuple):
    """A line of the file: what stands in it, how it ends, and what it is."""

    text: str
    end: str
    heading: str | None = None
    """The name in a heading; None for any other line."""
    block: int = -1
    """For a line of a fence or a comment, the number of the line that opened it."""
    comment: bool = False


class Part(NamedTuple):
    """A section as it stands in the file; without a heading, what stands above the first one."""

    heading: Row | None
    name: str | None
    rows: list[Row]


class Found(NamedTuple):
    """An entry: where it starts and stops in the section's rows, and what is known of it."""

    start: int
    stop: int
    number: str
    """The digits shown, or empty."""
    box: str
    """`[ ]`, `[x]`, `[X]` or empty."""
    box_at: int
    text: str
    is_block: bool


class Result(NamedTuple):
    """What a list makes of a text."""

    text: str
    warned: bool


def is_blank(text: str) -> bool:
    """Whether nothing but white space stands there."""
    return text.strip() == ""


def split(text: str) -> list[tuple[str, str]]:
    """The lines with their ends; LF, CRLF and CR end a line."""
    lines = []
    held = ""
    at = 0
    while at < len(text):
        end = "\r\n" if text[at : at + 2] == "\r\n" else text[at]
        at += len(end)
        if end in ("\n", "\r", "\r\n"):
            lines.append((held, end))
            held = ""
        else:
            held += end
    if held:
        lines.append((held, ""))
    return lines


def columns(text: str) -> int:
    """How wide the blanks and marks are, a tab going to the next fourth column."""
    count = 0
    for char in text:
        count += 4 - count % 4 if char == "\t" else 1
    return count


def leading(text: str, blanks: str = " \t") -> str:
    """The blanks that a text begins with."""
    return text[: len(text) - len(text.lstrip(blanks))]


def heading_in(text: str) -> str | None:
    """The name in a level-2 heading: two hashes, then blanks of any kind; a closing run of hashes does not count."""
    if not text.startswith("##") or (len(text) > 2 and not text[2].isspace()):
        return None
    name = text[2:].strip()
    bare = name.rstrip("#")
    if bare != name and (bare == "" or bare[-1].isspace()):
        name = bare.strip()
    return name


def behind_markers(text: str) -> str:
    """What stands behind the bullets, numbers and boxes of list items, which may hold a fence."""
    while True:
        rest = text.lstrip(" \t")
        mark = ""
        if rest[:1] in ("-", "*", "+"):
            mark = rest[:1]
        else:
            digits = rest[: len(rest) - len(rest.lstrip(DIGITS))]
            if 1 <= len(digits) <= 9 and rest[len(digits) : len(digits) + 1] in (".", ")"):
                mark = rest[: len(digits) + 1]
        rest = rest[len(mark) :]
        if not mark or rest[:1] not in (" ", "\t"):
            return text
        text = rest.lstrip(" \t")
        if text[:3] in ("[ ]", "[x]", "[X]") and text[3:4] in (" ", "\t"):
            text = text[3:].lstrip(" \t")


def read(lines: Sequence[tuple[str, str]]) -> tuple[list[Row], int]:
    """The rows, and the number of the line whose fence or comment is never closed (-1: none)."""
    rows: list[Row] = []
    opened = -1
    fence = ""
    furthest = 0
    for number, (text, end) in enumerate(lines):
        bare = text.lstrip(" \t")
        if opened >= 0:
            rows.append(Row(text, end, None, opened, not fence))
            if fence:
                run = bare[: len(bare) - len(bare.lstrip(fence[0]))]
                only_run = bare.rstrip(" \t") == run
                if only_run and len(run) >= len(fence) and columns(leading(text)) <= furthest:
                    opened = -1
            elif "-->" in text:
                opened = -1
            continue
        inner = behind_markers(text)
        word = inner.lstrip(" \t")
        if word.startswith("<!--"):
            # `<!-->` is a whole comment, as in CommonMark.
            opened, fence = (number, "") if "-->" not in word[2:] else (-1, "")
            rows.append(Row(text, end, None, number, comment=True))
            continue
        run = word[: len(word) - len(word.lstrip(word[:1]))] if word[:1] in ("`", "~") else ""
        if len(run) >= 3 and columns(leading(inner)) <= 3 and not (run[0] == "`" and "`" in word[len(run) :]):
            opened, fence = number, run
            # The end may stand up to three columns deeper than the fence itself.
            furthest = columns(text[: len(text) - len(inner)]) + columns(leading(inner)) + 3
            rows.append(Row(text, end, None, number))
            continue
        fence = ""
        rows.append(Row(text, end, heading_in(text)))
    return rows, opened


def in_conflict(rows: Sequence[Row]) -> bool:
    """Whether the three markers stand in order, outside fences."""
    wanted = 0
    for row in rows:
        if row.block >= 0 and not row.comment:
            continue
        if row.text.startswith("<<<<<<< "):
            wanted = 1
        elif row.text == "=======" and wanted == 1:
            wanted = 2
        elif row.text.startswith(">>>>>>> ") and wanted == 2:
            return True
    return False


def section_named(profile: Profile, name: str) -> Section | None:
    """The section of a name or alias, letter case ignored."""
    for section in profile.sections:
        for known in (section.name, *section.aliases):
            if known.strip().casefold() == name.strip().casefold():
                return section
    return None


def parse(text: str, profile: Profile) -> list[Part]:
    """The parts of a text without its byte-order mark."""
    rows, unclosed = read(split(text))
    if unclosed >= 0:
        raise Broken(f"line {unclosed + 1} opens what is never closed")
    if in_conflict(rows):
        raise Broken("in conflict")
    parts: list[Part] = []
    for row in rows:
        if row.heading is not None:
            section = section_named(profile, row.heading)
            names = [part.name for part in parts if part.name]
            if section is None and not (profile.open_ended and names):
                raise Broken(f"unknown heading {row.heading}")
            if section is not None and section.name in names:
                raise Broken(f"{section.name} stands twice")
            parts.append(Part(row, section.name if section else None, []))
            continue
        if not parts:
            parts.append(Part(None, None, []))
        if parts[-1].heading is None and not is_blank(row.text) and not profile.open_ended:
            raise Broken("text above the first heading")
        parts[-1].rows.append(row)
    return parts


def content(rows: Sequence[Row]) -> list[str]:
    """The lines that hold something: no blank ones, no empty mark, no blanks at the end."""
    return [row.text.rstrip(" \t") for row in rows if not is_blank(row.text) and row.text.strip() != MARK]


def sections(text: str, profile: Profile) -> dict[str, list[str]]:
    """Every section of the profile with its lines."""
    parts = parse(text.removeprefix("\ufeff"), profile)
    found: dict[str, list[str]] = {section.name: [] for section in profile.sections}
    for part in parts:
        if part.name:
            found[part.name] = content(part.rows)
    return found


def take_marker(text: str) -> tuple[str, str, str, str]:
    """Bullet or number, then box, off a line's text: (bullet, number, box, rest)."""
    text = text.lstrip(" \t")
    bullet = number = box = ""
    digits = text[: len(text) - len(text.lstrip(DIGITS))]
    if text[:1] in ("-", "*", "+") and text[1:2] in ("", " ", "\t"):
        bullet, text = text[0], text[1:].lstrip(" \t")
    # A number of more digits than anybody counts to is text.
    elif 1 <= len(digits) <= 20 and text[len(digits) :][:1] in (".", ")"):
        rest = text[len(digits) + 1 :]
        if rest[:1] in ("", " ", "\t"):
            number, text = digits, rest.lstrip(" \t")
    if text[:3] in ("[ ]", "[x]", "[X]") and text[3:4] in ("", " ", "\t"):
        box, text = text[:3], text[3:].lstrip(" \t")
    return bullet, number, box, text


def entries(rows: Sequence[Row]) -> list[Found]:
    """The entries: a line, and under it what is indented deeper or belongs to the same fence or comment.

    Comments that stand by themselves and the empty mark are none.
    """
    rows, _ = read([(row.text, row.end) for row in rows])
    found: list[list[int]] = []
    inset = -1
    last = -1
    for index, row in enumerate(rows):
        if is_blank(row.text):
            continue
        depth = columns(leading(row.text))
        in_block_above = last >= 0 and row.block >= 0 and row.block == rows[last].block
        if inset >= 0 and (depth > inset or in_block_above):
            found[-1][1] = index + 1
            last = index
            continue
        inset = last = -1
        by_itself = row.comment and (
            row.block != index or leading(row.text) + "<!--" == row.text[: len(leading(row.text)) + 4]
        )
        is_mark = row.block < 0 and row.text.strip() == MARK
        if not by_itself and not is_mark:
            found.append([index, index + 1])
            inset, last = depth, index
    return [_found(rows, start, stop) for start, stop in found]


def _found(rows: Sequence[Row], start: int, stop: int) -> Found:
    first = rows[start]
    bullet, number, box, text = take_marker(first.text)
    kept = [text.strip()]
    kept += [row.text.strip() for row in rows[start + 1 : stop] if not is_blank(row.text)]
    is_block = first.block >= 0 and not first.comment and not bullet and not number
    return Found(start, stop, number, box, first.text.find(box) + 1 if box else -1, "\n".join(kept), is_block)


def forbidden(text: str) -> bool:
    """Whether a content holds what the page keeps out of the file."""
    if "\0" in text:
        return True
    # ESC, and the 8-bit controls but for U+0085, which is a separator.
    if any(char == "\x1b" or (0x80 <= ord(char) <= 0x9F and char != "\x85") for char in text):
        return True
    rows, unclosed = read(split(text))
    return unclosed >= 0 or any(_is_forbidden(row) for row in rows)


def _is_forbidden(row: Row) -> bool:
    if row.text.startswith(("<<<<<<< ", ">>>>>>> ")):
        return True
    if row.block >= 0:
        return False
    # CommonMark takes a heading with up to three blanks before it for one too.
    deep = len(leading(row.text, " "))
    return (deep <= 3 and heading_in(row.text[deep:]) is not None) or row.text.strip() == MARK


def apply(text: str, profile: Profile, patches: Sequence[Patch]) -> Result:
    """The text after the list, and whether anything is to be warned about.

    Raises:
        Refused: the list is refused whole.
        Broken: the text is no pad.
    """
    for patch in patches:
        _judge(patch, profile)
    bom = text.startswith("\ufeff")
    parts = parse(text.removeprefix("\ufeff"), profile)
    every = [row for part in parts for row in ([part.heading] if part.heading else []) + part.rows]
    newline = next((row.end for row in every if row.end), "\n")
    final = not every or every[-1].end != ""
    parts = _with_ends(parts, newline)
    parts = _completed(parts, profile, newline)
    before = [_plain(part.rows) for part in parts]
    warned = False
    for patch in patches:
        section = section_named(profile, patch.section)
        assert section is not None
        part = next(part for part in parts if part.name == section.name)
        warned |= _operate(part.rows, section, patch, newline)
    if [_plain(part.rows) for part in parts] == before:
        return Result(text, warned or _over_cap(text, profile))
    rows = [row for part in parts for row in ([part.heading] if part.heading else []) + part.rows]
    result = ""
    for row in rows:
        # Behind a CR, the LF of a blank line would not end one.
        joins = result.endswith("\r") and (row.text, row.end) == ("", "\n")
        result += "\r\n" if joins else row.text + row.end
    if not final:
        # A file without a final newline stays one.
        for end in ("\r\n", "\n", "\r"):
            if result.endswith(end):
                result = result[: -len(end)]
                break
    try:
        parse(result, profile)
    except Broken as why:
        raise Refused(str(why)) from why
    result = "\ufeff" + result if bom else result
    return Result(result, warned or _over_cap(result, profile))


def _plain(rows: Sequence[Row]) -> list[tuple[str, str]]:
    """The rows as they stand in the file."""
    return [(row.text, row.end) for row in rows]


def _judge(patch: Patch, profile: Profile) -> None:
    section = section_named(profile, patch.section)
    if (
        section is None
        or section.protected
        or patch.op not in ("append", "replace", "check", "remove", "clear")
    ):
        raise Refused("section or operation")
    if patch.op == "check":
        number = patch.content.strip()
        if not section.numbered or number == "" or number.strip(DIGITS) != "":
            raise Refused("check")
    elif patch.op != "clear" and is_blank(patch.content):
        raise Refused("empty content")
    if patch.op in ("append", "replace") and forbidden(patch.content):
        raise Refused("content")
    if patch.op == "append" and not any(_bare(line) for line, _ in split(patch.content)):
        raise Refused("nothing but bullets, numbers and boxes")


def _with_ends(parts: list[Part], newline: str) -> list[Part]:
    """Every row with an end, so that rows can follow the last one."""
    return [
        Part(
            part.heading and part.heading._replace(end=part.heading.end or newline),
            part.name,
            [row._replace(end=row.end or newline) for row in part.rows],
        )
        for part in parts
    ]


def _completed(parts: list[Part], profile: Profile, newline: str) -> list[Part]:
    """Missing sections added in order: each behind those that stand before it in the profile, a blank line between."""
    parts = parts[:]
    names = [section.name for section in profile.sections]
    for name in names:
        if any(part.name == name for part in parts):
            continue
        earlier = names[: names.index(name)]
        places = [index + 1 for index, part in enumerate(parts) if part.name in earlier]
        known = [index for index, part in enumerate(parts) if part.name]
        at = places[-1] if places else known[0] if known else len(parts)
        rows = [Row(MARK, newline)]
        if at < len(parts):
            rows.append(Row("", newline))
        if at > 0:
            above = parts[at - 1]
            last = above.rows[-1] if above.rows else above.heading
            if last is not None and not is_blank(last.text):
                above.rows.append(Row("", newline))
        parts.insert(at, Part(Row(f"## {name}", newline, name), name, rows))
    return parts


def _over_cap(text: str, profile: Profile) -> bool:
    lines = sections(text, profile)
    return any(sum(len(line) + 1 for line in lines[s.name]) > s.cap for s in profile.sections)


def _operate(rows: list[Row], section: Section, patch: Patch, newline: str) -> bool:
    """Changes the rows; whether there is something to warn about."""
    if patch.op == "append":
        return _append(rows, section, patch.content, newline)
    if patch.op == "check":
        return _check(rows, patch.content)
    if patch.op == "remove":
        return _remove(rows, patch.content, newline)
    if patch.op == "replace":
        _replace(rows, patch.content, newline)
        return False
    if content(rows):
        _replace(rows, MARK, newline)
    return not is_blank(patch.content)


def _append(rows: list[Row], section: Section, content_: str, newline: str) -> bool:
    warned = False
    number = 1 + max((int(entry.number) for entry in entries(rows) if entry.number), default=0)
    for lines in _entries_in(content_):
        composed = _composed(lines, section, number)
        number += 1
        if not section.numbered and _words(composed) in [
            _words([row.text for row in rows[old.start : old.stop]]) for old in entries(rows)
        ]:
            warned = True
            continue
        fresh, unclosed = read([(line, newline) for line in composed])
        if unclosed >= 0 or any(row.heading is not None for row in fresh):
            raise Refused("it would open something in the file")
        _put_behind(rows, composed, newline)
    return warned


def _words(lines: Sequence[str]) -> list[str]:
    """What an entry says, word for word: all but its bullet and its indents."""
    held = [line.strip() for line in lines if not is_blank(line)]
    if held[0][:1] in ("-", "*", "+") and held[0][1:2] in ("", " ", "\t"):
        held[0] = held[0][1:].strip()
    return held


def _put_behind(rows: list[Row], lines: Sequence[str], newline: str) -> None:
    """Puts lines in the place of the empty mark, else behind the last row that holds something."""
    now, _ = read([(row.text, row.end) for row in rows])
    marks = [index for index, row in enumerate(now) if row.block < 0 and row.text.strip() == MARK]
    held = [index for index, row in enumerate(rows) if not is_blank(row.text)]
    if marks and len(marks) == len(held):
        at, end = marks[0], rows[marks[0]].end
    else:
        above = [index for index in held if index not in marks]
        at = above[-1] + 1 if above else 0
        # A new line ends like the one above it.
        end = rows[at - 1].end if above else newline
    kept = [row for index, row in enumerate(rows[:at]) if index not in marks]
    kept += [Row(line, end) for line in lines]
    kept += [row for index, row in enumerate(rows[at:], at) if index not in marks]
    rows[:] = kept


def _trimmed(text: str) -> list[str]:
    lines = [line for line, _ in split(text)]
    while lines and is_blank(lines[0]):
        lines.pop(0)
    while lines and is_blank(lines[-1]):
        lines.pop()
    return lines


def _bare(line: str) -> str:
    """A line without any bullet, number and box that it begins with."""
    bullet, _, box, rest = take_marker(line)
    if bullet and not box and not take_marker(rest)[0]:
        rest = take_marker(rest)[3]
    return rest.strip()


def _entries_in(text: str) -> list[list[str]]:
    """The lines of each entry that a content makes; of an entry of one line among several, none where it is empty."""
    lines = _trimmed(text)
    held = [line for line in lines if not is_blank(line)]
    marks = [take_marker(line) for line in held]
    at_one_indent = len({columns(leading(line)) for line in held}) == 1
    if len(held) > 1 and at_one_indent and (all(m[0] for m in marks) or all(m[1] for m in marks)):
        return [[line] for line in held if _bare(line)]
    indent = len(leading(lines[0], " "))
    return [[lines[0]] + [line[min(indent, len(leading(line, " "))) :] for line in lines[1:]]]


def _composed(lines: Sequence[str], section: Section, number: int) -> list[str]:
    bullet, own_number, box, _ = take_marker(lines[0])
    text = lines[0].strip()
    if section.numbered:
        lead = f"{number}. "
        inside = take_marker(take_marker(text)[3])
        if bullet and not box and not inside[0]:
            own_number, box = inside[1], inside[2]
        first = f"{lead}{box or '[ ]'} {_bare(text)}"
    elif bullet:
        lead, first = "- ", text
    else:
        lead, first = "- ", "- " + text
    rest = list(lines[1:])
    depths = [len(leading(line, " ")) for line in rest if not is_blank(line)]
    brought = bullet or (section.numbered and own_number)
    if not (brought and depths and min(depths) >= len(lead)):
        rest = [" " * len(lead) + line for line in rest]
    return [first] + ["" if is_blank(line) else line for line in rest]


def _replace(rows: list[Row], text: str, newline: str) -> None:
    """The content in the place of the old one; blank lines around stay, and lines that stood there keep their ends."""
    held = [index for index, row in enumerate(rows) if not is_blank(row.text)]
    start, stop = (held[0], held[-1] + 1) if held else (0, 0)
    old = list(rows[start:stop])
    end = old[0].end if old else newline
    new = []
    for line in _trimmed(text):
        same = next((row for row in old if row.text == line), None)
        if same is not None:
            old.remove(same)
        new.append(Row(line, same.end if same else end))
    rows[start:stop] = new


def _check(rows: list[Row], wanted: str) -> bool:
    items = [entry for entry in entries(rows) if not entry.is_block]
    number = int(wanted.strip())
    if any(item.number for item in items):
        found = [item for item in items if item.number and int(item.number) == number]
    else:
        found = items[number - 1 : number] if number else []
    if len(found) != 1 or found[0].box != "[ ]":
        return True
    item = found[0]
    text = rows[item.start].text
    rows[item.start] = rows[item.start]._replace(text=text[: item.box_at] + "x" + text[item.box_at + 1 :])
    return False


def _remove(rows: list[Row], text: str, newline: str) -> bool:
    wanted = "\n".join(line.strip() for line, _ in split(text.strip()))
    found = [entry for entry in entries(rows) if wanted in entry.text]
    for entry in reversed(found):
        del rows[entry.start : entry.stop]
    if found and all(is_blank(row.text) for row in rows):
        rows.insert(found[0].start, Row(MARK, newline))
    return len(found) != 1
