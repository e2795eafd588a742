"""A person's edit of the whole pad: what it begins with, what can be said of it, and how it becomes one version."""

from __future__ import annotations

from contextlib import suppress

from scratchpad_tui.core.errors import InputError, MergeConflict, ParseError, Problem, StorageError
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.bodies import as_lines
from scratchpad_tui.core.pad.document import BOM
from scratchpad_tui.core.pad.entries import is_empty_mark
from scratchpad_tui.core.pad.gated import change
from scratchpad_tui.core.pad.in_hand import Made
from scratchpad_tui.core.pad.judge import BROKEN, CONFLICT, FRESH, GOOD, lost_headings
from scratchpad_tui.core.pad.lines import is_blank, join_lines, split_lines, with_ends
from scratchpad_tui.core.pad.merge import merge_lines
from scratchpad_tui.core.pad.parse import decode, parse_text
from scratchpad_tui.core.pad.scan import scan
from scratchpad_tui.core.pad.who import named

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.core.pad.document import Document
    from scratchpad_tui.core.pad.in_hand import Found
    from scratchpad_tui.core.pad.lines import Line
    from scratchpad_tui.core.pad.schema import Profile
    from scratchpad_tui.core.pad.store import Outcome, PadStore, Reading

THE_PAD = "the pad"
"""What a conflict of the whole text calls its place."""


class PadText(NamedTuple):
    """The whole pad as an editor takes it."""

    data: bytes
    """The file's bytes, also where they do not parse; sections that are missing stand in it."""
    version: int
    """The newest version when it was read, 0 where there is none."""
    notice: str
    """A sentence where the pad is not good, else empty."""

    @property
    def lines(self) -> tuple[str, ...]:
        """Its lines, without their ends and the byte-order mark."""
        return tuple(lines_of(self.data))


def pad_text(store: PadStore) -> PadText:
    """The pad as it stands on disk; what stands in for it where there is no file."""
    reading = store.read()
    return PadText(_standing(reading), reading.version, reading.notice)


def lines_of(text: bytes | str | Sequence[str]) -> list[str]:
    """The lines of a whole text, without their ends and the byte-order mark; bytes that are no text are replaced."""
    if not isinstance(text, bytes | str):
        return list(text)
    whole = text.decode("utf-8", "replace") if isinstance(text, bytes) else text
    return [line.text for line in split_lines(whole.removeprefix(BOM))]


def check_pad_text(store: PadStore, text: bytes | str) -> tuple[Problem, ...]:
    """What stands against a text as the pad of this store; nothing where it may be saved."""
    document = store.read().document
    try:
        whole = decode(text) if isinstance(text, bytes) else text
        _judged(whole, document.profile, document)
    except ParseError as error:
        return error.problems
    return ()


def edit_pad(
    store: PadStore,
    text: bytes | str | Sequence[str],
    base: bytes | str | Sequence[str] | int,
    *,
    actor: str = "human",
    note: str = "",
) -> Outcome:
    """Puts a person's text in the pad's place, merged by lines with what changed there since `base`.

    `base` is the text that the edit began with, or its version. Line ends, byte-order mark and final newline stay
    those of the file. A pad that does not parse, or is in conflict, is mended so; its bytes are kept in quarantine.

    Raises:
        MergeConflict: the same lines were changed on both sides; nothing is written.
        InputError: the text would not parse (code `would-break`); nothing is written.
    """
    operation = {"op": "edit", **({"reason": note} if note else {})}
    if isinstance(text, bytes):
        try:
            text = decode(text)
        except ParseError as error:
            raise _would_break(error) from error
    mine = lines_of(text)
    mended = False

    def make(found: Found) -> Made:
        nonlocal mended
        judged = found.judged
        theirs = _Text.cut(_now(store, found))
        began = lines_of(store.history.read(base)) if isinstance(base, int) else lines_of(base)
        merged = _merged(began, mine, theirs.texts, judged.document.profile)
        mended = judged.state in (BROKEN, CONFLICT)
        if not mended and merged == _unmarked(theirs.texts):
            return Made(judged.document)
        try:
            # Alone first: the lines of its faults are those that the person sees.
            _judged(theirs.with_lines(mine), judged.document.profile, judged.document)
            document = _judged(theirs.with_lines(merged), judged.document.profile, judged.document)
        except ParseError as error:
            raise _would_break(error) from error
        whole = _marked(document.completed(), None if mended else judged.document.completed())
        return Made(whole, [operation])

    outcome = change(store, named(actor), make, mends=True)
    if mended:
        from scratchpad_tui.core.pad.actions import looked

        # Whoever mends it has looked. The text is saved by now, whatever comes.
        with suppress(StorageError):
            looked(store)
    return outcome


class Unsealed(NamedTuple):
    """A whole text that leaves the sealed sections alone."""

    lines: list[str]
    left: dict[str, list[str]]
    """By sealed section, the lines that were wanted there."""


