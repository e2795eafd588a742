"""Audited pads as the screens see them, and a stand-in for their source."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.audited.source import SourceFile
from scratchpad_tui.core.pad.editing import check_section
from scratchpad_tui.core.pad.entries import read_marker
from scratchpad_tui.core.pad.parse import parse_text, render
from scratchpad_tui.core.pad.proofs import with_proofs
from scratchpad_tui.core.pad.schema import AUDITED
from scratchpad_tui.core.pad.view import DiffRow, LineView, PadView, SectionView, VersionInfo
from tests.tui.fake import NOW, FakeSource

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scratchpad_tui.core.pad.document import Document
    from scratchpad_tui.core.pad.editing import SectionCheck
    from scratchpad_tui.core.pad.evidence import Evidence
    from scratchpad_tui.tui.source import Turn

STORY: dict[str, tuple[str, ...]] = {
    "Hypotheses": (
        "- the auth flake may be clock skew between runner and server {#auth-flake-skew}",
        "- arm runners have a slower disk [src:ci job 9 @ 2026-07-10] {#arm-disk}",
    ),
    "Decisions": (
        "- limiter tests run on fakeredis, no CI service [src:limiter.py:2 @ 2026-07-17] {#fakeredis}",
        '- build-time: was "builds take 40 s" [src:ci job 9 @ 2026-07-18] {#build-time-changed-1}',
        "- we deploy on Fridays {#friday}",
    ),
    "Findings": (
        "- builds take 40 s [src:ci job 7 @ 2026-07-01] {#build-time}",
        "- port is 5433 [src:compose.yml @ 2026-07-20] {#db-port}",
        "- CI has no redis, so that every limiter test times out after 30 s and more [src:job 4412 @ 2026-07-17] {#ci-no-redis}",
        "- the runner has two cores",
        "- the cache is warm on Mondays [src:talk @ 2026-13-01] {#cache}",
        "- builds take 90 s on arm [src:ci job 9 @ 2026-07-18] {#build-slow}",
    ),
    "Open": ("- which region? {#region}", "- which zone? (closed) {#zone}"),
}
MARKED = {"- builds take 90 s on arm [src:ci job 9 @ 2026-07-18] {#build-slow}": "+"}
LIMITER = SourceFile("limiter.py", 2, "def limit():\n    return 1\n", is_cut=False)


def audited_view(
    content: Mapping[str, Sequence[str]] | None = None,
    marks: Mapping[str, str] | None = None,
    **changes: object,
) -> PadView:
    """A view of an audited pad with these lines; `marks` names marked ones by their text."""
    content = STORY if content is None else content
    marks = (MARKED if content is STORY else {}) if marks is None else marks
    document = parse_text(render({name: list(lines) for name, lines in content.items()}, AUDITED), AUDITED)
    sections = tuple(_section(document, name, marks) for name in AUDITED.names)
    view = PadView(
        path="/work/project/.agent/scratchpad.md",
        profile="audited",
        version=VersionInfo(43, NOW, "agent", "agent", "57", "s-1", 1, 0, ("Findings",)),
        agent_seen=41,
        sections=with_proofs(sections, document),
        last=tuple(DiffRow("+", "Findings", text, 2) for text in marks),
        last_from=42,
        last_to=43,
    )
    return view._replace(**changes)  # type: ignore[arg-type]


def _section(document: Document, name: str, marks: Mapping[str, str]) -> SectionView:
    known = AUDITED.find(name)
    assert known is not None
    lines = [_line(text, at, marks.get(text, "")) for at, text in enumerate(document.body(name))]
    return SectionView(
        name,
        known.cap,
        document.size(name),
        numbered=False,
        purpose=known.purpose,
        lines=tuple(line for line in lines if line.text.strip() and line.text != "_(empty)_"),
        keyed=known.keyed,
        proven=known.proven,
    )


def _line(text: str, index: int, mark: str) -> LineView:
    marker = read_marker(text)
    prefix = 2 if marker.bullet and not marker.indent else 0
    author = "agent t57" if mark else ""
    return LineView(
        text, mark, author, 43 if mark else None, index=index, prefix=prefix, continued=marker.indent > 0
    )


class AuditedSource(FakeSource):
    """A stand-in whose pad is audited, with a file beside it."""

    def __init__(self, view: PadView | None = None) -> None:
        super().__init__(view or audited_view())
        self.files = {"limiter.py:2": LIMITER}
        self.brought: tuple[Evidence, ...] = ()
        """The evidence of what a turn brought."""

    def check(self, section: str, lines: Sequence[str]) -> SectionCheck:
        """As the core judges it beside the other sections of the view."""
        bodies = {each.name: [line.text for line in each.lines] for each in self.view.sections}
        return check_section(parse_text(render(bodies, AUDITED), AUDITED), section, lines)

    def turn(self, version: int) -> Turn:
        """The last turn's diff, with the evidence that a test has put."""
        return super().turn(version)._replace(evidence=self.brought)
