"""Blame: for each line of the pad as it stands, the version that last changed it."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scratchpad_tui.core.errors import InputError, ParseError
from scratchpad_tui.core.pad import blame as blame_module
from scratchpad_tui.core.pad.blame import blame
from scratchpad_tui.core.pad.diff import changes
from scratchpad_tui.core.pad.history import History
from scratchpad_tui.core.pad.lines import split_lines
from scratchpad_tui.core.pad.parse import parse_bytes
from tests.core.pad.pads import Desk, add, pad

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.core.pad.blame import BlamedLine
    from scratchpad_tui.core.pad.document import Document
    from scratchpad_tui.core.pad.store import PadStore


def origins(lines: Sequence[BlamedLine]) -> dict[str, str]:
    """Each line's text with where it came from, in a word."""
    return {line.text: origin(line) for line in lines}


def origin(line: BlamedLine) -> str:
    if line.before is not None:
        return f"before {line.before}"
    return "unrecorded" if line.version is None else f"v{line.version}"


@pytest.fixture
def desk(pad_path: Path) -> Desk:
    return Desk(pad_path, depth=0)


def findings(*lines: str, end: str = "\n") -> str:
    return pad(Findings=list(lines), end=end)


def saved(desk: Desk, *texts: str | bytes) -> None:
    for text in texts:
        desk.save(text)


def found(desk: Desk, section: str = "Findings") -> dict[str, str]:
    return origins(blame(desk.store(), section))


def test_each_line_is_by_the_version_that_brought_it(desk: Desk) -> None:
    """With its author, and its number in the file."""
    store = desk.store()
    for turn in ("1", "2"):
        store.apply_text(json.dumps(add("Findings", f"turn {turn}")), turn=turn, session="s")
    store.edit("Findings", ["- turn 1", "- mine", "- turn 2"], 2)
    lines = blame(store, "Findings")
    texts = desk.data.decode().split("\n")
    assert [texts[line.line - 1] for line in lines] == ["- turn 1", "- mine", "- turn 2"]
    assert [(line.version, line.actor, line.turn, line.author, line.before) for line in lines] == [
        (1, "agent", "1", "agent t1", None),
        (3, "human", None, "you", None),
        (2, "agent", "2", "agent t2", None),
    ]
    assert {line.section for line in lines} == {"Findings"}
    assert all(line.time is not None for line in lines)
    store.close()


SITUATIONS: dict[str, tuple[list[list[str]], dict[str, str]]] = {
    "a line added above another leaves it alone": ([["- a"], ["- b", "- a"]], {"- a": "v1", "- b": "v2"}),
    "a changed line is new": ([["- a", "- b"], ["- a", "- b!"]], {"- a": "v1", "- b!": "v2"}),
    "a tick changes a line": ([["1. [ ] a", "2. [ ] b"], ["1. [x] a", "2. [ ] b"]], {"1. [x] a": "v2", "2. [ ] b": "v1"}),
    "a moved line is by who moved it": (
        [["- a", "- b", "- c"], ["- b", "- c", "- a"]],
        {"- a": "v2", "- b": "v1", "- c": "v1"},
    ),
    "a line that went and came is by who brought it back": (
        [["- a", "- b"], ["- a"], ["- a", "- b"]],
        {"- a": "v1", "- b": "v3"},
    ),
    "a section rewritten is by who wrote it": ([["- a", "- b"], ["- c"]], {"- c": "v2"}),
    "a section emptied has no lines": ([["- a"], []], {}),
    "blank lines and trailing blanks are no change": ([["- a"], ["", "- a  ", ""], ["- a"]], {"- a": "v1"}),
    "lines under an entry count each": (
        [["- a", "  one"], ["- a", "  one", "  two"]],
        {"- a": "v1", "  one": "v1", "  two": "v2"},
    ),
    "fences and comments are lines": (
        [["```", "## Plan", "```"], ["```", "## Plan", "```", "<!--", "## Next", "-->"]],
        {"```": "v1", "## Plan": "v1", "<!--": "v2", "## Next": "v2", "-->": "v2"},
    ),
    "unicode is text": (
        [["- été \u2028 測"], ["- été \u2028 測", "- \U0001f642\x85\x0c שלום\u200f"]],
        {"- été \u2028 測": "v1", "- \U0001f642\x85\x0c שלום\u200f": "v2"},
    ),
    "a line of an accent composed is another one than decomposed": (
        [["- e\u0301"], ["- \u00e9"]],
        {"- \u00e9": "v2"},
    ),
}  # fmt: skip


