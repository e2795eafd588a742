"""The app: it registers screens and themes, runs work in the background, and passes on what comes from the pad."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from textual import events, on
from textual.app import App
from textual.worker import Worker, WorkerState

from scratchpad_tui.core.errors import ScratchpadError
from scratchpad_tui.core.pad.redact_told import lost_of_pad
from scratchpad_tui.tui import crash, keys, themes, toasts
from scratchpad_tui.tui.bells import rings
from scratchpad_tui.tui.bindings import app_bindings, keymap, textual_name
from scratchpad_tui.tui.clock import Clock
from scratchpad_tui.tui.ending import end_when_asked, lost_terminal_code
from scratchpad_tui.tui.live_state import LiveState
from scratchpad_tui.tui.look import Look
from scratchpad_tui.tui.messages import PadRead, Waits, WatchFailed
from scratchpad_tui.tui.openings import Openings
from scratchpad_tui.tui.outside import Outside
from scratchpad_tui.tui.pressure_openings import PressureOpenings
from scratchpad_tui.tui.promotion_openings import PromotionOpenings
from scratchpad_tui.tui.screens.drafting import Drafting
from scratchpad_tui.tui.screens.follows import Follows, FollowsRedaction
from scratchpad_tui.tui.screens.framed import FramedScreen
from scratchpad_tui.tui.screens.live import LiveScreen
from scratchpad_tui.tui.telling import PAD, Telling
from scratchpad_tui.tui.terminal_output import in_whole_frames
from scratchpad_tui.tui.typeahead import TypeAhead
from scratchpad_tui.tui.typed_lines import TypedLines
from scratchpad_tui.tui.wishes import Onward, Wishes, faults_told
from scratchpad_tui.tui.wordings import Wordings
from scratchpad_tui.tui.writes import Writes

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from rich.console import RenderableType
    from textual.command import Provider
    from textual.driver import Driver
    from textual.message import Message
    from textual.screen import Screen

    from scratchpad_tui.core.pad.drafts import Draft
    from scratchpad_tui.core.pad.redact_told import Taken
    from scratchpad_tui.core.pad.seen import Remembered
    from scratchpad_tui.core.pad.view import PadView
    from scratchpad_tui.tui.messages import KeyClicked, Told
    from scratchpad_tui.tui.pressure_view import PressureSource
    from scratchpad_tui.tui.screens.start import StartScreen
    from scratchpad_tui.tui.source import PadSource

Result = TypeVar("Result")

_PATIENCE_SECONDS = 0.3
"""After which a screen opens without what it shows."""
_PREPARE_SECONDS = 0.7
"""After the first paint, when nobody is likely to have pressed a key yet."""


def _key_provider() -> type[Provider]:
    from scratchpad_tui.tui.palette import KeyProvider

    return KeyProvider


class ScratchpadApp(Openings, PressureOpenings, PromotionOpenings, Outside, Look, Telling, App[Onward]):
    """Shows one pad. Screens ask it for the source, the clock and work in the background, never each other."""

    TITLE = "scratchpad-tui"
    CSS_PATH: ClassVar = ["app.tcss", "widgets/rows.tcss"]
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (toasts.NARROW, "-wide")]  # noqa: RUF012 - as Textual declares it
    BINDINGS = app_bindings()
    COMMANDS: ClassVar = {_key_provider}
    ALLOW_SELECT = False
    AUTO_FOCUS = ""
    SUSPENDED_SCREEN_CLASS = "-under"

    def __init__(
        self,
        source: PadSource,
        view: PadView,
        *,
        wishes: Wishes | None = None,
        clock: Clock | None = None,
        remembered: Remembered | None = None,
        base: str = "",
        transcripts: PressureSource | None = None,
    ) -> None:
        """Makes the app for a pad that was read already, so that the first paint has its content.

        Args:
            source: The pad.
            view: The pad as it was read.
            wishes: What settings and environment ask for.
            clock: Stands in for the system's clock.
            remembered: Choices that outlive the program; without it none do.
            base: The folder that paths are shown relative to.
            transcripts: The agent's transcript.
        """
        self.wishes = wishes = wishes or Wishes()
        keys.bind(wishes.keys)
        super().__init__(ansi_color=True if wishes.no_color else None)
        self.source = source
        if transcripts is not None:
            self.transcripts = transcripts
        self.clock = clock or Clock()
        self.base = base
        self._first_view = view
        self._start: StartScreen | None = None
        self._last_view = view
        self.remembered = remembered
        self._locks: dict[str, asyncio.Lock] = {}
        self.typed = TypeAhead(self, super().on_event)
        """The keys, in the order in which they were typed."""
        self.writes = Writes(self)
        """A person's acts, in the order of the keys."""
        self.lines = TypedLines()
        """The lines that were typed for a section and are no version yet."""
        self.wordings = Wordings()
        """The texts that were typed for proposals and are not taken yet."""
        self.last_resort: Callable[[], object] = lambda: None
        """Called in a thread when the program is asked to end, cannot, and is about to be ended by force."""
        self.lost: list[Draft] = []
        """Texts that could be kept nowhere; they are told when the screen has closed."""
        self.crash_log = ""
        """Where the details of an unexpected fault stand; empty where there was none."""
        self.set_keymap(keymap(wishes.keys))
        for theme in themes.THEMES:
            self.register_theme(theme)
        # Set before the first stylesheet is read: a change later would read them all a second time.
        self.set_reactive(ScratchpadApp.theme, self.theme_for(themes.known(wishes.theme) or themes.DEFAULT))
        self._refresh_truecolor_filter(
            self.ansi_theme
        )  # made for Textual's own theme, it would mix 16 colours anew
        self.stylesheet.set_variables(self.get_css_variables())

    def get_driver_class(self) -> type[Driver]:
        """The terminal's driver."""
        return in_whole_frames(super().get_driver_class())

    def get_default_screen(self) -> Screen[None]:
        """The screen of the first paint."""
        view = self._first_view
        motion, ascii_gauges, read_only = self.wishes.motion, self.has_16_colours, self.source.read_only
        return LiveScreen(LiveState(view, motion=motion, ascii_gauges=ascii_gauges, read_only=read_only))

    @property
    def has_16_colours(self) -> bool:
        """Whether the theme or the terminal has no more, so that shades of a block may look alike."""
        return self.theme == themes.SIXTEEN

    def theme_for(self, name: str) -> str:
        """The theme that this terminal draws where a person chose this one."""
        return themes.shown(name, sixteen=self.console.color_system == "standard")

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
        end_when_asked(self, self.last_resort)
        if _is_start(self._first_view):
            from scratchpad_tui.tui.screens.start import StartScreen

            self._start = StartScreen(self._first_view)
            await self.push_screen(self._start)
        self.call_after_refresh(self._begin)

    def _begin(self) -> None:
        self.source.on_wait(lambda why: self.post(Waits(why)))
        self.source.watch(lambda view: self.post(PadRead(view)), lambda error: self.post(WatchFailed(error)))
        self.begin_transcript()
        self.in_background(self.source.drafts, self.live.offer_drafts)
        self.set_timer(_PREPARE_SECONDS, self.prepare_timeline)
        if self.wishes.faults:
            self.tell(faults_told(self.wishes.faults, self.size.width), severity="warning")

    def post(self, message: Message) -> None:
        """Posts from any thread; where the app has ended, nobody is told."""
        if self._running:
            self.post_message(message)

    # What comes from the pad

    def on_pad_read(self, message: PadRead) -> None:
        """Passes a newly read pad on to the screen that shows it."""
        view, start, waiting = message.view, self.start, self.promotions_waiting
        if self.wishes.bell and rings(self._last_view, view):
            self.bell()
        self.put_away_mended(self._last_view, view)
        self.follow_redaction(lost_of_pad(self._last_view, view))
        self._last_view = view
        self.live.take(view)
        for screen in self.screen_stack[1:]:
            if isinstance(screen, Follows):
                screen.take(view)
        if waiting != self.promotions_waiting:
            self.redraw_badge()
        if start is not None and _is_start(view):
            start.take(view)
        elif start is not None:
            self._start = None
            self.action_ground()

    def follow_redaction(self, taken: Taken) -> None:
        """Takes what was redacted out of all that was typed and is no version yet, open or not."""
        if taken:
            for texts in (self.lines, self.wordings, *self.screen_stack):
                if isinstance(texts, FollowsRedaction):
                    texts.follow_redaction(taken)

    def on_watch_failed(self, message: WatchFailed) -> None:
        """Tells why the pad could not be read; watching goes on."""
        self.tell_error(message.error, about=PAD)

    def on_told(self, message: Told) -> None:
        """Tells what a thread has to say."""
        self.tell(message.words, severity=message.severity)

    def on_waits(self, message: Waits) -> None:
        """Tells that an act waits for the lock."""
        self.writes.waits(message.why)

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
        opens: bool = False,
        waits: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        """Runs a function in a thread and then, here, what takes its result; errors of the product are toasts.

        Functions of one group run one after the other. `opens`: the result opens a screen, and what is typed until
        it is there is meant for it; `waits` opens that screen without it where it takes long.
        """
        if group == "write":
            self.writes.put(do, done)
            return
        lock, let_go = self._locks.setdefault(group, asyncio.Lock()), self.typed.hold() if opens else None
        begun: Any = partial(self._work, do, done, lock, let_go, waits)  # as in `Writes`
        self.run_worker(begun, group=group, exit_on_error=False)

    async def _work(
        self,
        do: Callable[[], Result],
        done: Callable[[Result], Awaitable[None] | None] | None,
        lock: asyncio.Lock,
        let_go: Callable[[], None] | None,
        waits: Callable[[], Awaitable[None]] | None,
    ) -> None:
        ended = False
        doing = asyncio.ensure_future(_in_turn(do, lock))
        try:
            if waits is not None and not (await asyncio.wait({doing}, timeout=_PATIENCE_SECONDS))[0]:
                await waits()
                if let_go is not None:
                    let_go()
            result = await doing
            waiting = done(result) if done is not None else None
            if waiting is not None:
                await waiting
            ended = True
        except (ScratchpadError, OSError) as error:
            self.tell_error(error)
        finally:
            if let_go is not None:
                if not ended:
                    self.typed.drop()
                let_go()

    @on(Worker.StateChanged)
    def tell_failed_work(self, event: Worker.StateChanged) -> None:
        """Tells a fault of ours in the background; the screen goes on."""
        if event.state == WorkerState.ERROR and event.worker.error is not None:
            self.tell(
                f"That failed by a fault of this program; details: {crash.write(event.worker.error)}",
                severity="error",
            )

    async def on_event(self, event: events.Event) -> None:
        """Hands on what is typed one key at a time; escape ends the waiting for the lock first."""
        if isinstance(event, events.Key | events.Paste) and not event.is_forwarded:
            if not (isinstance(event, events.Key) and event.key == "escape" and self.writes.give_up()):
                await self.typed.take(event)
        else:
            await super().on_event(event)

    def on_driver_signal_resume(self) -> None:
        """Paints the whole screen: the shell had the terminal, and what stood there is gone."""
        self.refresh(layout=True)

    # What a person is told

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
        self.typed.put_first(events.Key(textual_name(key), None))

    def action_leave(self) -> None:
        """Back to the screen with nothing open over it, and from there out; a zoomed section lies over it too."""
        if self.screen is self.live and self.live.state.ui.zoom:
            self.live.action_back()
        elif isinstance(self.screen, FramedScreen):
            self.writes.leave()
        elif not self.close_sheets():
            self.action_ground()

    async def action_quit(self) -> None:
        """Ends the program from anywhere, when what is being saved is saved and what was typed is kept."""
        if all(screen.may_end() for screen in self.screen_stack if isinstance(screen, Drafting)):
            self.writes.leave()

    def action_ground(self) -> None:
        """Closes all that is open over the ground screen."""
        while self.screen not in (self.live, self.start):
            _ = self.pop_screen()  # not awaited: the screen that is closed may be the one that runs this

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
        lost = 0 if self.is_headless else lost_terminal_code()
        if not lost:
            self.crash_log = self.crash_log or crash.write(self._exception)
        self._return_code = lost or crash.EXIT_CODE  # a terminal that is gone is no fault of this program
        self._close_messages_no_wait()


async def _in_turn(do: Callable[[], Result], lock: asyncio.Lock) -> Result:
    async with lock:
        return await asyncio.to_thread(do)


def _is_start(view: PadView) -> bool:
    """Whether there is no pad and never was one."""
    return view.state == "no file" and view.version is None and not any(s.lines for s in view.sections)
