"""Sealed sections: no change of ours touches a byte of them, but for a promotion that a person confirmed."""

from __future__ import annotations

from scratchpad_tui.core.errors import InputError
from scratchpad_tui.core.pad.judge import FRESH, GOOD

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scratchpad_tui.core.pad.document import Document
    from scratchpad_tui.core.pad.in_hand import Made
    from scratchpad_tui.core.pad.judge import Judged
    from scratchpad_tui.core.pad.lines import Line
    from scratchpad_tui.core.pad.schema import Profile

SEALED = "protected-section"
"""The code of the refusal."""


def sealed_error(name: str) -> InputError:
    """The refusal of a sealed section, with the ways into it."""
    return InputError(
        f"{name} is written by promote --durable alone",
        "promote an accepted entry, or change the file in your own editor, outside of this program",
        code=SEALED,
    )


def refuse_edit(profile: Profile, section: str) -> None:
    """Refuses an edit of a sealed section, before anything is typed for it.

    Raises:
        InputError: it is one.
    """
    found = profile.find(section)
    if found is not None and found.sealed:
        raise sealed_error(found.name)


def refuse_sealed(judged: Judged, made: Made) -> None:
    """Refuses a change that would touch a sealed section of a pad that parses.

    A pad that does not parse is a person's to mend, whatever they mend in it: its bytes are kept in quarantine.

    Raises:
        InputError: it would (code `protected-section`); nothing is written.
    """
    sealed = [section.name for section in judged.document.profile.sections if section.sealed]
    if not sealed or made.unseals or judged.state not in (GOOD, FRESH) or made.document is judged.document:
        return
    before = judged.document.completed()
    for name in sealed:
        if _bytes_of(before, name) != _bytes_of(made.document.completed(), name):
            raise sealed_error(name)


def _bytes_of(document: Document, name: str) -> tuple[Line | None, list[Line], bool]:
    """A section's heading and lines, and whether the file's last line, where it is one of them, has an end."""
    segment = next(one for one in document.segments if one.name == name)
    is_last = segment is document.segments[-1]
    return segment.heading, segment.body, document.final_newline or not is_last
