"""`check-design` and `design-report`: the gate for designs of a memory, and a report of the pad as it is."""

from __future__ import annotations

import json
import os
import sys

from scratchpad_tui.cli import output
from scratchpad_tui.cli.commands import Command
from scratchpad_tui.cli.opening import open_store
from scratchpad_tui.core.errors import UsageError
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.text import visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from scratchpad_tui.core.audited.design import Fault

_STANDARD_INPUT = "-"
_PASS, _FAIL, _UNREADABLE = "pass", "fail", "unreadable"


class _Judged(NamedTuple):
    """What is said of one report."""

    name: str
    status: str
    faults: tuple[Fault, ...]


def _check_options(parser: ArgumentParser) -> None:
    parser.add_argument("reports", nargs="+", metavar="REPORT", help="a JSON file; - reads standard input")


def _check(args: Namespace) -> int:
    judged = [_judged(name) for name in args.reports]
    if args.json:
        output.document({"reports": [_fields(one) for one in judged]})
    else:
        # A report's own words are in some lines: none of them may begin a line that looks like ours.
        output.result("\n".join(visible(line) for one in judged for line in _lines(one)))
    statuses = {one.status for one in judged}
    if _UNREADABLE in statuses:
        return output.STORAGE
    return output.REFUSED if _FAIL in statuses else output.DONE


def _judged(name: str) -> _Judged:
    from scratchpad_tui.core.audited.design import check_report

    shown = output.path_text(name)
    try:
        data = _bytes_of(name)
    except OSError as error:
        what = "standard input" if name == _STANDARD_INPUT else shown
        output.error(f"could not read {what}: {error.strerror or error}; name a file that is there")
        return _Judged(shown, _UNREADABLE, ())
    faults = check_report(data)
    return _Judged(shown, _FAIL if faults else _PASS, tuple(faults))


def _bytes_of(name: str) -> bytes:
    """The report's bytes, as many as show that it is too large."""
    from scratchpad_tui.core.audited.report_text import LARGEST

    if name == _STANDARD_INPUT:
        return sys.stdin.buffer.read(LARGEST + 1) if sys.stdin is not None else b""
    with open(name, "rb") as file:
        return file.read(LARGEST + 1)


def _lines(one: _Judged) -> list[str]:
    if one.status == _UNREADABLE:
        return []
    quoted = json.dumps(one.name, ensure_ascii=False) if " " in one.name or '"' in one.name else one.name
    head = f"report={quoted} status={one.status} errors={len(one.faults)}"
    return [head, *(f"  {fault.path} {fault.message}" for fault in one.faults)]


def _fields(one: _Judged) -> dict[str, object]:
    return {
        "report": one.name,
        "status": one.status,
        "errors": [fault._asdict() for fault in one.faults],
    }


def _report_options(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--out", metavar="F", help="a new file, readable by you alone (default standard output)"
    )


def _report(args: Namespace) -> int:
    if args.out == "":
        raise UsageError("the file's path is empty", "name a file, or leave it out")
    from scratchpad_tui.core.audited.report import design_report

    store = open_store(args)
    try:
        made = design_report(store)
    finally:
        store.close()
    if args.out is None:
        output.document(made.document)
    else:
        from scratchpad_tui.core.pad.export import write_parts

        write_parts(os.path.abspath(args.out), [json.dumps(made.document, indent=2) + "\n"])
        output.message(f"written to {output.path_text(args.out)}")
    for problem in made.problems:
        output.message(problem)
    return output.REFUSED if made.problems else output.DONE


COMMANDS = {
    "check-design": Command(
        "Judges design reports by the contract of an audited memory and prints every fault; exit code 1 if there is any.",
        "check-design report.json",
        _check_options,
        _check,
        json=True,
    ),
    "design-report": Command(
        "Prints a design report, as JSON, of what is measured on the audited pad; exit code 1 if it does not pass.",
        "design-report --out report.json",
        _report_options,
        _report,
        json=True,
    ),
}
