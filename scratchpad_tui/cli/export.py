"""`export`: the pad and its timeline as Markdown, or the Live screen as SVG; to standard output or a new file."""

from __future__ import annotations

import os

from scratchpad_tui.cli import output
from scratchpad_tui.cli.commands import Command
from scratchpad_tui.cli.opening import open_store, told, warn_of_journal
from scratchpad_tui.core.errors import UsageError
from scratchpad_tui.core.pad.export import Overseen, markdown, write_parts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Iterable

    from scratchpad_tui.core.pad.store import PadStore, Reading


def _options(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--format",
        choices=("md", "svg"),
        default="md",
        help="md: the pad and every version, in fences that nothing in them is markup for; svg: the Live screen",
    )
    parser.add_argument(
        "--out", metavar="F", help="a new file, readable by you alone (default standard output)"
    )


def _run(args: Namespace) -> int:
    if args.out == "":
        raise UsageError("the file's path is empty", "name a file, or leave it out")
    store = open_store(args)
    warn_of_journal(store)
    reading = store.read()
    overseen = Overseen(store)
    parts = _parts(store, reading, args.format, overseen)
    if args.out is None:
        for part in parts:
            output.result(part)
    else:
        write_parts(os.path.abspath(args.out), parts)
        output.message(f"written to {output.path_text(args.out)}")
    output.warnings(overseen.warnings())
    return told(reading)


def _parts(store: PadStore, reading: Reading, form: str, overseen: Overseen) -> Iterable[str]:
    if form == "md":
        return overseen.passing(markdown(store, reading))
    overseen.look(reading.document.text())  # a picture of it is no text that could be scanned
    from scratchpad_tui.tui.picture import live_svg

    return [live_svg(store)]


COMMANDS = {
    "export": Command(
        "Prints the pad and its timeline as Markdown that stays inert in a renderer, or the Live screen as SVG.",
        "export --out pad.md",
        _options,
        _run,
    ),
}
