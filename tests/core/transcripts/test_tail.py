"""One growing file: every line once, whatever happens to it."""

from __future__ import annotations

import os
import random
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.errors import StorageError
from scratchpad_tui.core.transcripts import tail as tail_module
from scratchpad_tui.core.transcripts.tail import Tail, read_range

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "t.jsonl"


def taken(tail: Tail, limit: int | None = None) -> list[tuple[int, bytes]]:
    """What is read until there is no more."""
    found: list[tuple[int, bytes]] = []
    while True:
        found += tail.read(limit)
        if not tail.has_more:
            return found


def test_lines_have_their_offsets_and_the_last_waits_for_its_end(path: Path) -> None:
    path.write_bytes(b'{"a":1}\r\n\n{"b"')
    tail = Tail(str(path))
    assert taken(tail) == [(0, b'{"a":1}'), (9, b"")]
    assert (tail.offset, tail.pending, tail.has_more) == (10, 4, False)
    with path.open("ab") as file:
        file.write(b':2}\n{"c":3}\n')
    assert not tail.look()
    assert taken(tail) == [(10, b'{"b":2}'), (18, b'{"c":3}')]
    assert (tail.offset, tail.pending) == (path.stat().st_size, 0)


def test_a_whole_object_without_a_line_feed_is_given_out_at_once_and_once(path: Path) -> None:
    path.write_bytes(b'{"a":1}')
    tail = Tail(str(path))
    assert taken(tail) == [(0, b'{"a":1}')]
    for more, line in (
        (b'{"b":2}', [(7, b'{"b":2}')]),
        (b"\n", []),
        (b'{"c":3', []),
        (b"}\n", [(15, b'{"c":3}')]),
    ):
        with path.open("ab") as file:
            file.write(more)
        assert not tail.look()
        assert [one for one in taken(tail) if one[1]] == line


def test_two_whole_objects_and_the_beginning_of_a_third(path: Path) -> None:
    path.write_bytes(b'{"a":1}{"b":2}')
    tail = Tail(str(path))
    assert taken(tail) == [(0, b'{"a":1}{"b":2}')]
    with path.open("ab") as file:
        file.write(b'{"c":{}')
    tail.look()
    assert taken(tail) == []
    with path.open("ab") as file:
        file.write(b"}\n")
    tail.look()
    assert taken(tail) == [(14, b'{"c":{}}')]


def test_a_text_that_ends_in_a_brace_is_not_taken_for_an_object(path: Path) -> None:
    path.write_bytes(b'{"a":"x}')
    tail = Tail(str(path))
    assert taken(tail) == []
    assert tail.pending == 8


@pytest.mark.parametrize("limit", [1, 7, 64, None])
def test_small_steps_give_the_same_lines(path: Path, limit: int | None) -> None:
    lines = [b'{"a":"%s"}' % (b"x" * count) for count in (0, 1, 63, 64, 65, 300)]
    path.write_bytes(b"\xef\xbb\xbf" + b"\n".join(lines) + b"\n")
    assert [line for _, line in taken(Tail(str(path)), limit)] == lines


@pytest.mark.parametrize("chunk", [16, 1 << 20])
def test_random_pieces_give_every_line_once(path: Path, monkeypatch: pytest.MonkeyPatch, chunk: int) -> None:
    monkeypatch.setattr(tail_module, "CHUNK", chunk)
    dice = random.Random(3)
    lines = [b'{"n":%d,"t":"%s"}' % (n, "界}{".encode() * dice.randrange(40)) for n in range(200)]
    data = b"\n".join(lines) + b"\n"
    path.write_bytes(b"")
    tail = Tail(str(path))
    found: list[bytes] = []
    at = 0
    while at < len(data):
        step = dice.choice((1, 2, 5, 33, 200))
        with path.open("ab") as file:
            file.write(data[at : at + step])
        at += step
        assert not tail.look()
        found += (line for _, line in taken(tail) if line)
    assert found == lines


def test_padding_of_nuls_is_passed_over_and_no_reason_to_read_again(path: Path) -> None:
    path.write_bytes(b'{"a":1}\0\0\0\n' + b"\0" * 5_000)
    tail = Tail(str(path))
    assert taken(tail) == [(0, b'{"a":1}\0\0\0')]
    assert (tail.pending, tail.has_more) == (0, False)
    tail.look()
    assert taken(tail) == []
    assert tail.bytes_read == path.stat().st_size


def test_nuls_that_are_filled_in_later_are_read_anew(path: Path) -> None:
    path.write_bytes(b'{"a":1}\n' + b"\0" * 8)
    tail = Tail(str(path))
    assert taken(tail) == [(0, b'{"a":1}')]
    path.write_bytes(b'{"a":1}\n{"b":2}\n')
    os.utime(path, ns=(1, 1))
    assert tail.look()
    assert taken(tail) == [(0, b'{"a":1}'), (8, b'{"b":2}')]


