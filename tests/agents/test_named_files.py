"""The files that a tool's input names: an agent waits for the answer, whatever it was made to send."""

from __future__ import annotations

from pathlib import Path

import pytest

from scratchpad_tui.agents.hook_input import Given
from scratchpad_tui.agents.named_files import named_files


def found(folder: Path, sent: dict[str, object]) -> list[str]:
    """The files, as paths from the folder on."""
    named = named_files(Given(sent), (str(folder),), moves=False)
    return [str(Path(path).relative_to(folder.resolve())) for path in named]


def test_as_many_files_as_a_tool_may_change_at_once_are_found(tmp_path: Path) -> None:
    """The bounds are far from what anybody sends."""
    paths = [f"src/part{number}/module.py" for number in range(500)]
    cells = [{"kind": "code", "number": number} for number in range(10_000)]
    assert found(tmp_path, {"cells": cells, "paths": paths}) == paths


@pytest.mark.parametrize("start", ["", "file:"])
def test_a_thousand_paths_of_a_thousand_folders_are_not_all_followed(start: str, tmp_path: Path) -> None:
    """Each folder in each of them would be looked up on the disk."""
    paths = [f"{start}{number}/{'b/' * 1_000}c" for number in range(1_000)]
    assert sum(path.count("/") for path in found(tmp_path, {"paths": paths})) <= 20_000


def test_fields_without_end_are_not_all_looked_at(tmp_path: Path) -> None:
    """Each would be told apart by its name."""
    looked = 0

    class Cell(dict[str, object]):
        def items(self):  # type: ignore[no-untyped-def]  # noqa: ANN202 - counts, and is else a dict's own
            nonlocal looked
            looked += 1
            return super().items()

    found(tmp_path, {"cells": [Cell(number=number) for number in range(300_000)]})
    assert looked <= 100_000
