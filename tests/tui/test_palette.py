"""The palette where colours say nothing, and by the words that one looks for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from textual.command import CommandList, Hit

from scratchpad_tui.tui import palette, themes
from scratchpad_tui.tui.palette import KeyProvider
from scratchpad_tui.tui.screens.editor import EditorScreen
from scratchpad_tui.tui.screens.help import HelpScreen
from scratchpad_tui.tui.widgets.field import FILTERS, FilterRow, FindRow
from scratchpad_tui.tui.wishes import Wishes
from tests.tui.drive import drive
from tests.tui.fake import FakeSource, make_view, remedies

if TYPE_CHECKING:
    from tests.tui.drive import Stage


def test_without_colours_what_is_chosen_is_told_from_the_others() -> None:
    """Enter runs it; and its description can be read."""

    async def script(stage: Stage) -> None:
        await stage.press("ctrl+p")
        await stage.until(lambda: bool(stage.app.screen.query_one(CommandList).option_count))
        await stage.press("down", "down")
        listed = stage.app.screen.query_one(CommandList)
        assert listed.highlighted is not None
        top = 2 * listed.highlighted - listed.scroll_offset.y
        for y in range(4):
            styles = [segment.style for segment in listed.render_line(y) if segment.text.strip()]
            assert all(bool(style and style.underline) == (y in (top, top + 1)) for style in styles)
            assert not any(style and style.dim for style in styles)

    drive(script, wishes=Wishes(theme="ansi", no_color=True))


@pytest.mark.parametrize(
    ("typed", "title"),
    [("high contrast", "Theme: contrast (high contrast)"), ("16 colours", "Theme: ansi (16 colours)")],
)
def test_a_theme_is_found_by_what_it_is(typed: str, title: str) -> None:
    """Its name in the settings is not what a person looks for."""
    found: list[str] = []

    async def script(stage: Stage) -> None:
        provider = KeyProvider(stage.app.live)
        found.extend([str(hit.prompt) async for hit in provider.search(f"theme: {typed}")])
        found.extend([str(hit.prompt) async for hit in provider.search(typed)])

    drive(script)
    assert found == [title, title]


@pytest.mark.parametrize(
    ("typed", "title"),
    [
        ("pause", "View: follow"),
        ("mend", "Line: edit in $EDITOR"),
        ("recover", "Version: recover"),
        ("who brought", "Version: blame"),
        ("16 at most", "Theme: ansi (16 colours)"),
        ("xyzzy", ""),
    ],
)
def test_an_action_is_found_by_the_words_of_its_description(typed: str, title: str) -> None:
    """Behind those that are found by their names; also by another word for it."""
    found: list[Hit] = []

    async def script(stage: Stage) -> None:
        found.extend([hit async for hit in KeyProvider(stage.app.live).search(typed) if isinstance(hit, Hit)])

    drive(script)
    assert str(max(found).prompt if found else "") == title


def test_what_is_found_by_its_description_stands_behind_what_is_found_by_its_name() -> None:
    found: list[Hit] = []

    async def script(stage: Stage) -> None:
        found.extend(
            [hit async for hit in KeyProvider(stage.app.live).search("delete") if isinstance(hit, Hit)]
        )
        found.extend(
            [hit async for hit in KeyProvider(stage.app.live).search("cursor") if isinstance(hit, Hit)]
        )

    drive(script)
    by_name = [hit for hit in found if ": delete" in str(hit.prompt)]
    assert by_name
    assert len(found) > len(by_name)
    assert all(hit.score < by_name[0].score for hit in found if hit not in by_name)


def test_a_pad_that_does_not_parse_has_its_ways_out_by_the_words_of_the_banner() -> None:
    """E mends, r recovers: in the palette, too."""
    offered: list[str] = []

    async def script(stage: Stage) -> None:
        await stage.show(
            make_view(state="BROKEN", sentence="Line 3", remedies=remedies("E mends it, r recovers v42"))
        )
        offered.extend([str(hit.prompt) async for hit in KeyProvider(stage.app.live).discover()])

    drive(script)
    assert {"Line: mend", "Version: recover"} <= set(offered)


def test_every_theme_has_a_title_and_a_description_of_its_own() -> None:
    assert tuple(palette.THEMES) == themes.NAMES
    assert all(title.startswith(name) for name, (title, _) in palette.THEMES.items())
    assert len({about for _, about in palette.THEMES.values()}) == len(themes.NAMES)


def test_f1_opens_help_where_a_question_mark_is_text() -> None:
    """And the text is as it was when the help has closed."""

    async def script(stage: Stage) -> None:
        await stage.press("slash", "question_mark", "f1")
        assert stage.shows(HelpScreen)
        assert "Help · Find" in stage.text
        await stage.press("escape", *"x")
        assert stage.app.screen.query_one(FindRow).text == "?x"
        await stage.press("escape", "j", "e")
        assert stage.shows(EditorScreen)
        assert "esc keep draft" in stage.text
        await stage.press("f1")
        assert "Help · The editor" in stage.text
        await stage.press("escape")
        assert stage.shows(EditorScreen)

    source = FakeSource()
    source.texts["Next"] = ("- one",)
    drive(script, source=source)


@pytest.mark.parametrize(("cells", "words"), [(80, FILTERS[0]), (40, FILTERS[1]), (20, "")])
def test_the_filter_says_how_it_is_written(cells: int, words: str) -> None:
    """As much of it as has room, while nothing is typed."""

    async def script(stage: Stage) -> None:
        await stage.app.live.mount(FilterRow("Filter"), before=stage.app.live.key_bar)
        await stage.settle()
        row = next(row for row in stage.text.split("\n") if " Filter:" in row)
        assert row.strip() == f"Filter: {words}".strip()

    drive(script, size=(cells, 24))


def test_what_the_filter_says_is_a_filter() -> None:
    """Each word of it is taken as it stands there."""
    from scratchpad_tui.core.pad.wanted import read_wanted

    wanted = read_wanted(FILTERS[0], ["Task", "Findings"])
    assert (wanted.text, wanted.sections, wanted.actors, wanted.kinds) == (
        "text",
        ("Findings",),
        ("human",),
        ("refused",),
    )
