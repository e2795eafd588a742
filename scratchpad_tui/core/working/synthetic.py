"""A made-up conversation of any length, and a compactor that asks no model: the same on every machine."""

from __future__ import annotations

from scratchpad_tui.core.working.content import SUMMARY_KEY, calls, text_of
from scratchpad_tui.core.working.units import units

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scratchpad_tui.core.working.content import Message

TASK = "TASK: make the nightly export finish within an hour, without changing its format."
_SYSTEM = (
    "You are an agent that works on a code base. Call tools to read, search and test; say what you found."
)
_FILES = ("export/run.py", "export/rows.py", "export/pool.py", "jobs/nightly.py", "tests/test_rows.py")
_TOOLS = ("read_file", "search", "run_tests")
_LINE = "{place}:{line}: worker {worker} took {time} ms for batch {batch}, {rows} rows, no retry\n"
_ASIDE = 9
"""Every so many turns the person says something."""
_CORRECTION = 40
"""Every so many turns they correct something."""
_SUMMARY_LINES = 12


def synthetic_turns(count: int) -> Iterator[list[Message]]:
    """The messages that come before each call of the model, one list a turn.

    A turn is an answer with one to three calls, their results of quite different sizes, now and then a remark.
    """
    yield [{"role": "system", "content": _SYSTEM}, {"role": "user", "content": TASK}]
    for turn in range(1, count):
        messages = [_answer(turn), *_results(turn)]
        if turn % _CORRECTION == 0:
            messages.append(
                {"role": "user", "content": f"Actually, measure with batch {turn}, it is the slow one."}
            )
        elif turn % _ASIDE == 0:
            messages.append(
                {"role": "user", "content": f"How far are you? Please also look at {_file(turn)}."}
            )
        yield messages


class OfflineCompactor:
    """Makes a summary of what stands first in each message, as long as a model's would be."""

    def compact(self, span: Sequence[Message]) -> Message | None:
        """The message that replaces the span."""
        turns = len(units(span))
        said = [line for message in span for line in _gist(message)]
        step = max(1, len(said) // _SUMMARY_LINES)
        summary = "\n".join(f"- {line}" for line in said[::step][:_SUMMARY_LINES])
        return {
            "role": "user",
            "content": f"[{turns} earlier turns compacted.]\nSummary of what happened:\n{summary}",
            SUMMARY_KEY: turns,
        }


def _gist(message: Message) -> list[str]:
    first = text_of(message).strip().partition("\n")[0]
    said = [f"{message.get('role')}: {first[:80]}"] if first else []
    return said + [f"called {call.name}" for call in calls(message)]


def _file(turn: int) -> str:
    return _FILES[turn * 7 % len(_FILES)]


def _answer(turn: int) -> Message:
    asked = [
        {
            "id": f"call-{turn}-{place}",
            "type": "function",
            "function": {
                "name": _TOOLS[(turn + place) % len(_TOOLS)],
                "arguments": f'{{"path": "{_file(turn + place)}", "from": {turn * 20}}}',
            },
        }
        for place in range(turn * 5 % 3 + 1)
    ]
    thought = f"Step {turn}: the time goes into {_file(turn)}. " * (turn * 11 % 5 + 1)
    return {"role": "assistant", "content": thought.strip(), "tool_calls": asked}


def _results(turn: int) -> list[Message]:
    return [
        {
            "role": "tool",
            "tool_call_id": f"call-{turn}-{place}",
            "content": "".join(_log(turn, place, line) for line in range((turn * 37 + place * 53) % 41 + 2)),
        }
        for place in range(turn * 5 % 3 + 1)
    ]


def _log(turn: int, place: int, line: int) -> str:
    return _LINE.format(
        place=_file(turn + place),
        line=turn * 20 + line,
        worker=line % 8,
        time=(turn * 131 + line * 17) % 900 + 40,
        batch=turn,
        rows=(turn + line) * 97 % 5_000,
    )
