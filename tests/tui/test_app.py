"""Work in the background that the app's end overtakes."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

import pytest

from tests.tui.drive import drive

if TYPE_CHECKING:
    from tests.tui.drive import Stage


@pytest.mark.parametrize("group", ["read", "write"])
def test_work_that_had_not_begun_when_the_app_ended_leaves_no_warning(group: str) -> None:
    """Python would write one to the terminal of a person who has just left."""
    begun = []

    async def script(stage: Stage) -> None:
        stage.app.in_background(lambda: begun.append(group), group=group)
        stage.app.workers.cancel_all()

    drive(script)
    gc.collect()  # what was never awaited is told when it is freed
    assert begun == []
