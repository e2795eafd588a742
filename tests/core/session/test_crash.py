"""A session's steps over several files, killed before every call of the operating system and failing at every one.

What was in the pad is in the pad, in the episodic tier or in the archive at every moment; the next run completes the
step, and nothing is doubled or lost.
"""

from __future__ import annotations

import errno
from collections import Counter
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

from scratchpad_tui.core.errors import InputError, ScratchpadError, StorageError
from scratchpad_tui.core.pad.writing import writing
from scratchpad_tui.core.session import durable, ending, opening, promote, queue, steps
from scratchpad_tui.core.session.archive import archive
from scratchpad_tui.core.session.notes import retagged
from scratchpad_tui.core.session.proposing import propose
from tests.core.pad.faults import (
    Erring,
    Scenario,
    Trial,
    data_of,
    killed_at_every_call,
    left_over,
    watched_calls,
)
from tests.core.pad.processes import (
    as_ordinary_user,
    forked,
    in_child,
    is_free,
    needs_fork,
    open_descriptors,
    quick_folder,
)
from tests.core.session.desks import Desk, ago, raw_log, session_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from scratchpad_tui.core.pad.store import PadStore

pytestmark = pytest.mark.usefixtures("at_once", "unsynced")

OLD = [
    f"- {ago(60)} [observed] one",
    f"- {ago(60)} [observed] one",
    f"- {ago(24 * 30)} [observed] of another month",
]
FRESH = [f"- {ago(2)} [decided] one queue", f"- {ago(1)} [observed] kept #keep", "plain line by hand"]
SESSION = session_text([*OLD, *FRESH], head="---\nowner: nobody\n---\n\n")
TASK = """## Task
Move the billing job

## Plan
_(empty)_

## Findings
- one queue is enough (queue.py:8)

## Ruled out
_(empty)_

## Open questions
_(empty)_

## Next
_(empty)_
"""
SHOWN = f"- {ago(2)} [decided] one queue (from Scratch, v1)"


class Act(NamedTuple):
    """A step, what it begins with, and what must hold when it is complete."""

    name: str
    text: str
    ready: Callable[[PadStore], object]
    act: Callable[[PadStore], object]
    scratch: list[str]
    archived: list[str]
    episodic: list[str]
    durable: str = ""
    """The line that Durable has more."""


def _proposed(store: PadStore) -> None:
    propose(store, ["one queue"])


def _accepted(store: PadStore) -> None:
    _proposed(store)
    promote.accept(store, "p1")


def _retried_undo(store: PadStore) -> None:
    if queue.look(store).items[0].state == "accepted":
        promote.undo(store, "p1")
    else:
        # It counts as undone from the moment it was written down; whoever acts next does the rest.
        with writing(store):
            opening.prepare(store)


ACTS = (
    Act("archive", SESSION, lambda store: None, archive, FRESH, OLD, []),
    Act("accept", SESSION, _proposed, lambda store: promote.accept(store, "p1"), [*OLD, *FRESH], [], [SHOWN]),
    Act("undo", SESSION, _accepted, _retried_undo, [*OLD, *FRESH], [], []),
    Act("end", SESSION, _accepted, ending.end, FRESH[1:], [*OLD, FRESH[0]], [SHOWN]),
    Act(
        "durable",
        SESSION,
        _accepted,
        lambda store: durable.promote(store, "p1", "p1"),
        [*OLD, *FRESH],
        [],
        [SHOWN],
        SHOWN,
    ),
)


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """Where the trees are made."""
    with quick_folder(tmp_path) as quick:
        yield quick


def trial_of(act: Act, folder: Path) -> Trial:
    """The act as a scenario that is played again and again."""

    def prepare(store: PadStore) -> None:
        Desk(Path(store.paths.pad)).put(act.text)
        store.record_external()
        act.ready(store)
        store.close()

    return Trial.ready(Scenario(act.name, prepare, act.act), folder)


def assert_nothing_lost(desk: Desk, act: Act, where: str) -> None:
    """Each entry stands in Scratch or in the archive, as often as it did."""
    there = Counter(desk.lines("Scratch"))
    away = Counter(desk.archived())
    for line, times in Counter([*OLD, *FRESH]).items():
        assert there[line] + away[line] >= times, f"{line}, {where}"


