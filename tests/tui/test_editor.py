"""The section editor: typing, judging, drafts, what others write meanwhile, conflicts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from textual import events

from scratchpad_tui.core.errors import MergeConflict, StorageError
from scratchpad_tui.core.pad.drafts import new_draft
from scratchpad_tui.tui.conflict_state import ConflictState
from scratchpad_tui.tui.layout.conflict import conflict_rows
from scratchpad_tui.tui.screens.conflict import ConflictScreen
from scratchpad_tui.tui.screens.draft import DraftScreen
from scratchpad_tui.tui.screens.editor import EditorScreen
from scratchpad_tui.tui.widgets.field import FieldRow
from scratchpad_tui.tui.widgets.rows import LongRows
from scratchpad_tui.tui.widgets.text_editor import can_hold
from tests.tui.drive import drive
from tests.tui.fake import FakeSource, make_view, remedies

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from scratchpad_tui.tui.source import Act
    from scratchpad_tui.tui.widgets.text_editor import TextEditor
    from tests.tui.drive import Stage

NEXT = "- Add the fakeredis fixture to tests/conftest.py"


def editing(source: FakeSource | None = None) -> FakeSource:
    """A source whose section Next has one known line."""
    source = source or FakeSource()
    source.texts["Next"] = (NEXT,)
    return source


def last_call(source: FakeSource) -> tuple[object, ...]:
    """What was asked of the source last."""
    call: tuple[object, ...] = source.calls[-1]
    return call


async def until(stage: Stage, holds: Callable[[], bool]) -> None:
    """Waits for what comes by itself within seconds."""
    for _ in range(400):
        if holds():
            return
        await stage.pilot.pause(0.05)
    raise AssertionError(stage.text)


async def open_next(stage: Stage) -> TextEditor:
    """Opens the editor on Next, which has the first stop of the screen."""
    await stage.press("j", "e")
    assert stage.shows(EditorScreen)
    screen = stage.app.screen
    assert isinstance(screen, EditorScreen)
    assert screen.section == "Next"
    return screen.editor


def test_e_opens_the_section_and_ctrl_s_saves_it_merged() -> None:
    """What is typed stands in the section; u takes it back like every act."""
    source = editing()

    async def script(stage: Stage) -> None:
        await open_next(stage)
        await stage.press("end", "enter", *"- and one more", "ctrl+s")
        assert stage.is_on_live
        assert last_call(source) == ("save", "Next", (NEXT, "- and one more"))
        assert "Saved Next · u undoes" in stage.toasts[-1]
        await stage.press("u")
        assert last_call(source) == ("revert", 101)

    drive(script, source=source)


def test_letters_and_digits_are_text_in_the_editor() -> None:
    """The key q does not leave, 1 does not open Live, d deletes nothing."""
    source = editing()

    async def script(stage: Stage) -> None:
        editor = await open_next(stage)
        await stage.press(*"q1dux?e/")
        assert stage.shows(EditorScreen)
        assert editor.lines == ["q1dux?e/" + NEXT]

    drive(script, source=source)


def test_leaving_keeps_a_draft_and_e_goes_on_with_it() -> None:
    """Leaving loses nothing; the draft is gone when it is saved."""
    source = editing()

    async def script(stage: Stage) -> None:
        await open_next(stage)
        await stage.press("x", "escape")
        assert stage.is_on_live
        assert [draft.lines for draft in source.kept.values()] == [("x" + NEXT,)]
        assert "e resumes" in stage.toasts[-1]
        await stage.press("e")
        assert isinstance(stage.app.screen, EditorScreen)
        assert stage.app.screen.editor.lines == ["x" + NEXT]
        await stage.press("ctrl+s")
        assert last_call(source) == ("save", "Next", ("x" + NEXT,))
        assert source.kept == {}

    drive(script, source=source)


def test_leaving_without_a_change_leaves_nothing_behind() -> None:
    """No draft of what is in the file, and no version."""
    source = editing()

    async def script(stage: Stage) -> None:
        await open_next(stage)
        await stage.press("x", "backspace", "escape")
        assert stage.is_on_live

    drive(script, source=source)
    assert source.kept == {}
    assert not any(call[0] == "save" for call in source.calls)


def test_the_end_of_the_program_keeps_what_was_typed() -> None:
    """ctrl+q in the middle of a word."""
    source = editing()

    async def script(stage: Stage) -> None:
        await open_next(stage)
        await stage.press(*"half a w")
        await stage.pilot.press("ctrl+q")

    drive(script, source=source)
    assert [draft.lines for draft in source.kept.values()] == [("half a w" + NEXT,)]


def test_a_fault_is_told_with_its_line_and_nothing_is_written() -> None:
    """While it is typed, in words, with the mend; ctrl+s is refused by the core and the text stays."""
    source = editing()

    async def script(stage: Stage) -> None:
        editor = await open_next(stage)
        await stage.press("end", "enter", *"## Task")
        await stage.pilot.pause(0.4)
        await stage.settle()
        assert "✗ line 2: " in stage.text
        assert editor.lines == [NEXT, "## Task"]

    drive(script, source=source)


def test_the_gauge_follows_what_is_typed() -> None:
    """The figures are those of the text, not of the file."""
    source = editing()

    async def script(stage: Stage) -> None:
        await open_next(stage)
        assert f"{len(NEXT) + 1}/200" in stage.text
        await stage.press("end", *"abc")
        await stage.pilot.pause(0.4)
        await stage.settle()
        assert f"{len(NEXT) + 4}/200" in stage.text

    drive(script, source=source)


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (40, 12)])
def test_what_the_agent_changes_meanwhile_is_shown_at_once_and_merged(size: tuple[int, int]) -> None:
    """Beside the text or under it; saving keeps both."""
    source = editing()

    async def script(stage: Stage) -> None:
        await open_next(stage)
        await stage.press(*"- mine", "enter")
        source.texts["Next"] = (NEXT, "- theirs")
        await stage.show(make_view(version=44))
        assert "+ - theirs" in stage.text
        assert "mine" in stage.text
        await stage.press("ctrl+s")
        assert last_call(source) == ("save", "Next", ("- mine", NEXT, "- theirs"))

    drive(script, source=source, size=size)


def test_the_cursor_stays_in_sight_when_what_others_change_takes_rows() -> None:
    """Whoever types at the end of a long section goes on seeing what is typed."""
    source = editing()
    source.texts["Next"] = (NEXT, *(f"- line {n}" for n in range(40)))

    async def script(stage: Stage) -> None:
        await open_next(stage)
        await stage.press("ctrl+end", *" typed here")
        assert "- line 39 typed here" in stage.text
        source.texts["Next"] = (*source.texts["Next"], "- theirs")
        await stage.show(make_view(version=44))
        assert "+ - theirs" in stage.text
        assert "- line 39 typed here" in stage.text
        await stage.press("ctrl+home", *"First ")
        assert f"First {NEXT}"[:40] in stage.text

    drive(script, source=source, size=(60, 24))


@pytest.mark.parametrize(("key", "kept"), [("space", 1), ("+", 2)])
def test_the_result_stands_under_both_sides_which_tell_what_was_kept(key: str, kept: int) -> None:
    source = editing()

    async def script(stage: Stage) -> None:
        await make_conflict(stage, source)
        assert "kept" not in stage.text
        await stage.press(key)
        rows = [row.strip() for row in stage.text.split("\n")]
        assert sum("✓ kept" in row for row in rows) == kept
        at = next(n for n, row in enumerate(rows) if row.startswith("─ result · ctrl+s saves"))
        assert rows[at - 1] == "theirs"
        assert rows[at + 1] in (f"mine {NEXT}", "theirs")

    drive(script, source=source, size=(80, 30))


async def make_conflict(stage: Stage, source: FakeSource) -> ConflictScreen:
    """Both sides change the one line."""
    await open_next(stage)
    await stage.press(*"mine ")
    source.texts["Next"] = ("theirs",)
    await stage.show(make_view(version=44))
    assert "same lines" in stage.text
    await stage.press("ctrl+s")
    screen = stage.app.screen
    assert isinstance(screen, ConflictScreen)
    return screen


@pytest.mark.parametrize(
    ("keys", "saved"),
    [
        (["space"], ("mine " + NEXT,)),
        (["down", "space"], ("theirs",)),
        (["+"], ("theirs", "mine " + NEXT)),
        (["down", "space", "e", *"X ", "escape"], ("X theirs",)),
    ],
    ids=["mine", "theirs", "both", "edited"],
)
def test_a_conflict_is_decided_place_by_place(keys: list[str], saved: tuple[str, ...]) -> None:
    """Nothing is written until it is decided; each side, both, and a result of one's own."""
    source = editing()

    async def script(stage: Stage) -> None:
        screen = await make_conflict(stage, source)
        assert last_call(source) == ("conflict", "Next")
        await stage.press("ctrl+s")
        assert stage.app.screen is screen
        assert "not decided yet" in stage.toasts[-1]
        await stage.press(*keys, "ctrl+s")
        assert stage.is_on_live
        assert last_call(source) == ("save", "Next", saved)

    drive(script, source=source)


