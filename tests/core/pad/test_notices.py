"""Warnings that reach the agent's next prompt, in whatever process that is built, and stand as long as they are true."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.pad.notices import notices
from scratchpad_tui.core.pad.patch import Patch
from tests.core.pad.pads import Desk, pad
from tests.core.pad.processes import holding

if TYPE_CHECKING:
    from pathlib import Path

    from scratchpad_tui.core.pad.store import Outcome


class Turns(Desk):
    """A pad that an agent and a person patch."""

    def told(self) -> list[str]:
        """What the next prompt of another process warns of."""
        store = self.store()
        found = notices(store.read(), store.state())
        store.close()
        return found

    def turn(self, *wanted: tuple[str, ...], actor: str = "agent", session: str | None = None) -> Outcome:
        """One turn: a list of patches."""
        store = self.store()
        try:
            return store.apply([Patch(*fields) for fields in wanted], actor=actor, session=session)
        finally:
            store.close()


@pytest.fixture
def turns(pad_path: Path) -> Turns:
    found = Turns(pad_path)
    found.save(pad())
    return found


def test_a_pad_without_trouble_warns_of_nothing(turns: Turns) -> None:
    """An agent learns to skip what always stands there."""
    assert turns.told() == []
    assert "Warnings:" not in turns.prompt()


def test_a_warning_about_an_operation_stands_until_the_actors_next_accepted_list(turns: Turns) -> None:
    """The agent reads it in its next prompt; once it has acted, it is over."""
    (warning,) = turns.turn(("Plan", "check", "9")).warnings
    assert turns.told() == [warning]
    assert f"Warnings:\n- {warning}" in turns.prompt()
    assert turns.told() == [warning]
    turns.turn(("Next", "replace", "go"))
    assert turns.told() == []


def test_an_empty_list_is_accepted_and_ends_it(turns: Turns) -> None:
    """Most turns change nothing: an agent must not pay for an old warning in each of them. The pad is not touched."""
    turns.turn(("Plan", "check", "9"))
    before = (turns.path.read_bytes(), turns.path.stat().st_mtime_ns, len(turns.versions))
    turns.apply([])
    assert turns.told() == []
    assert (turns.path.read_bytes(), turns.path.stat().st_mtime_ns, len(turns.versions)) == before


def test_an_empty_list_of_another_actor_or_for_show_ends_nothing(turns: Turns) -> None:
    """Each answers for its own, and a dry run is no turn."""
    (warning,) = turns.turn(("Plan", "check", "9")).warnings
    turns.turn(actor="human")
    store = turns.store()
    store.apply([], dry_run=True)
    store.close()
    assert turns.told() == [warning]


def test_an_empty_list_waits_for_no_lock(turns: Turns) -> None:
    """It is valid while another program holds it; the warning then stands for another turn."""
    (warning,) = turns.turn(("Plan", "check", "9")).warnings
    with holding(turns.store().paths.lock):
        assert not turns.apply([]).changed
    assert turns.told() == [warning]


def test_a_leniency_with_an_empty_list_is_told_in_the_next_prompt(turns: Turns) -> None:
    """It is a warning as any other."""
    outcome = turns.apply("```json\n[]\n```")
    assert outcome.warnings
    assert turns.told() == outcome.warnings


def test_a_refused_list_lets_it_stand(turns: Turns) -> None:
    """The agent did nothing about it yet."""
    (warning,) = turns.turn(("Plan", "check", "9")).warnings
    with pytest.raises(Exception, match="unknown section"):
        turns.turn(("Vibes", "append", "x"))
    assert turns.told() == [warning]


def test_another_actors_list_lets_it_stand(turns: Turns) -> None:
    """Each answers for its own: a person's patch does not settle what the agent was told, nor the other way round."""
    (one,) = turns.turn(("Plan", "check", "9")).warnings
    turns.turn(("Next", "replace", "by hand"), actor="human")
    assert turns.told() == [one]
    (two,) = turns.turn(("Findings", "remove", "nothing of it"), actor="human").warnings
    assert sorted(turns.told()) == sorted([one, two])
    turns.turn(("Next", "replace", "on"))
    assert turns.told() == [two]


