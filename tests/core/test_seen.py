"""What a person has seen and chosen is remembered beside nothing but their own state directory."""

from __future__ import annotations

import json
import os
import shutil
import stat
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.clock import now, stamp
from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.pad.seen import SeenMarks, remembered, state_directory
from scratchpad_tui.core.pad.store import PadStore
from scratchpad_tui.core.pad.view import build_view

if TYPE_CHECKING:
    from collections.abc import Callable

NOON = datetime(2026, 7, 20, 12, tzinfo=UTC)


def saved(pad: Path, number: int) -> PadStore:
    """A pad with so many versions."""
    store = PadStore(pad)
    for turn in range(number):
        store.apply([Patch("Findings", "append", f"- {turn}")])
    store.close()
    return store


def test_a_mark_is_found_again_for_the_same_pad_alone(tmp_path: Path) -> None:
    state, pad, other = str(tmp_path / "state"), tmp_path / "pad.md", tmp_path / "other.md"
    saved(pad, 3)
    saved(other, 3)
    assert SeenMarks(state, str(pad)).version is None
    assert SeenMarks(state, str(pad)).mark(2, NOON)
    found = SeenMarks(state, str(pad))
    assert (found.version, found.at) == (2, NOON)
    assert SeenMarks(state, str(other)).version is None


# The history that a mark counts in


def _started_fresh(pad: Path) -> None:
    PadStore(pad).start_fresh()


def _removed(pad: Path) -> None:
    shutil.rmtree(pad.parent)


def _other_bytes(pad: Path) -> None:
    """The same time, as under a clock that stands."""
    journal = Path(PadStore(pad).paths.journal)
    lines = [json.loads(line) for line in journal.read_text().strip().split("\n")]
    shutil.rmtree(pad.parent)
    saved(pad, 1)
    fresh = json.loads(journal.read_text())
    journal.write_text(json.dumps({**fresh, "time": lines[0]["time"], "sha256": "0" * 64}) + "\n")


@pytest.mark.parametrize("renew", [_started_fresh, _removed, _other_bytes])
@pytest.mark.parametrize("number", [0, 1, 2, 5])
def test_in_another_history_nothing_was_seen(
    number: int, renew: Callable[[Path], None], tmp_path: Path
) -> None:
    """The number of the old one says nothing about it, be it passed already or not."""
    state, pad = str(tmp_path / "state"), tmp_path / "folder" / "pad.md"
    saved(pad, 3)
    SeenMarks(state, str(pad)).mark(2, now())
    renew(pad)
    saved(pad, number)
    assert SeenMarks(state, str(pad)).version == 0


def test_a_new_line_in_a_new_history_is_marked(tmp_path: Path) -> None:
    """What the number is for."""
    state, pad = str(tmp_path / "state"), tmp_path / "folder" / "pad.md"
    saved(pad, 8)
    SeenMarks(state, str(pad)).mark(8, now())
    PadStore(pad).start_fresh()
    saved(pad, 1)
    seen = SeenMarks(state, str(pad))
    for person_seen in (seen.version, 8):
        view = build_view(PadStore(pad), person_seen, now=now())
        assert [line.mark for section in view.sections for line in section.lines] == ["+"]


def test_a_mark_outlives_the_pruning_of_its_version(tmp_path: Path) -> None:
    """The journal still tells of it."""
    state, pad = str(tmp_path / "state"), tmp_path / "pad.md"
    store = saved(pad, 2)
    SeenMarks(state, str(pad)).mark(1, NOON)
    os.unlink(store.history.path(1))
    assert SeenMarks(state, str(pad)).version == 1
    os.unlink(store.paths.journal)
    assert SeenMarks(state, str(pad)).version == 1


def test_a_mark_outlives_the_journal(tmp_path: Path) -> None:
    """It is an annotation; the version's bytes tell as well."""
    state, pad = str(tmp_path / "state"), tmp_path / "pad.md"
    store = saved(pad, 2)
    SeenMarks(state, str(pad)).mark(1, NOON)
    os.unlink(store.paths.journal)
    assert SeenMarks(state, str(pad)).version == 1
    shutil.copy(store.history.path(2), store.history.path(1))
    assert SeenMarks(state, str(pad)).version == 0


@pytest.mark.parametrize(("days", "version"), [(1, 2), (-1, 0)])
def test_an_old_mark_is_of_this_history_unless_it_is_older(days: int, version: int, tmp_path: Path) -> None:
    """It holds no more than number and time; what was seen then cannot have been made since."""
    state, pad = str(tmp_path / "state"), tmp_path / "pad.md"
    saved(pad, 3)
    marks = SeenMarks(state, str(pad))
    at = now() + timedelta(days=days)
    os.makedirs(os.path.dirname(marks.path))
    content = {"format": 1, "pad": marks.pad, "version": 2, "time": stamp(at)}
    Path(marks.path).write_text(json.dumps(content))
    assert SeenMarks(state, str(pad)).version == version


