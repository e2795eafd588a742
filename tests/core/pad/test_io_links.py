"""Links: those of the user stay and lead to the file that is written, those planted at our names are never followed."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.errors import ScratchpadError, StorageError
from scratchpad_tui.core.pad import history
from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.pad.store import PadStore

from .faults import (
    BROKEN,
    TEXT,
    assert_in_order,
    data_of,
    everything,
    left_over,
    put,
    save,
    watched_calls,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from .faults import (
        Call,
    )

pytestmark = pytest.mark.skipif(not hasattr(os, "symlink") or os.name != "posix", reason="needs links")
ENTRY = Patch("Findings", "append", "- one more")
SAVED = TEXT.replace("- retries are counted per worker\n", "- retries are counted per worker\n- one more\n")


# Links of the user


def test_a_link_that_leads_elsewhere_now_is_followed_anew(tmp_path: Path) -> None:
    """A screen that is open all day must not tick a line in a file that is no longer the pad."""
    first, second = put_at(tmp_path / "first.md"), put_at(tmp_path / "second.md")
    link = tmp_path / "pad.md"
    link.symlink_to(first)
    store = PadStore(link)
    assert store.read().state == "good"
    link.unlink()
    link.symlink_to(second)
    store.apply([ENTRY])
    store.close()
    assert first.read_text() == TEXT
    assert second.read_text() == SAVED


@pytest.mark.parametrize("was_link", [True, False], ids=["link", "file"])
@pytest.mark.parametrize(
    "act",
    [
        lambda store: store.apply([Patch("Scratch", "append", "- [observed] one more")]),
        lambda store: store.profile_of(store.data_or_none()) if store.profile else None,
        lambda store: store.record_event("compaction", "the window was compacted"),
        lambda store: store.mark_seen("s1", 1),
        lambda store: store.record_external(),
        lambda store: store.looked(),
    ],
    ids=["apply", "profile", "event", "seen", "external", "looked"],
)
def test_any_act_is_about_the_pad_that_the_path_leads_to_now(
    act: Callable[[PadStore], object], tmp_path: Path, *, was_link: bool
) -> None:
    """Also the first one after it was pointed elsewhere, where the pad is of another profile."""
    there = PadStore(tmp_path / "there.md", profile="session")
    there.create()
    there.apply([Patch("Scratch", "append", "- [observed] a note")])
    there.close()
    link = put_at(tmp_path / "pad.md")
    if was_link:
        link = tmp_path / "link.md"
        link.symlink_to(tmp_path / "pad.md")
    store = PadStore(link)
    assert store.read().document.profile.name == "task"
    link.unlink()
    link.symlink_to(tmp_path / "there.md")
    act(store)
    assert (store.paths.pad, store.profile.name) == (there.paths.pad, "session")
    store.close()


def put_at(path: Path) -> Path:
    """A pad at this place."""
    path.write_text(TEXT)
    return path


@pytest.mark.parametrize("target", ["real/pad.md", "{folder}/real/pad.md"], ids=["relative", "absolute"])
def test_a_link_stays_and_its_target_is_replaced(target: str, tmp_path: Path) -> None:
    """The real file may be kept in another repository; versions and lock stand beside it."""
    real = tmp_path / "real" / "pad.md"
    real.parent.mkdir()
    real.write_text(TEXT)
    link = tmp_path / "pad.md"
    link.symlink_to(target.format(folder=tmp_path))
    store = PadStore(link)
    store.apply([ENTRY])
    store.close()
    assert link.is_symlink()
    assert real.read_text() == SAVED
    assert not real.is_symlink()
    assert (tmp_path / "real" / ".history" / "pad.md" / "00000002.md").read_text() == SAVED
    assert not (tmp_path / ".history").exists()
    assert_in_order(PadStore(real))


def test_every_link_of_a_chain_stays(tmp_path: Path) -> None:
    """A link to a link to a file in a linked folder."""
    real = tmp_path / "disk" / "notes" / "pad.md"
    real.parent.mkdir(parents=True)
    real.write_text(TEXT)
    (tmp_path / "notes").symlink_to("disk/notes", target_is_directory=True)
    (tmp_path / "second.md").symlink_to("notes/pad.md")
    (tmp_path / "first.md").symlink_to(tmp_path / "second.md")
    store = PadStore(tmp_path / "first.md")
    store.apply([ENTRY])
    store.close()
    assert [(tmp_path / name).is_symlink() for name in ("notes", "second.md", "first.md")] == [True] * 3
    assert real.read_text() == SAVED


def test_two_names_of_one_pad_share_lock_and_versions(tmp_path: Path) -> None:
    """An agent that uses the link and a person who uses the file are two writers of one pad."""
    real, link = tmp_path / "pad.md", tmp_path / "link.md"
    real.write_text(TEXT)
    link.symlink_to("pad.md")
    PadStore(link).apply([ENTRY])
    PadStore(real).apply([Patch("Next", "replace", "second")])
    store = PadStore(real)
    assert store.history.numbers() == [1, 2, 3]
    assert PadStore(link).paths.lock == store.paths.lock
    store.close()


@pytest.mark.parametrize("folder", ["real", "real/deeper/still"], ids=["folder there", "folders missing"])
def test_a_link_to_a_file_that_is_not_there_yet_gets_its_target(folder: str, tmp_path: Path) -> None:
    """The first write makes the file where the link leads, and the missing folders, private."""
    (tmp_path / "real").mkdir(mode=0o755)
    link = tmp_path / "pad.md"
    link.symlink_to(f"{folder}/start.md")
    store = PadStore(link)
    store.apply([ENTRY])
    store.close()
    assert link.is_symlink()
    assert "- one more" in (tmp_path / folder / "start.md").read_text()
    assert (tmp_path / folder).stat().st_mode & 0o777 == (0o755 if folder == "real" else 0o700)


def test_a_link_to_itself_is_a_plain_error(tmp_path: Path) -> None:
    """Nothing stands behind it that could be read or written."""
    link = tmp_path / "pad.md"
    link.symlink_to("pad.md")
    with pytest.raises(StorageError, match=re.escape(str(link))):
        PadStore(link).read()
    with pytest.raises(StorageError, match=re.escape(str(link))):
        PadStore(link).apply([ENTRY])
    assert link.is_symlink()
    assert left_over(PadStore(tmp_path / "other.md")) == []


def test_a_linked_folder_is_followed_to_the_place_of_all_files(tmp_path: Path) -> None:
    """`.agent` may lead to another disk; the pad's own name is no link then."""
    (tmp_path / "disk").mkdir()
    (tmp_path / ".agent").symlink_to("disk", target_is_directory=True)
    store = PadStore(tmp_path / ".agent" / "scratchpad.md")
    store.apply([ENTRY])
    store.close()
    assert sorted(os.listdir(tmp_path / "disk")) == [".history", ".scratchpad.md.lock", "scratchpad.md"]


