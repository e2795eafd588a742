"""Signs in what is kept of a session: each appears with its cause, and goes with it."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.clock import stamp
from scratchpad_tui.core.session import log, steps
from scratchpad_tui.core.session.archive import archive
from scratchpad_tui.core.session.proposing import propose
from tests.core.health.conftest import NOON
from tests.core.health.marks import appears, goes

if TYPE_CHECKING:
    from tests.core.health.conftest import Patient


@pytest.fixture
def queue(patient: Patient) -> Path:
    """The queue's file, with one proposal."""
    patient.turn(("Findings", "append", "one queue (queue.py:8)"))
    propose(patient.store(), ["one queue (queue.py:8)"])
    return Path(log.log_path(patient.store()))


@appears("queue-damaged")
@goes("queue-damaged")
def test_lines_of_the_queue_that_cannot_be_read_are_told_until_they_are_gone(
    patient: Patient, queue: Path
) -> None:
    assert "queue-damaged" not in patient.signs()
    good = queue.read_bytes()
    queue.write_bytes(good + b"{not json}\n" + b"\n" + good + b'{"event": 7}\n')
    sign = patient.sign("queue-damaged")
    assert sign.severity == "warning"
    assert sign.message.startswith("2 lines of promotions.jsonl cannot be read")
    assert sign.message.endswith("does not count: 2, 5")
    assert str(queue) in sign.remedy
    queue.write_bytes(good + b"x" * 40_000 + b"\n" + b"?\n" * 5)
    assert patient.sign("queue-damaged").message.endswith(": 2, 3, 4, 5, 6, …")
    queue.write_bytes(good)
    assert "queue-damaged" not in patient.signs()


@appears("queue-unreadable")
@goes("queue-unreadable")
def test_a_log_that_cannot_be_read_is_told_until_it_can(patient: Patient, queue: Path) -> None:
    assert "queue-unreadable" not in patient.signs()
    away = queue.rename(queue.with_suffix(".away"))
    queue.mkdir()
    sign = patient.sign("queue-unreadable")
    assert sign.severity == "error"
    assert "is a directory" in sign.message
    assert str(queue) in sign.remedy
    queue.rmdir()
    away.rename(queue)
    assert "queue-unreadable" not in patient.signs()


@pytest.mark.usefixtures("queue")
@appears("step-unreadable")
@goes("step-unreadable")
def test_an_act_that_nobody_can_complete_is_told_until_it_is_moved_away(patient: Patient) -> None:
    path = Path(steps.step_path(patient.store()))
    assert "step-unreadable" not in patient.signs()
    path.write_text('{"act": 3}', "utf-8")
    sign = patient.sign("step-unreadable")
    assert sign.severity == "error"
    assert str(path) in sign.remedy
    path.unlink()
    path.mkdir()
    assert "is a directory" in patient.sign("step-unreadable").message
    path.rmdir()
    assert "step-unreadable" not in patient.signs()


@appears("expired")
@goes("expired")
def test_notes_that_outstayed_their_time_are_told_until_they_are_archived(patient: Patient) -> None:
    patient.at(0)
    patient.settings('profile = "session"\n')

    def put(*hours: int) -> None:
        notes = "".join(f"- {stamp(NOON - timedelta(hours=one))} [observed] note\n" for one in hours)
        patient.put(f"## Scratch\n{notes}\n## Episodic\n\n## Durable\n")

    put(1, 23)
    assert "expired" not in patient.signs()
    put(1, 25)
    assert patient.sign("expired").message.startswith("1 note in Scratch is older than 24 h")
    archive(patient.store())
    assert patient.signs() == {}
