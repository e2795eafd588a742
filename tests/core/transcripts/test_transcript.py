"""Opening, the quick level, following, replacement, errors, bodies."""

from __future__ import annotations

import errno
import json
import os
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.errors import InputError, StorageError
from scratchpad_tui.core.transcripts import bodies, ending
from scratchpad_tui.core.transcripts.bodies import BODY_CHARACTERS
from scratchpad_tui.core.transcripts.conversation import messages_of
from scratchpad_tui.core.transcripts.transcript import open_transcript
from tests.core.transcripts.written import answer, boundary, counted, enveloped, levels, lines, opened, prompt

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("data", "seen"),
    [
        (b"", "nothing yet"),
        (b"\n\n", "blank lines"),
        (b"hello\nworld\n", "2 lines of text"),
        (b"\0" * 5_000, "nothing yet"),
        (b"\x89PNG\0\0\1\2\n", "bytes that are no text"),
        (b"{}\n", "a JSON object with no keys"),
        (b'{"name": "x", "version": 1}', "a JSON object with name, version"),
        (b'{"name": 1}\n{"b": 2}\n', "JSON objects, the first with name"),
        (b"[1, 2]", "a JSON list of 2"),
        (b'{"messages": [', "JSON that is not finished"),
    ],
)
def test_what_is_no_transcript_is_refused_with_what_was_seen(tmp_path: Path, data: bytes, seen: str) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(data)
    with pytest.raises(InputError, match=seen) as error:
        open_transcript(str(path))
    assert error.value.code == "unknown-format"


def test_missing_files_and_folders_are_refused(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="there is no file"):
        open_transcript(str(tmp_path / "none"))
    with pytest.raises(StorageError, match="is a directory"):
        open_transcript(str(tmp_path))


@pytest.mark.parametrize("name", ["notes.txt", "rollout-x.jsonl", "session.json"])
def test_the_name_of_a_file_does_not_matter(tmp_path: Path, name: str) -> None:
    claude = opened(tmp_path, lines(prompt(0), answer(1, 900)), name)
    assert claude.format.name == "claude-code"
    assert "2.1.71" in claude.reason
    codex = opened(tmp_path, lines(enveloped("session_meta", id="x"), counted(900, 900)), name)
    assert codex.format.name == "codex"


def test_a_first_line_of_megabytes_is_read_for_its_format(tmp_path: Path) -> None:
    transcript = opened(tmp_path, lines(prompt(0, "x" * 3_000_000), answer(1, 900)))
    assert levels(transcript) == [900]


