"""How list and diff share the screen: what a version changed is in sight, and nothing moves at every step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.tui.screens.timeline import TimelineScreen
from tests.core.pad.histories import pad_text
from tests.tui.drive import drive
from tests.tui.fake import make_view
from tests.tui.tracing import TracedSource

if TYPE_CHECKING:
    from pathlib import Path

    from tests.tui.drive import Stage

_LINES = [f"- finding {number}: {'long ' * 20}" for number in range(1, 9)]


def pruned(folder: Path) -> TracedSource:
    """Twenty small versions, one of which takes three lines away for one reason, and one more small one."""
    source = TracedSource(folder, make_view(version=22))
    for number in range(20):
        source.past.version(pad_text({"Findings": _LINES, "Next": [f"- step {number}"]}))
    operations = [{"op": "remove", "section": "Findings", "reason": "over its cap"}] * 3
    content = {"Findings": [*_LINES[:4], *_LINES[7:]], "Next": ["- step 19"]}
    source.past.version(
        pad_text(content), operations=operations, session="0198c2f4-7d3e-7abc-9def-001122334455"
    )
    source.past.version(pad_text({**content, "Next": ["- step 20"]}))
    return source


def timeline(stage: Stage) -> TimelineScreen:
    screen = stage.app.screen
    assert isinstance(screen, TimelineScreen)
    return screen


def height(stage: Stage) -> int:
    """The rows of the list."""
    return timeline(stage).moments.size.height


def test_what_a_version_changed_is_in_sight_and_its_reason_stands_once(tmp_path: Path) -> None:
    async def script(stage: Stage) -> None:
        await stage.press("2", "k")
        assert stage.text.count("why: over its cap") == 1
        assert " - - finding 5:" in stage.text
        assert "· 0198c2f4 ─" in stage.text

    drive(script, source=pruned(tmp_path))


def test_a_long_list_has_the_rows_of_a_short_diff_and_steps_move_it_once(tmp_path: Path) -> None:
    async def script(stage: Stage) -> None:
        await stage.press("2")
        assert height(stage) == 14
        await stage.press("k")
        assert height(stage) == 9
        for _ in range(3):
            await stage.press("k")
            assert height(stage) == 9
        # After as many short ones the rows are the list's again.
        await stage.press("k")
        assert height(stage) == 14

    drive(script, source=pruned(tmp_path))


def test_nothing_moves_while_the_diff_has_the_cursor(tmp_path: Path) -> None:
    source = pruned(tmp_path)

    async def script(stage: Stage) -> None:
        await stage.press("2", "tab")
        assert height(stage) == 14
        await stage.press("<")
        assert height(stage) == 14
        await stage.press("escape", "k", "j")
        assert height(stage) == 9

    drive(script, source=source)


def test_the_diff_opens_at_its_first_change_where_what_stands_above_did_not_change(tmp_path: Path) -> None:
    source = TracedSource(tmp_path, make_view(version=2))
    content = {"Findings": ["- " + "long " * 90], "Next": ["- a"]}
    source.past.version(pad_text({**content, "Findings": [*content["Findings"], "- b"]}))
    source.past.version(pad_text({**content, "Findings": [*content["Findings"], "- c"]}))

    async def script(stage: Stage) -> None:
        await stage.press("2")
        rows = stage.text.split("\n")
        assert " above" in next(row for row in rows if row.startswith("─ v2"))
        assert " + - c" in stage.text

    drive(script, size=(50, 17), source=source)
