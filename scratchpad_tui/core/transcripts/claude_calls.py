"""Claude Code's calls: rows of one message are one call, subagents stand apart, compactions and resets are told."""

from __future__ import annotations

import re

from scratchpad_tui.core.transcripts import claude_rows
from scratchpad_tui.core.transcripts.claude_rows import level_of
from scratchpad_tui.core.transcripts.claude_threads import CONTINUED, SIDECHAIN, SYNTHETIC, Threads
from scratchpad_tui.core.transcripts.objects import objects_of, safe
from scratchpad_tui.core.transcripts.record import DROP_SHARE, Compaction, Record, Remembered
from scratchpad_tui.core.transcripts.values import Moments, rows, table, text, whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from scratchpad_tui.core.transcripts.claude_rows import Answer, Row, Usage

PLAN = "Implement the following plan:"
COMPACTIONS = ("compact_boundary", "microcompact_boundary")
_WRITTEN_FOR_ONE = ("<command-", "<local-command", "<bash-", "[Request interrupted")
"""How user rows begin that the program wrote; they count as prompts, but are not shown as one."""
_PROMPT_CHARACTERS = 400
_LARGE = 2_048
_FIELDS = 1_024
"""Within so many bytes a row's own fields stand."""
_KEPT = 64 << 10
"""Bytes; a longer row is not kept for comparing further ones with it."""
_USAGE = b'"usage":{"input_tokens":'
_OUTPUT = b'"output_tokens"'
_CLOSING = ord("}")
_RESULT = b'"type":"user","message":{"role":"user","content":[{"t'
_RESULT_PARTS = (b'"tool_use_id":"', b'"type":"tool_result"')
"""How the row of a tool's result goes on behind its own fields, and its first part begins."""
_RESULT_FIRST = re.compile(
    rb'\[\s*\{\s*(?:"tool_use_id"\s*:\s*"[^"\\]*"\s*,\s*)?"type"\s*:\s*"tool_result"'
).match
"""The content of such a row."""
_HEAD_LINES = 40


