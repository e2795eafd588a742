"""Find as it is typed: the places are marked and counted before enter, and what was marked before comes back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.text import width
from scratchpad_tui.tui import footer
from scratchpad_tui.tui.layout.fit import holds, marked, marked_row
from scratchpad_tui.tui.layout.model import Span
from scratchpad_tui.tui.screens.agent import AgentScreen
from scratchpad_tui.tui.screens.help import HelpScreen
from scratchpad_tui.tui.screens.reader import ReaderScreen
from tests.tui.drive import drive
from tests.tui.fake import FakeSource

if TYPE_CHECKING:
    from tests.tui.drive import Stage


def on_live(stage: Stage) -> list[Span]:
    """What is marked on the Live screen."""
    lines = stage.app.live.rows.lines
    return [span for line in lines for span in line.spans if span.style.startswith("find")]


def in_sheet(stage: Stage) -> list[Span]:
    """What is marked in the sheet on top."""
    sheet = stage.app.screen
    assert isinstance(sheet, ReaderScreen)
    return [span for line in sheet.text.lines for span in line.spans if span.style.startswith("find")]


def field(stage: Stage) -> str:
    """The row of the field."""
    return next(row for row in stage.text.split("\n") if " Find: " in row)


def test_on_live_the_places_are_marked_and_counted_while_one_types() -> None:
    """The cursor goes there with enter alone; escape ends the marks."""

    async def script(stage: Stage) -> None:
        await stage.press("slash", *"redis")
        await stage.until(lambda: "1/8" in field(stage))
        assert {span.text.casefold() for span in on_live(stage)} == {"redis"}
        assert stage.app.live.state.ui.cursor is None
        await stage.press(*"zebra")
        await stage.until(lambda: " none" in field(stage))
        assert on_live(stage) == []
        await stage.press("escape")
        assert not stage.app.live.state.ui.find

    drive(script)


def test_escape_brings_back_the_text_that_was_marked_before() -> None:
    """An empty field and enter end it."""

    async def script(stage: Stage) -> None:
        state = stage.app.live.state
        await stage.press("slash", *"redis", "enter", "n")
        here = state.ui.cursor
        await stage.press("slash", *"x")
        await stage.until(lambda: " none" in field(stage))
        await stage.press("escape")
        assert (state.ui.find, state.ui.cursor) == ("redis", here)
        await stage.press("slash", "ctrl+u", "enter")
        assert (state.ui.find, state.ui.cursor) == ("", here)

    drive(script)


def test_another_field_that_opens_over_it_ends_what_was_typed() -> None:
    """As escape does."""

    async def script(stage: Stage) -> None:
        await stage.press("tab", "slash", *"redis")
        await stage.until(lambda: bool(on_live(stage)))
        await stage.app.live.action_new_line()
        await stage.settle()
        assert not stage.app.live.state.ui.find

    drive(script)


def test_the_place_that_was_gone_to_is_told_from_the_others() -> None:
    """Among the marks of one text, without any colour."""

    async def script(stage: Stage) -> None:
        await stage.press("slash", *"redis", "enter", "n")
        marks = [span for span in on_live(stage) if span.style == "find.here"]
        assert len(marks) < len(on_live(stage))
        rows = stage.app.live.rows
        pointed = [line for line in rows.lines if any(span.style == "find.here" for span in line.spans)]
        assert all("▸" in line.text for line in pointed)
        assert pointed
        here, other = (
            rows.get_component_rich_style(name, partial=True) for name in ("row--find-here", "row--find")
        )
        assert (here.reverse, here.bold, here.underline) == (True, True, True)
        assert (other.reverse, other.bold, other.underline) == (True, None, None)

    drive(script)


def test_in_a_sheet_the_places_are_marked_and_counted_while_one_types() -> None:
    """It is scrolled with enter alone; escape brings back text and place from before."""
    source = FakeSource()
    source.text = "\n".join(f"line {n} {'needle' if n % 40 == 39 else ''}" for n in range(120))

    async def script(stage: Stage) -> None:
        await stage.press("v", "slash", *"need")
        await stage.until(lambda: "1/3" in field(stage))
        assert [span.style for span in in_sheet(stage)] == ["find"] * 3
        assert "line 39" not in stage.text
        await stage.press("enter", "n")
        assert [span.style for span in in_sheet(stage)] == ["find", "find.here", "find"]
        assert "“need” 2/3" in stage.text
        await stage.press("slash", *"z")
        await stage.until(lambda: " none" in field(stage))
        await stage.press("escape")
        assert "“need” 2/3" in stage.text
        assert stage.shows(AgentScreen)

    drive(script, source=source)


def test_of_a_text_of_very_many_rows_what_is_typed_is_marked_and_not_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Typing waits for nothing; enter counts."""
    from scratchpad_tui.tui.screens import reader

    monkeypatch.setattr(reader, "_MANY_ROWS", 100)
    source = FakeSource()
    source.text = "\n".join(f"line {n} needle" for n in range(120))

    async def script(stage: Stage) -> None:
        await stage.press("v", "slash", *"need")
        await stage.until(lambda: bool(in_sheet(stage)))
        assert field(stage).strip("│ ").rstrip("▁▂▃▄▅▆▇█ ") == "Find: need"
        await stage.press("enter")
        assert "“need” 1/120" in stage.text

    drive(script, source=source)


