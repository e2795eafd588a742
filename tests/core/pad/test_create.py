"""A new pad, and the old one put aside."""

from __future__ import annotations

import errno
import os
import shutil
import stat
import subprocess
from itertools import count
from pathlib import Path

import pytest

from scratchpad_tui.core.errors import StorageError
from scratchpad_tui.core.pad.document import Document
from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.pad.schema import AUDITED, SESSION, TASK
from scratchpad_tui.core.pad.store import PadStore

from .faults import BROKEN, TEXT, Erring, data_of, left_over, put, save, watched_calls
from .processes import is_free

ENTRY = Patch("Findings", "append", "- one more")
EMPTY = Document.empty(TASK).render()


@pytest.fixture
def store(pad_path: Path) -> PadStore:
    """A pad that is not there yet."""
    return PadStore(pad_path)


def test_a_new_pad_has_every_section_in_order_and_no_version(store: PadStore) -> None:
    """Version 0 is the empty pad and never a file."""
    assert store.create() is True
    assert data_of(store) == EMPTY
    assert store.history.numbers() == []
    assert left_over(store) == []
    assert is_free(store.paths.lock)


@pytest.mark.parametrize(("profile", "known"), [("task", TASK), ("session", SESSION), ("audited", AUDITED)])
def test_the_profile_says_which_sections(profile: str, known: object, tmp_path: Path) -> None:
    """Named, or by the file's name."""
    store = PadStore(tmp_path / "pad.md", profile=profile)
    store.create()
    assert store.read().document.profile == known
    assert store.read().document.missing == ()


def test_a_file_named_memory_state_gets_the_sections_of_a_session(tmp_path: Path) -> None:
    """The name that the seed uses."""
    store = PadStore(tmp_path / "MEMORY-STATE.md")
    store.create()
    assert (data_of(store) or b"").startswith(b"## Scratch\n")


def test_a_new_folder_is_private_and_keeps_its_side_files_out_of_git(store: PadStore) -> None:
    """Pad, settings and what was accepted may be shared; the rest stays on the machine."""
    store.create()
    folder = Path(store.paths.folder)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    ignored = (folder / ".gitignore").read_text()
    assert "\n*\n" in ignored
    assert {"!scratchpad.md", "!scratchpad.toml", "!episodic.md", "!archive/"} <= set(ignored.split("\n"))


def test_a_folder_that_was_there_is_not_touched(store: PadStore) -> None:
    """Somebody else made it, and may not want our file in it."""
    folder = Path(store.paths.folder)
    folder.mkdir()
    folder.chmod(0o755)
    store.create()
    assert stat.S_IMODE(folder.stat().st_mode) == 0o755
    assert not (folder / ".gitignore").exists()


@pytest.mark.parametrize("there", [TEXT, "", BROKEN], ids=["good", "empty", "broken"])
def test_a_pad_that_is_there_is_left_as_it_is(there: str, store: PadStore) -> None:
    """`init` twice changes nothing."""
    put(store, there)
    assert store.create() is False
    assert data_of(store) == there.encode()


def test_a_pad_that_is_gone_while_its_history_has_text_is_not_begun_anew(store: PadStore) -> None:
    """The next write restores it; a new one needs a clear word."""
    save(store)
    os.unlink(store.paths.pad)
    assert store.create() is False
    assert data_of(store) is None


