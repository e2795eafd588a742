"""What holds for the Live screen's rows whatever the pad, the size and what the person did."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from scratchpad_tui.core.pad.view import DiffRow, LineView, Need, PadView, SectionView, VersionInfo
from scratchpad_tui.core.text import visible, width
from scratchpad_tui.tui.layout import Frozen, Stop, UiState, arrange, compose, cut, followed, stops_of
from scratchpad_tui.tui.layout.fit import clusters, cut_head, cut_words, wrap
from scratchpad_tui.tui.layout.model import Span
from scratchpad_tui.tui.layout.pick import cost, pick, window
from scratchpad_tui.tui.layout.share import share

if TYPE_CHECKING:
    from scratchpad_tui.tui.layout import Row

HOSTILE = (
    "\x1b]0;title\x07",
    "\x1b[2J\x1b[6n",
    "\x9b2J",
    "\x90q",
    "\x1b]52;c;eA==",
    "a\rb\x08c\x7fd\x00",
    "\u202eright to left\u202c",
    "\u2066isolate\u2069\u200b\u2060",
    "\U000e0041\U000e0042",
    "[/] [bold [@click=app.quit]x[/]",
    "👩‍👩‍👧‍👦 🇩🇪🇯🇵 ☎️ 〽️ ✂︎",
    "日本語の長い行がここで折り返される",
    "e\u0301\u0301\u0301 z\u0334\u0335",
    '\u05e9\u05d5\u05e8\u05d4 \u200f"\u05dd',
    "tab\there",
    "\ud800 lone",
)
fewer = settings(max_examples=50)
"""For tests that arrange whole screens."""
RAW = re.compile(
    "[\x00-\x1f\x7f-\x9f\u200b\u202a-\u202e\u2066-\u2069\u2060\ufeff\ud800-\udfff\U000e0000-\U000e007f]"
)
"""What may never reach a terminal."""

texts = st.one_of(
    st.sampled_from(HOSTILE),
    st.text(st.characters(exclude_characters="…\n\r"), max_size=80),
    st.text("ab 字e\u0301[]- ", max_size=200),
    st.integers(1, 12).map(lambda n: f"{n}. [ ] step"),
    st.integers(1, 12).map(lambda n: f"{n}. [x] step"),
)
plain = st.text("abc ", min_size=1, max_size=30)


@st.composite
def sections(draw: st.DrawFn, name: str, texts: st.SearchStrategy[str] = texts) -> SectionView:
    """A section with lines of any kind."""
    lines: list[LineView] = []
    index = draw(st.integers(0, 2))
    for text in draw(st.lists(texts, max_size=draw(st.sampled_from((0, 1, 3, 12, 40))))):
        mark = draw(st.sampled_from(("", "", "", "+", "~", "-")))
        lines.append(
            LineView(
                text,
                mark,
                author=draw(st.sampled_from(("you", "agent t57", "external", "字" * 30))) if mark else "",
                version=draw(st.sampled_from((None, 42, 43))) if mark else None,
                index=-1 if mark == "-" else index,
                box=draw(st.sampled_from((None, " ", "x"))),
                prefix=min(len(text), draw(st.sampled_from((0, 0, 2)))),
                continued=draw(st.booleans()),
            )
        )
        index += mark != "-" and draw(st.integers(1, 2))
    return SectionView(
        name,
        cap=draw(st.sampled_from((0, 1, 200, 1500, 10**7))),
        size=draw(st.sampled_from((0, 1, 150, 201, 10**6))),
        numbered=draw(st.booleans()),
        purpose=draw(texts),
        lines=tuple(lines),
        total=draw(st.sampled_from((0, 7))),
    )


@st.composite
def views(draw: st.DrawFn, texts: st.SearchStrategy[str] = texts) -> PadView:
    """A pad of any profile."""
    names = draw(
        st.sampled_from(
            (
                ("Task", "Plan", "Findings", "Ruled out", "Next"),
                ("Scratch", "Durable"),
                ("Next",),
                ("字" * 40,),
            )
        )
    )
    signs = st.builds(DiffRow, st.sampled_from("+-"), st.sampled_from(names), texts, st.just(0))
    last = draw(st.lists(signs, max_size=12))
    turns = [
        VersionInfo(n, actor="agent", turn=draw(st.sampled_from((None, "57", "\x1b]0;x"))))
        for n in (43, 42, 41)
    ]
    needs = st.builds(
        Need, st.sampled_from(("alarm", "refused", "over-cap", "draft")), st.just(1), texts, st.just("u")
    )
    return PadView(
        "/work/pad.md",
        version=turns[0],
        sections=tuple(draw(sections(name, texts)) for name in names),
        last=tuple(last),
        last_from=42,
        last_to=draw(st.sampled_from((0, 43))),
        last_turns=tuple(turns),
        needs=tuple(draw(st.lists(needs, max_size=3))),
        outside=draw(st.sampled_from((0, 0, 3))),
    )


@st.composite
def screens(draw: st.DrawFn, texts: st.SearchStrategy[str] = texts) -> tuple[PadView, UiState]:
    """A pad, and something that a person did."""
    view = draw(views(texts))
    names = [section.name for section in view.sections]
    return view, UiState(
        cursor=draw(st.none() | st.sampled_from(stops_of(view))),
        focus_section=draw(st.none() | st.sampled_from(names)),
        zoom=draw(st.none() | st.none() | st.sampled_from(names)),
        find=draw(st.sampled_from(("", "", "a", "👩", "\x1b"))),
        ascii_gauges=draw(st.booleans()),
        eighths=draw(st.booleans()),
    )


widths, heights = st.integers(0, 210), st.integers(0, 70)


@fewer
@given(screens(), widths, heights)
def test_every_row_is_exactly_as_wide_as_its_place(
    screen: tuple[PadView, UiState], cells: int, height: int
) -> None:
    view, ui = screen
    arranged = arrange(view, cells, height, ui)
    assert len(arranged.rows) == height
    assert {row.cells for row in arranged.rows} <= {arranged.left_width}
    assert len(arranged.right) in (0, height)
    assert {row.cells for row in arranged.right} <= {arranged.right_width}
    assert arranged.left_width + arranged.gap + arranged.right_width == cells


@fewer
@given(screens(), widths, heights)
def test_nothing_that_acts_on_a_terminal_is_shown_raw(
    screen: tuple[PadView, UiState], cells: int, height: int
) -> None:
    view, ui = screen
    for spans in arrange(view, cells, height, ui).joined():
        for span in spans:
            assert not RAW.search(span.text)


@fewer
@given(screens(), st.integers(40, 210), st.integers(5, 70))
def test_next_is_first_and_every_section_is_named_or_counted(
    screen: tuple[PadView, UiState], cells: int, height: int
) -> None:
    view, ui = screen
    arranged = arrange(view, cells, height, ui)
    has_next = any(section.name == "Next" for section in view.sections)
    assert (arranged.rows[0].kind == "next") == has_next
    named = {row.section for row in arranged.rows if row.kind in ("rule", "next")}
    others = " ".join(row.text for row in arranged.rows if row.kind == "others")
    missing = [s.name for s in view.sections if s.name not in named and f"{s.name} " not in others]
    counted = re.search(r"… (\d+) more", others)
    assert len(missing) <= (int(counted[1]) if counted else 0)


@fewer
@given(screens(plain), st.integers(70, 200), st.integers(9, 60))
def test_shown_and_hidden_lines_add_up(screen: tuple[PadView, UiState], cells: int, height: int) -> None:
    """A line that is not shown is always counted."""
    view, ui = screen
    arranged = arrange(view, cells, height, ui._replace(find=""))
    for section in view.sections:
        rows = [row for row in arranged.rows if row.section == section.name and _belongs(row)]
        if not any(row.kind != "next" for row in rows) and section.name != "Next":
            continue  # named in the row of the others
        if section.name == "Next" and any(row.kind == "rule" for row in rows):
            rows = [row for row in rows if row.kind != "next"]
        assert _shown(rows) + _hidden(rows) == len(section.lines) or _placeholder_hidden(section, rows)


def _belongs(row: Row) -> bool:
    return row.kind in ("rule", "line", "removed", "more", "empty", "next")


def _shown(rows: list[Row]) -> int:
    lines = {row.index for row in rows if row.index >= 0}
    return len(lines) + sum(row.kind == "removed" and row.text[1] == "-" for row in rows)


def _hidden(rows: list[Row]) -> int:
    return sum(int(n) for row in rows for n in re.findall(r"(?:…|,) (?:\d+ of )?(\d+) ", row.text))


def _placeholder_hidden(section: SectionView, rows: list[Row]) -> bool:
    """Where only removed lines are left, the placeholder is a line too."""
    empty = all(line.mark == "-" for line in section.lines)
    shown = sum(row.kind == "empty" for row in rows) + any(row.kind == "next" for row in rows)
    return empty and _shown(rows) + _hidden(rows) + min(1, shown) == len(section.lines) + 1


@fewer
@given(screens(), st.integers(30, 200), st.integers(5, 60))
def test_the_line_with_the_cursor_is_on_the_screen(
    screen: tuple[PadView, UiState], cells: int, height: int
) -> None:
    view, ui = screen
    ui = ui._replace(zoom=ui.zoom and ui.cursor and ui.cursor.section)
    arranged = arrange(view, cells, height, ui)
    if ui.cursor is None:
        assert arranged.cursor_row is None
        return
    assert arranged.cursor_row is not None
    row = arranged.rows[arranged.cursor_row]
    assert (row.section, row.index) == ui.cursor


@fewer
@given(screens(), views(), st.integers(40, 119), st.integers(9, 60))
def test_the_pane_with_the_cursor_stays_as_it_is_while_others_change(
    screen: tuple[PadView, UiState], other: PadView, cells: int, height: int
) -> None:
    view, ui = screen
    if ui.cursor is None or ui.zoom:
        return
    first = arrange(view, cells, height, ui)
    replaced = {section.name: section for section in other.sections if section.name != ui.cursor.section}
    after = view._replace(sections=tuple(replaced.get(s.name, s) for s in view.sections))
    second = arrange(after, cells, height, followed(view, after, ui._replace(frozen=first.frozen)))
    assert second.frozen == first.frozen
    frozen = first.frozen
    assert frozen is not None
    pane = slice(frozen.top, frozen.top + 1 + frozen.rows)
    figures = [[row.text for row in arranged.rows[pane]][1:] for arranged in (first, second)]
    assert figures[0] == figures[1]


@fewer
@given(screens(), st.integers(20, 200), st.integers(3, 60))
def test_arranging_again_changes_nothing(screen: tuple[PadView, UiState], cells: int, height: int) -> None:
    """At rest no row is repainted."""
    view, ui = screen
    first = arrange(view, cells, height, ui)
    again = ui._replace(cursor=first.cursor, frozen=first.frozen)
    second = arrange(view, cells, height, again)
    assert second == first


@fewer
@given(screens(), st.integers(20, 200), st.integers(3, 60))
def test_a_strange_frozen_pane_does_no_harm(screen: tuple[PadView, UiState], cells: int, height: int) -> None:
    """The state may be of another pad or another moment."""
    view, ui = screen
    cursor = ui.cursor or Stop("Gone", 3)
    name = view.sections[-1].name
    for section, top, rows in ((name, 50, 50), ("Gone", 1, 1), (name, 0, 0)):
        frozen = Frozen(section, top, rows, 9, 9, counts_above=True, size=(cells, height), cursor=cursor)
        assert len(arrange(view, cells, height, ui._replace(frozen=frozen)).rows) == height


@given(st.text(max_size=60).map(visible), st.integers(0, 40), st.integers(1, 5))
def test_cut_and_wrapped_text_fits(text: str, cells: int, limit: int) -> None:
    assert "".join(clusters(text)) == text
    assert sum(width(cluster) for cluster in clusters(text)) == width(text)
    assert width(cut(text, cells)) <= cells
    pieces = wrap(text, max(1, cells), limit, 2)
    assert 1 <= len(pieces) <= limit
    assert all(width(piece) <= max(1, cells) for piece in pieces)


@given(st.text("ab 字e\u0301👩\u200d-/_", max_size=40).map(visible) | texts.map(visible), st.integers(-1, 12))
def test_a_text_that_is_cut_takes_no_more_cells_than_there_are(text: str, cells: int) -> None:
    """Also where its first or its last character alone takes more."""
    for shorten in (cut, cut_words, cut_head):
        assert width(shorten(text, cells)) <= max(0, cells)


@given(st.text("ab c", max_size=120), st.integers(4, 40))
def test_wrapped_text_loses_blanks_alone(text: str, cells: int) -> None:
    whole = "".join(wrap(text, cells, 200))
    assert whole.replace(" ", "") == text.replace(" ", "")


@given(st.lists(texts.map(visible), max_size=4), st.lists(texts.map(visible), max_size=2), st.integers(0, 60))
def test_composed_rows_have_the_width_they_were_asked_for(
    left: list[str], right: list[str], cells: int
) -> None:
    for fill in (" ", "─"):
        row = compose([Span(text) for text in left], cells, [Span(text) for text in right], fill)
        assert sum(width(span.text) for span in row) == cells


@given(st.permutations(range(12)), st.integers(1, 14), st.integers(0, 12))
def test_picked_lines_fit_their_rows(wanted: list[int], rows: int, must: int) -> None:
    picked = pick(wanted, must, rows)
    assert wanted[0] in picked.shown
    assert list(picked.shown) == sorted(set(picked.shown))
    assert cost(picked.shown, own=picked.own) <= rows


@given(
    st.lists(st.integers(1, 3), min_size=1, max_size=30), st.integers(4, 12), st.integers(0, 40), st.data()
)
def test_a_window_holds_the_cursor_and_moves_no_more_than_it_must(
    tall: list[int], rows: int, first: int, data: st.DataObject
) -> None:
    cursor = data.draw(st.integers(0, len(tall) - 1))
    start = window(first, cursor, len(tall), rows, lambda position: tall[position])
    assert 0 <= start <= cursor
    assert sum(tall[start : cursor + 1]) <= rows - (start > 0)
    assert window(start, cursor, len(tall), rows, lambda position: tall[position]) == start


@given(
    st.lists(st.lists(st.integers(0, 9), min_size=1, max_size=6).map(sorted), max_size=7), st.integers(0, 60)
)
def test_shared_rows_are_never_more_than_there_are(wants: list[list[int]], rows: int) -> None:
    given_rows = share(wants, rows)
    least = sum(want[0] for want in wants)
    if given_rows is None:
        assert least > rows
        return
    assert sum(given_rows) == min(rows, sum(want[-1] for want in wants)) or least == sum(given_rows)
    assert all(want[0] <= got <= want[-1] for want, got in zip(wants, given_rows, strict=True))


@pytest.mark.parametrize("size", [(40, 9), (80, 21), (120, 37), (200, 57)])
def test_wide_characters_take_the_cells_that_the_toolkit_gives_them(
    size: tuple[int, int], shared_pads: PadView
) -> None:
    """Case 64: the right edge stands in one column by the toolkit's own measure too."""
    rows = arrange(shared_pads, *size).joined()
    assert {cell_len("".join(span.text for span in spans)) for spans in rows} == {size[0]}


@pytest.fixture
def shared_pads() -> PadView:
    texts = [text for text in HOSTILE if "👩" in text or "日" in text or "e\u0301" in text]
    texts += ["☠ ☡ ℹ️ ✂︎ ✂️", "中文 ｆｕｌｌ 〽️ ⏺️"]  # noqa: RUF001 - such look-alikes are the case
    lines = tuple(LineView(text, index=n, mark="+", author="you", version=43) for n, text in enumerate(texts))
    section = SectionView("Findings", 1500, 200, numbered=False, purpose="", lines=lines)
    return PadView("x", sections=(section, section._replace(name="Next", lines=lines[:1])))
