"""What changed in a pad is what is scanned: a token that comes in pieces is seen with its last."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scratchpad_tui.core.pad import fresh, verdict
from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.secrets import scanner
from scratchpad_tui.core.secrets.constraints import NAME
from tests.core.pad.secret_pads import VALUE, guarded

if TYPE_CHECKING:
    from pathlib import Path

    from scratchpad_tui.core.pad.store import PadStore
    from scratchpad_tui.core.secrets.constraints import Constraints
    from scratchpad_tui.core.secrets.finding import Finding


@pytest.fixture
def store(tmp_path: Path) -> PadStore:
    """A pad with one version."""
    return guarded(tmp_path)


@pytest.mark.parametrize("at", [0, 1, 200, 399, 400])
def test_in_a_very_long_pad_what_changed_is_scanned(
    store: PadStore, monkeypatch: pytest.MonkeyPatch, at: int
) -> None:
    monkeypatch.setattr(verdict, "WHOLE", 100)
    lines = [f"- line {number}" for number in range(400)]
    before = "\n".join(lines) + "\n"
    after = "\n".join([*lines[:at], f"- key {VALUE}", *lines[at:]]) + "\n"
    new, old = fresh.fresh(store, before, after)
    assert [(item.rule, item.line, after[item.start : item.end]) for item in new] == [
        ("github-token", at + 1, VALUE)
    ]
    assert old == []
    assert fresh.fresh(store, after, before) == ([], [])
    assert fresh.fresh(store, after, after + "- more\n")[0] == []


def test_in_a_very_long_pad_a_token_is_seen_when_its_second_half_comes(
    store: PadStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verdict, "WHOLE", 100)
    lines = [f"- line {number}" for number in range(400)]
    before = "\n".join([*lines, f"- key {VALUE[:20]}", "- end"])
    after = "\n".join([*lines, f"- key {VALUE[:20]}", f"  {VALUE[20:]}", "- end"])
    whole = [item.rule for item in fresh._fresh(store, before, after)[0]]
    assert whole
    assert [item.rule for item in fresh.fresh(store, before, after)[0]] == whole


@given(st.lists(st.sampled_from("ab\n"), max_size=30), st.lists(st.sampled_from("ab\n"), max_size=30))
def test_what_lies_outside_a_changed_part_is_alike(one: list[str], other: list[str]) -> None:
    before, after = "".join(one), "".join(other)
    part = fresh.changed_part(before, after)
    assert before[: part.start] == after[: part.new_start]
    assert before[part.stop :] == after[part.new_stop :]
    assert not part.start or before[part.start - 1] == "\n"


def test_a_phrase_whose_words_come_one_by_one_is_seen_with_its_last(store: PadStore) -> None:
    """Its name stands far above by then, in a pad that is known to be clean."""
    words = ["winner", "thank", "year", "wave", "sausage", "worth", "useful", "legend", "yellow", "ocean"]
    lines = ["- the seed phrase is: legal", *(f"  {word}" for word in words)]
    store.apply([Patch("Findings", "replace", "\n".join(lines))])
    before = store.read().document.text()
    after = before.replace("  ocean\n", "  ocean\n  tumble\n")
    assert [item.rule for item in fresh.fresh(store, before, after)[0]] == ["seed-phrase"]


def test_a_text_that_is_known_to_be_clean_is_not_scanned_again(
    store: PadStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.apply([Patch("Findings", "append", "one more")])
    scanned: list[int] = []
    real = scanner.scan

    def counted(text: str, constraints: Constraints | None = None) -> list[Finding]:
        scanned.append(len(text))
        return real(text, constraints)

    monkeypatch.setattr(scanner, "scan", counted)
    store.apply([Patch("Next", "replace", "then this")])
    assert scanned
    assert max(scanned) < len(store.read().document.text())
    with open(os.path.join(os.path.dirname(store.paths.named), NAME), "w", encoding="utf-8") as file:
        file.write("- `one more`\n")
    warned = store.apply([Patch("Next", "replace", "and that")]).warnings
    assert any("Findings" in warning for warning in warned)
