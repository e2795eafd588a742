"""The key table: every key of the screens as data, from which bindings, footer, help, palette and README come."""

from __future__ import annotations

import re

from scratchpad_tui.core.named_tuple import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from scratchpad_tui.core.config.bound import Bound

GROUND = ("live", "start")
"""Places with nothing open over them."""
SCREENS = ("timeline", "promotions", "pressure")
"""Screens with a name on line 1 that lie over the ground."""
SHEETS = ("agent", "note", "diff", "version", "message", "compaction", "source")
TURNS = ("turn", "evidence")
"""Sheets of one turn; that of an audited pad also has its evidence."""
READERS = (*TURNS, *SHEETS)
"""Screens that lie over a ground screen and show a text of the pad to scroll."""
FOUND_IN = (*READERS, "help")
"""Sheets in which a text is found."""
OF_A_VERSION = (*TURNS, "compaction")
"""Sheets that the Timeline has a place for."""
DRAFTS = ("draft", "sealed-draft")
"""Sheets of a text that is not saved; that of a section which no edit may change has no way to go on."""
OVERLAYS = (*READERS, "help", *DRAFTS, "health")
DESKS = ("conflict", "choose", "prune", "recovery")
"""Screens that lie over another one and ask for a decision."""
QUESTIONS = ("mend", "restore", "ending", "secret", "remedy")
"""Sheets that end with a question."""
ANSWERS = ("answer", *QUESTIONS)
ENTRIES = ("entry", "audited")
"""Fields for a new line; that of an audited section has parts."""
TEXTS = ("entry", "audited", "find", "filter", "path", "edit", "result", "elsewhere", "wording", "reason")
FIELDS = (*TEXTS, *ANSWERS)
"""Places where letters and digits are text, or an answer."""
ANYWHERE = (*GROUND, *SCREENS, *OVERLAYS)
GROUPS = ("Line", "Pad", "Find", "View", "Go", "Screen", "Panel", "Queue", "Version", "Text", "Answer", "App")
"""The groups in the order of help and palette."""


class Key(NamedTuple):
    """One row of the key table."""

    id: str
    """`area.name`; people rebind by it."""
    keys: tuple[str, ...]
    """Textual's names of the keys."""
    verb: str
    """What the key does, the same on every screen."""
    group: str
    """Heading in help, area in the palette."""
    places: tuple[str, ...]
    """Where the key works."""
    action: str
    """The action that is run; empty while no screen has it."""
    tooltip: str
    """One sentence for help and palette."""
    footer: tuple[str, ...] = ()
    """The places whose footer may show it: see `FOOTER`."""
    label: str = ""
    """A shorter word for the footer; empty where the verb is short enough."""
    least: int = 0
    """Columns under which the footer leaves it out: there it does nothing."""

    @property
    def works(self) -> bool:
        """Whether a screen has the action already."""
        return bool(self.action)


