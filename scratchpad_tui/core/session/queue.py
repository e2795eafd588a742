"""The promotions queue, judged as things stand now: what is ready, and why the rest is not."""

from __future__ import annotations

import os

from scratchpad_tui.core.clock import now, parse_stamp
from scratchpad_tui.core.errors import StorageError
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad import meter
from scratchpad_tui.core.pad.content import fault_in
from scratchpad_tui.core.pad.io import read_bytes
from scratchpad_tui.core.pad.notes import AHEAD, HYPOTHESIS, LONGEST, minute
from scratchpad_tui.core.session import items as states
from scratchpad_tui.core.session import log, origin, proposals, sessions, tally
from scratchpad_tui.core.session.guard import Scans
from scratchpad_tui.core.session.items import Context, Evidence, Item
from scratchpad_tui.core.session.steps import ARCHIVE, events_and_pending
from scratchpad_tui.core.session.targets import line_of, origin_words, target_of
from scratchpad_tui.core.session.twins import twins, words
from scratchpad_tui.core.text import hidden, tokens

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.core.pad.blame import BlamedLine
    from scratchpad_tui.core.pad.document import Document
    from scratchpad_tui.core.pad.store import PadStore
    from scratchpad_tui.core.session.log import Event
    from scratchpad_tui.core.session.origin import Place
    from scratchpad_tui.core.session.proposals import Proposal
    from scratchpad_tui.core.session.sessions import Session
    from scratchpad_tui.core.session.targets import Target

_MOST_CANDIDATES = 20
_SHOWN = 2 * LONGEST
"""Characters of a text that are shown; what is longer is none of ours."""


class Looked(NamedTuple):
    """The queue of the present session with what it was judged by."""

    session: Session
    events: list[Event]
    document: Document
    target: Target
    items: tuple[Item, ...]
    """The session's proposals, in the order they came."""
    candidates: tuple[Item, ...]
    """What a rule offers beside them."""
    notice: str
    accepted: int
    """How many promotions the session has accepted."""


def look(store: PadStore, scans: Scans | None = None, only: str | None = None) -> Looked:
    """The queue as it stands; nothing is written and no lock is waited for.

    `only` names the one item that matters: what is costly about the others (where the entries beside them come from,
    what a rule offers) is left out.
    """
    reading = store.read()
    document = reading.document.completed()
    told = events_and_pending(store)
    session = sessions.current(store, told.events)
    target = target_of(store, document)
    judge = _Judge(store, document, target, told.events, session, scans or Scans(store), only)
    notice = " ".join(part for part in (reading.notice, told.notice) if part)
    offered = judge.candidates(reading.version) if only is None or only.startswith("+") else ()
    return Looked(session, told.events, document, target, judge.items(), offered, notice, judge.accepted)


def meter_review(store: PadStore, items: Sequence[Item]) -> None:
    """Counts one look at the queue as a review in the token meter."""
    text = "\n".join(part for item in items for part in (item.text, item.line, item.reason))
    meter.count(store, meter.REVIEW, tokens(text))


