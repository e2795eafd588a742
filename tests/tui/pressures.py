"""Transcripts made by hand for the Pressure screen: series, compactions, messages, and a source that tells them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.transcripts.record import ESTIMATE, RECORDED, Compaction, Message, Record
from scratchpad_tui.core.working.held import Held, Piece
from scratchpad_tui.tui.pressure_view import Candidate, Line, Other, PressureView
from tests.tui.fake import NOW

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

START = NOW.timestamp() - 3600
WINDOW = 200_000
CLIMB = (24_000, 41_000, 58_500, 73_000, 90_200, 104_000, 121_000, 139_500, 154_800)
AFTER = (38_000, 47_000, 61_000, 79_500, 98_000, 116_000)
WHAT = (
    ("user", "text", 1_204),
    ("assistant", "call Bash", 2_310),
    ("tool", "result Bash", 12_400),
    ("assistant", "call Read", 180),
    ("tool", "result Read", 8_800),
)
FOUND = (
    Candidate(
        "Claude Code",
        "/home/me/.claude/projects/-work/a.jsonl",
        NOW.timestamp() - 60,
        48_300,
        "Fix the [tests] 100%",
    ),
    Candidate("Codex", "/home/me/.codex/sessions/rollout-1.jsonl", NOW.timestamp() - 7_200, 12_400_000, ""),
)
"""The transcripts that can be chosen: one with signs that are markup elsewhere, one without a title."""


def made_view(
    levels: Sequence[int] = (*CLIMB, *AFTER),
    *,
    compacted: Sequence[int] = (len(CLIMB),),
    kind: str = RECORDED,
    window: int = WINDOW,
    windows: Sequence[int | None] = (),
    messages: int | None = None,
    **changes: object,
) -> PressureView:
    """A reading of a file with these levels; `compacted` names how many calls stand before each compaction."""
    record = Record()
    for at, level in enumerate(levels):
        record.main.add(
            level,
            offset=at * 1_000,
            time=START + 60 * at,
            completion=200,
            window=windows[at] if at < len(windows) else None,
            model="claude-sonnet-4-5-20250929",
            estimate=kind == ESTIMATE,
        )
    for calls in compacted:
        before = levels[calls - 1] if 0 < calls <= len(levels) else None
        record.compactions.append(
            Compaction(calls, calls * 1_000 - 100, START + 60 * calls - 30, "auto", before, None)
        )
    told = made_messages(len(levels) * 2 if messages is None else messages)
    emptied = [calls * 1_000 - 100 for calls in compacted]
    sums: list[int] = []
    for at, message in enumerate(told):
        begins = at == 0 or any(told[at - 1].offset < offset <= message.offset for offset in emptied)
        sums.append(message.tokens + (0 if begins else sums[-1]))
    view = PressureView(
        state="read",
        path="/home/me/.claude/projects/work/7c1f [b] 100%.jsonl",
        format="Claude Code",
        reason="rows with sessionId and uuid, and an answer with usage",
        version="2.0.76",
        model="claude-sonnet-4-5-20250929",
        window=window,
        window_source="model",
        series=record.main,
        calls=len(levels),
        level=record.level(),
        peak=record.main.peak or 0,
        compactions=tuple(record.compactions),
        drops=tuple(record.drops()),
        compacts=Line(154_800, "its last compaction in this file") if compacted else None,
        messages=told,
        shown=len(told),
        sums=sums,
        largest=tuple(sorted(told, key=lambda message: -message.tokens)[:5]),
        pinned=frozenset({0}),
        size=1_000 * len(levels),
        read_to=1_000 * len(levels),
        serial=1,
    )
    return view._replace(**changes)  # type: ignore[arg-type]


def made_messages(count: int) -> tuple[Message, ...]:
    """Messages of each kind, two a call."""
    told = []
    for number in range(count):
        role, what, tokens = WHAT[number % len(WHAT)]
        kind = RECORDED if role == "assistant" else ESTIMATE
        told.append(Message(number, number * 500, 480, role, what, tokens + number, kind, (number + 1) // 2))
    return tuple(told)


HELD = Held(
    12,
    18,
    (
        Piece("task", 0, "Make the tests\npass", True, "Make the tests pass"),  # noqa: FBT003 - whether it was held
        Piece("plan", 9, "4. Find it, 5. Add it", True, "5. [ ] Add it"),  # noqa: FBT003 - the same
        Piece("correction", 7, "no, not in the app fixture", False, ""),  # noqa: FBT003 - the same
    ),
)


def with_more(view: PressureView) -> PressureView:
    """The view with skipped lines and other series."""
    others = (Other("agent-3f2a", 12, 33_000), Other("agent-[b]", None))
    return view._replace(skipped=3, others=others)


class FakeTranscript:
    """Keeps what was asked of it; a test tells a reading."""

    def __init__(self, view: PressureView | None = None) -> None:
        self.view = view or made_view()
        self.calls: list[tuple[object, ...]] = []
        self.known: tuple[Candidate, ...] = ()
        self.text = "the text of a message"
        self.kept: Held | None = None
        self._told: Callable[[PressureView], None] = lambda _view: None

    def watch(self, told: Callable[[PressureView], None]) -> None:
        """Tells the view at once."""
        self._told = told
        told(self.view)

    def tell(self, view: PressureView) -> None:
        """Tells another reading."""
        self.view = view
        self._told(view)

    def look(self) -> None:
        """Keeps the call."""
        self.calls.append(("look",))

    def stop(self) -> None:
        """Keeps the call."""
        self.calls.append(("stop",))

    def choose(self, path: str) -> None:
        """Keeps the call."""
        self.calls.append(("choose", path))

    def candidates(self) -> tuple[Candidate, ...]:
        """Those that a test has put."""
        return self.known

    def body(self, number: int) -> str:
        """The text that a test has put."""
        self.calls.append(("body", number))
        return self.text

    def held(self, compaction: Compaction) -> Held | None:
        """What a test has put."""
        self.calls.append(("held", compaction.calls))
        return self.kept

    def close(self) -> None:
        """Keeps the call."""
        self.calls.append(("close",))