def test_leaving_the_conflict_goes_back_to_the_text_and_writes_nothing() -> None:
    """esc, esc: the draft has it."""
    source = editing()

    async def script(stage: Stage) -> None:
        await make_conflict(stage, source)
        await stage.press("space", "escape")
        assert stage.shows(EditorScreen)
        await stage.press("escape")
        assert [draft.lines for draft in source.kept.values()] == [("mine " + NEXT,)]
        assert source.texts["Next"] == ("theirs",)

    drive(script, source=source)


def test_a_save_that_fails_keeps_the_text_open_and_offers_another_place(tmp_path: object) -> None:
    """A full disk: the text is in the editor and goes to a file that the person names."""
    source = editing()
    place = f"{tmp_path}/text.md"

    async def script(stage: Stage) -> None:
        editor = await open_next(stage)
        await stage.press("x")
        source.fault = StorageError("could not write: No space left on device", "free some space")
        await stage.press("ctrl+s")
        assert stage.shows(EditorScreen)
        assert "Write the text to" in stage.text
        await stage.press("ctrl+a", "ctrl+k", *place, "enter")
        assert stage.shows(EditorScreen)
        assert editor.lines == ["x" + NEXT]
        await stage.press("ctrl+s")
        assert last_call(source) == ("save", "Next", ("x" + NEXT,))

    drive(script, source=source)
    with open(place, encoding="utf-8") as file:
        assert file.read() == "x" + NEXT + "\n"


