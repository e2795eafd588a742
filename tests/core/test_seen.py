"""What a person has seen and chosen is remembered beside nothing but their own state directory."""

from __future__ import annotations

import json
import os
import stat
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.pad.seen import SeenMarks, remembered, state_directory

if TYPE_CHECKING:
    from pathlib import Path

NOON = datetime(2026, 7, 20, 12, tzinfo=UTC)


def test_a_mark_is_found_again_for_the_same_pad_alone(tmp_path: Path) -> None:
    state, pad, other = str(tmp_path / "state"), str(tmp_path / "pad.md"), str(tmp_path / "other.md")
    assert SeenMarks(state, pad).version is None
    assert SeenMarks(state, pad).mark(43, NOON)
    found = SeenMarks(state, pad)
    assert (found.version, found.at) == (43, NOON)
    assert SeenMarks(state, other).version is None


def test_a_pad_has_one_mark_under_all_its_names(tmp_path: Path) -> None:
    """A link and a detour name the same pad."""
    real = tmp_path / "pad.md"
    real.write_text("x")
    (tmp_path / "link.md").symlink_to(real)
    SeenMarks(str(tmp_path), str(real)).mark(7, NOON)
    assert SeenMarks(str(tmp_path), str(tmp_path / "link.md")).version == 7
    assert SeenMarks(str(tmp_path), str(tmp_path / "x" / ".." / "pad.md")).version == 7


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
