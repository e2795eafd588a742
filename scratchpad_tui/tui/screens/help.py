"""The sheet of keys for the place it was opened from."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from scratchpad_tui.core.config.key_table import GROUND, SCREENS
from scratchpad_tui.core.text import width
from scratchpad_tui.tui import key_words, keys
from scratchpad_tui.tui.bindings import bindings
from scratchpad_tui.tui.layout.fit import compose, wrap
from scratchpad_tui.tui.layout.model import Span
from scratchpad_tui.tui.screens.reader import ReaderScreen
from scratchpad_tui.tui.trouble import ALARMS, helps_now

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.core.pad.view import PadView
    from scratchpad_tui.tui.layout.model import Spans, Style

ABOUT = {
    "live": (
        "Live",
        (
            "The pad as it is now. NEXT is the one next action. + ~ - mark what is new, changed and removed since you "
            "looked, with the author at the right edge, until it was shown for 3 seconds. The bar of a section is how "
            "full it is. ! needs you: a cap is passed, an alarm was raised, an entry is not proven. ▸ is the cursor. The line under the cursor is unfolded, {view.zoom} unfolds all of its section."
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
        "Signs of trouble, each with what helps: ✗ an error, ! a warning, · a fact. {version.restore} opens what is in quarantine, or mends a pad that does not parse.",
    ),
    "timeline": (
        "Timeline",
        (
            "Every version, the newest at the end, with what happened between them: number, age, author, sections, "
            "how full the agent's context was then (28 %, where a transcript is known), lines added and removed, and how "
            "large that is (+--: a sign more each time it is twice as much). ! alarm, ✗ refused, ⚑ quarantined, △ warning or not in git, █ redacted, ↶ restored, "
            "≈ external, ✚ recovered, ▤ archived, ◇ compaction, ◆ compared, · something else, ▸ the cursor. The diff "
            "is of the version under the cursor; {go.next-pane} goes to it. The list follows while the cursor is at its end."
        ),
    ),
    "pressure": (
        "Pressure",
        (
            "How full the agent's context is, call by call, as a share of the whole window. ◇ a compaction, ▽ a fall "
            "without a marker, ◫ another window, ╵ a version of the pad, ╹ several, ▲ the cursor. A gap: the level is unknown until the next "
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
            "≡ kept already, # not an entry, ■ three are accepted, ✓ accepted, ✗ rejected, - closed. Under Offered by rule "
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
    "answer": (
        "A question",
        "{answer.yes} does what the question says, {answer.no} leaves everything as it is.",
    ),
    "mend": (
        "A recovery",
        "The pad does not parse, or is gone: what would take its place, - the broken line, + the one for it. The broken text is kept in quarantine.",
    ),
    "restore": (
        "A restore",
        "What would change if the pad, or one section, became that version again: as a new version, which {pad.undo} takes back.",
    ),
    "ending": (
        "The end of a session",
        "What would become of the proposals and of the notes; nothing is done before {answer.yes}.",
    ),
    "secret": (
        "A secret",
        "The text holds what looks like a secret, and nothing was written. {answer.yes} allows this one value in this pad: only if it is none.",
    ),
    "remedy": ("A remedy", "What would be done against the sign; nothing is done before {answer.yes}."),
    "edit": (
        "The editor",
        "The text of a section, or of the pad. {text.save} saves, merged with what the agent wrote meanwhile; esc keeps it as a draft.",
    ),
    "result": (
        "The result of a conflict",
        "The lines that are to stand in this place, as you write them; esc goes back to the places.",
    ),
    "entry": ("A new line", "The text of a new line of the section; esc keeps it for the next time."),
    "audited": (
        "A new entry",
        "An entry in its parts: text, source, day, key. {field.next} goes on; esc keeps it for the next time.",
    ),
    "find": (
        "Find",
        "The places are marked as you type; {field.find} goes to the first, then {find.next} and {find.previous} go on. On the Timeline {field.find} looks through all versions.",
    ),
    "filter": (
        "Filter",
        (
            "The list shows only what matches all that is given: a text, section:Findings, author:you, kind:refused, "
            "turn:57. Of several of one kind one has to match. An empty field shows everything again."
        ),
    ),
    "wording": ("The text of a proposal", "What would be written for later sessions, in your words."),
    "reason": ("A reason", "Why the proposal is rejected."),
    "path": ("A path", "Where the file of a pad lies."),
    "elsewhere": ("Another file", "Where the text is written to, as the pad cannot be."),
    "note": ("A note", "All words of what a person is needed for, or of an event."),
}
"""For each place its name, and in a few words what it is for."""
_MOST_ROWS = 40
"""Of one text on a narrow sheet: none of it is cut."""


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

    def take(self, view: PadView) -> None:  # noqa: ARG002 - the newest one is asked for
        """Takes a newly read pad: something else may help now."""
        self.draw()

    def text_rows(self, cells: int) -> list[Spans]:
        """What helps now, the keys that are used most, a few sentences, then all keys."""
        place, app = self._about, self.app
        now: list[Spans] = []
        if place in (*GROUND, *SCREENS):
            elsewhere, read_only = place not in GROUND, app.source.read_only
            view = app.live.state.newest
            style: Style = "alarm" if view.state in ALARMS else "attention"
            now = now_rows(helps_now(view, elsewhere=elsewhere, read_only=read_only), cells, style)
        return [*now, *most_used_rows(place, cells), *about_rows(place, cells), *key_rows(place, cells)]


def now_rows(told: Sequence[str], cells: int, first: Style) -> list[Spans]:
    """What is wrong, in a style of its own, and what helps, with a blank row under it."""
    rows: list[Spans] = []
    for number, text in enumerate(told):
        pieces = wrap(text, max(1, cells - 2), _MOST_ROWS, 2)
        rows += [compose([Span(f" {piece}", first if number == 0 else "text")], cells) for piece in pieces]
    return [*rows, compose((), cells)] if rows else []


def about_rows(place: str, cells: int) -> list[Spans]:
    """What a place is for, in a few sentences, with the signs that it has."""
    pieces = wrap(keys.said(ABOUT[place][1]), max(1, cells - 2), _MOST_ROWS)
    return [(Span(f" {piece}", "text"),) for piece in pieces]


def most_used_rows(place: str, cells: int) -> list[Spans]:
    """The keys of the place's footer, also those that a narrow one has no room for."""
    rows: list[list[Span]] = []
    used = cells
    for key in keys.in_footer(place):
        name, word = keys.shown_key(key.keys[0]), key_words.label(key, place)
        need = width(name) + width(word) + 3
        if key.id in ("app.help", "app.quit", "text.help"):
            continue
        if used + need > cells:
            rows.append([Span(" ")])
            used = 1
        rows[-1] += [Span(name, "title.focus"), Span(f" {word}  ", "text")]
        used += need
    return [compose(row, cells) for row in rows]


