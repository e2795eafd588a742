"""`hook EVENT`: what an agent's hook gets for an answer.

A hook that fails must not break the agent: whatever happens the answer is a text that the agent can take, be it an
empty one, and the reason stands in `hook.log` beside the versions.
"""

from __future__ import annotations

import os
from importlib import import_module

from scratchpad_tui.agents import events, hook_input
from scratchpad_tui.core.errors import LockError, ScratchpadError, StorageError, UsageError
from scratchpad_tui.core.pad.discover import VARIABLE, discover
from scratchpad_tui.core.pad.hook_log import note_failure
from scratchpad_tui.core.pad.paths import pad_paths

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from scratchpad_tui.agents.hook_input import Given
    from scratchpad_tui.core.config import Settings
    from scratchpad_tui.core.pad.paths import PadPaths
    from scratchpad_tui.core.pad.store import PadStore

LOCK_SECONDS = 0.3
"""How long a hook waits for the lock; then it does without."""
LARGEST_PAD = 1 << 18
"""Bytes of a pad above which its agent would wait too long for a hook; the caps of all sections are a fraction of it."""
_HANDLERS = {
    events.SESSION_START: "hook_reading",
    events.USER_PROMPT: "hook_reading",
    events.PRE_TOOL_USE: "guard",
    events.PRE_COMPACT: "compactions",
    events.POST_COMPACT: "compactions",
    events.STOP: "hook_turns",
    events.SESSION_END: "hook_turns",
    events.STATUS_LINE: "status_line",
}
"""The module that has the function `answer` for the event; a hook pays for no other."""


class Called:
    """One call of a hook: what was sent, and the pad it is about."""

    def __init__(
        self, event: str, given: Given, paths: PadPaths, *, named: str | None, profile: str | None
    ) -> None:
        self.event = event
        self.given = given
        self.paths = paths
        self.named = named
        """The pad as the command line names it, None where it was looked for."""
        self._profile = profile
        self._store: PadStore | None = None
        self._settings: Settings | None = None

    @property
    def settings(self) -> Settings:
        """Those of the pad, with a hook's patience."""
        if self._settings is None:
            from scratchpad_tui.core.config import load

            self._settings = load(self.paths.named, {"lock.timeout": LOCK_SECONDS})
        return self._settings

    @property
    def store(self) -> PadStore:
        """The pad's store."""
        if self._store is None:
            from scratchpad_tui.core.pad.store import PadStore

            self._store = PadStore(
                self.paths.named, profile=self._profile, settings=self.settings, lasting=False
            )
        return self._store

    def check_size(self) -> None:
        """Sees that the pad can be read as fast as a hook has to be.

        Raises:
            StorageError: it is too large for that.
        """
        try:
            size = os.stat(self.paths.pad).st_size
        except OSError:
            return  # whoever reads it tells what is wrong
        if size > LARGEST_PAD:
            raise StorageError(
                f"the pad has more than {LARGEST_PAD >> 10} KiB, too much for a hook to read", "shorten it"
            )

    def session(self) -> str | None:
        """The agent's own name for its session, as a label; None where it is none, which is noted."""
        from scratchpad_tui.agents.labels import as_label

        try:
            return as_label(self.store, self.given.text("session_id"))
        except ScratchpadError as error:
            self.failed(error)
            return None

    @property
    def command(self) -> str:
        """How the agent's shell calls the program."""
        from scratchpad_tui.agents.program import own_command

        return own_command()

    def options(self, session: str | None = None) -> str:
        """What stands behind a command's name: the pad where it was named, and the session, so that it is known."""
        from scratchpad_tui.agents.labels import option

        pad = option("pad", self.paths.named) if self.named else ""
        return pad + (option("session", session) if session else "")

    def failed(self, error: Exception) -> None:
        """Notes why something was left out."""
        note_failure(self.paths, self.event, reason_of(error))


def answer(
    word: str,
    data: bytes,
    *,
    named: str | None = None,
    profile: str | None = None,
    env: Mapping[str, str] | None = None,
) -> str:
    """What the hook of that event prints; empty where it has nothing to say. It raises nothing.

    Args:
        word: the event's name; where it is empty the input's own counts.
        data: what the agent sent.
        named: the pad that the command line names.
        profile: the profile that it names.
        env: the environment; the process's own where None.
    """
    paths: PadPaths | None = None
    event = events.event_named(word) or events.UNKNOWN
    try:
        given, fault = _given(data)
        paths = _pad_of(given, named, os.environ if env is None else env)
        if paths is None:
            return ""
        event = events.event_named(word or given.text("hook_event_name")) or event
        refused = fault or (
            "" if event in _HANDLERS else f"no such hook; there are {', '.join(events.EVENTS)}"
        )
        if refused:
            note_failure(paths, event, refused)
            return ""
        module = import_module(f"scratchpad_tui.agents.{_HANDLERS[event]}")
        text: str = module.answer(Called(event, given, paths, named=named, profile=profile))
    except Exception as error:  # noqa: BLE001 - the agent goes on whatever is wrong here
        if paths is not None:
            note_failure(paths, event, reason_of(error))
        return ""
    return text


def reason_of(error: Exception) -> str:
    """Why it failed, in words that hold no text of the pad and none that was sent."""
    if isinstance(error, LockError):
        return "the pad is locked by another process"
    if isinstance(error, StorageError | UsageError):
        return str(error)
    if isinstance(error, ScratchpadError):
        return str(error) if error.code == "bad-label" else f"refused ({error.code})"
    if isinstance(error, OSError):
        return f"could not read or write: {os.strerror(error.errno) if error.errno else type(error).__name__}"
    frame = error.__traceback__
    while frame is not None and frame.tb_next is not None:
        frame = frame.tb_next
    where = f" ({os.path.basename(frame.tb_frame.f_code.co_filename)}:{frame.tb_lineno})" if frame else ""
    return f"unexpected {type(error).__name__}{where}; this is a defect"


def _given(data: bytes) -> tuple[Given, str]:
    """What was sent, or nothing and why: then it is known where that is to be noted."""
    try:
        return hook_input.decoded(data), ""
    except ScratchpadError as error:
        return hook_input.Given({}), str(error)


def _pad_of(given: Given, named: str | None, env: Mapping[str, str]) -> PadPaths | None:
    """The pad that the hook is about; None where there is none, and none is made."""
    if named or env.get(VARIABLE):
        paths = pad_paths(discover(env=env, named=named).path)
        return paths if _is_there(paths) else None
    unnamed = {name: value for name, value in env.items() if name != VARIABLE}
    for folder in _folders(given, env):
        paths = pad_paths(discover(folder, env=unnamed).path)
        if _is_there(paths):
            return paths
    return None


def _folders(given: Given, env: Mapping[str, str]) -> Iterator[str]:
    """Where the agent works: as it says itself, else as its environment says, else where the hook was started."""
    cwd, project = given.path("cwd"), env.get(events.PROJECT, "")
    if os.path.isabs(cwd):
        yield cwd
    if os.path.isabs(project) and hook_input.is_path(project):
        yield project
    elif not given.text("cwd"):
        yield os.getcwd()


def _is_there(paths: PadPaths) -> bool:
    """Whether there is a pad, or a history that it can be served from."""
    if os.path.lexists(paths.pad):
        return True
    from scratchpad_tui.core.pad.history import History

    return paths.has_history and History(paths).newest() > 0