def test_a_draft_that_cannot_be_written_is_told_once_and_esc_does_not_lose_the_text() -> None:
    """Leaving would: the editor stays and offers another place."""
    source = editing()
    source.draft_fault = StorageError("could not write: No space left on device")

    async def script(stage: Stage) -> None:
        await open_next(stage)
        await stage.press("x", "escape")
        assert stage.shows(EditorScreen)
        assert "Write the text to" in stage.text

    drive(script, source=source)


def test_a_paste_is_one_step_its_controls_are_visible_and_undo_takes_it_back() -> None:
    """50,000 characters, a terminal's escape, line ends that are none of a pad's."""
    source = editing()

    async def script(stage: Stage) -> None:
        editor = await open_next(stage)
        stage.app.post_message(events.Paste("a\x1b[31m\u202eb\x0cc\r\nd\u2028e\n" + "x" * 50_000))
        await stage.settle()
        assert editor.lines[0] == "a␛[31m⇄b␌c"
        assert editor.lines[1] == "d␤e"
        assert len(editor.lines) == 3
        await stage.press("ctrl+z")
        assert editor.lines == [NEXT]
        await stage.press("ctrl+y")
        assert len(editor.lines[2]) == 50_000 + len(NEXT)

    drive(script, source=source)


def test_hidden_characters_of_the_file_are_marks_on_the_screen_and_stay_in_the_text() -> None:
    """What a person does not touch is saved as it was."""
    source = editing()
    source.texts["Next"] = ("a\u202eb\x1b[2Jc\td",)

    async def script(stage: Stage) -> None:
        editor = await open_next(stage)
        assert "a⇄b␛[2Jc" in stage.text
        assert "\x1b" not in stage.text
        await stage.press("end", "!", "ctrl+s")
        assert editor.lines == ["a\u202eb\x1b[2Jc\td!"]

    drive(script, source=source)


