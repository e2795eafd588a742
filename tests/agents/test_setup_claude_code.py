"""`init --for claude-code`: what comes into the settings, what stays, and that all of it can be given back."""

from __future__ import annotations

import difflib
import json
import os
import re
import shlex
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from scratchpad_tui.agents import setup_files, setup_records
from scratchpad_tui.agents.events import EVENTS as HOOKS
from scratchpad_tui.agents.program import Program, find_program
from scratchpad_tui.cli import output
from scratchpad_tui.core.errors import StorageError
from scratchpad_tui.core.health.hook_settings import EVENTS, hook_call, hook_settings, lets_through
from tests.agents.setups import BIG, EMPTY, OLD, ONE_LINE, PEOPLE, TABS, setup

if TYPE_CHECKING:
    from pathlib import Path

    from tests.agents.setups import Setup

__all__ = ["setup"]
posix = pytest.mark.skipif(sys.platform == "win32", reason="modes and links of POSIX")
NAMES_MEMORY = re.compile(r"autoMemory|auto_memory|AUTO_MEMORY|claudeMd|CLAUDE\.md|memory", re.IGNORECASE)
BACKUP = "settings.json.before-scratchpad-tui"


def without_ours(data: dict[str, Any], before: dict[str, Any]) -> dict[str, Any]:
    """Settings with every handler of ours taken out, and what was not there before and is empty then."""
    kept = {
        event: left
        for event, groups in data["hooks"].items()
        if (left := [group for group in groups if not any(map(hook_call, group["hooks"]))])
        or event in before.get("hooks", {})
    }
    rest = {
        name: before.get(name) if hook_call(value) else value
        for name, value in {**data, "hooks": kept}.items()
    }
    return {name: value for name, value in rest.items() if name in before or value}


# What comes in


def test_each_hook_and_the_status_line_come_in(setup: Setup) -> None:
    """The commands are those that `hook` answers, each called whenever it should be; and the pad is made."""
    ended = setup.connect()
    found = hook_settings(str(setup.settings))
    assert found is not None
    assert {event: call.event for event, call in found.calls.items()} == EVENTS
    assert set(EVENTS.values()) | {"statusline"} == set(HOOKS)
    assert found.status_line is not None
    assert setup.data()["hooks"]["PreToolUse"][0]["matcher"] == "Edit|MultiEdit|NotebookEdit|Write"
    assert "timeout" not in setup.data()["hooks"]["SessionEnd"][0]["hooks"][0]
    assert (setup.work / ".agent" / "scratchpad.md").is_file()
    assert "made .agent/scratchpad.md\n" in ended.out
    assert "made .claude/settings.json\n" in ended.out
    assert setup.settings.read_bytes().endswith(b"}\n")


@pytest.mark.parametrize("name", PEOPLE)
def test_what_others_wrote_stays(setup: Setup, name: str) -> None:
    """Their keys, their order, their hooks; the text around ours line by line."""
    setup.put(PEOPLE[name])
    before = setup.data()
    setup.connect()
    after = setup.data()
    assert without_ours(after, before) == before
    assert [key for key in after if key in before] == list(before)
    old, new = PEOPLE[name].decode("utf-8-sig"), setup.settings.read_text("utf-8-sig")
    assert setup.settings.read_bytes().startswith(b"\xef\xbb\xbf") == PEOPLE[name].startswith(b"\xef\xbb\xbf")
    if "\n" in old:
        gone = [line for line in difflib.ndiff(old.split("\n"), new.split("\n")) if line.startswith("- ")]

        assert all(line[2:].strip().rstrip("[]{}, ") in new for line in gone)


def test_tabs_and_line_ends_are_the_files_own(setup: Setup) -> None:
    setup.put(TABS)
    setup.connect()
    lines = setup.settings.read_bytes().split(b"\n")
    assert lines.pop() == b""
    assert all(line.endswith(b"\r") for line in lines)
    assert all(re.match(rb"\t*[^ \t]", line) for line in lines)


