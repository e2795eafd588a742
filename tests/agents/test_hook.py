"""`hook`: whatever is sent and whatever the pad is like, the agent goes on."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.agents.events import EVENTS, event_named
from scratchpad_tui.agents.hook import answer
from scratchpad_tui.core.pad.lock import locked
from scratchpad_tui.core.pad.store import PadStore
from tests.agents.hooks import BROKEN, CONFLICT, SESSION, TEXT, Project
from tests.cli.conftest import COMMAND

if TYPE_CHECKING:
    from pathlib import Path

HOSTILE = {
    "empty": b"",
    "blank": b" \n",
    "not JSON": b"not json",
    "a list": b"[]",
    "a text": b'"x"',
    "null": b"null",
    "not UTF-8": b'{"session_id": "\xff"}',
    "NaN": b'{"context_window": {"context_window_size": NaN}}',
    "deep": b"[" * 100_000,
    "a long number": b'{"x": ' + b"9" * 10_000 + b"}",
    "large": b'{"x": "' + b"y" * (17 << 20) + b'"}',
}
SESSIONS = {
    "control": "a\nb",
    "NUL": "a\0b",
    "long": "x" * 10_000,
    "surrogate": "\ud800",
    "escape": "\x1b[31m",
    "a list": ["x"],
    "a number": 7,
}
PATHS = {
    "NUL": "/srv/a\0b",
    "long": "/" + "x" * (1 << 20),
    "surrogate": "/srv/\ud800",
    "relative": "../..",
    "a number": 7,
    "a list": ["/srv"],
    "null": None,
}


@pytest.fixture
def project(pad_path: Path) -> Project:
    return Project(pad_path)


@pytest.mark.parametrize("event", EVENTS)
@pytest.mark.parametrize("data", HOSTILE.values(), ids=HOSTILE)
def test_what_is_no_input_is_noted_and_answered_by_nothing(project: Project, event: str, data: bytes) -> None:
    project.begun()
    assert answer(event, data, env={"CLAUDE_PROJECT_DIR": str(project.work)}) == ""
    assert [reason.partition(": ")[0] for reason in project.reasons()] == [event]
    assert project.pad.read_text("utf-8") == TEXT


@pytest.mark.parametrize("event", EVENTS)
@pytest.mark.parametrize("name", SESSIONS.values(), ids=SESSIONS)
def test_a_refused_session_name_stops_no_work(project: Project, event: str, name: object) -> None:
    """The name is a label: without it the hook does what it can, and no file is named after it."""
    project.begun()
    before = {path for path in project.tree() if "hook.log" not in path}
    printed = project.call(event, session_id=name, source="startup")
    assert bool(printed) is (event in ("session-start", "statusline"))
    after = {path for path in project.tree() if "hook.log" not in path}
    assert after - before <= {".agent/promotions.jsonl", ".agent/.scratchpad.md.lock"}
    assert project.store.state().seen == {}


@pytest.mark.parametrize("name", ["../../x", "/a/b", "Team A", "-rf", "a\u202eb", "x" * 128])
def test_odd_session_names_that_are_labels_are_kept_as_given(project: Project, name: str) -> None:
    project.begun()
    assert project.call("session-start", session_id=name)
    assert list(project.store.state().seen) == [name]
    assert project.reasons() == []


def test_a_secret_as_the_session_name_is_kept_nowhere(project: Project) -> None:
    """The block comes all the same; neither state nor log nor the command in the block repeats it."""
    project.begun()
    secret = "ghp_" + "Zq8WmX3vRt7LpK2nYc5BdH9sJf4GuEa1oT6i"
    assert "retries are counted" in project.context("session-start", session_id=secret)
    assert project.store.state().seen == {}
    assert secret not in project.call("session-start", session_id=secret)
    assert not [path for path, data in project.tree().items() if secret.encode() in data]
    assert project.reasons()[0] == "session-start: refused (secret)"


@pytest.mark.parametrize("field", ["cwd", "transcript_path", "file_path"])
@pytest.mark.parametrize("path", PATHS.values(), ids=PATHS)
@pytest.mark.parametrize("event", EVENTS)
def test_paths_that_are_none_break_nothing(project: Project, event: str, path: object, field: str) -> None:
    project.begun()
    sent = project.sent(tool_name="Write", context_window={"context_window_size": 200_000})
    sent |= {"tool_input": {"file_path": path}} if field == "file_path" else {field: path}
    answer(event, json.dumps(sent).encode(), env={})
    assert project.pad.read_text("utf-8") == TEXT
    assert not [reason for reason in project.reasons() if "defect" in reason]


def test_paths_that_are_no_files_are_looked_at_without_waiting(project: Project) -> None:
    """A pipe without a writer would hold whoever opens it."""
    project.begun()
    pipe = project.work / "pipe"
    os.mkfifo(pipe)
    for path in (pipe, project.work):
        project.call("pre-tool-use", tool_name="Write", tool_input={"file_path": str(path)})
        project.call("statusline", transcript_path=str(path), context_window={"context_window_size": 200_000})
        assert project.call("session-start", transcript_path=str(path))
    assert answer("session-start", json.dumps(project.sent(cwd=str(pipe))).encode(), env={})


@pytest.mark.parametrize("event", EVENTS)
def test_nothing_is_made_where_there_is_no_pad(project: Project, event: str) -> None:
    assert project.call(event, context_window={"context_window_size": 200_000}) == ""
    assert project.tree() == {}
    assert not project.side.exists()


@pytest.mark.parametrize("word", ["session-start", "SessionStart", "session_start", "SESSIONSTART"])
def test_events_have_our_name_and_the_agents(word: str) -> None:
    assert event_named(word) == "session-start"


def test_an_unknown_event_is_noted_and_passed_over(project: Project) -> None:
    project.begun()
    assert project.call("TeammateIdle\nx") == ""
    assert project.reasons()[0].startswith("unknown: no such hook")


def test_without_a_word_the_inputs_own_event_counts(project: Project) -> None:
    project.begun()
    assert project.told("", hook_event_name="SessionStart")["hookEventName"] == "SessionStart"


def test_unknown_fields_of_a_newer_agent_are_passed_over(project: Project) -> None:
    project.begun()
    assert project.call("session-start", source="teleport", effort={"level": 9}, more=[{"x": None}])
    assert project.reasons() == []


# Which pad


def test_the_pad_is_looked_for_from_where_the_agent_works(project: Project, tmp_path: Path) -> None:
    project.begun()
    inner = project.work / "src" / "deep"
    inner.mkdir(parents=True)
    assert str(project.pad) in project.context("session-start", cwd=str(inner))
    assert project.call("session-start", cwd=str(tmp_path)) == ""


def test_the_projects_folder_counts_where_the_agent_stands_elsewhere(
    project: Project, tmp_path: Path
) -> None:
    project.begun()
    sent = json.dumps(project.sent(cwd=str(tmp_path))).encode()
    assert answer("session-start", sent, env={"CLAUDE_PROJECT_DIR": str(project.work)})
    assert answer("session-start", sent, env={"CLAUDE_PROJECT_DIR": "relative"}) == ""


def test_a_named_pad_wins_and_stands_in_the_command(project: Project, tmp_path: Path) -> None:
    project.begun()
    sent = json.dumps(project.sent(cwd=str(tmp_path))).encode()
    text = json.loads(answer("session-start", sent, named=str(project.pad), env={}))["hookSpecificOutput"]
    assert f"apply --pad {project.pad} --session {SESSION}`" in text["additionalContext"]
    assert answer("session-start", sent, env={"SCRATCHPAD_PAD": str(project.pad)})
    assert answer("session-start", sent, named=str(tmp_path / "none.md"), env={}) == ""


# The pad in trouble


@pytest.mark.parametrize("event", EVENTS)
@pytest.mark.parametrize("text", [BROKEN, CONFLICT, None], ids=["broken", "conflict", "gone"])
def test_a_pad_that_is_not_good_is_left_as_it_is(project: Project, event: str, text: str | None) -> None:
    """What a hook may add beside it is a label and a line of the journal: nothing is moved or mended."""
    project.begun()
    if text is None:
        project.pad.unlink()
    else:
        project.pad.write_text(text, "utf-8")
    before = project.tree()
    printed = project.call(event, source="compact", trigger="auto")
    if event == "session-start":
        assert "retries are counted per worker" in printed
        assert "Warnings:" in printed
    after = project.tree()
    kept = {path for path in before if "journal" not in path and ".lock" not in path}
    assert {path: after.get(path) for path in kept} == {path: before[path] for path in kept}
    added = {path.rpartition("/")[2] for path in after.keys() - before.keys()}
    assert added <= {"hook.log", ".scratchpad.md.lock", "state.json"}


@pytest.mark.parametrize("event", EVENTS)
def test_a_pad_that_is_a_folder_is_noted(project: Project, event: str) -> None:
    project.begun()
    project.pad.unlink()
    project.pad.mkdir()
    assert project.call(event, tool_name="Write", tool_input={"file_path": "x"}) == ""


@pytest.mark.parametrize("event", EVENTS)
def test_a_pad_that_is_too_large_is_not_read(
    project: Project, event: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Reading it would take longer than the agent waits; at the start of a session it is told where the pad is."""
    project.begun()
    project.call("session-start")
    project.pad.write_text(TEXT + "- x\n" * 100_000, "utf-8")

    def read(_store: PadStore) -> None:
        raise AssertionError

    monkeypatch.setattr(PadStore, "read", read)
    sent = {"tool_name": "Write", "tool_input": {"file_path": str(project.pad)}}
    printed = project.call(event, context_window={"context_window_size": 200_000}, **sent)
    assert bool(printed) is (event in ("session-start", "pre-tool-use"))
    assert "- x" not in printed
    assert not [reason for reason in project.reasons() if "AssertionError" in reason]
    if event in ("session-start", "user-prompt-submit", "session-end", "statusline"):
        assert "more than 256 KiB" in project.reasons()[-1]


