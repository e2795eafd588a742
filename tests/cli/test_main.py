"""The command line's conventions: help, usage, one line for every error, never a traceback."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, NoReturn

import pytest

from scratchpad_tui import __version__
from scratchpad_tui.cli import commands
from scratchpad_tui.cli.main import _sole
from scratchpad_tui.cli.parser import build
from scratchpad_tui.core import clock
from scratchpad_tui.core.config import SETTINGS
from scratchpad_tui.core.errors import StorageError
from scratchpad_tui.core.pad import discover
from scratchpad_tui.core.working.endpoint import KEY_VARIABLE
from tests.cli.conftest import GOOD

if TYPE_CHECKING:
    from argparse import Namespace

    from tests.cli.conftest import Desk


def raising(error: BaseException) -> commands.Command:
    """A command that ends with an error."""

    def run(_args: Namespace) -> NoReturn:
        raise error

    return commands.Command("Fails.", "fail", lambda _parser: None, run, json=True)


def test_the_help_of_the_program_lists_every_command(desk: Desk) -> None:
    """A person without a manual finds what there is; the table is the one place that says it."""
    ended = desk.run("--help")
    assert ended.code == 0
    assert ended.err == ""
    for name, (_, line) in commands.TABLE.items():
        assert f"  {name} " in ended.out
        assert line in ended.out


@pytest.mark.parametrize("name", commands.TABLE)
def test_each_command_has_a_sentence_its_options_and_an_example(desk: Desk, name: str) -> None:
    """Help is what a person reads instead of a manual."""
    ended = desk.run(name, "--help")
    assert ended.code == 0
    command = commands.find(name)
    flat = " ".join(ended.out.split())
    assert command.sentence in flat
    assert command.sentence.endswith(".")
    assert "--pad PATH" in ended.out
    assert "--profile NAME" in ended.out
    assert f"Example: scratchpad-tui {command.example}" in flat
    assert f"Exit code: 0 {'whatever happens' if name == 'hook' else 'done, 1 refused'}" in flat
    assert "Environment: SCRATCHPAD_PAD names the pad" in flat


def test_help_breaks_no_word_at_its_hyphens(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that is cut in two cannot be copied, nor found."""
    for columns in range(44, 100, 7):
        monkeypatch.setenv("COLUMNS", str(columns))
        told = desk.run("hook", "--help").out
        for word in ("user-prompt-submit", "pre-tool-use", "pre-compact", "post-compact", "session-end"):
            assert word in told


def test_the_programs_help_names_exit_codes_and_environment(desk: Desk) -> None:
    """Each variable there is one that is read, and the setting in the example is one."""
    told = desk.run("--help").out
    for code in range(4):
        assert f"\n  {code}  " in told
    for variable in (
        discover.VARIABLE,
        clock.VARIABLE,
        KEY_VARIABLE,
        "SCRATCHPAD_DEBUG",
        "VISUAL",
        "NO_COLOR",
    ):
        assert f"\n  {variable}" in told
    assert "SCRATCHPAD_HISTORY_DEPTH" in told
    assert "history.depth" in {setting.name for setting in SETTINGS}
    assert set(commands._TITLES) <= set(commands.TABLE)


def test_a_word_alone_is_read_as_argparse_reads_it() -> None:
    """Calls that an agent waits for go without it."""
    found = [name for name in commands.TABLE if commands.find(name).sole]
    assert found == ["hook"]
    command = commands.find("hook")
    assert vars(_sole(command.sole, "stop")) == vars(build("hook", command).parse_args(["stop"]))


@pytest.mark.parametrize("name", commands.TABLE)
def test_each_example_is_a_call_that_parses(name: str) -> None:
    """An example that is refused is worse than none."""
    words = shlex.split(commands.find(name).example)
    assert words[0] == name
    build(name, commands.find(name)).parse_args(words[1:])


