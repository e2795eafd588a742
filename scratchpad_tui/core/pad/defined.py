"""The profiles that a pad may have, built-in or defined in its settings, and which of them its bytes are of."""

from __future__ import annotations

import os

from scratchpad_tui.core.errors import InputError, UsageError
from scratchpad_tui.core.pad.fit import Choice, headings
from scratchpad_tui.core.pad.scan import heading_name
from scratchpad_tui.core.pad.schema import (
    PROFILES,
    Profile,
    Section,
    covering_profile,
    profile_by_file_name,
    with_tags,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scratchpad_tui.core.config import Settings
    from scratchpad_tui.core.pad.document import Document
    from scratchpad_tui.core.pad.history import History
    from scratchpad_tui.core.pad.paths import PadPaths

_LOOKED_BACK = 20
"""Versions that are asked for the profile of a pad whose headings do not tell it."""


class Profiles:
    """The profiles of one pad's settings, and the choice among them.

    Raises:
        UsageError: the caller names one that there is not.
    """

    def __init__(self, settings: Settings, named: str | None) -> None:
        self._defined, self.faults = known_profiles(settings)
        self._named = named or str(settings.value("profile") or "")
        self._is_callers = bool(named)
        self._origin = "--profile" if named else settings.origin("profile")
        self._known: tuple[bytes | None, Profile] = (None, PROFILES["task"])
        if named and named not in self._defined:
            from scratchpad_tui.core.config.check import nearest

            near = nearest(named, self._defined)
            meant = f", perhaps {near} is meant" if near else ""
            raise UsageError(
                f'there is no profile "{named}"{meant}', f"use one of: {', '.join(self._defined)}"
            )

    def renewed(self, settings: Settings) -> Profiles:
        """Those of other settings; a profile that the caller named stays named.

        Raises:
            UsageError: it is not among them.
        """
        return Profiles(settings, self._named if self._is_callers else None)

    def told_by(self, data: bytes | None, history: History) -> str:
        """What tells the profile of these bytes, as words: `by the pad's headings`, or where it is named."""
        if self._named:
            return self._origin
        if covering_profile(headings(data), self._defined) is not None:
            return "by the pad's headings"
        return "by the pad's history" if self._of_versions(history) else "by the file's name"

    def of(self, data: bytes | None, paths: PadPaths, history: History) -> Profile:
        """The profile of these bytes of the pad: by name, headings or file name."""
        if self._named:
            return self._defined[self._named]
        if data is not None and data == self._known[0]:
            return self._known[1]
        profile = covering_profile(headings(data), self._defined)
        if profile is not None:
            self._known = (data, profile)
            return profile
        # What the history and the file's name tell holds for this look alone: another one may find others.
        return self._of_versions(history) or profile_by_file_name(
            os.path.basename(paths.named), self._defined
        )

    def _of_versions(self, history: History) -> Profile | None:
        """The profile that the newest version tells which tells one: a hand may have left headings of several."""
        newest = history.newest()
        for number in range(newest, max(0, newest - _LOOKED_BACK), -1):
            try:
                profile = covering_profile(headings(history.read(number)), self._defined)
            except InputError:  # a gap in the numbers
                continue
            if profile is not None:
                return profile
        return None

    def choice(self, profile: Profile, settings: Settings) -> Choice:
        """The profile, and what its choice rests on."""
        origin = self._origin if self._named else ""
        hidden = settings.hides_profile and not self._is_callers
        return Choice(profile, self._defined, origin, settings.profile_fault, hidden)

    def know(self, data: bytes, document: Document) -> None:
        """Remembers the profile of bytes that are the pad's next, so that they are not scanned for it.

        Only where their headings tell it: else it is for the history to tell, at each look.
        """
        names = [heading_name(one.heading.text) or "" for one in document.segments if one.heading]
        if covering_profile(names, self._defined) is document.profile:
            self._known = (data, document.profile)


def known_profiles(settings: Settings) -> tuple[dict[str, Profile], list[str]]:
    """Every profile by its name, and a sentence for what the settings name as a tag and is none."""
    found = {**PROFILES, **_defined(settings)}
    text = settings.text("session.tags")
    if not text:
        return found, []
    from scratchpad_tui.core.pad.notes import tag_names

    good, bad = tag_names(text)
    if good:
        found["session"] = with_tags(PROFILES["session"], good)
    words = ", ".join(bad)
    return found, [f"session.tags: a tag is small letters, digits and -, not {words}"] if bad else []


def _defined(settings: Settings) -> dict[str, Profile]:
    return {
        name: Profile(
            name,
            tuple(
                Section(
                    table.name,
                    table.cap,
                    table.purpose,
                    table.numbered,
                    tuple(table.aliases),
                    table.protected,
                    keyed=table.keyed,
                    proven=table.proven,
                )
                for table in tables
            ),
            strict_recovery=any(table.keyed for table in tables),
        )
        for name, tables in settings.profiles.items()
    }
