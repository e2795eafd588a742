"""One entry put into an audited pad by its key: what changes, what stays, what is refused."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest

from scratchpad_tui.core.audited.record import record
from scratchpad_tui.core.errors import InputError, ParseError
from scratchpad_tui.core.pad import journal
from scratchpad_tui.core.pad.check import check_pad
from scratchpad_tui.core.pad.gate import SecretError
from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.pad.store import PadStore
from tests.core.audited.memories import BROKEN, PAD, SKELETON, put, set_clock, tree

if TYPE_CHECKING:
    from pathlib import Path

    from scratchpad_tui.core.pad.store import Outcome

JOURNAL = ".history/scratchpad.md/journal.jsonl"
TOKEN = "ghp_" + "9fK2mQ7xLw4RtZ8vYb1NcP6sDhJ3gTuE5aWo"


class Book:
    """An audited pad under test."""

    def __init__(self, path: Path, text: str = PAD) -> None:
        self.path = path
        self.store = put(path, text, "audited")

    @property
    def text(self) -> str:
        """The pad's text, line ends as they are."""
        return self.path.read_bytes().decode()

    @property
    def lines(self) -> list[str]:
        """Its lines."""
        return self.text.split("\n")

    def record(
        self,
        section: str,
        key: str,
        text: str | None,
        source: str | None = None,
        **more: Any,  # noqa: ANN401 - as `record` takes them
    ) -> Outcome:
        """Puts an entry in."""
        return record(self.store, section, key, text, source=source, **more)

    def refused(self, code: str, *words: str | None, **more: Any) -> str:  # noqa: ANN401 - as `record` takes them
        """The sentence of a refusal, after which nothing is written but that it was refused."""
        before = tree(self.path.parent)
        section, key, text, source = (*words, None, None)[:4]
        assert section is not None
        assert key is not None
        with pytest.raises(InputError) as caught:
            self.record(section, key, text, source, **more)
        assert caught.value.code == code, str(caught.value)
        after = tree(self.path.parent)
        told = after.pop(JOURNAL, b"").removeprefix(before.pop(JOURNAL, b""))
        assert after == before
        assert told.count(b'"event":"refused"') == told.count(b"\n") == min(1, self.store.history.newest())
        assert caught.value.remedy
        return str(caught.value)


@pytest.fixture
def book(pad_path: Path, monkeypatch: pytest.MonkeyPatch) -> Book:
    set_clock(monkeypatch)
    return Book(pad_path)


def changed(before: list[str], after: list[str]) -> tuple[list[str], list[str]]:
    """The lines that are gone and that are new."""
    gone, new = list(before), list(after)
    for line in before:
        if line in new:
            new.remove(line)
            gone.remove(line)
    return gone, new


def test_a_new_key_adds_one_line_and_no_other_byte(book: Book) -> None:
    outcome = book.record("findings", "ci-no-redis", "CI has no redis", "job 4412")
    line = "- CI has no redis [src:job 4412 @ 2026-07-20] {#ci-no-redis}"
    assert book.text == PAD.replace("{#db-port}\n", f"{{#db-port}}\n{line}\n")
    assert (outcome.added, outcome.removed, outcome.sections) == (1, 0, ("Findings",))


def test_the_journal_says_what_was_recorded(book: Book) -> None:
    book.record("Findings", "slow", "x", "job 1", contradicts=["build-time"], closes=["region"], turn="7")
    versions = journal.versions(book.store.paths.journal)
    found = versions[max(versions)]
    assert found["operations"] == [
        {
            "op": "record",
            "section": "Findings",
            "key": "slow",
            "contradicts": ["build-time"],
            "closes": ["region"],
        }
    ]
    assert (found["turn"], found["alarms"]) == ("7", [])


