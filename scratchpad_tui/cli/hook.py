"""`hook`: called by an agent's hooks with JSON on standard input; it never stands in the agent's way."""

from __future__ import annotations

import sys

from scratchpad_tui.cli import output
from scratchpad_tui.cli.commands import Command

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace


def _options(parser: ArgumentParser) -> None:
    from scratchpad_tui.agents.events import EVENTS

    parser.add_argument(
        "event",
        nargs="?",
        default="",
        metavar="EVENT",
        help=f"{', '.join(EVENTS)}; without it the input's hook_event_name",
    )


def _run(args: Namespace) -> int:
    from scratchpad_tui.agents.hook import answer

    if output.is_terminal(sys.stdin):
        output.message(
            "a hook reads the agent's JSON from standard input; `init --for claude-code` sets the hooks up"
        )
        return output.DONE
    output.result(answer(args.event, _sent(), named=args.pad, profile=args.profile))
    return output.DONE


def _sent() -> bytes:
    """What the agent sent; nothing where it cannot be read."""
    from scratchpad_tui.agents.hook_input import read

    try:
        return read(sys.stdin.buffer) if sys.stdin is not None else b""
    except (OSError, ValueError):
        return b""


COMMANDS = {
    "hook": Command(
        "Answers an agent's hook: reads its JSON from standard input; exit code 0 whatever happens, reasons in hook.log.",
        "hook session-start",
        _options,
        _run,
        sole="event",
    ),
}
