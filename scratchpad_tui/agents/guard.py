"""The hook before a tool is used: the pad is changed by patch list, not by an agent's own edit tool.

An edit tool writes the whole file as it was read before: what a person saved meanwhile would be lost.
"""

from __future__ import annotations

import os
import re

from scratchpad_tui.agents import events
from scratchpad_tui.agents.labels import quoted
from scratchpad_tui.agents.named_files import named_files
from scratchpad_tui.agents.replies import context, denial
from scratchpad_tui.core.errors import StorageError
from scratchpad_tui.core.pad.paths import pad_paths

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from scratchpad_tui.agents.hook import Called
    from scratchpad_tui.core.pad.paths import PadPaths

_TOOL = "PreToolUse"
_MOVING = ("move", "rename")
_DELETING = ("delete", "remove", "trash", "unlink", "rmdir")
_READING = (
    "read",
    "notebookread",
    "view",
    "list",
    "ls",
    "get",
    "grep",
    "glob",
    "search",
    "find",
    "stat",
    "open",
)
"""How the names of tools begin that only look, behind the name of their server."""
_WRITING = ("write", "edit", "replace", "create", "insert", "append", "update", "delete", "remove", *_MOVING)
"""What such a name may say further on: `find_and_replace`."""
_OWN_FILES = ("promotions.jsonl", "episodic.md")
_OWN_FOLDERS = ("archive",)
"""Beside the pad, written by the core alone."""


def answer(called: Called) -> str:
    """A refusal with the command that does it right, or a word about it; nothing for any other file or tool."""
    tool = called.given.text("tool_name").rpartition("__")[2].casefold()
    if _only_looks(tool):
        return ""
    answers = (_about(called, target) for target in _targets(called, tool))
    return next(filter(None, answers), "") or _about_folders(called, tool)


def _about_folders(called: Called, tool: str) -> str:
    """What is said of a tool that takes a folder away with the pad in it."""
    deleting = any(word in tool for word in _DELETING)  # first: to remove is no move
    moving = not deleting and any(word in tool for word in _MOVING)
    if not moving and not deleting:
        return ""
    mode = called.settings.text("hooks.guard")
    stays = set(_targets(called, "")) if moving else set()
    for target in _targets(called, tool):
        if mode != "off" and target not in stays and _holds(target, called.paths):
            reason = (
                f"{target} holds the scratchpad {called.paths.named} with all its versions, and nothing would bring "
                "them back: name the files that are meant, or leave it to a person"
            )
            return denial(_TOOL, reason) if mode == "deny" else context(_TOOL, reason)
    return ""


def _holds(target: str, paths: PadPaths) -> bool:
    """Whether the pad stands in this folder, or in one below it."""
    return os.path.isdir(target) and any(_is_same(target, above) for above in _above(paths.pad))


def _about(called: Called, target: str) -> str:
    """What is said of one file."""
    mine = called if _is_same(target, called.paths.pad) else _of_other_pad(called, target)
    if mine is None and not _is_own(target, called.paths):
        return ""
    mode = (mine or called).settings.text("hooks.guard")
    if mode == "off":
        return ""
    reason = _how(mine) if mine is not None else _hands_off(called, target)
    return denial(_TOOL, reason) if mode == "deny" else context(_TOOL, reason)


def _of_other_pad(called: Called, target: str) -> Called | None:
    """The call as one on the pad that stands there; None where none does. A pad has versions, whoever works where."""
    paths = pad_paths(target)
    if not os.path.isfile(paths.journal):
        return None
    from scratchpad_tui.agents.hook import Called

    return Called(called.event, called.given, paths, named=target, profile=None)


def _only_looks(tool: str) -> bool:
    """Whether a tool of that name, without its server's, changes no file: `read`, `read_text_file`."""
    return tool.startswith(_READING) and not any(word in tool for word in _WRITING)


def _targets(called: Called, tool: str) -> Iterator[str]:
    """The files that the tool changes, without links."""
    given = called.given.table("tool_input")
    folders = (called.given.path("cwd") or os.getcwd(), *filter(None, (os.environ.get(events.PROJECT),)))
    return named_files(given, folders, moves=any(word in tool for word in _MOVING))


def _is_same(one: str, other: str) -> bool:
    """Whether both are one file: by path, or by another name of it, be it a hard link or other letter case."""
    if one == other:
        return True
    try:
        return os.path.samefile(one, other)
    except OSError:
        return False


def _is_own(target: str, paths: PadPaths) -> bool:
    """Whether only the core writes this file: history, lock, queue, what was accepted, archived or quarantined."""
    if any(_is_same(target, path) for path in _own_files(paths)):
        return True
    folder, name = os.path.split(target)
    stem, ending = map(re.escape, os.path.splitext(paths.name))
    if re.fullmatch(rf"{stem}\.broken-[0-9]+{ending}", name) and _is_same(folder, paths.folder):
        return True
    closed = [os.path.dirname(paths.history), *(os.path.join(paths.side, one) for one in _OWN_FOLDERS)]
    return any(_is_same(above, one) for above in (target, *_above(target)) for one in closed)


def _own_files(paths: PadPaths) -> Iterator[str]:
    yield paths.lock
    for name in _OWN_FILES:
        yield os.path.join(paths.side, name)


def _above(path: str) -> Iterator[str]:
    """The folders that hold it, the nearest first."""
    above = os.path.dirname(path)
    while above != path:
        yield above
        path, above = above, os.path.dirname(above)


def _how(called: Called) -> str:
    """The command that does it right."""
    try:
        called.check_size()
    except StorageError as error:
        return f"{called.paths.named} is a scratchpad, and {error}: a person does that"
    profile, command, options = called.store.profile, called.command, called.options(called.session())
    open_sections = [section for section in profile.sections if not section.protected]
    section = next((one for one in open_sections if one.name == "Findings"), open_sections[0])
    if section.tags:
        how = f"{command} note 'CI has no redis service' --tag {section.tags[0]}{options}"
    elif section.keyed:
        how = f"{command} record {section.name} ci-no-redis 'CI has no redis service' --source 'job 4412'{options}"
    else:
        patch = f'[{{"section": "{section.name}", "op": "append", "content": "CI has no redis service (job 4412)"}}]'
        how = f"echo {quoted(patch)} | {command} apply{options}"
    return (
        f"{called.paths.named} is a scratchpad: an edit tool would write over what a person or another agent changed "
        f"meanwhile. This adds a line: {how}\n"
        "apply takes a list of patches with the operations append, replace, check, remove and clear; "
        f"`{command} prompt{called.options()}` prints the sections and an example."
    )


def _hands_off(called: Called, target: str) -> str:
    return (
        f"{target} belongs to the scratchpad {called.paths.named} and is written by scratchpad-tui alone. "
        f"`{called.command} history{called.options()}` shows the versions, `restore` brings one back, `propose` proposes a line to be kept."
    )
