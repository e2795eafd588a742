"""The command line as real processes: locales, pipes, signals, what is loaded, and how it all starts."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.cli.conftest import BROKEN, COMMAND, GOOD

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Desk

LOCALES = [
    {"LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    {"PYTHONIOENCODING": "ascii"},
    {"LC_ALL": "de_DE.ISO-8859-1", "PYTHONUTF8": "0"},
]


@pytest.mark.parametrize("env", LOCALES, ids=["C", "ascii", "latin"])
def test_output_is_utf_8_under_every_locale(desk: Desk, env: dict[str, str]) -> None:
    """The same bytes and exit codes as under a UTF-8 locale; nothing is quarantined for its encoding."""
    desk.put(GOOD.replace("- retries", "- Größe 界 🙂 retries"))
    for words in (["show"], ["show", "--json"], ["validate"], ["prompt"]):
        one, two = desk.process(*words), desk.process(*words, env=env)
        assert (one.returncode, one.stdout, one.stderr) == (two.returncode, two.stdout, two.stderr), words
    patch = '[{"section": "Ruled out", "op": "append", "content": "é 界"}]'.encode()
    assert desk.process("apply", env=env, stdin=patch).returncode == 0
    text = desk.pad.read_text(encoding="utf-8")
    assert "- Größe 界 🙂 retries" in text
    assert "- é 界\n" in text


def test_arguments_are_utf_8_under_the_c_locale(desk: Desk) -> None:
    """A text to look for, a label and a path come as bytes that the locale cannot read."""
    desk.put(GOOD)
    patch = '[{"section": "Findings", "op": "append", "content": "Größe"}]'.encode()
    assert desk.process("apply", "--session", "grün", env=LOCALES[0], stdin=patch).returncode == 0
    found = json.loads(desk.process("history", "--json", "--grep", "Größe", env=LOCALES[0]).stdout)[
        "versions"
    ]
    assert [version["session"] for version in found] == ["grün"]
    other = desk.put(GOOD, desk.work / "grün.md")
    told = json.loads(desk.process("show", "--json", "--pad", other, env=LOCALES[0]).stdout)
    assert told["path"] == str(other)


def test_python_m_is_the_same_program(desk: Desk) -> None:
    """For whoever has no scripts on the path."""
    done = subprocess.run(
        [sys.executable, "-m", "scratchpad_tui", "--help"], capture_output=True, check=False
    )
    assert done.returncode == 0
    assert done.stdout.startswith(b"usage: scratchpad-tui ")
    assert "usage: scratchpad-tui show" in desk.process("show", "--help").stdout.decode()


def test_a_reader_that_closes_the_pipe_gets_no_complaint(desk: Desk) -> None:
    """`scratchpad-tui show | head -1` is an ordinary thing to do."""
    desk.put(
        GOOD.replace("- retries", "".join(f"- line {i} {'x' * 80}\n" for i in range(3000)) + "- retries")
    )
    for words in (["show"], ["show", "--json"], ["prompt"]):
        process = desk.started(*words)
        assert process.stdout is not None
        process.stdout.readline()
        process.stdout.close()
        _, errors = process.communicate(timeout=30)
        assert (process.returncode, errors) == (0, b""), words


def test_a_write_is_whole_whatever_happens_to_its_output(desk: Desk, tmp_path: Path) -> None:
    """Nobody reads the answer: the patch is applied all the same, and quietly."""
    desk.put(GOOD)
    read, write = os.pipe()
    os.close(read)
    patch = tmp_path / "patch.json"
    patch.write_text('[{"section": "Next", "op": "replace", "content": "written"}]')
    process = desk.started("apply", "--file", patch, stdout=write)
    os.close(write)
    _, errors = process.communicate(timeout=30)
    assert (process.returncode, errors) == (0, b"")
    assert desk.pad.read_text().endswith("written\n")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="the system has no device that is always full")
def test_output_that_cannot_be_written_is_exit_3(desk: Desk) -> None:
    """`> /dev/full`: one line, no complaint of the interpreter behind it."""
    desk.put(GOOD)
    with open("/dev/full", "wb") as full:
        process = desk.started("show", stdout=full)
        _, errors = process.communicate(timeout=30)
    assert process.returncode == 3
    assert errors.decode().count("\n") == 1
    assert "No space left on device" in errors.decode()


@pytest.mark.skipif(os.name != "posix", reason="a shell closes the streams")
def test_closed_streams_are_no_error(desk: Desk) -> None:
    """As a daemon starts it."""
    desk.put(GOOD)
    line = " ".join(COMMAND) + " show <&- >&- 2>&-"
    assert subprocess.run(["sh", "-c", line], check=False).returncode == 0


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_ctrl_c_ends_a_waiting_command_quietly(desk: Desk) -> None:
    """`apply` waits for its list; the exit code is the shell's usual 130."""
    read, write = os.pipe()
    code = (
        "import os, signal, sys\n"
        "from scratchpad_tui.cli.main import run\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # a shell's background job ignores it
        "class Waiting:\n"
        "    def read(self):\n"
        f"        os.write({write}, b'.')\n"
        "        return sys.__stdin__.buffer.read()\n"
        "sys.stdin = type('Stream', (), {'buffer': Waiting()})()\n"
        "sys.argv = ['scratchpad-tui', 'apply']\n"
        "run()\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        pass_fds=[write],
    )
    os.close(write)
    assert os.read(read, 1) == b"."  # it waits for its input now
    os.close(read)
    process.send_signal(signal.SIGINT)
    out, errors = process.communicate(timeout=30)
    assert (process.returncode, out, errors) == (130, b"", b"")