@pytest.mark.parametrize("name", PEOPLE)
def test_the_second_run_has_nothing_to_do(setup: Setup, name: str) -> None:
    """Not even where nobody could be asked."""
    setup.put(PEOPLE[name])
    setup.connect()
    before = setup.tree()
    ended = setup.run("--for", "claude-code")
    assert ended.code == 0
    assert "nothing to do" in ended.out
    assert setup.tree() == before


def test_nothing_of_another_memory_system_is_touched(setup: Setup) -> None:
    """Neither switched off nor mentioned: every changed line is one of a hook or the status line."""
    for data in PEOPLE.values():
        setup.put(data)
        shown = setup.run("--for", "claude-code", "--dry-run").out
        changed = [line for line in shown.split("\n") if re.match(r"[+-](?![+-]{2} )", line)]
        ours = [line for line in changed if line[1:].strip() not in data.decode("utf-8-sig")]
        assert len(ours) > 7 or data == ONE_LINE
        assert data == ONE_LINE or not any(map(NAMES_MEMORY.search, ours))
    setup.put(BIG)
    setup.connect()
    assert setup.data()["autoMemoryEnabled"] is True
    assert setup.data()["permissions"] == json.loads(BIG)["permissions"]


def test_permissions_are_left_alone_and_that_is_said(setup: Setup) -> None:
    assert "permissions stay as they are" in setup.connect().err


def test_switched_off_hooks_are_told(setup: Setup) -> None:
    setup.put(b'{"disableAllHooks": true}')
    assert "disableAllHooks is true" in setup.connect().err


def test_the_next_step_is_told_where_there_is_one(setup: Setup) -> None:
    """A running agent does not read its settings again; where nothing was changed it need not."""
    assert "start Claude Code anew" in setup.connect().err
    again = setup.connect().err
    assert "start Claude Code anew" not in again
    assert "scratchpad-tui prompt" in again


# Asking


