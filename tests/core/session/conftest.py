"""A session pad and a clock that stands still."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.core.session.desks import Desk, set_clock

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def _clock(monkeypatch: pytest.MonkeyPatch) -> None:
    set_clock(monkeypatch)


@pytest.fixture
def desk(pad_path: Path) -> Desk:
    """A session pad that is not there yet."""
    return Desk(pad_path)
