"""`tool-schema`: the function schema of the patch list, for one's own loop."""

from __future__ import annotations

from scratchpad_tui.cli import output
from scratchpad_tui.cli.commands import Command
from scratchpad_tui.cli.opening import open_store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace


def _options(parser: ArgumentParser) -> None:
    parser.add_argument("--style", choices=("openai", "anthropic"), required=True, help="whose form it has")


def _run(args: Namespace) -> int:
    from scratchpad_tui.agents.tool_schema import tool_schema

    output.document(tool_schema(args.style, open_store(args).profile))
    return output.DONE


COMMANDS = {
    "tool-schema": Command(
        "Prints the function schema of the patch list, with the sections of the pad, for a loop of your own.",
        "tool-schema --style openai",
        _options,
        _run,
    ),
}