def test_a_text_that_the_editor_would_change_is_offered_to_another_one() -> None:
    """A form feed and U+2028 are line ends to the widget and characters of a pad."""
    assert can_hold(["- a", "", "- b"])
    assert not can_hold(["- a\x0cb"])
    assert not can_hold(["- a\u2028b"])
    source = editing()
    source.texts["Next"] = ("- a\u2028b",)

    async def script(stage: Stage) -> None:
        await stage.press("j", "e")
        assert not stage.shows(EditorScreen)
        assert "$EDITOR" in stage.text
        await stage.press("n")
        assert stage.is_on_live

    drive(script, source=source)


def test_a_draft_that_was_left_behind_is_offered_with_its_age_and_difference() -> None:
    """After a crash: what it adds to the section as it is today, and e goes on with it."""
    source = editing()
    left = new_draft("section", "Next", [NEXT, "- half a thought"], [NEXT], 42)
    source.kept["00.json"] = left._replace(name="00.json")
    source.left = (source.kept["00.json"],)

    async def script(stage: Stage) -> None:
        assert stage.shows(DraftScreen)
        assert "Draft of Next" in stage.text
        assert "not saved" in stage.text
        assert "+ - half a thought" in stage.text
        await stage.press("e")
        assert isinstance(stage.app.screen, EditorScreen)
        assert stage.app.screen.editor.lines == [NEXT, "- half a thought"]
        await stage.press("ctrl+s")
        assert last_call(source) == ("save", "Next", (NEXT, "- half a thought"))
        assert source.kept == {}

    drive(script, source=source)


@pytest.mark.parametrize(
    ("theirs", "words"),
    [
        ((NEXT, "- theirs"), "agent t57 changed this section · saving merges"),
        (("- other words",), "agent t57 changed the same lines in one place · saving asks"),
    ],
)
def test_a_draft_shows_what_was_changed_in_it_apart_from_what_others_changed_since(
    theirs: tuple[str, ...], words: str
) -> None:
    """Against the pad of today the agent's new line would look as if the person had taken it out."""
    source = editing()
    source.texts["Next"] = theirs
    left = new_draft("section", "Next", ["- my words"], [NEXT], 42)
    source.kept["00.json"] = left._replace(name="00.json")
    source.left = (source.kept["00.json"],)

    async def script(stage: Stage) -> None:
        rows = [line.text.rstrip() for line in stage.app.screen.query_one(LongRows).lines]
        at = next(number for number, row in enumerate(rows) if words in row)
        assert [row[1:] for row in rows[1:at]] == [f"- {NEXT}", "+ - my words"]
        others = [row[1:] for row in rows[at + 1 :]]
        assert f"+ {theirs[-1]}" in others
        assert not any("my words" in row for row in others)

    drive(script, source=source)


def test_a_draft_is_deleted_only_after_a_question() -> None:
    """Its text is nowhere else."""
    source = editing()
    source.kept["00.json"] = new_draft("section", "Next", ["- x"], [], 42)._replace(name="00.json")
    source.left = (source.kept["00.json"],)

    async def script(stage: Stage) -> None:
        await stage.press("d", "n")
        assert stage.shows(DraftScreen)
        assert source.kept
        await stage.press("d", "y")
        assert stage.is_on_live
        assert source.kept == {}

    drive(script, source=source)


