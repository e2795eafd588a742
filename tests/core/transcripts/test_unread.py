"""Known by name and not read: each with the reason, and never a figure."""

from __future__ import annotations

import json
import sqlite3
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.transcripts import unread
from scratchpad_tui.core.transcripts.reading import Format
from tests.core.transcripts.feeding import head_of, lines_of

if TYPE_CHECKING:
    from pathlib import Path

ALL = [value for value in vars(unread).values() if isinstance(value, Format)]
TASK = "<task>mend it</task>\n<environment_details>\n# Current Time\n</environment_details>"


def named(data: bytes, path: str = "/x/t.jsonl") -> list[str]:
    """The formats that take the data."""
    return [entry.name for entry in ALL if entry.sniff(head_of(data, path))]


@pytest.mark.parametrize(
    ("name", "entry"),
    [
        ("other/qwen-chat.jsonl", unread.QWEN),
        ("other/copilot-events.jsonl", unread.COPILOT),
        ("other/droid-session.jsonl", unread.DROID),
        ("other/grok-chat-history.jsonl", unread.GROK),
        ("opencode/storage_v2/message/s_stage0_large/msg_0002.json", unread.OPENCODE),
        ("opencode/storage_v2/session/proj_test/ses_s_stage0_large.json", unread.OPENCODE),
    ],
)
def test_samples_are_known_by_name(shared: Path, name: str, entry: Format) -> None:
    assert named((shared / "samples/transcripts" / name).read_bytes()) == [entry.name]


GOOSE = [
    {"working_dir": "/w", "message_count": 2, "total_tokens": 900},
    {"role": "user", "created": 1, "content": []},
]
CLINE_UI = [{"ts": 1, "type": "say", "say": "api_req_started", "text": '{"tokensIn": 5}'}]
CLINE_API = [{"role": "user", "content": [{"type": "text", "text": TASK}]}]
CLINE_NEW = [{"role": "assistant", "content": [], "modelInfo": {"modelId": "m"}}]
OPENHANDS = [{"id": "e1", "kind": "MessageEvent", "timestamp": "2026-07-20", "source": "user"}]
OLD_HANDS = [{"id": 1, "timestamp": "2026-07-20", "source": "agent", "action": "run", "args": {}}]


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (lines_of(*GOOSE), "goose"),
        (json.dumps(CLINE_UI).encode(), "cline-ui"),
        (json.dumps(CLINE_API, indent=1).encode(), "cline-api"),
        (json.dumps(CLINE_NEW).encode(), "cline-api"),
        (lines_of(*OPENHANDS), "openhands"),
        (json.dumps(OLD_HANDS).encode(), "openhands"),
        (
            json.dumps([{"type": "human", "content": "hi"}, {"type": "ai", "content": "yes"}]).encode(),
            "langchain",
        ),
        (
            lines_of({"type": "ai", "data": {"content": "yes", "usage_metadata": {"input_tokens": 9}}}),
            "langchain",
        ),
        (
            lines_of(
                {"type": "metadata", "protocol_version": "1.1"},
                {"timestamp": 1.5, "message": {"type": "TurnBegin", "payload": {}}},
            ),
            "kimi-cli-wire",
        ),
        (lines_of({"event": "message_send", "properties": {"total_tokens": 9}, "time": 1}), "aider"),
    ],
)
def test_shapes_are_known_by_name(data: bytes, name: str) -> None:
    assert named(data) == [name]


def test_none_of_them_has_readers() -> None:
    assert [entry.name for entry in ALL if entry.calls or entry.messages] == []
    assert len(ALL) == 12


def test_a_list_of_messages_is_clines_by_its_name_alone() -> None:
    data = json.dumps([{"role": "user", "content": "x"}]).encode()
    assert named(data) == []
    assert named(data, "/tasks/1/api_conversation_history.json") == ["cline-api"]


@pytest.mark.parametrize(
    "data", [b"", b"x\n", b"[]", b"{}\n", b"[1]", lines_of({"role": "user", "content": "x"})]
)
def test_other_files_are_none_of_theirs(data: bytes) -> None:
    assert named(data) == []


def test_folders_and_databases(shared: Path, tmp_path: Path) -> None:
    def known(path: Path) -> str:
        found = unread.known_by_place(str(path))
        return found[0] if found else ""

    assert known(shared / "samples/transcripts/opencode/storage_v2") == "opencode"
    database = tmp_path / "opencode.db"
    with sqlite3.connect(database) as connection:
        connection.execute("create table session (id text)")
    connection.close()
    assert known(database) == "opencode"
    assert known(tmp_path) == "opencode"
    other = tmp_path / "goose" / "sessions.db"
    other.parent.mkdir()
    other.write_bytes(database.read_bytes())
    assert known(other) == "goose"
    events = tmp_path / "c1" / "events"
    events.mkdir(parents=True)
    (events / "event-00001.json").write_text("{}")
    assert known(events) == known(events.parent) == "openhands"
    task = tmp_path / "171"
    task.mkdir()
    (task / "ui_messages.json").write_text("[]")
    assert known(task) == "cline-ui"
    history = tmp_path / ".aider.chat.history.md"
    history.write_text("#### hi\n")
    assert known(history) == "aider"
    for path in (tmp_path / "none", events / "event-00001.json"):
        assert known(path) == ""
    (tmp_path / "opencode.txt").write_text("x")
    assert known(tmp_path / "opencode.txt") == ""
