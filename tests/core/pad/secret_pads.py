"""Pads into which a secret is to come, and how to see that it does not."""

from __future__ import annotations

import os
import random
import string
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest

from scratchpad_tui.core.errors import ScratchpadError
from scratchpad_tui.core.pad import gate
from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.pad.store import PadStore
from tests.core.pad.pads import BODY, pad

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

VALUE = "gh" + "p_" + "".join(random.Random(21).choices(string.ascii_letters + string.digits, k=36))
PIECES = [VALUE[at : at + 12] for at in range(len(VALUE) - 11)]


def guarded(folder: Path) -> PadStore:
    """A pad with one version."""
    path = folder / ".agent" / "scratchpad.md"
    path.parent.mkdir()
    bodies: dict[str, Any] = dict(BODY)
    path.write_text(pad(**bodies), "utf-8")
    store = PadStore(str(path))
    store.apply([Patch("Next", "replace", "go on")])
    return store


def holders(store: PadStore) -> list[str]:
    """The files beside the pad that hold a piece of the value."""
    found = []
    for folder, _, names in os.walk(os.path.dirname(store.paths.pad)):
        for name in names:
            with open(os.path.join(folder, name), "rb") as file:
                data = file.read().decode("utf-8", "replace")
            if any(piece in data for piece in PIECES):
                found.append(name)
    return found


def files(store: PadStore) -> dict[str, bytes]:
    found = {}
    for folder, _, names in os.walk(os.path.dirname(store.paths.pad)):
        for name in names:
            path = os.path.join(folder, name)
            with open(path, "rb") as file:
                found[path] = file.read()
    return found


def by_hand(store: PadStore, text: str) -> None:
    """Puts a text under Findings as an editor would."""
    with open(store.paths.pad, encoding="utf-8") as file:
        old = file.read()
    with open(store.paths.pad, "w", encoding="utf-8") as file:
        file.write(old.replace("## Findings\n", f"## Findings\n{text}\n"))


@contextmanager
def refused(store: PadStore) -> Iterator[list[ScratchpadError]]:
    """What happens in the block is refused with the code `secret`, and leaves no piece of the value anywhere."""
    with open(store.paths.pad, "rb") as file:
        before = file.read()
    versions = store.history.numbers()
    told: list[ScratchpadError] = []
    with pytest.raises(ScratchpadError) as caught:
        yield told
    error = caught.value
    told.append(error)
    assert error.code == gate.SECRET
    assert error.exit_code == 1
    chain: BaseException | None = error
    while chain is not None:
        assert not any(piece in str(chain) + repr(chain.args) for piece in PIECES)
        chain = chain.__cause__
    assert error.__suppress_context__ or error.__context__ is None
    with open(store.paths.pad, "rb") as file:
        assert file.read() == before
    assert store.history.numbers() == versions
    assert holders(store) == []