TABLE: tuple[Key, ...] = (
    Key("screen.live", ("1",), "Live", "Screen", ANYWHERE, "app.ground", "The pad as it is now.", ("compaction",)),
    Key("screen.timeline", ("2",), "Timeline", "Screen", (*GROUND, "promotions", "pressure", *(sheet for sheet in SHEETS if sheet not in OF_A_VERSION), *DRAFTS, "health"), "app.timeline", "Every version and what it changed."),
    Key("turn.timeline", ("2",), "Timeline", "Go", OF_A_VERSION, "open_timeline", "Go to this version on the Timeline.", OF_A_VERSION),
    Key("turn.evidence", ("enter",), "open", "Line", ("evidence",), "open_evidence", "Open the file that the entry, or the turn, names as its source.", ("evidence",), "source"),
    Key("screen.promotions", ("3",), "Promotions", "Screen", (*GROUND, "timeline", "pressure", *READERS, *DRAFTS, "health"), "app.promotions", "What waits to be kept for later sessions."),
    Key("screen.pressure", ("4",), "Pressure", "Screen", (*GROUND, "timeline", "promotions", *READERS, *DRAFTS, "health"), "app.pressure", "How full the agent's context is."),
    Key("screen.health", ("5",), "Health", "Panel", (*GROUND, *SCREENS, *READERS, *DRAFTS), "app.health", "Signs of trouble, each with its remedy.", ("live",)),
    Key("edit.here", ("e",), "edit", "Line", ("live", "conflict", "draft", "promotions"), "edit", "Edit the section under the cursor, the result of a conflict, a draft, or the text of a proposal.", ("live", "conflict", "draft", "promotions")),
    Key("edit.external", ("E",), "edit in $EDITOR", "Line", ("live",), "edit_external", "Edit the section under the cursor, or the whole pad, in the editor that $EDITOR names.", label="$EDITOR"),
    Key("line.new", ("o",), "new", "Line", ("live", "promotions"), "new_line", "Write a new line into the section under the cursor, or a proposal of your own.", ("live", "promotions")),
    Key("line.tick", ("space",), "tick", "Line", ("live",), "tick", "Tick the plan item under the cursor, or untick it.", ("live",)),
    Key("line.open", ("enter",), "open", "Line", ("live",), "open_line", "Open the turn that brought the line under the cursor, or what stands at the right.", ("live",), "where from"),
    Key("line.delete", ("d",), "delete", "Line", ("live",), "delete_line", "Delete the line under the cursor; {pad.undo} brings it back.", ("live",)),
    Key("line.move", ("m",), "move", "Line", ("live",), "move_line", "Move the line to another section."),
    Key("version.open", ("enter",), "open", "Version", ("timeline",), "open_version", "Show the whole pad as this version had it, or all words of an event.", ("timeline",)),
    Key("version.whole", ("enter",), "open", "Version", ("diff",), "open_version", "Show the whole pad as this version had it.", ("diff",), "whole"),
    Key("restore.part", ("enter",), "open", "Version", ("restore",), "choose_part", "Choose what is restored: the whole pad, or one section.", ("restore",), "choose part"),
    Key("message.open", ("enter",), "open", "Line", ("pressure",), "open_message", "Show the text of the message, what the pad held at a compaction, or the list of transcripts.", ("pressure",)),
    Key("sign.open", ("enter",), "open", "Line", ("health",), "open_sign", "Open what helps against the sign under the cursor: a screen, a plan with a question, or the command to type.", ("health",), "what helps"),
    Key("line.choose", ("enter",), "open", "Line", ("choose",), "open_choice", "Take the line under the cursor.", ("choose",), "choose"),
    Key("draft.delete", ("d",), "delete", "Line", DRAFTS, "delete_draft", "Delete the draft, after a question.", DRAFTS),
    Key("conflict.keep", ("space",), "tick", "Line", ("conflict",), "keep_side", "Keep the side under the cursor.", ("conflict",), "keep"),
    Key("conflict.both", ("+",), "keep both", "Line", ("conflict",), "keep_both", "Keep both sides, theirs first.", ("conflict",), "both"),
    Key("line.propose", ("p",), "propose", "Line", ("live", "prune", "promotions"), "propose", "Propose the line for promotion to later sessions; it is decided on the Promotions screen.", ("prune",)),
    Key("line.prune", ("-",), "prune", "Line", ("live",), "prune", "Make the section under the cursor smaller: tick the entries that are to leave."),
    Key("prune.tick", ("space",), "tick", "Line", ("prune", "recovery"), "tick_entry", "Tick the entry that is to leave, or the line that is to be taken over.", ("prune", "recovery")),
    Key("line.copy", ("y",), "copy", "Line", ("live", "timeline", "promotions", *READERS, *DRAFTS, "health"), "copy", "Copy the raw text of the line, or of what is shown.", (*READERS, *DRAFTS, "health")),
    Key("queue.accept", ("a",), "accept", "Queue", ("promotions",), "accept", "Accept the proposal: exactly the line that is shown is written.", ("promotions",)),
    Key("queue.reject", ("x",), "reject", "Queue", ("promotions",), "reject", "Reject the proposal, with a reason.", ("promotions",)),
    Key("queue.tag", ("t",), "tag", "Queue", ("promotions",), "tag", "Change the tag; this confirms a hypothesis.", ("promotions",)),
    Key("queue.compare", ("c",), "compare", "Queue", ("promotions",), "compare", "Show the entry that says nearly the same; again hides it.", ("promotions",), "twin"),
    Key("queue.open", ("enter",), "open", "Queue", ("promotions",), "open_item", "Show all words of the proposal and what stands around its line."),
    Key("session.end", ("S",), "end session", "Queue", ("live", "promotions"), "app.end_session", "End the session after a summary and a question.", ("promotions",), "end"),
    Key("version.compare", ("c",), "compare", "Version", ("timeline",), "compare", "Mark this version and compare it with those that the cursor goes to; again ends it.", ("timeline",)),
    Key("version.restore", ("r",), "restore", "Version", ("live", "health"), "recover", "Show what a recovery would change, then ask; else what is in quarantine.", ("health",), "recover"),
    Key("version.back", ("r",), "restore", "Version", ("timeline",), "restore", "Show what would change if the pad became this version again, or a section of it, then ask.", ("timeline",)),
    Key("version.blame", ("b",), "blame", "Version", ("live", "timeline", "version"), "blame", "Show at the right edge who brought each line, in which version and when; or hide it.", ("version", "timeline")),
    Key("version.layout", ("s",), "side by side", "Version", ("timeline",), "layout", "Unified diff or side by side, from 120 columns.", ("timeline",), least=120),
    Key("version.older", ("<", "["), "older", "Version", ("recovery", "timeline", "diff", "version", "turn", "pressure"), "version(1)", "One version, file or call back.", ("recovery", "diff", "version", "turn")),
    Key("version.newer", (">", "]"), "newer", "Version", ("recovery", "timeline", "diff", "version", "turn", "pressure"), "version(-1)", "One version, file or call on.", ("version",)),
    Key("pad.undo", ("u",), "undo", "Pad", ("live", "timeline", "promotions"), "undo", "Take back my own last act, or the last decision on a proposal; the agent's lines stay.", ("live", "promotions")),
    Key("pad.redo", ("U",), "redo", "Pad", ("live", "timeline"), "redo", "Do again what I took back."),
    Key("find.open", ("/",), "find", "Find", ("live", "timeline", *FOUND_IN), "find", "Find a text.", ("live", "timeline", *FOUND_IN)),
    Key("pad.seen", (".",), "seen", "Pad", ("live",), "all_seen", "Mark every change as seen.", ("live",)),
    Key("pad.agent", ("v",), "agent gets", "Pad", ("live",), "what_agent_gets", "Show the text that goes into the agent's context."),
    Key("find.next", ("n",), "next", "Find", ("live", "timeline", *FOUND_IN), "find_next(1)", "Go to the next place of the text."),
    Key("find.previous", ("N",), "previous", "Find", ("live", "timeline", *FOUND_IN), "find_next(-1)", "Go to the place before."),
    Key("find.filter", ("f",), "filter", "Find", ("timeline",), "filter", "Show only what matches: section:Findings author:agent kind:refused turn:57, and a text.", ("timeline",)),
    Key("view.zoom", ("z",), "zoom", "View", ("live",), "zoom", "Give the section under the cursor the whole screen, or give it back."),
    Key("view.closer", ("z",), "zoom", "View", ("pressure",), "zoom", "Draw the calls around the cursor closer, step by step, then all of them again.", ("pressure",)),
    Key("view.lines", ("w",), "lines", "View", ("pressure",), "lines", "Draw the lines at which a managed window compacts and evicts, or hide them."),
    Key("view.transcript", ("T",), "transcripts", "View", ("live", *SCREENS), "app.choose_transcript", "Choose another transcript of an agent that works here.", ("pressure",)),
    Key("view.follow", ("F",), "follow", "View", ("live", *SCREENS), "follow", "Pause the screen, or follow the file again."),
    Key("view.again", ("ctrl+r",), "look again", "View", (*GROUND, *SCREENS), "look_again", "Read the file now.", ("start",)),
    Key("go.next-pane", ("tab",), "next pane", "Go", ("live", *SCREENS, "conflict"), "pane(1)", "Move the cursor to the next section, to the column at the right, to the diff, or to the table.", ("pressure",)),
    Key("go.right", ("right", "l"), "right", "Go", ("live", "timeline", "conflict"), "pane(1)", "To the next section, to the column at the right, or to the diff."),
    Key("call.right", ("right", "l"), "right", "Go", ("pressure",), "scrub(1)", "To later calls of the graph."),
    Key("go.previous-pane", ("shift+tab",), "previous pane", "Go", ("live", *SCREENS, "conflict"), "pane(-1)", "Move the cursor to the section before, or back to the list or the graph."),
    Key("go.left", ("left", "h"), "left", "Go", ("live", "timeline", "conflict"), "pane(-1)", "To the section before, or back to the list."),
    Key("call.left", ("left", "h"), "left", "Go", ("pressure",), "scrub(-1)", "To earlier calls of the graph.", ("pressure",), "scrub"),
    Key("go.down", ("down", "j"), "down", "Go", (*ANYWHERE, *DESKS, *QUESTIONS), "line(1)", "One line down."),
    Key("go.up", ("up", "k"), "up", "Go", (*ANYWHERE, *DESKS, *QUESTIONS), "line(-1)", "One line up."),
    Key("go.page-down", ("pagedown",), "page down", "Go", ("live", *SCREENS, "prune", "recovery", *QUESTIONS, *OVERLAYS), "page(1)", "One page down."),
    Key("go.page-up", ("pageup",), "page up", "Go", ("live", *SCREENS, "prune", "recovery", *QUESTIONS, *OVERLAYS), "page(-1)", "One page up."),
    Key("go.first", ("home",), "first line", "Go", ("live", *SCREENS, "prune", "recovery", "choose", *QUESTIONS, *OVERLAYS), "edge(-1)", "To the first line of the pad, of a zoomed section, of the list, or of the text, or to the first call."),
    Key("go.last", ("end",), "last line", "Go", ("live", *SCREENS, "prune", "recovery", "choose", *QUESTIONS, *OVERLAYS), "edge(1)", "To the last line of the pad, of a zoomed section, of the list, or of the text, or to the last call."),
    Key("start.open", ("enter",), "open", "Go", ("start",), "open_choice", "Do what the line under the cursor says.", ("start",), "choose"),
    Key("answer.yes", ("y",), "yes", "Answer", ANSWERS, "answer(True)", "Do it.", ANSWERS),
    Key("answer.no", ("n", "escape"), "no", "Answer", ANSWERS, "answer(False)", "Leave everything as it is.", ANSWERS),
    Key("field.open", ("enter",), "open", "Text", ("path",), "save", "Open the pad of this path.", ("path",)),
    Key("field.save", ("enter", "ctrl+s"), "save", "Text", ENTRIES, "save", "Write the line into the pad.", ENTRIES),
    Key("field.next", ("tab",), "next part", "Text", ("audited",), "next_part", "Go to the next part of the entry: its text, its source, the day, its key.", ("audited",)),
    Key("field.wording", ("enter", "ctrl+s"), "save", "Text", ("wording",), "save", "Take this text for the proposal.", ("wording",)),
    Key("field.reason", ("enter", "ctrl+s"), "save", "Text", ("reason",), "save", "Reject the proposal for this reason.", ("reason",), "reject"),
    Key("text.save", ("ctrl+s",), "save", "Text", ("edit", "result", "conflict", "prune", "recovery"), "save", "Save, merged with what changed meanwhile: the text, the entries that leave, or the lines taken over.", ("edit", "result", "conflict", "prune", "recovery")),
    Key("text.undo", ("ctrl+z",), "undo", "Text", ("edit",), "undo_text", "Take back the last step in the text.", ("edit",)),
    Key("text.redo", ("ctrl+y",), "redo", "Text", ("edit",), "redo_text", "Do the step again that was taken back.", ("edit",)),
    Key("field.elsewhere", ("enter",), "write", "Text", ("elsewhere",), "save", "Write the text to a file of this path.", ("elsewhere",)),
    Key("field.find", ("enter",), "open", "Text", ("find",), "save", "Go to the first place of the text.", ("find",), "find"),
    Key("field.filter", ("enter",), "open", "Text", ("filter",), "save", "Show only what matches; an empty field shows everything again.", ("filter",), "filter"),
    Key("go.back", ("escape",), "back", "Go", ("live", *SCREENS, *OVERLAYS, *DESKS, *TEXTS), "back", "One level back; a text that was being written is kept.", (*OVERLAYS, *DESKS, *TEXTS)),
    Key("text.help", ("f1",), "help here", "App", TEXTS, "app.help", "The keys of this place, where {app.help} is text.", TEXTS, "help"),
    Key("app.palette", ("ctrl+p",), "palette", "App", (*ANYWHERE, *TEXTS), "app.command_palette", "Find any action by its name.", TEXTS, "keys"),
    Key("app.help", ("?",), "help", "App", (*GROUND, *SCREENS, *READERS, *DRAFTS, "health", "choose", "conflict", "prune", "recovery", *ANSWERS), "app.help", "The keys of this place.", (*GROUND, *SCREENS, *READERS, *DRAFTS, "health", "choose", "conflict", "prune", "recovery", *ANSWERS)),
    Key("app.quit", ("q",), "quit", "App", ANYWHERE, "app.leave", "Close what is open over a screen; with nothing open, end the program.", (*GROUND, *SCREENS)),
    Key("app.suspend", ("ctrl+z",), "suspend", "App", (*ANYWHERE, *DESKS), "app.suspend_process", "Give the terminal back to the shell; its `fg` brings the screen back."),
    Key("app.quit-now", ("ctrl+q",), "quit now", "App", (*ANYWHERE, *DESKS, *FIELDS), "app.quit", "End the program from anywhere."),
)  # fmt: skip
"""Every key of the product; rows without an action belong to screens that are not there yet."""

