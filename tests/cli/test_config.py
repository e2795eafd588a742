"""`config`: what counts, where it came from, and all faults together."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.config import SETTINGS
from scratchpad_tui.core.pad.seen import remembered, state_directory

if TYPE_CHECKING:
    from tests.cli.conftest import Desk


def test_config_shows_value_and_origin(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Strongest first: command line, environment, the file beside the pad, default."""
    desk.put("[history]\ndepth = 7\n", desk.pad.parent / "scratchpad.toml")
    lines = {line.split()[0]: line for line in desk.run("config").out.split("\n") if line}
    assert lines["history.depth"].split()[1] == "7"
    assert lines["history.depth"].endswith("/scratchpad.toml")
    assert lines["lock.timeout"].split()[1:] == ["5.0", "default"]
    assert lines["profile"].split()[1:] == ["-", "default"]
    monkeypatch.setenv("SCRATCHPAD_HISTORY_DEPTH", "9")
    told = desk.run("config", "--json", "--profile", "session").json()
    settings = {item["name"]: item for item in told["settings"]}
    assert (settings["history.depth"]["value"], settings["history.depth"]["origin"]) == (
        9,
        "environment SCRATCHPAD_HISTORY_DEPTH",
    )
    assert (settings["profile"]["value"], settings["profile"]["origin"]) == ("session", "command line")
    assert told["path"] == str(desk.pad)
    assert told["rule"] == "named by SCRATCHPAD_PAD"
    assert told["faults"] == []


def test_config_reports_all_faults_together(desk: Desk) -> None:
    """With the nearest known name, exit 1, and the same with --json."""
    desk.put('[history]\ndept = 7\n[lock]\nmode = "maybe"\n', desk.pad.parent / "scratchpad.toml")
    ended = desk.run("config")
    assert ended.code == 1
    assert ended.err.count("warning: ") == 2
    assert "did you mean history.depth?" in ended.err.replace(
        "did you mean depth?", "did you mean history.depth?"
    )
    told = desk.run("config", "--json")
    assert told.code == 1
    assert len(told.json()["faults"]) == 2


def test_a_fault_in_the_settings_stops_no_command(desk: Desk) -> None:
    """It is told on standard error, and the default is used."""
    desk.put("[history]\ndepth = [\x1b", desk.pad.parent / "scratchpad.toml")
    ended = desk.run("show", "--json")
    assert ended.code == 0
    assert ended.json()["version"] == 0
    assert ended.err.startswith("warning: ")
    assert "\x1b" not in ended.err


def on_terminal(columns: int, desk: Desk) -> str:
    """What a person sees on a terminal of so many columns."""
    ours, theirs = pty.openpty()
    program = [sys.executable, "-m", "scratchpad_tui", "config", "--pad", str(desk.pad)]
    env = {**os.environ, "COLUMNS": str(columns)}
    with subprocess.Popen(program, stdout=theirs, stderr=subprocess.DEVNULL, env=env) as process:
        os.close(theirs)
        shown = b""
        try:
            while piece := os.read(ours, 65536):
                shown += piece
        except OSError:  # the other end is closed
            pass
        process.wait()
    os.close(ours)
    return shown.decode().replace("\r\n", "\n")


SETTINGS_TEXT = """\
[history]
depth = 7
[llm]
base_url = "http://127.0.0.1:11434/a/rather/long/path/to/the/endpoint/of/a/gateway/v1"
[keys]
prune = "P"
new = ["i", "f2"]
"""


@pytest.mark.parametrize("columns", [40, 80, 120])
def test_config_fits_the_terminal(desk: Desk, columns: int) -> None:
    """Nothing is wrapped by the terminal, and nothing is cut."""
    desk.put(SETTINGS_TEXT, desk.pad.parent / "scratchpad.toml")
    shown = on_terminal(columns, desk)
    lines = shown.rstrip("\n").split("\n")
    assert max(map(len, lines)) <= columns
    assert {setting.name for setting in SETTINGS} <= {line.split()[0] for line in lines if line}
    joined = "".join(line.strip() for line in lines)
    assert "http://127.0.0.1:11434/a/rather/long/path/to/the/endpoint/of/a/gateway/v1" in joined
    assert "keys.line.new" in shown


