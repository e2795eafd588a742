"""The one place that starts `git`: without a shell, a terminal, a pager, hooks, helpers, or more time than it was given."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress

from scratchpad_tui.core.errors import ScratchpadError
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.text import visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

_KEPT = (
    "GIT_AUTHOR_NAME",
    "GIT_AUTHOR_EMAIL",
    "GIT_COMMITTER_NAME",
    "GIT_COMMITTER_EMAIL",
    "GIT_CONFIG_GLOBAL",
    "GIT_CONFIG_SYSTEM",
    "GIT_CONFIG_NOSYSTEM",
)
"""Of git's variables those that say who the person is and where their own settings stand; the others may point anywhere."""
_SET = {
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_OPTIONAL_LOCKS": "0",
    # A missing object is not fetched: that would start whatever the repository's settings name for it.
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",
    # Objects are what their names say.
    "GIT_NO_REPLACE_OBJECTS": "1",
    "LC_ALL": "C",
}
_OFF = (
    f"core.hooksPath={os.devnull}",
    "core.fsmonitor=false",
    "core.pager=cat",
    "core.editor=false",
    "core.askPass=",
    "core.sshCommand=false",
    "core.alternateRefsCommand=false",
    f"core.attributesFile={os.devnull}",
    "credential.helper=",
    "commit.gpgSign=false",
    "gc.auto=0",
    "maintenance.auto=false",
    # A directory beside the pad that looks like a repository is not taken for one.
    "safe.bareRepository=explicit",
    # A branch must never name an object that a power cut has emptied.
    "core.fsync=committed",
    # A pack for each turn would fill the folder with packs.
    "fastimport.unpackLimit=1000",
)
"""Stronger than the repository's own settings: nothing that it names is ever started."""
_PATIENCE_SECONDS = 0.5
"""How long git gets to remove its lock files before it is killed."""
_LONGEST = 200
"""Characters told of git's own words."""


class GitError(ScratchpadError):
    """Why there is no commit."""


class GitHangsError(GitError):
    """A command did not end in time."""


class Done(NamedTuple):
    """How a command ended."""

    status: int
    output: bytes
    words: str
    """The first line of its complaint."""
    pid: int


class Git:
    """Runs git's commands in the top folder of a work tree."""

    def __init__(self, folder: str, seconds: float) -> None:
        """Finds the program; all its commands together get that many seconds.

        Raises:
            GitError: git is not installed.
        """
        self.folder = folder
        self._program = _program()
        self._seconds = seconds
        self._deadline = time.monotonic() + seconds
        self._environment = _environment(os.environ, folder)

    def run(self, *words: str, stdin: bytes = b"") -> Done:
        """Runs one command to its end.

        Raises:
            GitError: it could not be started.
            GitHangsError: time was up; it is ended.
        """
        settings = [word for setting in _OFF for word in ("-c", setting)]
        try:
            process = subprocess.Popen(
                [self._program, "--no-pager", *settings, *words],
                cwd=self.folder,
                env=self._environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                # Without a terminal nothing can ask, and Ctrl-C is for us, not for git in the middle of a step.
                start_new_session=True,
            )
        except OSError as error:
            reason = error.strerror or str(error)
            raise GitError(f"git could not be started ({reason})", "see that it runs") from error
        try:
            output, complaint = process.communicate(stdin, max(0.0, self._deadline - time.monotonic()))
        except subprocess.TimeoutExpired as error:
            _end(process)
            raise GitHangsError(
                f"git did not end within {self._seconds:g} s and was stopped",
                "see whether `git status` works there",
            ) from error
        except BaseException:
            _end(process)
            raise
        return Done(process.returncode, output, _first_line(complaint), process.pid)

    def ask(self, *words: str) -> bytes:
        """What a command prints.

        Raises:
            GitError: it failed; as `run`.
        """
        done = self.run(*words)
        if done.status:
            raise failed(done, self.folder)
        return done.output


def failed(done: Done, folder: str) -> GitError:
    """A failed command as a sentence with a remedy."""
    if "dubious ownership" in done.words or "unsafe repository" in done.words:
        return GitError(
            "git does not trust the repository, which belongs to somebody else",
            f"if you do, run: git config --global --add safe.directory {folder}",
        )
    words = done.words or f"exit code {done.status}"
    return GitError(f"git said: {words}", "see what `git status` says there")


def _program() -> str:
    """The git on the PATH; a relative entry would find one in whatever folder we stand in."""
    name = "git.exe" if sys.platform == "win32" else "git"
    for folder in os.environ.get("PATH", os.defpath).split(os.pathsep):
        path = os.path.join(folder, name)
        if os.path.isabs(folder) and os.path.isfile(path) and os.access(path, os.X_OK):
            return path
    raise GitError("git is not installed", "install it, or set [git] commit = false")


def _environment(env: Mapping[str, str], folder: str) -> dict[str, str]:
    kept = {name: value for name, value in env.items() if not name.startswith("GIT_") or name in _KEPT}
    # The folder itself is the work tree, or none is.
    return {**kept, **_SET, "GIT_CEILING_DIRECTORIES": os.path.dirname(folder)}


def _end(process: subprocess.Popen[bytes]) -> None:
    """Ends a command with all that it started: first so that it can clean up, then for good."""
    for number in ("SIGTERM", "SIGKILL"):
        with suppress(OSError):
            if sys.platform == "win32":
                process.kill()
            else:
                os.killpg(process.pid, getattr(signal, number))
        with suppress(subprocess.TimeoutExpired):
            process.wait(_PATIENCE_SECONDS)
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream is not None:
            with suppress(OSError):
                stream.close()


def _first_line(complaint: bytes) -> str:
    text = complaint.decode("utf-8", "replace").strip().partition("\n")[0]
    for word in ("fatal: ", "error: ", "warning: "):
        text = text.removeprefix(word)
    return visible(text)[:_LONGEST]
