"""A few lines to choose one of: their rows, letters that are typed, and what a redaction takes out of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from textual import events

from scratchpad_tui.tui.layout.choices import choice_rows, choices_height
from scratchpad_tui.tui.screens.choose import ChooseScreen
from scratchpad_tui.tui.widgets.field import ReasonRow
from tests.tui.drive import drive
from tests.tui.fake import STORY, FakeSource, make_view
from tests.tui.promotions import made_item
from tests.tui.test_promotions import acts, queued

if TYPE_CHECKING:
    from tests.tui.drive import Stage

LONG = "1. Claude Code · 1 min · 48 kB · shown now · “Fix the tests”"
NAMES = [LONG, "2. Codex · 2 h · 12 MB · rollout-1.jsonl"]
WORD = "Zauberwort-97"


def shown(names: list[str], at: int, cells: int, height: int) -> list[str]:
    """The rows as text."""
    return [
        "".join(span.text for span in row.spans).rstrip()
        for row in choice_rows(names, at, cells, height, 0).rows
    ]


def test_names_are_whole_where_there_is_room() -> None:
    """At 40 columns as well: of two transcripts the end tells which is which."""
    height = choices_height(NAMES, 38, 7)
    rows = shown(NAMES, 0, 38, height)
    assert " ".join(" ".join(rows).replace("▸", "").split()) == " ".join(NAMES)
    assert height == len(rows) == 4


def test_where_there_is_none_the_name_under_the_cursor_is_whole() -> None:
    """And every row is of a name, or counts those that are hidden."""
    names = [f"{number} {LONG}" for number in range(9)]
    for at in range(9):
        placed = choice_rows(names, at, 38, 7, 0).rows
        words = " ".join(
            "".join(span.text for span in row.spans).strip(" ▸") for row in placed if row.at == at
        )
        assert words == names[at]
        assert len(placed) == 7
        hidden = [row for row in placed if row.at is None]
        assert hidden, "not all of them are in sight"


def test_a_letter_goes_to_the_next_name_that_begins_with_it() -> None:
    """Round, from the cursor on; a key of the place stays one."""
    chosen: list[str | None] = []

    async def script(stage: Stage) -> None:
        await stage.app.push_screen(
            ChooseScreen("Which?", ["Plan", "Findings", "Next", "plain"]), chosen.append
        )
        for key, name in (("p", "plain"), ("p", "Plan"), ("f", "Findings"), ("x", "Findings"), ("j", "Next")):
            await stage.press(key)
            assert f"▸ {name}" in stage.text
        await stage.press("enter")

    drive(script)
    assert chosen == ["Next"]


def test_a_letter_begins_the_reason_that_is_written_out() -> None:
    """Whoever begins to type does not take one of the common reasons with enter."""

    async def script(stage: Stage) -> None:
        await stage.press("3", "x", *"too late", "enter")
        assert acts(stage) == [("reject", "p2", "too late")]

    drive(script, source=queued())


@pytest.mark.parametrize("reason", ["just wrong", "known already", "\u00fcberholt", '"x" is wrong'])
def test_a_reason_begins_with_any_letter_whatever_else_that_does(reason: str) -> None:
    async def script(stage: Stage) -> None:
        await stage.press("3", "x", "down", *reason, "enter")
        assert acts(stage) == [("reject", "p2", reason)]

    drive(script, source=queued())


def test_a_reason_that_is_pasted_is_written_out() -> None:
    """On one line and visible, as in any field."""

    async def script(stage: Stage) -> None:
        await stage.press("3", "x")
        stage.app.post_message(events.Paste("because\n  of \x1bx"))
        await stage.settle()
        await stage.press(*", too", "enter")
        assert acts(stage) == [("reject", "p2", "because of \u241bx, too")]

    drive(script, source=queued())


def test_a_paste_into_another_choice_does_nothing() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("3", "t")
        stage.app.post_message(events.Paste("decided"))
        await stage.settle()
        assert stage.shows(ChooseScreen)

    drive(script, source=queued())


def test_two_redactions_leave_a_choice_at_once_or_one_by_one() -> None:
    """The second is followed from where the first one left the text."""
    first, second = "Zauberwort-97", "Kennwort-42"
    held = {**STORY, "Next": (f"- {first} or {second}",)}
    source = queued([made_item(1, f"{first} or {second}")])
    source.view = make_view(held)

    async def script(stage: Stage) -> None:
        await stage.press("tab", "m")
        for number, text in enumerate((f"[redacted] or {second}", "[redacted] or [redacted]"), 44):
            await stage.show(make_view({**STORY, "Next": (f"- {text}",)}, version=number))
            assert f'Move "{text}" to' in stage.text
        await stage.press("escape", "3", "x")
        assert f"{first} or {second}" in stage.text
        stage.source.queue = [made_item(1, "[redacted] or [redacted]")]
        await stage.show(make_view({}, version=46))
        assert "[redacted] or [redacted]" in stage.text
        assert first not in stage.text
        assert second not in stage.text

    drive(script, source=source)


def test_the_names_of_a_choice_lose_what_was_redacted_and_mean_the_same() -> None:
    chosen: list[str | None] = []

    async def script(stage: Stage) -> None:
        asked = ChooseScreen("Open the source", [f"notes/{WORD}.md", "other.md"])
        await stage.app.push_screen(asked, chosen.append)
        await stage.show(make_view({"Next": ("- see [redacted]",)}, version=44))
        assert WORD not in stage.text
        assert "notes/[redacted].md" in stage.text
        await stage.press("enter")

    drive(script, source=FakeSource(make_view({"Next": (f"- see {WORD}",)})))
    assert chosen == [f"notes/{WORD}.md"]


def test_a_reason_that_was_typed_before_is_gone_on_with() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("3", "x", "end", "enter", *"not now", "escape", "x", "o")
        assert stage.app.screen.query_one(ReasonRow).text == "not now o"

    drive(script, source=queued())


def test_what_is_redacted_leaves_a_choice_that_quotes_it() -> None:
    """The reasons, the tags, and the sections that a line goes to."""
    before = made_item(1, f"the key is {WORD} on staging")
    after = made_item(1, "the key is [redacted] on staging")
    held = {**STORY, "Next": (f"- the key is {WORD}",)}
    source = queued([before])
    source.view = make_view(held)

    async def script(stage: Stage) -> None:
        await stage.press("tab", "m")
        assert stage.shows(ChooseScreen)
        assert WORD in stage.app.screen.query_one("#names").lines[0].text  # type: ignore[attr-defined]
        await stage.show(make_view({**STORY, "Next": ("- the key is [redacted]",)}, version=44))
        assert stage.shows(ChooseScreen)
        assert WORD not in stage.text
        assert 'Move "the key is [redacted]" to' in stage.text
        await stage.press("escape", "3")
        for key, version in (("x", 45), ("t", 46)):
            stage.source.queue = [before]
            await stage.press("ctrl+r", key)
            assert WORD in stage.text
            stage.source.queue = [after]
            await stage.show(make_view({}, version=version))
            assert stage.shows(ChooseScreen)
            assert WORD not in stage.text
            assert "the key is [redacted] on staging" in stage.text
            await stage.press("escape")

    drive(script, source=source)


def test_a_choice_for_a_proposal_that_is_gone_closes_and_says_so() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("3", "x")
        stage.source.queue = []
        await stage.show(make_view({}, version=44))
        assert not stage.shows(ChooseScreen)
        assert "not there any more" in stage.toasts[-1]

    drive(script, source=queued())
