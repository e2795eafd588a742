"""The promotions queue: proposing, what makes an item ready or not, accepting, rejecting, undoing, and the limits."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.errors import InputError
from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.session import ending, log, promote
from scratchpad_tui.core.session.archive import archive
from scratchpad_tui.core.session.notes import note, retagged
from scratchpad_tui.core.session.proposing import propose
from scratchpad_tui.core.session.review import Review
from tests.core.session.desks import Desk, ago, raw_log, session_text, set_clock, untouched

if TYPE_CHECKING:
    from collections.abc import Callable

TASK = "## Task\nx\n\n## Plan\n_(empty)_\n\n## Findings\n- a (b.py:1)\n\n## Ruled out\n_(empty)_\n\n## Open questions\n_(empty)_\n\n## Next\n_(empty)_\n"


def secret() -> str:
    """What a scan finds; made here, so that no scanner of this file does."""
    return "gh" + "p_" + "Zr8TqLw2XnBv5KdYs7MfHc3JgPe9RaUu4Wk1"


def refused(act: Callable[[], object], code: str) -> str:
    """The sentence that the act is refused with."""
    with pytest.raises(InputError) as caught:
        act()
    assert caught.value.code == code, str(caught.value)
    return str(caught.value)


@pytest.fixture
def queue_desk(desk: Desk) -> Desk:
    """A pad with entries of each tag, two of them proposed."""
    scratch = [
        f"- {ago(3)} [observed] 12 tests share one key prefix",
        f"- {ago(2)} [decided] one key prefix a test",
        f"- {ago(1)} [hypothesis] auth flake may be clock skew",
    ]
    desk.put(session_text(scratch, [f"- {ago(99)} [decided] use one single queue (from Scratch, v3)"]))
    propose(desk.store, ["one key prefix a test", "auth flake may be clock skew"], turn="52", label="run-1")
    return desk


def test_an_entry_brings_its_tag_time_and_where_it_comes_from(queue_desk: Desk) -> None:
    one, two = queue_desk.items()
    assert (one.tag, one.time, one.state) == ("decided", ago(2), "ready")
    assert (one.evidence.section, one.evidence.version, one.evidence.turn) == ("Scratch", 1, "52")
    assert one.evidence.before is not None
    assert one.evidence.before.text.endswith("[observed] 12 tests share one key prefix")
    assert one.evidence.before.version == 1
    assert one.line == f"- {ago(2)} [decided] one key prefix a test (from Scratch, v1)"
    assert one.target == "Episodic"
    assert (two.tag, two.state) == ("hypothesis", "confirm first")


def test_the_turn_is_that_of_the_entry_and_a_free_line_says_whose_it_is(desk: Desk) -> None:
    desk.put(session_text())
    note(desk.store, "use one queue", "decided", turn="52")
    propose(desk.store, ["use one queue", "a free line"], tag="observed", turn="53")
    propose(desk.store, ["another"], actor="human")
    one, two, three = desk.items()
    assert (one.evidence.turn, one.evidence.version, one.evidence.actor) == ("52", 2, "agent")
    assert two.line == "- 2026-07-20T12:00Z [observed] a free line (from an agent, v2)"
    assert (two.evidence.turn, two.evidence.section) == ("53", "")
    assert three.line.endswith("another (from a person, v2)")


def test_a_whole_line_and_a_position_name_an_entry_too(queue_desk: Desk) -> None:
    propose(queue_desk.store, ["Scratch:1"])
    assert queue_desk.item("p3").text == "12 tests share one key prefix"


@pytest.mark.parametrize("actor", ["agent", "human"])
def test_a_part_of_one_entry_means_that_entry(desk: Desk, actor: str) -> None:
    """A hypothesis stays one, whatever part of it is said."""
    desk.put(session_text([f"- {ago(1)} [hypothesis] disk is probably full", f"- {ago(2)} [observed] ok"]))
    propose(desk.store, ["disk is  probably"], actor=actor)
    (item,) = desk.items()
    assert (item.text, item.tag, item.state) == ("disk is probably full", "hypothesis", "confirm first")
    assert (item.time, item.evidence.section) == (ago(1), "Scratch")
    refused(lambda: promote.accept(desk.store, "p1"), "confirm-first")


@pytest.mark.parametrize("actor", ["agent", "human"])
def test_a_part_of_several_entries_is_refused_with_the_candidates(queue_desk: Desk, actor: str) -> None:
    said = refused(lambda: propose(queue_desk.store, ["one key prefix"], actor=actor), "several-entries")
    assert "Scratch:1" in said
    assert "Scratch:2" in said
    assert "SECTION:N" in said
    assert len(queue_desk.items()) == 2
    refused(
        lambda: propose(queue_desk.store, ["one key prefix"], section="Scratch", actor=actor),
        "several-entries",
    )


@pytest.mark.parametrize("actor", ["agent", "human"])
def test_a_text_that_the_named_section_lacks_is_refused(queue_desk: Desk, actor: str) -> None:
    """It would be told to stand where it does not; without the section it is a text of its own."""
    said = refused(
        lambda: propose(queue_desk.store, ["stands nowhere"], section="scratch", tag="observed", actor=actor),
        "no-entry",
    )
    assert said.startswith('no entry of Scratch holds "stands nowhere"')
    propose(queue_desk.store, ["stands nowhere"], tag="observed", actor=actor)
    assert queue_desk.item("p3").evidence.section == ""


def test_an_agents_own_text_says_what_it_is(desk: Desk) -> None:
    """Where notes have tags nothing is taken for observed in silence; a person's line is a person's word."""
    desk.put(session_text(["- by hand, without a tag"]))
    said = refused(lambda: propose(desk.store, ["by hand"]), "no-tag")
    assert "--tag observed" in said
    assert "--tag hypothesis" in said
    (acted,) = propose(desk.store, ["stands nowhere"])
    assert acted.warnings[-1].startswith('"stands nowhere" came without a tag and counts as observed; ')
    (acted,) = propose(desk.store, ["by hand"], tag="hypothesis")
    assert acted.warnings == ()
    (acted,) = propose(desk.store, ["a person's"], actor="human")
    assert acted.warnings == ()
    assert [item.tag for item in desk.items()] == ["observed", "hypothesis", "observed"]


def test_what_is_accepted_is_written_exactly_as_it_was_shown(queue_desk: Desk) -> None:
    before = queue_desk.path.read_text("utf-8")
    shown = queue_desk.item("p1").line
    acted = promote.accept(queue_desk.store, "p1", shown=shown)
    assert acted.changed
    old = f"- {ago(99)} [decided] use one single queue (from Scratch, v3)\n"
    assert queue_desk.path.read_text("utf-8") == before.replace(old, old + shown + "\n")
    again = promote.accept(queue_desk.store, "p1")
    assert not again.changed
    assert queue_desk.path.read_text("utf-8").count(shown) == 1


def test_what_changed_since_it_was_shown_is_not_written(queue_desk: Desk) -> None:
    shown = queue_desk.item("p1").line
    promote.edit(queue_desk.store, "p1", "one key prefix for each test")
    with untouched(queue_desk.path):
        refused(lambda: promote.accept(queue_desk.store, "p1", shown=shown), "changed-since")


def test_a_hypothesis_is_never_accepted_until_it_is_confirmed(queue_desk: Desk) -> None:
    with untouched(queue_desk.path):
        assert "confirm it first" in refused(lambda: promote.accept(queue_desk.store, "p2"), "confirm-first")
    retagged(queue_desk.store, "clock skew")
    assert queue_desk.item("p2").tag == "observed"
    promote.accept(queue_desk.store, "p2")
    assert queue_desk.lines("Episodic")[-1].startswith(f"- {ago(1)} [observed] auth flake")


def test_the_reviewer_confirms_in_scratch_too(queue_desk: Desk) -> None:
    Review(queue_desk.store).confirm("p2")
    assert queue_desk.lines("Scratch")[-1] == f"- {ago(1)} [observed] auth flake may be clock skew"
    assert queue_desk.state("p2") == "ready"


def test_an_agent_cannot_relabel_a_hypothesis_by_proposing_it(desk: Desk) -> None:
    """The entry's own tag counts."""
    desk.put(session_text([f"- {ago(1)} [hypothesis] x is y"]))
    propose(desk.store, ["x is y"], tag="decided")
    assert (desk.item("p1").tag, desk.state("p1")) == ("hypothesis", "confirm first")


