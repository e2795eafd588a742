"""The hook before a tool is used: the pad is changed by patch list, not by an agent's own edit tool.

An edit tool writes the whole file as it was read before: what a person saved meanwhile would be lost.
"""

from __future__ import annotations

import os

from scratchpad_tui.agents.hook_input import is_path
from scratchpad_tui.agents.labels import quoted
from scratchpad_tui.agents.replies import context, denial

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from scratchpad_tui.agents.hook import Called
    from scratchpad_tui.core.pad.paths import PadPaths

_TOOL = "PreToolUse"
_FIELDS = ("file_path", "notebook_path", "path")
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
_OWN_FILES = ("promotions.jsonl", "episodic.md")
_OWN_FOLDERS = ("archive",)
"""Beside the pad, written by the core alone."""


def answer(called: Called) -> str:
    """A refusal with the command that does it right, or a word about it; nothing for any other file or tool."""
    paths = called.paths
    if _only_looks(called.given.text("tool_name")):
        return ""
    target = _target(called)
    if not target:
        return ""
    is_pad = _is_same(target, paths.pad)
    if not is_pad and not _is_own(target, paths):
        return ""
    mode = called.settings.text("hooks.guard")
    if mode == "off":
        return ""
    reason = _how(called) if is_pad else _hands_off(called, target)
    return denial(_TOOL, reason) if mode == "deny" else context(_TOOL, reason)


def _only_looks(tool: str) -> bool:
    """Whether a tool of that name changes no file: `Read`, `mcp__files__read_text_file`."""
    return tool.rpartition("__")[2].casefold().startswith(_READING)


def _target(called: Called) -> str:
    """The file that the tool is about, without links; empty where the call names none."""
    given = called.given.table("tool_input")
    named = next((text for field in _FIELDS if (text := given.text(field))), "")
    if not is_path(named):
        return ""
    base = called.given.path("cwd") or os.getcwd()
    return os.path.realpath(os.path.join(base, os.path.expanduser(named)))


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
    if name.startswith(f"{os.path.splitext(paths.name)[0]}.broken-") and _is_same(folder, paths.folder):
        return True
    closed = [os.path.dirname(paths.history), *(os.path.join(paths.side, one) for one in _OWN_FOLDERS)]
    return any(_is_same(above, one) for above in _above(target) for one in closed)


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
    profile = called.store.profile
    open_sections = [section for section in profile.sections if not section.protected]
    section = next((one for one in open_sections if one.name == "Findings"), open_sections[0])
    if section.tags:
        how = f"scratchpad-tui note 'CI has no redis service' --tag {section.tags[0]}{called.options()}"
    elif section.keyed:
        how = f"scratchpad-tui record {section.name} ci-no-redis 'CI has no redis service' --source 'job 4412'{called.options()}"
    else:
        patch = f'[{{"section": "{section.name}", "op": "append", "content": "CI has no redis service (job 4412)"}}]'
        how = f"echo {quoted(patch)} | scratchpad-tui apply{called.options(called.session())}"
    return (
        f"{called.paths.named} is a scratchpad: an edit tool would write over what a person or another agent changed "
        f"meanwhile. This adds a line: {how}\n"
        "apply takes a list of patches with the operations append, replace, check, remove and clear; "
        "`scratchpad-tui prompt` prints the sections and an example."
    )


def _hands_off(called: Called, target: str) -> str:
    return (
        f"{target} belongs to the scratchpad {called.paths.named} and is written by scratchpad-tui alone. "
        "`scratchpad-tui history` shows the versions, `restore` brings one back, `propose` proposes a line to be kept."
    )
