"""What a screen over the ground keeps to when it goes on with the pad while it is open."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

from scratchpad_tui.tui import keys

if TYPE_CHECKING:
    from typing import Any

    from textual.screen import Screen

    from scratchpad_tui.core.pad.redact_told import Taken
    from scratchpad_tui.core.pad.view import PadView


@runtime_checkable
class Follows(Protocol):
    """A screen that shows a part of the pad."""

    def take(self, view: PadView) -> None:
        """Takes a newly read pad."""
        ...


@runtime_checkable
class FollowsRedaction(Protocol):
    """What holds texts that are in no file of the pad, or quotes some of it."""

    def follow_redaction(self, taken: Taken) -> None:
        """Takes out of them what was redacted."""
        ...


def follow_words(*, follows: bool) -> str:
    """What is said when a screen begins to follow, or stays where it is."""
    return "Following" if follows else keys.said("Paused · {view.follow} follows again")


def is_in_sight(screen: Screen[Any]) -> bool:
    """Whether a screen is on top, or lies behind sheets and questions alone, which leave some of it to be seen."""
    from textual.screen import ModalScreen

    stack = screen.app.screen_stack
    return screen in stack and all(
        isinstance(other, ModalScreen) for other in stack[stack.index(screen) + 1 :]
    )


def is_open(screen: Screen[Any]) -> bool:
    """Whether a screen can be drawn still when work in the background brings it something."""
    return screen.is_mounted and screen in screen.app.screen_stack
