"""The smallest Textual program: what a first screen costs anyone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.app import App
from textual.widgets import Static

if TYPE_CHECKING:
    from textual.app import ComposeResult


class Hello(App[None]):
    """One line of text."""

    def compose(self) -> ComposeResult:
        """The line."""
        yield Static("Hello, World!")


if __name__ == "__main__":
    Hello().run()
