"""The evidence of an entry: the turn that brought it, and the file that it names, at the line that it names."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.audited.source import SourceFile
from scratchpad_tui.core.errors import StorageError
from scratchpad_tui.core.pad.evidence import Evidence
from scratchpad_tui.core.pad.parse import render
from scratchpad_tui.core.pad.schema import AUDITED
from scratchpad_tui.core.pad.store import PadStore
from scratchpad_tui.tui.app import ScratchpadApp
from scratchpad_tui.tui.live_source import LiveSource
from scratchpad_tui.tui.screens.choose import ChooseScreen
from scratchpad_tui.tui.screens.evidence import EvidenceScreen
from scratchpad_tui.tui.screens.help import HelpScreen
from scratchpad_tui.tui.screens.source_file import SourceScreen
from scratchpad_tui.tui.screens.turn import TurnScreen
from tests.tui.audited import AuditedSource, audited_view
from tests.tui.drive import drive, grid
from tests.tui.fake import FakeSource
from tests.tui.hostile import CORPUS
from tests.tui.test_hostile import SIZES, assert_clean

if TYPE_CHECKING:
    from pathlib import Path

    from tests.tui.drive import Stage

TO_FAKEREDIS = ("tab", "tab", "home", "j", "j")
"""The keys to the entry whose source is a file."""


def opened(*presses: str, source: AuditedSource | None = None, size: tuple[int, int] = (80, 24)) -> list[str]:
    """The screens after each of the keys."""
    seen: list[str] = []

    async def script(stage: Stage) -> None:
        for key in presses:
            await stage.press(key)
            seen.append(stage.text)

    drive(script, source=source or AuditedSource(), size=size)
    return seen


@pytest.mark.parametrize("size", SIZES)
def test_enter_opens_the_turn_and_enter_again_the_file_at_its_line(size: tuple[int, int]) -> None:
    async def script(stage: Stage) -> None:
        await stage.press(*TO_FAKEREDIS, "enter")
        assert stage.shows(EvidenceScreen)
        assert "Evidence" in stage.text
        assert "limiter.py:2 @ 2026-07-17, 3 d" in stage.text
        assert "opens it" in stage.text
        assert "enter source" in stage.text
        await stage.press("enter")
        assert stage.shows(SourceScreen)
        assert stage.source.calls[-1] == ("evidence", "limiter.py:2")
        row = next(row for row in stage.text.split("\n") if "return 1" in row)
        assert "▸" in row
        await stage.press("escape")
        assert stage.shows(EvidenceScreen)
        await stage.press("escape")
        assert stage.is_on_live

    drive(script, source=AuditedSource(), size=size)


def test_a_source_that_is_no_file_is_said_plainly() -> None:
    async def script(stage: Stage) -> None:
        await stage.press(*["tab"] * 3, "end", "k", "k", "enter")
        assert "ci job 9 @ 2026-07-18, 2 d" in stage.text
        assert "enter opens" not in stage.text
        await stage.press("enter")
        assert stage.toasts == ["ci job 9 is no file here"]
        assert stage.shows(EvidenceScreen)

    drive(script, source=AuditedSource())


def test_the_source_is_offered_only_where_it_is_a_file() -> None:
    """And `enter` says why it opens nothing."""
    told = AuditedSource()
    told.files = {}

    async def script(stage: Stage) -> None:
        await stage.press(*TO_FAKEREDIS, "enter")
        assert stage.shows(EvidenceScreen)
        assert "enter source" not in stage.text
        await stage.press("enter")
        assert "is no file here" in stage.toasts[-1]

    drive(script, source=told)


def test_an_entry_without_evidence_says_so_whatever_else_its_turn_brought() -> None:
    source = AuditedSource()
    source.brought = (Evidence("limiter.py:2", "2026-07-17"),)

    async def script(stage: Stage) -> None:
        await stage.press("end", "enter")
        assert "none: the entry names no source" in stage.text
        assert "limiter.py" not in "\n".join(stage.sheet).replace("limiter tests", "")
        await stage.press("enter")
        assert stage.toasts == ["Nothing here names a source"]

    drive(script, source=source)


def test_a_turn_opened_by_itself_lists_what_it_brought_and_asks_which_file() -> None:
    source = AuditedSource()
    source.files["compose.yml"] = SourceFile("compose.yml", 0, "services:\n", is_cut=False)
    names = ("job 1", "limiter.py:2", "compose.yml", "job 2", "job 3", "job 4", "job 5", "job 6")
    source.brought = tuple(Evidence(name, "2026-07-17") for name in names)

    async def script(stage: Stage) -> None:
        stage.app.open_turn(43)
        await stage.settle()
        assert stage.shows(EvidenceScreen)
        assert stage.text.count("opens it") == 2
        assert "… 2 more" in stage.text
        await stage.press("enter")
        assert stage.shows(ChooseScreen)
        assert "job 1" not in stage.text.split("Open the source")[1]
        await stage.press("j", "enter")
        assert stage.shows(SourceScreen)
        assert "services:" in stage.text
        await stage.press("escape", "enter", "escape")
        assert stage.shows(EvidenceScreen)

    drive(script, source=source)


def test_a_turn_that_brought_no_source_says_so() -> None:
    async def script(stage: Stage) -> None:
        stage.app.open_turn(43)
        await stage.settle()
        assert "none: nothing that came names a source" in stage.text

    drive(script, source=AuditedSource())


def test_in_another_pad_the_sheet_of_a_turn_is_as_it_was() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("tab", "tab", "tab", "j", "enter")
        assert stage.shows(TurnScreen)
        assert not stage.shows(EvidenceScreen)
        assert "Evidence" not in stage.text
        assert "source" not in stage.text

    drive(script, source=FakeSource())


def test_the_sheet_of_a_turn_goes_to_the_timeline_copies_and_helps() -> None:
    async def script(stage: Stage) -> None:
        await stage.press(*TO_FAKEREDIS, "enter", "question_mark")
        assert stage.shows(HelpScreen)
        assert "Open the file that the entry" in stage.text
        await stage.press("escape", "enter", "question_mark")
        assert stage.shows(HelpScreen)
        await stage.press("escape", "1")
        assert stage.is_on_live

    drive(script, source=AuditedSource())


def test_a_file_that_cannot_be_read_is_a_toast_with_its_remedy() -> None:
    class Failing(AuditedSource):
        def evidence(self, source: str) -> SourceFile | None:
            raise StorageError(f"{source} cannot be read", "look at its permissions")

    async def script(stage: Stage) -> None:
        await stage.press(*TO_FAKEREDIS, "enter", "enter")
        assert stage.toasts == ["limiter.py:2 cannot be read; look at its permissions"]

    drive(script, source=Failing())


def long_file(line: int, lines: int = 400, *, is_cut: bool = False, text: str = "line") -> AuditedSource:
    source = AuditedSource()
    content = "".join(f"{text} {n}\n" for n in range(1, lines + 1))
    source.files["limiter.py:2"] = SourceFile("limiter.py", line, content, is_cut)
    return source


@pytest.mark.parametrize("text", ["line", "long " * 200], ids=["short", "long"])
@pytest.mark.parametrize(("line", "shown"), [(1, 1), (200, 200), (400, 400), (0, 1)])
def test_the_line_that_is_meant_is_in_sight(line: int, shown: int, text: str) -> None:
    """Also in a text that is broken into rows in the background."""
    screen = opened(*TO_FAKEREDIS, "enter", "enter", source=long_file(line, text=text))[-1]
    numbers = [row.split()[1:3] for row in screen.split("\n")[2:-2]]
    assert any(str(shown) in words[:2] for words in numbers), screen


def test_find_moves_on_and_a_redraw_does_not_go_back() -> None:
    async def script(stage: Stage) -> None:
        await stage.press(*TO_FAKEREDIS, "enter", "enter", "slash", *"line 17", "enter")
        assert "line 17" in stage.text
        await stage.pilot.resize_terminal(90, 24)
        await stage.settle()
        assert "line 17" in stage.text
        assert "▸" not in stage.text

    drive(script, source=long_file(380))


def test_a_line_that_is_not_there_is_said() -> None:
    last = opened(*TO_FAKEREDIS, "enter", "enter", source=long_file(900))[-1]
    assert "no line 900, it has 400" in last
    assert "line 400" in last


def test_of_a_long_file_it_is_said_that_it_is_cut() -> None:
    last = opened(*TO_FAKEREDIS, "enter", "enter", source=long_file(900, is_cut=True))[-1]
    assert "its first megabyte" in last
    assert "no line" not in last


def test_an_empty_file_says_that_nothing_stands_in_it() -> None:
    source = AuditedSource()
    source.files["limiter.py:2"] = SourceFile("limiter.py", 0, "", is_cut=False)
    assert "Nothing stands in this file" in opened(*TO_FAKEREDIS, "enter", "enter", source=source)[-1]


@pytest.mark.parametrize("size", [(40, 12), (120, 40)])
def test_hostile_sources_and_files_are_shown_as_data(size: tuple[int, int]) -> None:
    """In the tail of an entry, above a turn, as a name and as a text, and in the toast."""
    odd = tuple("".join(char for char in text if char not in "\r\n\x00[]{}@") for text in CORPUS)
    lines = tuple(f"- {text} [src:{text}: @ 2026-07-17] {{#k-{n}}}" for n, text in enumerate(odd))
    source = AuditedSource(audited_view({"Findings": lines, "Open": tuple(f"- {text}" for text in odd)}))
    content = "\n".join((*CORPUS, " ".join(CORPUS)))
    source.files = {f"{text}:": SourceFile(text, 3, content, is_cut=True) for text in odd[::2]}
    source.brought = tuple(Evidence(f"{text}:", "2026-07-17") for text in odd)

    async def script(stage: Stage) -> None:
        await stage.press("tab", "tab", "tab", "home")
        for _ in odd[::3]:
            await stage.press("enter")
            assert_clean(stage)
            await stage.press("enter")
            assert_clean(stage)
            if stage.shows(SourceScreen):
                await stage.press("end")
                assert_clean(stage)
            await stage.press("1", "j", "j", "j")
            assert_clean(stage)
        stage.app.open_turn(43)
        await stage.settle()
        assert_clean(stage)
        await stage.press("enter")
        assert_clean(stage)

    drive(script, source=source, size=size)


# On disk


def test_a_pad_on_disk_opens_the_file_beside_it_and_nothing_outside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCRATCHPAD_NOW", "2026-07-20T10:00:00Z")
    root = tmp_path / "work"
    (root / ".agent").mkdir(parents=True)
    (tmp_path / "secret.txt").write_text("outside\n", "utf-8")
    (root / "limiter.py").write_text("one\ntwo\n", "utf-8")
    path = root / ".agent" / "scratchpad.md"
    findings = ["- a [src:limiter.py:2 @ 2026-07-17] {#a}", "- b [src:../secret.txt @ 2026-07-17] {#b}"]
    path.write_text(render({"Findings": findings}, AUDITED), "utf-8")
    store = PadStore(path, profile="audited")
    store.record_external()
    source = LiveSource(store)
    assert source.turn(1).evidence == (
        Evidence("limiter.py:2", "2026-07-17"),
        Evidence("../secret.txt", "2026-07-17"),
    )
    assert source.files_among(["limiter.py:2", "../secret.txt", "job 1"]) == {"limiter.py:2"}
    assert source.evidence("../secret.txt") is None
    app = ScratchpadApp(source, source.read())

    async def run() -> None:
        async with app.run_test(size=(80, 24)) as pilot:

            async def press(*keys: str) -> None:
                await pilot.press(*keys)
                for _ in range(4):
                    await app.workers.wait_for_complete()
                    await pilot.pause(0.02)

            await press("tab", "tab", "tab", "home", "j", "j", "enter")
            assert isinstance(app.screen, EvidenceScreen)
            await press("enter")
            assert isinstance(app.screen, SourceScreen)
            assert "▸ 2 two" in grid(app)
            await press("1", "j", "enter", "enter")
            assert isinstance(app.screen, EvidenceScreen)
            assert "outside" not in grid(app).replace("outside the", "")

    asyncio.run(run())
    source.close()


def test_a_turn_of_another_profile_has_no_evidence(tmp_path: Path) -> None:
    path = tmp_path / "scratchpad.md"
    path.write_text("## Findings\n- a [src:limiter.py @ 2026-07-17] {#a}\n", "utf-8")
    store = PadStore(path, profile="task")
    store.record_external()
    source = LiveSource(store)
    assert source.turn(1).evidence == ()
    source.close()
