"""Whether a pad is judged by the profile that it was written in: the settings may name another one, or have a fault.

What does not fit is never broken, and never moved or written over: a slip in the settings must not cost a memory.
"""

from __future__ import annotations

from scratchpad_tui.core.errors import InputError, ParseError, Problem
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.document import Document
from scratchpad_tui.core.pad.judge import (
    BROKEN,
    CONFLICT,
    FRESH,
    GOOD,
    UNFIT,
    Judged,
    judge,
    last_good,
)
from scratchpad_tui.core.pad.lines import texts
from scratchpad_tui.core.pad.parse import parse_bytes
from scratchpad_tui.core.pad.scan import scan
from scratchpad_tui.core.pad.schema import UNKNOWN, UNKNOWN_CAP, Profile, Section, fold
from scratchpad_tui.core.pad.stand_in import EMPTY, SALVAGED, THE_PAD, Source, of_version

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from scratchpad_tui.core.pad.history import History

_FRESH_PAD = "a new pad begins with `init --fresh`"


class Choice(NamedTuple):
    """The profile that a pad is to be judged by, and what that rests on."""

    profile: Profile
    defined: Mapping[str, Profile]
    """Every profile that is known, by name."""
    origin: str = ""
    """Where it is named, in words; empty where the headings or the file's name tell it."""
    fault: str = ""
    """A fault in the settings that may hide how a profile is defined, as a sentence."""
    hidden: bool = False
    """Whether that fault may also hide which profile is meant."""


def judge_fit(data: bytes | None, choice: Choice, history: History, parsed: Document | None = None) -> Judged:
    """Judges bytes as `judge` does, and whether they were written in the profile at all; nothing is changed.

    Where they were not, the state is `wrong-profile`, the problem says what mends it, and the document is the pad as
    the profile gives it that it was written in. A pad that is not there yet has the problem and stays `fresh`.
    `parsed` is their document, where it is known.
    """
    judged = judge(data, choice.profile, history, parsed)
    if judged.state == GOOD:
        assert data is not None  # a good pad has a file
        return _judge_good(data, judged, choice, history)
    if judged.state in (BROKEN, CONFLICT):
        assert data is not None  # so has one that is broken
        return _judge_broken(data, judged, choice, history)
    return _judge_absent(judged, choice, history)


def _judge_good(data: bytes, judged: Judged, choice: Choice, history: History) -> Judged:
    if judged.document.missing:
        # The next write would add the sections of a profile that is not the pad's own.
        if choice.hidden:
            return _unfit(data, guessed(data), choice, history)
        other = _complete_in(data, choice) if choice.origin else None
        if other is not None:
            return _unfit(data, other, choice, history)
    newest = history.newest()
    if not newest or history.holds(newest, data):
        return judged
    written = written_in(history, choice)
    if written is None or written is choice.profile:
        return judged
    return _unfit(data, written, choice, history, shown=choice.profile)


def _judge_broken(data: bytes, judged: Judged, choice: Choice, history: History) -> Judged:
    written = written_in(history, choice)
    if written is not None and written is not choice.profile:
        return _unfit(data, written, choice, history)
    other = None
    if _parsed(data, choice.profile) is None:
        other = _complete_in(data, choice) if written else _parsing_in(data, choice)
    if other is not None:
        return _unfit(data, other, choice, history)
    if choice.fault and written is None:
        return _unfit(data, guessed(data), choice, history)
    return judged


def _judge_absent(judged: Judged, choice: Choice, history: History) -> Judged:
    written = written_in(history, choice)
    if written is not None and written is not choice.profile:
        return _unfit(None, written, choice, history)
    if choice.hidden and (judged.state == FRESH or judged.document.missing):
        problem = _problem(None, choice, is_of_chosen=False)
        return judged._replace(state=FRESH if judged.state == FRESH else UNFIT, problems=(problem,))
    return judged


def refuse_hidden(choice: Choice) -> None:
    """Raises InputError where a new pad would get a profile that may not be the one that is meant."""
    if choice.hidden:
        raise InputError(_sentence(None, choice, is_of_chosen=False), code=UNFIT)


def written_in(history: History, choice: Choice) -> Profile | None:
    """The profile that the newest version was written in, the chosen one if it may be; None where no version tells.

    A version that is damaged tells nothing. One that is well formed was written in the profile of its headings, be
    that one unknown.
    """
    unknown: Profile | None = None
    for number in reversed(history.numbers()):
        data = history.read(number)
        found = _profile_of_text(data, choice)
        if found is not None:
            return found
        guess = guessed(data) if unknown is None else None
        if guess is not None and _parsed(data, guess) is not None:
            # One wrong heading among the right ones is damage rather than another profile.
            if not _is_mostly_of(guess, choice.profile):
                return guess
            unknown = guess
    return unknown


