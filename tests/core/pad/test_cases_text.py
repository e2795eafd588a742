"""The handed cases about a pad's text: headings, fences, ends, marks, and characters that nobody sees."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.errors import ScratchpadError
from scratchpad_tui.core.pad.check import check_pad, check_text
from scratchpad_tui.core.pad.content import fault_in
from scratchpad_tui.core.pad.lines import texts
from scratchpad_tui.core.pad.schema import SESSION, TASK
from scratchpad_tui.core.text import hidden, visible
from tests.core.pad.pads import CASES, Case, Desk, add

if TYPE_CHECKING:
    from pathlib import Path


def test_case_01_a_fence_that_quotes_a_section_stays_in_findings(pad_path: Path) -> None:
    """A healthy file is not sent to quarantine over a quotation."""
    case = Case("01-fence-holds-real-section-name", pad_path)
    assert check_text(case.data, TASK) == ((), ())
    assert case.apply_file("patch.json").changed
    assert case.data == case.file("expected.md")
    assert len(case.lines("Plan")) == 3
    assert case.lines("Findings")[1:5] == ["```sh", "## Plan", "make all   # then install", "```"]


def test_case_03_headings_keep_the_spelling_they_had(pad_path: Path) -> None:
    """Closing hashes, blanks, letter case and a tab are legal; a patch does not tidy them."""
    case = Case("03-closing-hashes-and-case", pad_path)
    assert check_text(case.data, TASK) == ((), ())
    assert case.apply_file("patch.json").changed
    assert case.data == case.file("expected.md")
    assert list(case.store().read().document.sections()) == list(TASK.names)


def test_case_04_a_no_break_space_in_a_heading_loses_nothing(pad_path: Path) -> None:
    """Of the two ends allowed, Plan has its three items; the odd blank is a warning with code point and place."""
    case = Case("04-nbsp-after-hashes", pad_path, good="good.md")
    checked = check_pad(case.store())
    assert checked
    assert checked.ok
    assert [(p.line, p.column, p.code) for p in checked.warnings] == [(4, 3, "odd-blank")]
    assert "U+00A0" in checked.warnings[0].message
    start = case.data
    case.apply_file("patch.json")
    assert len(case.lines("Plan")) == 3
    assert case.data == start.replace(b"not on ,\n", b"not on ,\n- found it\n")
    assert case.quarantined == []


def test_case_05_a_byte_order_mark_and_crlf_are_kept_and_passed_over(pad_path: Path) -> None:
    """The mark may come on the patch too, and the empty mark is known before CRLF."""
    case = Case("05-bom-crlf-and-bom-in-patch", pad_path)
    outcome = case.apply_file("patch.json")
    assert outcome.changed
    assert outcome.warnings == []
    assert case.data == case.file("expected.md")


def test_case_06_a_tick_in_a_file_of_mixed_ends_changes_one_character(pad_path: Path) -> None:
    """Untouched lines keep the ends they have."""
    case = Case("06-mixed-and-lone-cr", pad_path)
    start = case.data
    case.apply_file("tick.json")
    assert case.data == start.replace(b"1. [ ] one", b"1. [x] one")


def test_case_06_line_ends_in_content_are_lines_of_one_entry(pad_path: Path) -> None:
    """Applied, of the two ends allowed: CR and CRLF end a line there as they do in a file."""
    case = Case("06-mixed-and-lone-cr", pad_path)
    start = case.data
    case.apply_file("patch.json")
    assert case.data == start.replace(
        b"_(empty)_\r\n\n## Ruled", b"- first\r\n  second\r\n  third\r\n\n## Ruled"
    )
    assert b"\r" not in case.data.replace(b"\r\n", b"")


def test_case_07_front_matter_is_text_above_the_first_heading(pad_path: Path) -> None:
    """Its closing dashes make no heading; the file is kept and the last good version takes the patch."""
    case = Case("07-front-matter-first", pad_path, good="good.md")
    start = case.data
    errors = check_text(start, TASK).errors
    assert [(p.line, p.code) for p in errors] == [(1, "text-above")]
    assert "status" not in errors[0].message
    case.apply_file("patch.json")
    assert [path.read_bytes() for path in case.quarantined] == [start]
    assert case.data == case.file("good.md").replace(b"2. [ ]", b"2. [x]")


def test_case_07_the_session_profile_keeps_a_preamble(pad_path: Path) -> None:
    """`note` comes with the session's own commands; until then the same through a patch to Scratch."""
    case = Case("07-front-matter-first", pad_path, start="session.md")
    start = case.data
    assert check_text(start, SESSION) == ((), ())
    case.apply(add("Scratch", "2026-07-20T10:15Z [observed] two"))
    assert case.data == start.replace(
        b"[observed] one\n", b"[observed] one\n- 2026-07-20T10:15Z [observed] two\n"
    )