def test_the_quick_level_looks_back_as_far_as_it_must(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [prompt(0), answer(1, 900), prompt(2, "x" * 300_000), prompt(3, "y" * 100)]
    transcript = opened(tmp_path, lines(*rows))
    assert transcript.quick().tokens == 900
    monkeypatch.setattr(ending, "LAST", ending.FIRST)
    assert transcript.quick().kind == "none"


def test_the_quick_level_behind_a_compaction_far_from_any_call_is_unknown(tmp_path: Path) -> None:
    rows = [answer(1, 900), prompt(2, "x" * 200_000), boundary(), prompt(3, "z", isCompactSummary=True)]
    assert opened(tmp_path, lines(*rows)).quick().kind == "unknown"


def test_the_quick_level_of_an_unfinished_last_line(tmp_path: Path) -> None:
    data = lines(prompt(0), answer(1, 900), answer(2, 950))
    path = tmp_path / "t.jsonl"
    for end, level in ((len(data), 950), (len(data) - 1, 950), (len(data) - 2, 900)):
        path.write_bytes(data[:end])
        assert open_transcript(str(path)).quick().tokens == level


def test_the_quick_level_is_that_of_the_reading_from_the_start(tmp_path: Path) -> None:
    """Behind a last line that NULs pad, and of a file that begins with a compaction."""
    padded = opened(tmp_path, lines(prompt(0), answer(1, 900), answer(2, 950)).rstrip() + b"\0" * 20, "a")
    begun = opened(tmp_path, lines(boundary(), prompt(0)), "b")
    for transcript, told in ((padded, (950, "recorded")), (begun, (None, "none"))):
        quick = transcript.quick()
        transcript.read_all()
        assert quick == transcript.record.level() == told


def test_reading_goes_on_in_steps_and_tells_how_far_it_is(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    path.write_bytes(lines(*(answer(number, 1_000 + number) for number in range(200))) + b'{"type"')
    transcript = open_transcript(str(path))
    assert (transcript.size, transcript.read_to) == (path.stat().st_size, 0)
    steps = 0
    while transcript.advance(10_000):
        steps += 1
        assert 0 < transcript.read_to <= steps * 10_000
    assert steps > 3
    assert transcript.pending == 7
    assert transcript.read_to + 7 == transcript.size
    assert len(transcript.record.main) == 200


def test_refresh_tells_whether_there_is_anything_new(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    transcript = opened(tmp_path, lines(prompt(0), answer(1, 900)))
    assert not transcript.refresh()
    with path.open("ab") as file:
        file.write(lines(answer(2, 950)))
    assert transcript.refresh()
    assert not transcript.restarted
    transcript.read_all()
    transcript.read_all_messages()
    assert levels(transcript) == [900, 950]
    assert len(transcript.messages) == 3


def test_a_file_that_is_emptied_and_written_anew_while_it_is_watched(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    transcript = opened(tmp_path, lines(prompt(0), answer(1, 900), answer(2, 950)))
    path.write_bytes(b"")
    assert transcript.refresh()
    assert transcript.restarted
    transcript.read_all()
    assert transcript.record.level().kind == "none"
    assert len(transcript.messages) == 0
    path.write_bytes(lines(prompt(5), answer(6, 400)))
    assert transcript.refresh()
    transcript.read_all()
    transcript.read_all_messages()
    assert levels(transcript) == [400]
    assert len(transcript.messages) == 2
    assert not transcript.refresh()


def test_a_file_that_is_replaced_by_one_of_another_format(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    transcript = opened(tmp_path, lines(prompt(0), answer(1, 900)))
    fresh = tmp_path / "fresh"
    fresh.write_bytes(lines(enveloped("session_meta", id="x"), counted(700, 700)))
    fresh.replace(path)
    assert transcript.refresh()
    transcript.read_all()
    assert transcript.format.name == "codex"
    assert levels(transcript) == [700]


def test_a_file_that_vanishes_keeps_what_it_told(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    transcript = opened(tmp_path, lines(prompt(0), answer(1, 900)))
    path.unlink()
    assert not transcript.refresh()
    assert transcript.gone
    assert levels(transcript) == [900]
    with pytest.raises(StorageError):
        transcript.body(0)


def test_a_document_is_read_again_and_a_half_written_one_is_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "t.json"
    chat = [{"role": "user", "content": "list"}, {"role": "assistant", "content": "x" * 400}]
    transcript = opened(tmp_path, json.dumps(chat, indent=1).encode(), "t.json")
    assert (len(transcript.messages), transcript.pending) == (2, 0)
    before = levels(transcript)
    path.write_bytes(json.dumps([*chat, *chat], indent=1).encode()[:-30])
    os.utime(path, ns=(1, 1))
    assert transcript.refresh()
    transcript.read_all()
    assert (levels(transcript), transcript.pending > 0) == (before, True)
    path.write_bytes(json.dumps([*chat, *chat], indent=1).encode())
    assert transcript.refresh()
    transcript.read_all()
    assert (len(transcript.messages), transcript.pending) == (4, 0)
    assert [message["content"] for message in transcript.conversation()][:1] == ["list"]
    assert transcript.body(0) == "list"


def test_the_texts_of_a_document_are_found_however_long_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What bounds one line does not bound a document."""
    monkeypatch.setattr(bodies, "_LONGEST_LINE", 16)
    rows = [{"role": "user", "content": "what now"}, {"role": "assistant", "content": "wait"}]
    transcript = opened(tmp_path, json.dumps(rows, indent=1).encode())
    transcript.read_all()
    assert transcript.body(1) == "wait"
    assert [message["content"] for message in transcript.conversation()] == ["what now", "wait"]


def test_a_very_long_message_is_cut_and_says_so(tmp_path: Path) -> None:
    transcript = opened(tmp_path, lines(prompt(0, "x" * (BODY_CHARACTERS + 1_234)), answer(1, 900)))
    text = transcript.body(0)
    assert text.startswith("x" * BODY_CHARACTERS)
    assert text.endswith("[1,234 more characters are not shown]")


def test_the_body_of_an_answer_in_rows_that_stand_apart(tmp_path: Path) -> None:
    rows = [prompt(0), answer(1, 900, text="first"), prompt(2, "between"), answer(1, 900, text="second")]
    transcript = opened(tmp_path, lines(*rows))
    assert transcript.body(1) == "first\n\nsecond"
    assert transcript.body(2) == "between"


def test_halves_of_pairs_in_texts_are_replaced(tmp_path: Path) -> None:
    data = lines(prompt(0, "TEXT"), answer(1, 405)).replace(b"TEXT", b"m\\udcb2 \\u001b[2J")
    transcript = opened(tmp_path, data)
    assert transcript.body(0) == "m\ufffd \x1b[2J"
    assert transcript.record.last_prompt == "m\ufffd \x1b[2J"
    assert transcript.record.skipped == 0
    transcript.body(0).encode()


def test_a_conversation_by_its_path(tmp_path: Path) -> None:
    opened(tmp_path, lines(prompt(0, "task"), answer(1, 900), answer(8, 70, isSidechain=True)))
    found = list(messages_of(str(tmp_path / "t.jsonl")))
    assert found == [{"role": "user", "content": "task"}, {"role": "assistant", "content": "ok"}]


def test_the_window_that_is_named_counts_first(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    path.write_bytes(lines(prompt(0), answer(1, 213_800)))
    transcript = open_transcript(str(path), window=1_000_000)
    transcript.read_all()
    assert transcript.window == (1_000_000, "setting")
    transcript = open_transcript(str(path))
    transcript.read_all()
    assert transcript.window.source == "evidence"


def test_claude_codes_own_settings_tell_of_the_large_window(tmp_path: Path) -> None:
    transcript = opened(tmp_path, lines(prompt(0), answer(1, 100_000)))
    assert transcript.window == (200_000, "assumed")
    home = tmp_path / "home" / ".claude"
    home.mkdir()
    (home / "settings.json").write_text('{"model": "opusplan[1m]"}', "utf-8")
    transcript = opened(tmp_path, lines(prompt(0), answer(1, 100_000)))
    assert transcript.settings_model == "opusplan[1m]"
    assert transcript.window == (1_000_000, "model")
    (home / "settings.json").write_bytes(b"{broken")
    assert opened(tmp_path, lines(prompt(0), answer(1, 100_000))).settings_model == ""


def test_unreadable_lines_are_counted_and_never_fatal(tmp_path: Path) -> None:
    bad = [b"{broken", b"\0" * 300, b"null", b"7", b'"text"', b"[1,2]", b"\xff\xfe{"]
    data = lines(prompt(0)) + b"\n".join(bad) + b"\n" + lines(answer(1, 910), answer(2, 962))
    transcript = opened(tmp_path, data)
    assert levels(transcript) == [910, 962]
    assert (transcript.record.skipped, transcript.record.lines) == (6, 9)


def test_lines_in_the_place_of_a_document_are_read_as_what_they_are(tmp_path: Path) -> None:
    path = tmp_path / "chat.json"
    path.write_text(json.dumps([{"role": "user", "content": "go"}, {"role": "assistant", "content": "yes"}]))
    transcript = open_transcript(str(path))
    transcript.read_all()
    assert transcript.format.name == "openai-chat"
    path.write_bytes(lines(prompt(1), answer(1, 910)))
    transcript.refresh()
    transcript.read_all()
    assert transcript.refresh()
    transcript.read_all()
    assert transcript.format.name == "claude-code"
    assert levels(transcript) == [910]


def test_a_disk_that_fails_is_told_in_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "t.jsonl"
    path.write_bytes(lines(prompt(1), answer(1, 910)))
    transcript = open_transcript(str(path))

    def broken(*_: object) -> bytes:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(os, "lseek", broken)
    with pytest.raises(StorageError, match="cannot be read at byte 0: Input/output error"):
        transcript.read_all()