@pytest.mark.parametrize("words", [["show"], ["status"], ["prompt"], ["apply"], ["--help"]], ids=" ".join)
def test_a_command_loads_no_module_of_another(desk: Desk, words: list[str]) -> None:
    """Start-up is what a hook pays every turn: the gate is the list of modules."""
    desk.put(GOOD)
    code = (
        "import sys\nfrom scratchpad_tui.cli.main import main\n"
        f"main({words!r})\n"
        "sys.stderr.write('\\n' + ' '.join(m for m in sys.modules if m.startswith('scratchpad_tui.cli.')))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], input=b"[]", capture_output=True, check=True)
    loaded = {name.rpartition(".")[2] for name in done.stderr.decode().split("\n")[-1].split()}
    families = {
        "apply",
        "completions",
        "history",
        "init",
        "reading",
        "recover",
        "screens",
        "settings",
        "status",
        "tools",
    }
    own = {"show": "reading", "prompt": "reading", "status": "status", "apply": "apply"}.get(words[0])
    assert loaded & families == ({own} if own else set())


def test_json_is_one_document_and_the_exit_code_is_the_same(desk: Desk) -> None:
    """In good and bad cases; empty only where nothing could be read."""
    desk.saved(GOOD)
    desk.put(BROKEN)
    bad = desk.put('[{"section": "Vibes", "op": "clear"}]', desk.work / "bad.json")
    missing = desk.work / "missing"
    for words in (
        ["validate"],
        ["show"],
        ["status"],
        ["history"],
        ["history", "--events"],
        ["diff"],
        ["diff", "--from", "99"],
        ["recover"],
        ["recover", "--take", "1"],
        ["config"],
        ["restore", "99"],
        ["restore", "-1", "--section", "Vibes"],
        ["apply", "--dry-run", "--file", bad],
        ["apply", "--file", missing],
        ["validate", missing],
    ):
        plain, data = desk.run(*words), desk.run(*words, "--json")
        assert plain.code == data.code, words
        if data.out:
            data.json()
        assert bool(data.out) is (data.code in (0, 1)), words
        assert plain.code == 0 or plain.err.count("\n") >= 1 or plain.out, words
