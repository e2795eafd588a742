"""Three-way merge of audited sections: entries by their keys over the whole pad, everything else by lines.

An entry that one side alone changed, moved, added or took out is as that side has it. What one side took out and the
other changed stays. Where both changed it, the newer side has it: both are in history. No key stands twice after it.
"""

from __future__ import annotations

from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.entries import find_entries, is_empty_mark
from scratchpad_tui.core.pad.evidence import key_in_line, log_key
from scratchpad_tui.core.pad.merge import merge_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Bodies = Mapping[str, Sequence[str]]

TOKEN = "\0"  # noqa: S105 - stands for an entry, not for a password
"""Begins a line that stands for an entry while lines are merged; no pad holds one."""


class Placed(NamedTuple):
    """An entry with a key, where it stands."""

    section: str
    lines: tuple[str, ...]


class MergedBodies(NamedTuple):
    """The result."""

    bodies: dict[str, list[str]]
    """The lines of every section that either side has, without empty marks."""
    conflicts: tuple[str, ...]
    """Sections in which both sides changed the same lines without a key; their lines are mine."""
    both: tuple[str, ...]
    """Keys of entries that both sides changed in different ways."""


class Side:
    """One text: its entries by key, and its lines with a token in the place of each."""

    def __init__(self, bodies: Mapping[str, Sequence[str]]) -> None:
        self.entries: dict[str, Placed] = {}
        self.lines: dict[str, list[str]] = {}
        for section, body in bodies.items():
            self.lines[section] = self._read(section, body)

    def _read(self, section: str, body: Sequence[str]) -> list[str]:
        plain = [line.rstrip("\r\n") for line in body]
        lines: list[str] = []
        at = 0
        for entry in find_entries(plain):
            key = key_in_line(plain[entry.start])
            if not key or key in self.entries:
                continue
            self.entries[key] = Placed(section, tuple(body[entry.start : entry.stop]))
            lines += [*_unmarked(body[at : entry.start]), TOKEN + key]
            at = entry.stop
        return lines + _unmarked(body[at:])


def merge_bodies(base: Bodies, mine: Bodies, theirs: Bodies, *, mine_is_newer: bool = True) -> MergedBodies:
    """Merges the bodies of audited sections, by name, that both come from `base`.

    `mine_is_newer` says whose entry stands where both changed it.
    """
    sides = [Side(bodies) for bodies in (base, mine, theirs)]
    began, left, right = (side.entries for side in sides)
    decided, both = decided_keys(began, left, right, mine_is_newer=mine_is_newer)
    bodies: dict[str, list[str]] = {}
    conflicts: list[str] = []
    for section in dict.fromkeys([*mine, *theirs]):
        here = {TOKEN + key for key, placed in decided.items() if placed.section == section}
        ordered = [only(side.lines.get(section, []), here) for side in sides]
        merged = merge_lines(ordered[0], ordered[1], ordered[2])
        lines = merged.lines
        if merged.conflicts:
            bare = [only(lines, set()) for lines in ordered]
            plain = merge_lines(bare[0], bare[1], bare[2])
            if plain.conflicts:
                conflicts.append(section)
            lines = woven(plain.lines, ordered[2], ordered[1])
        bodies[section] = _expanded(lines, here, decided)
    return MergedBodies(bodies, tuple(conflicts), tuple(both))


def decided_keys(
    base: dict[str, Placed], mine: dict[str, Placed], theirs: dict[str, Placed], *, mine_is_newer: bool
) -> tuple[dict[str, Placed], list[str]]:
    """Each key with its entry after the merge, and the keys that both sides changed in different ways."""
    decided: dict[str, Placed] = {}
    both: list[str] = []
    for key in dict.fromkeys([*base, *theirs, *mine]):
        began, left, right = base.get(key), mine.get(key), theirs.get(key)
        newer, older = (left, right) if mine_is_newer else (right, left)
        if left == right or began in (left, right):
            chosen = right if left == began else left
        else:
            both.append(key)
            chosen = _of_both(began, newer, older)
            if began is None and log_key(key) and older is not None and newer is not None:
                # Two lines about two changes: the second one takes the next number.
                decided[key] = older
                _renumber(key, newer, decided, (base, mine, theirs))
                continue
        if chosen is not None:
            decided[key] = chosen
    return decided, both


def _of_both(began: Placed | None, newer: Placed | None, older: Placed | None) -> Placed | None:
    """An entry that both changed: what was taken out on one side stays, place and text are judged apart."""
    if newer is None or older is None:
        return newer or older
    if began is None:
        return newer
    section = older.section if newer.section == began.section else newer.section
    lines = older.lines if newer.lines == began.lines else newer.lines
    return Placed(section, lines)


def _renumber(
    key: str, placed: Placed, decided: dict[str, Placed], sides: Sequence[Mapping[str, Placed]]
) -> None:
    logged = log_key(key)
    assert logged is not None  # its caller saw that it is one
    number = logged.number
    while any(f"{logged.key}-changed-{number}" in side for side in (decided, *sides)):
        number += 1
    fresh = f"{logged.key}-changed-{number}"
    head, _, tail = placed.lines[0].rpartition(f"{{#{key}}}")
    decided[fresh] = Placed(placed.section, (f"{head}{{#{fresh}}}{tail}", *placed.lines[1:]))


def _unmarked(lines: Sequence[str]) -> list[str]:
    return [line for line in lines if not is_empty_mark(line)]


def only(lines: Sequence[str], tokens: set[str]) -> list[str]:
    """The lines with those tokens alone."""
    return [line for line in lines if not line.startswith(TOKEN) or line in tokens]


def woven(
    plain: Sequence[str],
    first: Sequence[str],
    second: Sequence[str],
    stand_for: Mapping[str, str] | None = None,
) -> list[str]:
    """The merged lines without a key, each entry behind the line that it stands behind on its own side.

    `stand_for` has lines of the sides with the line that stands for them in `plain`.
    """
    place = {text: index for index, text in enumerate(plain)}
    place.update({text: place[name] for text, name in (stand_for or {}).items()})
    behind: dict[int, list[str]] = {}
    seen: set[str] = set()
    for side in (first, second):
        at = -1
        for line in side:
            if not line.startswith(TOKEN):
                at = place.get(line, at)
            elif line not in seen:
                seen.add(line)
                behind.setdefault(at, []).append(line)
    lines = list(behind.get(-1, []))
    for index, text in enumerate(plain):
        lines += [text, *behind.get(index, [])]
    return lines


def _expanded(lines: Sequence[str], here: set[str], decided: Mapping[str, Placed]) -> list[str]:
    """The lines with entries in place of their tokens, each once; those that no side has here stand at the end."""
    body: list[str] = []
    left = dict.fromkeys(TOKEN + key for key in decided if TOKEN + key in here)
    last = 0
    for line in lines:
        if not line.startswith(TOKEN):
            body.append(line)
            last = len(body) if line.strip() else last
        elif line in left:
            del left[line]
            body += decided[line[1:]].lines
            last = len(body)
    body[last:last] = [text for token in left for text in decided[token[1:]].lines]
    return body
