"""The archive: what goes, what stays and why, and that nothing is lost on the way."""

from __future__ import annotations

import os
from collections import Counter
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scratchpad_tui.core.errors import InputError, ParseError, StorageError
from scratchpad_tui.core.session.archive import archive
from tests.core.pad.pads import CASES
from tests.core.session.desks import DURABLE, Desk, ago, session_text, set_clock, untouched

if TYPE_CHECKING:
    from pathlib import Path

SESSION_CASES = (
    "55-one-far-date-must-not-age-the-rest",
    "56-impossible-times",
    "57-crash-between-the-two-files",
)


def put_case(desk: Desk, number: int) -> list[str]:
    """A handed pad in the desk's place; the lines of its Scratch."""
    (folder,) = [name for name in SESSION_CASES if name.startswith(str(number))]
    desk.put((CASES / folder / "session.md").read_text("utf-8"))
    return desk.lines("Scratch")


def test_one_far_date_does_not_age_the_rest(desk: Desk) -> None:
    """Ages are measured from the clock: case 55."""
    lines = put_case(desk, 55)
    with untouched(desk.path):
        told = archive(desk.store, 24, dry_run=True)
    done = archive(desk.store, 24)
    assert (done.entries, done.files, done.odd) == (told.entries, told.files, told.odd)
    assert desk.lines("Scratch") == [line for line in lines if "1970" not in line]
    assert (
        (desk.side / "archive" / "1970-01.md")
        .read_text("utf-8")
        .endswith("- 1970-01-01T00:00Z [observed] clock was not set\n")
    )
    assert [odd.line for odd in done.odd] == [3]
    assert [odd.code for odd in done.odd] == ["future"]


