"""`diff` and `restore`: what a turn changed, and the way back."""

from __future__ import annotations

from scratchpad_tui.cli import output
from scratchpad_tui.cli.commands import Command
from scratchpad_tui.cli.opening import open_store, warn_of_journal
from scratchpad_tui.cli.outcome import show_outcome
from scratchpad_tui.cli.parser import count, given_text, number
from scratchpad_tui.core.errors import InputError, UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from scratchpad_tui.core.pad.store import PadStore


def _diff_options(parser: ArgumentParser) -> None:
    parser.add_argument("-n", type=count, metavar="K", help="the K-th last turn (default 1, the last one)")
    parser.add_argument(
        "--from", dest="old", type=number, metavar="A", help="from version A; below zero counts back"
    )
    parser.add_argument(
        "--to", dest="new", type=number, metavar="B", help="to version B (default the newest)"
    )


def _diff(args: Namespace) -> int:
    if args.n and (args.old is not None or args.new is not None):
        raise UsageError("-n names a turn, --from and --to name versions", "give one or the other")
    from scratchpad_tui.core.pad.timeline import difference

    store = open_store(args)
    warn_of_journal(store)
    found = difference(store, *_ends(store, args))
    if args.json:
        fields = found._asdict()
        output.document({"from": fields.pop("old"), "to": fields.pop("new"), **fields})
    elif found.diff:
        output.diff(found.diff)
    else:
        output.message(
            "the two versions are the same" if found.new else "there is no version yet, so nothing changed"
        )
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


def _restore_options(parser: ArgumentParser) -> None:
    parser.add_argument(
        "version", type=number, metavar="VERSION", help="its number; -1 is the one before the current"
    )
    parser.add_argument("--section", type=given_text, metavar="S", help="this section alone")


def _restore(args: Namespace) -> int:
    store = open_store(args)
    try:
        outcome = store.restore(args.version, args.section)
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