def test_a_pad_that_appears_at_the_last_moment_is_not_written_over(
    store: PadStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the look and the swap an editor saved."""
    Path(store.paths.folder).mkdir()
    (Path(store.paths.folder) / "scratchpad.toml").touch()
    fsync = os.fsync

    def save_meanwhile(fd: int) -> None:
        fsync(fd)
        put(store, TEXT)

    monkeypatch.setattr(os, "fsync", save_meanwhile)
    with pytest.raises(StorageError, match="meanwhile"):
        store.create()
    assert data_of(store) == TEXT.encode()
    assert left_over(store) == []


def test_a_first_write_that_failed_leaves_no_open_folder_behind(store: PadStore) -> None:
    """Wherever it failed: after the next write the folder is private and git passes its side files over."""
    for number in count(1):
        fault = Erring(errno.ENOSPC, number)
        with watched_calls(fault):
            try:
                store.apply([ENTRY])
            except StorageError as error:
                assert "No space left" in str(error)  # noqa: PT017 - a whole save is the other good end
        store.apply([Patch("Next", "replace", f"turn {number}")])
        store.close()
        folder = Path(store.paths.folder)
        assert (folder / ".gitignore").exists(), f"after {fault.fired} {number}"
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        for path in sorted(folder.rglob("*"), reverse=True):
            path.rmdir() if path.is_dir() else path.unlink()
        folder.rmdir()
        if not fault.reached:
            break


# A fresh start


def test_a_fresh_start_archives_pad_and_history_whole(
    store: PadStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is deleted."""
    save(store)
    kept = {path.name: path.read_bytes() for path in Path(store.paths.history).iterdir()}
    monkeypatch.setenv("SCRATCHPAD_NOW", "2026-07-20T10:12:00Z")
    archive = Path(store.start_fresh())
    assert archive.name == "scratchpad.md.archived-20260720T101200Z"
    assert {name: (archive / name).read_bytes() for name in kept} == kept
    assert (archive / "scratchpad.md").read_text() == TEXT
    assert data_of(store) == EMPTY
    assert store.read().version == 0
    store.apply([ENTRY])
    assert store.history.numbers() == [1]


def test_two_fresh_starts_in_one_second_have_archives_of_their_own(
    store: PadStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither overwrites the other."""
    monkeypatch.setenv("SCRATCHPAD_NOW", "2026-07-20T10:12:00Z")
    archives = []
    for number in range(3):
        store.apply([Patch("Next", "replace", f"turn {number}")])
        archives.append(store.start_fresh())
    assert len(set(archives)) == 3
    assert [f"turn {n}" in (Path(path) / "scratchpad.md").read_text() for n, path in enumerate(archives)] == [
        True
    ] * 3


def test_a_broken_pad_is_archived_as_it_is(store: PadStore) -> None:
    """The person wants to begin again, not to mend."""
    save(store)
    put(store, BROKEN)
    archive = store.start_fresh()
    assert (Path(archive) / "scratchpad.md").read_text() == BROKEN
    assert data_of(store) == EMPTY


def test_a_fresh_start_where_nothing_is_only_makes_the_pad(store: PadStore) -> None:
    """There is nothing to archive."""
    assert store.start_fresh() == ""
    assert data_of(store) == EMPTY


def test_a_fresh_start_that_fails_anywhere_loses_no_text(store: PadStore) -> None:
    """Pad and versions are in their place or in the archive."""
    save(store)
    for number in count(1):
        fault = Erring(errno.EIO, number)
        with watched_calls(fault):
            try:
                store.start_fresh()
            except StorageError as error:
                assert "Input/output error" in str(error)  # noqa: PT017 - a whole start is the other good end
        kept = [path.read_text() for path in Path(store.paths.folder).rglob("*.md") if path.is_file()]
        assert TEXT in kept, f"after {fault.fired} {number}"
        assert [name for name in left_over(store) if name.endswith(".tmp")] == []
        assert is_free(store.paths.lock)
        if not fault.reached:
            break
    assert data_of(store) == EMPTY


@pytest.mark.parametrize("folder", ["", ".agent"])
def test_a_history_in_a_folder_of_somebody_else_is_kept_out_of_git(folder: str, tmp_path: Path) -> None:
    """Old versions are nobody's to publish; the folder's own ignore file is not ours to write."""
    home = tmp_path / folder if folder else tmp_path
    home.mkdir(exist_ok=True)
    store = PadStore(home / "NOTES.md")
    store.apply([ENTRY])
    ignored = home / ".history" / ".gitignore"
    assert ignored.read_text().split("\n")[-2] == "*"
    assert stat.S_IMODE(ignored.stat().st_mode) == 0o600
    assert not (home / ".gitignore").exists()
    ignored.unlink()
    PadStore(home / "OTHER.md").apply([ENTRY])
    assert not ignored.exists()


def test_a_history_beside_our_own_ignore_file_needs_no_other(store: PadStore) -> None:
    """`.agent/.gitignore` says it already."""
    store.apply([ENTRY])
    assert os.listdir(os.path.dirname(store.paths.history)) == [store.paths.name]


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not there")
def test_git_sees_the_pad_and_not_its_history(tmp_path: Path) -> None:
    """As git itself reads the rules."""
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    store = PadStore(tmp_path / "NOTES.md")
    store.apply([ENTRY])
    command = ["git", "-C", str(tmp_path), "ls-files", "--others", "--exclude-standard"]
    seen = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split("\n")
    assert "NOTES.md" in seen
    assert not any(name.startswith(".history") for name in seen)


def test_an_ignore_file_left_out_by_a_killed_first_write_is_made_up_for(tmp_path: Path) -> None:
    """The folder stands, empty and private, and nothing says whose it is but that."""
    (tmp_path / ".history").mkdir(0o700)
    PadStore(tmp_path / "NOTES.md").apply([ENTRY])
    assert (tmp_path / ".history" / ".gitignore").exists()
