"""Signs in how the pad is written: rewriting, warnings passed over, refusals repeated, silence, two agents."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

from scratchpad_tui.core.clock import age_words, parse_stamp
from scratchpad_tui.core.health.sign import WARNING, Sign, counted, quoted
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.needs import sessions_in_turns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from scratchpad_tui.core.health.facts import Facts
    from scratchpad_tui.core.pad.schema import Section

_REWRITES_LEAST = 5
"""Versions by an agent below which nothing is said of their size."""
_REWRITES_SHARE = 0.8
"""The share of them that must be large."""
_LARGE_LINES = 10
"""Lines added and removed below which no version is large; above, it is from half of the pad's lines on."""
_UNHEEDED_LISTS = 5
"""Lists of an agent through which a section may stay over its cap, and not shrink, before that is told."""
_REPEATED_LISTS = 3
"""Lists in a row with the same warning about an operation before that is told."""
_REFUSALS = 3
"""Refusals in the same words before that is told."""
_SILENT = timedelta(minutes=30)
"""How long an agent may read the pad, or others write it, before its silence is told."""
_LATELY = timedelta(hours=2)
"""How long ago that may be; later nobody works here."""
_OTHERS = 3
"""Versions by others that say as much as an agent's prompt."""


def _large_diffs(facts: Facts) -> Iterator[Sign]:
    """Nearly every turn changes much of the pad: the agent rewrites it."""
    turns = [turn for turn in facts.turns if turn.actor == "agent"]
    lines = sum(len(facts.document.content(name)) for name in facts.document.profile.names)
    least = max(_LARGE_LINES, lines // 2)
    large = [turn for turn in turns if turn.added + turn.removed >= least]
    if len(turns) >= _REWRITES_LEAST and len(large) >= _REWRITES_SHARE * len(turns):
        yield Sign(
            "large-diffs",
            WARNING,
            f"{len(large)} of the agent's last {len(turns)} turns changed {least} lines or more: "
            "it rewrites the pad instead of patching it",
            "ask for `append`, `check` and `remove` in place of `replace`, and for an empty list where nothing changed",
        )


def _warnings(facts: Facts) -> Iterator[Sign]:
    """A warning stood through several accepted lists, and nothing was done about it."""
    remedy = "see that the agent reads them: `apply` prints them, and `prompt` says them again"
    for section in facts.document.profile.sections:
        lists = _lists_over(facts, section)
        if lists >= _UNHEEDED_LISTS:
            message = f"{section.name} stayed over its cap through the agent's last {lists} turns and was not made smaller"
            yield Sign("warnings-unheeded", WARNING, message, remedy, section.name)
    for actor, items in facts.state.warnings.items():
        for item in items:
            lists = item.get("lists", 1)
            if isinstance(lists, int) and lists >= _REPEATED_LISTS:
                message = f"the last {lists} lists by {actor} brought the same warning: {quoted(item['message'], 120)}"
                yield Sign("warnings-unheeded", WARNING, message, remedy)


def _lists_over(facts: Facts, section: Section) -> int:
    """The agent's newest versions in a row with the section over its cap; 0 where it is smaller now than at first."""
    sizes = []
    for turn in facts.turns:
        size = facts.documents[turn.version].size(section.name)
        if size <= section.cap:
            break
        if turn.actor == "agent":
            sizes.append(size)
    is_over = facts.document.size(section.name) > section.cap
    return len(sizes) if is_over and sizes and sizes[0] >= sizes[-1] else 0


def _refusals(facts: Facts) -> Iterator[Sign]:
    """The same refusal came again and again in the time of the versions looked at."""
    words = Counter(event.message for event in facts.told.events if event.event == "refused")
    for message, count in words.most_common():
        if count >= _REFUSALS:
            yield Sign(
                "refused",
                WARNING,
                f"patch lists were refused {count} times for the same reason: {quoted(message, 120)}",
                "give the agent the error that `apply` prints, and `prompt` for the rules; "
                "`history --events` lists the refusals",
            )


class _Life(NamedTuple):
    """The newest sign that somebody works with the pad."""

    at: datetime
    words: str


def _silence(facts: Facts) -> Iterator[Sign]:
    """No agent has written for long, though one reads the pad or others write it."""
    times = [turn.time for turn in facts.turns if turn.actor == "agent" and turn.time]
    if not times and not facts.state.seen:
        return  # no agent works here at all
    known = [turn.time for turn in facts.turns if turn.time]
    last = max(times, default=min(known, default=None))
    life = _life(facts, last) if last else None
    if last is None or life is None or life.at - last < _SILENT or facts.now - life.at > _LATELY:
        return
    age = age_words((facts.now - last).total_seconds())
    what = f"pad {age} ago" if times else f"no agent has written the pad for {age} or longer"
    yield Sign(
        "stale",
        WARNING,
        f"{what}, {life.words}",
        "see that each turn ends with `apply`, and that the agent is told when a list is refused",
    )


def _life(facts: Facts, last: datetime) -> _Life | None:
    stamps = [parse_stamp(item.get("time")) for item in facts.state.seen.values()]
    reads = [moment for moment in stamps if moment is not None]
    others = [turn.time for turn in facts.turns if turn.actor != "agent" and turn.time and turn.time > last]
    found = []
    if reads:
        age = age_words((facts.now - max(reads)).total_seconds())
        when = "now" if age == "now" else f"{age} ago"
        found.append(_Life(max(reads), f"though an agent's prompt carried it {when}"))
    if len(others) >= _OTHERS:
        found.append(_Life(max(others), f"though others changed it {len(others)} times since"))
    return max(found, default=None)


def _two_agents(facts: Facts) -> Iterator[Sign]:
    """Two sessions write in turns: one of them wrote again after another had."""
    sessions = sessions_in_turns(facts.turns)
    if sessions:
        others = f" and {counted(len(sessions) - 2, 'other')}" if len(sessions) > 2 else ""
        yield Sign(
            "two-agents",
            WARNING,
            f"two agents write this pad in turns: {quoted(sessions[0])} and {quoted(sessions[1])}{others}",
            "give each one a pad of its own, and share what both need in a file that neither rewrites",
        )


HABIT_CHECKS = (_large_diffs, _warnings, _refusals, _silence, _two_agents)
