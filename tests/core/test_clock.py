"""The product's clock, as the environment may set it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from scratchpad_tui.core.clock import is_readable, now


@pytest.mark.parametrize("value", ["", "2026-07-20T10:12:00Z", "2026-07-20T12:12:00+02:00", "2026-07-20"])
def test_a_clock_that_is_not_set_or_names_a_moment_is_fine(
    value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A day alone is its midnight."""
    monkeypatch.setenv("SCRATCHPAD_NOW", value)
    assert is_readable()


@pytest.mark.parametrize("value", ["tomorrow", "2026-07-20T25:00:00Z", "10:12", " "])
def test_a_setting_of_the_clock_that_names_no_moment_is_known(
    value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who sets it wrongly wants to be told, not given the real time."""
    monkeypatch.setenv("SCRATCHPAD_NOW", value)
    assert not is_readable()


def test_the_set_clock_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests and demonstrations are the same every day."""
    monkeypatch.setenv("SCRATCHPAD_NOW", "2026-07-20T12:12:00+02:00")
    assert now() == datetime(2026, 7, 20, 10, 12, tzinfo=UTC)
