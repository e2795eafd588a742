"""A source that is a file of the work folder is found with its line; nothing outside the folder ever is."""

from __future__ import annotations

import os
import string
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scratchpad_tui.core.audited import source as sources
from scratchpad_tui.core.audited.source import LARGEST, is_source_file, source_file, work_folder
from scratchpad_tui.core.errors import StorageError
from scratchpad_tui.core.pad.paths import pad_paths

if TYPE_CHECKING:
    from pathlib import Path

OUTSIDE = "outside of the folder\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A work folder with files, beside a file that is none of it."""
    root = tmp_path / "work"
    (root / "src").mkdir(parents=True)
    (root / "limiter.py").write_text("one\ntwo\nthree\n", "utf-8")
    (root / "src" / "a b.py").write_text("spaced\n", "utf-8")
    (root / "notes:2").write_text("a colon\n", "utf-8")
    (root / "job").write_text("a file called job\n", "utf-8")
    (tmp_path / "secret.txt").write_text(OUTSIDE, "utf-8")
    return root


@pytest.mark.parametrize(
    ("named", "path", "line"),
    [
        ("limiter.py", "limiter.py", 0),
        (" limiter.py ", "limiter.py", 0),
        ("./limiter.py", "./limiter.py", 0),
        ("limiter.py:88", "limiter.py", 88),
        ("limiter.py:88:12", "limiter.py", 88),
        ("limiter.py:88-92", "limiter.py", 88),
        ("limiter.py:88:", "limiter.py", 88),
        ("limiter.py#L88", "limiter.py", 88),
        ("limiter.py#L88-L92", "limiter.py", 88),
        ("limiter.py line 88", "limiter.py", 88),
        ("limiter.py, line 88", "limiter.py", 88),
        ("`limiter.py:88`", "limiter.py", 88),
        ("limiter.py:88 (read by hand)", "limiter.py", 88),
        ("limiter.py, as the tests show", "limiter.py", 0),
        ("limiter.py::test_keys", "limiter.py", 0),
        ("src/a b.py", "src/a b.py", 0),
        ("src/a b.py:7", "src/a b.py", 7),
        ("src/../limiter.py", None, 0),
        ("notes:2", "notes:2", 0),
        ("job", "job", 0),
        ("job 4412", None, 0),
        ("src", None, 0),
        (".", None, 0),
        ("", None, 0),
        ("limiter.py:", None, 0),
        ("nothing.py:3", None, 0),
        ("x" * 5_000, None, 0),
        ("limiter.py" + " " * 2_000 + ":1", None, 0),
    ],
)
def test_what_a_source_names(root: Path, named: str, path: str | None, line: int) -> None:
    found = source_file(named, str(root))
    assert (found.path if found else None, found.line if found else 0) == (path, line)
    assert is_source_file(named, str(root)) == (path is not None)


def test_the_text_is_the_files_own(root: Path) -> None:
    found = source_file("limiter.py:2", str(root))
    assert found is not None
    assert found == ("limiter.py", 2, "one\ntwo\nthree\n", False)


@pytest.mark.parametrize(
    "named",
    [
        "../secret.txt",
        "../secret.txt:1",
        "src/../../secret.txt",
        "src\\..\\..\\secret.txt",
        "..",
        "/etc/passwd",
        "/etc/passwd:1",
        "\\etc\\passwd",
        "~/secret.txt",
        "~root/.profile",
        "limiter.py/../../secret.txt",
        "limiter.py\0",
        "\0",
        "lim\niter.py",
        "\ud800",
        "\x1b]0;owned\x07",
    ],
)
def test_no_path_leads_out_of_the_folder(root: Path, named: str) -> None:
    assert source_file(named, str(root)) is None


def test_an_absolute_path_into_the_folder_is_none_either(root: Path) -> None:
    """What an entry names is the same on every machine."""
    assert source_file(str(root / "limiter.py"), str(root)) is None


def test_links_out_of_the_folder_are_not_followed_and_those_inside_are(root: Path) -> None:
    (root / "out").symlink_to(root.parent / "secret.txt")
    (root / "up").symlink_to(root.parent, target_is_directory=True)
    (root / "beside").symlink_to(str(root) + "-twin", target_is_directory=True)
    (root.parent / "work-twin").mkdir()
    (root.parent / "work-twin" / "x").write_text(OUTSIDE, "utf-8")
    (root / "round").symlink_to(root / "round")
    (root / "gone").symlink_to(root / "nothing")
    (root / "inner").symlink_to(root / "limiter.py")
    for named in ("out", "up/secret.txt", "beside/x", "round", "gone"):
        assert source_file(named, str(root)) is None
    found = source_file("inner:2", str(root))
    assert found is not None
    assert found.text.startswith("one")


