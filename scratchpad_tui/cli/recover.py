"""`recover`: quarantined files, why they are there, and their lines that the pad lacks."""

from __future__ import annotations

import re
import sys
from argparse import ArgumentTypeError

from scratchpad_tui.cli import output
from scratchpad_tui.cli.commands import Command
from scratchpad_tui.cli.opening import open_store
from scratchpad_tui.cli.outcome import outcome_fields, show_outcome
from scratchpad_tui.core.errors import StorageError
from scratchpad_tui.core.pad.recovery import left_in_place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Iterable

    from scratchpad_tui.core.pad.quarantine import Quarantined
    from scratchpad_tui.core.pad.store import PadStore

_RANGE = re.compile(r"([0-9]{1,9})(?:-([0-9]{1,9}))?")
_MOST_LINES = 100_000
"""In one range: no quarantined file that a person takes lines from is longer."""
_LOOKED = "looked at: neither the agent's prompt nor the screen names it from now on; the file stays until you delete it"
_NONE_MISSING = "  the pad lacks none of its lines: the file may be deleted"


def line_numbers(text: str) -> list[int] | str:
    """The numbers in a list such as `3,7-9`, or the word `all`."""
    if text == "all":
        return text
    numbers: list[int] = []
    for part in text.split(","):
        found = _RANGE.fullmatch(part.strip())
        if not found:
            raise ArgumentTypeError(f'"{text}" is neither line numbers such as 3,7-9 nor the word all')
        first, last = int(found[1]), int(found[2] or found[1])
        if last - first >= _MOST_LINES:
            raise ArgumentTypeError(f"{part} is a range of more than {_MOST_LINES:,} lines")
        numbers += range(first, last + 1)
    return numbers


def _options(parser: ArgumentParser) -> None:
    way = parser.add_mutually_exclusive_group()
    way.add_argument(
        "--list", action="store_true", help="list the quarantined files (what happens without options)"
    )
    way.add_argument(
        "--take",
        type=line_numbers,
        metavar="LINES",
        help="put lines of the quarantined file back under their section: numbers such as 3,7-9, or all",
    )
    parser.add_argument(
        "--file",
        metavar="NAME",
        help="with --take: the quarantined file that is meant (else the newest that has lines the pad lacks)",
    )


def _run(args: Namespace) -> int:
    store = open_store(args)
    return _list(store, json=args.json) if args.take is None else _take(store, args)


def _list(store: PadStore, *, json: bool) -> int:
    reading = store.read()
    if reading.notice:
        output.message(reading.notice)
    helps = left_in_place(reading)
    found = store.quarantined()
    if json:
        output.document({"quarantined": quarantined_fields(found)})
        return output.DONE
    if found:
        output.result("\n".join(_lines_about(item) for item in found))
    elif not helps:
        output.message("nothing is in quarantine")
    if helps:
        output.message(f"{'the pad itself is not' if found else 'nothing is'} in quarantine: {helps}")
    if any(item.missing_lines for item in found):
        output.message("take lines back with: scratchpad-tui recover --take LINES, or --take all")
    if output.is_terminal(sys.stdout):
        _look(store)
    return output.DONE


def _look(store: PadStore) -> None:
    """Counts the recoveries as looked at, also those whose file somebody has deleted; a failure is only told."""
    if not store.state().unlooked():
        return
    try:
        store.looked()
    except StorageError as error:
        output.message(f"this could not be noted as looked at: {error}")
    else:
        output.message(_LOOKED)


def _take(store: PadStore, args: Namespace) -> int:
    was_open = bool(store.state().unlooked())
    try:
        outcome = store.take(args.take, args.file)
    finally:
        store.close()
    if was_open and not store.state().unlooked():
        output.message(_LOOKED)
    if args.json:
        output.warnings(outcome.warnings)
        output.document({**outcome_fields(outcome), "quarantined": quarantined_fields(store.quarantined())})
    else:
        show_outcome(outcome, json=False)
    return output.DONE


def quarantined_fields(found: Iterable[Quarantined]) -> list[dict[str, object]]:
    """What `--json` says about the files in quarantine."""
    return [
        {**item._asdict(), "missing_lines": [line._asdict() for line in item.missing_lines]} for item in found
    ]


def _lines_about(item: Quarantined) -> str:
    width = max((len(str(line.line)) for line in item.missing_lines), default=0)
    lines = [f"  {line.line:>{width}}  {line.section}: {line.text}" for line in item.missing_lines]
    return "\n".join([f"{item.name}  {item.time}", f"  {item.reason}", *(lines or [_NONE_MISSING])])


COMMANDS = {
    "recover": Command(
        "Lists quarantined files with the reason and the lines that the pad lacks, and takes lines back.",
        "recover --take all",
        _options,
        _run,
        json=True,
    ),
}
