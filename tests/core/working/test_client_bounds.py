"""What a server may do to the client: redirect it, answer without end, or in drops; and what the environment may."""

from __future__ import annotations

import contextlib
import socket
import threading
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.errors import InputError
from scratchpad_tui.core.working.client import ClientError, EndpointClient
from scratchpad_tui.core.working.endpoint import Endpoint
from tests.core.working.endpoint import Server, answer
from tests.core.working.windows import said

if TYPE_CHECKING:
    from collections.abc import Iterator

ASK = [said("hello", "user")]
LONG = 1_000
"""How often a server sends the same again, so that a client which waits for its end comes to one."""
PROXIES = (
    "HTTP_PROXY",
    "http_proxy",
    "HTTPS_PROXY",
    "https_proxy",
    "ALL_PROXY",
    "all_proxy",
    "NO_PROXY",
    "no_proxy",
)


class Raw:
    """Sends such bytes to whoever connects, then others again and again: until the other side has gone, or for long."""

    def __init__(self, first: bytes, again: bytes = b"") -> None:
        self._first, self._again = first, again
        self._socket = socket.create_server(("127.0.0.1", 0))
        self._stop = threading.Event()
        self.pause = 0.0
        self.sent = 0
        self._thread = threading.Thread(target=self._serve)

    @property
    def base_url(self) -> str:
        """What the client is set to."""
        return f"http://127.0.0.1:{self._socket.getsockname()[1]}/v1"

    def __enter__(self) -> Raw:  # noqa: PYI034 - nothing is derived from it
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._socket.close()
        self._thread.join(20)

    def _serve(self) -> None:
        with contextlib.suppress(OSError):
            peer, _ = self._socket.accept()
            with peer:
                peer.recv(65_536)
                peer.sendall(self._first)
                for _ in range(LONG if self._again else 0):
                    if self._stop.wait(self.pause):
                        break
                    peer.sendall(self._again)
                    self.sent += len(self._again)


@pytest.fixture(autouse=True)
def no_proxies(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in PROXIES:
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def other() -> Iterator[Server]:
    with Server() as running:
        yield running


def failure(base_url: str, timeout: float = 20.0) -> ClientError:
    with pytest.raises(ClientError) as caught:
        EndpointClient(Endpoint(base_url, "m", "sk-secret", timeout)).complete(ASK)
    assert "sk-secret" not in str(caught.value)
    return caught.value


def test_a_redirect_is_not_followed(other: Server) -> None:
    """The address that was set decides who reads a transcript."""
    head = f"HTTP/1.1 307 Moved\r\nLocation: {other.base_url}/chat/completions\r\nContent-Length: 0\r\n\r\n"
    with Raw(head.encode()) as server:
        error = failure(server.base_url)
    assert error.code == "redirect"
    assert "HTTP 307" in error.message
    assert other.asked == []


@pytest.mark.parametrize(
    "first", [b"HTTP/1.1 200 OK\r\nX-A: ", b"HTTP/1.1 500 Oops\r\nContent-Length: 9000\r\n\r\n"]
)
def test_headers_and_errors_in_drops_are_not_waited_for(first: bytes) -> None:
    """Each drop comes in time for the one before it."""
    with Raw(first, b"a") as server:
        server.pause = 0.02
        assert failure(server.base_url, timeout=0.5).code == "timeout"


def test_an_error_without_end_is_not_read_to_its_end() -> None:
    chunk = b"10000\r\n" + b" " * 65_536 + b"\r\n"
    with Raw(b"HTTP/1.1 500 Oops\r\nTransfer-Encoding: chunked\r\n\r\n", chunk) as server:
        error = failure(server.base_url)
    assert error.code == "server-error"
    assert server.sent < LONG // 2 * len(chunk)


def test_what_is_packed_several_times_is_refused() -> None:
    """Each coding may swell a thousandfold, at once."""
    head = b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip, gzip\r\nContent-Length: 1\r\n\r\n "
    with Raw(head) as server:
        error = failure(server.base_url)
    assert error.code == "no-answer"
    assert "packed several times" in error.message


def test_a_client_goes_on_after_a_time_out(other: Server) -> None:
    client = EndpointClient(Endpoint(other.base_url, "m", "", 0.3))
    other.pieces = [b"", answer("late")]
    other.hold.clear()
    with pytest.raises(ClientError):
        client.complete(ASK)
    other.hold.set()
    other.pieces = None
    assert client.complete(ASK).content == "- fact: kept"


@pytest.mark.parametrize("variable", ["HTTP_PROXY", "ALL_PROXY"])
def test_a_proxy_is_not_asked_for_this_machine(
    other: Server, monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    with Server() as proxy:
        monkeypatch.setenv(variable, proxy.base_url.removesuffix("/v1"))
        EndpointClient(Endpoint(other.base_url, "m", "", 20.0)).complete(ASK)
        assert proxy.asked == []
    assert len(other.asked) == 1


@pytest.mark.parametrize("proxy", ["socks4://me:sk-hidden@h:1", "http://me:sk-hidden@[::1"])
def test_a_proxy_that_cannot_be_used_is_told_without_its_password(
    monkeypatch: pytest.MonkeyPatch, proxy: str
) -> None:
    monkeypatch.setenv("ALL_PROXY", proxy)
    with pytest.raises(
        InputError, match="the proxy or the certificates that the environment names"
    ) as caught:
        EndpointClient(Endpoint("https://example.com/v1", "m", "", 1.0))
    assert "sk-hidden" not in str(caught.value)
    assert "ALL_PROXY" in caught.value.remedy


def test_headers_that_are_meant_for_another_endpoint_stay_at_home(
    other: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_CUSTOM_HEADERS", "X-Gateway: sk-other\nAuthorization: Bearer sk-other")
    EndpointClient(Endpoint(other.base_url, "m", "sk-mine", 20.0)).complete(ASK)
    (asked,) = other.asked
    assert "sk-other" not in str(asked.headers)
    assert asked.headers["authorization"] == "Bearer sk-mine"
