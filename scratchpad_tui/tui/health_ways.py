"""What the Health panel opens against a sign: a screen that shows and asks, or else the command to type."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from scratchpad_tui.core.errors import ScratchpadError
from scratchpad_tui.core.health.remedies import can_be_done
from scratchpad_tui.tui import keys
from scratchpad_tui.tui.remedies import connects

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from scratchpad_tui.core.health.remedies import Plan
    from scratchpad_tui.core.health.sign import Sign
    from scratchpad_tui.core.pad.drafts import Draft
    from scratchpad_tui.core.pad.restoring import Restoring
    from scratchpad_tui.tui.app import ScratchpadApp

_SHOWS = {
    "gone": "shows the last version, and asks",
    "broken": "shows what would take its place, and asks",
    "conflict": "opens the file in $EDITOR",
    "recovery": "shows it; it counts as looked at then",
    "quarantine": "shows the lines to take over; delete the file if none is wanted",
    "draft": "shows what was typed, to go on with it or to delete it",
    "older-file": "shows what would change, and asks",
    "refused": "shows them on the Timeline",
}
_SHOWN = {
    "recovery": "shows it",
    "quarantine": "shows the lines that the pad lacks",
    "draft": "shows what was typed",
    "refused": _SHOWS["refused"],
}
"""The same where nothing may be written: of all that is opened, what is only looked at."""
ALONE = frozenset(("gone", "recovery", "quarantine", "draft", "odd-entries"))
"""Signs whose remedy is what the key does."""
_PRUNES = ("over-cap", "chronically-over-cap", "too-long", "warnings-unheeded")
_FILES = ("settings", "constraints")
_ENTRIES = "odd-entries"


def shown_hint(sign: Sign) -> str:
    """What `enter` does with the sign where nothing may be written, as the rest of a sentence."""
    return _SHOWN.get(sign.code, "")


def hint(sign: Sign) -> str:
    """What `enter` does with the sign, as the rest of a sentence; empty where it only tells what to type."""
    if sign.code in _SHOWS:
        return _SHOWS[sign.code]
    if sign.code in _PRUNES and sign.subject:
        return "shows the entries to take out"
    if sign.code == _ENTRIES and sign.subject:
        return f"opens the editor at line {sign.line}; `verify` lists all of them"
    if sign.code in _FILES and sign.subject:
        return "opens the file in $EDITOR"
    if can_be_done(sign) or connects(sign):
        return "shows what it would do, and asks"
    return ""


def open_way(app: ScratchpadApp, sign: Sign, again: Callable[[], None]) -> None:
    """Opens what helps against the sign; `again` is called when something was done."""
    code = sign.code
    if app.source.read_only and hint(sign) and not shown_hint(sign):
        app.may_write()  # it says why not
        return
    if _shows(app, sign):
        return
    if not hint(sign):
        app.tell(f"Nothing here does that; {keys.key('line.copy')} copies: {sign.command or sign.remedy}")
    elif code == "older-file":
        _open_restore(app, int(sign.subject))
    elif code in _FILES:
        _open_file(app, sign.subject, again)
    else:
        _open_plan(app, sign, again)


def _shows(app: ScratchpadApp, sign: Sign) -> bool:
    """Opens the screen that is there for such a sign anyway; False where none is."""
    code = sign.code
    if code in ("gone", "broken", "recovery", "quarantine"):
        app.open_recovery()
    elif code == "conflict":
        app.live.action_edit_external()
    elif code == "draft":
        app.in_background(app.source.drafts, lambda found: _open_drafts(app, found))
    elif code == "refused":
        app.open_timeline(kind="refused")
    elif code in _PRUNES and sign.subject:
        _open_pruning(app, sign.subject)
    elif code == _ENTRIES and sign.subject:
        app.live.edit_line(sign.subject, sign.line)
    else:
        return False
    return True


def _open_drafts(app: ScratchpadApp, drafts: Sequence[Draft]) -> None:
    names = {"", *(section.name for section in app.live.state.view.sections)}
    here = [draft for draft in drafts if draft.section in names or draft.kind == "wording"]
    if here and app.source.read_only:
        app.live.show_drafts(here)
    elif here:
        app.live.offer_drafts(drafts)
    else:
        app.tell(
            "The section of the draft is gone: copy its text out of .history/, in drafts/, and delete its file"
        )


def _open_pruning(app: ScratchpadApp, name: str) -> None:
    section = next((one for one in app.live.state.newest.sections if one.name == name), None)
    if section is not None:
        app.live.prune(section)


def _open_restore(app: ScratchpadApp, version: int) -> None:
    source = app.source

    async def show(found: Restoring) -> None:
        from scratchpad_tui.tui.screens.restore import RestoreScreen

        await app.push_screen(RestoreScreen(found))

    app.in_background(lambda: source.restoring(version), show, opens=True)


def _open_file(app: ScratchpadApp, path: str, again: Callable[[], None]) -> None:
    from scratchpad_tui.core.pad.editor import editor_command

    try:
        app.run_editor(editor_command(os.environ), path)
    except ScratchpadError as error:
        app.tell_error(error)
    again()


def _open_plan(app: ScratchpadApp, sign: Sign, again: Callable[[], None]) -> None:
    source = app.source

    async def show(plan: Plan) -> None:
        from scratchpad_tui.tui.screens.health_remedy import RemedyScreen

        await app.push_screen(RemedyScreen(sign, plan, again))

    app.in_background(lambda: source.remedy(sign), show, opens=True)
