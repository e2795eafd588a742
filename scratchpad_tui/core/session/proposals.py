"""The queue as the log tells it: what was proposed, and what became of each proposal."""

from __future__ import annotations

from scratchpad_tui.core.session import log

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.core.session.log import Event

_LONGEST_NAME = 200
"""Characters of a name or label that count: no line of ours has a longer one."""
WAITING, ACCEPTED, REJECTED, CLOSED = "waiting", "accepted", "rejected", "closed"


class Proposal:
    """One proposal with its present state."""

    __slots__ = (
        "actor",
        "by_policy",
        "edited",
        "id",
        "label",
        "line",
        "origin",
        "promoted",
        "reason",
        "section",
        "session",
        "state",
        "tag",
        "target",
        "text",
        "time",
        "turn",
        "undo",
        "version",
        "whole",
        "writer",
    )

    def __init__(self, event: Event) -> None:
        self.id: str = event["id"]
        self.session: str = event["session"]
        """The pad's session that it was proposed in."""
        self.text = _text(event, "text")
        self.tag = _text(event, "tag")[:_LONGEST_NAME]
        self.time = _text(event, "at")[:_LONGEST_NAME]
        self.section = _text(event, "section")[:_LONGEST_NAME]
        version = event.get("version")
        self.version = version if isinstance(version, int) else 0
        self.origin = _text(event, "origin")
        """What its entry said when it was proposed; empty where it stood nowhere."""
        self.writer = _text(event, "writer")[:_LONGEST_NAME]
        """Who wrote that entry."""
        self.turn = _text(event, "turn")[:_LONGEST_NAME] or None
        self.label = _text(event, "label")[:_LONGEST_NAME] or None
        """The agent's own session."""
        self.actor = _text(event, "by")[:_LONGEST_NAME] or "agent"
        self.whole = bool(self.text and self.tag and self.time and isinstance(version, int))
        """Whether all that is needed stands in the log."""
        self.state = WAITING
        self.reason = ""
        self.line = ""
        """What was written, once it is accepted."""
        self.target = ""
        self.promoted = False
        self.edited = False
        self.by_policy = False
        self.undo: list[tuple[str, str, str, str, str, bool]] = []
        """What it was before each act on it: text, tag, state, reason, line, edited."""

    def apply(self, event: Event) -> None:
        """Takes over what happened to it."""
        name = event["event"]
        if name == log.UNDONE:
            if self.undo:
                self.text, self.tag, self.state, self.reason, self.line, self.edited = self.undo.pop()
            return
        if name == log.PROMOTED:
            self.promoted = True
            return
        self.undo.append((self.text, self.tag, self.state, self.reason, self.line, self.edited))
        if name == log.EDITED:
            self.text, self.edited = _text(event, "text"), True
            self.origin = _text(event, "origin")
        elif name == log.RETAGGED:
            self.tag = _text(event, "tag")
        elif name == log.ACCEPTED:
            self.state, self.line, self.target = ACCEPTED, _text(event, "line"), _text(event, "target")
            self.by_policy = event.get("policy") is True
        elif name == log.REJECTED:
            self.state, self.reason = REJECTED, _text(event, "reason")

    @property
    def confirmed(self) -> bool:
        """Whether a reviewer gave it its tag."""
        return any(before[1] != self.tag for before in self.undo)


def folded(events: Sequence[Event]) -> dict[str, Proposal]:
    """Every proposal by its id, in the order they came."""
    found: dict[str, Proposal] = {}
    for item in events:
        name = item["event"]
        if name == log.PROPOSED:
            # The first one of an id counts: a copied line makes no second item.
            found.setdefault(item["id"], Proposal(item))
        elif name in log.ABOUT_ITEMS and item["id"] in found:
            found[item["id"]].apply(item)
        elif name == log.ENDED:
            for proposal in found.values():
                if proposal.session == item["session"] and proposal.state == WAITING:
                    proposal.state = CLOSED
    return found


def last_act(events: Sequence[Event], session: str) -> str | None:
    """The id of the item that the newest act not undone was about, in this session."""
    acts: list[str] = []
    for item in events:
        if item["session"] != session:
            continue
        if item["event"] in (log.EDITED, log.RETAGGED, log.ACCEPTED, log.REJECTED):
            acts.append(item["id"])
        elif item["event"] == log.UNDONE and item["id"] in acts:
            at = len(acts) - 1 - acts[::-1].index(item["id"])
            del acts[at]
    return acts[-1] if acts else None


def next_ids(events: Sequence[Event], count: int) -> list[str]:
    """Ids that no proposal has had."""
    numbers = [
        int(item["id"][1:])
        for item in events
        if item["event"] == log.PROPOSED and item["id"][1:].isdecimal() and item["id"][1:].isascii()
    ]
    first = max(numbers, default=0) + 1
    return [f"p{first + offset}" for offset in range(count)]


def _text(event: Event, key: str) -> str:
    value = event.get(key)
    return value if isinstance(value, str) else ""
