"""Signs in how the pad is written."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.core.health.marks import appears, goes

if TYPE_CHECKING:
    from tests.core.health.conftest import Patient

PAGE = "\n".join(f"- line {number} of turn #" for number in range(8))


@appears("large-diffs")
@goes("large-diffs")
def test_an_agent_that_rewrites_every_turn_is_told(patient: Patient) -> None:
    patient.turn(("Findings", "replace", PAGE), count=4)
    assert "large-diffs" not in patient.signs(), "four turns are no habit"
    patient.turn(("Findings", "replace", PAGE.replace("turn", "round")), count=1)
    sign = patient.sign("large-diffs")
    assert "4 of the agent's last 5 turns" in sign.message
    assert "`append`" in sign.remedy
    patient.turn(("Findings", "append", "fact #"), count=2)
    assert "large-diffs" not in patient.signs(), "patches in between: 4 of 7"


def test_small_patches_and_a_persons_rewrites_are_fine(patient: Patient) -> None:
    patient.turn(("Findings", "append", "fact #"), count=5)
    patient.turn(("Findings", "replace", PAGE), actor="human", count=12)
    assert "large-diffs" not in patient.signs()


@appears("warnings-unheeded")
@goes("warnings-unheeded")
def test_an_over_cap_warning_that_nothing_is_done_about(patient: Patient) -> None:
    patient.turn(("Next", "replace", "n" * 240))
    patient.turn(("Findings", "append", "fact #"), count=3)
    assert "warnings-unheeded" not in patient.signs()
    patient.turn(("Findings", "append", "one more"))
    sign = patient.sign("warnings-unheeded")
    assert (
        sign.message == "Next stayed over its cap through the agent's last 5 turns and was not made smaller"
    )
    patient.turn(("Next", "replace", "n" * 220))
    assert "warnings-unheeded" not in patient.signs(), "it is getting smaller"


def test_the_same_warning_about_an_operation_again_and_again(patient: Patient) -> None:
    """Another warning, or a list without one, begins anew."""
    patient.turn(("Plan", "append", "one"))
    patient.turn(("Plan", "check", "9"), ("Next", "replace", "go #"), count=2)
    assert "warnings-unheeded" not in patient.signs()
    patient.turn(("Plan", "check", "9"), ("Next", "replace", "go on"))
    sign = patient.sign("warnings-unheeded")
    assert "last 3 lists by agent" in sign.message
    assert "Plan has no item 9" in sign.message
    patient.turn(("Next", "replace", "fine"))
    patient.turn(("Plan", "check", "9"), ("Next", "replace", "again"))
    assert "warnings-unheeded" not in patient.signs()


@pytest.mark.parametrize("lists", [None, "many", [3], True])
def test_a_strange_count_in_the_cache_is_passed_over(patient: Patient, lists: object) -> None:
    patient.turn(("Plan", "append", "one"))
    patient.turn(("Plan", "check", "9"))
    path = patient.store().paths.state
    with open(path, encoding="utf-8") as file:
        state = json.load(file)
    state["warnings"]["agent"][0]["lists"] = lists
    with open(path, "w", encoding="utf-8") as file:
        json.dump(state, file)
    assert "warnings-unheeded" not in patient.signs()
    patient.turn(("Plan", "check", "9"))
    assert patient.store().state().warnings["agent"][0]["lists"] == 2


@appears("refused")
@goes("refused")
def test_a_list_refused_again_and_again(patient: Patient) -> None:
    patient.turn(("Next", "replace", "go"))
    patient.refused(("Vibes", "append", "x"), count=2)
    patient.refused(("Plan", "check", ""))
    assert "refused" not in patient.signs()
    patient.refused(("Vibes", "append", "x"))
    sign = patient.sign("refused")
    assert "3 times" in sign.message
    assert "Vibes" in sign.message
    patient.turn(("Next", "replace", "step #"), count=21)
    assert "refused" not in patient.signs(), "that was long ago"


@appears("stale")
@goes("stale")
def test_an_agent_that_reads_and_does_not_write(patient: Patient) -> None:
    patient.at(-47)
    patient.turn(("Next", "replace", "go"))
    patient.at(-18)
    patient.store().mark_seen("s1", 1)
    assert "stale" not in patient.signs(), "29 minutes are no time"
    patient.at(-2)
    patient.store().mark_seen("s1", 1)
    sign = patient.sign("stale")
    assert sign.message == "pad 47 min ago, though an agent's prompt carried it 2 min ago"
    assert "`apply`" in sign.remedy
    patient.at(-1)
    patient.turn(("Next", "replace", "on"))
    assert "stale" not in patient.signs()


def test_an_agent_that_leaves_the_writing_to_others(patient: Patient) -> None:
    patient.at(-90)
    patient.turn(("Next", "replace", "go"))
    patient.at(-10)
    patient.turn(("Findings", "append", "by me #"), actor="human", session=None, count=2)
    assert "stale" not in patient.signs()
    patient.turn(("Findings", "append", "and more"), actor="human", session=None)
    assert patient.sign("stale").message == "pad 1 h ago, though others changed it 3 times since"


def test_silence_after_work_is_over_is_no_sign(patient: Patient) -> None:
    patient.at(-300)
    patient.turn(("Next", "replace", "go"))
    patient.at(-125)
    patient.store().mark_seen("s1", 1)
    assert "stale" not in patient.signs()


def test_a_person_alone_is_no_silent_agent(patient: Patient) -> None:
    patient.at(-90)
    patient.turn(("Findings", "append", "by me #"), actor="human", session=None)
    patient.at(-10)
    patient.turn(("Findings", "append", "more #"), actor="human", session=None, count=5)
    assert "stale" not in patient.signs()
    patient.store().mark_seen("s1", 2)
    assert patient.sign("stale").message.startswith("no agent has written the pad for 1 h or longer")


@appears("two-agents")
@goes("two-agents")
def test_two_agents_in_turns(patient: Patient) -> None:
    """A session that follows another is the usual course of things."""
    patient.turn(("Next", "replace", "one"), session="s1")
    patient.turn(("Next", "replace", "two"), session="s2")
    assert "two-agents" not in patient.signs()
    patient.turn(("Next", "replace", "mine"), session=None, actor="human")
    patient.turn(("Next", "replace", "three"), session="s1")
    assert "two-agents" not in patient.signs()
    patient.turn(("Next", "replace", "four"), session="s2")
    patient.turn(("Next", "replace", "five"), session="s1")
    sign = patient.sign("two-agents")
    assert sign.message == 'two agents write this pad in turns: "s1" and "s2"'
    assert "a pad of its own" in sign.remedy
    patient.turn(("Next", "replace", "six #"), session="s3", count=2)
    assert patient.sign("two-agents").message.endswith("and 1 other")
    patient.turn(("Next", "replace", "step #"), session="s3", count=10)
    assert "two-agents" not in patient.signs()
