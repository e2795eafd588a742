"""Work that never ends is given up; its result and its error come through."""

from __future__ import annotations

import threading

import pytest

from scratchpad_tui.core.working.deadline import within


def test_the_result_and_the_error_come_through() -> None:
    assert within(20, lambda: [1]) == [1]
    with pytest.raises(ZeroDivisionError):
        within(20, lambda: 1 // 0)


def test_what_takes_longer_is_given_up_and_keeps_no_program_from_ending() -> None:
    release = threading.Event()
    with pytest.raises(TimeoutError):
        within(0.01, lambda: release.wait(60))
    (left,) = [thread for thread in threading.enumerate() if thread.name == "scratchpad-asks-a-model"]
    assert left.daemon
    release.set()
    left.join(20)