@pytest.mark.parametrize("situation", SITUATIONS)
def test_situations(situation: str, desk: Desk) -> None:
    states, wanted = SITUATIONS[situation]
    saved(desk, *(findings(*lines) for lines in states))
    assert found(desk) == wanted


def test_a_line_moved_to_another_section_is_new_there(desk: Desk) -> None:
    saved(desk, pad(Findings=["- a", "- b"]), pad(Findings=["- b"], Ruled_out=["- a"]))
    assert found(desk, "ruled OUT") == {"- a": "v2"}
    assert found(desk) == {"- b": "v1"}


def test_a_restored_line_is_by_the_restore(desk: Desk) -> None:
    saved(desk, findings("- a", "- b"), findings("- a"))
    desk.store().restore(1)
    lines = blame(desk.store(), "Findings")
    assert [(line.version, line.actor) for line in lines] == [(1, "external"), (3, "restore")]


def test_line_ends_and_a_byte_order_mark_are_no_change(desk: Desk) -> None:
    saved(desk, findings("- a"), b"\xef\xbb\xbf" + findings("- a", "- b", end="\r\n").encode())
    assert found(desk) == {"- a": "v1", "- b": "v2"}
    saved(desk, findings("- a", "- b", "- c", end="\r"))
    lines = blame(desk.store(), "Findings")
    assert [origin(line) for line in lines] == ["v1", "v2", "v3"]
    assert [line.line for line in lines] == [10, 11, 12]


def test_a_session_pad_is_told_by_its_sections(tmp_path: Path) -> None:
    """What stands above the first heading, and under other names, is counted and not told."""
    desk = Desk(tmp_path / "MEMORY-STATE.md", depth=0)
    start = "---\nowner: me\n---\n\n## Scratch Notes\n- one\n\n## Other\n- foreign\n"
    saved(desk, start, start.replace("- one", "- one\n- two").replace("owner: me", "owner: you\nmore: x"))
    assert [(line.section, line.line, line.text, line.version) for line in blame(desk.store())] == [
        ("Scratch", 7, "- one", 1),
        ("Scratch", 8, "- two", 2),
    ]


def test_an_edit_that_no_version_has_is_external(desk: Desk) -> None:
    saved(desk, findings("- a"))
    desk.put(findings("- by hand", "- a"))
    lines = blame(desk.store(), "Findings")
    assert [(origin(line), line.actor, line.time is None) for line in lines] == [
        ("unrecorded", "external", True),
        ("v1", "external", False),
    ]


def test_a_pad_without_any_version(desk: Desk) -> None:
    assert blame(desk.store()) == []
    assert not desk.path.parent.exists()
    desk.put(findings("- by hand"))
    assert found(desk) == {"- by hand": "unrecorded"}


@pytest.mark.parametrize("bad", ["## Nonsense\n", "## Task\n<<<<<<< a\n=======\n>>>>>>> b\n", None])
def test_a_pad_that_is_not_good_is_told_as_readers_are_served(desk: Desk, bad: str | None) -> None:
    saved(desk, findings("- a"), findings("- a", "- b"))
    if bad is None:
        desk.path.unlink()
    else:
        desk.put(bad)
    assert found(desk) == {"- a": "v1", "- b": "v2"}


def test_an_unknown_section_is_refused_with_the_names(desk: Desk) -> None:
    saved(desk, findings("- a"))
    with pytest.raises(InputError, match="Ruled out"):
        blame(desk.store(), "Vibes")


