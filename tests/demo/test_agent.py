"""The agent's process: it plays the story, ends by itself, and never outlives whoever started it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core import PadStore, Patch, StorageError
from scratchpad_tui.core.pad import journal
from scratchpad_tui.demo.agent import main
from scratchpad_tui.demo.player import AgentProcess, play_once
from scratchpad_tui.demo.stage import play
from scratchpad_tui.demo.workspace import create_workspace

if TYPE_CHECKING:
    from scratchpad_tui.demo.workspace import Workspace

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60
"""Seconds after which a process that should have ended is given up."""

alone = pytest.mark.alone
posix = pytest.mark.skipif(os.name != "posix", reason="signals and parents as POSIX has them")


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    """A workspace in the test's own folder."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    return create_workspace()


def agent_of(place: Workspace, *words: str) -> subprocess.Popen[str]:
    """The agent's process as a person starts it."""
    return subprocess.Popen(
        [sys.executable, "-m", "scratchpad_tui.demo.agent", place.path, *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )


@alone
def test_the_process_plays_the_story_to_its_end(place: Workspace) -> None:
    """The same story as in one process, with a line a turn; nothing else is said."""
    agent = agent_of(place, "--speed", "1000", "--seed", "3")
    out, err = agent.communicate(timeout=PATIENCE)
    assert (agent.returncode, err) == (0, "")
    lines = out.rstrip("\n").split("\n")
    assert len(lines) == 60
    assert lines[0] == "turn 1: Task, Plan, Next"
    assert lines[12] == "turn 13: refused"
    reading = PadStore(place.pad).read()
    assert reading.state == "good"
    other = Path(place.path) / "other.md"
    play(str(other), seed=3)
    assert Path(place.pad).read_text("utf-8") == other.read_text("utf-8")


@alone
@posix
def test_sigterm_ends_it_quietly(place: Workspace) -> None:
    """In the middle of its story, with the pad whole."""
    agent = agent_of(place, "--speed", "0.01")
    assert agent.stdout is not None
    assert agent.stdout.readline() == "turn 1: Task, Plan, Next\n"
    agent.send_signal(signal.SIGTERM)
    _, err = agent.communicate(timeout=PATIENCE)
    assert (agent.returncode, err) == (0, "")
    assert PadStore(place.pad).read().state == "good"


@alone
def test_the_end_of_its_input_ends_it(place: Workspace) -> None:
    """Whoever held the other end is gone."""
    agent = agent_of(place, "--speed", "0.01", "--tied")
    assert agent.stdout is not None
    agent.stdout.readline()
    _, err = agent.communicate(timeout=PATIENCE)
    assert (agent.returncode, err) == (0, "")


@alone
def test_a_reader_who_leaves_ends_it_quietly(place: Workspace) -> None:
    """A closed pipe is no error: no traceback at the end either."""
    agent = agent_of(place, "--speed", "200")
    assert agent.stdout is not None
    agent.stdout.readline()
    agent.stdout.close()
    agent.stdout = None
    _, err = agent.communicate(timeout=PATIENCE)
    assert (agent.returncode, err) == (0, "")


PARENT = """
import sys
from scratchpad_tui.demo.player import AgentProcess
from scratchpad_tui.demo.workspace import workspace_at
agent = AgentProcess(workspace_at(sys.argv[1]), speed=0.01)
agent.start()
print(agent.pid, flush=True)
sys.stdin.read()
"""


@alone
@posix
def test_it_ends_when_its_parent_is_killed(place: Workspace) -> None:
    """A UI that is killed, or whose terminal is closed, leaves no agent behind."""
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT, place.path],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    assert parent.stdout is not None
    pid = int(parent.stdout.readline())
    parent.kill()
    parent.communicate(timeout=PATIENCE)
    assert gone(pid)


@alone
@posix
@pytest.mark.parametrize("tidy", [True, False])
def test_a_workspace_whose_owner_is_killed_is_taken_away_where_that_was_asked(
    place: Workspace, *, tidy: bool
) -> None:
    """Whoever was killed cannot do it; a report's workspace is a person's and stays."""
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT.replace("speed=0.01", f"speed=0.01, tidy={tidy}"), place.path],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    assert parent.stdout is not None
    pid = int(parent.stdout.readline())
    parent.kill()
    parent.communicate(timeout=PATIENCE)
    assert gone(pid)
    assert Path(place.path).exists() is not tidy


@alone
def test_with_company_it_answers_when_the_story_is_over(place: Workspace) -> None:
    """A step that a person adds after the end is done as any other, at a person's pace however fast the story was."""
    lines: list[str] = []

    def played(line: str) -> None:
        lines.append(line)
        if len(lines) == 3:
            PadStore(place.pad).apply([Patch("Plan", "append", "water the plants")], actor="human")

    with AgentProcess(place, speed=1000, turns=2, company=6, tells=True) as agent:
        agent.wait(played)
        assert agent.problem == ""
    assert lines[2] == "turn 3: Next"
    assert len(lines) == 8
    assert "[x] water the plants" in Path(place.pad).read_text("utf-8")


