"""What a process costs is its own, and one that did not do its work has no figures."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import pytest

from tests.bench.spent import spent

if TYPE_CHECKING:
    from pathlib import Path

MIB = 2**20


def _run(folder: Path, code: str) -> float:
    return spent([sys.executable, "-c", code], dict(os.environ), folder, "done").peak


def test_the_peak_is_that_of_the_largest_process_and_not_of_the_bench(tmp_path: Path) -> None:
    """What this process holds is none of it; what a process below holds is."""
    held = b"x" * (200 * MIB)
    small = _run(tmp_path, "print('done')")
    inner = f"import subprocess, sys; subprocess.run([sys.executable, '-c', 'b\"x\" * {150 * MIB}']); print('done')"
    assert small < 100
    assert _run(tmp_path, inner) > 150
    assert len(held) == 200 * MIB


def test_a_program_that_fails_is_not_measured(tmp_path: Path) -> None:
    """Its exit code does not tell: some end with another one than 0 after they did their work."""
    folder = tmp_path / "work"
    folder.mkdir()
    with pytest.raises(RuntimeError, match="did not do its work: 'no such file"):
        _run(folder, "print('no such file')")
    assert _run(folder, "import sys; print('done'); sys.exit(11)") > 0
    assert list(folder.iterdir()) == []
