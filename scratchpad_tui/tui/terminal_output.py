"""What a terminal is sent: each frame in one piece."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from textual.driver import Driver


def in_whole_frames(driver: type[Driver]) -> type[Driver]:
    """The driver with the terminal's own treatment of line ends switched off while the screen is up.

    The kernel hands what it treats out line by line: a reader (a multiplexer, a recorder) may meet a frame whose first
    line is new and whose second is old. Textual places each line by its coordinates and needs no treatment.
    """
    if sys.platform != "win32":
        import termios

        from textual.drivers import linux_driver

        class WholeFrames(linux_driver.LinuxDriver):
            def start_application_mode(self) -> None:
                super().start_application_mode()  # type: ignore[no-untyped-call]  # Textual gives it no types
                try:
                    settings = termios.tcgetattr(self.fileno)
                    settings[1] &= ~termios.OPOST
                    termios.tcsetattr(self.fileno, termios.TCSANOW, settings)
                except termios.error:
                    pass  # no terminal, or one that is gone: Textual passes over it as well

        if driver is linux_driver.LinuxDriver:
            return WholeFrames
    return driver
