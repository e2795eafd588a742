"""Audited entries on Live: text first, then key, evidence and its age as far as there is room, and what is missing."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scratchpad_tui.core.text import width
from scratchpad_tui.tui.layout import UiState, arrange
from scratchpad_tui.tui.layout.hidden import NOTHING, Count, Hidden
from scratchpad_tui.tui.layout.line import Place, line_height, line_rows
from scratchpad_tui.tui.layout.model import Stop
from scratchpad_tui.tui.live_state import LiveState
from tests.tui.audited import STORY, audited_view
from tests.tui.fake import NOW
from tests.tui.hostile import CORPUS, FORBIDDEN

if TYPE_CHECKING:
    from scratchpad_tui.core.pad.view import LineView, PadView
    from scratchpad_tui.tui.layout.model import Row

EVERY_ENTRY = [text for lines in STORY.values() for text in lines]


def the_line(text: str, section: str = "Findings", mark: str = "") -> LineView:
    """The first line of a section that holds this one entry."""
    view = audited_view({section: (text,)}, {text: mark})
    return next(each for each in view.sections if each.name == section).lines[0]


def rows_of(line: LineView, cells: int, *, limit: int = 1, hides: Count = NOTHING, **ui: object) -> list[Row]:
    state = UiState(now=NOW)._replace(**ui)  # type: ignore[arg-type]
    place = Place("Findings", cells, 0, 43, state)
    rows = line_rows(line, place, cursor=False, limit=limit, hides=hides)
    assert all(row.cells == cells for row in rows)
    assert line_height(line, place, limit) == len(rows) or limit == 1
    return rows


def text_of(line: LineView, cells: int, **more: object) -> str:
    return rows_of(line, cells, **more)[0].text.rstrip()  # type: ignore[arg-type]


def styles(row: Row) -> dict[str, str]:
    return {span.text.strip(): span.style for span in row.spans if span.text.strip()}


PORT = "- port is 5433 [src:compose.yml:5 @ 2026-07-17] {#db-port}"


@pytest.mark.parametrize(
    ("cells", "tail"),
    [
        (80, "#db-port  compose.yml:5, 3 d"),
        (47, "#db-port  compose.yml:5, 3 d"),
        (43, "compose.yml:5, 3 d"),
        (35, "compose.yml:5, 3 d"),
        (28, "3 d"),
    ],
)
def test_the_proof_gives_way_to_the_text_piece_by_piece(cells: int, tail: str) -> None:
    text = text_of(the_line(PORT), cells)
    assert text.startswith("   port is 5433  ")
    assert text.removeprefix("   port is 5433").strip() == tail
    assert text.endswith(tail)
    assert len(text) == cells


def test_a_long_text_keeps_the_age_alone_and_on_a_very_small_screen_itself_alone() -> None:
    long = the_line("- " + "word " * 40 + "[src:job 4412 @ 2026-07-17] {#k}")
    assert text_of(long, 60).endswith("…  3 d")
    assert text_of(long, 28).endswith("…")


def test_with_the_cursor_or_zoomed_the_whole_proof_stands_beside_the_wrapped_text() -> None:
    long = the_line("- " + "word " * 30 + "[src:job 4412 @ 2026-07-17] {#a-key}")
    rows = rows_of(long, 76, limit=3)
    assert len(rows) == 3
    assert rows[0].text.endswith("#a-key  job 4412, 3 d")
    assert "word word" in rows[1].text
    assert "#a-key" not in rows[1].text


@pytest.mark.parametrize(
    ("section", "style"),
    [("Findings", "attention"), ("Decisions", "attention"), ("Hypotheses", "dim"), ("Open", "dim")],
)
def test_an_entry_without_evidence_is_marked_in_words_and_amber_where_evidence_is_due(
    section: str, style: str
) -> None:
    line = the_line("- two cores {#cores}", section)
    for cells in (80, 40):
        row = rows_of(line, cells)[0]
        assert row.text.endswith("? unproven")
        assert styles(row)["? unproven"] == style


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("- two cores", "! no key  ? unproven"),
        ("- two cores [src:a @ 2026-07-17]", "! no key  a, 3 d"),
        ("- two cores [src:a @ 2026-07-17] {#Two}", "! bad key  a, 3 d"),
        ("- two cores [src:a @ 2026-13-17] {#two}", "#two  ! bad date"),
    ],
)
def test_what_does_not_count_is_named(text: str, words: str) -> None:
    row = rows_of(the_line(text), 80)[0]
    assert row.text.endswith(words)
    assert styles(row)[next(part for part in words.split("  ") if part.startswith("!"))] == "attention"


def test_a_missing_key_is_told_before_the_age_where_one_has_room() -> None:
    assert text_of(the_line("- " + "word " * 30 + "[src:a @ 2026-07-17]"), 60).endswith("! no key")


def test_a_closed_item_is_dim_and_says_so_and_needs_no_evidence() -> None:
    row = rows_of(the_line("- which zone? (closed) {#zone}", "Open"), 80)[0]
    assert row.text.rstrip().endswith("closed  #zone")
    assert "(closed)" not in row.text
    assert "unproven" not in row.text
    assert styles(row)["which zone?"] == "dim"


def test_a_contradicted_finding_says_what_takes_it_out() -> None:
    findings = next(each for each in audited_view().sections if each.name == "Findings")
    row = rows_of(findings.lines[0], 80)[0]
    assert row.text.endswith("! contradicted, run tidy  ci job 7, 19 d")
    assert styles(row)["! contradicted, run tidy"] == "attention"
    assert text_of(findings.lines[0], 38).endswith("contradicted")
    assert "contradicted" not in rows_of(findings.lines[-1], 80)[0].text


@pytest.mark.parametrize(
    ("day", "word", "style"),
    [
        ("2026-07-20", "today", "dim"),
        ("2026-07-19", "1 d", "dim"),
        ("2025-07-20", "365 d", "dim"),
        ("2026-07-21", "in 1 d", "dim"),
        ("2026-07-30", "in 10 d", "attention"),
    ],
)
def test_the_age_of_evidence_is_counted_in_days(day: str, word: str, style: str) -> None:
    row = rows_of(the_line(f"- x [src:a @ {day}] {{#x}}"), 60)[0]
    assert row.text.endswith(f"a, {word}")
    assert styles(row)[word] == style


def test_without_a_time_the_day_stands_there() -> None:
    assert text_of(the_line(PORT), 80, now=None).endswith("compose.yml:5, 2026-07-17")


def test_the_author_of_a_change_stands_behind_the_proof_and_gives_way_to_a_mark() -> None:
    assert text_of(the_line(PORT, mark="+"), 80).endswith("#db-port  compose.yml:5, 3 d  agent t57")
    long = "- " + "word " * 30 + "{#k}"
    assert text_of(the_line(long, mark="+"), 40).endswith("? unproven")
    assert text_of(the_line(long.replace("{", "[src:a @ 2026-07-17] {"), mark="+"), 40).endswith("agent t57")


BLAME = ("v3 agent t5 21 min", "v3 agent t5", "v3 t5")
LONG = "- CI has no redis, so that every limiter test times out after 30 s [src:job 4412 @ 2026-07-17] {#ci}"


def blamed(text: str, cells: int, *, section: str = "Findings", **more: object) -> list[str]:
    line = the_line(text, section)
    rows = rows_of(line, cells, blame={Stop("Findings", line.index): BLAME}, **more)  # type: ignore[arg-type]
    return [row.text.rstrip() for row in rows]


@pytest.mark.parametrize(
    ("cells", "tail"),
    [
        (120, "#db-port  compose.yml:5, 3 d  v3 agent t5 21 min"),
        (80, "#db-port  compose.yml:5, 3 d  v3 agent t5 21 min"),
        (72, "#db-port  3 d  v3 agent t5 21 min"),
        (60, "#db-port  compose.yml:5, 3 d  v3 t5"),
        (50, "#db-port  3 d  v3 t5"),
        (40, "#db-port  3 d  v3 t5"),
        (36, "3 d  v3 t5"),
    ],
)
def test_with_blame_the_source_gives_way_first_then_author_and_age_and_the_key_last(
    cells: int, tail: str
) -> None:
    (text,) = blamed(PORT, cells)
    assert text.removeprefix("   port is 5433").strip() == tail


@pytest.mark.parametrize("cells", [60, 80])
def test_with_blame_a_text_too_long_for_one_row_keeps_enough_beside_key_age_and_version(cells: int) -> None:
    """At 60 cells the author and the age of the version filled the row, and the key stood nowhere."""
    (text,) = blamed(LONG, cells)
    assert text.startswith("   CI has no redis, so tha")
    assert "…  #ci  " in text
    assert "3 d  v3" in text


def test_with_blame_and_rows_left_over_all_of_it_stands_below_the_whole_text() -> None:
    assert blamed(LONG, 60, limit=3) == [
        "   CI has no redis, so that every limiter test times out",
        "     after 30 s",
        "     #ci  job 4412, 3 d  v3 agent t5 21 min",
    ]
    (text,) = blamed(PORT, 60, limit=3)
    assert text.endswith("#db-port  compose.yml:5, 3 d  v3 t5"), "a short one needs no second row"


def test_with_blame_the_count_of_hidden_lines_stands_in_the_last_row() -> None:
    last = blamed(LONG, 60, limit=3, hides=Count((Hidden(12, "more"),)))[-1]
    assert last.startswith("     #ci  job 4412, 3 d  v3 agent t5")
    assert last.endswith("   … 12 more")
    assert "… 12 more" in blamed(LONG, 60, hides=Count((Hidden(12, "more"),)))[0]


def test_with_blame_on_a_very_small_screen_what_is_missing_is_told_before_the_key() -> None:
    assert blamed("- " + "word " * 30 + "{#a-long-key-here}", 40)[0].endswith("…  ? unproven  v3 t5")


def test_what_is_found_is_marked_in_the_proof_too() -> None:
    row = rows_of(the_line(PORT), 80, find="DB-port")[0]
    assert [span.text for span in row.spans if span.style == "find"] == ["db-port"]


def test_a_count_of_hidden_lines_is_never_left_out_for_a_proof() -> None:
    long = the_line("- " + "word " * 30 + "[src:job 4412 @ 2026-07-17] {#a-key}")
    for cells in (30, 40, 60, 80, 120):
        assert "12 more" in text_of(long, cells, hides=Count((Hidden(12, "more"),)))


def test_lines_of_other_pads_are_as_they_were() -> None:
    line = the_line(PORT)._replace(proof=None)
    assert text_of(line, 80) == f"   {PORT[2:]}"


TEXTS = st.sampled_from(["word " * 30, "short", "漢字 " * 20, "é" * 50, "x" * 200, *CORPUS])
KEYS = st.sampled_from(["", " {#k}", " {#" + "k" * 64 + "}", " {#Bad}"])
SOURCES = st.sampled_from(
    ["", "job 4412", "漢" * 60, "s" * 300, *(text.replace("]", "").replace("[", "") for text in CORPUS)]
)
DAYS = st.sampled_from(["2026-07-17", "2020-01-01", "2026-13-01", "2027-01-01"])


def test_a_count_behind_a_line_that_just_fits_makes_it_no_higher() -> None:
    """The blank between the count and the author is none of the line's own."""
    line = the_line("- begins with a mark", mark="+")
    for cells in range(28, 36):
        assert len(rows_of(line, cells, limit=2, hides=Count((Hidden(3, "more"),)))) == 1 + (cells < 31)


