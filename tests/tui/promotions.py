"""Queues made by hand for the Promotions screen, and a stand-in that decides as the core would."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from scratchpad_tui.core.errors import InputError
from scratchpad_tui.core.session import items as states
from scratchpad_tui.core.session.items import Acted, Context, Ended, Evidence, Finding, Item, Summary, Twin
from scratchpad_tui.core.session.review import Look
from scratchpad_tui.tui.promoting import Reviewed

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from scratchpad_tui.core.pad.pruning import PrunedEntry
    from scratchpad_tui.core.secrets.finding import Finding as Hit

NOW = datetime(2026, 7, 20, 10, 12, tzinfo=UTC)
"""That of the stand-in source."""
TAGS = ("observed", "hypothesis", "decided")
SINCE = NOW - timedelta(hours=1)


def made_item(
    number: int, text: str, tag: str = "decided", state: str = states.READY, **changes: object
) -> Item:
    """An item of the queue; three hours old, from Scratch."""
    time = (NOW - timedelta(hours=3)).strftime("%Y-%m-%dT%H:%MZ")
    evidence = Evidence(
        "Scratch",
        39,
        "agent",
        "52",
        "s-1",
        Context("[observed] 12 limiter tests share one key prefix", 37),
        Context("[observed] flush takes 3 ms", 40),
    )
    item = Item(
        id=f"p{number}",
        text=text,
        tag=tag,
        time=time,
        moment=NOW - timedelta(hours=3),
        state=state,
        reason="",
        evidence=evidence,
        line=f"- {time} [{tag}] {text} (from Scratch, v39)",
        target="episodic.md",
    )
    return item._replace(**changes)  # type: ignore[arg-type]


TWIN = Twin(12, "- 2026-07-14T09:00Z [decided] Run the limiter tests with -n 8 (from Scratch, v7)", 0.93)
QUEUE = (
    made_item(1, "Limiter tests run on fakeredis, no CI service", state=states.ACCEPTED),
    made_item(2, "One key prefix a test, flush in conftest.py"),
    made_item(
        3,
        "auth flake may be clock skew",
        "hypothesis",
        states.CONFIRM_FIRST,
        reason="it is a hypothesis; confirm it first, or reject it",
    ),
    made_item(
        4,
        "staging token is ****",
        "observed",
        states.SECRET,
        reason="it holds what looks like a GitHub token; edit it",
        secrets=(Finding("a GitHub token", "ghp_… (40 characters)"),),
    ),
    made_item(
        5,
        "Run the limiter tests with -n 4",
        state=states.TWIN,
        reason="line 12 says nearly the same",
        twins=(TWIN,),
    ),
)
TROUBLES = (
    made_item(6, "was changed", state=states.ORIGIN_CHANGED, reason="its entry in Scratch was changed since"),
    made_item(
        7, "too much", state=states.OVER_CAP, reason="episodic.md would be over its cap by 40 characters"
    ),
    made_item(8, "kept before", state=states.DUPLICATE, reason="episodic.md has it already, in line 4"),
    made_item(9, "no entry", state=states.MALFORMED, reason="it has several lines; say it in one"),
    made_item(10, "a fourth one", state=states.FULL, reason="3 are accepted in this session"),
    made_item(11, "turned down", state=states.REJECTED, reason="not true any more"),
    made_item(12, "of the policy", state=states.ACCEPTED, by_policy=True),
)
OFFERED = (
    made_item(
        0,
        "Redis 7 is what production runs (ops wiki)",
        "decided",
        id="+ab12",
        is_candidate=True,
        proposer="rule",
    ),
    made_item(0, "The flake is gone since 14:00", "observed", id="+cd34", is_candidate=True, proposer="rule"),
)


def made_look(items: Sequence[Item] = QUEUE, notice: str = "", **changes: object) -> Look:
    """A look at these items in the session of the drawing."""
    summary = Summary(
        id="2026-07-20-1",
        since=SINCE,
        accepted=sum(item.state == states.ACCEPTED for item in items),
        limit=3,
        waiting=sum(not item.is_decided and not item.is_candidate for item in items),
        proposals=sum(not item.is_candidate for item in items),
        to_archive=11,
        odd=(),
        target="episodic.md",
        durable="4f1c",
        durable_changed=False,
        tokens_today=4_100,
        tokens_over=False,
        review_tokens=1_240,
        stays=2,
        notes="Scratch",
    )
    return Look(summary._replace(**changes), tuple(items), notice)  # type: ignore[arg-type]


class FakePromotions:
    """The part of a stand-in source that has a queue: acts change it as the core would, and are kept."""

    calls: list[Any]
    gate: Callable[[], None]
    fault: Exception | None

    def __init__(self) -> None:
        self.queue: list[Item] = []
        self.notice = ""
        self.unread: Exception | None = None
        """Why the queue cannot be read."""
        self.summary: dict[str, object] = {}
        """Fields of the summary that are other ones."""
        self.undoing: list[list[Item]] = []
        self.hits: list[Hit] = []
        """The secrets in any text."""
        self.metered = 0

    def reviewed(self, *, metered: bool = False) -> Reviewed:
        """The queue as it stands."""
        self.metered += metered
        if self.unread is not None:
            return Reviewed(None, fault=str(self.unread))
        look = made_look(self.queue, self.notice, **self.summary)
        return Reviewed(look._replace(can_undo=bool(self.undoing)), TAGS)

    def _review_act(self, *call: object) -> None:
        self.gate()
        self.calls.append(call)
        if self.fault is not None:
            fault, self.fault = self.fault, None
            raise fault

    def _decided(self, item_id: str, **changes: object) -> Acted:
        at = next((at for at, item in enumerate(self.queue) if item.id == item_id), None)
        if at is None:
            raise InputError(f'there is no item "{item_id}"', "see `promotions`", code="no-item")
        self.undoing.append(list(self.queue))
        item = self.queue[at]._replace(**changes)  # type: ignore[arg-type]
        if item.is_candidate:
            item = item._replace(id=f"p{20 + at}", is_candidate=False)
        self.queue[at] = item
        return Acted(changed=True, item=item, message="")

    def accept(self, item: str, shown: str) -> Acted:
        """Accepts it, at most three."""
        self._review_act("accept", item, shown)
        if sum(other.state == states.ACCEPTED for other in self.queue) >= states.LIMIT:
            raise InputError(f"{item} is not ready: 3 are accepted in this session", code="full")
        return self._decided(item, state=states.ACCEPTED)

    def reject(self, item: str, reason: str) -> Acted:
        """Rejects it."""
        self._review_act("reject", item, reason)
        return self._decided(item, state=states.REJECTED, reason=reason)

    def reword(self, item: str, text: str) -> Acted:
        """Gives it that text; it is ready then."""
        self._review_act("reword", item, text)
        return self._decided(item, text=text, state=states.READY, reason="", edited=True)

    def retag(self, item: str, tag: str) -> Acted:
        """Gives it that tag; it is ready then."""
        self._review_act("retag", item, tag)
        return self._decided(item, tag=tag, state=states.READY, reason="")

    def undo_review(self) -> Acted:
        """Puts the queue back as it was."""
        self._review_act("undo_review")
        if not self.undoing:
            raise InputError("nothing is left to undo in this session", code="nothing-to-undo")
        before = self.undoing.pop()
        differs = [old for old, new in zip(before, self.queue, strict=False) if old != new]
        self.queue = before
        return Acted(changed=True, item=differs[0] if differs else None, message="")

    def propose(self, text: str, section: str = "", tag: str = "") -> Acted:
        """Puts it into the queue."""
        self._review_act("propose", text, section, tag)
        item = made_item(len(self.queue) + 1, text, tag or "observed", proposer="human")
        found = next(
            (at for at, other in enumerate(self.queue) if other.is_candidate and other.text == text), None
        )
        if found is not None:
            self.queue[found] = item
        else:
            self.queue.append(item)
        return Acted(changed=True, item=item, message="")

    def propose_entries(self, section: str, entries: Sequence[PrunedEntry]) -> tuple[int, str]:
        """Keeps the call."""
        self._review_act("propose_entries", section, tuple(entry.lines[0] for entry in entries))
        return len(entries), ""

    def end_session(self) -> Ended:
        """Empties the queue."""
        self._review_act("end_session")
        accepted = tuple(item.line for item in self.queue if item.state == states.ACCEPTED)
        left = sum(not item.is_decided and not item.is_candidate for item in self.queue)
        self.queue = []
        return Ended("2026-07-20-1", accepted, (), left, 11, 2, (), 1_240)

    def secrets_in(self, text: str) -> list[Hit]:
        """Those that a test has put."""
        return list(self.hits)

    def allow_secret(self, text: str, finding: Hit) -> None:
        """Keeps the call."""
        self._review_act("allow", text, finding.rule)
