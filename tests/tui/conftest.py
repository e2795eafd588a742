"""An app under test ends wholly, and is waited for in short steps."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from textual import _wait
from textual._styles_cache import StylesCache

if TYPE_CHECKING:
    from collections.abc import Iterator

# A key waits for an idle process four times: Textual's own 20 ms were most of what these tests took. The part of a
# step that counts as idle stays the same.
_wait.SLEEP_GRANULARITY = 0.01
_wait.SLEEP_IDLE = _wait.SLEEP_GRANULARITY / 20


@pytest.fixture(autouse=True)
def _nothing_kept() -> Iterator[None]:
    """Textual remembers the last thousand colours together with the widgets, and by them the lines, of ended apps."""
    yield
    StylesCache.get_inner_outer.cache_clear()
