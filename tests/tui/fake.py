"""A stand-in for a pad's source, over views made by hand, and the clock that tests hold."""

from __future__ import annotations

import threading
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from scratchpad_tui.core.errors import InputError, MergeConflict
from scratchpad_tui.core.health.remedies import Plan
from scratchpad_tui.core.health.report import HealthReport, SettingRow
from scratchpad_tui.core.pad.blame import BlamedLine
from scratchpad_tui.core.pad.comparison import Comparison
from scratchpad_tui.core.pad.document import Document
from scratchpad_tui.core.pad.editing import SectionText, Writers, check_section
from scratchpad_tui.core.pad.merge import merge_lines
from scratchpad_tui.core.pad.moments import Columns, Moments
from scratchpad_tui.core.pad.pruning import PrunedEntry, PruneList
from scratchpad_tui.core.pad.restoring import Restoring
from scratchpad_tui.core.pad.schema import TASK
from scratchpad_tui.core.pad.view import DiffRow, LineView, Need, PadView, Remedy, SectionView, VersionInfo
from scratchpad_tui.core.pad.wanted import Search
from scratchpad_tui.tui.clock import Clock
from scratchpad_tui.tui.corrections import Since
from scratchpad_tui.tui.source import Act, Prompt, Turn
from tests.tui.promotions import FakePromotions

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from scratchpad_tui.core.audited.source import SourceFile
    from scratchpad_tui.core.health.sign import Sign
    from scratchpad_tui.core.pad.drafts import Draft
    from scratchpad_tui.core.pad.editing import SectionCheck
    from scratchpad_tui.core.pad.journal import Record
    from scratchpad_tui.core.pad.moments import Moment
    from scratchpad_tui.core.pad.outside import CameBack, OutsideEdit
    from scratchpad_tui.core.pad.recovery import Recovery, SideRow
    from scratchpad_tui.core.pad.wanted import Wanted

NOW = datetime(2026, 7, 20, 10, 12, tzinfo=UTC)

SECTIONS = (
    ("Task", 300, False, "What we are trying to do. Rarely changes."),
    ("Plan", 800, True, "Numbered steps. Tick with [x] as they complete."),
    ("Findings", 1500, False, "What we learned. One line each, with a source."),
    ("Ruled out", 600, False, "What we tried that did not work, and why. Prevents re-trying."),
    ("Open questions", 400, False, "What we still need to know."),
    ("Next", 200, False, "The single next action. One line."),
)

STORY: dict[str, tuple[str, ...]] = {
    "Task": ("- Make the rate-limiter tests pass in CI without a live redis.",),
    "Plan": (
        "1. [x] Read the failing job",
        "2. [x] Run the tests here",
        "3. [x] List who talks to redis",
        "4. [x] Find where the limiter talks to redis",
        "5. [ ] Add the fakeredis fixture",
        "6. [ ] Run the limiter tests with -n 4",
        "7. [ ] Push and watch the job",
    ),
    "Findings": (
        *(f"- finding number {n} (limiter.py:{n})" for n in range(1, 15)),
        "- limiter calls redis directly, not through cache.py (limiter.py:88)",
        "- CI has no redis service (from job #4412)",
    ),
    "Ruled out": (
        *(f"- way {n} does not work, because of reason number {n} which is long" for n in range(1, 10)),
        "- Mocking at the client level: the limiter calls redis directly",
    ),
    "Open questions": (),
    "Next": ("- Add the fakeredis fixture to tests/conftest.py",),
}

MARKS: dict[tuple[str, str], str] = {
    ("Plan", "4. [x] Find where the limiter talks to redis"): "~",
    ("Findings", "- CI has no redis service (from job #4412)"): "+",
}


class FakeClock:
    """Stands still until a test moves it."""

    def __init__(self, now: datetime = NOW) -> None:
        self.at = now
        self.passed = 100.0

    def clock(self) -> Clock:
        """The clock for the app."""
        return Clock(lambda: self.at, lambda: self.passed)

    def pass_by(self, seconds: float) -> None:
        """Lets time pass."""
        self.at += timedelta(seconds=seconds)
        self.passed += seconds


def line_view(text: str, index: int, mark: str = "", version: int | None = None) -> LineView:
    """A line as the core would tell it."""
    box = next(
        (text[at + 1] for at in (text.find("["),) if 0 <= at < 5 and text[at + 2 : at + 3] == "]"), None
    )
    prefix = 2 if text.startswith("- ") else 0
    author = "agent t57" if mark else ""
    return LineView(text, mark, author, version if mark else None, "57" if mark else None, index, box, prefix)


