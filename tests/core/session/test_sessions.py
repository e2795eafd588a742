"""The pad's session: when it begins and ends, what its end does, and `verify`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.errors import ParseError
from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.session import ending, promote, sessions, steps
from scratchpad_tui.core.session.archive import archive
from scratchpad_tui.core.session.notes import note
from scratchpad_tui.core.session.proposing import propose
from scratchpad_tui.core.session.review import Review
from scratchpad_tui.core.session.verify import verify
from tests.core.session.desks import Desk, ago, session_text, set_clock, untouched

if TYPE_CHECKING:
    from pathlib import Path

    from scratchpad_tui.core.session.items import Summary


def summary(desk: Desk) -> Summary:
    """How the session stands."""
    return Review(desk.store).look().summary


def test_it_begins_with_the_first_write_after_an_end(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody has to say so, and nobody's own session id counts."""
    desk.put(session_text())
    assert (summary(desk).id, summary(desk).since) == ("s1", None)
    note(desk.store, "one", "observed", session="run-7")
    assert f"{summary(desk).since:%H:%M}" == "12:00"
    set_clock(monkeypatch, "2026-07-20T13:00:00Z")
    note(desk.store, "two", "observed", session="run-8")
    assert f"{summary(desk).since:%H:%M}" == "12:00"
    ending.end(desk.store)
    assert (summary(desk).id, summary(desk).since) == ("s2", None)
    set_clock(monkeypatch, "2026-07-20T14:00:00Z")
    desk.store.apply([Patch("Scratch", "append", "[observed] three")])
    assert f"{summary(desk).since:%H:%M}" == "14:00"


