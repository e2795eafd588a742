"""Signs in an audited pad."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.audited.record import record
from scratchpad_tui.core.audited.tidy import tidy
from tests.core.health.marks import appears, goes

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tests.core.health.conftest import Patient


@pytest.fixture
def memory(patient: Patient) -> Patient:
    """An audited pad that is not there yet."""
    patient.settings('profile = "audited"\n')
    return patient


def recorded(patient: Patient, turns: Iterable[int], session: str = "s1") -> None:
    """One entry in each of these turns."""
    for turn in turns:
        store = patient.store()
        record(store, "Open", f"item-{session}-{turn}", f"item {turn}", turn=str(turn), session=session)
        store.close()


def at_minutes(patient: Patient, minutes: Iterable[float]) -> None:
    """One entry at each of these moments, in turns that nobody numbers."""
    for number, at in enumerate(minutes):
        patient.at(at)
        store = patient.store()
        record(store, "Open", f"item-{number}", f"item {number}")
        store.close()


@appears("busy")
@goes("busy")
def test_a_change_in_nearly_every_turn_is_a_task_queue(memory: Patient) -> None:
    recorded(memory, range(1, 10))
    assert "busy" not in memory.signs(), "nine turns are no habit"
    recorded(memory, (11, 12))
    sign = memory.sign("busy")
    assert sign.message == (
        "11 of the agent's last 12 turns changed this audited pad: a task queue does not belong here"
    )
    assert "profile `task`" in sign.remedy
    recorded(memory, (15, 18))
    assert "busy" not in memory.signs(), "13 of 18 are under four in five"


def test_one_turn_that_records_much_is_no_queue(memory: Patient) -> None:
    for number in range(15):
        store = memory.store()
        record(store, "Open", f"item-{number}", f"item {number}", turn="7", session="s1")
        store.close()
    assert "busy" not in memory.signs()


def test_a_new_session_begins_anew(memory: Patient) -> None:
    recorded(memory, range(1, 13))
    assert "busy" in memory.signs()
    recorded(memory, (1,), "s2")
    assert "busy" not in memory.signs()


def test_without_numbers_the_clock_tells_turns(memory: Patient) -> None:
    at_minutes(memory, [-100.0 + 0.1 * number for number in range(12)])
    assert "busy" not in memory.signs(), "twelve at once are one turn"
    at_minutes(memory, [-90.0 + 5 * number for number in range(9)])
    assert "busy" not in memory.signs()


def test_one_change_after_the_other_by_the_clock_is_a_queue_until_a_pause(memory: Patient) -> None:
    at_minutes(memory, [-80.0 + 5 * number for number in range(10)])
    assert "changed this audited pad 10 times" in memory.sign("busy").message
    memory.at(-10)
    store = memory.store()
    record(store, "Open", "later", "later")
    store.close()
    assert "busy" not in memory.signs()


def test_another_profile_may_change_in_every_turn(patient: Patient) -> None:
    for turn in range(15):
        store = patient.store()
        store.apply_text(
            f'[{{"section": "Findings", "op": "append", "content": "fact {turn}"}}]',
            turn=str(turn),
            session="s1",
        )
        store.close()
    assert "busy" not in patient.signs()


@appears("untidy")
@goes("untidy")
def test_what_is_done_with_is_told_until_it_is_tidied(memory: Patient) -> None:
    for number in range(5):
        store = memory.store()
        record(store, "Open", f"q{number}", f"question {number}")
        record(store, "Findings", f"a{number}", f"answer {number}", source="a.py:1", closes=(f"q{number}",))
        store.close()
        assert ("untidy" in memory.signs()) == (number == 4)
    sign = memory.sign("untidy")
    assert sign.message == "5 closed entries stand in the pad still"
    assert sign.command.startswith("scratchpad-tui tidy")
    tidy(memory.store())
    assert "untidy" not in memory.signs()