def test_the_smallest_terminal_still_edits() -> None:
    """Shrunk to 40x12 while the editor is open: the text, its fault and the keys are there."""
    source = editing()

    async def script(stage: Stage) -> None:
        editor = await open_next(stage)
        await stage.pilot.resize_terminal(40, 12)
        await stage.settle()
        await stage.press(*"abc")
        assert editor.lines[0].startswith("abc")
        assert editor.size.height >= 4
        assert "ctrl+s save" in stage.text

    drive(script, source=source)


def test_a_read_only_pad_is_not_edited() -> None:
    """The toast says how to."""
    source = FakeSource(read_only=True)

    async def script(stage: Stage) -> None:
        await stage.press("j", "e")
        assert stage.is_on_live
        assert "--read-only" in stage.toasts[-1]

    drive(script, source=source)


def test_a_decision_stands_when_the_conflict_is_left_and_come_back_to() -> None:
    """As long as both texts are the same."""
    source = editing()

    async def script(stage: Stage) -> None:
        await make_conflict(stage, source)
        await stage.press("+", "escape")
        assert stage.shows(EditorScreen)
        await stage.press("ctrl+s")
        assert stage.shows(ConflictScreen)
        assert "all decided" in stage.text
        await stage.press("ctrl+s")
        assert last_call(source) == ("save", "Next", ("theirs", "mine " + NEXT))

    drive(script, source=source)


def test_ctrl_s_saves_while_the_result_is_edited() -> None:
    """The footer says so."""
    source = editing()

    async def script(stage: Stage) -> None:
        await make_conflict(stage, source)
        await stage.press("space", "e", *"X ")
        assert "ctrl+s save" in stage.text
        await stage.press("ctrl+s")
        assert last_call(source) == ("save", "Next", ("X mine " + NEXT,))

    drive(script, source=source)


def test_a_conflict_is_decided_at_the_smallest_size() -> None:
    """Words of both sides, and the keys that keep them."""
    source = editing()

    async def script(stage: Stage) -> None:
        await make_conflict(stage, source)
        assert "mine - Add the" in stage.text
        assert "theirs" in stage.text
        assert "space keeps a side, + both" in stage.text
        assert "space keep  + both    ? help" in stage.text
        assert "wrote · ↓" in stage.text, "the key that goes to the other side"

    drive(script, source=source, size=(40, 12))


@pytest.mark.parametrize("height", range(5, 30))
def test_the_rows_of_a_conflict_fit_and_count_what_they_hide(height: int) -> None:
    """The side under the cursor gives its rows last; both sides keep a row while there is room."""
    conflict = MergeConflict(
        "Next", ["a", "b"], [f"mine {n}" for n in range(9)], [f"theirs {n}" for n in range(7)]
    )
    state = ConflictState(conflict)
    for side in (0, 1):
        state.side = side
        shown = conflict_rows(state, "agent t1", 60, height)
        texts = ["".join(span.text for span in row) for row in shown.rows]
        assert len(texts) <= height
        words = "\n".join(texts)
        hidden = sum(int(number) for number in re.findall(r"… (\d+) more", words))
        assert hidden + len(texts) - 3 == 2 + 9 + 7
        assert "mine 0" in words
        assert "theirs 0" in words


def test_what_is_typed_while_a_save_waits_stays_open_and_is_kept() -> None:
    """The save takes what stood there when it was asked for; the rest is an edit of that."""
    source = editing()

    async def script(stage: Stage) -> None:
        editor = await open_next(stage)
        await stage.press(*"one ")
        saved = source.save_section

        def slow(section: str, lines: Sequence[str], base: Sequence[str]) -> Act:
            stage.app.call_from_thread(editor.insert, "two ")
            return saved(section, lines, base)

        source.save_section = slow  # type: ignore[method-assign]
        await stage.press("ctrl+s")
        source.save_section = saved  # type: ignore[method-assign]
        assert stage.shows(EditorScreen)
        assert last_call(source) == ("save", "Next", ("one " + NEXT,))
        assert editor.lines == ["one two " + NEXT]
        assert "not saved yet" in stage.toasts[-1]
        await stage.press("escape")
        assert [draft.lines for draft in source.kept.values()] == [("one two " + NEXT,)]
        await stage.press("e", "ctrl+s")
        assert last_call(source) == ("save", "Next", ("one two " + NEXT,))

    drive(script, source=source)


