"""Signs in the pad's text: sections over their caps, a pad too long to be read in every turn, dead ends not kept."""

from __future__ import annotations

from scratchpad_tui.core.config.key_table import bound_key
from scratchpad_tui.core.health.sign import INFO, WARNING, Sign, counted, quoted
from scratchpad_tui.core.pad.caps import freeing_entries
from scratchpad_tui.core.text import tokens

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scratchpad_tui.core.health.facts import Facts
    from scratchpad_tui.core.pad.document import Document
    from scratchpad_tui.core.pad.schema import Section

TOKEN_LIMIT = 3_000
"""What a pad should stay under, in tokens: it is read whole in every turn."""
CHRONIC = 0.25
"""Above this share of the versions looked at, a section counts as chronically over its cap."""
MOSTLY = 0.5
"""Above this share a section that is within its cap by now was over it most of the time."""
_LATELY = 3
"""The newest versions of which one must have been over the cap for that to be worth a word still."""
_CHRONIC_LEAST = 5
"""Versions over the cap below which a section never counts so."""
_NAMED = 3
"""Entries that a remedy names; the others are counted."""
_RULED_OUT = "Ruled out"
_RULED_OUT_AFTER = 20
"""Versions after which every task has met a dead end."""


def _over_caps(facts: Facts) -> Iterator[Sign]:
    """A section is over its cap; where it was in many of the newest versions, with the advice that they give."""
    documents = list(facts.documents.values())
    for section in facts.document.profile.sections:
        size = facts.document.size(section.name)
        if size <= section.cap:
            continue
        over = f"{size - section.cap:,} over its cap of {section.cap:,}"
        message = f"{section.name} has {size:,} characters, {over}"
        remedy, brings = _prune(facts, section)
        times = _times(section, documents)
        if times >= _CHRONIC_LEAST and times > CHRONIC * len(documents):
            message += f", and was over it in {times} of the last {len(documents)} versions"
            advice = f"; so that it stays within, {_advice(section, documents)}"
            remedy, brings = remedy + advice, brings and brings + advice
            yield Sign("chronically-over-cap", WARNING, message, remedy, section.name, brings=brings)
        else:
            yield Sign("over-cap", WARNING, message, remedy, section.name, brings=brings)


def _times(section: Section, documents: Sequence[Document]) -> int:
    """In how many of the versions the section is over its cap."""
    return sum(document.size(section.name) > section.cap for document in documents)


def _prune(facts: Facts, section: Section) -> tuple[str, str]:
    """Where the section is made smaller and what comes of it, which is which of its entries would free the room."""
    document, bound = facts.document, facts.store.settings.keys
    taken = freeing_entries(document, section, document.size(section.name) - section.cap)
    if not taken:
        return f"shorten it with `{bound_key('edit.here', bound)}` in `watch`", ""
    names = [quoted(text, 40) for text in taken[:_NAMED]]
    if len(taken) > _NAMED:
        names.append(counted(len(taken) - _NAMED, "other"))
    shown = " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
    brings = f"without {shown} it would be within its cap"
    return f"prune it with `{bound_key('line.prune', bound)}` in `watch`: {brings}", brings


def cap_notes(facts: Facts) -> Iterator[str]:
    """The same advice about a section that is within its cap now and lately was over it most of the time: no sign."""
    documents = list(facts.documents.values())
    for section in facts.document.profile.sections:
        times = _times(section, documents)
        is_often = times >= _CHRONIC_LEAST and times > MOSTLY * len(documents)
        is_late = _times(section, documents[-_LATELY:]) > 0
        if is_often and is_late and facts.document.size(section.name) <= section.cap:
            yield (
                f"{section.name} is within its cap now and was over it in {times} of the last {len(documents)} "
                f"versions: so that it stays within, {_advice(section, documents)}"
            )


def _advice(section: Section, documents: Sequence[Document]) -> str:
    """What to do about the section, from what stood in it all the time."""
    seen = [{entry.text for entry in document.entries(section.name)} for document in documents]
    lasting = set.intersection(*seen)
    if not lasting:
        return f"ask for one line an entry in {section.name}, and for removing what is done with"
    named = [entry.text for entry in documents[-1].entries(section.name) if entry.text in lasting]
    shown = ", ".join(quoted(text, 40) for text in named[:_NAMED])
    more = f" and {len(named) - _NAMED} more" if len(named) > _NAMED else ""
    return (
        f"move to a file of its own what stood in {section.name} all that time ({shown}{more}), "
        "and leave one line that points there"
    )


def _length(facts: Facts) -> Iterator[Sign]:
    """The pad is longer than `TOKEN_LIMIT`."""
    document = facts.document
    count = tokens(document.text())
    if count > TOKEN_LIMIT:
        longest = max(document.profile.names, key=document.size)
        yield Sign(
            "too-long",
            WARNING,
            f"the pad has some {count:,} tokens, over the {TOKEN_LIMIT:,} that it should stay under: "
            "it is read whole in every turn",
            f"move most of {longest} to a file of its own and leave one line that points there",
            longest,
        )


def _ruled_out(facts: Facts) -> Iterator[Sign]:
    """Nothing stands under "Ruled out" after `_RULED_OUT_AFTER` versions."""
    section = facts.document.profile.find(_RULED_OUT)
    if section is None or facts.reading.version < _RULED_OUT_AFTER or facts.document.entries(section.name):
        return
    versions = counted(facts.reading.version, "version")
    yield Sign(
        "ruled-out-empty",
        INFO,
        f'"{section.name}" is empty after {versions}: what did not work is not written down, and will be tried again',
        f"ask the agent to append each dead end to {section.name}, with the reason",
    )


CONTENT_CHECKS = (_over_caps, _length, _ruled_out)