# Hard links


def test_a_pad_with_two_names_is_written_in_place_with_a_warning(tmp_path: Path) -> None:
    """A rename would part the names; whoever linked them wants one text."""
    pad, other = tmp_path / "pad.md", tmp_path / "other.md"
    pad.write_text(TEXT)
    os.link(pad, other)
    store = PadStore(pad)
    outcome = store.apply([ENTRY])
    assert pad.stat().st_ino == other.stat().st_ino
    assert other.read_text() == SAVED
    assert [warning for warning in outcome.warnings if "2 names" in warning and "in place" in warning]
    assert_in_order(store)


def test_a_shorter_text_leaves_no_rest_of_the_longer_one_in_place(tmp_path: Path) -> None:
    """Written over and cut to length."""
    pad, other = tmp_path / "pad.md", tmp_path / "other.md"
    pad.write_text(TEXT)
    os.link(pad, other)
    PadStore(pad).apply([Patch("Findings", "clear")])
    assert other.read_text() == TEXT.replace("- retries are counted per worker", "_(empty)_")


def test_a_write_in_place_that_fails_puts_the_old_bytes_back(tmp_path: Path) -> None:
    """There is no temporary file to fall back on, but the old text is at hand."""
    pad = tmp_path / "pad.md"
    pad.write_text(TEXT)
    os.link(pad, tmp_path / "other.md")
    store = PadStore(pad)
    failed: list[int] = []
    write = os.write

    def fail_once(call: Call) -> object:
        fd, data = call.args
        if os.fstat(fd).st_nlink == 2 and not failed:
            failed.append(write(fd, bytes(data)[:40]))
            raise OSError(28, os.strerror(28))
        return call.run()

    with watched_calls(fail_once, ("write",)), pytest.raises(StorageError, match="No space left"):
        store.apply([ENTRY])
    assert failed
    assert pad.read_text() == TEXT
    store.apply([ENTRY])
    assert_in_order(store)


# Links planted at names of ours


def _pending(store: PadStore) -> str:
    return store.history.pending_path(store.history.newest() + 1)


def _version(store: PadStore) -> str:
    return store.history.path(store.history.newest() + 1)


def _history(store: PadStore) -> str:
    return os.path.dirname(store.paths.history)