def test_config_shows_keys_of_ones_own_with_their_origin(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """As text those that differ, with --json all."""
    desk.put(SETTINGS_TEXT, desk.pad.parent / "scratchpad.toml")
    monkeypatch.setenv("SCRATCHPAD_KEYS_ZOOM", "Z f9")
    lines = {line.split()[0]: line for line in desk.run("config").out.split("\n") if line}
    assert lines["keys.line.prune"].split()[1] == "P"
    assert lines["keys.line.new"].split()[1:3] == ["i", "f2"]
    assert lines["keys.view.zoom"].endswith("environment SCRATCHPAD_KEYS_ZOOM")
    assert "keys.pad.undo" not in lines
    told = {row["id"]: row for row in desk.run("config", "--json").json()["keys"]}
    assert (told["line.new"]["keys"], told["line.new"]["default"]) == (["i", "f2"], ["o"])
    assert told["line.new"]["origin"].endswith("/scratchpad.toml")
    assert (told["pad.undo"]["keys"], told["pad.undo"]["origin"]) == (["u"], "default")
    assert told["pad.undo"]["variable"] == "SCRATCHPAD_KEYS_PAD_UNDO"
    assert set(told["pad.undo"]) == {"id", "verb", "keys", "origin", "default", "places", "variable", "doc"}


def test_a_wrong_key_is_told_by_config_and_health(desk: Desk) -> None:
    """With the nearest name; exit 1."""
    desk.put('[keys]\nprun = "P"\nseen = "ctl+s"\n', desk.pad.parent / "scratchpad.toml")
    ended = desk.run("config")
    assert ended.code == 1
    assert "did you mean prune?" in ended.err
    assert 'did you mean "ctrl+s"?' in ended.err
    health = desk.run("health")
    assert "did you mean prune?" in health.out


def test_every_field_of_the_document_stands_for_each_setting(desk: Desk) -> None:
    """More may come, none may go."""
    told = desk.run("config", "--json").json()
    assert set(told) == {"path", "rule", "settings", "keys", "llm_api_key", "faults"}
    for row in told["settings"]:
        assert set(row) == {"name", "value", "origin", "default", "accepts", "variable", "doc"}
        assert row["doc"].endswith(".")


def test_no_secret_is_shown(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the model's key, nor one in an address, nor one in a wrong line."""
    token = "ghp_" + "Zq8WmX3vRt7LpK2nYc5BdH9sJf4GuEa1oT6i"
    text = f'[llm]\nbase_url = "https://me:{token}x@127.0.0.1/v1?key=k{token}"\nmodel = "{token}"\n'
    desk.put(f'{text}api_key = "{token}"\n[ui]\ntheme = "{token}"\n', desk.pad.parent / "scratchpad.toml")
    monkeypatch.setenv("SCRATCHPAD_LLM_API_KEY", token)
    for words in ((), ("--json",)):
        ended = desk.run("config", *words)
        assert token not in ended.out + ended.err
    assert desk.run("config", "--json").json()["llm_api_key"] == "set"
    assert "https://****@127.0.0.1/v1?****" in desk.run("config").out
    monkeypatch.delenv("SCRATCHPAD_LLM_API_KEY")
    assert desk.run("config", "--json").json()["llm_api_key"] == "not set"


def test_what_was_chosen_in_the_screens_is_shown_as_that(desk: Desk) -> None:
    """The value that counts, with where it came from."""
    remembered(state_directory()).set("theme", "light")
    lines = {line.split()[0]: line for line in desk.run("config").out.split("\n") if line}
    assert lines["ui.theme"].split() == ["ui.theme", "light", "chosen", "in", "the", "palette"]
