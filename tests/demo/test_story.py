"""The story: always the same for a seed, alive across seeds, and believable."""

from __future__ import annotations

import json
import os
import re
from functools import cache
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core import PadStore
from scratchpad_tui.core.errors import PatchError
from scratchpad_tui.core.pad import journal
from scratchpad_tui.core.pad.document import Document
from scratchpad_tui.core.pad.operations import apply_patches
from scratchpad_tui.core.pad.schema import TASK
from scratchpad_tui.core.text import tokens
from scratchpad_tui.demo.beats import FINDINGS, RULED_OUT, Blunder, Note
from scratchpad_tui.demo.patching import Desk, patches_for
from scratchpad_tui.demo.reading import PadNow
from scratchpad_tui.demo.scripted import CAPS, ScriptedAgent
from scratchpad_tui.demo.stage import play, story_clock
from scratchpad_tui.demo.story import FAREWELL, TURNS, WINDOW, Story
from scratchpad_tui.demo.transcript import Transcript

if TYPE_CHECKING:
    from pathlib import Path

    from scratchpad_tui.core.pad.journal import Record
    from scratchpad_tui.demo.scripted import TurnDone

SEEDS = range(24)


@cache
def steps_of(seed: int) -> tuple[tuple[int, Document, list[str]], ...]:
    """Each turn of an undisturbed story with the pad after it and what the operations warned of, without a disk."""
    steps: list[tuple[int, Document, list[str]]] = []
    document = Document.empty(TASK)
    own: set[str] = set()
    story = Story(seed)
    for turn in range(1, TURNS + 1):
        moves = story.beat(turn).moves
        warnings: list[str] = []
        if not any(isinstance(move, Blunder) for move in moves):
            patches = patches_for(moves, Desk(PadNow(document.sections()), CAPS, {}, own))
            applied = apply_patches(document, patches)
            document, warnings = applied.document, applied.op_warnings
            own.update(entry.text for name in TASK.names for entry in document.entries(name))
        steps.append((turn, document, warnings))
    return tuple(steps)


def sent(done: list[TurnDone]) -> bytes:
    """What the agent sent in all turns."""
    return json.dumps([[patch._asdict() for patch in turn.patches] for turn in done]).encode()


def records(folder: Path) -> list[Record]:
    """The journal of the pad in a folder."""
    return list(journal.records(PadStore(folder / "scratchpad.md").paths.journal))


def test_the_same_seed_tells_the_same_story(workplace: Path, tmp_path: Path) -> None:
    """A bug report or a picture that names a seed can be seen again, byte for byte."""
    other = tmp_path / "other"
    other.mkdir()
    first = play(str(workplace / "scratchpad.md"), seed=11, clock=story_clock())
    second = play(str(other / "scratchpad.md"), seed=11, clock=story_clock())
    assert sent(first) == sent(second)
    assert (workplace / "scratchpad.md").read_bytes() == (other / "scratchpad.md").read_bytes()


def test_the_story_of_a_seed_is_the_same_in_every_release() -> None:
    """The pictures stand on it: a change of the story is seen here, and made on purpose."""
    beats = Story(7).beats
    assert [note.text for note in beats[1].moves if isinstance(note, Note)] == [
        "CI starts no redis (job #4262, step Set up)"
    ]


def test_other_seeds_tell_it_otherwise() -> None:
    """Different job numbers, wordings, orders and wrong turns: the demo looks alive the second time too."""
    stories = {repr(Story(seed).beats) for seed in SEEDS}
    assert len(stories) == len(SEEDS)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_story_has_sixty_turns_that_the_core_accepts(seed: int) -> None:
    """No patch but the one meant to be refused is refused, and none warns of an operation that did nothing."""
    turns = steps_of(seed)
    assert len(turns) == len(Story(seed).beats) == TURNS == 60
    assert [(turn, warnings) for turn, _, warnings in turns if warnings] == []


