"""`export`: Markdown or SVG, to standard output or a new private file."""

from __future__ import annotations

import stat
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest

from scratchpad_tui.core.secrets import scanner

from .conftest import BROKEN, GOOD

if TYPE_CHECKING:
    from .conftest import Desk

HOSTILE = GOOD.replace("retries are", "<script>alert(1)</script> \x1b[2J \u202e are")


@pytest.mark.parametrize("form", ["md", "svg"])
def test_both_forms_are_printed_and_nothing_is_made(desk: Desk, form: str) -> None:
    desk.put(HOSTILE)
    before = desk.tree()
    ended = desk.run("export", "--format", form)
    assert ended.code == 0, ended.err
    assert len(ended.out) > 100
    assert "\x1b" not in ended.out
    assert "\u202e" not in ended.out
    assert desk.tree() == before


def test_the_picture_is_whole_loads_nothing_and_has_no_live_markup(desk: Desk) -> None:
    desk.put(HOSTILE)
    svg = desk.run("export", "--format", "svg").out
    names = {element.tag.rpartition("}")[2] for element in ET.fromstring(svg).iter()}  # noqa: S314 - our own
    assert names <= {"svg", "style", "defs", "clipPath", "rect", "text", "g", "circle"}
    assert "url(http" not in svg.replace('"', "")
    assert "Findings" in svg
    assert "&lt;script&gt;" in svg


def test_out_names_a_new_file_and_one_that_is_there_stays(desk: Desk) -> None:
    desk.saved(GOOD)
    path = desk.work / "out.md"
    ended = desk.run("export", "--out", path)
    assert (ended.code, ended.out) == (0, "")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    text = path.read_text("utf-8")
    assert "## Timeline" in text
    again = desk.run("export", "--out", path)
    assert again.code == 1
    assert "is there already" in again.err
    assert path.read_text("utf-8") == text
    assert desk.run("export", "--out", desk.work / "nowhere" / "out.md").code == 3
    assert desk.run("export", "--out", "").code == 2


def test_a_broken_pad_is_exported_as_its_last_good_version(desk: Desk) -> None:
    """As `show` does: with the notice, and exit code 1."""
    desk.saved(GOOD)
    desk.put(BROKEN)
    ended = desk.run("export")
    assert ended.code == 1
    assert "## Plan" in ended.out
    assert "does not parse" in ended.err
    assert desk.pad.read_text("utf-8") == BROKEN


def test_a_pad_that_is_not_there_yet_is_exported_empty(desk: Desk) -> None:
    before = desk.tree()
    ended = desk.run("export")
    assert ended.code == 0
    assert "There is no version yet." in ended.out
    assert desk.tree() == before


VALUE = "gh" + "p_" + "Zr8TqLw2XnBv5KdYs7MfHc3JgPe9RaUu4Wk1"
WARNED = "warning: the export holds what looks like a GitHub token (rule github-token)"


@pytest.mark.parametrize("form", ["md", "svg"])
def test_a_secret_that_came_in_by_hand_leaves_with_a_warning(desk: Desk, form: str) -> None:
    """A person may export what is theirs, and must know."""
    desk.put(GOOD.replace("retries are", f"{VALUE} is"))
    ended = desk.run("export", "--format", form)
    assert ended.code == 0
    assert ended.err.count(WARNED) == 1
    assert VALUE not in ended.err
    assert len(ended.out) > 100


def test_a_secret_that_is_left_in_an_old_version_alone_is_warned_of(desk: Desk) -> None:
    desk.put(GOOD.replace("retries are", f"{VALUE} is"))
    desk.apply(("Findings", "remove", VALUE))
    path = desk.work / "out.md"
    ended = desk.run("export", "--out", path)
    assert ended.code == 0
    assert WARNED in ended.err
    assert VALUE in path.read_text("utf-8")
    desk.run("redact", VALUE)
    assert desk.run("export").err == ""


def test_an_export_is_made_where_the_scan_fails_and_says_so(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_args: object) -> None:
        raise RuntimeError

    desk.saved(GOOD)
    monkeypatch.setattr(scanner, "scan", broken)
    ended = desk.run("export")
    assert ended.code == 0
    assert "## Timeline" in ended.out
    assert ended.err.count("whether the export holds secrets is not known: the secrets scan failed") == 1
