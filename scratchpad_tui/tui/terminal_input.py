"""What a terminal sends, made safe before it is taken for keys: a paste stays one, and no byte ends the program."""

from __future__ import annotations

import codecs
import sys
from functools import partial
from typing import TYPE_CHECKING, Any

from textual._xterm_parser import XTermParser  # the only place where input can be met before it is keys

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from textual.message import Message

_START, _END = "\x1b[200~", "\x1b[201~"
_SHOWN = "\u241b"
"""Stands for an escape character in a paste."""


class PasteGuard:
    """Takes the escape characters out of pastes, whatever pieces they come in.

    Textual would end the paste at the first one and take what follows for keys: text copied from a coloured log would
    delete lines.
    """

    def __init__(self) -> None:
        self._inside = False
        self._held = ""
        """Inside a paste: what may be the beginning of its end."""
        self._tail = ""
        """Outside: what was let through last, in which a paste may have begun."""

    def clean(self, data: str) -> str:
        """The next piece of the input; a visible mark stands for each escape character in a paste."""
        let_through: list[str] = []
        while data:
            step = self._in_paste if self._inside else self._outside
            piece, data = step(data)
            let_through.append(piece)
        return "".join(let_through)

    def _outside(self, data: str) -> tuple[str, str]:
        whole = self._tail + data
        at = whole.find(_START)
        if at < 0:
            self._tail = whole[1 - len(_START) :]
            return data, ""
        stop = at + len(_START) - len(self._tail)
        self._inside, self._tail = True, ""
        return data[:stop], data[stop:]

    def _in_paste(self, data: str) -> tuple[str, str]:
        whole, self._held = self._held + data, ""
        at = whole.find(_END)
        if at >= 0:
            self._inside = False
            return whole[:at].replace("\x1b", _SHOWN) + _END, whole[at + len(_END) :]
        kept = next((size for size in range(len(_END) - 1, 0, -1) if whole.endswith(_END[:size])), 0)
        self._held = whole[len(whole) - kept :] if kept else ""
        return whole[: len(whole) - kept].replace("\x1b", _SHOWN), ""


class GuardedParser(XTermParser):
    """Textual's parser behind a guard."""

    def __init__(self, debug: bool = False) -> None:  # noqa: FBT001, FBT002 - as the parser has it
        super().__init__(debug)
        self._guard = PasteGuard()

    def feed(self, data: str) -> Iterable[Message]:
        """The messages in the next piece of the input; an empty piece ends it."""
        cleaned = self._guard.clean(data)
        return super().feed(cleaned) if cleaned or not data else ()


def guard_input() -> None:
    """Lets the driver of this process read through the guard, and take bytes that are no text for a mark."""
    if sys.platform == "win32":
        return
    from textual.drivers import linux_driver

    driver: Any = linux_driver
    driver.XTermParser = GuardedParser
    driver.getincrementaldecoder = _tolerant


def _tolerant(encoding: str) -> Callable[[], codecs.IncrementalDecoder]:
    return partial(codecs.getincrementaldecoder(encoding), errors="replace")
