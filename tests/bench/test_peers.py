"""A peer is found where it was installed, in no other version, and one that is not there is not measured."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.bench.peers import PEERS, find, module, native, with_modules
from tests.bench.workplace import Workplace

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def _program(path: Path, says: str) -> Path:
    path.parent.mkdir(parents=True)
    path.write_text(f"#!/bin/sh\necho {says}\n", "utf-8")
    path.chmod(0o755)
    return path


def _place(folder: Path, path: str = "/nowhere") -> Workplace:
    return Workplace(folder, {"PATH": path}, folder / "peers")


def test_each_is_found_in_its_own_folder_with_its_version(tmp_path: Path) -> None:
    """Two versions of one program stand side by side."""
    newer = _program(tmp_path / "peers/ccusage/node_modules/.bin/ccusage", "ccusage 20.0.24")
    older = _program(tmp_path / "peers/ccusage-18/node_modules/.bin/ccusage", "18.0.11")
    place = _place(tmp_path)
    assert find(place, "ccusage") == ("ccusage 20.0.24", str(newer))
    assert find(place, "ccusage 18") == ("ccusage 18.0.11", str(older))


def test_a_newer_one_on_the_path_is_not_taken_for_an_older(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = _program(tmp_path / "bin/ccusage", "20.0.24")
    monkeypatch.setenv("PATH", f"{path.parent}:/bin:/usr/bin")
    assert find(_place(tmp_path), "ccusage") == ("ccusage 20.0.24", str(path))
    assert find(_place(tmp_path), "ccusage 18") is None


def test_what_is_nowhere_is_not_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert [name for name in PEERS if find(_place(tmp_path), name)] == []
    assert module(_place(tmp_path), "no_such_module") is None


def test_a_program_that_does_not_tell_its_version_has_none(tmp_path: Path) -> None:
    path = _program(tmp_path / "peers/posting/bin/posting", "usage")
    assert find(_place(tmp_path), "posting") == ("posting", str(path))


def test_the_native_program_is_the_one_that_the_command_starts(tmp_path: Path) -> None:
    """The command itself only waits for it."""
    script = _program(tmp_path / "node_modules/ccusage/src/cli.js", "")
    command = tmp_path / "node_modules/.bin/ccusage"
    command.parent.mkdir()
    command.symlink_to(script)
    assert native(str(command)) is None
    inner = _program(tmp_path / "node_modules/@ccusage/ccusage-linux-x64/bin/ccusage", "")
    assert native(str(command)) == str(inner)


def test_modules_are_imported_from_their_folder_alone(tmp_path: Path) -> None:
    """Without the folder nothing is added to what a process may import."""
    place = _place(tmp_path)
    assert with_modules(place) == place.env
    packages = tmp_path / "peers/modules/lib/python3.11/site-packages"
    packages.mkdir(parents=True)
    assert with_modules(place)["PYTHONPATH"] == str(packages)
