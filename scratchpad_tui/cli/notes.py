"""`note`, `confirm` and `recall`: the scratch of a session."""

from __future__ import annotations

from scratchpad_tui.cli import output
from scratchpad_tui.cli.commands import Command
from scratchpad_tui.cli.opening import open_store, session_of
from scratchpad_tui.cli.outcome import outcome_fields
from scratchpad_tui.cli.parser import count, given_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

ACTORS = ("agent", "human")


def labels(parser: ArgumentParser) -> None:
    """Adds the options that say who acts."""
    parser.add_argument("--actor", choices=ACTORS, default="agent", help="who acts (default agent)")
    parser.add_argument("--turn", type=given_text, help="a label of the turn, at most 128 characters")
    parser.add_argument("--session", type=given_text, help="a label of the session, at most 128 characters")


def _note_options(parser: ArgumentParser) -> None:
    parser.add_argument("text", type=given_text, metavar="TEXT", help="one line, at most 200 characters")
    parser.add_argument(
        "--tag",
        type=given_text,
        required=True,
        metavar="T",
        help="observed, hypothesis, decided or one of yours",
    )
    parser.add_argument("--keep", action="store_true", help="never archive it")
    labels(parser)


def _note(args: Namespace) -> int:
    from scratchpad_tui.core.session.notes import note

    store = open_store(args)
    try:
        outcome = note(
            store,
            args.text,
            args.tag,
            keep=args.keep,
            actor=args.actor,
            turn=args.turn or None,
            session=session_of(args, store),
        )
    finally:
        store.close()
    output.warnings(outcome.warnings)
    if args.json:
        output.document(outcome_fields(outcome))
    else:
        output.diff(outcome.diff)
    return output.DONE


def _confirm_options(parser: ArgumentParser) -> None:
    parser.add_argument(
        "entry", type=given_text, metavar="ENTRY", help="a text that stands in one entry alone, or SECTION:N"
    )
    parser.add_argument("--actor", choices=ACTORS, default="agent", help="who acts (default agent)")
    parser.add_argument("--turn", type=given_text, help="a label of the turn, at most 128 characters")


def _confirm(args: Namespace) -> int:
    from scratchpad_tui.core.session.notes import retagged

    store = open_store(args)
    try:
        done = retagged(store, args.entry, actor=args.actor, turn=args.turn or None)
    finally:
        store.close()
    output.warnings(done.warnings)
    if args.json:
        output.document({"changed": done.changed, "entry": done.line})
        return output.DONE
    if not done.changed:
        output.message("it is no hypothesis; nothing was changed")
    output.result(done.line)
    return output.DONE


def _recall_options(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--max-tokens",
        type=count,
        default=2_000,
        metavar="N",
        help="at most N tokens, estimated (default 2,000)",
    )


def _recall(args: Namespace) -> int:
    from scratchpad_tui.core.session.recall import recall

    store = open_store(args)
    found = recall(store, args.max_tokens)
    if found.notice:
        output.message(found.notice)
    if args.json:
        from scratchpad_tui.core.session.fields import recalled_fields

        entries = [recalled_fields(entry) for entry in found.recall.entries]
        output.document(
            {"tokens": found.recall.tokens, "entries": entries, "left_out": found.recall.left_out}
        )
    else:
        output.result(found.recall.text)
    if not found.recall.entries and not args.json:
        output.message(
            "nothing is there to recall" if not found.recall.left_out else "nothing fits into so few tokens"
        )
    return output.DONE


COMMANDS = {
    "note": Command(
        "Adds one line to Scratch with the clock's time and its tag.",
        'note "fails only on Node 20.11" --tag observed',
        _note_options,
        _note,
        json=True,
    ),
    "confirm": Command(
        "Makes a hypothesis observed: without that it is never promoted.",
        'confirm "clock skew"',
        _confirm_options,
        _confirm,
        json=True,
    ),
    "recall": Command(
        "Prints Scratch newest first, then Episodic, within a number of tokens, and how many entries had no room.",
        "recall --max-tokens 500",
        _recall_options,
        _recall,
        json=True,
    ),
}
