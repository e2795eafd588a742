"""The blame column: who brought each line, in which version and when."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.pad.blame import BlamedLine
from scratchpad_tui.tui.blame_words import blame_columns
from scratchpad_tui.tui.layout import Stop, UiState
from scratchpad_tui.tui.layout.hidden import Count, Hidden
from scratchpad_tui.tui.layout.line import Place, line_rows
from tests.tui.audited import AuditedSource
from tests.tui.drive import drive
from tests.tui.fake import NOW, STORY, FakeSource, make_view
from tests.tui.layout_pads import pad

if TYPE_CHECKING:
    from tests.tui.drive import Stage


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_b_shows_who_brought_each_line_and_hides_it(size: tuple[int, int]) -> None:
    async def script(stage: Stage) -> None:
        assert "v3 agent t0" not in stage.text
        await stage.press("b")
        row = next(row for row in stage.text.split("\n") if "Make the rate-limiter" in row)
        assert "v3 agent t0  7 min" in row
        await stage.press("b")
        assert "v3 agent t0" not in stage.text

    drive(script, size=size)


def test_a_changed_line_is_told_in_the_same_words_as_all_others() -> None:
    """Its mark says that it changed; the column says in which version and when."""

    async def script(stage: Stage) -> None:
        await stage.press("b")
        row = next(row for row in stage.text.split("\n") if "CI has no redis" in row and row.startswith(" +"))
        assert row.endswith("v3 agent t15 7 min")

    drive(script)


def test_version_author_and_age_stand_in_columns() -> None:
    """So that each is found with one look down; the count of hidden lines stands apart from them."""
    lines = {
        Stop("Plan", 0): BlamedLine("Plan", 1, "x", 7, NOW - timedelta(minutes=12), "agent", "5"),
        Stop("Plan", 1): BlamedLine("Plan", 2, "x", 12, NOW, "human"),
        Stop("Plan", 2): BlamedLine("Plan", 3, "x", 12, NOW, "agent", "t" * 40),
        Stop("Plan", 3): BlamedLine("Plan", 4, "x", before=4),
    }
    told = blame_columns(lines, NOW)
    assert [words[0] for words in told.values()] == [
        "v7  agent t5 12 min",
        "v12 you         now",
        f"v12 agent {'t' * 40}    now",
        "before v4          ",
    ]
    assert told[Stop("Plan", 0)][1:] == ("v7  agent t5", "v7  t5 ")
    view = pad({"Ruled out": ["- a way that does not lead to anything at all, neither here nor there"]})
    line, blame = view.sections[3].lines[0], {Stop("Ruled out", 0): ("v3 agent t9 7 min",)}
    place = Place("Ruled out", 80, 0, 43, UiState(blame=blame))
    row = line_rows(line, place, cursor=False, limit=1, hides=Count((Hidden(8, "older"),)))[0]
    assert row.text.endswith("… 8 older  v3 agent t9 7 min")


def test_the_column_goes_on_with_the_pad() -> None:
    source = FakeSource()

    async def script(stage: Stage) -> None:
        await stage.press("b")
        content = {**STORY, "Task": ("- Another task altogether.", "- And one more.")}
        await stage.show(make_view(content, version=44))
        assert source.calls.count(("blame",)) == 2
        row = next(row for row in stage.text.split("\n") if "And one more" in row)
        assert "v3 agent t1" in row
        await stage.press("b")
        await stage.show(make_view(content, version=45))
        assert source.calls.count(("blame",)) == 2, "nobody asked any more"

    drive(script, source=source)


def test_ages_go_on_while_nobody_writes() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("b")
        assert "v3 agent t0  7 min" in stage.text
        stage.clock.pass_by(120)
        await stage.press("j")
        assert "v3 agent t4  9 min" in stage.text
        assert "7 min" not in stage.text.partition("Last turn")[0]

    drive(script)


def test_a_narrow_screen_has_no_room_for_it_and_keeps_the_text() -> None:
    async def script(stage: Stage) -> None:
        before = stage.text
        await stage.press("b", "b")
        assert stage.text == before

    drive(script, size=(40, 12))


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (BlamedLine("Plan", 1, "x", 7, NOW - timedelta(minutes=3), "human"), ("v7 you 3 min", "v7 you")),
        (
            BlamedLine("Plan", 1, "x", 7, NOW, "agent", "5"),
            ("v7 agent t5 now", "v7 agent t5", "v7 t5"),
        ),
        (
            BlamedLine("Plan", 1, "x", 7, NOW, "agent", "\x1b[2J"),
            ("v7 agent ␛[2J now", "v7 agent ␛[2J", "v7 ␛[2J"),
        ),
        (BlamedLine("Plan", 1, "x", actor="external"), ("not recorded",)),
        (BlamedLine("Plan", 1, "x", before=4), ("before v4",)),
        (BlamedLine("Plan", 1, "x", 7), ("v7",)),
    ],
    ids=["known", "agent", "hostile", "unsaved", "older", "bare"],
)
def test_a_line_in_a_few_words_and_in_fewer(line: BlamedLine, words: tuple[str, ...]) -> None:
    assert blame_columns({1: line}, NOW) == {1: words}


@pytest.mark.parametrize("size", [(60, 30), (60, 24), (40, 12)])
def test_a_narrow_screen_says_what_an_audited_entry_leaves_out(size: tuple[int, int]) -> None:
    async def script(stage: Stage) -> None:
        await stage.press("b")
        assert stage.toasts == ["Short rows leave out source, author and age: z has room for all"]
        stage.app.clear_notifications()
        await stage.press("b", "tab", "tab", "tab", "z", "b")
        assert not stage.toasts
        assert "agent t" in stage.text

    drive(script, source=AuditedSource(), size=size)


def test_each_entry_gets_its_second_row_also_in_the_pane_that_has_the_cursor() -> None:
    """It was held at the height it had before who brought the lines was asked for."""

    async def script(stage: Stage) -> None:
        await stage.press("tab", "tab", "tab", "b")
        stage.app.clear_notifications()
        await stage.settle()
        rows = stage.text.split("\n")
        at = next(n for n, row in enumerate(rows) if "builds take 90 s on arm" in row)
        assert rows[at + 1].strip().startswith("#build-slow  ci job 9, 2 d")

    drive(script, source=AuditedSource(), size=(60, 40))