def test_a_folder_reached_through_a_link_is_the_folder(root: Path) -> None:
    link = root.parent / "link"
    link.symlink_to(root, target_is_directory=True)
    assert source_file("limiter.py", str(link)) is not None
    assert source_file("../secret.txt", str(link)) is None


def test_a_folder_that_becomes_a_link_while_it_is_looked_at_is_not_followed(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (root / "src" / "secret.txt").write_text("inside\n", "utf-8")
    opened = sources._opened

    def swap_first(top: str, parts: list[str]) -> int:
        (root / "src").rename(root / "old")
        (root / "src").symlink_to(root.parent, target_is_directory=True)
        return opened(top, parts)

    monkeypatch.setattr(sources, "_opened", swap_first)
    try:
        found = source_file("src/secret.txt", str(root))
    except StorageError:
        found = None
    assert found is None


def test_what_is_no_regular_file_is_none(root: Path) -> None:
    """A FIFO without a writer would be waited for, for ever."""
    os.mkfifo(root / "fifo.log")
    (root / "null.log").symlink_to("/dev/null")
    assert source_file("fifo.log", str(root)) is None
    assert source_file("null.log", str(root)) is None


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_a_file_that_may_not_be_read_is_told(root: Path) -> None:
    (root / "limiter.py").chmod(0)
    with pytest.raises(StorageError, match=r"limiter\.py cannot be read"):
        source_file("limiter.py", str(root))
    assert is_source_file("limiter.py", str(root))


@pytest.mark.skipif(not os.path.isdir("/proc/self/fd"), reason="no list of open files")
def test_no_file_stays_open(root: Path) -> None:
    (root / "fifo.log").unlink(missing_ok=True)
    os.mkfifo(root / "fifo.log")
    before = len(os.listdir("/proc/self/fd"))
    for named in ("limiter.py:2", "src/a b.py", "src", "fifo.log", "src/none.py", "none/none.py"):
        source_file(named, str(root))
        is_source_file(named, str(root))
    assert len(os.listdir("/proc/self/fd")) == before


def test_a_file_whose_disk_fails_is_told(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(fd: int) -> bytes:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(sources, "_head", failing)
    with pytest.raises(StorageError, match=r"limiter\.py cannot be read \(Input/output error\)"):
        source_file("limiter.py", str(root))


def test_a_long_file_is_cut_behind_a_whole_line(root: Path) -> None:
    line = "é" * 100 + "\n"
    (root / "big.log").write_text(line * (LARGEST // 100), "utf-8")
    found = source_file("big.log:3", str(root))
    assert found is not None
    assert found.is_cut
    assert found.text.replace(line, "") == ""
    assert LARGEST - 300 < len(found.text.encode()) <= LARGEST


def test_a_file_of_just_the_bound_is_whole_and_one_line_without_end_is_cut_where_it_must(root: Path) -> None:
    (root / "whole.log").write_bytes(b"x" * LARGEST)
    (root / "line.log").write_bytes(b"x" * (LARGEST * 2))
    whole, line = source_file("whole.log", str(root)), source_file("line.log", str(root))
    assert whole is not None
    assert line is not None
    assert (len(whole.text), whole.is_cut) == (LARGEST, False)
    assert (len(line.text), line.is_cut) == (LARGEST, True)


def test_bytes_that_are_no_text_are_shown_as_such(root: Path) -> None:
    (root / "odd.bin").write_bytes(b"\xef\xbb\xbfab\xff\x00\n")
    found = source_file("odd.bin", str(root))
    assert found is not None
    assert found.text == "ab\ufffd\x00\n"


def test_sources_are_relative_to_the_folder_that_the_pad_is_for(tmp_path: Path) -> None:
    assert work_folder(pad_paths(str(tmp_path / ".agent" / "scratchpad.md"))) == str(tmp_path)
    assert work_folder(pad_paths(str(tmp_path / "scratchpad.md"))) == str(tmp_path)


@given(text=st.text(alphabet=string.printable + "…\u202e\x00\ud800", max_size=40) | st.text(max_size=40))
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_source_ever_shows_what_stands_outside(root: Path, text: str) -> None:
    for named in (text, f"../{text}", f"{text}/../../secret.txt", f"src/{text}"):
        found = source_file(named, str(root))
        assert found is None or OUTSIDE not in found.text
