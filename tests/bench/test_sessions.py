"""The sessions that are measured are what an agent would write, of the size that the table says."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from scratchpad_tui.core.transcripts.transcript import open_transcript
from tests.bench.sessions import write_session

if TYPE_CHECKING:
    from pathlib import Path

SIZE = 5_000_000
LONGEST = 3 << 20


def test_a_session_is_of_its_size_to_the_end_of_a_row(tmp_path: Path) -> None:
    path = tmp_path / "session.jsonl"
    write_session(path, SIZE)
    assert SIZE <= path.stat().st_size < SIZE + LONGEST
    assert path.read_bytes().endswith(b"}\n")


def test_each_row_hangs_on_one_before_it(tmp_path: Path) -> None:
    """A program that follows the parents does not find a thousand trees of one row."""
    path = tmp_path / "session.jsonl"
    write_session(path, SIZE)
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    seen: set[str] = set()
    orphans = []
    for row in rows:
        if row["parentUuid"] not in {*seen, None}:
            orphans.append(row)
        assert row["uuid"] not in seen
        seen.add(row["uuid"])
    assert len(rows) > 100
    assert orphans == rows[:1]


def test_our_reader_finds_its_calls(tmp_path: Path) -> None:
    """What is measured is a reading of all of them."""
    path = tmp_path / "session.jsonl"
    write_session(path, SIZE)
    transcript = open_transcript(str(path))
    transcript.read_all()
    assert len(transcript.record.main) > 20
    assert transcript.record.skipped == 0