FOOTER: dict[str, tuple[str, ...]] = {
    "start": ("start.open", "view.again"),
    "edit": ("text.save", "go.back", "text.undo", "text.redo"),
    "conflict": ("conflict.keep", "go.back", "conflict.both", "text.save", "edit.here"),
    "draft": ("edit.here", "draft.delete", "go.back", "line.copy"),
    "sealed-draft": ("line.copy", "draft.delete", "go.back"),
    "live": (
        "edit.here",
        "line.new",
        "line.tick",
        "line.open",
        "find.open",
        "pad.seen",
        "line.delete",
        "pad.undo",
        "screen.health",
    ),
    "pressure": (
        "message.open",
        "call.left",
        "go.next-pane",
        "view.closer",
        "view.transcript",
    ),
    "promotions": (
        "queue.accept",
        "queue.reject",
        "edit.here",
        "queue.compare",
        "queue.tag",
        "pad.undo",
        "session.end",
        "line.new",
    ),
    "prune": ("prune.tick", "text.save", "go.back", "line.propose"),
    "recovery": ("prune.tick", "text.save", "go.back", "version.older"),
    "restore": ("answer.yes", "answer.no", "restore.part"),
    "audited": ("field.save", "go.back", "field.next"),
    "help": ("go.back", "find.open"),
    "health": ("sign.open", "go.back", "line.copy", "version.restore"),
    "diff": ("version.whole", "go.back", "version.older", "line.copy", "find.open"),
    "compaction": ("turn.timeline", "screen.live", "go.back", "line.copy", "find.open"),
    "evidence": ("turn.evidence", "go.back", "turn.timeline", "line.copy", "find.open"),
    "turn": ("turn.timeline", "go.back", "version.older", "line.copy", "find.open"),
    "version": ("go.back", "version.older", "version.newer", "version.blame", "line.copy", "find.open"),
    "timeline": (
        "version.open",
        "version.back",
        "version.compare",
        "find.filter",
        "version.blame",
        "version.layout",
        "find.open",
    ),
}
"""The ids of a place's footer, the most wanted first; the keys of other places stand in the table's order."""
DECIDING = ("queue.accept", "queue.reject", "queue.compare", "queue.tag")
"""What comes first in the footer of a place for decisions where it is narrow: a full queue is decided with them alone."""
MENDING = ("edit.external", "version.restore")
"""What comes first in the footer while the pad does not parse."""
FOUND = ("find.next", "find.previous")
"""What comes first in the footer while a text is marked."""

SHOWN = {
    "escape": "esc",
    "up": "↑",
    "down": "↓",
    "left": "←",
    "right": "→",
    "pageup": "page up",
    "pagedown": "page down",
}
"""Names of keys as people read them."""
_NAMED_KEY = re.compile(r"\{([a-z]+\.[a-z-]+)\}")


def shown_words(words: str, table: tuple[Key, ...] = TABLE) -> str:
    """A sentence of ours with the keys that it names by their actions: `{pad.undo} undoes` is `u undoes`."""
    return _NAMED_KEY.sub(lambda found: first_key(found[1], table), words)


def bound_key(id_: str, bound: Mapping[str, Bound]) -> str:
    """The first key of an action, as people read it, where settings bind these to other keys."""
    if id_ not in bound:
        return first_key(id_)
    key = bound[id_].keys[0]
    return SHOWN.get(key, key)


def first_key(id_: str, table: tuple[Key, ...] = TABLE) -> str:
    """The first key of an action, as people read it."""
    key = next(row for row in table if row.id == id_).keys[0]
    return SHOWN.get(key, key)
