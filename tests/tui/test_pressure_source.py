"""A transcript on disk as the screens get it: found, read in steps, followed, replaced, gone."""

from __future__ import annotations

import json
import os
import queue
from typing import TYPE_CHECKING, Any

import pytest

from scratchpad_tui.core.config.example import example_toml
from scratchpad_tui.core.errors import InputError
from scratchpad_tui.core.pad.store import PadStore
from scratchpad_tui.core.transcripts.record import Compaction
from scratchpad_tui.demo.stage import play, story_clock
from scratchpad_tui.tui import launch, pressure_source
from scratchpad_tui.tui.live_source import LiveSource
from scratchpad_tui.tui.pressure_reading import Reading
from scratchpad_tui.tui.pressure_source import REPLACED, TranscriptWatch
from scratchpad_tui.tui.pressure_view import GONE, LOADING, NONE, READ, STOPPED, TROUBLE, UNREAD
from tests.tui.pressures import HELD

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from scratchpad_tui.core.transcripts.transcript import Transcript
    from scratchpad_tui.core.working.held import Held
    from scratchpad_tui.tui.pressure_view import PressureView

PATIENCE = 20.0
"""Seconds after which a reading that never comes fails a test."""


class Told:
    """What a watch told, in its order."""

    def __init__(self) -> None:
        self.views: queue.Queue[PressureView] = queue.Queue()
        self.all: list[PressureView] = []

    def __call__(self, view: PressureView) -> None:
        """Keeps it."""
        self.all.append(view)
        self.views.put(view)

    def until(self, wanted: Callable[[PressureView], bool]) -> PressureView:
        """Waits for a reading like that."""
        while True:
            view = self.views.get(timeout=PATIENCE)
            if wanted(view):
                return view


@pytest.fixture
def watches() -> Iterator[Callable[..., tuple[TranscriptWatch, Told]]]:
    """Starts watches, and ends them with the test."""
    made: list[TranscriptWatch] = []

    def start(path: str | None = None, **options: object) -> tuple[TranscriptWatch, Told]:
        watch, told = TranscriptWatch(path, **options), Told()  # type: ignore[arg-type]
        made.append(watch)
        watch.watch(told)
        return watch, told

    yield start
    for watch in made:
        watch.close()


def row(number: int, level: int) -> str:
    """An answer in Claude Code's format at a level."""
    message = {
        "id": f"m{number}",
        "role": "assistant",
        "model": "model-a",
        "content": [{"type": "text", "text": f"answer {number}"}],
        "usage": {"input_tokens": 10, "cache_read_input_tokens": level - 10, "output_tokens": 5},
    }
    line = {
        "type": "assistant",
        "uuid": f"u{number}",
        "sessionId": "s-1",
        "isSidechain": False,
        "timestamp": f"2026-07-20T10:00:{number % 60:02}Z",
        "message": message,
    }
    return json.dumps(line) + "\n"


def compaction(number: int) -> str:
    """The mark of a compaction."""
    line = {
        "type": "system",
        "subtype": "compact_boundary",
        "uuid": f"c{number}",
        "sessionId": "s-1",
        "timestamp": f"2026-07-20T10:00:{number:02}Z",
        "compactMetadata": {"trigger": "auto", "preTokens": 150_000},
    }
    return json.dumps(line) + "\n"


def session(home: Path, folder: Path, name: str, text: str, age: float = 0) -> Path:
    """A session file of Claude Code in a home, for a folder."""
    slug = "".join(char if char.isalnum() else "-" for char in str(folder))
    path = home / ".claude" / "projects" / slug / f"{name}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    if age:
        then = path.stat().st_mtime - age
        os.utime(path, (then, then))
    return path


Watches = Any


# One file


def test_a_named_file_is_read_whatever_its_name(tmp_path: Path, watches: Watches) -> None:
    """Brackets and a percent sign are data."""
    path = tmp_path / "log [b] 100%.jsonl"
    path.write_text(row(1, 68_000))
    _, told = watches(str(path))
    view = told.until(lambda view: view.state == READ)
    assert (view.level.tokens, view.calls, view.shown) == (68_000, 1, 1)
    assert view.format == "Claude Code"
    assert view.path == str(path)


