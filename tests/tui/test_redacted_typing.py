"""Texts that are being typed while something of them is redacted: it leaves the screen, the steps of undo and the drafts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.errors import MergeConflict
from scratchpad_tui.core.pad.drafts import Drafts, new_draft
from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.pad.redact import redact
from scratchpad_tui.core.pad.redact_told import taken_out
from scratchpad_tui.core.pad.store import PadStore
from scratchpad_tui.tui.conflict_state import ConflictState
from scratchpad_tui.tui.live_source import LiveSource
from scratchpad_tui.tui.put_away import PutAway
from scratchpad_tui.tui.screens.conflict import ConflictScreen
from scratchpad_tui.tui.screens.draft import DraftScreen
from scratchpad_tui.tui.screens.editor import EditorScreen
from scratchpad_tui.tui.typed_lines import TypedLine
from scratchpad_tui.tui.widgets.field import EntryRow, ReasonRow, WordingRow
from scratchpad_tui.tui.wordings import Wordings
from tests.tui.drive import drive
from tests.tui.fake import NOW, FakeSource, make_view
from tests.tui.promotions import made_item
from tests.tui.test_drafting import opened

if TYPE_CHECKING:
    from pathlib import Path

    from tests.tui.drive import Stage

FIRST, SECOND = "Zauberwort-97", "Kennwort-42"
HELD = f"- the key is {FIRST}, or {SECOND}"
LEFT = "- the key is [redacted], or [redacted]"


def holding() -> FakeSource:
    """A source whose Next holds two secrets."""
    return FakeSource(make_view({"Next": (HELD,)}))


async def redacted(stage: Stage) -> None:
    """Both are taken out of the pad and of the drafts before it is read again."""
    kept = stage.source.kept
    for name, draft in kept.items():
        lines = tuple(line.replace(FIRST, "[redacted]").replace(SECOND, "[redacted]") for line in draft.lines)
        kept[name] = draft._replace(lines=lines)
    await stage.show(make_view({"Next": (LEFT,)}, version=44))


def on_disk(stage: Stage) -> str:
    """What stands in the drafts."""
    return repr(stage.source.kept)


def holds_none(text: str) -> bool:
    """Whether neither stands in a text."""
    return FIRST not in text and SECOND not in text


def test_an_open_editor_and_its_draft_lose_it_and_what_was_typed_stays() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("j", "e", *"mine ", "end", "enter", *f"  so {SECOND}")
        screen = opened(stage)
        screen._keep_soon()
        await stage.settle()
        assert FIRST in on_disk(stage)
        await redacted(stage)
        assert holds_none(stage.text)
        assert holds_none(on_disk(stage))
        await stage.press("!")
        screen._keep_soon()
        await stage.settle()
        assert screen.editor.lines == [f"mine {LEFT}", "  so [redacted]!"]
        assert holds_none(on_disk(stage))
        assert screen.state.base == screen.state.theirs.now.lines == (LEFT,)
        await stage.press("ctrl+s")
        assert stage.source.calls[-1] == ("save", "Next", (f"mine {LEFT}", "  so [redacted]!"))

    drive(script, source=holding())


def test_no_step_brings_it_back() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("j", "e", "ctrl+end", *" and more", *["backspace"] * 30)
        screen = opened(stage)
        await redacted(stage)
        for key in ("ctrl+z", "ctrl+z", "ctrl+y"):
            await stage.press(key)
            assert holds_none("\n".join(screen.editor.lines))

    drive(script, source=holding())


def test_the_panel_with_what_others_changed_loses_it() -> None:
    """It shows what the edit began with too."""

    async def script(stage: Stage) -> None:
        await stage.press("j", "e", "x")
        await stage.show(make_view({"Next": (f"{HELD}, anew",)}, version=44))
        assert stage.text.count(FIRST) == 3
        await stage.show(make_view({"Next": (f"{LEFT}, anew",)}, version=45))
        assert holds_none(stage.text)
        assert opened(stage).editor.lines == [f"x{LEFT}"]

    drive(script, source=holding())


@pytest.mark.parametrize("writes", [False, True])
def test_an_open_conflict_loses_it_and_keeps_what_was_decided(*, writes: bool) -> None:
    source = holding()

    async def script(stage: Stage) -> None:
        await stage.press("j", "e", "end", *" mine")
        await stage.show(make_view({"Next": (f"{HELD} theirs",)}, version=44))
        await stage.press("ctrl+s")
        assert stage.shows(ConflictScreen)
        await stage.press(*(("e", "end", "!") if writes else ("space",)))
        assert FIRST in stage.text
        await stage.show(make_view({"Next": (f"{LEFT} theirs",)}, version=45))
        assert stage.shows(ConflictScreen)
        assert holds_none(stage.text)
        await stage.press("ctrl+s")
        end = "mine!" if writes else "mine"
        assert source.calls[-1] == ("save", "Next", (f"{LEFT} {end}",))

    drive(script, source=source)


def test_a_conflict_that_is_none_any_more_closes() -> None:
    source = FakeSource(make_view({"Next": ("- one",)}))

    async def script(stage: Stage) -> None:
        await stage.press("j", "e", "end", *f" {FIRST}")
        source.view = make_view({"Next": (f"- one {SECOND}",)}, version=44)
        await stage.press("ctrl+s")
        assert stage.shows(ConflictScreen)
        await stage.show(source.view)
        taken = taken_out(f"{FIRST}, {SECOND}", "[redacted], [redacted]")
        stage.app.follow_redaction(taken)
        await stage.settle()
        assert stage.shows(EditorScreen)
        assert opened(stage).editor.lines == ["- one [redacted]"]

    drive(script, source=source)


def test_what_was_decided_stands_where_its_place_is_the_same_but_for_the_mark() -> None:
    conflict = MergeConflict("Next", ["a", FIRST], [f"a {FIRST}", FIRST], ["a b", FIRST])
    state = ConflictState(conflict)
    state.write([f"mine {FIRST}"])
    state.follow_redaction(taken_out(FIRST, "[redacted]"))
    assert state.chosen == ("mine [redacted]",)
    assert holds_none(repr(vars(state)))


def test_a_new_line_and_its_draft_lose_it() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("j", "o", *f"as {SECOND} says")
        stage.app.live.keep_typed()
        await stage.settle()
        assert SECOND in on_disk(stage)
        await redacted(stage)
        await stage.press("!")
        stage.app.live.keep_typed()
        await stage.settle()
        assert stage.app.screen.query_one(EntryRow).text == "as [redacted] says!"
        assert holds_none(on_disk(stage))
        await stage.press("escape", "o")
        assert stage.app.screen.query_one(EntryRow).text == "as [redacted] says!"

    drive(script, source=holding())


def test_the_texts_that_are_typed_in_promotions_lose_it() -> None:
    """The pad tells it: the queue may never have held it."""
    source = holding()
    source.queue = [made_item(1, "a thing")]

    async def script(stage: Stage) -> None:
        await stage.press("3", "o", *f"with {FIRST}", "escape", "e", *f" and {SECOND}")
        await redacted(stage)
        assert stage.app.screen.query_one(WordingRow).text == "a thing and [redacted]"
        await stage.press("escape", "o")
        assert stage.app.screen.query_one(WordingRow).text == "with [redacted]"
        await stage.press("escape")
        assert holds_none(on_disk(stage))

    drive(script, source=source)


def test_a_reason_that_is_typed_or_was_left_loses_it() -> None:
    source = holding()
    source.queue = [made_item(1, "a thing")]

    async def script(stage: Stage) -> None:
        await stage.press("3", "x", *f"it is {FIRST}")
        await redacted(stage)
        assert stage.app.screen.query_one(ReasonRow).text == "it is [redacted]"
        await stage.press("escape")
        assert "it is [redacted]" in stage.app.screen.state.typed.values()  # type: ignore[attr-defined]

    drive(script, source=source)


def test_a_draft_that_waits_loses_it() -> None:
    source = holding()
    draft = new_draft("section", "Next", (f"{HELD} mine",), (HELD,), 43)
    source.left = (draft._replace(pid=0, name=f"{'0' * 16}.json", time=NOW),)

    async def script(stage: Stage) -> None:
        assert stage.shows(DraftScreen)
        assert FIRST in stage.text
        await redacted(stage)
        assert holds_none(stage.text)
        await stage.press("escape", "j", "e")
        assert opened(stage).editor.lines == [f"{LEFT} mine"]

    drive(script, source=source)
    waiting = PutAway()
    waiting.put(draft)
    waiting.follow_redaction(taken_out(HELD, LEFT))
    assert holds_none(repr(waiting.take("Next")))


# Over files: what only a draft held


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> PadStore:
    """A pad, and a state directory of its own."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    store = PadStore(tmp_path / ".agent" / "scratchpad.md")
    store.apply([Patch("Findings", "append", "one")])
    return store


