"""A person's edits during the story: the agent takes them up and never works against them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core import PadStore
from scratchpad_tui.core.pad.edits import ticked, with_entry, without_entry
from scratchpad_tui.core.pad.schema import TASK as TASK_PROFILE
from scratchpad_tui.demo.attention import HASTE, KEPT, PATIENCE, quoted
from scratchpad_tui.demo.beats import FINDINGS, NEXT, PLAN, TASK

if TYPE_CHECKING:
    from scratchpad_tui.demo.scripted import TurnDone
    from tests.demo.conftest import Person


def sent(done: list[TurnDone], op: str, section: str) -> list[tuple[int, str]]:
    """Turn and content of every patch of a kind."""
    return [
        (turn.turn, patch.content)
        for turn in done
        for patch in turn.patches
        if (patch.op, patch.section) == (op, section)
    ]


def step_number(person: Person, text: str) -> str:
    """The number that a step of the plan shows."""
    return next(line for line in person.sections()[PLAN] if text in line).partition(".")[0]


def test_a_step_that_a_person_ticked_is_not_ticked_again(person: Person) -> None:
    """The agent looks before it ticks: no patch for it, no warning, and the tick stands."""
    done = person.plays(
        30, {10: lambda: person.types("5. [ ] Add the fakeredis", "5. [x] Add the fakeredis")}
    )
    assert "5" not in [content for _, content in sent(done, "check", PLAN)]
    assert "done by you: Add the fakeredis fixture" in done[10].said
    assert any("5. [x] Add the fakeredis" in line for line in person.sections()[PLAN])


def test_an_untouched_plan_is_ticked_by_the_numbers_it_shows(person: Person) -> None:
    """Numbers come from the plan as it stands: a person who numbers it anew is followed."""

    def numbers_anew() -> None:
        for number in range(7, 3, -1):
            person.types(f"\n{number}. [ ]", f"\n{number + 10}. [ ]")

    done = person.plays(17, {5: numbers_anew})
    assert (15, "14") in sent(done, "check", PLAN)
    assert "14. [x] Find where the limiter talks to redis" in person.sections()[PLAN]


def test_a_plan_without_numbers_is_ticked_by_position(person: Person) -> None:
    """Where no line shows a number the core counts positions, and so does the agent."""

    def unnumbers() -> None:
        for number in range(1, 8):
            person.types(f"\n{number}. [", "\n- [")

    person.plays(9, {5: unnumbers})
    assert [line[:5] for line in person.sections()[PLAN]][:4] == ["- [x]", "- [x]", "- [x]", "- [ ]"]


def test_a_step_that_a_person_added_is_noted_and_done(person: Person) -> None:
    """Next names it at once, and a later turn ticks it."""
    done = person.plays(20, {5: lambda: person.adds("8. [ ] Ask Mira first", PLAN)})
    assert done[5].patches[-1].content.startswith("Noted: step 8, Ask Mira first. ")
    turn = next(turn for turn, content in sent(done, "check", PLAN) if content == "8")
    assert 6 + PATIENCE <= turn <= 6 + HASTE + 1  # turn 13 sends one faulty patch and nothing else
    assert "8. [x] Ask Mira first" in person.sections()[PLAN]


def test_a_step_added_ready_ticked_is_left_alone(person: Person) -> None:
    """What a person did and wrote down needs nothing from the agent but a nod."""
    done = person.plays(20, {5: lambda: person.adds("8. [x] Asked Mira", PLAN)})
    assert "8" not in [content for _, content in sent(done, "check", PLAN)]


def test_a_step_that_a_person_opened_again_is_done_again(person: Person) -> None:
    """To untick is to say: not done."""
    done = person.plays(20, {5: lambda: person.types("1. [x]", "1. [ ]")})
    assert "step 1 is open again" in done[5].patches[-1].content
    assert [content for _, content in sent(done, "check", PLAN)].count("1") == 2


def test_a_step_that_a_person_reworded_is_ticked_in_its_place(person: Person) -> None:
    """It is the same step by its number; it is not done ahead of its turn."""
    reworded = "5. [ ] Add the fixture, under another name"
    done = person.plays(30, {5: lambda: person.types("5. [ ] Add the fakeredis fixture", reworded)})
    assert [turn for turn, content in sent(done, "check", PLAN) if content == "5"] == [27]
    assert "5. [x] Add the fixture, under another name" in person.sections()[PLAN]


def test_a_step_that_a_person_deleted_stays_out(person: Person) -> None:
    """No tick for it, and nothing brings it back."""
    done = person.plays(30, {5: lambda: person.types("5. [ ] Add the fakeredis fixture\n", "")})
    assert "it stays out" in done[5].said
    assert "5" not in [content for _, content in sent(done, "check", PLAN)]
    assert not any("Add the fakeredis" in line for line in person.sections()[PLAN])


def test_a_finding_that_a_person_added_is_noted_and_kept(person: Person) -> None:
    """Also when the agent prunes: what a person wrote is not the agent's to take out."""
    done = person.plays(60, {12: lambda: person.adds("- Staging has no redis either (Mira)", FINDINGS)})
    assert sent(done[:15], "replace", NEXT)[-2][1].startswith("Noted: Staging has no redis either (Mira). ")
    assert "- Staging has no redis either (Mira)" in person.sections()[FINDINGS]


def test_a_finding_that_a_person_deleted_stays_out(person: Person) -> None:
    """The agent does not write the same line a second time."""
    line = "- CI starts no redis (job #4262, step Set up)\n"
    person.plays(60, {4: lambda: person.types(line, "")})
    assert line.rstrip() not in person.sections()[FINDINGS]


