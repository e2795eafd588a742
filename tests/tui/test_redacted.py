"""A screen that is open while a text is redacted: it shows the pad without it, and records nothing of its own."""

from __future__ import annotations

import subprocess
import sys
import threading
from typing import TYPE_CHECKING

from scratchpad_tui.core.clock import now
from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.pad.seen import SeenMarks, state_directory
from scratchpad_tui.core.pad.store import PadStore
from scratchpad_tui.tui.live_source import LiveSource

if TYPE_CHECKING:
    from pathlib import Path

    from scratchpad_tui.core.pad.view import PadView

SECRET = "Zauberwort-9731"  # noqa: S105 - a made-up one


def _redact() -> None:
    command = [sys.executable, "-m", "scratchpad_tui", "redact", "-"]
    assert subprocess.run(command, input=SECRET.encode(), capture_output=True, check=False).returncode == 0


def test_an_open_screen_shows_the_redacted_pad_and_what_was_seen_stays_seen(pad_path: Path) -> None:
    """It watches files that change all at once, and older versions that it has shown already."""
    store = PadStore(pad_path)
    store.apply([Patch("Findings", "append", f"the key is {SECRET}", reason=SECRET)], turn="1")
    store.apply([Patch("Next", "append", "go on")], turn="2")
    store.close()
    seen = SeenMarks(state_directory(), store.paths.named)
    seen.mark(1, now())
    source = LiveSource(PadStore(pad_path), seen=SeenMarks(state_directory(), store.paths.named))
    views: list[PadView] = []
    errors: list[Exception] = []
    news = threading.Condition()

    def changed(view: PadView) -> None:
        with news:
            views.append(view)
            news.notify_all()

    try:
        assert SECRET in str(source.read())
        source.watch(changed, errors.append)
        _redact()
        with news:
            assert news.wait_for(
                lambda: "[redacted]" in str(views[-1:]) and SECRET not in str(views[-1:]), 20
            )
        source.look()
        after = source.read()
    finally:
        source.close()
    assert errors == []
    assert SECRET not in str(after)
    assert after.version is not None
    assert after.version.version == 2
    assert SeenMarks(state_directory(), store.paths.named).version == 1
