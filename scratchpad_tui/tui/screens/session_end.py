"""The end of a session: its summary and the question, and what it did."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.text import visible
from scratchpad_tui.tui.bindings import bindings
from scratchpad_tui.tui.idle import has_session
from scratchpad_tui.tui.layout.fit import compose, wrap
from scratchpad_tui.tui.layout.model import Span
from scratchpad_tui.tui.layout.promotions import NEXT_SESSION, ended_words
from scratchpad_tui.tui.layout.promotions_item import READ_AHEAD, clock_word, state_words
from scratchpad_tui.tui.screens.follows import is_open
from scratchpad_tui.tui.screens.note import NoteScreen
from scratchpad_tui.tui.screens.reader import ReaderScreen

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from scratchpad_tui.core.pad.view import PadView
    from scratchpad_tui.core.session.items import Ended, Summary
    from scratchpad_tui.core.session.review import Look
    from scratchpad_tui.tui.layout.model import Spans, Style
    from scratchpad_tui.tui.promoting import Reviewed

_MOST_ROWS = 12


class SessionEndScreen(ReaderScreen):
    """What the end of the session would do, and the question whether to."""

    BINDINGS = bindings("ending")
    PLACE = "ending"

    def __init__(self, look: Look) -> None:
        super().__init__()
        self._look = look

    def take(self, view: PadView) -> None:  # noqa: ARG002 - the session is read, not the pad
        """Takes note of a newly read pad or queue: the summary as it stands now."""
        self.app.in_background(self.app.source.reviewed, self._take_review, group="review")

    def _take_review(self, given: Reviewed) -> None:
        if given.look is not None and is_open(self):
            self._look = given.look
            self.draw()

    def title_spans(self) -> Sequence[Span]:
        """The question."""
        since = clock_word(self._look.summary.since, self.app.clock.now())
        return [Span(f"End the session since {since}?" if since else "End the session?", "title")]

    def text_rows(self, cells: int) -> list[Spans]:
        """What would happen to the queue and to the notes, and what the review cost."""
        room = max(1, cells - 2)
        return [
            compose([Span(f" {piece}", style)], cells)
            for words, style in self._lines()
            for piece in wrap(visible(words[:READ_AHEAD]), room, _MOST_ROWS, 2)
        ]

    def _lines(self) -> Iterator[tuple[str, Style]]:
        """What would happen in a few rows, which a small screen has room for; then the lines that it is about."""
        found, items = self._look.summary, self._look.items
        yield f"{found.accepted} of {found.limit} accepted into {found.target}", "title"
        if found.waiting:
            one = found.waiting == 1
            waits = "proposal is not decided: it closes" if one else "proposals are not decided: they close"
            yield f"{found.waiting} {waits} unaccepted", "attention"
        if found.to_archive:
            entries = "entry goes" if found.to_archive == 1 else "entries go"
            yield f"{found.to_archive:,} {entries} to the archive; nothing is deleted", "text"
        else:
            yield "Nothing goes to the archive", "dim"
        yield _stays(found), "text"
        if found.durable:
            changed = "CHANGED in this session" if found.durable_changed else "unchanged"
            yield f"Durable: {changed} (sha {found.durable})", "alarm" if found.durable_changed else "dim"
        for odd in found.odd:
            yield f"  {odd}", "attention"
        words = _cost(found.review_tokens, found.tokens_today)
        if words:
            yield words, "attention" if found.tokens_over else "dim"
        for item in items:
            if item.state == "accepted":
                yield f"  + {item.line}", "diff.add"
        for item in items:
            if not item.is_decided and not item.is_candidate:
                glyph, _, style = state_words(item, "")
                yield f"  {glyph} [{item.tag}] {item.text}", style

    def raw_text(self) -> str:
        """Nothing is copied here: y answers."""
        return ""

    def action_answer(self, yes: bool) -> None:  # noqa: FBT001 - the key table's action names the answer
        """Ends the session, or leaves everything as it is."""
        _ = self.dismiss()  # not awaited: this screen runs it
        if yes:
            self.app.end_session()


def _cost(review: int, today: int = 0) -> str:
    """What agents were given to read: nothing is said of nothing, since looking on this screen costs no tokens."""
    parts = [f"the review cost {review:,} tokens"] if review else []
    parts += [f"memory cost {today:,} tokens today"] if today else []
    words = "; ".join(parts)
    return words[:1].upper() + words[1:]


def _stays(found: Summary) -> str:
    """What of the pad the end leaves where it is."""
    if not found.notes:
        return "The pad stays as it is"
    if not found.stays:
        return f"Nothing stays in {found.notes}; the other sections stay as they are"
    count = "1 entry stays" if found.stays == 1 else f"{found.stays:,} entries stay"
    return f"{count} in {found.notes}; so do the other sections"


def without_session(summary: Summary, now: datetime) -> str:
    """Why there is nothing to end; empty where a session is open, or something is left for the archive."""
    if has_session(summary):
        return ""
    ended = ended_words(summary, now)
    return (
        f"{ended} {NEXT_SESSION}" if ended else "No session yet: one begins with the first write to the pad."
    )


def ended_note(ended: Ended) -> NoteScreen:
    """What the end of a session did."""
    if not ended.begun:
        return NoteScreen("No session was open", [NEXT_SESSION, *ended.warnings])
    policy = set(ended.by_policy)
    archived = "entry went" if ended.archived == 1 else "entries went"
    where = ", ".join(ended.files) or "the archive"
    lines = [
        *ended.warnings,
        f"{len(ended.accepted)} accepted",
        *(
            [
                f"{ended.left} {'proposal was' if ended.left == 1 else 'proposals were'} not decided: closed unaccepted"
            ]
            if ended.left
            else []
        ),
        f"{ended.archived:,} {archived} to {where}, {ended.kept:,} {'stays' if ended.kept == 1 else 'stay'}",
        *(f"  {odd}" for odd in ended.odd),
        *filter(None, [_cost(ended.review_tokens)]),
        NEXT_SESSION,
        *(f"  + {line}{' (by the policy)' if line in policy else ''}" for line in ended.accepted),
    ]
    return NoteScreen("The session has ended", lines)
