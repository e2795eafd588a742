"""Which pad a command is about, and its store."""

from __future__ import annotations

from scratchpad_tui.cli import output
from scratchpad_tui.core.errors import InputError, UsageError
from scratchpad_tui.core.pad.discover import discover

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace

    from scratchpad_tui.core.pad.discover import Found
    from scratchpad_tui.core.pad.schema import Profile
    from scratchpad_tui.core.pad.store import PadStore, Reading


def locate(named: str | None, *, tells: bool = True) -> Found:
    """The pad that is named, else the one that discovery finds; what is to be said of its place is told, unless not `tells`.

    Raises:
        UsageError: the name is empty.
        StorageError: the current directory is gone.
    """
    if named == "":
        raise UsageError("the pad's path is empty", "name a file, or leave it out")
    found = discover(named=named)
    return _noted(found) if tells else found


def locate_from(folder: str) -> Found:
    """The pad that discovery finds from a folder upward, whatever the environment names."""
    return _noted(discover(folder, env={}))


def _noted(found: Found) -> Found:
    output.warnings([found.note] if found.note else [])
    return found


def open_store(args: Namespace) -> PadStore:
    """The store of the pad that the command line names; faults in its settings are told."""
    return open_path(locate(args.pad).path, args.profile)


def open_path(path: str, profile: str | None, *, lasting: bool = False) -> PadStore:
    """The store of the pad at a path, in a process that ends at once unless `lasting`; faults in its settings are told.

    Raises:
        UsageError: there is no profile of that name.
    """
    from scratchpad_tui.core.pad.store import PadStore

    store = PadStore(path, profile=profile, lasting=lasting)
    output.faults(store.faults)
    return store


def session_of(args: Namespace, store: PadStore) -> str | None:
    """The label of the session that writes: as given, else that of the agent in whose shell this runs, where it is known."""
    if args.session or args.actor != "agent":
        return args.session or None
    from scratchpad_tui.agents.labels import calling_session

    return calling_session(store)


def told(reading: Reading) -> int:
    """Tells why what was read is not the file as it stands, where it is not, and gives the exit code."""
    if reading.notice:
        output.message(reading.notice)
    return output.REFUSED if reading.state in ("broken", "conflict", "wrong-profile") else output.DONE


def warn_of_journal(store: PadStore) -> None:
    """Tells why versions have no time and no author, where their journal cannot be read."""
    from scratchpad_tui.core.pad.journal import trouble

    output.warnings(filter(None, [trouble(store.paths.journal)]))


def section_names(profile: Profile, wanted: str | None) -> tuple[str, ...]:
    """The names of the wanted section, or of all.

    Raises:
        InputError: the profile has no such section.
    """
    if wanted is None:
        return profile.names
    section = profile.find(wanted)
    if section is None:
        names = ", ".join(profile.names)
        raise InputError(f'unknown section "{wanted}"', f"use one of: {names}", code="unknown-section")
    return (section.name,)
