"""The agent's process, started and ended by whoever shows the demo."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

from scratchpad_tui.core.errors import StorageError
from scratchpad_tui.demo.report import report_on
from scratchpad_tui.demo.story import TURNS

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Self

    from scratchpad_tui.demo.report import Report
    from scratchpad_tui.demo.workspace import Workspace

SEED = 7
"""The seed of the screenshots, and of a demo for which none was given."""

GRACE = 2.0
"""Seconds between the polite end and the forced one."""

# The child must find this very package, and nothing in the directory it is started from may stand in the way
# of the standard library: so no `-m`, which puts that directory first.
_BOOT = (
    "import sys; root = sys.argv.pop(1); sys.path.insert(0, root); import scratchpad_tui; sys.path.remove(root); "
    "from scratchpad_tui.demo.agent import main; sys.exit(main())"
)
_NOT_OURS = ("SCRATCHPAD_PAD", "SCRATCHPAD_PROFILE")


class AgentProcess:
    """The scripted agent at work in its own process. It ends when `stop` is called, and when this process does.

    Args:
        place: the workspace to play in.
        seed: which story.
        speed: turns a second.
        turns: how many turns the story has.
        tells: whether `wait` gets a line after each turn.
        company: how many quiet turns follow, in which the agent only takes up what a person writes.
        tidy: whether the agent takes the workspace away when this process is killed and cannot.
    """

    def __init__(
        self,
        place: Workspace,
        *,
        seed: int = SEED,
        speed: float = 1.0,
        turns: int = TURNS,
        tells: bool = False,
        company: int = 0,
        tidy: bool = False,
    ) -> None:
        self._place = place
        self._words = ["--seed", str(seed), "--speed", repr(speed), "--turns", str(turns), "--tied"]
        self._words += ["--company", str(company), *(["--tidy"] if tidy else [])]
        self._tells = tells
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self) -> None:
        """Starts the story.

        Raises:
            StorageError: the process cannot be started.
        """
        root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
        command = [sys.executable, "-P", "-c", _BOOT, root, self._place.path, *self._words]
        environment = {name: value for name, value in os.environ.items() if name not in _NOT_OURS}
        try:
            with open(self._place.log, "w", encoding="utf-8") as log:
                self._process = subprocess.Popen(
                    command,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE if self._tells else subprocess.DEVNULL,
                    stderr=log,
                    env=environment,
                    encoding="utf-8",
                    process_group=0 if os.name == "posix" else None,
                    creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
                )
        except OSError as error:
            raise StorageError(f"the scripted agent did not start ({error.strerror})") from error

    @property
    def pid(self) -> int | None:
        """The process's id, while it runs."""
        return self._process.pid if self._process and self._process.poll() is None else None

    @property
    def problem(self) -> str:
        """What the agent said as it failed; empty while it runs and after a good end."""
        if self._process is None or not self._process.poll():
            return ""
        with suppress(OSError), open(self._place.log, encoding="utf-8", errors="replace") as log:
            lines = log.read().strip().split("\n")
            return lines[-1] or f"the scripted agent ended with exit code {self._process.returncode}"
        return f"the scripted agent ended with exit code {self._process.returncode}"

    def wait(self, told: Callable[[str], None] | None = None) -> None:
        """Waits for the end of the story; `told` gets a line after each turn."""
        process = self._process
        if process is None:
            return
        with suppress(ValueError):  # `stop` closed the pipe meanwhile
            for line in process.stdout or ():
                if told:
                    told(line.rstrip())
        process.wait()

    def stop(self) -> None:
        """Ends the process, by force where it does not end by itself; safe to call again."""
        process, self._process = self._process, None
        if process is None:
            return
        with suppress(OSError):
            if process.stdin:
                process.stdin.close()
        try:
            process.wait(GRACE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if process.stdout:
            process.stdout.close()


def play_once(
    place: Workspace,
    *,
    seed: int = SEED,
    speed: float = 1.0,
    turns: int = TURNS,
    told: Callable[[str], None] | None = None,
) -> Report:
    """Plays the story to its end without a UI; `told` gets a line after each turn.

    Raises:
        StorageError: the agent failed, or the workspace cannot be read.
    """
    with AgentProcess(place, seed=seed, speed=speed, turns=turns, tells=True) as agent:
        agent.wait(told)
        if agent.problem:
            raise StorageError(f"the demo ended early: {agent.problem}", f"look into {place.path}")
    return report_on(place, turns)
