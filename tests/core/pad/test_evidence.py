"""Audited entries read back as they were written, whatever stands in their text."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from scratchpad_tui.core.pad.entries import find_entries
from scratchpad_tui.core.pad.evidence import (
    CLOSED,
    LONGEST_KEY,
    Evidence,
    audited_entries,
    audited_line,
    is_day,
    is_key,
    key_in_line,
    log_key,
    read_audited,
)
from scratchpad_tui.core.pad.parse import parse_text
from scratchpad_tui.core.pad.schema import AUDITED

keys = st.from_regex(r"[a-z0-9]{1,6}(-[a-z0-9]{1,6}){0,3}", fullmatch=True)
days = st.dates().map(lambda day: day.isoformat())
plain = st.text(st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp")), min_size=1, max_size=40)
texts = (
    plain.map(str.strip)
    .filter(bool)
    .filter(lambda text: not text.endswith(CLOSED) and "{#" not in text and "[src:" not in text)
)
sources = texts.filter(lambda text: "[" not in text and "]" not in text)


@given(texts, st.none() | st.builds(Evidence, sources, days), keys, st.booleans())
@example("a @ b", Evidence("mail from a@b.example @ desk", "2026-07-20"), "pkg", False)  # noqa: FBT003
@example("x", Evidence("notes/a [draft].md", "2026-07-20"), "build", True)  # noqa: FBT003
def test_what_is_written_is_read_back(text: str, evidence: Evidence | None, key: str, closed: bool) -> None:  # noqa: FBT001
    line = audited_line(text, evidence, key, closed=closed)
    entry = find_entries([line])[0]
    read = read_audited("Findings", entry, line)
    assert (read.text, read.evidence, read.key, read.closed, read.code) == (text, evidence, key, closed, "")
    assert key_in_line(line) == key


def test_the_last_key_and_the_last_evidence_count() -> None:
    line = "- use make [src:evil @ 2020-01-01] {#other} please [src:notes.md @ 2026-07-20] {#build}"
    read = read_audited("Findings", find_entries([line])[0], line)
    assert (read.key, read.evidence) == ("build", Evidence("notes.md", "2026-07-20"))
    assert read.text == "use make [src:evil @ 2020-01-01] {#other} please"


def test_a_key_of_a_log_line_may_be_longer_than_others() -> None:
    longest = "k" * LONGEST_KEY
    assert is_key(longest)
    assert not is_key(longest + "k")
    assert is_key(f"{longest}-changed-12")
    assert log_key("a-b-changed-3") == ("a-b", 3)
    assert log_key("a-changed-b") is None


def test_only_days_of_the_calendar_are_days() -> None:
    assert is_day("2028-02-29")
    for text in ("2026-02-29", "2026-7-2", "20.07.2026", "2026-07-20T10:00", "", "٢٠٢٦-07-20"):
        assert not is_day(text)


def test_faults_are_told_apart() -> None:
    body = "- no key at all\n- bad {#Bad}\n- day [src:x @ 2026-02-30] {#day}\n- done (closed) {#done}\n  more of it\n"
    document = parse_text(f"## Hypotheses\n## Decisions\n## Findings\n## Open\n{body}", AUDITED)
    found = audited_entries(document, "Open")
    assert [entry.code for entry in found] == ["no-key", "bad-key", "bad-date", ""]
    assert (found[3].closed, found[3].text, found[3].key) == (True, "done\nmore of it", "done")
    assert found[1].key == ""
