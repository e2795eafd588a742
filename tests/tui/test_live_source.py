"""A pad on disk as the screens know it."""

from __future__ import annotations

import os
import threading
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, ClassVar

import pytest

from scratchpad_tui.core.errors import InputError, MergeConflict
from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.pad.seen import SeenMarks
from scratchpad_tui.core.pad.store import PadStore
from scratchpad_tui.core.watch import Notice
from scratchpad_tui.tui import watched_pad
from scratchpad_tui.tui.live_source import LiveSource
from scratchpad_tui.tui.seen import changes
from scratchpad_tui.tui.source import Act

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from scratchpad_tui.core.pad.view import LineView, PadView


@pytest.fixture
def store(pad_path: Path) -> PadStore:
    store = PadStore(pad_path, depth=0)
    plan = [Patch("Plan", "append", text) for text in ("read the job", "find the client", "push")]
    store.apply([Patch("Task", "replace", "make it pass"), *plan, Patch("Next", "replace", "read")], turn="1")
    store.apply([Patch("Findings", "append", "CI has no redis (job 4412)")], turn="2")
    return store


@pytest.fixture
def source(store: PadStore, tmp_path: Path) -> Iterator[LiveSource]:
    source = LiveSource(store, rule="a rule", seen=SeenMarks(str(tmp_path / "state"), store.paths.named))
    yield source
    source.close()


class Told:
    """Waits for what a watching source tells."""

    def __init__(self, source: LiveSource) -> None:
        self.views: list[PadView] = []
        self.errors: list[Exception] = []
        self.news = threading.Condition()
        source.watch(self._view, self.errors.append)

    def _view(self, view: PadView) -> None:
        with self.news:
            self.views.append(view)
            self.news.notify_all()

    def wait(self, state: str = "live", text: str = "", actor: str = "") -> PadView:
        """The newest view once it has the state, the text and the author."""

        def there() -> bool:
            view = self.views[-1] if self.views else None
            if (
                view is None
                or view.state != state
                or (actor and (not view.version or view.version.actor != actor))
            ):
                return False
            return not text or any(text in line.text for section in view.sections for line in section.lines)

        with self.news:
            assert self.news.wait_for(there, timeout=20), (self.views[-1:], self.errors)
        return self.views[-1]


class NeverFires:
    """Stands in for a timer: what waits for it waits until a test says so."""

    waiting: ClassVar[list[Callable[[], None]]] = []

    def __init__(self, seconds: float, do: Callable[[], None]) -> None:
        self.daemon = False
        self.do = do

    def start(self) -> None:
        """Begins to wait."""
        self.waiting.append(self.do)

    def cancel(self) -> None:
        """Waits no more."""
        self.waiting.clear()


def line(source: LiveSource, section: str, text: str) -> LineView:
    view = source.read()
    return next(x for s in view.sections if s.name == section for x in s.lines if text in x.text)


def body(store: PadStore, section: str) -> list[str]:
    return store.read().document.content(section)


def test_a_tick_is_a_persons_edit_and_goes_both_ways(source: LiveSource, store: PadStore) -> None:
    """One version each, by a human."""
    act = source.tick("Plan", line(source, "Plan", "find the client"))
    assert act == Act("Ticked 2", 3)
    assert body(store, "Plan")[1] == "2. [x] find the client"
    assert source.tick("Plan", line(source, "Plan", "find the client")) == Act("Unticked 2", 4)
    version = source.read().version
    assert version is not None
    assert version.actor == "human"


def test_a_tick_finds_its_line_where_it_stands_now(source: LiveSource, store: PadStore) -> None:
    """The agent may have ticked it, or put lines above it, since the screen was drawn."""
    before = line(source, "Plan", "find the client")
    store.edit("Plan", ["1. [ ] first of all", *store.read().document.body("Plan")], store.history.newest())
    assert source.tick("Plan", before).version is not None
    assert "2. [x] find the client" in body(store, "Plan")


def test_an_act_on_a_line_that_is_gone_is_refused(source: LiveSource, store: PadStore) -> None:
    """Nothing else is changed instead."""
    before = line(source, "Plan", "push")
    store.apply([Patch("Plan", "remove", "push")])
    with pytest.raises(InputError, match="not there any more"):
        source.delete("Plan", before)


def test_a_new_line_stands_behind_the_cursor_or_at_the_end(source: LiveSource, store: PadStore) -> None:
    """A numbered one stands at the end, wherever the cursor is: in the middle its number would be out of order."""
    assert source.add("Plan", line(source, "Plan", "read the job"), "one more") == Act("Added to Plan", 3)
    assert "one more" in body(store, "Plan")[-1]
    source.add("Findings", None, "another one")
    assert body(store, "Findings")[-1] == "- another one"
    source.add("Open questions", None, "what now?")
    assert body(store, "Open questions") == ["- what now?"]


