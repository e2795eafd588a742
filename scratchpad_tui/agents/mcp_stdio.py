"""The server's standard streams: lines that come in are judged, answers that go out are counted.

The SDK drops a line that it cannot read without a word, and what is under way when the input ends. A client would
wait for an answer that never comes; here each line gets one, and the end of the input waits for those that are due.
"""

from __future__ import annotations

import json
import os
from concurrent.futures import CancelledError
from threading import Thread

import anyio
import anyio.from_thread
import anyio.lowlevel
from mcp.shared.message import SessionMessage
from mcp_types.jsonrpc import (
    INVALID_REQUEST,
    PARSE_ERROR,
    ErrorData,
    JSONRPCError,
    JSONRPCResponse,
    jsonrpc_message_adapter,
)
from pydantic import ValidationError

from scratchpad_tui.agents.mcp_answers import unquoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType
    from typing import Any, Self

    from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
    from mcp.shared._stream_protocols import WriteStream

LONGEST_LINE = 64 << 20
"""Bytes of one message above which it is thrown away and refused."""
PATIENCE_SECONDS = 60.0
"""How long the end of the input waits for answers that are due: a write may wait for the lock, git and a long scan."""
_CHUNK = 1 << 16


class Faulty(Exception):
    """A line is no message; `id` is that of the request, where it tells one."""

    def __init__(self, message: str, code: int, id_: int | str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.id = id_


class Answers:
    """What goes to the client, and which of its requests wait for an answer."""

    def __init__(self, stream: WriteStream[SessionMessage]) -> None:
        self._stream = stream
        self._due: set[int | str] = set()
        self._none_due = anyio.Event()

    def expect(self, id_: int | str) -> None:
        """Notes that a request is under way."""
        self._due.add(id_)

    def forget(self, id_: object) -> None:
        """Notes that a request is answered, or not waited for any more."""
        self._due.discard(id_ if isinstance(id_, int | str) else "")
        if not self._due:
            self._none_due.set()
            self._none_due = anyio.Event()

    async def settled(self) -> None:
        """Waits until nothing is due."""
        while self._due:
            await self._none_due.wait()

    async def refuse(self, faulty: Faulty) -> None:
        """Answers a line that is no message."""
        error = ErrorData(code=faulty.code, message=str(faulty))
        await self.send(SessionMessage(JSONRPCError(jsonrpc="2.0", id=faulty.id, error=error)))

    async def send(self, item: SessionMessage, /) -> None:
        """Sends a message; what an error quotes of a request is masked where it is secret, also in the SDK's words."""
        if isinstance(item.message, JSONRPCError):
            item = SessionMessage(item.message.model_copy(update={"error": _unquoted(item.message.error)}))
        await self._stream.send(item)
        if isinstance(item.message, JSONRPCResponse | JSONRPCError):
            self.forget(item.message.id)

    async def aclose(self) -> None:
        """Ends the output."""
        await self._stream.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        exc_type: type[BaseException] | None,
        exc_val: BaseException | None,
        exc_tb: TracebackType | None,
    ) -> None:
        await self.aclose()


def _unquoted(error: ErrorData) -> ErrorData:
    data = error.data
    if isinstance(data, dict):
        data = {name: unquoted(value) for name, value in data.items()}
    return error.model_copy(update={"message": str(unquoted(error.message)), "data": unquoted(data)})


