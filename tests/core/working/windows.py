"""Windows to test with: a small budget, a compactor that asks no model, and conversations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from scratchpad_tui.core import Budget, ManagedWindow, PinPolicy
from scratchpad_tui.core.working.content import text_of
from scratchpad_tui.core.working.events import WindowEvent

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Message = dict[str, Any]


class FakeCompactor:
    """Makes the same summary of every span, or gives back what it is told to; remembers the spans."""

    def __init__(self, returns: object = ...) -> None:
        self.returns = returns
        self.spans: list[list[Message]] = []

    def compact(self, span: Sequence[Message]) -> Message | None:
        """The message that replaces the span."""
        self.spans.append(list(span))
        if isinstance(self.returns, Exception):
            raise self.returns
        if self.returns is None or isinstance(self.returns, dict):
            return self.returns
        return summary(len(span))


class Reply(NamedTuple):
    """What a client gives back."""

    content: str | None


class Client:
    """Answers every request with the same text and remembers what it was asked."""

    def __init__(self, text: str | None = "- fact: kept") -> None:
        self.text = text
        self.asked: list[list[Message]] = []

    def complete(self, messages: list[Message]) -> Reply:
        """The answer."""
        self.asked.append(messages)
        return Reply(self.text)


def small_window(**parts: Any) -> ManagedWindow:  # noqa: ANN401 - the window's own parts
    """A window of 8,000 tokens whose budget is 5,200."""
    defaults: dict[str, Any] = {
        "budget": Budget(window=8000, ratio=0.7, reserve_completion=400),
        "pins": PinPolicy(),
        "compactor": FakeCompactor(),
    }
    return ManagedWindow(**{**defaults, **parts})


def fill(window: ManagedWindow, turns: int) -> None:
    """Appends messages of about 80 tokens, the person and the model in turn."""
    for turn in range(turns):
        role = "assistant" if turn % 2 else "user"
        window.append({"role": role, "content": f"turn {turn} " + "word " * 60})


def said(text: str, role: str = "assistant") -> Message:
    """A message."""
    return {"role": role, "content": text}


def summary(turns: int, text: str = "- something") -> Message:
    """A summary as a compactor makes it."""
    content = f"[{turns} earlier turns compacted.]\nSummary of what happened:\n{text}"
    return {"role": "user", "content": content, "_compacted": turns}


def calling(*ids: str, text: str | None = None) -> Message:
    """An answer that calls a tool once for each id."""
    calls = [{"id": i, "type": "function", "function": {"name": "f", "arguments": "{}"}} for i in ids]
    return {"role": "assistant", "content": text, "tool_calls": calls}


def result(call_id: str, content: object = "result") -> Message:
    """What a tool gave back."""
    return {"role": "tool", "tool_call_id": call_id, "content": content}


def using(*ids: str) -> Message:
    """An answer that calls tools, in content parts."""
    return {
        "role": "assistant",
        "content": [{"type": "tool_use", "id": i, "name": "f", "input": {}} for i in ids],
    }


def used(*ids: str, content: object = "result") -> Message:
    """What the tools gave back, in content parts of one message."""
    parts = [{"type": "tool_result", "tool_use_id": i, "content": content} for i in ids]
    return {"role": "user", "content": parts}


def orphans(messages: Iterable[Message]) -> set[str]:
    """The ids of calls without results and of results without calls."""
    calls: set[str] = set()
    results: set[str] = set()
    for message in messages:
        calls |= {call["id"] for call in message.get("tool_calls") or []}
        if message["role"] == "tool":
            results.add(message["tool_call_id"])
        if isinstance(message.get("content"), list):
            calls |= {part["id"] for part in message["content"] if part.get("type") == "tool_use"}
            results |= {p["tool_use_id"] for p in message["content"] if p.get("type") == "tool_result"}
    return calls ^ results


def events(window: ManagedWindow, kind: str) -> list[WindowEvent]:
    """The events of one kind."""
    return [event for event in window.events if isinstance(event, WindowEvent) and event.kind == kind]


def texts(window: ManagedWindow) -> list[str]:
    """What each message of the window says."""
    return list(map(text_of, window.messages))
