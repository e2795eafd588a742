"""`record`: one entry put into an audited pad by its key, with its evidence.

Twice the same changes nothing. Only the entry's own line changes; a finding that is contradicted also gets a line in
Decisions that says what it was.
"""

from __future__ import annotations

from scratchpad_tui.core.audited.asked import HYPOTHESES, OPEN, Asked, judged, near, one_line
from scratchpad_tui.core.audited.book import Book
from scratchpad_tui.core.clock import now
from scratchpad_tui.core.errors import InputError, ScratchpadError
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad import finding_log, gate, gated
from scratchpad_tui.core.pad.audit import is_ahead
from scratchpad_tui.core.pad.caps import cap_warnings
from scratchpad_tui.core.pad.entries import find_entries
from scratchpad_tui.core.pad.evidence import Evidence, audited_line, read_audited
from scratchpad_tui.core.pad.finding_log import DECISIONS, FINDINGS, role_section
from scratchpad_tui.core.pad.in_hand import Made
from scratchpad_tui.core.pad.judge import UNFIT
from scratchpad_tui.core.pad.standing import without_secrets
from scratchpad_tui.core.pad.turns import keep_refusal
from scratchpad_tui.core.pad.who import named

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from scratchpad_tui.core.pad.document import Document
    from scratchpad_tui.core.pad.evidence import Audited
    from scratchpad_tui.core.pad.in_hand import Found
    from scratchpad_tui.core.pad.store import Outcome, PadStore
    from scratchpad_tui.core.pad.who import Who


def record(  # noqa: PLR0913 - an entry's parts, the entries that it is about, and the labels of every change
    store: PadStore,
    section: str,
    key: str,
    text: str | None,
    *,
    source: str | None = None,
    date: str | None = None,
    contradicts: Sequence[str] = (),
    closes: Sequence[str] = (),
    from_hypothesis: str | None = None,
    actor: str = "agent",
    turn: str | None = None,
    session: str | None = None,
) -> Outcome:
    """Puts an entry into a section by its key: a new one, or the one of this key as it is to be from now on.

    `date` is the day of the evidence, by default the clock's, or the one that stands there where text and source are
    the same. `contradicts` names findings that it shows to be wrong, `closes` entries of Open that it ends,
    `from_hypothesis` the hypothesis that it comes from, which leaves; then `text` may be None for its own text.

    Raises:
        InputError: refused, with the rule as its code; nothing is written.
        SecretError: it holds a secret; nothing is written.
        ParseError: the pad is broken; nothing is moved.
    """
    asked = Asked(
        section,
        key,
        text,
        source,
        date,
        tuple(dict.fromkeys(contradicts)),
        tuple(dict.fromkeys(closes)),
        from_hypothesis,
    )
    return put(store, asked, actor=actor, turn=turn, session=session).outcome


class Recorded(NamedTuple):
    """What an upsert did."""

    outcome: Outcome
    before: Document
    """The pad as it was found under the lock."""
    after: Document
    """The pad as it is now."""


def put(
    store: PadStore,
    asked: Asked,
    *,
    actor: str = "agent",
    turn: str | None = None,
    session: str | None = None,
) -> Recorded:
    """The same as `record`, with the pad's text before and after it."""
    who = named(actor, turn, session)
    gate.refuse_labels(store, turn=turn, session=session)  # a refusal of anything else would keep them
    try:
        # First of all: the words of any other refusal may name a part of it.
        _refuse_secrets(store, asked.words, actor)
        return _put(store, asked, who)
    except InputError as error:
        if error.code not in _OF_ANOTHER_PAD:
            keep_refusal(store, error, who, _kept(store, asked))
        raise


def _put(store: PadStore, asked: Asked, who: Who) -> Recorded:
    texts: list[Document] = []
    known: list[Made] = []

    def make(found: Found) -> Made:
        document = found.judged.document
        if known and texts[0].text() == document.text():
            # Decided before the lock was taken, on the same text.
            texts[:] = document, document if texts[0] is texts[1] else texts[1]
            return known[-1]._replace(document=texts[1])
        whole = judged(asked, document.profile)
        recording = Recording(document, whole, lambda text: without_secrets(store, text))
        after = recording.made()
        warnings = recording.warnings
        # The last pair is the one that counts: it was made under the lock.
        texts[:] = document, after
        known.append(Made(after, [_operation(whole)], warnings, [*warnings, *cap_warnings(after)]))
        return known[-1]

    outcome = gated.change(store, who, make, remember=True)
    return Recorded(outcome, *texts)


