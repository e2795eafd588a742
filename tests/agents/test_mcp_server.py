"""The server as a real process, spoken to by the SDK's own client and by raw lines."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any, NamedTuple

import anyio
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.shared.exceptions import MCPError
from mcp.shared.message import SessionMessage
from mcp_types import Implementation, JSONRPCResponse, TextContent, TextResourceContents

from scratchpad_tui import __version__
from scratchpad_tui.agents import mcp_stdio
from scratchpad_tui.cli.main import main
from scratchpad_tui.core.pad.lock import locked
from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.pad.store import PadStore
from tests.schemas import judge

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

    from mcp.client.client import ConnectMode

APPEND = {"section": "Findings", "op": "append", "content": "CI has no redis"}
HELLO = {
    "jsonrpc": "2.0",
    "id": 0,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "raw", "version": "1"},
    },
}
READY = {"jsonrpc": "2.0", "method": "notifications/initialized"}
SECONDS = 60
NOWHERE = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - where servers log, while there are tests


@asynccontextmanager
async def client(
    *words: str, mode: ConnectMode = "auto", name: str = "tester", **env: str
) -> AsyncIterator[Client]:
    """The SDK's client, connected to a server that stands in the test's folder."""
    parameters = StdioServerParameters(
        command=sys.executable,
        args=["-m", "scratchpad_tui", "mcp", *words],
        env={**os.environ, **env},
        cwd=os.getcwd(),
    )
    told = Implementation(name=name, version="1")
    async with Client(stdio_client(parameters, NOWHERE), client_info=told, mode=mode) as connected:
        yield connected


class Said(NamedTuple):
    """What a tool said."""

    text: str
    fields: dict[str, Any]
    is_error: bool


async def call(connected: Client, tool: str, **arguments: object) -> Said:
    """Calls a tool; the client itself judges the answer by the tool's schema."""
    result = await asyncio.wait_for(connected.call_tool(tool, arguments), SECONDS)
    (content,) = result.content
    assert isinstance(content, TextContent)
    return Said(content.text, result.structured_content, result.is_error)


def lines(*messages: object, pad: Path | None = None, hello: bool = True) -> tuple[int, list[Any], str]:
    """Sends raw lines and then the end: exit code, every line of standard output as JSON, standard error."""
    begun = [HELLO, READY] if hello else []
    sent = [
        message if isinstance(message, bytes) else json.dumps(message).encode()
        for message in [*begun, *messages]
    ]
    done = subprocess.run(
        [sys.executable, "-m", "scratchpad_tui", "mcp", *(["--pad", str(pad)] if pad else [])],
        input=b"".join(line + b"\n" for line in sent),
        capture_output=True,
        timeout=SECONDS,
        check=False,
    )
    answers = [json.loads(line) for line in done.stdout.split(b"\n") if line]
    return done.returncode, answers[1:] if hello else answers, done.stderr.decode()


def request(number: int, tool: str, **arguments: object) -> dict[str, object]:
    """A call of a tool as a raw message."""
    params = {"name": tool, "arguments": arguments}
    return {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params}


def put(pad: Path, text: str) -> Path:
    """Writes a pad as a person would."""
    pad.parent.mkdir(exist_ok=True)
    pad.write_text(text, "utf-8")
    return pad


def text_of(pad: Path) -> str | None:
    """The pad's text, None where there is none."""
    return pad.read_text("utf-8") if pad.is_file() else None


def spoil(pad: Path, good: str, state: str) -> None:
    """Does what a hand may do to the pad between two calls."""
    if pad.is_dir():
        pad.rmdir()
    if state == "broken":
        put(pad, good.replace("## Plan", "## Plam"))
    elif state == "conflict":
        put(pad, good.replace("- CI", "<<<<<<< HEAD\n- a\n=======\n- b\n>>>>>>> x\n- CI"))
    elif state == "mended":
        put(pad, good)
    else:
        pad.unlink()
        if state == "unreadable":
            pad.mkdir()