class _Judge:
    """Judges the items of one look."""

    def __init__(
        self,
        store: PadStore,
        document: Document,
        target: Target,
        events: list[Event],
        session: Session,
        scans: Scans,
        only: str | None,
    ) -> None:
        self._only = only
        self._store = store
        self._document = document
        self._target = target
        self._events = events
        self._session = session
        self._scans = scans
        self._kept = target.entries
        all_of_them = proposals.folded(events).values()
        self._proposals = [one for one in all_of_them if one.session == session.id]
        self._rejected = [one for one in all_of_them if one.state == proposals.REJECTED]
        """Of every session: what a person turned down is not offered again."""
        self.accepted = tally.accepted(store, session, all_of_them, self._kept)
        self._blamed: dict[str, dict[int, BlamedLine]] = {}

    def items(self) -> tuple[Item, ...]:
        """The session's proposals."""
        return tuple(self._item(one) for one in self._proposals)

    def candidates(self, newest: int) -> tuple[Item, ...]:
        """What a rule offers and could be one line; nobody has proposed, skipped or promoted it yet, or ever rejected it."""
        known = {" ".join(words(one.text)) for one in self._proposals}
        known |= {" ".join(words(one.origin)) for one in self._proposals if one.origin}
        known |= {" ".join(words(text)) for one in self._rejected for text in (one.text, one.origin) if text}
        known |= {" ".join(words(entry.said)) for entry in self._kept}
        skipped = {
            item.get("id")
            for item in self._events
            if item["event"] == log.SKIPPED and item["session"] == self._session.id
        }
        found: list[Item] = []
        for place in origin.candidates(self._document):
            item_id = candidate_id(place)
            if " ".join(words(place.text)) in known or item_id in skipped or len(found) >= _MOST_CANDIDATES:
                continue
            if self._only not in (None, item_id):
                continue
            known.add(" ".join(words(place.text)))
            candidate = self._candidate(place, item_id, newest)
            # A finding of several lines can be proposed in other words.
            if candidate.state != states.MALFORMED:
                found.append(candidate)
        return tuple(found)

    def _candidate(self, place: Place, item_id: str, newest: int) -> Item:
        source = origin.source_of(self._document, place, self._lines(place.section.name), newest)
        time = time_of(place, source.time)
        line = line_of(time, place.tag, place.text, place.section.name, source.version)
        evidence = Evidence(
            place.section.name, source.version, source.actor, source.turn, None, *self._beside(place)
        )
        item = Item(
            item_id, place.text, place.tag, time, parse_stamp(time), "", "", evidence, line, self._target.name
        )
        judged = self._judged(item._replace(is_candidate=True, proposer="rule"), place, place.text)
        return self._shown(judged)

    def _item(self, one: Proposal) -> Item:
        place = origin.same(self._document, one.section, one.origin) if one.origin else None
        tag = one.tag
        if place is not None and one.state == proposals.WAITING and not one.confirmed and place.note.tag:
            tag = place.note.tag
        where = origin_words(one.section, one.actor)
        line = one.line or line_of(one.time, tag, one.text, where, one.version)
        before, after = self._beside(place) if place is not None else (None, None)
        evidence = Evidence(one.section, one.version, one.writer, one.turn, one.label, before, after)
        item = Item(
            one.id,
            one.text,
            tag,
            one.time,
            parse_stamp(one.time),
            one.state,
            one.reason,
            evidence,
            line,
            one.target or self._target.name,
            proposer=one.actor,
            by_policy=one.by_policy,
            edited=one.edited,
        )
        if one.state == proposals.WAITING:
            item = self._judged(item, place, one.origin, whole=one.whole)
        return self._shown(item)

    def _judged(self, item: Item, place: Place | None, was: str, *, whole: bool = True) -> Item:
        """The item with its state as things stand, and why it is not ready."""
        found = twins(item.text, self._kept)
        secrets = self._scans.findings(item.text)
        item = item._replace(twins=found, secrets=secrets)
        for state, reason in (
            (
                states.MALFORMED,
                malformed(item) if whole else "its line in promotions.jsonl lacks text, tag or time",
            ),
            (states.SECRET, f"it holds what looks like {secrets[0].kind}; edit it" if secrets else ""),
            (states.MALFORMED, _ahead(item)),
            (states.CONFIRM_FIRST, _unconfirmed(item)),
            (states.ORIGIN_CHANGED, self._changed(item, place, was)),
            (states.DUPLICATE, self._duplicate(item)),
            (states.OVER_CAP, self._over(item)),
            (states.FULL, self._full()),
            (states.TWIN, f"line {found[0].line} says nearly the same" if found else ""),
        ):
            if reason:
                return item._replace(state=state, reason=reason)
        return item._replace(state=states.READY, reason="")

    def _changed(self, item: Item, place: Place | None, was: str) -> str:
        if place is not None or not was:
            return ""
        if is_archived(self._store, item.time, was):
            return ""
        return f"its entry in {item.evidence.section} was changed or removed since; edit the item to keep it as it is"

    def _duplicate(self, item: Item) -> str:
        mine = words(item.text)
        there = next((entry for entry in self._kept if words(entry.said) == mine), None)
        return f"{self._target.name} has it already, in line {there.line}" if there and mine else ""

    def _over(self, item: Item) -> str:
        over = self._target.room_for(item.line)
        if not over:
            return ""
        return (
            f"{self._target.name} would be over its cap by {over} characters; take an older entry out first"
        )

    def _full(self) -> str:
        if self.accepted < states.LIMIT:
            return ""
        return (
            f"{states.LIMIT} are accepted in this session; undo one of them, or propose it again in the next"
        )

    def _lines(self, section: str) -> dict[int, BlamedLine]:
        if section not in self._blamed:
            self._blamed[section] = origin.blamed(self._store, section)
        return self._blamed[section]

    def _beside(self, place: Place) -> tuple[Context | None, Context | None]:
        """The entries above and below, with the versions that brought them."""
        if self._only is not None:
            return None, None
        near = {one.number: one for one in origin.places(self._document, place.section.name)}
        lines = self._lines(place.section.name)
        found: list[Context | None] = []
        for number in (place.number - 1, place.number + 1):
            one = near.get(number)
            if one is None:
                found.append(None)
                continue
            source = origin.source_of(self._document, one, lines, -1)
            found.append(
                Context(self._scans.masked(one.words), source.version if source.version > 0 else None)
            )
        return found[0], found[1]

    def _shown(self, item: Item) -> Item:
        """The item as it may be shown: no secret stands in any of its texts."""
        masked = self._scans.masked
        item = item._replace(
            text=masked(item.text),
            line=masked(item.line),
            twins=tuple(one._replace(text=masked(one.text)) for one in item.twins),
        )
        if len(item.text) <= LONGEST and len(item.reason) <= _SHOWN:
            return item
        return item._replace(text=_cut(item.text), line=_cut(item.line), reason=_cut(item.reason))


