"""What entries of an audited pad must have: told of hand-written ones, asked of patches."""

from __future__ import annotations

import pytest

from scratchpad_tui.core.errors import InputError, ParseError, PatchError
from scratchpad_tui.core.pad.check import check_text
from scratchpad_tui.core.pad.editing import check_section
from scratchpad_tui.core.pad.operations import apply_patches
from scratchpad_tui.core.pad.parse import parse_text
from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.pad.schema import AUDITED, TASK, Profile, Section
from tests.core.audited.memories import PAD, put, set_clock

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path

    from scratchpad_tui.core.pad.document import Document

LINE = "- CI has no redis [src:job 4412 @ 2026-07-20] {#ci-no-redis}"


def with_line(section: str, line: str) -> str:
    """The pad with a line at the beginning of a section."""
    return PAD.replace(f"## {section}\n", f"## {section}\n{line}\n")


def applied(*patches: Patch) -> Document:
    return apply_patches(parse_text(PAD, AUDITED), patches).document


def refusal(*patches: Patch) -> PatchError:
    with pytest.raises(PatchError) as caught:
        applied(*patches)
    return caught.value


@pytest.mark.parametrize(
    ("section", "line", "codes"),
    [
        ("Open", "- no key", ["no-key"]),
        ("Open", "- bad key {#Bad}", ["bad-key"]),
        ("Open", "- bad day [src:x @ 2026-02-30] {#a}", ["bad-date"]),
        ("Findings", "- bad day [src:x @ 2026-02-30] {#a}", ["bad-date"]),
        ("Findings", "- no evidence {#a}", ["no-evidence"]),
        ("Decisions", "- no evidence", ["no-evidence", "no-key"]),
        ("Open", "- ahead [src:x @ 2026-07-22] {#a}", ["future-date"]),
        ("Open", "- tomorrow somewhere [src:x @ 2026-07-21] {#a}", []),
        ("Open", "- ```\n  x = 1\n  ```", ["code-block", "no-key"]),
        ("Open", "- User: hello {#a}", ["raw-text"]),
        ("Findings", '- {"exit": 1} [src:x @ 2026-07-20] {#a}', ["raw-text"]),
        ("Hypotheses", "- let me think {#a}", ["raw-text"]),
        ("Findings", LINE, []),
    ],
)
def test_what_a_person_wrote_is_told_by_its_line(
    section: str, line: str, codes: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    set_clock(monkeypatch)
    checked = check_text(with_line(section, line).encode(), AUDITED)
    assert checked.errors == ()
    assert sorted(problem.code for problem in checked.warnings) == codes
    number = PAD.split("\n").index(f"## {section}") + 2
    assert {problem.line for problem in checked.warnings} <= {number}


def test_other_profiles_are_not_asked() -> None:
    assert check_text(b"## Findings\n- no key\n- User: hello\n", TASK).warnings[0].code == "missing-section"


@pytest.mark.parametrize("op", ["append", "replace"])
@pytest.mark.parametrize(
    ("section", "content", "code"),
    [
        ("Findings", "CI has no redis", "no-key"),
        ("Open", "which zone?", "no-key"),
        ("Open", "which zone? {#Zone}", "bad-key"),
        ("Findings", "- CI has no redis {#a}", "no-evidence"),
        ("Decisions", "- keep it {#a}", "no-evidence"),
        ("Findings", "- x [src:y @ 2026-02-30] {#a}", "bad-date"),
        ("Open", "- which zone? {#a}\n- which day?", "no-key"),
        ("Open", "- which zone? {#a}\n  and when?", "several-lines"),
        ("Open", "- User: hi {#a}", "raw-transcript"),
        ("Hypotheses", "- let me think {#a}", "reasoning"),
        ("Findings", '- {"exit": 1} [src:x @ 2026-07-20] {#a}', "tool-dump"),
        ("Open", "```\nx = 1\n```", "code-block"),
    ],
)
def test_a_patch_is_judged_as_record_is(op: str, section: str, content: str, code: str) -> None:
    error = refusal(Patch("Open", "append", "- fine {#fine}"), Patch(section, op, content))
    assert (error.code, error.index, error.field) == (code, 1, "content")


def test_the_hint_names_where_a_guess_may_stand() -> None:
    message = refusal(Patch("Findings", "append", "- x {#a}")).message
    assert "Hypotheses or Open" in message
    assert "`record`" in message


def test_good_entries_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    document = applied(Patch("Findings", "append", LINE), Patch("Open", "replace", "- which zone? {#zone}"))
    assert document.content("Findings")[-1] == LINE
    assert document.content("Open") == ["- which zone? {#zone}"]


def test_the_logs_of_record_are_not_made_up_but_may_be_carried_on() -> None:
    log = '- a: was "b" [src:c @ 2026-07-20] {#a-changed-1}'
    assert refusal(Patch("Decisions", "append", log)).code == "log-key"
    assert applied(Patch("Decisions", "replace", log)).content("Decisions") == [log]


@pytest.mark.parametrize(
    "content",
    ["- port is 1 [src:x @ 2026-07-20] {#db-port}", "- which region? [src:x @ 2026-07-20] {#region}"],
)
def test_a_patch_that_would_double_a_key_is_refused(content: str) -> None:
    error = refusal(Patch("Findings", "append", content), Patch("Open", "append", "- fine {#fine}"))
    assert (error.code, error.index) == ("duplicate-key", 0)
    assert "`record`" in error.message


def test_an_entry_may_be_taken_out_and_put_in_anew_by_one_list() -> None:
    document = applied(
        Patch("Findings", "remove", "port is 5433"),
        Patch("Findings", "append", "- port is 5434 [src:x @ 2026-07-20] {#db-port}"),
    )
    assert document.content("Findings")[-1] == "- port is 5434 [src:x @ 2026-07-20] {#db-port}"


def test_a_key_that_stands_twice_is_an_error_of_the_second() -> None:
    text = with_line("Open", "- port? {#db-port}")
    checked = check_text(text.encode(), AUDITED)
    (error,) = checked.errors
    lines = text.split("\n")
    assert (error.code, error.line) == ("duplicate-key", lines.index("- port? {#db-port}") + 1)
    first = next(number for number, line in enumerate(lines, 1) if line.endswith("{#db-port}"))
    assert f"line {first}" in error.message


@pytest.mark.parametrize(
    "lines",
    [
        "- see {#db-port} there {#other}",
        "<!-- - port? {#db-port} -->",
        "- port? {#other}\n  said {#db-port}",
        "- ```\n  - port? {#db-port}\n  ```",
        "- port? {#Db-Port}\n- port? {#Db-Port}",
    ],
)
def test_what_only_looks_like_a_key_doubles_none(lines: str) -> None:
    assert check_text(with_line("Open", lines).encode(), AUDITED).errors == ()


def test_the_same_two_lines_are_fine_in_a_pad_without_keys() -> None:
    assert check_text(b"## Findings\n- a {#k}\n- b {#k}\n", TASK).errors == ()


def test_a_doubled_key_is_shown_in_the_lines_that_are_edited() -> None:
    """The parser points at the second of the two, which may stand in another section."""
    document = parse_text(PAD, AUDITED)
    lines = ["- cold? {#cold-cache}", "- is it? {#region}"]
    checked = check_section(document, "Hypotheses", lines)
    (fault,) = checked.faults
    assert (fault.code, fault.line) == ("duplicate-key", 2)
    (fault,) = check_section(document, "Open", ["- a {#cold-cache}"]).faults
    assert (fault.code, fault.line) == ("duplicate-key", 1)


def test_an_edit_that_doubles_a_key_is_not_saved(pad_path: Path) -> None:
    store = put(pad_path, PAD, "audited")
    with pytest.raises(InputError) as caught:
        store.edit("Open", ["- which region? {#region}", "- port? {#db-port}"], ["- which region? {#region}"])
    assert "db-port" in str(caught.value)
    assert pad_path.read_text("utf-8") == PAD


def test_a_person_may_save_what_is_only_warned_of(pad_path: Path) -> None:
    store = put(pad_path, PAD, "audited")
    store.edit("Findings", ["- no evidence", "```", "x = 1", "```"], store.read().document.body("Findings"))
    assert "## Findings\n- no evidence\n" in pad_path.read_text("utf-8")


def test_a_pad_with_a_doubled_key_is_broken_and_stays_where_it_is(pad_path: Path) -> None:
    text = with_line("Open", "- port? {#db-port}")
    store = put(pad_path, text, "audited")
    with pytest.raises(ParseError):
        store.apply([Patch("Open", "clear")])
    assert pad_path.read_text("utf-8") == text


def test_profiles_of_ones_own_may_have_such_sections() -> None:
    profile = Profile("own", (Section("Facts", 100, "", keyed=True, proven=True), Section("Notes", 100, "")))
    document = parse_text("## Facts\n## Notes\n", profile)
    with pytest.raises(PatchError) as caught:
        apply_patches(document, [Patch("Facts", "append", "- x {#a}")])
    assert caught.value.code == "no-evidence"
    apply_patches(document, [Patch("Notes", "append", "- x")])


def test_a_profile_of_the_settings_has_them_too(pad_path: Path) -> None:
    """A broken pad of such a profile is an error as in the built-in one: it is never moved."""
    pad_path.parent.mkdir(parents=True)
    (pad_path.parent / "scratchpad.toml").write_text(
        'profile = "own"\n[[profiles.own.sections]]\nname = "Facts"\ncap = 900\nkeyed = true\nproven = true\n'
    )
    store = put(pad_path, "## Facts\n- a {#a}\n- b {#a}\n")
    with pytest.raises(ParseError):
        store.apply([Patch("Facts", "clear")])
    assert pad_path.read_text("utf-8") == "## Facts\n- a {#a}\n- b {#a}\n"
