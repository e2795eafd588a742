"""`archive` and `session`: the life of a session."""

from __future__ import annotations

import re
from argparse import ArgumentTypeError

from scratchpad_tui.cli import output
from scratchpad_tui.cli.commands import Command
from scratchpad_tui.cli.opening import open_store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from scratchpad_tui.core.session.archive import Archived
    from scratchpad_tui.core.session.items import Ended, Summary

_HOURS = re.compile(r"([+-]?[0-9]{1,6}(?:\.[0-9]{1,6})?)(h|m|min)?")


def hours(text: str) -> float:
    """A time in hours: `24h`, `90m`, or a number of hours alone."""
    found = _HOURS.fullmatch(text.strip())
    if not found:
        raise ArgumentTypeError(f'"{text}" is no time such as 24h')
    return float(found[1]) / (60 if found[2] and found[2] != "h" else 1)


def _archive_options(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--ttl", type=hours, metavar="TIME", help="archive what is older, from 0 to 48h (else session.ttl)"
    )
    parser.add_argument("--dry-run", action="store_true", help="say what would go and write nothing")


def _archive(args: Namespace) -> int:
    from scratchpad_tui.core.session.archive import archive

    store = open_store(args)
    try:
        done = archive(store, args.ttl, dry_run=args.dry_run)
    finally:
        store.close()
    output.warnings(done.warnings)
    if args.json:
        output.document(archived_fields(done))
    else:
        _tell_archived(done, "would be archived" if args.dry_run else "archived")
    return output.DONE


def archived_fields(done: Archived) -> dict[str, object]:
    """What `--json` says about the archive."""
    return {
        "archived": len(done.entries),
        "kept": done.kept,
        "odd": [odd._asdict() for odd in done.odd],
        "entries": list(done.entries),
        "files": list(done.files),
    }


def _tell_archived(done: Archived, word: str) -> None:
    output.result(
        "\n".join([*done.entries, f"{_counted(len(done.entries))} {word}{_where(done)}, {done.kept} kept"])
    )
    output.warnings(odd.message for odd in done.odd)


def _where(done: Archived | Ended) -> str:
    """Into which files notes went."""
    return f" in {', '.join(done.files)}" if done.files else ""


def _cost(tokens: int) -> str:
    """What the reviews cost; nothing where none was counted: the queue was not looked at, or not by a way that counts."""
    return f"; the review took about {tokens:,} tokens" if tokens else ""


def _counted(number: int) -> str:
    return "1 entry" if number == 1 else f"{number} entries"


def _session_options(parser: ArgumentParser) -> None:
    parser.add_argument("act", choices=("start", "end", "status"), help="start, end or status")


def _session(args: Namespace) -> int:
    return {"start": _start, "end": _end, "status": _status}[args.act](args)


def _start(args: Namespace) -> int:
    from scratchpad_tui.core.session.ending import start
    from scratchpad_tui.core.session.review import Review

    store = open_store(args)
    done = start(store)
    store.close()
    output.warnings(done.warnings)
    summary = Review(store).look().summary
    if args.json:
        output.document({**summary_fields(summary), **archived_fields(done)})
        return output.DONE
    if done.entries:
        _tell_archived(done, "archived")
    else:
        output.warnings(odd.message for odd in done.odd)
    output.result(_status_line(summary))
    return output.DONE


def _status(args: Namespace) -> int:
    from scratchpad_tui.core.session.review import Review

    look = Review(open_store(args)).look()
    if look.notice:
        output.message(look.notice)
    if args.json:
        output.document(summary_fields(look.summary))
        return output.DONE
    output.result(_status_line(look.summary))
    if look.summary.durable_changed:
        output.message(
            "Durable changed since the session began, without promote --durable; `verify` names the lines"
        )
    if look.summary.tokens_over:
        output.message(
            f"memory took about {look.summary.tokens_today:,} tokens today, over 30,000; recall less, or shorten Scratch"
        )
    return output.DONE


def summary_fields(summary: Summary) -> dict[str, object]:
    """What `--json` says about a session."""
    from scratchpad_tui.core.clock import stamp

    return {
        "id": summary.id,
        "since": stamp(summary.since) if summary.since else None,
        "proposals": summary.proposals,
        "accepted": summary.accepted,
        "limit": summary.limit,
        "tokens_today": summary.tokens_today,
        "waiting": summary.waiting,
        "to_archive": summary.to_archive,
        "odd": list(summary.odd),
        "target": summary.target,
        "durable_changed": summary.durable_changed,
        "tokens_over": summary.tokens_over,
        "review_tokens": summary.review_tokens,
    }


def _status_line(summary: Summary) -> str:
    since = f"since {summary.since:%Y-%m-%d %H:%M} UTC" if summary.since else "not begun"
    return (
        f"session {summary.id} {since} · {summary.accepted} of {summary.limit} accepted · {summary.waiting} waiting · "
        f"{_counted(summary.to_archive)} to archive at the end · about {summary.tokens_today:,} tokens today"
    )


def _end(args: Namespace) -> int:
    from scratchpad_tui.core.session.ending import end

    store = open_store(args)
    done = end(store)
    store.close()
    output.warnings(done.warnings)
    if args.json:
        output.document(ended_fields(done))
        return output.DONE
    if not done.begun:
        output.message("no session was begun since the last end, and nothing was done")
        output.warnings(done.odd)
        return output.DONE
    lines = [
        *done.accepted,
        f"session {done.id} ended: {len(done.accepted)} accepted, {done.left} left undecided",
    ]
    lines.append(
        f"{_counted(done.archived)} archived{_where(done)}, {done.kept} kept{_cost(done.review_tokens)}"
    )
    output.result("\n".join(lines))
    output.warnings(done.odd)
    return output.DONE


def ended_fields(done: Ended) -> dict[str, object]:
    """What `--json` says about the end of a session."""
    return {
        "id": done.id,
        "ended": done.begun,
        "accepted": list(done.accepted),
        "by_policy": list(done.by_policy),
        "left": done.left,
        "archived": done.archived,
        "kept": done.kept,
        "odd": list(done.odd),
        "files": list(done.files),
        "review_tokens": done.review_tokens,
    }


COMMANDS = {
    "archive": Command(
        "Moves notes past their time to archive/YYYY-MM.md, by their own month; nothing is deleted. Made for cron.",
        "archive --ttl 24h --dry-run",
        _archive_options,
        _archive,
        json=True,
    ),
    "session": Command(
        "Starts or ends the pad's session, or says how it stands; the end archives Scratch and closes the queue.",
        "session end",
        _session_options,
        _session,
        json=True,
    ),
}