def test_the_same_again_touches_nothing_on_any_day(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file's time would make every reader read it again; a day that nobody gave is no change."""
    book.record("Findings", "a-key", "the text", "job 1", contradicts=["build-time"], closes=["region"])
    os.utime(book.path, ns=(1, 1))
    before = book.text
    set_clock(monkeypatch, "2026-09-01T12:00:00Z")
    outcome = book.record(
        "Findings", "a-key", "the text", "job 1", contradicts=["build-time"], closes=["region"]
    )
    assert not outcome.changed
    assert book.text == before
    assert book.path.stat().st_mtime_ns == 1
    assert book.record("Findings", "a-key", "the text", "job 1", date="2026-09-01").changed


def test_a_changed_finding_logs_what_it_was(book: Book) -> None:
    book.record("Findings", "build-time", "builds take 20 s", "ci job 9", date="2026-07-19")
    book.record("Findings", "build-time", "builds take 10 s", "ci job 10", date="2026-07-20")
    gone, new = changed(PAD.split("\n"), book.lines)
    assert gone == ["- builds take 40 s [src:ci job 7 @ 2026-07-01] {#build-time}"]
    assert new == [
        '- build-time: was "builds take 40 s" [src:ci job 9 @ 2026-07-19] {#build-time-changed-1}',
        '- build-time: was "builds take 20 s" [src:ci job 10 @ 2026-07-20] {#build-time-changed-2}',
        "- builds take 10 s [src:ci job 10 @ 2026-07-20] {#build-time}",
    ]
    assert book.text.index("## Decisions") < book.text.index("changed-2") < book.text.index("## Findings")


def test_evidence_alone_logs_nothing(book: Book) -> None:
    book.record("Findings", "build-time", "builds take 40 s", "ci job 9")
    assert changed(PAD.split("\n"), book.lines) == (
        ["- builds take 40 s [src:ci job 7 @ 2026-07-01] {#build-time}"],
        ["- builds take 40 s [src:ci job 9 @ 2026-07-20] {#build-time}"],
    )


def test_changed_decisions_and_questions_log_nothing(book: Book) -> None:
    book.record("Decisions", "one-queue", "two queues", "talk")
    book.record("Open", "region", "which region, which zone?")
    assert "-changed-" not in book.text


def test_log_numbers_count_up_over_the_whole_file(book: Book) -> None:
    """A number that stands in any text was given already."""
    book.record("Open", "why", "why is it in build-time-changed-7, and in x-build-time-changed-40?")
    book.record("Findings", "build-time", "builds take 20 s", "job 1")
    assert "{#build-time-changed-8}" in book.text


@pytest.mark.parametrize("section", ["Hypotheses", "Open", "Decisions"])
def test_a_finding_that_moves_out_is_contradicted(book: Book, section: str) -> None:
    book.refused("no-evidence", section, "build-time", "builds take 40 s")
    before = book.store.history.newest()
    book.record(section, "build-time", "builds take 40 s", "talk")
    assert book.text.count("{#build-time}") == 1
    assert (
        '- build-time: was "builds take 40 s" [src:talk @ 2026-07-20] {#build-time-changed-1}' in book.lines
    )
    assert book.store.history.newest() == before + 2  # the pad as it came is the first one


def test_an_entry_moves_to_the_end_of_another_section(book: Book) -> None:
    book.record("Decisions", "region", "eu-west", "talk")
    assert book.text == PAD.replace("- which region? {#region}\n", "_(empty)_\n").replace(
        "{#one-queue}\n", "{#one-queue}\n- eu-west [src:talk @ 2026-07-20] {#region}\n"
    )


def test_evidence_stays_with_its_text_and_leaves_with_it(book: Book) -> None:
    book.record("Open", "zone", "which zone?", "talk")
    assert not book.record("Open", "zone", "which zone?").changed
    book.record("Open", "zone", "which zones?")
    assert "- which zones? {#zone}" in book.lines


def test_a_contradicted_finding_is_logged_once(book: Book) -> None:
    for _ in range(2):
        book.record("Findings", "build-slow", "builds take 90 s", "ci job 9", contradicts=["build-time"])
    assert changed(PAD.split("\n"), book.lines)[1] == [
        '- build-time: was "builds take 40 s" [src:ci job 9 @ 2026-07-20] {#build-time-changed-1}',
        "- builds take 90 s [src:ci job 9 @ 2026-07-20] {#build-slow}",
    ]


def test_a_finding_shown_anew_can_be_contradicted_anew(book: Book) -> None:
    def slow(source: str, date: str) -> None:
        book.record("Findings", "slow", f"slow says {source}", source, date=date, contradicts=["build-time"])

    slow("job 1", "2026-07-10")
    book.record("Findings", "build-time", "builds take 40 s", "job 2", date="2026-07-12")
    slow("job 3", "2026-07-15")
    assert "{#build-time-changed-2}" in book.text


def test_a_contradiction_by_an_older_source_is_logged_once_too(book: Book) -> None:
    for _ in range(2):
        book.record("Findings", "slow", "slow", "job 1", date="2026-06-01", contradicts=["build-time"])
    assert book.text.count("-changed-") == 1


def test_a_finding_that_is_gone_and_logged_needs_nothing(book: Book) -> None:
    book.record("Decisions", "build-time", "builds may take 40 s", "talk")
    book.record("Findings", "slow", "slow", "job 1", contradicts=["build-time"])
    assert book.text.count("-changed-") == 1


def test_what_is_named_must_be_there(book: Book) -> None:
    said = book.refused("no-entry", "Findings", "x", "y", "s", contradicts=["build-tim"])
    assert "build-time" in said
    assert "region" in book.refused("no-entry", "Findings", "x", "y", "s", closes=["regions"])
    assert "cold-cache" in book.refused("no-entry", "Findings", "x", "y", "s", from_hypothesis="cold-cash")
    book.refused("no-entry", "Findings", "x", "y", "s", contradicts=["one-queue"])
    book.refused("no-entry", "Findings", "x", "y", "s", closes=["build-time"])
    book.refused("own-key", "Findings", "x", "y", "s", contradicts=["x"])
    book.refused("own-key", "Decisions", "region", "y", "s", closes=["region"])
    book.refused("bad-key", "Findings", "x", "y", "s", closes=["Region"])


def test_a_contradiction_needs_evidence(book: Book) -> None:
    said = book.refused("no-evidence", "Open", "x", "is it 40 s?", contradicts=["build-time"])
    assert "--source" in said


def test_an_old_text_of_several_lines_is_quoted_in_one(pad_path: Path) -> None:
    book = Book(
        pad_path,
        PAD.replace("builds take 40 s", 'builds "take" {#it} [src:x @ 2026-01-01] 40 s').replace(
            "{#build-time}\n", "{#build-time}\n  on arm\n  and x86\n"
        ),
    )
    book.record("Findings", "build-time", "builds take 20 s", "job 1", date="2026-07-20")
    line = (
        '- build-time: was "builds "take" {#it} [src:x @ 2026-01-01] 40 s on arm and x86" '
        "[src:job 1 @ 2026-07-20] {#build-time-changed-1}"
    )
    assert line in book.lines
    assert "  on arm" not in book.lines
    before = book.text
    book.record("Findings", "build-time", "builds take 20 s", "job 1", date="2026-07-20")
    assert book.text == before


def test_closing_marks_an_open_entry_and_keeps_its_lines(pad_path: Path) -> None:
    book = Book(
        pad_path,
        PAD.replace(
            "- which region? {#region}\n", "* which region? [src:talk @ 2026-07-01]  {#region}\n  and zone\n"
        ),
    )
    book.record("Decisions", "use-eu", "region is eu-west", "talk", closes=["region"])
    assert book.text.endswith(
        "## Open\n* which region? (closed) [src:talk @ 2026-07-01] {#region}\n  and zone\n"
    )


def test_a_closed_entry_stays_closed_until_it_says_something_else(book: Book) -> None:
    book.record("Decisions", "use-eu", "region is eu-west", "talk", closes=["region"])
    outcome = book.record("Open", "region", "which region?")
    assert not outcome.changed
    assert any("closed" in warning for warning in outcome.warnings)
    book.record("Open", "region", "which region?", "talk")
    assert "- which region? (closed) [src:talk @ 2026-07-20] {#region}" in book.lines
    book.record("Open", "region", "which region after all?")
    assert "- which region after all? {#region}" in book.lines


def test_a_hypothesis_becomes_a_finding_in_one_step(book: Book) -> None:
    for _ in range(2):
        book.record("Findings", "cache-cold", None, "job 3", from_hypothesis="cold-cache")
    assert "- the cache may be cold [src:job 3 @ 2026-07-20] {#cache-cold}" in book.lines
    assert "{#cold-cache}" not in book.text
    assert "## Hypotheses\n_(empty)_\n" in book.text
    book.refused("no-entry", "Findings", "cache-cold", "it is warm", "job 3", from_hypothesis="cold-cache")
    book.refused("same-section", "Hypotheses", "y", "z", from_hypothesis="cold-cache")


def test_a_hypothesis_may_keep_its_key(book: Book) -> None:
    for _ in range(2):
        book.record("Findings", "cold-cache", "the cache is cold", "job 3", from_hypothesis="cold-cache")
    assert book.text.count("{#cold-cache}") == 1
    assert "- the cache is cold [src:job 3 @ 2026-07-20] {#cold-cache}" in book.lines


@pytest.mark.parametrize("key", ["Bad", "a b", "a_b", "-a", "a-", "a--b", "", "é", "k" * 65, "a\n- b", "a}"])
def test_a_key_is_small_words_with_dashes(book: Book, key: str) -> None:
    book.refused("bad-key", "Findings", key, "text", "s")


def test_keys_of_the_log_are_its_own(book: Book) -> None:
    book.refused("log-key", "Decisions", "build-time-changed-1", "text", "s")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "empty-content"),
        (" \t", "empty-content"),
        ("a\nb", "several-lines"),
        ("a\r\nb", "several-lines"),
        ("a\x1b[0mb", "tool-dump"),
        ("a\x07b", "control-character"),
        ("a\tb", "control-character"),
        ("a\u2028b", "control-character"),
        ("use [src:evil @ 2020-01-01] please", "mark-inside"),
        ("use [SRC:evil] please", "mark-inside"),
        ("see {#db-port}", "mark-inside"),
        ("<!-- hidden -->", "mark-inside"),
        ("which region? (closed)", "closed-mark"),
        ("```", "code-block"),
        ("User: hi", "raw-transcript"),
        ('{"exit": 1}', "tool-dump"),
        ("Let me think about it", "reasoning"),
    ],
)
def test_what_no_text_holds(book: Book, text: str, code: str) -> None:
    for section in ("Hypotheses", "Decisions", "Findings", "Open"):
        book.refused(code, section, "a-key", text, "s")


