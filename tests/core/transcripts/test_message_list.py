"""Messages as arrays."""

from __future__ import annotations

import sys

from scratchpad_tui.core.transcripts import message_list, record
from scratchpad_tui.core.transcripts.message_list import MessageList
from scratchpad_tui.core.transcripts.record import Message, Remembered

TYPE_CHECKING = False
if TYPE_CHECKING:
    import pytest


def filled() -> MessageList:
    found = MessageList()
    found.add("user", "text", 10, offset=0, size=100)
    found.add("assistant", "text", 20, offset=100, size=200, calls=1, recorded=True)
    return found


def test_what_was_added_is_read() -> None:
    found = filled()
    assert found[0] == Message(0, 0, 100, "user", "text", 10, "estimate", 0)
    assert found[-1] == Message(1, 100, 200, "assistant", "text", 20, "recorded", 1)
    assert [message.number for message in found] == [0, 1]


def test_further_rows_add_and_later_records_amend() -> None:
    found = filled()
    found.extend(1, "call Bash", 5, size=50)
    found.extend(1, "call Bash", 5, size=50, calls=2)
    assert (found[1].what, found[1].tokens, found[1].size, found[1].calls) == ("text, call Bash", 30, 300, 2)
    found.amend(1, what="text", tokens=7, size=9, calls=3, recorded=False)
    assert found[1] == Message(1, 100, 9, "assistant", "text", 7, "estimate", 3)


def test_what_was_undone_is_cut() -> None:
    found = filled()
    found.cut(1)
    assert len(found) == len(list(found)) == 1
    found.add("tool", "result", 1, offset=7, size=8)
    assert found[1].offset == 7


def test_any_number_of_names_takes_bounded_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(message_list, "WORDS_KEPT", 5)
    found = MessageList()
    for number in range(20):
        found.add("tool", f"call t{number}", 1, offset=0, size=1)
    assert found[0].what == "call t0"
    assert found[19].role == "tool"
    assert {message.what for message in found} <= {*(f"call t{number}" for number in range(5)), "other"}


def test_the_newest_ids_are_remembered_and_their_number_is_bounded() -> None:
    found = Remembered(10)
    for number in range(100):
        found.keep(str(number), number)
    assert [found.get(str(number)) for number in (99, 96, 95)] == [99, 96, 95]
    assert sum(found.get(str(number)) is not None for number in range(100)) <= 10


def test_for_an_id_that_is_remembered_no_object_is_kept() -> None:
    """Neither its text nor a number: a session may have any number of them."""
    found = Remembered()
    before = sys.getallocatedblocks()
    for number in range(20_000):
        found.keep(f"row {number}", number)
    assert sys.getallocatedblocks() - before < 10_000
    assert [found.get(f"row {number}") for number in range(20_001)] == [*range(20_000), None]


def test_of_an_id_that_is_kept_again_the_last_index_counts() -> None:
    found = Remembered(10)
    for index in (3, 5):
        found.keep("one", index)
    assert found.get("one") == 5


def test_what_only_looks_like_an_id_between_two_others_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """An index and the beginning of what stands behind it may be the bytes that are looked for."""
    marks = {"sought": b"\1\1\1\1\1\1", "older": b"\1\1\2\2\2\2", "newer": b"\3\3\3\3\3\3"}
    monkeypatch.setattr(record, "_hash", lambda key: int.from_bytes(marks[key], "little") << 11)
    found = Remembered()
    found.keep("older", 7)
    found.keep("newer", 0x0101_0101)
    assert (found.get("sought"), found.get("older"), found.get("newer")) == (None, 7, 0x0101_0101)


def test_where_the_system_has_a_short_hash_two_are_put_together() -> None:
    assert len({record._two_hashes(str(number)) & (1 << 59) - 1 for number in range(1_000)}) == 1_000
