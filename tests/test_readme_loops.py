"""The README's agent loops: taken from it and run, each against a model of a few lines on loopback."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import TYPE_CHECKING, Any

import pytest

from scratchpad_tui.core.pad.store import PadStore
from tests.readme import between

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

GOOD = {"patches": [{"section": "Next", "op": "replace", "content": "Read the failing test"}]}
BAD = {"patches": [{"section": "Nowhere", "op": "append", "content": "x"}]}
ANSWERS: list[dict[str, Any] | str] = [BAD, GOOD, "all is done"]
"""What the model says, request by request: a call that is refused, one that is not, and its last words."""
LONGEST = 40


def openai_answer(said: dict[str, Any] | str) -> dict[str, Any]:
    """A chat completion."""
    message: dict[str, Any] = {"role": "assistant", "content": said if isinstance(said, str) else None}
    if not isinstance(said, str):
        function = {"name": "scratchpad_apply", "arguments": json.dumps(said)}
        message["tool_calls"] = [{"id": "call-1", "type": "function", "function": function}]
    choice = {"index": 0, "finish_reason": "stop", "message": message}
    return {"id": "1", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice]}


def anthropic_answer(said: dict[str, Any] | str) -> dict[str, Any]:
    """A message."""
    block: dict[str, Any] = {"type": "text", "text": said}
    if not isinstance(said, str):
        block = {"type": "tool_use", "id": "call-1", "name": "scratchpad_apply", "input": said}
    return {
        "id": "1",
        "type": "message",
        "role": "assistant",
        "model": "m",
        "content": [block],
        "stop_reason": "end_turn" if isinstance(said, str) else "tool_use",
        "stop_sequence": None,
        "usage": {"input_tokens": 1, "output_tokens": 1},
    }


FORMS = {"openai": openai_answer, "anthropic": anthropic_answer}


@contextmanager
def model(style: str) -> Iterator[tuple[str, list[Any]]]:
    """An endpoint on loopback, and the requests that it got."""
    got: list[Any] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            got.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            body = json.dumps(FORMS[style](ANSWERS[len(got) - 1])).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Says nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}", got
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def code(style: str) -> str:
    """The loop as a reader copies it."""
    found = re.findall(r"```python\n(.*?)```", between(f"loop {style}"), re.DOTALL)
    assert len(found) == 1
    return str(found[0])


@pytest.mark.parametrize("style", FORMS)
def test_a_loop_runs_as_written(style: str, pad_path: Path) -> None:
    """The pad goes into each request as it is by then, a refusal comes back to the model, and its patch is applied."""
    written = code(style)
    assert written.count("\n") <= LONGEST
    with model(style) as (address, got):
        env = {
            "OPENAI_BASE_URL": f"{address}/v1",
            "OPENAI_API_KEY": "none",
            "ANTHROPIC_BASE_URL": address,
            "ANTHROPIC_API_KEY": "none",
            "NO_PROXY": "*",
            "MODEL": "m",
        }
        done = subprocess.run(
            [sys.executable, "-", "Make CI green"],
            input=written,
            env={**os.environ, **env},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "all is done\n"
    assert len(got) == len(ANSWERS)
    assert "unknown section" in json.dumps(got[1])
    first, last = (json.dumps(request) for request in (got[0], got[2]))
    assert "Make CI green" in first
    assert "## Next\\n_(empty)_" in first
    assert "## Next\\nRead the failing test" in last or "## Next\\n- Read the failing test" in last
    store = PadStore(pad_path)
    assert "Read the failing test" in store.read().document.text()
    assert store.state().seen["loop-1"]["version"] == 1
    assert store.state().warnings == {}