@pytest.mark.parametrize(
    ("source", "code"),
    [
        ("", "empty-content"),
        ("a\n- y", "several-lines"),
        ("x] {#z", "mark-inside"),
        ("[src:a @ 2026-01-01]", "mark-inside"),
        ("notes]", "bracket-alone"),
        ("[notes", "bracket-alone"),
        ("a]b[", "bracket-alone"),
        ("a\x00", "control-character"),
    ],
)
def test_what_no_source_holds(book: Book, source: str, code: str) -> None:
    book.refused(code, "Findings", "a-key", "text", source)


@pytest.mark.parametrize(
    "source", ["notes/a [draft].md", "mail from a@b.example @ desk", "limits.py:88", "x @", "@ y"]
)
def test_odd_sources_read_back(book: Book, source: str) -> None:
    book.record("Findings", "a-key", "text", source)
    before = book.text
    assert f"- text [src:{source} @ 2026-07-20] {{#a-key}}" in book.lines
    book.record("Findings", "a-key", "text", source)
    assert book.text == before


@pytest.mark.parametrize("date", ["2026-02-30", "20.07.2026", "2026-7-2", "yesterday", ""])
def test_a_date_is_a_day_of_the_calendar(book: Book, date: str) -> None:
    book.refused("bad-date", "Findings", "a-key", "text", "s", date=date)


