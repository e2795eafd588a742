"""Corrections of a pad on disk, as the screens ask for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.errors import InputError, LockError, MergeConflict
from scratchpad_tui.core.pad.lines import texts
from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.pad.seen import SeenMarks
from scratchpad_tui.core.pad.store import PadStore
from scratchpad_tui.tui.live_source import LiveSource
from tests.core.pad.pads import CONFLICT, Desk, pad
from tests.tui.fake import remedies

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from scratchpad_tui.core.pad.view import LineView

PLAN = ["1. [x] read the sample files", "2. [ ] write the tokenizer", "3. [ ] wire the command line"]


@pytest.fixture
def desk(pad_path: Path) -> Desk:
    desk = Desk(pad_path, depth=0)
    desk.save(pad(Findings=["- one", "  and more of it", "- two", "- three"]))
    return desk


@pytest.fixture
def source(desk: Desk, tmp_path: Path) -> Iterator[LiveSource]:
    source = open_source(desk, tmp_path)
    yield source
    source.close()


def open_source(desk: Desk, tmp_path: Path, *, read_only: bool = False) -> LiveSource:
    store = PadStore(desk.path, depth=0)
    seen = SeenMarks(str(tmp_path / "state"), store.paths.named)
    return LiveSource(store, rule="a rule", seen=seen, read_only=read_only)


def line(source: LiveSource, section: str, text: str) -> LineView:
    """The line as the screen shows it."""
    view = source.read()
    return next(x for s in view.sections if s.name == section for x in s.lines if text in x.text)


def agent(desk: Desk, section: str, op: str, content: str) -> None:
    """A turn of the agent at this moment."""
    desk.apply([{"section": section, "op": op, "content": content}])


# Moved


def test_a_move_is_one_version_with_one_journal_line_and_undo_takes_back_both_sides(
    desk: Desk, source: LiveSource
) -> None:
    before = desk.data
    act = source.move("Findings", line(source, "Findings", "- one"), "Open questions")
    assert act.words == "Moved to Open questions"
    assert desk.lines("Findings") == ["- two", "- three"]
    assert desk.lines("Open questions") == ["- one", "  and more of it"]
    assert desk.versions == [1, 2]
    record = desk.version_lines()[-1]
    assert record["actor"] == "human"
    assert record["operations"] == [{"op": "move", "section": "Findings", "to": "Open questions"}]
    assert act.version == 2
    source.revert(2)
    assert desk.data == before
    source.revert(3)
    assert desk.lines("Open questions") == ["- one", "  and more of it"]


def test_an_entry_that_is_moved_takes_the_style_of_its_new_section(desk: Desk, source: LiveSource) -> None:
    source.move("Findings", line(source, "Findings", "- two"), "Plan")
    assert desk.lines("Plan") == [*PLAN, "4. [ ] two"]
    source.move("Plan", line(source, "Plan", "tokenizer"), "Findings")
    assert "- write the tokenizer" in desk.lines("Findings")


def test_what_the_agent_wrote_meanwhile_stays_on_both_sides(desk: Desk, source: LiveSource) -> None:
    moved = line(source, "Findings", "- two")
    agent(desk, "Findings", "append", "four")
    agent(desk, "Ruled out", "append", "not this way")
    source.move("Findings", moved, "Ruled out")
    assert desk.lines("Findings") == ["- one", "  and more of it", "- three", "- four"]
    assert desk.lines("Ruled out") == ["- not this way", "- two"]


def test_a_line_that_is_gone_or_a_section_that_is_none_is_a_sentence(desk: Desk, source: LiveSource) -> None:
    moved = line(source, "Findings", "- two")
    agent(desk, "Findings", "remove", "two")
    before = desk.data
    with pytest.raises(InputError, match="not there any more"):
        source.move("Findings", moved, "Ruled out")
    with pytest.raises(InputError, match="Vibes"):
        source.move("Findings", line(source, "Findings", "- three"), "Vibes")
    assert desk.data == before


# Pruned


def test_pruning_keeps_what_the_agent_wrote_meanwhile_and_is_undone_by_one_act(
    desk: Desk, source: LiveSource
) -> None:
    found = source.prune_list("Findings")
    agent(desk, "Findings", "append", "four")
    act = source.prune("Findings", found.entries[:2])
    assert act.words == "Took 2 entries out of Findings"
    assert desk.lines("Findings") == ["- three", "- four"]
    assert act.version == 3
    source.revert(3)
    assert desk.lines("Findings") == ["- one", "  and more of it", "- two", "- three", "- four"]


def test_one_entry_is_one(desk: Desk, source: LiveSource) -> None:
    assert (
        source.prune("Findings", source.prune_list("Findings").entries[:1]).words
        == "Took one entry out of Findings"
    )
    assert desk.lines("Findings") == ["- two", "- three"]


# Blame


def test_blame_has_each_line_by_its_place(desk: Desk, source: LiveSource) -> None:
    agent(desk, "Findings", "append", "four")
    found = source.blame()
    assert found["Findings", 0].text == "- one"
    assert found["Findings", 4].text == "- four"
    assert found["Findings", 4].version == 2
    assert found["Findings", 0].version == 1
    shown = {(s.name, x.index) for s in source.read().sections for x in s.lines if x.mark != "-"}
    assert shown <= set(found)


def test_blame_of_a_pad_with_a_missing_section_and_of_none(desk: Desk, tmp_path: Path) -> None:
    desk.put("## Task\n- only this\n")
    source = open_source(desk, tmp_path)
    assert source.blame()["Task", 0].text == "- only this"
    source.close()
    desk.path.unlink()
    source = open_source(desk, tmp_path)
    assert source.blame()["Findings", 0].text == "- one"
    source.close()


# Recovered


def test_recover_puts_a_lost_heading_back_and_keeps_the_broken_text(desk: Desk, source: LiveSource) -> None:
    good = desk.data
    desk.put(good.replace(b"## Findings\n", b""))
    assert source.read().remedies == remedies("r recovers the heading")
    act = source.recover()
    assert desk.data == good
    assert act.words == "The heading stands again; the broken text is kept · r shows it"
    assert [path.read_bytes() for path in desk.quarantined] == [good.replace(b"## Findings\n", b"")]
    assert not any(need.code == "recovery" for need in source.read().needs), (
        "the person has just looked at it"
    )


def test_recover_puts_the_last_good_version_in_place_of_a_broken_or_missing_pad(
    desk: Desk, source: LiveSource
) -> None:
    good = desk.data
    desk.put(pad(Findings=["```"]))
    assert source.read().remedies == remedies("E mends it, r recovers v1")
    assert source.recover().words.startswith("Version 1 stands again; the broken text is kept")
    assert desk.data == good
    desk.path.unlink()
    gone = next(need for need in source.read().needs if need.code == "gone")
    assert gone.key == "r"
    assert source.recover().words == "Version 2 stands again"
    assert desk.data == good
    assert source.recover().words == "Nothing to recover: the pad parses"


def test_the_banner_names_the_key_of_each_fault(pad_path: Path, tmp_path: Path) -> None:
    """Nothing is good yet; two versions in the file."""
    desk = Desk(pad_path, depth=0)
    desk.put(pad(Findings=["```", "- x"]))
    source = open_source(desk, tmp_path)
    assert source.read().remedies == remedies("E mends it, r recovers what it can")
    assert source.recover().words.startswith("What could be read stands again")
    desk.put(pad(Findings=CONFLICT))
    assert source.read().remedies == remedies("E opens it: keep one side")
    source.close()


def test_recoveries_count_as_looked_at_and_their_lines_are_taken_as_one_version(
    desk: Desk, source: LiveSource
) -> None:
    desk.put(pad(Findings=["- one", "- mine", "- yours", "```"]))
    agent(desk, "Task", "replace", "another")
    assert any(need.code == "recovery" for need in source.read().needs)
    found = source.recoveries()[0]
    assert not any(need.code == "recovery" for need in source.read().needs)
    numbers = [row.line for row in found.rows if row.broken in ("- mine", "- yours")]
    act = source.take_lines(numbers, found.name)
    assert act.words.startswith("Took 2 lines over into Findings")
    assert desk.lines("Findings")[-2:] == ["- mine", "- yours"]
    (taken,) = desk.version_lines()[-1]["operations"]
    assert (taken["op"], taken["lines"], taken["numbers"]) == ("take", 2, numbers)
    assert act.version is not None
    source.revert(act.version)
    assert "- mine" not in desk.lines("Findings")
    assert source.take_lines(numbers[:1], found.name).words.startswith("Took one line over")


def test_all_lines_are_taken_but_those_that_would_break_the_pad_again(desk: Desk, source: LiveSource) -> None:
    desk.put(pad(Findings=["- one", "- mine", "- yours", "```"]))
    agent(desk, "Task", "replace", "Ship the CSV importer")
    words = source.take_lines("all", source.recoveries()[0].name).words
    assert words.startswith("Took 2 lines over into Findings; ")
    assert "fence" in words
    assert desk.lines("Findings")[-2:] == ["- mine", "- yours"]
    assert desk.store().read().state == "good"


def test_who_looks_without_the_right_to_write_leaves_no_trace(desk: Desk, tmp_path: Path) -> None:
    desk.put(pad(Findings=["- mine", "```"]))
    agent(desk, "Task", "replace", "another")
    source = open_source(desk, tmp_path, read_only=True)
    assert source.recoveries()
    assert any(need.code == "recovery" for need in source.read().needs)
    source.close()


def test_a_held_lock_hides_no_recovery(
    desk: Desk, source: LiveSource, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That it was looked at cannot be noted then; what was broken is shown all the same."""
    desk.put(pad(Findings=["- mine", "```"]))
    agent(desk, "Task", "replace", "another")

    def held() -> None:
        raise LockError("somebody else writes")

    monkeypatch.setattr(source, "_acting", held)
    assert next(row.broken for row in source.recoveries()[0].rows if row.section) == "- mine"
    monkeypatch.undo()
    assert any(need.code == "recovery" for need in source.read().needs)