@pytest.mark.parametrize(
    ("scratch", "episodic", "state", "words"),
    [
        ("", [], "origin changed", "changed or removed"),
        (f"- {ago(2)} [decided] use two queues", [], "origin changed", "changed or removed"),
        (None, [f"- {ago(99)} [decided] Use one queue! (from Scratch, v1)"], "duplicate", "line 5"),
        (None, [f"- {ago(99)} [decided] use one single queue"], "twin", "line 5"),
        (None, [f"- {ago(99)} [decided] {'x' * 3_930}"], "over cap", "over its cap by"),
    ],
)
def test_an_item_is_judged_as_things_stand_now(
    desk: Desk, scratch: str | None, episodic: list[str], state: str, words: str
) -> None:
    line = f"- {ago(2)} [decided] use one queue"
    desk.put(session_text([line]))
    propose(desk.store, ["use one queue"])
    assert desk.state("p1") == "ready"
    desk.put(session_text([line] if scratch is None else [scratch] if scratch else [], episodic))
    assert desk.state("p1") == state
    assert words in desk.item("p1").reason
    if state == "twin":
        acted = promote.accept(desk.store, "p1")
        assert "nearly the same" in acted.message
        assert len(desk.lines("Episodic")) == 2
    else:
        with untouched(desk.path):
            refused(lambda: promote.accept(desk.store, "p1"), state.replace(" ", "-"))


