"""The export as Markdown: all that happened, in order, and nothing in it is markup."""

from __future__ import annotations

import os
import re
import signal
import stat
import sys
import tracemalloc
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scratchpad_tui.core.errors import InputError, PatchError, StorageError
from scratchpad_tui.core.pad import export, journal
from scratchpad_tui.core.pad.export import code, fence, markdown, write_parts
from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.pad.store import PadStore
from scratchpad_tui.core.text import hidden

from .faults import data_of, put, save

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

HOSTILE = (
    "<img src=x onerror=alert(1)> [l](http://x) ![i](http://y) https://z @you #1 $x$ \u202e\x1b[2J </pre>"
)


@pytest.fixture
def store(pad_path: Path) -> PadStore:
    """A pad that is not there yet."""
    return PadStore(pad_path, lasting=False)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An empty folder."""
    made = tmp_path / "folder"
    made.mkdir()
    return made


def exported(store: PadStore) -> str:
    """The whole export."""
    return "".join(markdown(store, store.read()))


def outside(text: str) -> str:
    """What stands neither in a fence nor in a code span, by the rules of CommonMark."""
    kept, ticks = [], ""
    for line in text.split("\n"):
        run = re.fullmatch(r" {0,3}(`{3,})([^`]*)", line)
        if ticks:
            if run and len(run[1]) >= len(ticks) and not run[2].strip():
                ticks = ""
        elif run:
            ticks = run[1]
        else:
            kept.append(re.sub(r"(?<!`)(`+)(?!`)(.*?)(?<!`)\1(?!`)", "", line))
    assert not ticks, "every fence is closed"
    return "\n".join(kept)


@given(text=st.text("`~\n\r\t x<&[]()#\u202e\x1b\u2028é"))
def test_nothing_in_a_text_ends_its_fence_or_span(text: str) -> None:
    assert outside(fence(text, "text")) == ""
    assert outside(code(text)) in {"", "(blank)", "(none)"}
    assert "\n" not in code(text)


def test_no_text_of_the_pad_is_markup(store: PadStore) -> None:
    """Texts, reasons, labels, messages, in versions and events."""
    label = HOSTILE.replace("\x1b", "")
    store.apply([Patch("Findings", "append", "a `````` b", reason=f"`{HOSTILE}")], turn=label, session=label)
    put(store, (data_of(store) or b"").decode() + f"{HOSTILE}\n`````\n{HOSTILE}\n`````\n")
    store.record_external()
    with pytest.raises(PatchError):
        store.apply([Patch(HOSTILE, "append", "x")])
    text = exported(store)
    assert text.count("onerror") >= 5
    bare = outside(text)
    assert re.findall(r"[<>\[\]!@$&]|http|www|#\d", bare) == []
    assert hidden(text) == []


def test_versions_and_events_stand_in_their_order_with_all_that_is_known(store: PadStore) -> None:
    save(store, Patch("Findings", "append", "a", reason="because"))
    with pytest.raises(PatchError):
        store.apply([Patch("Nowhere", "append", "x")], turn="7")
    store.apply([Patch("Findings", "clear")], turn="8", session="s-1")
    text = exported(store)
    assert re.findall(r"^### (.*)$", text, re.MULTILINE) == [
        "Version 1",
        "Version 2",
        "Version 3",
        "Event: `refused`",
        "Version 4",
    ]
    last = text.split("### Version 4\n")[1]
    assert "by `agent t8`, session `s-1`" in last
    assert "Alarm: `" in last
    assert "Lines: +0 -2, in `Findings`" in last
    assert "```diff\n--- v3\n+++ v4\n" in last
    assert "-- retries are counted per worker\n" in last
    assert "Reason: `because`" in text.split("### Version 3\n")[1]


def test_diffs_follow_on_from_the_empty_pad_to_the_pad(store: PadStore) -> None:
    save(store, Patch("Findings", "append", "a"))
    ends = re.findall(r"--- v(\d+)\n\+\+\+ v(\d+)", exported(store))
    assert ends[0][0] == "0"
    assert all(one[1] == other[0] for one, other in pairwise(ends))


def test_versions_without_a_line_and_lines_without_a_version_are_told(store: PadStore) -> None:
    save(store, Patch("Findings", "append", "a"))
    os.unlink(store.history.path(2))
    journal_file = Path(store.paths.journal)
    lines = journal_file.read_bytes().split(b"\n")
    journal_file.write_bytes(b"\n".join([*lines[:2], b"torn {", *lines[3:]]))
    text = exported(store)
    assert re.findall(r"^### (.*)$", text, re.MULTILINE) == ["Version 1", "Version 2", "Version 3"]
    assert "Its text is not kept any more." in text
    assert "Compared with version 1: those between are not kept." in text
    assert "the journal says no more" in text


@pytest.mark.parametrize("plant", [os.mkdir, os.mkfifo, lambda path: os.symlink("/etc/hostname", path)])
def test_what_stands_in_the_place_of_a_version_and_is_no_file_is_none(
    store: PadStore, plant: Callable[[str], None]
) -> None:
    save(store, Patch("Findings", "append", "a"))
    os.unlink(store.history.path(2))
    plant(store.history.path(2))
    assert "Its text is not kept any more." in exported(store)


def test_a_pad_that_is_not_there_yet_is_told_as_such(store: PadStore) -> None:
    assert "There is no version yet." in exported(store)
    assert not os.path.exists(store.paths.folder)


def test_two_versions_are_held_at_a_time(store: PadStore) -> None:
    """Ten thousand versions of a large pad are more than fits into memory."""
    save(store)
    text, number = store.history.read(2), 2
    large = text.replace(b"- retries", b"- " + b"long " * 20_000 + b"\n- retries")
    for number in range(3, 103):
        with open(store.history.path(number), "wb") as file:
            file.write(large.replace(b"write the adapter", b"step %d" % number))
    tracemalloc.start()
    try:
        size = sum(len(part) for part in markdown(store, store.read()))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert number == 102
    assert size > 10_000
    assert peak < 30 * len(large)


def test_a_new_file_is_private_and_one_that_is_there_stays(tmp_path: Path) -> None:
    path = tmp_path / "out.md"
    write_parts(str(path), ["a\n", "b\n"])
    assert path.read_text("utf-8") == "a\nb\n"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    with pytest.raises(InputError, match="is there already"):
        write_parts(str(path), ["c"])
    assert path.read_text("utf-8") == "a\nb\n"


def test_nothing_is_left_of_a_file_that_could_not_be_finished(folder: Path) -> None:
    def parts() -> Iterator[str]:
        yield "a"
        raise OSError(28, "No space left on device")

    with pytest.raises(StorageError):
        write_parts(str(folder / "out.md"), parts())
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("unnamed", [True, False])
def test_a_file_that_was_begun_by_a_killed_process_is_in_nobodys_way(
    folder: Path, monkeypatch: pytest.MonkeyPatch, *, unnamed: bool
) -> None:
    """Systems without files that have no name write one with another name first."""
    if not unnamed:
        monkeypatch.setattr(export, "sys", SimpleNamespace(platform="darwin"))
    path = str(folder / "out.md")

    def parts() -> Iterator[str]:
        yield "a"
        os.kill(os.getpid(), signal.SIGKILL)

    child = os.fork()
    if not child:
        write_parts(path, parts())
    assert os.waitpid(child, 0)[1] == signal.SIGKILL
    assert not os.path.lexists(path)
    write_parts(path, ["whole"])
    assert Path(path).read_text("utf-8") == "whole"
    assert stat.S_IMODE(os.stat(path).st_mode) == 0o600
    if unnamed and sys.platform == "linux":
        assert [item.name for item in folder.iterdir()] == ["out.md"]


@pytest.mark.parametrize("unnamed", [True, False])
def test_what_came_to_stand_there_meanwhile_is_not_written_over(
    folder: Path, monkeypatch: pytest.MonkeyPatch, *, unnamed: bool
) -> None:
    if not unnamed:
        monkeypatch.setattr(export, "sys", SimpleNamespace(platform="darwin"))
    path = folder / "out.md"

    def parts() -> Iterator[str]:
        yield "a"
        path.write_text("other", encoding="utf-8")

    with pytest.raises(InputError, match="is there already"):
        write_parts(str(path), parts())
    assert path.read_text("utf-8") == "other"
    assert [item.name for item in folder.iterdir()] == ["out.md"]


def test_a_file_system_without_hard_links_takes_it_too(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def link(*_: object, **__: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(export, "sys", SimpleNamespace(platform="darwin"))
    monkeypatch.setattr(os, "link", link)
    path = folder / "out.md"
    write_parts(str(path), ["whole"])
    assert path.read_text("utf-8") == "whole"
    with pytest.raises(InputError, match="is there already"):
        write_parts(str(path), ["more"])
    assert [item.name for item in folder.iterdir()] == ["out.md"]


def test_the_export_writes_nothing_beside_the_pad(store: PadStore) -> None:
    save(store)
    before = sorted(journal.records(store.paths.journal), key=str)
    exported(store)
    assert sorted(journal.records(store.paths.journal), key=str) == before
