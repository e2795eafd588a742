"""No input makes the scan slow: the patterns are bounded, and twice the text costs twice the steps."""

from __future__ import annotations

import re
import sys
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest

from scratchpad_tui.core.secrets import keywords, patterns, scanner
from scratchpad_tui.core.secrets.scanner import ScanTimeoutError, scan
from tests.core.secrets import corpus
from tests.core.secrets.hostile import CUT, HOSTILE

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

    from scratchpad_tui.core.secrets.hit import Hit

SIZE = 10_000
_PARSER: Any = vars(re)["_parser"]


def steps(text: str) -> int:
    """Calls made for a scan: of functions, methods and matches of a pattern."""
    counted = 0

    def count(frame: FrameType, event: str, arg: object) -> None:
        nonlocal counted
        counted += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        scan(text)
    finally:
        sys.setprofile(before)
    return counted


@pytest.mark.parametrize("name", [*HOSTILE, *CUT])
def test_twice_the_text_costs_twice_the_steps(name: str) -> None:
    make = {**HOSTILE, **CUT}[name]
    scan(make(SIZE))  # compiles what it needs
    once, twice = steps(make(2 * SIZE)), steps(make(4 * SIZE))

    assert twice <= 2.4 * once + 500
    assert twice <= 20 * 4 * SIZE


def open_repeats(parsed: Any) -> list[int]:  # noqa: ANN401 - the parser's trees have no public types
    found = []
    for operation, value in parsed:
        if str(operation) in ("MAX_REPEAT", "MIN_REPEAT"):
            found += [int(value[1])] if value[1] >= 10_000 else []
            found += open_repeats(value[2])
        elif str(operation) == "SUBPATTERN":
            found += open_repeats(value[3])
        elif str(operation) == "BRANCH":
            for branch in value[1]:
                found += open_repeats(branch)
        elif str(operation) in ("ASSERT", "ASSERT_NOT"):
            found += open_repeats(value[1])
    return found


def test_every_repeat_of_every_pattern_is_bounded() -> None:
    for row in corpus.own():
        scan(row.text)
    for make in (*HOSTILE.values(), *CUT.values()):
        scan(make(2_000))
    known = dict(vars(patterns)["_COMPILED"])

    assert len(known) > 60
    for pattern in known:
        assert open_repeats(_PARSER.parse(pattern)) == [], pattern


def test_the_check_of_patterns_sees_an_open_repeat() -> None:
    assert open_repeats(_PARSER.parse("a(?:b|(c+))?")) != []


def test_a_scan_that_takes_too_long_is_given_up() -> None:
    with pytest.raises(ScanTimeoutError, match="more than 0 seconds") as told:
        scan("password=" + "Abc123xyzQ" * 3, limit=0.0)

    assert "Abc123" not in str(told.value)


def test_a_text_is_cut_into_windows_that_overlap() -> None:
    cut = list(vars(scanner)["_windows"](20_000))

    assert cut[0] == (0, scanner.WINDOW + scanner.OVERLAP)
    assert cut[-1][1] == 20_000
    assert all(after[0] == before[1] - scanner.OVERLAP for before, after in pairwise(cut))


def test_a_text_that_repeats_itself_is_searched_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long it is; what stands in each repetition is found there all the same."""
    searched: list[str] = []
    search = keywords.find

    def count(piece: str) -> Iterator[Hit]:
        searched.append(piece)
        return search(piece)

    monkeypatch.setattr(keywords, "find", count)
    value = "Vx7" + "qL2mTz9w"
    block = f"DB_PASSWORD={value}\n".ljust(scanner.WINDOW - 1, "z") + "\n"
    found = scan(block * 40)

    assert [item.start for item in found] == [at * scanner.WINDOW + len("DB_PASSWORD=") for at in range(40)]
    assert [item.line for item in found] == [1 + 2 * at for at in range(40)]
    windows = [piece for piece in searched if len(piece) <= scanner.WINDOW + scanner.OVERLAP]
    assert len(windows) <= 4