def test_a_look_at_what_was_looked_at_takes_no_lock(
    desk: Desk, source: LiveSource, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The screen asks after every change of the pad."""
    desk.put(pad(Findings=["- mine", "```"]))
    agent(desk, "Task", "replace", "another")
    source.recoveries()
    monkeypatch.setattr(source, "_acting", lambda: pytest.fail("the lock was taken"))
    assert source.recoveries()


def test_mending_is_what_a_recovery_then_does(desk: Desk, source: LiveSource) -> None:
    desk.put(desk.data.replace(b"## Findings\n", b""))
    shown = [row.instead for row in source.mending().rows if row.instead is not None]
    source.recover()
    assert shown == texts(desk.data.decode())


# Health, sections


def test_health_is_the_report_of_this_pad(desk: Desk, source: LiveSource) -> None:
    assert source.health().signs == ()
    desk.put(pad(Findings=["```"]))
    assert [sign.code for sign in source.health().signs] == ["broken"]
    assert {row.name for row in source.health().settings} >= {"lock.timeout", "ui.theme"}


def test_a_section_is_opened_judged_and_saved_merged(desk: Desk, source: LiveSource) -> None:
    opened = source.open_section("Findings")
    assert opened.lines == ("- one", "  and more of it", "- two", "- three")
    assert source.check("Findings", ["## Task"]).faults
    assert not source.check("Findings", ["- fine"]).faults
    agent(desk, "Findings", "append", "four")
    act = source.save_section("Findings", ["- one, better", *opened.lines[1:]], opened.lines)
    assert act.words == "Saved Findings"
    assert desk.lines("Findings") == ["- one, better", "  and more of it", "- two", "- three", "- four"]
    agent(desk, "Findings", "replace", "- other")
    with pytest.raises(MergeConflict):
        source.save_section("Findings", ["- mine", *opened.lines[1:]], opened.lines)
    assert source.save_section("Findings", ["- other"], ["- other"]).words == "Nothing to change"


def test_every_act_is_told_to_the_screen_at_once(desk: Desk, source: LiveSource) -> None:
    """No poll of the file is waited for."""
    told: list[int] = []
    source._changed = lambda view: told.append(view.version.version if view.version else 0)
    source.move("Findings", line(source, "Findings", "- two"), "Ruled out")
    source.prune("Findings", source.prune_list("Findings").entries[:1])
    assert told == [2, 3]
    desk.put(pad(Findings=["```"]))
    source.recover()
    assert told[-1] == 4


def test_the_store_is_the_one_that_reads_patches(desk: Desk, source: LiveSource) -> None:
    """What the person moved, the agent's next patch meets."""
    source.move("Findings", line(source, "Findings", "- two"), "Ruled out")
    desk.store().apply([Patch("Ruled out", "append", "and this")])
    assert desk.lines("Ruled out") == ["- two", "- and this"]
