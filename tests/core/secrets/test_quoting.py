"""What an error repeats of a text: bounded, its secrets masked, and told whatever becomes of the scan."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.secrets import quoting, scanner
from scratchpad_tui.core.secrets.quoting import LONGEST, MASK, safe

if TYPE_CHECKING:
    import pytest

VALUE = "gh" + "p_" + "Zr8TqLw2XnBv5KdYs7MfHc3JgPe9RaUu4Wk1"


def test_a_sentence_without_a_secret_stays_as_it_is() -> None:
    said = 'there is no item "p7" in this session; see `promotions`'
    assert safe(said) == said


def test_every_secret_is_masked_and_the_rest_stays() -> None:
    said = safe(f'"{VALUE}" is not one of a, b; {VALUE} neither')
    assert said == f'"{MASK}" is not one of a, b; {MASK} neither'


def test_a_long_sentence_keeps_its_beginning_and_its_remedy() -> None:
    said = safe(f'unknown "{"word " * 50_000}"; see --help')
    assert len(said) == LONGEST
    assert said.startswith('unknown "word ')
    assert said.endswith('"; see --help')


def test_a_secret_that_the_bounds_cut_in_two_is_masked_first() -> None:
    """Of no place in a sentence does a beginning of it stay."""
    for at in range(LONGEST - quoting._END - 60, LONGEST - quoting._END + 10, 7):
        assert VALUE[:8] not in safe("a " * (at // 2) + VALUE + " b" * LONGEST)


def test_where_the_scan_fails_nothing_long_is_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_text: str) -> list[object]:
        raise RuntimeError(VALUE)

    monkeypatch.setattr(scanner, "scan", broken)
    assert safe(f'there is no item "{VALUE}"') == f"there is no item {MASK}"
