"""What a call of `record` asks for, judged before any pad is looked at."""

from __future__ import annotations

import unicodedata

from scratchpad_tui.core.errors import InputError
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.evidence import CLOSED, LONGEST_KEY, is_day, is_key, log_key
from scratchpad_tui.core.pad.finding_log import role_section
from scratchpad_tui.core.pad.raw_text import raw_fault
from scratchpad_tui.core.secrets.quoting import brief

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.core.pad.schema import Profile, Section

HYPOTHESES, OPEN = "Hypotheses", "Open"
"""More sections that have a part of their own: guesses, and what is to do."""
KEY_MARK, EVIDENCE_MARK = "{#", "[src:"
_HIDDEN = ("Cc", "Cs", "Zl", "Zp")


class Asked(NamedTuple):
    """One upsert as it is asked for."""

    section: str
    """By the profile's name for it, once it is judged."""
    key: str
    text: str | None
    """None: the text of the hypothesis that it comes from."""
    source: str | None = None
    date: str | None = None
    """None: the clock's day, or the one that stands there where nothing else changes."""
    contradicts: tuple[str, ...] = ()
    closes: tuple[str, ...] = ()
    from_hypothesis: str | None = None

    @property
    def words(self) -> dict[str, str]:
        """Every text of it by the name that a refusal calls it by."""
        return {
            "the section": self.section,
            "the key": self.key,
            "the text": self.text or "",
            "the source": self.source or "",
            "the date": self.date or "",
            "a key that it names": "\n".join((*self.contradicts, *self.closes, self.from_hypothesis or "")),
        }


def judged(asked: Asked, profile: Profile) -> Asked:
    """The same with the section's own name and without outer blanks.

    Raises:
        InputError: it cannot stand in a pad of this profile; its code names the rule.
    """
    section = keyed_section(profile, asked.section)
    check_key(asked.key)
    text = None if asked.text is None else one_line("the text", asked.text)
    source = None if asked.source is None else one_line("the source", asked.source)
    _check_text(text, from_hypothesis=asked.from_hypothesis)
    _check_source(source, asked.date)
    if section.proven and source is None:
        raise no_evidence(section.name, profile)
    _check_named(asked)
    if asked.from_hypothesis is not None and is_section(section.name, HYPOTHESES, profile):
        raise InputError(
            "an entry that comes from a hypothesis stands in another section",
            "name Findings or Decisions",
            code="same-section",
        )
    return asked._replace(section=section.name, text=text, source=source)


def keyed_section(profile: Profile, name: str) -> Section:
    """The audited section of that name or alias, whatever its letter case.

    Raises:
        InputError: the profile has none (code `no-keyed-sections`), or none of that name.
    """
    keyed = refuse_unkeyed(profile)
    section = profile.find(name)
    if section is None or not section.keyed:
        raise InputError(
            f'there is no section "{brief(name, 60)}"',
            f"use one of: {', '.join(keyed)}",
            code="unknown-section",
        )
    return section


def refuse_unkeyed(profile: Profile) -> list[str]:
    """The names of the profile's audited sections.

    Raises:
        InputError: it has none (code `no-keyed-sections`).
    """
    keyed = [section.name for section in profile.sections if section.keyed]
    if not keyed:
        raise InputError(
            f"a pad of the profile {profile.name} has no entries with keys",
            "send patches with `apply`, or make an audited pad with `init --profile audited`",
            code="no-keyed-sections",
        )
    return keyed


def is_section(name: str, role: str, profile: Profile) -> bool:
    """Whether the section is the profile's one of that role."""
    return name == role_section(role, profile)


def no_evidence(section: str, profile: Profile) -> InputError:
    """An entry without evidence is refused where every entry has one."""
    free = [other.name for other in profile.sections if other.keyed and not other.proven]
    elsewhere = f", or record it in {' or '.join(free)}" if free else ""
    return InputError(
        f"an entry of {section} needs its evidence", f"give --source{elsewhere}", code="no-evidence"
    )


