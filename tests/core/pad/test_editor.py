"""The person's editor: which one it is, and that nothing in a name becomes a command."""

from __future__ import annotations

import os
import signal
import sys
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.errors import UsageError
from scratchpad_tui.core.pad.editor import editor_command, failure, run_editor

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the editors are shell scripts")


def script(path: Path, text: str = "exit 0") -> Path:
    """An editor."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


def test_visual_comes_before_editor_and_a_blank_one_is_none(tmp_path: Path) -> None:
    """As everywhere."""
    one, two = script(tmp_path / "one"), script(tmp_path / "two")
    path = {"PATH": str(tmp_path)}
    assert editor_command({**path, "VISUAL": "one", "EDITOR": "two"}) == [str(one)]
    assert editor_command({**path, "VISUAL": "  ", "EDITOR": "two -x"}) == [str(two), "-x"]


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("ed -c 'set tw=0' +2", ["-c", "set tw=0", "+2"]),
        (
            'ed "a b" $(touch x) `touch y` ; touch z',
            ["a b", "$(touch", "x)", "`touch", "y`", ";", "touch", "z"],
        ),
        ("ed\t~/x  $HOME", ["~/x", "$HOME"]),
    ],
)
def test_its_words_are_split_as_a_shell_would_and_no_shell_is_asked(
    tmp_path: Path, value: str, words: list[str]
) -> None:
    """What stands in them is data."""
    program = script(tmp_path / "ed")
    assert editor_command({"PATH": str(tmp_path), "EDITOR": value}) == [str(program), *words]


def test_a_program_with_a_blank_in_its_path_is_quoted(tmp_path: Path) -> None:
    program = script(tmp_path / "my editor" / "ed it")
    assert editor_command({"EDITOR": f"'{program}' -w"}) == [str(program), "-w"]


@pytest.mark.parametrize(
    ("env", "words"),
    [
        ({}, "no editor is set; set VISUAL or EDITOR"),
        ({"VISUAL": "", "EDITOR": " \t"}, "no editor is set"),
        ({"VISUAL": "ed 'half"}, "a quote in VISUAL is never closed"),
        ({"EDITOR": "no-such-editor -w"}, 'EDITOR names "no-such-editor"'),
        ({"EDITOR": "''"}, 'EDITOR names ""'),
        ({"VISUAL": "/etc/passwd", "EDITOR": "sh"}, 'VISUAL names "/etc/passwd"'),
    ],
)
def test_without_a_program_to_run_it_is_said_what_to_set(env: dict[str, str], words: str) -> None:
    """Before anything is made."""
    with pytest.raises(UsageError, match=words) as caught:
        editor_command({"PATH": os.environ["PATH"], **env})
    assert caught.value.code == "no-editor"
    assert caught.value.remedy


@pytest.mark.parametrize(
    "name", ["+call system('touch ran')", "-c !touch ran", "a b'\"c", "$(touch ran).md", "x;y"]
)
def test_the_file_is_the_last_word_as_an_absolute_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Vim takes a relative name that begins with a plus sign for a command."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).write_text("old")
    editor = script(tmp_path / "ed", 'for last; do :; done; printf %s "$last" > seen; printf new > "$last"')
    assert run_editor([str(editor), "-w"], name) == 0
    assert (tmp_path / "seen").read_text() == str(tmp_path / name)
    assert (tmp_path / name).read_text() == "new"
    assert not (tmp_path / "ran").exists()


def test_how_it_ended_is_told(tmp_path: Path) -> None:
    """An exit code, or the signal below zero."""
    assert run_editor([str(script(tmp_path / "a", "exit 3"))], "x") == 3
    assert run_editor([str(script(tmp_path / "b", "kill -TERM $$"))], "x") == -signal.SIGTERM
    assert failure(3) == "the editor ended with exit code 3"
    assert failure(-15) == "the editor was ended by signal 15"
    assert failure(0) == ""


def test_a_program_that_cannot_be_started_is_said(tmp_path: Path) -> None:
    """A text without a first line that names its interpreter, a wrong interpreter."""
    nothing = script(tmp_path / "ed")
    nothing.write_text("no program")
    with pytest.raises(UsageError, match="could not be started"):
        run_editor([str(nothing)], "x")
    nothing.write_text("#!/no/such/interpreter\n")
    with pytest.raises(UsageError, match="could not be started"):
        run_editor([str(nothing)], "x")


def test_ctrl_c_in_the_editor_is_the_editors(tmp_path: Path) -> None:
    """The terminal sends it to this program too; and the editor must not inherit that it is ignored."""
    before = signal.getsignal(signal.SIGINT)
    editor = script(tmp_path / "ed", f"kill -INT {os.getpid()}; kill -INT $$; sleep 60")
    assert run_editor([str(editor)], "x") == -signal.SIGINT
    assert signal.getsignal(signal.SIGINT) == before


def test_a_stand_in_runs_in_its_place() -> None:
    """The screen is given up in its own way; tests have no terminal."""
    seen: list[list[str]] = []

    def run(words: list[str]) -> int:
        seen.append(words)
        return 7

    assert run_editor([sys.executable, "-x"], "/a/b", run) == 7
    assert seen == [[sys.executable, "-x", "/a/b"]]
