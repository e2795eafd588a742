"""Audited pads are merged by key: nothing of either side is lost, no key stands twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scratchpad_tui.core.audited.asked import Asked
from scratchpad_tui.core.audited.record import Recording, record
from scratchpad_tui.core.errors import MergeConflict
from scratchpad_tui.core.pad.editing import SectionEdit, conflicts_of, edit_sections
from scratchpad_tui.core.pad.evidence import every_audited
from scratchpad_tui.core.pad.foreign import merge_foreign
from scratchpad_tui.core.pad.keyed_texts import merge_texts
from scratchpad_tui.core.pad.merge import merge_lines
from scratchpad_tui.core.pad.parse import parse_text
from scratchpad_tui.core.pad.schema import AUDITED, TASK
from scratchpad_tui.core.pad.whole_edit import edit_pad
from scratchpad_tui.core.pad.writing import writing
from tests.core.audited.memories import PAD, put, set_clock

if TYPE_CHECKING:
    from pathlib import Path

    from scratchpad_tui.core.pad.evidence import Evidence

BUILD = "- builds take 40 s [src:ci job 7 @ 2026-07-01] {#build-time}"
REGION = "- which region? {#region}"


def merged(mine: str, theirs: str, base: str = PAD) -> str:
    """The merge, whose lines without a key never collide."""
    done = merge_texts(AUDITED, base, mine, theirs)
    assert done is not None
    assert not done.in_conflict
    return done.text


def with_lines(section: str, *lines: str, base: str = PAD) -> str:
    return base.replace(f"## {section}\n", "\n".join([f"## {section}", *lines, ""]))


def test_what_either_side_added_stays_also_at_one_place() -> None:
    text = merged(
        PAD.replace(REGION, f"{REGION}\n- mine? {{#mine}}"),
        PAD.replace(REGION, f"{REGION}\n- theirs? {{#theirs}}"),
    )
    assert text == PAD.replace(REGION, f"{REGION}\n- theirs? {{#theirs}}\n- mine? {{#mine}}")


def test_an_edit_has_the_conflicts_that_its_save_finds() -> None:
    """Entries are merged by key: what stands in one place by lines alone is no conflict, and no save asks about it."""
    document = parse_text(PAD.replace(REGION, "- which region now? {#region}"), AUDITED)
    base, mine = [REGION], ["- which region is it? {#region}"]
    assert merge_lines(base, mine, document.body("Open")).conflicts
    assert conflicts_of(document, "open", mine, base) == 0
    plain = parse_text(PAD.replace(REGION, "- no key, theirs"), AUDITED)
    assert conflicts_of(plain, "open", ["- no key, mine"], ["- no key"]) == 1
    assert conflicts_of(parse_text("## Task\n- theirs\n", TASK), "task", ["- mine"], ["- was"]) == 1


def test_additions_in_the_place_of_the_empty_mark_both_stay() -> None:
    base = PAD.replace(REGION, "_(empty)_")
    text = merged(
        base.replace("_(empty)_", "- mine? {#mine}"), base.replace("_(empty)_", "- theirs? {#theirs}"), base
    )
    assert text == base.replace("_(empty)_", "- theirs? {#theirs}\n- mine? {#mine}")


def test_neighbours_that_both_sides_changed_are_no_conflict() -> None:
    mine, theirs = PAD.replace("40 s", "20 s"), PAD.replace("5433", "5434")
    assert merged(mine, theirs) == mine.replace("5433", "5434")


def test_of_one_entry_that_both_changed_the_newer_stands() -> None:
    mine, theirs = PAD.replace("40 s", "20 s"), PAD.replace("40 s", "30 s")
    assert merged(mine, theirs) == mine
    older = merge_texts(AUDITED, PAD, mine, theirs, mine_is_newer=False)
    assert older is not None
    assert older.text == theirs


def test_what_one_side_took_out_is_gone_and_what_the_other_changed_stays() -> None:
    without = PAD.replace(f"{BUILD}\n", "")
    assert merged(without, PAD.replace("5433", "5434")) == without.replace("5433", "5434")
    changed = PAD.replace("40 s", "20 s")
    assert BUILD.replace("40 s", "20 s") in merged(without, changed).split("\n")
    assert BUILD.replace("40 s", "20 s") in merged(changed, without).split("\n")


def test_an_entry_that_one_moved_and_the_other_changed_stands_once() -> None:
    moved = with_lines("Decisions", REGION, base=PAD.replace(f"{REGION}\n", "_(empty)_\n"))
    changed = PAD.replace("which region?", "which region, which zone?")
    for mine, theirs in ((moved, changed), (changed, moved)):
        text = merged(mine, theirs)
        assert text == moved.replace("which region?", "which region, which zone?")


def test_two_log_lines_of_one_number_are_two_lines() -> None:
    """Both agents counted from the same file; each tells of its own change."""
    logs = [
        f'- build-time: was "builds take 40 s" [src:{who} @ 2026-07-20] {{#build-time-changed-1}}'
        for who in "ab"
    ]
    text = merged(with_lines("Decisions", logs[0]), with_lines("Decisions", logs[1]))
    lines = text.split("\n")
    assert logs[1] in lines
    assert logs[0].replace("changed-1", "changed-2") in lines
    assert merged(with_lines("Decisions", logs[0]), with_lines("Decisions", logs[0])) == with_lines(
        "Decisions", logs[0]
    )


def test_lines_without_a_key_are_merged_as_lines() -> None:
    base = with_lines("Open", "<!-- one -->", "<!-- two -->", "<!-- three -->")
    mine, theirs = base.replace("one", "uno"), base.replace("three", "tres")
    assert merged(mine, theirs, base) == mine.replace("three", "tres")
    clash = merge_texts(AUDITED, base, base.replace("two", "dos"), base.replace("two", "zwei"))
    assert clash is not None
    assert clash.in_conflict


def test_entries_survive_a_collision_of_the_lines_around_them() -> None:
    base = with_lines("Open", "<!-- one -->", "<!-- two -->")
    mine = base.replace("<!-- one -->\n<!-- two -->", "<!-- uno -->\n- mine? {#mine}\n<!-- dos -->")
    theirs = base.replace("<!-- two -->", "- theirs? {#theirs}\n<!-- two -->")
    done = merge_texts(AUDITED, base, mine, theirs)
    assert done is not None
    keys = [entry.key for entry in every_audited(parse_text(done.text, AUDITED))]
    assert sorted(keys) == sorted(
        [*(e.key for e in every_audited(parse_text(PAD, AUDITED))), "mine", "theirs"]
    )


keys = st.sampled_from([f"k{number}" for number in range(6)])
upserts = st.lists(
    st.tuples(
        st.booleans(),
        st.sampled_from(["Hypotheses", "Decisions", "Findings", "Open"]),
        keys,
        st.sampled_from(["one", "two", "three"]),
    ),
    max_size=14,
)


def upserted(text: str, section: str, key: str, words: str, source: str) -> str:
    document = parse_text(text, AUDITED)
    return Recording(document, Asked(section, key, words, source, "2026-07-20")).made().text()


def whole_facts(text: str) -> dict[str, tuple[str, str, Evidence | None]]:
    return {
        entry.key: (entry.section, entry.text, entry.evidence)
        for entry in every_audited(parse_text(text, AUDITED))
    }


def facts(text: str) -> dict[str, tuple[str, str]]:
    return {entry.key: (entry.section, entry.text) for entry in every_audited(parse_text(text, AUDITED))}


@given(upserts, upserts)
def test_two_agents_lose_nothing(
    first: list[tuple[bool, str, str, str]], then: list[tuple[bool, str, str, str]]
) -> None:
    """Whatever both wrote since they read the same file, each key of either side stands once, and every log line."""
    base = PAD
    for _, section, key, words in first:
        base = upserted(base, section, key, words, "both")
    sides = {False: base, True: base}
    for who, section, key, words in then:
        sides[who] = upserted(sides[who], section, key, words, "bob" if who else "ann")
    mine, theirs = sides[True], sides[False]
    done = merge_texts(AUDITED, base, mine, theirs)
    assert done is not None
    assert not done.in_conflict
    found, began, left, right = (whole_facts(text) for text in (done.text, base, mine, theirs))
    plain = {key for key in {*left, *right} if "-changed-" not in key}
    assert {key for key in found if "-changed-" not in key} == plain
    for key in plain:
        if left.get(key) == began.get(key):
            assert found[key] == right[key]
        elif right.get(key) == began.get(key):
            assert found[key] == left[key]
        else:
            assert found[key][0] in (left[key][0], right[key][0])
            assert found[key][1:] in (left[key][1:], right[key][1:])
    lines = done.text.split("\n")
    for side in (mine, theirs):
        logs = [line.rsplit(" {#", 1)[0] for line in side.split("\n") if "-changed-" in line]
        assert all(any(line.startswith(log) for line in lines) for log in logs)
    assert merged(mine, base, base) == merged(base, mine, base) == mine


def test_a_persons_edit_is_merged_by_key(pad_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An agent changed the neighbour, and moved an entry away that the person changed."""
    set_clock(monkeypatch)
    store = put(pad_path, PAD, "audited")
    base = store.read().document.body("Findings")
    record(store, "Findings", "db-port", "port is 5434", source="compose.yml")
    record(store, "Decisions", "build-time", "builds may take 40 s", source="talk")
    store.edit(
        "Findings", [BUILD.replace("40 s", "41 s"), base[1], "- new [src:x @ 2026-07-20] {#new}"], base
    )
    document = parse_text(pad_path.read_text("utf-8"), AUDITED)
    found = {entry.key: (entry.section, entry.text) for entry in every_audited(document)}
    assert found["build-time"] == ("Decisions", "builds take 41 s")
    assert found["db-port"] == ("Findings", "port is 5434")
    assert found["new"] == ("Findings", "new")


