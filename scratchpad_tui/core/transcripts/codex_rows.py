"""The fields of a Codex row that tell of calls and compactions; all else is passed over, undecoded."""

from __future__ import annotations

from typing import Any

import msgspec

from scratchpad_tui.core.transcripts.values import table

REFUSED = (msgspec.MsgspecError, RecursionError, UnicodeDecodeError)
"""What a decoder raises of bytes that it does not take."""


class Payload(msgspec.Struct):
    """What the rows that matter carry, all in one."""

    type: Any = None
    info: Any = None
    id: Any = None
    cwd: Any = None
    version: Any = msgspec.field(default=None, name="cli_version")
    forked: Any = msgspec.field(default=None, name="forked_from_id")
    parent: Any = msgspec.field(default=None, name="parent_thread_id")
    source: Any = None
    start: Any = msgspec.field(default=None, name="subagent_history_start_ordinal")
    model: Any = None
    turn: Any = msgspec.field(default=None, name="turn_id")
    window: Any = msgspec.field(default=None, name="model_context_window")
    message: Any = None
    role: Any = None


class Row(msgspec.Struct):
    """A row: an envelope of time, type and payload, or in early files the payload alone."""

    timestamp: Any = None
    ordinal: Any = None
    type: Any = None
    payload: Payload | None = None


row_of = msgspec.json.Decoder(Row).decode


def built(value: dict[str, object]) -> Row:
    """The row of an object that the decoder refused, or that shares its line with another."""
    payload = value.get("payload")
    row = Row(value.get("timestamp"), value.get("ordinal"), value.get("type"))
    if isinstance(payload, dict):
        row.payload = msgspec.convert(table(payload), Payload)
    return row
