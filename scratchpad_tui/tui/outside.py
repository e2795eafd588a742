"""A section or the whole pad in the person's own editor, with the screen given up to it while it runs."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, cast

from textual.app import SuspendNotSupported

from scratchpad_tui.core.errors import ScratchpadError, StorageError
from scratchpad_tui.core.pad.editor import editor_command, run_editor

if TYPE_CHECKING:
    from collections.abc import Callable

    from scratchpad_tui.core.pad.drafts import Draft
    from scratchpad_tui.core.pad.outside import CameBack, OutsideEdit
    from scratchpad_tui.tui.app import ScratchpadApp
    from scratchpad_tui.tui.source import Act


_INSISTING = {"untouched": "Save it as it is", "sealed": "Save the rest"}
"""By what became of an edit, the answer that saves it for all that."""


class Outside:
    """A part of the app."""

    @property
    def _app(self) -> ScratchpadApp:
        return cast("ScratchpadApp", self)

    def edit_outside(self, section: str | None, draft: Draft | None = None) -> None:
        """Opens a section, or the whole pad, in the editor that the environment names."""
        app = self._app
        try:
            command = editor_command(os.environ)
        except ScratchpadError as error:
            app.tell_error(error)
            return
        source = app.source
        app.in_background(
            lambda: source.begin_outside(section, draft), lambda edit: self._let_edit(edit, command)
        )

    def run_editor(self, command: list[str], path: str) -> int:
        """Runs the editor with the terminal to itself; its exit status.

        Raises:
            ScratchpadError: it cannot be started, or the terminal cannot be given to it.
        """
        failed: ScratchpadError | None = None
        status = 0
        try:
            with self._app.suspend():
                # Nothing may leave this block but by its end: the screen would stay dead.
                try:
                    status = run_editor(command, path)
                except ScratchpadError as error:
                    failed = error
        except SuspendNotSupported as error:
            raise StorageError(
                "this terminal cannot be given to an editor", "use `scratchpad-tui edit` beside it"
            ) from error
        if failed is not None:
            raise failed
        return status

    def _let_edit(self, edit: OutsideEdit, command: list[str]) -> None:
        app, source = self._app, self._app.source
        try:
            status = self.run_editor(command, edit.path)
        except ScratchpadError as error:
            app.tell_error(error)
            # A draft that was gone on with, or a copy that was edited before, is a text that somebody typed.
            if edit.holds_text:
                app.in_background(edit.keep, self._put_away, group="draft")
            else:
                app.in_background(edit.discard, group="draft")
            return

        self._end(edit, command, lambda: source.end_outside(edit, status))

    def _end(self, edit: OutsideEdit, command: list[str], save: Callable[[], tuple[CameBack, Act]]) -> None:
        def end() -> tuple[CameBack, Act] | Exception:
            try:
                return save()
            except (ScratchpadError, OSError) as error:
                return error

        self._app.in_background(end, lambda ended: self._ended(edit, command, ended), group="write")

    async def _ended(
        self, edit: OutsideEdit, command: list[str], ended: tuple[CameBack, Act] | Exception
    ) -> None:
        if isinstance(ended, Exception):
            # The copy is a draft: what was typed goes on from there.
            self._app.tell_error(ended)
            self._app.in_background(edit.keep, self._put_away, group="draft")
        else:
            await self._told(edit, command, *ended)

    async def _told(self, edit: OutsideEdit, command: list[str], came: CameBack, act: Act) -> None:
        if came.state == "unchanged":
            self._app.tell("; ".join(words for words in ("Nothing was changed", came.words) if words))
        elif came.state == "saved":
            self._app.tell(self._app.live.own.did(act))
        else:
            await self._ask(edit, command, came)

    async def _ask(self, edit: OutsideEdit, command: list[str], came: CameBack) -> None:
        from scratchpad_tui.tui.screens.choose import ChooseScreen

        again, keep, discard = "Edit it again", "Keep it as a draft", "Discard what was typed"
        insist = _INSISTING.get(came.state)
        app, source = self._app, self._app.source

        def chosen(name: str | None) -> None:
            if name == again:
                self._let_edit(edit, command)
            elif name is not None and name == insist:
                self._end(edit, command, lambda: source.insist_outside(edit))
            elif name == discard:
                app.in_background(edit.discard, lambda _: app.tell("Discarded"), group="draft")
            else:
                app.in_background(edit.keep, self._put_away, group="draft")

        names = [again, *([insist] if insist else []), keep, discard]
        if came.state == "untouched":
            names = [keep, *(name for name in names if name != keep)]
        await app.push_screen(ChooseScreen(f"Not saved: {came.words}", names), chosen)

    def _put_away(self, draft: Draft) -> None:
        self._app.live.put_away(draft.section, draft)
        key = "e" if draft.section else "E"
        self._app.tell(f"Kept as a draft · {key} goes on with it")