def test_the_last_end_is_told_until_and_while_the_next_session_is_open(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.put(session_text([f"- {ago(1)} [observed] gone at the end"]))
    assert summary(desk).last_end is None
    note(desk.store, "one", "decided", keep=True)
    propose(desk.store, ["one", "two is proposed"])
    promote.accept(desk.store, "p1")
    set_clock(monkeypatch, "2026-07-20T13:00:00Z")
    ended = ending.end(desk.store)
    last = summary(desk).last_end
    assert last is not None
    assert f"{last.time:%H:%M}" == "13:00"
    assert (last.accepted, last.archived, last.left) == (1, ended.archived, 1)
    assert last.archived
    note(desk.store, "three", "observed")
    assert summary(desk).last_end == last


def test_the_archive_by_the_clock_begins_no_session(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.put(session_text([f"- {ago(1)} [observed] x"]))
    note(desk.store, "kept", "observed", keep=True)
    ending.end(desk.store)
    desk.put(
        desk.path.read_text("utf-8").replace(
            "## Scratch (session)\n", f"## Scratch (session)\n- {ago(50)} [observed] y\n"
        )
    )
    set_clock(monkeypatch, "2026-07-21T00:00:00Z")
    archive(desk.store)
    assert any("y" in line for line in desk.archived())
    # The edit by hand does: somebody was there.
    assert summary(desk).since is not None


def test_the_end_archives_scratch_closes_the_queue_and_tells_what_it_cost(desk: Desk) -> None:
    scratch = [
        f"- {ago(1)} [decided] a",
        f"- {ago(1)} [observed] b #keep",
        "by hand",
        f"- {ago(-9)} [observed] future",
    ]
    desk.put(session_text(scratch))
    propose(desk.store, ["a", "left over"], tag="observed")
    promote.accept(desk.store, "p1")
    Review(desk.store).look(metered=True)
    told = summary(desk)
    assert (told.accepted, told.limit, told.waiting, told.proposals, told.to_archive) == (1, 3, 1, 2, 1)
    assert len(told.odd) == 2
    assert (told.stays, told.notes) == (3, "Scratch")
    done = ending.end(desk.store)
    assert (done.id, done.left, done.archived, done.kept) == ("s1", 1, 1, 3)
    assert done.review_tokens > 0
    assert len(done.odd) == 2
    assert desk.lines("Scratch") == scratch[1:]
    assert desk.archived() == scratch[:1]
    assert desk.items() == ()
    with untouched(desk.path):
        again = ending.end(desk.store)
    assert (again.id, again.archived) == ("s2", 0)
    assert len([e for e in desk.events() if e["event"] == "ended"]) == 1


def test_start_archives_what_is_old_and_again_changes_nothing(desk: Desk) -> None:
    desk.put(session_text([f"- {ago(60)} [observed] old", f"- {ago(2)} [observed] fresh"]))
    assert len(ending.start(desk.store).entries) == 1
    events = desk.events()
    with untouched(desk.path):
        assert ending.start(desk.store).entries == ()
    assert desk.events() == events
    assert len(desk.lines("Scratch")) == 1


def test_in_other_profiles_the_end_closes_the_queue_and_the_pad_is_as_it_was(pad_path: Path) -> None:
    desk = Desk(pad_path, profile=None)
    desk.put("## Task\nx\n\n## Plan\n_(empty)_\n")
    with untouched(desk.path):
        ending.start(desk.store)
        propose(desk.store, ["a"])
        done = ending.end(desk.store)
    assert (done.left, done.archived) == (1, 0)
    assert desk.items() == ()
    assert not (desk.side / "archive").exists()


def test_a_session_of_an_earlier_day_ends_by_itself_where_the_settings_say_so(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was written since midnight belongs to the next one."""
    desk.put(session_text())
    (desk.path.parent / "scratchpad.toml").write_text('[session]\nend = "daily"\n')
    note(desk.store, "yesterday", "observed")
    propose(desk.store, ["yesterday"])
    set_clock(monkeypatch, "2026-07-21T08:00:00Z")
    desk.store.apply([Patch("Scratch", "append", "[observed] this morning")])
    assert summary(desk).id == "s1"
    note(desk.store, "a note", "observed")
    assert [line.rpartition("] ")[2] for line in desk.lines("Scratch")] == ["this morning", "a note"]
    assert len(desk.archived()) == 1
    told = summary(desk)
    assert (told.id, told.proposals) == ("s2", 0)
    assert f"{told.since:%d %H}" == "21 08"
    assert [e["event"] for e in desk.events()] == ["proposed", "ended"]


def test_the_end_of_a_day_lets_the_policy_decide_too(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """It begins inside another act, and ends once."""
    desk.put(session_text())
    (desk.path.parent / "scratchpad.toml").write_text(
        '[session]\nend = "daily"\n[promotions]\npolicy = "decided"\n'
    )
    note(desk.store, "use one queue", "decided")
    set_clock(monkeypatch, "2026-07-21T08:00:00Z")
    propose(desk.store, ["of the next day"], tag="observed")
    assert desk.lines("Episodic") == [
        "- 2026-07-20T12:00Z [decided] use one queue (from Scratch, v2, by policy)"
    ]
    assert [event["event"] for event in desk.events()] == ["proposed", "accepted", "ended", "proposed"]
    assert summary(desk).id == "s2"


DAILY = '[session]\nend = "daily"\n'
OF_THE_DAY = "The session s1 ended with its day."


@pytest.fixture
def of_yesterday(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """A pad whose session is of yesterday, and ends at the next act on it."""
    desk.put(session_text())
    (desk.path.parent / "scratchpad.toml").write_text(DAILY)
    note(desk.store, "yesterday", "observed")
    set_clock(monkeypatch, "2026-07-21T08:00:00Z")
    return desk


@pytest.mark.parametrize("act", ["note", "propose"])
def test_whoever_ends_a_session_with_its_day_is_told_once(of_yesterday: Desk, act: str) -> None:
    """Its notes are gone from the pad then, and its proposals are closed."""
    if act == "note":
        told = list(note(of_yesterday.store, "a note", "observed").warnings)
    else:
        told = [
            said
            for acted in propose(of_yesterday.store, ["one more", "and another"], tag="observed")
            for said in acted.warnings
        ]
    assert told == [OF_THE_DAY]
    assert len(of_yesterday.archived()) == 1


def test_an_end_behind_the_end_of_the_day_tells_what_that_did(of_yesterday: Desk) -> None:
    done = ending.end(of_yesterday.store)
    assert (done.begun, done.id, done.archived, done.warnings) == (True, "s1", 1, (OF_THE_DAY,))
    assert not ending.end(of_yesterday.store).begun


def test_an_end_of_the_session_that_began_since_counts_for_itself(of_yesterday: Desk) -> None:
    of_yesterday.store.apply([Patch("Scratch", "append", "[observed] this morning")])
    done = ending.end(of_yesterday.store)
    assert (done.begun, done.id, done.archived, done.warnings) == (True, "s2", 1, (OF_THE_DAY,))
    assert len(of_yesterday.archived()) == 2


def test_without_that_setting_it_goes_on(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.put(session_text())
    note(desk.store, "yesterday", "observed")
    set_clock(monkeypatch, "2026-07-25T08:00:00Z")
    note(desk.store, "today", "observed")
    assert summary(desk).id == "s1"
    assert desk.archived() == []


def test_the_summary_tells_when_durable_changed(desk: Desk) -> None:
    desk.put(session_text())
    ending.start(desk.store)
    first = summary(desk)
    assert (len(first.durable), first.durable_changed) == (4, False)
    desk.put(desk.path.read_text("utf-8").replace("row order", "row order, mostly"))
    assert summary(desk).durable_changed
    ending.end(desk.store)
    assert not summary(desk).durable_changed


def test_a_promotion_into_durable_counts_as_no_change(desk: Desk) -> None:
    from scratchpad_tui.core.session.durable import promote as into_durable

    desk.put(session_text([f"- {ago(1)} [decided] a"]))
    ending.start(desk.store)
    propose(desk.store, ["a"])
    promote.accept(desk.store, "p1")
    into_durable(desk.store, "p1", "p1")
    assert not summary(desk).durable_changed
    assert verify(desk.store).ok


def test_verify_names_every_line_that_fails(desk: Desk) -> None:
    value = "gh" + "p_" + "Zr8TqLw2XnBv5KdYs7MfHc3JgPe9RaUu4Wk1"
    desk.put(session_text([f"- {ago(1)} [observed] fine"]))
    note(desk.store, "fine too", "observed")
    assert verify(desk.store).ok
    text = desk.path.read_text("utf-8")
    text = text.replace(
        "## Episodic", f"no time\n- {ago(1)} no tag\n- {ago(1)} [observed] {value}\n\n## Episodic"
    )
    desk.put(text.replace("row order", "column order") + "- a new fact\n")
    found = verify(desk.store)
    codes = [problem.code for problem in found.problems]
    assert codes == ["no-time", "no-tag", "secret", "durable-changed", "durable-changed", "durable-changed"]
    assert value not in str(found)
    lines = text.split("\n")
    assert [lines[problem.line - 1][:7] for problem in found.problems[:2]] == ["no time", "- 2026-"]
    assert any("row order" in problem.message for problem in found.problems)


def test_verify_of_a_broken_pad_gives_its_faults_and_of_none_nothing(desk: Desk) -> None:
    assert verify(desk.store).ok
    desk.put(session_text(["```"]))
    assert [problem.code for problem in verify(desk.store).problems] == ["unclosed-fence"]


def test_an_end_in_conflict_is_refused_whole(desk: Desk) -> None:
    desk.put(session_text([f"- {ago(1)} [observed] a"]))
    note(desk.store, "b", "observed")
    desk.put(
        desk.path.read_text("utf-8").replace("## Episodic", "<<<<<<< a\n=======\n>>>>>>> b\n## Episodic")
    )
    with untouched(desk.path), pytest.raises(ParseError):
        ending.end(desk.store)
    assert desk.events() == []
    assert desk.archived() == []


def test_a_step_that_nobody_can_read_is_passed_over(desk: Desk) -> None:
    desk.put(session_text([f"- {ago(60)} [observed] a"]))
    desk.store.record_external()
    path = f"{desk.store.paths.history}/{steps.FILE}"
    for text in ("", "{", "[]", '{"act": 1}', "null"):
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        assert steps.pending(desk.store) is None
    archive(desk.store)
    assert len(desk.archived()) == 1


def test_tags_of_the_settings_are_offered(desk: Desk) -> None:
    desk.put(session_text())
    (desk.path.parent / "scratchpad.toml").write_text('[session]\ntags = "risk"\n')
    assert sessions.tags(desk.store) == ("observed", "hypothesis", "decided", "risk")
