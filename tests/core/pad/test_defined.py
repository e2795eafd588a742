"""Which profile a pad is of where its own headings do not tell: the history says, as it is now."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.pad.store import PadStore

if TYPE_CHECKING:
    from pathlib import Path

OF_TWO = "## Findings\n- CI has no redis service [src:job 4412 @ 2026-07-20] {#ci-no-redis}\n"
"""Its heading is one of two profiles."""


def made(path: Path, profile: str) -> PadStore:
    """A pad with one version of that profile."""
    store = PadStore(path, profile=profile)
    store.create()
    path.write_bytes(
        path.read_bytes().replace(b"_(empty)_", b"- a line [src:job 1 @ 2026-07-20] {#a-line}", 1)
    )
    assert store.record_external() == 1
    return store


def test_a_pad_that_a_hand_made_short_keeps_its_profile_once_that_is_a_version(pad_path: Path) -> None:
    """The newest version does not tell it any more; the one before does."""
    made(pad_path, "audited")
    for more in ("", "\n"):
        pad_path.write_text(OF_TWO + more)
        store = PadStore(pad_path)
        assert store.record_external() is not None
        found = PadStore(pad_path).read()
        assert (found.state, found.document.profile.name) == ("good", "audited")
        assert store.profile.name == "audited"


@pytest.mark.parametrize("text", ["", OF_TWO])
def test_the_same_bytes_are_judged_by_the_history_that_stands_there_now(text: str, pad_path: Path) -> None:
    """A store that lives on says the same as one that has just come."""
    made(pad_path, "task")
    pad_path.write_text(text)
    store = PadStore(pad_path)
    assert (store.profile.name, store.read().document.profile.name) == ("task", "task")
    other = made(pad_path.with_name("other.md"), "audited")
    shutil.rmtree(store.paths.history)
    shutil.copytree(other.paths.history, store.paths.history)
    for one in (PadStore(pad_path), store):
        assert one.profile.name == "audited"
        assert one.read().document.profile.name == "audited"


def test_a_profile_that_the_headings_tell_is_known_without_the_history(pad_path: Path) -> None:
    """Else every look at every pad would read one more file."""
    store = made(pad_path, "task")
    store.apply([Patch("Findings", "append", "- one more")])
    shutil.rmtree(store.paths.history)
    assert store.profile_of(pad_path.read_bytes()).name == "task"
