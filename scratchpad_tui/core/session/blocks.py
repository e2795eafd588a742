"""Blocks of lines counted, added and taken away, so that the same wish fulfilled twice changes nothing."""

from __future__ import annotations

from scratchpad_tui.core.pad.bodies import with_lines_behind
from scratchpad_tui.core.pad.edits import without_entries
from scratchpad_tui.core.pad.entries import find_entries
from scratchpad_tui.core.pad.lines import is_blank, split_lines
from scratchpad_tui.core.pad.schema import EMPTY_MARK

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
    """A section's body as wished: a block is added at its end, its last ones are taken away."""
    there: dict[tuple[str, ...], list[int]] = {}
    for entry in find_entries(body):
        there.setdefault(block_of(body, entry), []).append(entry.start)
    gone = [at for wish in wishes for at in there.get(wish.block, [])[wish.times :]]
    lines = without_entries(body, gone) if gone else list(body)
    if gone and all(is_blank(line) for line in lines):
        # Where the first entry stood, so that the blank lines around it stay around the mark.
        lines.insert(min(gone), EMPTY_MARK)
    for wish in wishes:
        for _ in range(wish.times - len(there.get(wish.block, []))):
            lines = with_lines_behind(lines, wish.block)
    return lines


def count_in_text(text: str, block: Sequence[str]) -> int:
    """How many times a block stands in a text, as whole lines."""
    return len(_places(_bare(text), tuple(block)))


def fulfilled(text: str, wishes: Sequence[Wish]) -> str:
    """A text as wished: a block is added at its end, its last ones are taken away."""
    lines = _bare(text)
    first: dict[str, int] = {}
    for line in lines:
        first[line] = first.get(line, 0) + 1
    gone: set[int] = set()
    added: list[str] = []
    for wish in wishes:
        # Most blocks stand nowhere yet: their first line tells, and the text is not searched for each.
        places = _places(lines, wish.block) if first.get(wish.block[0]) else []
        gone.update(at + offset for at in places[wish.times :] for offset in range(len(wish.block)))
        added += list(wish.block) * (wish.times - len(places))
    if gone:
        text = "".join(line.text + line.end for at, line in enumerate(split_lines(text)) if at not in gone)
    if added and text and not text.endswith(("\n", "\r")):
        text += "\n"
    return text + "".join(f"{line}\n" for line in added)


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
