"""Recoveries are told until a person has looked, and lines of a broken file can be taken into the pad."""

from __future__ import annotations

from pathlib import Path

import pytest

from scratchpad_tui.core.errors import InputError
from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.pad.prompt import prompt_text
from scratchpad_tui.core.pad.store import PadStore
from scratchpad_tui.core.pad.whole_edit import edit_pad

from .faults import BROKEN, TEXT, assert_in_order, data_of, lines_of, put, save

pytestmark = pytest.mark.usefixtures("at_once")

ENTRY = Patch("Next", "replace", "go on")


@pytest.fixture(autouse=True)
def _clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCRATCHPAD_NOW", "2026-07-20T10:00:12Z")


@pytest.fixture
def store(pad_path: Path) -> PadStore:
    """A pad with versions."""
    store = PadStore(pad_path)
    save(store)
    return store


def other(store: PadStore) -> PadStore:
    """The same pad as another process sees it."""
    return PadStore(store.paths.named)


def told(store: PadStore) -> list[str]:
    """The recoveries that the next prompt of any process tells of."""
    text = prompt_text(other(store), preview=True)
    return [line for line in text.split("\n") if "It was kept as" in line or "were kept as" in line]


# Told until a person looked


def test_a_first_salvage_is_told_in_the_next_prompt_as_well(pad_path: Path) -> None:
    """There was no journal yet when the bytes were kept."""
    store = PadStore(pad_path)
    put(store, BROKEN)
    store.apply([ENTRY])
    assert told(store)


def test_a_recovery_is_told_in_every_prompt_until_a_person_has_looked(store: PadStore) -> None:
    """By any process, since the one that recovered is long gone."""
    put(store, BROKEN)
    store.apply([ENTRY])
    assert len(told(store)) == 1
    store.apply([Patch("Findings", "append", "- an accepted list later")])
    assert len(told(store)) == 1
    other(store).looked()
    assert told(store) == []


def test_the_same_break_after_a_look_is_told_again(store: PadStore) -> None:
    """Its bytes have the name that was looked at, and yet it is a new loss."""
    put(store, BROKEN)
    store.apply([ENTRY])
    store.looked()
    put(store, BROKEN)
    store.apply([Patch("Next", "replace", "again")])
    assert len(told(store)) == 1


def test_a_look_covers_only_what_was_there(store: PadStore) -> None:
    """The next recovery is news."""
    put(store, BROKEN)
    store.apply([ENTRY])
    store.looked()
    put(store, BROKEN + "more\n")
    store.apply([Patch("Next", "replace", "again")])
    assert len(told(store)) == 1


def test_recoveries_are_still_told_when_the_cache_is_gone(store: PadStore) -> None:
    """`state.json` may be deleted: looks are in the journal too."""
    put(store, BROKEN)
    store.apply([ENTRY])
    Path(store.paths.state).unlink(missing_ok=True)
    assert len(told(store)) == 1
    store.looked()
    Path(store.paths.state).unlink(missing_ok=True)
    assert told(store) == []


# Taking lines over


def test_each_quarantined_file_is_listed_with_reason_and_the_lines_that_the_pad_lacks(
    store: PadStore,
) -> None:
    """With their numbers in the broken file and the section they stood under."""
    put(store, BROKEN)
    store.apply([ENTRY])
    (item,) = other(store).quarantined()
    assert item.name == "scratchpad.broken-1784541612.md"
    assert item.time == "2026-07-20T10:00:12.000Z"
    assert "Rulde out" in item.reason
    number = BROKEN.split("\n").index("- typed by a person") + 1
    assert (number, "Findings", "- typed by a person") in item.missing_lines
    assert "list the callers" not in str(item.missing_lines)


def test_a_file_that_the_journal_does_not_know_is_listed_as_well(store: PadStore) -> None:
    """The time is in its name."""
    (Path(store.paths.folder) / "scratchpad.broken-1784541612.md").write_text(BROKEN)
    (item,) = store.quarantined()
    assert item.time == "2026-07-20T10:00:12.000Z"
    assert item.reason


def test_lines_are_taken_into_their_sections_once(store: PadStore) -> None:
    """One by its number, then the rest."""
    put(store, BROKEN.replace("## Next\nwrite the adapter", "## Next\nalso lost"))
    store.apply([Patch("Findings", "append", "- after the break")])
    number = BROKEN.split("\n").index("- typed by a person") + 1
    store.take([number])
    text = (data_of(store) or b"").decode()
    assert "- after the break\n- typed by a person\n" in text
    assert "also lost" not in text
    store.take("all")
    text = (data_of(store) or b"").decode()
    assert (text.count("- typed by a person"), text.count("also lost")) == (1, 1)
    assert store.take("all").changed is False
    assert_in_order(store)
    assert (lines_of(store)[-1]["actor"], lines_of(store)[-1]["operations"][0]["op"]) == ("human", "take")


def test_a_line_that_is_not_offered_is_refused(store: PadStore) -> None:
    """A wrong number takes nothing over."""
    put(store, BROKEN)
    store.apply([ENTRY])
    before = data_of(store)
    with pytest.raises(InputError, match="line 999"):
        store.take([999])
    assert data_of(store) == before


def test_with_nothing_in_quarantine_there_is_nothing_to_take(store: PadStore) -> None:
    """A plain sentence."""
    with pytest.raises(InputError, match="nothing is in quarantine"):
        store.take("all")


def broken_with(store: PadStore, *lines: str) -> str:
    """A pad that was broken with these lines in Findings, and is recovered; the file's name."""
    broken = BROKEN.replace("- typed by a person", "\n".join(["- typed by a person", *lines]))
    put(store, broken + "\0\n")  # what cannot be read is no conflict to be decided
    store.apply([ENTRY])
    return store.quarantined()[-1].name