class Lines(anyio.AsyncFile[str]):
    """Standard input, line by line: what `stdio_server` reads in place of its own.

    It is read by a thread that ends with the process. The SDK's own reading cannot be given up: Ctrl-C would wait for
    another line.
    """

    def __init__(self, descriptor: int) -> None:
        super().__init__(open(os.devnull, encoding="utf-8"))  # noqa: SIM115 - closed by `aclose`, as any such file
        self._descriptor = descriptor
        self._send: MemoryObjectSendStream[bytes | None]
        self._receive: MemoryObjectReceiveStream[bytes | None]
        self._send, self._receive = anyio.create_memory_object_stream[bytes | None](1)
        self._answers: Answers | None = None
        self._connected = anyio.Event()

    def connect(self, answers: Answers) -> None:
        """Begins to read, now that there is a way to answer."""
        self._answers = answers
        token = anyio.lowlevel.current_token()
        Thread(target=self._read_on, args=(token,), name="standard input", daemon=True).start()
        self._connected.set()

    async def aclose(self) -> None:
        """Ends the input; the thread that still waits for a line ends with the next one, or with the process."""
        self._send.close()
        self._receive.close()
        await super().aclose()

    async def readline(self) -> str:
        """The next line that is a message; empty at the end, when every request is answered."""
        await self._connected.wait()
        assert self._answers is not None  # set before the event
        while (line := await self._receive.receive()) is not None:
            if not line.strip():
                continue
            try:
                return self._judged(line, self._answers)
            except Faulty as faulty:
                await self._answers.refuse(faulty)
        with anyio.move_on_after(PATIENCE_SECONDS):
            await self._answers.settled()
        return ""

    def _judged(self, line: bytes, answers: Answers) -> str:
        message = read_message(line)
        if "method" in message and isinstance(message.get("id"), int | str):
            answers.expect(message["id"])
        elif message.get("method") == "notifications/cancelled":
            answers.forget((message.get("params") or {}).get("requestId"))
        return line.decode("utf-8") + "\n"

    def _read_on(self, token: anyio.lowlevel.EventLoopToken) -> None:
        try:
            for line in _split(self._descriptor):
                anyio.from_thread.run(self._send.send, line, token=token)
            anyio.from_thread.run(self._send.send, None, token=token)
        except (RuntimeError, CancelledError, anyio.BrokenResourceError, anyio.ClosedResourceError):
            return  # the server has ended


def _split(descriptor: int) -> Any:  # noqa: ANN401 - a generator of bytes
    """The lines that come over a descriptor, without their ends; of one that is too long the beginning alone."""
    parts: list[bytes] = []
    size = 0
    while chunk := _read(descriptor):
        *whole, rest = chunk.split(b"\n")
        for end in whole:
            yield b"".join([*parts, end])
            parts, size = [], 0
        size += len(rest)
        if size <= LONGEST_LINE + _CHUNK:
            parts.append(rest)
    if parts and size:
        yield b"".join(parts)


def _read(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, _CHUNK)
    except OSError:
        return b""  # the client's end is gone


def read_message(line: bytes) -> dict[str, Any]:
    """A line as the message that it is.

    Raises:
        Faulty: it is none, or says a thing twice: a list of patches of which one is lost must not be applied.
    """
    if len(line) > LONGEST_LINE:
        raise Faulty(f"a message has at most {LONGEST_LINE:,} bytes", PARSE_ERROR)
    try:
        value = json.loads(line.decode("utf-8"), object_pairs_hook=_object, parse_constant=_refuse_constant)
    except _Twice as twice:
        raise Faulty(
            f'the key "{twice}" stands twice in one object; send it once', INVALID_REQUEST, _id_in(line)
        ) from None
    except UnicodeDecodeError as error:
        raise Faulty(f"the message is not UTF-8 (byte {error.start})", PARSE_ERROR) from error
    except RecursionError:
        raise Faulty("the message is nested too deeply", PARSE_ERROR) from None
    except ValueError as error:
        raise Faulty("the message is not JSON", PARSE_ERROR, _id_in(line)) from error
    if not isinstance(value, dict):
        raise Faulty("a message is one JSON object", INVALID_REQUEST)
    if "method" in value and "id" in value and _own_id(value) is None:
        # It would pass for a notification, which nobody answers.
        raise Faulty("the id of a request is a text or a whole number", INVALID_REQUEST)
    try:
        jsonrpc_message_adapter.validate_json(line, by_name=False)
    except ValidationError as error:
        half = any(part["type"] == "json_invalid" for part in error.errors(include_url=False))
        words = (
            "half a character (a lone surrogate) or is nested too deeply" if half else "no JSON-RPC message"
        )
        what = f"the message holds {words}" if half else f"this is {words}"
        raise Faulty(what, INVALID_REQUEST, _own_id(value)) from error
    return value


class _Twice(Exception):
    """A key stands twice in one object."""


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise _Twice(key[:60])
        found[key] = value
    return found


def _refuse_constant(name: str) -> object:
    raise ValueError(name)


def _id_in(line: bytes) -> int | str | None:
    """The id of a message that is refused, read with more patience than its content."""
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return _own_id(value) if isinstance(value, dict) else None


def _own_id(value: dict[str, Any]) -> int | str | None:
    id_ = value.get("id")
    return id_ if isinstance(id_, int | str) and not isinstance(id_, bool) else None