def test_it_is_shown_and_asked_first(setup: Setup, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each file and each hook, and the difference; a no, or nobody to ask, changes nothing, the pad neither."""
    setup.put(BIG)
    before = setup.tree()
    nobody = setup.run("--for", "claude-code", stdin="y\n")
    assert nobody.code == 2
    assert "--yes" in nobody.err
    monkeypatch.setattr(output, "is_terminal", lambda _stream: True)
    monkeypatch.setattr(output, "has_colour", lambda _stream: False)
    no = setup.run("--for", "claude-code", stdin="n\n")
    assert no.code == 1
    assert "nothing was changed" in no.err
    assert (setup.tree(), (setup.work / ".agent").exists()) == (before, False)
    for event in EVENTS:
        assert f"  {event}: " in no.out
    assert "would make .agent/scratchpad.md\n.agent" not in no.out
    assert "+++ .claude/settings.json\n@@ " in no.out
    assert "Make these changes in .claude/settings.json? [y/N]" in no.err, "the plan is longer than a screen"
    assert setup.run("--for", "claude-code", stdin="y\n").code == 0
    assert hook_settings(str(setup.settings)) is not None
    assert setup.run("--for", "claude-code", "--remove", stdin="n\n").code == 1
    assert setup.settings.read_bytes() != BIG
    assert setup.run("--for", "claude-code", "--remove", stdin="y\n").code == 0
    assert setup.settings.read_bytes() == BIG


@pytest.mark.parametrize("words", [[], ["--remove"]])
def test_a_dry_run_shows_and_writes_nothing(setup: Setup, words: list[str]) -> None:
    setup.put(BIG)
    if words:
        setup.connect()
    before = setup.tree()
    ended = setup.run("--for", "claude-code", "--dry-run", *words)
    assert ended.code == 0
    assert "SessionStart" in ended.out
    assert setup.tree() == before
    assert (setup.work / ".agent").exists() == bool(words)


@pytest.mark.parametrize(
    "words",
    [
        ["--remove"],
        ["--remove", "--for", "codex"],
        ["--remove", "--for", "claude-code", "--fresh"],
        ["--local"],
        ["--status-line", "--for", "gemini"],
        ["--for", "nobody"],
    ],
)
def test_options_that_do_not_fit_are_wrong_usage(setup: Setup, words: list[str]) -> None:
    assert setup.run(*words).code == 2
    assert list(setup.work.iterdir()) == []


# Giving back


@pytest.mark.parametrize("name", PEOPLE)
@pytest.mark.parametrize("is_twice", [False, True])
def test_remove_gives_back_every_byte(setup: Setup, name: str, is_twice: bool) -> None:  # noqa: FBT001 - a column
    """The file, its mode, and nothing beside it; the pad stays."""
    setup.put(PEOPLE[name]).chmod(0o640)
    before = setup.tree()
    setup.connect()
    if is_twice:
        setup.connect()
    assert (setup.settings.parent / BACKUP).read_bytes() == PEOPLE[name]
    setup.disconnect()
    assert setup.tree() == before
    assert setup.settings.stat().st_mode & 0o777 == 0o640
    assert (setup.work / ".agent" / "scratchpad.md").is_file()
    assert "nothing to do" in setup.disconnect().out


@pytest.mark.parametrize("name", PEOPLE)
def test_remove_without_what_was_remembered_goes_by_the_backup(
    setup: Setup, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The user's state may be gone, or the project a clone: what is ours is taken out of the text."""
    setup.put(PEOPLE[name])
    before = setup.data()
    setup.connect()
    monkeypatch.setenv("XDG_STATE_HOME", str(setup.work.parent / "other"))
    setup.disconnect()
    assert setup.data() == before
    assert list(setup.data()) == list(before)


@pytest.mark.parametrize("has_folder", [False, True])
def test_what_was_not_there_goes_again(setup: Setup, has_folder: bool) -> None:  # noqa: FBT001 - a column
    """The file, and the folder where we made it."""
    if has_folder:
        setup.settings.parent.mkdir()
    before = setup.tree()
    setup.connect()
    setup.connect()
    setup.disconnect()
    assert setup.tree() == before


def test_a_folder_that_others_use_by_now_stays(setup: Setup) -> None:
    setup.connect()
    setup.put(b"x", setup.settings.parent / "commands" / "mine.md")
    setup.disconnect()
    assert setup.tree() == {".claude": None, ".claude/commands": None, ".claude/commands/mine.md": b"x"}


@pytest.mark.parametrize("name", PEOPLE)
def test_what_was_changed_since_stays_changed(setup: Setup, name: str) -> None:
    """Only our own entries leave; the backup stays and is named."""
    setup.put(PEOPLE[name])
    setup.connect()
    text = setup.settings.read_bytes()
    at = text.index(b"{") + 1
    setup.settings.write_bytes(text[:at] + b'"added": [1,  2],' + text[at:])
    ended = setup.disconnect()
    before = json.loads(PEOPLE[name].decode("utf-8-sig"))
    assert setup.data() == {"added": [1, 2], **before}
    assert b'"added": [1,  2]' in setup.settings.read_bytes()
    assert (setup.settings.parent / BACKUP).read_bytes() == PEOPLE[name]
    assert BACKUP in ended.err


def test_what_was_changed_since_keeps_every_other_byte(setup: Setup) -> None:
    """An edit elsewhere in the file is all that is left of a difference."""
    setup.put(BIG)
    setup.connect()
    setup.settings.write_bytes(setup.settings.read_bytes().replace(b'"opus"', b'"haiku"'))
    setup.disconnect()
    assert setup.settings.read_bytes() == BIG.replace(b'"opus"', b'"haiku"')


def test_a_person_who_put_our_hook_among_theirs_keeps_theirs(setup: Setup) -> None:
    """In one group, with another handler before and behind."""
    ours = {"type": "command", "command": "scratchpad-tui hook stop"}
    theirs = [{"type": "command", "command": "one"}, {"type": "command", "command": "two"}]
    setup.put(json.dumps({"hooks": {"Stop": [{"hooks": [theirs[0], ours, theirs[1]]}]}}, indent=2).encode())
    setup.connect()
    assert setup.data()["hooks"]["Stop"] == [{"hooks": [theirs[0], ours, theirs[1]]}]
    setup.disconnect()
    setup.disconnect()
    assert setup.data() == {"hooks": {"Stop": [{"hooks": theirs}]}}


def test_a_command_around_ours_is_a_persons_own(setup: Setup) -> None:
    """It counts as there and is never taken out, but said."""
    own = {"hooks": [{"type": "command", "command": "scratchpad-tui hook stop || true"}]}
    setup.put(json.dumps({"hooks": {"Stop": [own]}}).encode())
    setup.connect()
    assert setup.data()["hooks"]["Stop"] == [own]
    setup.settings.write_bytes(setup.settings.read_bytes() + b"\n")
    assert "Stop calls scratchpad-tui in a command of your own" in setup.disconnect().err
    assert setup.data() == {"hooks": {"Stop": [own]}}


def test_a_backup_is_never_written_over(setup: Setup) -> None:
    """A second set-up on other text gets a backup of its own, and goes back to that."""
    setup.put(BIG)
    setup.connect()
    setup.settings.write_bytes(EMPTY)
    setup.connect()
    assert (setup.settings.parent / BACKUP).read_bytes() == BIG
    assert (setup.settings.parent / f"{BACKUP}-2").read_bytes() == EMPTY
    setup.disconnect()
    assert setup.tree() == {".claude": None, ".claude/settings.json": EMPTY, f".claude/{BACKUP}": BIG}


def test_a_backup_that_holds_our_hooks_is_nothing_to_go_back_to(setup: Setup) -> None:
    """Set up, changed, a hook lost, set up again: what goes back has none of ours, and the change."""
    setup.put(BIG)
    setup.connect()
    data = setup.data()
    del data["hooks"]["SessionStart"]
    data["model"] = "haiku"
    setup.put(json.dumps(data, indent=2).encode())
    setup.connect()
    setup.disconnect()
    assert setup.data() == {**json.loads(BIG), "model": "haiku"}


# Hooks of ours that are there already


OLDER = [
    {"hooks": [{"type": "command", "command": "/gone/bin/python3 -m scratchpad_tui hook SessionStart"}]},
    {
        "matcher": "startup|resume",
        "hooks": [{"type": "command", "command": "scratchpad-tui hook session-start"}],
    },
    {"hooks": [{"type": "command", "command": "/gone/scratchpad-tui", "args": ["hook", "session-start"]}]},
    {"hooks": [{"type": "command", "command": "scratchpad-tui hook stop"}]},
]


@pytest.mark.parametrize("group", OLDER, ids=["program gone", "matcher too small", "args", "other event"])
def test_hooks_that_do_not_work_are_put_right(setup: Setup, group: dict[str, object]) -> None:
    """Once, and what stands beside them stays."""
    other = {"hooks": [{"type": "command", "command": "date"}]}
    setup.put(json.dumps({"hooks": {"SessionStart": [group, other]}, "model": "x"}, indent=2).encode())
    setup.connect()
    groups = setup.data()["hooks"]["SessionStart"]
    assert groups[0] == other
    assert [call.event for one in groups for call in map(hook_call, one["hooks"]) if call] == [
        "session-start"
    ]
    assert lets_through("SessionStart", groups[1])


def test_hooks_of_an_older_version_come_back_and_go_the_second_time(setup: Setup) -> None:
    """What was found is given back byte for byte, with a word; then it is that which is taken out."""
    setup.put(OLD)
    setup.connect()
    found = hook_settings(str(setup.settings))
    assert found is not None
    assert set(found.calls) == set(EVENTS)
    assert list(found.programs) == ["scratchpad-tui"]
    setup.connect()
    assert "once more" in setup.disconnect().err
    assert setup.tree() == {".claude": None, ".claude/settings.json": OLD}
    setup.disconnect()
    date, check = {"type": "command", "command": "date"}, {"type": "command", "command": "./check.sh"}
    assert setup.data() == {
        "hooks": {
            "SessionStart": [{"hooks": [date]}],
            "PreToolUse": [{"matcher": "Write|Edit", "hooks": [check]}],
        }
    }


def test_a_working_hook_stays_as_a_person_made_it(setup: Setup) -> None:
    """Their own timeout, their own pad, another spelling of the event, the form with `args`."""
    handler = {
        "type": "command",
        "command": str(setup.programs / "scratchpad-tui"),
        "args": ["hook", "SessionStart", "--pad", "x.md"],
        "timeout": 77,
    }
    setup.put(json.dumps({"hooks": {"SessionStart": [{"matcher": "*", "hooks": [handler]}]}}).encode())
    setup.connect()
    assert setup.data()["hooks"]["SessionStart"] == [{"matcher": "*", "hooks": [handler]}]


def test_double_hooks_become_one(setup: Setup) -> None:
    group = {"hooks": [{"type": "command", "command": "scratchpad-tui hook stop"}]}
    setup.put(json.dumps({"hooks": {"Stop": [group, group]}}).encode())
    setup.connect()
    assert len(setup.data()["hooks"]["Stop"]) == 1


def test_hooks_in_the_other_file_are_not_doubled(setup: Setup) -> None:
    """A person's own settings and the shared ones are read together."""
    setup.connect("--local")
    before = setup.tree()
    ended = setup.connect()
    assert "settings.local.json calls our hooks already" in ended.err
    assert setup.tree() == before
    setup.disconnect()
    assert setup.tree() == {}


def test_local_writes_the_persons_own_settings(setup: Setup) -> None:
    setup.put(BIG)
    setup.put(b'{"a": 1}\n', setup.local)
    before = setup.tree()
    setup.connect("--local")
    assert setup.settings.read_bytes() == BIG
    assert hook_settings(str(setup.local)) is not None
    assert "SessionStart" in setup.data(setup.local)["hooks"]
    setup.disconnect()
    assert setup.tree() == before


# The status line


MINE = {"type": "command", "command": "~/.claude/line.sh", "padding": 0}


@pytest.mark.parametrize("place", ["here", "local", "user"])
def test_a_status_line_that_is_set_stays(setup: Setup, place: str) -> None:
    """Wherever it is set: ours in the project would hide it. --status-line replaces it, and it comes back."""
    path = {
        "here": setup.settings,
        "local": setup.local,
        "user": setup.work.parent / ".claude" / "settings.json",
    }[place]
    text = json.dumps({"statusLine": MINE, "model": "x"}, indent=2).encode()
    setup.put(text, path)
    before = setup.tree()
    ended = setup.connect()
    assert "--status-line" in ended.err
    assert setup.data().get("statusLine") == (MINE if place == "here" else None)
    setup.disconnect()
    assert setup.tree() == before
    setup.connect("--status-line")
    assert hook_call(setup.data()["statusLine"]) is not None
    assert path == setup.settings or path.read_bytes() == text
    setup.settings.write_bytes(setup.settings.read_bytes() + b"\n")
    setup.disconnect()
    assert setup.data() == (json.loads(text) if place == "here" else {})


def test_our_status_line_is_set_once(setup: Setup) -> None:
    """A person's script that calls it is left alone."""
    line = {"type": "command", "command": "tee /tmp/x | scratchpad-tui hook statusline"}
    setup.put(json.dumps({"statusLine": line}).encode())
    setup.connect()
    assert setup.data()["statusLine"] == line


# What is refused


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"{ nonsense", "is not JSON"),
        (b'{\n  // mine\n  "a": 1\n}', "line 2 has a comment"),
        (b'{"a": 1,}', "comma behind the last entry"),
        (b'{"hooks": {}, "hooks": {}}', '"hooks" stands twice'),
        (b'{"hooks": []}', '"hooks" is no object'),
        (b'{"hooks": {"Stop": {}}}', 'no list under "Stop"'),
        (b"[]", "no JSON object"),
        (b"", "is empty"),
        (b'{"a": "\xff"}', "not UTF-8"),
        (b" " * (1 << 20) + b"{}", "more than 1 MiB"),
    ],
)
def test_settings_that_cannot_be_read_are_left_alone(setup: Setup, data: bytes, words: str) -> None:
    """A sentence, the block to paste, exit code 1, and nothing written: no pad, no backup."""
    setup.put(data)
    ended = setup.run("--for", "claude-code", "--yes")
    assert ended.code == 1
    assert words in ended.err
    assert str(setup.settings) in ended.err
    assert set(json.loads(ended.out)) == {"hooks", "statusLine"}
    assert set(json.loads(ended.out)["hooks"]) == set(EVENTS)
    assert setup.tree() == {".claude": None, ".claude/settings.json": data}
    assert not (setup.work / ".agent").exists()


