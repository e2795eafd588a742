"""What the pad held of a span that an agent's compaction dropped, and what it did not."""

from __future__ import annotations

import re

from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.transcripts.chat import text_of
from scratchpad_tui.core.working.content import holds_only_results
from scratchpad_tui.core.working.corrections import is_correction
from scratchpad_tui.core.working.plans import carries_plan

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scratchpad_tui.core.pad.store import PadStore
    from scratchpad_tui.core.transcripts.record import Compaction, Message
    from scratchpad_tui.core.transcripts.transcript import Transcript

TASK, PLAN, CORRECTION = "task", "plan", "correction"
ENOUGH = 0.5
"""The share of a text's telling words that must stand on the pad for it to be held."""
SPAN_MESSAGES = 2_000
"""How many messages of a span are read, the newest; what bounds a look at a long session."""
TEXT_CHARACTERS = 2_000
"""How much of a text is kept and compared."""
_WORD = re.compile(r"[^\W_](?:[\w./:@-]*[^\W_])?")
_STEP = re.compile(r"(?:[-*+]|[0-9]{1,4}[.)])[ \t]+\[[ xX]\]")
_OPEN_STEP = re.compile(r"(?:[-*+]|[0-9]{1,4}[.)])[ \t]+\[ \]")
_TELLING = 4
"""A word of so many characters, or one with a digit, tells something."""


class Piece(NamedTuple):
    """Something said in the span that should outlive it."""

    kind: str
    """`task`, `plan` or `correction`."""
    message: int
    """The number of the message that said it."""
    text: str
    """Its beginning."""
    held: bool
    """Whether the pad said it when the span was dropped."""
    line: str
    """The pad's line that says most of it; empty where none says any."""


class Kept(NamedTuple):
    """A section of the pad as it was at that moment."""

    name: str
    lines: int
    """How many it had, blank ones and the mark of an empty section left out."""
    line: str
    """The one that says most: the first open step of a plan, else the newest."""


class Held(NamedTuple):
    """One compaction against the pad as it was at that moment."""

    version: int
    """The pad's version then; 0 where there was none."""
    messages: int
    """How many messages the span had."""
    pieces: tuple[Piece, ...]
    sections: tuple[Kept, ...] = ()
    """What the pad said then, in its order."""


def held_at(transcript: Transcript, compaction: Compaction, store: PadStore) -> Held:
    """Compares what the span before a compaction said with the pad of that moment.

    The task is the first thing that a person wrote in the session, the plan the newest one of the span; a correction is
    what the pin policy takes for one. A piece is held when half of its telling words or more stand on the pad.

    Raises:
        StorageError: a file went away.
    """
    transcript.read_all_messages()
    version, pad = _pad_at(store, compaction.time)
    span = _span(transcript, compaction)
    lines = [line.strip() for line in pad.split("\n") if line.strip() and not line.startswith("#")]
    words = _words(pad)
    steps = [line for line in lines if _STEP.match(line)] or lines
    pieces = tuple(
        Piece(
            kind, number, text, _share(text, words) >= ENOUGH, _best(text, steps if kind == PLAN else lines)
        )
        for kind, number, text in _said(transcript, span)
    )
    return Held(version, len(span), pieces, _sections(pad))


def _sections(pad: str) -> tuple[Kept, ...]:
    """The sections of a pad's text."""
    from scratchpad_tui.core.pad.schema import EMPTY_MARK

    found: list[tuple[str, list[str]]] = []
    for line in pad.split("\n"):
        said = line.strip()
        if line.startswith("## "):
            found.append((line[3:].strip()[:TEXT_CHARACTERS], []))
        elif said and found and said.removeprefix("- ") != EMPTY_MARK:
            found[-1][1].append(said)
    return tuple(Kept(name, len(lines), _telling(lines)[:TEXT_CHARACTERS]) for name, lines in found)


def _telling(lines: Sequence[str]) -> str:
    """The first open step of a list of steps, else the newest line."""
    return next((line for line in lines if _OPEN_STEP.match(line)), lines[-1] if lines else "")


def _pad_at(store: PadStore, time: float | None) -> tuple[int, str]:
    """The newest version that was made by that time, and its text; 0 and none where there was no pad."""
    from scratchpad_tui.core.clock import parse_stamp
    from scratchpad_tui.core.errors import InputError
    from scratchpad_tui.core.pad import journal
    from scratchpad_tui.core.pad.timeline import text_of as text_of_version

    if time is None:
        return 0, ""
    made = journal.versions(store.paths.journal)
    for number in reversed(store.history.numbers()):
        moment = parse_stamp(made.get(number, {}).get("time"))
        if moment is not None and moment.timestamp() <= time:
            try:
                return number, text_of_version(store, number)
            except InputError:
                continue  # its file has just been pruned: the one before is nearest
    return 0, ""


def _span(transcript: Transcript, compaction: Compaction) -> list[Message]:
    """The messages between the compaction before and this one."""
    starts = [mark.offset for mark in transcript.record.compactions if mark.empties]
    start = max((offset for offset in starts if offset < compaction.offset), default=-1)
    span = [message for message in transcript.messages if start < message.offset < compaction.offset]
    return span[-SPAN_MESSAGES:]


def _said(transcript: Transcript, span: Sequence[Message]) -> Iterator[tuple[str, int, str]]:
    """What of a span should outlive it, in the order task, plan, corrections."""
    if not span:
        return
    task = _task(transcript, span[-1].number)
    if task is not None:
        yield TASK, *task
    plan: tuple[int, str] | None = None
    corrections = []
    spoken = [message for message in span if message.role in ("user", "assistant")]
    for message, said in zip(spoken, transcript.spoken(one.number for one in spoken), strict=True):
        if said is None or holds_only_results(said):
            continue
        text = text_of([said])[:TEXT_CHARACTERS].strip()
        if message.role == "assistant" and carries_plan(said):  # a hook's message shows the agent its own pad
            plan = message.number, text or transcript.body(message.number)[:TEXT_CHARACTERS].strip()
        elif message.role == "user" and message.number != (task or (-1, ""))[0] and is_correction(text):
            corrections.append((message.number, text))
    if plan is not None:
        yield PLAN, *plan
    for number, text in corrections:
        yield CORRECTION, number, text


def _task(transcript: Transcript, last: int) -> tuple[int, str] | None:
    """The first message that a person wrote: it may stand in an older span, and the context lacks it all the same.

    One that was written after the span, whose last message is given, was not dropped with it.
    """
    for message in transcript.messages:
        if message.number >= SPAN_MESSAGES or message.number > last:
            return None
        if message.role == "user" and (text := transcript.body(message.number)[:TEXT_CHARACTERS].strip()):
            return message.number, text
    return None


def _words(text: str) -> set[str]:
    return {
        word for word in _WORD.findall(text.lower()) if len(word) >= _TELLING or any(map(str.isdigit, word))
    }


def _share(text: str, pad: set[str]) -> float:
    """The share of a text's telling words that stand on the pad; a text without any is held by no pad."""
    words = _words(text)
    return len(words & pad) / len(words) if words else 0.0


def _best(text: str, lines: Sequence[str]) -> str:
    words = _words(text)
    best = max(lines, key=lambda line: len(words & _words(line)), default="")
    return best if words & _words(best) else ""
