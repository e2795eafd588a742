"""A folder, an environment and a pad for the programs that are measured."""

from __future__ import annotations

import compileall
import os
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parent.parent.parent
SECTIONS = ("Task", "Plan", "Findings", "Ruled out", "Open questions", "Next")


class Workplace(NamedTuple):
    """Where the measured programs run."""

    folder: Path
    env: dict[str, str]
    peers: Path | None = None
    """The folder in which `tests.bench.peers` installed the programs that ours is measured beside."""

    def pad(self, name: str = "work") -> Path:
        """The path of a pad in a folder of its own; the folder of its settings is there, the pad is not."""
        path = self.folder / name / ".agent" / "scratchpad.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        return path


@contextmanager
def workplace(peers: Path | None = None) -> Iterator[Workplace]:
    """Gives a fresh folder and an environment without the developer's settings, with compiled bytecode."""
    compileall.compile_dir(ROOT / "scratchpad_tui", quiet=1)
    with tempfile.TemporaryDirectory(prefix="scratchpad-bench-") as name:
        folder = Path(name)
        kept = {key: os.environ[key] for key in ("PATH", "LD_LIBRARY_PATH") if key in os.environ}
        home = {
            "HOME": name,
            "TMPDIR": name,
            "XDG_STATE_HOME": f"{name}/state",
            "XDG_CONFIG_HOME": f"{name}/config",
        }
        env = {**kept, **home, "TERM": "xterm-256color", "LANG": "C.UTF-8", "TZ": "UTC"}
        yield Workplace(folder, env, peers)


def command() -> list[str]:
    """The program as a person installed it: the script beside the interpreter, else the module."""
    script = Path(sys.executable).parent / "scratchpad-tui"
    return [str(script)] if script.exists() else [sys.executable, "-m", "scratchpad_tui"]


def pad_text(next_step: str = "Add the fixture", size: int = 1_700) -> str:
    """A pad of about that many bytes that ends with the next step; as it is, every section is within its cap."""
    finding = "- the limiter calls redis directly, not through cache.py (limiter.py:88), seen in run {}\n"
    findings = "".join(finding.format(number) for number in range(max(1, (size - 400) // len(finding))))
    return (
        "## Task\nMake the limiter's tests pass in CI\n\n"
        "## Plan\n1. [x] Find the call\n2. [ ] Add the fixture\n3. [ ] Run with -n 4\n\n"
        f"## Findings\n{findings}\n"
        "## Ruled out\n- Mocking the client\n\n## Open questions\n_(empty)_\n\n"
        f"## Next\n{next_step}\n"
    )
