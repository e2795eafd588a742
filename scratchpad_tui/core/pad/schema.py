"""Profiles as data: which sections a pad has, their caps and purposes, and which profile a pad is of."""

from __future__ import annotations

from scratchpad_tui.core.named_tuple import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

UNKNOWN = "unknown"
"""The name of a profile that was guessed from a pad's headings, for reading alone."""
UNKNOWN_CAP = 1_000_000_000
EMPTY_MARK = "_(empty)_"
"""Stands in a section without entries; never content."""


class Section(NamedTuple):
    """One section of a profile."""

    name: str
    cap: int
    """In characters; going over it is a warning, never a truncation."""
    purpose: str
    """Goes into the prompt, so that the agent knows what belongs here."""
    numbered: bool = False
    """Entries are `N. [ ] text` and can be ticked."""
    aliases: tuple[str, ...] = ()
    """Other spellings of the heading."""
    protected: bool = False
    """No patch may touch it."""
    sealed: bool = False
    """Nothing of ours writes it but a promotion that a person confirmed by its id."""
    tags: tuple[str, ...] = ()
    """The tags that its entries may have: each is a note, with a time and a tag. None: plain entries."""
    keyed: bool = False
    """Entries are audited ones: `- text [src:SOURCE @ DATE] {#key}`, one a key."""
    proven: bool = False
    """An entry stands here only with its evidence."""


class Profile(NamedTuple):
    """A named set of sections in their order."""

    name: str
    sections: tuple[Section, ...]
    open_ended: bool = False
    """Text above the first heading, and sections of other names after the known ones, are allowed and kept."""
    strict_recovery: bool = False
    """A broken file is an error that moves and writes nothing."""

    def find(self, name: str) -> Section | None:
        """The section of that name or alias, whatever its letter case, or None."""
        return self.by_name().get(fold(name))

    def by_name(self) -> dict[str, Section]:
        """Every accepted name, folded, with its section."""
        return {fold(name): section for section in self.sections for name in (section.name, *section.aliases)}

    @property
    def names(self) -> tuple[str, ...]:
        """The sections' names in order."""
        return tuple(section.name for section in self.sections)

    @property
    def is_keyed(self) -> bool:
        """Whether it has sections of audited entries, which are found and merged by their keys."""
        return any(section.keyed for section in self.sections)


def note_section(profile: Profile) -> Section | None:
    """The profile's section of notes, None where it has none."""
    return next((section for section in profile.sections if section.tags), None)


def fold(name: str) -> str:
    """The form under which names of sections are compared: no letter case, no outer blanks."""
    return name.strip().casefold()


TASK = Profile(
    "task",
    (
        Section("Task", 300, "What we are trying to do. Rarely changes."),
        Section("Plan", 800, "Numbered steps. Tick with [x] as they complete.", numbered=True),
        Section("Findings", 1500, "What we learned. One line each, with a source."),
        Section("Ruled out", 600, "What we tried that did not work, and why. Prevents re-trying."),
        Section("Open questions", 400, "What we still need to know."),
        Section("Next", 200, "The single next action. One line."),
    ),
)

SESSION = Profile(
    "session",
    (
        Section(
            "Scratch",
            8000,
            "Notes of this session, one a line with time and tag.",
            aliases=("Scratch (session)", "Scratch Notes"),
            tags=("observed", "hypothesis", "decided"),
        ),
        Section(
            "Episodic",
            4000,
            "What earlier sessions left behind, accepted by a person.",
            aliases=("Episodic Log",),
            protected=True,
        ),
        Section(
            "Durable",
            4000,
            "Facts that hold until a person changes them.",
            aliases=("Durable Facts",),
            protected=True,
            sealed=True,
        ),
    ),
    open_ended=True,
)

AUDITED = Profile(
    "audited",
    (
        Section("Hypotheses", 1000, "What may be true and is not yet shown.", keyed=True),
        Section("Decisions", 2000, "What was decided, each with source and date.", keyed=True, proven=True),
        Section(
            "Findings", 3000, "What was shown to be true, each with source and date.", keyed=True, proven=True
        ),
        Section("Open", 1000, "What is still to be done or known.", keyed=True),
    ),
    strict_recovery=True,
)

PROFILES: dict[str, Profile] = {profile.name: profile for profile in (TASK, SESSION, AUDITED)}


def covering_profile(headings: Iterable[str], defined: Mapping[str, Profile] = PROFILES) -> Profile | None:
    """The one profile whose names cover every heading; None where none or several do, or there is no heading."""
    wanted = {fold(heading) for heading in headings}
    found = [profile for profile in defined.values() if wanted <= profile.by_name().keys()]
    return found[0] if wanted and len(found) == 1 else None


def with_tags(profile: Profile, more: Iterable[str]) -> Profile:
    """The profile with more tags for its notes."""
    added = tuple(more)
    return profile._replace(
        sections=tuple(
            section._replace(tags=tuple(dict.fromkeys((*section.tags, *added)))) if section.tags else section
            for section in profile.sections
        )
    )


def profile_by_file_name(file_name: str, defined: Mapping[str, Profile] = PROFILES) -> Profile:
    """The profile of a pad that does not tell its own."""
    return defined["session" if file_name == "MEMORY-STATE.md" else "task"]


def prompt_block(profile: Profile = TASK) -> str:
    """The section contract for a prompt: each section with its cap in characters and its purpose."""
    lines = ["Your scratchpad has these sections. Keep each one within its purpose and its size:"]
    return "\n".join([*lines, *map(_contract_line, profile.sections)])


def _contract_line(section: Section) -> str:
    size = "" if section.cap == UNKNOWN_CAP else f" (max {section.cap} chars)"
    return f"- {section.name}{size}: {section.purpose}"
