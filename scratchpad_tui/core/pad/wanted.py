"""A filter over what happened to a pad: by text, section, actor and kind; the text looked for from the newest back."""

from __future__ import annotations

import re
from array import array

from scratchpad_tui.core.errors import InputError, ScratchpadError
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.author import ASKED, is_by
from scratchpad_tui.core.pad.lines import texts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from scratchpad_tui.core.pad.moments import Moment, Moments

KINDS = {
    "version": "version",
    "alarm": "alarm",
    "restored": "restore",
    "recovered": "recover",
    "archived": "archive",
    "external": "external",
    "event": "event",
    "refused": "refused",
    "quarantined": "quarantined",
    "compaction": "compaction",
    "warning": "warning",
    "redacted": "redacted",
}
"""What may stand behind `kind:`, and the word for it in the journal."""
_FIELDS = ("section", "actor", "kind", "turn")
_SAME = {"author": "actor"}
"""Other words for a field: the screens say author, the journal actor."""
_TOKEN = re.compile(r'(?:([A-Za-z]+):)?("[^"]*"?|\S+)')
_EXAMPLES = {"actor": ("agent", "you", "external"), "turn": ("57",)}
"""What may stand behind the fields that are not left empty."""


class Wanted(NamedTuple):
    """What a list is to be filtered by; all that is given must hold, of several of one field one."""

    text: str = ""
    """In a line that came or went, or in an event's message; letter case does not count."""
    sections: tuple[str, ...] = ()
    actors: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    turns: tuple[str, ...] = ()

    def admits(self, moment: Moment) -> bool:
        """Whether all but the text holds."""
        return (
            (not self.sections or any(name in moment.sections for name in self.sections))
            and (
                not self.actors
                or any(is_by(name, moment.actor.casefold(), moment.by) for name in self.actors)
            )
            and (not self.kinds or any(kind in kinds_of(moment) for kind in self.kinds))
            and (not self.turns or moment.turn in self.turns)
        )


def kinds_of(moment: Moment) -> tuple[str, ...]:
    """All kinds that a moment counts as."""
    if moment.is_event:
        return ("event", moment.kind)
    return ("version", moment.actor, *(["alarm"] if moment.alarms else []))


def read_wanted(words: str, sections: Sequence[str]) -> Wanted:
    """The filter that a person's words mean, such as `section:Findings author:agent kind:refused redis`.

    Raises:
        InputError: a section, an author or a kind is not known, or a field's name is misspelt.
    """
    found: dict[str, list[str]] = {name: [] for name in _FIELDS}
    text: list[str] = []
    for before, after in _TOKEN.findall(words):
        bare = not before and after.endswith(":")
        named, value = (after[:-1], "") if bare else (before, after)
        field, plain = _field(named), value.strip('"')
        if field not in _FIELDS:
            _raise_if_misspelt(named)
            text.append(f"{named}:{value}" if named or bare else plain)
        elif not plain and field in _EXAMPLES:
            *some, last = (f"{named.lower()}:{example}" for example in _EXAMPLES[field])
            such = f"{', '.join(some)} or {last}" if some else last
            raise InputError(f"nothing stands behind {named.lower()}:", f"such as {such}")
        elif field == "section":
            found[field].append(_known(plain, sections, "section"))
        elif field == "kind":
            found[field].append(KINDS[_known(plain, tuple(KINDS), "kind")])
        elif field == "turn":
            # `t57` is how a turn 57 is shown, and what an agent may call it itself.
            found[field] += dict.fromkeys((plain, plain.removeprefix("t")))
        else:
            exact = plain.casefold() in ASKED.values()
            found[field].append(
                plain.casefold() if exact else ASKED[_known(plain, tuple(ASKED), named.lower())]
            )
    return Wanted(" ".join(part for part in text if part), *(tuple(found[name]) for name in _FIELDS))


def _field(word: str) -> str:
    """The field that a word names; the word itself where it names none."""
    return _SAME.get(word.lower(), word.lower())


