"""Notes: how an entry is read, what is told of odd ones, how one is added, and how a hypothesis is confirmed."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scratchpad_tui.core.clock import now
from scratchpad_tui.core.errors import InputError, PatchError
from scratchpad_tui.core.pad.check import check_pad
from scratchpad_tui.core.pad.entries import find_entries
from scratchpad_tui.core.pad.notes import LONGEST, read_note
from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.pad.schema import AUDITED, SESSION, TASK, note_section
from scratchpad_tui.core.session.notes import note, retagged
from tests.core.session.desks import NOON, Desk, ago, session_text

if TYPE_CHECKING:
    from scratchpad_tui.core.pad.notes import Note

TAGS = ("observed", "hypothesis", "decided")
MOMENT = datetime.fromisoformat(NOON)


def read(line: str) -> Note:
    """One line as a note."""
    (entry,) = find_entries([line])
    return read_note(entry, TAGS, MOMENT)


@pytest.mark.parametrize(
    ("line", "time", "tag", "text", "keep"),
    [
        ("- 2026-07-20T10:12Z [observed] auth flake", "10:12", "observed", "auth flake", False),
        ("* 2026-07-20T10:12:59Z [decided] a [b] c #keep", "10:12", "decided", "a [b] c", True),
        ("2026-07-20T10:12:59.123Z   [hypothesis]   x", "10:12", "hypothesis", "x", False),
        (
            "- 2026-07-20T10:12Z [observed] #keeper of #keep things",
            "10:12",
            "observed",
            "#keeper of #keep things",
            False,
        ),
        ("- 2026-07-20T12:05Z [observed] clocks differ", "12:05", "observed", "clocks differ", False),
    ],
)
def test_a_note_is_read_whole(line: str, time: str, tag: str, text: str, *, keep: bool) -> None:
    found = read(line)
    assert found.code == ""
    assert found.moment is not None
    assert (f"{found.moment:%H:%M}", found.tag, found.text, found.keep) == (time, tag, text, keep)
    assert found.moment.tzinfo is UTC


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("- no time at all", "no-time"),
        ("plain line by hand", "no-time"),
        ("- [observed] no time", "no-time"),
        ("- 2026-02-30T10:00Z [observed] no such day", "bad-time"),
        ("- 2026-07-20T24:00Z [observed] end of day", "bad-time"),
        ("- 2026-07-20T10:61Z [observed] no such minute", "bad-time"),
        ("- 2026-07-20 10:12Z [observed] blank instead of T", "bad-time"),
        ("- 2026-07-20t10:12z [observed] lower case", "bad-time"),
        ("- 2026-07-20T10:12 [observed] naive", "bad-time"),
        ("- 2026-07-20T10:12+02:00 [observed] local", "bad-time"),
        ("- 2026-07-20 [observed] a day alone", "bad-time"),
        ("- \uff12026-07-20T10:12Z [observed] a wide digit", "no-time"),
        ("- 2026-07-20T12:06Z [observed] from the future", "future"),
        ("- 2062-07-20T09:10Z [observed] typo in the year", "future"),
        ("- 2026-07-20T10:12Z hypothesis without brackets", "no-tag"),
        ("- 2026-07-20T10:12Z [] empty tag", "bad-tag"),
        ("- 2026-07-20T10:12Z [guess] unknown tag", "bad-tag"),
        ("- 2026-07-20T10:12Z [Observed] capital", "bad-tag"),
    ],
)
def test_what_is_odd_is_told_and_keeps_its_text(line: str, code: str) -> None:
    """An age that is guessed would archive what is fresh, or keep what is old for ever."""
    found = read(line)
    assert found.code == code
    assert found.fault
    assert line.removeprefix("- ").split()[-1] in found.line


@given(text=st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r\n"), max_size=60))
def test_any_line_is_read_without_an_error_and_without_losing_a_word(text: str) -> None:
    """What a person writes by hand is never refused."""
    for entry in find_entries([f"- {text}"]):
        found = read_note(entry, TAGS, MOMENT)
        for word in found.text.split():
            assert word in entry.text


def test_validate_names_the_lines_and_no_others(desk: Desk) -> None:
    odd = [
        "- no time at all",
        f"- {ago(2)} no tag",
        "- 2026-02-30T10:00Z [observed] x",
        f"- {ago(-48)} [observed] y",
    ]
    desk.put(session_text([f"- {ago(1)} [observed] fine", *odd, f"- {ago(1)} [observed] {'z' * 201}"]))
    checked = check_pad(desk.store)
    assert checked is not None
    assert checked.ok
    assert [(one.line, one.code) for one in checked.warnings] == [
        (3, "no-time"),
        (4, "no-tag"),
        (5, "bad-time"),
        (6, "future"),
        (7, "too-long"),
    ]


def test_only_the_session_profile_has_notes() -> None:
    assert [note_section(profile) is None for profile in (TASK, SESSION, AUDITED)] == [True, False, True]


def test_a_note_gets_the_clocks_time_and_leaves_every_other_byte(desk: Desk) -> None:
    before = session_text([f"- {ago(1)} [observed] one"], head="---\nowner: nobody\n---\r\nwords\n\n")
    desk.put(before)
    note(desk.store, "auth flake may be clock skew", "hypothesis")
    note(desk.store, "node 20.11 only", "observed", keep=True)
    new = "- 2026-07-20T12:00Z [hypothesis] auth flake may be clock skew\n- 2026-07-20T12:00Z [observed] node 20.11 only #keep\n"
    one = f"- {ago(1)} [observed] one\n"
    assert desk.path.read_bytes().decode() == before.replace(one, one + new)


@pytest.mark.parametrize(
    ("text", "tag", "code"),
    [
        ("x", "guess", "bad-tag"),
        ("", "observed", "empty-content"),
        ("  ", "observed", "empty-content"),
        ("y" * 201, "observed", "too-long"),
        ("a\n- 2026-07-20T10:13Z [decided] drop all", "observed", "several-lines"),
        ("a\rb", "observed", "several-lines"),
    ],
)
def test_what_is_no_note_is_refused_and_nothing_written(desk: Desk, text: str, tag: str, code: str) -> None:
    desk.put(session_text())
    before = desk.path.read_bytes()
    with pytest.raises(InputError) as caught:
        note(desk.store, text, tag)
    assert caught.value.code == code
    assert desk.path.read_bytes() == before


def test_two_hundred_characters_are_not_too_many_and_keep_does_not_count(desk: Desk) -> None:
    desk.put(session_text())
    note(desk.store, "z" * LONGEST, "decided", keep=True)
    assert desk.lines("Scratch") == [f"- 2026-07-20T12:00Z [decided] {'z' * LONGEST} #keep"]


@pytest.mark.parametrize(
    ("content", "line"),
    [
        ("[decided] use one queue", "- 2026-07-20T12:00Z [decided] use one queue"),
        ("- [decided] use one queue", "- 2026-07-20T12:00Z [decided] use one queue"),
        ("- 2026-07-20T09:00Z [observed] x #keep", "- 2026-07-20T09:00Z [observed] x #keep"),
    ],
)
def test_an_append_to_scratch_gets_a_time_where_it_has_none(desk: Desk, content: str, line: str) -> None:
    desk.put(session_text())
    desk.store.apply([Patch("Scratch", "append", content)])
    assert desk.lines("Scratch") == [line]


@pytest.mark.parametrize("op", ["append", "replace"])
@pytest.mark.parametrize(
    ("content", "code"),
    [
        ("no tag at all", "no-tag"),
        ("[guess] unknown tag", "bad-tag"),
        ("[observed] " + "y" * 201, "too-long"),
        ("[observed] " + "y" * 150 + "\n" + "z" * 60, "too-long"),
        ("[observed]", "empty-content"),
        ("2026-02-30T10:00Z [observed] no such day", "bad-time"),
        ("- [observed] one\n- two without", "no-tag"),
    ],
)
def test_an_append_that_is_no_note_is_refused_whole(desk: Desk, op: str, content: str, code: str) -> None:
    desk.put(session_text([f"- {ago(1)} [observed] one"]))
    before = desk.path.read_bytes()
    with pytest.raises(PatchError) as caught:
        desk.store.apply([Patch("Scratch", "append", "[observed] fine"), Patch("Scratch", op, content)])
    assert (caught.value.code, caught.value.index, caught.value.field) == (code, 1, "content")
    assert desk.path.read_bytes() == before


def test_settings_add_tags(desk: Desk) -> None:
    desk.put(session_text())
    (desk.path.parent / "scratchpad.toml").write_text('[session]\ntags = "risk, todo, NO!"\n')
    note(desk.store, "may break", "risk")
    assert desk.lines("Scratch") == ["- 2026-07-20T12:00Z [risk] may break"]
    checked = check_pad(desk.store)
    assert checked is not None
    assert checked.warnings == ()
    assert [fault for fault in desk.store.faults if "NO!" in fault]
    desk.store.apply([Patch("Scratch", "append", "[todo] later")])


def test_a_hypothesis_is_confirmed_in_its_place(desk: Desk) -> None:
    lines = [f"- {ago(2)} [hypothesis] set per file\n  since v2", f"- {ago(1)} [hypothesis] a tab"]
    desk.put(session_text(lines))
    before = desk.path.read_text("utf-8")
    done = retagged(desk.store, "set per file")
    assert done.changed
    assert done.line == f"- {ago(2)} [observed] set per file"
    assert desk.path.read_text("utf-8") == before.replace("[hypothesis] set", "[observed] set")
    assert not retagged(desk.store, "Scratch:1").changed
    assert retagged(desk.store, "scratch:2").line.endswith("[observed] a tab")


@pytest.mark.parametrize(
    ("name", "code", "words"),
    [
        ("delimiter", "several-entries", "Scratch:1"),
        ("nothing like it", "no-entry", "Scratch"),
        ("Scratch:3", "no-entry", "it has 2"),
        ("Scratch:0", "no-entry", "it has 2"),
        ("", "no-entry", "SECTION:N"),
        ("keep row order", "no-entry", "Scratch"),
    ],
)
def test_a_name_means_one_entry_or_is_refused_with_the_candidates(
    desk: Desk, name: str, code: str, words: str
) -> None:
    desk.put(
        session_text(
            [f"- {ago(2)} [hypothesis] delimiter per file", f"- {ago(1)} [hypothesis] delimiter tab"]
        )
    )
    with pytest.raises(InputError) as caught:
        retagged(desk.store, name)
    assert caught.value.code == code
    assert words in str(caught.value)


def test_a_pad_without_scratch_is_told_what_to_use(pad_path: object, desk: Desk) -> None:
    desk.put("## Findings\n- x\n\n## Task\ny\n")
    other = Desk(desk.path, profile=None)
    for act in (lambda: note(other.store, "x", "observed"), lambda: retagged(other.store, "x")):
        with pytest.raises(InputError, match=r"apply.*init --profile session"):
            act()


def test_the_clock_of_these_tests_stands_still() -> None:
    assert now() == MOMENT
