"""What Claude Code's settings say of our hooks: which are there, what they call, and whether that can be called."""

from __future__ import annotations

import json
import os
import re

from scratchpad_tui.core.errors import StorageError
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.io import read_bytes
from scratchpad_tui.core.program import MODULE, PROGRAM, is_on_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

EVENTS = {
    "SessionStart": "session-start",
    "UserPromptSubmit": "user-prompt-submit",
    "PreToolUse": "pre-tool-use",
    "PreCompact": "pre-compact",
    "PostCompact": "post-compact",
    "Stop": "stop",
    "SessionEnd": "session-end",
}
"""The agent's event, and the word behind `scratchpad-tui hook`."""
STATUS_LINE, STATUS_EVENT = "statusLine", "statusline"
FOLDER, SHARED, LOCAL = ".claude", "settings.json", "settings.local.json"
"""A project's settings: those for everybody who works in it, and a person's own."""
EDIT_TOOLS = ("Edit", "MultiEdit", "NotebookEdit", "Write")
LARGEST = 1 << 20
"""Bytes of settings that are looked at."""
_WANTED = {
    "SessionStart": ("startup", "resume", "clear", "compact", "fork"),
    "PreToolUse": EDIT_TOOLS,
    "PreCompact": ("manual", "auto"),
    "PostCompact": ("manual", "auto"),
    "SessionEnd": ("clear", "logout", "prompt_input_exit", "other"),
}
"""What a matcher has to let through; the other events have none."""
_NAMES = re.compile(r"[\w\-, |]+", re.ASCII)
"""A matcher of these characters is a list of names; any other is an expression."""
_SHELL_WORDS = re.compile(r"[;&|<>`]|\$\(")


class HookCall(NamedTuple):
    """A command of the settings that calls one of our hooks."""

    program: str
    event: str
    """The word behind `hook`."""
    is_plain: bool
    """Whether it does nothing else: what a person wrote around it is theirs."""


def hook_call(handler: object) -> HookCall | None:
    """The call of our hook that a handler makes; None where it makes none."""
    if not isinstance(handler, dict) or handler.get("type") != "command":
        return None
    words = _words(handler)
    for at, word in enumerate(words):
        program = _program(words, at, word)
        if program is not None and words[at + 1 : at + 2] == ["hook"] and len(words) > at + 2:
            rest = words[at + 3 :]
            is_whole = at == 0 or (word == MODULE and all(one.startswith("-") for one in words[1:at]))
            return HookCall(program, words[at + 2], is_whole and not any(map(_SHELL_WORDS.search, rest)))
    return None


def _words(handler: Mapping[str, Any]) -> list[str]:
    command, args = handler.get("command"), handler.get("args")
    if not isinstance(command, str):
        return []
    if isinstance(args, list):
        return [command, *(word for word in args if isinstance(word, str))]
    from shlex import split

    try:
        return split(command)
    except ValueError:
        return []


def _program(words: list[str], at: int, word: str) -> str | None:
    name = re.split(r"[/\\]", word)[-1].casefold()
    if name in (PROGRAM, f"{PROGRAM}.exe"):
        return word
    return words[0] if word == MODULE and at > 1 and words[at - 1] == "-m" else None


def same_word(one: str, other: str) -> bool:
    """Whether both name the same event: `session-start`, `SessionStart`."""
    return _letters(one) == _letters(other)


def _letters(word: str) -> str:
    return word.replace("-", "").replace("_", "").casefold()


def lets_through(event: str, group: Mapping[str, Any]) -> bool:
    """Whether a group's matcher holds nothing back that the hook of that event is there for."""
    matcher, wanted = group.get("matcher", ""), _WANTED.get(event, ())
    if not isinstance(matcher, str):
        return False
    if not wanted or matcher in ("", "*"):
        return True
    if _NAMES.fullmatch(matcher):
        return set(wanted) <= {name.strip() for name in re.split(r"[|,]", matcher)}
    try:
        return all(re.search(matcher, name) for name in wanted)
    except re.error:
        return False


def can_run(program: str, project: str) -> bool:
    """Whether a program of that name is found from here; one that a variable names counts as found."""
    program = re.sub(r"^\$(?:\{CLAUDE_PROJECT_DIR\}|CLAUDE_PROJECT_DIR\b)", lambda _: project, program)
    if "$" in program:
        return True
    path = os.path.expanduser(program)
    if os.path.dirname(path):
        return os.path.isfile(path) and os.access(path, os.X_OK)
    if path == PROGRAM:
        # What a virtual environment puts on the PATH is gone in the agent's terminal.
        return is_on_path(os.environ)
    from shutil import which

    return which(path) is not None


class HookSettings(NamedTuple):
    """One file of settings, as far as it is about hooks."""

    path: str
    calls: dict[str, HookCall]
    """By the agent's event: our hook, where one is called whenever it should be."""
    held_back: tuple[str, ...]
    """Events whose matcher keeps our hook from some of its occasions."""
    status_line: HookCall | None
    has_status_line: bool
    """Whether there is a status line, whoever's."""
    is_off: bool
    """Whether it switches all hooks off."""
    fault: str
    """Why the agent cannot read it, where it cannot and names us."""
    changed: float
    """When the file was changed last."""

    @property
    def names_us(self) -> bool:
        """Whether anything of ours stands in it."""
        return bool(self.calls or self.held_back or self.status_line or self.fault)

    @property
    def programs(self) -> dict[str, None]:
        """What its calls start, each once."""
        found = [*self.calls.values(), *([self.status_line] if self.status_line else [])]
        return dict.fromkeys(call.program for call in found)


def hook_settings(path: str) -> HookSettings | None:
    """What a file of settings says; None where there is none that can be read."""
    try:
        info = os.stat(path)
        if info.st_size > LARGEST:
            return None
        data = read_bytes(os.path.realpath(path))
    except (OSError, StorageError, ValueError):
        return None
    fault, settings = "", None
    try:
        settings = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        fault = "is not JSON" if PROGRAM.encode() in data or MODULE.encode() in data else ""
    if not isinstance(settings, dict):
        settings = {}
    calls: dict[str, HookCall] = {}
    held_back: list[str] = []
    for event, group, call in _calls(settings):
        if same_word(call.event, EVENTS.get(event, "")):
            if lets_through(event, group):
                calls.setdefault(event, call)
            else:
                held_back.append(event)
    line = settings.get(STATUS_LINE)
    return HookSettings(
        path,
        calls,
        tuple(event for event in dict.fromkeys(held_back) if event not in calls),
        hook_call(line),
        line is not None,
        settings.get("disableAllHooks") is True,
        fault,
        info.st_mtime,
    )


def _calls(settings: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any], HookCall]]:
    hooks = settings.get("hooks")
    for event, groups in hooks.items() if isinstance(hooks, dict) else ():
        for group in groups if isinstance(groups, list) else ():
            handlers = group.get("hooks") if isinstance(group, dict) else None
            for handler in handlers if isinstance(handlers, list) else ():
                call = hook_call(handler)
                if call is not None:
                    yield event, group, call


def user_settings(env: Mapping[str, str]) -> str:
    """The user's own settings, for all projects."""
    home = env.get("CLAUDE_CONFIG_DIR", "").partition(",")[0] or os.path.join(
        env.get("HOME") or os.path.expanduser("~"), FOLDER
    )
    return os.path.join(home, SHARED)


def project_settings(project: str) -> tuple[str, str]:
    """A project's settings: the shared file, and a person's own."""
    folder = os.path.join(project, FOLDER)
    return os.path.join(folder, SHARED), os.path.join(folder, LOCAL)