@pytest.mark.parametrize(
    "words",
    [
        ["frobnicate"],
        ["show", "--frobnicate"],
        ["show", "--js"],
        ["--pad", "x", "show"],
        ["restore"],
        ["restore", "1.5"],
        ["restore", "abc"],
        ["restore", "9" * 5000],
        ["restore", "\uff11"],
        ["apply", "--file"],
        ["apply", "--actor", "Team A"],
        ["prompt", "--max-chars", "0"],
        ["prompt", "--via", "mail"],
        ["diff", "-n", "0"],
        ["diff", "-n", "1", "--to", "2"],
        ["recover", "--take", "x"],
        ["recover", "--take", "1-99999999"],
        ["recover", "--list", "--take", "all"],
        ["history", "--actor", "nobody"],
        ["demo", "--once", "--speed", "0"],
        ["demo", "--once", "--speed", "1e3"],
        ["demo", "--once", "--turns", "-1"],
        ["tool-schema"],
        ["completions", "tcl"],
        ["show", "--profile", "nosuch"],
        ["show", "--pad", ""],
        ["init", "there", "--pad", "here"],
    ],
    ids=lambda words: " ".join(words)[:40],
)
def test_wrong_usage_is_one_line_on_standard_error_and_exit_2(desk: Desk, words: list[str]) -> None:
    """A script sees from the code alone that it called wrongly; nothing is written."""
    before = desk.tree()
    ended = desk.run(*words)
    assert ended.code == 2
    assert ended.out == ""
    assert ended.err.count("\n") == 1
    assert ended.err.startswith("scratchpad-tui: ")
    assert desk.tree() == before


def test_an_unknown_command_names_the_nearest(desk: Desk) -> None:
    """Most unknown commands are typing errors."""
    assert "perhaps show is meant" in desk.run("shwo").err


@pytest.mark.parametrize("value", ["yesterday", "2026-13-01T00:00:00Z", "12:00", " "])
@pytest.mark.parametrize("words", ["show", "apply", "status"])
def test_a_clock_that_is_set_wrongly_is_wrong_usage(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, words: str, value: str
) -> None:
    """A test or a demonstration would otherwise run by the real time and not know it."""
    monkeypatch.setenv("SCRATCHPAD_NOW", value)
    ended = desk.run(words, stdin="[]")
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith("scratchpad-tui: SCRATCHPAD_NOW is not a time; ")
    monkeypatch.setenv("SCRATCHPAD_NOW", "")
    assert desk.run(words, stdin="[]").code == 0


def test_the_version_is_printed(desk: Desk) -> None:
    """What a bug report begins with."""
    assert desk.run("--version").out == f"scratchpad-tui {__version__}\n"


