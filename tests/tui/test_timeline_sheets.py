"""Sheets over the Timeline: they go on to other versions, and show no text any more that was redacted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.tui.screens.version import DiffScreen, VersionScreen
from tests.core.pad.histories import pad_text
from tests.tui.drive import drive
from tests.tui.tracing import told_story

if TYPE_CHECKING:
    from pathlib import Path

    from tests.tui.drive import Stage
    from tests.tui.tracing import TracedSource

SMALL = (40, 12)


def title(stage: Stage) -> str:
    """The sheet's first row."""
    return stage.sheet[0]


def test_older_and_newer_go_on_in_the_sheet_of_a_diff(tmp_path: Path) -> None:
    async def script(stage: Stage) -> None:
        await stage.press("2", "enter")
        assert "v9" in title(stage)
        await stage.press("end", "<")
        assert "v8" in title(stage)
        assert "漢字" in stage.text  # from the first row on
        await stage.press("[", "<")
        assert "v6" in title(stage)  # over what is no version
        await stage.press(">")
        assert "v7" in title(stage)
        await stage.press("enter")
        assert stage.shows(VersionScreen)
        assert "v7" in title(stage)
        await stage.press("escape", "escape")
        assert "▸✚ v7" in stage.text  # the list went along

    drive(script, size=SMALL, source=told_story(tmp_path))


def test_older_and_newer_go_on_in_the_sheet_of_a_whole_version(tmp_path: Path) -> None:
    """Its text and its title are those of the other one, and the list goes along."""

    async def script(stage: Stage) -> None:
        await stage.press("2", "enter", "enter")
        assert stage.shows(VersionScreen)
        before = stage.text
        await stage.press("<")
        assert "v8" in title(stage)
        assert stage.text != before
        await stage.press(">", ">")
        assert "v9" in title(stage)
        assert stage.toasts == ["This is the newest version"]
        await stage.press("[", "[", "escape", "escape")
        assert "v7" in stage.text.split("▸")[1][:6]

    drive(script, size=SMALL, source=told_story(tmp_path))


def test_at_the_ends_it_is_told_that_there_is_no_other_one(tmp_path: Path) -> None:
    async def script(stage: Stage) -> None:
        await stage.press("2", "enter", ">")
        assert stage.toasts == ["This is the newest version"]
        assert "v9" in title(stage)
        await stage.press("escape", "home", "enter", "<")
        assert stage.toasts == ["This is the oldest version"]
        assert "v1" in title(stage)

    drive(script, size=SMALL, source=told_story(tmp_path))


def test_a_sheet_goes_on_from_what_it_shows_when_the_list_has_gone_on(tmp_path: Path) -> None:
    source = told_story(tmp_path)

    async def script(stage: Stage) -> None:
        await stage.press("2", "enter")
        source.past.version(pad_text({"Next": ["- more"]}))
        await stage.show(source.newest())
        assert "v9" in title(stage)
        await stage.press("<")
        assert "v8" in title(stage)

    drive(script, size=SMALL, source=source)


def redact(source: TracedSource, text: bytes) -> None:
    """Takes a text out of every version, as a redaction does."""
    for path in source.past.folder.glob("*.md"):
        path.write_bytes(path.read_bytes().replace(text, b"[redacted]"))
    source.past.event("redacted", "A text was taken out of 3 places in 3 files.")


@pytest.mark.parametrize(("keys", "kind"), [(("enter",), DiffScreen), (("enter", "enter"), VersionScreen)])
def test_an_open_sheet_loses_a_text_that_was_redacted(
    tmp_path: Path, keys: tuple[str, ...], kind: type[DiffScreen | VersionScreen]
) -> None:
    source = told_story(tmp_path)

    async def script(stage: Stage) -> None:
        await stage.press("2", *keys)
        assert stage.shows(kind)
        await stage.press("end")
        assert "pool" in stage.text
        redact(source, b"pool of 10")
        await stage.show(source.newest())
        assert stage.shows(kind)
        assert "[redacted]" in stage.text
        assert "pool" not in stage.text

    drive(script, size=SMALL, source=source)
