"""A pad on which stories are played, and a person beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core import PadStore
from scratchpad_tui.core.config.example import example_toml
from scratchpad_tui.demo.stage import play

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from scratchpad_tui.demo.scripted import TurnDone


class Person:
    """Somebody who edits the pad between two turns, and looks at it."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def sections(self) -> dict[str, list[str]]:
        """The pad as it stands."""
        return PadStore(self.path).read().document.sections()

    def types(self, before: str, after: str) -> None:
        """Puts one text in the place of another with an editor that writes in place."""
        text = self.path.read_text("utf-8")
        assert text.count(before) == 1, f"{before!r} stands {text.count(before)} times in:\n{text}"
        self.path.write_text(text.replace(before, after), "utf-8")

    def adds(self, line: str, section: str) -> None:
        """Adds a line at the top of a section."""
        self.types(f"## {section}\n", f"## {section}\n{line}\n")

    def plays(self, turns: int, edits: dict[int, Callable[[], None]], seed: int = 7) -> list[TurnDone]:
        """Lets the story run, with this person's edits after these turns."""
        return play(
            str(self.path), seed=seed, turns=turns, between=lambda turn: edits.get(turn, lambda: None)()
        )


@pytest.fixture
def workplace(tmp_path: Path) -> Path:
    """A folder with the settings of a demo: every version is kept."""
    folder = tmp_path / "story"
    folder.mkdir()
    (folder / "scratchpad.toml").write_text(example_toml(), "utf-8")
    return folder


@pytest.fixture
def person(workplace: Path) -> Person:
    """A person beside a pad that is not there yet."""
    return Person(workplace / "scratchpad.md")
