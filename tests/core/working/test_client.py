"""The client for an OpenAI-compatible endpoint, against a real server on loopback."""

from __future__ import annotations

import socket
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core import Compactor
from scratchpad_tui.core.errors import InputError
from scratchpad_tui.core.working.client import MOST_BYTES, ClientError, EndpointClient
from scratchpad_tui.core.working.endpoint import Endpoint
from tests.core.working.endpoint import Server, answer, fault
from tests.core.working.windows import events, fill, said, small_window

if TYPE_CHECKING:
    from collections.abc import Iterator

KEY = "sk-secret-0123456789"
ASK = [said("hello", "user")]


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with Server() as running:
        yield running


def client(server: Server, key: str = "", timeout: float = 20.0) -> EndpointClient:
    """A client of the server."""
    return EndpointClient(Endpoint(server.base_url, "small-model", key, timeout))


def failure(asked: EndpointClient) -> ClientError:
    """The error that asking ends with; never with the key in it, always with a remedy and exit code 3."""
    with pytest.raises(ClientError) as caught:
        asked.complete(ASK)
    assert KEY not in str(caught.value)
    assert caught.value.remedy
    assert caught.value.exit_code == 3
    return caught.value


# What is sent, and what comes


def test_the_messages_go_to_the_endpoint_and_the_words_come_back(server: Server) -> None:
    assert client(server, KEY).complete(ASK).content == "- fact: kept"
    (asked,) = server.asked
    assert asked.path == "/v1/chat/completions"
    assert asked.body["model"] == "small-model"
    assert asked.body["messages"] == ASK
    assert asked.headers["authorization"] == f"Bearer {KEY}"


def test_without_a_key_none_is_sent(server: Server) -> None:
    """As Ollama and vLLM have it."""
    client(server).complete(ASK)
    assert "authorization" not in server.asked[0].headers


