"""Lines 1 and 2 with the agent's context, at every width."""

from __future__ import annotations

import pytest

from scratchpad_tui.core.text import width
from scratchpad_tui.tui import frame
from scratchpad_tui.tui.pressure_figures import brief_of
from tests.tui.fake import NOW, make_view
from tests.tui.pressures import CLIMB, made_view

TABS = [frame.Tab("1", "Live"), frame.Tab("2", "Timeline"), frame.Tab("4", "Pressure")]


def line_1(cells: int) -> str:
    """Line 1 as text."""
    spans = frame.tabs_line(TABS, "Live", "live", cells, 0, brief_of(made_view()))
    return "".join(span.text for span in spans)


def line_2(cells: int, *, ascii_only: bool = False) -> str:
    """Line 2 as text."""
    brief = brief_of(made_view())
    spans = frame.pad_line(make_view(), NOW, cells, "/work/project", 0, brief, ascii_only=ascii_only)
    return "".join(span.text for span in spans)


@pytest.mark.parametrize("cells", range(1, 130, 3))
def test_they_fill_the_width_exactly(cells: int) -> None:
    """A row that is too long breaks the terminal's frame."""
    assert width(line_1(cells)) == cells
    assert width(line_2(cells)) == cells


def test_the_share_stays_when_the_names_of_other_screens_find_no_room() -> None:
    assert line_1(80).endswith("● live  context 58 % ")
    assert line_1(60).startswith(" 1 Live  2 Timeline  4 Pressure ")
    assert line_1(40).startswith(" 1 Live  2  4 ")
    assert line_1(40).endswith("● live  58 % ")


def test_line_2_has_the_graph_then_the_figures_alone_then_neither() -> None:
    assert "▇╎" in line_2(80)
    assert line_2(80).rstrip().endswith("116k/200k")
    assert "*|" in line_2(80, ascii_only=True)
    assert "116k/200k" not in line_2(40)


def test_an_unknown_share_is_never_a_lone_question_mark() -> None:
    """Where the other names have no room, there is some for the word."""
    tabs = [frame.Tab("1", "Live"), frame.Tab("2", "Timeline"), frame.Tab("4", "Pressure")]
    unknown = brief_of(made_view(CLIMB, compacted=(len(CLIMB),)))
    line = "".join(span.text for span in frame.tabs_line(tabs, "Pressure", "live", 40, 0, unknown))
    assert line.endswith("● live  context ? ")
