"""Signs in how an agent is connected: hooks that are not there, cannot be called, are not called, or fail."""

from __future__ import annotations

import os
import re
import sys
from datetime import UTC, datetime, timedelta

from scratchpad_tui.core.clock import age_words, parse_stamp
from scratchpad_tui.core.errors import StorageError
from scratchpad_tui.core.health.hook_settings import (
    EVENTS,
    LARGEST,
    can_run,
    hook_settings,
    project_settings,
    user_settings,
)
from scratchpad_tui.core.health.sign import ERROR, WARNING, Sign, counted
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.discover import NAMES
from scratchpad_tui.core.pad.hook_log import NAME as LOG
from scratchpad_tui.core.pad.hook_log import failures
from scratchpad_tui.core.pad.io import read_bytes
from scratchpad_tui.core.pad.window_file import told_windows
from scratchpad_tui.core.program import MODULE, PROGRAM, is_on_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from scratchpad_tui.core.health.facts import Facts
    from scratchpad_tui.core.health.hook_settings import HookSettings

_CLAUDE_CODE, _MCP = ("--for", "claude-code"), ("--for", "mcp")
_LATELY = timedelta(days=1)
"""How long ago a failure of a hook may be that is still told."""
_LOCKED = "locked"
_LOCKED_LEAST = 3
"""Hooks that did without the lock before that is told: one that meets another writer is no trouble."""
_UNSEEN_LISTS = 3
"""Versions by agents that no hook was called for, before that is told."""
_BLOCK = re.compile(rf"`{PROGRAM} prompt --session NAME".encode())
_NAMING = {
    "AGENTS.md": _BLOCK,
    "CLAUDE.md": _BLOCK,
    "GEMINI.md": _BLOCK,
    ".mcp.json": re.compile(rf'"command"\s*:\s*"{PROGRAM}"'.encode()),
}
"""Files of a project that agents read, and what in them calls the command by its name."""
_LINE_AFTER = timedelta(minutes=10)
"""How long a session may run before its status line should have told the window."""


class _Wiring(NamedTuple):
    """The settings that count for an agent in the pad's project."""

    project: str
    files: tuple[HookSettings, ...]

    pad: str
    """The pad's path as it is named."""

    @property
    def ours(self) -> list[HookSettings]:
        """Those that call our hooks."""
        return [one for one in self.files if one.calls or one.held_back]

    @property
    def since(self) -> datetime | None:
        """Since when the project's own settings have been as they are; None where they call no hook."""
        own = [one.changed for one in self.ours if one.path in project_settings(self.project)]
        return datetime.fromtimestamp(max(own), UTC) if own else None

    @property
    def is_off(self) -> bool:
        """Whether one of them switches all hooks off."""
        return any(one.is_off for one in self.files)


def _wiring(facts: Facts) -> _Wiring:
    folder, name = os.path.split(os.path.dirname(facts.store.paths.named))
    project = folder if name == ".agent" else os.path.join(folder, name)
    paths = dict.fromkeys((*project_settings(project), user_settings(os.environ)))
    found = [settings for path in paths if (settings := hook_settings(path)) is not None]
    return _Wiring(project, tuple(found), facts.store.paths.named)


def _init(wiring: _Wiring, what: tuple[str, ...]) -> tuple[str, str]:
    """`init` with these options for the project, as a remedy names it, and as it is typed, wherever one stands."""
    from shlex import join

    words, before = ["init"], ""
    is_usual = wiring.pad == os.path.join(wiring.project, NAMES[0])
    if os.path.abspath(wiring.project) != os.getcwd():
        if is_usual:
            words.append(wiring.project)
        else:
            before = f"{join(['cd', wiring.project])} && "
    words += what if is_usual else (*what, "--pad", wiring.pad)
    typed = before + join([*_program(), *words])
    return (typed if before else join(words)), typed


def _connect(wiring: _Wiring, path: str = "") -> tuple[str, str]:
    """The remedy that sets the hooks up again, in a person's own settings where that path says so; and its command."""
    is_local = path == project_settings(wiring.project)[1]
    named, typed = _init(wiring, (*_CLAUDE_CODE, *(["--local"] if is_local else [])))
    return f"run `{named}` again; it shows what it would change", typed


def _unreadable(facts: Facts) -> Iterator[Sign]:
    """Settings that name our hooks cannot be read, so that none of them is called."""
    for settings in _wiring(facts).files:
        if settings.fault:
            yield Sign(
                "hook-settings",
                ERROR,
                f"{settings.path} {settings.fault}, so the agent reads nothing of it, our hooks neither",
                "mend it; its backup has what stood there before the hooks",
            )


def _missing(facts: Facts) -> Iterator[Sign]:
    """Some of the hooks are there, others are not, or are kept from some of their occasions."""
    wiring = _wiring(facts)
    there = {event for settings in wiring.ours for event in settings.calls}
    missing = [event for event in EVENTS if event not in there]
    if not wiring.ours or not missing:
        return
    held = {event for settings in wiring.ours for event in settings.held_back}
    words = [
        f"{event} (its matcher lets too little through)" if event in held else event for event in missing
    ]
    remedy, command = _connect(wiring, wiring.ours[0].path)
    message = f"of the agent's hooks these are not set up: {', '.join(words)}"
    yield Sign("hooks-missing", WARNING, message, remedy, command=command)


def _off(facts: Facts) -> Iterator[Sign]:
    """All hooks are switched off."""
    wiring = _wiring(facts)
    for settings in wiring.files:
        if settings.is_off and wiring.ours:
            yield Sign(
                "hooks-off",
                WARNING,
                f"disableAllHooks is true in {settings.path}: the agent calls no hook",
                f"take that line out, or disconnect with `{_init(wiring, (*_CLAUDE_CODE, '--remove'))[0]}`",
            )


