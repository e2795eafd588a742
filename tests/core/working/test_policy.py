"""What is pinned, what a correction is, which span is next and what leaves first."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core import PinPolicy
from scratchpad_tui.core.working.corrections import is_correction
from scratchpad_tui.core.working.plans import carries_plan
from scratchpad_tui.core.working.policy import next_span, next_to_evict
from tests.core.working.windows import calling, result, said, summary, used, using

if TYPE_CHECKING:
    from tests.core.working.windows import Message


TASK = said("TASK: x", "user")
LATER = [said(f"later {n}") for n in range(9)]
PAD = "Current scratchpad:\n\n## Task\nx\n\n## Plan\n1. [ ] read"


def pinned(messages: list[Message], policy: PinPolicy | None = None) -> set[int]:
    """The pinned ones of the messages, nine later ones left out."""
    found = (policy or PinPolicy(keep_recent=2)).pinned([*messages, *LATER])
    return {index for index in found if index < len(messages)}


def test_instructions_and_the_task_are_pinned() -> None:
    messages = [said("s", "system"), said("d", "developer"), said("a"), TASK, said("b", "user")]
    assert pinned(messages) == {0, 1, 3}
    off = PinPolicy(keep_recent=0, pin_system=False, pin_first_user=False)
    assert pinned(messages, off) == set()


def test_a_summary_and_bare_results_are_never_pinned_by_rule() -> None:
    """A summary that begins with `Actually` is no correction, and one that stands first is no task."""
    messages = [summary(3, "Actually"), used("t", content="Actually use 5433"), TASK]
    assert pinned(messages) == {2}
    assert PinPolicy(keep_recent=4).pinned([TASK, summary(3), result("gone"), said("a")]) == {0, 3}
    assert PinPolicy(explicit={0}).pinned([summary(3)]) == {0}


def test_the_newest_units_are_pinned_whole() -> None:
    """Four units, not four messages: the last one alone has four here."""
    messages = [
        TASK,
        *(said(str(n)) for n in range(5)),
        calling("a", "b", "c"),
        result("a"),
        result("b"),
        result("c"),
    ]
    assert PinPolicy().pinned(messages) == {0, 3, 4, 5, 6, 7, 8, 9}


def test_a_unit_whose_result_has_just_come_is_new() -> None:
    messages = [TASK, calling("slow"), *LATER, result("slow")]
    assert PinPolicy(keep_recent=1).pinned(messages) == {0, 1, len(messages) - 1}


def test_an_explicit_pin_holds_its_whole_unit_and_may_lead_nowhere() -> None:
    assert pinned([TASK, calling("a"), result("a")], PinPolicy(keep_recent=0, explicit={2, 99, -1})) == {
        0,
        1,
        2,
    }


@pytest.mark.parametrize(
    "text",
    [
        "No, use the staging database",
        "no",
        "No. The other one",
        "no - the other one",
        "Actually use port 5433",
        "that is fine. Actually, use 5433",
        "I  meant the other one",
        "Instead use sqlite",
        "but instead, use sqlite",
        "Ok, actually keep it",
        "thanks\nNot that file",
        "“Wrong file",
        "wrong: it is 5433",
    ],
)
def test_a_marker_at_the_start_of_a_clause_is_a_correction(text: str) -> None:
    assert is_correction(text)


@pytest.mark.parametrize(
    "text",
    [
        "the notebook is here and nothing is wronged",
        "factually this is fine",
        "there is no rush",
        "a knot in the annotation",
        "cannot say",
        "No problem, go on",
        "Note the port",
        "Nothing else",
        "it is actually fine",
        "use it instead",
        "I meantime wait",
        "",
    ],
)
def test_other_sentences_are_none(text: str) -> None:
    assert not is_correction(text)


def test_corrections_are_pinned_up_to_a_tenth_of_the_budget_and_the_newest_win() -> None:
    """Each takes 29 tokens; a budget of 1,000 has room for three."""
    corrections = [said(f"Actually, number {n} " + "x" * 79, "user") for n in range(6)]
    assert pinned([TASK, *corrections], PinPolicy(keep_recent=0, limit=1_000)) == {0, 4, 5, 6}
    assert pinned([TASK, *corrections], PinPolicy(keep_recent=0, limit=100)) == {0}
    assert pinned([TASK, said("Actually " * 300, "user"), corrections[0]], PinPolicy(0, limit=1_000)) == {
        0,
        2,
    }


def test_only_a_person_corrects() -> None:
    assert pinned([TASK, said("Actually, use 5433")]) == {0}
    off = PinPolicy(keep_recent=0, pin_corrections=False)
    assert pinned([TASK, said("Actually, use 5433", "user")], off) == {0}


@pytest.mark.parametrize(
    "message",
    [
        said(PAD, "user"),
        said("Current scratchpad:\n\n## Question\nx", "user"),
        said("## Hypotheses\nx\n\n## Decisions\ny", "user"),
        said("Here is my plan:\n1. read\n2. write"),
        said("**Updated plan**\n\n- read"),
        said("## Plan\n* read"),
        said("Steps\n- [x] read\n- [ ] write"),
        {"role": "assistant", "tool_calls": [{"id": "c", "function": {"name": "update_plan"}}]},
        {"role": "assistant", "content": [{"type": "tool_use", "id": "c", "name": "TodoWrite", "input": {}}]},
    ],
)
def test_the_pad_and_plans_are_known(message: Message) -> None:
    assert carries_plan(message)


@pytest.mark.parametrize(
    "text",
    ["I plan to read it", "the plan is good", "## Task\nalone", "Plan: none", "explain\n- it", "- [x] one"],
)
def test_other_texts_carry_no_plan(text: str) -> None:
    assert not carries_plan(said(text))


def test_the_newest_plan_alone_is_pinned() -> None:
    messages = [TASK, said(PAD), said("## Plan\n- a"), used("t", content=PAD)]
    assert pinned(messages) == {0, 2}
    assert pinned(messages, PinPolicy(keep_recent=0, pin_plan=False)) == {0}


def test_a_call_that_sets_the_plan_is_pinned_with_its_result() -> None:
    plan = {"role": "assistant", "tool_calls": [{"id": "c", "function": {"name": "update_plan"}}]}
    assert pinned([TASK, plan, result("c")]) == {0, 1, 2}


def test_the_span_is_the_oldest_run_of_two_units() -> None:
    messages = [
        TASK,
        said("alone"),
        said("pinned"),
        calling("a"),
        result("a"),
        said("b"),
        said("pinned"),
        *LATER,
    ]
    assert next_span(messages, {0, 2, 6}) == (3, 4, 5)
    assert next_span(messages, {0, 2, 5, 6}) == tuple(range(7, 16))
    assert next_span([TASK, said("alone")], {0}) == ()
    assert next_span([], set()) == ()


def test_a_span_counts_units_and_cuts_none() -> None:
    messages = [message for n in range(6) for message in (calling(f"{n}"), result(f"{n}"))]
    assert next_span(messages, set(), max_span=3) == (0, 1, 2, 3, 4, 5)
    assert next_span(messages, {5}, max_span=3) == (0, 1, 2, 3)
    assert next_span(messages, set(), max_span=1) == ()


def test_summaries_and_open_calls_end_a_run() -> None:
    messages = [said("a"), summary(3), said("b"), said("c"), calling("open")]
    assert next_span(messages, set()) == (2, 3)


def test_an_interleaved_result_goes_with_its_call() -> None:
    messages = [using("a"), said("wait", "user"), used("a"), said("b")]
    assert next_span(messages, set()) == (0, 1, 2, 3)
    assert next_span(messages, {1}) == ()


def test_old_summaries_leave_first_then_the_oldest_and_fresh_summaries_last() -> None:
    fresh, old = summary(2), summary(3)
    messages: list[Message] = [fresh, said("a"), old, calling("b"), result("b")]
    order = []
    while unit := next_to_evict(messages, set(), [fresh]):
        order.append([messages[index] for index in unit.indices])
        messages = [message for index, message in enumerate(messages) if index not in unit.indices]
    assert order == [[old], [said("a")], [calling("b"), result("b")], [fresh]]
    assert next_to_evict([said("a")], {0}) is None
    assert next_to_evict([calling("open")], set()) is None
