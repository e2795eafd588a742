"""An edit in another program: a copy that is a draft from the beginning, judged and merged when it comes back."""

from __future__ import annotations

import os
import signal
import stat
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.errors import InputError, StorageError
from scratchpad_tui.core.pad import outside
from scratchpad_tui.core.pad.drafts import Drafts, new_draft
from scratchpad_tui.core.pad.outside import OutsideEdit, waiting_drafts
from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.pad.store import PadStore

from .faults import BROKEN, TEXT, data_of, put, quarantine_of, save
from .processes import forked, holding, is_free, needs_fork

if TYPE_CHECKING:
    from collections.abc import Callable

MERGING = TEXT.replace("- retries", "<<<<<<< HEAD\n- mine\n=======\n- theirs\n>>>>>>> other\n- retries")


@pytest.fixture
def store(pad_path: Path) -> PadStore:
    """A pad whose version 2 is `TEXT`."""
    store = PadStore(pad_path)
    save(store)
    return store


def copy_of(edit: OutsideEdit) -> Path:
    """The file that the editor gets."""
    return Path(edit.path)


def left_of(store: PadStore) -> list[str]:
    """What stands among the drafts."""
    drafts = Drafts(store.paths)
    return [
        name
        for folder in (drafts.folder, drafts.elsewhere)
        if os.path.isdir(folder)
        for name in os.listdir(folder)
    ]


def typed(edit: OutsideEdit, old: str, new: str) -> None:
    """Changes one place of the copy."""
    text = copy_of(edit).read_bytes().decode()
    assert old in text
    copy_of(edit).write_bytes(text.replace(old, new).encode())


def test_the_copy_is_private_and_has_the_pads_bytes(store: PadStore) -> None:
    """Byte-order mark and line ends too; the editor shows what is there."""
    data = ("\ufeff" + TEXT.replace("\n", "\r\n")).encode()
    put(store, data)
    path = copy_of(OutsideEdit(store))
    assert path.is_absolute()
    assert path.suffix == ".md"
    assert path.read_bytes() == data
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    section = copy_of(OutsideEdit(store, "findings"))
    assert section.read_bytes() == b"- retries are counted per worker\r\n"
    assert copy_of(OutsideEdit(store, "Ruled out")).read_bytes() == b""


@pytest.mark.parametrize("section", [None, "Findings"])
def test_nothing_changed_is_nothing_to_do(store: PadStore, section: str | None) -> None:
    """Also where the editor wrote the same text in its own style; nothing is left over."""
    edit = OutsideEdit(store, section)
    typed(edit, "retries", "retries")
    assert edit.came_back().state == "unchanged"
    edit = OutsideEdit(store, section)
    copy_of(edit).write_bytes(b"\xef\xbb\xbf" + copy_of(edit).read_bytes().replace(b"\n", b"\r\n"))
    assert not edit.has_changes
    assert edit.came_back().state == "unchanged"
    assert left_of(store) == []
    assert store.history.newest() == 2


@pytest.mark.parametrize("section", [None, "Findings"])
def test_what_was_typed_is_saved_with_what_changed_meanwhile(store: PadStore, section: str | None) -> None:
    """The lock is free while the editor runs."""
    edit = OutsideEdit(store, section)
    assert is_free(store.paths.lock)
    typed(edit, "- retries", "- typed\n- retries")
    copy_of(edit).with_name(f"{copy_of(edit).name}~").write_text("the editor's own")
    store.apply([Patch("Findings", "append", "by the agent")])
    came = edit.came_back()
    assert came.state == "saved"
    assert came.outcome is not None
    assert "+- typed" in came.outcome.diff
    assert store.read().document.content("Findings") == [
        "- typed",
        "- retries are counted per worker",
        "- by the agent",
    ]
    assert left_of(store) == []


def test_a_section_can_be_emptied_and_filled(store: PadStore) -> None:
    """Its empty mark is the file's own."""
    edit = OutsideEdit(store, "Findings")
    copy_of(edit).write_bytes(b"")
    assert edit.came_back().state == "saved"
    assert store.read().document.content("Findings") == []
    edit = OutsideEdit(store, "Findings")
    copy_of(edit).write_bytes(b"- again")
    edit.came_back()
    assert store.read().document.content("Findings") == ["- again"]


