"""`mcp`: the pad for an agent that speaks the Model Context Protocol."""

from __future__ import annotations

from scratchpad_tui.cli import output
from scratchpad_tui.cli.commands import Command
from scratchpad_tui.cli.parser import given_text
from scratchpad_tui.core.errors import InputError, UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable

    from scratchpad_tui.agents.mcp_serving import Serving

_SIGNAL = 128
"""What a shell adds to a signal's number."""


def _options(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--session",
        type=given_text,
        metavar="S",
        help="the label of its writes and reads (else the agent's own id, else the client's name)",
    )


def _run(args: Namespace) -> int:
    import gc

    from scratchpad_tui.agents.mcp_serving import Serving

    if args.pad == "":
        raise UsageError("the pad's path is empty", "name a file, or leave it out")
    serving = Serving(args.pad, args.profile, args.session)
    serve = _server()
    store, found = serving.store(), serving.found()
    output.warnings([found.note] if found.note else [])
    output.faults(store.faults)
    output.message(f"serving {output.path_text(found.path)} ({found.rule}) until standard input ends")
    gc.enable()  # a command ends before there is garbage, a server does not
    number = serve(serving)
    return _SIGNAL + number if number else output.DONE


def _server() -> Callable[[Serving], int]:
    """The function that serves.

    Raises:
        InputError: the extra is not installed.
    """
    try:
        from scratchpad_tui.agents.mcp_server import serve
    except ImportError as error:
        if (error.name or "").startswith("scratchpad_tui"):
            raise
        raise InputError(
            "serving an agent over MCP needs the extra mcp, which is not installed",
            "install it into the same environment: pip install 'scratchpad-tui[mcp]', or in a clone pip install '.[mcp]'",
            code="no-extra",
        ) from error
    return serve


COMMANDS = {
    "mcp": Command(
        "Serves the pad to one agent on standard input and output, by the Model Context Protocol.",
        "mcp --pad .agent/scratchpad.md",
        _options,
        _run,
    ),
}
