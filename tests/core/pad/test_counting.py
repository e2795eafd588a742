"""What versions changed of which the journal does not say it: counted from the files, once, where it can be known."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.pad.chronicle import Chronicle
from scratchpad_tui.core.pad.counting import Counting
from scratchpad_tui.core.pad.history import History
from scratchpad_tui.core.pad.schema import TASK
from scratchpad_tui.core.pad.wanted import Search, Wanted
from tests.core.pad.histories import Past, pad_text

if TYPE_CHECKING:
    from pathlib import Path

    from scratchpad_tui.core.pad.moments import Moments


class Counted:
    """A past and what counts its versions; which of them were read is kept."""

    def __init__(self, folder: Path) -> None:
        self.past = Past(folder)
        self.history = History(self.past.paths)
        self.chronicle = Chronicle()
        self.reads: list[int] = []
        self.counting = Counting(TASK, self.read)

    def read(self, version: int) -> bytes:
        """The bytes of a version."""
        self.reads.append(version)
        return self.history.read(version) if version else pad_text({}).encode()

    def moments(self) -> Moments:
        """The list as it is now."""
        return self.chronicle.read(self.history)

    def fill(self, moments: Moments) -> int:
        """Counts all, the newest first."""
        return sum(self.counting.fill(moments, place) for place in range(len(moments) - 1, -1, -1))


@pytest.fixture
def counted(tmp_path: Path) -> Counted:
    """Four versions; the second and the third have no line."""
    counted = Counted(tmp_path)
    past = counted.past
    past.version(pad_text({"Findings": ["- a"]}), added=7)
    past.file(2, pad_text({"Findings": ["- a", "- b"], "Plan": ["1. [ ] x"]}))
    past.file(3, pad_text({"Findings": ["- b", "- c", "- d"], "Plan": ["1. [ ] x"]}))
    past.number = 3
    past.version(pad_text({"Plan": ["1. [x] x"]}), added=None, removed=None, sections=["Plan"])
    return counted


def rows(moments: Moments) -> list[tuple[int | None, int | None, tuple[str, ...]]]:
    return [(moment.added, moment.removed, moment.sections) for moment in moments]


def test_lines_and_sections_are_counted_where_the_journal_does_not_say_them(counted: Counted) -> None:
    moments = counted.moments()
    assert rows(moments)[1:3] == [(None, None, ())] * 2
    assert counted.fill(moments) == 3
    assert rows(moments) == [
        (7, 0, ("Findings",)),
        (2, 0, ("Plan", "Findings")),
        (2, 1, ("Findings",)),
        (1, 4, ("Plan",)),  # what its line says of sections stays
    ]


def test_each_is_counted_once_and_each_text_read_once(counted: Counted) -> None:
    moments = counted.moments()
    counted.fill(moments)
    assert counted.reads == [4, 3, 2, 1]
    counted.past.version(pad_text({}))
    later = counted.moments()
    assert later.goes_on(moments)
    assert counted.fill(moments) == counted.fill(later) == 0
    assert rows(later)[:4] == rows(moments)


def test_what_cannot_be_known_is_not_looked_at_again(counted: Counted) -> None:
    counted.past.drop(2)
    moments = counted.moments()
    counted.past.drop(1)
    assert counted.fill(moments) == 2
    assert counted.fill(moments) == 0
    assert rows(moments)[1] == (None, None, ())  # the one before it is gone


def test_a_text_that_does_not_parse_has_lines_but_no_sections(counted: Counted) -> None:
    counted.past.file(2, "# no pad\n")
    moments = counted.moments()
    counted.fill(moments)
    assert rows(moments)[1][0] == 1
    assert rows(moments)[1][2] == ()


def test_a_filter_by_section_finds_them(counted: Counted) -> None:
    moments = counted.moments()
    fill = counted.counting.fill
    search = Search(
        moments, Wanted("", ("Findings",)), counted.read, count=lambda place: fill(moments, place)
    )
    assert list(search.run().places) == [0, 1, 2]
    other = Search(moments, Wanted("", ("Plan",)), counted.read, count=lambda place: fill(moments, place))
    assert list(other.run().places) == [1, 3]