def test_a_new_line_that_would_hurt_the_file_is_refused(source: LiveSource, store: PadStore) -> None:
    """As an agent's is."""
    with pytest.raises(InputError):
        source.add("Findings", None, "<<<<<<< mine")
    with pytest.raises(InputError, match="no section"):
        source.add("Nowhere", None, "text")
    assert store.history.newest() == 2


def test_delete_undo_and_redo(source: LiveSource, store: PadStore) -> None:
    """An undo reverts a version, whatever came after."""
    act = source.delete("Plan", line(source, "Plan", "find the client"))
    assert act.version == 3
    store.apply([Patch("Findings", "append", "in the meantime (x)")])
    undone = source.revert(3)
    assert [text for text in body(store, "Plan") if "find the client" in text]
    assert "- in the meantime (x)" in body(store, "Findings")
    assert undone.version is not None
    source.revert(undone.version)
    assert not [text for text in body(store, "Plan") if "find the client" in text]


def test_an_undo_over_the_agents_later_change_is_a_conflict(source: LiveSource, store: PadStore) -> None:
    """It never overwrites."""
    act = source.tick("Plan", line(source, "Plan", "push"))
    store.apply([Patch("Plan", "replace", "everything else")])
    assert act.version is not None
    with pytest.raises(MergeConflict):
        source.revert(act.version)


def test_a_turn_is_its_versions_diff(source: LiveSource) -> None:
    """With what the journal knows."""
    turn = source.turn(2)
    assert (turn.info.version, turn.info.turn, turn.info.actor) == (2, "2", "agent")
    assert [(row.sign, row.section, row.text) for row in turn.rows] == [
        ("+", "Findings", "- CI has no redis (job 4412)")
    ]
    with pytest.raises(InputError):
        source.turn(99)


def test_a_turn_without_a_line_in_the_journal_is_counted(source: LiveSource, store: PadStore) -> None:
    os.unlink(store.paths.journal)
    info = source.turn(2).info
    assert (info.version, info.added, info.removed, info.actor) == (2, 1, 0, "")


def test_a_lines_origin_is_the_version_that_brought_it(source: LiveSource, store: PadStore) -> None:
    """A tick does not make it another line."""
    assert source.origin("Findings", line(source, "Findings", "CI has no redis")).info.version == 2
    store.apply([Patch("Plan", "check", "3")])
    assert source.origin("Plan", line(source, "Plan", "push")).info.version == 1


def test_a_line_older_than_the_history_says_so(pad_path: Path) -> None:
    """Instead of naming the oldest version as its origin."""
    store = PadStore(pad_path, depth=2)
    for number in range(5):
        store.apply([Patch("Task", "replace", "stays"), Patch("Next", "replace", f"step {number}")])
    source = LiveSource(store)
    with pytest.raises(InputError, match="since version 4 or longer"):
        source.origin("Task", line(source, "Task", "stays"))
    assert source.origin("Next", line(source, "Next", "step 4")).info.version == 5
    with pytest.raises(InputError, match="no version has this line yet"):
        source.origin("Next", line(source, "Next", "step 4")._replace(text="- unheard of"))
    source.close()


