"""The observer: what it tells of a file that changes, on a clock that the test moves."""

from __future__ import annotations

import hashlib
import itertools
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scratchpad_tui.core.watch import Observer
from scratchpad_tui.core.watch import observer as observing
from scratchpad_tui.core.watch.look import ALWAYS_READ, GONE, Look, look
from scratchpad_tui.core.watch.observer import SETTLED, SOON
from scratchpad_tui.core.watch.places import identities, places

if TYPE_CHECKING:
    from pathlib import Path

    from scratchpad_tui.core.watch import Notice

REST = 1.5


def sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


class Scene:
    """A pad, its observer and a clock."""

    def __init__(self, folder: Path) -> None:
        self.pad = folder / "scratchpad.md"
        self.journal = folder / ".history" / "scratchpad.md" / "journal.jsonl"
        self.now = 100.0
        self.observer: Observer | None = None

    def begin(self, text: str | None = "start") -> None:
        """The first look, and the wait until its state is stable."""
        if text is not None:
            self.pad.write_text(text)
        self.observer = Observer(str(self.pad), history=str(self.journal), rest=REST, now=self.now)
        assert self.look() == []
        assert self.look(after=SETTLED) == [told(text, stable=True)]

    def look(self, *, after: float = 0.001, hinted: bool = False) -> list[tuple[str, bool, bool, str | None]]:
        """What one look tells, that much later."""
        assert self.observer
        self.now += after
        return [(n.kind, n.stable, n.there, n.sha256) for n in self.observer.check(self.now, hinted=hinted)]

    def replace(self, text: str) -> None:
        """An atomic save."""
        new = self.pad.with_name(".scratch-1.tmp")
        new.write_text(text)
        new.replace(self.pad)


def told(text: str | None, *, stable: bool = False) -> tuple[str, bool, bool, str | None]:
    """The notice of a pad with that text; None: it is gone."""
    return "pad", stable, text is not None, None if text is None else sha(text)


@pytest.fixture
def scene(tmp_path: Path) -> Scene:
    return Scene(tmp_path)


def test_a_change_is_told_at_once_and_again_when_it_is_stable(scene: Scene) -> None:
    """The screen shows it at once; it is recorded only when no writer is in the middle of it."""
    scene.begin()
    scene.replace("two")
    assert scene.look() == [told("two")]
    assert scene.look(after=SETTLED / 2) == []
    assert scene.look(after=SETTLED) == [told("two", stable=True)]
    assert scene.look(after=60) == []


def test_a_state_that_does_not_last_is_never_called_stable(scene: Scene) -> None:
    """A slow writer puts down a first half that even parses, and the rest a moment later."""
    scene.begin()
    scene.pad.write_text("first half")
    assert scene.look() == [told("first half")]
    scene.pad.write_text("first half and the rest")
    assert scene.look(after=SETTLED * 0.9) == [told("first half and the rest")]
    assert scene.look(after=SETTLED) == [told("first half and the rest", stable=True)]


def test_the_same_bytes_again_are_no_change(scene: Scene) -> None:
    """Neither a rewrite in place nor an atomic one, nor a new time or mode alone."""
    scene.begin()
    scene.pad.write_text("start")
    assert scene.look(hinted=True) == []
    scene.replace("start")
    os.utime(scene.pad, (1, 1))
    scene.pad.chmod(0o600)
    assert scene.look(hinted=True) == []
    assert scene.look(after=SETTLED) == []


def test_two_edits_of_one_size_and_time_are_both_seen(scene: Scene) -> None:
    """Whole-second times and equal sizes hide the second edit from any watch that does not read."""
    scene.begin("Next: one")
    os.utime(scene.pad, (1_800_000_000, 1_800_000_000))
    assert scene.look() == []
    scene.pad.write_text("Next: two")
    os.utime(scene.pad, (1_800_000_000, 1_800_000_000))
    assert scene.look(after=0.3) == [told("Next: two")]


