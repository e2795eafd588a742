"""`scratchpad-tui COMMAND ...`: finds the command, runs it, and turns every ending into an exit code.

Nothing is imported here before `main` runs, so that Ctrl-C during an import ends as quietly as later.
"""

from __future__ import annotations

import gc
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence
    from typing import Any

    from scratchpad_tui.cli.commands import Command
    from scratchpad_tui.core.errors import ScratchpadError

_INTERRUPTED = 130


def run() -> None:
    """Ends the process with the exit code of its command line."""
    # A command makes many objects and little garbage: the collector would look through them a dozen times while
    # modules load, and again at the end, for a sixth of the whole time.
    gc.disable()
    code = main()
    gc.freeze()
    sys.exit(code)


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command line (that of the process, where none is given) and gives its exit code."""
    try:
        return _guarded(sys.argv[1:] if argv is None else list(argv))
    except KeyboardInterrupt:
        return _INTERRUPTED


def _guarded(words: list[str]) -> int:
    from scratchpad_tui.cli import output
    from scratchpad_tui.core.errors import ScratchpadError

    output.prepare()
    code = output.DONE
    try:
        code = _command(words)
        output.finish()
    except output.OutputClosed:
        return code
    except ScratchpadError as error:
        output.error(str(error))
        return _code(words, error.exit_code)
    except Exception as error:  # noqa: BLE001 - the outermost edge: a person gets a line, never a traceback
        output.error(_fault(error))
        return _code(words, output.STORAGE)
    return code


def _code(words: list[str], code: int) -> int:
    from scratchpad_tui.cli import commands

    return 0 if words[:1] and words[0] in commands.HARMLESS else code


def _command(words: list[str]) -> int:
    from scratchpad_tui.cli import commands

    name = words[0] if words else commands.DEFAULT
    if name in ("-h", "--help", "--version"):
        return _about(name)
    command = commands.find(name)
    if command.sole and len(words) == 2 and not words[1].startswith("-"):
        return _run(command, _sole(command.sole, words[1]))

    from scratchpad_tui.cli import parser

    try:
        args = parser.build(name, command).parse_args(words[1:])
    except SystemExit as ended:  # the help has been printed
        return int(ended.code or 0)
    return _run(command, args)


def _sole(argument: str, word: str) -> Namespace:
    """What argparse would make of a command line with this argument alone."""
    from types import SimpleNamespace

    found: Any = SimpleNamespace(**{argument: word, "pad": None, "profile": None})
    return found  # type: ignore[no-any-return] # no namespace, but has its fields


def _run(command: Command, args: Namespace) -> int:
    from scratchpad_tui.cli import output
    from scratchpad_tui.core.errors import ScratchpadError

    _check_clock()
    try:
        return command.run(args)
    except ScratchpadError as error:
        if command.json and args.json and error.exit_code == output.REFUSED:
            output.document(_refusal(error))
        raise


def _check_clock() -> None:
    """Raises UsageError where the environment sets the clock to what is no time: its age words would all be wrong."""
    import os

    if not os.environ.get("SCRATCHPAD_NOW"):
        return
    from scratchpad_tui.core import clock
    from scratchpad_tui.core.errors import UsageError

    if not clock.is_readable():
        raise UsageError(
            f"{clock.VARIABLE} is not a time", "write it as 2026-07-20T10:12:00Z, or leave it unset"
        )


def _refusal(error: ScratchpadError) -> dict[str, object]:
    from scratchpad_tui.core.errors import ParseError
    from scratchpad_tui.core.secrets.quoting import shown, told

    fields = {**error.fields(), "message": shown(str(error))}
    if isinstance(error, ParseError):
        fields["problems"] = [problem._asdict() for problem in told(error.problems)]
    return {"changed": False, "error": fields}


def _about(option: str) -> int:
    from scratchpad_tui.cli import commands, output

    if option == "--version":
        from scratchpad_tui import __version__

        output.result(f"{output.PROGRAM} {__version__}")
    else:
        output.result(commands.overview())
    return output.DONE


def _fault(error: Exception) -> str:
    import os

    if os.environ.get("SCRATCHPAD_DEBUG"):
        import traceback

        traceback.print_exception(error)
    if isinstance(error, OSError):
        where = f" {os.fsdecode(error.filename)}" if isinstance(error.filename, str | bytes) else ""
        return f"could not read or write{where}: {error.strerror or error}; nothing else was changed"
    kind = type(error).__name__
    return f"unexpected {kind}: {error}; this is a defect, SCRATCHPAD_DEBUG=1 shows where"