# What a client is told


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_a_client_of_each_era_lists_everything(pad_path: Path, mode: ConnectMode) -> None:
    """All four hints of each tool are given: what is left out counts as destructive and open."""
    async with client(mode=mode) as connected:
        tools = (await connected.list_tools()).tools
        assert [tool.name for tool in tools] == ["scratchpad_read", "scratchpad_apply", "scratchpad_propose"]
        for tool in tools:
            hints = tool.annotations
            assert hints is not None
            told = (
                hints.read_only_hint,
                hints.destructive_hint,
                hints.idempotent_hint,
                hints.open_world_hint,
            )
            assert None not in told
            assert hints.open_world_hint is False
            assert tool.title == hints.title
            assert tool.description
            assert tool.output_schema
        (pad,) = (await connected.list_resources()).resources
        assert (pad.uri, pad.mime_type) == ("scratchpad://pad", "text/markdown")
        (version,) = (await connected.list_resource_templates()).resource_templates
        assert version.uri_template == "scratchpad://versions/{version}"
        (prompt,) = (await connected.list_prompts()).prompts
        assert prompt.name == "scratchpad"
        assert connected.server_info is not None
        assert connected.server_info.version == __version__
        assert connected.instructions
    assert text_of(pad_path) is None


async def test_the_tools_are_those_of_the_pads_profile(pad_path: Path) -> None:
    """A session pad has notes, an audited one records."""
    async with client("--profile", "session") as connected:
        names = [tool.name for tool in (await connected.list_tools()).tools]
        assert names[2:4] == ["scratchpad_note", "scratchpad_recall"]
        assert not (await call(connected, "scratchpad_note", text="slow", tag="observed")).is_error
        assert "[observed] slow" in (await call(connected, "scratchpad_recall")).text
    async with client("--profile", "audited", "--pad", "audit.md") as connected:
        assert (await connected.list_tools()).tools[-1].name == "scratchpad_record"
        said = await call(
            connected, "scratchpad_record", section="Findings", key="a-b", text="it is so", source="job 1"
        )
        assert said.fields["changed"] is True


# Calls


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_reading_and_patching(pad_path: Path, mode: ConnectMode) -> None:
    """The client judges each answer by the schema that the server gave."""
    async with client(mode=mode) as connected:
        done = await call(connected, "scratchpad_apply", patches=[APPEND])
        assert (done.is_error, done.fields["version"]) == (False, 1)
        refused = await call(connected, "scratchpad_apply", patches=[{**APPEND, "op": "add"}])
        assert refused.is_error
        error = refused.fields["error"]
        assert (error["code"], error["index"], error["field"]) == ("unknown-op", 0, "op")
        assert error["accepted"] == ["append", "replace", "check", "remove", "clear"]
        seen = await call(connected, "scratchpad_read")
        assert "- CI has no redis" in seen.text
        assert (await call(connected, "scratchpad_propose", texts=["CI has no redis"])).fields["items"]
    store = PadStore(pad_path)
    (label,) = store.state().seen
    assert label.startswith("tester-")


async def test_a_refused_answer_fits_the_schema_too(pad_path: Path) -> None:
    """A client that judges errors as well finds nothing wrong."""
    async with client() as connected:
        schemas = {tool.name: tool.output_schema for tool in (await connected.list_tools()).tools}
        refused = await call(connected, "scratchpad_propose", texts=[])
        assert refused.is_error
        judge(refused.fields, schemas["scratchpad_propose"])


async def test_an_unknown_tool_resource_or_prompt_is_an_error(pad_path: Path) -> None:
    """As the protocol has it: the client's mistake, not the model's."""
    async with client() as connected:
        with pytest.raises(MCPError, match="there is no tool"):
            await connected.call_tool("scratchpad_accept", {})
        for uri in ("scratchpad://other", "file:///etc/passwd", "scratchpad://versions/../../x"):
            with pytest.raises(MCPError, match="there is no resource"):
                await connected.read_resource(uri)
        with pytest.raises(MCPError, match="no version 7"):
            await connected.read_resource("scratchpad://versions/7")
        with pytest.raises(MCPError, match="there is no prompt"):
            await connected.get_prompt("other")
        assert not (await call(connected, "scratchpad_read")).is_error


