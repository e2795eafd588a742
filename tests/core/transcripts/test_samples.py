"""Real sessions of Claude Code and Codex: their figures, also after what may happen to a file on its way."""

from __future__ import annotations

import json
import random
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.transcripts.transcript import open_transcript
from tests.core.transcripts.written import answer, changed, levels, lines, opened

if TYPE_CHECKING:
    from collections.abc import Callable

SAMPLES = Path(__file__).resolve().parents[4] / "shared" / "samples" / "transcripts"
pytestmark = pytest.mark.skipif(not SAMPLES.is_dir(), reason=f"the real sessions are not there: {SAMPLES}")


@cache
def figures() -> dict[str, dict[str, object]]:
    """By the sample's name; none where they are not there."""
    path = SAMPLES / "figures.json"
    found: dict[str, dict[str, object]] = json.loads(path.read_text("utf-8")) if path.is_file() else {}
    return {
        name: entry
        for name, entry in found.items()
        if "figures" in entry and name.partition("/")[0] in ("claude-code", "codex")
    }


NAMES = sorted(figures())
SESSIONS = [name for name in NAMES if not str(figures()[name].get("note", "")).startswith("SHAPES")]
"""Those that are sessions: catalogues of shapes have no compactions that belong together."""


def series(name: str) -> object:
    return figures()[name].get("series") or []


@pytest.mark.parametrize("name", NAMES)
def test_the_figures_of_the_samples(name: str) -> None:
    transcript = open_transcript(str(SAMPLES / name))
    at_once = transcript.quick()
    transcript.read_all()
    entry, record = figures()[name]["figures"], transcript.record
    assert isinstance(entry, dict)
    assert transcript.format.name == name.partition("/")[0]
    assert levels(transcript) == series(name)
    assert record.main.peak == entry.get("max_prompt", entry.get("max_total"))
    assert record.skipped == 0
    assert at_once == record.level()
    if name in SESSIONS:
        told = [mark for mark in record.compactions if mark.trigger not in ("micro", "clear", "rollback")]
        assert len(told) == entry["compactions"]
        shown = entry.get("final_prompt_shown", entry.get("final_prompt", entry.get("final_total")))
        assert record.level().tokens == shown
        assert record.prompts == entry.get("prompt_lines", entry.get("user_messages"))
        assert sorted(record.main.models) == entry["models"]


@pytest.mark.parametrize(
    ("name", "falls"),
    [
        ("claude-code/auto-compact.jsonl", [(6, "auto")]),
        ("claude-code/micro-then-compact-pending-excerpt.jsonl", [(1, "micro")]),
        ("claude-code/plan-reset.jsonl", [(26, "clear")]),
        ("claude-code/silent-drop.jsonl", [(9, None)]),
        ("claude-code/resume-seam-glued-excerpt.jsonl", [(6, None)]),
        ("codex/compaction-excerpt.jsonl", [(10, "unknown")]),
    ],
)
def test_falls_have_the_mark_that_explains_them(name: str, falls: list[object]) -> None:
    transcript = open_transcript(str(SAMPLES / name))
    transcript.read_all()
    drops = transcript.record.drops()
    assert [(drop.number, drop.compaction and drop.compaction.trigger) for drop in drops] == falls


@pytest.mark.parametrize("name", NAMES)
def test_messages_are_shown_and_sent_on_with_every_result_behind_its_call(name: str) -> None:
    transcript = open_transcript(str(SAMPLES / name))
    transcript.read_all()
    transcript.read_all_messages()
    assert {transcript.body(index)[:1] for index in range(len(transcript.messages))} - {""}
    assert transcript.messages[-1].calls == len(transcript.record.main)
    called: set[object] = set()
    for message in transcript.conversation():
        calls = message.get("tool_calls") or []
        assert isinstance(calls, list)
        called |= {call["id"] for call in calls}
        if message["role"] == "tool" and name in SESSIONS and "excerpt" not in name:
            assert message["tool_call_id"] in called


def glued(data: bytes) -> bytes:
    """Every fifth line feed is missing."""
    rows = data.rstrip(b"\n").split(b"\n")
    return b"".join(row + (b"" if at % 5 == 4 else b"\n") for at, row in enumerate(rows))


