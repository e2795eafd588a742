"""Remedies that the core carries out itself: what each would do, told before anybody is asked, and then done."""

from __future__ import annotations

import os
import stat

from scratchpad_tui.core.errors import InputError, UsageError
from scratchpad_tui.core.health.sign import counted
from scratchpad_tui.core.named_tuple import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from scratchpad_tui.core.health.sign import Sign
    from scratchpad_tui.core.pad.store import PadStore

_SHOWN = 20
"""Entries and files that a plan lists."""
_GONE = "look again: the sign may be gone"


class Plan(NamedTuple):
    """What a remedy would do."""

    question: str
    """A few words that end with a question mark."""
    lines: tuple[str, ...]
    """What changes, each as a line; it may hold text from the pad."""


class Done(NamedTuple):
    """What a remedy did."""

    words: str
    """A sentence."""
    version: int | None = None
    """The version that it made, where one can be taken back alone."""


def can_be_done(sign: Sign) -> bool:
    """Whether `plan` and `carry_out` know the sign."""
    return sign.code in _PLANS


def plan(store: PadStore, sign: Sign) -> Plan:
    """What the remedy of a sign would do now; nothing is written.

    Raises:
        InputError: there is nothing to do any more.
        StorageError: a file cannot be read.
    """
    return _PLANS[sign.code](store, sign)


def carry_out(store: PadStore, sign: Sign) -> Done:
    """Does it.

    Raises:
        InputError: there is nothing to do any more, or it cannot be done.
        StorageError: a file cannot be read or written.
    """
    return _ACTS[sign.code](store, sign)


def reread_settings(store: PadStore) -> None:
    """Takes the settings as they stand in their files now; a profile and a depth that somebody named stay."""
    from scratchpad_tui.core.config import load

    before = int(store.settings.value("history.depth"))
    try:
        store.take_settings(load(store.paths.named))
    except UsageError as error:  # the profile that was named is defined no more: the pad is read as before
        store.faults = list(dict.fromkeys((*store.faults, str(error))))
        return
    if store.depth == before:
        store.depth = int(store.settings.value("history.depth"))


# A secret


def _values(store: PadStore, sign: Sign) -> list[str]:
    """What the sign is about, as it stands there: it goes into no message."""
    from scratchpad_tui.core.health.held import beside, in_drafts, in_pad
    from scratchpad_tui.core.pad.redact_parts import parts_of

    places = (
        in_drafts(store)
        if sign.code == "draft-secret"
        else [*in_pad(store, store.read().document), *beside(store)]
    )
    found = [part for one in places if one.sentence == sign.subject for part in parts_of(one.value)]
    if not found:
        raise InputError("that secret stands there no more", _GONE)
    return list(dict.fromkeys(found))


def _plan_redact(store: PadStore, sign: Sign) -> Plan:
    from scratchpad_tui.core.pad.redact import redact

    lines = []
    notes: dict[str, None] = {}
    for value in _values(store, sign):
        found = redact(store, value, dry_run=True)
        lines += [f"{counted(file.places, 'place')} in {file.path}" for file in found.files[:_SHOWN]]
        lines += [f"and {len(found.files) - _SHOWN} files more"] if len(found.files) > _SHOWN else []
        notes.update(dict.fromkeys(found.notes))
    head = [
        f"{sign.subject}.",
        "It leaves the pad, every version and every file beside it; [redacted] stands there then. No undo brings it back.",
        "Make it invalid where it is valid: whoever read the pad has it.",
    ]
    if sign.code == "draft-secret":
        head.append("Where an editor is open with it, take it out there first: it would be kept again.")
    return Plan("Take the secret out everywhere?", (*head, *lines, *notes))


def _redact(store: PadStore, sign: Sign) -> Done:
    from scratchpad_tui.core.pad.redact import redact

    places = sum(redact(store, value).places for value in _values(store, sign))
    return Done(f"Took it out of {counted(places, 'place')}; make it invalid where it is valid")


# Entries that are done with


