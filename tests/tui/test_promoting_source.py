"""The source on a real pad with a real queue: what it tells, and what its acts write."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.errors import InputError, LockError
from scratchpad_tui.core.pad.store import PadStore
from scratchpad_tui.core.session import items as states
from scratchpad_tui.core.session.review import Review
from scratchpad_tui.tui.live_source import LiveSource
from scratchpad_tui.tui.promotion_openings import waiting_in
from scratchpad_tui.tui.screens.session_end import SessionEndScreen, ended_note
from tests.core.pad.processes import holding, needs_fork

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from scratchpad_tui.core.pad.view import PadView

PAD = """# Memory

## Scratch Notes

- 2026-07-20T09:12Z [observed] 12 limiter tests share one key prefix
- 2026-07-20T10:31Z [decided] One key prefix a test
- 2026-07-20T11:00Z [hypothesis] auth flake may be clock skew

## Episodic Log

## Durable Facts

- Redis 7 in production
"""
TOKEN = "ghp_" + "x9Kq2LmZp0RtYw8VbN" + "4cHd7SfJ1gAeTu3iOo"


@pytest.fixture
def pad(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A session's pad in the middle of its day."""
    monkeypatch.setenv("SCRATCHPAD_NOW", "2026-07-20T14:40:00Z")
    path = tmp_path / "MEMORY-STATE.md"
    path.write_text(PAD, encoding="utf-8")
    return path


@pytest.fixture
def source(pad: Path) -> Iterator[LiveSource]:
    """A source on it."""
    made = LiveSource(PadStore(str(pad)))
    yield made
    made.close()


def test_a_pad_without_a_queue_waits_for_nothing_and_loads_nothing(source: LiveSource, pad: Path) -> None:
    assert waiting_in(source.read()) == 0
    assert not (pad.parent / ".agent" / "MEMORY-STATE" / "promotions.jsonl").exists()
    given = source.reviewed()
    assert given.look is not None
    assert all(item.is_candidate for item in given.look.items)


def test_what_waits_is_among_the_needs(source: LiveSource) -> None:
    """Which is where line 1 of every screen has it from."""
    source.propose("One key prefix a test")
    source.propose("auth flake may be clock skew")
    view = source.read()
    assert waiting_in(view) == 2
    need = next(need for need in view.needs if need.code == "promotions")
    assert (need.key, need.words) == ("3", "2 promotions wait")


def test_a_queue_that_another_program_fills_is_told(source: LiveSource, pad: Path) -> None:
    """Without a change of the pad."""
    told: list[PadView] = []
    came = threading.Event()

    def changed(view: PadView) -> None:
        told.append(view)
        if waiting_in(view):
            came.set()

    source.read()
    source.watch(changed, lambda _error: None)
    other = PadStore(str(pad))
    Review(other).propose_line("One key prefix a test")
    other.close()
    assert came.wait(10)
    assert waiting_in(told[-1]) == 1


def test_accepting_writes_the_line_that_was_shown_and_undo_takes_it_back(
    source: LiveSource, pad: Path
) -> None:
    source.propose("One key prefix a test")
    given = source.reviewed()
    assert given.look is not None
    item = given.look.items[0]
    assert source.accept(item.id, item.line).changed
    assert item.line in pad.read_text("utf-8").split("\n")
    assert source.undo_review().changed
    assert item.line not in pad.read_text("utf-8").split("\n")


def test_a_line_that_is_not_the_one_that_was_shown_is_not_written(source: LiveSource, pad: Path) -> None:
    source.propose("One key prefix a test")
    with pytest.raises(InputError):
        source.accept("p1", "- 2026-07-20T10:31Z [decided] something else")
    assert "something else" not in pad.read_text("utf-8")


def test_the_other_acts_reach_the_core(source: LiveSource) -> None:
    source.propose("auth flake may be clock skew")
    tagged = source.retag("p1", "observed").item
    assert tagged is not None
    assert (tagged.tag, tagged.state) == ("observed", states.READY)
    worded = source.reword("p1", "auth flake is clock skew").item
    assert worded is not None
    assert worded.text == "auth flake is clock skew"
    rejected = source.reject("p1", "not true").item
    assert rejected is not None
    assert (rejected.state, rejected.reason) == (states.REJECTED, "not true")


def test_ending_the_session_archives_and_closes(source: LiveSource, pad: Path) -> None:
    source.propose("One key prefix a test")
    ended = source.end_session()
    assert (ended.left, ended.archived) == (1, 3)
    assert "One key prefix" not in pad.read_text("utf-8")
    assert waiting_in(source.read()) == 0


def test_several_entries_are_proposed_and_refusals_are_told_once(source: LiveSource) -> None:
    given = source.prune_list("Scratch")
    assert source.propose_entries("Scratch", given.entries[1:]) == (2, "")
    count, said = source.propose_entries("Scratch", given.entries)
    assert count == 1
    assert "in the queue already" in said


def test_a_file_that_cannot_be_read_is_told_in_the_reading(source: LiveSource, pad: Path) -> None:
    pad.unlink()
    pad.mkdir()
    given = source.reviewed()
    assert given.look is None
    assert given.fault


@needs_fork
def test_an_act_waits_for_the_lock_and_may_be_given_up(source: LiveSource) -> None:
    """Nothing is decided then."""
    source.propose("One key prefix a test")
    told: list[str] = []

    def wait(why: str) -> None:
        told.append(why)
        source.give_up()

    source.on_wait(wait)
    with holding(source._store.paths.lock), pytest.raises(LockError) as refusal:
        source.reject("p1", "not true")
    assert refusal.value.code == "given-up"
    assert told
    assert waiting_in(source.read()) == 1


def test_the_sealed_section_is_known_as_one(source: LiveSource) -> None:
    assert [section.name for section in source.read().sections if section.sealed] == ["Durable"]


def test_a_secret_is_found_and_passes_once_it_is_allowed(source: LiveSource) -> None:
    text = f"the token is {TOKEN}"
    with pytest.raises(InputError) as refusal:
        source.propose(text)
    assert refusal.value.code == "secret"
    assert TOKEN not in str(refusal.value)
    found = source.secrets_in(text)
    assert found
    assert TOKEN not in found[0].masked
    source.allow_secret(text, found[0])
    assert source.secrets_in(text) == []


def test_read_only_a_look_is_not_counted(pad: Path) -> None:
    """Nothing is written at all."""
    before = sorted(path for path in pad.parent.rglob("*"))
    source = LiveSource(PadStore(str(pad)), read_only=True)
    assert source.reviewed(metered=True).look is not None
    source.close()
    assert sorted(path for path in pad.parent.rglob("*")) == before


def test_each_entry_that_stays_is_told_once_with_its_reason(source: LiveSource, pad: Path) -> None:
    pad.write_text(PAD.replace("- 2026-07-20T09:12Z", "-"), encoding="utf-8")
    asked = SessionEndScreen(Review(PadStore(str(pad))).look()).text_rows(120)
    rows = ["".join(span.text for span in row).strip() for row in asked]
    told = ended_note(source.end_session()).raw_text().split("\n")
    for lines in (rows, [line.strip() for line in told]):
        (line,) = (line for line in lines if line.startswith("line ") and "stays" in line)
        assert line.startswith("line 5 stays: the entry has no time")