def test_what_pruned_versions_brought_was_there_before(pad_path: Path) -> None:
    """The oldest kept version touched Findings: whether a line came with it or before it, nobody knows."""
    desk = Desk(pad_path, depth=2)
    for number in range(1, 5):
        desk.apply(add("Findings", f"f{number}"))
    assert desk.versions == [3, 4]
    assert found(desk) == {"- f1": "before 4", "- f2": "before 4", "- f3": "before 4", "- f4": "v4"}
    line = blame(desk.store(), "Findings")[0]
    assert (line.version, line.actor, line.time, line.turn) == (None, "", None, None)


def test_the_journal_tells_that_the_oldest_kept_version_was_not_the_one(pad_path: Path) -> None:
    desk = Desk(pad_path, depth=1)
    desk.apply(add("Findings", "f1"))
    desk.apply(add("Next", "go", "replace"))
    assert desk.versions == [2]
    assert found(desk) == {"- f1": "before 2"}
    assert found(desk, "Next") == {"go": "before 3"}
    os.unlink(desk.store().paths.journal)
    assert found(desk) == {"- f1": "before 3"}


def test_a_pinned_old_version_leaves_a_gap(pad_path: Path) -> None:
    """A line that came in the gap is not put down to the version behind it."""
    desk = Desk(pad_path, depth=1)
    desk.apply(add("Findings", "f1"))
    desk.store().pin("somebody", 1)
    desk.apply(add("Findings", "f2"))
    desk.apply(add("Next", "go", "replace"))
    desk.apply(add("Findings", "f4"))
    assert desk.versions == [1, 4]
    assert found(desk) == {"- f1": "v1", "- f2": "before 5", "- f4": "before 5"}
    assert found(desk, "Next") == {"go": "before 4"}


def test_a_recovery_says_nothing_about_the_versions_before_it(pad_path: Path) -> None:
    """Its journal line names no section, whatever came with it."""
    desk = Desk(pad_path, depth=1)
    desk.put(findings("- a").replace("## Plan", "## Plam"))
    desk.store().recover()
    desk.store().pin("somebody", 1)
    os.rename(desk.store().history.path(1), desk.store().history.path(2))
    journal_path = desk.store().paths.journal
    text = Path(journal_path).read_text().replace('"version":1', '"version":2')
    Path(journal_path).write_text(text)
    assert '"actor":"recover"' in text
    assert found(desk) == {"- a": "before 3"}


def test_a_version_that_does_not_parse_is_passed_over(desk: Desk) -> None:
    saved(desk, findings("- a"), findings("- a", "- b"), findings("- a", "- b", "- c"))
    history = desk.store().history
    Path(history.path(2)).write_text("## Nonsense\n- b\n")
    assert found(desk) == {"- a": "v1", "- b": "v3", "- c": "v3"}
    Path(history.path(1)).write_bytes(b"\0")
    assert found(desk) == {"- a": "v3", "- b": "v3", "- c": "v3"}


def test_versions_with_the_same_bytes_are_passed_over_too_where_they_do_not_parse(desk: Desk) -> None:
    """A section that stood still is not parsed for it, but the version that is named has to."""
    texts = [findings(), findings("- a"), findings("- a"), pad(Findings=["- a"], Next=["on"])]
    saved(desk, texts[0], texts[3], texts[2] + "\n", texts[3])
    Path(desk.store().history.path(2)).write_text(texts[1] + "## Bogus\n")
    assert found(desk) == {"- a": "v3"}
    Path(desk.store().history.path(3)).write_text(texts[1] + "## Bogus\n")
    assert found(desk) == {"- a": "v4"}


