"""`python -m scratchpad_tui`: the same as the command `scratchpad-tui`."""

from __future__ import annotations

from scratchpad_tui.cli.main import run

if __name__ == "__main__":
    run()
