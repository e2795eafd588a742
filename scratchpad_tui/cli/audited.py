"""`record` and `tidy`: entries of an audited pad by their keys."""

from __future__ import annotations

from scratchpad_tui.cli import output
from scratchpad_tui.cli.commands import Command
from scratchpad_tui.cli.notes import labels
from scratchpad_tui.cli.opening import open_store, session_of
from scratchpad_tui.cli.outcome import outcome_fields, show_outcome
from scratchpad_tui.cli.parser import given_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from scratchpad_tui.core.pad.evidence import Audited


def _record_options(parser: ArgumentParser) -> None:
    parser.add_argument(
        "section", type=given_text, metavar="SECTION", help="Hypotheses, Decisions, Findings or Open"
    )
    parser.add_argument(
        "key",
        type=given_text,
        metavar="KEY",
        help="the entry's own name, of small letters, digits and dashes",
    )
    parser.add_argument(
        "text", type=given_text, nargs="?", metavar="TEXT", help="one line (else the hypothesis's own)"
    )
    parser.add_argument(
        "--source", type=given_text, metavar="S", help="where it comes from; Findings and Decisions need it"
    )
    parser.add_argument(
        "--date", type=given_text, metavar="D", help="the day of the source as 2026-07-20 (default today)"
    )
    for name, meant in (
        ("--contradicts", "a finding that it shows to be wrong"),
        ("--closes", "an entry of Open that it ends"),
    ):
        parser.add_argument(
            name,
            type=given_text,
            action="append",
            default=[],
            metavar="KEY",
            help=f"{meant}; may stand several times",
        )
    parser.add_argument(
        "--from-hypothesis",
        type=given_text,
        metavar="KEY",
        help="the hypothesis that it comes from, which leaves",
    )
    labels(parser)


def _record(args: Namespace) -> int:
    from scratchpad_tui.core.audited.record import record

    store = open_store(args)
    try:
        outcome = record(
            store,
            args.section,
            args.key,
            args.text,
            source=args.source,
            date=args.date,
            contradicts=args.contradicts,
            closes=args.closes,
            from_hypothesis=args.from_hypothesis,
            actor=args.actor,
            turn=args.turn or None,
            session=session_of(args, store),
        )
    finally:
        store.close()
    show_outcome(outcome, json=args.json)
    return output.DONE


def _tidy_options(parser: ArgumentParser) -> None:
    parser.add_argument("--dry-run", action="store_true", help="show what would leave and write nothing")
    labels(parser)


def _tidy(args: Namespace) -> int:
    from scratchpad_tui.core.audited.tidy import tidy

    store = open_store(args)
    try:
        done = tidy(
            store,
            dry_run=args.dry_run,
            actor=args.actor,
            turn=args.turn or None,
            session=session_of(args, store),
        )
    finally:
        store.close()
    output.warnings(done.outcome.warnings)
    if args.json:
        fields = {"dry_run": args.dry_run, **outcome_fields(done.outcome)}
        fields["closed"] = [_fields(entry) for entry in done.closed]
        fields["collapsed"] = [_fields(entry) for entry in done.collapsed]
        output.document(fields)
        return output.DONE
    for entries, why in ((done.closed, "closed"), (done.collapsed, "contradicted, see Decisions")):
        for entry in entries:
            text = " ".join(entry.text.split())
            output.result(f"{entry.section}: {text} {{#{entry.key}}} ({why})")
    if not done.outcome.changed:
        output.message("nothing is closed or contradicted")
    return output.DONE


def _fields(entry: Audited) -> dict[str, object]:
    return {"section": entry.section, "key": entry.key, "text": entry.text}


COMMANDS = {
    "record": Command(
        "Puts one entry into an audited pad by its key, with its source, and prints the diff.",
        'record Findings ci-no-redis "CI has no redis" --source "job 4412"',
        _record_options,
        _record,
        json=True,
    ),
    "tidy": Command(
        "Takes closed entries out of Open, and findings that another entry contradicts out of Findings.",
        "tidy --dry-run",
        _tidy_options,
        _tidy,
        json=True,
    ),
}
