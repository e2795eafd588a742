"""The fields of a Claude Code row that tell of calls and compactions; all else is passed over, undecoded."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from scratchpad_tui.core.transcripts.values import rows, table, whole

REFUSED = (msgspec.MsgspecError, RecursionError, UnicodeDecodeError)
"""What a decoder raises of bytes that it does not take."""
ABSENT = msgspec.UNSET
"""Stands for a field that a row does not have, where null means something."""
_NOTHING = msgspec.Raw()
_EMPTY = len("null")
"""No more bytes than these hold no step."""
Count = Annotated[int, msgspec.Meta(ge=0, le=1 << 50)] | None


class Usage(msgspec.Struct, gc=False):
    """What a call took, in tokens: the three of the input are disjoint."""

    input_tokens: Count = None
    cache_creation_input_tokens: Count = None
    cache_read_input_tokens: Count = None
    output_tokens: Count = None
    cache_creation: msgspec.Raw = _NOTHING
    iterations: msgspec.Raw = _NOTHING


class Answer(msgspec.Struct, gc=False):
    """The message of a row."""

    id: Any = None
    model: Any = None
    usage: Usage | None = None
    content: msgspec.Raw = _NOTHING


class Row(msgspec.Struct, gc=False):
    """A row of any type. Nothing but the message has a type of its own, so that few rows are refused."""

    type: Any = None
    subtype: Any = None
    uuid: Any = None
    parent: Any = msgspec.field(default=ABSENT, name="parentUuid")
    sidechain: Any = msgspec.field(default=None, name="isSidechain")
    agent: Any = msgspec.field(default=None, name="agentId")
    tool: Any = msgspec.field(default=None, name="parent_tool_use_id")
    meta: Any = msgspec.field(default=None, name="isMeta")
    summary: Any = msgspec.field(default=None, name="isCompactSummary")
    error: Any = msgspec.field(default=None, name="isApiErrorMessage")
    plan: Any = msgspec.field(default=None, name="planContent")
    timestamp: Any = None
    message: Answer | None = None
    data: msgspec.Raw = _NOTHING
    compact: Any = msgspec.field(default=None, name="compactMetadata")
    compacted: Any = msgspec.field(default=None, name="compact_metadata")
    micro: Any = msgspec.field(default=None, name="microcompactMetadata")
    models: Any = msgspec.field(default=None, name="modelUsage")


class Facts(msgspec.Struct):
    """What a row says of its session."""

    session: Any = msgspec.field(default=None, name="sessionId")
    printed_session: Any = msgspec.field(default=None, name="session_id")
    cwd: Any = None
    version: Any = None
    printed_version: Any = msgspec.field(default=None, name="claude_code_version")


class Inner(msgspec.Struct):
    """A subagent's row inside a row of progress."""

    message: Answer | None = None


class Progress(msgspec.Struct):
    """The data of a row of progress."""

    type: Any = None
    agent: Any = msgspec.field(default=None, name="agentId")
    message: Inner | None = None


row_of = msgspec.json.Decoder(Row).decode
facts_of = msgspec.json.Decoder(Facts).decode
progress_of = msgspec.json.Decoder(Progress).decode


def built(value: dict[str, object]) -> Row:
    """The row of an object that the decoder refused, or that shares its line with another."""
    message = value.get("message")
    plain = {key: item for key, item in value.items() if key not in ("message", "data")}
    row = msgspec.convert(plain, Row)
    row.message = _answer(message) if isinstance(message, dict) else None
    row.data = _raw(value.get("data"))
    return row


def facts_built(value: dict[str, object]) -> Facts:
    """As `built`."""
    return msgspec.convert(value, Facts)


def _answer(value: dict[str, object]) -> Answer:
    usage = value.get("usage")
    known = None
    if isinstance(usage, dict):
        known = Usage(
            whole(usage.get("input_tokens")),
            whole(usage.get("cache_creation_input_tokens")),
            whole(usage.get("cache_read_input_tokens")),
            whole(usage.get("output_tokens")),
            _raw(usage.get("cache_creation")),
            _raw(usage.get("iterations")),
        )
    return Answer(value.get("id"), value.get("model"), known, _raw(value.get("content")))


def _raw(value: object) -> msgspec.Raw:
    if value is None:
        return msgspec.Raw()
    try:
        return msgspec.Raw(msgspec.json.encode(value))
    except (msgspec.MsgspecError, UnicodeEncodeError, OverflowError):
        return msgspec.Raw(_standard(value))


def _standard(value: object) -> bytes:
    import json

    return json.dumps(value).encode()


def level_of(usage: Usage) -> int:
    """The prompt of a call in tokens; of one in steps (a compaction on the server), that of the last answer."""
    if len(usage.iterations) > _EMPTY:
        for step in reversed(rows(_value(usage.iterations))):
            if step.get("type") == "message":
                written = whole(step.get("cache_creation_input_tokens")) or _sum(step.get("cache_creation"))
                return whole(step.get("input_tokens")) + written + whole(step.get("cache_read_input_tokens"))
    written = usage.cache_creation_input_tokens or 0
    if not written and usage.cache_creation:
        written = _sum(_value(usage.cache_creation))
    return (usage.input_tokens or 0) + written + (usage.cache_read_input_tokens or 0)


def _sum(value: object) -> int:
    """What was written to the cache, where only the breakdown says it; never added to the sum beside it."""
    return sum(map(whole, table(value).values()))


def _value(raw: msgspec.Raw) -> object:
    try:
        value: object = msgspec.json.decode(raw)
    except REFUSED:
        return None
    return value
