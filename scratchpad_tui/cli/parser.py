"""The parser of one command: its own options and those that every command has."""

from __future__ import annotations

import argparse
import os
import re
from argparse import ArgumentError, ArgumentParser, ArgumentTypeError, HelpFormatter

from scratchpad_tui.cli.commands import HARMLESS
from scratchpad_tui.cli.output import PROGRAM, path_text
from scratchpad_tui.core.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Action
    from typing import NoReturn

    from scratchpad_tui.cli.commands import Command

_REQUIRED = "the following arguments are required: "
"""How argparse begins its complaint about what is missing; names, parted by commas, follow."""
_INTEGER = re.compile(r"-?[0-9]+")
_LONGEST_INTEGER = 18
"""In characters: what is longer is no number of a version or a turn, and slow to read."""
_DECIMAL = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,9})?")
_SLOWEST, _FASTEST = 0.001, 1_000_000
_ENDS = "0 done, 1 refused or found wanting (nothing is written), 2 wrong usage, 3 could not read or write."
_ENDS_WELL = "0 whatever happens."
_CLOSING = "Environment: SCRATCHPAD_PAD names the pad; all other variables stand in scratchpad-tui --help."

# argparse asks gettext for each of its words; the search loads locale, 2 ms, and finds no translation.
vars(argparse)["_"] = str


class CommandParser(ArgumentParser):
    """An argument parser whose complaint is one line, raised instead of printed."""

    def error(self, message: str) -> NoReturn:
        """Refuses the call.

        Raises:
            UsageError: always.
        """
        if message.startswith(_REQUIRED):
            message = _REQUIRED + "; ".join(map(self._with_choices, message[len(_REQUIRED) :].split(", ")))
        raise UsageError(message, f"see {self.prog} --help")

    def _with_choices(self, name: str) -> str:
        """What is missing, with what may stand there: the name of an argument is in nobody's mind."""
        for action in self._actions:
            flags = "/".join(action.option_strings)
            if action.choices and name in (flags, action.metavar, action.dest):
                return f"{f'{flags}, ' if flags else ''}one of {', '.join(map(str, action.choices))}"
        return name

    def _check_value(self, action: Action, value: object) -> None:
        """Refuses what is not among an option's choices; argparse would name it with Python's escapes."""
        if action.choices is not None and value not in action.choices:
            choices = list(map(str, action.choices))
            raise ArgumentError(action, f'"{value}" is not one of {", ".join(choices)}')


class _Formatter(HelpFormatter):
    """Help as wide as the terminal.

    Asked for here because argparse imports shutil for it, with all its archive formats, for every option added.
    """

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=28, width=_help_width())

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        """Each line of the text filled alone; argparse would make one paragraph of them."""
        filled = [line for part in text.split("\n") for line in self._split_lines(part, width - len(indent))]
        return "\n".join(indent + line for line in filled)

    def _split_lines(self, text: str, width: int) -> list[str]:
        """The text in lines; an option or an event that has hyphens stays whole, so that it can be copied."""
        from textwrap import wrap

        return wrap(text, width, break_on_hyphens=False)


def build(name: str, command: Command) -> CommandParser:
    """The whole parser of a command."""
    parser = CommandParser(
        prog=f"{PROGRAM} {name}",
        description=command.sentence,
        epilog="\n".join(
            (
                f"Example: {PROGRAM} {command.example}",
                f"Exit code: {_ENDS_WELL if name in HARMLESS else _ENDS}",
                _CLOSING,
            )
        ),
        formatter_class=_Formatter,
        allow_abbrev=False,
    )
    command.options(parser)
    if command.json:
        parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument("--pad", metavar="PATH", help=command.pad_help)
    parser.add_argument(
        "--profile",
        metavar="NAME",
        help="the profile of a pad without settings: task, session, audited or yours",
    )
    return parser


def number(text: str) -> int:
    """A whole number, also below zero."""
    if not _INTEGER.fullmatch(text):
        raise ArgumentTypeError(f'"{text}" is not a whole number')
    if len(text) > _LONGEST_INTEGER:
        raise ArgumentTypeError(f"{text[:_LONGEST_INTEGER]}... is too large a number")
    return int(text)


def count(text: str) -> int:
    """A whole number from 1."""
    value = number(text)
    if value < 1:
        raise ArgumentTypeError(f"{text} is not 1 or more")
    return value


def pace(text: str) -> float:
    """Turns a second, in plain decimal digits."""
    if not _DECIMAL.fullmatch(text) or not _SLOWEST <= float(text) <= _FASTEST:
        raise ArgumentTypeError(f'"{text}" is not a number from {_SLOWEST} to {_FASTEST:,}')
    return float(text)


def given_text(text: str) -> str:
    """An argument as text: its bytes read as UTF-8, whatever the locale."""
    return path_text(text)


def _help_width() -> int:
    try:
        columns = int(os.environ.get("COLUMNS", "")) or os.get_terminal_size().columns
    except (ValueError, OSError):
        columns = 80
    return min(max(columns - 2, 40), 100)
