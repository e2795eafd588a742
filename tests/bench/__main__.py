"""`python -m tests.bench [--quick] [--large] [--peers FOLDER] [--write] [NAME ...]`: measures and prints the table."""

from __future__ import annotations

import argparse
import os
import platform
import sys
from importlib import import_module
from importlib.metadata import version
from pathlib import Path

from tests.bench.measure import Row
from tests.bench.workplace import workplace
from tests.readme import put

BENCHES = ("commands", "paint", "latency", "rest", "timeline", "saving", "locks", "transcripts", "secrets")
LARGE = "gigabyte"
"""Needs minutes and a gigabyte of disk: only where it is asked for."""
HEAD = Row("what", "here", "measured beside it", "ratio", "goal")


def table(rows: list[Row]) -> str:
    """The rows as a Markdown table, under a line that says where it was measured."""
    where = (
        f"{os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}, "
        f"Textual {version('textual')}; medians of rounds in turn, so the ratios count, not the times."
    )
    rule = "|---|--:|--:|--:|--:|"
    head, *body = ("| " + " | ".join(row) + " |" for row in (HEAD, *rows))
    return "\n".join([where, "", head, rule, *body])


def main() -> int:
    """Runs the benches that were asked for, one after the other."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument(
        "names",
        nargs="*",
        metavar="NAME",
        help=f"which of {' '.join((*BENCHES, LARGE))}; else all but the last",
    )
    parser.add_argument("--quick", action="store_true", help="few rounds: a look, not figures")
    parser.add_argument("--large", action="store_true", help=f"{LARGE} too: some minutes more, 1 GB of disk")
    parser.add_argument("--peers", type=Path, metavar="FOLDER", help="where `tests.bench.peers` put them")
    parser.add_argument("--write", action="store_true", help="put the table into README.md")
    options = parser.parse_args()
    if unknown := set(options.names) - {*BENCHES, LARGE}:
        parser.error(f"no bench is called {', '.join(sorted(unknown))}")
    if options.peers and not options.peers.is_dir():
        parser.error(f"there is no folder {options.peers}; `python -m tests.bench.peers` makes it")
    names = [*(options.names or BENCHES), *([LARGE] if options.large else [])]
    rows: list[Row] = []
    with workplace(options.peers and options.peers.absolute()) as place:
        for name in dict.fromkeys(names):
            print(f"{name} ...", file=sys.stderr, flush=True)
            rows += import_module(f"tests.bench.{name}").rows(place, quick=options.quick)
    text = table(rows)
    print(text)
    if options.write:
        put("bench", text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
