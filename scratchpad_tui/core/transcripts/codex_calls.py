"""Codex's calls: the last usage of each count of tokens, repeats and estimates left out, a parent's history apart."""

from __future__ import annotations

import re

from scratchpad_tui.core import estimates
from scratchpad_tui.core.transcripts import codex_rows
from scratchpad_tui.core.transcripts.codex_items import CALLS, item_of
from scratchpad_tui.core.transcripts.codex_threads import Part
from scratchpad_tui.core.transcripts.objects import objects_of, safe
from scratchpad_tui.core.transcripts.record import Compaction, Record
from scratchpad_tui.core.transcripts.values import moment, table, text, whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from scratchpad_tui.core.transcripts.codex_rows import Payload, Row

FORKED_FROM = "forked_from"
"""The series of what stands before a fork or a subagent's own first task: its parent's."""
_PROMPT_CHARACTERS = 400
_BEGINNING = re.compile(
    rb'\{\s*"timestamp"\s*:\s*"[^"\\]*"\s*,\s*(?:"ordinal"\s*:\s*\d+\s*,\s*)?"type"\s*:\s*"(\w+)"\s*,'
    rb'\s*"payload"\s*:\s*\{\s*"type"\s*:\s*"(\w+)"'
).match
"""Types of row and payload, at the row's own level: nothing inside a text can look like it."""
_EVENTS = frozenset(
    (b"token_count", b"task_started", b"context_compacted", b"thread_rolled_back", b"user_message")
)
_NEXT_ROW = b'}{"timestamp"'


class CodexCalls:
    """Fed line by line; decodes the few rows that matter."""

    def __init__(self) -> None:
        self.record = Record()
        self._part = Part()
        self._steps: dict[str, Callable[[int, Row, Payload], None]] = {
            "session_meta": self._meta,
            "turn_context": self._context,
            "task_started": self._task,
            "token_count": self._count,
            "compacted": self._compacted,
            "context_compacted": self._compacted,
            "thread_rolled_back": self._rolled_back,
            "user_message": self._prompt,
        }
        self._model = ""
        self._window: int | None = None
        self._last: object = None
        """The pair of usages reported last: half of all reports repeat the one before."""
        self._tokens = 0
        self._answering = False
        """Of rows without an envelope: what all of them take, and whether the last was the model's."""
        self._mark = ""
        """The type of the row that told of the last compaction."""

    def take(self, offset: int, line: bytes) -> None:
        """One line of the rollout."""
        self.record.lines += 1
        kind = _BEGINNING(line)
        if (
            kind is not None
            and line.endswith(b"}")
            and _is_passed_over(kind[1], kind[2])
            and _NEXT_ROW not in line
        ):
            return
        try:
            row = codex_rows.row_of(line)
        except codex_rows.REFUSED:
            self._take_refused(offset, line)
            return
        if row.payload is None:
            self._bare_rows(offset, objects_of(line) or [])
        else:
            self._row(offset, row)

    def take_document(self, value: object) -> None:
        """Rollouts are never documents."""

    def _take_refused(self, offset: int, line: bytes) -> None:
        found = objects_of(line)
        if found is None:
            self.record.lines -= 1
            return
        self.record.skipped += not found
        for value in found:
            row = codex_rows.built(value)
            if row.payload is None:
                self._bare_rows(offset, [value])
            else:
                self._row(offset, row)

    def _bare_rows(self, offset: int, values: list[dict[str, object]]) -> None:
        """Rows of the first files, which have no envelope and tell of no usage: all so far is estimated."""
        for value in values:
            item = item_of(value)
            if not item:
                if "instructions" in value and not self.record.session:
                    self.record.session = safe(text(value.get("id")))
                continue
            self.record.no_usage = True
            self._tokens += estimates.message_tokens(item) + estimates.tokens(
                [item.get(name) for name in ("name", "arguments", "input", "action", "output", "summary")]
            )
            answers = item.get("role") == "assistant" or item.get("type") in ("reasoning", *CALLS)
            main = self.record.main
            if not answers:
                self.record.prompts += item.get("role") == "user"
            elif self._answering:
                main.amend(len(main) - 1, self._tokens)
            else:
                main.add(self._tokens, offset=offset, time=moment(value.get("timestamp")), estimate=True)
            self._answering = answers

    def _row(self, offset: int, row: Row) -> None:
        payload = row.payload
        if payload is None or not isinstance(row.type, str):
            return
        if self._part.begins(row.ordinal, row.type, payload.type, payload.turn):
            self._last = None
        kind = text(payload.type) if row.type == "event_msg" else row.type
        step = self._steps.get(kind)
        if step is not None:
            step(offset, row, payload)

    def _meta(self, offset: int, row: Row, payload: Payload) -> None:  # noqa: ARG002 -- one of a table
        if self._part.is_known:
            return
        self._part.meta(payload.id, (payload.forked, payload.parent), payload.source, payload.start)
        record = self.record
        record.session = safe(text(payload.id))
        record.cwd = safe(text(payload.cwd))
        record.version = safe(text(payload.version))

    def _context(self, offset: int, row: Row, payload: Payload) -> None:  # noqa: ARG002 -- one of a table
        self._model = safe(text(payload.model)) or self._model
        if self._part.is_own:
            self.record.cwd = safe(text(payload.cwd)) or self.record.cwd

    def _task(self, offset: int, row: Row, payload: Payload) -> None:  # noqa: ARG002 -- one of a table
        self._window = whole(payload.window) or self._window

    def _count(self, offset: int, row: Row, payload: Payload) -> None:
        info = table(payload.info)
        last, total = table(info.get("last_token_usage")), info.get("total_token_usage")
        if not last or (total, last) == self._last:
            return
        self._last = (total, last)
        read, written = whole(last.get("input_tokens")), whole(last.get("output_tokens"))
        if not read and not written:
            return  # a local estimate, made at a compaction, or nothing at all
        self._window = whole(info.get("model_context_window")) or self._window
        series = self.record.main if self._part.is_own else self.record.other(FORKED_FROM)
        series.add(
            whole(last.get("total_tokens")) or read + written,
            offset=offset,
            time=moment(row.timestamp),
            completion=written,
            window=self._window,
            model=self._model,
        )

    def _compacted(self, offset: int, row: Row, payload: Payload) -> None:  # noqa: ARG002 -- one of a table
        """One compaction is told twice, by a row and by an event, in either order."""
        if not self._part.is_own:
            return
        kind = "row" if row.type == "compacted" else "event"
        marks, count = self.record.compactions, len(self.record.main)
        if marks and marks[-1].calls == count and marks[-1].empties and self._mark not in (kind, ""):
            self._mark = ""
            return
        self._mark = kind
        marks.append(Compaction(count, offset, moment(row.timestamp), "unknown", None, None))

    def _rolled_back(self, offset: int, row: Row, payload: Payload) -> None:  # noqa: ARG002 -- one of a table
        if self._part.is_own:
            mark = Compaction(len(self.record.main), offset, moment(row.timestamp), "rollback", None, None)
            self.record.compactions.append(mark)

    def _prompt(self, offset: int, row: Row, payload: Payload) -> None:  # noqa: ARG002 -- one of a table
        if not self._part.is_own:
            return
        self.record.prompts += 1
        words = text(payload.message)[:_PROMPT_CHARACTERS]
        self.record.last_prompt = safe(words) or self.record.last_prompt


def _is_passed_over(kind: bytes, payload: bytes) -> bool:
    return kind == b"response_item" or (kind == b"event_msg" and payload not in _EVENTS)
