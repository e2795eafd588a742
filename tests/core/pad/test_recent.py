"""The newest part of the journal: what it costs does not grow with what stands before it."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

from scratchpad_tui.core.clock import now
from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.pad.recent import MOST_LINES, recent
from scratchpad_tui.core.pad.store import PadStore
from scratchpad_tui.core.pad.view import build_view

from .faults import watched_calls

if TYPE_CHECKING:
    from pathlib import Path

    from .faults import Call

LINES = 5_000


def long_journal(folder: Path) -> str:
    """A journal of that many versions."""
    path = folder / "journal.jsonl"
    records = ({"kind": "version", "version": n, "sha256": f"{n:064x}"} for n in range(1, LINES + 1))
    path.write_text("".join(json.dumps(record) + "\n" for record in records), "utf-8")
    return str(path)


def test_of_a_long_journal_the_end_alone_is_read(tmp_path: Path) -> None:
    """It is asked for at every change of a pad, and the journal is never cut."""
    path = long_journal(tmp_path)
    reads: list[object] = []

    def note(call: Call) -> object:
        reads.append(call.run())
        return reads[-1]

    with watched_calls(note, ("read",)):
        found = recent(path, LINES - 1, 0)
    assert list(found.versions) == [LINES, LINES - 1]
    assert len(reads) == 1


def test_so_many_lines_are_read_at_most(tmp_path: Path) -> None:
    """However low the version is that is asked for; the end of the last line begins an empty one."""
    assert len(recent(long_journal(tmp_path), 0, 0).versions) == MOST_LINES - 1


def test_a_journal_that_cannot_be_read_tells_nothing(tmp_path: Path) -> None:
    """The versions are shown without it."""
    assert recent(str(tmp_path / "none"), 0, 0) == recent(str(tmp_path), 0, 0)
    assert recent(str(tmp_path), 0, 0).versions == {}


def test_of_a_long_journal_a_view_holds_no_more_than_a_piece_at_once(pad_path: Path) -> None:
    """A screen asks four times a second from several threads, each of which would keep the room that it took."""
    store = PadStore(pad_path)
    store.apply([Patch("Plan", "append", "a step")])
    with open(store.paths.journal, "ab") as file:
        file.writelines(b'{"kind":"event","event":"refused","message":"%050d"}\n' % n for n in range(LINES))
        file.write(b'{"kind":"event","event":"quarantined","name":"a.md"}\n')
    longest = 0

    def note(call: Call) -> object:
        nonlocal longest
        data = call.run()
        assert isinstance(data, bytes)
        longest = max(longest, len(data))
        return data

    with watched_calls(note, ("read",)):
        view = build_view(store, None, now=now())
    assert "recovery" in {need.code for need in view.needs}
    assert 0 < longest < os.path.getsize(store.paths.journal) / 4
    store.close()