async def test_the_pad_is_a_resource_and_a_prompt(pad_path: Path) -> None:
    """Both count as seen; a version is what it was."""
    async with client("--session", "mine") as connected:
        await call(connected, "scratchpad_apply", patches=[APPEND])
        await call(connected, "scratchpad_apply", patches=[{**APPEND, "content": "it has"}])
        (pad,) = (await connected.read_resource("scratchpad://pad")).contents
        assert isinstance(pad, TextResourceContents)
        assert pad.text == text_of(pad_path)
        (old,) = (await connected.read_resource("scratchpad://versions/1")).contents
        assert isinstance(old, TextResourceContents)
        assert "it has" not in old.text
        assert PadStore(pad_path).state().seen["mine"]["version"] == 2
        put(pad_path, pad.text.replace("## Plan", "## Plam"))
        notice, last_good = (await connected.read_resource("scratchpad://pad")).contents
        assert isinstance(notice, TextResourceContents)
        assert isinstance(last_good, TextResourceContents)
        assert "Plam" in notice.text
        assert last_good.text == pad.text
        (message,) = (await connected.get_prompt("scratchpad")).messages
        assert isinstance(message.content, TextContent)
        assert "tool `scratchpad_apply`" in message.content.text


@pytest.mark.parametrize("state", ["broken", "conflict", "gone", "unreadable"])
async def test_the_server_lives_on_beside_a_pad_that_is_not_good(pad_path: Path, state: str) -> None:
    """What a hand does between two calls is told, and the next call does what a command would."""
    async with client() as connected:
        await call(connected, "scratchpad_apply", patches=[APPEND])
        good = text_of(pad_path)
        assert good
        spoil(pad_path, good, state)
        said = await call(connected, "scratchpad_read")
        assert said.is_error == (state == "unreadable")
        more = await call(connected, "scratchpad_apply", patches=[{**APPEND, "content": "more"}])
        assert more.is_error == (state in ("conflict", "unreadable"))
        spoil(pad_path, good, "mended")
        assert not (
            await call(connected, "scratchpad_apply", patches=[{**APPEND, "content": "at last"}])
        ).is_error


async def test_two_clients_lose_nothing(pad_path: Path) -> None:
    """Two processes, each with calls under way at once."""
    async with client(name="one") as one, client(name="two") as two:
        calls = [
            call(side, "scratchpad_apply", patches=[{**APPEND, "content": f"{side_name} {number}"}])
            for number in range(20)
            for side_name, side in (("one", one), ("two", two))
        ]
        said = await asyncio.gather(*calls)
    assert not [one for one in said if one.is_error]
    text = text_of(pad_path)
    assert text
    assert all(f"- {name} {number}\n" in text for name in ("one", "two") for number in range(20))
    assert sorted(one.fields["version"] for one in said) == list(range(1, 41))


# Which pad, and whose session


async def test_the_pad_is_that_of_the_clients_project(pad_path: Path, tmp_path: Path) -> None:
    """A client may start its servers anywhere; a pad that is named comes first."""
    project = tmp_path / "home" / "project"
    put(project / "scratchpad.md", "## Next\ngo\n")
    async with client(CLAUDE_PROJECT_DIR=str(project)) as connected:
        assert (await call(connected, "scratchpad_read")).fields["path"] == str(project / "scratchpad.md")
    async with client("--pad", "own.md", CLAUDE_PROJECT_DIR=str(project)) as connected:
        assert (await call(connected, "scratchpad_read")).fields["path"] == str(
            pad_path.parent.parent / "own.md"
        )
    async with client(CLAUDE_PROJECT_DIR=str(tmp_path / "gone")) as connected:
        assert (await call(connected, "scratchpad_read")).fields["path"] == str(pad_path)


