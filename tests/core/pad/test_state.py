"""What is remembered beside the versions: what agents saw, open warnings, pins. A cache that may be lost."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from scratchpad_tui.core.errors import PatchError
from scratchpad_tui.core.pad import journal
from scratchpad_tui.core.pad.notices import LIMIT, notices
from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.pad.prompt import prompt_text
from scratchpad_tui.core.pad.store import PadStore

from .faults import TEXT, assert_in_order, data_of, save, versions_of
from .processes import in_child, needs_fork

WARNED = Patch("Plan", "check", "7")
CLEAN = Patch("Findings", "append", "- fine")


@pytest.fixture
def store(pad_path: Path) -> PadStore:
    """A pad with two versions."""
    store = PadStore(pad_path)
    save(store)
    return store


def open_notices(store: PadStore) -> list[str]:
    """What the next prompt of any process has to say."""
    fresh = PadStore(store.paths.named)
    return notices(fresh.read(), fresh.state())


# Warnings about operations


@needs_fork
def test_a_warning_reaches_the_next_prompt_of_another_process(store: PadStore) -> None:
    """The hook that builds the prompt is not the process that applied the list."""
    assert in_child(lambda: store.apply([WARNED])) == 0
    assert [notice for notice in open_notices(store) if "7" in notice]
    assert open_notices(store)[0] in prompt_text(PadStore(store.paths.named), preview=True)


def test_a_warning_about_an_operation_stands_until_that_actors_next_accepted_list(store: PadStore) -> None:
    """Not until a person's, and not until a refused one; an empty one counts, from the agent's next session too."""
    store.apply([WARNED], session="s-1")
    store.apply([Patch("Findings", "append", "- by a person")], actor="human")
    with pytest.raises(PatchError):
        store.apply([Patch("Nowhere", "clear")], session="s-1")
    assert len(open_notices(store)) == 1
    store.apply([Patch("Next", "replace", "go on")], session="s-2")
    assert open_notices(store) == []
    store.apply([WARNED], session="s-2")
    store.apply([], session="s-3")
    assert open_notices(store) == []


def test_an_accepted_list_that_changes_nothing_takes_the_warnings_place_too(store: PadStore) -> None:
    """It was accepted, and warned of something else."""
    store.apply([WARNED])
    store.apply([Patch("Findings", "remove", "not there")])
    assert len(open_notices(store)) == 1
    assert "not there" in open_notices(store)[0]


def test_at_most_ten_notices_are_told_newest_first_then_their_number(
    store: PadStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A prompt has room for what matters."""
    lists = {"agent": range(12), "human": range(12, 14)}
    for minute, (actor, numbers) in enumerate(lists.items()):
        monkeypatch.setenv("SCRATCHPAD_NOW", f"2026-07-20T10:{minute:02d}:00Z")
        store.apply([Patch("Findings", "remove", f"nothing {number:02d}") for number in numbers], actor=actor)
    found = open_notices(store)
    assert len(found) == LIMIT + 1
    assert ["12" in found[0], "13" in found[1], "00" in found[2]] == [True, True, True]
    assert found[-1] == "4 more"


def test_a_state_stands_as_long_as_it_lasts(store: PadStore) -> None:
    """Over the cap until it is not, whoever applies what in between."""
    store.apply([Patch("Next", "replace", "x" * 300)])
    store.apply([CLEAN])
    assert [notice for notice in open_notices(store) if "Next" in notice]
    store.apply([Patch("Next", "replace", "short")])
    assert open_notices(store) == []


# Seen


def test_what_a_prompt_carried_is_recorded_for_its_session(store: PadStore) -> None:
    """The UI shows "agent saw v2, now v3"."""
    prompt_text(store, session="s-1")
    store.apply([CLEAN])
    prompt_text(store, session="s-2")
    state = PadStore(store.paths.named).state()
    assert {session: item["version"] for session, item in state.seen.items()} == {"s-1": 2, "s-2": 3}
    assert state.newest_seen == 3


def test_a_preview_and_a_prompt_without_a_session_record_nothing(store: PadStore) -> None:
    """A person looked, no agent."""
    prompt_text(store, session="s-1", preview=True)
    prompt_text(store)
    assert store.state().newest_seen is None


def test_only_the_newest_sessions_are_remembered(store: PadStore) -> None:
    """Each session of a year must not keep a version from being pruned."""
    for number in range(30):
        store.mark_seen(f"s-{number}", 1 + number % 2)
    assert list(store.state().seen) == [f"s-{number}" for number in range(10, 30)]


def test_marks_of_two_stores_do_not_overwrite_each_other(store: PadStore) -> None:
    """Each reads the file anew under the lock."""
    one, two = PadStore(store.paths.named), PadStore(store.paths.named)
    one.state()
    two.mark_seen("s-2", 2)
    one.mark_seen("s-1", 1)
    one.pin("ui", 1)
    two.pin("draft", 2)
    state = store.state()
    assert set(state.seen) == {"s-1", "s-2"}
    assert state.pins == {"ui": 1, "draft": 2}


