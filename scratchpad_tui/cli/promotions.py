"""`propose`, `promotions`, `accept`, `reject` and `promote`: the queue, without the UI."""

from __future__ import annotations

import sys

from scratchpad_tui.cli import output
from scratchpad_tui.cli.commands import Command
from scratchpad_tui.cli.notes import labels
from scratchpad_tui.cli.opening import open_store, session_of
from scratchpad_tui.cli.parser import given_text
from scratchpad_tui.core.errors import UsageError
from scratchpad_tui.core.session.fields import item_fields
from scratchpad_tui.core.text import visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from scratchpad_tui.core.session.items import Acted, Item

_MARKS = {"accepted": "✓", "rejected": "x", "confirm first": "?", "twin": "=", "ready": " ", "closed": "-"}


def _propose_options(parser: ArgumentParser) -> None:
    parser.add_argument(
        "texts",
        nargs="+",
        type=given_text,
        metavar="TEXT",
        help="a line; a text that stands in one entry of the pad means that entry, with its tag and time",
    )
    parser.add_argument(
        "--from", dest="section", type=given_text, default="", metavar="SECTION", help="where it stands"
    )
    parser.add_argument(
        "--tag",
        type=given_text,
        default="",
        metavar="T",
        help="the tag of a text that stands in no entry; an agent has to say it where notes have tags",
    )
    labels(parser)


def _propose(args: Namespace) -> int:
    from scratchpad_tui.core.session.proposing import propose

    store = open_store(args)
    done = propose(
        store,
        args.texts,
        section=args.section,
        tag=args.tag,
        actor=args.actor,
        turn=args.turn or None,
        label=session_of(args, store),
    )
    warnings = [warning for acted in done for warning in acted.warnings]
    output.warnings(warnings)
    items = [acted.item for acted in done if acted.item is not None]
    if args.json:
        output.document({"items": [item_fields(item) for item in items], "warnings": warnings})
    else:
        output.result("\n".join(_line(item) for item in items))
    return output.DONE


def _no_options(_parser: ArgumentParser) -> None:
    """It has none of its own."""


def _promotions(args: Namespace) -> int:
    from scratchpad_tui.core.session.review import Review

    look = Review(open_store(args)).look(metered=True)
    if look.notice:
        output.message(look.notice)
    listed = [item for item in look.items if not item.is_candidate]
    offered = [item for item in look.items if item.is_candidate]
    summary = look.summary
    if args.json:
        output.document(
            {
                "session": summary.id,
                "accepted": summary.accepted,
                "limit": summary.limit,
                "items": [item_fields(item) for item in listed],
                "candidates": [item_fields(item) for item in offered],
            }
        )
        return output.DONE
    head = f"session {summary.id}: {summary.accepted} of {summary.limit} accepted, {summary.waiting} waiting"
    lines = [head, *map(_line, listed)]
    if offered:
        lines += ["offered by rule:", *map(_line, offered)]
    output.result("\n".join(lines))
    return output.DONE


def _line(item: Item) -> str:
    mark = _MARKS.get(item.state, "!")
    why = f": {item.reason}" if item.reason else ""
    # One line, whatever the queue's file says: a newline in a text must not pass for another item.
    return visible(f"{mark} {item.id:4} [{item.tag}] {item.text} ({item.state}{why})")


def _id_option(parser: ArgumentParser) -> None:
    parser.add_argument("id", type=given_text, metavar="ID", help="the item, as `promotions` names it")


def _accept(args: Namespace) -> int:
    from scratchpad_tui.core.session.promote import accept

    store = open_store(args)
    try:
        return _told(accept(store, args.id), json=args.json)
    finally:
        store.close()


def _reject_options(parser: ArgumentParser) -> None:
    _id_option(parser)
    parser.add_argument(
        "--why", type=given_text, required=True, metavar="TEXT", help="the reason, in a few words"
    )


def _reject(args: Namespace) -> int:
    from scratchpad_tui.core.session.promote import reject

    return _told(reject(open_store(args), args.id, args.why), json=args.json)


def _told(acted: Acted, *, json: bool) -> int:
    output.warnings(acted.warnings)
    if json:
        item = None if acted.item is None else item_fields(acted.item)
        output.document({"changed": acted.changed, "item": item, "message": acted.message or None})
        return output.DONE
    if acted.message:
        output.message(acted.message)
    if acted.item is not None and acted.changed:
        output.result(acted.item.line if acted.item.state == "accepted" else _line(acted.item))
    return output.DONE


def _promote_options(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--durable", required=True, type=given_text, metavar="ID", help="the accepted item, or Episodic:N"
    )
    parser.add_argument(
        "--confirm", type=given_text, metavar="ID", help="the id once more, where nobody can be asked"
    )


def _promote(args: Namespace) -> int:
    from scratchpad_tui.core.session.durable import preview, promote

    store = open_store(args)
    section, line = preview(store, args.durable)
    typed = args.confirm
    if typed is None:
        typed = _asked(section, line, args.durable)
    try:
        acted = promote(store, args.durable, typed)
    finally:
        store.close()
    output.warnings(acted.warnings)
    if args.json:
        output.document({"changed": acted.changed, "section": section, "line": line})
    elif acted.changed:
        output.result(line)
    else:
        output.message(acted.message)
    return output.DONE


def _asked(section: str, line: str, item_id: str) -> str:
    if not output.is_terminal(sys.stdin):
        raise UsageError("nobody is there to type the id", f"in a script, add --confirm {item_id}")
    output.message(f"{section} will get this line, and only your own editor takes it out again:")
    output.message(line)
    return output.typed(f"Type {item_id} to confirm:")


COMMANDS = {
    "propose": Command(
        "Adds lines to the promotions queue, all or none; an agent proposes at most 3 a session.",
        'propose "one key prefix a test" --from Scratch',
        _propose_options,
        _propose,
        json=True,
    ),
    "promotions": Command(
        "Lists the session's proposals with their states, and what a rule offers beside them.",
        "promotions --json",
        _no_options,
        _promotions,
        json=True,
    ),
    "accept": Command(
        "Writes a proposal that is ready into Episodic, or episodic.md; at most 3 a session.",
        "accept p2",
        _id_option,
        _accept,
        json=True,
    ),
    "reject": Command(
        "Rejects a proposal; the reason is kept.",
        'reject p2 --why "never confirmed"',
        _reject_options,
        _reject,
        json=True,
    ),
    "promote": Command(
        "Writes an accepted entry into Durable, after its id is typed once more.",
        "promote --durable p2",
        _promote_options,
        _promote,
        json=True,
    ),
}