def test_the_empty_pad_was_seen_in_any_history(tmp_path: Path) -> None:
    """Version 0 is no file and no line."""
    state, pad = str(tmp_path / "state"), tmp_path / "pad.md"
    SeenMarks(state, str(pad)).mark(0, NOON)
    assert SeenMarks(state, str(pad)).version == 0


# The file


def test_a_pad_has_one_mark_under_all_its_names(tmp_path: Path) -> None:
    """A link and a detour name the same pad."""
    real = tmp_path / "pad.md"
    saved(real, 1)
    (tmp_path / "link.md").symlink_to(real)
    SeenMarks(str(tmp_path), str(real)).mark(1, NOON)
    assert SeenMarks(str(tmp_path), str(tmp_path / "link.md")).version == 1
    assert SeenMarks(str(tmp_path), str(tmp_path / "x" / ".." / "pad.md")).version == 1


def test_files_are_private_and_nothing_is_left_beside_them(tmp_path: Path) -> None:
    state = tmp_path / "state" / "scratchpad-tui"
    marks = SeenMarks(str(state), str(tmp_path / "pad.md"))
    marks.mark(1, NOON)
    marks.mark(2, NOON)
    remembered(str(state)).set("theme", "light")
    found = sorted(path.relative_to(state) for path in state.rglob("*") if path.is_file())
    assert [path.parts[0] for path in found] == ["seen", "ui.json"]
    if os.name == "posix":
        assert {stat.S_IMODE((state / path).stat().st_mode) for path in found} == {0o600}


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[1]",
        b"\xff\xfe",
        b'{"format": 2, "version": 3}',
        b'{"format": 1, "version": "3"}',
        b'{"format": 1, "version": -3}',
        b'{"format": 1, "version": 3, "pad": "/another"}',
        b"[" * 100_000,
        b" " * (1 << 21),
    ],
)
def test_a_file_that_cannot_be_read_counts_as_none_and_is_replaced(tmp_path: Path, content: bytes) -> None:
    saved(tmp_path / "pad.md", 5)
    marks = SeenMarks(str(tmp_path), str(tmp_path / "pad.md"))
    os.makedirs(os.path.dirname(marks.path))
    with open(marks.path, "wb") as file:
        file.write(content)
    again = SeenMarks(str(tmp_path), str(tmp_path / "pad.md"))
    assert again.version is None
    assert again.mark(5, NOON)
    assert SeenMarks(str(tmp_path), str(tmp_path / "pad.md")).version == 5


def test_a_state_directory_that_cannot_be_written_stops_nothing(tmp_path: Path) -> None:
    """The mark then holds until the end of the program."""
    blocked = tmp_path / "file"
    blocked.write_text("no directory")
    marks = SeenMarks(str(blocked), "pad.md")
    assert not marks.mark(3, NOON)
    assert marks.version == 3
    choices = remembered(str(blocked))
    assert not choices.set("theme", "dark")
    assert choices.get("theme") == "dark"


def test_choices_are_remembered_with_their_types(tmp_path: Path) -> None:
    first = remembered(str(tmp_path))
    assert first.get("theme", "dark") == "dark"
    assert first.set("theme", "light")
    assert first.set("zoom", value=True)
    again = remembered(str(tmp_path))
    assert again.get("theme", "dark") == "light"
    assert again.get("zoom", default=False) is True
    assert again.get("theme", default=3) == 3
    assert again.get("gone") is None


def test_choices_of_two_programs_are_both_kept(tmp_path: Path) -> None:
    one, two = remembered(str(tmp_path)), remembered(str(tmp_path))
    one.set("theme", "light")
    two.set("screen", "timeline")
    assert remembered(str(tmp_path)).get("theme") == "light"
    assert remembered(str(tmp_path)).get("screen") == "timeline"


def test_values_of_other_kinds_are_dropped(tmp_path: Path) -> None:
    (tmp_path / "ui.json").write_text(json.dumps({"format": 1, "values": {"a": [1], "b": {"c": 1}, "d": 2}}))
    found = remembered(str(tmp_path))
    assert (found.get("a"), found.get("b"), found.get("d")) == (None, None, 2)


def test_a_planted_link_is_not_followed(tmp_path: Path) -> None:
    """The place of our file is taken by a new file, and what the link names stays as it is."""
    target = tmp_path / "target"
    target.write_text("precious")
    (tmp_path / "ui.json").symlink_to(target)
    assert remembered(str(tmp_path)).set("theme", "light")
    assert target.read_text() == "precious"
    assert remembered(str(tmp_path)).get("theme") == "light"


def test_the_state_directory_follows_the_environment(tmp_path: Path) -> None:
    assert state_directory({"XDG_STATE_HOME": str(tmp_path)}) == str(tmp_path / "scratchpad-tui")
    assert state_directory() == os.path.join(os.environ["XDG_STATE_HOME"], "scratchpad-tui")
