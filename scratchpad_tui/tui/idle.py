"""Which keys of a footer would do nothing now, by their ids: it names only what works. No UI library.

A key that is not named still answers: with the sentence that says why it does nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.config.key_table import DECIDING
from scratchpad_tui.tui.timeline_state import SIDE, UNIFIED
from scratchpad_tui.tui.trouble import ALARMS

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from scratchpad_tui.core.pad.moments import Moment
    from scratchpad_tui.core.pad.view import LineView, PadView, SectionView
    from scratchpad_tui.core.session.items import Item, Summary
    from scratchpad_tui.tui.layout.health import Place
    from scratchpad_tui.tui.live_state import LiveState
    from scratchpad_tui.tui.recovery_state import RecoveryState
    from scratchpad_tui.tui.timeline_state import TimelineState

NONE: frozenset[str] = frozenset()
WRITING = frozenset(
    (
        "edit.here",
        "edit.external",
        "line.new",
        "line.tick",
        "line.delete",
        "line.move",
        "line.propose",
        "line.prune",
        "pad.undo",
        "pad.redo",
    )
)
"""The keys of the Live screen that change the pad."""


def of(idle: Iterable[tuple[str, bool]]) -> frozenset[str]:
    """The ids of keys that are said to do nothing."""
    return frozenset(id_ for id_, is_idle in idle if is_idle)


def on_live(
    state: LiveState, *, read_only: bool, can_undo: bool, resumes: Collection[str] = ()
) -> frozenset[str]:
    """On the Live screen: for the line under the cursor, or without one for all that a cursor can come to.

    `resumes`: the sections in which `e` goes on with a draft, also where none may be changed.
    """
    sections, lines = _reach(state)
    open_ones = [section for section in sections if not section.sealed]
    drafts = [section for section in sections if section.name in resumes]
    changed = [line for section, line in lines if not section.sealed]
    found = of(
        (
            ("edit.here", not open_ones and not drafts),
            ("line.new", not open_ones),
            ("line.tick", all(line.box is None for line in changed)),
            ("line.delete", not changed),
            ("line.open", not lines and state.beside is None),
            ("pad.seen", not any(line.mark for one in state.shown.sections for line in one.lines)),
            ("pad.undo", not can_undo),
            ("version.restore", not _recovers(state.head)),
        )
    )
    if state.head.state in ALARMS:
        # Each of them would put the last good version, with what it changes, in the place of the broken text, or is
        # refused where no recovery may: mend and recovery come first, which show that text.
        found |= WRITING - {"edit.external"}
    if read_only:
        found |= WRITING
        if state.head.state in ALARMS:
            found |= {"version.restore"}
    return found


def live_words(state: LiveState, resumes: Collection[str]) -> tuple[dict[str, str], str]:
    """What keys of the Live screen do now, where that is not what they are called, and the one that is wanted most.

    `resumes`: as for `on_live`.
    """
    ui, words = state.ui, {}
    if state.section is not None and state.section.name in resumes:
        words["edit.here"] = "resume"
    if ui.zoom:
        words["view.zoom"] = "all sections"
    if ui.find:
        words["go.back"] = "end"
    return words, "go.back" if ui.find else "view.zoom" if ui.zoom else ""


def _reach(state: LiveState) -> tuple[list[SectionView], list[tuple[SectionView, LineView]]]:
    """The sections and lines that a key may be meant for."""
    section, line = state.section, state.line
    if state.beside is not None:
        return [], []
    if section is not None:
        return [section], [(section, line)] if line is not None else []
    sections = list(state.shown.sections)
    return sections, [(one, line) for one in sections for line in one.lines if line.index >= 0]


def on_timeline(state: TimelineState, *, read_only: bool, shows_diff: bool) -> frozenset[str]:
    """On the Timeline, for what is under the cursor; `shows_diff`: beside or below the list, so that `enter` does more."""
    here, is_empty = state.here, not state.known
    is_version = here is not None and not here.is_event
    is_whole = shows_diff and is_version
    return of(
        (
            ("version.layout", state.pair is None or not shows_diff),
            ("version.open", here is None or (is_whole and not here.kept)),
            ("version.compare", state.mark is None and (here is None or here.is_event or not here.version)),
            ("version.blame", here is None or here.is_event or not here.kept),
            ("version.back", here is None or not (_is_restored(here, read_only=read_only))),
            ("find.open", is_empty),
            ("find.filter", is_empty),
        )
    )


def timeline_words(state: TimelineState) -> tuple[dict[str, str], str]:
    """What keys of the Timeline do now, where that is not what they are called, and the one that is wanted most.

    That is what ends what one does to the list, the last of it first; at an alarm it is what brings back what was lost.
    """
    here, words = state.here, {}
    first = "version.back" if here is not None and (here.alarms or here.kind == "quarantined") else ""
    if state.layout == SIDE:
        words["version.layout"] = UNIFIED
    if state.wanted is not None:
        first = "find.filter"
    if state.mark is not None:
        words["version.compare"], first = "end compare", "version.compare"
    if state.find:
        words["go.back"], first = "end", "go.back"
    return words, first


def _is_restored(here: Moment, *, read_only: bool) -> bool:
    """Whether something comes back from what stands there: a version, or a text in quarantine."""
    return here.kind == "quarantined" or not (here.is_event or read_only)


def has_session(summary: Summary) -> bool:
    """Whether there is a session to end: one is open, or something is left for the archive or to be closed."""
    return summary.since is not None or bool(summary.to_archive or summary.waiting)


def on_promotions(
    item: Item | None, summary: Summary | None, *, read_only: bool, can_undo: bool
) -> frozenset[str]:
    """On the Promotions screen, for the item under the cursor; no summary: the session is not read yet."""
    is_closed = item is None or item.is_decided
    decides = (*(id_ for id_ in DECIDING if id_ != "queue.compare"), "edit.here")
    found = of(
        (
            *((id_, is_closed) for id_ in decides),
            ("queue.accept", is_closed or (item is not None and not item.is_acceptable)),
            ("queue.compare", item is None or not item.twins),
            ("pad.undo", not can_undo),
            ("session.end", summary is not None and not has_session(summary)),
        )
    )
    return found.union((*decides, "line.new", "pad.undo", "session.end")) if read_only else found


def on_health(
    place: Place | None, quarantined: Sequence[object], view: PadView, *, read_only: bool = False
) -> frozenset[str]:
    """On the Health panel."""
    opens = place is not None and place.kind in ("sign", "quarantine")
    mends = _recovers(view) if view.state in ALARMS else view.is_gone
    shows = view.state not in ALARMS and not view.is_gone and bool(quarantined)
    recovers = shows or (mends and not read_only)
    return of((("sign.open", not opens), ("line.copy", place is None), ("version.restore", not recovers)))


def is_mended_by_hand(view: PadView) -> bool:
    """Whether nothing can be saved until a person has mended the file themselves: no recovery may take its place."""
    return view.state in ALARMS and not _recovers(view)


def _recovers(view: PadView) -> bool:
    """Whether a recovery mends a pad that does not parse: not every one has one."""
    return any(remedy.key == "version.restore" for remedy in view.remedies)


def on_recovery(state: RecoveryState, *, read_only: bool = False) -> frozenset[str]:
    """On a recovery, for the file that is shown."""
    takes_none = read_only or not state.shown.takable
    is_oldest = state.number == len(state.given) - 1
    return of((("prune.tick", takes_none), ("text.save", takes_none), ("version.older", is_oldest)))


def recovery_words(state: RecoveryState) -> dict[str, str]:
    """What a save takes over, as the title of the file says it."""
    lacking, ticked = len(state.shown.takable), len(state.ticked)
    return {"text.save": f"take {ticked}" if ticked else "take it" if lacking == 1 else "take all"}


def on_draft(view: PadView, *, read_only: bool) -> frozenset[str]:
    """On the sheet of a text that is not saved."""
    return of((("edit.here", read_only or is_mended_by_hand(view)), ("draft.delete", read_only)))


def on_prune(entries: Sequence[object], chosen: Collection[object]) -> frozenset[str]:
    """Where a section is made smaller; `chosen`: what is ticked or proposed, without which nothing is saved."""
    return of((("prune.tick", not entries), ("line.propose", not entries), ("text.save", not chosen)))


def in_text(*, can_undo: bool, can_redo: bool) -> frozenset[str]:
    """In the section editor."""
    return of((("text.undo", not can_undo), ("text.redo", not can_redo)))
