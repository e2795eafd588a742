"""Sheets, questions, and empty, waiting and failing states of the screens as text, at the four sizes."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pytest

from scratchpad_tui.core.errors import LockError
from scratchpad_tui.core.pad.drafts import new_draft
from scratchpad_tui.tui.wishes import Wishes
from tests.tui.drive import drive, grid, styled
from tests.tui.fake import STORY, FakeSource, make_view
from tests.tui.pressures import FOUND, FakeTranscript
from tests.tui.test_snapshots import SIZES, compare, corrected_source
from tests.tui.test_start import nothing
from tests.tui.tracing import told_story

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.tui.drive import Stage


class Scene(NamedTuple):
    """What a person sees, and how it comes to be seen."""

    source: Callable[[], FakeSource]
    keys: tuple[str, ...] = ()
    fault: Exception | None = None
    """What the act of the last key fails with."""
    wishes: Wishes = Wishes()


def left_behind() -> FakeSource:
    """A pad with a draft that a program which ended left."""
    source = FakeSource(make_view())
    lines = [*STORY["Next"], "- half a thought, which nobody has saved yet"]
    source.kept["00.json"] = new_draft("section", "Next", lines, [*STORY["Next"]], 42)._replace(
        name="00.json"
    )
    source.texts["Next"] = ("- Push it, the agent says",)
    source.left = (source.kept["00.json"],)
    return source


def empty() -> FakeSource:
    """A pad that was just created."""
    return FakeSource(make_view({}, last=(), last_turns=(), needs=(), version=1))


def polling() -> FakeSource:
    """A folder that gives no word of changes."""
    source = FakeSource(make_view())
    source.polls = True
    return source


SCENES: dict[str, Scene] = {
    "agent": Scene(FakeSource, ("v",)),
    "choose": Scene(FakeSource, ("4", "T")),
    "delete": Scene(left_behind, ("d",)),
    "draft": Scene(left_behind),
    "empty": Scene(empty),
    "empty-health": Scene(FakeSource, ("5",)),
    "empty-prune": Scene(empty, ("tab", "minus")),
    "empty-recovery": Scene(FakeSource, ("r",)),
    "empty-timeline": Scene(FakeSource, ("2",)),
    "fault": Scene(
        FakeSource,
        ("tab", "tab", "tab", "j", "space"),
        LockError("the pad is held by agent (pid 4711) since 5 s", "try again"),
    ),
    "faults": Scene(
        FakeSource, wishes=Wishes(faults=('scratchpad.toml: unknown theme "drak"; did you mean dark?', "x"))
    ),
    "field": Scene(FakeSource, ("tab", "tab", "tab", "o", *"what I know")),
    "find": Scene(FakeSource, ("slash", *"limiter", "enter", "n")),
    "paused": Scene(FakeSource, ("F",)),
    "polling": Scene(polling),
    "read-only": Scene(lambda: FakeSource(read_only=True)),
    "remedy": Scene(corrected_source, ("5", *"jjj", "enter")),
    "start": Scene(nothing),
    "start-read-only": Scene(lambda: nothing(read_only=True)),
    "ticked": Scene(FakeSource, ("tab", "tab", "tab", "j", "space")),
    "turn": Scene(FakeSource, ("tab", "tab", "tab", "enter")),
    "unsaved": Scene(FakeSource, ("j", "e", *"mine", "escape")),
}
TRACED: dict[str, tuple[str, ...]] = {
    "diff": ("2", "home", "j", "j", "enter"),
    "version": ("2", "home", "enter", "enter"),
    "refused-event": ("2", "home", "j", "j", "j", "enter"),
}


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", sorted(SCENES))
def test_the_state_is_as_it_was(name: str, size: tuple[int, int]) -> None:
    """A change of the screen is seen in the review of its text."""
    scene = SCENES[name]
    transcript = FakeTranscript()
    transcript.known = FOUND
    seen: list[str] = []
    source = scene.source()

    async def script(stage: Stage) -> None:
        if scene.fault is not None:
            await stage.press(*scene.keys[:-1])
            source.fault = scene.fault
        await stage.press(*scene.keys[-1:] if scene.fault is not None else scene.keys)
        seen.append(shown(stage))

    drive(script, size=size, source=source, transcripts=transcript, wishes=scene.wishes)
    compare(f"state-{name}", size, seen[0])


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", sorted(TRACED))
def test_the_sheet_of_the_past_is_as_it_was(name: str, size: tuple[int, int], tmp_path: Path) -> None:
    """What opens over the Timeline."""
    seen: list[str] = []

    async def script(stage: Stage) -> None:
        await stage.press(*TRACED[name])
        seen.append(shown(stage))

    drive(script, size=size, source=told_story(tmp_path))
    compare(f"state-{name}", size, seen[0])


def shown(stage: Stage) -> str:
    """The whole screen with the toasts and what lies under a question, then the classes of its rows."""
    return f"{grid(stage.app)}\n\n{styled(stage.app)}"