def key_sentence(key: keys.Key, place: str) -> str:
    """What a key does, behind the verb by which one looks for it where the sentence does not have it."""
    told = keys.said(key_words.tooltip(key, place))
    word = key_words.label(key, place) if place in key.footer else key_words.verb(key)
    return told if key.group == "Go" or word.casefold() in told.casefold() else f"{word} · {told}"


def key_rows(place: str, cells: int) -> list[Spans]:
    """The keys of a place under a rule for each group; first stands the group of the key that is wanted most."""
    first = next((key.group for key in keys.in_footer(place)), "")
    rows = sorted(keys.at(place), key=lambda key: (key.group != first, keys.GROUPS.index(key.group)))
    names = {key.id: " ".join(keys.shown_key(name) for name in key.keys) for key in rows}
    column = max(width(name) for name in names.values()) + 2
    built: list[Spans] = []
    for group, members in groupby(rows, key=lambda key: key.group):
        built.append(compose([Span("─ ", "rule"), Span(group, "title")], cells, (), "─", "rule"))
        for key in members:
            name = names[key.id]
            pieces = wrap(key_sentence(key, place), max(8, cells - column - 2), _MOST_ROWS)
            for number, piece in enumerate(pieces):
                left = name if number == 0 else ""
                pad = " " * (column - width(left))
                built.append((Span(" "), Span(left, "title.focus"), Span(pad), Span(piece, "text")))
    return built