def test_an_entry_that_went_to_the_archive_is_not_changed(desk: Desk) -> None:
    """A night's cron job must not spoil what waits for the morning."""
    desk.put(session_text([f"- {ago(30)} [decided] use one queue"]))
    propose(desk.store, ["use one queue"])
    archive(desk.store)
    assert desk.lines("Scratch") == []
    assert desk.state("p1") == "ready"


def test_an_edited_item_counts_its_origin_as_seen(desk: Desk) -> None:
    desk.put(session_text([f"- {ago(2)} [decided] use one queue"]))
    propose(desk.store, ["use one queue"])
    desk.put(session_text())
    assert desk.state("p1") == "origin changed"
    promote.edit(desk.store, "p1", "use one queue for both")
    assert desk.state("p1") == "ready"
    assert desk.item("p1").edited
    promote.undo(desk.store, "p1")
    assert desk.item("p1").text == "use one queue"


def test_a_secret_is_never_proposed_shown_or_accepted(desk: Desk) -> None:
    """By whatever way it comes: in a proposal, by hand in the pad, or by hand in the queue's own file."""
    value = secret()
    desk.put(session_text([f"- {ago(1)} [decided] token is {value}", f"- {ago(1)} [decided] harmless"]))
    for text in (f"token is {value}", "Scratch:1", f"a {value}"):
        assert value not in refused(lambda text=text: propose(desk.store, [text]), "secret")  # type: ignore[misc]
    assert not Path(log.log_path(desk.store)).exists()
    look = Review(desk.store).look()
    assert [item.state for item in look.items if item.is_candidate] == ["ready", "secret"]
    assert value not in str(look)
    propose(desk.store, ["harmless"])
    path = Path(log.log_path(desk.store))
    path.write_text(path.read_text().replace('"text":"harmless"', f'"text":"key {value}"'))
    assert desk.state("p1") == "secret"
    assert value not in str(Review(desk.store).look())
    refused(lambda: promote.accept(desk.store, "p1"), "secret")
    refused(lambda: promote.edit(desk.store, "p1", f"it is {value}"), "secret")
    refused(lambda: promote.reject(desk.store, "p1", f"it is {value}"), "secret")