def test_help_can_be_searched() -> None:
    """A long sheet, in which one looks for a verb."""

    async def script(stage: Stage) -> None:
        await stage.press("question_mark", "slash", *"prun", "enter")
        assert stage.shows(HelpScreen)
        assert in_sheet(stage)
        assert "prune · Make the section" in stage.text
        assert "“prun” 1/1" in stage.text
        await stage.press("slash", "ctrl+u", *"section", "enter", "n")
        assert "“section” 2/" in stage.text

    drive(script)


def test_a_text_that_is_nowhere_has_no_keys_for_its_places() -> None:
    for cells in (40, 80, 200):
        line = "".join(
            span.text for span in footer.footer_line("live", cells, footer.Now(footer.Found("x" * 30, 0, 0)))
        )
        assert width(line) == cells
        assert "not found" in line
        assert "next" not in line


def test_a_mark_of_the_place_has_the_cells_of_the_others() -> None:
    span = Span("one redis, two Redis", "dim")
    assert [part.text for part in marked(span, "redis", here=True)] == [
        part.text for part in marked(span, "redis")
    ]
    assert [part.style for part in marked(span, "redis", here=True)] == [
        "dim",
        "find.here",
        "dim",
        "find.here",
    ]


@pytest.mark.parametrize(
    ("text", "find", "shown"),
    [
        ("die Straße, STRASSE", "strasse", ["Straße", "STRASSE"]),
        ("Maß", "MASS", ["Maß"]),
        ("Maß", "s", ["ß"]),
        ("bei İzmir", "i̇z", ["İz"]),
        ("the ﬁle", "FI", ["ﬁ"]),
        ("none", "ß", []),
    ],
)
def test_letters_that_fold_to_several_are_marked_where_they_are_counted(
    text: str, find: str, shown: list[str]
) -> None:
    parts = marked(Span(text), find)
    assert "".join(part.text for part in parts) == text
    assert [part.text for part in parts if part.style == "find"] == shown
    assert holds(text, find) == bool(shown)


def test_a_place_that_reaches_over_spans_of_a_row_is_marked_in_each() -> None:
    """A changed word in a diff is a span of its own."""
    row = [Span("+ ", "diff.add"), Span("on "), Span("fakeredis", "word.add"), Span(" now")]
    parts = marked_row(row, "on fakeredis n")
    assert [(part.text, part.style) for part in parts] == [
        ("+ ", "diff.add"),
        ("on ", "find"),
        ("fakeredis", "find"),
        (" n", "find"),
        ("ow", "text"),
    ]
