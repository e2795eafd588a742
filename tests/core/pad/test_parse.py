"""Text to document and back: strict, lossless, every fault with its place, its code and a remedy."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scratchpad_tui.core.errors import ParseError
from scratchpad_tui.core.pad.document import Document
from scratchpad_tui.core.pad.lines import texts
from scratchpad_tui.core.pad.parse import parse, parse_bytes, parse_text, render
from scratchpad_tui.core.pad.schema import AUDITED, EMPTY_MARK, PROFILES, SESSION, TASK
from tests.core.pad import oracle
from tests.core.pad.pads import CONFLICT, SCRAPS, SEPARATORS, SESSION_TEXTS, TASK_TEXTS, pad

if TYPE_CHECKING:
    from scratchpad_tui.core.pad.schema import Profile

BYTES = st.one_of(
    SCRAPS.map(str.encode),
    TASK_TEXTS.map(str.encode),
    st.binary(max_size=60),
    st.tuples(TASK_TEXTS.map(str.encode), st.binary(max_size=3), st.integers(0, 200)).map(
        lambda made: made[0][: made[2]] + made[1] + made[0][made[2] :]
    ),
)


def faults(data: bytes | str, profile: Profile = TASK) -> ParseError:
    """The error that a text gives."""
    with pytest.raises(ParseError) as caught:
        parse_bytes(data.encode() if isinstance(data, str) else data, profile)
    return caught.value


def read(data: bytes, profile: Profile) -> Document | ParseError:
    """The document in the bytes, or why there is none."""
    try:
        return parse_bytes(data, profile)
    except ParseError as error:
        return error


@pytest.mark.parametrize("profile", PROFILES.values(), ids=lambda profile: profile.name)
@given(BYTES)
@example(b"")
@example(b"\xef\xbb\xbf")
@example(b"\xef\xbb\xbf## Task\r\nx")
@example(b"## Task\xff")
@example(b"\0")
def test_any_bytes_come_back_the_same_or_are_told_where_they_are_broken(
    profile: Profile, data: bytes
) -> None:
    """A pad that is only read and written must not change, and nothing but a ParseError may come out of a file."""
    found = read(data, profile)
    if isinstance(found, Document):
        assert found.render() == data
        return
    assert found.code in ("broken", "conflict")
    assert found.problems
    assert list(found.problems) == sorted(found.problems)
    for problem in found.problems:
        assert problem.line >= 1
        assert problem.column >= 1
        assert problem.code
        assert len(problem.message) > 20


@given(TASK_TEXTS)
def test_a_hand_made_pad_parses_and_comes_back_the_same(text: str) -> None:
    """The mess that people leave is accepted: this would hide behind `or are broken` above."""
    assert parse_text(text, TASK).text() == text


@given(SESSION_TEXTS)
def test_a_hand_made_session_pad_parses_and_comes_back_the_same(text: str) -> None:
    """Its preamble and its headings' spellings are kept byte for byte."""
    assert parse_text(text, SESSION).text() == text


@given(st.one_of(TASK_TEXTS, SCRAPS))
def test_sections_are_those_that_the_slow_pad_reads(text: str) -> None:
    """Two writings of section 5 of the page."""
    try:
        wanted = oracle.sections(text, TASK)
    except oracle.Broken:
        with pytest.raises(ParseError):
            parse_text(text, TASK)
    else:
        assert parse(text) == wanted


@given(
    st.dictionaries(
        st.sampled_from(TASK.names), st.lists(st.sampled_from(["- a", "b c", "1. [ ] d"]), max_size=3)
    )
)
def test_rendered_sections_parse_to_the_same(sections: dict[str, list[str]]) -> None:
    """What a script renders is what it reads back, with every section there."""
    assert parse(render(sections)) == {name: sections.get(name, []) for name in TASK.names}


def test_an_empty_pad_renders_every_section_in_order_with_the_empty_mark() -> None:
    """The file's shape stays the same over turns, which keeps the diffs small."""
    assert render({}) == "\n".join(f"## {name}\n{EMPTY_MARK}\n" for name in TASK.names)


@pytest.mark.parametrize(
    ("text", "line", "column", "code", "said"),
    [
        (pad().replace("## Findings", "## Fidnings"), 9, 4, "unknown-section", "did you mean ## Findings"),
        (pad() + "\n## Vibes\n", 21, 4, "unknown-section", "Open questions"),
        (pad() + "\n##\n", 21, 3, "unknown-section", "rename it"),
        (pad() + "\n##  \t Vibes\n", 21, 7, "unknown-section", "rename it"),
        (pad() + "\n## TASK ##\nagain\n", 21, 4, "duplicate-section", "first at line 1"),
        ("hello\n" + pad(), 1, 1, "text-above", "move it under"),
        ("\n \n\t x\n" + pad(), 3, 1, "text-above", "move it under"),
        ("---\nowner: nobody\n---\n\n" + pad(), 1, 1, "text-above", "move it under"),
        ("# Notes\n" + pad(), 1, 1, "text-above", "move it under"),
        ("<!-- a note -->\n" + pad(), 1, 1, "text-above", "move it under"),
        ("\ufeff\ufeff" + pad(), 1, 1, "text-above", "move it under"),
        (pad(Findings="- a\n```sh\n- b"), 11, 1, "unclosed-fence", "```"),
        (pad(Findings="- a\n- ~~~~\n~~~"), 11, 1, "unclosed-fence", "~~~~"),
        (pad(Findings="- a\n<!-- forgotten\n- b"), 11, 1, "unclosed-comment", "-->"),
        (pad(Findings="- a\n" + CONFLICT), 11, 1, "conflict", "11, 13 and 15"),
    ],
)
def test_what_cannot_be_parsed_is_told_with_place_code_and_remedy(
    text: str, line: int, column: int, code: str, said: str
) -> None:
    """A person mends by hand what they broke by hand: they need to know where and how."""
    error = faults(text)
    first = error.problems[0]
    assert (first.line, first.column, first.code) == (line, column, code)
    assert said in first.message
    assert str(error).startswith(f"line {line}: ")
    assert error.code == ("conflict" if code == "conflict" else "broken")


