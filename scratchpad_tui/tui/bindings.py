"""Textual's bindings out of the key table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.binding import Binding

from scratchpad_tui.core.config.bound import EVERYWHERE
from scratchpad_tui.tui import keys

if TYPE_CHECKING:
    from collections.abc import Mapping

    from textual.binding import BindingType


def bindings(place: str) -> list[BindingType]:
    """The bindings of a place, for the screen or the field that is it, with their default keys."""
    return [_binding(key) for key in keys.default_at(place)]


def keymap(bound: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    """Textual's map of the keys that settings bind, by the ids of the actions."""
    return {id_: ",".join(textual_name(key) for key in names) for id_, names in bound.items()}


def _binding(key: keys.Key) -> Binding:
    # A modal screen hides the app's own bindings, so that each place carries those that it shows.
    return Binding(
        ",".join(key.keys),
        key.action,
        key.verb,
        tooltip=key.tooltip,
        id=key.id,
        show=False,
        priority=key.id in EVERYWHERE,
    )


def app_bindings() -> list[BindingType]:
    """The bindings that hold whatever is open."""
    return [_binding(key) for key in keys.TABLE if key.id in EVERYWHERE]


def textual_name(key: str) -> str:
    """Textual's own name of a key of the table: `?` is `question_mark`."""
    if key == ",":
        return "comma"  # in a binding it stands between two keys
    return next(iter(Binding.make_bindings([Binding(key, "")]))).key
