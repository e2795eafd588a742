"""Opens the UI: the pad is read first, so that the first screen that is painted has its content."""

from __future__ import annotations

import gc
import itertools
import math
import os
import sys
import threading
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

from scratchpad_tui.core.pad.seen import SeenMarks, remembered, state_directory
from scratchpad_tui.tui import keys
from scratchpad_tui.tui.ending import cleaned_up, let_go_of_lost_terminal
from scratchpad_tui.tui.live_source import LiveSource

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from scratchpad_tui.core.config import Settings
    from scratchpad_tui.core.pad.seen import Remembered
    from scratchpad_tui.core.pad.store import PadStore
    from scratchpad_tui.core.transcripts.record import Compaction
    from scratchpad_tui.core.transcripts.transcript import Transcript
    from scratchpad_tui.core.working.held import Held
    from scratchpad_tui.demo.player import AgentProcess
    from scratchpad_tui.tui.app import ScratchpadApp
    from scratchpad_tui.tui.pressure_source import TranscriptWatch
    from scratchpad_tui.tui.wishes import Onward, Wishes

_INVITATION = "Try it: {go.next-pane} to a section, {line.new} writes a line, {pad.undo} takes it back · the agent answers"
_STORY_IS_OVER = "The story is over · the agent waits and answers what you write"
_AGENT_HAS_LEFT = "The agent has left · your keys still work, {app.quit} quits"
_LARGEST = 1000
"""Columns or lines: what the environment names beyond that is no terminal's size."""


def watch(store: PadStore, *, rule: str = "", read_only: bool = False, transcript: str | None = None) -> int:
    """Shows a pad until the person quits; the exit code.

    Args:
        store: The pad, which need not be there yet.
        rule: Which rule of discovery found it.
        read_only: Record and change nothing.
        transcript: The agent's transcript; None for the newest one of a known agent for the pad's folder.

    Raises:
        StorageError: the pad cannot be read.
    """
    code, onward = _run(store, rule=rule, read_only=read_only, transcript=transcript)
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
    from scratchpad_tui.demo.story import COMPANY, TURNS
    from scratchpad_tui.demo.workspace import create_workspace, remove_workspace

    place = create_workspace()
    turns = turns or TURNS
    agent = AgentProcess(
        place,
        seed=SEED if seed is None else seed,
        speed=speed,
        turns=turns,
        tells=True,
        company=COMPANY,
        tidy=True,
    )
    # Some two seconds in: by then the screen stands, and the plan has a step to try the keys on.
    words = {math.ceil(2 * speed) + 1: _INVITATION, turns + 1: _STORY_IS_OVER}

    def clean() -> None:
        agent.stop()
        remove_workspace(place)

    def begin(app: ScratchpadApp) -> None:
        app.last_resort = clean
        _tell_story(agent, words, app)

    with cleaned_up(clean):
        agent.start()
        code = _run(
            PadStore(place.pad), rule="the demo's workspace", demo=begin, transcript=place.transcript
        )[0]
    if os.path.isdir(place.path):
        sys.stderr.write(
            "scratchpad-tui: a text of yours in the demo was not saved; "
            f"scratchpad-tui watch --pad {place.pad} offers it again\n"
        )
    return code


def _tell_story(agent: AgentProcess, words: Mapping[int, str], app: ScratchpadApp) -> None:
    """Follows the agent in a thread: tells the words of a turn when it has been played, and how the agent ends."""
    count = itertools.count(1)

    def tell(text: str, severity: str = "information") -> None:
        from scratchpad_tui.tui.messages import Told

        app.post(Told(text, severity=severity))

    def played(_line: str) -> None:
        turn = next(count)
        if turn in words:
            tell(keys.said(words[turn]))

    def follow() -> None:
        agent.wait(played)
        if agent.problem:
            tell(f"The scripted agent failed: {agent.problem}", "error")
        else:
            tell(keys.said(_AGENT_HAS_LEFT))

    threading.Thread(target=follow, name="story", daemon=True).start()