def test_every_fault_is_told_in_the_order_of_the_lines() -> None:
    """Mending one fault only to meet the next takes many rounds."""
    error = faults("stray\n## Plam\n## Task\n## Task\n```\n")
    assert [problem.line for problem in error.problems] == [1, 2, 4, 5]
    assert "and 3 more" in str(error)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_are_counted_by_any_line_end(end: str) -> None:
    """An editor counts CR, CRLF and LF alike."""
    assert faults(pad(end=end, Findings=f"- \u2028{SEPARATORS}\n```\n- b")).problems[0].line == 11


@pytest.mark.parametrize(
    ("data", "offset", "line", "column", "code"),
    [
        (b"## Task\na\0b\n", 9, 2, 2, "nul-byte"),
        ("## Task\né\r\nü\0\0".encode(), 14, 3, 2, "nul-byte"),
        (b"## Task\r\rab\xff\n", 11, 3, 3, "not-utf-8"),
        (b"## Task\n\xc3", 8, 2, 1, "not-utf-8"),
        (b"\xff\xfe#\0#\0", 3, 1, 4, "nul-byte"),
        (b"## Task\n\xed\xa0\x80", 8, 2, 1, "not-utf-8"),
    ],
)
def test_bytes_that_are_no_text_are_told_with_their_offset(
    data: bytes, offset: int, line: int, column: int, code: str
) -> None:
    """A hex editor goes by offset, a text editor by line and column."""
    error = faults(data)
    problem = error.problems[0]
    assert (problem.line, problem.column, problem.code) == (line, column, code)
    assert f"byte offset {offset};" in problem.message


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\ufeff",
        "\n\n  \n",
        "\n  \n\n" + pad(),
        pad(bom=True, end="\r\n", final=False),
        pad(end="\r"),
        pad(Findings="- a\n=======\n- b"),
        pad(Findings="<<<<<<< alone\n- b"),
        pad(Findings="### Detail\n# Title\nTitle\n-----\nTitle\n====="),
        pad(Findings="##Plan\n ## Plan\n> ## Plan\n\\## Plan"),
        "## Next\nb\n## Task\na\n",
    ],
    ids=repr,
)
def test_what_people_write_is_accepted(text: str) -> None:
    """A healthy file is never sent to quarantine over its spelling."""
    assert parse_text(text, TASK).text() == text


@pytest.mark.parametrize("char", SEPARATORS)
def test_a_unicode_separator_in_an_entry_is_part_of_it(char: str) -> None:
    """One entry stays one entry, and no heading begins behind the separator."""
    line = f"- a{char}## Next{char}b"
    assert parse(pad(Findings=line))["Findings"] == [line]


def test_headings_ignore_case_blanks_and_closing_hashes() -> None:
    """Legal spellings of one name are one section, named as the profile names it."""
    text = "##  TASK ##\na\n##\tplan  \n1. [ ] b\n##\u00a0Ruled OUT #\nc\n"
    found = parse(text)
    assert (found["Task"], found["Plan"], found["Ruled out"]) == (["a"], ["1. [ ] b"], ["c"])


def test_aliases_name_the_session_profiles_sections() -> None:
    """The heading's spelling in the file is kept, the section is the profile's."""
    text = "## Scratch (session)\n- a\n\n## Episodic Log\n- b\n\n## durable facts\n- c\n"
    document = parse_text(text, SESSION)
    assert document.sections() == {"Scratch": ["- a"], "Episodic": ["- b"], "Durable": ["- c"]}
    assert document.text() == text
    assert faults("## Scratch\n## Scratch Notes\n", SESSION).problems[0].code == "duplicate-section"


def test_the_session_profile_alone_takes_a_preamble_and_foreign_sections_behind_its_own() -> None:
    """Other tools keep their own text in the same file."""
    text = "---\nowner: nobody\n---\n\n## Scratch\n- a\n\n## Episodic\n\n## Durable\n\n## Elsewhere\n- z\n"
    document = parse_text(text, SESSION)
    assert document.text() == text
    assert document.sections()["Scratch"] == ["- a"]
    assert faults(text, TASK).problems[0].code == "text-above"
    assert [p.code for p in faults("## Open\n## Elsewhere\n", AUDITED).problems] == ["unknown-section"]


@pytest.mark.parametrize(
    "text",
    ["## Elsewhere\n- z\n\n## Scratch\n- a\n", "## Scratch\n- a\n\n## Elsewhere\n- z\n\n## Episodic\n- b\n"],
)
def test_a_foreign_section_before_one_of_the_session_profiles_is_an_error(text: str) -> None:
    """The page allows them after the known ones; before them it is a misspelled name as a rule."""
    assert [problem.code for problem in faults(text, SESSION).problems] == ["unknown-section"]


@given(TASK_TEXTS)
def test_newline_style_and_mark_are_those_of_the_file(text: str) -> None:
    """What is added later is written in the style that is there."""
    document = parse_text(text, TASK)
    ends = [end for _, end in oracle.split(text.removeprefix("\ufeff")) if end]
    assert document.newline == (ends[0] if ends else "\n")
    assert document.bom == text.startswith("\ufeff")
    assert document.final_newline == (not texts(text.removeprefix("\ufeff")) or text[-1] in "\r\n")
