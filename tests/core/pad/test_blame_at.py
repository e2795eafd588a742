"""Blame of an older version: what was said of the pad when it stood there."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.errors import InputError
from scratchpad_tui.core.pad.blame import blame, blame_at
from tests.core.pad.pads import Desk, add, pad

if TYPE_CHECKING:
    from pathlib import Path

    from scratchpad_tui.core.pad.blame import BlamedLine


@pytest.fixture
def desk(pad_path: Path) -> Desk:
    return Desk(pad_path, depth=0)


def test_each_version_is_told_as_it_was_told_when_it_was_the_newest(desk: Desk) -> None:
    """Later versions, undos among them, change nothing of what is said of an older one."""
    store = desk.store()
    told: dict[int, list[BlamedLine]] = {}

    def keep() -> None:
        reading = store.read()
        told[reading.version] = blame(store, reading=reading)

    store.apply_text(json.dumps(add("Findings", "one") + add("Findings", "two")), turn="1")
    keep()
    store.edit("Findings", ["- one"], 1)
    keep()
    store.apply_text(json.dumps(add("Next", "elsewhere") + add("Findings", "three")), turn="2")
    keep()
    store.revert(2)
    keep()
    desk.save(pad(Findings=["- two", "- one, by hand"]))
    keep()
    assert sorted(told) == [1, 2, 3, 4, 5]
    assert {number: blame_at(store, number) for number in told} == told


def test_a_version_that_is_gone_or_does_not_parse_is_refused_in_a_sentence(desk: Desk) -> None:
    desk.save(pad(Findings=["- one"]))
    desk.save(pad(Findings=["- two"]))
    desk.save(pad(Findings=["- three"]))
    store = desk.store()
    with open(store.history.path(2), "wb") as file:
        file.write(b"## Bogus\n- one\n")
    with pytest.raises(InputError, match="version 2 does not parse"):
        blame_at(store, 2)
    with pytest.raises(InputError):
        blame_at(store, 9)
    assert [line.text for line in blame_at(store, 1) if line.section == "Findings"] == ["- one"]
