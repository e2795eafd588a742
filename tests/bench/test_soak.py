"""What the soak tells of its notes: a leak is told, an index that must grow is not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.bench.soak import Note, grown, index_size
from tests.transcripts import answer, lines, result

if TYPE_CHECKING:
    from pathlib import Path


def notes(growth: float, *, threads: int = 10) -> list[Note]:
    """An hour's notes, with so many MiB more at its end than at its beginning."""
    return [Note(at / 2, 60 + growth * at / 120, 9, threads if at < 100 else 10) for at in range(1, 121)]


@pytest.mark.parametrize(
    ("growth", "fair", "told"),
    [(0.5, 0, False), (12, 0, True), (12, 12, False), (30, 12, True)],
    ids=["flat", "leak", "index", "leak beside the index"],
)
def test_memory_that_grows_beside_what_must_grow_is_told(growth: float, fair: float, *, told: bool) -> None:
    assert any("memory grew" in words for words in grown(notes(growth), fair)) == told


def test_threads_that_stay_are_told() -> None:
    held = [note._replace(threads=10 + number // 20) for number, note in enumerate(notes(0))]
    assert grown(held, 0) == ["threads grew from 12 to 15"]


def test_the_index_of_a_longer_transcript_is_larger(tmp_path: Path) -> None:
    """It is measured, not reckoned: a reader that keeps more is seen."""
    sizes = []
    for turns in (1, 500, 4_000):
        path = tmp_path / f"{turns}.jsonl"
        rows = [(answer(turn, 20_000 + turn, tool="Read"), result(turn, "x")) for turn in range(1, turns + 1)]
        path.write_text("".join(lines(*pair) for pair in rows), "utf-8")
        sizes.append(index_size(path))
    assert sizes == sorted(sizes)
    assert sizes[-1] > sizes[0]
