"""Profiles that the settings define: read and judged."""

from __future__ import annotations

import re

from scratchpad_tui.core.config.check import nearest
from scratchpad_tui.core.config.layer import shown
from scratchpad_tui.core.config.table import BUILT_IN, SectionTable
from scratchpad_tui.core.text import hidden

KEYS = SectionTable._fields
MOST_SECTIONS = 40
LONGEST_NAME = 60
"""In characters."""
LARGEST_CAP = 1_000_000
"""In characters."""
_PROFILE_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")


def read_profiles(tables: object) -> tuple[dict[str, tuple[SectionTable, ...]], list[str]]:
    """The profiles without a fault, by name, and the faults of the others, each a sentence."""
    if not isinstance(tables, dict):
        return {}, ["profiles is a table: write [[profiles.NAME.sections]] for each section"]
    profiles: dict[str, tuple[SectionTable, ...]] = {}
    faults: list[str] = []
    for name, table in tables.items():
        sections, wrong = _profile(name, table)
        faults += [f"profiles.{name}: {fault}" for fault in wrong]
        if not wrong:
            profiles[name] = sections
    return profiles, faults


def _profile(name: str, table: object) -> tuple[tuple[SectionTable, ...], list[str]]:
    faults = []
    if name in BUILT_IN:
        faults.append("this profile is built in; give yours another name")
    elif not _PROFILE_NAME.fullmatch(name):
        faults.append("the name of a profile is small letters, digits, - and _, at most 40 characters")
    if not isinstance(table, dict):
        return (), [*faults, "a profile is a table: write [[profiles.NAME.sections]] for each section"]
    faults += [_unknown(key, ("sections",)) for key in table if key != "sections"]
    rows = table.get("sections")
    if not isinstance(rows, list) or not rows:
        return (), [*faults, f"it needs its sections: write [[profiles.{name}.sections]] for each"]
    if len(rows) > MOST_SECTIONS:
        faults.append(f"it has {len(rows)} sections; at most {MOST_SECTIONS} are useful")
    sections: list[SectionTable] = []
    for number, row in enumerate(rows, 1):
        found: list[str] = []
        section = _section(row, found)
        faults += [f"section {number}: {fault}" for fault in found]
        sections.append(section)
    return tuple(sections), faults + _repeated(sections)


def _section(row: object, faults: list[str]) -> SectionTable:
    """The section that the table describes; what is wrong with it is added to the faults."""
    if not isinstance(row, dict):
        faults.append(f"it must be a table with name and cap, not {shown(row)}")
        return SectionTable("", 1)
    faults += [_unknown(key, KEYS) for key in row if key not in KEYS]
    section = SectionTable(
        name=_name("name", row.get("name"), faults),
        cap=_cap(row.get("cap"), faults),
        purpose=_purpose(row.get("purpose", ""), faults),
        numbered=_flag("numbered", row, faults),
        aliases=_aliases(row.get("aliases", []), faults),
        protected=_flag("protected", row, faults),
        keyed=_flag("keyed", row, faults),
        proven=_flag("proven", row, faults),
    )
    if section.proven and not section.keyed:
        faults.append("proven needs keyed = true: evidence is asked of entries with keys")
    if section.keyed and section.numbered:
        faults.append("keyed and numbered exclude each other")
    return section


def _cap(value: object, faults: list[str]) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= LARGEST_CAP:
        return value
    faults.append(f"cap must be a whole number from 1 to {LARGEST_CAP}, {_not(value)}")
    return 1


def _purpose(value: object, faults: list[str]) -> str:
    if isinstance(value, str) and _is_one_line(value):
        return value
    faults.append(f"purpose must be a text of one line, {_not(value)}")
    return ""


def _flag(key: str, row: dict[str, object], faults: list[str]) -> bool:
    value = row.get(key, False)
    if isinstance(value, bool):
        return value
    faults.append(f"{key} must be true or false, {_not(value)}")
    return False


def _aliases(value: object, faults: list[str]) -> tuple[str, ...]:
    if isinstance(value, list):
        return tuple(_name("an alias", alias, faults) for alias in value)
    faults.append(f"aliases must be a list of texts, {_not(value)}")
    return ()


def _name(what: str, value: object, faults: list[str]) -> str:
    """The name where it can stand in a heading and be found there again."""
    if not isinstance(value, str) or not value.strip():
        faults.append(f"{what} must be a text, {_not(value)}")
        return ""
    if value != value.strip() or not _is_one_line(value):
        faults.append(f"{what} {shown(value)} must be one line without outer blanks or hidden characters")
    elif len(value) > LONGEST_NAME:
        faults.append(f"{what} {shown(value)} is longer than {LONGEST_NAME} characters")
    elif value.startswith("#") or value.endswith("#") or "##" in value or "<!--" in value:
        faults.append(f"{what} {shown(value)} must not begin or end with #, nor hold ## or <!--")
    elif value[0].islower():
        faults.append(f"{what} {shown(value)} must begin with a capital letter")
    return value


def _is_one_line(text: str) -> bool:
    """Whether the text has no line end, no tab and nothing hidden, joiners of its own script aside."""
    return not set("\n\r\t") & set(text) and all(item.joiner for item in hidden(text))


def _repeated(sections: list[SectionTable]) -> list[str]:
    seen: set[str] = set()
    faults = []
    for section in sections:
        for name in (section.name, *section.aliases):
            if name and name.casefold() in seen:
                faults.append(f'"{name}" names two sections; letter case makes no difference')
            seen.add(name.casefold())
    return faults


def _unknown(key: str, known: tuple[str, ...]) -> str:
    near = nearest(key, known)
    return f"{key} is not known here" + (
        f"; did you mean {near}?" if near else f"; known: {', '.join(known)}"
    )


def _not(value: object) -> str:
    return "which is missing" if value is None else f"not {shown(value)}"