def assert_complete(desk: Desk, act: Act, where: str) -> None:
    """The step is whole, and nothing is left over."""
    assert desk.lines("Scratch") == act.scratch, where
    assert Counter(desk.archived()) == Counter(act.archived), where
    assert desk.lines("Episodic") == act.episodic, where
    assert left_over(desk.store) == [], where
    assert is_free(desk.store.paths.lock), where
    assert steps.pending(desk.store) is None, where
    lines = desk.lines("Durable")
    assert lines == [
        "- the importer must keep row order",
        "- écrit à la main",
        *filter(None, [act.durable]),
    ], where
    assert len([item for item in desk.events() if item["event"] == "ended"]) == (act.name == "end"), where
    assert (data_of(desk.store) or b"").startswith(b"---\nowner: nobody\n---\n\n## Scratch (session)\n"), (
        where
    )


@needs_fork
@pytest.mark.alone
@pytest.mark.parametrize("act", ACTS, ids=lambda act: act.name)
def test_killed_before_any_call_the_next_run_completes_it(act: Act, folder: Path) -> None:
    """Cron jobs and terminals are killed at any moment; each file is whole and the step is ended by whoever comes next."""
    trial = trial_of(act, folder)
    points = begun = 0
    for where, store in killed_at_every_call(trial):
        points += 1
        desk = Desk(Path(store.paths.pad))
        assert_nothing_lost(desk, act, where)
        begun += steps.pending(store) is not None
        act.act(store)
        store.close()
        assert_complete(desk, act, where)
        if points % 8 == 0:
            act.act(store)
            assert_complete(desk, act, f"done again, {where}")
    assert points > 25
    assert begun > 5


@pytest.mark.alone
@pytest.mark.parametrize("lasting", [False, True], ids=["once", "lasting"])
@pytest.mark.parametrize("act", ACTS, ids=lambda act: act.name)
def test_an_error_at_any_call_loses_nothing_and_the_next_run_completes_it(
    act: Act, folder: Path, *, lasting: bool
) -> None:
    """A full disk, at any moment: an error is one sentence, and what was begun is ended later."""
    trial = trial_of(act, folder)
    for number in count(1):
        store = trial.again()
        desk = Desk(Path(store.paths.pad))
        before = open_descriptors()
        erring = Erring(errno.ENOSPC, number, lasting=lasting)
        where = f"{act.name}: call {number} fails"
        try:
            with watched_calls(erring):
                act.act(store)
        except ScratchpadError as error:
            # A scan that cannot read its deny-list blocks, which is a refusal and no fault of the disk.
            is_told = isinstance(error, StorageError) or "the secrets scan failed" in error.message
            assert is_told, where
        if not erring.reached:
            break
        store.close()
        assert open_descriptors() <= before, where  # what earlier tests left open may go meanwhile
        assert_nothing_lost(desk, act, where)
        act.act(store)
        # Where nothing was due any more, a version that could not get its name waits for the next writer of the pad.
        store.recover()
        store.close()
        assert_complete(desk, act, where)
    assert number > 40


@needs_fork
@pytest.mark.alone
def test_killed_while_it_writes_into_the_file_beside_the_pad(folder: Path) -> None:
    """In a pad without Episodic: the line stands there once, and the pad keeps its bytes."""

    def prepare(store: PadStore) -> None:
        Desk(Path(store.paths.pad), profile=None).put(TASK)
        propose(store, ["one queue is enough (queue.py:8)"])
        promote.accept(store, propose(store, ["another one"])[0].item.id)  # type: ignore[union-attr]

    trial = Trial.ready(Scenario("file", prepare, lambda store: promote.accept(store, "p1")), folder)
    points = 0
    for where, store in killed_at_every_call(trial):
        points += 1
        desk = Desk(Path(store.paths.pad), profile=None)
        assert len(desk.episodic_file()) in (1, 2), where
        promote.accept(store, "p1")
        assert len(desk.episodic_file()) == 2, where
        assert len(set(desk.episodic_file())) == 2, where
        assert desk.path.read_text("utf-8") == TASK, where
        assert steps.pending(store) is None, where
        assert [item.state for item in desk.items()] == ["accepted", "accepted"], where
    assert points > 20


@needs_fork
@pytest.mark.alone
def test_two_processes_archive_each_entry_once(folder: Path) -> None:
    """Cron and a running screen, at the same moment."""
    trial = trial_of(ACTS[0], folder)
    for _ in range(10):
        store = trial.again()
        children = [forked(lambda: archive(trial_store(trial))) for _ in range(3)]
        assert [child.wait() for child in children] == [0, 0, 0]
        assert_complete(Desk(Path(store.paths.pad)), ACTS[0], "three at once")


