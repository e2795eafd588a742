"""Opens the UI: the pad is read first, so that the first screen that is painted has its content."""

from __future__ import annotations

import gc
import os
import sys
import threading
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

from scratchpad_tui.core.pad.seen import SeenMarks, remembered, state_directory
from scratchpad_tui.tui.live_source import LiveSource

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from scratchpad_tui.core.pad.seen import Remembered
    from scratchpad_tui.core.pad.store import PadStore
    from scratchpad_tui.demo.player import AgentProcess
    from scratchpad_tui.tui.app import ScratchpadApp
    from scratchpad_tui.tui.wishes import Onward, Wishes


def watch(store: PadStore, *, rule: str = "", read_only: bool = False, transcript: str | None = None) -> int:
    """Shows a pad until the person quits; the exit code.

    Args:
        store: The pad, which need not be there yet.
        rule: Which rule of discovery found it.
        read_only: Record and change nothing.
        transcript: The agent's transcript, for the screens that show one.

    Raises:
        StorageError: the pad cannot be read.
    """
    _ = transcript  # taken already, so that the command line stays as it is when the Pressure screen comes
    code, onward = _run(store, rule=rule, read_only=read_only)
    if onward is None:
        return code
    if onward.demo:
        return demo()
    return _watch_path(onward.path, read_only=read_only)


def _watch_path(path: str, *, read_only: bool) -> int:
    from scratchpad_tui.core.pad.discover import discover
    from scratchpad_tui.core.pad.store import PadStore

    path = os.path.abspath(os.path.expanduser(path))
    rule = "named on the start screen"
    if os.path.isdir(path):
        found = discover(path, os.path.expanduser("~"), {})
        path, rule = found.path, found.rule
    return watch(PadStore(path), rule=rule, read_only=read_only)


def demo(*, seed: int | None = None, speed: float = 1.0, turns: int | None = None) -> int:
    """Shows a scripted agent at work in a temporary workspace, which is removed at the end; the exit code.

    Raises:
        StorageError: no workspace could be made, or the agent's process not started.
    """
    from scratchpad_tui.core.pad.store import PadStore
    from scratchpad_tui.demo.player import SEED, AgentProcess
    from scratchpad_tui.demo.story import TURNS
    from scratchpad_tui.demo.workspace import create_workspace, remove_workspace

    place = create_workspace()
    agent = AgentProcess(place, seed=SEED if seed is None else seed, speed=speed, turns=turns or TURNS)
    try:
        with agent:
            return _run(PadStore(place.pad), rule="the demo's workspace", demo=partial(_tell_end, agent))[0]
    finally:
        remove_workspace(place)


def _tell_end(agent: AgentProcess, app: ScratchpadApp) -> None:
    """Waits in a thread for the end of the story, and tells it on the screen."""

    def wait() -> None:
        agent.wait()
        from scratchpad_tui.tui.messages import Told

        words = (
            f"The scripted agent failed: {agent.problem}" if agent.problem else "The story is over · q quits"
        )
        app.post(Told(words, severity="error" if agent.problem else "information"))

    threading.Thread(target=wait, name="end-of-story", daemon=True).start()


def _run(
    store: PadStore,
    *,
    rule: str,
    read_only: bool = False,
    demo: Callable[[ScratchpadApp], None] | None = None,
) -> tuple[int, Onward | None]:
    """Runs the app on a pad; the exit code, and what the program goes on with."""
    states = state_directory()
    source = LiveSource(
        store, rule=rule, read_only=read_only, seen=None if demo else SeenMarks(states, store.paths.named)
    )
    kept = remembered(states)
    try:
        with _collector_at_rest():
            view = source.read()
            from scratchpad_tui.tui.app import ScratchpadApp

            app = ScratchpadApp(source, view, wishes=_wishes(store, kept), remembered=kept, base=os.getcwd())
        if demo is not None:
            demo(app)
        onward = app.run()
    finally:
        source.close()
    if app.crash_log:
        from scratchpad_tui.tui.crash import sentence

        sys.stderr.write(f"scratchpad-tui: {sentence(app.crash_log)}\n")
    return app.return_code or 0, onward


@contextmanager
def _collector_at_rest() -> Iterator[None]:
    """Keeps the garbage collector from running while modules are imported, which makes no garbage to speak of."""
    gc.disable()
    try:
        yield
        gc.freeze()
    finally:
        gc.enable()


def _wishes(store: PadStore, kept: Remembered) -> Wishes:
    from scratchpad_tui.tui.themes import known
    from scratchpad_tui.tui.wishes import Wishes

    settings = store.settings
    theme = settings.text("ui.theme")
    faults = list(settings.faults)
    if settings.origin("ui.theme") == "default":
        theme = str(kept.get("theme", theme))
        if known(theme) is None:
            faults.append(f'there is no theme "{theme}"')
    return Wishes(
        theme=theme,
        motion=settings.text("ui.motion") == "on",
        bell=settings.text("ui.bell") == "on",
        # Read here, before the app is made: Textual decides about colours when it starts.
        no_color=bool(os.environ.get("NO_COLOR")),
        faults=tuple(faults),
    )
