"""The handed cases about broken files and their recovery, and about the history that it stands on."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.errors import ParseError
from scratchpad_tui.core.pad import journal
from scratchpad_tui.core.pad.check import check_pad, check_text
from scratchpad_tui.core.pad.prompt import prompt_text
from scratchpad_tui.core.pad.schema import TASK
from scratchpad_tui.core.pad.timeline import difference
from tests.core.pad.pads import Case, add

if TYPE_CHECKING:
    from pathlib import Path

    from tests.core.pad.pads import Desk


def files(desk: Desk) -> dict[Path, bytes]:
    """Every file beside the pad with its bytes."""
    return {path: path.read_bytes() for path in desk.path.parent.rglob("*") if path.is_file()}


def test_case_02_without_history_what_can_be_read_is_salvaged(pad_path: Path) -> None:
    """A fence closed by a shorter run is open; only its own line is lost to the pad, and `recover` offers it."""
    case = Case("02-fence-closed-by-shorter-run", pad_path)
    start, before = case.data, files(case)
    assert [(p.line, p.code) for p in check_text(start, TASK).errors] == [(11, "unclosed-fence")]
    store = case.store()
    checked = check_pad(store)
    assert checked
    assert not checked.ok
    assert store.read().document.content("Task") == ["Ship the CSV importer"]
    assert files(case) == before
    outcome = case.apply_file("patch.json")
    assert [path.read_bytes() for path in case.quarantined] == [start]
    assert "salvaged" in outcome.warnings[0]
    assert "recovered" not in outcome.warnings[0]
    assert case.lines("Task") == ["Ship the CSV importer"]
    assert case.lines("Plan")[1] == "2. [x] write the tokenizer"
    assert case.lines("Findings") == ["- quoted the config", "key = 1", "- compare with the docs"]
    assert case.lines("Next") == ["compare with the docs"]
    offered = case.store().quarantined()[0].missing_lines
    assert [(line.line, line.text) for line in offered] == [(11, "````"), (13, "```")]


def test_case_09_of_two_sections_of_one_name_none_is_dropped_in_silence(pad_path: Path) -> None:
    """The line that only the broken file has is offered, and put into Findings when taken."""
    case = Case("09-two-findings", pad_path, good="good.md")
    start = case.data
    (error,) = check_text(start, TASK).errors
    assert (error.line, error.code) == (21, "duplicate-section")
    assert "line 9" in error.message
    case.apply_file("patch.json")
    assert [path.read_bytes() for path in case.quarantined] == [start]
    good = case.file("good.md").replace(b"## Next\nwrite the tokenizer", b"## Next\ngo on")
    assert case.data == good
    store = case.store()
    (found,) = store.quarantined()
    offered = [(line.line, line.section, line.text) for line in found.missing_lines]
    assert offered == [(22, "Findings", "- second block, added by hand")]
    store.take([22])
    store.close()
    assert case.data == good.replace(b"not on ,\n", b"not on ,\n- second block, added by hand\n")


@pytest.mark.parametrize("patch", ["two.json", "three.json"])
def test_case_10_a_pad_in_conflict_is_left_to_the_person(pad_path: Path, patch: str) -> None:
    """Nothing is moved, no side is chosen; readers get the last good version with the notice."""
    case = Case("10-markers-inside-plan", pad_path, good="good.md")
    start, versions = case.data, case.versions
    (error,) = check_text(start, TASK).errors
    assert (error.line, error.code) == (6, "conflict")
    with pytest.raises(ParseError) as caught:
        case.apply_file(patch)
    assert (caught.value.code, caught.value.exit_code) == ("conflict", 1)
    assert all(line in str(caught.value) for line in ("6", "8", "10"))
    assert (case.data, case.versions, case.quarantined) == (start, versions, [])
    reading = case.store().read()
    assert reading.state == "conflict"
    assert "is in conflict" in reading.notice
    assert reading.document.render() == case.file("good.md")
    assert "is in conflict" in case.prompt()
    assert "<<<<<<<" not in case.prompt()
    case.put(start.replace(b"<<<<<<< HEAD\n", b"").replace(b">>>>>>> other\n", b""))
    assert check_text(case.data, TASK).errors == ()
    assert "=======" in case.lines("Plan")


class TestCase25:
    """A broken pad over a broken newest version: the last good one comes back, and nothing is ever reset."""

    FOLDER = "25-broken-file-and-broken-newest-history"
    PATCH = add("Next", "then ship")

    def build(self, path: Path, *versions: str, start: str = "start.md") -> Case:
        """The case with these versions in its history, without a journal."""
        case = Case(self.FOLDER, path, start=start)
        if versions:
            folder = path.parent / ".history" / path.name
            folder.mkdir(parents=True)
            for version in versions:
                (folder / version).write_bytes(case.file(version))
        return case

    def check(self, case: Case) -> None:
        """Version 41 came back with the append, and stays."""
        good = case.file("00000041.md")
        assert case.data == good.replace(
            b"## Next\nwrite the tokenizer\n", b"## Next\nwrite the tokenizer\n- then ship\n"
        )
        assert (case.path.parent / ".history" / case.path.name / "00000041.md").read_bytes() == good
        assert min(number for number in case.versions if number != 41) >= 42

    def test_a_broken_newest_version_is_passed_over(self, pad_path: Path) -> None:
        """The reason is in the next prompt of another process."""
        case = self.build(pad_path, "00000041.md", "00000042.md")
        start, before = case.data, files(case)
        checked = check_pad(case.store())
        assert checked
        assert not checked.ok
        assert files(case) == before
        (warning,) = case.apply(self.PATCH).warnings
        assert [path.read_bytes() for path in case.quarantined] == [start]
        assert "version 41 was recovered" in warning
        assert warning in case.prompt()
        self.check(case)
        assert case.versions[-2:] == [43, 44]

    def test_without_any_history_the_known_sections_are_salvaged(self, pad_path: Path) -> None:
        """Variant 2: the Findings line is offered."""
        case = self.build(pad_path)
        start = case.data
        assert "salvaged" in case.apply(self.PATCH).warnings[0]
        assert [path.read_bytes() for path in case.quarantined] == [start]
        assert case.lines("Task") == ["Ship the CSV importer"]
        assert len(case.lines("Plan")) == 3
        assert case.lines("Next") == ["write the tokenizer", "- then ship"]
        assert case.lines("Findings") == []
        (found,) = case.store().quarantined()
        assert [(line.section, line.text) for line in found.missing_lines] == [
            ("Findings", "- rows are split on ; and not on ,")
        ]

    def test_an_emptied_pad_comes_back(self, pad_path: Path) -> None:
        """Variant 3: broken by the page, since the last version had text."""
        case = self.build(pad_path, "00000041.md")
        case.put(b"")
        case.apply(self.PATCH)
        self.check(case)

    def test_a_pad_that_is_gone_comes_back(self, pad_path: Path) -> None:
        """Variant 4: the next write restores it first."""
        case = self.build(pad_path, "00000041.md", start="")
        assert case.store().read().state == "gone"
        (warning,) = case.apply(self.PATCH).warnings
        assert "version 41 was restored" in warning
        self.check(case)
        assert case.quarantined == []


@pytest.mark.parametrize("now", ["2026-07-20T10:12:00Z", "2026-07-20T23:59:59.999Z"])
def test_case_26_versions_of_one_second_have_numbers_of_their_own(
    pad_path: Path, monkeypatch: pytest.MonkeyPatch, now: str
) -> None:
    """Numbers, not times, name the versions: five writes and a restore are six versions, in order."""
    monkeypatch.setenv("SCRATCHPAD_NOW", now)
    case = Case("26-five-versions-in-one-second", pad_path)
    first = case.save(case.data)
    for step in range(1, 6):
        assert case.apply(add("Next", f"v{step}", "replace")).version == first + step
    numbers = list(range(first, first + 6))
    assert case.versions == numbers
    assert [line["version"] for line in case.version_lines()] == numbers
    store = case.store()
    assert store.restore(-1).version == first + 6
    store.close()
    assert case.lines("Next") == ["v4"]
    assert [case.store().document_of(n).content("Next") for n in numbers[1:]] == [
        [f"v{n}"] for n in range(1, 6)
    ]
    last = case.version_lines()[-1]
    assert (last["version"], last["actor"]) == (first + 6, "restore")


def test_case_26_a_version_left_by_a_crash_is_not_overwritten(pad_path: Path) -> None:
    """The next free number is taken."""
    case = Case("26-five-versions-in-one-second", pad_path)
    first = case.save(case.data)
    left = pad_path.parent / ".history" / pad_path.name / f"{first + 1:08d}.md"
    left.write_bytes(b"## Task\nleft by a crash\n")
    number = case.apply(add("Next", "v1", "replace")).version
    assert number > first + 1
    assert left.read_bytes() == b"## Task\nleft by a crash\n"
    assert case.store().document_of(number).content("Next") == ["v1"]


def test_case_27_the_oldest_versions_are_pruned_by_number(pad_path: Path) -> None:
    """10 is newer than 9; foreign files are neither counted, nor pruned, nor used."""
    case = Case("27-nine-to-ten", pad_path)
    case.depth = 5
    for step in range(1, 13):
        case.apply(add("Next", f"v{step}", "replace"))
    assert [case.store().document_of(n).content("Next")[0] for n in case.versions] == [
        f"v{n}" for n in range(8, 13)
    ]
    folder = pad_path.parent / ".history" / pad_path.name
    foreign = ["9.md", "10.md", "00000008 (copy).md", "00000012.md~", "notes.md", "00000013.md.tmp"]
    for name in foreign:
        (folder / name).write_bytes(b"")
    before = case.versions[-1]
    for step in range(13, 16):
        case.apply(add("Next", f"v{step}", "replace"))
    assert [case.store().document_of(n).content("Next")[0] for n in case.versions] == [
        f"v{n}" for n in range(11, 16)
    ]
    assert case.versions[-3:] == [before + 1, before + 2, before + 3]
    assert all((folder / name).read_bytes() == b"" for name in foreign)
    case.put("broken")
    assert case.store().read().document.content("Next") == ["v15"]


@pytest.mark.parametrize(("depth", "kept"), [(0, ["v1", "v2", "v3", "v4"]), (1, ["v4"])])
def test_case_27_depth_0_keeps_all_and_1_the_current_one(pad_path: Path, depth: int, kept: list[str]) -> None:
    """The newest version is always the pad as last saved."""
    case = Case("27-nine-to-ten", pad_path, start="")
    case.depth = depth
    for step in range(1, 5):
        case.apply(add("Next", f"v{step}", "replace"))
    assert [case.store().document_of(n).content("Next")[0] for n in case.versions] == kept
    assert case.store().history.read(case.versions[-1]) == case.data


def test_case_68_what_matters_of_a_broken_or_full_pad_is_in_the_answers_themselves(pad_path: Path) -> None:
    """Notice and warnings are fields, so that no command has to print them between its JSON; the rest is theirs."""
    case = Case("68-json-stays-json", pad_path, start="broken.md", good="good.md")
    reading = case.store().read()
    assert reading.state == "broken"
    assert "does not parse (line 9" in reading.notice
    assert reading.document.render() == case.file("good.md")
    outcome = case.apply(add("Next", "go on", "replace"))
    assert case.quarantined[0].name in outcome.warnings[0]
    assert json.loads(json.dumps(outcome._asdict()))["warnings"] == outcome.warnings
    case.put(case.file("over.md"))
    (warning,) = check_text(case.data, TASK).warnings
    assert warning.code == "over-cap"
    store = case.store()
    assert "over its 1500 cap" in prompt_text(store)


@pytest.mark.parametrize("patch", ["patch.json", "clash.json"])
def test_case_32_an_edit_by_hand_between_read_and_write_is_a_version_of_its_own(
    pad_path: Path, patch: str
) -> None:
    """A long-lived process has read the file before; it writes onto the file as it is now."""
    case = Case("32-human-edits-between-read-and-write", pad_path)
    store = case.store()
    store.record_external()
    human = case.file("human.md")
    case.put(human)
    store.apply_text(case.file(patch), turn="7")
    records = list(journal.versions(store.paths.journal).values())[-2:]
    assert [record["actor"] for record in records] == ["external", "agent"]
    assert store.history.read(records[0]["version"]) == human
    if patch == "patch.json":
        assert case.data == human.replace(b"## Next\nwrite the tokenizer", b"## Next\nask about column 4")
    else:
        assert case.lines("Findings") == ["- only ; splits"]
        shown = difference(store, records[0]["version"], records[1]["version"]).diff
        assert "-- decimal comma in column 4 (by hand)" in shown