def test_case_08_a_commented_out_section_is_content(pad_path: Path) -> None:
    """Accepted: the five lines stay in Ruled out byte for byte."""
    case = Case("08-commented-out-section", pad_path, good="good.md")
    start = case.data
    checked = check_pad(case.store())
    assert checked
    assert checked.ok
    assert len(case.lines("Plan")) == 3
    case.apply_file("patch.json")
    assert case.data == start.replace(b"## Next\nwrite the tokenizer", b"## Next\ngo on")
    assert case.quarantined == []


def test_case_12_unicode_line_ends_end_no_line(pad_path: Path) -> None:
    """Applied, of the two ends allowed: one more line each, and a warning gives the place of each such line."""
    case = Case("12-u2028-in-plan-item", pad_path)
    before = case.store().read().document.sections()
    case.apply_file("patch.json")
    plan, findings = case.lines("Plan"), case.lines("Findings")
    assert len(plan) == len(before["Plan"]) + 1
    assert plan[-1] == "4. [ ] check the export\u2028with a page\x0cbreak and\x85next line"
    assert findings == [*before["Findings"], "- col A\x1dcol B"]
    assert [len(line) for line in plan] == [len(line) for line in case.data.decode().split("\n")[4:8]]
    warnings = check_text(case.data, TASK).warnings
    assert [(p.line, p.column, p.code) for p in warnings] == [
        (8, 24, "hidden-character"),
        (12, 8, "hidden-character"),
    ]
    stamp, versions = case.path.stat().st_mtime_ns, case.versions
    assert not case.apply("[]").changed
    assert (case.path.stat().st_mtime_ns, case.versions) == (stamp, versions)


def test_case_13_backslashes_are_stored_single(pad_path: Path) -> None:
    """Content is no pattern."""
    case = Case("13-windows-path-in-findings", pad_path)
    case.apply_file("patch.json")
    assert case.data == case.file("expected.md")


@pytest.mark.parametrize(
    ("patch", "size", "over"), [("at-cap.json", 300, 0), ("emoji.json", 300, 0), ("over.json", 301, 1)]
)
def test_case_15_a_cap_counts_characters(pad_path: Path, patch: str, size: int, over: int) -> None:
    """Not bytes, UTF-16 units or cells; over it is applied whole and told in the next prompt of another process."""
    case = Case("15-wide-characters-at-the-cap", pad_path)
    outcome = case.apply_file(patch)
    content = json.loads(case.file(patch))[0]["content"]
    document = case.store().read().document
    assert document.size("Task") == size
    assert document.content("Task") == [content]
    assert len(outcome.warnings) == over
    assert all(("301" in w) and ("300" in w) and (w in case.prompt()) for w in outcome.warnings)
    assert ("Warnings:" in case.prompt()) == bool(over)


def test_case_15_a_combining_mark_and_a_joiner_are_characters_too(pad_path: Path) -> None:
    """The gauge counts what the cap counts."""
    case = Case("15-wide-characters-at-the-cap", pad_path)
    case.apply(add("Task", "e\u0301 \U0001f469\u200d\U0001f467", "replace"))
    assert case.store().read().document.size("Task") == 7


