"""Whether a pad's state survives: a fresh process rebuilds it from the file alone, and both are compared."""

from __future__ import annotations

from scratchpad_tui.core.audited.rebuilding import rebuilt, state_of
from scratchpad_tui.core.errors import InputError, Problem, StorageError
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.judge import FRESH, GONE
from scratchpad_tui.core.pad.records import digest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scratchpad_tui.core.audited.rebuilding import Rebuilt
    from scratchpad_tui.core.pad.store import PadStore, Reading

_TRIES = 5
"""How often both are read again because somebody wrote in between."""


class Survival(NamedTuple):
    """The verdict on a pad."""

    problems: tuple[Problem, ...]
    notice: str
    """A sentence about the pad as it stands that is no fault, else empty."""
    entries: int = 0
    sha256: str = ""
    """Of the file, as both processes read it; empty where there is no file."""
    version: int | None = None
    """The version that the file is; None where it is none."""

    @property
    def ok(self) -> bool:
        """Whether the state survives."""
        return not self.problems

    @property
    def is_there(self) -> bool:
        """Whether there was a pad to rebuild."""
        return bool(self.sha256)


def survival(store: PadStore) -> Survival:
    """Rebuilds the pad's state in a fresh process and compares; nothing is written.

    Raises:
        StorageError: the pad cannot be read, is being written all the time, or no process can be started.
    """
    for _ in range(_TRIES):
        reading = store.read()
        if reading.state == FRESH and not reading.problems:
            return Survival((), "")
        if reading.problems:
            return Survival(reading.problems, reading.notice)
        if reading.state == GONE or reading.data is None:
            message = (
                "there is no file to rebuild the state from; the next write restores it from the history"
            )
            return Survival((Problem(1, 1, "gone", message),), reading.notice)
        try:
            other = rebuilt(store.paths.named, reading.document.profile.name)
        except InputError as error:
            if store.data_or_none() == reading.data:
                return Survival((Problem(1, 1, "not-rebuilt", str(error)),), "")
            continue
        if other.sha256 == digest(reading.data):
            return _compared(store, reading, other)
    raise StorageError("the pad is being changed faster than it can be compared", "try again")


def _compared(store: PadStore, reading: Reading, other: Rebuilt) -> Survival:
    assert reading.data is not None  # it was rebuilt
    mine = state_of(reading.document)
    problems = [
        Problem(
            reading.document.heading_line(name),
            1,
            "not-rebuilt",
            f"{name} is not the same when a fresh process rebuilds it from the file",
        )
        for name in mine
        if other.sections.get(name) != mine[name]
    ]
    version = reading.version if store.history.holds(reading.version, reading.data) else None
    notice = ""
    if version is None and reading.version:
        notice = f"the pad has an edit that no version has yet; the newest is version {reading.version}"
    count = sum(len(reading.document.entries(name)) for name in reading.document.profile.names)
    return Survival(tuple(problems), notice, count, other.sha256, version)