def test_the_bytes_decide_and_not_the_stamp(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some file systems keep coarse times and reuse inodes."""
    monkeypatch.setattr("scratchpad_tui.core.watch.look._stamp", lambda result: (1, 2, 3))
    scene.begin("one")
    scene.pad.write_text("two")
    assert scene.look() == [told("two")]


@pytest.mark.parametrize("gap", ["gone", "empty"])
def test_an_editor_that_saves_through_nothing_is_one_change(scene: Scene, gap: str) -> None:
    """Vim renames the old file away, others truncate it; neither may flash as a lost or broken pad."""
    scene.begin()
    if gap == "gone":
        scene.pad.rename(scene.pad.with_name("scratchpad.md~"))
    else:
        scene.pad.write_text("")
    assert scene.look(hinted=True) == []
    assert scene.look(after=SETTLED / 2) == []
    scene.pad.write_text("saved")
    assert scene.look() == [told("saved")]
    assert scene.look(after=SETTLED) == [told("saved", stable=True)]


def test_the_old_text_back_after_a_gap_is_no_change(scene: Scene) -> None:
    scene.begin()
    scene.pad.unlink()
    assert scene.look() == []
    scene.pad.write_text("start")
    assert scene.look() == []
    assert scene.look(after=SETTLED) == []


def test_a_pad_that_stays_away_is_told_once(scene: Scene) -> None:
    scene.begin()
    scene.pad.unlink()
    assert scene.look() == []
    assert scene.look(after=SETTLED) == [told(None, stable=True)]
    assert scene.look(after=60) == []


def test_an_undone_change_is_told_back(scene: Scene) -> None:
    """Whoever was shown the other text must hear of the return, and that it lasts."""
    scene.begin()
    scene.replace("two")
    assert scene.look() == [told("two")]
    scene.replace("start")
    assert scene.look() == [told("start")]
    assert scene.look(after=SETTLED) == [told("start", stable=True)]


def test_a_pad_that_is_not_there_yet_is_waited_for(scene: Scene) -> None:
    scene.begin(None)
    scene.pad.write_text("first")
    assert scene.look() == [told("first")]


def test_a_directory_in_the_pads_place_is_no_crash(scene: Scene) -> None:
    scene.begin()
    scene.pad.unlink()
    scene.pad.mkdir()
    assert scene.look() == []
    assert scene.look(after=SETTLED) == [("pad", True, True, None)]


def test_recorded_versions_are_a_notice_of_their_own(scene: Scene) -> None:
    """Another process writes the journal; its history need not be there at the start."""
    scene.begin()
    scene.journal.parent.mkdir(parents=True)
    scene.journal.write_text("{}\n")
    assert scene.look() == [("history", False, True, None)]
    assert scene.look() == []
    with scene.journal.open("a") as file:
        file.write("{}\n")
    assert scene.look() == [("history", False, True, None)]


def test_a_followed_file_is_told_by_size_and_time(scene: Scene, tmp_path: Path) -> None:
    """A transcript may have a gigabyte: it is not read here."""
    scene.begin()
    transcript = tmp_path / "session.jsonl"
    assert scene.observer
    scene.observer.follow(str(transcript), ())
    assert scene.look() == []
    transcript.write_text("a\n")
    assert scene.look() == [("file", False, True, None)]
    transcript.unlink()
    assert scene.look() == [("file", False, False, None)]


def test_after_a_change_the_looks_come_soon_and_then_rarely(scene: Scene) -> None:
    """Events get lost in bursts, so that a change is followed by many looks; at rest there are few."""
    scene.begin()
    assert scene.observer
    scene.replace("two")
    scene.look(hinted=True)
    times = []
    while scene.observer.due - scene.now < REST:
        scene.look(after=scene.observer.due - scene.now)
        times.append(scene.now)
    assert times[0] - scene.now < 0
    assert sum(time < times[0] + 0.2 for time in times) >= 4
    assert len(times) < 20


def test_the_look_that_finds_it_stable_is_not_put_off(scene: Scene) -> None:
    scene.begin()
    assert scene.observer
    scene.replace("two")
    scene.look()
    changed = scene.now
    while not any(stable for _, stable, _, _ in scene.look(after=scene.observer.due - scene.now)):
        assert scene.now < changed + 10
    assert scene.now <= changed + SETTLED + SOON


def test_a_torn_read_is_not_told(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bytes that changed while they were read are no state of the file; one that never rests is told in the end."""
    scene.begin()
    torn = Look(there=True, sha256="half", size=4, stamp=(), whole=False)
    monkeypatch.setattr(observing, "look", lambda path, last: torn)
    assert [scene.look() for _ in range(5)] == [[]] * 5
    assert scene.look() == [("pad", False, True, "half")]


def test_a_writer_in_the_middle_is_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A look compares the stamp before and after, and reads once more where they differ."""
    pad = tmp_path / "pad.md"
    pad.write_text("old")
    real, writes = os.stat, ["new"]

    def meddling(path: str) -> os.stat_result:
        if writes:
            pad.write_text(writes.pop())
        return real(path)

    monkeypatch.setattr("scratchpad_tui.core.watch.look.os.stat", meddling)
    seen = look(str(pad))
    assert (seen.whole, seen.sha256) == (True, sha("new"))


def test_a_large_file_is_not_read_again_for_nothing(tmp_path: Path) -> None:
    """At rest a look at fifty megabytes costs as much as one at five kilobytes."""
    pad = tmp_path / "pad.md"
    pad.write_bytes(b"x" * (ALWAYS_READ + 1))
    first = look(str(pad))
    assert look(str(pad), first) is first
    pad.write_bytes(b"y" * (ALWAYS_READ + 1))
    assert look(str(pad), first).sha256 != first.sha256


def test_a_pipe_in_the_pads_place_is_not_waited_for(tmp_path: Path) -> None:
    """Opening a pipe to read would hang the watch for ever."""
    os.mkfifo(tmp_path / "pad.md")
    seen = look(str(tmp_path / "pad.md"))
    assert (seen.there, seen.sha256) == (True, None)


def seen_as(text: str | None) -> Look:
    """A look at a pad with that text; None: it is gone."""
    return GONE if text is None else Look(there=True, sha256=text, size=len(text), stamp=(), whole=True)


@given(
    st.lists(
        st.tuples(st.sampled_from(["a", "b", "", None]), st.sampled_from([0.001, 0.05, SETTLED, 2.0])),
        max_size=30,
    )
)
def test_whatever_happens_the_last_state_is_told_and_nothing_twice(
    steps: list[tuple[str | None, float]],
) -> None:
    """Any sequence of saves, removals and pauses: listeners end with the truth, without idle repeats."""
    current: list[str | None] = ["a"]
    watched = Observer("/nowhere/pad.md", rest=REST)
    notices: list[Notice] = []
    now = 0.0
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(observing, "look", lambda path, last: seen_as(current[-1]))
        for text, pause in [("a", 1.0), ("a", 1.0), *steps]:
            current.append(text)
            notices += watched.check(now)
            now += pause
        for pause in (0.0, 1.0):
            notices += watched.check(now + pause)
    last = seen_as(current[-1])
    told_states = [(notice.there, notice.sha256, notice.stable) for notice in notices]
    assert told_states[-1] == (last.there, last.sha256, True)
    assert all(one != two for one, two in itertools.pairwise(told_states))


def test_every_link_on_the_way_is_a_place(tmp_path: Path) -> None:
    """The link can be set anew, and its target can be replaced."""
    for name in ("one", "two", "three"):
        (tmp_path / name).mkdir()
    (tmp_path / "three" / "real.md").touch()
    (tmp_path / "two" / "middle.md").symlink_to("../three/real.md")
    (tmp_path / "one" / "pad.md").symlink_to(tmp_path / "two" / "middle.md")
    found = {
        (os.path.realpath(folder), name)
        for folder, names in places([str(tmp_path / "one" / "pad.md")]).items()
        for name in names
    }
    assert found == {
        (str(tmp_path / "one"), "pad.md"),
        (str(tmp_path / "two"), "middle.md"),
        (str(tmp_path / "three"), "real.md"),
    }


def test_a_missing_directory_is_awaited_from_above(tmp_path: Path) -> None:
    assert places([str(tmp_path / "a" / "b" / "pad.md")]) == {str(tmp_path): {"a"}}
    (tmp_path / "loop.md").symlink_to("loop.md")
    assert places([str(tmp_path / "loop.md")]) == {str(tmp_path): {"loop.md"}}


def test_a_directory_made_anew_is_another_one(tmp_path: Path) -> None:
    folder = tmp_path / "agent"
    folder.mkdir()
    found = places([str(folder / "pad.md")])
    before = identities(found)
    folder.rename(tmp_path / "old")
    assert identities(found) != before
    folder.mkdir()
    assert identities(found) != before


def test_importing_the_watch_loads_neither_event_loop_nor_watchfiles() -> None:
    """The first paint waits for neither."""
    code = (
        "import sys, scratchpad_tui.core.watch\n"
        "print(sorted({'asyncio', 'watchfiles', 'anyio', 'ctypes'} & sys.modules.keys()))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "[]\n"
