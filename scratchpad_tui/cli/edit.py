"""`edit`: the pad or a section in the person's own editor, judged when it comes back, merged and saved."""

from __future__ import annotations

import os
import sys

from scratchpad_tui.cli import output
from scratchpad_tui.cli.commands import Command
from scratchpad_tui.cli.opening import open_store
from scratchpad_tui.cli.outcome import show_outcome
from scratchpad_tui.cli.parser import given_text
from scratchpad_tui.core.errors import ScratchpadError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from scratchpad_tui.core.pad.drafts import Draft
    from scratchpad_tui.core.pad.outside import CameBack, OutsideEdit
    from scratchpad_tui.core.pad.store import PadStore


def _options(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--section", metavar="S", type=given_text, help="edit this section alone, without its heading"
    )


def _run(args: Namespace) -> int:
    from scratchpad_tui.core.pad.outside import OutsideEdit, editor_command

    command = editor_command(os.environ)
    store = open_store(args)
    try:
        edit = OutsideEdit(store, args.section, _resumed(store, args.section))
        if edit.notice:
            output.message(edit.notice)
        return _edited(edit, command)
    finally:
        store.close()


def _resumed(store: PadStore, section: str | None) -> Draft | None:
    """The draft that the person wants to go on with."""
    from scratchpad_tui.core.clock import age_words, now
    from scratchpad_tui.core.pad.drafts import Drafts
    from scratchpad_tui.core.pad.outside import waiting_drafts

    waiting = waiting_drafts(store, section)
    if not waiting:
        return None
    draft = waiting[-1]
    age = age_words(max(0.0, (now() - draft.time).total_seconds())) if draft.time else "unknown"
    said = f"a draft of {draft.section or 'the pad'} was left behind (age: {age})"
    if output.is_terminal(sys.stdin):
        return draft if output.chosen(f"{said}: (r)esume it, or begin a (n)ew one?", "rn") == "r" else None
    path = output.path_text(Drafts(store.paths).path(draft))
    output.message(f"{said}; it stays in {path}, and `edit` at a terminal resumes it")
    return None


def _edited(edit: OutsideEdit, command: list[str]) -> int:
    from scratchpad_tui.core.pad.outside import run_editor

    while True:
        try:
            came = edit.came_back(run_editor(command, edit.path))
        except ScratchpadError:
            _keep(edit)
            raise
        if came.state == "saved" and came.outcome is not None:
            show_outcome(came.outcome, json=False)
            return output.DONE
        if came.state == "unchanged":
            output.message(came.words or "nothing was changed")
            return output.REFUSED if came.words else output.DONE
        _tell(came)
        answer = "k"
        if output.is_terminal(sys.stdin):
            answer = output.chosen("(e)dit again, (k)eep as draft, (d)iscard?", "ekd") or "k"
        if answer != "e":
            return _left(edit, keep=answer == "k")


def _tell(came: CameBack) -> None:
    for problem in came.problems:
        output.message(f"line {problem.line}: {problem.message}")
    if came.state == "conflict":
        output.message(f"{came.words}; the file has both sides of each place now, choose and save again")


def _left(edit: OutsideEdit, *, keep: bool) -> int:
    if keep:
        _keep(edit)
    else:
        edit.discard()
        output.message("nothing was saved, and what was typed is discarded")
    return output.REFUSED


def _keep(edit: OutsideEdit) -> None:
    """Leaves what was typed as a draft and says where; nothing where the copy is as it was."""
    if not edit.has_changes:
        edit.discard()
        return
    edit.keep()
    output.message(f"nothing was saved; what was typed is kept as a draft in {output.path_text(edit.path)}")


COMMANDS = {
    "edit": Command(
        "Opens the pad or a section in the editor that VISUAL or EDITOR names, and saves what parses, merged with what"
        " changed meanwhile. An editor that returns at once needs its option to wait: EDITOR='code --wait'.",
        "edit --section Findings",
        _options,
        _run,
    ),
}
