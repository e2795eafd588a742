"""The managed window: when it compacts, backs off and evicts, what it archives, refuses and tells."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core import Budget, Compactor, JsonlArchive, ManagedWindow, PinPolicy
from scratchpad_tui.core.errors import InputError
from tests.core.working.windows import (
    Client,
    FakeCompactor,
    calling,
    events,
    fill,
    orphans,
    result,
    said,
    small_window,
    summary,
    texts,
    used,
    using,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.core.working.windows import Message

WORDS = "word " * 60
"""About 77 tokens: 1.5 % of the small budget."""


class Keeper:
    """An archive that remembers, and may fail."""

    def __init__(self, error: Exception | None = None) -> None:
        self.kept: list[list[Message]] = []
        self.error = error

    def __call__(self, messages: Sequence[Message]) -> str:
        """Where they are."""
        if self.error:
            raise self.error
        self.kept.append(list(messages))
        return f"span-{len(self.kept)}"


class Wordy(FakeCompactor):
    """Makes summaries that save next to nothing."""

    def compact(self, span: Sequence[Message]) -> Message | None:
        """All but 40 characters of the span."""
        self.spans.append(list(span))
        text = "".join(str(message["content"]) for message in span)
        return {"role": "user", "content": text[: len(text) - 40], "_compacted": len(span)}


# Compaction


def test_nothing_happens_at_or_below_the_line() -> None:
    window = small_window()
    fill(window, 44)
    assert 0.65 < window.pressure() <= window.compact_at
    assert len(window.prepare()) == 44
    assert [event.kind for event in events(window, "pressure")] == ["pressure"]
    assert len(window.events) == 1


def test_it_compacts_until_the_pressure_is_low_enough() -> None:
    """Two passes: a span has at most ten units here."""
    window = small_window(max_span=10)
    fill(window, 60)
    window.prepare()
    assert len(events(window, "compacted")) == 2
    assert window.pressure() <= window.compact_at
    first, second = events(window, "compacted")
    assert (first.units, second.units) == (10, 10)
    assert first.before > first.after == pytest.approx(second.before)
    assert "compacted 10 turns" in first
    assert f"{first.before:.2f} -> {first.after:.2f}" in first


def test_a_pass_that_hardly_helps_is_the_last_until_the_pressure_has_risen() -> None:
    compactor = Wordy()
    window = small_window(compactor=compactor, evict_at=9.0)
    fill(window, 60)
    window.prepare()
    assert len(compactor.spans) == 1
    for _ in range(3):  # 4.6 % more
        window.append(said(WORDS))
        window.prepare()
    assert len(compactor.spans) == 1
    window.append(said(WORDS))
    window.prepare()
    assert len(compactor.spans) == 2


def test_what_eviction_frees_does_not_count_against_the_rise() -> None:
    """Otherwise a model that failed once would never be asked again by a window that evicts at every turn."""
    compactor = FakeCompactor(RuntimeError("busy"))
    window = small_window(compactor=compactor)
    for _ in range(90):
        window.append(said(WORDS))
        window.prepare()
        assert window.pressure() <= window.evict_at
    asked = len(compactor.spans)
    assert 5 <= asked <= 20
    compactor.returns = ...
    for _ in range(5):
        window.append(said(WORDS))
        window.prepare()
    assert len(events(window, "compacted")) >= 1
    assert window.pressure() < 0.6


def test_after_a_pass_that_helped_the_line_counts_again() -> None:
    compactor = FakeCompactor(RuntimeError("busy"))
    window = small_window(compactor=compactor, evict_at=9.0)
    fill(window, 60)
    window.prepare()
    compactor.returns = ...
    fill(window, 5)
    window.prepare()
    assert window.pressure() < 0.6
    while window.pressure() <= window.compact_at:
        window.append(said(WORDS))
    window.prepare()
    assert len(events(window, "compacted")) == 2


@pytest.mark.parametrize("returns", [RuntimeError("no route"), RuntimeError(), OSError("no route"), "text"])
def test_a_client_that_fails_leaves_the_window_as_it_was(returns: object) -> None:
    class Odd(FakeCompactor):
        def compact(self, span: Sequence[Message]) -> Message | None:
            return returns if isinstance(returns, str) else super().compact(span)  # type: ignore[return-value]

    window = small_window(compactor=Odd(returns), evict_at=9.0)
    fill(window, 60)
    before = copy.deepcopy(window.messages)
    window.prepare()
    assert window.messages == before
    (event,) = events(window, "failed")
    assert "the window is unchanged: " in event
    assert not event.endswith(": ")
    assert event.before == event.after


def test_a_compactor_gets_copies_and_may_change_them() -> None:
    class Rude(FakeCompactor):
        def compact(self, span: Sequence[Message]) -> Message | None:
            for message in span:
                message["content"] = "gone"
            raise RuntimeError

    window = small_window(compactor=Rude(), evict_at=9.0)
    fill(window, 60)
    window.prepare()
    assert "gone" not in texts(window)


def test_a_replacement_that_is_not_smaller_is_thrown_away() -> None:
    archive = Keeper()
    window = small_window(compactor=FakeCompactor(said("x" * 90_000, "user")), evict_at=9.0, archive=archive)
    fill(window, 60)
    before = texts(window)
    window.prepare()
    assert texts(window) == before
    (event,) = events(window, "discarded")
    assert "~22,504" in event
    assert archive.kept == []


def test_a_replacement_of_another_compactor_is_marked_as_a_summary() -> None:
    window = small_window(compactor=FakeCompactor({"role": "user", "content": "short"}))
    fill(window, 60)
    window.prepare()
    (made,) = [message for message in window.messages if message["content"] == "short"]
    assert made["_compacted"] == 30


def test_nothing_takes_the_span_out() -> None:
    window = small_window(compactor=FakeCompactor(None))
    fill(window, 60)
    window.prepare()
    assert len(window.messages) == 30
    (event,) = events(window, "compacted")
    assert "into nothing" in event


# Eviction


def test_without_a_compactor_units_leave_first_in_first_out_above_the_line_only() -> None:
    window = small_window(compactor=None)
    fill(window, 57)
    assert window.compact_at < window.pressure() <= window.evict_at
    window.prepare()
    assert len(window.messages) == 57
    fill(window, 5)
    window.prepare()
    assert window.pressure() <= window.evict_at
    gone = 62 - len(window.messages)
    assert len(events(window, "evicted")) == gone
    assert texts(window)[0].startswith("turn 0 ")  # the task
    assert texts(window)[1].startswith(f"turn {gone + 1} ")
    first = events(window, "evicted")[0]
    assert first.startswith("evicted assistant turn (~")
    assert (first.units, first.before > first.after) == (1, True)


def test_the_summary_of_this_call_leaves_last() -> None:
    """The call that made it would have been for nothing."""
    pins = PinPolicy(explicit=set(range(31, 55)))
    window = small_window(pins=pins, evict_at=0.45)
    window.append(said("TASK", "user"))
    window.append(summary(9, "an old one"))
    fill(window, 60)
    window.prepare()
    assert any("- something" in text for text in texts(window))
    assert not any("an old one" in text for text in texts(window))
    assert events(window, "evicted")[0].startswith("evicted summary")


def test_when_all_is_pinned_it_says_so_and_sends_what_there_is() -> None:
    window = small_window(compactor=None, pins=PinPolicy(keep_recent=1000), evict_at=0.5)
    fill(window, 50)
    assert len(window.prepare()) == 50
    (event,) = events(window, "pinned")
    assert "above 0.50" in event


def test_a_call_that_waits_for_its_result_stays() -> None:
    window = small_window(compactor=None, pins=PinPolicy(keep_recent=0), evict_at=0.2)
    window.append(calling("a"))
    for _ in range(30):
        window.append(said(WORDS, "user"))
    window.prepare()
    assert window.messages[0] == calling("a")
    window.append(result("a"))
    assert orphans(window.prepare()) == set()


def test_a_late_result_of_a_call_that_has_left_is_not_added() -> None:
    """Alone it would be refused by every provider."""
    archive = Keeper()
    window = small_window(compactor=None, pins=PinPolicy(keep_recent=0), evict_at=0.2, archive=archive)
    window.append(calling("a"))
    fill(window, 30)
    window.prepare()
    assert calling("a") not in window.messages
    window.append(result("a"))
    window.append(used("a"))
    assert orphans(window.prepare()) == set()
    assert archive.kept[-2:] == [[result("a")], [used("a")]]
    assert len(events(window, "late")) == 2
    window.append(calling("a"))  # the id is used again
    window.append(result("a"))
    assert window.messages[-1] == result("a")


@pytest.mark.parametrize("compactor", [None, FakeCompactor(), FakeCompactor(None)])
def test_calls_in_content_parts_leave_with_their_results(compactor: FakeCompactor | None) -> None:
    window = small_window(compactor=compactor)
    window.append(said("TASK: x", "user"))
    for n in range(40):
        window.append(using(f"{n}a", f"{n}b"))
        window.append(used(f"{n}a", f"{n}b", content="result " * 60))
        assert orphans(window.prepare()) == set()
    assert len(window.messages) < 80


# Pins follow their messages


@pytest.mark.parametrize("returns", [..., None])
def test_explicit_pins_follow_their_messages(returns: object) -> None:
    window = small_window(compactor=FakeCompactor(returns), max_span=10)
    explicit = window.pins.explicit
    fill(window, 60)
    explicit.update({20, 45})
    window.prepare()
    assert {texts(window)[index].split()[1] for index in explicit} == {"20", "45"}
    assert window.pins.explicit is explicit


def test_explicit_pins_follow_through_evictions() -> None:
    window = small_window(compactor=None)
    fill(window, 30)
    window.pins.explicit = {7}
    for _ in range(80):
        window.append(said(WORDS))
        window.prepare()
    (pin,) = window.pins.explicit
    assert texts(window)[pin].startswith("turn 7 ")


# Archive


def test_whatever_leaves_is_archived_first_and_its_event_names_the_place() -> None:
    archive = Keeper()
    window = small_window(compactor=FakeCompactor(None), archive=archive, max_span=3)
    fill(window, 80)
    before = list(window.messages)
    window.prepare()
    left = [message for message in before if message not in window.messages]
    assert sorted(m["content"] for span in archive.kept for m in span) == sorted(m["content"] for m in left)
    leaving = [*events(window, "compacted"), *events(window, "evicted")]
    assert [event.archive for event in leaving] == [f"span-{n + 1}" for n in range(len(archive.kept))]
    assert all(event.endswith(f"archived in {event.archive}") for event in leaving)


def test_a_compactors_archive_is_used_for_evictions_too() -> None:
    archive = Keeper()
    window = small_window(compactor=Compactor(Client(), archive=archive), evict_at=0.3)
    fill(window, 60)
    window.prepare()
    assert events(window, "compacted")[0].archive == "span-1"
    assert [event.archive for event in events(window, "evicted")] == [
        f"span-{n + 2}" for n in range(len(archive.kept) - 1)
    ]
    assert len(archive.kept) > 2


def test_the_windows_archive_is_named_in_the_summary(tmp_path: Path) -> None:
    window = small_window(compactor=Compactor(Client()), archive=JsonlArchive(str(tmp_path)))
    fill(window, 60)
    window.prepare()
    (event,) = events(window, "compacted")
    assert any(f"Full text: {event.archive}." in text for text in texts(window))
    assert Path(event.archive).read_bytes().count(b"\n") == 30


@pytest.mark.parametrize("compactor", [None, FakeCompactor(), FakeCompactor(None), Compactor(Client())])
def test_what_cannot_be_archived_does_not_leave(compactor: FakeCompactor | Compactor | None) -> None:
    window = small_window(compactor=compactor, archive=Keeper(OSError("disk full")))
    fill(window, 62)
    assert window.pressure() > window.evict_at
    assert len(window.prepare()) == 62
    assert any("disk full" in event for event in events(window, "failed"))


# What is taken


def test_appending_never_changes_the_callers_message() -> None:
    window = small_window()
    message = result("c", [{"type": "text", "text": "x" * 100_000}])
    before = copy.deepcopy(message)
    window.append(message)
    window.messages[-1]["role"] = "x"
    assert message == before


def test_truncation_is_told_with_the_figures() -> None:
    window = small_window(max_tool_tokens=100)
    window.append(result("c", "x" * 40_000))
    (event,) = events(window, "truncated")
    assert "~9,900" in event


def test_no_tokens_for_tools_keep_the_note_alone() -> None:
    window = small_window(max_tool_tokens=0)
    window.append(result("c", "x" * 100))
    assert texts(window) == ["\n... [100 chars dropped] ...\n"]


def test_a_message_is_refused_with_the_figures_of_pins_and_tools() -> None:
    """Alone it would fit, but what can never leave must be sent with it."""
    tools = [{"name": "f", "description": "d" * 4_000}]
    window = small_window(tools=tools)
    window.append(said("s" * 8_000, "system"))
    with pytest.raises(ValueError, match="cannot be sent") as caught:
        window.append(said("x" * 10_000, "user"))
    assert isinstance(caught.value, InputError)
    assert "~2,504 tokens" in str(caught.value)
    assert "~2,004 of pins" in str(caught.value)
    assert "of tools" in str(caught.value)
    assert "5,200" in str(caught.value)
    assert len(window.messages) == 1
    assert events(window, "refused") == [str(caught.value)]
    window.tools = None
    window.append(said("x" * 10_000, "user"))


def test_what_is_only_recent_does_not_refuse_a_message() -> None:
    """It will have left by the time when it matters."""
    window = small_window(compactor=None, pins=PinPolicy(keep_recent=3))
    for _ in range(4):
        window.append(said("x" * 8_000))
    assert len(window.messages) == 4


def test_a_result_is_counted_with_its_call_and_the_other_results() -> None:
    window = small_window()
    window.append(calling("a", "b", "c"))
    window.append(result("a", "x" * 7_900))
    window.append(result("b", "x" * 7_900))
    with pytest.raises(ValueError, match="cannot be sent"):
        window.append(result("c", "x" * 7_900))


# What is sent and told


def test_prepare_gives_a_copy_without_private_keys() -> None:
    window = small_window()
    window.append({"role": "user", "content": [{"type": "text", "text": "a"}], "_mine": 1})
    (sent,) = window.prepare()
    assert sent == {"role": "user", "content": [{"type": "text", "text": "a"}]}
    sent["content"][0]["cache_control"] = {}
    sent["role"] = "x"
    assert window.messages == [{"role": "user", "content": [{"type": "text", "text": "a"}], "_mine": 1}]


def test_each_prepare_tells_the_pressure() -> None:
    window = small_window()
    fill(window, 30)
    for _ in range(3):
        window.prepare()
    told = events(window, "pressure")
    assert len(told) == 3
    assert (
        told[0]
        == f"pressure {window.pressure():.2f} (~{window.budget.used(window.messages):,} of 5,200 tokens)"
    )
    assert told[0].after == window.pressure()


def test_events_are_texts_with_fields_and_do_not_pile_up_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scratchpad_tui.core.working.window.MOST_EVENTS", 5)
    window = small_window()
    for _ in range(9):
        window.prepare()
    assert len(window.events) == 5
    assert all("pressure" in event for event in window.events)


def test_a_window_takes_over_what_it_is_given() -> None:
    messages, told = [said("a")], ["before"]
    window = ManagedWindow(Budget(), PinPolicy(), None, messages=messages, events=told)
    window.append(said("b"))
    window.prepare()
    assert len(messages) == 2
    assert told[0] == "before"
    assert len(told) == 2


def test_the_share_of_corrections_is_of_the_windows_budget() -> None:
    window = small_window(compactor=None)
    window.append(said("TASK", "user"))
    for n in range(30):
        window.append(said(f"Actually, {n} " + WORDS, "user"))
        window.append(said(WORDS))
    window.prepare()
    kept = [text for text in texts(window)[:-4] if text.startswith("Actually")]
    assert window.pins.limit == 5_200
    standing = window.pins.standing(window.messages)
    assert window.budget.used([window.messages[i] for i in standing]) <= 0.1 * 5_200 + 10
    assert kept
