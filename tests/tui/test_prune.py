"""Pruning: what is ticked leaves, the gauge falls, and the agent goes on writing meanwhile."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.errors import InputError, LockError
from scratchpad_tui.core.pad.pruning import PrunedEntry, PruneList
from scratchpad_tui.tui.layout import pruning
from scratchpad_tui.tui.layout.pruning import prune_rows
from scratchpad_tui.tui.layout.scroll import sight
from scratchpad_tui.tui.prune_state import PruneState
from scratchpad_tui.tui.screens.help import HelpScreen
from scratchpad_tui.tui.screens.prune import PruneScreen
from tests.tui.drive import drive
from tests.tui.fake import NOW, STORY, FakeSource, make_view

if TYPE_CHECKING:
    from datetime import datetime

    from scratchpad_tui.core.pad.view import PadView
    from scratchpad_tui.tui.layout import Span
    from tests.tui.drive import Stage

FIRST, SECOND, THIRD = STORY["Ruled out"][:3]
SIZES = [(80, 24), (120, 40), (40, 12)]


async def open_prune(stage: Stage) -> PruneScreen:
    """Opens the section that is over its cap: no section has the cursor."""
    await stage.press("-")
    screen = stage.app.screen
    assert isinstance(screen, PruneScreen)
    assert screen.state.given.section == "Ruled out"
    return screen


def listed(*texts: str, cap: int = 600) -> PruneList:
    """A section of these entries, the first ones the oldest."""
    entries = tuple(
        PrunedEntry(at, (text,), len(text) + 1, NOW - timedelta(minutes=len(texts) - at), f"agent t{at}")
        for at, text in enumerate(texts)
    )
    return PruneList("Ruled out", cap, sum(entry.size for entry in entries), entries)


def changed_view(*lines: str) -> PadView:
    """The pad with these lines under "Ruled out"."""
    return make_view({**STORY, "Ruled out": lines}, version=44)


@pytest.mark.parametrize("size", SIZES)
def test_the_gauge_falls_as_one_ticks_and_what_is_ticked_leaves_as_one_act(size: tuple[int, int]) -> None:
    source = FakeSource()
    total = sum(len(line) + 1 for line in STORY["Ruled out"])

    async def script(stage: Stage) -> None:
        await open_prune(stage)
        assert f"{total}/600!" in stage.text
        footer = stage.text.split("\n")[-1]
        assert "esc back" in footer
        assert "save" not in footer, "there is nothing to save yet"
        await stage.press("space", "j", "space")
        left = total - len(FIRST) - len(SECOND) - 2
        assert f"{left}/600" in stage.text
        assert stage.text.count("[x]") == 2
        assert ("2 leave" if size[0] == 40 else "2 of 10 leave") in stage.text
        assert "space tick  ctrl+s save" in stage.text.split("\n")[-1]
        await stage.press("ctrl+s")
        assert stage.is_on_live
        assert source.calls[-1] == ("prune", "Ruled out", (FIRST, SECOND))
        assert "u undoes" in stage.toasts[-1]
        await stage.press("u")
        assert source.calls[-1:] == [("revert", 101)]

    drive(script, source=source, size=size)


def test_an_entry_has_its_size_age_and_author() -> None:
    async def script(stage: Stage) -> None:
        await open_prune(stage)
        row = next(row for row in stage.text.split("\n") if "way 2" in row)
        assert row.split()[:8] == ["[", "]", str(len(SECOND) + 1), "1", "min", "agent", "t1", "way"]
        names = next(row for row in stage.text.split("\n") if "chars" in row)
        assert names.index("by") == row.index("agent")

    drive(script)


def test_a_tick_is_taken_back_by_the_same_key_and_by_leaving() -> None:
    source = FakeSource()

    async def script(stage: Stage) -> None:
        screen = await open_prune(stage)
        await stage.press("space", "space")
        assert not screen.state.ticked
        await stage.press("space", "escape")
        assert stage.is_on_live
        assert not any(call[0] == "prune" for call in source.calls)

    drive(script, source=source)


def test_saving_without_a_tick_says_what_to_do() -> None:
    source = FakeSource()

    async def script(stage: Stage) -> None:
        await open_prune(stage)
        await stage.press("ctrl+s")
        assert stage.shows(PruneScreen)
        assert "space ticks" in stage.toasts[-1]

    drive(script, source=source)


def test_the_cursor_unfolds_an_entry_and_reaches_every_one() -> None:
    async def script(stage: Stage) -> None:
        screen = await open_prune(stage)
        assert "which is" not in next(row for row in stage.text.split("\n") if "way 2" in row)
        await stage.press("j")
        assert "reason number 2 which is" in " ".join(stage.text.split())
        await stage.press("end")
        assert screen.state.at == 9
        assert "… " in stage.text
        assert " above" in stage.text
        await stage.press("up", "k", "down", "pageup", "home")
        assert screen.state.at == 0
        assert " more" in stage.text
        await stage.press("pagedown")
        assert screen.state.at > 1

    drive(script, size=(40, 12))


def test_the_mouse_ticks_scrolls_and_turns_pages() -> None:
    async def script(stage: Stage) -> None:
        screen = await open_prune(stage)
        rows = screen.query_one("#entries").region
        at = next(y for y, row in enumerate(stage.text.split("\n")) if "way 3" in row)
        await stage.pilot.click("#entries", offset=(10, at - rows.y))
        await stage.settle()
        assert screen.state.ticked == {2}
        assert screen.state.at == 2, "a tick leaves the cursor where it is"
        await stage.wheel("#entries", 1)
        assert screen.state.at == 3
        await stage.wheel("#entries", -1)
        assert screen.state.at == 2
        more = next(y for y, row in enumerate(stage.text.split("\n")) if " more" in row)
        await stage.pilot.click("#entries", offset=(5, more - rows.y))
        await stage.settle()
        assert screen.state.at > 4
        assert screen.state.ticked == {2}

    drive(script, size=(40, 12))


def test_what_the_agent_writes_meanwhile_comes_into_the_list_and_ticks_stay() -> None:
    async def script(stage: Stage) -> None:
        screen = await open_prune(stage)
        await stage.press("space", "j", "j", "space")
        await stage.show(changed_view("- a new first one", *STORY["Ruled out"], "- a new last one"))
        assert "a new first one" in stage.text
        assert [entry.lines[0] for entry in screen.state.leaving] == [FIRST, THIRD]
        assert screen.state.given.entries[screen.state.at].lines == (THIRD,)
        await stage.press("ctrl+s")
        assert stage.source.calls[-1] == ("prune", "Ruled out", (FIRST, THIRD))

    drive(script)


def test_a_ticked_entry_that_the_agent_changes_is_told_and_stays() -> None:
    async def script(stage: Stage) -> None:
        screen = await open_prune(stage)
        await stage.press("space", "j", "space")
        await stage.show(changed_view("- way 1, but better", *STORY["Ruled out"][1:]))
        assert "changed by another writer" in stage.toasts[-1]
        assert [entry.lines[0] for entry in screen.state.leaving] == [SECOND]

    drive(script)


def test_an_entry_that_is_changed_at_the_moment_of_saving_is_a_sentence() -> None:
    """The screen stays and shows the section as it is now."""
    source = FakeSource()

    async def script(stage: Stage) -> None:
        screen = await open_prune(stage)
        await stage.press("space")
        source.fault = InputError("an entry was changed meanwhile", "the list shows the section as it is now")
        source.view = changed_view("- other", SECOND)
        stage.app.live.state.take(source.view, 100.0)
        await stage.press("ctrl+s")
        assert stage.app.screen is screen
        assert "An entry was changed meanwhile" in "".join(stage.toasts)
        assert [entry.lines[0] for entry in screen.state.given.entries] == ["- other", SECOND]
        await stage.press("space", "ctrl+s")
        assert source.calls[-1][0] == "prune"

    drive(script, source=source)


def test_ticks_stay_when_the_lock_is_not_to_be_had() -> None:
    source = FakeSource()

    async def script(stage: Stage) -> None:
        await open_prune(stage)
        await stage.press("space")
        source.fault = LockError("the pad is locked")
        await stage.press("ctrl+s")
        assert stage.shows(PruneScreen)
        await stage.press("ctrl+s")
        assert stage.is_on_live
        assert source.calls[-1] == ("prune", "Ruled out", (FIRST,))

    drive(script, source=source)


def test_a_list_that_comes_after_the_screen_was_left_is_dropped() -> None:
    async def script(stage: Stage) -> None:
        screen = await open_prune(stage)
        await stage.press("escape")
        screen._take_list(listed("- late"))
        screen._failed()
        await stage.settle()
        assert stage.is_on_live
        assert stage.toasts == []

    drive(script)


def test_two_saves_in_a_row_are_one() -> None:
    """An impatient ctrl+s takes nothing out twice, and gives no error."""
    source = FakeSource()

    async def script(stage: Stage) -> None:
        await open_prune(stage)
        await stage.press("space", "ctrl+s", "ctrl+s")
        assert [call[0] for call in source.calls].count("prune") == 1

    drive(script, source=source)


def test_an_empty_section_says_that_it_is_one() -> None:
    source = FakeSource(make_view({}))

    async def script(stage: Stage) -> None:
        await stage.press("tab", "-")
        assert stage.shows(PruneScreen)
        assert "Next is empty: nothing in it can be pruned." in stage.text
        footer = stage.text.split("\n")[-1]
        assert "esc back" in footer
        assert not any(key in footer for key in ("tick", "save", "propose"))
        await stage.press("space", "j", "end", "pagedown", "ctrl+s")
        assert stage.shows(PruneScreen)
        assert "Nothing stands here" in stage.toasts[-1]
        await stage.press("escape")
        assert stage.is_on_live

    drive(script, source=source)


def test_without_a_section_over_its_cap_and_a_cursor_the_way_is_told() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("-")
        assert stage.is_on_live
        assert "tab goes to one" in stage.toasts[-1]

    drive(script, source=FakeSource(make_view({})))


def test_a_read_only_pad_is_not_pruned() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("-")
        assert stage.is_on_live
        assert "--read-only" in stage.toasts[-1]

    drive(script, source=FakeSource(read_only=True))


def test_help_and_the_end_of_the_program_are_there() -> None:
    async def script(stage: Stage) -> None:
        await open_prune(stage)
        await stage.press("question_mark")
        assert stage.shows(HelpScreen)
        assert "Pruning" in stage.text
        await stage.press("escape")
        await stage.pilot.press("ctrl+q")

    app = drive(script)
    assert app.return_code == 0


def test_ten_thousand_entries_draw_no_more_than_is_in_sight(monkeypatch: pytest.MonkeyPatch) -> None:
    """A key in a long list costs what a key in a short one costs."""
    state = PruneState(listed(*(f"- entry {n}" for n in range(10_000))))
    made: list[int] = []
    lead = pruning._lead

    def counted(state: PruneState, number: int, columns: pruning._Columns, now: datetime) -> list[Span]:
        made.append(number)
        return lead(state, number, columns, now)

    monkeypatch.setattr(pruning, "_lead", counted)
    top = 0
    for step in (1, 300, 5_000, 9_999, -20):
        state.move(step)
        made.clear()
        shown = prune_rows(state, 80, 22, top, NOW)
        top = shown.top
        assert len(shown.rows) == 22
        assert len(made) <= 22
        assert state.at in [row.entry for row in shown.rows]
        assert all(sum(len(span.text) for span in row.spans) == 80 for row in shown.rows)


def test_hidden_entries_are_counted_at_both_ends() -> None:
    state = PruneState(listed(*(f"- entry {n}" for n in range(100))))
    state.at = 50
    rows = ["".join(span.text for span in row.spans) for row in prune_rows(state, 80, 10, 46, NOW).rows]
    assert rows.pop(0).split() == ["chars", "age", "by"]
    shown = [int(row.split("entry ")[1]) for row in rows if "entry " in row]
    assert rows[0].split() == ["…", str(shown[0]), "above"]
    assert rows[-1].split() == ["…", str(99 - shown[-1]), "more"]


def test_entries_are_shown_whole_where_rows_are_left_over() -> None:
    """Without bullet and time: every row begins like an entry, and its age has a column."""
    words = "12 limiter tests share one key prefix, so two workers clash"
    state = PruneState(listed(f"- 2026-07-20T09:00Z [observed] {words}", "- short"))
    state.at = 1
    texts = ["".join(span.text for span in row.spans) for row in prune_rows(state, 60, 22, 0, NOW).rows]
    at = texts[0].index("by") + len("agent t0 ")
    assert " ".join(text[at:].strip() for text in texts[1:4]) == f"[observed] {words}"
    assert texts[4][at:].strip() == "short"


@pytest.mark.parametrize("height", range(1, 12))
@pytest.mark.parametrize("unfolded", [1, 3, 6])
def test_the_cursor_is_always_in_sight(height: int, unfolded: int) -> None:
    """Whatever the room, and wherever the list stood before."""
    total = 20 + unfolded - 1
    for top in (0, 5, 40):
        for at in range(20):
            seen = sight(top, at, at + unfolded - 1, total, height)
            hidden = {seen.top} if seen.above else set()
            hidden |= {seen.stop - 1} if seen.below else set()
            assert at in set(range(seen.top, seen.stop)) - hidden
            assert seen.stop - seen.top == min(height, total)


def test_entries_with_the_same_words_keep_their_own_ticks() -> None:
    """Two entries may say the same; each is ticked for itself."""
    state = PruneState(listed("- same", "- other", "- same"))
    state.tick()
    state.at = 2
    state.tick()
    assert state.take(listed("- new", "- same", "- other", "- same")) == 0
    assert state.ticked == {1, 3}
    assert state.take(listed("- same", "- other")) == 1
    assert state.ticked == {0}
    assert state.at == 1
