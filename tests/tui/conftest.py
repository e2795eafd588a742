"""An app under test ends wholly."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from textual._styles_cache import StylesCache

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(autouse=True)
def _nothing_kept() -> Iterator[None]:
    """Textual remembers the last thousand colours together with the widgets, and by them the lines, of ended apps."""
    yield
    StylesCache.get_inner_outer.cache_clear()
