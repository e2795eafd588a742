"""The texts of proposals: on disk while they are typed, there again after any end, and never with a secret in them."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.errors import InputError, StorageError
from scratchpad_tui.core.pad.drafts import Drafts, new_draft
from scratchpad_tui.core.pad.needs import Signs, needs
from scratchpad_tui.core.pad.recent import Recent
from scratchpad_tui.core.pad.store import PadStore
from scratchpad_tui.core.session.review import Review
from scratchpad_tui.tui.live_source import LiveSource
from scratchpad_tui.tui.screens.promotions import PromotionsScreen
from scratchpad_tui.tui.widgets.field import WordingRow
from scratchpad_tui.tui.wordings import NEW, Wordings
from tests.tui.drive import drive
from tests.tui.fake import NOW, FakeSource, make_view
from tests.tui.promotions import QUEUE, made_item
from tests.tui.terminal import Terminal
from tests.tui.test_promoting_source import PAD, TOKEN
from tests.tui.test_secret import HIT, refused

if TYPE_CHECKING:
    from scratchpad_tui.core.pad.drafts import Draft
    from scratchpad_tui.core.secrets.finding import Finding
    from tests.tui.drive import Stage

HERE = QUEUE[1]
_LIMIT = 30.0


def queued() -> FakeSource:
    """A source with a queue."""
    source = FakeSource()
    source.queue = list(QUEUE)
    return source


def left(item: str, text: str, base: str = HERE.text, name: str = "0" * 16) -> Draft:
    """A draft of an earlier run."""
    return new_draft("wording", item, (text,), (base,), 0)._replace(pid=0, name=f"{name}.json", time=NOW)


def kept(source: FakeSource) -> list[tuple[str, str]]:
    """The proposals with a draft on disk, and its text."""
    return [(draft.section, "".join(draft.lines)) for draft in source.kept.values()]


def test_what_is_typed_is_on_disk_when_the_field_is_left_and_gone_when_it_is_taken() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("3", "e", *" more", "escape")
        assert kept(stage.source) == [(HERE.id, f"{HERE.text} more")]
        await stage.press("e", *"!", "enter")
        assert stage.source.calls[-1] == ("reword", HERE.id, f"{HERE.text} more!")
        assert kept(stage.source) == []

    drive(script, source=queued())


def test_what_is_redacted_is_taken_out_of_what_was_typed_also_where_the_proposal_has_another_id() -> None:
    """What a rule offers is named after its text."""
    wordings = Wordings()
    wordings.put("p1", "key Zauberwort, twice Zauberwort", "my key Zauberwort")
    wordings.put("+ab", "Zauberwort in prod", "Zauberwort in prod, of old")
    wordings.put("p2", "another", "another one")
    wordings.follow({"p1": "key [redacted], twice [redacted]", "+cd": "[redacted] in prod", "p2": "other"})
    assert wordings.text("p1") == "my key [redacted]"
    assert wordings.text("+cd") == "[redacted] in prod, of old"
    assert wordings.text("p2") == "another one"


def test_two_redactions_between_two_readings_are_both_taken_out() -> None:
    wordings = Wordings()
    wordings.put("p1", "key Zauberwort and Kennwort", "Kennwort, not Zauberwort")
    wordings.put("+ab", "Zauberwort or Kennwort in prod", "Zauberwort or Kennwort in prod, of old")
    wordings.follow({"p1": "key [redacted] and [redacted]", "+cd": "[redacted] or [redacted] in prod"})
    assert wordings.text("p1") == "[redacted], not [redacted]"
    assert wordings.text("+cd") == "[redacted] or [redacted] in prod, of old"


def test_a_proposal_that_was_reworded_and_redacted_leaves_no_secret_in_what_was_typed() -> None:
    wordings = Wordings()
    wordings.put("p1", "key Zauberwort", "mine is Zauberwort too")
    wordings.follow({"p1": "another text [redacted]"})
    assert wordings.text("p1") == "mine is [redacted] too"


def test_only_a_proposal_that_came_is_taken_for_one_that_was_redacted() -> None:
    """One with a mark may have stood there all the time."""
    wordings = Wordings()
    wordings.follow({"+ab": "Zauberwort in prod", "+cd": "[redacted]"})
    wordings.put("+ab", "Zauberwort in prod", "Zauberwort in prod, of old")
    wordings.follow({"+cd": "[redacted]"})
    assert wordings.text("+ab") == "Zauberwort in prod, of old"
    wordings.follow({"+cd": "[redacted]", "+ef": "[redacted] in prod", "+gh": "[redacted]"})
    assert wordings.text("+ef") == "[redacted] in prod, of old"


def test_of_two_texts_for_one_proposal_none_is_lost(tmp_path: Path) -> None:
    """Two offers may be one when what they differed in was redacted."""
    wordings = Wordings()
    for number, name in enumerate(("Zauberwort", "Kennwort", "Passwort"), 1):
        wordings.put(f"+{number}", f"{name} in prod", f"{name} in prod, text {number}")
    orphaned = wordings.follow({"+x": "[redacted] in prod"}, "+2")
    assert orphaned
    assert wordings.text("+x") == "[redacted] in prod, text 2"
    assert wordings.text(NEW) == "[redacted] in prod, text 1"
    source = LiveSource(PadStore(tmp_path / "scratchpad.md"))
    try:
        wordings.keep(source)
    finally:
        source.close()
    drafts = Drafts(PadStore(tmp_path / "scratchpad.md").paths).all()
    assert sorted(draft.lines[0][-6:] for draft in drafts) == ["text 1", "text 2", "text 3"]
    assert not wordings.waits


def test_a_field_that_comes_to_a_proposal_with_a_text_keeps_both() -> None:
    source = queued()
    first, second = made_item(1, "Zauberwort in prod"), made_item(2, "Kennwort in prod")
    offers = [first._replace(id="+1", is_candidate=True), second._replace(id="+2", is_candidate=True)]
    left = [first._replace(id="+x", text="[redacted] in prod", is_candidate=True)]
    source.queue = offers

    async def script(stage: Stage) -> None:
        await stage.press("3", "e", *" one", "escape", "down", "e", *" two")
        source.queue = left
        await stage.show(make_view({}, version=44))
        assert stage.app.screen.query_one(WordingRow).text == "[redacted] in prod two"
        assert "o proposes it as a new one" in stage.toasts[-1]
        await stage.press("!", "escape")
        assert stage.app.wordings.text("+x") == "[redacted] in prod two!"
        assert stage.app.wordings.text(NEW) == "[redacted] in prod one"

    drive(script, source=source)


def test_it_is_on_disk_while_it_is_typed() -> None:
    """Nobody knows how the program ends."""

    async def script(stage: Stage) -> None:
        await stage.press("3", "e", *" more")
        screen = stage.app.screen
        assert isinstance(screen, PromotionsScreen)
        screen.keep_typed()  # what the clock of the screen does
        await stage.settle()
        assert kept(stage.source) == [(HERE.id, f"{HERE.text} more")]
        await stage.press(*["backspace"] * 5)
        screen.keep_typed()
        await stage.settle()
        assert kept(stage.source) == []

    drive(script, source=queued())


def test_it_is_offered_at_the_next_opening_of_that_item() -> None:
    source = queued()
    source.left = (left(HERE.id, "another wording"), left(NEW, "a new one", "", "1" * 16))

    async def script(stage: Stage) -> None:
        assert any("3, then e there" in toast for toast in stage.toasts)
        assert stage.is_on_live  # it is no draft of the whole pad
        await stage.press("3", "e")
        assert "another wording" in stage.text
        await stage.press("escape", "o")
        assert "a new one" in stage.text
        await stage.press("escape", "e", "enter")
        assert ("reword", HERE.id, "another wording") in stage.source.calls

    drive(script, source=source)


def test_a_text_for_a_proposal_that_is_gone_is_that_of_a_new_one() -> None:
    source = queued()
    source.left = (left("p99", "what was typed"),)

    async def script(stage: Stage) -> None:
        await stage.press("3")
        assert "o proposes it as a new one" in stage.toasts[-1]
        await stage.press("o")
        assert "what was typed" in stage.text

    drive(script, source=source)


def test_it_outlives_the_screen() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("3", "e", *" more", "escape", "1", "3", "j", "k", "e")
        assert f"{HERE.text} more"[-20:] in stage.text

    drive(script, source=queued(), size=(120, 40))


def test_another_tag_takes_no_text_away() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("3", "e", *" more", "escape", "t", "enter")
        assert kept(stage.source) == [(HERE.id, f"{HERE.text} more")]

    drive(script, source=queued())


@pytest.mark.parametrize("key", ["a", "x"])
def test_what_is_decided_needs_no_draft_and_undo_has_the_text_again(key: str) -> None:
    async def script(stage: Stage) -> None:
        await stage.press("3", "e", *" more", "escape", key, *(["enter"] if key == "x" else []))
        assert kept(stage.source) == []
        await stage.press("u", "e")
        assert f"{HERE.text} more"[-20:] in stage.text

    drive(script, source=queued(), size=(120, 40))


def test_no_secret_stands_in_a_draft() -> None:
    """Neither when it is typed behind a text that was kept, nor when it is refused."""

    async def script(stage: Stage) -> None:
        await stage.press("3", "e", *" more", "escape")
        assert len(kept(stage.source)) == 1
        stage.source.hits = [HIT]
        await stage.press("e", *" token", "escape")
        assert kept(stage.source) == []
        stage.source.fault = refused()
        await stage.press("e", "enter", "n")
        assert kept(stage.source) == []
        await stage.press("e")
        assert "more token" in stage.text
        await stage.press("escape")
        stage.source.hits = []
        await stage.press("e", "!", "escape")
        assert len(kept(stage.source)) == 1

    drive(script, source=queued(), size=(120, 40))


class Scanless(FakeSource):
    """A source whose scan fails."""

    def secrets_in(self, text: str) -> list[Finding]:
        """Fails."""
        raise InputError("the secrets scan failed", code="secret")


def test_a_scan_that_fails_keeps_nothing_on_disk() -> None:
    source, told = Scanless(), list[str]()
    wordings = Wordings()
    wordings.put("p1", "a", "b")
    wordings.keep(source, told.append)
    assert told == ["the secrets scan failed"]
    assert kept(source) == []
    assert wordings.text("p1") == "b"


def test_a_disk_that_takes_nothing_is_told_once() -> None:
    async def script(stage: Stage) -> None:
        stage.source.draft_fault = StorageError("no space left", "free some")
        await stage.press("3", "e", *" more", "escape", "e", "!", "escape")
        assert [toast for toast in stage.toasts if "No draft could be written" in toast] == [
            "No draft could be written: no space left; free some"
        ]
        stage.source.draft_fault = None
        await stage.press("e", "!", "escape")
        assert len(kept(stage.source)) == 1

    drive(script, source=queued())


def test_nothing_is_written_for_a_pad_that_is_only_read() -> None:
    source = FakeSource(read_only=True)
    wordings = Wordings()
    wordings.put("p1", "a", "b")
    wordings.keep(source)
    assert kept(source) == []


def test_a_draft_of_a_proposal_leads_to_its_screen() -> None:
    signs = Signs(Recent({}, (), 0), 0, (), 0, NOW, None, (left("p2", "x"),))
    (need,) = [one for one in needs(make_view(), signs) if one.code == "draft"]
    assert (need.key, need.words) == ("3", "a draft of a proposal is not saved")


@pytest.mark.alone
def test_the_wording_is_found_after_kill_9_and_no_secret_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a real terminal, over a real queue."""
    for name in ("XDG_STATE_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
    monkeypatch.setenv("SCRATCHPAD_NOW", "2026-07-20T14:40:00Z")
    path = tmp_path / "MEMORY-STATE.md"
    path.write_text(PAD, encoding="utf-8")
    store = PadStore(str(path))
    Review(store).propose_line("One key prefix a test")
    words = ["-m", "scratchpad_tui", "watch", "--pad", str(path)]

    def drafted() -> list[str]:
        return ["".join(draft.lines) for draft in Drafts(store.paths).all()]

    with Terminal(words, tmp_path) as terminal:
        terminal.wait_for(b"Scratch")
        terminal.wait_until_quiet()
        terminal.send("3")
        terminal.wait_for(b"Queue")
        terminal.wait_until_quiet(0.5)
        terminal.send("e")
        terminal.wait_for(b"save")
        terminal.send(", said better")
        end = time.monotonic() + _LIMIT
        while drafted() != ["One key prefix a test, said better"]:
            assert time.monotonic() < end, drafted()
            time.sleep(0.05)
        terminal.process.kill()
        terminal.process.wait()
    with Terminal(words, tmp_path) as terminal:
        terminal.wait_for(b"3, then e there")
        terminal.send("3")
        terminal.wait_for(b"Queue")
        terminal.wait_until_quiet(0.5)
        terminal.send("e")
        terminal.wait_for(b"said better")
        terminal.send(f" {TOKEN}")
        terminal.wait_until_quiet(0.3)
        terminal.send("\r")
        terminal.wait_for(b"Looks like a secret")
        end = time.monotonic() + _LIMIT
        while drafted():
            assert time.monotonic() < end, drafted()
            time.sleep(0.05)
        terminal.process.kill()
        terminal.process.wait()
    pieces = {TOKEN[at : at + 12].encode() for at in range(len(TOKEN) - 11)}
    for file in tmp_path.rglob("*"):
        if file.is_file():
            data = file.read_bytes()
            assert not [piece for piece in pieces if piece in data], file
    store.close()


def test_a_real_source_keeps_and_finds_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With what the real scan says of it."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    path = tmp_path / "MEMORY-STATE.md"
    path.write_text(PAD, encoding="utf-8")
    source = LiveSource(PadStore(str(path)))
    wordings = Wordings()
    wordings.put("p1", "One", "One and two")
    wordings.keep(source)
    wordings.put("p1", "One", f"One and {TOKEN}")
    folder = Path(Drafts(PadStore(str(path)).paths).folder)
    assert [file for file in folder.iterdir() if b"One and two" in file.read_bytes()]
    wordings.keep(source)
    assert list(folder.iterdir()) == []
    source.close()