def test_three_proposals_of_agents_a_session_all_or_none(desk: Desk) -> None:
    desk.put(session_text())
    refused(lambda: propose(desk.store, ["a one", "b two", "c three", "d four"], tag="observed"), "too-many")
    assert desk.items() == ()
    propose(desk.store, ["a one", "b two"], tag="observed")
    refused(lambda: propose(desk.store, ["c three", "d four"], tag="observed"), "too-many")
    propose(desk.store, ["c three"], tag="observed")
    promote.reject(desk.store, "p1", "no")
    refused(lambda: propose(desk.store, ["e five"], tag="observed"), "too-many")
    propose(desk.store, ["by a person"], actor="human")
    assert [item.id for item in desk.items()] == ["p1", "p2", "p3", "p4"]
    ending.end(desk.store)
    propose(desk.store, ["next session"], tag="observed")
    assert [item.id for item in desk.items()] == ["p5"]


@pytest.mark.parametrize(
    ("texts", "code"),
    [
        ([""], "empty-content"),
        (["a\n- b"], "several-lines"),
        (["x" * 201], "too-long"),
        (["fine", "fine"], "duplicate"),
        (["a\x1b[2Jb"], "malformed"),
        (["a \u202ereversed"], "malformed"),
        (["<<<<<<< x"], "malformed"),
    ],
)
def test_what_can_be_no_entry_is_not_proposed(desk: Desk, texts: list[str], code: str) -> None:
    desk.put(session_text())
    refused(lambda: propose(desk.store, texts, tag="observed"), code)
    assert desk.items() == ()


def test_three_accepted_a_session_also_after_an_undo(desk: Desk) -> None:
    desk.put(session_text())
    propose(desk.store, [f"rule {n}" for n in range(5)], actor="human")
    for item_id in ("p1", "p2", "p3"):
        promote.accept(desk.store, item_id)
    assert "3 are accepted" in refused(lambda: promote.accept(desk.store, "p4"), "full")
    promote.undo(desk.store, "p2")
    assert desk.state("p2") == "ready"
    promote.accept(desk.store, "p4")
    refused(lambda: promote.accept(desk.store, "p2"), "full")
    assert len(desk.lines("Episodic")) == 3


def test_a_rejection_needs_a_reason_and_keeps_it(queue_desk: Desk) -> None:
    refused(lambda: promote.reject(queue_desk.store, "p2", "  "), "no-reason")
    promote.reject(queue_desk.store, "p2", "never  confirmed")
    assert (queue_desk.state("p2"), queue_desk.item("p2").reason) == ("rejected", "never confirmed")
    refused(lambda: promote.accept(queue_desk.store, "p2"), "rejected")
    promote.undo(queue_desk.store, None)
    assert queue_desk.state("p2") == "confirm first"
    promote.accept(queue_desk.store, "p1")
    refused(lambda: promote.reject(queue_desk.store, "p1", "late"), "accepted")


def test_undo_takes_the_last_act_and_ends_with_the_session(queue_desk: Desk) -> None:
    before = queue_desk.path.read_bytes()
    promote.accept(queue_desk.store, "p1")
    promote.reject(queue_desk.store, "p2", "no")
    acted = promote.undo(queue_desk.store, None)
    assert acted.item is not None
    assert acted.item.id == "p2"
    promote.undo(queue_desk.store, None)
    assert queue_desk.path.read_bytes() == before
    refused(lambda: promote.undo(queue_desk.store, None), "nothing-to-undo")
    promote.accept(queue_desk.store, "p1")
    ending.end(queue_desk.store)
    refused(lambda: promote.undo(queue_desk.store, None), "nothing-to-undo")
    refused(lambda: promote.undo(queue_desk.store, "p1"), "no-item")
    assert len(queue_desk.lines("Episodic")) == 2


def test_an_undo_leaves_a_line_that_a_person_took_out_alone(queue_desk: Desk) -> None:
    promote.accept(queue_desk.store, "p1")
    text = queue_desk.path.read_text("utf-8").replace(queue_desk.item("p1").line + "\n", "")
    queue_desk.put(text)
    promote.undo(queue_desk.store, "p1")
    assert queue_desk.path.read_text("utf-8") == text


