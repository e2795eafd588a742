"""The Promotions screen as text with the style classes of its parts, at the four sizes, in its main states."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.pad.view import Need
from scratchpad_tui.core.secrets.finding import Finding
from tests.tui.drive import drive, styled
from tests.tui.fake import FakeSource, make_view
from tests.tui.promotions import OFFERED, QUEUE, TROUBLES
from tests.tui.test_snapshots import SIZES, compare

if TYPE_CHECKING:
    from scratchpad_tui.core.session.items import Item
    from tests.tui.drive import Stage

STATES: dict[str, tuple[tuple[Item, ...], tuple[str, ...]]] = {
    "promotions": (QUEUE, ()),
    "promotions-empty": ((), ()),
    "promotions-full": ((*QUEUE, *TROUBLES, *OFFERED), ("end", "k", "k", "k")),
    "promotions-secret": (QUEUE, ("j", "j")),
    "promotions-twin": ((*QUEUE, *OFFERED), ("j", "j", "j", "c")),
    "promotions-reasons": (QUEUE, ("x",)),
    "promotions-wording": (QUEUE, ("e",)),
    "promotions-item": (QUEUE, ("end", "enter")),
    "session-end": (QUEUE, ("S",)),
    "session-ended": (QUEUE, ("S", "y")),
}
HIT = Finding("github-token", "a GitHub token", 1, 4, 44, "ghp_… (40 characters)")


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", sorted(STATES))
def test_the_screen_is_as_it_was(name: str, size: tuple[int, int]) -> None:
    """A change of the screen is seen in the review of its text."""
    items, pressed = STATES[name]
    waiting = sum(not item.is_decided and not item.is_candidate for item in items)
    needs = (Need("promotions", waiting, f"{waiting} promotions wait", "3", f"{waiting} promotions"),)
    source = FakeSource(make_view(needs=needs if waiting else ()))
    source.queue = list(items)
    seen: list[str] = []

    async def script(stage: Stage) -> None:
        await stage.press("3", *pressed)
        seen.append(styled(stage.app))

    drive(script, size=size, source=source)
    compare(name, size, seen[0])


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_sheet_of_a_secret_is_as_it_was(size: tuple[int, int]) -> None:
    from scratchpad_tui.core.errors import InputError

    source = FakeSource()
    source.hits = [HIT]
    seen: list[str] = []

    async def script(stage: Stage) -> None:
        source.fault = InputError("the text holds what looks like a GitHub token", code="secret")
        await stage.press("tab", "o", *"my token", "enter")
        seen.append(styled(stage.app))

    drive(script, size=size, source=source)
    compare("secret", size, seen[0])