def test_what_was_decided_and_written_in_a_conflict_is_a_draft_too() -> None:
    """However the program ends: the result stands on disk, with both sides where nothing was decided."""
    source = editing()

    async def script(stage: Stage) -> None:
        await make_conflict(stage, source)
        await stage.press("space", "e", *"by hand ")
        await stage.pilot.press("ctrl+q")

    drive(script, source=source)
    assert [(draft.lines, draft.base) for draft in source.kept.values()] == [
        (("by hand mine " + NEXT,), ("theirs",))
    ]


def _held_up(stage: Stage) -> list[Callable[[], object]]:
    """Lets no work in the background begin: what was to be done."""
    waiting: list[Callable[[], object]] = []

    def hold(do: Callable[[], object], *_: object, **__: object) -> None:
        waiting.append(do)

    stage.app.in_background = hold  # type: ignore[method-assign]
    return waiting


def test_a_draft_that_is_on_its_way_to_the_disk_is_kept_when_the_program_ends() -> None:
    """The end takes away work that has not begun."""
    source = editing()

    async def script(stage: Stage) -> None:
        await open_next(stage)
        editor = stage.app.screen
        assert isinstance(editor, EditorScreen)
        await stage.press(*"one ")
        _held_up(stage)
        editor._keep_soon()
        await stage.pilot.press("ctrl+q")

    drive(script, source=source)
    assert [draft.lines for draft in source.kept.values()] == [("one " + NEXT,)]


def test_a_draft_that_comes_late_to_the_disk_takes_no_newer_ones_place() -> None:
    """Neither does it come back when the text was saved or is not wanted."""
    source = editing()

    async def script(stage: Stage) -> None:
        await open_next(stage)
        editor = stage.app.screen
        assert isinstance(editor, EditorScreen)
        waiting = _held_up(stage)
        await stage.press(*"one ")
        editor._keep_soon()
        await stage.press(*"two ")
        assert editor.keep_now()
        waiting.pop()()
        assert [draft.lines for draft in source.kept.values()] == [("one two " + NEXT,)]
        await stage.press(*"three ")
        editor._keep_soon()
        editor._forget()
        waiting.pop()()
        assert not source.kept
        editor.drop()

    drive(script, source=source)
    assert not source.kept


def test_a_written_result_is_not_lost_when_the_text_is_changed_once_more() -> None:
    """It is what the result begins with when it is edited again."""
    source = editing()

    async def script(stage: Stage) -> None:
        await make_conflict(stage, source)
        await stage.press("space", "e", *"by hand ", "escape", "escape")
        assert stage.shows(EditorScreen)
        await stage.press(*"more ", "ctrl+s")
        assert stage.shows(ConflictScreen)
        assert "1 to decide" in stage.text
        await stage.press("e", "ctrl+s")
        assert last_call(source) == ("save", "Next", ("by hand mine " + NEXT,))

    drive(script, source=source)


def test_a_draft_that_failed_is_written_as_soon_as_it_can_be() -> None:
    """There is room again: nothing more need be typed."""
    source = editing()
    source.draft_fault = StorageError("could not write: No space left on device")

    async def script(stage: Stage) -> None:
        await open_next(stage)
        await stage.press("x")
        await until(stage, lambda: "No draft could be written" in "".join(stage.toasts))
        source.draft_fault = None
        await until(stage, lambda: bool(source.kept))

    drive(script, source=source)
    assert [draft.lines for draft in source.kept.values()] == [("x" + NEXT,)]


