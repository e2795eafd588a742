"""All checks together: a pad in order has no sign, and looking at it changes nothing."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from scratchpad_tui.core.clock import stamp
from scratchpad_tui.core.health import SEVERITIES, signs
from scratchpad_tui.core.health.report import health_report
from scratchpad_tui.core.pad.history import History
from scratchpad_tui.core.pad.store import PadStore
from tests.core.health.conftest import NOON
from tests.core.pad.histories import Past, pad_text

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from tests.core.health.conftest import Patient


def test_a_path_without_a_pad_has_no_signs_and_stays_so(patient: Patient) -> None:
    assert patient.signs() == {}
    assert not patient.path.parent.exists()


def test_a_pad_that_is_kept_well_has_no_signs(patient: Patient) -> None:
    """Many turns, two sessions one after the other, a person's edit, a dead end."""
    patient.turn(("Plan", "append", "step #"), count=12)
    patient.turn(("Ruled out", "append", "sqlite: too slow"), ("Next", "replace", "go"), session="s2")
    patient.turn(("Plan", "check", "3"), session="s2", count=1)
    patient.turn(("Findings", "append", "by me"), actor="human", session=None)
    patient.turn(("Findings", "append", "fact #"), session="s2", count=12)
    assert patient.signs() == {}


def test_looking_writes_nothing(patient: Patient) -> None:
    patient.turn(("Next", "replace", "n" * 300), count=1)
    patient.put("## Nonsense\n")

    def tree() -> dict[str, int]:
        return {str(path): path.stat().st_mtime_ns for path in patient.path.parent.rglob("*")}

    before = tree()
    assert {"broken", "over-cap"} <= set(patient.signs())
    assert tree() == before


def test_the_worst_stands_first(patient: Patient) -> None:
    patient.settings('[lock]\nmode = "off"\n\n[ui]\nthame = "dark"\n')
    patient.turn(("Next", "replace", "n" * 300))
    patient.put("## Nonsense\n")
    found = [sign.severity for sign in signs(patient.store(), NOON)]
    assert found == sorted(found, key=SEVERITIES.index)
    assert set(found) == set(SEVERITIES)


def test_a_long_past_costs_no_more_than_a_short_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 10,000 versions as many are read as of 600, and as many lines of the journal are decoded."""

    def work(folder: Path, count: int) -> tuple[int, int]:
        past = Past(folder)
        for number in range(count - 1):
            (past.folder / f"{number + 1:08d}.md").write_bytes(b"")
        line = {"kind": "version", "actor": "agent", "time": stamp(NOON), "added": 1, "removed": 0}
        past.line(
            b"".join(json.dumps({**line, "version": at + 1}).encode() + b"\n" for at in range(count - 1))
        )
        past.number = count - 1
        past.version(pad_text({"Next": ["- go"]}))
        (past.path.parent / "scratchpad.broken-1784541612.md").write_text("## Next\n- typed\n```\n", "utf-8")
        reads: list[int] = []
        loads: list[object] = []
        real_read, real_loads = History.read, json.loads

        def read(self: History, number: int) -> bytes:
            reads.append(number)
            return real_read(self, number)

        def load(data: str | bytes) -> object:
            loads.append(data)
            return real_loads(data)

        with monkeypatch.context() as spied:
            spied.setattr(History, "read", read)
            spied.setattr(json, "loads", load)
            found = health_report(PadStore(past.path), NOON)
        assert {"quarantine", "ruled-out-empty"} == {sign.code for sign in found.signs}
        return len(reads), len(loads)

    assert work(tmp_path / "long", 10_000) == work(tmp_path / "short", 600)