def test_the_agents_next_session_is_the_same_actor(turns: Turns) -> None:
    """Session ids are labels on versions; a session that never comes back must not warn for ever."""
    turns.turn(("Plan", "check", "9"), session="s-1")
    assert len(turns.told()) == 1
    turns.turn(("Next", "replace", "on"), session="s-2")
    assert turns.told() == []


def test_a_list_of_another_kind_of_warning_takes_the_place_of_the_old(turns: Turns) -> None:
    """The newest list's warnings are the ones that count."""
    turns.turn(("Plan", "check", "9"))
    (new,) = turns.turn(("Plan", "check", "8")).warnings
    assert turns.told() == [new]


def test_a_leniency_is_told_in_the_next_prompt_too(turns: Turns) -> None:
    """So that the next list comes without its wrapping."""
    outcome = turns.apply('```json\n[{"section":"Next","op":"replace","content":"go"}]\n```')
    assert turns.told() == outcome.warnings
    assert "code fence" in turns.told()[0]


def test_a_section_over_its_cap_is_told_while_it_lasts(turns: Turns) -> None:
    """Whoever wrote it, and whatever others do meanwhile."""
    turns.put(pad(Next="n" * 260))
    assert "Next is 261 chars, over its 200 cap" in turns.told()[0]
    turns.turn(("Findings", "append", "x"))
    assert "Next is 261 chars" in turns.told()[0]
    turns.turn(("Next", "replace", "short"))
    assert turns.told() == []


def test_a_recovery_is_told_until_a_person_looked_at_it(turns: Turns) -> None:
    """Also after many turns: the broken file may hold lines that somebody wants back."""
    turns.put(pad(Next="typed by hand") + "## Vibes\n")
    (warning,) = turns.turn(("Plan", "check", "2")).warnings
    assert turns.quarantined[0].name in warning
    for step in range(3):
        turns.turn(("Next", "replace", f"step {step}"))
        assert turns.told() == [warning]
    store = turns.store()
    store.looked()
    store.close()
    assert turns.told() == []


def test_a_broken_pad_is_told_before_anybody_moved_it(turns: Turns) -> None:
    """A prompt serves the last good version and says so."""
    turns.put(pad() + "## Vibes\n")
    assert len(turns.told()) == 1
    assert "does not parse" in turns.told()[0]


def test_at_most_ten_are_told_newest_first_and_the_rest_counted(
    turns: Turns, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Warnings must not fill the context that they are to save."""
    monkeypatch.setenv("SCRATCHPAD_NOW", "2026-07-20T10:01:00Z")
    new = turns.turn(*(("Plan", "check", str(20 + n)) for n in range(7))).warnings
    monkeypatch.setenv("SCRATCHPAD_NOW", "2026-07-20T10:00:00Z")
    old = turns.turn(*(("Plan", "check", str(40 + n)) for n in range(6)), actor="human").warnings
    assert turns.told() == [*new, *old[:3], "3 more"]
    assert turns.prompt().count("no item") == 10


def test_the_same_sentence_is_told_once(turns: Turns) -> None:
    """Both may earn the same warning."""
    for actor in ("agent", "human"):
        turns.turn(("Plan", "check", "9"), actor=actor)
    assert len(turns.told()) == 1


def test_without_the_cache_file_recoveries_are_still_told(turns: Turns) -> None:
    """`state.json` may be deleted: what must not be forgotten stands in the journal."""
    turns.put(pad() + "## Vibes\n")
    (warning,) = turns.turn(("Plan", "check", "2")).warnings
    turns.turn(("Plan", "check", "9"))
    state = turns.path.parent / ".history" / turns.path.name / "state.json"
    state.unlink()
    assert turns.told() == [warning]
    state.write_text("{not json")
    assert turns.told() == [warning]
