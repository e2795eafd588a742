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
    from scratchpad_tui.core.pad.seal import refuse_edit

    command = editor_command(os.environ)
    store = open_store(args)
    try:
        if args.section is not None:
            refuse_edit(store.profile, args.section)
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

    insists = False
    while True:
        try:
            came = edit.insist() if insists else edit.came_back(run_editor(command, edit.path))
        except ScratchpadError:
            _keep(edit)
            raise
        if came.state == "saved" and came.outcome is not None:
            show_outcome(came.outcome, json=False)
            if came.words:
                output.message(came.words)
            return output.DONE
        if came.state == "unchanged":
            output.message(came.words or "nothing was changed")
            return output.REFUSED if came.words else output.DONE
        _tell(came)
        answer = _answer(came)
        if answer not in ("e", "s"):
            return _left(edit, came, keep=answer == "k")
        insists = answer == "s"


def _answer(came: CameBack) -> str:
    """What is to become of the text: `e`dited again, `s`aved for all that, `k`ept or `d`iscarded."""
    if not output.is_terminal(sys.stdin):
        return "k"
    saving = {"untouched": "(s)ave it as it is, ", "sealed": "(s)ave the rest, "}.get(came.state, "")
    letters = "eskd" if saving else "ekd"
    return output.chosen(f"(e)dit again, {saving}(k)eep as draft, (d)iscard?", letters) or "k"


def _tell(came: CameBack) -> None:
    for problem in came.problems:
        output.message(f"line {problem.line}: {problem.message}")
    if came.state == "conflict":
        output.message(f"{came.words}; the file has both sides of each place now, choose and save again")
    elif not came.problems:
        output.message(came.words)


def _left(edit: OutsideEdit, came: CameBack, *, keep: bool) -> int:
    if keep:
        _keep(edit, came.code)
    else:
        edit.discard()
        output.message("nothing was saved, and what was typed is discarded")
    return output.REFUSED


def _keep(edit: OutsideEdit, code: str = "") -> None:
    """Leaves what was typed as a draft and says where; nothing where the copy is as it was.

    A text that was refused for a secret is kept whole all the same, as the UI's editor keeps it: nothing typed is lost.
    """
    if not edit.has_changes:
        edit.discard()
        return
    edit.keep()
    from scratchpad_tui.core.pad.gate import SECRET

    what = "what was typed, the secret with it," if code == SECRET else "what was typed"
    output.message(f"nothing was saved; {what} is kept as a draft in {output.path_text(edit.path)}")


COMMANDS = {
    "edit": Command(
        "Opens the pad or a section in the editor that VISUAL or EDITOR names, and saves what parses, merged with what"
        " changed meanwhile. An editor that returns at once needs its option to wait: EDITOR='code --wait'.",
        "edit --section Findings",
        _options,
        _run,
    ),
}