@given(TEXTS, SOURCES, DAYS, KEYS, st.integers(12, 140), st.integers(1, 4), st.sampled_from(["", "+", "-"]))
@settings(max_examples=400, deadline=None)
def test_every_row_is_exactly_as_wide_as_the_place(
    text: str, source: str, day: str, key: str, cells: int, limit: int, mark: str
) -> None:
    plain = "".join(c if c not in "\n\r\x00" else " " for c in text)
    proof = f" [src:{source} @ {day}]" if source else ""
    proof = "".join(c if c not in "\n\r\x00" else " " for c in proof)
    line = the_line("- x", mark=mark)
    from scratchpad_tui.core.pad.proofs import proof_of
    from scratchpad_tui.core.pad.schema import AUDITED

    raw = f"- {plain}{proof}{key}"
    line = line._replace(text=raw, proof=proof_of(raw, AUDITED.sections[2]))
    for shown in (None, {Stop("Findings", line.index): ("v3 agent t5 21 min", "v3 t5")}):
        for row in rows_of(
            line, cells, limit=limit, hides=Count((Hidden(3, "more"),)), find="o", blame=shown
        ):
            assert not FORBIDDEN.search(row.text)
            assert width(row.text) == cells


def views() -> list[PadView]:
    return [
        audited_view(),
        audited_view({}),
        audited_view({"Findings": tuple(f"- f{n} {{#f-{n}}}" for n in range(200))}),
    ]


@pytest.mark.parametrize("size", [(40, 9), (80, 21), (120, 37), (200, 57)])
@pytest.mark.parametrize("number", range(3))
def test_the_whole_screen_is_arranged_at_every_size(number: int, size: tuple[int, int]) -> None:
    view = views()[number]
    for section in view.sections:
        for zoom in (None, section.name):
            stop = Stop(section.name, section.lines[-1].index if section.lines else -1)
            arranged = arrange(view, *size, UiState(now=NOW, cursor=stop, zoom=zoom))
            assert len(arranged.rows) == size[1]
            assert {row.cells for row in arranged.rows} == {arranged.left_width}
            assert arranged.cursor_row is not None


def test_the_screen_is_drawn_anew_at_midnight_when_days_have_other_words() -> None:
    now = datetime(2026, 7, 20, 23, 59, 30, tzinfo=UTC)
    view = audited_view(version=None, last_turns=(), events=())
    assert LiveState(view).next_moment(100.0, now) == 130.0
    assert LiveState(view).next_moment(100.0, now - timedelta(hours=1)) == 3730.0
    plain = view._replace(sections=tuple(each._replace(keyed=False) for each in view.sections))
    assert LiveState(plain).next_moment(100.0, now) is None
