"""`simulate`: made-up or real turns through a managed window, without a model: the pressure curve and the events."""

from __future__ import annotations

from argparse import ArgumentTypeError

from scratchpad_tui.cli import output
from scratchpad_tui.cli.commands import Command
from scratchpad_tui.cli.parser import count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Iterator

    from scratchpad_tui.core.working.content import Message
    from scratchpad_tui.core.working.simulation import Simulation
    from scratchpad_tui.core.working.window import ManagedWindow

TURNS = 200
MOST_TURNS = 100_000
_EVENTS_SHOWN = 40


def _turns(text: str) -> int:
    value = count(text)
    if value > MOST_TURNS:
        raise ArgumentTypeError(f"{text} is over {MOST_TURNS:,}")
    return value


def _options(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--turns",
        type=_turns,
        metavar="N",
        help=f"how many turns (default {TURNS}, or all of the transcript)",
    )
    parser.add_argument(
        "--transcript", metavar="FILE", help="an agent's transcript, in place of made-up turns"
    )
    parser.add_argument(
        "--window",
        type=count,
        default=128_000,
        metavar="N",
        help="the model's window in tokens (default 128000)",
    )


def _run(args: Namespace) -> int:
    from scratchpad_tui.core.working.budget import Budget
    from scratchpad_tui.core.working.simulation import simulate
    from scratchpad_tui.core.working.synthetic import OfflineCompactor
    from scratchpad_tui.core.working.window import ManagedWindow

    window = ManagedWindow(Budget(args.window), compactor=OfflineCompactor())
    found = simulate(_source(args), window)
    if args.json:
        output.document(_fields(found))
    else:
        output.result(_text(found, window, _recorded_peak(args.transcript)))
    return output.DONE


def _recorded_peak(path: str | None) -> int:
    """The fullest that the agent's own context was, as its provider counted it; 0 where nobody did."""
    if path is None:
        return 0
    from scratchpad_tui.core.transcripts.transcript import open_transcript

    transcript = open_transcript(path)
    transcript.read_all()
    return 0 if transcript.record.no_usage else transcript.record.main.peak or 0


def _source(args: Namespace) -> Iterator[list[Message]]:
    if args.transcript is None:
        from scratchpad_tui.core.working.synthetic import synthetic_turns

        return synthetic_turns(args.turns or TURNS)
    from itertools import islice

    from scratchpad_tui.core.transcripts.conversation import messages_of
    from scratchpad_tui.core.working.simulation import as_turns

    return islice(as_turns(messages_of(args.transcript)), args.turns)


def _fields(found: Simulation) -> dict[str, object]:
    return {
        "turns": len(found.pressure),
        "pressure": [round(value, 4) for value in found.pressure],
        "events": [
            {
                "turn": turn,
                "kind": event.kind,
                "before": round(event.before, 4),
                "after": round(event.after, 4),
                "units": event.units,
                "text": str(event),
            }
            for turn, event in found.events
        ],
        "task_pinned": found.task_pinned,
        "peak_pressure": round(found.peak_pressure, 4),
        "limit": found.limit,
        "window": found.window,
    }


def _text(found: Simulation, window: ManagedWindow, recorded: int) -> str:
    from scratchpad_tui.core.working.budget import only_loses_detail
    from scratchpad_tui.core.working.curve import curve

    if not found.pressure:
        return "no turns: there are no messages in it"
    counts: dict[str, int] = {}
    for _, event in found.events:
        counts[event.kind] = counts.get(event.kind, 0) + 1
    what = ", ".join(f"{number} {kind}" for kind, number in counts.items()) or "nothing had to leave"
    lines = [
        f"{len(found.pressure)} turns, a budget of ~{found.limit:,} tokens in a window of {found.window:,}: {what}",
        f"peak pressure {found.peak_pressure:.2f} (~{found.peak_tokens:,} tokens); the task is "
        + ("pinned and in the last call" if found.task_pinned else "NOT in the last call"),
        "",
        *curve(found.pressure, window.compact_at, window.evict_at),
        "",
        *_told(found),
    ]
    if recorded > found.peak_tokens:
        lines.append(
            f"the agent's own context was up to {recorded:,} tokens: the system prompt, tools and what came before "
            "the file are not among these turns"
        )
    if found.only_loses_detail and only_loses_detail(recorded, found.window):
        lines.append("under 30 % of the window was used: compaction would only lose detail")
    return "\n".join(lines).rstrip()


def _told(found: Simulation) -> list[str]:
    """The newest events, one on a line."""
    hidden = len(found.events) - _EVENTS_SHOWN
    lines = [f"… {hidden:,} earlier events (--json has all)"] if hidden > 0 else []
    lines += [f"turn {turn:>5}  {event}" for turn, event in found.events[-_EVENTS_SHOWN:]]
    return lines


COMMANDS = {
    "simulate": Command(
        "Puts made-up turns, or those of a transcript, through a managed window; asks no model and writes nothing.",
        "simulate --turns 500",
        _options,
        _run,
        json=True,
    ),
}