def test_ctrl_q_with_a_text_that_can_be_kept_nowhere_asks_once() -> None:
    """Another place is offered; asked again the program ends, and the text is told."""
    source = editing()
    source.draft_fault = StorageError("could not write: No space left on device")

    async def script(stage: Stage) -> None:
        await open_next(stage)
        await stage.press("x", "ctrl+q")
        assert stage.shows(EditorScreen)
        assert "Write the text to" in stage.text
        assert "ctrl+q again leaves without" in stage.toasts[-1]
        await stage.pilot.press("ctrl+q")

    app = drive(script, source=source)
    assert [draft.lines for draft in app.lost] == [("x" + NEXT,)]


def test_a_line_in_its_field_is_on_disk_while_it_is_typed() -> None:
    """Not only when the field is left."""
    source = FakeSource()

    async def script(stage: Stage) -> None:
        await stage.press("j", "o", *"half a line")
        await until(stage, lambda: bool(source.kept))
        assert [draft.lines for draft in source.kept.values()] == [("half a line",)]
        await stage.press("enter")
        assert source.kept == {}

    drive(script, source=source)


def test_a_draft_that_somebody_took_away_is_written_anew() -> None:
    """A cleaning command takes ignored folders; the text is still in the editor."""
    source = editing()

    async def script(stage: Stage) -> None:
        await open_next(stage)
        await stage.press("x")
        await until(stage, lambda: bool(source.kept))
        source.kept.clear()
        await until(stage, lambda: bool(source.kept))

    drive(script, source=source)
    assert [draft.lines for draft in source.kept.values()] == [("x" + NEXT,)]


def test_of_several_drafts_of_a_section_each_is_gone_on_with() -> None:
    """The newest first; the older one is what e opens next."""
    source = editing()
    for name, text in (("00.json", "older"), ("01.json", "newer")):
        source.kept[name] = new_draft("section", "Next", [NEXT, text], [NEXT], 42)._replace(name=name)
    source.left = tuple(source.kept.values())

    async def script(stage: Stage) -> None:
        assert stage.shows(DraftScreen)
        assert "One more draft waits" in stage.toasts[-1]
        await stage.press("e", "ctrl+s")
        assert last_call(source) == ("save", "Next", (NEXT, "newer"))
        await stage.press("j", "e")
        assert isinstance(stage.app.screen, EditorScreen)
        assert stage.app.screen.editor.lines == [NEXT, "older"]

    drive(script, source=source)


def test_read_only_a_draft_is_looked_at_alone() -> None:
    """Going on with it would come to a text that cannot be saved."""
    source = editing(FakeSource(read_only=True))
    source.kept["00.json"] = new_draft("section", "Next", [NEXT, "typed"], [NEXT], 42)._replace(
        name="00.json"
    )
    source.left = tuple(source.kept.values())

    async def script(stage: Stage) -> None:
        assert stage.shows(DraftScreen)
        assert not any(words in stage.text for words in ("e edit", "d delete"))
        for key in ("e", "d"):
            stage.app.clear_notifications()
            await stage.press(key)
            assert "--read-only" in stage.toasts[-1]
            assert stage.shows(DraftScreen)

    drive(script, source=source)


@pytest.mark.parametrize("key", ["e", "o", "m", "-"])
def test_nothing_is_opened_whose_text_the_file_could_not_take(key: str) -> None:
    """A conflict, or a pad that is mended by hand alone: who typed first would find out at the save."""
    source = editing(
        FakeSource(
            make_view(state="CONFLICT", sentence="Line 3", remedies=remedies("E opens it: keep one side"))
        )
    )

    async def script(stage: Stage) -> None:
        await stage.press("j", key)
        assert stage.is_on_live
        assert not stage.app.screen.query(FieldRow)
        assert stage.toasts == ["Nothing can be saved before the file is mended: E opens it in $EDITOR"]

    drive(script, source=source)
