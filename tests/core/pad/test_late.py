"""What another program writes into a file that we just replaced is taken over, once, and recorded as external."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import threading
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.pad import journal, late, quarantine
from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.pad.prompt import prompt_text
from scratchpad_tui.core.pad.store import PadStore

from .faults import (
    TEXT,
    Call,
    Erring,
    assert_in_order,
    data_of,
    everything,
    lines_of,
    put,
    quarantine_of,
    save,
    versions_of,
    watched_calls,
)
from .processes import PATIENCE, needs_linux, open_descriptors

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.skipif(os.name != "posix", reason="no open file can be replaced here")
OURS = Patch("Findings", "append", "- by us")


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quarantine, "STEADY_SECONDS", 0.0)


@pytest.fixture
def store(pad_path: Path) -> Iterator[PadStore]:
    """A pad whose version 2 is `TEXT`; its late lines are left to the test."""
    store = PadStore(pad_path)
    store.lasting = False
    save(store)
    yield store
    store.close()


class Editor:
    """Another program that has the pad open and knows nothing of us."""

    def __init__(self, store: PadStore) -> None:
        self.fd = os.open(store.paths.pad, os.O_RDWR | os.O_APPEND)

    def append(self, text: str) -> None:
        """As `echo >>` does."""
        os.write(self.fd, text.encode())

    def rewrite(self, text: str | bytes) -> None:
        """Writes the whole file in place and cuts it to its length, as many editors do."""
        data = text.encode() if isinstance(text, str) else text
        os.close(self.fd)
        self.fd = os.open(f"/proc/self/fd/{self.fd}", os.O_RDWR) if self.fd < 0 else self.fd
        raise NotImplementedError(data)

    def close(self) -> None:
        """Closes it."""
        os.close(self.fd)


def opened(store: PadStore) -> int:
    """The pad, open in another program."""
    return os.open(store.paths.pad, os.O_RDWR)


def append(fd: int, text: str) -> None:
    """Writes at the end, as `echo >>` does."""
    os.lseek(fd, 0, os.SEEK_END)
    os.write(fd, text.encode())


def rewrite(fd: int, text: str | bytes) -> None:
    """Writes the whole file in place and cuts it to its length, as many editors do."""
    data = text.encode() if isinstance(text, str) else text
    os.pwrite(fd, data, 0)
    os.ftruncate(fd, len(data))


def text_of(store: PadStore) -> str:
    """The pad's text."""
    return (data_of(store) or b"").decode()