def test_case_17_the_empty_mark_comes_and_goes_with_the_content(pad_path: Path) -> None:
    """Never beside text, never twice; ten repeats make no version and touch nothing."""
    case = Case("17-append-then-clear", pad_path)
    case.apply_file("patch-1.json")
    assert case.data == case.file("expected-1.md")
    case.apply_file("patch-2.json")
    assert case.data == case.file("expected-2.md")
    stamp, versions = case.path.stat().st_mtime_ns, case.versions
    for _ in range(10):
        outcome = case.apply_file("patch-2.json")
        assert (outcome.changed, outcome.warnings, outcome.diff) == (False, [], "")
    assert (case.path.stat().st_mtime_ns, case.versions) == (stamp, versions)
    document = case.store().read().document
    assert (document.content("Findings"), document.size("Findings")) == ([], 0)


def test_case_22_without_a_final_newline_nothing_is_glued(pad_path: Path) -> None:
    """The final newline is kept absent, as the file had it."""
    case = Case("22-append-to-last-section", pad_path)
    start = case.data
    case.apply_file("patch.json")
    assert case.data == start + b"\n- then wire the command line"


def test_case_22_a_tick_adds_no_newline(pad_path: Path) -> None:
    """One character differs."""
    case = Case("22-append-to-last-section", pad_path)
    start = case.data
    case.apply_file("tick.json")
    assert case.data == start.replace(b"2. [ ]", b"2. [x]")


def test_case_62_brackets_are_text(pad_path: Path) -> None:
    """In the file, in the prompt, in diffs and in errors that quote them; the screens have tests of their own."""
    case = Case("62-brackets-in-findings", pad_path)
    start = case.data
    assert check_text(start, TASK) == ((), ())
    outcome = case.apply(add("Ruled out", "[/] and [b"))
    assert "+- [/] and [b" in outcome.diff
    assert case.data == start.replace(b"## Ruled out\n_(empty)_", b"## Ruled out\n- [/] and [b")
    assert case.data.decode() in case.prompt()
    with pytest.raises(ScratchpadError, match=r"\[/#abc"):
        case.apply(add("[/#abc [b", "x"))
    assert visible(start.decode(), keep="\n") == start.decode()


def test_case_63_controls_of_every_kind_have_a_visible_form() -> None:
    """8-bit controls, an OSC without end, a lone CR: one mark each, and what stands behind them stays readable."""
    rows = (CASES / "63-c1-dcs-and-unterminated" / "transcript.jsonl").read_bytes().decode().split("\n")[:2]
    for row in rows:
        content = json.loads(row)["message"]["content"]
        shown = visible(content)
        assert len(shown) == len(content)
        assert not [char for char in shown if ord(char) < 0x20 or 0x7F <= ord(char) <= 0x9F]
        assert hidden(content)
    assert visible("a\x1b]0;never ended\ngood\rx\b") == "a\u241b]0;never ended\u240agood\u240dx\u2408"


def test_case_63_no_escape_gets_into_a_pad_by_a_patch(pad_path: Path) -> None:
    """What a person pasted stays in the file and is told; an agent's is refused."""
    desk = Desk(pad_path)
    rows = (CASES / "63-c1-dcs-and-unterminated" / "transcript.jsonl").read_bytes().decode().split("\n")[:2]
    desk.put((CASES / "good.md").read_bytes())
    before = desk.data
    for row in rows:
        with pytest.raises(ScratchpadError, match="terminal escape U\\+"):
            desk.apply(add("Findings", json.loads(row)["message"]["content"]))
    assert desk.data == before
    pasted = desk.put(before.replace(b"- rows", "- \x1b[31m\x9b2J rows".encode()))
    assert [p.code for p in check_text(pasted, TASK).warnings] == ["hidden-character"]
    desk.apply(add("Next", "go on", "replace"))
    assert "- \x1b[31m\x9b2J rows".encode() in desk.data


