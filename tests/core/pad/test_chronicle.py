"""What happened to a pad as one list: in the journal's order, whatever the journal has become, each line read once."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.pad import chronicle, journal
from scratchpad_tui.core.pad.chronicle import Chronicle, record_of
from scratchpad_tui.core.pad.history import History
from tests.core.pad.histories import Past, event_line, pad_text, version_line

if TYPE_CHECKING:
    from scratchpad_tui.core.pad.journal import Record
    from scratchpad_tui.core.pad.moments import Moments


@pytest.fixture
def past(tmp_path: Path) -> Past:
    return Past(tmp_path)


def read(past: Past) -> Moments:
    return Chronicle().read(History(past.paths))


def names(moments: Moments) -> list[str]:
    """Each moment in a word."""
    return [moment.kind if moment.is_event else f"v{moment.version}" for moment in moments]


def findings(*lines: str) -> str:
    return pad_text({"Findings": lines})


def test_versions_and_events_stand_in_the_order_of_the_journal(past: Past) -> None:
    """Also where the clock went back, and where two stand in one millisecond."""
    past.version(findings("- a"), time="2026-07-20T12:00:00.000Z")
    past.event("refused", "no such section", time="2026-07-20T11:00:00.000Z")
    past.version(findings("- a", "- b"), time="2026-07-20T09:00:00.000Z")
    past.event("compaction", time="2026-07-20T09:00:00.000Z")
    past.event("warning", time="2026-07-20T09:00:00.000Z")
    past.version(findings("- b"), time="2026-07-20T09:00:00.000Z")
    assert names(read(past)) == ["v1", "refused", "v2", "compaction", "warning", "v3"]


def test_a_row_has_what_the_journal_says(past: Past) -> None:
    past.version(findings("- a"), added=3, removed=2, alarms=["Plan lost all"], sections=["Plan", "Next"])
    past.event("refused", "bad", turn=7, patches=[{"section": "Paln"}, {"section": "Paln"}, "text"])
    version, event = read(past)
    assert (version.author, version.added, version.removed) == ("agent t1", 3, 2)
    assert (version.alarms, version.sections, version.session) == (
        ("Plan lost all",),
        ("Plan", "Next"),
        "s-1",
    )
    assert version.time is not None
    assert version.time.isoformat() == "2026-07-20T10:00:01+00:00"
    assert (event.version, event.turn, event.message, event.sections) == (1, "7", "bad", ("Paln",))
    assert event.added is None
    assert version.kept
    assert event.kept


def test_what_the_program_remembers_for_itself_is_not_told(past: Past) -> None:
    past.version(findings("- a"))
    past.event("looked")
    assert names(read(past)) == ["v1"]


def test_torn_and_foreign_lines_are_passed_over(past: Past) -> None:
    past.version(findings("- a"))
    past.line(b'{"kind":"version","version":2,"sha2')
    past.line(b"\n\xff\xfe\n[1,2]\nnull\n{}\n")
    past.line(b'{"kind":"version","version":"3","sha256":"x"}\n{"kind":"event","event":5}\n')
    past.line(b"[" * 50_000 + b"\n")
    past.line(b'{"kind":"version","version":%d,"sha256":"x"}\n' % 10**30)
    past.line(b'{"kind":"version","version":true,"sha256":"x"}\n')
    past.number = 1
    past.version(findings("- a", "- b"))
    assert names(read(past)) == ["v1", "v2"]


def test_versions_are_there_without_a_journal(past: Past) -> None:
    """The files are the truth."""
    for number in (1, 2, 5):
        past.file(number, findings(f"- {number}"))
    moments = read(past)
    assert names(moments) == ["v1", "v2", "v5"]
    assert [moment.added for moment in moments] == [None] * 3
    assert all(moment.kept for moment in moments)
    assert record_of(History(past.paths), moments[0]) is None


def test_a_version_without_its_line_stands_where_its_number_says(past: Past) -> None:
    past.version(findings("- a"))
    past.file(2, findings("- a", "- b"))
    past.number = 2
    past.version(findings("- b"))
    past.event("refused")
    assert names(read(past)) == ["v1", "v2", "v3", "refused"]


def test_a_version_whose_file_was_deleted_is_not_kept(past: Past) -> None:
    for number in range(1, 5):
        past.version(findings(f"- {number}"))
    (past.folder / "00000002.md").unlink()
    moments = read(past)
    assert [moment.kept for moment in moments] == [True, False, True, True]
    assert moments.before(2) == 1
    assert moments.before(3) is None
    assert moments.kept_before(3) == 1
    assert moments.before(1) == 0
    assert moments.before(4) == 3


def test_the_version_before_the_oldest_is_not_known(past: Past) -> None:
    """Only before version 1 there was the empty pad."""
    past.file(5, findings("- a"))
    moments = read(past)
    assert moments.before(5) is None
    assert moments.kept_before(5) is None


def test_of_two_lines_of_one_version_the_last_counts(past: Past) -> None:
    past.version(findings("- a"))
    past.version(findings("- b"))
    past.line(version_line(1, actor="external", turn=None))
    moments = read(past)
    assert names(moments) == ["v1", "v2"]
    assert moments[0].actor == "external"


def test_a_journal_that_is_no_file_of_ours_costs_annotation_alone(past: Past) -> None:
    past.file(1, findings("- a"))
    os.symlink("/etc/passwd", past.paths.journal)
    moments = read(past)
    assert names(moments) == ["v1"]
    assert "journal" in moments.trouble


def test_a_line_without_an_end_counts_when_it_is_whole(past: Past) -> None:
    past.version(findings("- a"))
    past.line(json.dumps(event_line("refused")).encode())
    reading, history = Chronicle(), History(past.paths)
    assert names(reading.read(history)) == ["v1", "refused"]
    past.line(b"\n")
    past.event("warning")
    assert names(reading.read(history)) == ["v1", "refused", "warning"]


def test_a_line_that_comes_in_two_parts_is_taken_when_it_is_whole(past: Past) -> None:
    past.version(findings("- a"))
    line = json.dumps(event_line("refused")).encode() + b"\n"
    reading, history = Chronicle(), History(past.paths)
    past.line(line[:20])
    assert names(reading.read(history)) == ["v1"]
    past.line(line[20:])
    assert names(reading.read(history)) == ["v1", "refused"]


def test_what_was_handed_out_stays_as_it_was(past: Past) -> None:
    past.version(findings("- a"))
    reading, history = Chronicle(), History(past.paths)
    before = reading.read(history)
    past.version(findings("- b"))
    after = reading.read(history)
    assert names(before) == ["v1"]
    assert names(after) == ["v1", "v2"]
    assert after.goes_on(before)
    assert after.place_of(before[0]) == 0


def test_a_version_that_gets_its_line_late_stands_once(past: Past) -> None:
    """Its name comes a moment before its line."""
    past.version(findings("- a"))
    reading, history = Chronicle(), History(past.paths)
    reading.read(history)
    past.file(2, findings("- b"))
    before = reading.read(history)
    assert names(before) == ["v1", "v2"]
    past.line(version_line(2, turn="9"))
    moments = reading.read(history)
    assert names(moments) == ["v1", "v2"]
    assert moments[1].turn == "9"
    assert moments.place_of(before[1]) == 1


def test_a_journal_that_was_written_anew_is_read_anew(past: Past) -> None:
    """Redaction writes it anew, and places in it are other ones then."""
    for number in range(5):
        past.version(findings(f"- {number}"))
    reading, history = Chronicle(), History(past.paths)
    before = reading.read(history)
    written = Path(past.paths.journal)
    other = written.with_name("other")
    other.write_bytes(written.read_bytes().replace(b'"agent"', b'"human"'))
    other.replace(written)
    past.event("redacted")
    moments = reading.read(history)
    assert names(moments) == ["v1", "v2", "v3", "v4", "v5", "redacted"]
    assert {moment.actor for moment in moments} == {"human", "agent"}
    assert not moments.goes_on(before)
    written.unlink()
    assert names(reading.read(history)) == ["v1", "v2", "v3", "v4", "v5"]


def test_a_journal_that_came_to_be_is_another_reading(past: Past) -> None:
    """A redaction makes one where there was none: the versions have other bytes under the same numbers."""
    past.file(1, pad_text({"Findings": ["- a"]}))
    chronicle, history = Chronicle(), History(past.paths)
    before = chronicle.read(history)
    assert len(before)
    past.event("redacted", "A text was taken out of 3 places in 3 files.")
    after = chronicle.read(history)
    assert not after.is_of(before)
    assert not after.goes_on(before)
    assert chronicle.read(history).goes_on(after)


def test_a_pad_that_was_moved_has_its_own_list(past: Past, tmp_path: Path) -> None:
    past.version(findings("- a"))
    reading = Chronicle()
    reading.read(History(past.paths))
    other = Past(tmp_path / "other")
    other.version(findings("- b"), turn="other")
    assert [moment.turn for moment in reading.read(History(other.paths))] == ["other"]


def test_a_second_reading_costs_what_is_new(past: Past, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten thousand versions are decoded once; the folder is not listed at every change."""
    text = findings("- a")
    lines = [version_line(number, text) for number in range(1, 10_001)]
    past.line(b"".join(json.dumps(line).encode() + b"\n" for line in lines))
    for number in (9_999, 10_000):
        past.file(number, text)
    decoded: list[bytes] = []
    listed: list[int] = []
    decode, numbers = journal.decode_line, History.numbers

    def counted(line: bytes) -> Record | None:
        decoded.append(line)
        return decode(line)

    def counted_listing(self: History) -> list[int]:
        listed.append(1)
        return numbers(self)

    monkeypatch.setattr(chronicle, "decode_line", counted)
    monkeypatch.setattr(History, "numbers", counted_listing)
    reading, history = Chronicle(), History(past.paths)
    moments = reading.read(history)
    assert len(moments) == 10_000
    assert len(decoded) == 10_000
    past.number = 10_000
    for _ in range(10):
        decoded.clear()
        past.version(text)
        moments = reading.read(history)
        assert len(decoded) == 1
    assert len(moments) == 10_010
    assert listed == [1]
    assert moments[10_009].kept
    assert moments.place(10_010) == 10_009
    assert record_of(history, moments[5_000]) == lines[5_000]


