"""What a screen says of audited entries, in a view and alone; and which findings are contradicted."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scratchpad_tui.core.pad.document import Document
from scratchpad_tui.core.pad.evidence import Evidence, audited_line
from scratchpad_tui.core.pad.finding_log import contradicted
from scratchpad_tui.core.pad.parse import parse_text, render
from scratchpad_tui.core.pad.proofs import proof_of, proofs
from scratchpad_tui.core.pad.schema import AUDITED, TASK
from scratchpad_tui.core.pad.store import PadStore
from scratchpad_tui.core.pad.view import Proof, build_view

if TYPE_CHECKING:
    from pathlib import Path

    from scratchpad_tui.core.pad.schema import Section

NOW = datetime(2026, 7, 20, 10, tzinfo=UTC)


def section(name: str) -> Section:
    found = AUDITED.find(name)
    assert found is not None
    return found


def document(**bodies: list[str]) -> Document:
    return parse_text(render(bodies, AUDITED), AUDITED)


def said(name: str, *lines: str) -> list[Proof]:
    return list(proofs(document(**{name: list(lines)}), section(name), frozenset()).values())


def test_an_entry_with_all_that_it_needs() -> None:
    line = "- port is 5433 [src:compose.yml:5 @ 2026-07-01] {#db-port}"
    assert said("Findings", line) == [Proof("port is 5433", "db-port", "compose.yml:5", "2026-07-01")]


@pytest.mark.parametrize(("name", "due"), [("Findings", True), ("Decisions", True), ("Hypotheses", False), ("Open", False)])  # fmt: skip
def test_evidence_is_due_where_the_section_asks_for_it(name: str, *, due: bool) -> None:
    assert said(name, "- which? {#which}") == [Proof("which?", "which", unproven=True, due=due)]


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("- two cores [src:a @ 2026-07-01]", "no-key"),
        ("- two cores [src:a @ 2026-07-01] {#Two Cores}", "bad-key"),
        ("- two cores [src:a @ 2026-13-01] {#two}", "bad-date"),
    ],
)
def test_a_key_or_a_date_that_does_not_count_is_named(line: str, fault: str) -> None:
    assert [proof.fault for proof in said("Findings", line)] == [fault]


def test_of_an_entry_of_several_lines_the_first_one_has_the_proof() -> None:
    found = proofs(
        document(Findings=["- one [src:a @ 2026-07-01] {#one}", "  and more", "", "- two {#two}"]),
        section("Findings"),
        frozenset(),
    )
    assert {at: proof.text for at, proof in found.items()} == {0: "one", 3: "two"}


def test_comments_fences_and_other_profiles_have_none() -> None:
    assert said("Open", "<!-- mine {#a} -->", "```", "- x {#b}", "```") == []
    assert proof_of("<!-- mine {#a} -->", section("Open")) is None
    assert contradicted(Document.empty(TASK)) == frozenset()


def test_of_a_line_that_is_gone_nothing_is_missing() -> None:
    proof = proof_of("- two cores", section("Findings"))
    assert proof == Proof("two cores")


def logged(old: str, day: str = "2026-07-10", number: int = 1, key: str = "k") -> str:
    return audited_line(f'{key}: was "{old}"', Evidence("job", day), f"{key}-changed-{number}")


@pytest.mark.parametrize(
    ("decisions", "outdated"),
    [
        ([], False),
        ([logged("40 s")], True),
        ([logged("20 s")], False),
        ([logged("40 s", "2026-06-30")], False),
        ([logged("40 s", "2026-07-01")], True),
        ([logged("40 s"), logged("20 s", number=2)], False),
        ([logged("20 s", number=10), logged("40 s", number=9)], False),
        ([logged("40 s", number=10), logged("20 s", number=9)], True),
        ([logged("40 s", key="k-2")], False),
    ],
)
def test_a_finding_is_contradicted_by_its_newest_log_line_alone(
    decisions: list[str], *, outdated: bool
) -> None:
    """A finding whose evidence is newer than the line was shown anew."""
    pad = document(Decisions=decisions, Findings=["- 40 s [src:a @ 2026-07-01] {#k}", "- x {#k-3}"])
    assert contradicted(pad) == (frozenset({"k"}) if outdated else frozenset())
    found = proofs(pad, section("Findings"), contradicted(pad))
    assert [proof.contradicted for proof in found.values()] == [outdated, False]


TEXTS = st.sampled_from(["40 s", "40 s and more", "20 s", 'say "hi" and  more', 'say "hi"', "a  b", '"', ""])


@given(
    st.dictionaries(
        st.integers(0, 3), st.tuples(TEXTS, st.sampled_from(["2026-07-01", "2026-07-02"])), max_size=4
    ),
    TEXTS,
    st.sampled_from(["2026-07-01", "2026-07-02", ""]),
)
def test_what_is_marked_is_what_its_newest_line_quotes(
    logs: dict[int, tuple[str, str]], text: str, day: str
) -> None:
    pad = document(
        Decisions=[logged(old, date, number) for number, (old, date) in logs.items()],
        Findings=[audited_line(text, Evidence("job", day) if day else None, "k"), "  and more"],
    )
    quoted, date = logs[max(logs)] if logs else ("another", "")
    same = quoted.split() == f"{text} and more".split()
    assert ("k" in contradicted(pad)) == (same and day <= date)


def test_a_view_of_an_audited_pad_has_them_also_on_removed_lines(tmp_path: Path) -> None:
    path = tmp_path / "scratchpad.md"
    before = render({"Findings": ["- port is 1 [src:a @ 2026-07-01] {#port}"]}, AUDITED)
    path.write_text(before, "utf-8")
    store = PadStore(path, profile="audited")
    store.record_external()
    path.write_text(render({"Open": ["- zone? {#zone}"]}, AUDITED), "utf-8")
    store.record_external()
    view = build_view(store, 1, now=NOW)
    store.close()
    lines = {line.text: line for each in view.sections for line in each.lines}
    assert lines["- zone? {#zone}"].proof == Proof("zone?", "zone", unproven=True)
    gone = lines["- port is 1 [src:a @ 2026-07-01] {#port}"]
    assert (gone.mark, gone.proof) == ("-", Proof("port is 1", "port", "a", "2026-07-01"))
    assert [each.keyed for each in view.sections] == [True] * 4
    assert [each.proven for each in view.sections] == [False, True, True, False]


def test_a_view_of_another_pad_has_none(tmp_path: Path) -> None:
    path = tmp_path / "scratchpad.md"
    path.write_text(render({"Findings": ["- x [src:a @ 2026-07-01] {#x}"]}, TASK), "utf-8")
    store = PadStore(path, profile="task")
    view = build_view(store, None, now=NOW)
    store.close()
    assert [line.proof for each in view.sections for line in each.lines] == [None]