def _plan_tidy(store: PadStore, _sign: Sign) -> Plan:
    from scratchpad_tui.core.audited.tidy import tidy

    found = tidy(store, dry_run=True, actor="human")
    lines = [f"- {entry.section}: {entry.text}" for entry in (*found.closed, *found.collapsed)]
    if not lines:
        raise InputError("nothing closed or contradicted stands in the pad any more", _GONE)
    return Plan(f"Take {counted(len(lines), 'entry', 'entries')} out?", _listed(lines))


def _tidy(store: PadStore, _sign: Sign) -> Done:
    from scratchpad_tui.core.audited.tidy import tidy

    done = tidy(store, actor="human")
    count = len(done.closed) + len(done.collapsed)
    return Done(
        f"Took {counted(count, 'entry', 'entries')} out",
        done.outcome.version if done.outcome.changed else None,
    )


def _plan_archive(store: PadStore, _sign: Sign) -> Plan:
    from scratchpad_tui.core.session.archive import archive

    found = archive(store, dry_run=True)
    if not found.entries:
        raise InputError("no note is due any more", _GONE)
    where = ", ".join(found.files)
    count = counted(len(found.entries), "note")
    lines = [entry.partition("\n")[0] for entry in found.entries]
    return Plan(
        f"Move {count} to the archive?", (f"They go to {where}; nothing is deleted.", *_listed(lines))
    )


def _archive(store: PadStore, _sign: Sign) -> Done:
    from scratchpad_tui.core.session.archive import archive

    done = archive(store)
    return Done(f"Moved {counted(len(done.entries), 'note')} to the archive; {done.kept} stay")


def _listed(lines: list[str]) -> tuple[str, ...]:
    more = [f"and {len(lines) - _SHOWN} more"] if len(lines) > _SHOWN else []
    return (*lines[:_SHOWN], *more)


# Settings

_SETTINGS: dict[str, tuple[str, str | int]] = {
    "lock-off": ("lock.mode", "on"),
    "short-history": ("history.depth", 1000),
}
"""By code of a sign: the setting that helps, and its value."""


def _plan_setting(store: PadStore, sign: Sign) -> Plan:
    from scratchpad_tui.core.config import words
    from scratchpad_tui.core.config.change import place_of

    name, value = _SETTINGS[sign.code]
    path = place_of(store.settings, name, store.paths.settings)
    now = words(store.settings.value(name))
    return Plan(
        f"Set {name} to {value}?",
        (f"It is {now} now, from {store.settings.origin(name)}.", f"{path} gets it; all else there stays."),
    )


def _set(store: PadStore, sign: Sign) -> Done:
    from scratchpad_tui.core.config.change import place_of
    from scratchpad_tui.core.health.settings_file import put_setting

    name, value = _SETTINGS[sign.code]
    put_setting(place_of(store.settings, name, store.paths.settings), name, value)
    reread_settings(store)
    return Done(f"Set {name} to {value}")


# Rights


def _plan_close(store: PadStore, sign: Sign) -> Plan:
    return Plan(
        "Let nobody else write?",
        tuple(f"{path}: others lose the right to write" for path in _open_places(store, sign)),
    )


def _close(store: PadStore, sign: Sign) -> Done:
    from scratchpad_tui.core.pad.io import storage_error

    paths = _open_places(store, sign)
    for path in paths:
        try:
            os.chmod(path, stat.S_IMODE(os.stat(path).st_mode) & ~stat.S_IWOTH)
        except OSError as error:
            raise storage_error(error, path, "change the rights of") from error
    return Done(f"Only you and your group may write {' and '.join(paths)} now")


def _open_places(store: PadStore, _sign: Sign) -> list[str]:
    from scratchpad_tui.core.health.place import open_places

    found = open_places(store)
    if not found:
        raise InputError("nobody else may write there any more", _GONE)
    return found


_PLANS: dict[str, Callable[[PadStore, Sign], Plan]] = {
    "secret": _plan_redact,
    "draft-secret": _plan_redact,
    "untidy": _plan_tidy,
    "expired": _plan_archive,
    "writable": _plan_close,
    **dict.fromkeys(_SETTINGS, _plan_setting),
}
_ACTS: dict[str, Callable[[PadStore, Sign], Done]] = {
    "secret": _redact,
    "draft-secret": _redact,
    "untidy": _tidy,
    "expired": _archive,
    "writable": _close,
    **dict.fromkeys(_SETTINGS, _set),
}