def _cut(text: str) -> str:
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def _unconfirmed(item: Item) -> str:
    if item.tag != HYPOTHESIS:
        return ""
    return "it is a hypothesis; confirm it first, or reject it"


def _ahead(item: Item) -> str:
    if item.moment is None or item.moment - now() <= AHEAD:
        return ""
    return f"its time {item.time} lies ahead of the clock; mend the entry's time and propose it again"


def malformed(item: Item) -> str:
    """Why a text can be no entry; empty where it can."""
    if not item.text.strip() or not item.tag or item.moment is None:
        return "it lacks a text, a tag or a time that can be read"
    if len(item.text) > LONGEST:
        return f"it has {len(item.text)} characters, at most {LONGEST} are kept; say it shorter"
    if "\n" in item.text or "\r" in item.text:
        return "it has several lines; say it in one"
    fault = fault_in(item.line)
    if fault:
        return fault.message
    unseen = [one for one in hidden(item.line) if not one.joiner]
    if unseen:
        return f"it holds {unseen[0].name}, which cannot be seen; edit it"
    return ""


def is_archived(store: PadStore, time: str, text: str) -> bool:
    """Whether the archive has this entry: it is not changed then, only put away."""
    path = os.path.join(store.paths.side, ARCHIVE, f"{time[:7]}.md")
    if not time[:4].isdecimal() or "/" in time[:7] or "\\" in time[:7]:
        return False
    try:
        kept = read_bytes(path).decode("utf-8", "replace")
    except (OSError, StorageError):
        return False
    return any(line.removesuffix(" #keep").endswith(f"] {text}") for line in kept.split("\n"))


def candidate_id(place: Place) -> str:
    """A name for an entry that a rule offers; it lasts as long as the entry says the same."""
    from scratchpad_tui.core.hashing import sha256

    return "+" + sha256(f"{place.section.name}\0{place.words}".encode()).hexdigest()[:10]


def time_of(place: Place, brought: str) -> str:
    """An entry's own time, else that of the version that brought it, else the clock's."""
    if place.note.moment is not None:
        return minute(place.note.moment)
    return brought or minute(now())
