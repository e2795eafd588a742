"""A repository in the test's home, and git's own settings away from the developer's."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from tests.core.git.repository import WHO, Repository, git

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def _own_git(monkeypatch: pytest.MonkeyPatch) -> None:
    if shutil.which("git") is None:
        pytest.skip("git is not installed: no repository can be made")
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    for name, value in WHO.items():
        monkeypatch.setenv(name, value)


@pytest.fixture
def repo(tmp_path: Path) -> Repository:
    """A repository with one commit."""
    top = tmp_path / "home" / "proj"
    top.mkdir()
    git(top, "init", "-q", "-b", "main")
    return Repository(top)
