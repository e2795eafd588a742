"""What a screen says of audited entries: evidence, key, and whether something of them is missing or outdated."""

from __future__ import annotations

from scratchpad_tui.core.pad.entries import find_entries
from scratchpad_tui.core.pad.evidence import audited_entries, read_audited
from scratchpad_tui.core.pad.finding_log import contradicted
from scratchpad_tui.core.pad.view import Proof

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scratchpad_tui.core.pad.document import Document
    from scratchpad_tui.core.pad.evidence import Audited
    from scratchpad_tui.core.pad.schema import Section
    from scratchpad_tui.core.pad.view import LineView, SectionView


def with_proofs(sections: tuple[SectionView, ...], document: Document) -> tuple[SectionView, ...]:
    """The sections of a document, the lines of audited entries with what is said of them."""
    outdated = contradicted(document)
    return tuple(
        _with_proofs(view, section, proofs(document, section, outdated)) if section.keyed else view
        for view, section in zip(sections, document.profile.sections, strict=True)
    )


def _with_proofs(view: SectionView, section: Section, found: dict[int, Proof]) -> SectionView:
    def proof(line: LineView) -> Proof | None:
        if line.index >= 0:
            return found.get(line.index)
        return None if line.continued else proof_of(line.text, section)

    return view._replace(lines=tuple(line._replace(proof=proof(line)) for line in view.lines))


def proofs(document: Document, section: Section, outdated: frozenset[str]) -> dict[int, Proof]:
    """What is said of each entry of a keyed section, by the position of its first line in the body.

    `outdated` are the keys of findings that another entry contradicts: see `contradicted`.
    """
    return {
        audited.entry.start: _proof(audited, section, outdated)
        for audited in audited_entries(document, section.name)
        if not audited.entry.is_block
    }


def proof_of(line: str, section: Section) -> Proof | None:
    """The same of a line that stands in no body any more; nothing of it is missing or outdated."""
    found = find_entries([line])
    if not found or found[0].is_block:
        return None
    proof = _proof(read_audited(section.name, found[0], line), section, frozenset())
    return proof._replace(unproven=False, due=False, fault="")


def _proof(audited: Audited, section: Section, outdated: frozenset[str]) -> Proof:
    evidence = audited.evidence
    return Proof(
        text=audited.text.split("\n", 1)[0],
        key=audited.key,
        source=evidence.source if evidence else "",
        date=evidence.date if evidence else "",
        closed=audited.closed,
        unproven=evidence is None,
        due=evidence is None and section.proven,
        contradicted=audited.key in outdated,
        fault=audited.code,
    )
