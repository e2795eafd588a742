"""A session's pad on the Live screen: three sections, and none of our keys changes what is sealed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.pad.view import SectionView
from tests.tui.drive import drive
from tests.tui.fake import FakeSource, line_view, make_view

if TYPE_CHECKING:
    from tests.tui.drive import Stage

SIZES = [(80, 24), (40, 12), (120, 40), (200, 60)]
LINES = {
    "Scratch": (
        "- 2026-07-20T09:12Z [observed] 12 limiter tests share one key prefix",
        "- 2026-07-20T10:31Z [decided] One key prefix a test, flush in conftest.py",
        "- 2026-07-20T11:00Z [hypothesis] auth flake may be clock skew",
    ),
    "Episodic": ("- 2026-07-14T09:00Z [decided] Run the limiter tests with -n 8 (from Scratch, v7)",),
    "Durable": ("- Redis 7 in production", "- The owner of CI is the platform team"),
}


def session_source() -> FakeSource:
    """A pad of the session profile."""
    sections = tuple(
        SectionView(
            name,
            8000 if name == "Scratch" else 4000,
            sum(len(text) + 1 for text in lines),
            numbered=False,
            purpose="Notes of this session." if name == "Scratch" else "What holds.",
            lines=tuple(line_view(text, at) for at, text in enumerate(lines)),
            sealed=name == "Durable",
        )
        for name, lines in LINES.items()
    )
    return FakeSource(make_view()._replace(sections=sections, last=(), needs=()))


def changes(stage: Stage) -> list[object]:
    """The acts that would change the pad."""
    return [
        call for call in stage.source.calls if call[0] not in ("look", "close", "mark_seen", "blame", "turn")
    ]


@pytest.mark.parametrize("size", SIZES)
def test_all_three_sections_are_there(size: tuple[int, int]) -> None:
    async def script(stage: Stage) -> None:
        for name in LINES:
            assert name in stage.text
        for name, lines in LINES.items():
            await stage.press("tab")
            assert stage.app.live.state.section is not None
            assert stage.app.live.state.section.name == name
            # The time that a note begins with is told by its age.
            words = lines[-1].removeprefix("- ").rpartition("Z ")[2]
            assert words[:16] in stage.text

    drive(script, size=size, source=session_source())


@pytest.mark.parametrize("key", ["e", "E", "o", "d", "m", "space", "-"])
def test_no_key_changes_durable_and_each_says_why(key: str) -> None:
    async def script(stage: Stage) -> None:
        await stage.press("tab", "tab", "tab")
        assert stage.app.live.state.section is not None
        assert stage.app.live.state.section.name == "Durable"
        await stage.press(key)
        assert stage.is_on_live
        assert "promote --durable alone" in stage.toasts[-1]
        assert changes(stage) == []

    drive(script, source=session_source())


def test_p_on_durable_says_that_it_is_kept_already() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("tab", "tab", "tab", "p")
        assert "kept for later sessions already" in stage.toasts[-1]
        assert changes(stage) == []

    drive(script, source=session_source())


def test_no_line_is_moved_into_durable() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("tab", "m")
        assert "Episodic" in stage.text
        rows = stage.text.split("\n")
        assert not any("│" in row and "Durable" in row for row in rows)

    drive(script, source=session_source())


def test_pruning_by_itself_does_not_go_to_a_sealed_section() -> None:
    """Also where it alone is over its cap."""
    source = session_source()
    *others, durable = source.view.sections
    source.view = source.view._replace(sections=(*others, durable._replace(cap=10)))

    async def script(stage: Stage) -> None:
        await stage.press("-")
        assert stage.is_on_live
        assert changes(stage) == []

    drive(script, source=source)


def test_episodic_and_scratch_are_a_persons_to_correct() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("tab", "d", "tab", "d")
        assert [call[:2] for call in changes(stage) if isinstance(call, tuple)] == [
            ("delete", "Scratch"),
            ("delete", "Episodic"),
        ]

    drive(script, source=session_source())


def test_p_on_a_note_proposes_it() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("tab", "p")
        assert changes(stage) == [("propose", LINES["Scratch"][-1].removeprefix("- "), "Scratch", "")]

    drive(script, source=session_source())
