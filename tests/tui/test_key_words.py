"""The words of a key in one place: they are of a key that works there, and help, footer and palette show them."""

from __future__ import annotations

import pytest

from scratchpad_tui.tui import frame, key_words, keys
from scratchpad_tui.tui.screens.help import key_rows, most_used_rows


def text_of(rows: object) -> str:
    """Rows of spans as text."""
    return "\n".join("".join(span.text for span in row) for row in rows)  # type: ignore[attr-defined]


def test_each_is_of_a_key_that_works_there_and_a_sentence() -> None:
    """Words of a key that does nothing there would stand nowhere."""
    working = {(key.id, place) for key in keys.TABLE for place in key.places if key.works}
    assert set(key_words.told()) <= working
    assert [here for here in key_words.told().values() if not here.tooltip.endswith(".")] == []


def test_help_of_a_conflict_speaks_of_places_and_sides() -> None:
    """It has no diff, no table and no column at the right."""
    shown = text_of(key_rows("conflict", 200))
    assert [word for word in ("table", "column", "diff", "section") if word in shown] == []
    for name, words in (
        ("tab", "next place in conflict"),
        ("shift+tab", "place in conflict before"),
        ("→", "next place in conflict"),
        ("↓", "the other writer wrote"),
        ("↑", "you wrote"),
        ("e", "the lines of this place"),
    ):
        assert any(row.split()[:1] == [name] and words in row for row in shown.split("\n")), name


@pytest.mark.parametrize("place", ["promotions", "timeline", "pressure", "live"])
def test_help_of_a_screen_speaks_of_that_screen(place: str) -> None:
    shown = text_of(key_rows(place, 200))
    foreign = {
        "promotions": ("the result of a conflict", "to the diff", "to the table"),
        "timeline": ("to the table", "section under"),
        "pressure": ("to the diff", "section"),
        "live": ("the result of a conflict", "to the diff", "to the table", "a proposal of your own"),
    }
    assert [words for words in foreign[place] if words in shown] == []


@pytest.mark.parametrize("cells", [36, 76, 116])
def test_the_first_rows_of_help_have_every_key_that_the_footer_may_have(cells: int) -> None:
    """A narrow footer shows three of them; no row is longer than the sheet."""
    rows = most_used_rows("promotions", cells)
    assert all(sum(len(span.text) for span in row) == cells for row in rows)
    words = [frame.footer_text(key, "promotions") for key in keys.in_footer("promotions")]
    shown = text_of(rows)
    assert [word for word in words if word not in shown] == ["? help", "q quit"]


@pytest.mark.parametrize(
    ("place", "needed"),
    [
        ("health", ("enter what helps", "esc back", "? help")),
        ("diff", ("enter whole", "esc back", "? help")),
        ("evidence", ("enter source", "esc back", "? help")),
        ("version", ("esc back", "< older", "? help")),
        ("restore", ("y restore", "n leave", "enter section")),
    ],
)
def test_a_sheet_at_40_columns_says_how_it_is_left(place: str, needed: tuple[str, ...]) -> None:
    """38 cells lie within its border: what it is for and the way back stand there before what is copied or found."""
    line = "".join(span.text for span in frame.footer_line(place, 38))
    assert [words for words in needed if words not in line] == []
