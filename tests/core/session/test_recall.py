"""Recall: what a session remembers, newest first, within its tokens; and what the prompt says in this profile."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scratchpad_tui.core.clock import now
from scratchpad_tui.core.errors import InputError
from scratchpad_tui.core.pad import meter
from scratchpad_tui.core.pad.parse import parse_text
from scratchpad_tui.core.pad.prompt import prompt_text
from scratchpad_tui.core.pad.recall import recalled
from scratchpad_tui.core.pad.schema import SESSION
from scratchpad_tui.core.session.recall import recall
from scratchpad_tui.core.text import tokens
from tests.core.session.desks import Desk, ago, session_text


def test_scratch_stands_first_newest_first_then_episodic(desk: Desk) -> None:
    """An entry without a readable time is given too, behind the dated ones."""
    scratch = [
        f"- {ago(3)} [observed] oldest",
        "plain by hand",
        f"- {ago(1)} [observed] newest",
        f"- {ago(2)} [x] middle",
    ]
    desk.put(session_text(scratch, [f"- {ago(99)} [decided] first", f"- {ago(90)} [decided] second"]))
    found = recall(desk.store).recall
    said = [entry.line.rpartition(" ")[2] for entry in found.entries]
    assert said == ["newest", "middle", "oldest", "hand", "second", "first"]
    assert found.text.index("Episodic") > found.text.index("plain by hand")
    assert found.left_out == 0


@given(sizes=st.lists(st.integers(1, 400), max_size=60), limit=st.integers(20, 2_500))
def test_it_stays_within_its_tokens_and_counts_what_it_leaves_out(sizes: list[int], limit: int) -> None:
    lines = [
        f"- 2026-07-20T{n // 60:02d}:{n % 60:02d}Z [observed] {'测' * size}" for n, size in enumerate(sizes)
    ]
    document = parse_text(session_text(lines), SESSION)
    found = recalled(document, now(), limit)
    assert tokens(found.text) <= limit
    assert found.left_out == len(sizes) - len(found.entries)
    if found.left_out and found.text:
        assert f"({found.left_out} more left out)" in found.text


def test_a_long_line_by_hand_hides_no_other(desk: Desk) -> None:
    desk.put(session_text([f"- {ago(2)} [observed] short", f"- {ago(1)} [observed] {'x' * 9_000}"]))
    found = recall(desk.store).recall
    assert [entry.note.text for entry in found.entries] == ["short"]
    assert found.left_out == 1


def test_a_broken_pad_gives_the_last_good_version_with_the_notice(desk: Desk) -> None:
    desk.put(session_text([f"- {ago(1)} [observed] one"]))
    desk.store.record_external()
    desk.put(session_text([f"- {ago(1)} [observed] one", "```"]))
    found = recall(desk.store)
    assert "one" in found.recall.text
    assert "does not parse" in found.notice
    assert meter.today(desk.store) == 0


def test_a_pad_without_scratch_is_refused(desk: Desk) -> None:
    desk.put("## Task\nx\n\n## Plan\n_(empty)_\n")
    with pytest.raises(InputError, match="init --profile session"):
        recall(Desk(desk.path, profile=None).store)


def test_the_prompt_is_contract_warnings_and_recall(desk: Desk) -> None:
    scratch = [f"- {ago(3)} [observed] older words", f"- {ago(1)} [observed] newer words"]
    desk.put(session_text(scratch, [f"- {ago(90)} [decided] an episode"]))
    text = prompt_text(desk.store)
    assert "[observed], [hypothesis], [decided]" in text
    assert "Never write Episodic or Durable" in text
    places = [text.index(words) for words in ("append: ", "newer words", "older words", "an episode")]
    assert places == sorted(places)
    assert "row order" not in text
    for limit in (len(text), len(text) - 1, len(text) - 40):
        assert len(prompt_text(desk.store, max_chars=limit)) <= limit
    with pytest.raises(InputError, match="too small"):
        prompt_text(desk.store, max_chars=300)


def test_an_empty_session_has_a_prompt_too(desk: Desk) -> None:
    desk.put(session_text())
    assert prompt_text(desk.store).endswith("(none yet)\n")


def test_the_meter_counts_reads_by_day_and_status_tells_when_it_is_much(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    from scratchpad_tui.core.session.review import Review
    from tests.core.session.desks import set_clock

    desk.put(session_text([f"- {ago(1)} [observed] {'x' * 190}" for _ in range(30)]))
    assert meter.today(desk.store) == 0
    recall(desk.store)
    assert meter.today(desk.store) == 0  # nothing is kept where there is no history
    desk.store.record_external()
    cost = recall(desk.store).recall.tokens
    assert meter.today(desk.store) == cost
    assert not Review(desk.store).look().summary.tokens_over
    for _ in range(meter.DAILY // cost + 1):
        recall(desk.store)
    assert Review(desk.store).look().summary.tokens_over
    set_clock(monkeypatch, "2026-07-21T00:00:00Z")
    assert meter.today(desk.store) == 0


def test_a_large_meter_forgets_days_long_past(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    from pathlib import Path

    from tests.core.session.desks import set_clock

    desk.put(session_text([f"- {ago(1)} [observed] x"]))
    desk.store.record_external()
    set_clock(monkeypatch, "2026-05-01T00:00:00Z")
    for _ in range(1_100):
        meter.count(desk.store, meter.READ, 1)
    set_clock(monkeypatch)
    meter.count(desk.store, meter.READ, 7)
    path = Path(desk.store.paths.history) / "meter.jsonl"
    assert path.stat().st_size > 65_536
    meter.trim(desk.store)
    assert path.read_bytes().count(b"\n") == 1
    assert meter.today(desk.store) == 7
