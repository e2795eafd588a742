"""Whatever stands where a figure, a text or a list is awaited: a reader passes it over and reads on."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.transcripts import anthropic_messages, gemini, kimi, openai_chat, pi, unread
from scratchpad_tui.core.transcripts.reading import Format
from scratchpad_tui.core.transcripts.transcript import open_transcript
from scratchpad_tui.core.working.content import public
from tests.core.transcripts.feeding import fed, head_of

if TYPE_CHECKING:
    from pathlib import Path

SAMPLES = [
    ("gemini-cli/jsonl-v040.jsonl", gemini.FORMAT),
    ("pi/v3-small.jsonl", pi.FORMAT),
    ("other/openclaw-session.jsonl", pi.FORMAT),
    ("kimi-wire/assistant-tools.jsonl", kimi.WIRE),
    ("openai-chat/kimi-context-main.jsonl", kimi.CONTEXT),
    ("openai-chat/kimi-context-main.jsonl", openai_chat.FORMAT),
    ("other/droid-session.jsonl", anthropic_messages.FORMAT),
]
ODD: tuple[object, ...] = (
    None,
    True,
    -1,
    1.5,
    1e308,
    10**30,
    "",
    "x",
    [],
    [None],
    [[]],
    [{}],
    {},
    {"x": {}},
    "\ud83d",
)
CALLS = {
    "pi": (
        '{"type":"session","id":"s","cwd":"/x","version":1}',
        '{"type":"message","id":"1","message":{"role":"assistant","content":[{"type":"toolCall","arguments":VALUE}]}}',
    ),
    "gemini": (
        '{"sessionId":"s","projectHash":"h"}\n{"id":"0","type":"user","content":"x"}',
        '{"id":"1","type":"gemini","toolCalls":[{"args":VALUE,"result":[{"functionResponse":{"response":VALUE}}]}]}',
    ),
    "kimi": (
        '{"type":"turn.prompt","input":[{"type":"text","text":"x"}]}',
        '{"type":"context.append_loop_event","event":{"type":"tool.call","args":VALUE}}',
    ),
    "chat": (
        '{"role":"user","content":"x"}',
        '{"role":"assistant","content":null,"tool_calls":[{"function":{"name":"n","arguments":VALUE}}]}',
    ),
    "anthropic": (
        '{"role":"user","content":[{"type":"tool_result","content":"x"}]}',
        '{"role":"assistant","content":[{"type":"tool_use","input":VALUE}]}',
    ),
    "codex": (
        '{"timestamp":"t","type":"session_meta","payload":{"id":"x"}}',
        '{"timestamp":"t","type":"response_item","payload":{"type":"function_call","arguments":VALUE}}',
    ),
}
"""A file's beginning, and a row with a call, by format."""
ALL = [
    value
    for module in (gemini, pi, kimi, openai_chat, anthropic_messages, unread)
    for value in vars(module).values()
    if isinstance(value, Format)
]


def changed(value: object, dice: random.Random) -> object:
    """The value with some of its parts exchanged for odd ones, or left out."""
    if dice.random() < 0.04:
        return dice.choice(ODD)
    if isinstance(value, dict):
        return {key: changed(item, dice) for key, item in value.items() if dice.random() > 0.03}
    if isinstance(value, list):
        return [changed(item, dice) for item in value]
    return value


@pytest.mark.parametrize(("name", "entry"), SAMPLES)
def test_odd_values_are_passed_over(shared: Path, name: str, entry: Format) -> None:
    lines = (shared / "samples/transcripts" / name).read_bytes().splitlines()[:60]
    rows = [json.loads(line) for line in lines if line]
    for seed in range(40):
        dice = random.Random(seed)
        data = b"".join(json.dumps(changed(row, dice)).encode() + b"\n" for row in rows)
        told = fed(entry, data)
        assert all(level >= 0 for level in told.levels)
        assert len(told.record.main) == len(told.levels)
        told.record.level()
        assert [one.tokens >= 0 for one in told.messages] == [True] * len(told.messages)
        for other in ALL:
            other.sniff(head_of(data))
        assert entry.chat is not None
        for row in rows:
            message = changed(row, dice)
            if isinstance(message, dict):
                entry.chat(message)


FIRST = '{"role":"user","content":"x"}\n'
USAGE = (
    {"usage": "VALUE"},
    {"message": {"usage": "VALUE"}},
    {"extra": {"usage": "VALUE"}},
    {"extra": {"response": {"usage": "VALUE"}}},
    {"response_metadata": {"token_usage": "VALUE"}},
)
"""The places in which chat programs keep a message's usage."""


@pytest.mark.parametrize("place", USAGE, ids=json.dumps)
def test_an_odd_usage_is_no_usage(tmp_path: Path, place: dict[str, object]) -> None:
    """Wherever it stands: the message counts as one without."""
    row = json.dumps({"role": "assistant", "content": "x", **place})
    path = tmp_path / "t.jsonl"
    for odd in ODD:
        path.write_text(FIRST + row.replace('"VALUE"', json.dumps(odd)) + "\n", "utf-8")
        transcript = open_transcript(str(path))
        transcript.read_all()
        transcript.read_all_messages()
        assert [message.role for message in transcript.messages] == ["user", "assistant"]


@pytest.mark.parametrize("name", ["legacy-small.json", "legacy-growing/2.json"])
def test_odd_values_of_a_document_are_passed_over(shared: Path, name: str) -> None:
    document = json.loads((shared / "samples/transcripts/gemini-cli" / name).read_bytes())
    for seed in range(60):
        value = changed(document, random.Random(seed))
        calls, messages = gemini.GeminiCalls(), gemini.GeminiMessages()
        calls.take_document(value)
        messages.take_document(value)
        chats, lists = openai_chat.FORMAT.calls, openai_chat.FORMAT.messages
        assert chats is not None
        assert lists is not None
        chats().take_document(value)
        lists().take_document(value)
        calls.record.level()


@pytest.mark.parametrize(("name", "entry"), SAMPLES)
def test_broken_lines_are_counted_and_the_rest_is_read(shared: Path, name: str, entry: Format) -> None:
    data = (shared / "samples/transcripts" / name).read_bytes()
    lines = data.splitlines(keepends=True)
    at = len(lines) // 2
    broken = [b"{broken\n", b"null\n", b"[1]\n", b'"x"\n', b"\xff\xfe{\n", b"\n", b"\x00\x00\n"]
    told = fed(entry, b"".join([*lines[:at], *broken, *lines[at:]]))
    whole = fed(entry, data)
    assert told.levels == whole.levels
    assert told.record.skipped == whole.record.skipped + 5
    assert told.roles == whole.roles


@pytest.mark.parametrize("depth", [500, *range(940, 1_000, 3)])
@pytest.mark.parametrize("nested", ["[", '{"a":'])
@pytest.mark.parametrize("name", sorted(CALLS))
def test_arguments_that_are_nested_as_deeply_as_can_be_read_are_no_error(
    tmp_path: Path, name: str, nested: str, depth: int
) -> None:
    """What a decoder still takes, an encoder may refuse, for it stands deeper in the program."""
    before, row = CALLS[name]
    value = nested * depth + "1" + ("]" if nested == "[" else "}") * depth
    path = tmp_path / "t.jsonl"
    path.write_text(f"{before}\n{row.replace('VALUE', value)}\n{before}\n", "utf-8")
    transcript = open_transcript(str(path))
    for message in transcript.conversation():
        assert public(message) == message
    for at in range(len(transcript.messages)):
        transcript.body(at)
    transcript.read_all()
