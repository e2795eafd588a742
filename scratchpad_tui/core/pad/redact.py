"""A text taken out of a pad and of every file beside it, so that a kill at any moment leaves what a second run completes.

The text stands in many files, and no system swaps many files at once. What must agree at every moment is the pad and
its newest version: the redacted bytes are first written as a pending version, then swapped in as the pad, and the
pending version is renamed over the newest one. A kill in between leaves what `commit` knows to end: the pending version
becomes one more version. Every other file is swapped whole, and stands for itself.

A run goes, under the lock: replaced files of late writers and an edit from outside taken over, every file read; then

| step                              | killed behind it: the next writer           | killed behind it: the same redaction again |
|-----------------------------------|---------------------------------------------|--------------------------------------------|
| 1 intended line, pending version  | removes the pending version                 | begins anew                                |
| 2 pad swapped                     | names the pending version: one more version | begins anew: the newest version has the    |
|                                   |                                             | text no more, older ones have              |
| 3 seen mark, state                | as in row two                               | as in row two; its hashes stand already    |
| 4 journal, with the audit line    | as in row two                               | as in row two, with a second audit line    |
| 5 pending renamed over the newest | nothing: pad and newest version agree       | takes the text out of what is left         |
| 6 intended line                   | nothing                                     | as above                                   |
| 7 every other file, one by one    | nothing                                     | as above                                   |

Where no version has the pad's bytes, step 4 comes first, and steps 1, 2 and 5 are a version as any other. Hashes of
versions stand in the seen mark, state and journal before the versions themselves change: as long as one is left to
change, its old hash can be told from its bytes, so that a second run finds them all. The audit line stands before the
first older version changes, so that no redaction, be it half done, is without one.

What is not ours to change: the commits of a git repository, the seen marks of other users (what they have seen counts
anew for them), and a text that another program writes again from what it read before.
"""

from __future__ import annotations

import os
from contextlib import contextmanager

from scratchpad_tui.core.errors import InputError, LockError, ParseError, ScratchpadError, StorageError
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad import late
from scratchpad_tui.core.pad.commit import Moved, settle
from scratchpad_tui.core.pad.io import storage_error
from scratchpad_tui.core.pad.redact_steps import Run, washed
from scratchpad_tui.core.pad.redact_survey import listed, survey
from scratchpad_tui.core.pad.redact_words import Words
from scratchpad_tui.core.pad.writing import writing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from scratchpad_tui.core.pad.redact_survey import Redacted
    from scratchpad_tui.core.pad.store import PadStore

_ATTEMPTS = 60


class Redaction(NamedTuple):
    """What was taken out, or would be."""

    files: tuple[Redacted, ...]
    notes: tuple[str, ...] = ()
    """What a person has to know beside it, each a sentence."""

    @property
    def places(self) -> int:
        """In how many places the text stood."""
        return sum(file.places for file in self.files)


def redact(store: PadStore, text: str, *, dry_run: bool = False) -> Redaction:
    """Takes a text out of the pad and the files beside it; nothing where it stands nowhere.

    Raises:
        InputError: the text is blank, or the pad or a version would lose a heading or not parse without it.
        ParseError: the pad is in conflict, or broken in a profile that moves no broken file.
        StorageError: a file cannot be read or written; the same redaction again completes what was begun.
    """
    words = Words(text)
    with _hushed(words):
        store.resolve()
        found = survey(store, words)
        if not found.found:
            found = found._replace(notes=(*found.notes, *_parted(store, text)))
        if dry_run or not found.changing:
            return Redaction(found.found, found.notes)
        done: dict[str, int] = {}
        with writing(store):
            for _ in range(_ATTEMPTS):
                try:
                    notes = _attempt(store, words, done)
                except Moved:
                    continue
                return Redaction(listed(store, done), notes)
        raise StorageError("files are being changed faster than they can be written", "try again")


def git_folder(path: str) -> str:
    """The folder of the git work tree that a file stands in; empty where it stands in none."""
    folder = os.path.dirname(path)
    while not os.path.lexists(os.path.join(folder, ".git")):
        above = os.path.dirname(folder)
        if above == folder:
            return ""
        folder = above
    return folder


def _parted(store: PadStore, text: str) -> tuple[str, ...]:
    from scratchpad_tui.core.pad.redact_parts import told_of_parts

    told = told_of_parts(store.read().document.text(), text)
    return (told,) if told else ()


@contextmanager
def _hushed(words: Words) -> Iterator[None]:
    """Lets no error tell the text: paths, headings and labels may hold it."""

    def hush(told: str) -> str:
        return words.without_cut(told)[0]

    try:
        yield
    except OSError as error:
        told = storage_error(error, "a file of the pad", "redact")
        raise StorageError(hush(told.message), hush(told.remedy)) from None
    except ParseError as error:
        problems = tuple(problem._replace(message=hush(problem.message)) for problem in error.problems)
        raise ParseError(problems, code=error.code) from None
    except ScratchpadError as error:
        kind = next(
            (kind for kind in (LockError, StorageError, InputError) if isinstance(error, kind)), InputError
        )
        raise kind(hush(error.message), hush(error.remedy), code=error.code) from None


def _attempt(store: PadStore, words: Words, done: dict[str, int]) -> tuple[str, ...]:
    """One run from the files as they are now; what a person has to know. `done` gets the places of each file.

    Raises:
        Moved: another program replaced a file; what was done stands.
    """
    _put_in_order(store)
    late.wash(store.paths.pad, lambda data: washed(words, data))
    with store.open_pad() as held:
        newest = settle(store.paths, held)
    found = survey(store, words)
    run = Run(store, words, found, newest, done)
    try:
        run.go()
    except OSError as error:
        told = storage_error(error, store.paths.named, "write")
        raise StorageError(
            f"{told.message}, so that the text may still stand somewhere",
            f"{told.remedy}; the same redaction again completes what was begun",
        ) from error
    return found.notes


def _put_in_order(store: PadStore) -> None:
    """Makes the pad one that its newest version has, as any writer does."""
    from scratchpad_tui.core.pad.actions import record_external, recover

    recover(store)
    record_external(store)
