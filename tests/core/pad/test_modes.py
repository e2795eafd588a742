"""Modes, owners and attributes: the pad keeps its own, and nothing made from it is open to more people."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.errors import StorageError
from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.pad.store import PadStore

from .faults import BROKEN, TEXT, assert_in_order, data_of, left_over, put, quarantine_of, save, versions_of
from .processes import as_ordinary_user, in_child, needs_fork, needs_linux, needs_root

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = [
    pytest.mark.usefixtures("at_once"),
    pytest.mark.skipif(os.name != "posix", reason="modes of POSIX"),
]
ENTRY = Patch("Findings", "append", "- one more")


@pytest.fixture(params=[0o000, 0o022, 0o077], ids=["umask 000", "umask 022", "umask 077"])
def _umask(request: pytest.FixtureRequest) -> Iterator[None]:
    before = os.umask(request.param)
    yield
    os.umask(before)


def mode_of(path: str | Path) -> int:
    """The permissions of a file."""
    return stat.S_IMODE(os.stat(path).st_mode)


def ours(store: PadStore) -> list[Path]:
    """Every file that a write makes, but for the pad."""
    folder = Path(store.paths.folder)
    return [path for path in folder.rglob("*") if path.is_file() and path != Path(store.paths.pad)]


def wider(store: PadStore) -> list[str]:
    """The files that are open to more people than the pad."""
    mode = mode_of(store.paths.pad)
    return [f"{path.name} {mode_of(path):o}" for path in ours(store) if mode_of(path) & ~mode]


@pytest.mark.usefixtures("_umask")
@pytest.mark.parametrize("mode", [0o664, 0o640, 0o600, 0o644, 0o444])
def test_the_mode_of_the_pad_survives_saves_restores_and_recoveries(mode: int, pad_path: Path) -> None:
    """Whatever the umask says: the person who set the mode meant it."""
    store = PadStore(pad_path)
    put(store, TEXT)
    os.chmod(pad_path, mode)
    store.apply([ENTRY])
    assert mode_of(pad_path) == mode
    store.restore(-1)
    assert mode_of(pad_path) == mode
    os.chmod(pad_path, 0o600)
    put(store, BROKEN)
    os.chmod(pad_path, mode)
    store.apply([Patch("Next", "replace", "after the break")])
    assert mode_of(pad_path) == mode
    assert mode_of(quarantine_of(store)[0]) == mode


@pytest.mark.usefixtures("_umask")
@pytest.mark.parametrize("mode", [0o664, 0o640, 0o600])
def test_files_of_ours_have_the_pads_mode_and_never_a_wider_one(mode: int, pad_path: Path) -> None:
    """A group that shares the pad shares its history; nobody else does."""
    store = PadStore(pad_path)
    put(store, TEXT)
    os.chmod(pad_path, mode)
    store.apply([ENTRY, Patch("Plan", "check", "9")])
    put(store, BROKEN)
    store.apply([Patch("Next", "replace", "after the break")])
    store.close()
    assert wider(store) == []
    assert {path.name: f"{mode_of(path):o}" for path in ours(store) if mode_of(path) != mode} == {}


@pytest.mark.usefixtures("_umask")
def test_a_new_pad_and_its_folder_are_private(pad_path: Path) -> None:
    """Notes of an agent hold what it saw."""
    store = PadStore(pad_path)
    store.apply([ENTRY, Patch("Plan", "check", "9")])
    store.close()
    assert mode_of(pad_path.parent) == 0o700
    assert mode_of(pad_path) == 0o600
    assert wider(store) == []
    folders = [path for path in pad_path.parent.rglob("*") if path.is_dir()]
    assert {f"{mode_of(path):o}" for path in folders} == {"700"}


def test_a_pad_that_was_made_private_later_gets_private_files_from_then_on(pad_path: Path) -> None:
    """What is new holds the secret that the mode was changed for."""
    store = PadStore(pad_path)
    put(store, TEXT)
    os.chmod(pad_path, 0o644)
    store.apply([ENTRY])
    os.chmod(pad_path, 0o600)
    store.apply([Patch("Next", "replace", "a secret plan")])
    secret = [path for path in ours(store) if b"secret plan" in path.read_bytes()]
    assert secret
    assert [path.name for path in secret if mode_of(path) & 0o077] == []


def test_an_executable_pad_makes_no_executable_versions(pad_path: Path) -> None:
    """A version is a copy of text; a file system without modes calls everything executable."""
    store = PadStore(pad_path)
    put(store, TEXT)
    os.chmod(pad_path, 0o755)  # noqa: S103 - what a file system without modes shows
    store.apply([ENTRY])
    assert mode_of(pad_path) == 0o755
    assert [path.name for path in Path(store.paths.history).glob("*.md") if mode_of(path) & 0o111] == []


@needs_root
def test_the_owner_is_kept(pad_path: Path) -> None:
    """A pad that root patched must stay its user's."""
    store = PadStore(pad_path)
    put(store, TEXT)
    os.chown(pad_path, 4711, 4712)
    os.chmod(pad_path, 0o640)
    store.apply([ENTRY])
    info = os.stat(pad_path)
    assert (info.st_uid, info.st_gid, mode_of(pad_path)) == (4711, 4712, 0o640)


