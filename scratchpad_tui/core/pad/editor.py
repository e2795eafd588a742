"""The person's own editor: which program it is, and how it is run on a file."""

from __future__ import annotations

import os
import sys

from scratchpad_tui.core.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    Run = Callable[[list[str]], int]

VARIABLES = ("VISUAL", "EDITOR")
"""Where the environment names it, the strongest first."""


def editor_command(env: Mapping[str, str]) -> list[str]:
    """The words that start the person's editor, its program as a path.

    Raises:
        UsageError: none is set, its words cannot be told apart, or there is no such program.
    """
    from shutil import which

    name = next((name for name in VARIABLES if env.get(name, "").strip()), None)
    if name is None:
        raise UsageError(
            "no editor is set", "set VISUAL or EDITOR, such as: export EDITOR=vim", code="no-editor"
        )
    words = _words(name, env[name])
    program = which(words[0], path=env.get("PATH")) if words and words[0] else None
    if program is None:
        raise UsageError(
            f'{name} names "{words[0] if words else ""}", and there is no such program',
            f"set {name} to one that is there",
            code="no-editor",
        )
    return [os.path.abspath(program), *words[1:]]


def _words(name: str, value: str) -> list[str]:
    import shlex

    try:
        # On Windows a backslash is a part of paths, and quotes stay around the word that they hold together.
        posix = sys.platform != "win32"
        return [word if posix else word.strip('"') for word in shlex.split(value, posix=posix)]
    except ValueError as error:
        raise UsageError(f"a quote in {name} is never closed", "close it", code="no-editor") from error


def run_editor(command: Sequence[str], path: str, run: Run | None = None) -> int:
    """Runs the editor on the file of an absolute path, never through a shell; its exit code, below zero a signal.

    `run` starts the words given to it, waits, and gives the exit code; by default as a child on this terminal.

    Raises:
        UsageError: the program cannot be started.
    """
    try:
        return (run or _run_here)([*command, os.path.abspath(path)])
    except OSError as error:
        raise UsageError(
            f"{command[0]} could not be started ({error.strerror or error})",
            "set VISUAL or EDITOR to a program that runs",
            code="no-editor",
        ) from error


def failure(status: int) -> str:
    """What is to be said of an editor's exit code; nothing of 0."""
    if status < 0:
        return f"the editor was ended by signal {-status}"
    return f"the editor ended with exit code {status}" if status else ""


def _run_here(words: list[str]) -> int:
    import signal
    import subprocess

    def leave_it(number: int, frame: object) -> None:
        """Ctrl-C is for the editor: it goes to every program on the terminal."""

    # A handler of our own, since a child would inherit a signal that is ignored.
    before = [(number, signal.signal(number, leave_it)) for number in _keyboard_signals()]
    try:
        return subprocess.run(words, check=False).returncode
    finally:
        for number, handler in before:
            signal.signal(number, handler)


def _keyboard_signals() -> list[int]:
    import signal
    import threading

    if threading.current_thread() is not threading.main_thread():
        return []
    names = ("SIGINT", "SIGQUIT", "SIGBREAK")
    return [int(getattr(signal, name)) for name in names if hasattr(signal, name)]