# A cache


@pytest.mark.parametrize(
    "left",
    [
        b"",
        b"rubbish",
        b"[]",
        b"null",
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"seen": 3, "warnings": [], "pins": "x", "looked": 4}',
        b'{"seen": {"s": 3}, "warnings": {"agent": 5}, "pins": {"a": "b"}, "looked": [1, null]}',
        b'{"seen": {"s": {"version": "x"}}, "warnings": {"agent": [3, {"message": 4}]}, "looked": {}}',
    ],
    ids=["empty", "text", "list", "null", "bytes", "deep", "kinds", "inner kinds", "values"],
)
def test_a_cache_that_is_damaged_is_forgotten_and_costs_no_write(left: bytes, store: PadStore) -> None:
    """It may be deleted at any time, and may be edited by anybody."""
    store.mark_seen("s-1", 1)
    Path(store.paths.state).write_bytes(left)
    assert isinstance(open_notices(store), list)
    assert prompt_text(store, session="s-2")
    store.apply([CLEAN, WARNED])
    assert json.loads(Path(store.paths.state).read_bytes())
    assert_in_order(store)


def test_a_cache_that_cannot_be_written_is_only_forgotten(
    store: PadStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A prompt matters more than the note that it was given."""
    os.unlink(store.paths.state)
    os.mkdir(store.paths.state)
    assert "Current scratchpad" in prompt_text(store, session="s-1")
    assert store.apply([CLEAN, WARNED]).changed
    store.pin("ui", 1)
    assert_in_order(store)


def test_a_fresh_path_stays_untouched_by_what_only_looks(pad_path: Path) -> None:
    """Nothing is created until the first write."""
    store = PadStore(pad_path)
    prompt_text(store, session="s-1")
    store.mark_seen("s-1", 1)
    store.pin("ui", 3)
    store.looked()
    store.record_event("compaction", "nothing to compact")
    assert store.record_external() is None
    assert store.recover().changed is False
    with pytest.raises(PatchError):
        store.apply([Patch("Nowhere", "clear")])
    store.apply([])
    store.apply([Patch("Plan", "check", "3")])
    store.apply([CLEAN], dry_run=True)
    store.close()
    assert not pad_path.parent.exists()


# Refusals and other events


@pytest.mark.parametrize("text", [b'[{"section": "Nowhere", "op": "clear"}]', b"no list at all", b"\xff\xfe"])
def test_a_refused_list_is_kept_as_an_event_and_changes_nothing(text: bytes, store: PadStore) -> None:
    """The person sees what the agent wanted, and why it was not done."""
    before, versions = data_of(store), versions_of(store)
    with pytest.raises(PatchError) as caught:
        store.apply_text(text, session="s-1", turn="t7")
    (event,) = journal.events(store.paths.journal)
    assert (event["event"], event["message"], event["code"]) == (
        "refused",
        caught.value.message,
        caught.value.code,
    )
    assert (event["session"], event["turn"], event["actor"]) == ("s-1", "t7", "agent")
    assert event["patches"]
    assert (data_of(store), versions_of(store)) == (before, versions)
    assert_in_order(store)


def test_a_refusal_that_only_the_pad_can_decide_is_kept_too(store: PadStore) -> None:
    """The list was good, the result would not be."""
    with pytest.raises(PatchError):
        store.apply([CLEAN, Patch("Findings", "append", "## Next")])
    (event,) = journal.events(store.paths.journal)
    assert event["index"] == 1
    assert event["field"] == "content"
    assert data_of(store) == TEXT.encode()


def test_a_dry_run_keeps_no_refusal(store: PadStore) -> None:
    """It writes nothing at all."""
    with pytest.raises(PatchError):
        store.apply([Patch("Nowhere", "clear")], dry_run=True)
    with pytest.raises(PatchError):
        store.apply_text(b"no list", dry_run=True)
    assert journal.events(store.paths.journal) == []


def test_a_refusal_is_told_even_where_it_cannot_be_kept(store: PadStore) -> None:
    """The journal is a folder: the agent hears of its mistake all the same."""
    os.unlink(store.paths.journal)
    os.mkdir(store.paths.journal)
    with pytest.raises(PatchError, match="Nowhere"):
        store.apply([Patch("Nowhere", "clear")])


def test_a_huge_refused_text_is_kept_in_part(store: PadStore) -> None:
    """An agent that sends its whole transcript fills no disk."""
    with pytest.raises(PatchError):
        store.apply_text("x" * 5_000_000)
    assert os.path.getsize(store.paths.journal) < 100_000


def test_an_event_is_one_line_with_its_fields(store: PadStore) -> None:
    """What is no version: a compaction, for instance."""
    store.record_event("compaction", "the window was compacted", actor="agent", before=900, after=300)
    (event,) = journal.events(store.paths.journal)
    assert (event["kind"], event["event"], event["message"]) == (
        "event",
        "compaction",
        "the window was compacted",
    )
    assert (event["before"], event["after"], event["actor"], event["by"]) == (900, 300, "agent", "agent")
    assert_in_order(store)
