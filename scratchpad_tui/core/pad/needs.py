"""What a person is needed for, the most pressing first."""

from __future__ import annotations

from scratchpad_tui.core.clock import age_words
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.view import Need

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from scratchpad_tui.core.errors import Problem
    from scratchpad_tui.core.pad.drafts import Draft
    from scratchpad_tui.core.pad.recent import Recent
    from scratchpad_tui.core.pad.view import EventInfo, PadView, VersionInfo

STALE_TURNS = 10
"""Turns without an update from which the pad counts as stale."""
_LESS_PRESSING = ("over-cap", "stale", "unread")
"""What a person is needed for after the promotions that wait."""
_DRAFT_KEYS = {"entry": "o", "pad": "E", "wording": "3"}
"""By a draft's kind, the key that leads to it where that is another one than `e`."""
_WRITERS = 10
"""The newest versions whose sessions are compared."""


class Signs(NamedTuple):
    """What a person may be needed for, beside the view itself."""

    told: Recent
    seen: int
    """The version that the person saw."""
    events: Sequence[EventInfo]
    """Those since the person looked."""
    recoveries: int
    """Recoveries that nobody has looked at."""
    now: datetime
    turns: int | None
    """Turns that the agent took since the newest version, where known."""
    drafts: Sequence[Draft] = ()
    """A person's unsaved texts that no other program works on."""
    secrets: Sequence[str] = ()
    """Secrets that stand in the pad, each as a sentence without the value."""
    faults: Sequence[Problem] = ()
    """What is wrong with notes and audited entries, by their lines."""


def needs(view: PadView, signs: Signs) -> tuple[Need, ...]:
    """What the view and the signs ask of a person."""
    found = (
        _gone(view),
        _alarms(signs.told, signs.seen),
        _secrets(signs.secrets),
        _recoveries(signs.recoveries),
        _drafts(signs),
        _writers(view),
        _refused(signs.events),
        _faults(signs.faults),
        *_over(view),
        _stale(view, signs),
        _unread(view),
    )
    return tuple(need for need in found if need is not None)


def with_promotions(found: Sequence[Need], waiting: int) -> tuple[Need, ...]:
    """The needs with that for proposals that wait, before what presses less."""
    words = "a promotion waits" if waiting == 1 else f"{waiting} promotions wait"
    need = Need("promotions", waiting, words, "3", _counted(waiting, "promotion"))
    at = next((at for at, other in enumerate(found) if other.code in _LESS_PRESSING), len(found))
    return (*found[:at], need, *found[at:])


def _gone(view: PadView) -> Need | None:
    if view.state != "no file" or view.version is None:
        return None
    return Need("gone", 1, "the pad is gone: the next write puts it back, or you do", "r", "file gone")


def _alarms(told: Recent, seen: int) -> Need | None:
    others = [info for info in told.versions.values() if info.version > seen and info.by != "human"]
    alarms = [alarm for info in others for alarm in info.alarms]
    if not alarms:
        return None
    more = f" (and {len(alarms) - 1} more)" if len(alarms) > 1 else ""
    return Need("alarm", len(alarms), f"{alarms[0]}{more}", "2", _counted(len(alarms), "alarm"))


def _secrets(sentences: Sequence[str]) -> Need | None:
    if not sentences:
        return None
    more = f" (and {len(sentences) - 1} more)" if len(sentences) > 1 else ""
    return Need("secret", len(sentences), sentences[0] + more, "5", _counted(len(sentences), "secret"))


def _recoveries(count: int) -> Need | None:
    if not count:
        return None
    words = "a broken version was kept" if count == 1 else f"{count} broken versions were kept"
    return Need("recovery", count, words, "r", _counted(count, "recovery", "recoveries"))


def _drafts(signs: Signs) -> Need | None:
    if not signs.drafts:
        return None
    newest, count = signs.drafts[-1], len(signs.drafts)
    age = age_words((signs.now - newest.time).total_seconds()) if newest.time else ""
    age = f" from {age} ago" if age not in ("", "now") else ""
    kind = "a new line for" if newest.kind == "entry" else "a draft of"
    what = f"{kind} {newest.what}{age} is not saved"
    more = f" (and {count - 1} more)" if count > 1 else ""
    key = _DRAFT_KEYS.get(newest.kind, "e")
    return Need("draft", count, what + more, key, _counted(count, "draft"))


def sessions_in_turns(turns: Sequence[VersionInfo]) -> list[str]:
    """The agents' sessions that wrote the newest versions in turns, who wrote last in front; none where one alone did.

    One session after another is an agent that was started anew: only who comes back works beside the other. Who wrote
    once has tried something, which makes no second agent.
    """
    written = [turn.session for turn in turns[:_WRITERS] if turn.session and turn.actor == "agent"]
    often = [session for session in written if written.count(session) > 1]
    runs = [session for at, session in enumerate(often) if at == 0 or session != often[at - 1]]
    sessions = list(dict.fromkeys(runs))
    return sessions if len(runs) > len(sessions) else []


def _writers(view: PadView) -> Need | None:
    sessions = sessions_in_turns(view.last_turns)
    if not sessions:
        return None
    words = f"two agents write this pad: {sessions[0]} and {sessions[1]}; give each one of its own"
    return Need("two-agents", len(sessions), words, "5", "two agents")


def _refused(events: Sequence[EventInfo]) -> Need | None:
    refused = [event for event in events if event.event == "refused"]
    if not refused:
        return None
    count = len(refused)
    words = f"a patch was refused: {refused[0].message}" if count == 1 else f"{count} patches were refused"
    return Need("refused", count, words, "2", f"{count} refused")


def _faults(faults: Sequence[Problem]) -> Need | None:
    if not faults:
        return None
    first, count = faults[0], len(faults)
    more = f" (and {count - 1} more)" if count > 1 else ""
    return Need(
        "odd-entries",
        count,
        f"line {first.line}: {first.message}{more}",
        "5",
        _counted(count, "odd entry", "odd entries"),
    )


def _over(view: PadView) -> Iterator[Need]:
    for section in view.sections:
        if section.over:
            words = f"{section.name} is {section.over:,} over its cap"
            yield Need("over-cap", 1, words, "-", f"{section.name} over")


def _stale(view: PadView, signs: Signs) -> Need | None:
    turns = signs.turns
    if turns is None or turns < STALE_TURNS or view.version is None or view.version.time is None:
        return None
    age = age_words((signs.now - view.version.time).total_seconds())
    return Need(
        "stale", turns, f"pad {age} ago, {turns} turns without an update", brief=f"{turns} turns stale"
    )


def _unread(view: PadView) -> Need | None:
    if view.version is None or view.agent_seen is None or not view.unread:
        return None
    sections = f" ({', '.join(view.unseen_sections)})" if view.unseen_sections else ""
    words = f"the agent has not read v{view.unread[0].version}{sections}"
    return Need("unread", view.version.version - view.agent_seen, words, "v", "unread")


def _counted(count: int, word: str, plural: str = "") -> str:
    return f"1 {word}" if count == 1 else f"{count} {plural or word + 's'}"
