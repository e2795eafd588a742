"""The sheet of a text that was never saved: it shows whatever was typed, and names what can be done with it now."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.health.report import HealthReport
from scratchpad_tui.core.health.sign import Sign
from scratchpad_tui.core.pad.drafts import new_draft
from scratchpad_tui.tui.screens.draft import DraftScreen
from scratchpad_tui.tui.screens.editor import EditorScreen
from scratchpad_tui.tui.widgets.bars import KeyBar
from tests.tui.drive import drive
from tests.tui.fake import FakeSource, make_view, remedies
from tests.tui.test_editor import NEXT, editing

if TYPE_CHECKING:
    from tests.tui.drive import Stage


@pytest.mark.parametrize(
    ("kind", "where", "title"),
    [("entry", "Next", "New line for Next"), ("wording", "p2", "Draft of a proposal")],
)
def test_read_only_health_shows_whatever_was_typed(kind: str, where: str, title: str) -> None:
    """Each on a sheet of its own, the newest on top: none of them is gone on with."""
    source = editing(FakeSource(read_only=True))
    source.report = HealthReport((Sign("draft", "warning", "2 drafts never saved", "look"),), (), "on", ())

    async def script(stage: Stage) -> None:
        source.left = (
            new_draft("section", "Next", [NEXT, "older"], [NEXT], 42),
            new_draft(kind, where, ["typed for it"], ["as it was"] if kind == "wording" else [], 0),
        )
        await stage.press("5")
        assert "enter shows what was typed" in stage.text
        await stage.press("enter")
        assert title in stage.text
        assert "typed for it" in stage.text
        await stage.press("escape")
        assert "Draft of Next" in stage.text

    drive(script, source=source)


def test_a_draft_is_gone_on_with_only_where_its_text_can_be_saved() -> None:
    """In a conflict e is not named, and refused; mended while the sheet is open, it is."""
    view = make_view(state="CONFLICT", sentence="Line 3", remedies=remedies("E opens it: keep one side"))
    source = editing(FakeSource(view))
    source.kept["00.json"] = new_draft("section", "Next", [NEXT, "typed"], [NEXT], 42)._replace(
        name="00.json"
    )
    source.left = tuple(source.kept.values())

    async def script(stage: Stage) -> None:
        assert stage.shows(DraftScreen)
        bar = stage.app.screen.query_one(KeyBar)
        assert "d delete" in bar.lines[0].text
        assert "e edit" not in bar.lines[0].text
        await stage.press("e")
        assert stage.shows(DraftScreen)
        assert stage.toasts == ["Nothing can be saved before the file is mended: E opens it in $EDITOR"]
        await stage.show(make_view())
        assert "e edit" in bar.lines[0].text
        await stage.press("e")
        assert stage.shows(EditorScreen)

    drive(script, source=source)
