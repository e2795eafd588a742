"""What a pad's bytes are in the light of its history: good, broken, in conflict, gone, or not there yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings

from scratchpad_tui.core.pad.judge import judge, last_good
from scratchpad_tui.core.pad.lines import texts
from scratchpad_tui.core.pad.parse import parse_bytes
from scratchpad_tui.core.pad.schema import EMPTY_MARK, TASK
from scratchpad_tui.core.pad.stand_in import EMPTY, MENDED, SALVAGED, THE_PAD, Source, of_version
from tests.core.pad.pads import CONFLICT, TASK_TEXTS, Desk, pad

if TYPE_CHECKING:
    from pathlib import Path

    from scratchpad_tui.core.pad.history import History
    from scratchpad_tui.core.pad.judge import Judged

RULED = ["- sqlite: too slow", "- a second cache"]
WHOLE = pad(Ruled_out=RULED)
NO_TEXT = pad(Task="", Plan="", Findings="", Next="")


def history(path: Path, *versions: str) -> History:
    """A history with these texts as versions 1, 2, ..."""
    found = Desk(path).store().history
    folder = path.parent / ".history" / path.name
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    for number, text in enumerate(versions, 1):
        (folder / f"{number:08d}.md").write_bytes(text.encode())
    return found


def judged(path: Path, text: str | None, *versions: str) -> Judged:
    """The verdict on a text with these versions before it."""
    return judge(None if text is None else text.encode(), TASK, history(path, *versions))


@pytest.mark.parametrize("text", [WHOLE, pad(end="\r\n", bom=True), pad(Findings="x" * 2_000)])
def test_a_pad_with_every_section_is_good_whatever_its_history(pad_path: Path, text: str) -> None:
    """A person may change everything in it; caps never make it broken."""
    for versions in ((), (WHOLE,), (pad(),), ("broken",)):
        found = judged(pad_path, text, *versions)
        assert (found.state, found.source, found.problems) == ("good", THE_PAD, ())
        assert found.document.text() == text


def test_no_file_and_no_history_is_fresh(pad_path: Path) -> None:
    """The empty pad of the profile is shown, and nothing is there yet."""
    found = judged(pad_path, None)
    assert (found.state, found.source) == ("fresh", EMPTY)
    assert found.document.text() == "\n".join(f"## {name}\n{EMPTY_MARK}\n" for name in TASK.names)


def test_no_file_with_text_in_history_is_gone(pad_path: Path) -> None:
    """It is served from the last version that parses."""
    found = judged(pad_path, None, pad(), WHOLE, "## Vibes\n")
    assert (found.state, found.source) == ("gone", of_version(2))
    assert found.document.text() == WHOLE


def test_no_file_where_the_history_never_had_text_is_fresh(pad_path: Path) -> None:
    """There is nothing to restore."""
    assert judged(pad_path, None, NO_TEXT).state == "fresh"


@pytest.mark.parametrize(
    "text", ["stray\n" + WHOLE, WHOLE + "\n## Vibes\n", WHOLE + "\n## Task\n", WHOLE + "```\n", "a\0b"]
)
def test_what_does_not_parse_is_broken_and_the_last_good_version_stands_in(pad_path: Path, text: str) -> None:
    """A broken newest version is passed over, not taken for the pad."""
    found = judged(pad_path, text, "## Vibes\n", pad(Next="older"), WHOLE, "## Task\n## Task\n")
    assert (found.state, found.source) == ("broken", of_version(3))
    assert found.document.text() == WHOLE
    assert found.problems


def test_what_does_not_parse_is_salvaged_where_no_version_is_good(pad_path: Path) -> None:
    """Never six empty sections while lines can be read."""
    text = WHOLE.replace("## Next", "## Nextt")
    for versions in ((), ("## Vibes\n",)):
        found = judged(pad_path, text, *versions)
        assert (found.state, found.source) == ("broken", Source(SALVAGED))
        assert found.document.content("Ruled out") == RULED


def test_a_conflict_is_a_state_of_its_own(pad_path: Path) -> None:
    """Nothing is moved or chosen: the person has both sides in the file."""
    text = pad(Findings=CONFLICT)
    found = judged(pad_path, text, WHOLE)
    assert (found.state, found.source) == ("conflict", of_version(1))
    assert found.problems[0].code == "conflict"
    assert judged(pad_path, text).source.kind == SALVAGED


@pytest.mark.parametrize("text", ["", "\n\n  \n", "\ufeff", "\r\n\t\r\n", "\x0c\n", "\u00a0\u3000\n"])
def test_an_emptied_file_is_broken_while_the_last_version_has_text(pad_path: Path, text: str) -> None:
    """A truncated file is what a crashed editor leaves; taking it for a wish would lose everything."""
    found = judged(pad_path, text, pad(), WHOLE)
    assert (found.state, found.source) == ("broken", of_version(2))
    assert found.problems[0].code == "emptied"
    assert found.document.text() == WHOLE


@pytest.mark.parametrize("versions", [(), (NO_TEXT,)])
def test_an_empty_file_is_good_where_there_was_no_text(pad_path: Path, versions: tuple[str, ...]) -> None:
    """`touch` makes a pad."""
    assert judged(pad_path, "", *versions).state == "good"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("gap", ["", "\n", "\n\n"])
def test_a_lost_heading_over_its_unchanged_lines_is_put_back(pad_path: Path, gap: str, end: str) -> None:
    """The recovery is this same text, not an older version: what the person wrote meanwhile stays."""
    before = WHOLE.replace("\n", end)
    hand = (
        WHOLE.replace("- rows are", "- by hand\n- rows are")
        .replace("\n## Ruled out\n", gap)
        .replace("\n", end)
    )
    found = judged(pad_path, hand, before)
    assert (found.state, found.source) == ("broken", Source(MENDED))
    at = texts(hand).index(RULED[0]) + 1
    assert [(p.line, p.code) for p in found.problems] == [(at, "lost-heading")]
    assert "## Ruled out" in found.problems[0].message
    lines = texts(hand)
    assert texts(found.document.text()) == [*lines[: at - 1], "## Ruled out", *lines[at - 1 :]]
    assert found.document.content("Findings") == ["- by hand", "- rows are split on ; and not on ,"]
    assert parse_bytes(found.document.render(), TASK).text() == found.document.text()


def test_a_lost_heading_comes_back_as_it_was_spelled(pad_path: Path) -> None:
    """The file's own spelling is kept, here too."""
    before = WHOLE.replace("## Ruled out", "## RULED OUT ##")
    hand = WHOLE.replace("## Ruled out\n", "")
    assert "\n## RULED OUT ##\n- sqlite" in judged(pad_path, hand, before).document.text()