@posix
@pytest.mark.parametrize("kind", ["protected", "dangling", "loop", "directory", "fifo", "folder is a file"])
def test_files_that_may_not_be_written_are_left_alone(setup: Setup, kind: str) -> None:
    """Exit code 3, with the block to paste."""
    path = setup.put(EMPTY)
    if kind == "protected":
        path.chmod(0o444)
    elif kind == "folder is a file":
        path.unlink()
        path.parent.rmdir()
        path.parent.write_bytes(b"x")
    else:
        path.unlink()
        if kind == "directory":
            path.mkdir()
        elif kind == "fifo":
            os.mkfifo(path)
        else:
            path.symlink_to(path if kind == "loop" else "nowhere.json")
    names = sorted(setup.work.rglob("*"))
    ended = setup.run("--for", "claude-code", "--yes")
    assert ended.code == 3
    assert ended.err.count("\n") <= 2
    assert '"hooks"' in ended.out
    assert sorted(setup.work.rglob("*")) == names


@posix
def test_a_link_stays_one(setup: Setup) -> None:
    """What it points to is changed, and is named in the plan."""
    real = setup.put(BIG, setup.work.parent / "dotfiles" / "claude.json")
    setup.settings.parent.mkdir()
    setup.settings.symlink_to(real)
    ended = setup.connect()
    assert setup.settings.is_symlink()
    assert str(real) in ended.out
    assert "SessionStart" in json.loads(real.read_bytes())["hooks"]
    setup.disconnect()
    assert setup.settings.is_symlink()
    assert real.read_bytes() == BIG