def test_what_was_redacted_in_a_draft_comes_back_with_no_later_text(store: PadStore) -> None:
    """The pad never held it, and what is typed holds it still."""
    source = LiveSource(PadStore(store.paths.named))
    try:
        typed = TypedLine("Findings")
        typed.text = f"it is {FIRST}"
        assert not typed.keep(source.keep_draft)
        redact(store, FIRST)
        typed.text += ", or"
        taken = typed.keep(source.keep_draft)
        assert taken.out_of(typed.text) == "it is [redacted], or"
        typed.text += f" {FIRST}"  # a field that was not told yet
        typed.keep(source.keep_draft)
        drafts = Drafts(store.paths).all()
        assert [draft.lines for draft in drafts] == [("it is [redacted], or [redacted]",)]
    finally:
        source.close()


def test_a_wording_follows_its_draft(store: PadStore) -> None:
    source = LiveSource(PadStore(store.paths.named))
    try:
        wordings = Wordings()
        wordings.put("p1", "a thing", f"a thing like {FIRST}x")
        wordings.keep(source)
        redact(store, f"{FIRST}x")
        wordings.put("p1", "a thing", f"a thing like {FIRST}x!")
        wordings.follow_redaction(wordings.keep(source))
        assert wordings.text("p1") == "a thing like [redacted]!"
        assert FIRST not in repr(Drafts(store.paths).all())
    finally:
        source.close()


def test_an_editor_shows_what_its_draft_has_become() -> None:
    source = holding()
    keep = source.keep_draft

    def washing(draft: object) -> object:
        kept = keep(draft)  # type: ignore[arg-type]
        washed = kept._replace(lines=tuple(line.replace("typed", "[redacted]") for line in kept.lines))
        source.kept[kept.name] = washed
        return washed

    source.keep_draft = washing  # type: ignore[method-assign, assignment]

    async def script(stage: Stage) -> None:
        await stage.press("j", "e", "end", *" typed")
        screen = opened(stage)
        screen._keep_soon()
        await stage.settle()
        assert screen.editor.lines == [f"{HELD} [redacted]"]

    drive(script, source=source)