def test_a_date_alone_is_no_evidence(book: Book) -> None:
    book.refused("date-alone", "Open", "a-key", "text", date="2026-07-20")


def test_a_date_ahead_of_the_clock_is_warned_of(book: Book) -> None:
    assert book.record("Findings", "a", "text", "s", date="2026-07-21").warnings == []
    (warning,) = book.record("Findings", "b", "text", "s", date="2026-07-22").warnings
    assert "ahead of the clock" in warning


def test_findings_and_decisions_need_evidence(book: Book) -> None:
    for section in ("Findings", "Decisions"):
        assert "Hypotheses or Open" in book.refused("no-evidence", section, "a-key", "just so")
    book.record("Hypotheses", "a-key", "just so")
    assert "- just so {#a-key}" in book.lines


def test_an_unknown_section_lists_the_four(book: Book) -> None:
    said = book.refused("unknown-section", "Vibes", "a", "b", "s")
    assert "Hypotheses, Decisions, Findings, Open" in said


def test_other_profiles_are_told_what_to_do(tmp_path: Path) -> None:
    store = PadStore(tmp_path / "scratchpad.md")
    with pytest.raises(InputError) as caught:
        record(store, "Findings", "a", "b", source="s")
    assert "init --profile audited" in str(caught.value)
    assert not (tmp_path / "scratchpad.md").exists()


