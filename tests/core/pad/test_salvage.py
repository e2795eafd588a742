"""Salvage: what can be read of a broken file is kept, nothing is made up, and the rest can be taken over by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from scratchpad_tui.core.pad.lines import texts
from scratchpad_tui.core.pad.parse import parse_bytes, parse_text
from scratchpad_tui.core.pad.salvage import missing_lines, salvage
from scratchpad_tui.core.pad.schema import EMPTY_MARK, PROFILES, TASK
from tests.core.pad.pads import CONFLICT, PIECE, TASK_TEXTS, pad

if TYPE_CHECKING:
    from scratchpad_tui.core.pad.schema import Profile

BREAKING = st.sampled_from(
    [
        "## Vibes",
        "## Task",
        "## plan ##",
        "##",
        "```",
        "~~~~",
        "<!--",
        "- ```",
        "-->",
        "<<<<<<< a",
        "=======",
        ">>>>>>> b",
        CONFLICT,
        "stray",
    ]
)


@st.composite
def wrecks(draw: st.DrawFn) -> bytes:
    """A pad with lines in it that break it, perhaps cut short, with NULs or foreign bytes."""
    lines = draw(TASK_TEXTS).split("\n")
    for line in draw(st.lists(st.one_of(BREAKING, PIECE), min_size=1, max_size=5)):
        lines.insert(draw(st.integers(0, len(lines))), line)
    data = "\n".join(lines).encode()
    odd = draw(st.sampled_from((b"", b"", b"\0", b"\xff", b"\xed\xa0\x80")))
    at = draw(st.integers(0, len(data)))
    return data[:at] + odd + data[at : draw(st.integers(at, len(data)))]


WRECKS = st.one_of(wrecks(), st.binary(max_size=80))


def shown(data: bytes) -> list[str]:
    """The lines of the bytes as they can be shown."""
    text = data.replace(b"\0", b"\xef\xbf\xbd").decode("utf-8", "replace").removeprefix("\ufeff")
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


@settings(max_examples=400)
@given(WRECKS, st.sampled_from(list(PROFILES.values())))
@example(pad(Findings=CONFLICT).encode(), TASK)
@example(f"```\n## Vibes\n## Task\n{CONFLICT}\n".encode(), TASK)
@example(f"<!--\n## Task\n```\n{CONFLICT}\n".encode(), TASK)
@example(f"## Task\n```\n{CONFLICT}\n## Next\n~~~\n## Plan\n".encode(), TASK)
@example(b"## Findings\n<<<<<<< a\n## Vibes\n=======\n## Next\n=======\n>>>>>>> b\n", TASK)
@example(b"## Next\n>>>>>>> b\n## Findings\n=======\n## Task\n<<<<<<< a\n## Vibes\n", TASK)
@example(b"## Next\n>>>>>>> b\n## Findings\n=======\n## Task\n<<<<<<< a\n## Next\n", TASK)
def test_what_is_salvaged_parses_and_has_every_section(data: bytes, profile: Profile) -> None:
    """It takes the pad's place: a broken file must not be followed by another."""
    document = salvage(data, profile)
    again = parse_bytes(document.render(), profile)
    assert again.render() == document.render()
    assert not again.missing
    assert not document.missing


@settings(max_examples=300)
@given(WRECKS)
def test_salvage_invents_no_line(data: bytes) -> None:
    """Every line was in the file, headings and empty marks aside."""
    there = shown(data)
    document = salvage(data, TASK)
    for line in (line for name in TASK.names for line in document.body(name)):
        if line.strip() and line.strip() != EMPTY_MARK:
            assert line in there
            there.remove(line)


@settings(max_examples=300)
@given(WRECKS)
def test_every_line_is_salvaged_or_offered(data: bytes) -> None:
    """What a person typed is in the pad or in the list that `recover` shows; the marks of a merge nobody typed."""
    document = salvage(data, TASK)
    there = [line.strip() for line in texts(document.text())]
    there += [line.text.strip() for line in missing_lines(data, document)]
    for line in shown(data):
        text = line.strip()
        marks = line.startswith(("<<<<<<< ", ">>>>>>> ")) or text == "======="
        if text and text != EMPTY_MARK and not line.startswith("##") and not (marks and text not in there):
            assert text in there
            there.remove(text)


