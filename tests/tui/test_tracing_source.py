"""The source's half that looks back, over a pad on disk."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.errors import InputError
from scratchpad_tui.core.pad.chronicle import Chronicle
from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.pad.store import PadStore
from scratchpad_tui.core.pad.wanted import Wanted
from scratchpad_tui.tui.live_source import LiveSource

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from scratchpad_tui.core.pad.history import History
    from scratchpad_tui.core.pad.moments import Moments

LONGEST = 20
"""Seconds until a test gives up; no test waits that long unless it fails."""


@pytest.fixture
def source(tmp_path: Path) -> Iterator[LiveSource]:
    """A pad with three versions."""
    store = PadStore(tmp_path / ".agent" / "scratchpad.md")
    for number in (1, 2, 3):
        store.apply([Patch("Findings", "append", f"finding {number}")], turn=str(number))
    source = LiveSource(store)
    yield source
    source.close()


def test_a_long_journal_that_is_read_holds_up_nothing(
    source: LiveSource, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The pad is read, and changed, while the list of ten thousand versions is put together."""
    read = Chronicle.read
    meanwhile: list[int | None] = []

    def slow(chronicle: Chronicle, history: History) -> Moments:
        other = threading.Thread(target=lambda: meanwhile.append(source.restore(1).version), daemon=True)
        other.start()
        other.join(LONGEST)
        assert meanwhile == [4]
        return read(chronicle, history)

    monkeypatch.setattr(Chronicle, "read", slow)
    assert len(source.moments()) == 4


def test_a_restore_is_a_version_and_is_taken_back(source: LiveSource) -> None:
    before = source.version_text(3)
    act = source.restore(1)
    assert act.words == "Restored version 1 as 4"
    assert act.version == 4
    assert source.version_text(4) == source.version_text(1)
    assert source.moments()[3].actor == "restore"
    source.revert(4)
    assert source.version_text(5) == before
    assert source.restore(3).version is None


def test_restore_after_restore_is_the_same_bytes(source: LiveSource) -> None:
    first = source.version_text(1)
    source.restore(1)
    source.restore(2)
    source.restore(1)
    assert source.version_text(6) == first


def test_one_section_is_restored_and_told(source: LiveSource) -> None:
    assert source.restore(2, "Findings").words == "Restored Findings of version 2 as 4"


def test_the_difference_to_the_empty_pad_is_the_first_one(source: LiveSource) -> None:
    found = source.comparison(0, 1)
    assert (found.added, found.sections) == (1, ("Findings",))
    assert source.diff_text(1, 3).startswith("--- v1")
    with pytest.raises(InputError, match="there is no version 9"):
        source.comparison(1, 9)


def test_the_list_tells_what_happened_and_a_search_finds_it(source: LiveSource) -> None:
    moments = source.moments()
    assert [moment.turn for moment in moments] == ["1", "2", "3"]
    record = source.record(moments[1])
    assert record is not None
    assert record["turn"] == "2"
    assert list(source.search(moments, Wanted("finding 2")).run().places) == [1]


def test_a_search_is_made_without_waiting_for_the_disk(
    source: LiveSource, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The screen makes it; a worker runs it."""
    asked: list[int] = []
    reading = source._reading

    def counted() -> object:
        asked.append(1)
        return reading()

    monkeypatch.setattr(source, "_reading", counted)
    search = source.search(source.moments(), Wanted("finding"))
    assert asked == []
    search.run()
    assert asked == [1]
