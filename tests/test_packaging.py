"""What is handed out: the wheel holds the package alone, the source archive the project, both with what a reader needs."""

from __future__ import annotations

import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from email import message_from_string
from typing import TYPE_CHECKING

import pytest

from tests.readme import README
from tests.readme_blocks import readme_blocks

if TYPE_CHECKING:
    from email.message import Message
    from pathlib import Path

ROOT = README.parent
PACKAGE = "scratchpad_tui"
MADE = "PKG-INFO"
"""The source archive's metadata, which no file of the project is."""
TYPED_CHAPTERS = ("Connect your agent", "The screens", "Audited memory")
"""Chapters whose Python is used as a library, rather than copied as a program."""


def project_files() -> set[str]:
    """Every file that git has, or would take, at its place in the project; one that was removed is none."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if listed.returncode != 0 or PACKAGE not in listed.stdout:
        pytest.skip("not a git work tree with files in it: what belongs to the project cannot be told")
    return {name for name in listed.stdout.split("\n") if name and (ROOT / name).is_file()}


@pytest.fixture(scope="module")
def archives(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The wheel and the source archive, built by the backend that this environment has, without the network."""
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-d", str(folder)],
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    (wheel,), (source,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
    return wheel, source


def metadata(wheel: Path) -> Message[str, str]:
    """What an index shows of it."""
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        return message_from_string(archive.read(name).decode())


@pytest.mark.xdist_group("archives")
def test_the_wheel_holds_the_package_and_its_licence_alone(archives: tuple[Path, Path]) -> None:
    """No test, no picture, no cache; all that the program reads of its own."""
    with zipfile.ZipFile(archives[0]) as archive:
        names = set(archive.namelist())
    told = {name for name in names if ".dist-info/" in name}
    assert names - told == {name for name in project_files() if name.startswith(f"{PACKAGE}/")}
    assert f"{PACKAGE}/py.typed" in names
    assert {name.split(".dist-info/")[1] for name in told} == {
        "METADATA",
        "RECORD",
        "WHEEL",
        "entry_points.txt",
        "licenses/LICENSE",
    }


@pytest.mark.xdist_group("archives")
def test_the_source_archive_is_the_project(archives: tuple[Path, Path]) -> None:
    """Whoever builds from it can run every test of it too."""
    with tarfile.open(archives[1]) as archive:
        names = {member.name.partition("/")[2] for member in archive.getmembers() if member.isfile()}
    assert names - {MADE} == project_files()
    assert MADE in names


@pytest.mark.xdist_group("archives")
def test_no_file_of_the_wheel_knows_where_it_was_built(archives: tuple[Path, Path]) -> None:
    """A path of one machine helps nobody, and says who built it."""
    with zipfile.ZipFile(archives[0]) as archive:
        found = [name for name in archive.namelist() if str(ROOT).encode() in archive.read(name)]
    assert found == []


@pytest.mark.xdist_group("archives")
def test_the_metadata_says_what_it_is(archives: tuple[Path, Path]) -> None:
    """Name, licence, Pythons, extras, and the README as Markdown."""
    told = metadata(archives[0])
    assert (told["Name"], told["License-Expression"], told["License-File"]) == (
        "scratchpad-tui",
        "MIT",
        "LICENSE",
    )
    assert told["Requires-Python"] == ">=3.11"
    assert told["Description-Content-Type"] == "text/markdown"
    assert str(told.get_payload()).rstrip("\n") == README.read_text("utf-8").rstrip("\n")
    assert set(told.get_all("Provides-Extra", [])) == {"dev", "llm", "mcp"}
    assert {f"Programming Language :: Python :: 3.{minor}" for minor in range(11, 15)} <= set(
        told.get_all("Classifier", [])
    )


def test_uv_builds_anew_when_a_file_of_the_package_has_changed() -> None:
    """It compares the files that `cache-keys` names and nothing else: one that is missing there leaves an old build."""
    keys = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["uv"]["cache-keys"]
    looked_at = {str(path.relative_to(ROOT)) for key in keys for path in ROOT.glob(key["file"])}
    assert {name for name in project_files() if name.startswith(f"{PACKAGE}/")} <= looked_at
    assert {"pyproject.toml", "README.md", "LICENSE"} <= looked_at
    assert [name for name in looked_at if name.endswith(".pyc")] == []


def test_the_library_is_typed_for_those_who_use_it(tmp_path: Path) -> None:
    """The README's examples pass a strict check away from the project, as the marker py.typed promises."""
    examples = [
        block.text for block in readme_blocks() if block.kind == "python" and block.chapter in TYPED_CHAPTERS
    ]
    assert len(examples) == len(TYPED_CHAPTERS)
    for number, text in enumerate(examples):
        (tmp_path / f"example_{number}.py").write_text(f"{text}\n", "utf-8")
    wrong = "from scratchpad_tui.core import Scratchpad\n\nfound: int = Scratchpad('pad.md').for_prompt()\n"
    (tmp_path / "wrong.py").write_text(wrong, "utf-8")
    checked = subprocess.run(
        [
            sys.executable,
            "-m",
            "mypy",
            "--strict",
            "--config-file=",
            "--cache-dir=.cache",
            "--no-color-output",
            ".",
        ],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    errors = re.findall(r"^(.*?):\d+: error: (.*)$", checked.stdout, re.MULTILINE)
    assert [name for name, _ in errors] == ["wrong.py"], checked.stdout + checked.stderr
    assert (
        'has type "str", variable has type "int"' in errors[0][1]
        or 'expression has type "str"' in errors[0][1]
    )