def headings(data: bytes | None) -> list[str]:
    """The level-2 headings in a pad's bytes; none where they are no text."""
    if not data:
        return []
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return []
    scanned = scan(texts(text.removeprefix("\ufeff"))).lines
    return [line.heading for line in scanned if line.heading is not None]


def guessed(data: bytes) -> Profile | None:
    """A profile of the sections that the text has, for reading alone; None where it has no heading."""
    names: dict[str, str] = {}
    for name in headings(data):
        if name:
            names.setdefault(fold(name), name)
    if not names:
        return None
    purpose = "What is meant to stand here is not known while the settings have no such profile."
    return Profile(UNKNOWN, tuple(Section(name, UNKNOWN_CAP, purpose) for name in names.values()))


def _profile_of_text(data: bytes, choice: Choice) -> Profile | None:
    """The known profile that the text is of, the chosen one before others; None where it is of none or does not tell."""
    if not headings(data):
        return None
    own = _parsed(data, choice.profile)
    if own is None:
        return _complete_in(data, choice) or _parsing_in(data, choice)
    if own.missing and choice.hidden:
        return guessed(data)
    other = _complete_in(data, choice) if own.missing and choice.origin else None
    return other or choice.profile


def _complete_in(data: bytes, choice: Choice) -> Profile | None:
    """Another profile, all of whose sections the text has."""
    for profile in _others(choice):
        document = _parsed(data, profile)
        if document is not None and not document.missing:
            return profile
    return None


def _parsing_in(data: bytes, choice: Choice) -> Profile | None:
    """Another profile that the text parses in, and has a section of."""
    for profile in _others(choice):
        document = _parsed(data, profile)
        if document is not None and len(document.missing) < len(profile.sections):
            return profile
    return None


def _others(choice: Choice) -> list[Profile]:
    return [profile for profile in choice.defined.values() if profile is not choice.profile]


def _parsed(data: bytes, profile: Profile) -> Document | None:
    try:
        return parse_bytes(data, profile)
    except ParseError:
        return None


def _is_mostly_of(guess: Profile, profile: Profile) -> bool:
    known = profile.by_name()
    return sum(fold(name) in known for name in guess.names) * 2 > len(guess.names)


def _unfit(
    data: bytes | None,
    written: Profile | None,
    choice: Choice,
    history: History,
    *,
    shown: Profile | None = None,
) -> Judged:
    """The pad in the profile that it was written in (or in `shown`), its own text where that parses there."""
    profile = shown or written or choice.profile
    problems = (_problem(written, choice, is_of_chosen=shown is not None),)
    document = _parsed(data, profile) if data is not None else None
    if document is not None:
        return Judged(UNFIT, document, problems, THE_PAD)
    good = last_good(profile, history)
    if good is not None:
        return Judged(UNFIT, good[1], problems, of_version(good[0]))
    if data is None:
        return Judged(UNFIT, Document.empty(profile), problems, EMPTY)
    from scratchpad_tui.core.pad.salvage import salvage

    return Judged(UNFIT, salvage(data, profile), problems, Source(SALVAGED))


def _problem(written: Profile | None, choice: Choice, *, is_of_chosen: bool) -> Problem:
    """What is wrong, with the mend; `is_of_chosen`: the file itself is of the chosen profile, its history is not."""
    return Problem(1, 1, UNFIT, _sentence(written, choice, is_of_chosen=is_of_chosen))


def _sentence(written: Profile | None, choice: Choice, *, is_of_chosen: bool) -> str:
    if choice.fault and (written is None or written.name == UNKNOWN):
        return (
            f"the pad's profile is not known while the settings have a fault; mend it first: {choice.fault}"
        )
    assert written is not None  # without a fault there is a profile that it was written in
    if written.name == UNKNOWN:
        names = ", ".join(written.names)
        return (
            f"the pad was written with the sections {names}, and no profile of these is known; define it in "
            f"scratchpad.toml and name it there; {_FRESH_PAD}"
        )
    if choice.origin:
        return (
            f"the pad was written in the profile {written.name} and {choice.origin} names {choice.profile.name}; "
            f"a pad keeps its sections: name {written.name} or no profile there; {_FRESH_PAD}"
        )
    if is_of_chosen:
        return (
            f"the file has the sections of the profile {choice.profile.name} and its history those of "
            f"{written.name}; a pad keeps its sections: move the file away, and the next write puts the last version "
            f"back; {_FRESH_PAD}"
        )
    return (
        f"the pad was written in the profile {written.name}, which its headings alone do not tell; name it with "
        f'--profile {written.name}, or as profile = "{written.name}" in scratchpad.toml'
    )
