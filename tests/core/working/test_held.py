"""What the pad held of a span that a compaction dropped."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.pad.store import PadStore
from scratchpad_tui.core.transcripts.transcript import open_transcript
from scratchpad_tui.core.working.held import CORRECTION, PLAN, TASK, held_at
from scratchpad_tui.core.working.protection import protected
from tests.transcripts import answer, boundary, lines, prompt, result, summary

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from scratchpad_tui.core.transcripts.transcript import Transcript
    from scratchpad_tui.core.working.held import Held
    from tests.transcripts import Row

TASK_WORDS = "Make the limiter tests of the billing service pass under redis"
CORRECTION_WORDS = "No, use the staging database on port 5433"


def opened(folder: Path, *rows: Row) -> Transcript:
    """A transcript of such rows, read to its end."""
    path = folder / "session.jsonl"
    path.write_text(lines(*rows))
    transcript = open_transcript(str(path))
    transcript.read_all()
    return transcript


def first_held(transcript: Transcript, pad: Path) -> Held:
    """Of the first compaction."""
    return held_at(transcript, transcript.record.compactions[0], PadStore(str(pad)))


def session() -> tuple[Row, ...]:
    """A task, a plan and a correction, then a compaction at 11:00."""
    plan = {"todos": [{"content": "find the shared prefix", "status": "pending"}]}
    return (
        prompt(TASK_WORDS),
        answer(1, 30_000, "I begin", tool="TodoWrite", arguments=plan),
        result(1, "kept"),
        prompt(CORRECTION_WORDS),
        answer(2, 150_000, "yes"),
        boundary(150_400),
        summary("we worked"),
        answer(3, 40_000, "on"),
    )


def test_what_the_pad_says_is_held_and_the_rest_is_not(
    tmp_path: Path, pad_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCRATCHPAD_NOW", "2026-07-20T10:30:00Z")
    PadStore(str(pad_path)).apply(
        [Patch("Task", "replace", "Make the billing limiter tests pass under redis")]
    )
    held = first_held(opened(tmp_path, *session()), pad_path)
    assert held.version == 1
    assert held.messages == 5
    assert [(piece.kind, piece.held) for piece in held.pieces] == [
        (TASK, True),
        (PLAN, False),
        (CORRECTION, False),
    ]
    assert held.pieces[0].line == "Make the billing limiter tests pass under redis"
    assert "find the shared prefix" in held.pieces[1].text
    assert held.pieces[2].text == CORRECTION_WORDS


def test_what_is_written_after_the_compaction_was_not_held(
    tmp_path: Path, pad_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = PadStore(str(pad_path))
    monkeypatch.setenv("SCRATCHPAD_NOW", "2026-07-20T10:30:00Z")
    store.apply([Patch("Next", "replace", "look around")])
    monkeypatch.setenv("SCRATCHPAD_NOW", "2026-07-20T11:30:00Z")
    store.apply([Patch("Findings", "append", CORRECTION_WORDS)])
    held = first_held(opened(tmp_path, *session()), pad_path)
    assert held.version == 1
    assert {piece.kind: piece.held for piece in held.pieces}[CORRECTION] is False


def test_the_sections_say_what_the_agent_was_left_with(
    tmp_path: Path, pad_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first open step of the plan, else the newest line, and how many there are."""
    monkeypatch.setenv("SCRATCHPAD_NOW", "2026-07-20T10:30:00Z")
    store = PadStore(str(pad_path))
    store.apply([Patch("Findings", "append", "one"), Patch("Findings", "append", "two")])
    store.apply([Patch("Plan", "replace", "1. [x] find\n2. [ ] add\n3. [ ] run")])
    held = first_held(opened(tmp_path, *session()), pad_path)
    kept = {one.name: (one.lines, one.line) for one in held.sections}
    assert kept["Findings"] == (2, "- two")
    assert kept["Plan"] == (3, "2. [ ] add")
    assert kept["Next"] == (0, "")


def test_a_plan_is_held_by_a_step(tmp_path: Path, pad_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And not by the task, which has as many of its words."""
    monkeypatch.setenv("SCRATCHPAD_NOW", "2026-07-20T10:30:00Z")
    store = PadStore(str(pad_path))
    store.apply([Patch("Task", "replace", "We must find the shared prefix now")])
    store.apply([Patch("Plan", "append", "find shared prefix")])
    plan = first_held(opened(tmp_path, *session()), pad_path).pieces[1]
    assert plan.kind == PLAN
    assert plan.line.endswith("[ ] find shared prefix")


def test_without_a_pad_nothing_is_held(tmp_path: Path, pad_path: Path) -> None:
    held = first_held(opened(tmp_path, *session()), pad_path)
    assert held.version == 0
    assert held.sections == ()
    assert not any(piece.held for piece in held.pieces)


def test_a_second_span_has_its_own_corrections_and_the_same_task(tmp_path: Path, pad_path: Path) -> None:
    later = {**boundary(160_000), "uuid": "b-2", "timestamp": "2026-07-20T12:00:00Z"}
    transcript = opened(tmp_path, *session(), prompt("Actually, keep the old prefix"), later, summary("more"))
    held = held_at(transcript, transcript.record.compactions[1], PadStore(str(pad_path)))
    assert [(piece.kind, piece.text[:20]) for piece in held.pieces] == [
        (TASK, TASK_WORDS[:20]),
        (CORRECTION, "Actually, keep the o"),
    ]


def test_messages_behind_the_last_compaction_are_what_is_protected(tmp_path: Path) -> None:
    transcript = opened(tmp_path, *session())
    transcript.read_all_messages()
    kept = protected(transcript, 100_000)
    assert kept == {len(transcript.messages) - 1}


def test_calls_are_protected_with_their_results(tmp_path: Path) -> None:
    rows = [prompt(TASK_WORDS)]
    for number in range(1, 12):
        rows += [answer(number, 20_000 + number, tool="Bash"), result(number, "fine")]
    transcript = opened(tmp_path, *rows)
    transcript.read_all_messages()
    kept = protected(transcript, 100_000)
    assert 0 in kept
    assert sorted(kept - {0}) == list(range(len(transcript.messages) - 8, len(transcript.messages)))


def test_a_task_that_was_given_after_the_span_was_not_dropped_with_it(tmp_path: Path, pad_path: Path) -> None:
    """A file may begin in the middle of a session."""
    rows = (answer(1, 150_000, "I go on"), boundary(150_400), summary("we worked"), prompt(TASK_WORDS))
    held = first_held(opened(tmp_path, *rows), pad_path)
    assert (held.messages, held.pieces) == (1, ())