@pytest.mark.parametrize(
    ("name", "env", "begins"),
    [
        ("claude-code", {"CLAUDE_CODE_SESSION_ID": "0a1b-2c3d"}, "0a1b-2c3d"),
        ("codex", {}, "codex-"),
        ("x\x1b]0;y\x07\n" + "n" * 500, {}, "x]0;ynnn"),
        ("", {}, "mcp-"),
        ("token ghp_" + "Ab3dEf6hIj9lMn2pQr5tUv8xYz1B" + "c4Dg7K", {}, "mcp-"),
        ("ok", {"CLAUDE_CODE_SESSION_ID": "a\x1bb"}, "ok-"),
    ],
    ids=["own id", "name", "hostile", "none", "secret", "bad id"],
)
async def test_the_session_is_the_agents(pad_path: Path, name: str, env: dict[str, str], begins: str) -> None:
    """One agent has one label, whether it comes by a hook or by MCP; what no label may hold is left out."""
    async with client(name=name, **env) as connected:
        assert not (await call(connected, "scratchpad_apply", patches=[APPEND])).is_error
        await call(connected, "scratchpad_read")
    (label,) = PadStore(pad_path).state().seen
    assert label.startswith(begins)
    assert len(label) <= 128


# The streams


def test_the_end_of_the_input_waits_for_answers(pad_path: Path) -> None:
    """What was asked is done and answered; then the server ends with exit code 0."""
    calls = [
        request(number, "scratchpad_apply", patches=[{**APPEND, "content": f"entry {number}"}])
        for number in range(1, 9)
    ]
    code, answers, errors = lines(*calls)
    assert code == 0
    assert sorted(answer["id"] for answer in answers) == list(range(1, 9))
    assert all(answer["result"]["structuredContent"]["changed"] for answer in answers)
    assert errors.count("\n") == 1
    assert "serving" in errors


def test_an_empty_input_ends_it(pad_path: Path) -> None:
    """Nothing is made."""
    code, answers, _ = lines(hello=False)
    assert (code, answers) == (0, [])
    assert not pad_path.parent.exists()


TWICE = b'{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"scratchpad_apply","arguments":{"patches":[],"patches":[]}}}'
HOSTILE = [
    (b"junk", -32700, None),
    (b"\xff\xfe{}", -32700, None),
    (b'{"jsonrpc":"2.0","id":5,"method":"ping","params":{"a":NaN}}', -32700, 5),
    (b'{"jsonrpc":"2.0","id":5,"method":"ping","params":{"a":"\\ud83d"}}', -32600, 5),
    (
        b'{"jsonrpc":"2.0","id":5,"method":"ping","params":{"a":' + b"[" * 99_999 + b"]" * 99_999 + b"}}",
        -32700,
        None,
    ),
    (b'{"jsonrpc":"2.0","id":5,"method":"ping","params":{"a":' + b"[" * 600 + b"]" * 600 + b"}}", -32600, 5),
    (b'[{"jsonrpc":"2.0","id":5,"method":"ping"}]', -32600, None),
    (b'{"jsonrpc":"2.0","id":5,"method":"ping","params":[1]}', -32600, 5),
    (b'{"id":5}', -32600, 5),
    (b"null", -32600, None),
    (TWICE, -32600, 5),
    (
        b'{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"scratchpad_read","arguments":[]}}',
        -32602,
        5,
    ),
    (b'{"jsonrpc":"2.0","id":5,"method":"nothing"}', -32601, 5),
    *(
        (b'{"jsonrpc":"2.0","id":%s,"method":"ping"}' % id_, -32600, None)
        for id_ in (b"true", b"null", b"1.5", b"{}", b"[]")
    ),
]


def test_every_hostile_line_gets_an_answer(pad_path: Path) -> None:
    """A client that waits for an answer hangs; and the server goes on."""
    code, answers, errors = lines(
        *(line for line, _, _ in HOSTILE), b"", b"   ", request(9, "scratchpad_read")
    )
    assert code == 0
    told = [(answer["error"]["code"], answer["id"]) for answer in answers if "error" in answer]
    key = str
    assert sorted(told, key=key) == sorted(((number, id_) for _, number, id_ in HOSTILE), key=key)
    assert [answer["id"] for answer in answers if "result" in answer] == [9]
    assert "Traceback" not in errors
    assert not pad_path.parent.exists()


