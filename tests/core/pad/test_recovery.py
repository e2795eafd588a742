"""A recovery side by side: both texts whole and in order, and a box for every line that the pad lacks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scratchpad_tui.core.errors import InputError, ScratchpadError
from scratchpad_tui.core.pad.document import Document
from scratchpad_tui.core.pad.lines import texts
from scratchpad_tui.core.pad.recovery import mending, recoveries, side_by_side
from scratchpad_tui.core.pad.salvage import missing_lines
from scratchpad_tui.core.pad.schema import TASK
from tests.core.pad.pads import CONFLICT, SCRAPS, TASK_TEXTS, Desk, pad

if TYPE_CHECKING:
    from pathlib import Path

LINES = st.lists(st.sampled_from(["", "a", "b", "c", "- a", "## Plan", "```"]), max_size=12)


@pytest.fixture
def desk(pad_path: Path) -> Desk:
    desk = Desk(pad_path, depth=0)
    desk.save(pad(Findings=["- a", "- b"]))
    return desk


def quarantine(desk: Desk, text: str | bytes) -> None:
    """Breaks the pad, and lets a writer set the broken text aside."""
    desk.put(text)
    desk.apply([{"section": "Next", "op": "replace", "content": "go on"}])


# Both texts


@given(broken=LINES, instead=LINES, lacks=st.dictionaries(st.integers(1, 12), st.just("Plan")))
def test_rows_give_back_both_texts_in_order(
    broken: list[str], instead: list[str], lacks: dict[int, str]
) -> None:
    rows = list(side_by_side(broken, instead, lacks))
    assert [row.broken for row in rows if row.broken is not None] == broken
    assert [row.instead for row in rows if row.instead is not None] == instead
    assert [row.line for row in rows if row.line] == list(range(1, len(broken) + 1))
    assert all((row.line > 0) == (row.broken is not None) for row in rows)
    assert all(row.broken is not None or row.instead is not None for row in rows)


@given(broken=LINES, instead=LINES, lacks=st.dictionaries(st.integers(1, 12), st.just("Plan")))
def test_every_missing_line_has_a_box_and_nothing_else_has(
    broken: list[str], instead: list[str], lacks: dict[int, str]
) -> None:
    rows = side_by_side(broken, instead, lacks)
    boxes = {row.line: row.section for row in rows if row.section}
    assert boxes == {line: section for line, section in lacks.items() if line <= len(broken)}


@given(text=SCRAPS, now=TASK_TEXTS)
def test_what_the_core_calls_missing_is_what_can_be_ticked(text: str, now: str) -> None:
    """Line for line, also in texts of dense mess."""
    data = text.encode("utf-8", "replace")
    missing = missing_lines(data, Document.empty(TASK))
    lines = texts(data.decode("utf-8", "replace").removeprefix("\ufeff"))
    rows = side_by_side(lines, texts(now), {line.line: line.section for line in missing})
    found = {
        row.line: (row.section, (row.broken or "").replace("\0", "\ufffd").rstrip())
        for row in rows
        if row.section
    }
    assert found == {line.line: (line.section, line.text) for line in missing}


# Files in quarantine


def test_each_file_stands_beside_the_pad_as_it_is_the_newest_first(desk: Desk) -> None:
    quarantine(desk, pad(Findings=["- a", "- b", "- mine", "```"]))
    quarantine(desk, pad(Findings=["- a", "- b"]).replace("## Findings", "## Fnidings\n- other"))
    newest, oldest = recoveries(desk.store())
    assert "Fnidings" in newest.reason
    assert "fence" in oldest.reason
    assert newest.name != oldest.name
    assert all(item.time for item in (newest, oldest))
    assert [row.broken for row in oldest.rows if row.section] == ["- mine", "```"]
    assert oldest.takable == tuple(row.line for row in oldest.rows if row.section)
    assert ("- other", "Findings") in [(row.broken, row.section) for row in newest.rows]
    now = texts(desk.data.decode())
    assert [row.instead for row in newest.rows if row.instead is not None] == now


def test_a_line_that_was_taken_over_has_no_box_any_more(desk: Desk) -> None:
    quarantine(desk, pad(Findings=["- a", "- b", "- mine", "- yours", "```"]))
    found = recoveries(desk.store())[0]
    mine = next(row.line for row in found.rows if row.broken == "- mine")
    desk.store().take([mine], found.name)
    assert "- mine" in desk.lines("Findings")
    left = recoveries(desk.store())[0]
    assert [row.broken for row in left.rows if row.section] == ["- yours", "```"]


def test_all_that_can_be_ticked_can_be_taken(desk: Desk) -> None:
    """Lines that would hurt the file are refused as a sentence, and nothing is written."""
    quarantine(desk, pad(Findings=["- a", "- mine", "- yours", "```"]))
    found = recoveries(desk.store())[0]
    good = [row.line for row in found.rows if row.section and row.broken != "```"]
    desk.store().take(good, found.name)
    assert desk.lines("Findings")[-2:] == ["- mine", "- yours"]
    before = desk.data
    with pytest.raises(ScratchpadError):
        desk.store().take(recoveries(desk.store())[0].takable, found.name)
    assert desk.data == before


def test_bytes_that_are_no_text_are_shown_as_far_as_they_are(desk: Desk) -> None:
    quarantine(desk, b"## Findings\r\n- a\xff\x00\r\n- b\r\n")
    found = recoveries(desk.store())[0]
    assert [row.broken for row in found.rows if row.broken is not None] == [
        "## Findings",
        "- a\ufffd\x00",
        "- b",
    ]


def test_a_file_that_is_deleted_at_that_moment_is_left_out(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    quarantine(desk, pad(Findings=["```"]))
    store = desk.store()
    found = store.quarantined()
    monkeypatch.setattr(store, "quarantined", lambda: found)
    desk.quarantined[0].unlink()
    assert recoveries(store) == []


def test_without_quarantine_there_is_nothing(desk: Desk) -> None:
    assert recoveries(desk.store()) == []


# A pad that does not parse


def test_a_lost_heading_is_shown_with_the_heading_put_back(desk: Desk) -> None:
    desk.put(desk.data.replace(b"## Findings\n", b""))
    found = mending(desk.store())
    changed = [row for row in found.rows if row.broken != row.instead]
    assert [(row.broken, row.instead) for row in changed] == [(None, "## Findings")]
    assert not found.takable
    assert "heading" in found.reason


def test_a_broken_pad_stands_beside_the_last_good_version(desk: Desk) -> None:
    good = desk.data
    desk.put(pad(Findings=["```", "- a"]))
    found = mending(desk.store())
    assert [row.instead for row in found.rows if row.instead is not None] == texts(good.decode())
    assert [row.broken for row in found.rows if row.broken is not None] == texts(desk.data.decode())
    assert (found.name, found.time) == ("", None)
    assert found.reason.endswith(". In its place goes version 1.")


def test_a_pad_that_is_gone_has_no_text_of_its_own(desk: Desk) -> None:
    desk.path.unlink()
    found = mending(desk.store())
    assert all(row.broken is None for row in found.rows)
    assert found.reason == "The pad is gone. In its place goes version 1."


def test_a_good_pad_needs_no_mend(desk: Desk) -> None:
    with pytest.raises(InputError, match="nothing to recover"):
        mending(desk.store())


def test_a_conflict_is_no_recovery(desk: Desk) -> None:
    """Nothing may take its place: a person decides."""
    desk.put(pad(Findings=CONFLICT))
    with pytest.raises(InputError, match="conflict"):
        mending(desk.store())


def test_a_pad_of_a_strict_profile_is_never_replaced(pad_path: Path) -> None:
    desk = Desk(pad_path, profile="audited", depth=0)
    desk.save("## Hypotheses\n- a\n\n## Decisions\n- b\n\n## Findings\n- c\n\n## Open\n- d\n")
    desk.put(desk.data.replace(b"- c", b"```"))
    with pytest.raises(InputError, match="by hand"):
        mending(desk.store())
