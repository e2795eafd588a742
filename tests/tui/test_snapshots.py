"""The screens as text with the style classes of their parts, at the four sizes. UPDATE_SNAPSHOTS=1 writes them anew."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.pad.view import EventInfo, LineView, Need
from tests.tui.drive import drive, styled
from tests.tui.fake import NOW, STORY, FakeSource, make_view

if TYPE_CHECKING:
    from scratchpad_tui.core.pad.view import PadView
    from tests.tui.drive import Stage

FOLDER = Path(__file__).parent / "snapshots"
SIZES = [(80, 24), (40, 12), (120, 40), (200, 60)]


def rich_view() -> PadView:
    """A pad with everything at once: changes of each kind, a section over its cap, needs, events, wide text."""
    content = {
        **STORY,
        "Findings": (
            *STORY["Findings"],
            "- 漢字 and 👩\u200d👩\u200d👧 stand in one column (wide.py:1)",
            "- an \x1b[31mescape\x07 and [brackets]",
        ),
        "Ruled out": tuple(
            f"- way {n} does not work, because of reason number {n}, which is a long one" for n in range(10)
        ),
    }
    marks = {
        ("Plan", "4. [x] Find where the limiter talks to redis"): "~",
        ("Findings", "- CI has no redis service (from job #4412)"): "+",
        ("Next", STORY["Next"][0]): "+",
    }
    view = make_view(content, marks)
    plan = view.sections[1]
    gone = LineView("5. [ ] Mock the client", "-", "agent t57", 43, "57", -1, " ")
    sections = (
        view.sections[0],
        plan._replace(lines=(*plan.lines[:4], gone, *plan.lines[4:])),
        *view.sections[2:],
    )
    needs = (
        Need("refused", 1, "a patch was refused: patch 0: unknown section", "2", "1 refused"),
        Need("over-cap", 1, "Ruled out is over its cap by 120 characters", "-", "Ruled out over"),
        Need("unread", 2, "the agent has not read v43 (Plan, Findings)", "v", "unread"),
    )
    events = (
        EventInfo("refused", NOW, "agent", "patch 0: unknown section"),
        EventInfo("compaction", NOW, "agent", "116k to 31k"),
    )
    return view._replace(sections=sections, needs=needs, events=events)


SCREENS: dict[str, tuple[str, ...]] = {
    "live": (),
    "cursor": ("tab", "tab", "tab"),
    "zoomed": ("tab",) * 4 + ("z",),
    "help": ("question_mark",),
}


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", sorted(SCREENS))
def test_the_screen_is_as_it_was(name: str, size: tuple[int, int]) -> None:
    """A change of a screen is seen in the review of its text."""
    seen: list[str] = []

    async def script(stage: Stage) -> None:
        await stage.press(*SCREENS[name])
        seen.append(styled(stage.app))

    drive(script, size=size, source=FakeSource(rich_view()))
    path = FOLDER / f"{name}-{size[0]}x{size[1]}.txt"
    if os.environ.get("UPDATE_SNAPSHOTS"):
        FOLDER.mkdir(exist_ok=True)
        path.write_text(seen[0], encoding="utf-8", newline="\n")
    assert seen[0] == path.read_text("utf-8")
