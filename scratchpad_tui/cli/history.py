"""`history`: the versions, who made them and how much they changed, and the events between them."""

from __future__ import annotations

from scratchpad_tui.cli import output
from scratchpad_tui.cli.commands import Command
from scratchpad_tui.cli.opening import open_store, section_names, warn_of_journal
from scratchpad_tui.cli.parser import given_text
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad import journal
from scratchpad_tui.core.pad.author import ASKED, author_words, is_by
from scratchpad_tui.core.pad.timeline import FIELDS, bringing, version_list
from scratchpad_tui.core.text import visible, width

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Sequence

    from scratchpad_tui.core.pad.journal import Record
    from scratchpad_tui.core.pad.store import PadStore

ACTORS = (*ASKED, *(actor for word, actor in ASKED.items() if actor != word))
"""The words that the list shows, then those that its JSON has."""
_LISTS = ("sections", "alarms")
_EVENT_FIELDS = ("time", "event", "actor", "message")


class _Row(NamedTuple):
    """A line of the list; events stand behind the version that they followed."""

    version: int
    place: int
    text: str


def _options(parser: ArgumentParser) -> None:
    parser.add_argument("--section", metavar="S", help="only versions that changed this section")
    parser.add_argument(
        "--actor",
        choices=ACTORS,
        metavar="A",
        help=f"only versions by this author: {', '.join(ASKED)}, or the journal's word",
    )
    parser.add_argument(
        "--grep", type=given_text, metavar="TEXT", help="only versions that brought or removed a text"
    )
    parser.add_argument(
        "--events", action="store_true", help="also what is no version: refusals, recoveries, ..."
    )


def _run(args: Namespace) -> int:
    store = open_store(args)
    warn_of_journal(store)
    versions = _versions(store, args)
    events = _events(store, args) if args.events else []
    if args.json:
        listed = {"events": [_picked(event, _EVENT_FIELDS) for _, event in events]} if args.events else {}
        picked = [_picked(version, (*FIELDS, "operations")) for version in versions]
        output.document({"path": output.path_text(store.paths.named), "versions": picked, **listed})
    elif versions or events:
        output.result("\n".join(row.text for row in sorted(_rows(versions, events))))
    else:
        output.message("no version is like that" if store.history.newest() else "there is no version yet")
    return output.DONE


def _versions(store: PadStore, args: Namespace) -> list[Record]:
    """The wanted versions, oldest first."""
    found = [_in_form(version) for version in version_list(store)]
    if args.grep:
        moved = bringing(store, args.grep)
        found = [version for version in found if version["version"] in moved]
    if args.section is not None:
        (name,) = section_names(store.profile, args.section)
        found = [version for version in found if name in version["sections"]]
    return [version for version in found if _is_wanted(version, args)]


def _is_wanted(record: Record, args: Namespace) -> bool:
    actor = ASKED.get(args.actor, args.actor)
    return actor is None or is_by(actor, record.get("actor"), record.get("by"))


def _in_form(version: Record) -> Record:
    # Another program may have written the journal's line: what should be a list is one from here on.
    lists = {name: version[name] if isinstance(version[name], list) else [] for name in _LISTS}
    return {**version, **lists}


def _events(store: PadStore, args: Namespace) -> list[tuple[int, Record]]:
    """The wanted events, each with the version it followed."""
    found, newest = [], 0
    for record in journal.readable(store.paths.journal):
        if journal.is_version(record):
            newest = record["version"]
        elif record.get("kind") == "event" and isinstance(record.get("event"), str):
            by_text = not args.grep or args.grep in str(record.get("message"))
            if by_text and _is_wanted(record, args):
                found.append((newest, record))
    return found


def _rows(versions: list[Record], events: list[tuple[int, Record]]) -> list[_Row]:
    heads = [
        (f"v{version['version']}", _time(version), _who(version), _amount(version)) for version in versions
    ]
    widths = [max((width(head[column]) for head in heads), default=1) for column in range(4)]
    rows = [
        _Row(version["version"], 0, _version_line(version, head, widths))
        for version, head in zip(versions, heads, strict=True)
    ]
    for place, (number, event) in enumerate(events, 1):
        rows.append(_Row(number, place, _event_line(event, widths[0])))
    return rows


def _version_line(version: Record, head: Sequence[str], widths: Sequence[int]) -> str:
    """The columns that every version has, then what is as long as it is: sections, session, alarms."""
    columns = [cell + " " * (wide - width(cell)) for cell, wide in zip(head, widths, strict=True)]
    where = ", ".join(map(str, version["sections"]))
    session = f"in {version['session']}" if version["session"] is not None else ""
    alarms = [f"! {alarm}" for alarm in version["alarms"]]
    # A line end in a label or a name would look like a row of its own: here it is shown as a mark.
    return visible("  ".join([*columns, *(part for part in (where, session, *alarms) if part)])).rstrip()


def _event_line(event: Record, number_width: int) -> str:
    turn = event.get("turn")
    who = author_words(str(event.get("actor") or "unknown"), None if turn is None else str(turn))
    words = f"{event['event']}: {event.get('message') or ''} ({who})"
    return visible(f"{'-':>{number_width}}  {_time(event)}  {words}")


def _who(version: Record) -> str:
    turn = version["turn"]
    return visible(author_words(str(version["actor"] or "unknown"), None if turn is None else str(turn)))


def _amount(version: Record) -> str:
    known = isinstance(version["added"], int) and isinstance(version["removed"], int)
    return f"+{version['added']} -{version['removed']}" if known else ""


def _time(record: Record) -> str:
    from scratchpad_tui.core.clock import parse_stamp

    moment = parse_stamp(record.get("time"))
    return f"{moment:%Y-%m-%d %H:%M:%SZ}" if moment else "at unknown time     "


def _picked(record: Record, names: tuple[str, ...]) -> Record:
    return {name: record.get(name) for name in names}


COMMANDS = {
    "history": Command(
        "Lists the versions, newest last: number, time, who made it, lines added and removed, sections.",
        "history --section Findings --grep redis",
        _options,
        _run,
        json=True,
    ),
}