def test_case_64_emoji_sequences_and_wide_characters_are_kept_whole(pad_path: Path) -> None:
    """The pad's bytes are the person's: no selector or joiner is added or lost by a patch beside it."""
    case = Case("64-variation-selectors-and-wide", pad_path)
    start = case.data
    assert check_text(start, TASK).errors == ()
    case.apply(add("Plan", "3", "check"))
    assert case.data == start.replace(b"3. [ ] plain", b"3. [x] plain")
    family = texts(start.decode())[4]
    case.apply(add("Findings", family.removeprefix("1. [ ] ")))
    assert f"- {family.removeprefix('1. [ ] ')}".encode() in case.data


def test_case_65_honest_right_to_left_text_is_stored_as_given(pad_path: Path) -> None:
    """No mark is added or taken; U+200F in text of its script is at most one warning."""
    case = Case("65-honest-rtl-text", pad_path)
    start = case.data
    content = json.loads(case.file("patch.json"))[0]["content"]
    outcome = case.apply_file("patch.json")
    assert outcome.warnings == []
    last = "- mixed: abc אבג 123\u200f!"
    assert case.lines("Findings")[-2:] == [last, content]
    assert case.data == start.replace(f"{last}\n".encode(), f"{last}\n{content}\n".encode())
    assert [p.code for p in check_text(case.data, TASK).warnings] == ["joiner"]
    assert visible(content) == content


RUNS = {
    "upper": "A" * 262_144,
    "dots": "a." * 131_072,
    "dashes": "a-b_" * 65_536,
    "equals": "k=" * 131_072,
    "quote": 'K="' + "x" * 262_144,
    "hashes": "#" * 262_144,
    "hashes that end": "#" * 262_144 + "x",
    "blanks": "# " + " " * 262_144 + "x",
    "boxes": "1. [ ] " * 37_449,
    "bullets": "- " * 131_072,
    "stars": "*" * 262_144,
    "ticks": "`" * 262_144,
    "comments": "<!--" * 65_536 + "-->",
}


@pytest.mark.parametrize("run", RUNS.values(), ids=RUNS)
def test_case_60_a_long_run_is_judged_like_any_text(pad_path: Path, run: str) -> None:
    """A pattern that goes back over the run again and again would not return in the life of this test."""
    desk = Desk(pad_path)
    good = desk.put((CASES / "good.md").read_bytes())
    check_text(run.encode(), TASK)
    if fault_in(run):
        with pytest.raises(ScratchpadError, match="patch 0: content opens"):
            desk.apply(add("Findings", run))
        assert desk.data == good
    else:
        assert "over its 1500 cap" in desk.apply(add("Findings", run)).warnings[0]
        assert check_text(desk.data, TASK).ok
    by_hand = desk.put(good.replace(b"- rows", b"- by hand " + run.encode() + b"\n- rows"))
    desk.apply(add("Plan", "2", "check"))
    assert desk.data == by_hand.replace(b"2. [ ] write", b"2. [x] write")


def test_case_61_a_big_hand_edit_is_told_with_right_figures(pad_path: Path) -> None:
    """Over its cap, not broken; a diff of 40,000 lines is coarse, and its counts are right."""
    case = Case("61-big-hand-edit", pad_path)
    line = b"- rows are split on ; and not on ,"
    before, after = (
        case.data.replace(line, "\n".join(f"- {word} line {n} " + "abc " * 6 for n in range(40_000)).encode())
        for word in ("old", "new")
    )
    first = case.save(before)
    case.put(after)
    outcome = case.apply(add("Plan", "2", "check"))
    assert case.data == after.replace(b"2. [ ]", b"2. [x]")
    assert case.quarantined == []
    assert (outcome.added, outcome.removed) == (1, 1)
    assert "over its 1500 cap" in outcome.warnings[0]
    external = case.version_lines()[-2]
    assert (external["version"], external["actor"]) == (first + 1, "external")
    assert (external["added"], external["removed"], external["sections"]) == (40_000, 40_000, ["Findings"])
