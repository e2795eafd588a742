"""`show`, `validate` and `prompt`: what they say of pads in every state, and that they change nothing."""

from __future__ import annotations

import hashlib
import json
import re
import shlex
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.agents.program import own_command
from scratchpad_tui.core.program import MODULE
from tests.cli.conftest import BROKEN, CONFLICT, GOOD

if TYPE_CHECKING:
    from tests.cli.conftest import Desk

posix = pytest.mark.skipif(sys.platform == "win32", reason="commands for a POSIX shell")
COMMANDS = {
    "task": {"apply"},
    "session": {"note", "propose", "recall", "apply"},
    "audited": {"record", "apply"},
}
SECTIONS = ["Task", "Plan", "Findings", "Ruled out", "Open questions", "Next"]


def test_show_prints_the_pad_as_it_is(desk: Desk) -> None:
    """Brackets, tabs and the empty mark stand as typed; a byte-order mark and CR are not text."""
    text = GOOD.replace("- retries", "- [red]x[/] 100%\t$HOME")
    desk.put(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    ended = desk.run("show")
    assert (ended.code, ended.out, ended.err) == (0, text, "")


def test_show_prints_one_section(desk: Desk) -> None:
    """By its name in any letter case."""
    desk.put(GOOD)
    assert desk.run("show", "--section", "FINDINGS").out == "## Findings\n- retries are counted per worker\n"
    assert [s["name"] for s in desk.run("show", "--section", "plan", "--json").json()["sections"]] == ["Plan"]


def test_show_refuses_an_unknown_section_with_the_names(desk: Desk) -> None:
    """The error says what would be accepted."""
    desk.put(GOOD)
    ended = desk.run("show", "--section", "Vibes", "--json")
    assert ended.code == 1
    assert ended.json()["error"]["code"] == "unknown-section"
    assert all(name in ended.err for name in SECTIONS)


def test_show_json_has_the_fields_that_are_promised(desk: Desk) -> None:
    """Scripts rely on them; more may be added."""
    desk.saved(GOOD)
    told = desk.run("show", "--json").json()
    assert told["path"] == str(desk.pad)
    assert (told["profile"], told["version"], told["state"]) == ("task", 3, "good")
    assert told["sha256"] == hashlib.sha256(desk.pad.read_bytes()).hexdigest()
    assert told["tokens"] == -(-len(GOOD.encode()) // 4)
    assert told["warnings"] == []
    findings = told["sections"][2]
    line = "- retries are counted per worker"
    expected = {
        "name": "Findings",
        "cap": 1500,
        "size": len(line) + 1,
        "over": False,
        "numbered": False,
        "lines": [line],
    }
    assert findings == expected


def test_show_json_warns_of_a_section_over_its_cap(desk: Desk) -> None:
    """What matters to a program is in the document, not only on standard error."""
    desk.put(GOOD.replace("\nwrite the adapter\n", "\n" + "n" * 260 + "\n"))
    told = desk.run("show", "--json").json()
    assert told["sections"][5]["over"] is True
    assert any("261" in warning and "200" in warning for warning in told["warnings"])


def test_show_of_a_fresh_path_is_the_empty_pad(desk: Desk) -> None:
    """Looking creates nothing."""
    before = desk.tree()
    ended = desk.run("show")
    assert ended.code == 0
    assert ended.out.count("_(empty)_") == 6
    assert desk.run("show", "--json").json()["version"] == 0
    assert desk.tree() == before


@pytest.mark.parametrize("text", [BROKEN, CONFLICT])
def test_show_of_a_pad_that_is_not_good_is_the_last_good_version(desk: Desk, text: str) -> None:
    """With a notice on standard error, exit 1, and the file left alone."""
    desk.saved(GOOD)
    desk.put(text)
    before = desk.tree()
    ended = desk.run("show")
    assert (ended.code, ended.out) == (1, GOOD)
    assert ended.err.startswith("scratchpad-tui: The pad ")
    told = desk.run("show", "--json")
    assert told.code == 1
    assert told.json()["warnings"][0].startswith("The pad ")
    assert told.json()["sha256"] == hashlib.sha256(GOOD.encode()).hexdigest()
    assert desk.pad.read_text() == text
    assert desk.tree() == before


def test_show_of_a_pad_that_is_gone_is_its_last_version(desk: Desk) -> None:
    """Nothing is judged or refused: the next write brings it back."""
    desk.saved(GOOD)
    desk.pad.unlink()
    ended = desk.run("show")
    assert (ended.code, ended.out) == (0, GOOD)
    assert "gone" in ended.err


@pytest.mark.parametrize("command", ["show", "validate", "status", "prompt"])
def test_a_directory_in_the_pads_place_is_exit_3(desk: Desk, command: str) -> None:
    """It is never taken for a broken pad."""
    desk.pad.mkdir(parents=True)
    ended = desk.run(command)
    assert (ended.code, ended.out) == (3, "")
    assert str(desk.pad) in ended.err


def test_validate_reports_each_problem_with_its_place(desk: Desk) -> None:
    """A line that editors can jump to: path, line, column, kind, sentence, code."""
    desk.put(BROKEN)
    ended = desk.run("validate")
    assert ended.code == 1
    assert ended.out.startswith(f"{desk.pad}:4:4: error: ")
    assert ended.out.endswith(" [unknown-section]\n")
    told = desk.run("validate", "--json")
    assert told.code == 1
    assert told.json()["ok"] is False
    assert told.json()["errors"][0].keys() >= {"line", "column", "code", "message"}


def test_validate_of_a_good_pad_is_ok(desk: Desk) -> None:
    """The short answer."""
    desk.put(GOOD)
    assert desk.run("validate").out == f"{desk.pad}: ok\n"
    assert desk.run("validate", "--json").json() == {
        "path": str(desk.pad),
        "ok": True,
        "errors": [],
        "warnings": [],
    }


def test_validate_of_a_pad_that_is_gone_says_what_show_says(desk: Desk) -> None:
    """Its history has text: the next write puts it back, so that it is a warning."""
    desk.put(GOOD)
    desk.apply(("Next", "replace", "ship"))
    desk.pad.unlink()
    shown, ended = desk.run("show"), desk.run("validate")
    notice = shown.err.removeprefix("scratchpad-tui: ").strip()
    assert (shown.code, ended.code) == (0, 0)
    assert ended.out == f"{desk.pad}:1:1: warning: {notice} [gone]\n"
    told = desk.run("validate", "--json").json()
    assert (told["ok"], [warning["message"] for warning in told["warnings"]]) == (True, [notice])


def test_a_pad_of_another_profile_is_shown_whole_with_exit_1(desk: Desk) -> None:
    """The settings are wrong, not the pad: a reader gets it as it is, and the agent keeps what it knew."""
    desk.put(GOOD)
    desk.apply(("Next", "replace", "ship"))
    text = desk.pad.read_text()
    shown = desk.run("show", "--profile", "session")
    assert (shown.code, shown.out) == (1, text)
    assert "--profile names session" in shown.err
    told = desk.run("show", "--json", "--profile", "session").json()
    assert (told["profile"], told["state"]) == ("task", "wrong-profile")
    prompt = desk.run("prompt", "--profile", "session")
    assert prompt.code == 0
    assert text in prompt.out
    assert "Nothing is written: the pad was written in the profile task" in prompt.out
    checked = desk.run("validate", "--profile", "session")
    assert (checked.code, checked.out.count("[wrong-profile]")) == (1, 1)
    assert desk.run("status", "--profile", "session").out.startswith("WRONG PROFILE · v")
    refused = desk.run(
        "apply", "--json", "--profile", "session", stdin='[{"section": "Next", "op": "clear"}]'
    )
    assert (refused.code, refused.json()["error"]["code"]) == (1, "wrong-profile")
    assert desk.pad.read_text() == text


def test_validate_of_nothing_is_no_error(desk: Desk) -> None:
    """A pad that is not there yet is a fine state; a FILE that is named and missing is not."""
    assert "nothing there yet" in desk.run("validate").out
    assert desk.run("validate", "--json").json()["ok"] is True
    missing = desk.run("validate", desk.work / "no.md", "--json")
    assert (missing.code, missing.out) == (3, "")
    assert "no.md" in missing.err


def test_validate_judges_the_pad_with_its_history_and_a_file_alone(desk: Desk) -> None:
    """A lost heading is seen only by whoever knows the version before."""
    good = GOOD.replace("## Ruled out\n_(empty)_", "## Ruled out\n- sqlite: slow\n- a second cache")
    desk.saved(good)
    lost = good.replace("## Ruled out\n", "")
    desk.put(lost)
    assert desk.run("validate", "--json").json()["errors"][0]["code"] == "lost-heading"
    alone = desk.run("validate", desk.put(lost, desk.work / "alone.md"), "--json")
    assert alone.code == 0
    assert alone.json()["warnings"][0]["code"] == "missing-section"


def test_validate_says_conflict(desk: Desk) -> None:
    """The code is what a program looks at."""
    desk.put(CONFLICT)
    ended = desk.run("validate", "--json")
    assert ended.code == 1
    assert ended.json()["errors"][0]["code"] == "conflict"


def test_prompt_holds_contract_operations_and_pad(desk: Desk) -> None:
    """What an agent needs, in one block."""
    desk.saved(GOOD)
    ended = desk.run("prompt")
    assert ended.code == 0
    assert "Findings (max 1500 chars)" in ended.out
    assert f"Send the list to `{own_command()} apply` on standard input" in ended.out
    assert ended.out.endswith(GOOD)
    assert "scratchpad_apply" in desk.run("prompt", "--via", "function").out


@posix
@pytest.mark.parametrize("profile", ["task", "session", "audited"])
def test_every_command_of_the_prompt_is_found_and_writes_as_that_session(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, profile: str
) -> None:
    """In the shell of an agent that has no such command on its PATH; what it writes is no news to it."""
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    assert desk.run("init", "--profile", profile).code == 0
    text = desk.run("prompt", "--session", "a 1").out
    found = [one for one in re.findall(r"`([^`]+)`", text) if MODULE in one]
    called = {one.partition(f"{MODULE} ")[2].split()[0] for one in found}
    assert called == COMMANDS[profile]
    patches = json.dumps([{"section": "Task", "op": "replace", "content": "x"}] if profile == "task" else [])
    for command in found:
        done = subprocess.run(
            ["sh", "-c", command], input=patches, capture_output=True, text=True, check=False, cwd=desk.home
        )
        assert done.returncode == 0, (command, done.stderr)
    told = desk.run("history", "--json").json()["versions"]
    assert {one["session"] for one in told if one["actor"] == "agent"} == {"a 1"}


def test_prompt_names_the_pad_that_was_named(desk: Desk) -> None:
    """Else the agent would write to another one."""
    other = desk.home / "my notes.md"
    text = desk.run("prompt", "--pad", other, "--session=-x").out
    assert f"`{own_command()} apply --pad {shlex.quote(str(other))} --session=-x` on standard input" in text


def test_prompt_of_a_session_is_recorded_and_a_preview_is_not(desk: Desk) -> None:
    """A person may look without counting as the agent."""
    desk.saved(GOOD)
    desk.run("prompt", "--session", "s-1", "--preview")
    assert desk.run("status", "--json").json()["agent_seen"] is None
    block = desk.run("prompt", "--session", "s-1").out
    assert desk.run("status", "--json").json()["agent_seen"] == 3
    assert desk.run("prompt", "--preview").out == block


def test_prompt_keeps_to_the_limit(desk: Desk) -> None:
    """A hook's output is cut off where it is longer."""
    desk.put(
        GOOD.replace("- retries", "".join(f"- finding {i} {'x' * 60}\n" for i in range(200)) + "- retries")
    )
    assert len(desk.run("prompt", "--max-chars", "6000").out) <= 6001
    assert desk.run("prompt", "--max-chars", "10").code == 1


@pytest.mark.parametrize("label", ["x" * 129, "a\nb", "\x1b[31m", "a\x9bb"])
def test_prompt_refuses_a_bad_label(desk: Desk, label: str) -> None:
    """As `apply` does."""
    desk.put(GOOD)
    ended = desk.run("prompt", f"--session={label}")
    assert (ended.code, ended.out) == (1, "")


def test_prompt_shows_escapes_visibly(desk: Desk) -> None:
    """An agent's terminal is a terminal too."""
    desk.put(GOOD.replace("- retries", "- \x1b]0;owned\x07 \x9b31m retries"))
    assert "- ␛]0;owned␇ ␦31m retries" in desk.run("prompt").out


def test_show_where_there_is_no_pad_says_so_beside_the_empty_structure(desk: Desk) -> None:
    """A script in the wrong folder must not believe that there is one; its output stays as it is."""
    ended = desk.run("show")
    assert ended.code == 0
    assert ended.out.count("_(empty)_") == len(SECTIONS)
    assert ended.err.startswith(f"scratchpad-tui: there is no pad yet at {desk.pad}")
    assert ended.err.count("\n") == 1
    desk.saved(GOOD)
    assert desk.run("show").err == ""
