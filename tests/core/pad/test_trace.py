"""Lines followed from version to version: what is new, changed, removed, and back where it was."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from scratchpad_tui.core.pad.trace import Trace
from scratchpad_tui.core.pad.view import VersionInfo

LINES = st.lists(
    st.sampled_from([f"{n}. [ ] step {n}" for n in range(4)] + ["- a b c", "- a b d", "- x"]), max_size=6
)


@given(st.lists(LINES, min_size=1, max_size=6))
def test_a_trace_ends_with_the_last_state_and_loses_no_line_of_the_first(states: list[list[str]]) -> None:
    trace = Trace(states[0])
    for number, state in enumerate(states[1:], 1):
        trace.step(state, VersionInfo(number))
    traced = trace.lines()
    assert [line.text for line in traced if line.mark != "-"] == states[-1]
    assert sum(line.mark != "+" for line in traced) == len(states[0])
    assert all(line.text in states[0] for line in traced if line.mark == "-")
    assert all((line.by is None) == (line.mark == "") for line in traced)


@given(LINES.filter(lambda texts: len(set(texts)) == len(texts)), st.integers(0, 5), st.integers(1, 6))
def test_lines_that_go_and_come_back_have_no_marks(first: list[str], start: int, count: int) -> None:
    trace = Trace(first)
    trace.step(first[:start] + first[start + count :], VersionInfo(1))
    trace.step(first, VersionInfo(2))
    assert [(line.text, line.mark) for line in trace.lines()] == [(text, "") for text in first]


def test_a_rewritten_section_is_compared_within_bounds() -> None:
    """A section of thousands of lines, rewritten, is removed and new, not compared line by line."""
    trace = Trace([f"old line {n}" for n in range(3000)])
    trace.step([f"new line {n}" for n in range(3000)], VersionInfo(1))
    found = [line.mark for line in trace.lines()]
    assert (found.count("-"), found.count("+")) == (3000, 3000)