def test_a_pruning_that_a_person_did_is_not_done_again(person: Person) -> None:
    """The section is within its cap: the agent takes nothing more out, and says why."""

    def prunes() -> None:
        store = PadStore(person.path)
        body = store.read().document.body(FINDINGS)
        entries = store.read().document.entries(FINDINGS)
        index = next(entry.start for entry in entries if "setup-plan" in entry.text)
        store.edit(FINDINGS, without_entry(body, index), store.read().version)

    done = person.plays(24, {23: prunes})
    assert done[23].patches == () or [patch.section for patch in done[23].patches] == [NEXT]
    assert "There is room again" in done[23].said


def test_many_lines_of_a_person_do_not_make_the_agent_overflow(person: Person) -> None:
    """With a pile of notes in Findings the agent prunes its own lines, oldest first, and none of theirs."""
    theirs = [
        f"- note {number} of a person, which is theirs and stays where it stands" for number in range(9)
    ]
    person.plays(60, {12: lambda: person.adds("\n".join(theirs), FINDINGS)})
    document = PadStore(person.path).read().document
    assert set(theirs) <= set(document.content(FINDINGS))
    assert document.size(FINDINGS) <= 1_500


def test_what_a_person_asks_in_next_is_done_first(person: Person) -> None:
    """Their Next stands for a while, is reported in Findings, and then the agent goes on with its own."""

    def asks() -> None:
        store = PadStore(person.path)
        store.edit(NEXT, ["Look at job #1 first", ""], store.read().version)

    done = person.plays(12, {8: asks})
    nexts = [turn for turn, _ in sent(done, "replace", NEXT)]
    assert not {9, 10} & set(nexts)
    assert sent(done, "append", FINDINGS)[-2:][0] == (9 + KEPT, sent(done, "append", FINDINGS)[-2:][0][1])
    assert "- Noted: Look at job #1 first - done (asked in Next, turn 9)" in person.sections()[FINDINGS]
    assert person.sections()[NEXT] == ["Mock redis.Redis in client.py, run the tests"]


def test_a_task_that_a_person_wrote_is_the_task(person: Person) -> None:
    """Whether it was there first, or changed on the way."""
    person.path.write_text("## Task\nMake them pass, and fast.\n", "utf-8")
    done = person.plays(5, {3: lambda: person.types("Make them pass, and fast.", "Fast is enough.")})
    assert person.sections()[TASK] == ["Fast is enough."]
    assert "the task is now: Fast is enough." in done[3].patches[-1].content


def test_edits_of_the_screens_are_taken_up_like_any_other(person: Person) -> None:
    """`space` and `o` go through the core; the agent sees no difference to an editor outside."""

    def ticks_and_adds() -> None:
        store = PadStore(person.path)
        reading = store.read()
        body = ticked(reading.document.body(PLAN), 2)
        store.edit(PLAN, with_entry(body, TASK_PROFILE.sections[1], "Tell the team"), reading.version)

    done = person.plays(20, {5: ticks_and_adds})
    assert "3" not in [content for _, content in sent(done, "check", PLAN)]
    number = step_number(person, "Tell the team")
    assert number in [content for _, content in sent(done, "check", PLAN)]


HOSTILE = (
    "<!-- a comment --> and text",
    "```",
    "[bold]x[/bold] [link=javascript:1]y[/link]",
    "\u202eabc\u202c",
    "x" * 3_000,
    "_(empty)_ or not",
    "## in the middle",
    "<<<<<<< mine",
)


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: ascii(text)[:20])
@pytest.mark.parametrize("section", [PLAN, FINDINGS, NEXT])
def test_what_a_person_types_never_stops_the_story(person: Person, text: str, section: str) -> None:
    """Their text is quoted by the agent: it must not break the pad, nor have the story's patches refused."""
    line = f"8. [ ] {text}" if section == PLAN else f"- {text}"
    done = person.plays(16, {5: lambda: person.adds(line, section)})
    assert PadStore(person.path).read().state == "good"
    assert [turn.turn for turn in done if turn.refused] == [13]
    assert "1. [x]" in "\n".join(person.sections()[PLAN])


def test_a_quote_is_one_short_line() -> None:
    """It becomes a part of Next, which is small."""
    assert quoted("one\n  two") == "one two"
    assert quoted("kept <!-- cut -->") == "kept"
    assert quoted("<!-- all cut -->") == "that line"
    assert len(quoted("long " * 100)) <= 80
    assert quoted("a\x1b[2Jb") == "a\u241b[2Jb"


def test_a_pad_in_conflict_only_delays_the_story(person: Person) -> None:
    """The agent cannot write; when the markers are gone its moves are made up for."""
    markers = "<<<<<<< a\n- one\n=======\n- two\n>>>>>>> b\n"
    done = person.plays(
        12, {7: lambda: person.adds(markers.rstrip(), FINDINGS), 10: lambda: person.types(markers, "")}
    )
    assert [turn.turn for turn in done if turn.refused] == [9, 10]
    assert "3. [x]" in "\n".join(person.sections()[PLAN])
    assert person.sections()[NEXT] == ["Mock redis.Redis in client.py, run the tests"]


def test_a_pad_that_a_person_removed_comes_back(person: Person) -> None:
    """The next write restores it from its history, and the story goes on."""
    person.plays(6, {4: person.path.unlink})
    assert "2. [x]" in "\n".join(person.sections()[PLAN])


def test_a_pad_that_a_person_broke_is_recovered_and_told(person: Person) -> None:
    """The agent says what was wrong, and goes on from the last good version."""
    done = person.plays(8, {6: lambda: person.types("## Next", "## Then")})
    assert 'unknown section "Then"' in done[6].said
    assert PadStore(person.path).read().state == "good"
