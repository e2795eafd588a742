"""The scripted agent: reads the pad at the start of a turn, works, and patches it at the end, as a real one does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core import Scratchpad, clock, render
from scratchpad_tui.core.errors import PatchError, ScratchpadError
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.operations import apply_patches
from scratchpad_tui.core.pad.parse import parse_text
from scratchpad_tui.core.pad.prompt import prompt_text
from scratchpad_tui.core.pad.schema import TASK
from scratchpad_tui.core.pad.store import PadStore
from scratchpad_tui.demo.attention import Answer, Attention
from scratchpad_tui.demo.beats import PLAN, Blunder, Prune
from scratchpad_tui.demo.patching import Desk, patches_for
from scratchpad_tui.demo.reading import PadNow, changes
from scratchpad_tui.demo.story import WINDOW
from scratchpad_tui.demo.transcript import call_of, call_to_patch

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Self

    from scratchpad_tui.core.pad.document import Document
    from scratchpad_tui.core.pad.patch import Patch
    from scratchpad_tui.demo.beats import Beat, Move
    from scratchpad_tui.demo.story import Story
    from scratchpad_tui.demo.transcript import Transcript

CAPS = {section.name: section.cap for section in TASK.sections}

PROMPT = "The limiter tests are red on main. Make them pass in CI without a live redis, please."
SUMMARY = (
    "The limiter tests run on a fakeredis fixture and fail with -n 4. Task, plan and findings are in the pad."
)


class TurnDone(NamedTuple):
    """What happened in one turn."""

    turn: int
    patches: tuple[Patch, ...]
    """What the agent sent."""
    refused: str
    """Why the list was refused, or could not be saved; empty where it was not."""
    warnings: tuple[str, ...]
    context: int
    """Of the turn's call, in tokens."""
    said: str


class Sent(NamedTuple):
    """What came of a patch list."""

    refused: str
    warnings: tuple[str, ...]
    result: str
    """As the tool says it: the diff and the warnings, or the refusal."""


class ScriptedAgent:
    """Plays a story on one pad, turn by turn, and writes its transcript."""

    def __init__(self, pad_path: str, story: Story, transcript: Transcript) -> None:
        self._path = pad_path
        self._story = story
        self._transcript = transcript
        self._store = PadStore(pad_path)
        self._attention = Attention(CAPS)
        self._left: PadNow | None = None
        self._numbers: dict[str, str] = {}
        self._own: set[str] = set()
        self._late: tuple[Move, ...] = ()
        self._is_fresh = True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._store.close()

    def turn(self, number: int) -> TurnDone:
        """One turn: the pad is read, what a person changed in it is taken up, and the story's patches are sent.

        A pad that cannot be read or written now is no end of the story: the turn's moves wait for the next one.
        """
        beat = self._story.beat(number)
        context = self._story.tokens(number)
        if number == 1:
            self._transcript.said(PROMPT)
        if beat.told:
            self._transcript.said(beat.told)
        late = self._late
        try:
            done = self._take_turn(number, beat, context)
        except ScratchpadError as error:
            self._late = (*late, *(move for move in beat.moves if not isinstance(move, Blunder)))
            self._transcript.answered(f"The pad is not to be had: {error}", [call_of(beat)], context)
            done = TurnDone(number, (), str(error), (), context, "")
        if beat.compacts:
            self._compact(number, context)
        return done

    def _take_turn(self, number: int, beat: Beat, context: int) -> TurnDone:
        document, notice = self._read()
        pad = PadNow(document.sections())
        if self._left is not None:
            self._attention.notice(changes(self._left, pad, TASK.names), pad, number)
        self._left = pad
        answer = self._answer(beat, pad, number)
        patches = patches_for(answer.moves, Desk(pad, CAPS, self._numbers, self._own))
        answered = clock.now()
        sent = self._send(number, patches)
        if sent.refused:
            self._late = () if answer.moves == beat.moves else beat.moves
        else:
            self._remember(document, patches)
        calls = [call_of(beat)]
        if patches:
            calls.append(call_to_patch(patches, sent.result, failed=bool(sent.refused)))
        said = " ".join(part for part in (notice, answer.said, _said_of(beat, patches)) if part)
        self._transcript.answered(said, calls, context, answered)
        return TurnDone(number, tuple(patches), sent.refused, sent.warnings, context, said)

    def _send(self, number: int, patches: Sequence[Patch]) -> Sent:
        try:
            outcome = self._store.apply(patches, turn=str(number), session=self._transcript.session)
        except PatchError as error:
            return Sent(str(error), (), str(error))
        result = "\n".join((outcome.diff or "nothing changed", *outcome.warnings))
        return Sent("", tuple(outcome.warnings), result)

    def _read(self) -> tuple[Document, str]:
        """The pad as it stands in the agent's prompt, and what was told of it; a broken one is recovered by this."""
        scratchpad = Scratchpad(self._path)
        document = parse_text(render(scratchpad.sections), TASK)
        prompt = prompt_text(self._store, session=self._transcript.session, via="function")
        if self._is_fresh:
            self._transcript.said(prompt)
            self._is_fresh = False
        return document, " ".join(scratchpad.warnings)

    def _answer(self, beat: Beat, pad: PadNow, number: int) -> Answer:
        if any(isinstance(move, Blunder) for move in beat.moves):
            return Answer(beat.moves, "")
        late, self._late = self._late, ()
        return self._attention.answer((*late, *beat.moves), pad, number)

    def _remember(self, document: Document, patches: Sequence[Patch]) -> None:
        """How the pad must look if nobody else touches it: whatever differs next time is somebody else's."""
        before = self._left or PadNow({})
        self._left = PadNow(apply_patches(document, patches).document.sections())
        for section in TASK.names:
            self._own.update(set(self._left.texts(section)) - set(before.texts(section)))
        known = before.texts(PLAN)
        for entry in self._left.entries(PLAN):
            if entry.text not in known and entry.marker.number:
                self._numbers[entry.text] = entry.marker.number

    def _compact(self, number: int, context: int) -> None:
        """The conversation shrinks to a summary; what is known of the work is in the pad."""
        self._transcript.compacted(context, SUMMARY)
        self._is_fresh = True
        message = (
            f"Context compacted at {context:,} of {WINDOW:,} tokens; the pad keeps task, plan and findings."
        )
        try:
            self._store.record_event("compaction", message, turn=str(number), before=context)
        except ScratchpadError:
            return  # the transcript has it; the story goes on without the mark in the journal


def _said_of(beat: Beat, patches: Sequence[Patch]) -> str:
    """What the agent says of its work; where a person made the room already, it does not speak of pruning."""
    made_room = any(isinstance(move, Prune) for move in beat.moves) and not patches
    return "There is room again, I need not prune." if made_room else beat.say