@pytest.mark.parametrize(
    "error", [RuntimeError("two\nlines \x1b[31m"), RecursionError("deep"), KeyError("x")]
)
def test_a_defect_is_one_line_and_exit_3(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    """No traceback ever reaches a person, whatever went wrong."""
    monkeypatch.setattr(commands, "find", lambda _name: raising(error))
    ended = desk.run("fail")
    assert ended.code == 3
    assert ended.out == ""
    assert ended.err.count("\n") == 1
    assert "Traceback" not in ended.err
    assert "\x1b" not in ended.err
    assert type(error).__name__ in ended.err


def test_a_defect_shows_where_when_asked(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """The line names this variable: it must do what it says."""
    monkeypatch.setattr(commands, "find", lambda _name: raising(RuntimeError("here")))
    monkeypatch.setenv("SCRATCHPAD_DEBUG", "1")
    assert "Traceback" in desk.run("fail").err


def test_an_unforeseen_system_error_names_the_file(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """A person can only mend what they can find."""
    monkeypatch.setattr(
        commands, "find", lambda _name: raising(PermissionError(13, "Permission denied", "/etc/x"))
    )
    ended = desk.run("fail", "--json")
    assert (ended.code, ended.out) == (3, "")
    assert "/etc/x: Permission denied" in ended.err


def test_a_storage_error_leaves_standard_output_empty_with_json(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With exit 3 there is nothing to parse."""
    monkeypatch.setattr(
        commands, "find", lambda _name: raising(StorageError("the disk is full", "free some space"))
    )
    ended = desk.run("fail", "--json")
    assert (ended.code, ended.out, ended.err) == (
        3,
        "",
        "scratchpad-tui: the disk is full; free some space\n",
    )


def test_ctrl_c_ends_with_130_and_no_word(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever pressed it knows what happened."""
    monkeypatch.setattr(commands, "find", lambda _name: raising(KeyboardInterrupt()))
    ended = desk.run("fail")
    assert (ended.code, ended.out, ended.err) == (130, "", "")


@pytest.mark.parametrize("name", commands.TABLE)
def test_the_table_names_the_module_that_holds_the_command(name: str) -> None:
    """The table is all that is loaded before a command is called."""
    assert commands.find(name).run is not None


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["diff", "-n", "9" * 30], "999999999999999999... is too large a number"),
        (["diff", "-n", "two"], '"two" is not a whole number'),
        (["restore", "-" + "9" * 30], "is too large a number"),
        (["\x1b[2Jwatch"], 'unknown command "␛[2Jwatch", perhaps watch is meant'),
        (["session-end"], 'unknown command "session-end", perhaps session end is meant'),
        (["session-ends"], 'unknown command "session-ends", perhaps session is meant'),
        (["session"], "the following arguments are required: one of start, end, status;"),
        (["completions"], "the following arguments are required: one of bash, zsh, fish;"),
        (["tool-schema"], "the following arguments are required: --style, one of openai, anthropic;"),
        (["record", "Findings"], "the following arguments are required: KEY"),
        (["apply", "--actor", "hu\x1bmen"], '"hu␛men" is not one of agent, human'),
        (["completions", "bsh"], '"bsh" is not one of bash, zsh, fish'),
        (["demo", "--speed", "\x1b"], '"␛" is not a number from'),
        (["show", "--profile", "taskk"], 'there is no profile "taskk", perhaps task is meant'),
        (["recover", "--take", "\x1b"], '"␛" is neither line numbers'),
    ],
)
def test_what_was_given_is_named_as_it_is_read(desk: Desk, words: list[str], told: str) -> None:
    """Visible marks as everywhere, not an escape of the language that this is written in."""
    ended = desk.run(*words)
    assert ended.code == 2
    assert told in ended.err
    assert "\\x1b" not in ended.err


VALUE = "gh" + "p_" + "Zr8TqLw2XnBv5KdYs7MfHc3JgPe9RaUu4Wk1"


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ([VALUE], 2),
        ([f"--{VALUE}"], 2),
        (["show", VALUE], 2),
        (["show", "--section", VALUE], 1),
        (["show", "--section", VALUE, "--json"], 1),
        (["show", "--profile", VALUE], 2),
        (["session", VALUE], 2),
        (["diff", "-n", VALUE], 2),
        (["archive", "--ttl", VALUE], 2),
        (["apply", "--actor", VALUE], 2),
        (["apply", "--file", VALUE], 3),
        (["accept", VALUE], 1),
        (["reject", VALUE, "--why", "no"], 1),
        (["edit", "--section", VALUE], 1),
        (["check-design", VALUE], 3),
        (["validate", VALUE], 3),
    ],
    ids=lambda value: " ".join(word.replace(VALUE, "X") for word in value) if isinstance(value, list) else "",
)
def test_an_error_repeats_no_secret_that_was_given(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, words: list[str], code: int
) -> None:
    """A log of the terminal, or an agent's transcript, would keep it."""
    monkeypatch.setenv("VISUAL", "true")
    desk.put(GOOD)
    ended = desk.run(*words)
    assert ended.code == code
    assert VALUE[:12] not in ended.out + ended.err
    assert "****" in ended.out + ended.err


def test_an_error_that_repeats_what_was_given_is_bounded(desk: Desk) -> None:
    desk.put(GOOD)
    ended = desk.run("show", "--section", "word " * 20_000)
    assert ended.code == 1
    assert len(ended.err) < 2_100
    assert ended.err.endswith("Next\n")


def test_faults_of_the_settings_repeat_no_secret(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.put(GOOD)
    monkeypatch.setenv("SCRATCHPAD_HISTORY_DEPTH", VALUE)
    ended = desk.run("show")
    assert 'not "****"' in ended.err
    assert VALUE[:12] not in ended.err


def test_the_remedy_of_an_unexpected_error_is_a_variable_that_is_known(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.put(GOOD)
    monkeypatch.setenv("SCRATCHPAD_DEBUG", "1")
    assert desk.run("show").err == ""