def test_impossible_times_are_told_and_stay(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Case 56: one of nine lines is a note, each other one keeps its bytes and is named."""
    set_clock(monkeypatch, "2026-07-30T00:00:00Z")
    lines = put_case(desk, 56)
    done = archive(desk.store, 24)
    assert desk.archived() == [line for line in lines if line.endswith("good one")]
    assert desk.lines("Scratch") == [line for line in lines if not line.endswith("good one")]
    assert [odd.line for odd in done.odd] == [2, 3, 4, 5, 6, 7, 8, 10]
    assert len(desk.lines("Scratch")) + len(desk.archived()) == 9


def test_twins_are_archived_as_often_as_they_stood(desk: Desk) -> None:
    """Case 57, undisturbed."""
    lines = put_case(desk, 57)
    archive(desk.store, 48)
    archive(desk.store, 48)
    assert desk.archived() == lines[:2]
    assert desk.lines("Scratch") == lines[2:]


def test_the_same_line_archived_on_another_day_stands_there_once_more(desk: Desk) -> None:
    """Whoever writes it again means it."""
    old = f"- {ago(60)} [observed] one"
    for _ in range(2):
        desk.put(session_text([old]))
        archive(desk.store)
    assert desk.archived() == [old, old]


@pytest.mark.parametrize("hours", [-5, 48.1, 49, 1e9, float("nan")])
def test_a_ttl_out_of_its_bounds_is_refused(desk: Desk, hours: float) -> None:
    desk.put(session_text([f"- {ago(60)} [observed] one"]))
    with untouched(desk.path), pytest.raises(InputError, match="0 to 48"):
        archive(desk.store, hours)


@pytest.mark.parametrize(("setting", "left"), [("", 1), ("ttl = 48", 2), ("ttl = 0", 0)])
def test_the_settings_say_how_long_a_note_stays(desk: Desk, setting: str, left: int) -> None:
    desk.put(session_text([f"- {ago(30)} [observed] thirty", f"- {ago(20)} [observed] twenty"]))
    (desk.path.parent / "scratchpad.toml").write_text(f"[session]\n{setting}\n")
    archive(desk.store)
    assert len(desk.lines("Scratch")) == left


def test_continuation_lines_go_with_their_entry_and_all_else_keeps_its_bytes(desk: Desk) -> None:
    entry = f"- {ago(60)} [observed] one\n  with a second line\n\n  and a third"
    text = session_text(
        [f"- {ago(1)} [observed] fresh", entry, "", "<!-- mine -->", "odd"], head="# Title\n\n"
    )
    desk.put(text.replace("\n", "\r\n"))
    archive(desk.store)
    assert desk.path.read_bytes().decode() == text.replace(entry + "\n", "").replace("\n", "\r\n")
    kept = next(desk.side.glob("archive/*.md")).read_text("utf-8")
    assert entry in kept


def test_a_pad_without_notes_archives_nothing(desk: Desk) -> None:
    desk.put("## Task\nx\n\n## Plan\n1. [x] y\n")
    task = Desk(desk.path, profile=None)
    with untouched(desk.path):
        assert archive(task.store).entries == ()
    assert not (desk.side / "archive").exists()


def test_a_fresh_path_stays_fresh(desk: Desk) -> None:
    assert archive(desk.store).entries == ()
    assert not desk.path.parent.exists()


def test_a_pad_in_conflict_is_refused_and_the_archive_untouched(desk: Desk) -> None:
    text = session_text([f"- {ago(60)} [observed] one", "<<<<<<< a", "=======", ">>>>>>> b"])
    desk.put(text)
    with untouched(desk.path), pytest.raises(ParseError):
        archive(desk.store)
    assert desk.archived() == []


def test_an_entry_with_a_secret_stays_and_is_named_without_it(desk: Desk) -> None:
    """The archive is memory of longer life: nothing secret goes there, and the rest does not wait for it."""
    value = "gh" + "p_" + "Zr8TqLw2XnBv5KdYs7MfHc3JgPe9RaUu4Wk1"
    desk.put(session_text([f"- {ago(60)} [observed] token {value}", f"- {ago(60)} [observed] harmless"]))
    done = archive(desk.store)
    assert [line.endswith("harmless") for line in desk.archived()] == [True]
    assert [odd.code for odd in done.odd] == ["secret"]
    assert value not in str(done)
    assert value in desk.path.read_text("utf-8")


def test_an_archive_that_lost_its_last_line_end_glues_nothing(desk: Desk) -> None:
    (desk.side / "archive").mkdir(parents=True)
    path = desk.side / "archive" / "2026-07.md"
    path.write_bytes(b"# by hand\r\n- mine")
    desk.put(session_text([f"- {ago(60)} [observed] one"]))
    archive(desk.store)
    assert path.read_bytes() == b"# by hand\r\n- mine\n" + f"- {ago(60)} [observed] one\n".encode()


@pytest.mark.parametrize("name", ["archive", "archive/2026-07.md"])
def test_a_planted_link_is_not_followed(desk: Desk, tmp_path: Path, name: str) -> None:
    """Names are made of digits, and what stands in their way is refused."""
    desk.put(session_text([f"- {ago(60)} [observed] one"]))
    victim = tmp_path / "victim"
    if name == "archive":
        victim.mkdir()
    else:
        victim.write_text("theirs")
        (desk.side / "archive").mkdir(parents=True)
    (desk.side / name).symlink_to(victim)
    with untouched(desk.path), pytest.raises(StorageError):
        archive(desk.store)
    assert victim.read_text() == "theirs" if victim.is_file() else os.listdir(victim) == []


def test_files_of_the_archive_have_the_pads_mode(desk: Desk) -> None:
    desk.put(session_text([f"- {ago(60)} [observed] one"]))
    desk.path.chmod(0o640)
    archive(desk.store)
    assert (desk.side / "archive" / "2026-07.md").stat().st_mode & 0o777 == 0o640
    assert (desk.side / "archive").stat().st_mode & 0o777 == 0o700


LINE = st.builds(
    "- {} [{}] {}{}".format,
    st.sampled_from([ago(1), ago(30), ago(60), ago(24 * 40), ago(-9), "2026-02-30T10:00Z", "x"]),
    st.sampled_from(["observed", "hypothesis", "decided", "guess"]),
    st.sampled_from(["one", "two", "two words", "été"]),
    st.sampled_from(["", "", " #keep"]),
)


@given(lines=st.lists(LINE, max_size=12), hours=st.sampled_from([0, 24, 48]))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40)
def test_no_entry_is_lost_or_doubled_whatever_stands_there(
    tmp_path: Path, lines: list[str], hours: int
) -> None:
    desk = Desk(tmp_path / f"{os.urandom(6).hex()}" / ".agent" / "scratchpad.md")
    desk.put(session_text(lines))
    archive(desk.store, hours)
    stays = desk.lines("Scratch")
    assert Counter(stays) + Counter(desk.archived()) == Counter(lines)
    assert stays == [line for line in lines if line in stays]
    assert desk.path.read_text("utf-8").endswith(DURABLE)