def test_without_episodic_the_target_is_a_file_beside_the_pad(pad_path: Path) -> None:
    desk = Desk(pad_path, profile=None)
    desk.put(TASK)
    propose(desk.store, ["a (b.py:1)"])
    item = desk.item("p1")
    assert (item.target, item.evidence.section, item.tag) == ("episodic.md", "Findings", "observed")
    with untouched(desk.path):
        promote.accept(desk.store, "p1", shown=item.line)
    assert desk.episodic_file() == [item.line]
    assert item.line == "- 2026-07-20T12:00Z [observed] a (b.py:1) (from Findings, v1)"
    promote.undo(desk.store, "p1")
    assert desk.episodic_file() == []
    desk.put(TASK.replace("- a (b.py:1)", "- other"))
    assert desk.state("p1") == "origin changed"


def test_ids_are_looked_up_and_never_part_of_a_path(desk: Desk) -> None:
    desk.put(session_text())
    propose(desk.store, ["one"], tag="observed")
    for item_id in ("nope", "../../x", "999", "", "p1/../p1", "+00"):
        refused(lambda item_id=item_id: promote.accept(desk.store, item_id), "no-item")  # type: ignore[misc]
        refused(lambda item_id=item_id: promote.reject(desk.store, item_id, "x"), "no-item")  # type: ignore[misc]


@pytest.mark.parametrize(
    "tail", ["", '{"event":"rejected","id":"p1","sess', "\x00\x00", "not json\n", '{"event":"accepted"}\n']
)
def test_a_torn_or_foreign_end_of_the_log_loses_nothing(queue_desk: Desk, tail: str) -> None:
    path = Path(log.log_path(queue_desk.store))
    path.write_text(path.read_text().removesuffix("\n") + ("\n" + tail if tail else ""))
    before = [item.id for item in queue_desk.items()]
    propose(queue_desk.store, ["three"], tag="observed")
    assert [item.id for item in queue_desk.items()] == [*before, "p3"]
    if not tail:
        assert len(raw_log(queue_desk)) == 3
    notice = Review(queue_desk.store).look().notice
    assert ("cannot be read" in notice) == (tail.endswith("\n") or "\x00" in tail)


def test_a_line_that_lacks_what_it_needs_is_an_item_that_says_so(desk: Desk) -> None:
    desk.put(session_text())
    propose(desk.store, ["one"], tag="observed")
    path = Path(log.log_path(desk.store))
    path.write_text(path.read_text() + '{"event":"proposed","id":"p2","session":"s1","text":7}\n')
    assert [item.state for item in desk.items()] == ["ready", "malformed"]
    refused(lambda: promote.accept(desk.store, "p2"), "malformed")


def test_a_rule_offers_decided_entries_and_sourced_findings(queue_desk: Desk, tmp_path: Path) -> None:
    note(queue_desk.store, "retry thrice", "decided")
    offered = [item for item in Review(queue_desk.store).look().items if item.is_candidate]
    assert [item.text for item in offered] == ["retry thrice"]
    assert offered[0].state == "ready"
    acted = Review(queue_desk.store).accept(offered[0].id, offered[0].line)
    assert acted.item is not None
    assert (acted.item.id, acted.item.state) == ("p3", "accepted")
    assert queue_desk.lines("Episodic")[-1] == offered[0].line
    task = Desk(tmp_path / "t" / ".agent" / "scratchpad.md", profile=None)
    findings = "\n".join(f"- finding {n} (file.py:{n})" for n in range(5))
    task.put(TASK.replace("- a (b.py:1)", findings + "\n- without a source"))
    assert [item.text for item in Review(task.store).look().items] == [
        f"finding {n} (file.py:{n})" for n in (4, 3, 2)
    ]
    Review(task.store).reject(Review(task.store).look().items[0].id, "no")
    offered = [item for item in Review(task.store).look().items if item.is_candidate]
    assert offered[0].text == "finding 3 (file.py:3)"


def test_what_a_rule_offered_is_told_as_that_also_once_it_is_accepted(tmp_path: Path) -> None:
    """Accepting proposes it, and no person wrote that it should be kept."""
    task = Desk(tmp_path / "t" / ".agent" / "scratchpad.md", profile=None)
    task.store.apply([Patch("Findings", "append", "no redis in CI (job 4412)")])
    (offered,) = Review(task.store).look().items
    acted = Review(task.store).accept(offered.id)
    assert acted.item is not None
    assert (offered.proposer, acted.item.proposer) == ("rule", "rule")