@needs_linux
def test_extended_attributes_are_kept(pad_path: Path) -> None:
    """Tags of a desktop, labels of a backup."""
    store = PadStore(pad_path)
    put(store, TEXT)
    try:
        os.setxattr(pad_path, "user.tag", b"blue")
        os.setxattr(pad_path, "user.other", b"\x00\xff")
    except OSError as error:
        pytest.skip(f"no attributes here: {error}")
    store.apply([ENTRY])
    assert os.getxattr(pad_path, "user.tag") == b"blue"
    assert os.getxattr(pad_path, "user.other") == b"\x00\xff"


# An ordinary user


@needs_linux
@needs_fork
def test_in_a_read_only_folder_everything_is_readable_and_a_write_is_a_plain_error(pad_path: Path) -> None:
    """A checkout that belongs to another user."""
    store = PadStore(pad_path)
    save(store)
    before, versions = data_of(store), versions_of(store)
    folders = [pad_path.parent, pad_path.parent / ".history", Path(store.paths.history)]

    def use() -> None:
        as_ordinary_user()
        assert store.read().state == "good"
        assert store.history.read(1)
        store.mark_seen("s-1", 1)
        store.looked()
        assert store.apply([]).changed is False
        with pytest.raises(StorageError, match=r"Permission denied; check the permissions of the file"):
            store.apply([ENTRY])
        with pytest.raises(StorageError, match="Permission denied"):
            store.restore(-1)

    for folder in folders:
        os.chmod(folder, 0o500)
    try:
        assert in_child(use) == 0
    finally:
        for folder in folders:
            os.chmod(folder, 0o700)
    assert (data_of(store), versions_of(store)) == (before, versions)
    assert left_over(store) == []


@needs_linux
@needs_fork
def test_a_pad_that_may_not_be_read_is_an_error_and_never_taken_for_a_broken_one(pad_path: Path) -> None:
    """What cannot be read cannot be judged."""
    store = PadStore(pad_path)
    save(store)
    before = data_of(store)

    def use() -> None:
        as_ordinary_user()
        for act in (store.read, lambda: store.apply([ENTRY]), store.recover, store.record_external):
            with pytest.raises(StorageError, match="Permission denied"):
                act()

    os.chmod(pad_path, 0)
    assert in_child(use) == 0
    os.chmod(pad_path, 0o600)
    assert data_of(store) == before
    assert quarantine_of(store) == []


@needs_linux
@needs_fork
def test_a_read_only_pad_is_refused_or_written_the_second_time_as_the_first(pad_path: Path) -> None:
    """A mode that forbids writing must not lock its own user out once it is taken away again."""
    store = PadStore(pad_path)
    put(store, TEXT)

    def use() -> None:
        as_ordinary_user()
        answers = []
        for number in range(3):
            before = data_of(store)
            try:
                store.apply([Patch("Next", "replace", f"turn {number}")])
                answers.append("written")
            except StorageError as error:
                assert data_of(store) == before
                answers.append(str(error))
        assert len(set(answers)) == 1, answers
        os.chmod(pad_path, 0o600)
        store.apply([ENTRY])

    os.chmod(pad_path, 0o444)
    assert in_child(use) == 0
    assert b"- one more" in (data_of(store) or b"")
    assert_in_order(store)


@needs_linux
@needs_fork
def test_a_missing_folder_that_cannot_be_made_is_a_plain_error(tmp_path: Path) -> None:
    """The error names the place, and nothing is made on the way."""
    blocked = tmp_path / "blocked"
    blocked.write_text("a file, no folder")
    with pytest.raises(StorageError, match="blocked"):
        PadStore(blocked / "deeper" / "pad.md").apply([ENTRY])
    assert blocked.read_text() == "a file, no folder"
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o500)

    def use() -> None:
        as_ordinary_user()
        with pytest.raises(StorageError, match=r"closed.*Permission denied"):
            PadStore(closed / "deeper" / "pad.md").apply([ENTRY])

    assert in_child(use) == 0
    assert os.listdir(closed) == []
