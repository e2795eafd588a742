"""Blocks of lines counted, added and taken away, so that the same wish fulfilled twice changes nothing."""

from __future__ import annotations

from scratchpad_tui.core.pad.bodies import with_lines_behind
from scratchpad_tui.core.pad.edits import without_entries
from scratchpad_tui.core.pad.entries import find_entries
from scratchpad_tui.core.pad.lines import is_blank, split_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.core.pad.entries import Entry
    from scratchpad_tui.core.session.steps import Wish


def block_of(body: Sequence[str], entry: Entry) -> tuple[str, ...]:
    """An entry's lines, without the blanks behind each and the blank lines at its end."""
    lines = [line.rstrip() for line in body[entry.start : entry.stop]]
    while lines and is_blank(lines[-1]):
        lines.pop()
    return tuple(lines)


def count_in_body(body: Sequence[str], block: Sequence[str]) -> int:
    """How many entries of a section are this block."""
    return len(_entries_of(body, block))


def fulfilled_body(body: Sequence[str], wishes: Sequence[Wish]) -> list[str]:
    """A section's body as wished."""
    lines = list(body)
    for wish in wishes:
        found = _entries_of(lines, wish.block)
        if len(found) > wish.count:
            lines = without_entries(lines, [entry.start for entry in found[wish.count :]])
        for _ in range(wish.count - len(found)):
            lines = with_lines_behind(lines, wish.block)
    return lines


def count_in_text(text: str, block: Sequence[str]) -> int:
    """How many times a block stands in a text, as whole lines."""
    return len(_places(_bare(text), tuple(block)))


def fulfilled(text: str, wishes: Sequence[Wish]) -> str:
    """A text as wished: a block is added at its end, its last ones are taken away."""
    for wish in wishes:
        places = _places(_bare(text), wish.block)
        if len(places) > wish.count:
            text = _without(text, places[wish.count :], len(wish.block))
        more = wish.count - len(places)
        if more > 0:
            text += "" if not text or text.endswith(("\n", "\r")) else "\n"
            text += "".join(f"{line}\n" for line in wish.block) * more
    return text


def _entries_of(body: Sequence[str], block: Sequence[str]) -> list[Entry]:
    return [entry for entry in find_entries(body) if block_of(body, entry) == tuple(block)]


def _bare(text: str) -> list[str]:
    return [line.text.rstrip() for line in split_lines(text)]


def _places(lines: Sequence[str], block: tuple[str, ...]) -> list[int]:
    """Where the block begins; each line belongs to one."""
    places: list[int] = []
    at = 0
    while at + len(block) <= len(lines):
        if lines[at] == block[0] and tuple(lines[at : at + len(block)]) == block:
            places.append(at)
            at += len(block)
        else:
            at += 1
    return places


def _without(text: str, places: Sequence[int], length: int) -> str:
    gone = {at + offset for at in places for offset in range(length)}
    return "".join(line.text + line.end for at, line in enumerate(split_lines(text)) if at not in gone)
