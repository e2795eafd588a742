"""`watch` and `demo`: the commands that open the UI, which is imported only when there is a terminal for it."""

from __future__ import annotations

import os
import sys

from scratchpad_tui.cli import output
from scratchpad_tui.cli.commands import Command
from scratchpad_tui.cli.opening import locate, locate_from, open_path
from scratchpad_tui.cli.parser import count, number, pace
from scratchpad_tui.core.errors import StorageError, UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from scratchpad_tui.core.pad.discover import Found


_TOLD_EVERY = 10
"""Turns of the demo between two lines in a log."""


def _watch_options(parser: ArgumentParser) -> None:
    parser.add_argument("path", nargs="?", metavar="PATH", help="the pad, or a folder that has one")
    parser.add_argument(
        "--transcript",
        metavar="FILE",
        help="the agent's transcript (default: the newest one of a known agent for the pad's folder)",
    )
    parser.add_argument("--read-only", action="store_true", help="record and change nothing")


def _watch(args: Namespace) -> int:
    _need_terminal("watch", "scratchpad-tui show")
    if args.path is not None and args.pad is not None:
        raise UsageError("the pad is named twice", "give PATH or --pad")
    if args.transcript and not os.path.isfile(args.transcript):
        raise StorageError(f"there is no transcript {output.path_text(args.transcript)}", "check the path")
    found = _found(args.pad if args.path is None else args.path, searched=args.path is not None)
    store = open_path(found.path, args.profile, lasting=True)

    from scratchpad_tui.tui.launch import watch

    return watch(store, rule=found.rule, read_only=args.read_only, transcript=args.transcript)


def _found(path: str | None, *, searched: bool) -> Found:
    if path and searched and os.path.isdir(path):
        return locate_from(path)
    return locate(path)


def _demo_options(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--seed", type=number, metavar="N", help="which story; the same number tells the same one"
    )
    parser.add_argument("--speed", type=pace, metavar="X", default=1.0, help="turns a second (default 1)")
    parser.add_argument("--turns", type=count, metavar="N", help="how many turns (default the whole story)")
    parser.add_argument(
        "--once",
        action="store_true",
        help="play without the UI, print a report, leave the workspace in the folder for temporary files",
    )


def _demo(args: Namespace) -> int:
    chosen = {"seed": args.seed, "turns": args.turns}
    given = {name: value for name, value in chosen.items() if value is not None}
    if args.once:
        from scratchpad_tui.demo.player import play_once
        from scratchpad_tui.demo.story import TURNS
        from scratchpad_tui.demo.workspace import create_workspace

        progress = _Progress(args.turns or TURNS, args.speed)
        try:
            report = play_once(create_workspace(), speed=args.speed, told=progress.played, **given)
        finally:
            progress.end()
        output.result(report.text())
        return output.DONE
    _need_terminal("demo", "scratchpad-tui demo --once")

    from scratchpad_tui.tui.launch import demo

    return demo(speed=args.speed, **given)


class _Progress:
    """Tells how far the story has come: on a terminal in one line that is written anew, else now and then."""

    def __init__(self, turns: int, speed: float) -> None:
        self._turns = turns
        self._played = 0
        output.message(f"{turns} turns, {speed:g} a second; the report follows")

    def played(self, line: str) -> None:
        """Another turn is over; its line says what it changed."""
        self._played += 1
        told = f"{self._played} of {self._turns} · {line}"
        if output.is_terminal(sys.stderr):
            output.passing(told)
        elif self._played == self._turns or self._played % _TOLD_EVERY == 0:
            output.progress(told)

    def end(self) -> None:
        """Nothing more comes, be it the end of the story or a fault."""
        if output.is_terminal(sys.stderr):
            output.passing("")


def _need_terminal(name: str, instead: str) -> None:
    if not (output.is_terminal(sys.stdin) and output.is_terminal(sys.stdout)):
        raise UsageError(f"{name} needs a terminal", f"in a pipe or a script use: {instead}")


COMMANDS = {
    "watch": Command(
        "Opens the UI on a pad and shows every change as it happens.",
        "watch --read-only",
        _watch_options,
        _watch,
    ),
    "demo": Command(
        "Opens the UI on a temporary workspace in which a scripted agent patches a pad and writes a transcript.",
        "demo --speed 2",
        _demo_options,
        _demo,
        pad_help="taken and not used: the demo has a pad of its own",
    ),
}
