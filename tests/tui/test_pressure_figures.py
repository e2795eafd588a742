"""Shares, growth and calls left in words."""

from __future__ import annotations

import pytest

from scratchpad_tui.core.transcripts.record import ESTIMATE, Level
from scratchpad_tui.tui.pressure_figures import brief_of, context_words, growth_of, is_roomy, percent, short
from scratchpad_tui.tui.pressure_view import NONE, UNREAD, Line, PressureView
from tests.tui.pressures import CLIMB, made_view


@pytest.mark.parametrize(
    ("tokens", "words"),
    [
        (0, "0"),
        (812, "812"),
        (1_000, "1k"),
        (1_204, "1.2k"),
        (68_000, "68k"),
        (116_204, "116k"),
        (999_400, "999k"),
        (999_600, "1M"),
        (1_050_000, "1.05M"),
    ],
)
def test_a_figure_has_few_signs(tokens: int, words: str) -> None:
    """Line 2 has little room."""
    assert short(tokens) == words


@pytest.mark.parametrize(
    ("tokens", "words"),
    [
        (0, "0 %"),
        (1, "under 1 %"),
        (116_000, "58 %"),
        (199_999, "99 %"),
        (200_000, "100 %"),
        (200_001, "101 %"),
    ],
)
def test_a_share_is_never_full_before_it_is(tokens: int, words: str) -> None:
    """100 % says that there is no room."""
    assert percent(tokens, 200_000) == words


def test_line_1_says_the_share() -> None:
    """Or that it is not known, or nothing where there is no transcript."""
    assert context_words(made_view()) == "context 58 %"
    assert context_words(made_view(kind=ESTIMATE)) == "context ~58 %"
    assert context_words(made_view(CLIMB, compacted=(len(CLIMB),))) == "context ?"
    assert context_words(made_view((), compacted=())) == "context ?"
    assert context_words(PressureView(state=UNREAD)) == "context ?"
    assert context_words(PressureView(state=NONE)) == ""


def test_line_2_has_figures_and_a_gap() -> None:
    """The small graph tells the unknown from a low level."""
    brief = brief_of(made_view())
    assert brief.figures == "116k/200k"
    assert brief.samples.count(-1) == 1
    assert brief.top == 200_000
    assert brief_of(made_view(CLIMB, compacted=(len(CLIMB),))).figures == "?/200k"
    assert brief_of(made_view(kind=ESTIMATE)).figures == "~116k/200k"


@pytest.mark.parametrize(
    ("level", "style"), [(149_000, "dim"), (150_000, "attention"), (200_000, "attention"), (200_001, "alarm")]
)
def test_it_asks_for_attention_from_three_quarters(level: int, style: str) -> None:
    """Amber, and red above the window."""
    assert brief_of(made_view((level,), compacted=())).style == style


def test_growth_is_taken_since_the_last_fall() -> None:
    """A compaction is no negative growth, and turns are left until the line where this agent compacts."""
    growth = growth_of(made_view())
    assert growth is not None
    assert growth.call == (116_000 - 38_000) // 5
    assert growth.left == (154_800 - 116_000) // growth.call


def test_growth_runs_to_the_window_where_no_line_is_known() -> None:
    growth = growth_of(made_view((10_000, 20_000), compacted=()))
    assert growth is not None
    assert growth.left == 18
    past = growth_of(made_view((10_000, 20_000), compacted=())._replace(compacts=Line(15_000, "")))
    assert past is not None
    assert past.left == 0


def test_no_growth_is_told_of_one_call_or_an_unknown_level() -> None:
    assert growth_of(made_view((10,), compacted=())) is None
    assert growth_of(made_view(CLIMB, compacted=(len(CLIMB),))) is None
    still = growth_of(made_view((10, 10), compacted=()))
    assert still is not None
    assert still.left is None


@pytest.mark.parametrize(("peak", "roomy"), [(59_000, True), (60_000, False)])
def test_a_low_peak_needs_no_compaction(peak: int, roomy: bool) -> None:  # noqa: FBT001 - a table of cases
    assert is_roomy(made_view((peak, 1_000), compacted=())) is roomy
    assert not is_roomy(made_view((), compacted=()))


def test_an_unknown_level_is_not_the_old_one() -> None:
    """The level of the view decides, not the last call."""
    view = made_view()._replace(level=Level(None, "unknown"))
    assert context_words(view) == "context ?"
