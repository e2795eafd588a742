"""Pads as the screens see them, made by hand for the layout's tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.pad.entries import read_marker
from scratchpad_tui.core.pad.schema import TASK
from scratchpad_tui.core.pad.view import DiffRow, LineView, Need, PadView, SectionView, VersionInfo

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from scratchpad_tui.tui.layout import Arranged

AUTHORS = {42: "you", 43: "agent t57"}


def line(text: str, index: int, mark: str = "", version: int | None = None) -> LineView:
    """A line as the core hands it over; a removed one has no place in the body."""
    marker = read_marker(text)
    prefix = len(text) - len(text[1:].lstrip()) if marker.bullet and not marker.indent else 0
    return LineView(
        text,
        mark=mark,
        author=AUTHORS.get(version or 0, "") if mark else "",
        version=version,
        index=-1 if mark == "-" else index,
        box=marker.box,
        prefix=prefix,
        continued=marker.indent > 0,
    )


def section(
    name: str, texts: Iterable[str | tuple[str, str, int]], size: int | None = None, cap: int | None = None
) -> SectionView:
    """A section of the task profile; a line is its text, or text, mark and version."""
    known = TASK.find(name)
    assert known is not None
    given = [text if isinstance(text, tuple) else (text, "", None) for text in texts]
    lines: list[LineView] = []
    for text, mark, version in given:
        lines.append(line(text, sum(made.index >= 0 for made in lines), mark, version))
    there = [made for made in lines if made.mark != "-"]
    boxes = [made.box for made in there if made.box is not None] if known.numbered else []
    return SectionView(
        name=name,
        cap=known.cap if cap is None else cap,
        size=sum(len(made.text) + 1 for made in there) if size is None else size,
        numbered=known.numbered,
        purpose=known.purpose,
        lines=tuple(lines),
        fresh=sum(made.mark in ("+", "~") for made in lines),
        done=sum(box in ("x", "X") for box in boxes),
        total=len(boxes),
    )


def pad(
    contents: Mapping[str, Iterable[str | tuple[str, str, int]]] | None = None, **fields: object
) -> PadView:
    """A live pad of the task profile with these lines."""
    contents = contents or {}
    sections = tuple(section(known.name, contents.get(known.name, ())) for known in TASK.sections)
    return PadView("/work/.agent/scratchpad.md", sections=sections)._replace(**fields)  # type: ignore[arg-type]


def the_picture() -> PadView:
    """The pad of the design's picture."""
    old = [f"- found {n}" for n in range(14)]
    ruled = [f"- not {n}" for n in range(6)]
    sections = (
        section("Task", ["Make the rate-limiter tests pass in CI without a live redis."], size=61),
        section(
            "Plan",
            [
                "1. [x] Read the failing job",
                "2. [x] Run the tests here",
                "3. [X] Read limiter.py",
                ("4. [x] Find where the limiter talks to redis", "~", 43),
                "5. [ ] Add the fakeredis fixture",
                "6. [ ] Run the limiter tests with -n 4",
                "7. [ ] Open the pull request",
            ],
            size=312,
        ),
        section(
            "Findings",
            [
                *old,
                ("- limiter calls redis directly, not through cache.py (limiter.py:88)", "~", 42),
                ("- CI has no redis service (from job #4412)", "+", 43),
            ],
            size=1204,
        ),
        section(
            "Ruled out", [*ruled, "- Mocking at the client level: the limiter calls redis directly"], size=640
        ),
        section("Open questions", []),
        section("Next", ["Add the fakeredis fixture to tests/conftest.py"], size=52),
    )
    return PadView(
        "/work/.agent/scratchpad.md",
        version=VersionInfo(43, actor="agent", by="agent", turn="57", session="s1", added=2, removed=1),
        agent_seen=41,
        unread=(VersionInfo(42, actor="human", by="human", added=1),),
        sections=sections,
        last=(
            DiffRow("-", "Plan", "4. [ ] Find where the limiter talks to redis"),
            DiffRow("+", "Plan", "4. [x] Find where the limiter talks to redis"),
            DiffRow("+", "Findings", "- CI has no redis service (from job #4412)", 2),
        ),
        last_from=42,
        last_to=43,
        last_turns=(
            VersionInfo(43, actor="agent", by="agent", turn="57", session="s1", added=2, removed=1),
            VersionInfo(42, actor="human", by="human", added=1),
        ),
        needs=(
            Need("over-cap", 1, "Ruled out is 40 over its cap", "-", "Ruled out over"),
            Need("unread", 2, "the agent has not read v42 (Plan, Findings)", "v", "unread"),
        ),
    )


def texts_of(arranged: Arranged) -> list[str]:
    """The rows as text, the right column included."""
    return ["".join(span.text for span in spans) for spans in arranged.joined()]
