"""`config`: what counts, where it came from, and all faults together."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest

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