def test_versions_that_leave_at_the_old_end_are_not_kept_any_more(past: Past) -> None:
    for number in range(6):
        past.version(findings(f"- {number}"))
    reading, history = Chronicle(), History(past.paths)
    reading.read(history)
    (past.folder / "00000001.md").unlink()
    (past.folder / "00000002.md").unlink()
    past.version(findings("- new"))
    assert [moment.kept for moment in reading.read(history)] == [False, False, True, True, True, True, True]


def test_rows_take_a_few_hundred_bytes_each(past: Past) -> None:
    """A hundred thousand versions are some megabytes."""
    past.line(b"".join(json.dumps(version_line(number)).encode() + b"\n" for number in range(1, 3_001)))
    moments = read(past)
    columns = moments._columns
    arrays = [
        columns.version,
        columns.order,
        columns._time,
        columns._added,
        columns._removed,
        columns._offset,
    ]
    assert sum(map(sys.getsizeof, [*arrays, columns._shared])) / len(moments) < 200


def test_a_place_is_found_by_version(past: Past) -> None:
    past.event("warning")
    past.version(findings("- a"))
    past.event("refused")
    past.file(4, findings("- b"))
    moments = read(past)
    assert names(moments) == ["warning", "v1", "refused", "v4"]
    assert [moments.place(version) for version in (0, 1, 2, 3, 4, 9)] == [0, 1, 1, 1, 3, 3]