class ClaudeCalls:
    """Fed line by line; decodes the fields that matter, and nothing of large results."""

    def __init__(self) -> None:
        self.record = Record()
        self._numbers = Remembered()
        """By the id of the message, behind the name of its series where that is not the main one."""
        self._rows = Remembered()
        """The rows without a call that were counted, by their uuid: a resumed session repeats them."""
        self._threads = Threads()
        self._chained = False
        """Whether a row of the main thread named a parent, so that a later one without any begins anew."""
        self._last_id = self._last_line = self._last_usage = b""
        """Of the answer that began last, as they stand in the file."""
        self._last_at = self._result_at = 0
        """Where the id, and the beginning of a result, stood in the last such row: most often the next ones are alike."""
        self._hint: Compaction | None = None
        """What explains a fall of the level, if the next call shows one."""
        self._windows: dict[str, int] = {}
        self._moment = Moments().moment
        self._steps: dict[str, Callable[[int, Row, bytes], None]] = {
            "assistant": self._answer,
            "user": self._user,
            "system": self._system,
            "progress": self._progress,
            "summary": self._summary,
            "result": self._result,
        }

    def take(self, offset: int, line: bytes) -> None:
        """One line of the session."""
        self.take_block(offset, line, 0, len(line))

    def take_block(self, base: int, data: bytes, first: int, last: int) -> None:
        """Lines as they were read: results of tools are not even cut out, as most bytes of a session are theirs."""
        record, threads, find = self.record, self._threads, data.find
        while first < last:
            stop = find(b"\n", first, last)
            if stop < 0:
                stop = last
            record.lines += 1
            if (
                data.startswith(_RESULT, first + self._result_at) or stop - first > _LARGE
            ) and self._is_result(data, first, stop):
                self._chained = threads.started = True
            else:
                self._line(base + first, data[first:stop])
            first = stop + 1

    def _line(self, offset: int, line: bytes) -> None:
        if self._last_id and line.startswith(self._last_id, self._last_at) and self._is_repeated(line):
            return  # a further row of the same answer, as half of all rows are, with the same figures
        if self.record.lines <= _HEAD_LINES:
            self._learn(line)
        try:
            row = claude_rows.row_of(line)
        except claude_rows.REFUSED:
            self._take_refused(offset, line)
            return
        if row.type == "assistant":
            self._answer(offset, row, line)
        else:
            self._row(offset, row, line)

    def _is_repeated(self, line: bytes) -> bool:
        """Whether the row ends with the usage of the answer that began last, and nothing is glued to it."""
        at = line.rfind(_USAGE)
        if at < 0 or line[-1] != _CLOSING:
            return False
        if not self._last_usage:
            start = self._last_line.rfind(_USAGE)
            self._last_usage = self._last_line[start : self._last_line.find(b"}}", start)]
        usage = self._last_usage
        return _OUTPUT in usage and line.startswith(usage, at) and line.find(b"}{", at) < 0

    def _is_result(self, data: bytes, first: int, stop: int) -> bool:
        """Whether the row between these places can be nothing but the result of a tool, with nothing to tell.

        It is one if its own fields (no brace stands between the first one and them) say so. What may be glued behind
        it shows at the end: a short row begins there, an answer has its usage there.
        """
        at = data.find(_RESULT, first, min(stop, first + _FIELDS))
        if at < 0 or data.find(b"{", first + 1, at) >= 0 or data[stop - 1] != _CLOSING:
            return False
        self._result_at = at - first
        end = max(at, stop - _FIELDS)
        if data.find(b'"usage"', end, stop) >= 0 or data.find(b'}{"', end, stop) >= 0:
            return False
        return data.startswith(_RESULT_PARTS, at + len(_RESULT) - len(b'"t'))

    def _take_refused(self, offset: int, line: bytes) -> None:
        """A blank line, one that cannot be read, several objects, or one with something odd in it."""
        found = objects_of(line)
        if found is None:
            self.record.lines -= 1
            return
        self.record.skipped += not found
        for value in found:
            self._row(offset, claude_rows.built(value), line)

    def _row(self, offset: int, row: Row, line: bytes) -> None:
        step = self._steps.get(row.type) if isinstance(row.type, str) else None
        if step is not None:
            step(offset, row, line)

    def take_document(self, value: object) -> None:
        """Sessions are never documents."""

    def _answer(self, offset: int, row: Row, line: bytes) -> None:
        message = row.message
        if message is None or (usage := message.usage) is None:
            self._note_root(offset, row)
            return
        if message.model == SYNTHETIC or row.error:
            return
        name = self._threads.of(row.sidechain, row.agent, row.tool)
        if name is not None:
            self._call_of_other(offset, row, message, name)
            return
        if isinstance(row.parent, str):
            self._chained = True
        else:
            self._note_root(offset, row)
        key = message.id or row.uuid
        if not isinstance(key, str):
            self._add(offset, row, message, usage)
            return
        number = self._numbers.get(key)
        if number is None:
            self._numbers.keep(key, self._add(offset, row, message, usage))
            known = message.id and len(line) < _KEPT
            self._last_id = key.encode("utf-8", "replace") if known else b""
            self._last_line, self._last_usage = (line if known else b""), b""
            self._last_at = self._last_line.find(self._last_id)
        else:
            main = self.record.main
            main.amend(number, level_of(usage) or main.levels[number], completion=usage.output_tokens or None)

    def _add(self, offset: int, row: Row, message: Answer, usage: Usage) -> int:
        level = level_of(usage)
        if self._hint is not None:
            self._use_hint(level)
        model = message.model
        model = safe(model) if isinstance(model, str) else ""
        return self.record.main.add(
            level,
            offset=offset,
            time=self._moment(row.timestamp),
            completion=usage.output_tokens,
            window=self._windows.get(model) if self._windows else None,
            model=model,
        )

    def _call_of_other(self, offset: int, row: Row, message: Answer, name: str) -> None:
        if message.usage is None:
            return
        series = self.record.other(name)
        level = level_of(message.usage)
        completion = message.usage.output_tokens
        key = text(message.id) or text(row.uuid)
        number = self._numbers.get(f"{name}\0{key}") if key else None
        if number is not None:
            series.amend(number, level or series.levels[number], completion=completion or None)
            return
        number = series.add(
            level,
            offset=offset,
            time=self._moment(row.timestamp),
            completion=completion,
            model=safe(text(message.model)),
        )
        if key:
            self._numbers.keep(f"{name}\0{key}", number)

    def _thread(self, row: Row) -> str | None:
        return self._threads.of(row.sidechain, row.agent, row.tool)

    def _note_root(self, offset: int, row: Row) -> None:
        """A row without a parent in the middle of the file: the context was cleared, if the level says so too."""
        if row.sidechain is True:
            return
        if isinstance(row.parent, str):
            self._chained = True
        elif row.parent is None and row.uuid and self._chained and len(self.record.main):
            self._hint = self._marker(offset, row, "clear")

    def _user(self, offset: int, row: Row, line: bytes) -> None:
        if self._thread(row) is not None:
            return
        self._note_root(offset, row)
        words = _prompt_in(row.message)
        if words is None or row.meta is True:
            return
        if row.summary is True or words.startswith(CONTINUED):
            self._compacted(offset, row, "unknown")
            return
        if self._is_seen(row):
            return
        if self._hint is not None and (row.plan or words.startswith(PLAN)):
            self._use_marker(self._hint)
        self.record.prompts += 1
        if words and not words.startswith(_WRITTEN_FOR_ONE):
            self.record.last_prompt = safe(words[:_PROMPT_CHARACTERS])
        self._learn(line)

    def _system(self, offset: int, row: Row, line: bytes) -> None:
        if row.subtype in COMPACTIONS:
            if self._thread(row) is None and not self._is_seen(row):
                micro = row.subtype != COMPACTIONS[0]
                data = table(row.micro) if micro else table(row.compact) or table(row.compacted)
                trigger = "micro" if micro else text(data.get("trigger"))
                if trigger not in ("auto", "manual", "micro"):
                    trigger = "unknown"
                before = whole(data.get("preTokens")) or whole(data.get("pre_tokens")) or None
                after = whole(data.get("postTokens")) or whole(data.get("post_tokens")) or None
                self._use_marker(self._marker(offset, row, trigger)._replace(before=before, after=after))
        elif self._thread(row) is None:
            self._note_root(offset, row)
        if row.subtype == "init":
            self._learn(line)

    def _progress(self, offset: int, row: Row, line: bytes) -> None:  # noqa: ARG002 -- one of a table
        self._note_root(offset, row)
        data = bytes(row.data)
        if b"agent_progress" not in data:
            return
        try:
            found = claude_rows.progress_of(data)
        except claude_rows.REFUSED:
            return
        inner = found.message
        if found.type == "agent_progress" and inner is not None and inner.message is not None:
            self._call_of_other(offset, row, inner.message, safe(text(found.agent)) or SIDECHAIN)

    def _summary(self, offset: int, row: Row, line: bytes) -> None:  # noqa: ARG002 -- one of a table
        """A session's title, and the only trace of a compaction in old files."""
        if len(self.record.main) and self._hint is None:
            self._hint = self._marker(offset, row, "unknown")

    def _result(self, offset: int, row: Row, line: bytes) -> None:  # noqa: ARG002 -- one of a table
        """The end of a printed session: its sums are no level, but it tells the windows."""
        for name, use in table(row.models).items():
            window = whole(table(use).get("contextWindow"))
            if window:
                self._windows[safe(name)] = window
        main = self.record.main
        if len(main):
            last = main[-1]
            main.amend(last.number, last.level, window=self._windows.get(last.model))

    def _compacted(self, offset: int, row: Row, trigger: str) -> None:
        """The summary behind a compaction: its mark, where no boundary stands before it."""
        count = len(self.record.main)
        marks = self.record.compactions
        if (
            count
            and not (marks and marks[-1].calls == count and marks[-1].empties)
            and not self._is_seen(row)
        ):
            self._use_marker(self._marker(offset, row, trigger))

    def _marker(self, offset: int, row: Row, trigger: str) -> Compaction:
        return Compaction(len(self.record.main), offset, self._moment(row.timestamp), trigger, None, None)

    def _use_marker(self, mark: Compaction) -> None:
        self.record.compactions.append(mark)
        self._hint = None

    def _use_hint(self, level: int) -> None:
        """A fall that a new root or a summary explains is marked with it; without a fall they mean nothing."""
        hint, self._hint = self._hint, None
        levels, marks = self.record.main.levels, self.record.compactions
        if hint is None or not levels or (marks and marks[-1].calls == len(levels)):
            return
        if level < levels[-1] * (1 - DROP_SHARE):
            marks.append(hint)

    def _is_seen(self, row: Row) -> bool:
        """Whether a row of this type and uuid was there before; from now on it was."""
        if not isinstance(row.uuid, str):
            return False
        key = f"{row.type}\0{row.subtype}\0{row.uuid}"
        seen = self._rows.get(key) is not None
        self._rows.keep(key, 0)
        return seen

    def _learn(self, line: bytes) -> None:
        """What the row says of its session."""
        try:
            facts = [claude_rows.facts_of(line)]
        except claude_rows.REFUSED:
            facts = [claude_rows.facts_built(value) for value in objects_of(line) or ()]
        record = self.record
        for fact in facts:
            session = text(fact.session) or text(fact.printed_session)
            record.session = safe(session) or record.session
            record.cwd = safe(text(fact.cwd)) or record.cwd
            record.version = safe(text(fact.version) or text(fact.printed_version)) or record.version


def _prompt_in(message: Answer | None) -> str | None:
    """What a person wrote in a user row; None where it holds the result of a tool."""
    if message is None:
        return None
    content = message.content
    if not content or _RESULT_FIRST(content):
        return None
    found = objects_of(b'{"content":' + bytes(content) + b"}")
    value = found[0].get("content") if found else None
    if isinstance(value, str):
        return value
    parts = rows(value)
    if any(part.get("type") == "tool_result" for part in parts):
        return None
    return "\n".join(text(part.get("text")) for part in parts if part.get("type") == "text")
