"""The screens as text with the style classes of their parts, at the four sizes. UPDATE_SNAPSHOTS=1 writes them anew."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.health.report import HealthReport, SettingRow
from scratchpad_tui.core.health.sign import Sign
from scratchpad_tui.core.pad.quarantine import Quarantined
from scratchpad_tui.core.pad.salvage import MissingLine
from scratchpad_tui.core.pad.view import EventInfo, LineView, Need
from scratchpad_tui.tui.screens.editor import EditorScreen
from tests.tui.drive import drive, styled
from tests.tui.fake import NOW, STORY, FakeSource, make_view, remedies
from tests.tui.recoveries import recovery
from tests.tui.tracing import told_story

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
        Need("over-cap", 1, "Ruled out is 110 over its cap", "-", "Ruled out over"),
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
    "prune": ("-", "space", "j", "j", "space"),
    "recovery": ("r", "space"),
    "health": ("5",),
    "move": ("j", "m", "j"),
    "blame": ("b",),
    "editor": ("j", "e", "end", "enter", *"- and run it twice"),
}


def corrected_source() -> FakeSource:
    """The rich pad with something to say in every screen that corrects it."""
    source = FakeSource(rich_view())
    source.recovered = [recovery(), recovery("scratchpad.broken-0.md", {2: "Task"}, "the file is not UTF-8")]
    source.report = HealthReport(
        (
            Sign(
                "quarantine",
                "error",
                "scratchpad.broken-1.md has 3 lines that the pad lacks",
                "run `recover`",
            ),
            Sign(
                "odd-entries",
                "warning",
                "2 faults in the pad's entries, the first in line 12: the entry has no key; end its line with {#a-key}",
                "mend line 12 with `e` in `watch`, or in your editor; `verify` lists them all",
                "Findings",
                "scratchpad-tui verify",
                12,
            ),
            Sign(
                "over-cap",
                "warning",
                "Ruled out has 720 characters, 120 over its cap of 600",
                'prune it with `-` in `watch`: without "way 0 does not work" and "way 1 does not work" it would be '
                "within its cap",
                "Ruled out",
                "scratchpad-tui edit --section 'Ruled out'",
                brings='without "way 0 does not work" and "way 1 does not work" it would be within its cap',
            ),
            Sign(
                "draft-secret",
                "warning",
                "a draft of Findings holds what looks like a GitHub token (rule github-token)",
                "take it out of the draft; make the value invalid where it is valid, then take it out of every file "
                "with `redact -`; if it is no secret, `scan --allow` says so",
                "a draft of Findings holds what looks like a GitHub token (rule github-token)",
                "scratchpad-tui redact -",
            ),
        ),
        (
            Quarantined(
                "scratchpad.broken-1.md",
                "2026-07-20T10:00:00Z",
                'unknown section "Paln"; did you mean ## Plan?',
                (MissingLine(6, "Plan", "- mine"),),
            ),
        ),
        "on, a writer waits 5 s",
        (
            SettingRow("profile", "-", "default"),
            SettingRow("ui.theme", "light", "/work/project/.agent/scratchpad.toml"),
        ),
    )
    return source


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", sorted(SCREENS))
def test_the_screen_is_as_it_was(name: str, size: tuple[int, int]) -> None:
    """A change of a screen is seen in the review of its text."""
    seen: list[str] = []

    async def script(stage: Stage) -> None:
        await stage.press(*SCREENS[name])
        await judged(stage)
        seen.append(styled(stage.app))

    drive(script, size=size, source=corrected_source())
    compare(name, size, seen[0])


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_what_the_agent_changed_meanwhile_is_as_it_was(size: tuple[int, int]) -> None:
    """Beside the text that is edited, and as a conflict."""
    seen: list[str] = []
    source = corrected_source()
    source.texts["Next"] = (STORY["Next"][0],)

    async def script(stage: Stage) -> None:
        await stage.press("j", "e", *"mine ")
        source.texts["Next"] = ("- Push it, the agent says", "- and watch the job")
        await stage.show(source.view._replace(last_to=44))
        await judged(stage)
        seen.append(styled(stage.app))
        await stage.press("ctrl+s")
        seen.append(styled(stage.app))

    drive(script, size=size, source=source)
    for name, text in zip(("meanwhile", "conflict"), seen, strict=True):
        compare(name, size, text)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_broken_pad_and_its_mend_are_as_they_were(size: tuple[int, int]) -> None:
    """The banner with the key, and the question."""
    seen: list[str] = []
    source = corrected_source()
    source.view = source.view._replace(
        state="BROKEN",
        sentence='Line 4: unknown section "Paln"',
        remedies=remedies("E mends it, r recovers v43"),
        stands="v43",
    )
    source.mend = recovery(
        "", {}, 'The pad does not parse (line 4: unknown section "Paln"); this is version 43.'
    )

    async def script(stage: Stage) -> None:
        seen.append(styled(stage.app))
        await stage.press("r")
        seen.append(styled(stage.app))

    drive(script, size=size, source=source)
    for name, text in zip(("broken", "mend"), seen, strict=True):
        compare(name, size, text)


async def judged(stage: Stage) -> None:
    """What is said of a text that is edited comes after a pause in typing; here it comes at once."""
    if isinstance(stage.app.screen, EditorScreen):
        stage.app.screen.judge()
        await stage.settle()


TIMELINE: dict[str, tuple[str, ...]] = {
    "timeline": (),
    "timeline-side": ("home", "j", "j", "j", "j", "s"),
    "timeline-alarm": ("home", *"jjjjjj"),
    "timeline-event": ("home", *"jjj"),
    "timeline-compare": ("c", "home"),
    "timeline-filter": ("f", *"limiter", "enter", "slash", *"redis", "enter"),
    "restore": ("home", "r"),
}


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", sorted(TIMELINE))
def test_the_timeline_is_as_it_was(name: str, size: tuple[int, int], tmp_path: Path) -> None:
    """A past with everything in it, from its end and at its turns."""
    seen: list[str] = []

    async def script(stage: Stage) -> None:
        await stage.press("2", *TIMELINE[name])
        seen.append(styled(stage.app))

    drive(script, size=size, source=told_story(tmp_path))
    compare(name, size, seen[0])


def compare(name: str, size: tuple[int, int], seen: str) -> None:
    """Compares a screen with what is kept of it."""
    path = FOLDER / f"{name}-{size[0]}x{size[1]}.txt"
    if os.environ.get("UPDATE_SNAPSHOTS"):
        FOLDER.mkdir(exist_ok=True)
        path.write_text(seen, encoding="utf-8", newline="\n")
    assert seen == path.read_text("utf-8")
