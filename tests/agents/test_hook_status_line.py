"""`hook statusline`: the true window is kept for whoever shows the transcript, and a short status is printed."""

from __future__ import annotations

import json
import stat
from typing import TYPE_CHECKING, Any

import pytest

from scratchpad_tui.core.pad.paths import pad_paths
from scratchpad_tui.core.pad.window_file import told_windows
from scratchpad_tui.core.text import width
from scratchpad_tui.core.transcripts.transcript import open_transcript
from scratchpad_tui.tui.pressure_reading import Reading
from tests.agents.hooks import SESSION, Project
from tests.transcripts import answer as call
from tests.transcripts import lines, prompt

if TYPE_CHECKING:
    from pathlib import Path

EVENT = "statusline"
USAGE = {
    "input_tokens": 10,
    "output_tokens": 999,
    "cache_creation_input_tokens": 90,
    "cache_read_input_tokens": 15_900,
}


@pytest.fixture
def project(pad_path: Path) -> Project:
    return Project(pad_path).begun()


def context(**more: object) -> dict[str, object]:
    known = {"context_window_size": 1_000_000, "used_percentage": 1.6, "current_usage": USAGE}
    return {**known, **more}


def shown(project: Project, **more: object) -> str:
    return project.call(EVENT, model={"id": "model-a"}, context_window=context(**more))


def kept(project: Project) -> Any:  # noqa: ANN401 - a document
    return json.loads((project.history / "window.json").read_text("utf-8"))


