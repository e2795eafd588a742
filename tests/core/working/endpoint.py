"""A server on loopback that answers like an OpenAI-compatible endpoint, or in any way that goes wrong."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from types import TracebackType


class Asked(NamedTuple):
    """A request as the server got it."""

    path: str
    headers: dict[str, str]
    """Their names in small letters."""
    body: dict[str, Any]


class Server:
    """Gives the same answer to each request until told otherwise, and remembers the requests."""

    def __init__(self) -> None:
        self.status = 200
        self.body = answer("- fact: kept")
        self.pieces: list[bytes] | None = None
        """Sent one after the other, each when the one before is out."""
        self.missing = 0
        """How many bytes of what was announced are never sent."""
        self.asked: list[Asked] = []
        self.hold = threading.Event()
        """While it is not set, the server sends nothing more than the first piece."""
        self.hold.set()
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._thread = threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.01})

    @property
    def base_url(self) -> str:
        """What the client is set to."""
        return f"http://127.0.0.1:{self._http.server_address[1]}/v1"

    def __enter__(self) -> Server:  # noqa: PYI034 - nothing is derived from it
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.hold.set()
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()

    def _handler(server) -> type[BaseHTTPRequestHandler]:  # noqa: N805 - `self` is the request's inside
        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                headers = {name.lower(): value for name, value in self.headers.items()}
                server.asked.append(Asked(self.path, headers, body))
                pieces = server.pieces or [server.body]
                try:
                    self.send_response(server.status)
                    self.send_header("Content-Type", "application/json")
                    self.send_header("Content-Length", str(sum(map(len, pieces)) + server.missing))
                    self.end_headers()
                    for piece in pieces:
                        self.wfile.write(piece)
                        self.wfile.flush()
                        server.hold.wait(30)
                except OSError:
                    return  # the client has gone

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class names it so
                """Tells nothing."""

        return Handler


def answer(text: object, **more: object) -> bytes:
    """The body of an answer with that text."""
    choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop", **more}
    return json.dumps({"id": "x", "object": "chat.completion", "choices": [choice]}).encode()


def fault(message: str) -> bytes:
    """The body of an error with that sentence."""
    return json.dumps({"error": {"message": message, "type": "invalid_request_error"}}).encode()
