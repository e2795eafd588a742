"""Prints the pad's last line at each change, by watchfiles as it is without settings."""

from __future__ import annotations

import sys
from pathlib import Path

from watchfiles import watch


def main(pad: Path) -> None:
    """Watches the pad's folder for good."""
    print("ready", flush=True)
    for _ in watch(pad.parent):
        print(pad.read_text("utf-8").rstrip("\n").rpartition("\n")[2], flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
