"""Items of the queue that are not ready for reasons of their own: times ahead, lines beyond all measure, secrets in names."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scratchpad_tui.core.errors import InputError, ScratchpadError
from scratchpad_tui.core.pad import meter, turns
from scratchpad_tui.core.pad.journal import events as journal_events
from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.secrets import scanner
from scratchpad_tui.core.session import log, promote, queue
from scratchpad_tui.core.session.notes import note, retagged
from scratchpad_tui.core.session.proposing import propose
from scratchpad_tui.core.session.review import Review
from tests.core.session.desks import Desk, ago, session_text, set_clock, untouched
from tests.core.session.test_promotions import secret


@pytest.mark.parametrize(("ahead", "state"), [(-5 / 60, "ready"), (-6 / 60, "malformed"), (0, "ready")])
def test_an_entry_ahead_of_the_clock_is_not_ready_until_the_clock_is_there(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, ahead: float, state: str
) -> None:
    """Five minutes are forgiven, as when notes are archived."""
    desk.put(session_text([f"- {ago(hours=ahead)} [decided] one queue"]))
    propose(desk.store, ["one queue"])
    item = desk.item("p1")
    assert item.state == state
    if state == "malformed":
        assert "lies ahead of the clock" in item.reason
        with untouched(desk.path), pytest.raises(InputError, match="lies ahead of the clock"):
            promote.accept(desk.store, "p1")
        set_clock(monkeypatch, "2026-07-20T12:02:00Z")
    assert promote.accept(desk.store, "p1").changed


def test_no_rule_offers_an_entry_ahead_of_the_clock(desk: Desk) -> None:
    desk.put(session_text([f"- {ago(-9)} [decided] one queue", f"- {ago(1)} [decided] two"]))
    assert [item.text for item in queue.look(desk.store).candidates] == ["two"]


def put_line(desk: Desk, text: str) -> None:
    """Adds a proposal with this text to the queue's file, as another program would."""
    line: dict[str, Any] = {"event": "proposed", "session": "s1", "by": "agent", "id": "p9", "text": text}
    line |= {"tag": "observed", "at": ago(1), "section": "Scratch", "version": 1, "origin": ""}
    with open(log.log_path(desk.store), "a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")


def test_a_line_beyond_all_measure_is_told_as_damaged_and_never_decoded(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.put(session_text([f"- {ago(1)} [decided] one queue"]))
    propose(desk.store, ["one queue"])
    put_line(desk, "x" * 2_000_000)
    given: list[int] = []
    for owner, name in ((log, "decode_line"), (scanner, "scan")):
        real = getattr(owner, name)

        def noted(text: Any, *rest: Any, real: Any = real) -> Any:  # noqa: ANN401 - as of the real one
            given.append(len(text))
            return real(text, *rest)

        monkeypatch.setattr(owner, name, noted)
    look = Review(desk.store).look(metered=True)
    assert [item.id for item in look.items if not item.is_candidate] == ["p1"]
    assert "1 line of promotions.jsonl cannot be read" in look.notice
    assert given
    assert max(given) <= log.LONGEST_LINE
    assert meter.today(desk.store) < 200
    assert log.read_log(desk.store).lines == (2,)


def test_a_long_text_is_malformed_and_shown_and_metered_in_part(desk: Desk) -> None:
    desk.put(session_text())
    note(desk.store, "so that there is a history", "observed")
    put_line(desk, "x" * 20_000)
    Review(desk.store).look(metered=True)
    item = desk.item("p9")
    assert (item.state, len(item.text), len(item.line)) == ("malformed", 400, 400)
    assert "it has 20000 characters" in item.reason
    assert item.text.endswith("…")
    assert meter.today(desk.store) < 400


def test_no_piece_of_a_secret_is_left_where_a_long_text_is_cut(desk: Desk) -> None:
    desk.put(session_text())
    put_line(desk, "x " * 190 + secret() + " more" * 100)
    item = desk.item("p9")
    assert item.state in ("malformed", "secret")
    assert secret()[:8] not in item.text + item.line


def test_names_and_labels_of_a_foreign_line_are_bounded(desk: Desk) -> None:
    desk.put(session_text())
    line = {"event": "proposed", "session": "s1", "by": "b" * 999, "id": "p1", "text": "x", "version": 1}
    line |= dict.fromkeys(("tag", "at", "section", "writer", "turn", "label"), "y" * 4_000)
    Path(log.log_path(desk.store)).write_text(json.dumps(line) + "\n", "utf-8")
    item = desk.item("p1")
    found = (item.tag, item.time, item.proposer, *item.evidence[:1], *item.evidence[2:5])
    assert max(len(str(text)) for text in found) == 200


def test_a_note_that_is_refused_is_called_a_note(desk: Desk) -> None:
    """Whoever typed it sent no list of patches."""
    desk.put(session_text())
    note(desk.store, "the first", "observed")
    with pytest.raises(ScratchpadError) as told:
        note(desk.store, f"the key is {secret()}", "observed")
    assert str(told.value).startswith("the note holds what looks like a GitHub token")
    (event,) = journal_events(desk.store.paths.journal)
    assert (event["event"], event["message"]) == ("refused", str(told.value))
    with pytest.raises(ScratchpadError, match=r"^the note "):
        note(desk.store, "red \x1b[31m", "observed")


def test_a_secret_that_comes_to_be_by_a_note_is_told_of_the_note(pad_path: Path) -> None:
    store = Desk(pad_path, profile=None).store
    store.apply([Patch("Findings", "append", f"- part one {secret()[:18]}")])
    rest = [Patch("Findings", "append", f"{secret()[18:]} part two")]
    with pytest.raises(ScratchpadError, match=r"^with the note Findings would hold"):
        turns.apply(store, rest, actor="agent", turn=None, session=None, called="the note")


@pytest.mark.parametrize(
    ("act", "named"),
    [
        (lambda desk, value: propose(desk.store, [value]), "the proposal holds"),
        (lambda desk, value: propose(desk.store, ["fine", value]), "proposal 2 holds"),
        (lambda desk, value: propose(desk.store, ["fine"], tag=value), "the tag holds"),
        (lambda desk, value: propose(desk.store, ["fine"], section=value), "the section's name holds"),
        (lambda desk, value: propose(desk.store, ["fine"], turn=value), "the turn label holds"),
        (lambda desk, value: propose(desk.store, ["fine"], label=value), "the session label holds"),
        (lambda desk, value: note(desk.store, "fine", value), "the tag holds"),
        (lambda desk, value: note(desk.store, "fine", "observed", turn=value), "the turn label holds"),
        (lambda desk, value: note(desk.store, "fine", "observed", session=value), "the session label holds"),
        (lambda desk, value: retagged(desk.store, "guess", turn=value), "the turn label holds"),
    ],
)
def test_what_is_typed_beside_a_text_is_scanned_and_named(desk: Desk, act: Any, named: str) -> None:  # noqa: ANN401
    desk.put(session_text([f"- {ago(1)} [hypothesis] guess"]))
    note(desk.store, "so that there is a history", "observed")
    with untouched(desk.path, Path(log.log_path(desk.store)), Path(desk.store.paths.journal)):
        with pytest.raises(ScratchpadError) as told:
            act(desk, secret())
        assert told.value.code == "secret"
        assert told.value.exit_code == 1
        assert str(told.value).startswith(named)
        assert secret()[:8] not in str(told.value)
