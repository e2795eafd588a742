"""The app: it registers screens and themes, runs work in the background, and passes on what comes from the pad."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, ClassVar, TypeVar

from textual import events, on
from textual.app import App
from textual.worker import Worker, WorkerState

from scratchpad_tui.core.errors import ScratchpadError
from scratchpad_tui.core.text import visible
from scratchpad_tui.tui import crash, themes
from scratchpad_tui.tui.bells import rings
from scratchpad_tui.tui.bindings import app_bindings, textual_name
from scratchpad_tui.tui.clock import Clock
from scratchpad_tui.tui.live_state import LiveState
from scratchpad_tui.tui.messages import PadRead, WatchFailed
from scratchpad_tui.tui.openings import Openings
from scratchpad_tui.tui.screens.live import LiveScreen
from scratchpad_tui.tui.widgets.field import Field
from scratchpad_tui.tui.wishes import Onward, Wishes

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from rich.console import RenderableType
    from textual.command import Provider
    from textual.message import Message
    from textual.screen import Screen

    from scratchpad_tui.core.pad.seen import Remembered
    from scratchpad_tui.core.pad.view import PadView
    from scratchpad_tui.tui.messages import KeyClicked, Told
    from scratchpad_tui.tui.screens.start import StartScreen
    from scratchpad_tui.tui.source import PadSource

Result = TypeVar("Result")

_TOAST_SECONDS = 4.0
_ALERT_SECONDS = 12.0


def _key_provider() -> type[Provider]:
    from scratchpad_tui.tui.palette import KeyProvider

    return KeyProvider


class ScratchpadApp(Openings, App[Onward]):
    """Shows one pad. Screens ask it for the source, the clock and work in the background, never each other."""

    TITLE = "scratchpad-tui"
    CSS_PATH: ClassVar = ["app.tcss", "widgets/rows.tcss"]
    BINDINGS = app_bindings()
    COMMANDS: ClassVar = {_key_provider}
    ALLOW_SELECT = False
    AUTO_FOCUS = ""

    def __init__(
        self,
        source: PadSource,
        view: PadView,
        *,
        wishes: Wishes | None = None,
        clock: Clock | None = None,
        remembered: Remembered | None = None,
        base: str = "",
    ) -> None:
        """Makes the app for a pad that was read already, so that the first paint has its content.

        Args:
            source: The pad.
            view: The pad as it was read.
            wishes: What settings and environment ask for.
            clock: Stands in for the system's clock.
            remembered: Choices that outlive the program; without it none do.
            base: The folder that paths are shown relative to.
        """
        self.wishes = wishes = wishes or Wishes()
        super().__init__(ansi_color=True if wishes.no_color else None)
        self.source = source
        self.clock = clock or Clock()
        self.base = base
        self._first_view = view
        self._start: StartScreen | None = None
        self._last_view = view
        self._remembered = remembered
        self._locks: dict[str, asyncio.Lock] = {}
        self._told_severity = ""
        self.crash_log = ""
        """Where the details of an unexpected fault stand; empty where there was none."""
        for theme in themes.THEMES:
            self.register_theme(theme)
        # Set before the first stylesheet is read: a change later would read them all a second time.
        self.set_reactive(ScratchpadApp.theme, themes.known(wishes.theme) or themes.DEFAULT)
        self.stylesheet.set_variables(self.get_css_variables())

    def get_default_screen(self) -> Screen[None]:
        """The screen of the first paint."""
        view = self._first_view
        return LiveScreen(LiveState(view, motion=self.wishes.motion, ascii_gauges=self.theme == "ansi"))

    @property
    def live(self) -> LiveScreen:
        """The Live screen, which is there whatever is open over it."""
        screen = self.screen_stack[0]
        assert isinstance(screen, LiveScreen)
        return screen

    @property
    def start(self) -> StartScreen | None:
        """The start screen, while there is no pad and never was one."""
        return self._start if self._start in self.screen_stack else None

    async def on_mount(self) -> None:
        """Starts watching once the first screen is painted."""
        crash.end_on_signals(self)
        if _is_start(self._first_view):
            from scratchpad_tui.tui.screens.start import StartScreen

            self._start = StartScreen(self._first_view)
            await self.push_screen(self._start)
        self.call_after_refresh(self._begin)

    def _begin(self) -> None:
        self.source.watch(lambda view: self.post(PadRead(view)), lambda error: self.post(WatchFailed(error)))
        if self.wishes.faults:
            self.tell("Settings: " + "; ".join(self.wishes.faults), severity="warning")

    def post(self, message: Message) -> None:
        """Posts from any thread; where the app has ended, nobody is told."""
        if self._running:
            self.post_message(message)

    # What comes from the pad

    def on_pad_read(self, message: PadRead) -> None:
        """Passes a newly read pad on to the screen that shows it."""
        view, start = message.view, self.start
        if self.wishes.bell and rings(self._last_view, view):
            self.bell()
        self._last_view = view
        self.live.take(view)
        if start is not None and _is_start(view):
            start.take(view)
        elif start is not None:
            self._start = None
            self.action_ground()

    def on_watch_failed(self, message: WatchFailed) -> None:
        """Tells why the pad could not be read; watching goes on."""
        self.tell_error(message.error)

    def on_told(self, message: Told) -> None:
        """Tells what a thread has to say."""
        self.tell(message.words, severity=message.severity)

    def watch_app_focus(self) -> None:
        """Tells the screen, which counts what a person can have seen."""
        if self.screen_stack:
            self.live.focus_changed()

    # Work in the background

    def in_background(
        self,
        do: Callable[[], Result],
        done: Callable[[Result], Awaitable[None] | None] | None = None,
        *,
        group: str = "read",
    ) -> None:
        """Runs a function in a thread and then, here, what takes its result; errors of the product are toasts.

        Functions of one group run one after the other.
        """
        lock = self._locks.setdefault(group, asyncio.Lock())
        self.run_worker(self._work(do, done, lock), group=group, exit_on_error=False)

    async def _work(
        self,
        do: Callable[[], Result],
        done: Callable[[Result], Awaitable[None] | None] | None,
        lock: asyncio.Lock,
    ) -> None:
        try:
            async with lock:
                result = await asyncio.to_thread(do)
        except (ScratchpadError, OSError) as error:
            self.tell_error(error)
            return
        waiting = done(result) if done is not None else None
        if waiting is not None:
            await waiting

    @on(Worker.StateChanged)
    def tell_failed_work(self, event: Worker.StateChanged) -> None:
        """Tells a fault of ours in the background; the screen goes on."""
        if event.state == WorkerState.ERROR and event.worker.error is not None:
            self.tell(
                f"That failed by a fault of this program; details: {crash.write(event.worker.error)}",
                severity="error",
            )

    async def on_event(self, event: events.Event) -> None:
        """Hands keys that were typed before a field had the focus on to the field: they are text, not verbs."""
        if isinstance(event, events.Key) and event.is_forwarded and self._is_early(event):
            self.focused._forward_event(event)  # type: ignore[union-attr]  # noqa: SLF001 - as the app itself does
        else:
            await super().on_event(event)

    def _is_early(self, event: events.Key) -> bool:
        """Whether a key comes back unused while a field has the focus that never saw it."""
        return isinstance(self.focused, Field) and self.focused.last_key is not event

    # What a person is told

    def tell(self, words: str, *, severity: str = "information") -> None:
        """Shows a toast; a new one takes the place of the last, but an error stays its time."""
        if self._told_severity == "information":
            self.clear_notifications()
        self._told_severity = severity
        seconds = _TOAST_SECONDS if severity == "information" else _ALERT_SECONDS
        self.notify(visible(words), severity=severity, timeout=seconds, markup=False)  # type: ignore[arg-type]

    def tell_error(self, error: Exception) -> None:
        """Shows an error with its remedy."""
        self.tell(str(error), severity="error")

    def may_write(self) -> bool:
        """Whether the pad may be changed; a toast says why not."""
        if self.source.read_only:
            self.tell("Read-only: start without --read-only to change the pad", severity="warning")
        return not self.source.read_only

    # Actions of every screen

    def on_key_clicked(self, message: KeyClicked) -> None:
        """Does what a clicked key does."""
        self.press(message.key)

    def press(self, key: str) -> None:
        """Does what the key does on the screen as it is."""
        self.simulate_key(textual_name(key))

    def action_leave(self) -> None:
        """Back to the ground screen, and from there out; a zoomed section lies over it too."""
        if self.screen is self.live and self.live.state.ui.zoom:
            self.live.action_back()
        elif self.screen in (self.live, self.start):
            self.exit()
        else:
            self.action_ground()

    def action_ground(self) -> None:
        """Closes all that is open over the ground screen."""
        while self.screen not in (self.live, self.start):
            _ = self.pop_screen()  # not awaited: the screen that is closed may be the one that runs this

    def action_theme(self, name: str) -> None:
        """Takes another theme and remembers it."""
        self.theme = name
        self.live.state.ui = self.live.state.ui._replace(ascii_gauges=name == "ansi")
        if self.screen is self.live:
            self.live.draw()
        if self._remembered is not None:
            remembered = self._remembered
            self.in_background(lambda: remembered.set("theme", name))
        self.tell(f"Theme: {name}")

    def go_on_with(self, onward: Onward) -> None:
        """Ends the app, and lets the program go on with something else."""
        self.exit(onward)

    # The last resort

    def _fatal_error(self) -> None:
        self._end_by_fault()

    def panic(self, *renderables: RenderableType) -> None:  # noqa: ARG002 - they hold the traceback
        """Ends the app on a fault that would draw a traceback; the details go to a file instead."""
        self._end_by_fault()

    def _end_by_fault(self) -> None:
        self.crash_log = self.crash_log or crash.write(self._exception)
        self._return_code = crash.EXIT_CODE
        self._close_messages_no_wait()


def _is_start(view: PadView) -> bool:
    """Whether there is no pad and never was one."""
    return view.state == "no file" and view.version is None and not any(s.lines for s in view.sections)
