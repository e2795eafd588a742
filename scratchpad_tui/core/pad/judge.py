"""What a pad's bytes are, in the light of its history: good, broken, in conflict, gone or not there yet."""

from __future__ import annotations

from scratchpad_tui.core.errors import InputError, ParseError, Problem
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.document import Document, Segment
from scratchpad_tui.core.pad.entries import is_empty_mark
from scratchpad_tui.core.pad.lines import Line, is_blank
from scratchpad_tui.core.pad.parse import decode, parse_bytes
from scratchpad_tui.core.pad.stand_in import EMPTY, MENDED, SALVAGED, THE_PAD, Source, of_version

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scratchpad_tui.core.pad.history import History
    from scratchpad_tui.core.pad.schema import Profile

GOOD, BROKEN, CONFLICT, GONE, FRESH = "good", "broken", "conflict", "gone", "fresh"
UNFIT = "wrong-profile"
"""The pad is judged by a profile that it was not written in: nothing is broken, and nothing may be written."""


class Judged(NamedTuple):
    """A pad's bytes, judged."""

    state: str
    """`good`, `broken`, `conflict`, `gone`, `fresh` or `wrong-profile`."""
    document: Document
    """The pad's own text where it is good; else what stands in for it."""
    problems: tuple[Problem, ...]
    source: Source
    """Where `document` comes from."""


def judge(data: bytes | None, profile: Profile, history: History, parsed: Document | None = None) -> Judged:
    """Judges bytes (None: there is no file) without changing anything; `parsed` is their document, where it is known."""
    if data is None:
        good = last_good(profile, history)
        if good and good[1].has_text:
            return Judged(GONE, good[1], (), of_version(good[0]))
        return Judged(FRESH, Document.empty(profile), (), EMPTY)
    try:
        document = parsed if parsed and parsed.profile is profile else parse_bytes(data, profile)
    except ParseError as error:
        state = CONFLICT if error.code == "conflict" else BROKEN
        return _stand_in(state, error.problems, data, profile, history)
    if not document.missing:
        return Judged(GOOD, document, (), THE_PAD)
    return _against_history(document, data, profile, history)


def last_good(profile: Profile, history: History) -> tuple[int, Document] | None:
    """The newest version that parses, with its number."""
    for number in reversed(history.numbers()):
        try:
            return number, parse_bytes(history.read(number), profile)
        except ParseError:
            continue
    return None


def _stand_in(
    state: str, problems: tuple[Problem, ...], data: bytes, profile: Profile, history: History
) -> Judged:
    good = last_good(profile, history)
    if good:
        return Judged(state, good[1], problems, of_version(good[0]))
    from scratchpad_tui.core.pad.salvage import salvage

    return Judged(state, salvage(data, profile), problems, Source(SALVAGED))


def _against_history(document: Document, data: bytes, profile: Profile, history: History) -> Judged:
    """A text that parses and lacks sections may have lost them by accident: the last version shows."""
    good = last_good(profile, history)
    if good is None:
        return Judged(GOOD, document, (), THE_PAD)
    number, before = good
    if is_blank(decode(data).replace("\ufeff", "")):
        if not before.has_text:
            return Judged(GOOD, document, (), THE_PAD)
        message = (
            f"the file was emptied while version {number} has text; write the text back or clear the sections"
        )
        return Judged(BROKEN, before, (Problem(1, 1, "emptied", message),), of_version(number))
    mended, problems = lost_headings(document, before)
    if problems:
        return Judged(BROKEN, mended, tuple(problems), Source(MENDED))
    return Judged(GOOD, document, (), THE_PAD)


def lost_headings(document: Document, before: Document) -> tuple[Document, list[Problem]]:
    """The document with each heading put back that is gone while its lines stand here, and what is to be said of it."""
    mended = document
    problems: list[Problem] = []
    for name in document.missing:
        found = _lost_heading(mended, before, name)
        if found:
            mended, line = found
            message = f"the heading ## {name} is gone while its lines stand here; put it back above this line"
            problems.append(Problem(line, 1, "lost-heading", message))
    return mended, problems


def _lost_heading(document: Document, before: Document, name: str) -> tuple[Document, int] | None:
    """The document with the heading put back above its old lines, where they stand in the section above it."""
    wanted = before.content(name)
    if len(wanted) < 2:
        return None
    above = _section_above(document, before, name)
    if above is None:
        return None
    body = document.body(above)
    held = [i for i, text in enumerate(body) if text.strip() and not is_empty_mark(text)]
    run = len(wanted)
    for at in range(len(held) - run + 1):
        if [body[i].rstrip(" \t") for i in held[at : at + run]] == wanted:
            return _with_heading(document, before, name, above, held[at])
    return None


def _section_above(document: Document, before: Document, name: str) -> str | None:
    names = [segment.name for segment in before.segments if segment.name]
    for candidate in reversed(names[: names.index(name)]):
        if candidate not in document.missing:
            return candidate
    return None


def _with_heading(
    document: Document, before: Document, name: str, above: str, at: int
) -> tuple[Document, int]:
    spelled = next(s.heading.text for s in before.segments if s.name == name and s.heading)
    segments: list[Segment] = []
    for segment in document.segments:
        if segment.name != above:
            segments.append(segment)
            continue
        heading = Line(spelled, document.newline)
        segments.append(Segment(segment.heading, segment.name, segment.body[:at]))
        segments.append(Segment(heading, name, segment.body[at:]))
    mended = Document(
        document.profile,
        segments,
        bom=document.bom,
        newline=document.newline,
        final_newline=document.final_newline,
    )
    return mended, document.heading_line(above) + at + 1


def notice_of(judged: Judged) -> str:
    """The sentence for readers of a pad that is not good."""
    if judged.state == GONE:
        return f"The pad is gone; this is {judged.source.words.goes}. The next write restores it, `init --fresh` starts a new one."
    if judged.state in (GOOD, FRESH):
        return ""
    from scratchpad_tui.core.secrets.quoting import shown as quoted

    first = judged.problems[0]
    message = quoted(first.message)  # it quotes the file, and goes to agents too
    if judged.state == UNFIT:
        shown = "" if judged.source in (THE_PAD, EMPTY) else f" {judged.source.words.alone}"
        return f"Nothing is written: {message}.{shown}"
    what = "is in conflict" if judged.state == CONFLICT else "does not parse"
    return f"The pad {what} (line {first.line}: {message}); {judged.source.words.shown}."


def quarantine_notice(judged: Judged, name: str, instead: str = "") -> str:
    """The sentence that tells of a quarantine, for the next prompt and the person; `instead`: what took its place."""
    first = judged.problems[0]
    instead = instead or judged.source.words.kept
    return (
        f"The pad was broken (line {first.line}: {first.message}). It was kept as {name} and {instead}; "
        "`recover` lists the lines that only the broken file has."
    )


def restored_notice(judged: Judged) -> str:
    """The sentence that tells of a pad put back from its history."""
    return f"The pad was gone; {judged.source.words.goes} was restored from its history."


def refuse_unfit(judged: Judged) -> None:
    """Raises InputError where the pad is judged by a profile that is not its own, or that cannot be known."""
    if judged.state == UNFIT or (judged.state == FRESH and judged.problems):
        raise InputError(judged.problems[0].message, code=UNFIT)


def refuse_unwritable(judged: Judged) -> None:
    """Raises ParseError where the pad is in conflict, or broken in a profile that never moves a broken file."""
    if judged.state == CONFLICT:
        raise ParseError(judged.problems, code="conflict")
    if judged.state == BROKEN and judged.document.profile.strict_recovery:
        raise ParseError(judged.problems)