@pytest.mark.parametrize(
    "before",
    [
        "## Plan\n```\n## Findings\n- a\n\n## Next\n```\n\n## Findings\n- old\n\n## Next\ngo\n",
        "## Findings\n- old\n\n## Plan\n### Findings\n- a\n\n## Next\ngo\n",
    ],
)
def test_the_same_text_in_another_place_is_not_the_section(desk: Desk, before: str) -> None:
    saved(desk, before, "## Plan\n1. [ ] x\n\n## Findings\n- a\n\n## Next\ngo\n")
    assert found(desk) == {"- a": "v2"}


def test_a_version_with_more_lines_behind_is_another_state(desk: Desk) -> None:
    """The last section ends with the file, the others at the next heading."""
    for section in ("Findings", "Next"):
        states = (["- x", "- a"], ["- a", "", "- x"], ["- a"])
        bodies: list[dict[str, Any]] = [{section: lines} for lines in states]
        saved(desk, *(pad(**body) for body in bodies))
        first = desk.versions[-3]
        assert found(desk, section) == {"- a": f"v{first + 1}"}


def test_a_version_made_since_the_pad_was_read_does_not_count(desk: Desk) -> None:
    saved(desk, findings("- a"))
    store = desk.store()
    reading = store.read()
    saved(desk, findings("- b"))
    assert origins(blame(store, "Findings", reading)) == {"- a": "v1"}


def test_without_a_journal_the_versions_are_told_without_authors(desk: Desk) -> None:
    """The version files are the truth."""
    saved(desk, findings("- a"))
    Path(desk.store().paths.journal).write_bytes(b'[1]\n{"kind":"version","version":1,"sha256":7}\n{"torn')
    (line,) = blame(desk.store(), "Findings")
    assert (line.version, line.actor, line.author, line.time, line.turn) == (1, "", "", None, None)


def counted(monkeypatch: pytest.MonkeyPatch, owner: object, name: str) -> list[object]:
    """The second argument of each call of a method from now on."""
    whole = getattr(owner, name)
    calls: list[object] = []

    def call(*args: Any, **options: Any) -> Any:  # noqa: ANN401 - stands in for any function
        calls.append(args[-1])
        return whole(*args, **options)

    monkeypatch.setattr(owner, name, call)
    return calls


