"""The key table: every key of the product as data, from which bindings, footer, help, palette and README come."""

from __future__ import annotations

from typing import NamedTuple

GROUND = ("live", "start")
"""Places with nothing open over them."""
OVERLAYS = ("agent", "turn", "help")
"""Screens that lie over a ground screen and show text to scroll."""
FIELDS = ("entry", "find", "path", "answer")
"""Places where letters and digits are text, or an answer."""
ANYWHERE = (*GROUND, *OVERLAYS)
GROUPS = ("Line", "Pad", "Find", "View", "Go", "Screen", "Queue", "Version", "Text", "Answer", "App")
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
    """The places whose footer shows it, in the table's order."""
    label: str = ""
    """A shorter word for the footer; empty where the verb is short enough."""

    @property
    def works(self) -> bool:
        """Whether a screen has the action already."""
        return bool(self.action)


TABLE: tuple[Key, ...] = (
    Key("screen.live", ("1",), "Live", "Screen", ANYWHERE, "app.ground", "The pad as it is now."),
    Key("screen.timeline", ("2",), "Timeline", "Screen", (), "", "Every version and what it changed."),
    Key("screen.promotions", ("3",), "Promotions", "Screen", (), "", "What waits to be kept for later sessions."),
    Key("screen.pressure", ("4",), "Pressure", "Screen", (), "", "How full the agent's context is."),
    Key("screen.health", ("5",), "Health", "Screen", (), "", "Signs of trouble, each with its remedy."),
    Key("edit.here", ("e",), "edit", "Line", (), "", "Edit the section under the cursor."),
    Key("edit.external", ("E",), "edit in $EDITOR", "Line", (), "", "Edit in the editor that $EDITOR names."),
    Key("line.new", ("o",), "new", "Line", ("live",), "new_line", "Write a new line into the section under the cursor.", ("live",)),
    Key("line.tick", ("space",), "tick", "Line", ("live",), "tick", "Tick the plan item under the cursor, or untick it.", ("live",)),
    Key("line.open", ("enter",), "open", "Line", ("live",), "open_line", "Open the turn that brought the line under the cursor.", ("live",), "where from"),
    Key("line.delete", ("d",), "delete", "Line", ("live",), "delete_line", "Delete the line under the cursor; u brings it back.", ("live",)),
    Key("line.move", ("m",), "move", "Line", (), "", "Move the line to another section."),
    Key("line.propose", ("p",), "propose", "Line", (), "", "Propose the line for promotion."),
    Key("line.prune", ("-",), "prune", "Line", (), "", "Make the section smaller."),
    Key("line.copy", ("y",), "copy", "Line", ("live", "agent", "turn"), "copy", "Copy the raw text of the line, or of what is shown.", ("agent", "turn")),
    Key("queue.accept", ("a",), "accept", "Queue", (), "", "Accept the proposal."),
    Key("queue.reject", ("x",), "reject", "Queue", (), "", "Reject the proposal, with a reason."),
    Key("queue.tag", ("t",), "tag", "Queue", (), "", "Change the tag; this confirms a hypothesis."),
    Key("session.end", ("S",), "end session", "Queue", (), "", "End the session after a summary and a question."),
    Key("version.compare", ("c",), "compare", "Version", (), "", "Compare with another version or with a twin."),
    Key("version.restore", ("r",), "restore", "Version", (), "", "Show what a restore would change, then ask."),
    Key("version.blame", ("b",), "blame", "Version", (), "", "Show who brought each line."),
    Key("version.layout", ("s",), "side by side", "Version", (), "", "Unified diff or side by side."),
    Key("version.older", ("<", "["), "older", "Version", (), "", "One version back."),
    Key("version.newer", (">", "]"), "newer", "Version", (), "", "One version on."),
    Key("pad.undo", ("u",), "undo", "Pad", ("live",), "undo", "Take back my own last act; the agent's lines stay.", ("live",)),
    Key("pad.redo", ("U",), "redo", "Pad", ("live",), "redo", "Do again what I took back."),
    Key("find.open", ("/",), "find", "Find", ("live", "agent", "turn"), "find", "Find a text.", ("live", "agent", "turn")),
    Key("pad.seen", (".",), "seen", "Pad", ("live",), "all_seen", "Mark every change as seen.", ("live",)),
    Key("pad.agent", ("v",), "agent gets", "Pad", ("live",), "what_agent_gets", "Show the text that goes into the agent's context."),
    Key("find.next", ("n",), "next", "Find", ("live", "agent", "turn"), "find_next(1)", "Go to the next place of the text."),
    Key("find.previous", ("N",), "previous", "Find", ("live", "agent", "turn"), "find_next(-1)", "Go to the place before."),
    Key("find.filter", ("f",), "filter", "Find", (), "", "Show only what matches."),
    Key("view.zoom", ("z",), "zoom", "View", ("live",), "zoom", "Give the section under the cursor the whole screen, or give it back."),
    Key("view.follow", ("F",), "follow", "View", ("live",), "follow", "Pause the screen, or follow the file again."),
    Key("view.again", ("ctrl+r",), "look again", "View", GROUND, "look_again", "Read the file now.", ("start",)),
    Key("go.next-pane", ("tab", "right", "l"), "next pane", "Go", ("live",), "pane(1)", "Move the cursor to the next section."),
    Key("go.previous-pane", ("shift+tab", "left", "h"), "previous pane", "Go", ("live",), "pane(-1)", "Move the cursor to the section before."),
    Key("go.down", ("down", "j"), "down", "Go", ANYWHERE, "line(1)", "One line down."),
    Key("go.up", ("up", "k"), "up", "Go", ANYWHERE, "line(-1)", "One line up."),
    Key("go.page-down", ("pagedown",), "page down", "Go", ("live", *OVERLAYS), "page(1)", "One page down."),
    Key("go.page-up", ("pageup",), "page up", "Go", ("live", *OVERLAYS), "page(-1)", "One page up."),
    Key("go.first", ("home",), "first line", "Go", ("live", *OVERLAYS), "edge(-1)", "To the first line of the section, or of the text."),
    Key("go.last", ("end",), "last line", "Go", ("live", *OVERLAYS), "edge(1)", "To the last line of the section, or of the text."),
    Key("start.open", ("enter",), "open", "Go", ("start",), "open_choice", "Do what the line under the cursor says.", ("start",), "choose"),
    Key("answer.yes", ("y",), "yes", "Answer", ("answer",), "answer(True)", "Do it.", ("answer",)),
    Key("answer.no", ("n", "escape"), "no", "Answer", ("answer",), "answer(False)", "Leave everything as it is.", ("answer",)),
    Key("field.open", ("enter",), "open", "Text", ("path",), "save", "Open the pad of this path.", ("path",)),
    Key("field.save", ("enter", "ctrl+s"), "save", "Text", ("entry",), "save", "Write the line into the pad.", ("entry",)),
    Key("field.find", ("enter",), "open", "Text", ("find",), "save", "Go to the first place of the text.", ("find",), "find"),
    Key("go.back", ("escape",), "back", "Go", ("live", *OVERLAYS, "entry", "find", "path"), "back", "One level back; a text that was being written is kept.", (*OVERLAYS, "entry", "find", "path")),
    Key("app.palette", ("ctrl+p",), "palette", "App", ANYWHERE, "app.command_palette", "Find any action by its name."),
    Key("app.help", ("?",), "help", "App", ("live", "start", "agent", "turn"), "app.help", "The keys of this place.", ("live", "start", "agent", "turn")),
    Key("app.quit", ("q",), "quit", "App", ANYWHERE, "app.leave", "Back to the Live screen, and from there out.", GROUND),
    Key("app.quit-now", ("ctrl+q",), "quit now", "App", (*ANYWHERE, *FIELDS), "app.quit", "End the program from anywhere."),
)  # fmt: skip
"""Every key of the product; rows without an action belong to screens that are not there yet."""


def at(place: str) -> list[Key]:
    """The keys that work in a place, in the table's order."""
    return [key for key in TABLE if key.works and place in key.places]


def faults(table: tuple[Key, ...] = TABLE) -> list[str]:
    """What breaks the table's rules, each as a sentence: a key with two verbs, an id given twice, no tooltip."""
    found: list[str] = []
    verbs: dict[str, tuple[str, str]] = {}
    ids: set[str] = set()
    for row in table:
        if row.id in ids:
            found.append(f"the id {row.id} stands twice")
        ids.add(row.id)
        if not row.tooltip.endswith("."):
            found.append(f"{row.id} has no sentence as its tooltip")
        for key in row.keys:
            verb, other = verbs.setdefault(key, (row.verb, row.id))
            if verb != row.verb and not _in_text_place(row, table, other):
                found.append(f"the key {key} means {verb} ({other}) and {row.verb} ({row.id})")
    return found


def _in_text_place(row: Key, table: tuple[Key, ...], other: str) -> bool:
    """Whether one of the two rows belongs to text fields alone, where keys serve writing."""
    rows = (row, next(key for key in table if key.id == other))
    return any(key.places and set(key.places) <= set(FIELDS) for key in rows)
