"""The agent learns once which sections changed by hand since it read the pad last."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.pad.prompt import prompt_text
from scratchpad_tui.core.pad.store import PadStore

from .faults import TEXT, put, save

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def store(pad_path: Path) -> PadStore:
    """A pad whose version 2 is `TEXT`, read by session s1."""
    store = PadStore(pad_path)
    save(store)
    prompt_text(store, session="s1")
    return store


def told(store: PadStore, session: str = "s1", *, preview: bool = False) -> list[str]:
    """The sentences about changes by hand in a prompt."""
    text = prompt_text(store, session=session or None, preview=preview)
    return [
        line[2:]
        for line in text.splitlines()
        if line.startswith("- ") and "since you read the pad last" in line
    ]


def test_a_persons_edit_is_told_once_to_each_session(store: PadStore) -> None:
    """By the sections' names; the second prompt is silent."""
    prompt_text(store, session="s2")
    store.edit("Findings", ["- by hand"], 2)
    store.edit("Next", ["Go on"], 2)
    sentence = "A person changed Findings, Next since you read the pad last; what stands there now counts."
    assert told(store) == [sentence]
    assert told(store) == []
    assert told(store, "s2") == [sentence]


def test_a_first_prompt_and_one_without_a_session_tell_nothing(store: PadStore) -> None:
    """Nobody has read anything yet."""
    store.edit("Findings", ["- by hand"], 2)
    assert told(store, "s9") == []
    assert told(store, "") == []


def test_an_agents_own_patches_are_no_news_to_it(store: PadStore) -> None:
    """Nor to another agent: the pad itself shows them."""
    store.apply([Patch("Findings", "append", "by the agent")])
    assert told(store) == []


def test_an_edit_from_outside_is_told_at_once_and_not_again_when_it_is_recorded(store: PadStore) -> None:
    """An editor saved the file between two turns; the next write makes a version of it."""
    put(store, TEXT.replace("- retries", "- from vim\n- retries"))
    assert told(store) == [
        "Findings changed outside of patches since you read the pad last; what stands there now counts."
    ]
    assert told(store) == []
    store.apply([Patch("Next", "append", "more")])
    assert told(store) == []


def test_a_second_edit_from_outside_is_news_again(store: PadStore) -> None:
    """Only the very text that was told is passed over."""
    put(store, TEXT.replace("- retries", "- from vim\n- retries"))
    assert told(store)
    store.record_external()
    put(store, TEXT.replace("- retries", "- from vim, again\n- retries"))
    assert told(store)
    assert told(store) == []


def test_a_preview_shows_what_the_last_session_would_be_told_and_records_nothing(store: PadStore) -> None:
    """A person looks at what the agent gets, as often as wanted."""
    store.edit("Findings", ["- by hand"], 2)
    assert len(told(store, "", preview=True)) == 1
    assert len(told(store, "", preview=True)) == 1
    assert len(told(store)) == 1


def test_an_undo_and_a_restore_by_a_person_are_told_too(store: PadStore) -> None:
    """Whatever a person did to the text."""
    store.apply([Patch("Findings", "append", "by the agent")])
    prompt_text(store, session="s1")
    store.revert(3)
    assert told(store) == [
        "A person changed Findings since you read the pad last; what stands there now counts."
    ]
    store.restore(3)
    assert len(told(store)) == 1
