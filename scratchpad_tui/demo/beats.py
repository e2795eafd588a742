"""What a story is made of: beats, the moves an agent means to make in one, and what a person's hand does to the file."""

from __future__ import annotations

from scratchpad_tui.core.named_tuple import NamedTuple

TASK, PLAN, FINDINGS = "Task", "Plan", "Findings"
RULED_OUT, QUESTIONS, NEXT = "Ruled out", "Open questions", "Next"


class Begin(NamedTuple):
    """Fill a section of one line, if nobody has filled it yet."""

    section: str
    text: str


class Step(NamedTuple):
    """Add a step to the plan."""

    text: str


class Note(NamedTuple):
    """Add a line to a section."""

    section: str
    text: str


class Put(NamedTuple):
    """Make a text the section's one line."""

    section: str
    text: str


class Tick(NamedTuple):
    """Tick a step of the plan, known by its text."""

    text: str


class Drop(NamedTuple):
    """Take out a line that is answered or out of date."""

    section: str
    text: str


class Prune(NamedTuple):
    """Bring a section that is over its cap under it again."""

    section: str
    drops: tuple[str, ...]
    """The lines to take out first."""
    into: str = ""
    """A short line that stands for them."""


class Blunder(NamedTuple):
    """Send a patch as it is, though it will be refused."""

    section: str
    op: str
    content: str


Move = Begin | Step | Note | Put | Tick | Drop | Prune | Blunder


class AddLine(NamedTuple):
    """A person adds a line under a section's last one."""

    section: str
    text: str


class Retype(NamedTuple):
    """A person types a part of a line anew."""

    before: str
    after: str


class Mangle(NamedTuple):
    """A person's editor spoils a section's heading; the line that they typed under it goes into the file too."""

    section: str
    heading: str
    typed: str


Hand = AddLine | Retype | Mangle


class Beat(NamedTuple):
    """One turn of the story."""

    tool: str
    """The tool that the agent calls: Bash, Grep, Read or Edit."""
    call: str
    """The command, pattern or path."""
    result: str
    say: str
    """What the agent says before it works."""
    moves: tuple[Move, ...] = ()
    """None: a turn in which the pad stays as it is."""
    weight: int = 3
    """How much the turn adds to the context, from 1 to 6."""
    hand: Hand | None = None
    """What a person does to the file between this turn and the next."""
    told: str = ""
    """What a person writes to the agent before this turn."""
    compacts: bool = False
    """Whether the context is compacted at the end of the turn."""


def find(text: str) -> Note:
    """A finding."""
    return Note(FINDINGS, text)


def rule_out(text: str) -> Note:
    """A line of Ruled out."""
    return Note(RULED_OUT, text)


def ask(text: str) -> Note:
    """An open question."""
    return Note(QUESTIONS, text)


def do_next(text: str) -> Put:
    """The single next action."""
    return Put(NEXT, text)