def unsealed(lines: Sequence[str], base: Sequence[str], profile: Profile) -> Unsealed:
    """The text with its sealed sections as they stand in `base`.

    Raises:
        ParseError: one of the two does not parse.
    """
    mine, before = (parse_text("".join(f"{line}\n" for line in text), profile) for text in (lines, base))
    sealed = {section.name for section in profile.sections if section.sealed}
    stood = {one.name: one for one in before.segments if one.name is not None and one.name in sealed}
    found = Unsealed([], {})
    for segment in mine.segments:
        kept = stood.get(segment.name or "", segment)
        if kept != segment and segment.name:
            found.left[segment.name] = [line.text for line in segment.body]
        found.lines.extend(line.text for line in ([kept.heading] if kept.heading else []) + kept.body)
    return found


class _Text(NamedTuple):
    """A whole text, its lines apart from the style they are written in."""

    lines: list[Line]
    bom: bool
    newline: str
    final_newline: bool

    @classmethod
    def cut(cls, text: str) -> _Text:
        """The text taken apart."""
        lines = split_lines(text.removeprefix(BOM))
        newline = next((line.end for line in lines if line.end), "\n")
        final = not lines or bool(lines[-1].end)
        if not final:
            lines[-1] = lines[-1]._replace(end=newline)
        return cls(lines, text.startswith(BOM), newline, final)

    @property
    def texts(self) -> list[str]:
        """The lines without their ends."""
        return [line.text for line in self.lines]

    def with_lines(self, texts: Sequence[str]) -> str:
        """The text of other lines in the same style; those that stood here keep their own ends."""
        lines = with_ends(texts, self.lines, self.newline)
        if lines and not self.final_newline:
            lines[-1] = lines[-1]._replace(end="")
        return (BOM if self.bom else "") + join_lines(lines)


def _standing(reading: Reading) -> bytes:
    if reading.data is None or reading.state in (GOOD, FRESH):
        return reading.document.completed().render()
    return reading.data


def _now(store: PadStore, found: Found) -> str:
    """The text on disk; what stands in for it where there is none."""
    judged = found.judged
    if judged.state in (BROKEN, CONFLICT):
        # Under the lock, and the transaction looks once more whether it is still this file.
        with store.open_pad() as held:
            if held is not None:
                return held.data.decode("utf-8", "replace")
    return judged.document.completed().text()


def _merged(base: Sequence[str], mine: Sequence[str], theirs: Sequence[str], profile: Profile) -> list[str]:
    """The lines merged without the empty marks: where both sides put something in their place, both are kept."""
    if profile.is_keyed:
        from scratchpad_tui.core.pad.keyed_texts import merge_texts

        texts = ("".join(f"{line}\n" for line in side) for side in (base, mine, theirs))
        by_key = merge_texts(profile, *texts)
        if by_key is not None and not by_key.in_conflict:
            return _unmarked(lines_of(by_key.text))
    sides = [_unmarked(side) for side in (base, mine, theirs)]
    merged = merge_lines(*sides)
    if merged.conflicts:
        raise MergeConflict(THE_PAD, *sides)
    return merged.lines


def _unmarked(texts: Sequence[str]) -> list[str]:
    return [line.text for line in scan(texts).lines if line.inside or not is_empty_mark(line.text)]


def _judged(text: str, profile: Profile, before: Document) -> Document:
    """The text parsed, and held against what stood there: a heading that is lost is an accident."""
    document = parse_text(text, profile)
    if is_blank(text.replace(BOM, "")) and before.has_text:
        message = (
            "nothing is left of the pad; write the text back, or clear its sections under their headings"
        )
        raise ParseError((Problem(1, 1, "emptied", message),))
    problems = lost_headings(document, before)[1] or _stranded(document, before)
    if problems:
        raise ParseError(tuple(problems))
    return document


def _stranded(document: Document, before: Document) -> list[Problem]:
    """The headings that are gone while all their lines are there, under another one: a slip, also with a single line."""
    names = [name for name in document.profile.names if name not in document.missing]
    held = {line for name in names for line in document.content(name) if line not in before.content(name)}
    return [
        Problem(
            document.heading_line(names[-1]) if names else 1,
            1,
            "lost-heading",
            f"the heading ## {name} is gone while its lines stand here; put it back, or delete them too",
        )
        for name in document.missing
        if before.content(name) and held.issuperset(before.content(name))
    ]


def _marked(document: Document, before: Document | None) -> Document:
    """The document with its empty marks; a section that did not change keeps every byte."""
    bodies = {}
    for name in document.profile.names:
        body = document.body(name)
        same = before is not None and _unmarked(body) == _unmarked(before.body(name))
        bodies[name] = before.raw(name) if before is not None and same else as_lines(document, name, body)
    return document.with_bodies(bodies)


def _would_break(error: ParseError) -> InputError:
    return InputError(f"the file would not parse ({error})", "mend the line", code="would-break")
