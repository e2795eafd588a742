"""The demo's temporary workspace."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from scratchpad_tui.core import PadStore, StorageError
from scratchpad_tui.demo.workspace import create_workspace, remove_workspace, workspace_at


@pytest.fixture(autouse=True)
def _own_temporary_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))


def test_a_workspace_is_private_and_has_an_empty_pad() -> None:
    """The UI has something to show at once, and others on the machine cannot look in."""
    place = create_workspace()
    assert stat.S_IMODE(Path(place.path).stat().st_mode) == 0o700
    reading = PadStore(place.pad).read()
    assert (reading.state, reading.document.has_text) == ("good", False)
    assert Path(place.transcript).read_bytes() == b""
    assert (Path(place.pad).parent / ".gitignore").exists()


def test_a_workspace_keeps_a_thousand_versions_in_the_task_profile() -> None:
    """The timeline of a demo is whole, whatever the person's own settings are."""
    store = PadStore(create_workspace().pad)
    assert store.depth == 1_000
    assert store.settings.faults == ()
    assert store.profile.name == "task"


def test_two_workspaces_are_two_folders() -> None:
    """Two demos at the same time do not meet."""
    assert create_workspace().path != create_workspace().path


def test_a_removed_workspace_leaves_nothing(tmp_path: Path) -> None:
    """And removing it again is no error."""
    place = create_workspace()
    remove_workspace(place)
    remove_workspace(place)
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith("scratchpad-demo-")] == []


def test_no_room_for_a_workspace_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With what to do about it."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "absent"))
    with pytest.raises(StorageError, match="TMPDIR"):
        create_workspace()


def test_the_places_are_found_again_by_the_folder(tmp_path: Path) -> None:
    """The agent's process gets the folder alone."""
    place = create_workspace()
    assert workspace_at(place.path) == place
    assert place.path.startswith(str(tmp_path))