def test_two_lost_headings_are_put_back_together(pad_path: Path) -> None:
    """An editor's slip may take several."""
    before = pad(Ruled_out=RULED, Open_questions=["- q1", "- q2"])
    hand = before.replace("## Ruled out\n", "").replace("## Open questions\n", "")
    found = judged(pad_path, hand, before)
    assert found.state == "broken"
    assert len(found.problems) == 2
    assert found.document.text() == before


@pytest.mark.parametrize(
    ("lines", "there"),
    [
        (["- one"], ["- one"]),
        ([], []),
        (["- a", "- b"], ["- b", "- a"]),
        (["- a", "- b"], ["- a", "- changed"]),
        (["- a", "- b"], ["- a"]),
        (["- a", "- b"], ["- a", "- between", "- b"]),
        (["- a", "- b"], []),
    ],
)
def test_any_other_missing_section_is_a_persons_edit(
    pad_path: Path, lines: list[str], there: list[str]
) -> None:
    """One line, changed, moved or taken out lines: a warning, no quarantine, and no line lost."""
    before = pad(Ruled_out=lines)
    held = "\n".join(lines or [EMPTY_MARK])
    hand = before.replace(f"## Ruled out\n{held}\n", "".join(f"{line}\n" for line in there))
    found = judged(pad_path, hand, before)
    assert (found.state, found.source) == ("good", THE_PAD)
    assert found.document.text() == hand
    assert found.document.missing == ("Ruled out",)


def test_lines_under_another_section_than_the_one_above_are_moved_on_purpose(pad_path: Path) -> None:
    """Only directly under the section above do they look like a heading that fell out."""
    hand = WHOLE.replace("## Ruled out\n- sqlite: too slow\n- a second cache\n", "")
    hand = hand.replace("## Next\n", "## Next\n- sqlite: too slow\n- a second cache\n")
    assert judged(pad_path, hand, WHOLE).state == "good"


def test_without_the_first_sections_heading_the_text_stands_above_the_pad(pad_path: Path) -> None:
    """There is no section above: an error by the table's first row."""
    found = judged(pad_path, WHOLE.replace("## Task\n", ""), WHOLE)
    assert (found.state, found.source) == ("broken", of_version(1))
    assert found.problems[0].code == "text-above"


def test_the_newest_version_that_parses_is_the_last_good_one(pad_path: Path) -> None:
    """Numbers count, not names as text: 10 is newer than 9."""
    versions = [pad(Next=f"v{number}") for number in range(1, 11)]
    found = last_good(TASK, history(pad_path, *versions, "## Vibes\n"))
    assert found
    assert found[0] == 10
    assert found[1].content("Next") == ["v10"]
    assert last_good(TASK, history(pad_path)) is None


# The folder is the test's own and emptied for each example.
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(TASK_TEXTS, TASK_TEXTS)
def test_whatever_stands_in_parses_and_a_good_pad_is_its_own_text(pad_path: Path, old: str, new: str) -> None:
    """Every state has a document that can be shown, sent to a prompt and written."""
    for text in (new, new + "\n## Vibes\n", None):
        found = judged(pad_path, text, old)
        data = found.document.render()
        assert parse_bytes(data, TASK).render() == data
        assert (found.state == "good") == (found.source == THE_PAD)
        if found.source == THE_PAD:
            assert found.document.text() == new
        assert bool(found.problems) == (found.state == "broken")