@pytest.mark.parametrize(
    ("lines", "left"),
    [
        (["<!-- half a note", "- behind it"], "<!-- half a note"),
        (["- a", "```", "in a fence"], "```"),
        (["```", "in a fence", "```", "~~~~", "- b"], "~~~~"),
    ],
)
def test_all_takes_every_line_but_one_that_would_break_the_pad(
    lines: list[str], left: str, store: PadStore
) -> None:
    """It is named as it stands in the quarantined file, which is the one that a person can look into."""
    name = broken_with(store, *lines)
    number = next(line.line for line in reversed(store.quarantined()[-1].missing_lines) if line.text == left)
    outcome = store.take("all")
    assert outcome.changed
    (warning,) = [warning for warning in outcome.warnings if name in warning]
    assert warning.startswith(f'line {number} (Findings: "{left}")')
    text = (data_of(store) or b"").decode()
    assert "- typed by a person" in text
    assert all(line in text for line in lines if line != left)
    assert store.read().state == "good"


def test_many_lines_that_would_break_the_pad_are_left_out_at_once(store: PadStore) -> None:
    """Looking for one after the other would take as long as there are lines, with the lock held."""
    name = broken_with(store, *(f"<!-- note {n}" for n in range(300)), "- last")
    outcome = store.take("all")
    assert any("(and 299 more)" in warning and name in warning for warning in outcome.warnings)
    assert "- last" in (data_of(store) or b"").decode()


def test_a_wanted_line_that_would_break_the_pad_is_refused_by_its_own_number(store: PadStore) -> None:
    """With what else to do."""
    name = broken_with(store, "<!-- half a note", "- behind it")
    before = data_of(store)
    numbers = {line.text: line.line for line in store.quarantined()[-1].missing_lines}
    with pytest.raises(InputError, match="take the others without it") as caught:
        store.take([numbers["<!-- half a note"], numbers["- behind it"]])
    assert caught.value.message.startswith(
        f'line {numbers["<!-- half a note"]} (Findings: "<!-- half a note") of {name}'
    )
    with pytest.raises(InputError, match="copy it from that file"):
        store.take([numbers["<!-- half a note"]])
    assert data_of(store) == before
    assert store.take([numbers["- behind it"]]).changed


def test_the_marks_of_a_merge_conflict_are_never_missing_lines(store: PadStore) -> None:
    """Nobody wrote them; both sides are offered, and taking all of them leaves a pad without marks."""
    merging = TEXT.replace("- retries", "<<<<<<< HEAD\n- mine\n=======\n- theirs\n>>>>>>> other\n- retries")
    assert merging != TEXT
    put(store, merging)
    edit_pad(store, TEXT.replace("- retries", "- mine\n- retries"), merging)
    lines = [line.text for item in store.quarantined() for line in item.missing_lines]
    assert lines == ["- theirs"]
    store.take("all")
    assert "<<<<<<<" not in (data_of(store) or b"").decode()
    assert "=======" not in (data_of(store) or b"").decode()


def test_lines_of_an_older_file_are_taken_by_its_name(store: PadStore) -> None:
    """Without a name the newest that has something is meant."""
    for word in ("first", "second"):
        put(store, (data_of(store) or b"") + f"- {word}\n```\n".encode())
        store.apply([Patch("Task", "replace", f"now {word}")])
    old, new = store.quarantined()
    with pytest.raises(InputError, match="no quarantined file is named x"):
        store.take("all", "x")
    store.take([line.line for line in old.missing_lines if line.text == "- first"], old.name)
    assert "- first" in (data_of(store) or b"").decode()
    store.take([line.line for line in new.missing_lines if line.text == "- second"])
    assert "- second" in (data_of(store) or b"").decode()


def missing(store: PadStore) -> list[str]:
    """What any process calls missing."""
    return [line.text for item in other(store).quarantined() for line in item.missing_lines]


def test_a_line_that_was_taken_over_is_missing_no_more_whatever_becomes_of_it(store: PadStore) -> None:
    """Reworded by hand it is an edit of the pad, and not the line of the broken file once more."""
    put(store, BROKEN.replace("## Next\nwrite the adapter", "## Next\nalso lost"))
    store.apply([ENTRY])
    number = BROKEN.split("\n").index("- typed by a person") + 1
    store.take([number])
    put(store, (data_of(store) or b"").replace(b"- typed by a person", b"- typed, and better said"))
    store.record_external()
    assert missing(store) == ["also lost"]
    other(store).take("all")
    assert missing(store) == []
    assert store.read().state == "good"


def test_a_line_whose_taking_was_taken_back_is_missing_again(store: PadStore) -> None:
    """And done again it is not; only which lines they were stands in the journal."""
    put(store, BROKEN)
    store.apply([ENTRY])
    took = store.take("all").version
    assert missing(store) == []
    assert took is not None
    undid = store.revert(took).version
    assert missing(store) == ["- typed by a person"]
    assert undid is not None
    store.revert(undid)
    store.apply([Patch("Findings", "remove", "typed by a person")])
    assert missing(store) == []
    assert "typed by a person" not in str([line for line in lines_of(store) if '"take"' in str(line)])


def test_the_same_break_later_offers_its_lines_again(store: PadStore) -> None:
    """Its bytes have the name of the file that they were taken from, and yet they are lost anew."""
    put(store, BROKEN)
    store.apply([ENTRY])
    store.take("all")
    store.apply([Patch("Findings", "remove", "typed by a person")])
    assert missing(store) == []
    put(store, BROKEN)
    store.apply([Patch("Next", "replace", "again")])
    assert "- typed by a person" in missing(store)
