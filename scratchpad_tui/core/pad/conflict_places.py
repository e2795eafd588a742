"""A conflict place by place, for a person to decide: in an audited pad an entry by its key, everything else by lines."""

from __future__ import annotations

from scratchpad_tui.core.pad.keyed_merge import TOKEN, Side, decided_keys, only, woven
from scratchpad_tui.core.pad.merge import Hunk, Merged, merge_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scratchpad_tui.core.errors import MergeConflict

_PLACE = TOKEN + TOKEN
"""Begins a line that stands for a place of lines without a key."""


def places_of(conflict: MergeConflict) -> Merged:
    """The section merged, with each place that is to be decided; in `lines` it has my side."""
    if conflict.by_key:
        found = _by_key(conflict.base, conflict.mine, conflict.theirs)
        if found.conflicts:
            return found
    return merge_lines(conflict.base, conflict.mine, conflict.theirs)


def _by_key(base: Sequence[str], mine: Sequence[str], theirs: Sequence[str]) -> Merged:
    """An entry that both sides changed is a place of its own, wherever it stands, and so are lines without a key."""
    sides = [Side({"": body}) for body in (base, mine, theirs)]
    began, left, right = (side.entries for side in sides)
    decided, both = decided_keys(began, left, right, mine_is_newer=True)
    chosen = {TOKEN + key: placed.lines for key, placed in decided.items()}
    places: dict[str, Hunk] = {}
    for key in both:
        found = [tuple(entries[key].lines) if key in entries else () for entries in (began, left, right)]
        # Two lines of the log with one key are both kept, the second one under another number.
        if key in began or decided[key] == left.get(key):
            places[TOKEN + key] = Hunk(0, found[0], found[1], found[2])
    ordered = [only(side.lines[""], set(chosen)) for side in sides]
    merged = merge_lines(ordered[0], ordered[1], ordered[2])
    lines = merged.lines
    if merged.conflicts:
        bare = [only(each, set()) for each in ordered]
        lines, plain = _marked(merge_lines(bare[0], bare[1], bare[2]))
        lines = woven(lines, ordered[2], ordered[1], _inside(plain))
        places.update(plain)
    return _expanded(lines, chosen, places)


def _marked(plain: Merged) -> tuple[list[str], dict[str, Hunk]]:
    """The lines with one in the place of each conflict, and the conflicts by that line."""
    lines: list[str] = []
    places: dict[str, Hunk] = {}
    at = 0
    for number, hunk in enumerate(plain.conflicts):
        name = f"{_PLACE}{number}"
        places[name] = hunk
        lines += [*plain.lines[at : hunk.at], name]
        at = hunk.at + len(hunk.mine)
    return [*lines, *plain.lines[at:]], places


def _inside(places: Mapping[str, Hunk]) -> dict[str, str]:
    """For each line of a place that line which stands for it."""
    return {text: name for name, hunk in places.items() for text in (*hunk.mine, *hunk.theirs)}


def _expanded(
    lines: Sequence[str], chosen: Mapping[str, Sequence[str]], places: Mapping[str, Hunk]
) -> Merged:
    """The lines with what the tokens stand for, each once; what stands nowhere is at the end."""
    body: list[str] = []
    hunks: list[Hunk] = []
    left = dict.fromkeys([*chosen, *places])
    for line in [*lines, *(token for token in left if token not in lines)]:
        if not line.startswith(TOKEN):
            body.append(line)
        elif line in left:
            del left[line]
            if line in places:
                hunks.append(places[line]._replace(at=len(body)))
            body += places[line].mine if line in places else chosen[line]
    return Merged(body, tuple(hunks))