def remedies(words: str) -> tuple[Remedy, ...]:
    """What mends a pad, from how it is told: `E mends it, r recovers v42`."""
    ids = {"E": "edit.external", "r": "version.restore"}
    parts = (part.partition(" ") for part in words.split(", ") if words)
    return tuple(Remedy(ids[key], does) for key, _, does in parts)


def make_view(
    content: dict[str, tuple[str, ...]] | None = None,
    marks: dict[tuple[str, str], str] | None = None,
    *,
    version: int | None = 43,
    **changes: object,
) -> PadView:
    """A view of the task profile with these lines; `marks` names marked ones by section and text."""
    content = STORY if content is None else content
    marks = (MARKS if content is STORY else {}) if marks is None else marks
    sections = []
    for name, cap, numbered, purpose in SECTIONS:
        lines = [
            line_view(text, at, marks.get((name, text), ""), version)
            for at, text in enumerate(content.get(name, ()))
        ]
        sections.append(
            SectionView(
                name,
                cap,
                sum(len(line.text) + 1 for line in lines),
                numbered,
                purpose,
                tuple(lines),
                fresh=sum(bool(line.mark) for line in lines),
                done=sum(line.box == "x" for line in lines),
                total=sum(line.box is not None for line in lines),
            )
        )
    info = (
        VersionInfo(version, NOW, "agent", "agent", "57", "s-1", 2, 1, ("Plan", "Findings"))
        if version
        else None
    )
    view = PadView(
        path="/work/project/.agent/scratchpad.md",
        rule="the nearest .agent/scratchpad.md upward",
        version=info,
        agent_seen=41 if version else None,
        sections=tuple(sections),
        last=(
            DiffRow("-", "Plan", "4. [ ] Find where the limiter talks to redis"),
            DiffRow("+", "Plan", "4. [x] Find where the limiter talks to redis"),
            DiffRow("+", "Findings", "- CI has no redis service (from job #4412)", 2),
        ),
        last_from=(version or 1) - 1,
        last_to=version or 0,
        last_turns=tuple(
            VersionInfo(n, NOW - timedelta(minutes=43 - n), "agent", "agent", str(n + 14), "s-1", 1, 0)
            for n in range(version or 0, max(0, (version or 0) - 8), -1)
        ),
        needs=(Need("over-cap", 1, "Ruled out is 40 over its cap", "-", "1 over cap"),),
    )
    return view._replace(**changes)  # type: ignore[arg-type]


def taken_row(row: SideRow, wanted: tuple[int, ...] | str) -> SideRow:
    """A row of a recovery once these lines were taken over."""
    return row._replace(section="") if isinstance(wanted, str) or row.line in wanted else row


