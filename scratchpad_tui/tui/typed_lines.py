"""The lines that a person typed for a section and that are no version yet. No UI library."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from scratchpad_tui.core.errors import ScratchpadError
from scratchpad_tui.core.pad.redact_told import NOTHING
from scratchpad_tui.tui.kept_drafts import taken_between, without

if TYPE_CHECKING:
    from collections.abc import Callable

    from scratchpad_tui.core.pad.drafts import Draft
    from scratchpad_tui.core.pad.redact_told import Taken

OPEN, SAVING, LEFT, FAILED = "open", "saving", "left", "failed"


class TypedLine:
    """One line on its way into the pad."""

    def __init__(self, section: str) -> None:
        self.section = section
        self.text = ""
        self.state = OPEN
        """`open` in its field, `saving`, `left` with its field, or `failed` to be saved."""
        self.draft: Draft | None = None
        """What of it stands on disk."""

    @property
    def kept_text(self) -> str:
        """What of it stands on disk, as text."""
        return "".join(self.draft.lines) if self.draft is not None else ""

    def keep(self, write: Callable[[Draft], Draft]) -> Taken:
        """Puts the line on disk as a draft, in the place of what stood there of it; what was redacted there.

        Raises:
            ScratchpadError: it cannot be written.
        """
        from scratchpad_tui.core.pad.drafts import new_draft

        draft = new_draft("entry", self.section, (self.text,), (), 0)
        self.draft = write(draft if self.draft is None else draft._replace(name=self.draft.name))
        return taken_between(draft, self.draft) if self.draft.lines != draft.lines else NOTHING

    def follow_redaction(self, taken: Taken) -> None:
        """Takes out of it what was redacted."""
        self.text = taken.out_of(self.text)
        if self.draft is not None:
            self.draft = without(self.draft, taken)

    def drop(self, remove: Callable[[str], None]) -> None:
        """Removes what stands of it on disk; a draft that stays is offered again, and no fault of the save.

        The line itself is saved, or empty.
        """
        if self.draft is not None:
            name, self.draft = self.draft.name, None
            with suppress(ScratchpadError):
                remove(name)


class TypedLines:
    """All of them, the oldest first."""

    def __init__(self) -> None:
        self._lines: list[TypedLine] = []

    def open(self, section: str) -> TypedLine:
        """The line for a field: the one of the section that was left, the oldest that failed, or a new one."""
        waiting = [line for line in self._lines if line.section == section and line.state in (LEFT, FAILED)]
        line = next((line for line in waiting if line.state == LEFT), waiting[0] if waiting else None)
        if line is None:
            line = TypedLine(section)
            self._lines.append(line)
        line.state = OPEN
        return line

    def take_up(self, draft: Draft) -> None:
        """Takes a draft of an earlier run: it waits like a line that failed."""
        line = TypedLine(draft.section)
        line.text, line.draft, line.state = " ".join(draft.lines), draft, FAILED
        self._lines.append(line)

    def follow_redaction(self, taken: Taken) -> None:
        """Takes out of all of them what was redacted."""
        for line in self._lines:
            line.follow_redaction(taken)

    def gone(self, line: TypedLine) -> None:
        """Forgets a line that was saved, or in which nothing stands."""
        if line in self._lines:
            self._lines.remove(line)

    def waiting(self, section: str) -> int:
        """How many lines wait for the next field in a section."""
        return sum(line.section == section and line.state in (LEFT, FAILED) for line in self._lines)

    def unsaved(self) -> list[TypedLine]:
        """The lines that hold something."""
        return [line for line in self._lines if line.text.strip()]
