"""Which pad a command is about, and its store."""

from __future__ import annotations

import os

from scratchpad_tui.cli import output
from scratchpad_tui.core.errors import UsageError
from scratchpad_tui.core.pad.discover import Found, discover

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace

    from scratchpad_tui.core.pad.schema import Profile
    from scratchpad_tui.core.pad.store import PadStore, Reading


def locate(named: str | None, folder: str | None = None) -> Found:
    """The pad that is named, else the one that discovery finds from a folder (the current one) upward.

    Raises:
        UsageError: the name is empty.
    """
    if named is None:
        return discover(folder or os.getcwd(), os.path.expanduser("~"), os.environ)
    if not named:
        raise UsageError("--pad is empty", "give the path of a pad, or leave the option out")
    return Found(os.path.abspath(named), "--pad")


def open_store(args: Namespace) -> PadStore:
    """The store of the pad that the command line names; faults in its settings are told."""
    return open_path(locate(args.pad).path, args.profile)


def open_path(path: str, profile: str | None) -> PadStore:
    """The store of the pad at a path; faults in its settings are told."""
    from scratchpad_tui.core.pad.store import PadStore

    store = PadStore(path, profile=profile)
    output.warnings(store.settings.faults)
    return store


def told(reading: Reading) -> int:
    """Tells on standard error why what was read is not the file as it stands, and gives the exit code."""
    if reading.notice:
        output.message(reading.notice)
    return output.REFUSED if reading.state in ("broken", "conflict") else output.DONE


def section_names(profile: Profile, wanted: str | None) -> tuple[str, ...]:
    """The names of the wanted section, or of all.

    Raises:
        UsageError: the profile has no such section.
    """
    if wanted is None:
        return profile.names
    section = profile.find(wanted)
    if section is None:
        raise UsageError(f"there is no section {wanted!r}", f"use one of: {', '.join(profile.names)}")
    return (section.name,)