def trial_store(trial: Trial) -> PadStore:
    """A store of its own on the trial's pad."""
    from scratchpad_tui.core.pad.store import PadStore

    return PadStore(trial.work / ".agent" / "scratchpad.md")


@needs_fork
@pytest.mark.alone
def test_two_reviewers_never_accept_more_than_three(folder: Path) -> None:
    """Each looks, decides and writes under the lock."""
    texts = [f"rule {number}" for number in range(6)]

    def ready(store: PadStore) -> None:
        propose(store, texts, actor="human")

    act = ACTS[1]._replace(ready=ready)
    trial = trial_of(act, folder)
    store = trial.again()

    def accept_all() -> None:
        for item_id in ("p1", "p2", "p3", "p4", "p5", "p6"):
            try:
                promote.accept(trial_store(trial), item_id)
            except ScratchpadError as error:
                assert error.code == "full"  # noqa: PT017 - any other refusal fails the child

    children = [forked(accept_all) for _ in range(3)]
    assert [child.wait() for child in children] == [0, 0, 0]
    desk = Desk(Path(store.paths.pad))
    assert len(desk.lines("Episodic")) == 3
    assert sum(item.state == "accepted" for item in desk.items()) == 3


def test_an_entry_on_its_way_to_the_archive_is_not_confirmed_under_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The archive had it, the pad still had it too: a changed entry would stand in both."""
    desk = Desk(folder / "home" / ".agent" / "scratchpad.md")
    desk.put(session_text([f"- {ago(60)} [hypothesis] guess"]))

    def fail(store: PadStore, step: steps.Step) -> tuple[bool, list[str]]:
        raise StorageError("the disk is full", "free some space")

    with monkeypatch.context() as patch:
        patch.setattr(steps, "_fulfil_pad", fail)
        with pytest.raises(StorageError, match="the next run completes it"):
            archive(desk.store)
    assert steps.pending(desk.store) is not None
    with pytest.raises(InputError, match="no entry"):
        retagged(desk.store, "guess")
    assert desk.lines("Scratch") == []
    assert desk.archived() == [f"- {ago(60)} [hypothesis] guess"]


@needs_fork
def test_a_target_made_read_only_before_the_write_is_told_and_the_item_waits(folder: Path) -> None:
    """In a pad without Episodic the target is a file of its own, which a person may have closed."""
    store = store_of_task(folder)
    target = Path(store.paths.side) / "episodic.md"
    target.mkdir()
    code = in_child(lambda: _accept_into_a_folder(store))
    assert code == 0
    target.rmdir()
    desk = Desk(Path(store.paths.pad), profile=None)
    assert desk.state("p1") == "ready"
    promote.accept(store, "p1")
    assert len(desk.episodic_file()) == 1


def _accept_into_a_folder(store: PadStore) -> None:
    with pytest.raises(StorageError):
        promote.accept(store, "p1")
    assert steps.pending(store) is None


def store_of_task(folder: Path) -> PadStore:
    """A pad of the profile task with one proposal."""
    from scratchpad_tui.core.pad.store import PadStore

    path = folder / "home" / ".agent" / "scratchpad.md"
    Desk(path, profile=None).put(TASK)
    store = PadStore(path, lasting=False)
    propose(store, ["one queue is enough (queue.py:8)"])
    return store


@needs_fork
def test_a_read_only_folder_leaves_pad_queue_and_item_as_they_are(folder: Path) -> None:
    """Permissions that change between the look and the act are an error with a remedy, and nothing more."""
    store = store_of_task(folder)
    folders = [Path(store.paths.folder), Path(store.paths.history)]
    before = Path(store.paths.pad).read_bytes()
    for one in folders:
        one.chmod(0o500)

    def act() -> None:
        as_ordinary_user()
        with pytest.raises(StorageError, match="permission"):
            promote.accept(store, "p1")

    try:
        assert in_child(act) == 0
    finally:
        for one in folders:
            one.chmod(0o700)
    desk = Desk(Path(store.paths.pad), profile=None)
    assert Path(store.paths.pad).read_bytes() == before
    assert desk.state("p1") == "ready"
    assert desk.episodic_file() == []
    promote.accept(store, "p1")
    assert len(desk.episodic_file()) == 1
    assert [line["event"] for line in raw_log(desk)] == ["proposed", "accepted"]
