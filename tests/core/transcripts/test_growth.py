"""Files of every format as they grow, in pieces cut anywhere, and documents that are met half-written."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.errors import InputError
from scratchpad_tui.core.transcripts.transcript import open_transcript
from tests.core.transcripts.feeding import figures, lines_of

if TYPE_CHECKING:
    from pathlib import Path

APPENDED = [
    ("gemini-cli/jsonl-v040.jsonl", "gemini"),
    ("pi/v3-small.jsonl", "pi"),
    ("pi/compaction-excerpt.jsonl", "pi"),
    ("kimi-wire/assistant-tools.jsonl", "kimi-wire"),
    ("openai-chat/kimi-context-main.jsonl", "kimi-context"),
]


@pytest.mark.parametrize(("name", "kind"), APPENDED)
def test_pieces_cut_anywhere_give_the_series_of_one_reading(
    shared: Path, tmp_path: Path, name: str, kind: str
) -> None:
    data, series = figures(shared, name)
    path = tmp_path / "notes.txt"
    first = data.index(b"\n", data.index(b"\n") + 1) + 1
    dice = random.Random(name)
    cuts = sorted({first, *(dice.randrange(first, len(data)) for _ in range(25)), len(data)})
    path.write_bytes(data[: cuts[0]])
    transcript = open_transcript(str(path))
    assert transcript.format.name == kind
    for start, end in pairwise(cuts):
        with path.open("ab") as stream:
            stream.write(data[start:end])
        transcript.refresh()
        transcript.read_all()
        levels = list(transcript.record.main.levels)
        assert levels == series[: len(levels)]
        assert transcript.record.skipped == 0
    assert list(transcript.record.main.levels) == series
    transcript.read_all_messages()
    grown = [tuple(one) for one in transcript.messages]
    said = list(transcript.conversation())
    transcript = open_transcript(str(path))
    transcript.read_all_messages()
    assert [tuple(one) for one in transcript.messages] == grown
    assert list(transcript.conversation()) == said
    assert transcript.body(len(grown) - 1)
    assert {"assistant"} <= {message["role"] for message in said}


@pytest.mark.parametrize(("name", "kind"), APPENDED)
def test_the_last_line_cut_at_any_byte_is_pending(shared: Path, tmp_path: Path, name: str, kind: str) -> None:
    data, _ = figures(shared, name)
    start = data.rindex(b"\n", 0, len(data) - 1) + 1
    path = tmp_path / "t.jsonl"
    for cut in range(start + 1, len(data) - 2, max(1, (len(data) - start) // 12)):
        path.write_bytes(data[:cut])
        transcript = open_transcript(str(path))
        transcript.read_all()
        assert (transcript.record.skipped, transcript.pending) == (0, cut - start)


def test_a_half_written_document_keeps_what_was_read(shared: Path, tmp_path: Path) -> None:
    before, first = figures(shared, "gemini-cli/legacy-growing/1.json")
    after, second = figures(shared, "gemini-cli/legacy-growing/2.json")
    path = tmp_path / "session-x.json"
    path.write_bytes(before)
    transcript = open_transcript(str(path))
    transcript.read_all()
    for cut in (0, 1, len(after) // 2, len(after) - 2):
        path.write_bytes(after[:cut])
        transcript.refresh()
        transcript.read_all()
        assert list(transcript.record.main.levels) == first
    path.write_bytes(after)
    transcript.refresh()
    transcript.read_all()
    assert list(transcript.record.main.levels) == second
    transcript.read_all_messages()
    assert len(transcript.messages) == 7
    assert transcript.body(0).startswith("run an agent that creates")


def test_a_record_that_comes_again_is_shown_as_it_stands_last(tmp_path: Path) -> None:
    header = {"sessionId": "s", "projectHash": "h"}
    begun = {"id": "g", "type": "gemini", "content": "I beg"}
    done = {"id": "g", "type": "gemini", "content": "I begin", "tokens": {"input": 9, "total": 10}}
    path = tmp_path / "t.jsonl"
    path.write_bytes(lines_of(header, {"id": "u", "type": "user", "content": "go"}, begun, done))
    transcript = open_transcript(str(path))
    said = list(transcript.conversation())
    assert [message["content"] for message in said] == ["go", "I begin"]
    assert transcript.body(1) == "I begin"


def test_the_conversation_is_that_of_the_active_branch(tmp_path: Path) -> None:
    def said(key: str, parent: str | None, role: str, words: str) -> dict[str, object]:
        message = {"role": role, "content": words, "usage": {"totalTokens": 9}}
        return {"type": "message", "id": key, "parentId": parent, "message": message}

    path = tmp_path / "t.jsonl"
    rows = [("a", None, "user", "one"), ("b", "a", "assistant", "left"), ("c", "a", "assistant", "taken")]
    path.write_bytes(lines_of({"type": "session", "id": "s", "cwd": "/"}, *(said(*row) for row in rows)))
    transcript = open_transcript(str(path))
    assert [message["content"] for message in transcript.conversation()] == ["one", "taken"]


def test_a_log_of_calls_is_the_conversation_of_its_last_line(tmp_path: Path) -> None:
    sent = [
        {"role": "user", "content": "one"},
        {"role": "assistant", "content": "two"},
        {"role": "user", "content": "three"},
    ]
    path = tmp_path / "t.jsonl"
    path.write_bytes(
        lines_of(*({"messages": sent[:count], "usage": {"prompt_tokens": count * 100}} for count in (1, 3)))
    )
    transcript = open_transcript(str(path))
    transcript.read_all()
    assert list(transcript.record.main.levels) == [100, 300]
    assert [message["content"] for message in transcript.conversation()] == ["one", "two", "three"]


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("other/qwen-chat.jsonl", "Qwen Code"),
        ("other/copilot-events.jsonl", "Copilot CLI"),
        ("other/droid-session.jsonl", "Factory Droid"),
        ("other/grok-chat-history.jsonl", "Grok CLI"),
        ("opencode/storage_v2", "opencode"),
    ],
)
def test_what_is_not_read_yet_is_said_by_name(shared: Path, name: str, title: str) -> None:
    with pytest.raises(InputError) as raised:
        open_transcript(str(shared / "samples/transcripts" / name))
    assert title in str(raised.value)
    assert "cannot be read" in str(raised.value)
    assert raised.value.code == "unread-format"