@pytest.mark.parametrize("event", EVENTS)
def test_where_nothing_can_be_written_the_agent_goes_on(
    project: Project, event: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a full disk: every file that is opened for writing fails, as long as the hook runs."""
    project.begun(TEXT)
    project.patched("Next", "replace", "by another", session="x")
    project.call("session-start")
    project.patched("Next", "replace", "and again", session="x")
    real = os.open

    def full(path: str, flags: int, mode: int = 0o777, **more: int) -> int:
        if flags & (os.O_WRONLY | os.O_RDWR):
            raise OSError(28, os.strerror(28), path)
        return real(path, flags, mode, **more)

    before = project.tree()
    monkeypatch.setattr(os, "open", full)
    printed = project.call(
        event, source="compact", trigger="auto", context_window={"context_window_size": 200_000}
    )
    monkeypatch.undo()
    assert bool(printed) is (event in ("session-start", "user-prompt-submit", "statusline"))
    assert project.tree() == before


@pytest.mark.skipif(sys.platform == "win32", reason="locks are kernel locks of POSIX here")
@pytest.mark.parametrize("event", EVENTS)
def test_a_held_lock_is_left_alone(project: Project, event: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The hook gives the lock 0.3 s, then does without and notes it; what it has to say it says."""
    project.begun()
    project.call("session-start")
    project.patched("Findings", "append", "CI has no redis (job 4412)", session="x")
    holder = (
        "import sys\nfrom scratchpad_tui.core.pad.lock import locked\n"
        "with locked(sys.argv[1], timeout=5):\n    print('held', flush=True)\n    sys.stdin.read()\n"
    )
    held = subprocess.Popen(
        [sys.executable, "-c", holder, project.store.paths.lock],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    with held:
        assert held.stdout is not None
        assert held.stdout.readline() == b"held\n"
        monkeypatch.setenv("SCRATCHPAD_HOOKS_REMIND_AFTER", "1")
        waits: list[float] = []

        def noted(path: str, *, timeout: float, **more: object) -> object:
            waits.append(timeout)
            return locked(path, timeout=min(timeout, 0.01), **more)  # type: ignore[arg-type]

        monkeypatch.setattr("scratchpad_tui.core.pad.locking.locked", noted)
        printed = project.call(
            event, source="compact", trigger="auto", context_window={"context_window_size": 200_000}
        )
        assert held.stdin is not None
        held.stdin.close()
    assert bool(printed) is (event in ("session-start", "user-prompt-submit", "statusline"))
    assert all(wait <= 0.3 for wait in waits)
    if event not in ("pre-tool-use", "statusline"):
        assert waits
        assert f"{event}: the pad is locked by another process" in project.reasons()


# As a process


@pytest.mark.parametrize(
    "words",
    [["session-start", "--bogus"], ["bogus"], ["session-start", "--profile", "bogus"], []],
    ids=" ".join,
)
def test_a_wrong_call_is_no_refusal_to_the_agent(project: Project, words: list[str]) -> None:
    """Exit code 2 would have the person's prompt thrown away, or the tool refused."""
    project.begun()
    done = project.process(*words, sent=json.dumps(project.sent()).encode())
    assert (done.returncode, done.stdout) == (0, b"")


def test_a_wrong_clock_is_no_refusal_to_the_agent(project: Project) -> None:
    project.begun()
    done = project.process("stop", sent=json.dumps(project.sent()).encode(), env={"SCRATCHPAD_NOW": "noon"})
    assert (done.returncode, done.stdout) == (0, b"")
    assert (
        subprocess.run(
            [*COMMAND, "status"], env={**os.environ, "SCRATCHPAD_NOW": "noon"}, check=False
        ).returncode
        == 2
    )


def test_two_hooks_at_once_both_answer_and_both_are_known(project: Project) -> None:
    project.begun()
    names = [f"{SESSION[:-1]}{number}" for number in range(4)]
    running = [
        subprocess.Popen([*COMMAND, "hook", "session-start"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        for _ in names
    ]
    for process, name in zip(running, names, strict=True):
        assert process.stdin is not None
        process.stdin.write(json.dumps(project.sent(session_id=name)).encode())
        process.stdin.close()
        process.stdin = None
    outs = [process.communicate(timeout=60)[0] for process in running]
    assert all(b"retries are counted" in out for out in outs)
    known = set(project.store.state().seen)
    missed = sum("locked" in reason for reason in project.reasons())
    assert known <= set(names)
    assert len(known) + missed >= len(names)


@pytest.mark.parametrize("first", ["file_path", "content"])
def test_a_write_of_fifty_megabytes_over_the_pad_is_judged_as_any(project: Project, first: str) -> None:
    """What is to be written is passed over, wherever it stands; the agent must be able to send all of it."""
    project.begun()
    given = {"file_path": str(project.pad), "content": 'x"\\' * (10 << 20)}
    fields = project.sent(tool_name="Write", tool_input={first: "", **given})
    done = project.process("pre-tool-use", sent=json.dumps(fields).encode())
    assert (done.returncode, b'"permissionDecision": "deny"' in done.stdout) == (0, True)
    assert project.reasons() == []


def test_what_is_too_long_without_long_texts_is_answered_by_nothing(project: Project) -> None:
    project.begun()
    sent = json.dumps(project.sent(tool_input={"content": ["xxxx"] * (3 << 20)})).encode()
    done = project.process("pre-tool-use", sent=sent, env={"CLAUDE_PROJECT_DIR": str(project.work)})
    assert (done.returncode, done.stdout) == (0, b"")
    assert project.reasons() == [
        "pre-tool-use: more than 16 MiB were sent on standard input; a hook takes one JSON object"
    ]
