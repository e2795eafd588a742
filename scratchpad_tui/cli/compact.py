"""`compact`: one real compaction of the oldest span of a transcript, to see what a model makes of it."""

from __future__ import annotations

from scratchpad_tui.cli import output
from scratchpad_tui.cli.commands import Command
from scratchpad_tui.cli.opening import locate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from scratchpad_tui.core.working.endpoint import Endpoint
    from scratchpad_tui.core.working.trial import Trial


def _options(parser: ArgumentParser) -> None:
    parser.add_argument(
        "transcript", metavar="TRANSCRIPT", help="the file in which an agent keeps its messages"
    )


def _run(args: Namespace) -> int:
    from scratchpad_tui.core.config import load
    from scratchpad_tui.core.working.client import EndpointClient
    from scratchpad_tui.core.working.endpoint import find_endpoint
    from scratchpad_tui.core.working.trial import compact_once

    settings = load(locate(args.pad).path, {"profile": args.profile} if args.profile else None)
    output.faults(settings.faults)
    endpoint = find_endpoint(settings)
    client = EndpointClient(endpoint)

    from scratchpad_tui.core.transcripts.conversation import messages_of

    trial = compact_once(list(messages_of(args.transcript)), client)
    if args.json:
        output.document(_fields(args.transcript, endpoint, trial))
    else:
        output.result(_text(endpoint, trial))
    return output.DONE


def _fields(path: str, endpoint: Endpoint, trial: Trial) -> dict[str, object]:
    return {
        "path": output.path_text(path),
        "model": endpoint.model,
        "base_url": endpoint.base_url,
        "summary": trial.summary,
        "units": trial.units,
        "messages": trial.messages,
        "before": trial.before,
        "after": trial.after,
        "all_messages": trial.all_messages,
    }


def _text(endpoint: Endpoint, trial: Trial) -> str:
    if not trial.units:
        return (
            f"nothing to compact: of {trial.all_messages:,} messages no two turns in a row are free of pins; "
            "no model was asked"
        )
    asked = f"asked {endpoint.model} at {endpoint.base_url}; the transcript is as it was"
    if trial.summary is None:
        return (
            f"the model found nothing worth keeping in {trial.units} turns ({trial.messages:,} messages, "
            f"~{trial.before:,} tokens)\n{asked}"
        )
    saved = round(100 * (1 - trial.after / trial.before))
    share = f"{saved} %" if saved < 100 else "over 99 %"  # a summary is never nothing
    worth = f"{share} less" if trial.after < trial.before else "not smaller: a window would throw it away"
    return (
        f"{trial.summary}\n\n{trial.units} turns ({trial.messages:,} messages): ~{trial.before:,} tokens -> "
        f"~{trial.after:,}, {worth}\n{asked}"
    )


COMMANDS = {
    "compact": Command(
        "Asks the configured model for one summary of the oldest span of a transcript and prints it; changes nothing.",
        "compact ~/.claude/projects/-work-app/0a1b2c3d.jsonl",
        _options,
        _run,
        json=True,
    ),
}
