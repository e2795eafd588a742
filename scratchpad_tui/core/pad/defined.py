"""The profiles that a pad may have: the built-in ones as its settings extend them, and those that they define."""

from __future__ import annotations

from scratchpad_tui.core.pad.schema import PROFILES, Profile, Section, with_tags

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scratchpad_tui.core.config import Settings


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
