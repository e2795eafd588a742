"""Text from files is data: nothing in it is interpreted, hidden or sent raw, in whatever widget it is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.errors import InputError
from scratchpad_tui.core.health.report import HealthReport, SettingRow
from scratchpad_tui.core.health.sign import Sign
from scratchpad_tui.core.pad.pruning import PrunedEntry
from scratchpad_tui.core.pad.quarantine import Quarantined
from scratchpad_tui.core.pad.recovery import Recovery, side_by_side
from scratchpad_tui.core.pad.salvage import MissingLine
from scratchpad_tui.core.pad.view import DiffRow, EventInfo, LineView, Need, Remedy, VersionInfo
from scratchpad_tui.tui.screens.choose import ChooseScreen
from scratchpad_tui.tui.screens.confirm import ConfirmScreen
from scratchpad_tui.tui.screens.health import HealthScreen
from scratchpad_tui.tui.screens.mend import MendScreen
from scratchpad_tui.tui.screens.prune import PruneScreen
from scratchpad_tui.tui.screens.recovery import RecoveryScreen
from scratchpad_tui.tui.screens.timeline import TimelineScreen
from tests.core.pad.histories import pad_text
from tests.tui.drive import drive
from tests.tui.fake import NOW, STORY, FakeSource, make_view
from tests.tui.hostile import CORPUS, FORBIDDEN
from tests.tui.tracing import TracedSource

if TYPE_CHECKING:
    from pathlib import Path

    from scratchpad_tui.core.pad.view import PadView
    from tests.tui.drive import Stage

SIZES = [(80, 24), (40, 12), (120, 40), (200, 60)]


def hostile_view(**changes: object) -> PadView:
    """Every text of a view is hostile: lines, authors, sections, events, needs, the path."""
    lines = tuple(f"- {text}" for text in CORPUS)
    view = make_view(
        {
            **STORY,
            "Findings": lines,
            "Plan": tuple(f"{n}. [ ] {t}" for n, t in enumerate(CORPUS)),
            "Next": lines[:1],
        }
    )
    marked = [
        section._replace(
            lines=(
                *tuple(
                    line._replace(mark="+" if n % 2 else "~", author=CORPUS[n % len(CORPUS)][:40], version=43)
                    for n, line in enumerate(section.lines)
                ),
                LineView(f"- gone {CORPUS[3]}", "-", CORPUS[4], 43),
            )
        )
        for section in view.sections
    ]
    info = VersionInfo(43, NOW, CORPUS[0], "agent", CORPUS[1], CORPUS[2], 1, 1, (CORPUS[3],), (CORPUS[4],))
    return view._replace(
        path=f"/work/project/{CORPUS[1]}\n/pad.md",
        rule=CORPUS[2],
        version=info,
        sections=tuple(marked),
        last=tuple(DiffRow(sign, f"Find{text[:30]}", text) for text in CORPUS for sign in "+-"),
        last_turns=(info,) * 5,
        needs=tuple(Need("refused", 1, text, "v", text[:20]) for text in CORPUS),
        events=tuple(EventInfo(text[:30], NOW, text, text) for text in CORPUS),
        **changes,  # type: ignore[arg-type]
    )


def hostile_source(**changes: object) -> FakeSource:
    source = FakeSource(hostile_view(**changes))
    source.text = "\n".join(("## Task", *CORPUS, "(3 older entries are not shown here; the file has them)"))
    return source


def assert_clean(stage: Stage) -> None:
    """No row of the screen holds a forbidden character, and none is longer than the screen."""
    strips = stage.app.screen._compositor.render_strips(stage.app.size)
    for strip in strips:
        for segment in strip:
            assert not FORBIDDEN.search(segment.text), ascii(segment.text)
            assert not segment.style or not segment.style.link
        assert strip.cell_length == stage.app.size.width
    assert not FORBIDDEN.search(stage.app.title + stage.app.sub_title)


@pytest.mark.parametrize("size", SIZES)
def test_the_live_screen_shows_hostile_text_as_data(size: tuple[int, int]) -> None:
    """On every line, with the cursor on every line, zoomed and found."""

    async def script(stage: Stage) -> None:
        assert_clean(stage)
        for _ in range(12):
            await stage.press("tab")
            assert_clean(stage)
        await stage.press("z")
        assert_clean(stage)
        for _ in range(6):
            await stage.press("pagedown")
            assert_clean(stage)
        await stage.press("escape", "slash", "[", "enter")
        assert_clean(stage)

    drive(script, size=size, source=hostile_source())


@pytest.mark.parametrize("size", SIZES)
def test_sheets_show_hostile_text_as_data(size: tuple[int, int]) -> None:
    """What the agent gets, and a turn, from their first row to the last."""

    async def script(stage: Stage) -> None:
        for opening in (["v"], ["tab", "enter"]):
            await stage.press(*opening)
            for _ in range(12):
                assert_clean(stage)
                await stage.press("pagedown")
            await stage.press("slash", "e", "enter", "n")
            assert_clean(stage)
            await stage.press("1")

    drive(script, size=size, source=hostile_source())


@pytest.mark.parametrize("size", SIZES)
def test_pruning_and_blame_show_hostile_text_as_data(size: tuple[int, int]) -> None:
    """Entries, their authors and the section's name, with the cursor on each and ticked."""
    source = hostile_source()
    source.entries = tuple(
        PrunedEntry(at, (f"- {text}", f"  {text}"), 2 * len(text), NOW, text)
        for at, text in enumerate(CORPUS)
    )

    async def script(stage: Stage) -> None:
        await stage.press("tab", "-")
        assert stage.shows(PruneScreen)
        for _ in CORPUS:
            assert_clean(stage)
            await stage.press("space")
        assert_clean(stage)
        await stage.press("escape", "b")
        assert_clean(stage)

    drive(script, size=size, source=source)


