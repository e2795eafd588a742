"""The words of a key in one place: they are of a key that works there, and help, footer and palette show them."""

from __future__ import annotations

import pytest

from scratchpad_tui.core.config.key_table import DESKS, OVERLAYS, QUESTIONS
from scratchpad_tui.tui import footer, key_words, keys
from scratchpad_tui.tui.layout.events import MARKS, OTHER
from scratchpad_tui.tui.layout.health import _MARKS as SIGNS
from scratchpad_tui.tui.layout.promotions_item import _STATES as STATES
from scratchpad_tui.tui.screens.help import ABOUT, about_rows, key_rows, key_sentence, most_used_rows


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
    words = [footer.footer_text(key, "promotions") for key in keys.in_footer("promotions")]
    shown = text_of(rows)
    assert [word for word in words if word not in shown] == ["? help", "q quit"]


@pytest.mark.parametrize(
    ("place", "needed"),
    [
        ("health", ("enter what helps", "esc back", "? help")),
        ("diff", ("enter whole", "esc back", "? help")),
        ("evidence", ("enter source", "esc back", "? help")),
        ("version", ("< older", "? help", "esc back")),
        ("restore", ("y restore", "n no", "enter part", "? help")),
        ("secret", ("y allow", "n keep out", "? help")),
        ("draft", ("e edit", "d delete", "esc back", "? help")),
        ("prune", ("space tick", "ctrl+s save", "? help")),
        ("recovery", ("space tick", "ctrl+s save", "? help")),
        ("compaction", ("2 Timeline", "1 Live", "? help", "esc back")),
        ("conflict", ("space keep", "esc back", "+ both", "? help")),
    ],
)
def test_a_sheet_at_40_columns_says_how_it_is_left(place: str, needed: tuple[str, ...]) -> None:
    """38 cells lie within its border: what it is for and the way back stand there before what is copied or found.

    Where lines are ticked, what ends it is the save; `esc` stands there as long as nothing can be saved.
    """
    line = "".join(span.text for span in footer.footer_line(place, 38))
    assert [words for words in needed if words not in line] == []


@pytest.mark.parametrize("place", [*OVERLAYS, *DESKS])
@pytest.mark.parametrize("cells", [38, 80])
def test_every_sheet_has_one_order_of_hints(place: str, cells: int) -> None:
    """What it is for from the left, then at the right edge help, then the way out."""
    ids = [item.key.id for item in footer.footer_items(place, cells)]
    edge = [id_ for id_ in ids if id_ in ("app.help", "go.back")]
    assert ids[len(ids) - len(edge) :] == edge
    assert edge == [id_ for id_ in ("app.help", "go.back") if id_ in edge], "in this order"
    assert "app.help" in edge or place == "help"


@pytest.mark.parametrize("place", QUESTIONS)
def test_every_question_names_help(place: str) -> None:
    """Behind its answers, also on a narrow sheet."""
    ids = [item.key.id for item in footer.footer_items(place, 38)]
    assert (ids[:2], ids[-1]) == (["answer.yes", "answer.no"], "app.help")


@pytest.mark.parametrize("place", sorted(ABOUT))
def test_help_has_the_verb_of_every_key(place: str) -> None:
    """One looks for `prune`, and not for what it does."""
    for key in keys.at(place):
        if key.group != "Go":
            word = key_words.label(key, place) if place in key.footer else key_words.verb(key)
            assert word.casefold() in key_sentence(key, place).casefold(), key.id


@pytest.mark.parametrize(
    ("place", "group"),
    [("timeline", "Version"), ("live", "Line"), ("promotions", "Queue"), ("edit", "Text")],
)
def test_help_begins_with_the_keys_that_are_wanted_most_there(place: str, group: str) -> None:
    """What one comes to a place for, not what every place has."""
    assert text_of(key_rows(place, 80)).split("\n")[0].startswith(f"─ {group} ")


def test_help_of_the_timeline_has_every_sign_of_its_rows() -> None:
    """With the word for it."""
    told = ABOUT["timeline"][1]
    assert OTHER[0] in told
    signs = {kind: f"{sign} {word}" for kind, (sign, word, _) in MARKS.items() if sign != OTHER[0]}
    assert [sign for kind, sign in signs.items() if kind != "git" and sign not in told] == []
    assert signs["warning"] + " or " + MARKS["git"][1] in told, "two kinds have one sign"


def test_help_of_promotions_and_of_health_has_every_sign_of_its_rows() -> None:
    assert [sign for sign, _ in STATES.values() if sign not in ABOUT["promotions"][1]] == []
    assert [sign for sign, _ in SIGNS.values() if sign not in ABOUT["health"][1]] == []


def test_no_text_of_help_is_cut_on_a_narrow_sheet() -> None:
    """The longest one has the signs of a screen."""
    for place, (_, about) in ABOUT.items():
        said = " ".join("".join(span.text for span in row).strip() for row in about_rows(place, 36))
        assert said.split() == keys.said(about).split()


@pytest.mark.parametrize("place", sorted(keys.TEXTS))
@pytest.mark.parametrize("cells", [38, 80])
def test_a_text_place_names_its_way_out_and_its_help(place: str, cells: int) -> None:
    """`?` is text there; where there is room the palette is named too."""
    line = "".join(span.text for span in footer.footer_line(place, cells))
    way_out = "esc keep draft" if place == "edit" else "esc back"
    assert [words for words in (way_out, "f1 help") if words not in line] == []
    assert ("ctrl+p keys" in line) == (cells == 80)
    # What the screen under a field says of its own keys is not said of the field's.
    under = footer.footer_line(place, cells, footer.Now(words={"go.back": "end"}, first="go.back"))
    assert "".join(span.text for span in under) == line
