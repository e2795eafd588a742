"""scratchpad-tui: watch, correct and keep an AI agent's file-backed memory."""

__version__ = "0.1.0"
