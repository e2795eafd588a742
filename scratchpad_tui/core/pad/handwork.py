"""What changed by hand since an agent's prompt carried the pad last: told to it once."""

from __future__ import annotations

from scratchpad_tui.core.errors import InputError, StorageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from scratchpad_tui.core.pad.state import State
    from scratchpad_tui.core.pad.store import PadStore, Reading
    from scratchpad_tui.core.pad.view import VersionInfo


def told_by_hand(store: PadStore, reading: Reading, state: State, session: str | None) -> list[str]:
    """A sentence on what a person changed and one on what came from outside; none for a session's first prompt."""
    seen = state.seen.get(session) if session else None
    if seen is None or reading.state != "good":
        return []
    since, ahead = int(seen["version"]), ahead_of_history(store, reading)
    if reading.version <= since and not ahead:
        return []
    from scratchpad_tui.core.pad.recent import recent  # most prompts need none of it

    newer = recent(store.paths.journal, since + 1, since).versions.values() if reading.version > since else ()
    by_person = _sections(info for info in newer if info.by == "human")
    outside = _sections(info for info in newer if is_news(store, info, str(seen.get("ahead", ""))))
    if ahead and ahead != seen.get("ahead"):
        outside |= set(unrecorded_sections(store, reading))
    names = reading.document.profile.names
    told = []
    if by_person:
        told.append(
            f"A person changed {_listed(names, by_person)} since you read the pad last; what stands there now counts."
        )
    if outside - by_person:
        words = _listed(names, outside - by_person)
        told.append(
            f"{words} changed outside of patches since you read the pad last; what stands there now counts."
        )
    return told


def ahead_of_history(store: PadStore, reading: Reading) -> str:
    """The hash of a good pad that holds an edit which no version has; empty where there is none."""
    if reading.state != "good" or reading.data is None:
        return ""
    if not reading.version:
        return _digest(reading.data) if reading.document.has_text else ""
    try:
        recorded = store.history.holds(reading.version, reading.data)
    except StorageError:
        return ""
    return "" if recorded else _digest(reading.data)


def is_news(store: PadStore, info: VersionInfo, ahead: str) -> bool:
    """Whether the version came from outside, and its text was not in the prompt before it was a version."""
    if info.actor != "external":
        return False
    try:
        return not ahead or _digest(store.history.read(info.version)) != ahead
    except (InputError, StorageError):
        return True


def _digest(data: bytes) -> str:
    from scratchpad_tui.core.pad.records import digest

    return digest(data)


def unrecorded_sections(store: PadStore, reading: Reading) -> list[str]:
    """The sections in which the pad differs from its newest version."""
    from scratchpad_tui.core.pad.diff import changed_sections

    try:
        return changed_sections(store.document_of(reading.version), reading.document)
    except (InputError, StorageError):
        return []


def _sections(versions: Iterable[VersionInfo]) -> set[str]:
    return {section for info in versions for section in info.sections}


def _listed(names: Iterable[str], chosen: set[str]) -> str:
    return ", ".join(name for name in names if name in chosen) or ", ".join(sorted(chosen))