def with_foreign_rows(data: bytes) -> bytes:
    """Rows of others between all rows: subagents', the program's, unknown ones."""
    fake = changed(answer(90, 60), model="<synthetic>")
    more = lines(
        answer(91, 777, isSidechain=True), fake, answer(92, 888, isApiErrorMessage=True), {"type": "new-2027"}
    )
    return b"".join(row + b"\n" + more for row in data.rstrip(b"\n").split(b"\n"))


MUTATIONS: dict[str, Callable[[bytes], bytes]] = {
    "crlf": lambda data: data.replace(b"\n", b"\r\n"),
    "bom": lambda data: b"\xef\xbb\xbf" + data,
    "nuls": lambda data: data.replace(b"\n", b"\0\0\n\0\n") + b"\0" * 500,
    "blank lines": lambda data: b"\n \n" + data.replace(b"\n", b"\n\n"),
    "raw line separators": lambda data: re.sub(
        rb"(?<!\\)((?:\\\\)*)\\n", rb"\1" + "\u2028\u0085".encode(), data
    ),
    "glued": glued,
    "no final line feed": lambda data: data.rstrip(b"\n"),
}


@pytest.mark.parametrize("kind", MUTATIONS)
@pytest.mark.parametrize("name", SESSIONS)
def test_copies_that_were_changed_on_their_way_give_the_same_series(
    tmp_path: Path, name: str, kind: str
) -> None:
    transcript = opened(tmp_path, MUTATIONS[kind]((SAMPLES / name).read_bytes()))
    assert levels(transcript) == series(name)
    assert transcript.record.skipped == 0


@pytest.mark.parametrize("name", [name for name in SESSIONS if name.startswith("claude")])
def test_foreign_rows_in_a_session_change_nothing(tmp_path: Path, name: str) -> None:
    transcript = opened(tmp_path, with_foreign_rows((SAMPLES / name).read_bytes()))
    assert levels(transcript) == series(name)
    assert list(transcript.record.others) == ["sidechain"]


@pytest.mark.parametrize(
    "name",
    [
        "claude-code/growing/2.jsonl",
        "claude-code/resume-seam-glued-excerpt.jsonl",
        "codex/short-desktop.jsonl",
    ],
)
def test_a_file_that_grows_in_random_pieces_gives_the_series_of_one_reading(
    tmp_path: Path, name: str
) -> None:
    data = (SAMPLES / name).read_bytes()
    path = tmp_path / "t.jsonl"
    start = data.index(b"\n", 3_000) + 1
    path.write_bytes(data[:start])
    transcript = open_transcript(str(path))
    dice = random.Random(11)
    while True:
        transcript.refresh()
        transcript.read_all()
        got = levels(transcript)
        assert got == series(name)[: len(got)]  # type: ignore[index]
        assert transcript.record.skipped == 0
        assert not transcript.restarted
        if start == len(data):
            break
        step = dice.choice((1, 3, 40, 700, 4_000))
        with path.open("ab") as file:
            file.write(data[start : start + step])
        start = min(len(data), start + step)
    assert got == series(name)
    whole = open_transcript(str(path))
    whole.read_all()
    transcript.read_all_messages()
    whole.read_all_messages()
    assert list(transcript.messages) == list(whole.messages)
    assert transcript.record.level() == whole.record.level()


@pytest.mark.parametrize(
    "name", ["claude-code/tiny-a.jsonl", "claude-code/single-call.jsonl", "codex/exec-one-turn.jsonl"]
)
def test_the_last_lines_cut_at_every_byte(tmp_path: Path, name: str) -> None:
    data = (SAMPLES / name).read_bytes()
    path = tmp_path / "t.jsonl"
    whole = levels(opened(tmp_path, data))
    first = data.rindex(b"\n", 0, len(data) - 1) - 400
    path.write_bytes(data[:first])
    transcript = open_transcript(str(path))
    for end in range(first, len(data) + 1):
        with path.open("ab") as file:
            file.write(data[end - 1 : end] if end > first else b"")
        transcript.refresh()
        transcript.read_all()
        assert transcript.record.skipped == 0
        got = levels(transcript)
        assert got == whole[: len(got)]
        if end % 50 == 0:
            fresh = open_transcript(str(path))
            fresh.read_all()
            assert levels(fresh) == got
    assert levels(transcript) == whole
