"""A session as a state machine: notes, confirmations, proposals, decisions, undo, archive, end, edits by hand, kills.

Whatever happens in whatever order: at most three are accepted a session, no hypothesis is, no entry is lost or
doubled, and Durable keeps every byte.
"""

from __future__ import annotations

import os
import signal
from collections import Counter
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from scratchpad_tui.core.errors import InputError, ScratchpadError
from scratchpad_tui.core.pad import quarantine
from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.session import ending, promote, steps
from scratchpad_tui.core.session.archive import archive
from scratchpad_tui.core.session.notes import note, retagged
from scratchpad_tui.core.session.proposing import propose
from scratchpad_tui.core.session.review import Review
from tests.core.pad.faults import killing, watched_calls
from tests.core.pad.processes import in_child, needs_fork
from tests.core.session.desks import DURABLE, Desk, ago, session_text, set_clock

if TYPE_CHECKING:
    from collections.abc import Callable


TAGS = st.sampled_from(["observed", "hypothesis", "decided"])
PICK = st.integers(0, 50)


class Machine(RuleBasedStateMachine):
    """A session pad between an agent, a reviewer, cron, and kills."""

    def __init__(self) -> None:
        super().__init__()
        self._patch = pytest.MonkeyPatch()
        self._patch.setattr(quarantine, "STEADY_SECONDS", 0.0)
        self._patch.setattr(os, "fsync", lambda fd: None)
        set_clock(self._patch)
        memory = "/dev/shm"  # noqa: S108 - the folder gets a name of its own
        self._folder = TemporaryDirectory(dir=memory if os.access(memory, os.W_OK) else None)
        self.desk = Desk(Path(self._folder.name) / ".agent" / "scratchpad.md")
        self._count = 0
        self.said: set[str] = set()
        """Every text that was ever noted."""
        self.removed: set[str] = set()
        """Those that a person or an agent took out on purpose."""
        self.hypotheses: set[str] = set()
        """Those that nobody confirmed."""

    def teardown(self) -> None:
        """Gives back what the machine took."""
        self._folder.cleanup()
        self._patch.undo()

    def _new(self) -> str:
        # Far enough apart that no two are twins.
        self._count += 1
        return f"w{self._count}a w{self._count}b w{self._count}c"

    @initialize()
    def begin(self) -> None:
        """Some entries, old and fresh."""
        lines = []
        for hours, tag in ((60, "observed"), (30, "decided"), (1, "decided"), (1, "hypothesis")):
            text = self._new()
            self.said.add(text)
            if tag == "hypothesis":
                self.hypotheses.add(text)
            lines.append(f"- {ago(hours)} [{tag}] {text}")
        self.desk.put(session_text(lines))

    # An agent

    @rule(tag=TAGS, keep=st.booleans())
    def note(self, tag: str, *, keep: bool) -> None:
        """One more note."""
        text = self._new()
        note(self.desk.store, text, tag, keep=keep)
        self.said.add(text)
        if tag == "hypothesis":
            self.hypotheses.add(text)

    @rule(pick=PICK, actor=st.sampled_from(["agent", "human"]))
    def propose(self, pick: int, actor: str) -> None:
        """An entry, by its text; an agent may be at its limit."""
        lines = self.desk.lines("Scratch")
        if lines:
            text = lines[pick % len(lines)].rpartition("] ")[2].removesuffix(" #keep")
            with suppress(InputError):
                propose(self.desk.store, [text], actor=actor)

    @rule(pick=PICK)
    def confirm(self, pick: int) -> None:
        """A hypothesis that was shown to be true."""
        open_ones = [line for line in self.desk.lines("Scratch") if "[hypothesis]" in line]
        if open_ones:
            text = open_ones[pick % len(open_ones)].rpartition("] ")[2].removesuffix(" #keep")
            with suppress(InputError):  # a step that a kill left may take it to the archive first
                retagged(self.desk.store, text)
                self.hypotheses.discard(text)

    @rule(pick=PICK)
    def remove(self, pick: int) -> None:
        """An agent takes a note out; its proposal, if there is one, is not ready any more."""
        lines = self.desk.lines("Scratch")
        if lines:
            text = lines[pick % len(lines)].rpartition("] ")[2].removesuffix(" #keep")
            self.desk.store.apply([Patch("Scratch", "remove", text)])
            self.removed.add(text)

    # A reviewer

    def _items(self) -> list[str]:
        return [item.id for item in Review(self.desk.store).look().items]

    def _decide(self, pick: int, act: Callable[[str], object]) -> None:
        ids = self._items()
        if ids:
            with suppress(InputError):
                act(ids[pick % len(ids)])

    @rule(pick=PICK)
    def accept(self, pick: int) -> None:
        """An item, ready or not; what is shown is what is written."""
        look = Review(self.desk.store).look()
        if not look.items:
            return
        item = look.items[pick % len(look.items)]
        waits = steps.pending(self.desk.store) is not None
        try:
            acted = promote.accept(self.desk.store, item.id, shown=item.line)
        except InputError:
            # What a kill left half done is ended first, and may take the entry of an item away.
            assert waits or not item.is_acceptable
            return
        assert waits or item.is_acceptable or item.state == "accepted"
        if acted.changed:
            assert item.line in self.desk.lines("Episodic")

    @rule(pick=PICK)
    def reject(self, pick: int) -> None:
        """An item, with a reason."""
        self._decide(pick, lambda item_id: promote.reject(self.desk.store, item_id, "no"))

    @rule(pick=PICK)
    def edit(self, pick: int) -> None:
        """An item gets another text."""
        text = self._new()
        self._decide(pick, lambda item_id: promote.edit(self.desk.store, item_id, text))

    @rule()
    def undo(self) -> None:
        """The last act on the queue."""
        with suppress(InputError):
            promote.undo(self.desk.store, None)

    # Cron, and the evening

    @rule(hours=st.sampled_from([0, 24, 48]))
    def archive(self, hours: int) -> None:
        """By the clock."""
        archive(self.desk.store, hours)

    @rule()
    def end(self) -> None:
        """The session ends."""
        ending.end(self.desk.store)

    # Kills and edits behind our back

    @rule(number=st.integers(1, 160), which=st.sampled_from(["accept", "archive", "end", "undo"]))
    def killed(self, number: int, which: str) -> None:
        """A process is killed at some call; what comes next has to end what it began."""
        store = self.desk.store

        acts: dict[str, Callable[[], object]] = {
            "accept": lambda: [promote.accept(store, item_id) for item_id in self._items()[:1]],
            "archive": lambda: archive(store),
            "end": lambda: ending.end(store),
            "undo": lambda: promote.undo(store, None),
        }

        def act() -> None:
            with suppress(InputError), watched_calls(killing(number, torn=False)):
                acts[which]()

        assert in_child(act) in (0, -signal.SIGKILL)

    @rule()
    def type_by_hand(self) -> None:
        """A person adds an entry in an editor."""
        text = self._new()
        data = self.desk.path.read_text("utf-8")
        line = f"- {ago(2)} [observed] {text}"
        self.desk.put(data.replace("## Scratch (session)\n", f"## Scratch (session)\n{line}\n", 1))
        self.said.add(text)

    @invariant()
    def durable_keeps_every_byte(self) -> None:
        """Nothing here may write it."""
        if self.desk.path.exists():
            assert self.desk.path.read_text("utf-8").endswith(DURABLE)

    @invariant()
    def nothing_is_lost(self) -> None:
        """What was noted stands in Scratch or in the archive, unless somebody took it out."""
        there = "\n".join([*self.desk.lines("Scratch"), *self.desk.archived()]) + "\n"
        for text in self.said - self.removed:
            assert f"] {text}\n" in there or f"] {text} #keep\n" in there, text

    @invariant()
    def nothing_is_doubled(self) -> None:
        """Not in the archive, not in Episodic; a step half done has its entries in both places for a while."""
        if steps.pending(self.desk.store) is None:
            texts = Counter(
                line.rpartition("] ")[2] for line in [*self.desk.lines("Scratch"), *self.desk.archived()]
            )
            assert max(texts.values(), default=1) == 1, texts
        assert max(Counter(self.desk.lines("Episodic")).values(), default=1) == 1

    @invariant()
    def at_most_three_are_accepted_and_no_hypothesis(self) -> None:
        """In each session, and whoever asks."""
        assert sum(item.state == "accepted" for item in self.desk.items()) <= 3
        ends = sum(event["event"] == "ended" for event in self.desk.events())
        assert len(self.desk.lines("Episodic")) <= 3 * (ends + 1)
        for line in self.desk.lines("Episodic"):
            assert "[hypothesis]" not in line
            assert not any(f"] {text} (" in line for text in self.hypotheses)

    @invariant()
    def the_pad_is_good(self) -> None:
        """Whatever happened, it parses."""
        try:
            assert self.desk.store.read().state in ("good", "fresh")
        except ScratchpadError as error:  # pragma: no cover - told as what it is
            pytest.fail(str(error))


TestMachine = needs_fork(pytest.mark.alone(Machine.TestCase))
TestMachine.settings = settings(
    max_examples=60,
    stateful_step_count=20,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