class Recording:
    """One upsert of a document."""

    def __init__(self, document: Document, asked: Asked, hide: Callable[[str], str] = str) -> None:
        self.hide = hide
        """Applied to the text of a finding that goes before Decisions quotes it."""
        self.book = Book(document)
        self.asked = asked
        self.profile = document.profile
        self.warnings: list[str] = []
        self._today = now().date()

    def made(self) -> Document:
        """The document with the entry in it.

        Raises:
            InputError: the pad does not hold what is named, or evidence is missing.
        """
        asked = self.asked
        guess = self._hypothesis()
        own = self.book.find(asked.key)
        text = self._text(guess, own)
        before = own or guess
        evidence = self._evidence(before, text)
        lines = self._log_lines(own, text, evidence)
        self._put(own, text, evidence)
        if guess is not None and guess != own:
            self.book.drop(guess)
        for line in lines:
            self.book.add(role_section(DECISIONS, self.profile), line)
        for key in asked.closes:
            self._close(key)
        return self.book.made()

    def _hypothesis(self) -> Audited | None:
        """The hypothesis that the entry comes from; None where it left before, or none is named."""
        key = self.asked.from_hypothesis
        if key is None:
            return None
        section = role_section(HYPOTHESES, self.profile)
        guess = self.book.find(key, section)
        if guess is None and not self._is_done():
            message = f"there is no hypothesis {key}{near(key, self.book.keys(section))}"
            raise InputError(message, "name it by its key, or leave --from-hypothesis out", code="no-entry")
        return guess

    def _is_done(self) -> bool:
        """Whether the entry stands as it is asked for, so that its hypothesis left when it was recorded before."""
        own, asked = self.book.find(self.asked.key, self.asked.section), self.asked
        if own is None or asked.text not in (None, own.text):
            return False
        if asked.source is None or own.evidence is None:
            return asked.source is None
        return asked.source == own.evidence.source and asked.date in (None, own.evidence.date)

    def _text(self, guess: Audited | None, own: Audited | None) -> str:
        if self.asked.text is not None:
            return self.asked.text
        if guess is not None:
            return one_line("the hypothesis's text", finding_log.flat(guess.text))
        assert own is not None  # the hypothesis left when the entry came
        return own.text

    def _evidence(self, before: Audited | None, text: str) -> Evidence | None:
        """The entry's evidence: what is given, else what its text has already where it may stand without."""
        asked = self.asked
        standing = before.evidence if before is not None and before.text == text else None
        if asked.source is None:
            return standing
        date = asked.date
        if date is None and standing is not None and before is not None:
            same = before.section == asked.section and standing.source == asked.source
            date = standing.date if same else None
        return Evidence(asked.source, date or self._today.isoformat())

    def _log_lines(self, own: Audited | None, text: str, evidence: Evidence | None) -> list[str]:
        """The lines that tell of the findings that it contradicts, its own older text first."""
        findings, decisions = (role_section(role, self.profile) for role in (FINDINGS, DECISIONS))
        wrong: list[Audited] = []
        moves = own is not None and own.section != self.asked.section
        if decisions and own is not None and own.section == findings and (moves or own.text != text):
            wrong.append(own._replace(text=self.hide(own.text)))
        wrong += [found for key in self.asked.contradicts if (found := self._contradicted(key, evidence))]
        if wrong and self.asked.source is None:
            raise InputError(
                f"the finding {wrong[0].key} is contradicted without evidence",
                "give --source, which Decisions will name",
                code="no-evidence",
            )
        if not wrong or evidence is None:
            return []
        whole = self.book.given.text()
        return [
            finding_log.was_line(entry.key, entry.text, evidence, finding_log.next_number(whole, entry.key))
            for entry in wrong
        ]

    def _contradicted(self, key: str, evidence: Evidence | None) -> Audited | None:
        """The finding of that key, where Decisions does not tell already what it says."""
        findings, decisions = (role_section(role, self.profile) for role in (FINDINGS, DECISIONS))
        logged = finding_log.newest_lines(self.book.entries(decisions)).get(key)
        finding = self.book.find(key, findings) if findings else None
        if finding is None or not decisions:
            if logged is not None:
                return None
            near_keys = near(key, self.book.keys(findings))
            raise InputError(
                f"there is no finding {key} to contradict{near_keys}",
                "name it by its key, or leave --contradicts out",
                code="no-entry",
            )
        told = logged is not None and finding_log.tells(logged, finding.text) and logged.evidence == evidence
        return None if told or finding_log.says(logged, finding) else finding

    def _put(self, own: Audited | None, text: str, evidence: Evidence | None) -> None:
        asked = self.asked
        self._warn_of_the_future(evidence)
        if own is not None and own.section == asked.section:
            same = own.text == text
            if same and own.closed:
                self.warnings.append(f"{asked.key} is closed and stays so; another text opens it again")
            if not same or own.evidence != evidence:
                self.book.rewrite(own, text, evidence, closed=own.closed and same)
            return
        if own is not None:
            self.book.drop(own)
        line = audited_line(text, evidence, asked.key)
        self.book.add(asked.section, line)
        self._check_reads_back(line, text, evidence)

    def _check_reads_back(self, line: str, text: str, evidence: Evidence | None) -> None:
        entries = find_entries([line])
        read = read_audited(self.asked.section, entries[0], line) if len(entries) == 1 else None
        if read is None or (read.text, read.evidence, read.key) != (text, evidence, self.asked.key):
            raise InputError(
                "the entry would not read back as it is given", "say it in other words", code="would-break"
            )

    def _warn_of_the_future(self, evidence: Evidence | None) -> None:
        if evidence is not None and is_ahead(evidence.date, self._today):
            self.warnings.append(f"the date {evidence.date} of {self.asked.key} is ahead of the clock")

    def _close(self, key: str) -> None:
        section = role_section(OPEN, self.profile)
        entry = self.book.find(key, section) if section else None
        if entry is None:
            raise InputError(
                f"there is no entry {key} in Open to close{near(key, self.book.keys(section))}",
                "name it by its key, or leave --closes out",
                code="no-entry",
            )
        if not entry.closed:
            self.book.close(entry)