def test_what_the_agent_gets_is_the_prompt_and_looking_records_nothing(source: LiveSource) -> None:
    """A person is no agent."""
    prompt = source.prompt()
    assert "make it pass" in prompt.text
    assert prompt.tokens == -(-len(prompt.text.encode()) // 4)
    assert source.read().agent_seen is None


def test_the_first_look_at_a_pad_marks_nothing_and_what_comes_after_is_marked(
    source: LiveSource, store: PadStore
) -> None:
    """News are what happened since."""
    assert changes(source.read()) == set()
    store.apply([Patch("Findings", "append", "news (y)")])
    assert [key.text for key in changes(source.read())] == ["- news (y)"]


def test_seen_marks_last_until_the_next_start(source: LiveSource, store: PadStore, tmp_path: Path) -> None:
    """The morning shows what the night did."""
    source.read()
    source.mark_seen(2)
    store.apply([Patch("Findings", "append", "in the night (z)")])
    again = LiveSource(store, seen=SeenMarks(str(tmp_path / "state"), store.paths.named))
    assert [key.text for key in changes(again.read())] == ["- in the night (z)"]
    again.mark_seen(3)
    assert changes(again.read()) == set()
    again.close()


def test_a_pad_without_versions_is_not_all_news(pad_path: Path) -> None:
    """It was there before; it is recorded quietly, and then marks begin."""
    pad_path.parent.mkdir()
    pad_path.write_text("## Task\nold\n\n## Plan\n1. [ ] one\n")
    source = LiveSource(PadStore(pad_path))
    assert changes(source.read()) == set()
    told = Told(source)
    view = told.wait(actor="external")
    assert changes(view) == set()
    pad_path.write_text("## Task\nold\n\n## Plan\n1. [ ] one\n2. [ ] two\n")
    view = told.wait(text="two")
    assert [key.text for key in changes(view)] == ["2. [ ] two"]
    source.close()


def test_an_edit_from_outside_is_recorded_as_external(
    source: LiveSource, store: PadStore, pad_path: Path
) -> None:
    """By a running watch, once it stands still, without touching the pad."""
    source.read()
    told = Told(source)
    text = pad_path.read_text().replace("make it pass", "make it pass soon")
    pad_path.write_text(text)
    view = told.wait(text="make it pass soon", actor="external")
    assert view.version is not None
    assert view.version.version == 3
    assert pad_path.read_text() == text
    assert told.errors == []


def test_a_read_only_watch_records_nothing(store: PadStore, pad_path: Path) -> None:
    """It shows, and that is all."""
    source = LiveSource(store, read_only=True)
    source.read()
    told = Told(source)
    pad_path.write_text(pad_path.read_text().replace("make it pass", "by hand"))
    told.wait(text="by hand")
    pad_path.write_text(pad_path.read_text().replace("by hand", "by hand again"))
    told.wait(text="by hand again")
    source.close()
    assert store.history.newest() == 2


def test_a_broken_file_is_told_and_not_moved_and_a_mended_one_too(source: LiveSource, pad_path: Path) -> None:
    """The screens move nothing."""
    source.read()
    told = Told(source)
    good = pad_path.read_text()
    pad_path.write_text(good.replace("## Plan", "## Plam"))
    view = told.wait("BROKEN")
    assert view.sentence
    assert "Plam" in pad_path.read_text()
    pad_path.write_text(good.replace("make it pass", "mended"))
    told.wait(text="mended")
    pad_path.unlink()
    told.wait("no file")
    assert not pad_path.exists()


def test_a_pad_that_cannot_be_read_is_told_once_and_is_not_shown_as_live(
    source: LiveSource, pad_path: Path
) -> None:
    """A directory in its place: the old text is not the file, and the fault is not told with every look."""
    source.read()
    told = Told(source)
    data = pad_path.read_bytes()
    pad_path.unlink()
    assert any(need.code == "gone" for need in told.wait("no file").needs)
    pad_path.mkdir()
    with told.news:
        assert told.news.wait_for(lambda: bool(told.views[-1].fault), timeout=20)
    view = told.views[-1]
    assert "is a directory" in view.fault
    assert not view.is_gone
    assert not any(need.code == "gone" for need in view.needs)
    source.look()
    source.look()
    assert len(told.errors) == 1
    pad_path.rmdir()
    pad_path.write_bytes(data)
    told.wait("live")


def test_a_missing_pad_can_be_created_with_its_settings(pad_path: Path) -> None:
    """As `init` does; a second time does nothing."""
    source = LiveSource(PadStore(pad_path))
    assert source.read().state == "no file"
    told = Told(source)
    assert source.create().words == "Created the empty pad"
    assert told.wait().profile == "task"
    assert (pad_path.parent / "scratchpad.toml").exists()
    assert source.create().words == "There is a pad already"
    source.close()


def test_polling_is_known(store: PadStore, monkeypatch: pytest.MonkeyPatch, pad_path: Path) -> None:
    """Where it is asked for, or where the system has no events."""
    monkeypatch.setenv("SCRATCHPAD_WATCH_MODE", "poll")
    source = LiveSource(PadStore(pad_path))
    source.read()
    assert not source.polling()
    told = Told(source)
    assert source.polling()
    pad_path.write_text(pad_path.read_text().replace("make it pass", "seen by polling"))
    told.wait(text="seen by polling")
    source.look()
    source.close()


def test_a_look_that_found_nothing_holds_up_no_change(
    source: LiveSource, store: PadStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file beside the pad was written a moment ago; the next change of the pad is told at once, a burst together."""
    at = [100.0]
    monkeypatch.setattr(watched_pad, "time", SimpleNamespace(monotonic=lambda: at[0], sleep=lambda _: None))
    monkeypatch.setattr(threading, "Timer", NeverFires)
    monkeypatch.setattr(NeverFires, "waiting", [])
    told: list[PadView] = []
    monkeypatch.setattr(source, "_changed", told.append)
    source.read()
    source._notice(Notice("history", store.paths.journal))
    assert told == []

    text = store.read().document.text()
    for number in range(3):
        at[0] += 0.01
        Path(store.paths.named).write_text(text.replace("make it pass", f"edited {number}"), "utf-8")
        source._notice(Notice("pad", store.paths.named, sha256="none of ours"))
    assert ["edited 0" in str(view) for view in told] == [True]
    assert len(NeverFires.waiting) == 1
    NeverFires.waiting[0]()
    assert ["edited 2" in str(view) for view in told] == [False, True]