@pytest.mark.parametrize("size", SIZES)
def test_recovery_and_its_question_show_hostile_text_as_data(size: tuple[int, int]) -> None:
    """Both texts, the reason and the file's name, from the first row to the last."""
    broken = [f"- {text}" for text in CORPUS]
    instead = [f"  {text}" for text in CORPUS[::2]]
    rows = tuple(side_by_side(broken, instead, dict.fromkeys(range(1, 30, 2), CORPUS[8])))
    source = hostile_source()
    source.recovered = [Recovery(text, None, text, rows) for text in CORPUS[:4]]
    source.mend = Recovery("", None, " ".join(CORPUS), rows)

    async def script(stage: Stage) -> None:
        await stage.press("r")
        assert stage.shows(RecoveryScreen)
        for _ in range(len(rows)):
            assert_clean(stage)
            await stage.press("j")
        for _ in range(3):
            await stage.press("<")
            assert_clean(stage)
        await stage.press("escape")
        stage.app.live.state.newest = stage.app.live.state.newest._replace(state="BROKEN", sentence=CORPUS[3])
        await stage.press("r")
        assert stage.shows(MendScreen)
        for _ in range(8):
            assert_clean(stage)
            await stage.press("pagedown")

    drive(script, size=size, source=source)


@pytest.mark.parametrize("size", SIZES)
def test_health_and_choices_show_hostile_text_as_data(size: tuple[int, int]) -> None:
    """Signs quote the pad, files are named by others, settings hold any text."""
    source = hostile_source()
    source.report = HealthReport(
        tuple(Sign("any", "warning", text, text) for text in CORPUS),
        tuple(Quarantined(text, None, text, (MissingLine(1, text, text),)) for text in CORPUS),
        CORPUS[3],
        tuple(SettingRow(f"name{at}", text, text) for at, text in enumerate(CORPUS)),
    )

    async def script(stage: Stage) -> None:
        await stage.press("5")
        assert stage.shows(HealthScreen)
        assert isinstance(stage.app.screen, HealthScreen)
        while stage.app.screen.text.scroll_offset.y < stage.app.screen.text.max_scroll_y:
            assert_clean(stage)
            await stage.press("pagedown")
        assert_clean(stage)
        await stage.app.push_screen(ChooseScreen(" ".join(CORPUS), CORPUS))
        await stage.settle()
        for _ in CORPUS:
            assert_clean(stage)
            await stage.press("j")

    drive(script, size=size, source=source)


@pytest.mark.parametrize("size", SIZES)
def test_the_timeline_shows_hostile_text_as_data(size: tuple[int, int], tmp_path: Path) -> None:
    """Labels, sections, alarms and messages of the journal, and lines of the versions, in both layouts of the diff."""
    source = TracedSource(tmp_path, hostile_view())
    for at, text in enumerate(CORPUS):
        lines = [f"- {other}" for other in CORPUS[: at + 1] if not set(other) & {"\x00", "\x0a", "\x0d"}]
        lines = [line.replace("tab", f"tab {at}").replace("wide", f"wide {at}") for line in lines]
        source.past.version(
            pad_text({"Findings": lines}),
            turn=text,
            session=text,
            actor=CORPUS[at - 1],
            sections=[text, "Plan"],
            alarms=[text] if at % 2 else [],
            operations=[{"op": "append", "section": text, "reason": text}],
        )
        source.past.event(text if at % 2 else "refused", text, turn=text, patches=[{"section": text}])

    async def script(stage: Stage) -> None:
        await stage.press("2")
        assert stage.shows(TimelineScreen)
        for _ in CORPUS:
            assert_clean(stage)
            await stage.press("k")
        await stage.press("c", "end", "s")
        assert_clean(stage)
        for keys in (("tab", "pagedown"), ("escape", "c", "enter"), ("pagedown",), ("escape", "k", "enter")):
            await stage.press(*keys)
            assert_clean(stage)
        await stage.press("2", "home", "r")
        assert_clean(stage)
        await stage.press("n", "n", "f", *"e", "enter", "slash", *"[", "enter")
        assert_clean(stage)

    drive(script, size=size, source=source)


