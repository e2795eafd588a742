"""A new line of an audited section: a template with its parts, the verdict while one types, and what is saved of it."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest
from textual.widgets import Input

from scratchpad_tui.core.errors import InputError
from scratchpad_tui.tui.screens.editor import EditorScreen
from scratchpad_tui.tui.widgets.audited_field import AuditedRow
from scratchpad_tui.tui.widgets.field import EntryRow
from tests.tui.audited import AuditedSource, audited_view
from tests.tui.drive import drive
from tests.tui.fake import FakeSource
from tests.tui.hostile import CORPUS, FORBIDDEN
from tests.tui.test_hostile import assert_clean

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.core.pad.editing import SectionCheck
    from tests.tui.drive import Stage

FINDINGS = ("tab", "tab", "tab")
TEMPLATE = " [src: @ 2026-07-20] {#}"


def value(stage: Stage) -> str:
    return stage.app.screen.query_one(AuditedRow).query_one(Input).value


def row(stage: Stage) -> AuditedRow:
    return stage.app.screen.query_one(AuditedRow)


async def judged(stage: Stage) -> None:
    """What is said of an entry comes after a pause in typing; here it comes at once."""
    row(stage).judge()
    await stage.settle()


def added(stage: Stage) -> list[str]:
    return [str(call[-1]) for call in stage.source.calls if call[0] == "add"]


def test_o_opens_a_template_with_today_and_the_form_above_it() -> None:
    async def script(stage: Stage) -> None:
        await stage.press(*FINDINGS, "o")
        assert value(stage) == TEMPLATE
        assert "form: text [src:SOURCE @ 2026-07-20] {#key} · tab goes to the next part" in stage.text
        assert "tab next part" in stage.text
        await stage.press(*"CI has no redis")
        assert value(stage) == f"CI has no redis{TEMPLATE}"

    drive(script, source=AuditedSource())


def test_tab_goes_from_part_to_part_and_fills_in_a_key() -> None:
    async def script(stage: Stage) -> None:
        await stage.press(*FINDINGS, "o", *"CI has no redis", "tab", *"job 4412")
        assert value(stage) == "CI has no redis [src:job 4412 @ 2026-07-20] {#}"
        await stage.press("tab", *"2026-07-01", "tab")
        assert value(stage) == "CI has no redis [src:job 4412 @ 2026-07-01] {#ci-no-redis-2}"
        await stage.press(*"mine", "tab", *", none")
        assert value(stage) == "CI has no redis, none [src:job 4412 @ 2026-07-01] {#mine}"
        await stage.press("enter")
        assert added(stage) == ["CI has no redis, none [src:job 4412 @ 2026-07-01] {#mine}"]
        assert stage.toasts == ["Added to Findings · u undoes"]

    drive(script, source=AuditedSource())


@pytest.mark.parametrize("size", [(80, 24), (40, 12)])
def test_what_is_left_empty_goes_and_the_key_comes_from_the_text(size: tuple[int, int]) -> None:
    async def script(stage: Stage) -> None:
        await stage.press("tab", "o", *"The disk may be slow")
        await judged(stage)
        assert "its key will be disk-may-slow" in stage.text
        await stage.press("enter")
        assert added(stage) == ["The disk may be slow {#disk-may-slow}"]
        assert not stage.app.screen.query(AuditedRow)

    drive(script, source=AuditedSource(), size=size)


def test_a_template_without_a_text_is_saved_by_nothing() -> None:
    async def script(stage: Stage) -> None:
        await stage.press(*FINDINGS, "o", "enter")
        assert value(stage) == TEMPLATE
        await stage.press("tab", *"job 1", "enter")
        assert "the entry needs a text" in stage.text
        assert added(stage) == []
        await stage.press("escape")
        assert stage.toasts == ["Kept for the next o in this section"]

    drive(script, source=AuditedSource())


def test_a_template_that_was_left_alone_is_not_kept_and_one_that_was_begun_is() -> None:
    async def script(stage: Stage) -> None:
        await stage.press(*FINDINGS, "o", "escape")
        assert stage.toasts == []
        assert stage.source.kept == {}
        await stage.press("o", *"half", "escape")
        assert stage.toasts == ["Kept for the next o in this section"]
        assert [draft.lines for draft in stage.source.kept.values()] == [(f"half{TEMPLATE}",)]
        await stage.press("o", "home", *"a ")
        assert value(stage) == f"a half{TEMPLATE}"

    drive(script, source=AuditedSource())


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("x", "an entry of Findings without evidence"),
        ("x [src:a @ 2026-13-01] {#x}", 'there is no day "2026-13-01"'),
        ("x [src:a @ 2026-07-01] {#Bad}", '"Bad" is no key'),
        ("x [src:a @ 2026-07-01]", "the entry has no key"),
        ("x [src:a @ 2026-07-01] {#db-port}", "db-port"),
        ("x [src:a @ 2026-07-01] {#region}", "region"),
        ("x [src:a @ 2026-07-01] {#fakeredis}", "fakeredis"),
    ],
)
def test_the_verdict_comes_while_one_types(typed: str, words: str) -> None:
    """Of the entry alone: others of the section have faults too."""

    async def script(stage: Stage) -> None:
        await stage.press(*FINDINGS, "o", "ctrl+k", *typed)
        if typed == "x":
            await stage.press(*TEMPLATE)
        await judged(stage)
        shown = stage.text.split(" Findings:")[0].split("\n")[-4:]
        assert any(words in line and line.strip()[0] in "!✗" for line in shown), stage.text

    drive(script, source=AuditedSource(), size=(120, 40))


@pytest.mark.parametrize("size", [(80, 24), (40, 12)])
def test_the_page_stands_still_while_what_is_said_of_the_entry_changes(size: tuple[int, int]) -> None:
    """The first row of what is said, and all above it, whether it takes one row or all of them."""

    async def script(stage: Stage) -> None:
        await stage.press(*FINDINGS, "o")
        heights = [row(stage).size.height]
        for typed in ("x", "ctrl+k", "backspace"):
            await stage.press(typed)
            await judged(stage)
            heights.append(row(stage).size.height)
        assert len(set(heights)) == 1

    drive(script, source=AuditedSource(), size=size)


def test_a_verdict_that_comes_when_the_field_is_gone_harms_nothing() -> None:
    judging, go_on = threading.Event(), threading.Event()

    class Slow(AuditedSource):
        def check(self, section: str, lines: Sequence[str]) -> SectionCheck:
            judging.set()
            assert go_on.wait(20)
            return super().check(section, lines)

    async def script(stage: Stage) -> None:
        await stage.pilot.press(*FINDINGS, "o", "x")
        field = row(stage)
        field.judge()
        await stage.until(judging.is_set)
        await stage.pilot.press("escape")
        await stage.until(lambda: not stage.app.screen.query(AuditedRow))
        go_on.set()
        await stage.settle()
        field.draw()
        assert stage.toasts == ["Kept for the next o in this section"]

    drive(script, source=Slow())


def test_a_good_entry_has_its_form_above_it() -> None:
    async def script(stage: Stage) -> None:
        await stage.press(*FINDINGS, "o", "ctrl+k", *"x [src:a @ 2026-07-01] {#x}")
        await judged(stage)
        assert "\n form: text [src:SOURCE @ 2026-07-20] {#key}\n" in stage.text

    drive(script, source=AuditedSource())


def test_a_refused_entry_is_told_and_kept() -> None:
    source = AuditedSource()

    async def script(stage: Stage) -> None:
        source.fault = InputError("the file would not parse (line 12: the key x stands here a second time)")
        await stage.press(*FINDINGS, "o", "ctrl+k", *"x {#x}", "enter")
        assert stage.toasts == ["The file would not parse (line 12: the key x stands here a second time)"]
        await stage.press("o")
        assert value(stage) == "x {#x}"

    drive(script, source=source)


def test_other_pads_have_the_plain_field() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("tab", "o")
        assert not stage.app.screen.query(AuditedRow)
        assert stage.app.screen.query_one(EntryRow).query_one(Input).value == ""

    drive(script, source=FakeSource())


@pytest.mark.parametrize("text", CORPUS, ids=range(len(CORPUS)))
def test_pasted_text_is_data_in_the_template_too(text: str) -> None:
    from textual.events import Paste

    async def script(stage: Stage) -> None:
        await stage.press("tab", "o")
        stage.app.screen.focused.post_message(Paste(text))  # type: ignore[union-attr]
        await stage.settle()
        await judged(stage)
        assert_clean(stage)
        await stage.press("tab", "tab", "tab", "tab", "enter")
        assert_clean(stage)
        assert not any(FORBIDDEN.search(line) for line in added(stage))

    drive(script, source=AuditedSource())


def test_the_editor_shows_the_form_until_there_is_something_to_say() -> None:
    source = AuditedSource(audited_view({"Findings": ("- x [src:a @ 2026-07-01] {#x}",)}))

    async def script(stage: Stage) -> None:
        async def seen() -> str:
            assert isinstance(stage.app.screen, EditorScreen)
            stage.app.screen.judge()
            await stage.settle()
            return stage.text

        await stage.press(*FINDINGS, "e")
        assert "- text [src:SOURCE @ 2026-07-20] {#key}" in await seen()
        await stage.press("end", "enter", *"- y")
        text = await seen()
        assert "! line 2:" in text
        assert text.count("! line 2:") == 2  # it has neither evidence nor a key
        await stage.press(*" {#x}")
        assert "✗ line 2:" in await seen()

    drive(script, source=source)


def test_the_editor_of_another_pad_shows_no_form() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("tab", "e")
        assert "[src:" not in stage.text

    drive(script, source=FakeSource())
