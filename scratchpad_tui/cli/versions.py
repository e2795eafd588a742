"""`diff` and `restore`: what a turn changed, and the way back."""

from __future__ import annotations

from typing import NamedTuple

from scratchpad_tui.cli import output
from scratchpad_tui.cli.commands import Command
from scratchpad_tui.cli.opening import open_store, section_names
from scratchpad_tui.cli.outcome import show_outcome
from scratchpad_tui.cli.parser import count, number
from scratchpad_tui.core.errors import InputError, UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from scratchpad_tui.core.pad.store import PadStore


class Difference(NamedTuple):
    """What stands between two versions."""

    old: int
    new: int
    diff: str
    added: int
    """Lines."""
    removed: int
    """Lines."""
    sections: list[str]

    def fields(self) -> dict[str, object]:
        """What `--json` says."""
        values = self._asdict()
        return {"from": values.pop("old"), "to": values.pop("new"), **values}


def _diff_options(parser: ArgumentParser) -> None:
    parser.add_argument("-n", type=count, metavar="K", help="the K-th last turn (default 1, the last one)")
    parser.add_argument("--from", dest="old", type=number, metavar="A", help="from version A; below zero counts back")
    parser.add_argument("--to", dest="new", type=number, metavar="B", help="to version B (default the newest)")


def _diff(args: Namespace) -> int:
    if args.n and (args.old is not None or args.new is not None):
        raise UsageError("-n names a turn, --from and --to name versions", "give one or the other")
    store = open_store(args)
    found = _difference(store, *_ends(store, args))
    if args.json:
        output.document(found.fields())
    elif found.diff:
        output.diff(found.diff)
    else:
        output.message("the two versions are the same" if found.new else "there is no version yet, so nothing changed")
    return output.DONE


def _ends(store: PadStore, args: Namespace) -> tuple[int, int]:
    """The numbers of the two versions to compare."""
    numbers = store.history.numbers()
    if args.old is not None or args.new is not None:
        new = store.history.newest() if args.new is None else _resolved(store, args.new)
        return _before(numbers, new) if args.old is None else _resolved(store, args.old), new
    if not numbers:
        return 0, 0
    back = args.n or 1
    if back > len(numbers):
        raise InputError(f"there are not {back} turns to go back", f"{len(numbers)} versions are kept")
    return _before(numbers, numbers[-back]), numbers[-back]


def _resolved(store: PadStore, version: int) -> int:
    return store.history.resolve(version) if version else 0


def _before(numbers: list[int], version: int) -> int:
    """The version that stands before one; the first ever stands on version 0, the empty pad."""
    older = [kept for kept in numbers if kept < version]
    if not older and version > 1:
        raise InputError(f"the version before {version} is not kept", "compare with another: --from A --to B")
    return older[-1] if older else 0


def _difference(store: PadStore, old: int, new: int) -> Difference:
    from scratchpad_tui.core.pad.diff import changed_sections, counts, unified

    before, after = _text(store, old), _text(store, new)
    amount = counts(before, after)
    try:
        sections = changed_sections(store.document_of(old), store.document_of(new))
    except InputError:  # a version that does not parse still has lines to compare
        sections = []
    diff = unified(before, after, names=(f"v{old}", f"v{new}"))
    return Difference(old, new, diff, amount.added, amount.removed, sections)


def _text(store: PadStore, version: int) -> str:
    if version == 0:
        return store.document_of(0).text()
    return store.history.read(version).decode("utf-8", "replace")


def _restore_options(parser: ArgumentParser) -> None:
    parser.add_argument("version", type=number, metavar="VERSION", help="its number; -1 is the one before the current")
    parser.add_argument("--section", metavar="S", help="this section alone")


def _restore(args: Namespace) -> int:
    store = open_store(args)
    section = section_names(store.profile, args.section)[0] if args.section is not None else None
    try:
        outcome = store.restore(args.version, section)
    finally:
        store.close()
    show_outcome(outcome, json=args.json)
    if not outcome.changed:
        output.message("nothing to restore: the pad has that text already")
    return output.DONE


COMMANDS = {
    "diff": Command(
        "Prints what the last turn changed, or the K-th last, or what stands between two versions.",
        "diff --from -3 --to -1",
        _diff_options,
        _diff,
        json=True,
    ),
    "restore": Command(
        "Makes a version, or one section of it, the current state as a new version; nothing is lost.",
        "restore -1",
        _restore_options,
        _restore,
        json=True,
    ),
}
