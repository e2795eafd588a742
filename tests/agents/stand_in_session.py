"""A session of thirty turns on one pad: an agent with hooks, a person who corrects it, another agent, an editor."""

from __future__ import annotations

import json
import re
import shlex
from typing import TYPE_CHECKING, NamedTuple

from scratchpad_tui.core.pad.store import PadStore

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.agents.stand_in import StandIn, Tool

SESSION = "0b8c4f9e-3d61-4f0a-9b5e-6a1f2c3d4e5f"
OTHER = "7a1d2c3b-0f4e-4a59-8c6d-1e2f3a4b5c6d"
TURNS = 30
EDITS_PAD, WRITES_QUEUE, PERSON, BOTH, OTHERS, REFUSED, EDITOR, LATE = 2, 3, 8, 10, 12, 15, 25, 28
"""The turns in which the agent tries its own tools on the pad, and those before which others change it."""
COMPACTED = 20
FIRST, STEP, AFTER, STEP_AFTER = 39_600, 6_000, 41_200, 2_000
"""Tokens: of the first call, more in each turn; of the first call behind the compaction, more from then on."""
SUMMARY = "This session is being continued from a previous conversation that ran out of context."
_APPLY = re.compile(r"`(scratchpad-tui apply[^`]*)` on standard input")
_ADDS = re.compile(r"This adds a line: (.*)")


class Moment(NamedTuple):
    """What a turn left behind."""

    told: str
    """What came into the context with the person's prompt."""
    seen_before: int | None
    seen_after: int | None
    """The version that counts as seen, before and behind that prompt's hook."""
    newest: int
    """The newest version when the hook was called."""


class Session:
    """The session, played step by step."""

    def __init__(self, project: Path, agent: StandIn) -> None:
        self.project = project
        self.pad = project / ".agent" / "scratchpad.md"
        self.agent = agent
        self.started = self.again = ""
        """What came into the context when the session began, and behind the compaction."""
        self.moments: dict[int, Moment] = {}
        self.tools: dict[int, Tool] = {}
        """The agent's own tools on the pad and on what stands beside it, by turn."""
        self.applied: list[Tool] = []
        self.versions_at_compaction = 0

    @property
    def store(self) -> PadStore:
        """The pad as it stands now."""
        return PadStore(str(self.pad), lasting=False)

    @property
    def seen(self) -> int | None:
        """The version that counts as seen by the agent's session."""
        item = self.store.state().seen.get(SESSION)
        return None if item is None else int(item["version"])

    def play(self) -> Iterator[int]:
        """Plays turn after turn, and names each when it has ended; 0 when the session has begun."""
        self.started = self.agent.start().text
        yield 0
        for turn in range(1, TURNS + 1):
            self._meanwhile(turn)
            self._turn(turn)
            yield turn
        self.agent.end()
        yield TURNS + 1

    def _meanwhile(self, turn: int) -> None:
        """What others do before the person's prompt."""
        if turn in (PERSON, BOTH, LATE):
            self.store.edit("Next", [f"as a person wrote before turn {turn}"], self.store.read().version)
        if turn in (BOTH, OTHERS):
            patch = {
                "section": "Ruled out",
                "op": "append",
                "content": f"Mocking, says another before turn {turn}",
            }
            self.store.apply_text(json.dumps([patch]), session=OTHER)
        if turn == EDITOR:
            text = self.pad.read_text("utf-8")
            changed = text.replace("## Open questions\n_(empty)_", "## Open questions\n- from an editor")
            self.pad.write_text(changed, "utf-8")

    def _turn(self, turn: int) -> None:
        seen, newest = self.seen, self.store.history.newest()
        heard = self.agent.prompt(f"Go on with step {turn}.")
        self.moments[turn] = Moment(heard.text, seen, self.seen, newest)
        if turn == COMPACTED:
            self.versions_at_compaction = self.store.history.newest()
            self.again = self.agent.compact("auto", SUMMARY).text
        level = _level(turn)
        self._work(turn, level)
        self.agent.says(level + 500, f"Step {turn} is done.")
        assert self.agent.stop(f"Step {turn} is done.").contexts == ()

    def _work(self, turn: int, level: int) -> None:
        agent = self.agent
        if turn == 1:
            source = self.project / "main.py"
            assert agent.write(level, source, "retries = 3\n").allowed
            assert agent.edit(level + 100, source, "3", "5").allowed
            assert source.read_text("utf-8") == "retries = 5\n"
            self._apply(
                level + 200,
                ("Task", "replace", "Move the billing job"),
                ("Plan", "append", "List the callers"),
            )
        elif turn == EDITS_PAD:
            self.tools[turn] = tool = agent.edit(level, self.pad, "List the callers", "List them")
            found = _ADDS.search(tool.answer)
            assert found is not None, tool.answer
            self.applied.append(agent.bash(level + 100, found[1]))
        elif turn == WRITES_QUEUE:
            self.tools[turn] = agent.write(level, self.pad.parent / "promotions.jsonl", "{}\n")
        elif turn == REFUSED:
            self.tools[turn] = self._list(level, ("Notes", "append", "in a section that is none"))
        elif turn % 2 == 0:
            self._apply(level, ("Findings", "append", f"Step {turn} calls the limiter (limiter.py:{turn})"))

    def _apply(self, level: int, *patches: tuple[str, str, str]) -> None:
        self.applied.append(self._list(level, *patches))

    def _list(self, level: int, *patches: tuple[str, str, str]) -> Tool:
        """Sends a patch list with the command that stood in the context."""
        found = _APPLY.search(self.again or self.started)
        assert found is not None
        sent = [{"section": section, "op": op, "content": content} for section, op, content in patches]
        return self.agent.bash(level, f"echo {shlex.quote(json.dumps(sent))} | {found[1]}")


def _level(turn: int) -> int:
    """Tokens of a turn's first call."""
    return AFTER + STEP_AFTER * (turn - COMPACTED) if turn >= COMPACTED else FIRST + STEP * (turn - 1)
