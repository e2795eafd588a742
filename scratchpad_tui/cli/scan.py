"""`scan`: the secrets scan alone, over files or standard input, and a person's word that one finding is none."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentTypeError

from scratchpad_tui.agents.labels import quoted
from scratchpad_tui.cli import output
from scratchpad_tui.cli.commands import Command
from scratchpad_tui.cli.opening import open_store
from scratchpad_tui.core.errors import InputError, StorageError, UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from scratchpad_tui.core.pad.store import PadStore
    from scratchpad_tui.core.secrets.finding import Finding

_STANDARD_INPUT = "-"


def place(text: str) -> tuple[str, int]:
    """A rule and a line such as `password:12`."""
    rule, colon, line = text.rpartition(":")
    if not (rule and colon and line.isascii() and line.isdecimal() and 0 < len(line) < 10):
        raise ArgumentTypeError("give the rule and the line of a finding, such as password:12")
    return rule, int(line)


def _options(parser: ArgumentParser) -> None:
    parser.add_argument(
        "files", nargs="*", metavar="FILE", help="what is scanned (without it, or as -, standard input)"
    )
    parser.add_argument(
        "--allow",
        type=place,
        metavar="RULE:LINE",
        help="let this finding of one FILE (else of the pad) pass in the pad from now on; asks at a terminal",
    )


def _run(args: Namespace) -> int:
    store = open_store(args)
    try:
        return _allow(store, args) if args.allow else _scan(store, args)
    finally:
        store.close()


def _scan(store: PadStore, args: Namespace) -> int:
    from scratchpad_tui.core.pad.gate import in_text

    found: list[tuple[str, Finding]] = []
    empty = ""
    for name in args.files or [_STANDARD_INPUT]:
        if name == _STANDARD_INPUT and output.is_terminal(sys.stdin):
            output.message(f"reading standard input, which Ctrl+D ends; {_of_pad(store)}")
        path, text = output.path_text(name), _text(name)
        empty = empty or ("" if text or name != _STANDARD_INPUT else _of_pad(store))
        found += [(path, finding) for finding in in_text(store, text)]
    output.warnings(_faults(store))
    if args.json:
        output.document({"findings": [_fields(path, finding) for path, finding in found]})
    elif found:
        output.result("\n".join(_line(path, finding) for path, finding in found))
    else:
        output.message(f"standard input was empty; {empty}" if empty else "nothing was found")
    return output.REFUSED if found else output.DONE


def _of_pad(store: PadStore) -> str:
    """How the pad is scanned, which is what a person may have meant."""
    near = os.path.relpath(store.paths.named)
    path = store.paths.named if near.startswith(os.pardir) else near
    return f"the pad is scanned by `scan {output.path_text(quoted(path))}`"


def _fields(path: str, finding: Finding) -> dict[str, object]:
    return {
        "path": path,
        "line": finding.line,
        "kind": finding.kind,
        "rule": finding.rule,
        "redacted": finding.masked,
    }


def _line(path: str, finding: Finding) -> str:
    return f"{path}:{finding.line}: {finding.kind} [{finding.rule}] {finding.masked}"


def _faults(store: PadStore) -> list[str]:
    from scratchpad_tui.core.pad.gate import deny_list
    from scratchpad_tui.core.secrets.constraints import told

    return told(deny_list(store).faults)


def _allow(store: PadStore, args: Namespace) -> int:
    from scratchpad_tui.core.pad.allowed import allow
    from scratchpad_tui.core.pad.gate import in_text

    if len(args.files) > 1:
        raise UsageError("--allow is about one file", "name that one")
    if not output.is_terminal(sys.stdin):
        raise UsageError(
            "only a person at a terminal may allow a secret",
            "run it there; agents, hooks and scripts may not",
        )
    name = args.files[0] if args.files else store.paths.named
    rule, line = args.allow
    text = _text(name)
    chosen = [finding for finding in in_text(store, text) if (finding.rule, finding.line) == (rule, line)]
    if not chosen:
        raise InputError(
            f"there is no finding {rule} in line {line} of {output.path_text(name)}", "see them with `scan`"
        )
    for finding in chosen:
        output.message(_line(output.path_text(name), finding))
        if not output.asked("Is this no secret, and may it be written into this pad from now on?"):
            output.message("nothing was allowed")
            return output.REFUSED
        allow(store, text, finding, actor="human")
    output.message("allowed in this pad, by its rule and a salted hash of its value")
    return output.DONE


def _text(name: str) -> str:
    try:
        if name == _STANDARD_INPUT:
            data = sys.stdin.buffer.read() if sys.stdin is not None else b""
        else:
            with open(name, "rb") as file:
                data = file.read()
    except OSError as error:
        what = "standard input" if name == _STANDARD_INPUT else output.path_text(name)
        raise StorageError(f"could not read {what}: {error.strerror}", "name a file that is there") from error
    return data.decode("utf-8", "replace")


COMMANDS = {
    "scan": Command(
        "Looks for secrets in files or standard input, with the deny-list beside the pad; exit code 1 if there are any."
        " No value is ever printed.",
        "scan notes.md --json",
        _options,
        _run,
        json=True,
    ),
}