def check_key(key: str) -> None:
    """Refuses what is no key, or one that a line about a changed finding has.

    Raises:
        InputError: code `bad-key` or `log-key`.
    """
    if not is_key(key):
        raise InputError(
            f'"{brief(key, 80)}" is no key',
            f"use small letters, digits and single dashes between words, at most {LONGEST_KEY} characters",
            code="bad-key",
        )
    if log_key(key):
        raise InputError(
            f'"{key}" is a key of the lines that tell of a changed finding',
            "give a key that does not end in -changed-N",
            code="log-key",
        )


def one_line(what: str, text: str) -> str:
    """The text without outer blanks.

    Raises:
        InputError: it is empty, has several lines, or holds what would be read as a key or evidence.
    """
    said = text.strip()
    if not said:
        raise InputError(f"{what} is empty", "give one line", code="empty-content")
    fault = raw_fault(text)
    if fault:
        raise InputError(f"{what} {fault.message}", fault.remedy, code=fault.rule)
    if said.startswith("<!--"):
        raise InputError(
            f"{what} begins with <!--, which hides it", "say it in other words", code="mark-inside"
        )
    if "\n" in said or "\r" in said:
        raise InputError(
            f"{what} has several lines",
            "write one sentence, and each further one as an entry",
            code="several-lines",
        )
    for index, character in enumerate(said):
        if unicodedata.category(character) in _HIDDEN:
            code = f"U+{ord(character):04X}"
            raise InputError(
                f"{what} holds the control character {code} at {index}",
                "leave it out",
                code="control-character",
            )
    for mark, name in ((KEY_MARK, "the mark of a key"), (EVIDENCE_MARK, "the mark of evidence")):
        if mark in said.lower():
            raise InputError(f"{what} holds {mark}, {name}", "say it in other words", code="mark-inside")
    return said


def _check_text(text: str | None, *, from_hypothesis: str | None) -> None:
    if text is None:
        if from_hypothesis is None:
            raise InputError("an entry needs a text", "give one line", code="empty-content")
        return
    if text.endswith(CLOSED):
        raise InputError(
            f"the text ends with {CLOSED}, which marks an entry that is done with",
            "leave it out; --closes KEY sets the mark",
            code="closed-mark",
        )


def _check_source(source: str | None, date: str | None) -> None:
    if source is None:
        if date is not None:
            raise InputError("a date without a source is no evidence", "give --source too", code="date-alone")
        return
    if not _is_balanced(source):
        raise InputError(
            "the source has a square bracket without its partner", "leave it out", code="bracket-alone"
        )
    if date is not None and not is_day(date):
        raise InputError(f'there is no day "{brief(date, 40)}"', "write it as 2026-07-20", code="bad-date")


def _is_balanced(text: str) -> bool:
    depth = 0
    for character in text:
        depth += (character == "[") - (character == "]")
        if depth < 0:
            return False
    return depth == 0


def _check_named(asked: Asked) -> None:
    for key in (
        *asked.contradicts,
        *asked.closes,
        *([] if asked.from_hypothesis is None else [asked.from_hypothesis]),
    ):
        if not is_key(key):
            raise InputError(f'"{brief(key, 80)}" is no key', "name an entry by its key", code="bad-key")
    if asked.key in asked.contradicts:
        raise InputError(
            f"{asked.key} does not contradict itself",
            "record it with its new text, which tells of the old one",
            code="own-key",
        )
    if asked.key in asked.closes:
        raise InputError(
            f"{asked.key} does not close itself",
            "record what closes it under a key of its own",
            code="own-key",
        )


def near(key: str, keys: Sequence[str]) -> str:
    """Keys that may have been meant, as the second half of a sentence."""
    from difflib import get_close_matches

    found = get_close_matches(key, keys, 3)
    if found:
        return f"; perhaps {' or '.join(found)} is meant"
    return "" if keys else "; it has no entry with a key"