@pytest.mark.parametrize("text", CORPUS, ids=range(len(CORPUS)))
def test_toasts_banners_questions_and_fields_show_hostile_text_as_data(text: str) -> None:
    """An error message that quotes the text goes through the same door."""

    async def script(stage: Stage) -> None:
        stage.app.tell(text)
        await stage.settle()
        assert_clean(stage)
        stage.app.tell_error(InputError(text, text))
        await stage.settle()
        assert_clean(stage)
        await stage.show(make_view(state="BROKEN", sentence=text, remedies=(Remedy("edit.external", text),)))
        assert_clean(stage)
        await stage.app.push_screen(ConfirmScreen(text, yes="do", no="keep"))
        await stage.settle()
        assert_clean(stage)

    drive(script)


@pytest.mark.parametrize("text", CORPUS, ids=range(len(CORPUS)))
def test_pasted_text_is_shown_as_data(text: str) -> None:
    """The field takes all lines as one, their controls made visible."""
    from textual.events import Paste

    async def script(stage: Stage) -> None:
        await stage.press("tab", "o")
        stage.app.screen.focused.post_message(Paste(f"{text}\nsecond line"))  # type: ignore[union-attr]
        await stage.settle()
        assert_clean(stage)
        await stage.press("enter")
        _, _, _, added = stage.source.calls[-1]
        assert not FORBIDDEN.search(str(added))
        assert str(added).endswith(" second line")

    drive(script)


def test_a_section_name_is_data_too() -> None:
    """Profiles of one's own name their sections."""
    view = make_view()
    view = view._replace(
        sections=(*view.sections, view.sections[0]._replace(name="[b]\x1b[2J\u202e", purpose=CORPUS[0]))
    )

    async def script(stage: Stage) -> None:
        assert_clean(stage)
        await stage.press("shift+tab", "o")
        assert_clean(stage)
        await stage.press("escape")
        assert_clean(stage)

    drive(script, source=FakeSource(view))


def test_the_start_screen_shows_a_hostile_path_as_data() -> None:
    """A folder may have any name."""
    view = make_view(
        {}, version=None, state="no file", path="/work/\x1b]0;owned\x07\n\u202e/pad.md", rule="\x1b[2J"
    )

    async def script(stage: Stage) -> None:
        assert_clean(stage)

    drive(script, source=FakeSource(view))


def test_brackets_are_shown_as_typed() -> None:
    """Case 62: nothing is coloured, linked or clickable because of the text."""
    content = {
        "Task": ("- Fix [/] and [b in the parser",),
        "Plan": (
            "1. [ ] accept ranges like [b .. d) and lists [1, 2",
            "2. [ ] [red]not red[/red] [@click=app.quit]x[/]",
        ),
        "Findings": ("- [/#abcdef] closes nothing", "- [link=file:///x]y[/link]"),
        "Next": ("- [bold",),
    }

    async def script(stage: Stage) -> None:
        for lines in content.values():
            for line in lines:
                assert line.removeprefix("- ") in stage.text

    drive(script, source=FakeSource(make_view(content)))


def test_one_backspace_removes_one_visible_character() -> None:
    """Case 64: half a family is left by nobody."""

    async def script(stage: Stage) -> None:
        from textual.events import Paste

        await stage.press("tab", "o")
        stage.app.screen.focused.post_message(Paste("a👩\u200d👩\u200d👧\u200d👦e\u0301🇩🇪"))  # type: ignore[union-attr]
        await stage.settle()
        for left in ("a👩\u200d👩\u200d👧\u200d👦e\u0301", "a👩\u200d👩\u200d👧\u200d👦", "a", "", ""):
            await stage.press("backspace")
            assert stage.app.screen.focused.value == left  # type: ignore[union-attr]

    drive(script)
