"""The window that an agent's status line told of a session: kept beside the pad, looked up for its transcript."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scratchpad_tui.core.pad.paths import PadPaths
    from scratchpad_tui.core.pad.window_file import Told


class StatusLine:
    """What was told beside a pad, read anew when its file has changed."""

    def __init__(self, pad: PadPaths | None, transcript: str) -> None:
        self._pad = pad
        self._transcript = transcript
        self._stem = os.path.splitext(os.path.basename(transcript))[0]
        self._sign: tuple[int, int, int] | None = None
        self._rows: list[Told] = []

    def told(self, session: str) -> tuple[str, int] | None:
        """The model and the window of the newest word about this session or this transcript; None where there is none."""
        if self._pad is None:
            return None
        self._look(self._pad)
        found = (row for row in self._rows if row.is_of(self._transcript, session or self._stem))
        row = next(found, None)
        return None if row is None else (row.model, row.window)

    def _look(self, pad: PadPaths) -> None:
        try:
            state = os.stat(os.path.join(pad.history, "window.json"))
        except OSError:
            self._sign, self._rows = None, []
            return
        sign = (state.st_mtime_ns, state.st_size, state.st_ino)
        if sign == self._sign:
            return
        from scratchpad_tui.core.pad.window_file import told_windows

        self._sign, self._rows = sign, told_windows(pad)
