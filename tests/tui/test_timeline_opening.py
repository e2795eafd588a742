"""The Timeline on its way to the screen: what it needs is there before anybody asks for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.errors import StorageError
from scratchpad_tui.core.pad.moments import Columns
from scratchpad_tui.tui.screens.timeline import TimelineScreen
from tests.tui.drive import drive
from tests.tui.fake import FakeSource
from tests.tui.tracing import told_story

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from scratchpad_tui.core.pad.journal import Record
    from scratchpad_tui.core.pad.moments import Moments
    from tests.tui.drive import Stage


def test_the_list_is_read_before_the_timeline_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Then the key costs what has happened since."""
    source = told_story(tmp_path)
    added: list[int] = []
    add = Columns.add_version

    def counted(columns: Columns, record: Record, offset: int) -> None:
        added.append(offset)
        add(columns, record, offset)

    monkeypatch.setattr(Columns, "add_version", counted)

    async def script(stage: Stage) -> None:
        stage.app.prepare_timeline()
        await stage.settle()
        prepared = len(added)
        assert prepared
        await stage.press("2")
        assert isinstance(stage.app.screen, TimelineScreen)
        assert len(added) == prepared

    drive(script, source=source)


def test_a_history_that_cannot_be_read_is_told_when_it_is_asked_for() -> None:
    """Not to whoever only looks at the pad."""

    class Broken(FakeSource):
        def moments(self) -> Moments:
            raise StorageError("the folder cannot be read", "give yourself the right to read it")

    async def script(stage: Stage) -> None:
        stage.app.prepare_timeline()
        await stage.settle()
        assert stage.toasts == []
        await stage.press("2")
        assert stage.toasts == ["The folder cannot be read; give yourself the right to read it"]

    drive(script, source=Broken())
