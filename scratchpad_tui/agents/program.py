"""How an agent starts our command: by its name where every terminal finds that, else by this very Python."""

from __future__ import annotations

import os
import sys

from scratchpad_tui.agents.labels import quoted
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.program import MODULE, PROGRAM, is_on_path


class Program(NamedTuple):
    """How our command is started from a hook."""

    words: tuple[str, ...]
    """The program and what stands before `hook`."""
    options: tuple[str, ...] = ()
    """What stands behind the event."""

    @property
    def is_of_this_machine(self) -> bool:
        """Whether it is named by a path, which another machine need not have."""
        return bool(os.path.dirname(self.words[0]))

    @property
    def in_shell(self) -> str:
        """What stands in front of a command's name in a shell."""
        return _line(self.words)

    def command(self, event: str) -> str:
        """The command line of a hook.

        It is one for a shell, not a program with `args`: an agent that does not know those would start the program
        alone. The status line knows no other form anyway.
        """
        return _line((*self.words, "hook", event, *self.options))


def find_program(options: tuple[str, ...] = ()) -> Program:
    """The command by its name where every terminal finds it, else this very Python."""
    if is_on_path(os.environ) or not sys.executable:
        return Program((PROGRAM,), options)
    # -P: a project's own json.py must not be taken for the standard library's.
    return Program((sys.executable, "-P", "-m", MODULE), options)


def own_command() -> str:
    """The command as an agent's shell finds it, on this machine: what every text that an agent is given names."""
    return find_program().in_shell


def _line(words: tuple[str, ...]) -> str:
    if sys.platform == "win32":
        # Git Bash or PowerShell may be the shell: both take slashes, and a word in double quotes behind the first.
        return " ".join(f'"{word}"' if " " in word else word for word in map(_slashes, words))
    return " ".join(map(quoted, words))


def _slashes(word: str) -> str:
    return word.replace("\\", "/") if os.path.isabs(word) else word
