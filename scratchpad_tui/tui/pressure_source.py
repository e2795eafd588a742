"""An agent's transcript on disk as the screens know it: found, read in a thread in bounded steps, and followed."""

from __future__ import annotations

import os
import threading
import time
from typing import TYPE_CHECKING

from scratchpad_tui.core.errors import InputError, ScratchpadError
from scratchpad_tui.tui import keys
from scratchpad_tui.tui.pressure_reading import Reading
from scratchpad_tui.tui.pressure_view import (
    GONE,
    LOADING,
    NONE,
    READ,
    STOPPED,
    TROUBLE,
    UNREAD,
    Candidate,
    PressureView,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from scratchpad_tui.core.pad.paths import PadPaths
    from scratchpad_tui.core.transcripts.record import Compaction
    from scratchpad_tui.core.transcripts.transcript import Transcript
    from scratchpad_tui.core.working.held import Held

STEP = 1 << 20
"""Bytes that are read before anything else has its turn."""
_LOOK_SECONDS = 3.0
"""Between two looks for a newer transcript, and at a file that no event told of."""
_TELL_SECONDS = 0.25
"""Between two readings that are told while a long file is read."""
_END_SECONDS = 1.0
"""How long the end of the thread is waited for."""
REPLACED = "The file was replaced; this is the new one."


class TranscriptWatch:
    """Keeps `pressure_view.PressureSource` for the newest transcript of a directory, or for one that was named."""

    def __init__(
        self,
        path: str | None = None,
        *,
        folders: Sequence[str] = (),
        window: int | None = None,
        pad: PadPaths | None = None,
        follow: Callable[[str, Callable[[], None]], None] = lambda _path, _told: None,
        held: Callable[[Transcript, Compaction], Held | None] = lambda _transcript, _mark: None,
    ) -> None:
        """Reads nothing until `watch`.

        Args:
            path: The transcript; None for the newest one of the directory, again and again.
            folders: The directories in which the agent may work; none where none is looked for.
            window: The model's window in tokens, by the settings.
            pad: The one beside which the agent's status line may have told the true window.
            follow: Has a file watched beside the pad: calls back from another thread when it changes.
            held: What the pad held at a compaction of a transcript.
        """
        self._named = path
        self._path = path
        self._folders = tuple(dict.fromkeys(folders))
        self._window = window
        self._pad = pad
        self._follow = follow
        self._held = held
        self._followed: set[str] = set()
        self._reading: Reading | None = None
        self._serial = 0
        self._note = ""
        self._bell, self._ended = threading.Event(), threading.Event()
        self._closed = self._stopped = False
        self._told: Callable[[PressureView], None] = lambda _view: None
        self._last = PressureView()
        self._told_at = float("-inf")
        self._looked_at = float("-inf")
        self._thread = threading.Thread(target=self._run, name="transcript", daemon=True)

    # What the screens ask

    def watch(self, told: Callable[[PressureView], None]) -> None:
        """See `PressureSource`."""
        self._told = told
        self._thread.start()

    def look(self) -> None:
        """See `PressureSource`."""
        self._stopped = False
        self._looked_at = float("-inf")
        self._bell.set()

    def stop(self) -> None:
        """See `PressureSource`."""
        self._stopped = True
        self._bell.set()

    def choose(self, path: str) -> None:
        """See `PressureSource`."""
        self._named = path
        self.look()

    def candidates(self) -> tuple[Candidate, ...]:
        """See `PressureSource`."""
        from scratchpad_tui.core.transcripts.discover import transcripts_for

        found = {one.path: one for folder in self._folders for one in transcripts_for(folder)}
        return tuple(
            Candidate(one.agent, one.path, one.mtime, one.size, one.last_prompt)
            for one in sorted(found.values(), key=lambda one: -one.mtime)
        )

    def body(self, number: int) -> str:
        """See `PressureSource`."""
        reading = self._reading
        if reading is None:
            raise InputError(
                "no transcript is shown", keys.said("{view.transcript} lists those that are known")
            )
        return reading.body(number)

    def held(self, compaction: Compaction) -> Held | None:
        """See `PressureSource`."""
        reading = self._reading
        return None if reading is None else reading.ask(lambda transcript: self._held(transcript, compaction))

    def close(self) -> None:
        """See `PressureSource`."""
        self._closed = True
        self._ended.set()
        self._bell.set()
        if self._thread.is_alive() and threading.current_thread() is not self._thread:
            self._thread.join(_END_SECONDS)

    # The thread

    def _run(self) -> None:
        while not self._closed:
            try:
                self._round()
            except (ScratchpadError, OSError) as error:
                self._trouble(error)
            except Exception as error:  # noqa: BLE001  the edge of the thread: what its screen shows would stand still
                from scratchpad_tui.tui import crash

                self._tell(
                    self._last._replace(
                        state=TROUBLE,
                        sentence=f"Reading failed by a fault of this program; {crash.write(error)}",
                    )
                )
            self._bell.wait(_LOOK_SECONDS)
            # What comes in a burst is told four times a second.
            self._ended.wait(max(0.0, self._told_at + _TELL_SECONDS - time.monotonic()))
            self._bell.clear()

    def _round(self) -> None:
        """Looks which transcript it is, and reads what is new in it."""
        self._find()
        path = self._path
        if path is None:
            self._tell_none()
            return
        reading = self._reading
        if reading is None or reading.path != path:
            reading = self._open(path)
        elif reading.refresh():
            self._serial += 1
            self._note = REPLACED
        if reading.gone:
            self._tell_gone()
            return
        if not self._stopped:
            self._read_on(reading)
        self._tell_reading(reading, STOPPED if self._stopped and reading.more else READ)

    def _find(self) -> None:
        if self._named is not None:
            self._path = self._named
        elif self._folders and time.monotonic() - self._looked_at >= _LOOK_SECONDS / 2:
            from scratchpad_tui.core.transcripts.discover import newest

            self._looked_at = time.monotonic()
            found = [one for folder in self._folders if (one := newest(folder)) is not None]
            # One that is gone stays on the screen until another one is there.
            self._path = max(found, key=lambda one: one.mtime).path if found else self._path

    def _open(self, path: str) -> Reading:
        if path not in self._followed:
            self._followed.add(path)
            self._follow(path, self._bell.set)
        self._reading = None
        self._stopped, self._note = False, ""
        self._reading = reading = Reading(path, self._window, self._pad)
        self._serial += 1
        self._tell(reading.first()._replace(state=LOADING, serial=self._serial))
        return reading

    def _read_on(self, reading: Reading) -> None:
        """Reads on in steps, telling how far it is, until there is no more or a person stops it."""
        while not self._closed and not self._stopped and reading.advance(STEP):
            if self._named is not None and self._named != self._path:
                return
            if time.monotonic() - self._told_at >= _TELL_SECONDS:
                self._tell_reading(reading, LOADING)

    def _tell_reading(self, reading: Reading, state: str) -> None:
        self._tell(reading.view()._replace(state=state, serial=self._serial, note=self._note))

    def _tell_none(self) -> None:
        from scratchpad_tui.core.transcripts.discover import looked_in

        places = dict.fromkeys(place for folder in self._folders for place in looked_in(folder))
        self._tell(PressureView(state=NONE, looked_in=tuple(places)))

    def _trouble(self, error: Exception) -> None:
        """The file cannot be read, or is of a format that is not: what was read of it stays on the screen."""
        path = self._path or ""
        last = self._last if self._last.path == path else PressureView(path=path, serial=self._serial)
        if isinstance(error, InputError) and _is_empty(path):
            # Made by an agent that has said nothing yet.
            self._tell(PressureView(state=READ, path=path, serial=self._serial))
        elif isinstance(error, InputError):
            reason = "" if self._reading is None else self._reading.reason
            self._tell(
                PressureView(state=UNREAD, path=path, sentence=str(error), reason=reason, serial=self._serial)
            )
            self._reading = None
        elif last.calls and not os.path.lexists(path):
            self._tell_gone()
        else:
            self._tell(last._replace(state=TROUBLE, sentence=str(error)))

    def _tell_gone(self) -> None:
        self._tell(self._last._replace(state=GONE, sentence="The transcript is gone"))

    def _tell(self, view: PressureView) -> None:
        self._told_at = time.monotonic()
        if view != self._last:
            self._last = view
            self._told(view)


def _is_empty(path: str) -> bool:
    try:
        return os.path.getsize(path) == 0
    except OSError:
        return False
