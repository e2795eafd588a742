"""Targets that a person made read-only: nothing takes their place, and what was to be written waits."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.errors import StorageError
from scratchpad_tui.core.session import promote, steps
from scratchpad_tui.core.session.archive import archive
from scratchpad_tui.core.session.proposing import propose
from tests.core.session.desks import Desk, ago, raw_log, session_text, untouched

if TYPE_CHECKING:
    from pathlib import Path

TASK = "## Task\nx\n\n## Findings\n- one queue\n- two workers\n"


@pytest.fixture
def beside(pad_path: Path) -> Desk:
    """A pad whose target is `episodic.md`, with one entry accepted and one proposed."""
    desk = Desk(pad_path, profile=None)
    desk.put(TASK)
    propose(desk.store, ["one queue", "two workers"])
    promote.accept(desk.store, "p1")
    return desk


def test_a_target_closed_between_the_look_and_the_act_is_told_and_the_item_waits(beside: Desk) -> None:
    """A rename asks no file whether it may be written: its owner does."""
    target = beside.side / "episodic.md"
    assert beside.state("p2") == "ready"
    target.chmod(0o444)
    for act in (promote.accept, promote.undo):
        with (
            untouched(target, beside.path),
            pytest.raises(StorageError, match=r"episodic\.md is read-only; let"),
        ):
            act(beside.store, "p2" if act is promote.accept else "p1")
    assert steps.pending(beside.store) is None
    assert [line["event"] for line in raw_log(beside)] == ["proposed", "proposed", "accepted"]
    assert beside.state("p2") == "ready"
    target.chmod(0o644)
    assert promote.accept(beside.store, "p2").changed
    assert len(beside.episodic_file()) == 2
    assert target.stat().st_mode & 0o777 == 0o644


def test_no_month_is_archived_while_one_of_them_is_closed(desk: Desk) -> None:
    """A step over two files is refused whole."""
    old = [f"- {ago(60)} [observed] a", f"- {ago(24 * 30)} [observed] b"]
    desk.put(session_text(old[:1]))
    archive(desk.store)
    closed = desk.side / "archive" / "2026-07.md"
    closed.chmod(0o400)
    desk.put(session_text(old))
    with untouched(closed, desk.path), pytest.raises(StorageError, match=r"2026-07\.md is read-only"):
        archive(desk.store)
    assert not (desk.side / "archive" / "2026-06.md").exists()
    assert desk.lines("Scratch") == old
    closed.chmod(0o600)
    assert len(archive(desk.store).entries) == 2


def test_a_step_waits_while_a_target_is_closed_behind_it(
    beside: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed between its note and its file; the file is closed when the next run comes."""
    target = beside.side / "episodic.md"
    with monkeypatch.context() as patch:
        patch.setattr(steps, "_go", lambda *_, **__: [])
        promote.accept(beside.store, "p2")
    assert steps.pending(beside.store) is not None
    target.chmod(0o444)
    for _ in range(2):
        with untouched(target), pytest.raises(StorageError, match=r"read-only.*the next run completes it"):
            archive(beside.store)
        assert steps.pending(beside.store) is not None
    target.chmod(0o600)
    archive(beside.store)
    assert steps.pending(beside.store) is None
    assert len(beside.episodic_file()) == 2


def test_a_step_half_done_stays_when_the_next_run_fails_too(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its first file has the entries already: forgotten, the step would leave each of them in two places."""
    desk.put(session_text([f"- {ago(60)} [observed] old"]))

    def fail(*_: object) -> tuple[bool, list[str]]:
        raise StorageError("the disk is full", "free some space")

    with monkeypatch.context() as patch:
        patch.setattr(steps, "_fulfil_pad", fail)
        for _ in range(2):
            with pytest.raises(StorageError, match="the next run completes it"):
                archive(desk.store)
    assert steps.pending(desk.store) is not None
    archive(desk.store)
    assert (desk.lines("Scratch"), len(desk.archived())) == ([], 1)


def test_beside_a_closed_pad_our_own_files_stay_open(beside: Desk) -> None:
    """A new file has the pad's mode, but ours must be written again."""
    (beside.side / "episodic.md").unlink()
    beside.path.chmod(0o440)
    promote.accept(beside.store, "p2")
    assert (beside.side / "episodic.md").stat().st_mode & 0o777 == 0o640
    promote.undo(beside.store, "p2")
    assert beside.episodic_file() == []