PLACES: dict[str, Callable[[PadStore], str]] = {
    "pending version": _pending,
    "version": _version,
    "versions' folder": lambda store: store.paths.history,
    "history folder": _history,
    "journal": lambda store: store.paths.journal,
    "state": lambda store: store.paths.state,
    "intended line": lambda store: store.paths.intended,
    "lock": lambda store: store.paths.lock,
}


@pytest.mark.parametrize("place", PLACES)
def test_a_planted_link_is_never_written_through(place: str, pad_path: Path, tmp_path: Path) -> None:
    """Another name is taken or the write ends with an error that names the place; the victim is as it was."""
    store = PadStore(pad_path)
    save(store)
    victim = tmp_path / "victim"
    planted = PLACES[place](store)
    if "folder" in place:
        os.rename(planted, tmp_path / "moved")
        victim.mkdir()
    else:
        victim.write_text("victim\n")
        if os.path.lexists(planted):
            os.unlink(planted)
    before = data_of(store)
    os.symlink(victim, planted)
    for patch in (ENTRY, Patch("Plan", "check", "9"), Patch("Next", "replace", "go on")):
        try:
            PadStore(pad_path).apply([patch])
        except StorageError as error:
            assert os.path.basename(planted) in str(error)  # noqa: PT017 - an error is one of two good ends
            assert data_of(store) == before
        before = data_of(store)
    store.close()
    assert os.listdir(victim) == [] if victim.is_dir() else victim.read_text() == "victim\n"
    assert not [name for name in left_over(store) if name.endswith(".tmp")]


def test_reading_follows_no_planted_version_either(pad_path: Path, tmp_path: Path) -> None:
    """A link to a private file would show it as the last good pad."""
    store = PadStore(pad_path)
    save(store)
    secret = tmp_path / "secret.md"
    secret.write_text(TEXT.replace("retries", "secret retries"))
    os.symlink(secret, _version(store))
    os.unlink(pad_path)
    assert "secret" not in store.read().document.text()
    with pytest.raises(ScratchpadError):
        store.history.read(store.history.newest() + 1)


@pytest.mark.usefixtures("at_once")
def test_planted_quarantine_names_are_passed_over(
    pad_path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The names can be guessed from the clock."""
    monkeypatch.setenv("SCRATCHPAD_NOW", "2026-07-20T10:00:12Z")
    store = PadStore(pad_path)
    save(store)
    victim = tmp_path / "victim"
    victim.write_text(BROKEN)
    for second in range(1784541612, 1784541615):
        (pad_path.parent / f"scratchpad.broken-{second}.md").symlink_to(victim)
    put(store, BROKEN)
    store.apply([ENTRY])
    assert victim.read_text() == BROKEN
    kept = pad_path.parent / "scratchpad.broken-1784541615.md"
    assert kept.read_text() == BROKEN
    assert not kept.is_symlink()


def test_the_name_of_a_temporary_file_cannot_be_guessed(
    pad_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And where it is guessed all the same, what stands there is not opened."""
    store = PadStore(pad_path)
    save(store)
    names: list[str] = []

    def note(call: Call) -> object:
        names.append(str(call.args[0]))
        return call.run()

    with watched_calls(note, ("open",)):
        store.apply([ENTRY])
        store.apply([Patch("Next", "replace", "again")])
    temporary = {os.path.basename(name) for name in names if name.endswith(".tmp")}
    assert len(temporary) >= 2
    assert all(re.fullmatch(r"\.scratch-[0-9a-f]{16}\.tmp", name) for name in temporary)
    before = data_of(store)
    victim = pad_path.parent / "victim"
    victim.write_text("victim")
    (pad_path.parent / f".scratch-{'ab' * 8}.tmp").symlink_to(victim)
    monkeypatch.setattr(os, "urandom", lambda size: b"\xab" * size)
    monkeypatch.setattr("scratchpad_tui.core.pad.commit.sweep_temporaries", lambda folder: None)
    with pytest.raises(StorageError, match="File exists"):
        store.apply([ENTRY._replace(content="- never")])
    assert victim.read_text() == "victim"
    assert data_of(store) == before


def test_a_version_that_is_a_link_is_no_version_and_is_not_pruned(pad_path: Path, tmp_path: Path) -> None:
    """Foreign things are neither counted nor removed."""
    store = PadStore(pad_path, depth=1)
    save(store)
    victim = tmp_path / "victim"
    victim.write_text(TEXT)
    planted = Path(_version(store))
    planted.symlink_to(victim)
    for number in range(3):
        store.apply([Patch("Next", "replace", f"turn {number}")])
    assert planted.is_symlink()
    assert history.History(store.paths).numbers() == [store.history.newest()]
    assert "turn 2" in everything(store)
