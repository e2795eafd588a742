"""`status`: one line for tmux or a shell prompt."""

from __future__ import annotations

from scratchpad_tui.cli import output
from scratchpad_tui.cli.commands import Command
from scratchpad_tui.cli.opening import open_store
from scratchpad_tui.core.session.status import context_of, status_fields, status_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace


def _options(_parser: ArgumentParser) -> None:
    """It has none of its own."""


def _run(args: Namespace) -> int:
    store = open_store(args)
    reading = store.read()
    context = context_of(store)
    if context is not None:
        context["path"] = output.path_text(context["path"])
    fields = status_fields(store, reading, output.path_text(store.paths.named), context)
    if args.json:
        output.document(fields)
    else:
        output.result(status_line(fields))
    return output.DONE


COMMANDS = {
    "status": Command(
        "Prints one line for tmux or a shell prompt: version, who and when, plan, context, what is over its cap, the next action.",
        "status --json",
        _options,
        _run,
        json=True,
    ),
}
