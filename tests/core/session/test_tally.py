"""At most three promotions a session, whatever the queue's file has lost: journal and target tell of them too."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.errors import InputError
from scratchpad_tui.core.pad import journal
from scratchpad_tui.core.session import ending, log, promote, queue
from scratchpad_tui.core.session.notes import note
from scratchpad_tui.core.session.proposing import propose
from scratchpad_tui.core.session.review import Review
from tests.core.session.desks import Desk, ago, session_text, set_clock

if TYPE_CHECKING:
    from collections.abc import Callable

WORDS = ["one queue", "two workers", "three retries", "four shards"]
TASK = "## Task\nx\n\n## Findings\n{}\n"


@pytest.fixture(params=["section", "file"])
def full(request: pytest.FixtureRequest, pad_path: Path) -> Desk:
    """A pad with four proposals of which three are accepted, into its own section or into `episodic.md`."""
    if request.param == "section":
        desk = Desk(pad_path)
        desk.put(session_text([f"- {ago(2)} [decided] {words}" for words in WORDS]))
    else:
        desk = Desk(pad_path, profile=None)
        desk.put(TASK.format("\n".join(f"- {words}" for words in WORDS)))
    propose(desk.store, WORDS, actor="human")
    for number in (1, 2, 3):
        promote.accept(desk.store, f"p{number}")
    return desk


def lose(desk: Desk, change: Callable[[list[str]], list[str]]) -> None:
    """Leaves of the queue's lines what `change` says."""
    path = Path(log.log_path(desk.store))
    path.write_text("".join(change(path.read_text("utf-8").splitlines(keepends=True))), "utf-8")


LOSSES: dict[str, Callable[[list[str]], list[str]]] = {
    "torn": lambda lines: [*lines[:-1], lines[-1][:40]],
    "lost": lambda lines: lines[:-1],
    "garbled": lambda lines: [*lines[:-1], "\0" * 200 + "\n"],
    "all lost": lambda lines: [line for line in lines if '"accepted"' not in line],
}


@pytest.mark.parametrize("loss", LOSSES)
def test_a_lost_line_makes_no_room_for_a_fourth(full: Desk, loss: str) -> None:
    lose(full, LOSSES[loss])
    before = full.lines("Episodic") if full.profile else full.episodic_file()
    with pytest.raises(InputError) as told:
        promote.accept(full.store, "p4")
    assert told.value.code == "full"
    assert (full.lines("Episodic") if full.profile else full.episodic_file()) == before
    assert Review(full.store).look().summary.accepted == 3


def test_the_journal_alone_tells_of_them(full: Desk) -> None:
    """Nothing of the queue is left, and a person has taken the entries out of the target."""
    lose(full, lambda _: [])
    if full.profile:
        text = full.path.read_text("utf-8")
        kept = [line for line in text.split("\n") if "(from Scratch" not in line]
        full.put("\n".join(kept))
    else:
        (full.side / "episodic.md").write_text("# nothing\n", "utf-8")
    propose(full.store, ["another one"], tag="observed")
    with pytest.raises(InputError, match="3 are accepted"):
        promote.accept(full.store, "p1")


def test_the_target_alone_tells_of_them(full: Desk) -> None:
    """The journal is an annotation, and may be gone."""
    lose(full, LOSSES["all lost"])
    Path(full.store.paths.journal).unlink()
    with pytest.raises(InputError, match="3 are accepted"):
        promote.accept(full.store, "p4")


def test_what_is_undone_makes_room_again(full: Desk) -> None:
    promote.undo(full.store, "p2")
    assert promote.accept(full.store, "p4").changed
    assert queue.look(full.store).accepted == 3


def test_the_next_session_begins_with_none(full: Desk) -> None:
    ending.end(full.store)
    propose(full.store, ["an old line", "a new line"], actor="human")
    assert queue.look(full.store).accepted == 0
    assert promote.accept(full.store, "p6").changed


def test_what_the_policy_accepts_at_midnight_is_of_the_day_before(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its version is written on the next day, by whoever comes first then."""
    desk.path.parent.mkdir()
    settings = '[session]\nend = "daily"\n[promotions]\npolicy = "decided"\n'
    (desk.path.parent / "scratchpad.toml").write_text(settings, "utf-8")
    desk.put(session_text([f"- {ago(2)} [decided] {words}" for words in WORDS[:3]]))
    note(desk.store, "of today", "observed")
    set_clock(monkeypatch, "2026-07-21T09:00:00Z")
    note(desk.store, "of the next day", "observed")
    assert len(desk.lines("Episodic")) == 3
    look = queue.look(desk.store)
    assert (look.session.id, look.accepted) == ("s2", 0)


def test_an_act_on_a_file_beside_the_pad_is_told_by_the_journal_once(pad_path: Path) -> None:
    desk = Desk(pad_path, profile=None)
    desk.put(TASK.format("- one queue"))
    propose(desk.store, ["one queue"])
    promote.accept(desk.store, "p1")
    promote.undo(desk.store, "p1")
    told = [event for event in journal.events(desk.store.paths.journal) if event["event"] == "promotion"]
    assert [event["message"] for event in told] == [
        "p1 was written into episodic.md",
        "p1 was taken out of episodic.md",
    ]
    assert [(event["actor"], event["op"], event["of"]) for event in told] == [
        ("human", "promote", "s1"),
        ("human", "undo", "s1"),
    ]