@pytest.mark.parametrize("seed", range(9))
def test_the_meant_refusal_is_refused(seed: int) -> None:
    """Every seed shows one refusal, of one kind or another, by the core's own rules."""
    blunders = [move for beat in Story(seed).beats for move in beat.moves if isinstance(move, Blunder)]
    patches = patches_for(blunders, Desk(PadNow({}), CAPS, {}, ()))
    assert len(patches) == 1
    with pytest.raises(PatchError):
        apply_patches(Document.empty(TASK), patches)


def test_the_refusals_differ_between_seeds() -> None:
    """An unknown section, an unknown operation and a heading in the content are all seen sooner or later."""
    blunders = {
        (move.section, move.op)
        for seed in SEEDS
        for beat in Story(seed).beats
        for move in beat.moves
        if isinstance(move, Blunder)
    }
    assert len(blunders) == 3


@pytest.mark.parametrize("seed", SEEDS)
def test_sections_go_over_their_caps_and_come_back(seed: int) -> None:
    """Findings and Ruled out go over once each, for a few turns, and no section stays over."""
    over = [
        (turn, name)
        for turn, document, _ in steps_of(seed)
        for name in TASK.names
        if document.size(name) > CAPS[name]
    ]
    assert [turn for turn, name in over if name == FINDINGS] == [21, 22, 23]
    assert [turn for turn, name in over if name == RULED_OUT] == [49, 50, 51]
    assert len(over) == 6


@pytest.mark.parametrize("seed", SEEDS)
def test_the_final_pad_is_one_that_a_person_would_keep(seed: int) -> None:
    """Every step done, failures on record, all findings with a source, far under 3,000 tokens."""
    document = steps_of(seed)[-1][1]
    assert all(entry.marker.box == "x" for entry in document.entries("Plan"))
    assert len(document.entries(RULED_OUT)) >= 4
    assert all(re.search(r"\([^)]+\)$", entry.text) for entry in document.entries(FINDINGS))
    assert 400 < tokens(document.text()) < 1_500
    assert len(document.content("Next")) == len(document.content("Task")) == 1


def test_the_first_thirty_turns_show_what_there_is_to_see(workplace: Path) -> None:
    """A person who looks for half a minute has seen a tick, a finding, a refusal, a full section, a compaction."""
    done = play(str(workplace / "scratchpad.md"), turns=30)
    operations = [(patch.op, patch.section) for turn in done for patch in turn.patches if not turn.refused]
    assert ("check", "Plan") in operations
    assert ("append", FINDINGS) in operations
    assert any("over its 1500 cap" in warning for turn in done for warning in turn.warnings)
    assert sum(bool(turn.refused) for turn in done) == 1
    kinds = [(record.get("event"), record.get("turn")) for record in records(workplace)]
    assert ("refused", "13") in kinds
    assert ("compaction", "28") in kinds


def test_a_hand_outside_edits_and_breaks_the_file(workplace: Path) -> None:
    """Two edits are recorded as external, the broken file is kept, and its last good version comes back."""
    play(str(workplace / "scratchpad.md"), turns=44)
    kept = [record["actor"] for record in records(workplace) if record["kind"] == "version"]
    assert kept.count("external") == 2
    assert kept.count("recover") == 1
    broken = list(workplace.glob("scratchpad.broken-*.md"))
    assert len(broken) == 1
    assert [len(item.missing_lines) for item in PadStore(workplace / "scratchpad.md").quarantined()] == [1]


def test_the_undisturbed_story_raises_no_alarm(workplace: Path) -> None:
    """An agent that moves forward is silent; the alarms are for what a person should look at."""
    play(str(workplace / "scratchpad.md"))
    assert [record["alarms"] for record in records(workplace) if record.get("alarms")] == []


