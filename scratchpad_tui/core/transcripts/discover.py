"""Finds the transcripts that known agents keep of their sessions in a directory."""

from __future__ import annotations

import os
import stat

from scratchpad_tui.core.config.places import home_directory
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.transcripts import places, prompts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from scratchpad_tui.core.transcripts.places import Candidate

LISTED = 50
"""How many transcripts a list holds, the newest."""


class Found(NamedTuple):
    """One transcript."""

    agent: str
    """As its people call it: `Claude Code`."""
    path: str
    mtime: float
    size: int
    """In bytes."""
    session: str
    last_prompt: str
    """The beginning of what a person wrote last, as it stands in the file; empty where it was not found."""


def folders_of(pad: str) -> tuple[str, ...]:
    """The directories in which the agent of a pad may work: that which the pad is for, and the present one."""
    folder = os.path.dirname(os.path.abspath(pad))
    if os.path.basename(folder) == ".agent":
        folder = os.path.dirname(folder)
    try:
        return tuple(dict.fromkeys((folder, os.getcwd())))
    except OSError:
        return (folder,)


def transcripts_for(
    cwd: str, home: str | None = None, environ: Mapping[str, str] | None = None
) -> list[Found]:
    """The transcripts of sessions in this directory, newest first."""
    found = _newest_first(_candidates(cwd, home, environ))
    return [
        entry._replace(last_prompt=prompts.last_prompt(entry.path)) for entry in _of_here(found, cwd, LISTED)
    ]


def newest(cwd: str, home: str | None = None, environ: Mapping[str, str] | None = None) -> Found | None:
    """The transcript that grew last, without its prompt: cheap enough to ask every few seconds.

    A session that is resumed, forked or cleared goes on in the same file or in a new one; either is then the newest.
    """
    return next(iter(_of_here(_newest_first(_candidates(cwd, home, environ)), cwd, 1)), None)


def looked_in(cwd: str, home: str | None = None, environ: Mapping[str, str] | None = None) -> list[str]:
    """The folders in which a transcript of this directory would stand, whether they exist or not."""
    folders: dict[str, None] = {}
    for place in _places(cwd, home, environ):
        folders |= dict.fromkeys(place.folders)
    return list(folders)


def subagents_of(path: str) -> list[str]:
    """The files in which the subagents of this session are kept, sorted."""
    return places.subagents_of(path)


def _places(cwd: str, home: str | None, environ: Mapping[str, str] | None) -> Iterable[places.Place]:
    given = os.environ if environ is None else environ
    return places.places_for(names_of(cwd), home or home_directory(given), given)


def names_of(cwd: str) -> tuple[str, ...]:
    """The paths under which an agent may know this directory: as given, and without symbolic links."""
    absolute = os.path.abspath(cwd)
    return tuple(dict.fromkeys((absolute, os.path.realpath(absolute))))


def _candidates(cwd: str, home: str | None, environ: Mapping[str, str] | None) -> Iterable[Candidate]:
    for place in _places(cwd, home, environ):
        yield from place.candidates()


def _newest_first(candidates: Iterable[Candidate]) -> list[tuple[Found, Candidate]]:
    seen: set[tuple[int, int]] = set()
    found: list[tuple[Found, Candidate]] = []
    for candidate in candidates:
        try:
            state = os.stat(candidate.path)
        except OSError:
            continue  # gone since it was listed, or not to be read
        key = (state.st_dev, state.st_ino)
        if not stat.S_ISREG(state.st_mode) or not state.st_size or key in seen:
            continue
        seen.add(key)
        entry = Found(candidate.agent, candidate.path, state.st_mtime, state.st_size, candidate.session, "")
        found.append((entry, candidate))
    found.sort(key=lambda pair: (-pair[0].mtime, pair[0].path))
    return found


def _of_here(found: Iterable[tuple[Found, Candidate]], cwd: str, count: int) -> list[Found]:
    """The first so many that belong to this directory by what stands in them."""
    names = names_of(cwd)
    entries: list[Found] = []
    for entry, candidate in found:
        if candidate.belongs(names):
            entries.append(entry)
            if len(entries) == count:
                break
    return entries