def test_a_line_that_grows_for_megabytes_is_read_once(path: Path) -> None:
    path.write_bytes(b"")
    tail = Tail(str(path))
    piece = b"}" * 65_536
    for number in range(60):
        with path.open("ab") as file:
            file.write(piece if number else b'{"a":"')
        tail.look()
        assert taken(tail) == []
        assert tail.pending == path.stat().st_size
    with path.open("ab") as file:
        file.write(b'"}\n')
    tail.look()
    ((offset, line),) = taken(tail)
    assert (offset, len(line)) == (0, path.stat().st_size - 1)
    assert tail.bytes_read == path.stat().st_size


def test_a_large_unfinished_line_is_tried_when_it_has_doubled_or_stands_still(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[int] = []

    def size_of_whole(data: bytes) -> int:
        tried.append(len(data))
        return 0

    monkeypatch.setattr(tail_module, "size_of_whole", size_of_whole)
    path.write_bytes(b"")
    tail = Tail(str(path))
    for _ in range(64):
        with path.open("ab") as file:
            file.write(b"x" * 65_535 + b"}")
        tail.look()
        taken(tail)
    assert len(tried) < 10
    tail.look()
    tail.look()
    taken(tail)
    assert tried[-1] == path.stat().st_size


def test_a_line_longer_than_any_record_is_dropped_and_counted(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tail_module, "LONGEST_LINE", 100)
    monkeypatch.setattr(tail_module, "CHUNK", 64)
    path.write_bytes(b"x" * 500 + b'\n{"a":1}\n')
    found = taken(Tail(str(path)))
    assert [line for _, line in found] == [b"?", b'{"a":1}']
    assert found[1][0] == 501


def test_a_shorter_file_is_read_anew(path: Path) -> None:
    path.write_bytes(b'{"a":1}\n{"b":2}\n')
    tail = Tail(str(path))
    taken(tail)
    path.write_bytes(b'{"c":3}\n')
    assert tail.look()
    assert taken(tail) == [(0, b'{"c":3}')]


def test_another_file_of_the_name_is_read_anew_though_it_is_longer(path: Path, tmp_path: Path) -> None:
    path.write_bytes(b'{"a":1}\n')
    tail = Tail(str(path))
    taken(tail)
    fresh = tmp_path / "fresh"
    fresh.write_bytes(b'{"a":1}\n{"b":2}\n')
    fresh.replace(path)
    assert tail.look()
    assert taken(tail) == [(0, b'{"a":1}'), (8, b'{"b":2}')]
    assert not tail.look()


def test_bytes_that_changed_before_the_offset_are_read_anew(path: Path) -> None:
    path.write_bytes(b'{"a":1}\n{"b":2}\n')
    tail = Tail(str(path))
    taken(tail)
    with path.open("r+b") as file:
        file.write(b'{"a":9}\n{"b":8}\n{"c":7}\n')
    assert tail.look()
    assert [line for _, line in taken(tail)] == [b'{"a":9}', b'{"b":8}', b'{"c":7}']


def test_a_file_that_vanishes_keeps_what_was_read_and_may_come_back(path: Path, tmp_path: Path) -> None:
    path.write_bytes(b'{"a":1}\n{"b"')
    tail = Tail(str(path))
    taken(tail)
    away = tmp_path / "away"
    path.rename(away)
    assert (tail.look(), tail.gone) == (False, True)
    assert taken(tail) == []
    with away.open("ab") as file:
        file.write(b":2}\n")
    away.rename(path)
    assert (tail.look(), tail.gone) == (False, False)
    assert taken(tail) == [(8, b'{"b":2}')]


def test_a_replacement_between_look_and_reading_is_left_to_the_next_look(path: Path, tmp_path: Path) -> None:
    path.write_bytes(b'{"a":1}\n')
    tail = Tail(str(path))
    other = tmp_path / "other"
    other.write_bytes(b'{"b":2}\n')
    other.replace(path)
    assert taken(tail) == []
    assert tail.look()
    assert taken(tail) == [(0, b'{"b":2}')]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no FIFOs")
def test_a_fifo_is_refused_and_does_not_hang(path: Path) -> None:
    os.mkfifo(path)
    with pytest.raises(StorageError, match="no regular file"):
        Tail(str(path))


def test_folders_missing_files_and_files_without_permission_are_refused(path: Path, tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="is a directory"):
        Tail(str(tmp_path))
    with pytest.raises(StorageError, match="there is no file"):
        Tail(str(path))
    path.write_bytes(b"{}")
    path.chmod(0)
    if os.geteuid():
        with pytest.raises(StorageError, match="may not be read"):
            Tail(str(path))


def test_a_range_of_a_file(path: Path) -> None:
    path.write_bytes(b"0123456789")
    assert read_range(str(path), 2, 3) == b"234"
    assert read_range(str(path), 8, 100) == b"89"