def test_most_diffs_are_small_and_many_turns_change_nothing(workplace: Path) -> None:
    """An agent that rewrites is not believable, nor one that writes in every turn."""
    done = play(str(workplace / "scratchpad.md"))
    quiet = sum(not turn.patches for turn in done)
    assert 12 <= quiet <= 30
    sizes = [
        record["added"] + record["removed"] for record in records(workplace) if record["kind"] == "version"
    ]
    assert max(sizes) <= 12
    assert sum(size <= 4 for size in sizes) > 0.6 * len(sizes)


def test_every_patch_carries_its_turn_and_session(workplace: Path) -> None:
    """The UI names authors by turn, and one session means one agent."""
    play(str(workplace / "scratchpad.md"), turns=20)
    agent = [
        record
        for record in records(workplace)
        if record.get("actor") == "agent" and record["kind"] == "version"
    ]
    assert {record["turn"] for record in agent} <= {str(turn) for turn in range(1, 21)}
    assert len({record["session"] for record in agent}) == 1


def test_the_clock_of_the_story_dates_its_versions(workplace: Path) -> None:
    """Pictures are made at fixed times, and the person's own clock is left as it was."""
    play(str(workplace / "scratchpad.md"), turns=3, clock=story_clock())
    times = [record["time"] for record in records(workplace) if record["kind"] == "version"]
    assert times == ["2026-07-20T09:12:00.000Z", "2026-07-20T09:13:10.000Z", "2026-07-20T09:14:20.000Z"]


@pytest.mark.parametrize("seed", SEEDS)
def test_the_context_climbs_to_the_compaction_and_falls(seed: int) -> None:
    """It falls where such agents compact, 150 to 156 thousand tokens, and climbs again from there."""
    story = Story(seed)
    cut = next(turn for turn, beat in enumerate(story.beats, 1) if beat.compacts)
    before = [story.tokens(turn) for turn in range(1, cut + 1)]
    after = [story.tokens(turn) for turn in range(cut + 1, TURNS + 100)]
    assert before == sorted(before)
    assert after == sorted(after)
    assert 20_000 < before[0] < 26_000
    assert 150_000 < before[-1] < 156_000
    assert 33_000 < after[0] < 45_000
    assert after[-1] < WINDOW


def test_after_the_story_the_agent_only_watches(workplace: Path) -> None:
    """A person who plays on after the sixty turns still has an agent that answers."""
    done = play(str(workplace / "scratchpad.md"), turns=TURNS + 5)
    assert [turn.patches for turn in done[TURNS:]] == [()] * 5


def told(folder: Path, turns: int, *, ends_after: int | None) -> tuple[list[TurnDone], bytes]:
    """So many turns of a story that no hand touches, and the pad at the end."""
    folder.mkdir(exist_ok=True)
    story, pad = Story(7, ends_after=ends_after), folder / "scratchpad.md"
    with (
        Transcript(os.devnull, str(folder), story.telling.dice) as rows,
        ScriptedAgent(str(pad), story, rows) as agent,
    ):
        done = [agent.turn(turn) for turn in range(1, turns + 1)]
    return done, pad.read_bytes()


@pytest.mark.parametrize("turns", [TURNS, 9])
def test_a_story_with_company_says_on_the_pad_that_it_is_over(
    workplace: Path, tmp_path: Path, turns: int
) -> None:
    """Once, as the next action, where it stands until a person writes; cut short it says so too, and always alike."""
    done, pad = told(workplace, turns + 10, ends_after=turns)
    assert [patch.content for patch in done[turns].patches] == [FAREWELL]
    assert [turn.patches for turn in done[turns + 1 :]] == [()] * 9
    assert pad.endswith(f"## Next\n{FAREWELL}\n".encode())
    alone, _ = told(tmp_path / "alone", turns, ends_after=None)
    assert sent(done[:turns]) == sent(alone)
    again, same = told(tmp_path / "again", turns + 10, ends_after=turns)
    assert (sent(again), same) == (sent(done), pad)


def test_the_farewell_fits_the_next_action() -> None:
    """It would be a poor last word to go over a cap."""
    assert len(FAREWELL) < CAPS["Next"] / 2
