"""The block under the sections: what the last turn changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.text import visible
from scratchpad_tui.tui.layout.fit import CUT, cells_of, compose, cut, marked
from scratchpad_tui.tui.layout.marks import signed
from scratchpad_tui.tui.layout.model import Row, Span
from scratchpad_tui.tui.layout.stamps import without_stamp

if TYPE_CHECKING:
    from scratchpad_tui.core.pad.view import DiffRow, PadView, VersionInfo
    from scratchpad_tui.tui.layout.model import Style
    from scratchpad_tui.tui.layout.scene import Scene

_SIGNS: dict[str, Style] = {"+": "diff.add", "-": "diff.remove"}
_LONGEST = 20_000
_NAME_CELLS = 20


def turn_rows(scene: Scene, rows: int) -> list[Row]:
    """The rule of the last turn and its diff on so many rows under it; rows left out are counted."""
    view, cells = scene.view, scene.cells
    sections = {row.section for row in view.last[:rows]}
    names = max((cells_of([Span(visible(name))]) for name in sections), default=0)
    names = min(names, _NAME_CELLS, max(0, cells // 3))
    hidden = len(view.last) - rows
    built = [turn_rule(view, cells)]
    for number, row in enumerate(view.last[:rows]):
        ending = f"   {CUT} {hidden:,} more" if hidden > 0 and number == rows - 1 else ""
        built.append(_diff_row(row, scene, names, ending))
    return built


def turn_rule(view: PadView, cells: int) -> Row:
    """The rule: turn, author, versions, and how many lines came and went."""
    added, removed = _counts(view)
    counts = (signed("+", added, "diff.add"), Span(" "), signed("-", removed, "diff.remove"), Span(" "))
    title = [Span("─ ", "rule"), Span(visible(_title(view.version)), "title")]
    for words in (_who(view.version), _versions(view)):
        if words and cells_of(title) + len(words) + 3 + cells_of(counts) + 1 <= cells:
            title.append(Span(f" · {visible(words)}", "count"))
    return Row(compose(title, cells, counts, "─", "rule"), "diff.rule", version=view.last_to)


def _counts(view: PadView) -> tuple[int, int]:
    """How many lines came and went; where the version before is not kept, as the journal has it."""
    if view.last or view.version is None:
        return sum(row.sign == "+" for row in view.last), sum(row.sign == "-" for row in view.last)
    return view.version.added, view.version.removed


def _versions(view: PadView) -> str:
    if view.last_from or view.last_to <= 1:
        return f"v{view.last_from} to v{view.last_to}"
    return f"v{view.last_to}, the one before is not kept"


def _title(version: VersionInfo | None) -> str:
    if version is None or version.turn is None:
        return "Last change"
    return f"Last turn {version.turn}"


def _who(version: VersionInfo | None) -> str:
    if version is None:
        return ""
    return "agent" if version.actor == "agent" else version.author


def _diff_row(row: DiffRow, scene: Scene, names: int, ending: str) -> Row:
    style: Style = _SIGNS.get(row.sign, "dim")
    name = cut(visible(row.section), names)
    name += " " * (names - cells_of([Span(name)]))
    raw = row.text[row.prefix : _LONGEST]
    # Where looked for, the time stands too: see `shown_stamp`.
    text = visible((raw if scene.ui.find or not row.prefix else without_stamp(raw)).expandtabs(4))
    room = max(1, scene.cells - names - 5 - len(ending))
    spans = [Span(f" {row.sign or ' '} ", style), Span(f"{name}  ", "dim")]
    spans += marked(Span(cut(text, room), style), visible(scene.ui.find))
    spans.append(Span(ending, "count"))
    return Row(compose(spans, scene.cells), "diff", row.section, version=scene.view.last_to)
