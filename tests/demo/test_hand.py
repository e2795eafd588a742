"""The hand of a person in the story: an editor that knows nothing of us."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.pad.document import Document
from scratchpad_tui.core.pad.schema import TASK
from scratchpad_tui.demo.beats import FINDINGS, PLAN, AddLine, Mangle, Retype
from scratchpad_tui.demo.hand import edit_file

if TYPE_CHECKING:
    from pathlib import Path

    from scratchpad_tui.demo.beats import Hand

PLANNED = "## Plan\n1. [x] one\n3. [ ] three\n\n## Findings\n- a (b:1)\n"

CASES = (
    (AddLine(PLAN, "four"), PLANNED.replace("three\n", "three\n4. [ ] four\n")),
    (AddLine(FINDINGS, "c (d:2)"), PLANNED.replace("(b:1)", "(b:1)\n- c (d:2)")),
    (Retype("a (b:1)", "z (b:2)"), PLANNED.replace("a (b:1)", "z (b:2)")),
    (
        Mangle(FINDINGS, "## Findngs", "- typed"),
        PLANNED.replace("## Findings\n", "## Findngs\n- typed\n"),
    ),
)


@pytest.mark.parametrize(("hand", "after"), CASES, ids=lambda case: type(case).__name__)
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_each_edit_changes_what_it_means_to(tmp_path: Path, hand: Hand, after: str, newline: str) -> None:
    """In place, in the file's own newline style."""
    path = tmp_path / "pad.md"
    path.write_bytes(PLANNED.replace("\n", newline).encode())
    inode = path.stat().st_ino
    assert edit_file(str(path), hand)
    assert path.read_bytes().decode() == after.replace("\n", newline)
    assert path.stat().st_ino == inode


def test_a_line_added_to_an_empty_section_takes_the_place_of_the_mark(tmp_path: Path) -> None:
    """The mark of an empty section does not stand above a line."""
    path = tmp_path / "pad.md"
    path.write_bytes(Document.empty(TASK).render())
    assert edit_file(str(path), AddLine(PLAN, "first"))
    assert "## Plan\n1. [ ] first\n\n## Findings\n_(empty)_\n" in path.read_text("utf-8")


@pytest.mark.parametrize("hand", [Retype("absent", "x"), AddLine("Next", "x"), Mangle("Next", "## N", "x")])
def test_nothing_is_done_where_the_place_is_gone(tmp_path: Path, hand: Hand) -> None:
    """A person at the demo may have deleted it."""
    path = tmp_path / "pad.md"
    path.write_text(PLANNED, "utf-8")
    assert not edit_file(str(path), hand)
    assert path.read_text("utf-8") == PLANNED
    assert not edit_file(str(tmp_path / "absent.md"), hand)


def test_bytes_that_are_not_utf8_survive(tmp_path: Path) -> None:
    """An editor of this kind keeps what it does not understand."""
    path = tmp_path / "pad.md"
    path.write_bytes(b"## Findings\n- \xff\xfe one\n")
    assert edit_file(str(path), Retype("one", "two"))
    assert path.read_bytes() == b"## Findings\n- \xff\xfe two\n"
