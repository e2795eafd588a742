"""What a key does in one place, where the words of the key table, which are for all of its places, say too much."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.named_tuple import NamedTuple

if TYPE_CHECKING:
    from scratchpad_tui.tui.keys import Key


class Here(NamedTuple):
    """The words of one key in one place."""

    tooltip: str
    """One sentence for help and palette."""
    label: str = ""
    """The word for the footer; empty where that of the table fits."""


_NEXT_CONFLICT = Here("Show the next place in conflict; behind the last comes the first.")
_CONFLICT_BEFORE = Here("Show the place in conflict before; before the first stands the last.")
_NEXT_SECTION = Here("To the next section, or to the column at the right where there is one.")
_SECTION_BEFORE = Here("To the section before, or back to the sections.")
_LIST_OR_DIFF = Here("To the diff of what is under the cursor, or back to the list.")
_OTHER_QUEUE = Here("To what a rule offers, or back to the proposals.")
_LAST_ACT = Here("Take back my own last act; the agent's lines stay.")

_HERE: dict[tuple[str, str], Here] = {
    ("answer.yes", "restore"): Here("Restore what is shown, as a new version.", "restore"),
    ("answer.no", "restore"): Here("Restore nothing.", "no"),
    ("answer.yes", "mend"): Here(
        "Put the other text in the place of the broken one, which is kept.", "recover"
    ),
    ("answer.no", "mend"): Here("Leave the pad as it is.", "keep as it is"),
    ("answer.yes", "ending"): Here("End the session.", "end"),
    ("answer.no", "ending"): Here("Let the session go on.", "keep open"),
    ("answer.yes", "secret"): Here("Allow the value in this pad, and write the text.", "allow"),
    ("answer.no", "secret"): Here("Write nothing; the text is kept.", "keep out"),
    ("answer.yes", "remedy"): Here("Do what is shown.", "do it"),
    ("answer.no", "remedy"): Here("Leave everything as it is.", "keep as it is"),
    ("restore.part", "restore"): Here(
        "Choose what would be restored: the whole pad, or one section; nothing is restored by that.",
        "part",
    ),
    ("edit.here", "live"): Here("Edit the section under the cursor."),
    ("edit.here", "conflict"): Here("Write the lines of this place yourself."),
    ("edit.here", "draft"): Here("Go on with the draft."),
    ("edit.here", "promotions"): Here("Edit the text of the proposal."),
    ("go.back", "edit"): Here("Leave the editor; the text is kept as a draft.", "keep draft"),
    ("line.new", "live"): Here("Write a new line into the section under the cursor."),
    ("line.new", "promotions"): Here("Write a proposal of your own."),
    ("line.propose", "promotions"): Here("Propose the line that a rule offers."),
    ("line.copy", "promotions"): Here("Copy the line as it would be written."),
    ("pad.undo", "live"): _LAST_ACT,
    ("pad.undo", "timeline"): _LAST_ACT,
    ("pad.undo", "promotions"): Here("Take back the last decision, until the session ends."),
    ("version.blame", "timeline"): Here(
        "Show the version under the cursor with who had brought each of its lines, in which version and when."
    ),
    ("text.save", "conflict"): Here("Save once every place is decided."),
    ("text.save", "recovery"): Here(
        "Take over the ticked lines, or all that the pad lacks where none is ticked."
    ),
    ("text.save", "prune"): Here("Take out what is ticked, and propose what is marked."),
    ("prune.tick", "recovery"): Here("Tick the line that is to be taken over, or untick it."),
    ("prune.tick", "prune"): Here("Tick the entry that is to leave, or untick it."),
    ("go.next-pane", "live"): _NEXT_SECTION,
    ("go.right", "live"): _NEXT_SECTION,
    ("go.previous-pane", "live"): _SECTION_BEFORE,
    ("go.left", "live"): _SECTION_BEFORE,
    ("go.next-pane", "timeline"): _LIST_OR_DIFF,
    ("go.right", "timeline"): _LIST_OR_DIFF,
    ("go.previous-pane", "timeline"): _LIST_OR_DIFF,
    ("go.left", "timeline"): _LIST_OR_DIFF,
    ("go.next-pane", "promotions"): _OTHER_QUEUE,
    ("go.previous-pane", "promotions"): _OTHER_QUEUE,
    ("go.down", "promotions"): Here("To the next item."),
    ("go.up", "promotions"): Here("To the item before."),
    ("go.first", "promotions"): Here("To the first item."),
    ("go.last", "promotions"): Here("To the last item."),
    ("go.next-pane", "pressure"): Here("To the table, then to the file's line, then back to the graph."),
    ("go.previous-pane", "pressure"): Here("The same, the other way round."),
    ("go.first", "pressure"): Here("To the first call, or the first message where the table has the cursor."),
    ("go.last", "pressure"): Here("To the last call, or the last message; there it follows."),
    ("go.first", "timeline"): Here("To the oldest version, or to the start of the diff."),
    ("go.last", "timeline"): Here("To the newest version, which is followed, or to the end of the diff."),
    ("go.next-pane", "conflict"): _NEXT_CONFLICT,
    ("go.right", "conflict"): _NEXT_CONFLICT,
    ("go.previous-pane", "conflict"): _CONFLICT_BEFORE,
    ("go.left", "conflict"): _CONFLICT_BEFORE,
    ("go.down", "conflict"): Here("To what the other writer wrote."),
    ("go.up", "conflict"): Here("To what you wrote, above it."),
}
"""By the key's id and the place."""


def told() -> dict[tuple[str, str], Here]:
    """All of them, by the key's id and the place."""
    return dict(_HERE)


def tooltip(key: Key, place: str) -> str:
    """What the key does in a place, as a sentence."""
    here = _HERE.get((key.id, place))
    return here.tooltip if here else key.tooltip


MENDS = {"edit.external": "mend", "version.restore": "recover"}
"""The words for what mends a pad that does not parse: the verbs of the sentence that names these keys."""


def verb(key: Key, *, alarm: bool = False) -> str:
    """The word by which one looks for what a key does; `alarm`: the pad does not parse or is in conflict."""
    # On the Timeline the same letter restores a version; what it does elsewhere has one word.
    return MENDS[key.id] if key.id in MENDS and (alarm or key.id == "version.restore") else key.verb


def label(key: Key, place: str) -> str:
    """The word for the key in the footer of a place."""
    here = _HERE.get((key.id, place))
    return (here.label if here else "") or key.label or key.verb
