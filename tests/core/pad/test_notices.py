"""Warnings that reach the agent's next prompt, in whatever process that is built, and stand as long as they are true."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.pad.notices import notices
from tests.core.pad.pads import Desk, add, pad

if TYPE_CHECKING:
    from pathlib import Path

    from scratchpad_tui.core.pad.store import Outcome


class Turns(Desk):
    """A pad that several agents patch."""

    def told(self) -> list[str]:
        """What the next prompt of another process warns of."""
        store = self.store()
        found = notices(store.read(), store.state())
        store.close()
        return found

    def turn(self, section: str, content: str, op: str = "append", *, session: str | None = None) -> Outcome:
        """One turn of an agent's session."""
        store = self.store()
        try:
            from scratchpad_tui.core.pad.patch import Patch

            return store.apply([Patch(section, op, content)], session=session)
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
    (warning,) = turns.turn("Plan", "9", "check").warnings
    assert turns.told() == [warning]
    assert f"Warnings:\n- {warning}" in turns.prompt()
    assert turns.told() == [warning]
    turns.turn("Next", "go", "replace")
    assert turns.told() == []


def test_an_empty_list_or_a_refused_one_lets_it_stand(turns: Turns) -> None:
    """The agent did nothing about it yet."""
    (warning,) = turns.turn("Plan", "9", "check").warnings
    turns.apply([])
    assert turns.told() == [warning]
    with pytest.raises(Exception, match="unknown section"):
        turns.turn("Vibes", "x")
    assert turns.told() == [warning]


def test_another_actors_list_lets_it_stand(turns: Turns) -> None:
    """Each answers for its own; a person's patch is not the agent's."""
    (one,) = turns.turn("Plan", "9", "check", session="s-1").warnings
    turns.turn("Next", "go", "replace", session="s-2")
    turns.apply(add("Next", "by hand", "replace"), actor="human")
    assert turns.told() == [one]
    (two,) = turns.turn("Findings", "nothing of it", "remove", session="s-2").warnings
    assert sorted(turns.told()) == sorted([one, two])
    turns.turn("Next", "on", "replace", session="s-1")
    assert turns.told() == [two]


def test_a_list_of_another_kind_of_warning_takes_the_place_of_the_old(turns: Turns) -> None:
    """The newest list's warnings are the ones that count."""
    turns.turn("Plan", "9", "check")
    (new,) = turns.turn("Plan", "8", "check").warnings
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
    turns.turn("Findings", "x")
    assert "Next is 261 chars" in turns.told()[0]
    turns.turn("Next", "short", "replace")
    assert turns.told() == []


def test_a_recovery_is_told_until_a_person_looked_at_it(turns: Turns) -> None:
    """Also after many turns: the broken file may hold lines that somebody wants back."""
    turns.put(pad(Next="typed by hand") + "## Vibes\n")
    (warning,) = turns.turn("Plan", "2", "check").warnings
    assert turns.quarantined[0].name in warning
    for step in range(3):
        turns.turn("Next", f"step {step}", "replace")
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
    for step in range(13):
        monkeypatch.setenv("SCRATCHPAD_NOW", f"2026-07-20T10:{step:02d}:00Z")
        turns.turn("Plan", str(20 + step), "check", session=f"s-{step}")
    told = turns.told()
    assert [sentence.split()[-1] for sentence in told[:10]] == [str(32 - step) for step in range(10)]
    assert told[10:] == ["3 more"]


def test_the_same_sentence_is_told_once(turns: Turns) -> None:
    """Two sessions may earn the same warning."""
    for session in ("s-1", "s-2"):
        turns.turn("Plan", "9", "check", session=session)
    assert len(turns.told()) == 1


def test_without_the_cache_file_recoveries_are_still_told(turns: Turns) -> None:
    """`state.json` may be deleted: what must not be forgotten stands in the journal."""
    turns.put(pad() + "## Vibes\n")
    (warning,) = turns.turn("Plan", "2", "check").warnings
    turns.turn("Plan", "9", "check")
    state = turns.path.parent / ".history" / turns.path.name / "state.json"
    state.unlink()
    assert turns.told() == [warning]
    state.write_text("{not json")
    assert turns.told() == [warning]