def _run(
    store: PadStore,
    *,
    rule: str,
    read_only: bool = False,
    demo: Callable[[ScratchpadApp], None] | None = None,
    transcript: str | None = None,
) -> tuple[int, Onward | None]:
    """Runs the app on a pad; the exit code, and what the program goes on with."""
    _keep_terminals_own_size()
    states = state_directory()
    source = LiveSource(
        store, rule=rule, read_only=read_only, seen=None if demo else SeenMarks(states, store.paths.named)
    )
    kept = remembered(states)
    transcripts = _transcripts(store, source, transcript)
    try:
        with _collector_at_rest():
            view = source.read()
            from scratchpad_tui.tui.app import ScratchpadApp
            from scratchpad_tui.tui.terminal_input import guard_input

            guard_input()
            app = ScratchpadApp(
                source,
                view,
                wishes=_wishes(store, kept),
                remembered=kept,
                base=os.getcwd(),
                transcripts=transcripts,
            )
        app.last_resort = partial(_keep_unsaved, app)
        if demo is not None:
            demo(app)
        onward = app.run()
        if app.return_code:
            let_go_of_lost_terminal()
        unsaved = _keep_unsaved(app)
    finally:
        transcripts.close()
        source.close()
    if app.crash_log:
        from scratchpad_tui.tui.crash import sentence

        sys.stderr.write(f"scratchpad-tui: {sentence(app.crash_log)}\n")
    return unsaved or app.return_code or 0, onward


def _transcripts(store: PadStore, source: LiveSource, path: str | None) -> TranscriptWatch:
    """The named transcript, or whichever is the newest for the pad's folder and for this one."""
    from scratchpad_tui.core.transcripts.discover import folders_of
    from scratchpad_tui.tui.pressure_source import TranscriptWatch

    return TranscriptWatch(
        os.path.abspath(path) if path else None,
        folders=folders_of(store.paths.named),
        window=store.settings.integer("context.window") or None,
        pad=store.paths,
        follow=source.follow,
        held=partial(held_of, store.paths.named),
    )


def held_of(path: str, transcript: Transcript, compaction: Compaction) -> Held:
    """What the pad held at a compaction: asked of a store of its own, since the other one follows the pad on."""
    from scratchpad_tui.core.pad.store import PadStore
    from scratchpad_tui.core.working.held import held_at

    store = PadStore(path)
    try:
        return held_at(transcript, compaction, store)
    finally:
        store.close()


def _keep_unsaved(app: ScratchpadApp) -> int:
    """Keeps and tells what a person wrote that is not saved; the exit code for it."""
    if app.wordings.waits:
        app.wordings.keep(app.source)
    if not app.lines.unsaved() and not app.writes.abandoned and not app.lost:
        return 0
    from scratchpad_tui.tui.unsaved import keep_unsaved, tell_lost

    return tell_lost(app.lost) or keep_unsaved(app.lines, app.writes.abandoned, app.source.keep_draft)


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
    from scratchpad_tui.core.pad.chosen import CHOICES, ORIGIN, effective
    from scratchpad_tui.tui.wishes import Wishes

    settings = store.settings
    found = {name: effective(settings, kept, name) for name in CHOICES}
    return Wishes(
        theme=str(found["ui.theme"][0]),
        motion=found["ui.motion"][0] == "on",
        bell=found["ui.bell"][0] == "on",
        no_color=_wants_no_color(),
        faults=(*_told(settings.faults), *_lost_theme(settings, kept)),
        keys={id_: bound.keys for id_, bound in settings.keys.items()},
        fixed={name: origin for name, (_, origin) in found.items() if origin not in ("default", ORIGIN)},
    )


def _told(faults: Sequence[str]) -> Iterator[str]:
    """The faults, with what they quote masked where it is secret; the rules for that are loaded where there are any."""
    if faults:
        from scratchpad_tui.core.secrets.quoting import safe

        yield from map(safe, faults)


def _lost_theme(settings: Settings, kept: Remembered) -> Iterator[str]:
    """A theme that was chosen in a version of this program that had it."""
    from scratchpad_tui.tui.themes import known

    theme = kept.get("theme")
    if theme is not None and known(str(theme)) is None and settings.origin("ui.theme") == "default":
        yield f'there is no theme "{theme}"'


def _keep_terminals_own_size() -> None:
    """Takes COLUMNS and LINES away where the terminal knows its size: they would hide it, and every change of it."""
    try:
        known = min(os.get_terminal_size(sys.__stdout__.fileno() if sys.__stdout__ else 1)) > 0
    except (OSError, ValueError):
        known = False
    for name in ("COLUMNS", "LINES"):
        given = os.environ.get(name, "")
        if given and (known or not given.isdecimal() or not 0 < int(given[:9]) <= _LARGEST):
            del os.environ[name]


def _wants_no_color() -> bool:
    """What NO_COLOR says, read before the app is made: Textual decides about colours when it starts.

    Set but empty it says nothing, which Textual takes for a yes, so that it is taken away.
    """
    wanted = bool(os.environ.get("NO_COLOR"))
    if not wanted:
        os.environ.pop("NO_COLOR", None)
    return wanted
