"""The sheet of keys for the place it was opened from."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from scratchpad_tui.core.text import width
from scratchpad_tui.tui import key_words, keys
from scratchpad_tui.tui.bindings import bindings
from scratchpad_tui.tui.layout.fit import compose, wrap
from scratchpad_tui.tui.layout.model import Span
from scratchpad_tui.tui.screens.reader import ReaderScreen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.tui.screens.reader import Spans

ABOUT = {
    "live": (
        "Live",
        (
            "The pad as it is now. NEXT is the one next action. + ~ - mark what is new, changed and removed since you "
            "looked, with the author at the right edge, until it was shown for 3 seconds. The bar of a section is how "
            "full it is. The line under the cursor is unfolded, {view.zoom} unfolds all of its section."
        ),
    ),
    "start": ("Start", "There is no pad yet. This screen becomes the pad as soon as an agent writes one."),
    "agent": ("What the agent gets", "The text that goes into the agent's context, as it is now."),
    "turn": ("A turn", "What one turn changed: + came, - went."),
    "evidence": (
        "A turn",
        "What one turn changed: + came, - went. Above it the source of the entry, or of what came; {turn.evidence} opens a file.",
    ),
    "source": ("A source", "The file that an entry names as its source. ▸ is the line that it names."),
    "draft": (
        "A draft",
        "A text that was not saved: above what you changed, below what the pad has become since. {edit.here} goes on with it.",
    ),
    "sealed-draft": (
        "A draft",
        "A text for a section that promote --durable alone writes: it cannot be saved. {line.copy} copies it, {draft.delete} deletes it.",
    ),
    "choose": (
        "A choice",
        "The line under the cursor is taken with {line.choose}; esc leaves everything as it is.",
    ),
    "conflict": (
        "A conflict",
        (
            "You and another writer changed the same lines. For each place keep a side, keep both, or write the "
            "result yourself; nothing is written until every place is decided and {text.save} saves."
        ),
    ),
    "prune": (
        "Pruning",
        (
            "The entries of one section with size, age and author. What is ticked leaves the pad when {text.save} saves; "
            "{pad.undo} brings it back, and every version keeps it. What {line.propose} marks is proposed for promotion and stays."
        ),
    ),
    "recovery": (
        "Recovery",
        (
            "A text that did not parse, beside the pad as it is now. Lines with a box are in the broken text alone: "
            "{prune.tick} ticks them, and {text.save} takes the ticked ones over, or all where none is ticked."
        ),
    ),
    "health": (
        "Health",
        "Signs of trouble, each with what helps. {version.restore} opens what is in quarantine, or mends a pad that does not parse.",
    ),
    "timeline": (
        "Timeline",
        (
            "Every version, the newest at the end, with what happened between them: number, age, author, sections, "
            "lines added and removed. ! alarm, ✗ refused, ↶ restored, ≈ external, ✚ recovered, ◇ compaction. The diff "
            "is of the version under the cursor; {go.next-pane} goes to it. The list follows while the cursor is at its end."
        ),
    ),
    "pressure": (
        "Pressure",
        (
            "How full the agent's context is, call by call, as a share of the whole window. ◇ a compaction, ▽ a fall "
            "without a marker, ◫ another window, ╵ a version of the pad. A gap: the level is unknown until the next "
            "call. ~ stands for an estimate, which is drawn with holes. The table has the messages of the file, to "
            "which the system prompt and tools do not belong; ⚲ is what the command compact would leave alone. {call.left} "
            "and {call.right} go over the calls, {go.up} and {go.down} over the messages; at ◇ {message.open} shows what the pad held."
        ),
    ),
    "promotions": (
        "Promotions",
        (
            "What this session leaves to later ones. An agent proposes at most three lines, you any; you accept at "
            "most three, and exactly the line under Will be written is written. ○ ready, = like a line that is kept "
            "already, ? a hypothesis that nobody confirmed, ! a secret, ~ its line was changed since, ▲ too long, "
            "≡ kept already, # not an entry, ■ three are accepted, ✓ accepted, ✗ rejected. Under Offered by rule "
            "stand lines that nobody proposed yet. Nothing is written before you accept it, and {pad.undo} takes it back until "
            "the session ends."
        ),
    ),
    "message": (
        "A message",
        "The text of one message of the agent's transcript, hidden characters as marks.",
    ),
    "compaction": (
        "A compaction",
        "What the pad held of what the agent's context dropped here, and what it did not.",
    ),
    "diff": ("A diff", "What one version changed, or all that is known of an event."),
    "version": ("A version", "The whole pad as it was."),
    "note": ("A note", "All words of what a person is needed for, or of an event."),
}
"""For each place its name, and in a few words what it is for."""
_MOST_ROWS = 12


class HelpScreen(ReaderScreen):
    """What the place is for, and its keys by group."""

    BINDINGS = bindings("help")
    PLACE = "help"

    def __init__(self, place: str) -> None:
        super().__init__()
        self._about = place

    def on_mount(self) -> None:
        """Lies over nothing but the screen below."""
        self.app.put_away_told()

    def title_spans(self) -> Sequence[Span]:
        """The place."""
        return [Span(f"Help · {ABOUT[self._about][0]}", "title")]

    def text_rows(self, cells: int) -> list[Spans]:
        """The keys that are used most, a few sentences, then all keys."""
        built = most_used_rows(self._about, cells)
        built += [
            (Span(f" {piece}", "text"),)
            for piece in wrap(keys.said(ABOUT[self._about][1]), max(1, cells - 2), _MOST_ROWS)
        ]
        built += key_rows(self._about, cells)
        return built


def most_used_rows(place: str, cells: int) -> list[Spans]:
    """The keys of the place's footer, also those that a narrow one has no room for."""
    rows: list[list[Span]] = []
    used = cells
    for key in keys.in_footer(place):
        name, word = keys.shown_key(key.keys[0]), key_words.label(key, place)
        need = width(name) + width(word) + 3
        if key.id in ("app.help", "app.quit"):
            continue
        if used + need > cells:
            rows.append([Span(" ")])
            used = 1
        rows[-1] += [Span(name, "title.focus"), Span(f" {word}  ", "text")]
        used += need
    return [compose(row, cells) for row in rows]


def key_rows(place: str, cells: int) -> list[Spans]:
    """The keys of a place under a rule for each group."""
    rows = sorted(keys.at(place), key=lambda key: keys.GROUPS.index(key.group))
    names = {key.id: " ".join(keys.shown_key(name) for name in key.keys) for key in rows}
    column = max(width(name) for name in names.values()) + 2
    built: list[Spans] = []
    for group, members in groupby(rows, key=lambda key: key.group):
        built.append(compose([Span("─ ", "rule"), Span(group, "title")], cells, (), "─", "rule"))
        for key in members:
            name = names[key.id]
            pieces = wrap(keys.said(key_words.tooltip(key, place)), max(8, cells - column - 2), _MOST_ROWS)
            for number, piece in enumerate(pieces):
                left = name if number == 0 else ""
                pad = " " * (column - width(left))
                built.append((Span(" "), Span(left, "title.focus"), Span(pad), Span(piece, "text")))
    return built
