"""Real sessions of the agent, written again piece by piece while its hooks are called: their figures at the end."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.transcripts.transcript import open_transcript
from tests.agents.hooks import SESSION, Project
from tests.core.transcripts.feeding import figures

if TYPE_CHECKING:
    from pathlib import Path

WINDOW = 200_000
SAMPLES = {
    "auto-compact": 67_275,
    "growing/2": 24_518,
    "micro-then-compact-pending-excerpt": None,
    "plan-reset": 48_541,
    "resume-seam-glued-excerpt": 61_414,
    "silent-drop": 107_939,
    "sonnet-4-6": 24_638,
    "timestamps-disorder": 47_175,
    "tiny-a": 26_394,
    "two-models": 62_153,
}
"""By the sample's name: the context at its end, None where a compaction stands there."""


@pytest.mark.parametrize("name", SAMPLES)
def test_a_real_session_keeps_its_figures_beside_the_hooks(shared: Path, pad_path: Path, name: str) -> None:
    """The status line tells the window; the levels are those of the file, whatever piece of it is there."""
    data, series = figures(shared, f"claude-code/{name}.jsonl")
    project = Project(pad_path).begun()
    path = project.work / f"{SESSION}.jsonl"
    path.write_bytes(b"")
    project.call("session-start", source="startup")
    transcript = None
    dice = random.Random(name)
    first = data.index(b"\n", len(data) // 3) + 1
    for start, end in pairwise(
        sorted({0, first, *(dice.randrange(first, len(data)) for _ in range(6)), len(data)})
    ):
        with path.open("ab") as file:
            file.write(data[start:end])
        transcript = transcript or open_transcript(str(path), pad=project.store.paths)
        transcript.refresh()
        transcript.read_all()
        record = transcript.record
        assert list(record.main.levels) == series[: len(record.main)]
        level = record.level().tokens
        context = {
            "context_window_size": WINDOW,
            "used_percentage": None if level is None else round(100 * level / WINDOW),
            "current_usage": None
            if level is None
            else {"input_tokens": 10, "cache_read_input_tokens": level - 10},
        }
        model = record.main[-1].model if len(record.main) else "claude"
        sent = {"transcript_path": str(path), "model": {"id": model}, "context_window": context}
        shown = "context ?" if level is None else f"context {round(100 * level / WINDOW)}%"
        assert shown in project.call("statusline", **sent)
        assert project.call("user-prompt-submit", transcript_path=str(path), prompt="go on") == ""
        assert project.call("stop", transcript_path=str(path)) == ""
    assert transcript is not None
    assert list(transcript.record.main.levels) == series
    level_at_end, window = open_transcript(str(path), pad=project.store.paths).glance()
    assert (level_at_end.tokens, window.tokens, window.source) == (SAMPLES[name], WINDOW, "recorded")
    assert project.reasons() == []