def test_no_older_version_is_read_than_the_lines_need(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten thousand versions cost what the age of the oldest line is."""
    store = desk.store()
    for number in range(40):
        store.apply_text(
            json.dumps(add("Next", f"step {number}", "replace") + add("Task", "Ship", "replace"))
        )
    reads = counted(monkeypatch, History, "read")
    assert origins(blame(store, "Next")) == {"step 39": "v40"}
    assert set(reads) == {39, 40}
    store.close()


def test_a_section_that_stood_still_is_not_parsed_anew(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    store = desk.store()
    for number in range(40):
        store.apply_text(
            json.dumps(add("Next", f"step {number}", "replace") + add("Task", "Ship", "replace"))
        )
    parsed = counted(monkeypatch, blame_module, "parse_bytes")
    assert origins(blame(store, "Task")) == {"Ship": "v1"}
    assert len(parsed) <= 1
    store.close()


# Against an oracle that replays every version forward


class Version(NamedTuple):
    """A version of a random history."""

    data: bytes
    kept: bool


BODY_LINES = ("- a", "- b", "- a b", "1. [ ] x", "1. [x] x", "  deeper", "", "- é\u2028", "```\n## Task\n```")
BODY = st.lists(st.sampled_from(BODY_LINES), max_size=4)
TAILS = ("", "", "", "", "## Bogus\n", "<!-- open\n", "```\n## Next\n```\n")
"""What stands at the end; some of it does not parse."""


@st.composite
def versions(draw: st.DrawFn) -> bytes:
    bodies: dict[str, Any] = {
        name: draw(BODY) for name in draw(st.sets(st.sampled_from(("Plan", "Findings", "Ruled_out"))))
    }
    text = pad(**bodies, end=draw(st.sampled_from(("\n", "\n", "\r\n", "\r"))))
    return (text + draw(st.sampled_from(TAILS))).encode()


HISTORIES = st.lists(st.builds(Version, versions(), st.sampled_from((True, True, True, False))), max_size=7)


def document_of(store: PadStore, data: bytes) -> Document | None:
    try:
        return parse_bytes(data, store.profile)
    except ParseError:
        return None


def replayed(store: PadStore, history: Sequence[Version], last: bytes) -> dict[str, list[str]]:
    """The origin of each line, section by section, from every version in order."""
    told: dict[str, list[str]] = {name: [] for name in store.profile.names}
    content: dict[str, list[str]] = {name: [] for name in store.profile.names}
    complete = True
    moments = [*enumerate(history, 1), (0, Version(last, kept=True))]
    for number, version in moments:
        document = document_of(store, version.data)
        if not version.kept:
            complete = False
        elif document is not None:
            for name, before in told.items():
                fresh = f"v{number}" if complete else f"before {number + 1}"
                new = document.content(name)
                told[name] = carried(before, content[name], new, fresh if number else "unrecorded")
                content[name] = new
            complete = True
    return told


def carried(told: list[str], old: list[str], new: list[str], fresh: str) -> list[str]:
    result: list[str] = []
    at = 0
    for change in changes(old, new):
        result += told[at : change.start]
        result += [fresh] * (change.new_stop - change.new_start)
        at = change.stop
    return result + told[at:]


@settings(max_examples=200)
@given(HISTORIES, versions().filter(lambda data: b"Bogus" not in data and b"open" not in data))
def test_it_agrees_with_a_replay_of_all_versions(history: list[Version], last: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        desk = Desk(Path(folder) / "pad.md", profile="task", depth=0)
        desk.put(last)
        store = desk.store()
        os.makedirs(store.paths.history)
        for number, version in enumerate(history, 1):
            if version.kept:
                Path(store.history.path(number)).write_bytes(version.data)
        reading = store.read()
        lines = blame(store, reading=reading)
        # Each section alone stands still more often than all together.
        assert [line for name in store.profile.names for line in blame(store, name)] == lines
        if reading.state != "good":
            # The history speaks against the file: what is served has other lines.
            assert [line.text for line in lines] == [
                text for name in store.profile.names for text in reading.document.content(name)
            ]
            return
        wanted = replayed(store, history, last)
        for name in store.profile.names:
            assert [origin(line) for line in lines if line.section == name] == wanted[name]
        texts = [line.text for line in split_lines(last.decode())]
        assert [texts[line.line - 1].rstrip(" \t") for line in lines] == [line.text for line in lines]


def test_an_undo_gives_the_lines_back_to_who_brought_them(desk: Desk) -> None:
    """Nobody who takes back a deletion has written the lines; the same holds for doing it again and back."""
    store = desk.store()
    store.apply_text(json.dumps(add("Findings", "one") + add("Findings", "two")), turn="1")
    store.edit("Findings", ["- one"], 1)
    store.apply_text(json.dumps(add("Next", "elsewhere")), turn="2")
    store.revert(2)
    assert found(desk) == {"- one": "v1", "- two": "v1"}
    store.revert(4)
    store.revert(5)
    assert found(desk) == {"- one": "v1", "- two": "v1"}


def test_an_undo_over_other_changes_brings_its_lines_itself(desk: Desk) -> None:
    """The section is not as it was then."""
    store = desk.store()
    store.apply_text(json.dumps(add("Findings", "one") + add("Findings", "two")), turn="1")
    store.edit("Findings", ["- one"], 1)
    store.apply_text(json.dumps(add("Findings", "three")), turn="2")
    store.revert(2)
    assert found(desk)["- two"] == "v4"
    assert found(desk)["- one"] == "v1"


def test_an_undo_of_the_first_version_leaves_an_empty_section(desk: Desk) -> None:
    store = desk.store()
    store.apply_text(json.dumps(add("Findings", "one")), turn="1")
    store.revert(1)
    store.revert(2)
    assert found(desk) == {"- one": "v1"}
