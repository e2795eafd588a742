"""The Pressure screen as text with the style classes of its parts, at the four sizes, in its main states."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.transcripts.record import ESTIMATE
from scratchpad_tui.tui.app import ScratchpadApp
from scratchpad_tui.tui.pressure_view import GONE, LOADING, UNREAD, PressureView
from tests.tui.drive import drive, styled
from tests.tui.pressures import CLIMB, HELD, FakeTranscript, made_view, with_more
from tests.tui.test_snapshots import SIZES, compare
from tests.tui.tracing import told_story

if TYPE_CHECKING:
    from pathlib import Path

    from tests.tui.drive import Stage

UNKNOWN = "/x/y.jsonl is a transcript of goose: that format is known by name alone and cannot be read"
LOOKED_IN = ("/home/me/.claude/projects/-work-project", "/home/me/.codex/sessions")
STATES: dict[str, tuple[PressureView, tuple[str, ...]]] = {
    "pressure": (with_more(made_view()), ()),
    "pressure-table": (with_more(made_view()), ("k", "k")),
    "pressure-waiting": (made_view(CLIMB, compacted=(len(CLIMB),)), ()),
    "pressure-estimate": (made_view(kind=ESTIMATE, no_usage=True, window_source="assumed"), ()),
    "pressure-above": (made_view((60_000, 150_000, 230_000), compacted=()), ("w",)),
    "pressure-loading": (made_view()._replace(state=LOADING, size=10**9, read_to=312 * 10**6, shown=0), ()),
    "pressure-none": (PressureView(looked_in=LOOKED_IN), ()),
    "pressure-unread": (
        PressureView(UNREAD, "/x/y.jsonl", sentence=UNKNOWN),
        (),
    ),
    "pressure-gone": (
        made_view()._replace(state=GONE, sentence="The transcript is gone"),
        (),
    ),
    "pressure-compaction": (made_view(), (*["<"] * 6, "enter")),
}


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", sorted(STATES))
def test_the_screen_is_as_it_was(
    name: str, size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A change of the screen is seen in the review of its text."""
    monkeypatch.setattr(ScratchpadApp, "has_16_colours", property(lambda _app: False))
    view, pressed = STATES[name]
    transcript = FakeTranscript(view)
    transcript.kept = HELD
    seen: list[str] = []

    async def script(stage: Stage) -> None:
        await stage.press("4", *pressed)
        seen.append(styled(stage.app))

    drive(script, size=size, source=told_story(tmp_path), transcripts=transcript)
    compare(name, size, seen[0])


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_in_16_colours_it_is_as_it_was(size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    """There the graph is of plain signs; on the Live screen it stands in line 2 and, wide, at the right."""
    monkeypatch.setattr(ScratchpadApp, "has_16_colours", property(lambda _app: True))
    seen: list[str] = []

    async def script(stage: Stage) -> None:
        seen.append(styled(stage.app))
        await stage.press("4")
        seen.append(styled(stage.app))

    drive(script, size=size, transcripts=FakeTranscript())
    for name, text in zip(("live-context", "pressure-16"), seen, strict=True):
        compare(name, size, text)