def test_what_was_rejected_is_not_offered_again_in_a_later_session(tmp_path: Path) -> None:
    """Until the rejection is taken back, or the line says something else."""
    task = Desk(tmp_path / "t" / ".agent" / "scratchpad.md", profile=None)
    task.store.apply([Patch("Findings", "append", "no redis in CI (job 4412)")])
    review = Review(task.store)
    review.reject(review.look().items[0].id, "kept already")
    review.end()
    assert [item for item in review.look().items if item.is_candidate] == []
    task.store.apply([Patch("Findings", "append", "no postgres in CI (job 4413)")])
    assert [item.text for item in review.look().items if item.is_candidate] == [
        "no postgres in CI (job 4413)"
    ]


def test_what_cannot_be_one_line_is_not_offered(tmp_path: Path) -> None:
    task = Desk(tmp_path / "t" / ".agent" / "scratchpad.md", profile=None)
    task.put(TASK.replace("- a (b.py:1)", "- a (b.py:1)\n- two lines (c.py:2)\n  of one finding"))
    assert [item.text for item in Review(task.store).look().items] == ["a (b.py:1)"]


def test_in_an_audited_pad_the_decisions_are_offered(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "a" / ".agent" / "scratchpad.md", profile=None)
    text = "## Hypotheses\n- h\n\n## Decisions\n- one [src:x @ 2026-07-20] {#one}\n\n## Findings\n- f (x)\n\n## Open\n_(empty)_\n"
    desk.put(text)
    (item,) = Review(desk.store).look().items
    assert (item.tag, item.text) == ("decided", "one [src:x @ 2026-07-20] {#one}")


def test_the_policy_accepts_decided_entries_at_the_end_and_marks_them(desk: Desk) -> None:
    desk.put(session_text([f"- {ago(n)} [decided] rule number {n} {'abcde'[n]}" for n in range(1, 5)]))
    (desk.path.parent / "scratchpad.toml").write_text('[promotions]\npolicy = "decided"\n')
    propose(desk.store, ["rule number 1 b"])
    ended = ending.end(desk.store)
    assert len(ended.by_policy) == 3
    assert all(line.endswith(", v1, by policy)") for line in ended.by_policy)
    assert tuple(desk.lines("Episodic")) == ended.by_policy
    assert desk.lines("Scratch") == []
    assert len(desk.archived()) == 4
    versions = [e for e in desk.events() if e["event"] == "accepted"]
    assert [e["by"] for e in versions] == ["policy"] * 3


def test_the_policy_is_off_by_default_and_takes_no_twin_and_no_hypothesis(desk: Desk) -> None:
    desk.put(session_text([f"- {ago(1)} [decided] use one queue"]))
    assert ending.end(desk.store).by_policy == ()
    (desk.path.parent / "scratchpad.toml").write_text('[promotions]\npolicy = "decided"\n')
    scratch = [
        f"- {ago(1)} [decided] use one queue",
        f"- {ago(1)} [hypothesis] h",
        f"- {ago(1)} [observed] o",
    ]
    desk.put(session_text(scratch, [f"- {ago(9)} [decided] use one single queue"]))
    assert ending.end(desk.store).by_policy == ()
    assert len(desk.lines("Episodic")) == 1


def test_reading_the_queue_writes_nothing(queue_desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    before = sorted((path, path.read_bytes()) for path in queue_desk.path.parent.rglob("*") if path.is_file())
    Review(queue_desk.store).look()
    assert Review(queue_desk.store).waiting() == 2
    set_clock(monkeypatch, "2026-07-25T00:00:00Z")
    Review(queue_desk.store).look()
    after = sorted((path, path.read_bytes()) for path in queue_desk.path.parent.rglob("*") if path.is_file())
    assert after == before


def test_an_act_beside_a_patch_of_an_agent_loses_neither(queue_desk: Desk) -> None:
    store = queue_desk.store
    Review(store).look()
    queue_desk.store.apply([Patch("Scratch", "append", "[observed] by the agent")])
    Review(store).accept("p1")
    assert queue_desk.lines("Scratch")[-1].endswith("by the agent")
    assert len(queue_desk.lines("Episodic")) == 2
