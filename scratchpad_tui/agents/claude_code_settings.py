"""Claude Code's settings with our hooks in them, and again without: text in, text out, what others wrote untouched."""

from __future__ import annotations

from scratchpad_tui.agents import setup_json
from scratchpad_tui.core.errors import InputError
from scratchpad_tui.core.health.hook_settings import (
    EDIT_TOOLS,
    EVENTS,
    STATUS_EVENT,
    STATUS_LINE,
    can_run,
    hook_call,
    lets_through,
    same_word,
)
from scratchpad_tui.core.named_tuple import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from scratchpad_tui.agents.program import Program

DOES = {
    "SessionStart": "puts the pad into the agent's context, again behind a compaction",
    "UserPromptSubmit": "tells the agent what others changed since",
    "PreToolUse": "answers an edit tool on the pad with the command that does it right",
    "PreCompact": "notes a compaction, so that the Timeline shows it",
    "PostCompact": "notes that it is done",
    "Stop": "reminds the agent of the pad, where hooks.remind_after says so",
    "SessionEnd": "proposes at most three lines to be kept",
    STATUS_LINE: "shows the pad, and keeps the true size of the context window",
}
_SECONDS = 10
"""After which the agent goes on without a hook; its own patience is ten minutes."""
_UNTIMED = ("SessionEnd",)
"""All hooks of this event share a second and a half; a time of its own would only make leaving slower."""


class Changed(NamedTuple):
    """Settings as they will be."""

    text: str
    done: tuple[str, ...]
    """What comes or goes, a line each."""
    notes: tuple[str, ...] = ()
    """What stays as it is, and why a person should know."""


def block(program: Program) -> dict[str, Any]:
    """What the settings need, to be pasted by hand."""
    return {
        "hooks": {event: [_group(event, program)] for event in EVENTS},
        STATUS_LINE: _status_line(program),
    }


def connected(
    text: str, program: Program, project: str, *, replaces_line: bool = False, line_elsewhere: str = ""
) -> Changed:
    """The settings with every hook that is missing, those of ours that do not work put right, and the status line.

    Args:
        text: the settings as they are.
        program: how our command is started.
        project: the folder that they are of.
        replaces_line: whether our status line takes the place of another one.
        line_elsewhere: the file of settings that has a status line, where another one has.

    Raises:
        InputError: they are no settings, or hooks stand there in another form.
    """
    data = setup_json.loaded(text)
    _check_hooks(data)
    done: list[str] = []
    if not isinstance(data.get("hooks"), dict):
        text = setup_json.with_member(text, (), "hooks", {})
    for event in EVENTS:
        now = _with_hook(text, event, program, project)
        if now != text:
            done.append(f"{event}: {DOES[event]}")
            text = now
    text, line, notes = _with_line(text, program, project, replaces_line, line_elsewhere)
    if not done and not line:
        return Changed(text, (), notes)
    if data.get("disableAllHooks") is True:
        notes = (*notes, "disableAllHooks is true there: no hook is called until you change that")
    return Changed(text, (*done, *line), notes)


def disconnected(text: str, before: str | None) -> Changed:
    """The settings without anything of ours; `before` are those that stood there first, where they are known.

    Raises:
        InputError: they are no settings.
    """
    data = setup_json.loaded(text)
    first = _loaded_or_none(before)
    done: list[str] = []
    hooks = data.get("hooks")
    for event, groups in list(hooks.items()) if isinstance(hooks, dict) else ():
        now, emptied = _without_hooks(text, event, groups, _is_ours)
        if now != text:
            done.append(f"{event}: taken out")
        if emptied and event not in _table(first.get("hooks")):
            now = setup_json.without(now, ("hooks", event))
        text = now
    if done and not setup_json.loaded(text)["hooks"] and "hooks" not in first:
        text = setup_json.without(text, ("hooks",))
    call = hook_call(data.get(STATUS_LINE))
    if call is not None and call.is_plain and same_word(call.event, STATUS_EVENT):
        done.append(f"{STATUS_LINE}: taken out")
        old = first.get(STATUS_LINE)
        if STATUS_LINE in first and hook_call(old) is None:
            text = setup_json.with_member(text, (), STATUS_LINE, old)
        else:
            text = setup_json.without(text, (STATUS_LINE,))
    return Changed(text, tuple(done), tuple(_left(setup_json.loaded(text))))


