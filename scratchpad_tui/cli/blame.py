"""`blame`: for each line of the pad the version, the time and the turn that last changed it."""

from __future__ import annotations

from scratchpad_tui.cli import output
from scratchpad_tui.cli.commands import Command
from scratchpad_tui.cli.opening import open_store, told, warn_of_journal
from scratchpad_tui.cli.parser import given_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Iterator, Sequence

    from scratchpad_tui.core.pad.blame import BlamedLine

_MOMENT = len("2026-07-20 10:12:00Z")
_HEAD, _LINE = f"{'v':<5} {'time':<{_MOMENT}}  author", "line"


def _options(parser: ArgumentParser) -> None:
    parser.add_argument("--section", type=given_text, metavar="S", help="this section alone")


def _run(args: Namespace) -> int:
    from scratchpad_tui.core.pad.blame import blame

    store = open_store(args)
    warn_of_journal(store)
    reading = store.read()
    lines = blame(store, args.section, reading)
    if args.json:
        output.document({"lines": [_fields(line) for line in lines]})
    elif lines:
        output.result("\n".join(_rows(lines)))
    elif reading.state == "fresh":
        output.message("there is no version yet")
    else:
        output.message("there is no line")
    return told(reading)


def _fields(line: BlamedLine) -> dict[str, object]:
    from scratchpad_tui.core.clock import stamp

    return {
        **line._asdict(),
        "time": stamp(line.time) if line.time else None,
        "actor": line.actor or None,
    }


def _rows(lines: Sequence[BlamedLine]) -> Iterator[str]:
    """The columns' names, then a heading for each section, and its lines with their origins in columns."""
    origins = [_origin(line) for line in lines]
    width, digits = max(map(len, [_HEAD, *origins])), max(len(_LINE), len(str(lines[-1].line)))
    section = ""
    yield f"{_HEAD:{width}}  {_LINE:>{digits}}  text"
    for line, origin in zip(lines, origins, strict=True):
        if line.section != section:
            section = line.section
            yield f"## {section}"
        yield f"{origin:{width}}  {line.line:>{digits}}  {line.text}"


def _origin(line: BlamedLine) -> str:
    if line.before is not None:
        return f"before version {line.before}"
    if line.version is None:
        return f"{line.actor}, not recorded yet"
    moment = f"{line.time:%Y-%m-%d %H:%M:%SZ}" if line.time else "at unknown time"
    return f"v{line.version:<4} {moment:<{_MOMENT}}  {line.author or 'unknown'}"


COMMANDS = {
    "blame": Command(
        "Prints for each line the version, time and turn that last changed it, or the version before which it stood.",
        "blame --section Findings",
        _options,
        _run,
        json=True,
    ),
}
