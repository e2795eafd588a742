"""What a whole process costs, from its start to its end, with all that it starts itself."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

# The peak of a process counts what its parent held when it was started: so a small one starts it, not the bench.
STARTER = """
import json, os, sys, time
start = time.perf_counter()
pid = os.fork()
if not pid:
    os.execvp(sys.argv[2], sys.argv[2:])
_, status, usage = os.wait4(pid, 0)
took = time.perf_counter() - start
peak = usage.ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10)
with open(sys.argv[1], "w") as file:
    json.dump([took, peak], file)
"""


class Cost(NamedTuple):
    """Of one run."""

    seconds: float
    peak: float
    """In MiB: of the largest process, where there are several."""


def spent(words: Sequence[str], env: dict[str, str], cwd: Path, sign: str) -> Cost:
    """Runs a program to its end.

    Raises:
        RuntimeError: its output lacks the sign that it did its work, whatever its exit code says.
    """
    with tempfile.NamedTemporaryFile("r", dir=cwd) as told, tempfile.TemporaryFile(dir=cwd) as output:
        subprocess.run(
            [sys.executable, "-S", "-E", "-c", STARTER, told.name, *words],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            env=env,
            cwd=cwd,
            check=True,
        )
        output.seek(0)
        text = output.read().decode("utf-8", "replace")
        if sign not in text:
            raise RuntimeError(f"{words[0]} did not do its work: {text[-500:]!r}")
        return Cost(*json.load(told))
