"""Marks of tests: which signs a test makes appear, and which it makes go. The fixture `patient` sees that it does."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from collections.abc import Set as AbstractSet

Test = TypeVar("Test", bound="Callable[..., object]")

APPEAR: dict[str, tuple[str, ...]] = {}
"""By the name of a test the codes of the signs that it looks for before the trouble and behind it."""
GO: dict[str, tuple[str, ...]] = {}
"""The same of signs that it looks for before they are mended and behind that."""


def appears(*codes: str) -> Callable[[Test], Test]:
    """Marks a test that makes the signs appear."""
    return lambda test: _noted(APPEAR, test, codes)


def goes(*codes: str) -> Callable[[Test], Test]:
    """Marks a test that makes the signs go."""
    return lambda test: _noted(GO, test, codes)


def _noted(marks: dict[str, tuple[str, ...]], test: Test, codes: tuple[str, ...]) -> Test:
    marks[name_of(test)] = codes
    return test


def name_of(test: Callable[..., object]) -> str:
    """The name of a test function, with its module."""
    return f"{test.__module__}.{test.__qualname__}"


def broken_marks(name: str, looks: Sequence[AbstractSet[str]]) -> list[str]:
    """What the marks of a test promise and its looks at the signs, in their order, do not show."""
    found = []
    for marks, is_there in ((APPEAR, True), (GO, False)):
        for code in marks.get(name, ()):
            there = [code in look for look in looks]
            before = there.index(not is_there) if (not is_there) in there else len(there)
            if is_there not in there[before:]:
                found.append(f"{code} does not {'appear' if is_there else 'go'}")
    return found