def _left(data: Mapping[str, Any]) -> Iterator[str]:
    """What calls us still, in words around it that are a person's own."""
    hooks = data.get("hooks")
    for event, groups in hooks.items() if isinstance(hooks, dict) else ():
        if any(hook_call(handler) for group in _list(groups) for handler in _handlers(group)):
            yield f"{event} calls scratchpad-tui in a command of your own, which stays"
    if hook_call(data.get(STATUS_LINE)):
        yield f"{STATUS_LINE} calls scratchpad-tui in a command of your own, which stays"


# Hooks


def _group(event: str, program: Program) -> dict[str, Any]:
    handler: dict[str, Any] = {"type": "command", "command": program.command(EVENTS[event])}
    if event not in _UNTIMED:
        handler["timeout"] = _SECONDS
    matcher = {"matcher": "|".join(EDIT_TOOLS)} if event == "PreToolUse" else {}
    return {**matcher, "hooks": [handler]}


def _check_hooks(data: Mapping[str, Any]) -> None:
    hooks = data.get("hooks")
    if hooks is not None and not isinstance(hooks, dict):
        raise InputError('"hooks" is no object there', code="bad-hooks")
    for event in EVENTS:
        if isinstance(hooks, dict) and not isinstance(hooks.get(event, []), list):
            raise InputError(f'"hooks" has no list under "{event}"', code="bad-hooks")


def _with_hook(text: str, event: str, program: Program, project: str) -> str:
    """The settings with our hook of one event, once; one that works stays as a person may have made it."""
    groups = setup_json.loaded(text)["hooks"].get(event)
    found = [
        (group, call)
        for group in _list(groups)
        for one in _handlers(group)
        if (call := hook_call(one)) is not None
    ]
    good = [
        call
        for group, call in found
        if same_word(call.event, EVENTS[event])
        and lets_through(event, group)
        and can_run(call.program, project)
    ]
    if good and (len(found) == 1 or not all(call.is_plain for _, call in found)):
        return text
    if groups is None:
        return setup_json.with_member(text, ("hooks",), event, [_group(event, program)])
    text, _ = _without_hooks(text, event, groups, _is_ours)
    return setup_json.with_item(text, ("hooks", event), _group(event, program))


def _without_hooks(text: str, event: str, groups: object, leaves: Any) -> tuple[str, bool]:  # noqa: ANN401 - a function of a handler
    """The settings without the handlers of one event that `leaves` names, and whether that emptied the list."""
    listed = _list(groups)
    emptied = 0
    for at in reversed(range(len(listed))):
        handlers = _handlers(listed[at])
        going = [place for place, handler in enumerate(handlers) if leaves(handler)]
        if going and len(going) == len(handlers):
            text = setup_json.without(text, ("hooks", event, at))
            emptied += 1
            continue
        for place in reversed(going):
            text = setup_json.without(text, ("hooks", event, at, "hooks", place))
    return text, bool(emptied) and emptied == len(listed)


def _is_ours(handler: object) -> bool:
    call = hook_call(handler)
    return call is not None and call.is_plain


# The status line


def _status_line(program: Program) -> dict[str, str]:
    return {"type": "command", "command": program.command(STATUS_EVENT)}


def _with_line(
    text: str,
    program: Program,
    project: str,
    replaces: bool,  # noqa: FBT001 - handed on
    elsewhere: str,
) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """The settings with our status line, what that does, and a word where another one stays."""
    there = setup_json.loaded(text).get(STATUS_LINE)
    call = hook_call(there)
    if call is not None and (not call.is_plain or can_run(call.program, project)):
        return text, (), ()
    if call is None and not replaces and (there is not None or elsewhere):
        where = elsewhere if there is None else "there"
        note = (
            f"the status line that is set {'in ' if there is None else ''}{where} stays; --status-line puts ours in its "
            f"place here, or let your own script hand its input to `{program.command(STATUS_EVENT)}` as well"
        )
        return text, (), (note,)
    done = f"{STATUS_LINE}: {DOES[STATUS_LINE]}"
    if there is not None and call is None:
        done += ", in the place of yours"
    return setup_json.with_member(text, (), STATUS_LINE, _status_line(program)), (done,), ()


# What stands there


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _table(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _handlers(group: object) -> list[Any]:
    return _list(_table(group).get("hooks"))


def _loaded_or_none(text: str | None) -> dict[str, Any]:
    if text is None:
        return {}
    try:
        return setup_json.loaded(text)
    except InputError:
        return {}
