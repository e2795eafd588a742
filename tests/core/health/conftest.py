"""A pad whose signs are asked for at a fixed time."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.clock import stamp
from scratchpad_tui.core.errors import PatchError
from scratchpad_tui.core.health import signs
from scratchpad_tui.core.health.catalog import BY_CODE
from scratchpad_tui.core.pad.store import PadStore
from tests.core.health.marks import broken_marks, name_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from scratchpad_tui.core.health import Sign

NOON = datetime(2026, 7, 20, 12, tzinfo=UTC)


class Patient:
    """A pad, those who write it, and what is found to be wrong with it."""

    def __init__(self, path: Path, patch: pytest.MonkeyPatch) -> None:
        self.path = path
        self._patch = patch
        self.looks: list[set[str]] = []
        """The codes that each look at the signs found."""
        self.at(-60)

    def store(self) -> PadStore:
        """A fresh store, as a process of its own has."""
        return PadStore(self.path)

    def at(self, minutes: float) -> None:
        """Sets the clock to so many minutes from noon."""
        self._patch.setenv("SCRATCHPAD_NOW", stamp(NOON + timedelta(minutes=minutes)))

    def put(self, text: str) -> None:
        """Writes the pad by hand."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text(text, "utf-8")

    def turn(
        self, *patches: tuple[str, str, str], actor: str = "agent", session: str | None = "s1", count: int = 1
    ) -> None:
        """Applies a list so often; a `#` in a content is the number of the time."""
        for number in range(count):
            keys = ("section", "op", "content")
            listed = [
                dict(zip(keys, (*patch[:2], patch[2].replace("#", str(number))), strict=True))
                for patch in patches
            ]
            store = self.store()
            try:
                store.apply_text(json.dumps(listed), actor=actor, session=session)
            finally:
                store.close()

    def refused(self, *patches: tuple[str, str, str], count: int = 1) -> None:
        """Sends a list that is refused, so often."""
        for _ in range(count):
            with pytest.raises(PatchError):
                self.turn(*patches)

    def settings(self, text: str) -> None:
        """Writes the settings beside the pad."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        (self.path.parent / "scratchpad.toml").write_text(text, "utf-8")

    def signs(self) -> dict[str, Sign]:
        """What is found at noon, by code."""
        found = signs(self.store(), NOON)
        for sign in found:
            assert sign.message
            assert sign.remedy
            assert sign.severity == BY_CODE[sign.code].severity
        self.looks.append({sign.code for sign in found})
        return {sign.code: sign for sign in found}

    def sign(self, code: str) -> Sign:
        """The sign of that code, which must be there."""
        return self.signs()[code]


@pytest.fixture
def patient(
    pad_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> Iterator[Patient]:
    """A pad that is not there yet; at the end the test has shown what its marks promise."""
    patient = Patient(pad_path, monkeypatch)
    yield patient
    assert broken_marks(name_of(request.function), patient.looks) == []
