"""What holds for every conversation, whatever the compactor does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scratchpad_tui.core import Budget, Compactor, PinPolicy
from scratchpad_tui.core.estimates import message_tokens
from scratchpad_tui.core.working.content import text_of
from scratchpad_tui.core.working.events import KINDS, WindowEvent
from scratchpad_tui.core.working.units import units
from tests.core.working.windows import (
    Client,
    FakeCompactor,
    calling,
    orphans,
    result,
    said,
    small_window,
    summary,
    used,
    using,
)

if TYPE_CHECKING:
    from tests.core.working.windows import Message

SIZES = st.integers(1, 900)
TASK = "TASK: the one and only"


@st.composite
def exchanges(draw: st.DrawFn) -> list[tuple[str, int, int]]:
    """What happens in a conversation: a kind, how many calls, how many words."""
    kinds = st.sampled_from(("chat", "user", "correction", "parts", "plan", "late"))
    return draw(st.lists(st.tuples(kinds, st.integers(1, 3), SIZES), min_size=5, max_size=60))


def messages_for(number: int, kind: str, count: int, size: int) -> list[Message]:
    """The messages of one exchange."""
    words, ids = "word " * size, [f"{number}-{n}" for n in range(count)]
    if kind == "chat":
        return [calling(*ids), *(result(i, words) for i in ids)]
    if kind == "parts":
        return [using(*ids), used(*ids, content=words)]
    if kind == "late":
        return [calling(*ids), said("wait", "user"), *(result(i, words) for i in ids)]
    starts = {"user": "and then", "correction": "Actually,", "plan": "Plan:\n- one\n"}
    return [said(f"{starts[kind]} {number} {words}", "assistant" if kind == "plan" else "user")]


def compactors() -> st.SearchStrategy[Any]:
    """Every way in which a compactor may behave."""
    return st.sampled_from(
        (
            lambda: None,
            FakeCompactor,
            lambda: FakeCompactor(None),
            lambda: FakeCompactor(RuntimeError("down")),
            lambda: FakeCompactor(said("x" * 50_000)),
            lambda: Compactor(Client("- a\n- b")),
            lambda: Compactor(Client("NOTHING")),
        )
    )


@given(exchanges(), compactors(), st.sampled_from((0, 1, 4, 10)))
def test_no_orphan_no_lost_pin_and_no_pressure_above_the_line(
    conversation: list[tuple[str, int, int]],
    make: Any,  # noqa: ANN401 - a factory of any compactor
    keep_recent: int,
) -> None:
    window = small_window(compactor=make(), pins=PinPolicy(keep_recent=keep_recent))
    window.append(said("be brief", "system"))
    window.append(said(TASK, "user"))
    for number, exchange in enumerate(conversation):
        refused = False
        for message in messages_for(number, *exchange):
            try:
                window.append(message)
            except ValueError:
                refused = True
                break
        if refused:  # the caller ends here: a call without its result cannot be sent
            break
        standing = [window.messages[i] for i in window.pins.pinned(window.messages)]
        before = list(window.messages)
        sent = window.prepare()
        assert orphans(sent) == set()
        assert sent[0] == said("be brief", "system")
        assert TASK in [text_of(message) for message in sent]
        assert all(any(kept is message for kept in window.messages) for message in standing)
        survivors = [message for message in before if any(kept is message for kept in window.messages)]
        assert [m for m in window.messages if any(m is old for old in before)] == survivors  # in their order
        free = [
            u for u in units(window.messages) if window.pins.pinned(window.messages).isdisjoint(u.indices)
        ]
        assert window.pressure() <= window.evict_at or free == []
        assert all(isinstance(e, WindowEvent) and e.kind in KINDS for e in window.events)


@given(st.sets(st.integers(0, 59), max_size=8), compactors(), st.integers(2, 12))
def test_explicit_pins_mean_the_same_messages_for_ever(pins: set[int], make: Any, span: int) -> None:  # noqa: ANN401
    window = small_window(compactor=make(), max_span=span)
    for n in range(60):
        window.append(said(f"message {n} " + "word " * 60))
    window.pins.explicit = set(pins)
    wanted = {f"message {n}" for n in pins}
    for _ in range(5):
        window.prepare()
        found = {" ".join(text_of(window.messages[i]).split()[:2]) for i in window.pins.explicit}
        assert found == wanted
        window.append(said("more " * 300))


@given(st.lists(SIZES, min_size=1, max_size=30))
def test_a_conversation_of_summaries_ends(sizes: list[int]) -> None:
    window = small_window(evict_at=0.1, pins=PinPolicy(keep_recent=0))
    for size in sizes:
        window.append(summary(2, "word " * size))
    window.prepare()
    assert window.pressure() <= window.evict_at


CONTENT = st.one_of(
    st.none(),
    st.text(max_size=40),
    st.lists(
        st.one_of(
            st.builds(lambda text: {"type": "text", "text": text}, st.text(max_size=40)),
            st.just({"type": "image_url", "image_url": {"url": "data:image/png;base64,QUJD"}}),
            st.builds(
                lambda t: {"type": "tool_result", "tool_use_id": "c", "content": t}, st.text(max_size=20)
            ),
            st.builds(
                lambda t: {"type": "tool_use", "id": "c", "name": "f", "input": {"a": t}},
                st.text(max_size=20),
            ),
        ),
        max_size=4,
    ),
)


@given(CONTENT, st.text(max_size=40), st.text(max_size=40))
def test_estimates_are_monotone(content: object, text: str, more: str) -> None:
    """More text, one more part, one more call or one more message never costs less."""
    message: Message = {"role": "user", "content": content}
    cost = message_tokens(message)
    assert message_tokens({"role": "user", "content": None}) <= cost
    assert message_tokens(said(text)) <= message_tokens(said(text + more))
    call = {"id": "c", "function": {"name": "f", "arguments": text}}
    assert cost < message_tokens({**message, "tool_calls": [call]})
    if isinstance(content, list):
        assert cost <= message_tokens({"role": "user", "content": [*content, {"type": "text", "text": more}]})
    assert Budget().used([message]) < Budget().used([message, said(more)])


@pytest.mark.parametrize("size", [100, 1_000_000])
@pytest.mark.parametrize(
    "part",
    [
        lambda data: {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{data}"}},
        lambda data: {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": data}},
    ],
)
def test_an_image_is_the_stated_estimate_whatever_its_bytes(part: Any, size: int) -> None:  # noqa: ANN401
    from scratchpad_tui.core.estimates import IMAGE_TOKENS, MESSAGE_TOKENS

    assert message_tokens({"role": "user", "content": [part("Q" * size)]}) == IMAGE_TOKENS + MESSAGE_TOKENS
