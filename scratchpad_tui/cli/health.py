"""`health`, also `doctor`: what is wrong with the pad, or will be, and what helps."""

from __future__ import annotations

from scratchpad_tui.cli import output
from scratchpad_tui.cli.commands import Command
from scratchpad_tui.cli.opening import locate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Sequence

    from scratchpad_tui.core.health import Sign


def _options(_parser: ArgumentParser) -> None:
    """It has none of its own."""


def _run(args: Namespace) -> int:
    from scratchpad_tui.core.clock import now
    from scratchpad_tui.core.health.checkup import checkup
    from scratchpad_tui.core.pad.store import PadStore

    # Not opened as by the other commands: faults in the settings are signs here, not warnings beside them.
    store = PadStore(locate(args.pad, tells=False).path, profile=args.profile, lasting=False)
    found, notes = checkup(store, now())
    if args.json:
        output.document({"ok": not found, "signs": [sign.told for sign in found], "notes": notes})
    else:
        output.result(_text(found))
        output.warnings(notes)
    return output.REFUSED if found else output.DONE


def _text(found: Sequence[Sign]) -> str:
    """Two lines a sign: what is wrong, and what helps."""
    if not found:
        return "no sign of trouble"
    return "\n".join(f"{sign.severity}: {sign.message} [{sign.code}]\n  {sign.remedy}" for sign in found)


_COMMAND = Command(
    "Reports signs of trouble with the pad, each with what helps; exit code 1 if there is any.",
    "health --json",
    _options,
    _run,
    json=True,
)
COMMANDS = {"health": _COMMAND, "doctor": _COMMAND._replace(example="doctor --json")}