@given(WRECKS, TASK_TEXTS)
def test_missing_lines_are_named_as_they_stand_in_the_file(data: bytes, text: str) -> None:
    """`recover --take N` goes by these numbers, and no line is offered that the pad has."""
    document = parse_text(text, TASK)
    lines = shown(data)
    last = 0
    for found in missing_lines(data, document):
        assert found.line > last
        last = found.line
        assert lines[found.line - 1].rstrip() == found.text.rstrip()
        assert found.section in TASK.names


@given(TASK_TEXTS)
def test_a_pad_lacks_no_line_of_its_own(text: str) -> None:
    """A quarantined file that was brought back by hand offers nothing any more."""
    assert missing_lines(text.encode(), parse_text(text, TASK)) == []


@pytest.mark.parametrize(
    ("text", "sections"),
    [
        (
            pad(Findings="- a\n````\nkey = 1\n```\n- b"),
            {"Findings": ["- a", "key = 1", "- b"], "Next": ["write the tokenizer"]},
        ),
        (
            pad(Findings="- a\n```\n- b", Ruled_out="~~~\n## Plan\n~~~"),
            {"Ruled out": ["~~~", "## Plan", "~~~"]},
        ),
        (pad(Findings="- a\n<!-- forgotten\n- b"), {"Findings": ["- a", "- b"]}),
        (pad().replace("## Findings", "## Fidnings"), {"Findings": [], "Plan": pad().split("\n")[4:7]}),
        (pad() + "\n## Task\ntwice\n", {"Task": ["Ship the CSV importer"], "Next": ["write the tokenizer"]}),
        ("stray\n" + pad(), {"Task": ["Ship the CSV importer"]}),
        (pad(Findings=CONFLICT), {"Next": ["write the tokenizer"]}),
        ("nothing of a pad\n", {"Task": []}),
        ("", {"Task": []}),
    ],
    ids=range(9),
)
def test_what_stands_under_known_headings_is_kept(text: str, sections: dict[str, list[str]]) -> None:
    """A fence left open takes no section with it; a name given twice keeps its first section."""
    found = salvage(text.encode(), TASK).sections()
    assert {name: found[name] for name in sections} == sections


def test_only_the_opening_line_of_an_open_fence_is_left_out() -> None:
    """It is all that keeps the section from parsing."""
    text = pad(Findings="- a\n```sh\nls\n- b")
    assert salvage(text.encode(), TASK).text() == pad(Findings="- a\nls\n- b")


@pytest.mark.parametrize("profile", PROFILES.values(), ids=lambda profile: profile.name)
def test_bytes_that_are_no_text_are_shown_with_marks(profile: Profile) -> None:
    """Salvage is the last resort, also for a file full of NULs."""
    name = profile.names[0]
    data = f"## {name}\n- a@b\n- c\n".encode().replace(b"@", b"\0\xff")
    assert salvage(data, profile).content(name) == ["- a\ufffd\ufffdb", "- c"]


@pytest.mark.parametrize(
    ("broken", "offered"),
    [
        (pad() + "\n## Findings\n- second block\n", [(22, "Findings", "- second block")]),
        (pad(Findings="- typed").replace("## Findings", "## Fidnings"), [(10, "Findings", "- typed")]),
        (pad(Findings="- typed").replace("## Findings", "## Vibes"), [(10, "Plan", "- typed")]),
        ("above\n" + pad(), [(1, "Task", "above")]),
        (pad(Next="write the tokenizer\n  write the tokenizer"), [(20, "Next", "  write the tokenizer")]),
        (pad(Next="\u2028write"), [(19, "Next", "\u2028write")]),
        (pad(Next=f"\n{EMPTY_MARK}\n\n"), []),
        (pad(end="\r"), []),
    ],
    ids=range(8),
)
def test_lines_that_only_the_broken_file_has_are_offered_with_their_section(
    broken: str, offered: list[tuple[int, str, str]]
) -> None:
    """Under an unknown heading the nearest known name, else the section above."""
    found = missing_lines(broken.encode(), parse_text(pad(), TASK))
    assert [tuple(line) for line in found] == offered