def test_window_and_measured_use_are_kept_beside_the_versions(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer's tokens are not in the context yet, and do not count."""
    monkeypatch.setenv("SCRATCHPAD_NOW", "2026-07-20T10:12:00Z")
    shown(project)
    assert kept(project) == {
        "session": SESSION,
        "transcript_path": str(project.work / f"{SESSION}.jsonl"),
        "model": "model-a",
        "window": 1_000_000,
        "used": 16_000,
        "used_percentage": 1.6,
        "time": "2026-07-20T10:12:00.000Z",
        "others": [],
    }


def test_the_file_has_the_pads_mode(project: Project) -> None:
    project.pad.chmod(0o640)
    shown(project)
    assert stat.S_IMODE((project.history / "window.json").stat().st_mode) == 0o640


def test_the_status_has_the_measured_share(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCRATCHPAD_CONTEXT_WINDOW", "5")
    line = shown(project, context_window_size=20_000)
    assert line.startswith("v1 · external · ")
    assert "context 80%" in line


def test_where_nothing_was_measured_the_window_is_kept_all_the_same(project: Project) -> None:
    """Before the first call, and right after a compaction."""
    line = shown(project, current_usage=None, used_percentage=None)
    assert "context ?" in line
    assert (kept(project)["window"], kept(project)["used"], kept(project)["used_percentage"]) == (
        1_000_000,
        None,
        None,
    )


@pytest.mark.parametrize("window", [None, 0, -5, 10**12, 1.5, True, "200000", [], {}])
def test_a_window_that_is_none_is_not_kept(project: Project, window: object) -> None:
    assert shown(project, context_window_size=window)
    assert not (project.history / "window.json").exists()
    assert project.reasons() == []


@pytest.mark.parametrize("value", [-1, "7", True, [], 10**12, None])
def test_use_that_is_none_is_unknown(project: Project, value: object) -> None:
    shown(project, current_usage={"input_tokens": value}, used_percentage="x")
    assert (kept(project)["used"], kept(project)["used_percentage"]) == (None, None)


def test_the_line_is_as_wide_as_the_terminal(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    project.patched("Next", "replace", "写 " * 40)
    for columns in (20, 33):
        monkeypatch.setenv("COLUMNS", str(columns))
        line = shown(project)
        assert columns - 2 <= width(line) <= columns
        assert line.endswith("…")
    whole = shown(project)
    for strange in ("", "0", "-3", "x", "9" * 50, "٤٠"):
        monkeypatch.setenv("COLUMNS", strange)
        assert len(shown(project)) > len(whole)


def test_the_same_figures_are_not_written_again_at_once(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A status line is drawn with every answer; a minute later it shows that it is still alive."""
    monkeypatch.setenv("SCRATCHPAD_NOW", "2026-07-20T10:12:00Z")
    shown(project)
    before = (project.history / "window.json").stat()
    monkeypatch.setenv("SCRATCHPAD_NOW", "2026-07-20T10:12:59Z")
    shown(project)
    assert (project.history / "window.json").stat() == before
    monkeypatch.setenv("SCRATCHPAD_NOW", "2026-07-20T10:13:00Z")
    shown(project)
    assert kept(project)["time"] == "2026-07-20T10:13:00.000Z"


def test_two_agents_on_one_pad_do_not_forget_each_other(project: Project) -> None:
    shown(project)
    for number in range(12):
        project.call(
            EVENT,
            session_id=f"s{number}",
            transcript_path=f"/t/{number}.jsonl",
            context_window=context(context_window_size=200_000 + number),
        )
    told = told_windows(pad_paths(str(project.pad)))
    assert [one.session for one in told] == [f"s{number}" for number in range(11, 3, -1)]


@pytest.mark.parametrize(
    "data", [b"", b"[]", b"{", b"\xff", b'{"window": true}', b'{"window": 200000, "session": 7}']
)
def test_a_damaged_file_counts_as_none_and_is_written_anew(project: Project, data: bytes) -> None:
    (project.history / "window.json").write_bytes(data)
    assert told_windows(pad_paths(str(project.pad))) == []
    shown(project)
    assert kept(project)["window"] == 1_000_000


def test_a_link_in_its_place_is_not_followed(project: Project, tmp_path: Path) -> None:
    outside = tmp_path / "outside.json"
    outside.write_text('{"window": 7}', "utf-8")
    (project.history / "window.json").symlink_to(outside)
    shown(project)
    assert outside.read_text("utf-8") == '{"window": 7}'
    assert not (project.history / "window.json").is_symlink()


# Who reads it


def transcript(project: Project, name: str = f"{SESSION}.jsonl") -> Path:
    path = project.work / name
    path.write_text(lines(prompt("go"), call(1, 20_000), call(2, 40_000)), "utf-8")
    return path


def window_of(project: Project, path: Path) -> tuple[int, str]:
    opened = open_transcript(str(path), pad=project.store.paths)
    quick = opened.glance()[1]
    opened.read_all()
    assert opened.window == quick
    return tuple(quick)  # type: ignore[return-value]


def test_a_transcript_has_the_window_that_its_status_line_told(project: Project) -> None:
    path = transcript(project)
    assert window_of(project, path) == (200_000, "assumed")
    shown(project)
    assert window_of(project, path) == (1_000_000, "recorded")


def test_the_session_names_it_where_the_path_is_another(project: Project) -> None:
    """A file that was copied or is seen from within a container."""
    path = transcript(project, "copy.jsonl")
    project.call(EVENT, session_id="s-1", transcript_path="/elsewhere/x.jsonl", context_window=context())
    assert window_of(project, path) == (1_000_000, "recorded")


def test_what_was_told_of_another_session_says_nothing(project: Project) -> None:
    path = transcript(project)
    project.call(EVENT, session_id="s-2", transcript_path="/elsewhere/x.jsonl", context_window=context())
    assert window_of(project, path) == (200_000, "assumed")


def test_a_setting_is_stronger_and_a_level_above_proves_more(project: Project) -> None:
    path = transcript(project)
    project.call(EVENT, context_window=context(context_window_size=30_000))
    assert window_of(project, path) == (1_000_000, "evidence")
    assert open_transcript(str(path), window=64_000, pad=project.store.paths).window == (64_000, "setting")


def test_the_model_that_it_named_has_it_and_no_other(project: Project) -> None:
    """After a change of the model the calls of the first one keep their own window."""
    path = project.work / f"{SESSION}.jsonl"
    other = call(2, 30_000)
    other["message"]["model"] = "model-b"  # type: ignore[index]
    path.write_text(lines(prompt("go"), call(1, 20_000), other), "utf-8")
    project.call(EVENT, model={"id": "model-b[1m]"}, context_window=context())
    opened = open_transcript(str(path), pad=project.store.paths)
    opened.read_all()
    rules = opened.windows()
    assert [tuple(rules.at(one)) for one in opened.record.main] == [
        (200_000, "assumed"),
        (1_000_000, "recorded"),
    ]


def test_the_pressure_screen_sees_it_when_it_comes(project: Project) -> None:
    reading = Reading(str(transcript(project)), None, project.store.paths)
    while reading.advance(1 << 20):
        pass
    assert (reading.view().window, reading.view().window_source) == (200_000, "assumed")
    shown(project)
    view = reading.view()
    assert (view.window, view.window_source) == (1_000_000, "recorded")
    assert view.windows is not None
    assert [view.windows.at(one).tokens for one in view.series] == [1_000_000, 1_000_000]
