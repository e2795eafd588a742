"""Blame on the Timeline: who had brought each line of an older version."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.pad.store import PadStore
from scratchpad_tui.core.text import width
from scratchpad_tui.tui.layout.version_rows import version_rows
from scratchpad_tui.tui.live_source import LiveSource
from scratchpad_tui.tui.screens.timeline import TimelineScreen
from scratchpad_tui.tui.screens.version import VersionScreen, Whole
from tests.tui.drive import drive
from tests.tui.tracing import TracedSource, told_story

if TYPE_CHECKING:
    from pathlib import Path

    from scratchpad_tui.core.pad.blame import BlamedLine
    from tests.tui.drive import Stage


class Past(TracedSource):
    """A pad with three versions: an agent's, a second one of the agent, and a person's."""

    @property
    def real(self) -> LiveSource:
        """The source that answers."""
        if self._real is None:
            store = PadStore(str(self.past.path))
            store.apply([Patch("Findings", "append", "the first fact")], turn="1")
            store.apply([Patch("Findings", "append", "the second fact")], turn="2")
            store.edit("Findings", ["- the second fact"], ["- the first fact", "- the second fact"])
            self._real = LiveSource(PadStore(str(self.past.path)), read_only=True)
        return self._real


def rows(stage: Stage, words: str) -> list[str]:
    return [row for row in stage.sheet if words in row]


def test_b_shows_who_had_brought_each_line_of_the_version_and_hides_it(tmp_path: Path) -> None:
    """A line that is gone today is told there too; `<` and `>` keep the column."""

    async def script(stage: Stage) -> None:
        await stage.press("2", "<", "b")
        assert stage.shows(VersionScreen)
        assert "v1 agent t1" in " ".join(rows(stage, "the first fact")[0].split())
        assert "v2 agent t2" in " ".join(rows(stage, "the second fact")[0].split())
        await stage.press(">")
        assert rows(stage, "the first fact") == []
        assert "v2 agent t2" in " ".join(rows(stage, "the second fact")[0].split())
        await stage.press("b")
        assert "agent t2" not in rows(stage, "the second fact")[0]
        await stage.press("b")
        assert "agent t2" in rows(stage, "the second fact")[0]

    drive(script, source=Past(tmp_path), size=(80, 40))


def test_an_event_and_a_version_that_is_gone_have_no_lines_and_say_so(tmp_path: Path) -> None:
    async def script(stage: Stage) -> None:
        await stage.press("2", "home", "j", "j", "j", "b")
        assert stage.shows(TimelineScreen)
        assert "No version stands here" in stage.toasts[-1]
        await stage.press("home", "j", "b")
        assert stage.shows(TimelineScreen)
        assert "v2 is not kept any more" in stage.toasts[-1]

    drive(script, source=told_story(tmp_path))


def test_the_column_takes_the_words_that_there_is_room_for_and_no_row_is_longer() -> None:
    text = "## Findings\n- " + "a long fact " * 12 + "\n- short\n"
    blamed = {2: ("v1 agent t1 7 min", "v1 agent t1", "v1 t1"), 3: ("before v3",)}
    for cells, words in ((100, "v1 agent t1 7 min"), (36, "v1 agent t1"), (26, "v1 t1")):
        made = ["".join(span.text for span in row) for row in version_rows(text, cells, blamed)]
        assert all(width(row) <= cells for row in made)
        assert made[1].endswith(words)
        assert next(row for row in made if "short" in row).endswith("before v3")
        assert "a long fact" in made[1]
    made = ["".join(span.text for span in row) for row in version_rows(text, 14, blamed)]
    assert not any("v1" in row for row in made)


def test_a_heading_behind_a_byte_order_mark_has_the_style_of_the_others() -> None:
    """Only the file's first character is such a mark."""
    rows = version_rows("\ufeff## Task\n- a fact\n##\tPlan\n\ufeff## none\n", 40)
    assert [row[0].style for row in rows] == ["title", "text", "title", "text"]


def test_a_long_author_is_cut_and_hides_no_column() -> None:
    blamed = {1: (f"v1 {'a' * 120}",), 2: ("v2 you",)}
    for cells in (40, 78, 108):
        made = [
            "".join(span.text for span in row) for row in version_rows("- a fact\n- another\n", cells, blamed)
        ]
        assert all(width(row) <= cells for row in made)
        assert made[0].rstrip().endswith("…")
        assert "v1 aa" in made[0]
        assert "v2 you" in made[1]


def test_a_version_that_does_not_parse_is_shown_without_authors_and_passed(tmp_path: Path) -> None:
    """`<` goes on behind it."""
    source = Past(tmp_path)
    with open(source.real._store.history.path(2), "wb") as file:
        file.write(b"## Bogus\n- the second fact\n")

    async def script(stage: Stage) -> None:
        await stage.press("2", "b", "<")
        assert "The pad as v2 had it" in stage.text
        assert "## Bogus" in stage.text
        await stage.press("<")
        assert "The pad as v1 had it" in stage.text
        assert "v1 agent t1" in " ".join(rows(stage, "the first fact")[0].split())
        await stage.press("escape", "b")
        await stage.press("escape", ">", "b")
        assert "v2 does not parse" in stage.toasts[-1]

    drive(script, source=source, size=(80, 40))


def test_a_blame_that_was_read_before_a_redaction_does_not_bring_the_text_back(tmp_path: Path) -> None:
    """The version is read once more behind what is shown."""
    source = Past(tmp_path)
    read = source.real.version_blame

    def slow(version: int) -> dict[int, BlamedLine]:
        told = read(version)
        path = source.real._store.history.path(version)
        with open(path, "rb") as file:
            data = file.read()
        with open(path, "wb") as file:
            file.write(data.replace(b"the first fact", b"[redacted]"))
        return told

    source.version_blame = slow  # type: ignore[method-assign]

    async def script(stage: Stage) -> None:
        await stage.press("2", "<", "b")
        assert rows(stage, "[redacted]")
        assert not rows(stage, "the first fact")

    drive(script, source=source, size=(80, 40))


def test_a_version_that_is_read_late_takes_no_other_ones_place(tmp_path: Path) -> None:
    """The person may have gone on, or asked for other columns, while it was read."""

    async def script(stage: Stage) -> None:
        await stage.press("2", "<", "enter", "enter")
        sheet = stage.app.screen
        assert isinstance(sheet, VersionScreen)
        before, version = stage.text, sheet.moment.version
        sheet._take_again(Whole(version + 1, "of another version"))
        sheet._take_again(Whole(version, sheet.raw_text(), {}))
        await stage.settle()
        assert (stage.text, sheet.is_blamed) == (before, False)
        sheet._take_again(Whole(version, "with other bytes"))
        await stage.settle()
        assert rows(stage, "with other bytes")

    drive(script, source=Past(tmp_path), size=(80, 40))


def test_a_sheet_that_was_closed_takes_no_blame_that_comes_late(tmp_path: Path) -> None:
    source, go_on = Past(tmp_path), threading.Event()
    read = source.real.version_blame

    def slow(version: int) -> dict[int, BlamedLine]:
        assert go_on.wait(60)
        return read(version)

    source.version_blame = slow  # type: ignore[method-assign]

    async def script(stage: Stage) -> None:
        await stage.press("2", "enter", "enter")
        assert stage.shows(VersionScreen)
        await stage.pilot.press("b", "escape")
        go_on.set()
        await stage.settle()
        assert not stage.shows(VersionScreen)
        assert not stage.toasts

    drive(script, source=source, size=(80, 40))