@alone
def test_it_can_be_stopped_while_somebody_follows_it(place: Workspace) -> None:
    """The thread that reads its lines ends as well, without a complaint."""
    heard: list[str] = []
    agent = AgentProcess(place, speed=0.01, tells=True)
    agent.start()
    follower = threading.Thread(target=agent.wait, args=(heard.append,))
    follower.start()
    while not heard:
        time.sleep(0.01)
    agent.stop()
    follower.join(PATIENCE)
    assert not follower.is_alive()


def gone(pid: int) -> bool:
    """Whether a process that is not our child ends in time."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        if (stat := Path(f"/proc/{pid}/stat")).exists() and stat.read_text().rpartition(")")[2].split()[
            0
        ] == "Z":
            return True
        time.sleep(0.02)
    return False


@alone
def test_stopping_it_is_prompt_and_can_be_done_twice(place: Workspace) -> None:
    """The UI stops it on its way out, whatever turn it is in."""
    with AgentProcess(place, speed=0.01) as agent:
        pid = agent.pid
        assert pid is not None
        agent.stop()
        assert agent.pid is None
        agent.stop()
    if os.name == "posix":
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


@alone
def test_a_failure_is_told(place: Workspace) -> None:
    """The UI shows why nothing moves."""
    Path(place.transcript).unlink()
    Path(place.transcript).mkdir()
    with AgentProcess(place, speed=1000) as agent:
        agent.wait()
        assert "Is a directory" in agent.problem
        assert place.transcript in agent.problem
    with pytest.raises(StorageError, match="the demo ended early"):
        play_once(place, speed=1000)


@alone
def test_nothing_in_the_current_folder_stands_in_its_way(
    place: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A project with a `queue.py` or a `json.py` of its own is an ordinary place to start the demo in."""
    for name in ("queue", "json", "signal", "scratchpad_tui"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('not this one')\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PYTHONPATH")
    with AgentProcess(place, speed=1000, turns=2) as agent:
        agent.wait()
        assert agent.problem == ""
    assert PadStore(place.pad).read().version == 2


@alone
def test_a_pad_named_in_the_environment_is_not_touched(
    place: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The demo plays in its workspace alone, whatever the person's shell says."""
    own = tmp_path / "own.md"
    monkeypatch.setenv("SCRATCHPAD_PAD", str(own))
    monkeypatch.setenv("SCRATCHPAD_PROFILE", "session")
    play_once(place, speed=1000, turns=2)
    assert not own.exists()
    assert "## Ruled out" in Path(place.pad).read_text("utf-8")


@alone
def test_playing_once_reports_and_leaves_the_workspace(place: Workspace) -> None:
    """`demo --once`: a line a turn while it plays, then the report."""
    told: list[str] = []
    report = play_once(place, seed=5, speed=1000, turns=20, told=told.append)
    assert [line.partition(":")[0] for line in told] == [f"turn {turn}" for turn in range(1, 21)]
    assert report.workspace == place.path
    assert report.versions == len(PadStore(place.pad).history.numbers())
    assert report.ruled_out >= 2
    assert Path(place.pad).exists()


@alone
def test_other_seeds_reach_the_process(place: Workspace) -> None:
    """The seed of the command line is the seed of the story."""
    play_once(place, seed=21, speed=1000, turns=3)
    first = Path(place.pad).read_text("utf-8")
    other = Path(place.path) / "other.md"
    play(str(other), seed=21, turns=3)
    assert other.read_text("utf-8") == first


def test_a_folder_that_is_not_there_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit 3 as everywhere, and no traceback."""
    assert main([str(tmp_path / "absent")]) == 3
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert "absent" in err


@pytest.mark.parametrize("speed", ["0", "-1", "nan", "fast", "inf"])
def test_a_speed_that_is_none_is_refused(speed: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A wait without an end would look like a hang."""
    with pytest.raises(SystemExit) as ended:
        main(["x", "--speed", speed])
    assert ended.value.code == 2
    assert "--speed" in capsys.readouterr().err


@alone
def test_the_hand_outside_edits_while_the_agent_works(place: Workspace) -> None:
    """In the process too: its edits are recorded as external, the broken file is recovered."""
    play_once(place, speed=1000, turns=46)
    records = list(journal.records(PadStore(place.pad).paths.journal))
    actors = [record["actor"] for record in records if record["kind"] == "version"]
    assert actors.count("external") == 2
    assert actors.count("recover") == 1
