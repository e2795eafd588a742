"""The product and a slow, obvious pad of the tests' own give the same answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given, settings

from scratchpad_tui.core.errors import ParseError, PatchError
from scratchpad_tui.core.pad.operations import apply_patches
from scratchpad_tui.core.pad.parse import parse_text
from scratchpad_tui.core.pad.schema import SESSION, TASK
from tests.core.pad import oracle
from tests.core.pad.pads import SESSION_TEXTS, TASK_TEXTS, patch_lists

if TYPE_CHECKING:
    from scratchpad_tui.core.pad.patch import Patch
    from scratchpad_tui.core.pad.schema import Profile


def said_by_the_product(text: str, profile: Profile, patches: list[Patch]) -> tuple[str, bool] | str:
    """The text after the list and whether there is a warning, `refused`, or `broken`."""
    try:
        applied = apply_patches(parse_text(text, profile), patches)
    except PatchError:
        return "refused"
    except ParseError:
        return "broken"
    return applied.document.text(), bool(applied.warnings)


def said_by_the_oracle(text: str, profile: Profile, patches: list[Patch]) -> tuple[str, bool] | str:
    """The same from the slow pad."""
    try:
        return oracle.apply(text, profile, patches)
    except oracle.Refused:
        return "refused"
    except oracle.Broken:
        return "broken"


@settings(max_examples=500)
@given(TASK_TEXTS, patch_lists())
def test_a_patch_list_gives_what_the_slow_pad_gives(text: str, patches: list[Patch]) -> None:
    """The operations have many corners; two writings of the page must meet in all of them."""
    assert said_by_the_product(text, TASK, patches) == said_by_the_oracle(text, TASK, patches)


PLAIN = SESSION._replace(sections=tuple(section._replace(tags=()) for section in SESSION.sections))
"""The session profile with entries of any kind: what a note must have is not the oracle's to know."""


@given(SESSION_TEXTS, patch_lists(PLAIN))
def test_a_patch_list_gives_what_the_slow_pad_gives_in_an_open_ended_profile(
    text: str, patches: list[Patch]
) -> None:
    """A preamble, aliases and foreign sections stand beside what is patched."""
    assert said_by_the_product(text, PLAIN, patches) == said_by_the_oracle(text, PLAIN, patches)