def test_an_account_that_is_meant_for_another_endpoint_stays_at_home(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The package reads variables of its own; a server that the settings name must not get what is in them."""
    for name in ("OPENAI_API_KEY", "OPENAI_ADMIN_KEY", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID"):
        monkeypatch.setenv(name, KEY)
    monkeypatch.setenv("OPENAI_CUSTOM_HEADERS", f"Authorization: Bearer {KEY}")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    client(server).complete(ASK)
    assert KEY not in str(server.asked[0].headers)


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("  a \n", "a"),
        ("<think>NOTHING?\n</think>\n- a", "- a"),
        ([{"type": "text", "text": "- a"}], "- a"),
    ],
)
def test_the_words_are_found_in_each_form(server: Server, content: object, text: str) -> None:
    server.body = answer(content)
    assert client(server).complete(ASK).content == text


def test_a_window_compacts_with_it(server: Server) -> None:
    window = small_window(compactor=Compactor(client(server)))
    fill(window, 60)
    window.prepare()
    assert any("Summary of what happened:\n- fact: kept" in str(m["content"]) for m in window.messages)
    assert "turn 5 word" in server.asked[0].body["messages"][0]["content"]


def test_a_failure_leaves_the_window_and_tells_the_remedy(server: Server) -> None:
    server.status, server.body = 429, fault("slow down")
    window = small_window(compactor=Compactor(client(server)), evict_at=9.0)
    fill(window, 60)
    window.prepare()
    window.prepare()
    assert len(window.messages) == 60
    assert len(server.asked) == 1  # neither the client nor the window tries again at once
    (event,) = events(window, "failed")
    assert "wait a minute" in event


# What goes wrong


def test_no_server_there() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    error = failure(EndpointClient(Endpoint(f"http://127.0.0.1:{port}/v1", "m", KEY, 20.0)))
    assert error.code == "no-route"
    assert str(error).startswith(f"could not reach http://127.0.0.1:{port}/v1: ")
    assert "refused" in str(error)
    assert "set SCRATCHPAD_LLM_BASE_URL" in error.remedy


@pytest.mark.parametrize(
    ("status", "code", "says", "remedy"),
    [
        (400, "refused", "refused the request", "larger window"),
        (401, "bad-key", "refused the key, or asks for one", "SCRATCHPAD_LLM_API_KEY"),
        (403, "bad-key", "refused the key, or asks for one", "SCRATCHPAD_LLM_API_KEY"),
        (404, "no-model", 'does not know the model "small-model"', "SCRATCHPAD_LLM_MODEL"),
        (422, "refused", "refused the request", "larger window"),
        (429, "rate-limit", "takes no more requests", "wait a minute"),
        (500, "server-error", "failed", "try again later"),
        (503, "server-error", "failed", "try again later"),
    ],
)
def test_a_refusal_is_a_sentence_with_what_the_server_says(
    server: Server, status: int, code: str, says: str, remedy: str
) -> None:
    server.status, server.body = status, fault(f"wrong key {KEY}\x1b[2J\nof yours.")
    error = failure(client(server, KEY))
    assert error.code == code
    assert says in error.message
    assert f"(HTTP {status}: wrong key [key]␛[2J of yours)" in error.message
    assert remedy in error.remedy
    assert len(server.asked) == 1


@pytest.mark.parametrize("body", [b"", b"<html>", b"[]", b'{"error": 7}', b'{"message": "plain"}'])
def test_a_refusal_may_say_anything(server: Server, body: bytes) -> None:
    server.status, server.body = 500, body
    error = failure(client(server))
    assert "HTTP 500" in error.message
    assert ("plain" in error.message) == (b"plain" in body)


def test_no_answer_in_time(server: Server) -> None:
    server.pieces = [b"", answer("late")]
    server.hold.clear()
    error = failure(client(server, timeout=0.2))
    assert error.code == "timeout"
    assert "gave no whole answer within 0.2 s" in error.message
    assert "SCRATCHPAD_LLM_TIMEOUT" in error.remedy


def test_an_answer_in_drops_is_not_waited_for(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each drop comes in time; the whole does not."""
    server.pieces = [b" "] * 50 + [answer("late")]
    clock = iter(range(1_000))
    monkeypatch.setattr("scratchpad_tui.core.working.client.monotonic", lambda: float(next(clock)))
    assert failure(client(server, timeout=0.5)).code == "timeout"


def test_a_connection_that_breaks(server: Server) -> None:
    server.missing = 100
    error = failure(client(server))
    assert error.code == "no-route"
    assert "could not reach" in error.message


def test_an_answer_that_ends_early(server: Server) -> None:
    server.body = answer("x" * 1_000)[:500]
    assert failure(client(server)).code == "no-answer"


@pytest.mark.parametrize(
    ("content", "more", "says"),
    [
        ("", {}, "answered with no text"),
        (None, {}, "answered with no text"),
        ("<think>hm</think>", {}, "answered with no text"),
        ("", {"finish_reason": "length"}, "what it may write was used up before"),
    ],
)
def test_an_empty_answer(server: Server, content: object, more: dict[str, object], says: str) -> None:
    server.body = answer(content, **more)
    error = failure(client(server))
    assert error.code == "empty-answer"
    assert says in error.message
    assert '"small-model"' in error.message


def test_a_summary_that_is_none_is_refused_with_the_figures(server: Server) -> None:
    server.body = answer("x" * 20_001)
    error = failure(client(server))
    assert error.code == "too-large"
    assert "20,001 characters" in error.message
    assert "20,000" in error.message


def test_a_flood_is_not_read_to_its_end(server: Server) -> None:
    server.pieces = [b"x" * (MOST_BYTES + 1_000_000)]
    error = failure(client(server))
    assert error.code == "too-large"
    assert "over 4,000,000 bytes" in error.message


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (b"<html>\x1b[2J hello", 'something that is not JSON: "<html>␛[2J hello"'),
        (b"[" * 100_000, "something that is not JSON"),
        (b'{"error": {"message": "no"}}', "JSON without an answer in it"),
        (b'{"choices": []}', "JSON without an answer in it"),
        (b'{"choices": [7]}', "JSON without an answer in it"),
        (b"7", "JSON without an answer in it"),
        (b"\xff\xfe", "something that is not JSON"),
    ],
)
def test_what_is_no_answer(server: Server, body: bytes, says: str) -> None:
    server.body = body
    error = failure(client(server))
    assert error.code == "no-answer"
    assert says in error.message
    assert "/v1" in error.remedy
    assert "\x1b" not in str(error)


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openai", None)
    with pytest.raises(InputError, match=r"pip install 'scratchpad-tui\[llm\]'"):
        EndpointClient(Endpoint("http://h/v1", "m", "", 1.0))


def test_working_memory_loads_no_client_and_no_slow_module() -> None:
    code = (
        "import sys; from scratchpad_tui.core import Budget, Compactor, ManagedWindow, PinPolicy;"
        "import scratchpad_tui.core.working.client;"
        "print(sorted({m.partition('.')[0] for m in sys.modules} & {'openai', 'httpx2', 'pydantic', 'dataclasses',"
        "'inspect', 'logging', 'pathlib', 'tempfile', 'asyncio', 'textual', 'rich'}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
