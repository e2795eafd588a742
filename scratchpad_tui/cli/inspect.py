"""`inspect`: a transcript as a table: what each message and each call takes, and what the pin policy protects."""

from __future__ import annotations

import os
import sys

from scratchpad_tui.cli import output
from scratchpad_tui.cli.commands import Command
from scratchpad_tui.cli.opening import locate
from scratchpad_tui.cli.parser import count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from scratchpad_tui.core.config import Settings
    from scratchpad_tui.core.pad.paths import PadPaths

STANDARD_INPUT = "-"
_PIECE = 1 << 20
"""Bytes of standard input that are set down at a time."""


def _options(parser: ArgumentParser) -> None:
    parser.add_argument("transcript", metavar="TRANSCRIPT", help="the agent's file; - for standard input")
    parser.add_argument("--window", type=count, metavar="N", help="the model's window in tokens")


def _run(args: Namespace) -> int:
    from scratchpad_tui.core.config import load
    from scratchpad_tui.core.pad.paths import pad_paths

    pad = pad_paths(locate(args.pad).path)
    settings = load(pad.named, {"profile": args.profile} if args.profile else None)
    output.faults(settings.faults)
    if args.transcript != STANDARD_INPUT:
        return _inspected(args.transcript, args, settings, pad)
    import tempfile

    from scratchpad_tui.core.errors import ScratchpadError

    with tempfile.TemporaryDirectory(prefix="scratchpad-inspect-") as folder:
        path = os.path.join(folder, "standard-input")
        try:
            return _inspected(_set_down(path), args, settings, pad)
        except ScratchpadError as error:
            error.message = error.message.replace(path, "standard input")
            raise


def _set_down(path: str) -> str:
    """Standard input as a file: a message's text is read from its place."""
    with open(path, "wb") as stream:
        while sys.stdin is not None and (piece := sys.stdin.buffer.read(_PIECE)):
            stream.write(piece)
    return path


def _inspected(path: str, args: Namespace, settings: Settings, pad: PadPaths) -> int:
    from scratchpad_tui.core.transcripts.transcript import open_transcript
    from scratchpad_tui.core.working.inspection import inspected

    report = inspected(open_transcript(path, window=args.window, settings=settings, pad=pad))
    if args.json:
        output.document({"path": output.path_text(args.transcript), **report.fields()})
    else:
        for line in report.lines():
            output.result(line)
    return output.DONE


COMMANDS = {
    "inspect": Command(
        "Prints what each message and each call of an agent's transcript takes of the context, and what is protected.",
        "inspect ~/.claude/projects/-work-app/0a1b2c3d.jsonl",
        _options,
        _run,
        json=True,
    ),
}