def test_no_answer_repeats_a_secret(pad_path: Path) -> None:
    """Neither ours nor the SDK's own: what a client is told stands in transcripts and logs."""
    secret = "ghp_" + "Zq8WmX3vRt7LpK2nYc5BdH9sJf4GuEa1oT6i"
    asked = [
        request(1, secret),
        request(2, "scratchpad_read", section=secret),
        request(3, "scratchpad_read", **{secret: 1}),
        {"jsonrpc": "2.0", "id": 4, "method": secret},
        {"jsonrpc": "2.0", "id": 5, "method": "resources/read", "params": {"uri": f"scratchpad://{secret}"}},
        {"jsonrpc": "2.0", "id": 6, "method": "prompts/get", "params": {"name": secret}},
        b'{"jsonrpc":"2.0","id":7,"method":"ping","%s":1,"%s":2}' % ((secret.encode(),) * 2),
    ]
    _, answers, errors = lines(*asked)
    assert sorted(answer["id"] for answer in answers) == [1, 2, 3, 4, 5, 6, 7]
    assert not [answer for answer in answers if secret in json.dumps(answer)]
    assert sum("****" in json.dumps(answer) for answer in answers) == len(asked)
    assert secret not in errors


def test_a_line_without_end_is_thrown_away() -> None:
    """It would fill the memory."""
    ends = os.pipe()
    short, mcp_stdio.LONGEST_LINE = mcp_stdio.LONGEST_LINE, 1_000
    try:
        os.write(ends[1], b"x" * 60_000 + b"\n" + b'{"jsonrpc":"2.0","method":"m"}\n')
        os.close(ends[1])
        first, second = mcp_stdio._split(ends[0])
        with pytest.raises(mcp_stdio.Faulty, match="at most"):
            mcp_stdio.read_message(first)
        assert mcp_stdio.read_message(second)["method"] == "m"
    finally:
        mcp_stdio.LONGEST_LINE = short
        os.close(ends[0])


def test_five_megabytes_of_arguments(pad_path: Path) -> None:
    """They come whole, are judged like any other, and the answer is short."""
    large = "x" * 5_000_000
    code, answers, _ = lines(
        request(1, "scratchpad_read", section=large),
        request(2, "scratchpad_apply", patches=[{**APPEND, large: "x"}]),
    )
    assert code == 0
    errors = [answer["result"]["structuredContent"]["error"]["code"] for answer in answers]
    assert sorted(errors) == ["unknown-field", "unknown-section"]
    assert len(json.dumps(answers)) < 40_000


def test_a_cancelled_call_is_not_waited_for(pad_path: Path) -> None:
    """The client waits no more; the end of the input neither."""
    cancel = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}}
    code, answers, _ = lines(request(1, "scratchpad_read"), cancel, request(2, "scratchpad_read"))
    assert code == 0
    assert 2 in [answer["id"] for answer in answers]


async def test_the_end_waits_for_what_is_due_alone() -> None:
    """Answered, cancelled, or never a request: none of them is waited for."""
    send, receive = anyio.create_memory_object_stream[SessionMessage](9)
    async with send, receive, mcp_stdio.Lines(0) as read:
        answers = mcp_stdio.Answers(send)
        for id_ in (1, "two", 3):
            read._judged(json.dumps({"jsonrpc": "2.0", "id": id_, "method": "ping"}).encode(), answers)
        read._judged(json.dumps(READY).encode(), answers)
        cancel = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}}
        read._judged(json.dumps(cancel).encode(), answers)
        await answers.send(SessionMessage(JSONRPCResponse(jsonrpc="2.0", id="two", result={})))
        with anyio.move_on_after(0.01) as early:
            await answers.settled()
        assert early.cancelled_caught
        await answers.refuse(mcp_stdio.Faulty("no", -32600, 3))
        with anyio.fail_after(SECONDS):
            await answers.settled()


