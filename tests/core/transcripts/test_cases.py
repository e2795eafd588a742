"""Cases from reports for other programs, by their names under `tests/cases`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.transcripts.transcript import open_transcript
from tests.core.transcripts.written import answer, levels, lines

if TYPE_CHECKING:
    from scratchpad_tui.core.transcripts.transcript import Transcript

CASES = Path(__file__).resolve().parents[2] / "cases"


def read(path: Path) -> Transcript:
    """All of the file as it is now."""
    transcript = open_transcript(str(path))
    again(transcript)
    return transcript


def again(transcript: Transcript) -> None:
    """Looks again and reads on."""
    transcript.refresh()
    transcript.read_all()
    transcript.read_all_messages()


def placed(name: str, folder: Path, file: str = "transcript.jsonl") -> Path:
    """A copy of a case's file."""
    path = folder / file
    path.write_bytes((CASES / name / file).read_bytes())
    return path


def append(path: Path, data: bytes) -> None:
    with path.open("ab") as file:
        file.write(data)


def test_41_record_in_two_writes(tmp_path: Path) -> None:
    folder = CASES / "41-record-in-two-writes"
    first, second = ((folder / f"part-{number}.jsonl").read_bytes() for number in (1, 2))
    whole = first + second
    line = first.index(b"\n") + 1
    path = tmp_path / "t.jsonl"
    for cut in range(line, len(first) + 1):
        path.write_bytes(whole[:cut])
        transcript = read(path)
        again(transcript)
        assert (len(transcript.messages), transcript.record.skipped, levels(transcript)) == (1, 0, [])
        append(path, whole[cut:])
        for after in (transcript, read(path)):
            again(after)
            assert (len(after.messages), after.record.skipped) == (3, 0)
            assert after.record.level().tokens == 962


@pytest.mark.parametrize("step", [1_000, 1_024, 4_096, 65_536])
def test_42_wide_text_at_read_border(tmp_path: Path, step: int) -> None:
    def said(number: int) -> dict[str, object]:
        message = {"role": "user", "content": "界" * (333 + number % 5)}
        return {"type": "user", "uuid": f"u{number}", "isSidechain": False, "message": message}

    data = lines(*map(said, range(400)))
    path = tmp_path / "t.jsonl"
    path.write_bytes(data[:step])
    if b"\n" not in data[:step]:
        append(path, data[step : 2 * step])
        data = data[step:]
    transcript = open_transcript(str(path))
    for start in range(step, len(data), step):
        append(path, data[start : start + step])
        again(transcript)
    whole = read(path)
    assert len(transcript.messages) == len(whole.messages) == 400
    assert transcript.record.skipped == whole.record.skipped == 0
    last = [transcript.body(number) for number in range(390, 400)]
    assert last == [whole.body(number) for number in range(390, 400)]
    assert "\ufffd" not in "".join(last)
    assert transcript.quick().kind == "none"


def test_43_replaced_by_a_longer_file(tmp_path: Path) -> None:
    name = "43-replaced-by-a-longer-file"
    path = placed(name, tmp_path, "old.jsonl")
    transcript = read(path)
    assert levels(transcript) == [910]
    moved = tmp_path / "old.jsonl.1"
    path.rename(moved)
    path.write_bytes((CASES / name / "new.jsonl").read_bytes())
    append(moved, lines(answer(7, 7_000)))
    append(path, lines(answer(9, 507)))
    transcript.refresh()
    assert transcript.restarted
    again(transcript)
    assert (len(transcript.messages), transcript.record.skipped) == (9, 0)
    assert transcript.record.level().tokens == 507
    assert 7_000 not in levels(transcript)


def test_44_nul_padding_and_tail(tmp_path: Path) -> None:
    path = placed("44-nul-padding-and-tail", tmp_path)
    transcript = read(path)
    assert transcript.format.name == "claude-code"
    assert transcript.record.level().tokens == 962
    assert transcript.messages[0].role == "user"
    assert not transcript.refresh()
    assert not transcript.advance()


def test_45_no_newline_for_megabytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import os

    path = placed("45-no-newline-for-megabytes", tmp_path)
    read_bytes = [0]
    real = os.read

    def counted(descriptor: int, count: int) -> bytes:
        data = real(descriptor, count)
        read_bytes[0] += len(data)
        return data

    monkeypatch.setattr(os, "read", counted)
    transcript = read(path)
    append(path, b'{"type":"user","uuid":"u-big","isSidechain":false,"message":{"role":"user","content":"')
    for _ in range(80):
        append(path, b"x" * 262_144)
        again(transcript)
        assert transcript.pending > 0
    append(path, b'"}}\n' + lines(answer(2, 100)))
    again(transcript)
    assert (len(transcript.messages), transcript.record.level().tokens) == (3, 100)
    assert path.stat().st_size <= read_bytes[0] < 5 * path.stat().st_size


def test_46_partial_counts_last_wins(tmp_path: Path) -> None:
    """The level is that of the call begun last, live and at once."""
    source = CASES / "46-partial-counts-last-wins" / "transcript.jsonl"
    path = tmp_path / "t.jsonl"
    rows = source.read_bytes().splitlines(keepends=True)
    path.write_bytes(rows[0])
    live = read(path)
    for row in rows[1:]:
        append(path, row)
        again(live)
    for transcript in (live, read(source)):
        calls = [(call.level, call.completion) for call in transcript.record.main]
        assert calls == [(12_802, 159), (12_903, 40)]
        assert transcript.record.level().tokens == 12_903


@pytest.mark.parametrize(("file", "trigger", "before"), [("a", "manual", 180_400), ("b", "unknown", None)])
def test_47_compact_boundary(tmp_path: Path, file: str, trigger: str, before: int | None) -> None:
    name = "47-compact-boundary"
    path = placed(name, tmp_path, f"{file}.jsonl")
    transcript = read(path)
    (mark,) = transcript.record.compactions
    assert (mark.trigger, mark.before) == (trigger, before)
    assert transcript.record.level() == transcript.quick()
    assert (transcript.record.level().tokens, transcript.record.level().kind) == (None, "unknown")
    assert transcript.record.prompts == 1
    append(path, (CASES / name / "next.jsonl").read_bytes())
    again(transcript)
    assert transcript.record.level().tokens == 24_950
    assert transcript.record.main.peak == 180_000
    assert [drop.compaction for drop in transcript.record.drops()] == [mark]


def test_49_inclusive_fields_null_and_reset() -> None:
    transcript = read(CASES / "49-inclusive-fields-null-and-reset" / "rollout.jsonl")
    assert levels(transcript) == [40_600, 5_100]
    assert transcript.record.level().tokens == 5_100


def test_51_new_types_and_bare_values() -> None:
    transcript = read(CASES / "51-new-types-and-bare-values" / "transcript.jsonl")
    assert transcript.format.name == "claude-code"
    assert transcript.record.level().tokens == 910
    assert transcript.record.skipped == 4


def test_52_resume_copies_rows_into_the_file() -> None:
    transcript = read(CASES / "52-resume-copies-rows-into-the-file" / "s2.jsonl")
    assert levels(transcript) == [910, 962, 1_014]
    assert transcript.record.prompts == 1
    assert len(transcript.messages) == 4
    assert json.dumps(list(transcript.conversation())).count("hello") == 1
