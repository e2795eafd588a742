"""The agent's transcript, in the format of Claude Code's session files: one JSON object a line, flushed at once."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from scratchpad_tui.core import clock
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.text import tokens

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from typing import Self

    from scratchpad_tui.core.pad.patch import Patch
    from scratchpad_tui.demo.beats import Beat
    from scratchpad_tui.demo.dice import Dice

MODEL = "claude-sonnet-4-5-20250929"
"""A model with a window of 200,000 tokens."""

AGENT_VERSION = "2.0.76"
PATCH_TOOL = "mcp__scratchpad__scratchpad_apply"
FOLLOWED_FROM = "This session is being continued from a previous conversation that ran out of context."

JsonObject = dict[str, object]


class Call(NamedTuple):
    """One call of a tool and what came back."""

    tool: str
    arguments: JsonObject
    result: str
    failed: bool = False


class Transcript:
    """Appends one session's rows to a file."""

    def __init__(self, path: str, cwd: str, dice: Dice) -> None:
        self._cwd = cwd
        self._dice = dice
        self._rows = 0
        self._parent: str | None = None
        self._cached = 0
        self.session = dice.uuid("session")
        self._file = open(path, "a", encoding="utf-8", newline="\n")  # noqa: SIM115 - stays open for the session

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def said(self, text: str) -> None:
        """A person's, or a hook's, message to the agent."""
        self._row("user", message={"role": "user", "content": text})

    def answered(self, text: str, calls: Sequence[Call], context: int, time: datetime | None = None) -> None:
        """One answer of the model, at a context of so many tokens, with the results of the tools that it called.

        `time` is when it was given, where that is not now: its tools have done their work since.
        """
        name = f"message/{self._rows}"
        blocks: list[JsonObject] = [{"type": "text", "text": text}]
        blocks += [
            {
                "type": "tool_use",
                "id": self._id("toolu", f"{name}/{at}"),
                "name": c.tool,
                "input": c.arguments,
            }
            for at, c in enumerate(calls)
        ]
        usage = self._usage(context, blocks)
        for block in blocks:
            message: JsonObject = {
                "id": self._id("msg", name),
                "type": "message",
                "role": "assistant",
                "model": MODEL,
                "content": [block],
                "stop_reason": "tool_use" if calls else "end_turn",
                "usage": usage,
            }
            self._row("assistant", time, message=message, requestId=self._id("req", name))
        for at, call in enumerate(calls):
            self._result(self._id("toolu", f"{name}/{at}"), call)

    def compacted(self, before: int, summary: str) -> None:
        """The mark of a compaction, with the context before it in tokens, and the summary that took its place."""
        logical, self._parent = self._parent, None
        self._row(
            "system",
            subtype="compact_boundary",
            content="Conversation compacted",
            level="info",
            logicalParentUuid=logical,
            compactMetadata={"trigger": "auto", "preTokens": before},
        )
        content = f"{FOLLOWED_FROM}\n{summary}"
        self._row("user", message={"role": "user", "content": content}, isCompactSummary=True)
        self._cached = 0

    def _usage(self, context: int, blocks: Sequence[JsonObject]) -> JsonObject:
        fresh = 3 + self._rows % 7
        cached = min(self._cached, context - fresh)
        self._cached = context - fresh
        return {
            "input_tokens": fresh,
            "cache_creation_input_tokens": context - fresh - cached,
            "cache_read_input_tokens": cached,
            "output_tokens": tokens(json.dumps(blocks, ensure_ascii=False)),
        }

    def _result(self, call_id: str, call: Call) -> None:
        block: JsonObject = {"tool_use_id": call_id, "type": "tool_result", "content": call.result}
        if call.failed:
            block["is_error"] = True
        message: JsonObject = {"role": "user", "content": [block]}
        self._row("user", message=message, toolUseResult={"stdout": call.result})

    def _row(self, kind: str, time: datetime | None = None, **fields: object) -> None:
        self._rows += 1
        own = self._dice.uuid(f"row/{self._rows}")
        row: JsonObject = {
            "parentUuid": self._parent,
            "isSidechain": False,
            "userType": "external",
            "cwd": self._cwd,
            "sessionId": self.session,
            "version": AGENT_VERSION,
            "gitBranch": "limiter-tests",
            "type": kind,
            "uuid": own,
            "timestamp": clock.stamp(time or clock.now()),
            **fields,
        }
        self._parent = own
        self._file.write(json.dumps(row, ensure_ascii=False) + "\n")
        self._file.flush()

    def _id(self, kind: str, name: str) -> str:
        return f"{kind}_01{self._dice.digits(f'{kind}/{name}')[:22]}"


def call_of(beat: Beat) -> Call:
    """The call of the tool that a beat's work needs."""
    argument = {"Bash": "command", "Grep": "pattern"}.get(beat.tool, "file_path")
    return Call(beat.tool, {argument: beat.call}, beat.result)


def call_to_patch(patches: Sequence[Patch], result: str, *, failed: bool) -> Call:
    """The call that sends a patch list."""
    sent: list[JsonObject] = []
    for patch in patches:
        fields: JsonObject = {"section": patch.section, "op": patch.op, "content": patch.content}
        if patch.reason:
            fields["reason"] = patch.reason
        sent.append(fields)
    return Call(PATCH_TOOL, {"patches": sent}, result, failed)