@pytest.mark.parametrize(
    ("section", "data", "line", "words"),
    [
        ("Findings", b"- one\n## Next\n- two\n", 2, "another section"),
        ("Findings", b"- one\n## Mine\n", 2, "Mine"),
        ("Findings", b"- one\n\n```\n", 3, "never closed"),
        ("Findings", b"- one\n<!-- open", 2, "never closed"),
        ("Findings", b"- one\n- a\0b\n", 2, "NUL"),
        ("Findings", b"- one\n- \xff\n", 2, "not UTF-8"),
        ("Findings", b"a\n<<<<<<< x\n", 2, "mark of a conflict"),
        (None, TEXT.replace("## Plan", "## Plam").encode(), 4, "did you mean ## Plan"),
        (None, b"", 1, "nothing is left"),
        (None, TEXT.encode("utf-16"), 1, "byte offset"),
    ],
)
def test_a_fault_is_told_with_its_line_in_the_copy_and_the_copy_stays(
    store: PadStore, section: str | None, data: bytes, line: int, words: str
) -> None:
    """Nothing is saved, nothing is moved; mended in the same copy it is saved."""
    edit = OutsideEdit(store, section)
    good = copy_of(edit).read_bytes()
    copy_of(edit).write_bytes(data)
    for _ in range(2):
        came = edit.came_back()
        assert came.state == "fault"
        assert came.problems[0].line == line
        assert words in came.problems[0].message
        assert f"line {line}" in came.words
        assert copy_of(edit).read_bytes() == data
    assert data_of(store) == TEXT.encode()
    assert quarantine_of(store) == []
    copy_of(edit).write_bytes(good.replace(b"- retries", b"- mended\n- retries"))
    assert edit.came_back().state == "saved"
    assert b"- mended" in (data_of(store) or b"")


def test_a_section_of_a_session_pad_cannot_bring_another_heading_in(pad_path: Path) -> None:
    """There a heading of any name would parse."""
    store = PadStore(pad_path, profile="session")
    put(store, "## Scratch\n- a\n\n## Episodic\n- b\n\n## Durable\n- c\n")
    edit = OutsideEdit(store, "Episodic")
    copy_of(edit).write_bytes(b"- b\n## Mine\n- d\n")
    came = edit.came_back()
    assert (came.state, came.problems[0].line) == ("fault", 2)


def test_kept_as_a_draft_it_waits_and_is_gone_on_with(store: PadStore) -> None:
    """For the same section alone; merged from what it began with."""
    edit = OutsideEdit(store, "Findings")
    typed(edit, "- retries", "- typed\n```\n- retries")
    assert edit.came_back().state == "fault"
    edit.keep()
    assert waiting_drafts(store, None) == waiting_drafts(store, "Next") == []
    (draft,) = waiting_drafts(store, "findings")
    assert draft.lines == ("- typed", "```", "- retries are counted per worker")
    store.apply([Patch("Findings", "append", "by the agent")])
    again = OutsideEdit(store, "Findings", draft)
    assert again.path == edit.path
    assert waiting_drafts(store, "Findings") == []
    typed(again, "```\n", "")
    assert again.came_back().state == "saved"
    assert store.read().document.content("Findings")[0] == "- typed"
    assert store.read().document.content("Findings")[-1] == "- by the agent"
    assert left_of(store) == []


def test_a_draft_without_a_copy_gets_one(store: PadStore) -> None:
    """It may come from another place than an editor."""
    lines, base = ["- typed", "- retries are counted per worker"], ["- retries are counted per worker"]
    kept = Drafts(store.paths).keep(new_draft("section", "Findings", lines, base, 2))
    edit = OutsideEdit(store, "Findings", kept)
    assert copy_of(edit).read_text() == "- typed\n- retries are counted per worker\n"
    assert edit.came_back().state == "untouched"
    assert edit.insist().state == "saved"
    assert left_of(store) == []


