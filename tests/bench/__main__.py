"""`python -m tests.bench [--quick] [--write] [NAME ...]`: measures, prints the table, puts it into the README."""

from __future__ import annotations

import argparse
import os
import platform
import sys
from importlib import import_module
from importlib.metadata import version

from tests.bench.measure import Row
from tests.bench.workplace import workplace
from tests.readme import put

BENCHES = ("commands", "paint", "latency", "rest", "timeline", "saving", "transcripts", "secrets")
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
        "names", nargs="*", metavar="NAME", help=f"which of {' '.join(BENCHES)}; all, where none is named"
    )
    parser.add_argument("--quick", action="store_true", help="few rounds: a look, not figures")
    parser.add_argument("--write", action="store_true", help="put the table into README.md")
    options = parser.parse_args()
    if unknown := set(options.names) - set(BENCHES):
        parser.error(f"no bench is called {', '.join(sorted(unknown))}")
    rows: list[Row] = []
    with workplace() as place:
        for name in options.names or BENCHES:
            print(f"{name} ...", file=sys.stderr, flush=True)
            rows += import_module(f"tests.bench.{name}").rows(place, quick=options.quick)
    text = table(rows)
    print(text)
    if options.write:
        put("bench", text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