def test_the_level_is_told_before_the_rest_is_read(
    tmp_path: Path, watches: Watches, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The end of a long file says how full the context is; the history comes behind."""
    monkeypatch.setattr(pressure_source, "STEP", 2_000)
    path = tmp_path / "long.jsonl"
    path.write_text("".join(row(number, 10_000 + number) for number in range(3_000)))
    _, told = watches(str(path))
    first = told.until(lambda _view: True)
    assert first.state == LOADING
    assert first.level.tokens == 12_999
    assert first.calls == 0
    levels = set()

    def is_read(view: PressureView) -> bool:
        levels.add(view.level.tokens)
        return view.state == READ

    last = told.until(is_read)
    assert last.calls == 3_000
    assert levels == {12_999}, "never that of a call in the middle"


def test_a_long_file_is_stopped_and_read_on(
    tmp_path: Path, watches: Watches, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was read of it stays; the person says when."""
    monkeypatch.setattr(pressure_source, "STEP", 2_000)
    path = tmp_path / "long.jsonl"
    path.write_text("".join(row(number, 10_000 + number) for number in range(3_000)))
    told = Told()
    watch = TranscriptWatch(str(path))

    def stop(view: PressureView) -> None:
        if view.state == LOADING and not told.all:
            watch.stop()
        told(view)

    try:
        watch.watch(stop)
        stopped = told.until(lambda view: view.state == STOPPED)
        assert stopped.calls < 3_000
        watch.look()
        assert told.until(lambda view: view.state == READ).calls == 3_000
    finally:
        watch.close()


def test_it_grows_is_replaced_goes_and_comes_back(tmp_path: Path, watches: Watches) -> None:
    path = tmp_path / "t.jsonl"
    path.write_text(row(1, 50_000))
    watch, told = watches(str(path))
    serial = told.until(lambda view: view.calls == 1).serial
    with path.open("a") as file:
        file.write(row(2, 60_000) + compaction(3))
    watch.look()
    waiting = told.until(lambda view: len(view.compactions) == 1)
    assert waiting.level.kind == "unknown"
    assert waiting.serial == serial
    other = tmp_path / "other"
    other.write_text(row(7, 20_000))
    other.replace(path)
    watch.look()
    replaced = told.until(lambda view: view.note == REPLACED and view.calls == 1)
    assert replaced.level.tokens == 20_000
    assert replaced.serial != serial
    path.unlink()
    watch.look()
    gone = told.until(lambda view: view.state == GONE)
    assert gone.calls == 1
    assert "gone" in gone.sentence
    path.write_text(row(9, 30_000))
    watch.look()
    assert told.until(lambda view: view.state == READ and view.level.tokens == 30_000)


def test_an_empty_file_has_no_call_yet(tmp_path: Path, watches: Watches) -> None:
    """An agent makes it before it says anything."""
    path = tmp_path / "t.jsonl"
    path.write_text("")
    watch, told = watches(str(path))
    assert told.until(lambda view: view.state == READ).level.kind == "none"
    path.write_text(row(1, 12_000))
    watch.look()
    assert told.until(lambda view: view.calls == 1).level.tokens == 12_000


def test_what_cannot_be_read_is_said_in_a_sentence(tmp_path: Path, watches: Watches) -> None:
    (tmp_path / "notes.txt").write_text("hello\nworld\n")
    for name, state in (("notes.txt", UNREAD), ("none.jsonl", TROUBLE), (".", TROUBLE)):
        _, told = watches(str(tmp_path / name))
        view = told.until(lambda view: view.state != LOADING)
        assert view.state == state
        assert view.sentence


def test_a_fault_of_this_program_is_told_and_watching_goes_on(
    tmp_path: Path, watches: Watches, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The thread that dies would leave an old level standing."""
    path = tmp_path / "t.jsonl"
    path.write_text(row(1, 12_000))
    monkeypatch.setattr("scratchpad_tui.tui.crash.write", lambda _error: "a log")
    real = Reading.view
    faults = [RuntimeError("odd")]

    def view(reading: Reading) -> PressureView:
        if faults:
            raise faults.pop()
        return real(reading)

    monkeypatch.setattr(Reading, "view", view)
    watch, told = watches(str(path))
    assert "a log" in told.until(lambda view: view.state == TROUBLE).sentence
    watch.look()
    assert told.until(lambda view: view.state == READ).calls == 1


def test_the_text_of_a_message_is_read_from_its_place(tmp_path: Path, watches: Watches) -> None:
    path = tmp_path / "t.jsonl"
    path.write_text(row(1, 12_000))
    watch, told = watches(str(path))
    told.until(lambda view: view.shown == 1)
    assert "answer 1" in watch.body(0)


def test_no_text_is_to_be_had_without_a_transcript() -> None:
    with pytest.raises(InputError, match="no transcript is shown"):
        TranscriptWatch().body(0)


def test_what_the_pad_held_is_asked_for_with_the_file(tmp_path: Path, watches: Watches) -> None:
    """Whoever knows the pad answers."""
    asked: list[tuple[str, int]] = []

    def held(transcript: Transcript, mark: Compaction) -> Held:
        asked.append((transcript.path, mark.calls))
        return HELD

    path = tmp_path / "t.jsonl"
    path.write_text(row(1, 12_000))
    mark = Compaction(3, 0, None, "auto", None, None)
    assert TranscriptWatch(str(path), held=held).held(mark) is None
    watch, told = watches(str(path), held=held)
    told.until(lambda view: view.state == READ)
    assert watch.held(mark) == HELD
    assert asked == [(str(path), 3)]


# Which file


def test_the_newest_of_the_folder_is_watched_and_a_newer_one_takes_its_place(
    tmp_path: Path, watches: Watches, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A session that is forked or cleared goes on in another file."""
    home, folder = tmp_path / "home", tmp_path / "work"
    folder.mkdir()
    monkeypatch.setenv("HOME", str(home))
    session(home, folder, "old", row(1, 10_000), age=500)
    first = session(home, folder, "first", row(1, 20_000), age=100)
    watch, told = watches(folders=(str(folder), str(tmp_path)))
    assert told.until(lambda view: view.state == READ).path == str(first)
    assert watch.candidates()[0].path == str(first)
    second = session(home, folder, "second", row(1, 30_000))
    watch.look()
    assert told.until(lambda view: view.state == READ and view.path == str(second)).level.tokens == 30_000
    watch.choose(str(first))
    assert told.until(lambda view: view.state == READ and view.path == str(first))
    session(home, folder, "third", row(1, 40_000))
    watch.look()
    with pytest.raises(queue.Empty):
        told.views.get(timeout=0.5)  # what a person chose stays


def test_without_any_it_says_where_it_looked_and_begins_by_itself(
    tmp_path: Path, watches: Watches, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, folder = tmp_path / "home", tmp_path / "work"
    folder.mkdir()
    monkeypatch.setenv("HOME", str(home))
    watch, told = watches(folders=(str(folder),))
    view = told.until(lambda _view: True)
    assert view.state == NONE
    assert any(str(home / ".claude") in place for place in view.looked_in)
    session(home, folder, "new", row(1, 20_000))
    watch.look()
    assert told.until(lambda view: view.state == READ).calls == 1


def test_a_file_is_followed_by_the_pads_own_watcher(tmp_path: Path, watches: Watches) -> None:
    """One watcher looks at all files: an answer is seen as soon as it is written."""
    pad, path = tmp_path / "pad.md", tmp_path / "t.jsonl"
    store = PadStore(str(pad))
    store.create()
    path.write_text(row(1, 10_000))
    source = LiveSource(store, read_only=True)
    source.read()
    source.watch(lambda _view: None, lambda _error: None)
    try:
        bells: list[str] = []

        def follow(name: str, told: Callable[[], None]) -> None:
            def rung() -> None:
                bells.append(name)
                told()

            source.follow(name, rung)

        _, told = watches(str(path), follow=follow)
        told.until(lambda view: view.calls == 1)
        with path.open("a") as file:
            file.write(row(2, 20_000))
        assert told.until(lambda view: view.calls == 2).level.tokens == 20_000
    finally:
        source.close()


def test_watch_looks_in_the_pads_folder_and_in_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An agent works where the pad is, or where the person stands."""
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    store = PadStore(str(tmp_path / "project" / ".agent" / "scratchpad.md"))
    source = LiveSource(store, read_only=True)
    try:
        watch = launch._transcripts(store, source, None)
        assert watch._folders == (str(tmp_path / "project"), str(tmp_path / "here"))
        assert launch._transcripts(store, source, "t [1].jsonl")._named == str(
            tmp_path / "here" / "t [1].jsonl"
        )
    finally:
        source.close()


# Figures


def expected_levels(lines: list[bytes]) -> list[int | None]:
    """After each line of a session of Claude Code the level that it leaves, worked out by hand."""
    levels: list[int | None] = []
    level: int | None = None
    for line in lines:
        value = json.loads(line)
        usage = value.get("message", {}).get("usage") if isinstance(value.get("message"), dict) else None
        if value.get("subtype") == "compact_boundary":
            level = None
        elif (
            value.get("type") == "assistant"
            and usage
            and not value.get("isSidechain")
            and value["message"].get("model") != "<synthetic>"
        ):
            level = sum(
                usage.get(name, 0)
                for name in ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")
            )
        levels.append(level)
    return levels


def replayed(source: Path, target: Path) -> tuple[list[int | None], list[int | None], list[int]]:
    """The levels while a file grows line by line, those that are right, and the whole series at its end."""
    lines = source.read_bytes().splitlines(keepends=True)
    seen: list[int | None] = []
    target.write_bytes(b"")
    reading = None
    for line in lines:
        with target.open("ab") as file:
            file.write(line)
        try:
            reading = reading or Reading(str(target), None)
        except InputError:
            seen.append(None)  # its first rows do not tell its format yet
            continue
        reading.refresh()
        while reading.advance(1 << 20):
            pass
        seen.append(reading.view().level.tokens)
    assert reading is not None
    view = reading.view()
    return seen, expected_levels(lines), list(view.series.levels[: view.calls])


@pytest.mark.parametrize("name", ["auto-compact", "two-models", "timestamps-disorder"])
def test_a_real_session_shows_the_right_level_at_each_line(name: str, shared: Path, tmp_path: Path) -> None:
    """As it grows, not only at its end."""
    samples = shared / "samples" / "transcripts"
    seen, right, series = replayed(samples / "claude-code" / f"{name}.jsonl", tmp_path / "t.jsonl")
    begun = next(at for at, level in enumerate(seen) if level is not None)
    assert seen[begun:] == right[begun:]
    figures = json.loads((samples / "figures.json").read_text())[f"claude-code/{name}.jsonl"]
    assert series == figures["series"]


def test_the_demos_transcript_rises_is_compacted_and_recovers(tmp_path: Path) -> None:
    """What the demo writes is what its Pressure screen shows, with every message and the mark of the compaction."""
    path, pad = tmp_path / "t.jsonl", tmp_path / "scratchpad.md"
    (tmp_path / "scratchpad.toml").write_text(example_toml(1000, "task"))
    play(str(pad), clock=story_clock(), transcript=str(path))
    seen, right, series = replayed(path, tmp_path / "replayed.jsonl")
    begun = next(at for at, level in enumerate(seen) if level is not None)
    assert seen[begun:] == right[begun:]
    reading = Reading(str(path), None)
    while reading.advance(1 << 20):
        pass
    view = reading.view()
    (mark,) = view.compactions
    low, high = series[mark.calls], series[mark.calls - 1]
    assert series[0] < high / 4
    assert high > 150_000
    assert low < high / 3
    assert series[-1] > 2 * low
    assert [drop.compaction for drop in view.drops] == [mark]
    assert view.compacts is not None
    assert view.compacts.tokens == high
    assert view.shown > len(series)
    behind = next(at for at in range(view.shown) if view.messages[at].offset > mark.offset)
    assert view.sums[behind - 1] == sum(view.messages[at].tokens for at in range(behind))
    assert view.sums[view.shown - 1] == sum(view.messages[at].tokens for at in range(behind, view.shown))
    assert 0 < len(view.pinned) < view.shown
    held = launch.held_of(str(pad), reading._transcript, mark)
    assert held.version > 20
    assert {piece.kind for piece in held.pieces} >= {"task"}
    assert view.largest[0].tokens == max(view.messages[at].tokens for at in range(view.shown))
