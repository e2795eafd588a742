"""A session of a gigabyte: read whole, opened on the screen. It takes minutes; `--large` asks for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.bench.measure import Row, ms, times
from tests.bench.paint import levelled, painted, watched
from tests.bench.reading import transcript_of
from tests.bench.sessions import write_session
from tests.bench.transcripts import MB, measured
from tests.bench.workplace import pad_text

if TYPE_CHECKING:
    from pathlib import Path

    from tests.bench.workplace import Workplace


def _level(place: Workplace, transcript: Path, *, quick: bool) -> Row:
    """From the start of `watch` to a screen with the level, against the same screen without a transcript."""
    pad = place.pad("gigabyte")
    pad.write_text(pad_text(), "utf-8")
    programs = [levelled(place, "with", pad, transcript), watched(place, "without", pad)]
    shown, bare = painted(place, 3 if quick else 15, programs)
    return Row(
        "`watch` opened on a transcript of 1 GB, to its level on the screen",
        ms(shown.seconds),
        f"without a transcript {ms(bare.seconds)}",
        times(shown.seconds, bare.seconds),
        "at most 1.2x",
    )


def rows(place: Workplace, *, quick: bool) -> list[Row]:
    """The same as of 100 MB, and the level on the screen."""
    small, large = transcript_of(place, "a megabyte"), transcript_of(place, "a gigabyte")
    write_session(small, MB)
    write_session(large, 1_000 * MB)
    try:
        level = _level(place, large, quick=quick)
        return [*measured(place, small, large, "1 GB", quick=quick, goal="at most 0.33x"), level]
    finally:
        small.unlink()
        large.unlink()