def test_discarded_nothing_is_left(store: PadStore) -> None:
    edit = OutsideEdit(store)
    typed(edit, "## Plan", "## Plam")
    edit.came_back()
    edit.discard()
    assert left_of(store) == []
    assert data_of(store) == TEXT.encode()


@pytest.mark.parametrize("section", [None, "Next"])
def test_a_conflict_puts_both_sides_into_the_copy(store: PadStore, section: str | None) -> None:
    """Nothing is written until it is decided; a copy with the marks gone is saved."""
    edit = OutsideEdit(store, section)
    typed(
        edit,
        "write the adapter\n" if section else "## Next\nwrite the adapter",
        "by the person\n" if section else "## Next\nby the person",
    )
    store.apply([Patch("Next", "replace", "by the agent"), Patch("Findings", "append", "more")])
    before = data_of(store)
    came = edit.came_back()
    assert came.state == "conflict"
    assert came.hunks[0].mine == ("by the person",)
    assert came.hunks[0].theirs == ("by the agent",)
    both = "<<<<<<< yours\nby the person\n=======\nby the agent\n>>>>>>> theirs\n"
    assert copy_of(edit).read_text().endswith(both)
    for marks in (("<<<<<<< yours\n",), ("<<<<<<< yours\n", ">>>>>>> theirs\n")):
        kept = copy_of(edit).read_text()
        for mark in marks:
            typed(edit, mark, "")
        came = edit.came_back()
        assert (came.state, came.problems[0].code) == ("fault", "conflict")
        copy_of(edit).write_text(kept)
    assert data_of(store) == before
    typed(edit, both, "by both\n")
    assert edit.came_back().state == "saved"
    assert store.read().document.content("Next") == ["by both"]
    assert store.read().document.content("Findings")[-1] == "- more"


def test_a_conflict_that_is_kept_as_a_draft_is_still_marked_later(store: PadStore) -> None:
    """And the version that it is merged from is the newer one."""
    edit = OutsideEdit(store, "Next")
    typed(edit, "write the adapter", "by the person")
    store.apply([Patch("Next", "replace", "by the agent")])
    edit.came_back()
    draft = edit.keep()
    assert (draft.base, draft.version) == (("by the agent",), 3)
    again = OutsideEdit(store, "Next", waiting_drafts(store, "Next")[0])
    assert again.came_back().state == "untouched"
    assert again.insist().state == "fault"
    typed(again, "<<<<<<< yours\n", "")
    typed(again, ">>>>>>> theirs\n", "")
    assert again.came_back().problems[0].message.startswith("a mark of a conflict")


@pytest.mark.parametrize(("status", "words"), [(1, "exit code 1"), (-signal.SIGKILL, "signal 9")])
def test_an_editor_that_failed_saves_nothing(store: PadStore, status: int, words: str) -> None:
    """`:cq` in Vim says so; what it wrote is kept for a decision."""
    edit = OutsideEdit(store)
    came = edit.came_back(status)
    assert came.state == "unchanged"
    assert words in came.words
    edit = OutsideEdit(store)
    typed(edit, "- retries", "- typed")
    came = edit.came_back(status)
    assert (came.state, came.problems) == ("fault", ())
    assert words in came.words
    assert data_of(store) == TEXT.encode()
    assert edit.came_back().state == "saved"


def _removed(path: Path) -> None:
    path.unlink()


def _folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def _link(path: Path) -> None:
    path.unlink()
    path.symlink_to("/etc/passwd")


