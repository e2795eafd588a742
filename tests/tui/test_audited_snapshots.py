"""The screens of an audited pad as text with the style classes of their parts, at the four sizes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.pad.evidence import Evidence
from scratchpad_tui.tui.widgets.audited_field import AuditedRow
from tests.tui.audited import AuditedSource, audited_view
from tests.tui.drive import drive, styled
from tests.tui.test_snapshots import SIZES, compare, judged

if TYPE_CHECKING:
    from tests.tui.drive import Stage

FINDINGS, TO_A_FILE = ("tab", "tab", "tab"), ("tab", "tab", "home", "j", "j")
STATES: dict[str, tuple[str, ...]] = {
    "audited": (),
    "audited-cursor": (*FINDINGS, "k", "k", "k"),
    "audited-zoom": (*FINDINGS, "z"),
    "audited-blame": ("b",),
    "audited-template": (*FINDINGS, "o"),
    "audited-field": (*FINDINGS, "o", *"builds hang", "tab", "tab", "tab"),
    "audited-editor": ("tab", "e"),
    "audited-faults": (*FINDINGS, "e"),
    "audited-evidence": (*TO_A_FILE, "enter"),
    "audited-source": (*TO_A_FILE, "enter", "enter"),
}


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", sorted(STATES))
def test_the_screen_is_as_it_was(name: str, size: tuple[int, int]) -> None:
    """A change of the screen is seen in the review of its text."""
    source = AuditedSource()
    source.brought = (Evidence("limiter.py:2", "2026-07-17"), Evidence("job 4412", "2026-07-17"))
    seen: list[str] = []

    async def script(stage: Stage) -> None:
        await stage.press(*STATES[name])
        await judged(stage)
        for row in stage.app.screen.query(AuditedRow):
            row.judge()
            await stage.settle()
        seen.append(styled(stage.app))

    drive(script, size=size, source=source)
    compare(name, size, seen[0])


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_screen_after_an_edit_by_hand_is_as_it_was(size: tuple[int, int]) -> None:
    """Lines that came and went keep their proof."""
    view = audited_view()
    findings = view.sections[2]
    gone = findings.lines[1]._replace(mark="-", author="external", index=-1, version=44)
    changed = findings.lines[2]._replace(mark="~", author="external", version=44)
    lines = (findings.lines[0], gone, changed, *findings.lines[3:])
    seen: list[str] = []

    async def script(stage: Stage) -> None:
        seen.append(styled(stage.app))

    sections = (*view.sections[:2], findings._replace(lines=lines), view.sections[3])
    drive(script, size=size, source=AuditedSource(view._replace(sections=sections)))
    compare("audited-edited", size, seen[0])