class FakeSource(FakePromotions):
    """Keeps what was asked of it; a test changes the view and tells it."""

    def __init__(self, view: PadView | None = None, *, read_only: bool = False) -> None:
        super().__init__()
        self.view = view or make_view()
        self.path = self.view.path
        self.rule = self.view.rule
        self.read_only = read_only
        self.polls = False
        self.calls: list[Any] = []
        self.fault: Exception | None = None
        """Raised by the next act."""
        self.text = "## Task\nMake it pass.\n"
        self.files: dict[str, SourceFile] = {}
        """The files that entries name, by their source."""
        self._changed: Callable[[PadView], None] = lambda _view: None
        self._failed: Callable[[Exception], None] = lambda _error: None
        self._version = 100
        self.texts: dict[str, tuple[str, ...]] = {}
        """By section: the lines as they stand, where they are not those of the view."""
        self.waits: Callable[[str], None] = lambda _why: None
        self.given_up = threading.Event()
        self.gate: Callable[[], None] = lambda: None
        """Called at the start of every act, in its worker."""
        self.kept: dict[str, Draft] = {}
        self.left: tuple[Draft, ...] = ()
        self.draft_fault: Exception | None = None
        """Raised whenever a draft is to be kept."""
        self.report = HealthReport(
            (), (), "on, a writer waits 5 s", (SettingRow("ui.theme", "dark", "default"),)
        )
        self.recovered: list[Recovery] = []
        self.mend: Recovery | None = None
        self.entries: tuple[PrunedEntry, ...] = ()
        """Those of the section that is pruned, where they are not the lines of the view."""

    def read(self) -> PadView:
        """The view."""
        return self.view

    def watch(self, changed: Callable[[PadView], None], failed: Callable[[Exception], None]) -> None:
        """Keeps whom to tell."""
        self._changed, self._failed = changed, failed

    def tell(self, view: PadView) -> None:
        """Tells a changed pad."""
        self.view = view
        self._changed(view)

    def fail(self, error: Exception) -> None:
        """Tells that watching failed."""
        self._failed(error)

    def look(self) -> None:
        """Tells the pad as it is."""
        self.calls.append(("look",))
        self._changed(self.view)

    def polling(self) -> bool:
        """Whether a test says so."""
        return self.polls

    def on_wait(self, told: Callable[[str], None]) -> None:
        """Keeps whom to tell."""
        self.waits = told

    def give_up(self) -> None:
        """Keeps the call."""
        self.calls.append(("give_up",))
        self.given_up.set()

    def close(self) -> None:
        """Keeps that it was closed."""
        self.calls.append(("close",))

    def _act(self, words: str, *call: object) -> Act:
        self.gate()
        self.calls.append(call)
        if self.fault is not None:
            fault, self.fault = self.fault, None
            raise fault
        self._version += 1
        return Act(words, self._version)

    def tick(self, section: str, line: LineView) -> Act:
        """Keeps the call."""
        return self._act("Ticked 5", "tick", section, line.text)

    def add(self, section: str, after: LineView | None, text: str) -> Act:
        """Keeps the call."""
        return self._act(f"Added to {section}", "add", section, after.text if after else None, text)

    def delete(self, section: str, line: LineView) -> Act:
        """Keeps the call."""
        return self._act(f"Deleted from {section}", "delete", section, line.text)

    def revert(self, version: int) -> Act:
        """Keeps the call."""
        return self._act("Reverted", "revert", version)

    def turn(self, version: int) -> Turn:
        """The last turn's diff under the asked number."""
        self.calls.append(("turn", version))
        return Turn(VersionInfo(version, NOW, "agent", "agent", "57", added=2, removed=1), self.view.last)

    def origin(self, section: str, line: LineView) -> Turn:
        """A turn, but not for lines that are older than the history."""
        self.calls.append(("origin", section, line.text))
        if "Read the failing job" in line.text:
            raise InputError("it stood here before version 3, the oldest that is kept")
        return self.turn(12)

    def evidence(self, source: str) -> SourceFile | None:
        """The one that a test has put."""
        self.calls.append(("evidence", source))
        return self.files.get(source)

    def files_among(self, sources: Sequence[str]) -> frozenset[str]:
        """Those that a test has put."""
        return frozenset(self.files) & frozenset(sources)

    def prompt(self) -> Prompt:
        """The text that a test has put."""
        return Prompt(self.text, 1204)

    def mark_seen(self, version: int) -> None:
        """Keeps the call."""
        self.calls.append(("mark_seen", version))

    def create(self) -> Act:
        """Keeps the call."""
        return self._act("Created the pad", "create")

    # Corrections

    def open_section(self, section: str) -> SectionText:
        """The lines of the view, or those that a test has put."""
        found = next(other for other in self.view.sections if other.name == section)
        lines = self.texts.get(section)
        if lines is None:
            lines = tuple(line.text for line in found.lines if line.mark != "-")
        return SectionText(
            section, tuple(lines), self.view.version.version if self.view.version else 0, found.cap
        )

    def writers_since(self, section: str, version: int) -> Writers:
        """The author of the newest version."""
        info = self.view.version
        return Writers((info.author,) if info else (), {})

    def check(self, section: str, lines: Sequence[str]) -> SectionCheck:
        """As the core judges it in an empty pad."""
        return check_section(Document.empty(TASK), section, lines)

    def conflicts(self, section: str, lines: Sequence[str], base: Sequence[str]) -> int:
        """By lines, as the core counts them in an ordinary pad."""
        return len(merge_lines(base, lines, self.open_section(section).lines).conflicts)

    def save_section(self, section: str, lines: Sequence[str], base: Sequence[str]) -> Act:
        """Merges with the section as it stands, as the core does, and keeps the call."""
        now = self.open_section(section).lines
        merged = merge_lines(base, lines, now)
        if merged.conflicts:
            self.calls.append(("conflict", section))
            raise MergeConflict(section, list(base), list(lines), list(now))
        act = self._act(f"Saved {section}", "save", section, tuple(merged.lines))
        self.texts[section] = tuple(merged.lines)
        return act

    def move(self, section: str, line: LineView, to: str) -> Act:
        """Keeps the call."""
        return self._act(f"Moved to {to}", "move", section, line.text, to)

    def prune_list(self, section: str) -> PruneList:
        """An entry for each line, a minute between them."""
        found = next(other for other in self.view.sections if other.name == section)
        entries = self.entries or tuple(
            PrunedEntry(
                number, (line.text,), len(line.text) + 1, NOW - timedelta(minutes=number), f"agent t{number}"
            )
            for number, line in enumerate(found.lines)
            if line.mark != "-"
        )
        return PruneList(section, found.cap, found.size, entries)

    def prune(self, section: str, entries: Sequence[PrunedEntry]) -> Act:
        """Keeps the call."""
        return self._act("Took some out", "prune", section, tuple(entry.lines[0] for entry in entries))

    def blame(self) -> dict[tuple[str, int], BlamedLine]:
        """An author for each line: the turn is its place."""
        self.calls.append(("blame",))
        return {
            (section.name, line.index): BlamedLine(
                section.name,
                line.index + 1,
                line.text,
                3,
                NOW - timedelta(minutes=7),
                "agent",
                str(line.index),
            )
            for section in self.view.sections
            for line in section.lines
            if line.mark != "-"
        }

    def health(self) -> HealthReport:
        """The one that a test has put."""
        self.calls.append(("health",))
        return self.report

    def remedy(self, sign: Sign) -> Plan:
        """One that tells the sign's own words."""
        self.calls.append(("remedy", sign.code))
        return Plan(f"Mend {sign.code}?", (f"what {sign.subject} would become",))

    def carry_out(self, sign: Sign) -> Act:
        """Takes the sign out of the report."""
        self.calls.append(("carry_out", sign.code))
        if self.fault is not None:
            fault, self.fault = self.fault, None
            raise fault
        left = tuple(other for other in self.report.signs if other != sign)
        self.report = self.report._replace(signs=left)
        return Act(f"Mended {sign.code}")

    def recoveries(self) -> list[Recovery]:
        """Those that a test has put."""
        self.calls.append(("recoveries",))
        return list(self.recovered)

    def mending(self) -> Recovery:
        """The one that a test has put."""
        if self.mend is None:
            raise InputError("the pad parses", "there is nothing to recover")
        return self.mend

    def recover(self) -> Act:
        """Keeps the call."""
        return self._act("The heading stands again", "recover")._replace(version=None)

    def take_lines(self, lines: Sequence[int] | str, name: str) -> Act:
        """Keeps the call; the pad has the lines from now on."""
        wanted = lines if isinstance(lines, str) else tuple(lines)
        act = self._act("Took some over", "take", wanted, name)
        self.recovered = [
            item._replace(rows=tuple(taken_row(row, wanted) for row in item.rows))
            if item.name == name
            else item
            for item in self.recovered
        ]
        return act

    def keep_draft(self, draft: Draft) -> Draft:
        """Keeps it by name."""
        if self.draft_fault is not None:
            raise self.draft_fault
        draft = draft._replace(name=draft.name or f"{len(self.kept):016x}.json", time=NOW)
        self.kept[draft.name] = draft
        return draft

    def has_draft(self, draft: Draft) -> bool:
        """Whether it was kept and not dropped."""
        return draft.name in self.kept

    def drop_draft(self, name: str) -> None:
        """Forgets it."""
        self.kept.pop(name, None)

    def drafts(self) -> tuple[Draft, ...]:
        """Those that a test has put."""
        return self.left

    def since(self, draft: Draft) -> Since:
        """The section as it stands, by the author of the newest version."""
        now = self.open_section(draft.section).lines
        if now == draft.base:
            return Since(now)
        author = self.writers_since(draft.section, draft.version).of([])
        return Since(now, author, self.conflicts(draft.section, draft.lines, draft.base))

    def begin_outside(self, section: str | None, draft: Draft | None) -> OutsideEdit:
        """No test edits a stand-in's text in another program."""
        raise NotImplementedError

    def end_outside(self, edit: OutsideEdit, status: int) -> tuple[CameBack, Act]:
        """The same."""
        raise NotImplementedError

    def insist_outside(self, edit: OutsideEdit) -> tuple[CameBack, Act]:
        """The same."""
        raise NotImplementedError

    # What happened: nothing, unless a test has a past for it

    def moments(self) -> Moments:
        """An empty list."""
        return Moments(Columns())

    def count(self, moments: Moments, places: Sequence[int]) -> int:
        """Nothing."""
        return 0

    def comparison(self, old: int, new: int) -> Comparison:
        """No difference."""
        return Comparison()

    def diff_text(self, old: int, new: int) -> str:
        """The same."""
        return ""

    def record(self, moment: Moment) -> Record | None:
        """No line."""
        return None

    def search(self, moments: Moments, wanted: Wanted, start: int = 0) -> Search:
        """A search over versions without text."""
        return Search(moments, wanted, lambda _version: b"", start=start)

    def version_text(self, version: int) -> str:
        """The text that a test has put."""
        return self.text

    def version_blame(self, version: int) -> dict[int, BlamedLine]:
        """Nothing is told."""
        return {}

    def restoring(self, version: int, section: str | None = None) -> Restoring:
        """Nothing would change."""
        return Restoring(version, section, (), Comparison())

    def restore(self, version: int, section: str | None = None) -> Act:
        """Keeps the call."""
        return self._act(f"Restored version {version}", "restore", version, section)
