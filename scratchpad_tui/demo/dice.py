"""Draws that depend on a seed and a name alone, so that a story is the same on every machine and Python."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence

T = TypeVar("T")


class Dice:
    """A source of draws: the same seed and name give the same draw, whatever was drawn before."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def digits(self, name: str) -> str:
        """64 hexadecimal digits."""
        return sha256(f"{self.seed}/{name}".encode()).hexdigest()

    def number(self, name: str, low: int, high: int) -> int:
        """A whole number from `low` to `high`, both included."""
        return low + int(self.digits(name), 16) % (high - low + 1)

    def pick(self, name: str, options: Sequence[T]) -> T:
        """One of the options."""
        return options[self.number(name, 0, len(options) - 1)]

    def order(self, name: str, items: Sequence[T]) -> list[T]:
        """The items in a drawn order."""
        places = sorted(range(len(items)), key=lambda place: self.digits(f"{name}/{place}"))
        return [items[place] for place in places]

    def uuid(self, name: str) -> str:
        """An identifier in the shape of a UUID."""
        d = self.digits(name)
        return f"{d[:8]}-{d[8:12]}-4{d[13:16]}-a{d[17:20]}-{d[20:32]}"
