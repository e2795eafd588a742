"""Signs in the entries: what `verify` finds wrong with audited entries, notes and a sealed section."""

from __future__ import annotations

from contextlib import suppress

from scratchpad_tui.core.config.key_table import bound_key
from scratchpad_tui.core.errors import ScratchpadError, StorageError
from scratchpad_tui.core.health.sign import WARNING, Sign, counted
from scratchpad_tui.core.pad.check import entry_problems
from scratchpad_tui.core.pad.standing import section_at, without_secrets

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from scratchpad_tui.core.errors import Problem
    from scratchpad_tui.core.health.facts import Facts

_ALL = "`verify` lists them all"


def _odd(facts: Facts) -> Iterator[Sign]:
    """Entries fail a check: one sign for all of them. Secrets, and a pad that does not parse, have signs of their own."""
    if facts.reading.state != "good":
        return
    entries, sealed = entry_problems(facts.document), _unsealed(facts)
    found = entries + sealed
    if not found:
        return
    first = found[0]
    section = section_at(facts.document, first.line)
    key = bound_key("edit.here", facts.store.settings.keys)
    remedy = f"mend line {first.line} with `{key}` in `watch`, or in your editor"
    if not entries:
        remedy = f"put {section} back in your editor, or end the session, which takes it as it is then"
    yield Sign(
        "odd-entries",
        WARNING,
        f"{counted(len(found), 'fault')} in the pad's entries, the first in line {first.line}: {_told(facts, first)}",
        f"{remedy}; {_ALL}",
        section if entries else "",
        line=first.line,
    )


def _unsealed(facts: Facts) -> list[Problem]:
    """What changed in the sealed section of a session's pad on no way that leads there."""
    if facts.document.profile.is_keyed:
        return []  # `verify` looks at the entries of an audited pad
    from scratchpad_tui.core.session.verify import unsealed

    with suppress(StorageError):  # a queue that cannot be read has a sign of its own
        return list(unsealed(facts.store, facts.document))
    return []


def _told(facts: Facts, problem: Problem) -> str:
    """What is wrong, without a secret that the line may hold."""
    try:
        return without_secrets(facts.store, problem.message)
    except ScratchpadError:
        return f"[{problem.code}]"  # the scan fails, which is told


ENTRY_CHECKS = (_odd,)
