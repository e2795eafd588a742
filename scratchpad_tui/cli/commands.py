"""The table of commands: which module holds each one, and what it does in a line.

A command's module is imported when the command is called, so that one that a hook runs every turn pays for no other.
"""

from __future__ import annotations

from scratchpad_tui.core.errors import UsageError
from scratchpad_tui.core.named_tuple import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable

DEFAULT = "watch"
"""What the program alone does."""

_USAGE = """usage: scratchpad-tui COMMAND [OPTION ...]

Watch, correct and keep an AI agent's file-backed memory. Without a command: watch.
A pad is a Markdown file: `init` makes one, an agent reads it with `prompt` and sends
its changes to `apply`, and `watch` shows each of them as it happens."""
_CLOSING = """
Options stand behind the command's name: scratchpad-tui COMMAND --help lists them.
--version prints the version.

exit codes:
  0  done, also when there was nothing to do; `hook` whatever happens
  1  refused or found wanting: invalid pad, refused patch, secret, conflict
  2  wrong usage
  3  could not read or write: no such file, no permission, disk full, lock timeout

environment:
  SCRATCHPAD_PAD          the pad, where --pad names none
  SCRATCHPAD_<SETTING>    any setting of `config`, such as SCRATCHPAD_HISTORY_DEPTH=0
  SCRATCHPAD_LLM_API_KEY  the key of the endpoint that `compact` asks
  SCRATCHPAD_NOW          sets the clock, for tests: 2026-07-20T10:12:00Z
  SCRATCHPAD_DEBUG=1      prints where an unexpected error came from
  VISUAL, EDITOR          the editor that `edit` opens
  NO_COLOR                no colour at all

Example: scratchpad-tui watch --pad .agent/scratchpad.md
"""
_TITLES = {
    "watch": "the screen",
    "init": "read and patch",
    "diff": "versions",
    "redact": "secrets",
    "note": "a session's notes",
    "record": "audited pads",
    "simulate": "the context",
    "health": "agents and set-up",
}
"""What stands above a command in the help of the program."""

HARMLESS = ("hook",)
"""Commands whose exit code is 0 whatever happens: 2 would have an agent's work thrown away."""

TABLE: dict[str, tuple[str, str]] = {
    "watch": ("screens", "open the UI on a pad (what the program alone does)"),
    "demo": ("screens", "open the UI on a workspace in which a scripted agent works"),
    "init": ("init", "write a pad's skeleton, its settings and .gitignore"),
    "show": ("reading", "print the pad"),
    "prompt": ("reading", "print what goes into the agent's context"),
    "status": ("status", "print one line for tmux or a shell prompt"),
    "validate": ("reading", "parse the pad or a file and report"),
    "apply": ("apply", "apply a patch list from a file or standard input"),
    "edit": ("edit", "edit the pad or a section in your own editor"),
    "diff": ("versions", "print what a turn changed"),
    "history": ("history", "list the versions, newest last"),
    "blame": ("blame", "print for each line the version that last changed it"),
    "restore": ("versions", "make a version the current state"),
    "recover": ("recover", "list quarantined files and take lines back"),
    "export": ("export", "print the pad and its timeline as Markdown, or a screen as SVG"),
    "redact": ("redact", "take a text out of the pad and every file beside it"),
    "scan": ("scan", "look for secrets in files or standard input"),
    "note": ("notes", "add a note to Scratch"),
    "confirm": ("notes", "make a hypothesis observed"),
    "recall": ("notes", "print what a session remembers"),
    "propose": ("promotions", "propose lines for promotion"),
    "promotions": ("promotions", "list the promotions queue"),
    "accept": ("promotions", "accept a proposal into the episodic tier"),
    "reject": ("promotions", "reject a proposal for a reason"),
    "promote": ("promotions", "make an accepted entry durable"),
    "archive": ("session", "put notes past their time into the archive"),
    "session": ("session", "start or end a session, or say how it stands"),
    "record": ("audited", "put an entry into an audited pad by its key"),
    "tidy": ("audited", "take closed and contradicted entries out of an audited pad"),
    "verify": ("verify", "check notes, secrets and Durable, or an audited pad's entries"),
    "check-design": ("design", "judge design reports by the contract of an audited memory"),
    "design-report": ("design", "print a design report of what is measured on the audited pad"),
    "simulate": ("simulate", "put made-up or real turns through a managed window"),
    "compact": ("compact", "ask a model for one summary of a transcript's oldest span"),
    "inspect": ("inspect", "print what a transcript's messages and calls take of the context"),
    "health": ("health", "report signs of trouble with the pad, and what helps"),
    "doctor": ("health", "the same as health"),
    "config": ("settings", "print every setting, its value and where it came from"),
    "mcp": ("mcp", "serve the pad to an agent by the Model Context Protocol"),
    "hook": ("hook", "answer an agent's hook, with JSON on standard input"),
    "tool-schema": ("tools", "print the function schema of the patch list"),
    "completions": ("completions", "print completions for bash, zsh or fish"),
}


def overview() -> str:
    """The help of the whole program: every command with its line."""
    width = max(map(len, TABLE))
    lines = []
    for name, (_, line) in TABLE.items():
        if name in _TITLES:
            lines += ["", f"{_TITLES[name]}:"]
        lines.append(f"  {name:{width}}  {line}")
    return "\n".join([_USAGE, *lines, _CLOSING])


class Command(NamedTuple):
    """One command: what its help says and what it does."""

    sentence: str
    example: str
    """The words behind the program's name."""
    options: Callable[[ArgumentParser], None]
    """Adds the options that are the command's own."""
    run: Callable[[Namespace], int]
    """Does it and gives the exit code."""
    json: bool = False
    """Whether it reports, and so takes `--json`."""
    pad_help: str = "the pad (else SCRATCHPAD_PAD, else the nearest one upward)"
    sole: str = ""
    """The argument that one word alone is: an agent waits for such a call, and for the 3 ms that argparse takes."""


def find(name: str) -> Command:
    """The command of that name.

    Raises:
        UsageError: there is none.
    """
    if name.startswith("-"):
        raise UsageError(
            f"{name} stands in front of the command", "options stand behind its name, see --help"
        )
    if name not in TABLE:
        raise UsageError(f'unknown command "{name}"{_nearest(name)}', "see scratchpad-tui --help")
    from importlib import import_module

    module = import_module(f"scratchpad_tui.cli.{TABLE[name][0]}")
    command: Command = module.COMMANDS[name]
    return command


def _nearest(name: str) -> str:
    from difflib import get_close_matches

    group, _, word = name.partition("-")
    if group in TABLE and word in _first_words(group):
        return f", perhaps {group} {word} is meant"
    near = get_close_matches(name, TABLE, n=1)
    return f", perhaps {near[0]} is meant" if near else ""


def _first_words(name: str) -> tuple[str, ...]:
    """What may stand behind a command, where that is one of a few words."""
    from scratchpad_tui.cli.parser import build

    actions = build(name, find(name))._actions  # noqa: SLF001 - argparse has no public way to list its arguments
    return tuple(
        str(word) for action in actions if not action.option_strings for word in action.choices or ()
    )
