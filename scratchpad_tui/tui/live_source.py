"""A pad on disk as the screens know it: a watched pad, a person's acts on it, and what is asked of it."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from scratchpad_tui.core.clock import now
from scratchpad_tui.core.errors import InputError
from scratchpad_tui.tui.editing_source import place_of
from scratchpad_tui.tui.promoting_source import PromotingSource
from scratchpad_tui.tui.source import Act, Prompt

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from scratchpad_tui.core.audited.source import SourceFile
    from scratchpad_tui.core.pad.view import LineView
    from scratchpad_tui.tui.source import Turn


class LiveSource(PromotingSource):
    """Keeps `source.PadSource` for a pad on disk."""

    # A person's acts

    def tick(self, section: str, line: LineView) -> Act:
        """See `PadSource`."""
        from scratchpad_tui.core.pad.edits import ticked
        from scratchpad_tui.core.pad.entries import read_marker

        def change(body: list[str], at: int) -> list[str]:
            return ticked(body, at)

        marker = read_marker(line.text)
        name = marker.number or f"“{_short(marker.text)}”"
        verb = "Unticked" if marker.box in ("x", "X") else "Ticked"
        return self._edit(section, line, change, f"{verb} {name}")

    def add(self, section: str, after: LineView | None, text: str) -> Act:
        """See `PadSource`."""
        from scratchpad_tui.core.pad.edits import with_entry

        with self._acting():
            document = self._document()
            body = document.body(section)
            found = document.profile.find(section)
            if found is None:
                raise InputError(f"this pad has no section {section}")
            at = place_of(body, after) if after is not None else None
            outcome = self._store.edit(section, with_entry(body, found, text, at), body)
            return self._told(outcome, f"Added to {section}")

    def delete(self, section: str, line: LineView) -> Act:
        """See `PadSource`."""
        from scratchpad_tui.core.pad.edits import without_entry

        return self._edit(section, line, without_entry, f"Deleted a line of {section}")

    def _edit(
        self, section: str, line: LineView, change: Callable[[list[str], int], list[str]], words: str
    ) -> Act:
        with self._acting():
            body = self._document().body(section)
            at = place_of(body, line)
            if at is None:
                raise InputError("this line is not there any more", "the screen shows the pad as it is now")
            return self._told(self._store.edit(section, change(body, at), body), words)

    def revert(self, version: int) -> Act:
        """See `PadSource`."""
        with self._acting():
            return self._told(self._store.revert(version), f"Reverted version {version}")

    def create(self) -> Act:
        """See `PadSource`."""
        with self._acting():
            made = self._store.create()
            if made:
                self._write_settings()
        self.look()
        return Act("Created the empty pad" if made else "There is a pad already")

    def _write_settings(self) -> None:
        """Writes the settings of a new pad and counts by them from now on; where some are there, they stay."""
        from scratchpad_tui.core.config.example import example_toml
        from scratchpad_tui.core.pad.io import write_new
        from scratchpad_tui.core.pad.store import PadStore

        with suppress(FileExistsError):
            write_new(self._store.paths.settings, example_toml().encode())
        self._store = PadStore(self.path)

    # What a person asks for

    def turn(self, version: int) -> Turn:
        """See `PadSource`."""
        from scratchpad_tui.tui.turns import turn_of

        with self._lock:
            return turn_of(self._store, version)

    def origin(self, section: str, line: LineView) -> Turn:
        """See `PadSource`."""
        from scratchpad_tui.tui.turns import origin_of, turn_of

        with self._lock:
            return turn_of(self._store, origin_of(self._store, section, line.text))

    def evidence(self, source: str) -> SourceFile | None:
        """See `PadSource`."""
        from scratchpad_tui.core.audited.source import source_file, work_folder

        return source_file(source, work_folder(self._store.paths))

    def files_among(self, sources: Sequence[str]) -> frozenset[str]:
        """See `PadSource`."""
        from scratchpad_tui.core.audited.source import is_source_file, work_folder

        root = work_folder(self._store.paths)
        return frozenset(source for source in sources if is_source_file(source, root))

    def prompt(self) -> Prompt:
        """See `PadSource`."""
        from scratchpad_tui.core.pad.prompt import prompt_text
        from scratchpad_tui.core.text import tokens

        with self._lock:
            text = prompt_text(self._store, preview=True)
        return Prompt(text, tokens(text))

    def mark_seen(self, version: int) -> None:
        """See `PadSource`."""
        with self._lock:
            if self._seen is not None:
                self._seen.mark(version, now())
            self._base = max(version, self._base or 0)
        if not self.read_only:
            self._recording.now(self._pin_base)


def _short(text: str) -> str:
    return text if len(text) <= 24 else text[:23] + "…"
