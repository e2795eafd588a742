"""The queue's file and the steps: what a redaction leaves of them, and what a full session stays readable through."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest

from scratchpad_tui.core.errors import InputError, StorageError
from scratchpad_tui.core.pad.redact import redact
from scratchpad_tui.core.session import log, promote
from scratchpad_tui.core.session.archive import archive
from scratchpad_tui.core.session.blocks import count_in_text, fulfilled, fulfilled_body
from scratchpad_tui.core.session.proposing import propose
from scratchpad_tui.core.session.review import Review
from scratchpad_tui.core.session.steps import Wish
from scratchpad_tui.core.session.targets import Kept
from scratchpad_tui.core.session.twins import twins
from tests.core.session.desks import Desk, ago, raw_log, session_text


@pytest.mark.parametrize("word", ["use one queue", "one", "at", "id", "text"])
def test_a_redaction_takes_a_text_out_of_queue_and_archive_and_both_stay_readable(
    desk: Desk, word: str
) -> None:
    """Its own field names and ids are no text of anybody's."""
    desk.put(session_text([f"- {ago(60)} [observed] zz one zz", f"- {ago(2)} [decided] use one queue"]))
    archive(desk.store)
    propose(desk.store, ["use one queue"])
    promote.accept(desk.store, "p1")
    with suppress(InputError):  # a part of a heading is refused whole
        redact(desk.store, word)
    kept = [line["event"] for line in raw_log(desk)]
    assert kept == ["proposed", "accepted"]
    assert [item.id for item in desk.items()] == ["p1"]
    if word == "use one queue":
        for path in desk.path.parent.rglob("*"):
            assert not path.is_file() or word not in path.read_text("utf-8"), path


def test_a_link_in_the_queues_place_is_refused(desk: Desk, tmp_path: Path) -> None:
    desk.put(session_text())
    victim = tmp_path / "victim"
    victim.write_text("")
    Path(log.log_path(desk.store)).symlink_to(victim)
    with pytest.raises(StorageError, match="link"):
        propose(desk.store, ["x"])
    assert victim.read_text() == ""


def test_the_files_of_another_pad_stand_in_a_private_folder_of_its_own(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "project" / "MEMORY-STATE.md", profile=None)
    desk.put(session_text([f"- {ago(60)} [observed] old", f"- {ago(1)} [decided] a"]))
    propose(desk.store, ["a"])
    archive(desk.store)
    agent = tmp_path / "project" / ".agent"
    assert (agent / "MEMORY-STATE" / "promotions.jsonl").is_file()
    assert (agent / "MEMORY-STATE" / "archive" / "2026-07.md").is_file()
    assert agent.stat().st_mode & 0o777 == 0o700
    assert (agent / ".gitignore").is_file()


def test_a_pad_as_the_public_scaffold_writes_it_keeps_every_other_byte(tmp_path: Path) -> None:
    """A preamble, other headings, entries without a time, sections of other names."""
    text = (
        "# MEMORY STATE\n\nLast updated: 2026-07-01\n\n## Scratch Notes\n\n- remember the milk\n"
        f"- {ago(60)} [observed] old\n\n## Episodic Log\n\n_(empty)_\n\n## Durable Facts\n\n- python 3.11\n\n"
        "## How to use\n\nRead me.   \n"
    )
    desk = Desk(tmp_path / "MEMORY-STATE.md", profile=None)
    desk.put(text)
    archive(desk.store)
    propose(desk.store, ["remember the milk"], tag="observed")
    promote.accept(desk.store, "p1")
    line = desk.lines("Episodic")[0]
    wanted = text.replace(f"- {ago(60)} [observed] old\n", "").replace("_(empty)_", line)
    assert desk.path.read_text("utf-8") == wanted
    assert line.endswith("[observed] remember the milk (from Scratch, v1)")
    promote.undo(desk.store, "p1")
    assert desk.path.read_text("utf-8") == wanted.replace(line, "_(empty)_")


WISHES = (
    ("", [Wish(("- a",), 1)], "- a\n"),
    ("x", [Wish(("- a",), 2)], "x\n- a\n- a\n"),
    ("- a\n- a\n- b\n", [Wish(("- a",), 1)], "- a\n- b\n"),
    ("- a\n  more\n- a\n", [Wish(("- a", "  more"), 0)], "- a\n"),
    ("- a\r\n", [Wish(("- a",), 1), Wish(("- b",), 1)], "- a\r\n- b\n"),
)


@pytest.mark.parametrize(("text", "wishes", "after"), WISHES)
def test_a_wish_fulfilled_twice_changes_nothing_more(text: str, wishes: list[Wish], after: str) -> None:
    assert fulfilled(text, wishes) == after
    assert fulfilled(after, wishes) == after
    assert all(count_in_text(after, wish.block) == wish.times for wish in wishes)


def test_a_body_is_made_as_wished() -> None:
    body = ["- a", "  more", "- a", "", "- b", ""]
    wishes = [Wish(("- a", "  more"), 0), Wish(("- c",), 1)]
    assert fulfilled_body(body, wishes) == ["- a", "", "- b", "- c", ""]
    assert fulfilled_body(["_(empty)_", ""], [Wish(("- c",), 1)]) == ["- c", ""]


def test_twins_are_like_in_their_words_and_the_nearest_stands_first() -> None:
    kept = [
        Kept(1, "", "use one single queue"),
        Kept(2, "", "Use ONE queue!"),
        Kept(3, "", "one queue use"),
        Kept(4, "", "use two queues"),
        Kept(5, "", ""),
    ]
    assert [(twin.line, twin.ratio) for twin in twins("use one queue", kept)] == [(2, 1.0), (1, 0.857)]
    assert twins("", kept) == ()
    assert twins("...", kept) == ()


def test_an_empty_queue_in_an_ordinary_pad_is_a_look_like_any_other(desk: Desk) -> None:
    look = Review(desk.store).look()
    assert (look.items, look.notice, look.summary.id, look.summary.since) == ((), "", "s1", None)
    assert Review(desk.store).waiting() == 0
    assert not desk.path.parent.exists()
