"""Lines as they are found, and the objects on them."""

from __future__ import annotations

import pytest

from scratchpad_tui.core.transcripts.objects import (
    document_of,
    objects_of,
    safe,
    size_of_whole,
    whole_objects,
)


@pytest.mark.parametrize("line", [b"", b"  \t\r", b"\0\0\0", b" \0 "])
def test_a_blank_line_or_padding_is_nothing_to_count(line: bytes) -> None:
    assert objects_of(line) is None


@pytest.mark.parametrize(
    "line", [b"null", b"7", b'"text"', b"[1,2]", b'[{"a":1}]', b"{broken", b"\xff\xfe{", b"true"]
)
def test_what_is_no_object_is_unreadable(line: bytes) -> None:
    assert objects_of(line) == []


@pytest.mark.parametrize(
    ("line", "found"),
    [
        (b'{"a":1}', [{"a": 1}]),
        (b'{"a":1}\r', [{"a": 1}]),
        (b'\0{"a":1}\0\0', [{"a": 1}]),
        (b'{"a":1}{"b":2} {"c":3}', [{"a": 1}, {"b": 2}, {"c": 3}]),
        ('{"a":"é"}{"b":"\u2028"}'.encode(), [{"a": "é"}, {"b": "\u2028"}]),
        (b'{"a":1}{"b":', [{"a": 1}]),
        (b'{"a":"x\xffy"}', [{"a": "x\ufffdy"}]),
        (b'{"a":"\\udcb2"}', [{"a": "\udcb2"}]),
        (b'{"a":12345678901234567890123}', [{"a": 12345678901234567890123}]),
        (b'{"a":"x\x01y"}', [{"a": "x\x01y"}]),
    ],
)
def test_objects_are_read_whatever_was_done_to_the_line(line: bytes, found: list[object]) -> None:
    assert objects_of(line) == found


def test_not_a_number_is_read() -> None:
    (found,) = objects_of(b'{"a":NaN,"b":1}') or []
    assert found["b"] == 1


def test_deep_nesting_is_unreadable_and_no_crash() -> None:
    assert objects_of(b'{"a":' * 200_000 + b"1" + b"}" * 200_000) == []


def test_the_size_of_whole_objects_is_in_bytes() -> None:
    data = '{"a":"é"}{"b":"日本"} {"c'.encode()
    assert size_of_whole(data) == len('{"a":"é"}{"b":"日本"}'.encode())
    assert whole_objects(b' {"a":"\xff"}{')[1] == len(b' {"a":"\xff"}')
    assert size_of_whole(b'{"a":1}') == 7
    assert size_of_whole(b"7") == 0


def test_a_document_is_one_value_and_may_have_a_mark_and_padding() -> None:
    assert document_of(b"\xef\xbb\xbf[\n1,\n2\n]\n\0\0") == [1, 2]
    assert document_of(b'{"a":"\\ud83d"}') == {"a": "\ud83d"}
    assert document_of(b'{"a":1}\n{"b":2}\n') is None
    assert document_of(b'{"a":') is None


def test_halves_of_pairs_are_replaced_and_pairs_stay() -> None:
    assert safe("a\udcb2b\ud83d\ude00") == "a\ufffdb\U0001f600"
    assert safe("plain") == "plain"
