"""`redact`: takes a text out of the pad and every file beside it; the text itself is never printed."""

from __future__ import annotations

import os
import sys

from scratchpad_tui.cli import output
from scratchpad_tui.cli.commands import Command
from scratchpad_tui.cli.opening import open_store
from scratchpad_tui.cli.parser import given_text
from scratchpad_tui.core.errors import InputError, UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from typing import NoReturn

    from scratchpad_tui.core.pad.redact import Redaction
    from scratchpad_tui.core.pad.redact_survey import Redacted
    from scratchpad_tui.core.pad.store import PadStore

_STANDARD_INPUT = "-"


def _options(parser: ArgumentParser) -> None:
    parser.add_argument(
        "text",
        nargs="*",
        metavar="TEXT",
        help="the text as it stands in the pad, in quotes; - reads it from standard input (without its last line end), "
        "so that it stands neither in the shell's history nor in the list of processes",
    )
    parser.add_argument(
        "--dry-run", action="store_true", help="say where it stands, file by file, and write nothing"
    )
    # The words that argparse would name may be the text.
    vars(parser)["error"] = _refuse_words


def _refuse_words(_: str) -> NoReturn:
    raise UsageError(
        "one text is taken, and no other options than those of --help",
        "put it in quotes; one that begins with - comes from standard input: redact -",
    )


def _run(args: Namespace) -> int:
    text = _text(args.text)
    try:
        store = open_store(args)
        from scratchpad_tui.core.pad.redact import redact

        try:
            done = redact(store, text, dry_run=args.dry_run)
        finally:
            store.close()
    except UnicodeError:
        raise InputError("the text is not UTF-8", "give it as it stands in the pad") from None
    if args.json:
        output.document(_fields(done, text, dry_run=args.dry_run))
    elif done.files:
        output.result("\n".join(_lines(done, text)))
    _tell(store, done, text, dry_run=args.dry_run)
    return output.DONE


def _text(words: list[str]) -> str:
    if len(words) != 1:
        _refuse_words("")
    if words[0] != _STANDARD_INPUT:
        return given_text(words[0])
    data = sys.stdin.buffer.read()
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise InputError("the text is not UTF-8", "give it as it stands in the pad") from None
    return text.removesuffix("\n").removesuffix("\r")


def _lines(done: Redaction, text: str) -> list[str]:
    width = len(str(max(file.places for file in done.files)))
    return [f"{file.places:>{width}}  {_path(file, text)}" for file in done.files]


def _path(file: Redacted, text: str) -> str:
    """The path, from the current folder on where it stands under it; a folder's name may hold the text."""
    return _hushed(output.path_text(file.path.removeprefix(os.path.join(os.getcwd(), ""))), text)


def _hushed(told: str, text: str) -> str:
    from scratchpad_tui.core.pad.redact_words import MARK

    return told.replace(text.strip(" \t"), MARK)


def _fields(done: Redaction, text: str, *, dry_run: bool) -> dict[str, object]:
    return {
        "dry_run": dry_run,
        "places": done.places,
        "files": [{"path": _path(file, text), "places": file.places} for file in done.files],
        "notes": [_hushed(note, text) for note in done.notes],
    }


def _tell(store: PadStore, done: Redaction, text: str, *, dry_run: bool) -> None:
    if not done.files:
        output.message(f"the text stands nowhere{' as one' if done.notes else ''}; nothing was changed")
        output.warnings(_hushed(note, text) for note in done.notes)
        return
    where = f"{done.places} {_plural(done.places, 'place')} in {len(done.files)} {_plural(len(done.files), 'file')}"
    output.message(f"would take it out of {where}" if dry_run else f"taken out of {where}")
    output.warnings(_hushed(note, text) for note in done.notes)
    from scratchpad_tui.core.pad.redact import git_folder

    if repository := git_folder(store.paths.pad):
        output.message(
            f"commits of {_hushed(output.path_text(repository), text)} are not rewritten: if one has the text, "
            "`git filter-repo --replace-text FILE` does it, with the text as a line of FILE"
        )


def _plural(count: int, word: str) -> str:
    return word if count == 1 else f"{word}s"


COMMANDS = {
    "redact": Command(
        "Takes a text out of the pad, every version, the journal, quarantine, drafts and archives, and leaves [redacted].",
        "redact - --dry-run",
        _options,
        _run,
        json=True,
    ),
}
