"""The steps of a redaction, in the order of the table in `redact`; each leaves files that are whole."""

from __future__ import annotations

import os
from contextlib import suppress

from scratchpad_tui.core.pad import journal, late
from scratchpad_tui.core.pad.commit import Moved, commit, file_mode, write_pad
from scratchpad_tui.core.pad.folder import make_history_folder
from scratchpad_tui.core.pad.io import (
    let_go,
    open_and_read,
    overwrite,
    replace_file,
    sync_folder,
    write_new,
)
from scratchpad_tui.core.pad.parse import parse_bytes
from scratchpad_tui.core.pad.records import event_record, version_record
from scratchpad_tui.core.pad.redact_files import LINES, PAD, SEEN, File, Hashes, cleaned
from scratchpad_tui.core.pad.who import Who
from scratchpad_tui.core.pad.writing import hold_replaced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scratchpad_tui.core.pad.commit import Newest
    from scratchpad_tui.core.pad.io import Held
    from scratchpad_tui.core.pad.redact_survey import Survey
    from scratchpad_tui.core.pad.redact_words import Words
    from scratchpad_tui.core.pad.store import PadStore

_PERSON = Who("human", "human")


def washed(words: Words, data: bytes) -> bytes:
    """The bytes of a pad without the text."""
    return cleaned(File("", PAD), data, words, Hashes()).data


class Run:
    """The steps of the module's table."""

    def __init__(
        self, store: PadStore, words: Words, survey: Survey, newest: Newest, done: dict[str, int]
    ) -> None:
        self.store = store
        self.paths = store.paths
        self.words = words
        self.survey = survey
        self.newest = newest
        self.done = done
        self._places = {file.path: file.places for file in survey.found}
        self._folders: set[str] = set()
        self._held: Held | None = None
        """The pad's file, as long as it is ours to close."""

    def go(self) -> None:
        """Does all steps that there is something to do for."""
        if not self.survey.changing:
            return
        self._held = held = self.store.hold_pad()
        try:
            make_history_folder(self.paths, file_mode(held))
            if held is None or washed(self.words, held.data) == held.data:
                self._tell(file_mode(held))
            elif self.newest.number and self.store.history.holds(self.newest.number, held.data):
                self._pad_and_newest(held)
            else:
                self._pad_alone(held)
        finally:
            if self._held is not None:
                let_go(self._held)
        for file in self.survey.changing:
            if file.kind != PAD:
                self._rewrite(file)
        for folder in sorted(self._folders):
            sync_folder(folder)
        # Whoever watches looks at pad and journal alone, and may have read an older version since those were done.
        with suppress(OSError):
            os.utime(self.paths.journal)

    def _pad_and_newest(self, held: Held) -> None:
        """Steps 1 to 6 for a pad that its newest version has."""
        paths, history, number = self.paths, self.store.history, self.newest.free
        data, mode = washed(self.words, held.data), file_mode(held)
        record = {**self._record(held.data, data), "version": number}
        pending = history.pending_path(number)
        overwrite(paths.intended, journal.encode_line(record), mode)
        self._did(paths.intended)
        write_new(pending, data, mode=mode)
        try:
            sync_folder(paths.history)
            swapped = write_pad(paths, held, data)
        except BaseException:
            os.unlink(pending)
            raise
        if swapped:
            self._hold_back(held)
        self._did(paths.pad)
        sync_folder(paths.folder)
        self._tell(mode)
        os.replace(pending, history.path(self.newest.number))
        self._did(history.path(self.newest.number))
        self._folders.add(paths.history)
        line = journal.version_line(paths.journal, self.newest.number)
        if line is not None:
            overwrite(paths.intended, journal.encode_line(line), mode)

    def _pad_alone(self, held: Held) -> None:
        """A pad that no version has, since nothing in it counts as text: it becomes one."""
        data = washed(self.words, held.data)
        self._tell(file_mode(held))
        made = commit(self.paths, held, data, self._record(held.data, data), self.newest.free)
        self._did(self.paths.pad)
        if made.swapped:
            self._hold_back(held)

    def _hold_back(self, held: Held) -> None:
        """Keeps the replaced file open for late writers; what comes from there is without the text."""
        self._held = None
        hold_replaced(self.store, held)
        late.wash(self.paths.pad, lambda data: washed(self.words, data))

    def _record(self, before: bytes, after: bytes) -> journal.Record:
        profile = self.store.profile
        old, new = parse_bytes(before, profile), parse_bytes(after, profile)
        self.store.know(after, new)
        return version_record(_PERSON, old, new, after, [{"op": "redact"}])

    def _tell(self, mode: int) -> None:
        """Steps 3 and 4: the hashes of what comes, and the audit line in one step with the journal."""
        for file in self.survey.changing:
            if file.kind == SEEN or file.path == self.paths.state:
                self._rewrite(file)
        count, files = sum(file.places for file in self.survey.found), len(self.survey.found)
        message = f"A text was taken out of {count} {_places(count)} in {files} {'file' if files == 1 else 'files'}."
        event = event_record("redacted", message, _PERSON, places=count, files=files)
        if not os.path.lexists(self.paths.journal):
            journal.append(self.paths.journal, event, mode=mode)
            return
        self._rewrite(File(self.paths.journal, LINES), journal.encode_line(event))
        sync_folder(self.paths.history)

    def _rewrite(self, file: File, more: bytes = b"") -> None:
        """Swaps one file for what it is without the text; `more` is added to it, on a line of its own."""
        try:
            held = open_and_read(file.path)
        except FileNotFoundError:
            return
        try:
            data = cleaned(file, held.data, self.words, self.survey.hashes).data
            if more:
                data += (b"" if not data or data.endswith(b"\n") else b"\n") + more
            if data == held.data:
                return
            # Where the next writer sweeps what a killed process left, if that is on the same file system.
            ours = file.path.startswith(os.path.join(self.paths.folder, ""))
            folder = self.paths.folder if ours else None
            replace_file(file.path, data, held.stat, lambda: _stand_still(file.path, held), folder=folder)
            self._folders.add(os.path.dirname(file.path))
            self._did(file.path)
        finally:
            let_go(held)

    def _did(self, path: str) -> None:
        """Counts a file that is done."""
        self.done[path] = self.done.get(path, 0) + self._places.pop(path, 0)


def _stand_still(path: str, held: Held) -> None:
    """Raises Moved where the file is another by now, or was written to: its writer knows nothing of our lock."""
    try:
        there = os.stat(path, follow_symlinks=False)
    except FileNotFoundError:
        raise Moved from None
    before = held.stat
    if (there.st_dev, there.st_ino, there.st_size, there.st_mtime_ns) != (
        before.st_dev,
        before.st_ino,
        before.st_size,
        before.st_mtime_ns,
    ):
        raise Moved


def _places(count: int) -> str:
    return "place" if count == 1 else "places"
