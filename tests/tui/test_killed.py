"""The UI killed while a person types: what was typed is found by the next start."""

from __future__ import annotations

import os
import random
import time
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.pad.drafts import Drafts
from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.pad.store import PadStore
from tests.tui.terminal import Terminal

if TYPE_CHECKING:
    from pathlib import Path

_LIMIT = 30.0
"""Seconds after which a draft that should come is given up."""


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> PadStore:
    """A pad with one finding, and places of its own for what the user has."""
    for name in ("XDG_STATE_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
    store = PadStore(tmp_path / ".agent" / "scratchpad.md")
    store.apply([Patch("Next", "append", "Go on"), Patch("Findings", "append", "one")])
    return store


def drafted(store: PadStore) -> str:
    """The text of the one draft; empty where there is none."""
    found = Drafts(store.paths).all()
    assert len(found) <= 1
    return "\n".join(found[0].lines) if found else ""


def wait_for_draft(store: PadStore, text: str) -> None:
    """Waits until the draft holds a text."""
    end = time.monotonic() + _LIMIT
    while text not in drafted(store):
        assert time.monotonic() < end, drafted(store)
        time.sleep(0.05)


@pytest.mark.alone
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_draft_is_found_after_kill_9_while_typing(store: PadStore, tmp_path: Path, seed: int) -> None:
    """What stood on disk is whole, whatever key came last; the next start offers it."""
    chance = random.Random(seed)
    words = ["-m", "scratchpad_tui", "watch", "--pad", store.paths.named]
    with Terminal(words, tmp_path) as terminal:
        terminal.wait_for(b"Findings")
        terminal.wait_until_quiet()
        terminal.send("/one\r")
        terminal.wait_until_quiet(0.5)
        terminal.send("e")
        terminal.wait_for(b"editing")
        terminal.send("first ")
        wait_for_draft(store, "first - one")
        rest = "and more words that nobody waited for"
        for key in rest:
            terminal.send(key)
            time.sleep(0.02)
            if chance.random() < 0.03:
                break
        os.kill(terminal.process.pid, 9)
        terminal.process.wait()
    text = drafted(store)
    assert text.startswith("first ")
    assert text.endswith("- one")
    assert rest.startswith(text.removeprefix("first ").removesuffix("- one"))
    with Terminal(words, tmp_path) as terminal:
        terminal.wait_for(b"not saved")
        terminal.send("e")
        terminal.wait_for(b"editing")
        terminal.send("\x13")
        terminal.wait_for(b"Saved")
        terminal.send("\x11")
        assert terminal.wait_for_end() == 0
    assert store.read().document.content("Findings") == [text]
    assert Drafts(store.paths).all() == []


@pytest.mark.alone
def test_a_hangup_while_typing_keeps_every_key(store: PadStore, tmp_path: Path) -> None:
    """A closed terminal asks the program to end: nothing that was typed by then is missing."""
    with Terminal(["-m", "scratchpad_tui", "watch", "--pad", store.paths.named], tmp_path) as terminal:
        terminal.wait_for(b"Findings")
        terminal.wait_until_quiet()
        terminal.send("/one\r")
        terminal.wait_until_quiet(0.5)
        terminal.send("e")
        terminal.wait_for(b"editing")
        terminal.send("typed to the end ")
        terminal.wait_until_quiet(0.3)
        os.kill(terminal.process.pid, 1)
        terminal.wait_for_end()
    assert drafted(store) == "typed to the end - one"