def test_a_missing_pad_gets_its_skeleton(tmp_path: Path) -> None:
    path = tmp_path / "memory.md"
    store = PadStore(path, profile="audited")
    record(store, "Open", "a", "why?")
    assert path.read_text("utf-8") == SKELETON.replace("## Open\n_(empty)_", "## Open\n- why? {#a}")
    store.close()


def test_a_broken_pad_is_never_moved(pad_path: Path) -> None:
    book = Book(pad_path, BROKEN)
    before = tree(pad_path.parent)
    with pytest.raises(ParseError):
        book.record("Findings", "a", "b", "s")
    assert {name: data for name, data in tree(pad_path.parent).items() if name in before} == before
    assert not [name for name in tree(pad_path.parent) if "broken" in name]


def test_every_other_byte_stays(pad_path: Path) -> None:
    text = "\ufeff" + PAD.replace("## Open", "<!-- mine -->\n\n\n## Open").replace("\n", "\r\n")
    book = Book(pad_path, text.replace("- port is", "+  port is"))
    book.record("Findings", "db-port", "port is 5434", "compose.yml", date="2026-07-20")
    want = text.replace(
        "- port is 5433 [src:compose.yml @ 2026-07-01]", "+  port is 5434 [src:compose.yml @ 2026-07-20]"
    ).replace(
        "{#one-queue}\r\n",
        '{#one-queue}\r\n- db-port: was "port is 5433" [src:compose.yml @ 2026-07-20] {#db-port-changed-1}\r\n',
    )
    assert book.text == want


def test_mixed_line_ends_and_no_final_newline_stay(pad_path: Path) -> None:
    text = PAD.replace("{#build-time}\n", "{#build-time}\r\n").replace(
        "- which region? {#region}\n", "- which region? {#region}"
    )
    book = Book(pad_path, text)
    book.record("Findings", "build-time", "builds take 40 s", "job 1", date="2026-07-20")
    assert book.text == text.replace("ci job 7 @ 2026-07-01", "job 1 @ 2026-07-20")
    book.record("Open", "region", "which one?")
    assert book.text.endswith("\n- which one? {#region}")