def test_lines_without_a_key_that_both_changed_are_still_asked_about(pad_path: Path) -> None:
    store = put(pad_path, with_lines("Open", "<!-- two -->"), "audited")
    base = store.read().document.body("Open")
    store.edit("Open", ["<!-- zwei -->", REGION], base)
    with pytest.raises(MergeConflict):
        store.edit("Open", ["<!-- dos -->", REGION], base)


def test_an_entry_is_moved_between_two_sections_in_one_edit(pad_path: Path) -> None:
    store = put(pad_path, PAD, "audited")
    edit_sections(
        store,
        [
            SectionEdit("Open", [], [REGION]),
            SectionEdit(
                "Hypotheses",
                ["- the cache may be cold {#cold-cache}", REGION],
                ["- the cache may be cold {#cold-cache}"],
            ),
        ],
    )
    assert pad_path.read_text("utf-8") == PAD.replace(REGION, "_(empty)_").replace(
        "{#cold-cache}\n", f"{{#cold-cache}}\n{REGION}\n"
    )


def test_an_edit_of_the_whole_pad_is_merged_by_key(pad_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    set_clock(monkeypatch)
    store = put(pad_path, PAD, "audited")
    record(store, "Findings", "db-port", "port is 5434", source="compose.yml", date="2026-07-20")
    edit_pad(store, PAD.replace("40 s", "41 s").replace("port is 5433", "port is 5435"), PAD)
    text = pad_path.read_text("utf-8")
    assert "builds take 41 s" in text
    assert "- port is 5435 [src:compose.yml @ 2026-07-01] {#db-port}\n" in text
    assert 'was "port is 5433"' in text


def test_an_undo_takes_back_its_own_entries_alone(pad_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    set_clock(monkeypatch)
    store = put(pad_path, PAD, "audited")
    undone = record(store, "Findings", "build-time", "builds take 20 s", source="job 1").version
    record(store, "Findings", "db-port", "port is 5434", source="compose.yml")
    store.revert(undone)
    text = pad_path.read_text("utf-8")
    assert BUILD in text
    assert "port is 5434" in text
    assert "{#build-time-changed-1}" not in text
    assert "{#db-port-changed-1}" in text


def test_an_undo_writes_over_no_later_change(pad_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    set_clock(monkeypatch)
    store = put(pad_path, PAD, "audited")
    undone = record(store, "Findings", "build-time", "builds take 20 s", source="job 1").version
    record(store, "Findings", "build-time", "builds take 10 s", source="job 2")
    before = pad_path.read_text("utf-8")
    with pytest.raises(MergeConflict) as caught:
        store.revert(undone)
    assert caught.value.section == "Findings"
    assert pad_path.read_text("utf-8") == before


def test_what_another_program_wrote_over_the_old_file_is_merged_by_key(
    pad_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It had read the pad before our upsert, and writes all of it: our entry stays, of the same one its own stands."""
    set_clock(monkeypatch)
    store = put(pad_path, PAD, "audited")
    record(store, "Findings", "build-time", "builds take 20 s", source="job 1")
    record(store, "Findings", "db-port", "port is 5434", source="job 1")
    theirs = PAD.replace("40 s", "30 s").replace(REGION, f"{REGION}\n- theirs? {{#theirs}}")
    with writing(store):
        assert merge_foreign(store, PAD.encode(), theirs.encode())
    found = facts(pad_path.read_text("utf-8"))
    assert found["build-time"] == ("Findings", "builds take 30 s")
    assert found["db-port"] == ("Findings", "port is 5434")
    assert found["theirs"] == ("Open", "theirs?")
    assert "build-time-changed-1" in found
    texts = [store.history.read(number).decode() for number in store.history.numbers()]
    assert any("builds take 20 s" in text for text in texts)
