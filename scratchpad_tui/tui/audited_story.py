"""An audited pad in the middle of an investigation, for the pictures: each entry recorded in its turn."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from scratchpad_tui.core.audited.record import record
from scratchpad_tui.core.clock import VARIABLE, stamp
from scratchpad_tui.core.named_tuple import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from scratchpad_tui.core.pad.store import PadStore


class _Told(NamedTuple):
    turn: int
    section: str
    key: str
    text: str
    source: str | None = None
    date: str | None = None
    contradicts: tuple[str, ...] = ()
    closes: tuple[str, ...] = ()


_TOLD = (
    _Told(2, "Hypotheses", "auth-flake-skew", "The auth flake may be clock skew between runner and server"),
    _Told(3, "Findings", "build-time", "Builds take 40 s", "job 4398", "2026-07-13"),
    _Told(5, "Findings", "db-port", "The test database listens on port 5433", "compose.yml:5", "2026-07-14"),
    _Told(6, "Open", "which-region", "Which region do the runners stand in?"),
    _Told(8, "Findings", "ci-no-redis", "CI has no redis service", "job 4412", "2026-07-17"),
    _Told(
        12, "Findings", "limiter-direct", "The limiter calls redis directly", "limiter.py:64", "2026-07-18"
    ),
    _Told(15, "Open", "pin-fakeredis", "Which fakeredis speaks the Lua of redis 7?"),
    _Told(
        17,
        "Decisions",
        "fakeredis",
        "Limiter tests run on fakeredis, no CI service",
        "limiter.py:64",
        closes=("pin-fakeredis",),
    ),
    _Told(
        20,
        "Findings",
        "build-slow",
        "Builds take 90 s on the arm runners",
        "job 4420",
        contradicts=("build-time",),
    ),
    _Told(
        22, "Findings", "limiter-lua", "The limiter's script needs lupa under fakeredis", "requirements.txt:3"
    ),
)
_FILES = {
    "compose.yml": 'services:\n  db:\n    image: postgres:16\n    ports:\n      - "5433:5432"\n',
    "requirements.txt": "pytest==8.4.2\nfakeredis==2.30.1\nlupa==2.5\n",
    "limiter.py": "".join(f"# line {number}\n" for number in range(1, 64))
    + "    keys = redis.scan_iter(match=pattern)\n",
}


def tell(store: PadStore, folder: str, clock: Callable[[float], datetime]) -> None:
    """Records the entries, each at the time of its turn, and writes the files that they name into the folder."""
    for name, text in _FILES.items():
        with open(os.path.join(folder, name), "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
    for told in _TOLD:
        os.environ[VARIABLE] = stamp(clock(told.turn))
        record(
            store,
            told.section,
            told.key,
            told.text,
            source=told.source,
            date=told.date,
            contradicts=told.contradicts,
            closes=told.closes,
            turn=str(told.turn),
        )