@pytest.mark.skipif(sys.platform == "win32", reason="signals are the system's")
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_ends_it_at_once(pad_path: Path, number: signal.Signals, code: int) -> None:
    """While its input stays open, and with nothing on standard error but the first line."""
    started = subprocess.Popen(
        [sys.executable, "-m", "scratchpad_tui", "mcp"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert started.stdin is not None
    assert started.stdout is not None
    assert started.stderr is not None
    with started:
        started.stdin.write(json.dumps(HELLO).encode() + b"\n")
        started.stdin.flush()
        assert started.stdout.readline()
        started.send_signal(number)
        assert started.wait(SECONDS) == code
        assert started.stdout.read() == b""
        assert started.stderr.read().count(b"\n") == 1


@pytest.mark.skipif(not os.path.isdir("/proc/self/fd"), reason="what a process has open is told by /proc")
def test_a_signal_ends_a_call_that_waits_for_the_lock(pad_path: Path) -> None:
    """However long the settings would have it wait; nothing is written, and the holder keeps its lock."""
    PadStore(pad_path, lasting=False).apply([Patch("Findings", "append", "as it was")])
    before = text_of(pad_path)
    sent = {"name": "scratchpad_apply", "arguments": {"patches": [APPEND]}}
    with locked(str(pad_path.with_name(f".{pad_path.name}.lock")), timeout=5):
        started = subprocess.Popen(
            [sys.executable, "-m", "scratchpad_tui", "mcp"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "SCRATCHPAD_LOCK_TIMEOUT": "3600"},
        )
        assert started.stdin is not None
        assert started.stdout is not None
        with started:
            call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": sent}
            for message in (HELLO, READY, call):
                started.stdin.write(json.dumps(message).encode() + b"\n")
            started.stdin.flush()
            assert started.stdout.readline()
            try:
                wait_for(lambda: has_open(started.pid, f".{pad_path.name}.lock"))
                started.send_signal(signal.SIGINT)
                assert started.wait(SECONDS) == 130
            finally:
                started.kill()
    assert text_of(pad_path) == before


def has_open(process: int, name: str) -> bool:
    """Whether a process has a file of that name open."""
    folder = f"/proc/{process}/fd"
    found = [os.path.basename(os.readlink(f"{folder}/{one}")) for one in os.listdir(folder) if one.isdigit()]
    return name in found


def wait_for(is_true: Callable[[], bool]) -> None:
    """Waits until something is true."""
    end = time.monotonic() + SECONDS
    while True:
        with suppress(FileNotFoundError):  # closed while it was looked at
            if is_true():
                return
        assert time.monotonic() < end
        time.sleep(0.01)


@pytest.mark.skipif(sys.platform == "win32", reason="a closed pipe is told differently")
def test_a_client_that_is_gone_ends_it_quietly(pad_path: Path) -> None:
    """There is nobody to tell."""
    started = subprocess.Popen(
        [sys.executable, "-m", "scratchpad_tui", "mcp"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert started.stdin is not None
    assert started.stdout is not None
    assert started.stderr is not None
    with started:
        started.stdout.close()
        started.stdin.write(json.dumps(HELLO).encode() + b"\n")
        started.stdin.flush()
        assert started.wait(SECONDS) == 0
        assert started.stderr.read().count(b"\n") == 1


# The command


def test_without_the_extra_it_says_what_to_install(
    pad_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The SDK is not among what the program needs."""
    for name in [name for name in sys.modules if name.startswith("scratchpad_tui.agents.mcp_s")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "mcp_types", None)
    assert main(["mcp"]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert "pip install 'scratchpad-tui[mcp]'" in told.err
    assert told.err.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["--profile", "nothing"], 2),
        (["--pad", ""], 2),
        (["--session", "a\nb"], 1),
        (["--session", "x" * 200], 1),
    ],
)
def test_a_wrong_option_ends_it_before_it_serves(
    pad_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], code: int
) -> None:
    """A client's log has the sentence."""
    assert main(["mcp", *words]) == code
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1