@posix
def test_a_file_with_two_names_keeps_both(setup: Setup) -> None:
    setup.put(BIG)
    other = setup.work / "other.json"
    os.link(setup.settings, other)
    setup.connect()
    assert other.samefile(setup.settings)
    setup.disconnect()
    assert other.samefile(setup.settings)
    assert other.read_bytes() == BIG


def test_a_change_by_the_agent_meanwhile_is_not_lost(setup: Setup, monkeypatch: pytest.MonkeyPatch) -> None:
    """It writes its settings too: between the plan and the answer a person may take minutes."""
    setup.put(BIG)
    monkeypatch.setattr(output, "is_terminal", lambda _stream: True)

    def asked(_question: str) -> bool:
        setup.put(b'{"new": 1}')
        return True

    monkeypatch.setattr(output, "asked", asked)
    ended = setup.run("--for", "claude-code")
    assert ended.code == 3
    assert "changed meanwhile" in ended.err
    assert setup.settings.read_bytes() == b'{"new": 1}'


@pytest.mark.parametrize("call", ["replace", "fsync"])
def test_a_write_that_fails_leaves_what_was_there(
    setup: Setup, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    """Exit code 3, no temporary file, and the folder that was made for it goes."""

    def full(*_: object, **__: object) -> None:
        raise OSError(28, os.strerror(28))

    setup.run()
    monkeypatch.setattr(os, call, full)
    ended = setup.run("--for", "claude-code", "--yes")
    assert ended.code == 3
    assert "free some space" in ended.err
    assert setup.tree() == {}


def test_a_write_that_fails_leaves_no_backup_and_no_memory_of_it(
    setup: Setup, monkeypatch: pytest.MonkeyPatch
) -> None:
    setup.put(BIG)
    setup.run()
    before = setup.tree()

    def busy(*_: object) -> None:
        raise StorageError("busy")

    with monkeypatch.context() as patch:
        patch.setattr(setup_files, "_check_same", busy)
        assert setup.run("--for", "claude-code", "--yes").code == 3
    assert setup.tree() == before
    assert setup_records.load(str(setup.settings)) is None


@pytest.mark.parametrize("data", [None, BIG], ids=["new", "there"])
def test_a_set_up_that_was_killed_behind_the_write_can_be_undone(
    setup: Setup, monkeypatch: pytest.MonkeyPatch, data: bytes | None
) -> None:
    if data is not None:
        setup.put(data)
    setup.run()
    before = setup.tree()
    real = setup_files.save

    def killed(found: setup_files.Found, new: bytes) -> None:
        real(found, new)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(setup_files, "save", killed)
        assert setup.run("--for", "claude-code", "--yes").code == 130
    assert setup.settings.read_bytes() != data
    setup.disconnect()
    assert setup.tree() == before


@pytest.mark.parametrize("place", ["keep", "save"])
@pytest.mark.parametrize("then", ["remove", "again"])
def test_the_backup_of_a_set_up_that_was_killed_before_the_write_goes_with_the_next(
    setup: Setup, monkeypatch: pytest.MonkeyPatch, place: str, then: str
) -> None:
    """Killed behind the backup, or behind what is remembered; `--remove` takes it away, and `init` uses it."""
    setup.put(BIG)

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(setup_records if place == "keep" else setup_files, place, killed)
        assert setup.run("--for", "claude-code", "--yes").code == 130
    backup = setup.settings.with_name(BACKUP)
    assert backup.read_bytes() == setup.settings.read_bytes() == BIG
    if then == "again":
        setup.connect()
        assert backup.read_bytes() == BIG
        assert [path for path in setup.settings.parent.iterdir() if ".before-" in path.name] == [backup]
    told = setup.disconnect()
    assert setup.settings.read_bytes() == BIG
    assert list(setup.settings.parent.iterdir()) == [setup.settings]
    if then == "remove":
        assert "which was never changed" in told.out
    assert "nothing to do" in setup.disconnect().out


def test_what_a_killed_set_up_left_goes_with_the_next_one(setup: Setup) -> None:
    """Not what is a minute old at most: it may be that of another one that runs."""
    names = [f".claude/.scratch-{letter * 16}.tmp" for letter in "ab"]
    for name in names:
        setup.put(b"x", setup.work / name)
    os.utime(setup.work / names[0], (0, 0))
    setup.connect()
    assert set(names) & set(setup.tree()) == {names[1]}


# The command


def test_the_command_is_named_where_every_terminal_finds_it(
    setup: Setup, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else by this very Python: what a virtual environment puts on the PATH is gone in the next terminal."""
    assert find_program() == Program(("scratchpad-tui",))
    environment = setup.install(setup.work.parent / "venv" / "bin" / "scratchpad-tui")
    monkeypatch.setattr(sys, "prefix", str(environment.parent.parent))
    monkeypatch.setattr(sys, "base_prefix", "/usr")
    monkeypatch.setenv("PATH", str(environment.parent))
    assert find_program().words == (sys.executable, "-P", "-m", "scratchpad_tui")
    monkeypatch.setenv("PATH", "")
    assert find_program().words[0] == sys.executable
    ended = setup.connect()
    assert "--local" in ended.err
    assert "not on the PATH" in ended.err


@pytest.mark.parametrize("words", [["--dry-run"], ["--yes"], ["--remove", "--dry-run"]], ids=" ".join)
def test_what_a_person_should_know_stands_before_the_plan(
    setup: Setup, monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    """The plan may be longer than the screen."""
    monkeypatch.setenv("PATH", "")
    setup.connect()
    setup.put(setup.settings.read_bytes().replace(b" hook stop", b" hook stop || true"))
    if "--remove" not in words:
        setup.put(EMPTY)
    said: list[str] = []
    monkeypatch.setattr(output, "message", said.append)
    monkeypatch.setattr(output, "result", said.append)
    setup.run("--for", "claude-code", *words)
    note = "in a command of your own" if "--remove" in words else "is not on the PATH"
    notes = [at for at, text in enumerate(said) if note in text]
    plans = [at for at, text in enumerate(said) if "settings.json:\n" in text]
    assert notes
    assert plans
    assert max(notes) < min(plans)


@posix
def test_a_command_by_path_is_one_word_for_the_shell_and_works(
    setup: Setup, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A blank and a quote in it; run as the agent runs it, in a project that has a json.py of its own."""
    python = setup.work.parent / "it's a place" / "python"
    python.parent.mkdir()
    python.symlink_to(sys.executable)
    (python.parent.parent / "pyvenv.cfg").touch()
    program = Program((str(python), "-P", "-m", "scratchpad_tui"))
    command = program.command("session-start")
    assert shlex.split(command) == [str(python), "-P", "-m", "scratchpad_tui", "hook", "session-start"]
    call = hook_call({"type": "command", "command": command})
    assert call == (str(python), "session-start", True)
    monkeypatch.setenv("PATH", "")
    setup.connect()
    (setup.work / "json.py").write_text("raise SystemExit('shadowed')\n")
    for event, groups in setup.data()["hooks"].items():
        done = subprocess.run(
            ["/bin/sh", "-c", groups[0]["hooks"][0]["command"]],
            input=json.dumps({"session_id": "s1", "cwd": str(setup.work), "hook_event_name": event}),
            capture_output=True,
            text=True,
            check=False,
            cwd=setup.work,
        )
        assert (done.returncode, done.stderr) == (0, ""), event
        assert bool(done.stdout) == (event == "SessionStart"), event


def test_windows_gets_slashes_and_double_quotes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Git Bash takes a backslash away."""
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(os.path, "isabs", lambda path: path[1:2] == ":")
    program = Program(("C:\\Program Files\\Python\\python.exe", "-P", "-m", "scratchpad_tui"))
    assert program.command("stop") == '"C:/Program Files/Python/python.exe" -P -m scratchpad_tui hook stop'


def test_a_pad_that_is_not_found_there_is_named(setup: Setup, tmp_path: Path) -> None:
    """A pad elsewhere, or of another name; one that discovery finds is not."""
    setup.connect("--pad", tmp_path / "notes" / "NOTES.md")
    command = setup.data()["hooks"]["Stop"][0]["hooks"][0]["command"]
    assert command == f"scratchpad-tui hook stop --pad {tmp_path / 'notes' / 'NOTES.md'}"
    assert (tmp_path / "notes" / "NOTES.md").exists()
    setup.disconnect()
    setup.connect()
    assert setup.data()["hooks"]["Stop"][0]["hooks"][0]["command"] == "scratchpad-tui hook stop"


def test_another_folder_is_connected_by_name(setup: Setup) -> None:
    ended = setup.run("proj", "--for", "claude-code", "--yes")
    assert ended.code == 0
    assert (setup.work / "proj" / ".claude" / "settings.json").is_file()
    assert (setup.work / "proj" / ".agent" / "scratchpad.md").is_file()
    assert not setup.settings.exists()


@posix
def test_new_settings_have_the_mode_of_any_new_file(setup: Setup) -> None:
    before = os.umask(0o027)
    try:
        setup.connect()
    finally:
        os.umask(before)
    assert setup.settings.stat().st_mode & 0o777 == 0o640
