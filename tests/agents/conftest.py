"""The agent's shell: the command is on its PATH, as an installation puts it there."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from tests.agents.stand_in import on_path

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="session")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the command in it."""
    return on_path(tmp_path_factory.mktemp("programs"))


@pytest.fixture(autouse=True)
def _installed(programs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ.get('PATH', '')}")
