"""What patches did to findings is told in Decisions, as `record` tells it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scratchpad_tui.core.audited.record import record
from scratchpad_tui.core.audited.tidy import tidy
from scratchpad_tui.core.errors import PatchError
from scratchpad_tui.core.pad.evidence import every_audited
from scratchpad_tui.core.pad.operations import apply_patches
from scratchpad_tui.core.pad.parse import parse_text
from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.pad.schema import AUDITED, TASK, Profile, Section
from tests.core.audited.memories import PAD, put, set_clock

if TYPE_CHECKING:
    from pathlib import Path

    from scratchpad_tui.core.pad.document import Document

TOKEN = "ghp_" + "9fK2mQ7xLw4RtZ8vYb1NcP6sDhJ3gTuE5aWo"
REMOVED = Patch("Findings", "remove", "port is 5433")


@pytest.fixture(autouse=True)
def _clock(monkeypatch: pytest.MonkeyPatch) -> None:
    set_clock(monkeypatch)


def applied(*patches: Patch, text: str = PAD) -> Document:
    return apply_patches(parse_text(text, AUDITED), patches).document


def told(*patches: Patch, text: str = PAD) -> list[str]:
    """The lines that Decisions has more than before."""
    before = parse_text(text, AUDITED).content("Decisions")
    return [line for line in applied(*patches, text=text).content("Decisions") if line not in before]


def port(source: str) -> str:
    return f'- db-port: was "port is 5433" [src:{source} @ 2026-07-20] {{#db-port-changed-1}}'


def build(source: str) -> str:
    return f'- build-time: was "builds take 40 s" [src:{source}] {{#build-time-changed-1}}'


def test_a_finding_whose_text_changes_is_told_with_its_new_evidence() -> None:
    line = "- builds take 20 s [src:ci job 9 @ 2026-07-19] {#build-time}"
    same = "- port is 5433 [src:compose.yml @ 2026-07-01] {#db-port}"
    patch = Patch("findings", "replace", f"{line}\n{same}", "measured anew")
    assert told(patch) == [build("ci job 9 @ 2026-07-19")]
    assert applied(patch).content("Findings") == [line, same]


def test_the_same_by_two_patches_of_one_list() -> None:
    patches = (REMOVED, Patch("Findings", "append", "- port is 1 [src:x @ 2026-07-18] {#db-port}"))
    assert told(*patches) == ['- db-port: was "port is 5433" [src:x @ 2026-07-18] {#db-port-changed-1}']


def test_evidence_place_or_order_alone_tell_nothing() -> None:
    newer = "- port is 5433 [src:compose.yml @ 2026-07-19] {#db-port}\n- builds take 40 s [src:ci @ 2026-07-18] {#build-time}"
    assert told(Patch("Findings", "replace", newer)) == []


@pytest.mark.parametrize(
    "patch", [REMOVED, Patch("Findings", "remove", "port", "compose has no port any more")]
)
def test_a_finding_that_is_taken_out_is_told_with_the_reason(patch: Patch) -> None:
    assert told(patch) == [port(patch.reason or "a patch without a reason")]


@pytest.mark.parametrize(
    "reason", ["see [1]", "two\nlines", "a {#key}", "x" * 201, "User: it is wrong\tnow", "Let me think", "  "]
)
def test_a_reason_that_is_no_source_is_none(reason: str) -> None:
    assert told(Patch("Findings", "remove", "port", reason)) == [port("a patch without a reason")]


def test_a_cleared_section_is_told_finding_by_finding() -> None:
    source = "a patch without a reason"
    found = told(
        Patch("Findings", "clear", ""), Patch("Decisions", "append", "- go [src:x @ 2026-07-20] {#go}")
    )
    assert found[1:] == [build(f"{source} @ 2026-07-20"), port(source)]


def test_a_finding_that_moves_out_is_told() -> None:
    moved = Patch("Open", "append", "- which port? {#db-port}")
    assert told(REMOVED, moved) == [port("a patch without a reason")]
    decided = Patch("Decisions", "append", "- port is 5433 [src:talk @ 2026-07-20] {#db-port}")
    assert told(REMOVED, decided)[1:] == [port("talk")]


def test_what_decisions_tells_already_goes_without_a_line() -> None:
    text = PAD.replace("{#one-queue}\n", f"{{#one-queue}}\n{port('talk')}\n")
    assert told(REMOVED, text=text) == []
    assert applied(REMOVED, Patch("Decisions", "clear", ""), text=text).content("Decisions") == [
        port("a patch without a reason").replace("changed-1", "changed-2")
    ]


def test_a_dry_run_shows_it_and_a_write_is_one_version(pad_path: Path) -> None:
    store = put(pad_path, PAD, "audited")
    shown = store.apply([REMOVED], dry_run=True)
    done = store.apply([REMOVED])
    assert shown.diff == done.diff
    assert port("a patch without a reason") in done.diff
    assert (done.sections, done.version) == (("Decisions", "Findings"), 2)
    store.close()


def test_a_secret_in_what_a_finding_was_is_not_quoted(pad_path: Path) -> None:
    store = put(
        pad_path,
        PAD.replace("builds take 40 s", f"token {TOKEN}").replace("port is", f"{TOKEN} is"),
        "audited",
    )
    store.apply([Patch("Findings", "remove", "5433")])
    record(store, "Findings", "build-time", "the token is in the vault", source="talk")
    text = pad_path.read_text("utf-8")
    assert TOKEN not in text
    assert 'was "[secret] is 5433"' in text
    assert 'was "token [secret]"' in text
    store.close()


def test_other_pads_have_no_such_lines() -> None:
    facts = Profile("facts", (Section("Findings", 1000, "What is so.", keyed=True),))
    document = parse_text("## Findings\n- x {#x}\n", facts)
    assert apply_patches(document, [Patch("Findings", "clear", "")]).document.content("Findings") == []
    document = parse_text("## Findings\n- x {#x}\n", TASK)
    assert not apply_patches(document, [Patch("Findings", "clear", "")]).document.has_text


def test_a_contradicted_finding_that_tidying_took_out_stays_told_once(pad_path: Path) -> None:
    store = put(pad_path, PAD, "audited")
    record(store, "Findings", "port", "port is 1", source="x", contradicts=["db-port"])
    store.apply([REMOVED])
    assert not tidy(store).outcome.changed
    assert pad_path.read_text("utf-8").count("db-port-changed-") == 1
    store.close()


KEYS = ("a", "a-b", "b", "c")
ENTRIES = st.builds(
    "- {} [src:s @ 2026-07-0{}] {{#{}}}".format,
    st.sampled_from(["one", "two", 'was "one"', "a: was x"]), st.integers(1, 3), st.sampled_from(KEYS),
)  # fmt: skip
PATCHES = st.one_of(
    st.builds(Patch, st.sampled_from(["Findings", "Decisions", "Open"]), st.sampled_from(["append", "replace"]), ENTRIES),
    st.builds(Patch, st.sampled_from(["Findings", "Decisions"]), st.just("remove"), st.sampled_from(["one", "{#a}", "b}"])),
    st.builds(Patch, st.sampled_from(["Findings", "Open"]), st.just("clear"), st.just("")),
)  # fmt: skip


@given(st.lists(st.lists(PATCHES, min_size=1, max_size=3), max_size=6))
def test_no_list_takes_a_finding_away_without_a_word(lists: list[list[Patch]]) -> None:
    document = parse_text(PAD, AUDITED)
    for patches in lists:
        before = {entry.key: entry for entry in every_audited(document) if entry.section == "Findings"}
        try:
            document = apply_patches(document, patches).document
        except PatchError:
            continue
        after = {entry.key: entry for entry in every_audited(document)}
        quoted = [entry.text for entry in after.values() if entry.section == "Decisions"]
        for key, entry in before.items():
            stands = key in after and (after[key].section, after[key].text) == ("Findings", entry.text)
            assert stands or f'{key}: was "{entry.text}"' in quoted