def _fifo(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


@pytest.mark.parametrize("act", [_removed, _folder, _link, _fifo])
@pytest.mark.parametrize("section", [None, "Findings"])
def test_a_copy_that_is_no_file_any_more_is_a_fault_and_made_anew(
    store: PadStore, section: str | None, act: Callable[[Path], None]
) -> None:
    """With what was typed before, where anything was."""
    edit = OutsideEdit(store, section)
    typed(edit, "- retries", "- typed\n```\n- retries")
    edit.came_back()
    act(copy_of(edit))
    came = edit.came_back()
    assert (came.state, came.problems[0].code) == ("fault", "no-copy")
    assert "- typed" in copy_of(edit).read_text()
    typed(edit, "```\n", "")
    assert edit.came_back().state == "saved"
    assert b"- typed" in (data_of(store) or b"")
    assert b"root:" not in (data_of(store) or b"")


@pytest.mark.parametrize("broken", [BROKEN, MERGING], ids=["broken", "conflict"])
def test_a_pad_that_is_not_good_is_opened_as_it_is_and_mended(store: PadStore, broken: str) -> None:
    """What stands there is what the person has to see."""
    put(store, broken)
    edit = OutsideEdit(store)
    assert edit.notice
    assert copy_of(edit).read_bytes() == broken.encode()
    copy_of(edit).write_text(broken + "still\n")
    assert edit.came_back().state == "fault"
    if broken is MERGING:
        copy_of(edit).write_text(broken.replace("<<<<<<< HEAD\n", "").replace("=======\n", ""))
        assert edit.came_back().problems[0].code == "conflict"
    wanted = TEXT.replace("- retries", "- mended\n- retries")
    copy_of(edit).write_text(wanted)
    assert edit.came_back().state == "saved"
    assert data_of(store) == wanted.encode()
    assert [path.read_bytes() for path in quarantine_of(store)] == [broken.encode()]


def test_a_section_of_a_pad_in_conflict_is_not_opened(store: PadStore) -> None:
    """It could not be saved; the whole pad can."""
    put(store, MERGING)
    with pytest.raises(InputError, match="edit the whole pad"):
        OutsideEdit(store, "Findings")
    assert left_of(store) == []
    put(store, BROKEN)
    assert OutsideEdit(store, "Findings").notice


def test_a_section_of_an_unknown_name_leaves_nothing(store: PadStore) -> None:
    with pytest.raises(InputError, match="unknown section"):
        OutsideEdit(store, "Nowhere")
    assert left_of(store) == []


def test_a_pad_that_breaks_meanwhile_keeps_the_copy(store: PadStore) -> None:
    """The section cannot be saved into it now."""
    edit = OutsideEdit(store, "Findings")
    typed(edit, "- retries", "- typed\n- retries")
    put(store, MERGING)
    came = edit.came_back()
    assert (came.state, came.code) == ("fault", "conflict")
    put(store, TEXT)
    assert edit.came_back().state == "saved"


@needs_fork
def test_a_lock_that_is_not_to_be_had_keeps_the_copy(
    store: PadStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The error is the caller's to tell; saved again it is there."""
    monkeypatch.setenv("SCRATCHPAD_LOCK_TIMEOUT", "0")
    edit = OutsideEdit(PadStore(store.paths.pad))
    typed(edit, "- retries", "- typed\n- retries")
    with holding(store.paths.lock), pytest.raises(StorageError, match="locked by"):
        edit.came_back()
    assert b"- typed" in copy_of(edit).read_bytes()
    assert edit.came_back().state == "saved"


def test_where_no_copy_can_be_written_beside_the_pad_the_users_folder_has_it(store: PadStore) -> None:
    """The pad may still be writable later."""
    Path(store.paths.history, "drafts").write_text("in the way")
    edit = OutsideEdit(store)
    assert edit.path.startswith(Drafts(store.paths).elsewhere)
    typed(edit, "- retries", "- typed\n- retries")
    assert edit.came_back().state == "saved"


@needs_fork
def test_a_kill_while_the_editor_runs_leaves_the_text_as_last_saved(store: PadStore) -> None:
    """The copy is a draft from its first moment."""

    def edits() -> None:
        edit = OutsideEdit(store, "Findings")
        typed(edit, "- retries", "- saved by the editor\n- retries")
        os.kill(os.getpid(), signal.SIGKILL)

    assert forked(edits).wait() == -signal.SIGKILL
    (draft,) = waiting_drafts(store, "Findings")
    assert draft.lines[0] == "- saved by the editor"
    again = OutsideEdit(store, "Findings", draft)
    assert again.came_back().state == "untouched"
    assert again.insist().state == "saved"
    assert outside.waiting_drafts(store, "Findings") == []