def test_a_key_inside_another_entry_is_never_hit(pad_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    set_clock(monkeypatch)
    book = Book(pad_path, PAD.replace("port is 5433", "port is 5433, see {#db}"))
    book.record("Findings", "db", "engine is sqlite", "talk")
    assert changed(PAD.replace("port is 5433", "port is 5433, see {#db}").split("\n"), book.lines) == (
        [],
        ["- engine is sqlite [src:talk @ 2026-07-20] {#db}"],
    )


def test_neither_text_nor_source_holds_a_secret(book: Book) -> None:
    for name, text, source in (("the text", f"token {TOKEN}", "s"), ("the source", "text", TOKEN)):
        before = tree(book.path.parent)
        with pytest.raises(SecretError) as caught:
            book.record("Findings", "a-key", text, source)
        assert str(caught.value).startswith(f"{name} holds ")
        assert TOKEN not in str(caught.value)
        assert tree(book.path.parent) == before


def test_no_refusal_repeats_a_secret(book: Book) -> None:
    for words in ((TOKEN, "a"), ("Findings", TOKEN)):
        with pytest.raises(SecretError) as caught:
            book.record(*words, "text", "s")
        assert TOKEN not in str(caught.value)


def test_what_is_recorded_is_without_fault(book: Book) -> None:
    book.record(
        "Findings", "build-time", "builds take 20 s", "job 1", closes=["region"], contradicts=["db-port"]
    )
    checked = check_pad(book.store)
    assert checked is not None
    assert (checked.errors, checked.warnings) == ((), ())


def test_work_grows_with_the_pad_not_faster(pad_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten times the entries are ten times the entries read, a few times each."""
    from scratchpad_tui.core.pad import evidence

    set_clock(monkeypatch)
    counted: list[int] = []
    inner = evidence.read_audited

    def counting(*given: Any) -> evidence.Audited:  # noqa: ANN401
        counted[-1] += 1
        return inner(*given)

    monkeypatch.setattr(evidence, "read_audited", counting)
    for number in (100, 1_000):
        rows = "".join(f"- fact {n} [src:job {n} @ 2026-07-01] {{#fact-{n}}}\n" for n in range(number))
        book = Book(pad_path.with_name(f"pad-{number}.md"), PAD.replace("- builds", f"{rows}- builds"))
        counted.append(0)
        book.record("Findings", "fact-7", "fact seven", "job 1")
        assert counted[-1] < 8 * number + 200
    assert counted[1] < 11 * counted[0]


def test_ten_thousand_entries_are_recorded_into(pad_path: Path) -> None:
    rows = "".join(f"- fact {n} [src:job {n} @ 2026-07-01] {{#fact-{n}}}\n" for n in range(10_000))
    book = Book(pad_path, PAD.replace("- builds", f"{rows}- builds"))
    book.record("Findings", "fact-7777", "fact seven", "job 1", date="2026-07-20")
    assert (
        len(
            changed(
                rows.split("\n"), [line for line in book.lines if "{#fact-" in line and "changed" not in line]
            )[1]
        )
        == 1
    )


def refusals(book: Book) -> list[dict[str, Any]]:
    """The refusals in the journal, the oldest first."""
    return [one for one in journal.events(book.store.paths.journal) if one.get("event") == "refused"]


def test_a_refusal_is_kept_as_one_of_patches_is(book: Book) -> None:
    """Who, what, the code and the content; on a path without a history it is told alone."""
    book.refused("no-evidence", "Findings", "no-redis", "CI has no redis")
    assert refusals(book) == []
    book.record("Open", "one", "a question")
    with pytest.raises(InputError):
        record(book.store, "Findings", "no-redis", "CI has no redis", closes=["one"], turn="7", session="s1")
    (told,) = refusals(book)
    assert (told["code"], told["actor"], told["turn"], told["session"]) == ("no-evidence", "agent", "7", "s1")
    assert told["message"] == "an entry of Findings needs its evidence"
    assert told["patches"] == [
        {
            "op": "record",
            "section": "Findings",
            "key": "no-redis",
            "closes": ["one"],
            "content": "CI has no redis",
        }
    ]


def test_of_a_refusal_for_a_secret_only_rule_and_place_are_kept(book: Book) -> None:
    book.record("Open", "one", "a question")
    book.refused("secret", "Open", "two", f"the token is {TOKEN}")
    half = len(TOKEN) // 2
    book.refused(
        "no-evidence", "Findings", "three", f"it begins with {TOKEN[:half]}", closes=[TOKEN[half:].lower()]
    )
    first, second = refusals(book)
    assert (first["rule"], first["line"]) == ("github-token", 1)
    assert "patches" not in first
    assert second["patches"] is None
    assert TOKEN not in (book.path.parent / JOURNAL).read_text("utf-8")


def test_a_record_on_a_pad_of_another_kind_is_no_refusal_of_the_entry(pad_path: Path) -> None:
    store = PadStore(pad_path)
    store.apply([Patch("Next", "append", "go")])
    with pytest.raises(InputError):
        record(store, "Open", "one", "a question")
    assert "refused" not in (pad_path.parent / JOURNAL).read_text("utf-8")