def _not_found(facts: Facts) -> Iterator[Sign]:
    """What the settings call is not there, or may not be run."""
    wiring = _wiring(facts)
    programs = {program: settings for settings in wiring.files for program in settings.programs}
    for program, settings in programs.items():
        if not can_run(program, wiring.project):
            what = "is not there or may not be run" if os.path.dirname(program) else "is not on the PATH"
            again, command = _connect(wiring, settings.path)
            yield Sign(
                "hook-command",
                WARNING,
                f"{settings.path} calls {program}, which {what}",
                f"install scratchpad-tui where the agent finds it, or {again}",
                command=command,
            )


def _not_on_path(facts: Facts) -> Iterator[Sign]:
    """A file that agents read in the project names the command, and no terminal of theirs finds it."""
    if is_on_path(os.environ):
        return
    wiring = _wiring(facts)
    for name, words in _NAMING.items():
        path = os.path.join(wiring.project, name)
        if not _holds(path, words):
            continue
        is_ours = words is _BLOCK
        written, command = _write_again(wiring, name)
        again = f"`{written}`" if is_ours else f"what `{_init(wiring, _MCP)[0]}` prints"
        yield Sign(
            "agent-command",
            WARNING,
            f"{path} has agents call {PROGRAM}, which is not on the PATH of every terminal",
            f"put this Python in its place with {again}, or put the command there by `pipx install` or `uv tool install`",
            path if is_ours else "",
            command if is_ours else "",
        )


def _write_again(wiring: _Wiring, name: str) -> tuple[str, str]:
    """`init` that writes the block of a file of the project anew, as a remedy names it, and as it is typed."""
    from shlex import join

    is_here = os.path.abspath(wiring.project) == os.getcwd()
    # Without a name `init` means the pad of the current folder, and makes it where there is none.
    named = [] if os.path.abspath(NAMES[0]) == wiring.pad else ["--pad", wiring.pad]
    path = os.path.join(wiring.project, name)
    return (
        join(["init", "--write", name if is_here else path, *named]),
        join([*_program(), "init", "--write", path, *named]),
    )


def _program() -> list[str]:
    """How the command is started where it may not be found by its name."""
    from shutil import which

    return [PROGRAM] if which(PROGRAM) or not sys.executable else [sys.executable, "-P", "-m", MODULE]


def _holds(path: str, words: re.Pattern[bytes]) -> bool:
    """Whether a file has such words; one that is too long is not looked at."""
    try:
        return os.path.getsize(path) <= LARGEST and bool(words.search(read_bytes(os.path.realpath(path))))
    except (OSError, StorageError, ValueError):
        return False


def _failing(facts: Facts) -> Iterator[Sign]:
    """A hook did less than it should, not long ago."""
    found = [one for one in failures(facts.store.paths) if one.time and facts.now - one.time <= _LATELY]
    locked = [one for one in found if _LOCKED in one.reason]
    if len(locked) < _LOCKED_LEAST:
        found = [one for one in found if one not in locked]
    if not found:
        return
    last = found[-1]
    assert last.time is not None
    age = age_words((facts.now - last.time).total_seconds())
    when = "now" if age == "now" else f"{age} ago"
    log = os.path.join(facts.store.paths.history, LOG)
    yield Sign(
        "hooks-failing",
        WARNING,
        f"{counted(len(found), 'hook')} did less than {'it' if len(found) == 1 else 'they'} should within a day, the last "
        f"{when} ({last.event}): {last.reason}",
        f"mend what the reason names (all of them stand in {log}); then delete that file, or wait a day",
    )


def _not_called(facts: Facts) -> Iterator[Sign]:
    """Agents write the pad, and no hook has given it to any since the hooks were set up."""
    wiring = _wiring(facts)
    since = wiring.since
    if since is None or wiring.is_off or _last_seen(facts, since) is not None:
        return
    written = [turn for turn in facts.turns if turn.actor == "agent" and turn.time and turn.time > since]
    if len(written) >= _UNSEEN_LISTS:
        versions = counted(len(written), "version")
        yield Sign(
            "hooks-not-called",
            WARNING,
            f"an agent wrote {versions} since the hooks were set up, and none of them was called: it has not been given "
            "the pad",
            f"start the agent anew in {wiring.project}, let it trust that folder, and look at its list of hooks",
        )


def _silent_line(facts: Facts) -> Iterator[Sign]:
    """The status line is set up, and has never told the size of the window."""
    wiring = _wiring(facts)
    if wiring.since is None or not any(one.status_line for one in wiring.files):
        return
    seen = _last_seen(facts, wiring.since)
    told = [parse_stamp(one.time) for one in told_windows(facts.store.paths)]
    if seen is None or facts.now - seen < _LINE_AFTER or any(one and one > wiring.since for one in told):
        return
    yield Sign(
        "status-line-silent",
        WARNING,
        "the status line is set up, but has not told the size of the context window, so Pressure has to assume it",
        "look whether another status line goes before it, and whether the agent is a version that hands the window out",
    )


def _last_seen(facts: Facts, since: datetime) -> datetime | None:
    """When a session was given the pad last, where that was after this moment."""
    times = [parse_stamp(item.get("time")) for item in facts.state.seen.values()]
    return max((moment for moment in times if moment is not None and moment > since), default=None)


HOOK_CHECKS = (_unreadable, _missing, _off, _not_found, _not_on_path, _failing, _not_called, _silent_line)
