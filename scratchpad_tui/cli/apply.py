"""`apply`: a patch list from a file or standard input, and the diff it makes."""

from __future__ import annotations

import sys

from scratchpad_tui.cli import output
from scratchpad_tui.cli.commands import Command
from scratchpad_tui.cli.opening import open_store, session_of
from scratchpad_tui.cli.outcome import show_outcome
from scratchpad_tui.cli.parser import given_text
from scratchpad_tui.core.errors import StorageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

ACTORS = ("agent", "human")


def _options(parser: ArgumentParser) -> None:
    parser.add_argument("--file", metavar="FILE", help="the patch list (without it, standard input)")
    parser.add_argument("--actor", choices=ACTORS, default="agent", help="who sends it (default agent)")
    parser.add_argument("--turn", type=given_text, help="a label of the turn, at most 128 characters")
    parser.add_argument("--session", type=given_text, help="a label of the session, at most 128 characters")
    parser.add_argument("--dry-run", action="store_true", help="show what would change and write nothing")


def _run(args: Namespace) -> int:
    store = open_store(args)
    data = _patch_list(args.file)
    try:
        outcome = store.apply_text(
            data,
            actor=args.actor,
            turn=args.turn or None,
            session=session_of(args, store),
            dry_run=args.dry_run,
        )
    finally:
        store.close()
    show_outcome(outcome, json=args.json)
    return output.DONE


def _patch_list(path: str | None) -> bytes:
    try:
        if path is None:
            return sys.stdin.buffer.read() if sys.stdin is not None else b""
        with open(path, "rb") as file:
            return file.read()
    except OSError as error:
        name = "standard input" if path is None else output.path_text(path)
        raise StorageError(
            f"could not read {name}: {error.strerror}", "name the file that has the patch list"
        ) from error


COMMANDS = {
    "apply": Command(
        "Applies a patch list to the pad, all of it or nothing, and prints the diff. The list is JSON, such as"
        ' [{"section": "Next", "op": "replace", "content": "Read the log"}]; op is append, replace, check, remove or'
        " clear.",
        "apply --file patches.json",
        _options,
        _run,
        json=True,
    ),
}
