"""`tidy`: closed entries leave Open, and findings that another entry contradicts leave Findings.

Nothing is lost: what a finding was stands in Decisions, and every version is in history.
"""

from __future__ import annotations

from scratchpad_tui.core.audited.asked import OPEN, refuse_unkeyed
from scratchpad_tui.core.audited.book import Book
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad import gate, gated, transaction
from scratchpad_tui.core.pad.caps import cap_warnings
from scratchpad_tui.core.pad.finding_log import FINDINGS, contradicted, role_section
from scratchpad_tui.core.pad.in_hand import Made
from scratchpad_tui.core.pad.who import named

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from scratchpad_tui.core.pad.document import Document
    from scratchpad_tui.core.pad.evidence import Audited
    from scratchpad_tui.core.pad.in_hand import Found
    from scratchpad_tui.core.pad.store import Outcome, PadStore


class Tidied(NamedTuple):
    """What a tidying took out, or would."""

    outcome: Outcome
    closed: list[Audited]
    """Entries of Open that are done with."""
    collapsed: list[Audited]
    """Findings that another entry contradicts, and that nobody showed anew since."""


def tidy(
    store: PadStore,
    *,
    dry_run: bool = False,
    actor: str = "agent",
    turn: str | None = None,
    session: str | None = None,
) -> Tidied:
    """Takes closed entries and contradicted findings out, as one version; where there is none nothing is touched.

    Raises:
        InputError: the pad has no audited sections.
        ParseError: the pad is broken; nothing is moved.
    """
    who = named(actor, turn, session)
    gate.refuse_labels(store, turn=turn, session=session)
    closed: list[Audited] = []
    collapsed: list[Audited] = []

    def make(found: Found) -> Made:
        document = found.judged.document
        refuse_unkeyed(document.profile)
        book = Book(document)
        closed[:], collapsed[:] = _closed(book), _collapsed(book, document)
        for entry in (*closed, *collapsed):
            book.drop(entry)
        after = book.made()
        return Made(after, [_operation(closed, collapsed)], warnings=cap_warnings(after))

    outcome = transaction.preview(store, make) if dry_run else gated.change(store, who, make)
    return Tidied(outcome, closed, collapsed)


def leaving(document: Document) -> tuple[list[Audited], list[Audited]]:
    """What a tidying of this document would take out: closed entries, and contradicted findings."""
    if not document.profile.is_keyed:
        return [], []
    book = Book(document)
    return _closed(book), _collapsed(book, document)


def _closed(book: Book) -> list[Audited]:
    section = role_section(OPEN, book.document.profile)
    return [entry for entry in book.entries(section) if entry.closed]


def _collapsed(book: Book, document: Document) -> list[Audited]:
    outdated = contradicted(document.completed())
    section = role_section(FINDINGS, document.profile)
    return [entry for entry in book.entries(section) if entry.key and entry.key in outdated]


def _operation(closed: list[Audited], collapsed: list[Audited]) -> dict[str, Any]:
    return {
        "op": "tidy",
        "closed": [entry.key for entry in closed],
        "collapsed": [entry.key for entry in collapsed],
    }