_OF_ANOTHER_PAD = ("no-keyed-sections", UNFIT)
"""Refusals that say nothing of the entry: the pad has other sections."""
_INTO_PAD = ("the text", "the source")
"""Words of an upsert that go into the pad alone."""


def _operation(asked: Asked) -> dict[str, Any]:
    """What the journal keeps of it: its text is in the version."""
    kept: dict[str, Any] = {"op": "record", "section": asked.section, "key": asked.key}
    if asked.contradicts:
        kept["contradicts"] = list(asked.contradicts)
    if asked.closes:
        kept["closes"] = list(asked.closes)
    if asked.from_hypothesis:
        kept["from_hypothesis"] = asked.from_hypothesis
    return kept


def _kept(store: PadStore, asked: Asked) -> list[dict[str, Any]] | None:
    """What the journal keeps of one that is refused; nothing where a secret stands in its words or between them."""
    words = [text for text in asked.words.values() if text]
    try:
        if any(gate.in_text(store, text) for text in (*words, "".join(words), "\n".join(words))):
            return None
    except ScratchpadError:
        return None  # what cannot be scanned is kept nowhere
    given = {"source": asked.source, "date": asked.date}
    return [
        {**_operation(asked), "content": asked.text, **{name: text for name, text in given.items() if text}}
    ]


def _refuse_secrets(store: PadStore, words: dict[str, str], actor: str) -> None:
    """The pad's own words are no news in the pad; the journal keeps keys, and they would outlive the pad's there."""
    for name, text in words.items():
        if text and gate.in_text(store, text):
            before = store.read().document.text() if name in _INTO_PAD else ""
            gate.refuse_secrets(store, [text], actor, where=[name], before=before)