def _raise_if_misspelt(named: str) -> None:
    """Many texts have a colon (`connection: refused`); only what is nearly a field is taken for one."""
    meant = next((name for name in (*_SAME, *_FIELDS) if _is_slip(named.lower(), name)), "")
    if meant:
        raise InputError(
            f'there is no filter "{named}:"',
            f"write {meant}: for that, or put the words in quotes to look for the text",
        )


def _is_slip(word: str, name: str) -> bool:
    """Whether behind the same first letter one is missing, too many or another, or two neighbours are swapped."""
    same = next((at for at, (one, other) in enumerate(zip(word, name, strict=False)) if one != other), None)
    same = min(len(word), len(name)) if same is None else same
    rest, meant = word[same:], name[same:]
    swapped = meant[1:2] + meant[:1] + meant[2:]
    return same > 0 and (rest[1:] in (meant, meant[1:]) or rest in (meant[1:], swapped))


def _known(value: str, names: Sequence[str], what: str) -> str:
    """The name that begins so, whatever its letter case."""
    folded = value.casefold()
    begins = [name for name in names if name.casefold().startswith(folded)]
    same = [name for name in begins if name.casefold() == folded]
    if same or (folded and begins):
        return (same or begins)[0]
    fault = f'there is no {what} "{value}"' if value else f"nothing stands behind {what}:"
    raise InputError(fault, f"use one of: {', '.join(names)}")


class Search:
    """Goes through a list from its end back; it runs in a thread, and is looked at and stopped from another."""

    def __init__(
        self,
        moments: Moments,
        wanted: Wanted,
        read: Callable[[int], bytes],
        *,
        start: int = 0,
        count: Callable[[int], object] | None = None,
    ) -> None:
        """Looks at nothing yet.

        Args:
            moments: The list.
            wanted: What is looked for.
            read: The bytes of a version; 0 is the empty pad.
            start: The first place that is looked at.
            count: Fills in what the version at a place changed, where the journal does not say it.
        """
        self.total = len(moments) - start
        self.looked = 0
        self.ended = False
        self._moments = moments
        self._wanted = wanted
        self._read = read
        self._count = count
        self._found = array("L")
        self._stopped = False
        self._needle = wanted.text.casefold()
        self._held: tuple[int, tuple[str, ...]] = (-1, ())

    def run(self) -> Search:
        """Looks at all places, or until it is stopped."""
        last = len(self._moments) - 1
        for at in range(last, last - self.total, -1):
            if self._stopped:
                return self
            if self._wanted.sections and self._count is not None and self._moments.is_uncounted(at):
                self._count(at)
            moment = self._moments[at]
            if self._wanted.admits(moment) and (not self._needle or self._holds(moment)):
                self._found.append(at)
            self.looked += 1
        self.ended = True
        return self

    def stop(self) -> None:
        """Ends it soon; what was found stays."""
        self._stopped = True

    @property
    def places(self) -> array[int]:
        """The places that were found so far, ascending."""
        return self._found[::-1]

    def _holds(self, moment: Moment) -> bool:
        if moment.is_event:
            return self._needle in f"{moment.kind} {moment.message}".casefold()
        if any(self._needle in alarm.casefold() for alarm in moment.alarms):
            return True
        before = self._moments.kept_before(moment.version)
        if before is None or not moment.kept:
            return False
        return self._lines_of(moment.version) != self._lines_of(before)

    def _lines_of(self, version: int) -> tuple[str, ...]:
        """The lines of a version that hold the text; those of the one looked at last are at hand."""
        if self._held[0] != version:
            self._held = (version, self._read_lines(version))
        return self._held[1]

    def _read_lines(self, version: int) -> tuple[str, ...]:
        try:
            text = self._read(version).decode("utf-8", "replace")
        except ScratchpadError:
            return ()  # it was pruned or cannot be read: no line of it is told
        if self._needle not in text.casefold():
            return ()
        return tuple(line for line in texts(text) if self._needle in line.casefold())
