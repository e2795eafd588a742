"""The transcripts of a directory: each agent's places, whatever they look like, at little cost."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.transcripts import discover, heads, places
from scratchpad_tui.core.transcripts.discover import looked_in, newest, subagents_of, transcripts_for
from tests.core.transcripts.feeding import lines_of

if TYPE_CHECKING:
    from collections.abc import Callable

CLAUDE_ROW = {
    "type": "user",
    "sessionId": "s-1",
    "uuid": "u",
    "message": {"role": "user", "content": "mend it"},
}


class House:
    """A home with a directory of work in it."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.work = home / "work" / "my_app.v2"
        self.work.mkdir(parents=True)
        self.cwd = str(self.work)
        self.environ = {"HOME": str(home)}
        self._clock = 1_000.0

    def put(self, path: str, *rows: object, data: bytes | None = None) -> str:
        """A file that is newer than all before it."""
        target = self.home / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(lines_of(*rows) if data is None else data)
        self._clock += 10
        os.utime(target, (self._clock, self._clock))
        return str(target)

    def claude(self, name: str = "s-1", root: str = ".claude", **more: object) -> str:
        """A session of Claude Code."""
        slug = places.claude_slug(self.cwd)
        row = {**CLAUDE_ROW, "sessionId": name, "cwd": self.cwd, **more}
        return self.put(f"{root}/projects/{slug}/{name}.jsonl", row)

    def codex(self, day: str, number: int = 1, cwd: str | None = None, **payload: object) -> str:
        """A thread of Codex."""
        key = f"019c8bfe-ec25-79e0-97d7-{number:012x}"
        meta = {"type": "session_meta", "payload": {"id": key, "cwd": cwd or self.cwd, **payload}}
        said = {"type": "event_msg", "payload": {"type": "user_message", "message": "mend it"}}
        return self.put(f".codex/sessions/{day}/rollout-2026-07-20T10-00-00-{key}.jsonl", meta, said)

    def found(self) -> list[str]:
        """The paths, newest first."""
        return [entry.path for entry in transcripts_for(self.cwd, environ=self.environ)]


@pytest.fixture
def house(tmp_path: Path) -> House:
    heads._known.clear()
    return House(tmp_path / "home")


def test_nothing_is_there(house: House) -> None:
    assert house.found() == []
    assert newest(house.cwd, environ=house.environ) is None


def test_claude_code(house: House) -> None:
    path = house.claude()
    house.put(".claude/projects/-another/s-2.jsonl", CLAUDE_ROW)
    (entry,) = transcripts_for(house.cwd, environ=house.environ)
    assert entry == ("Claude Code", path, entry.mtime, entry.size, "s-1", "mend it")
    assert entry.size == os.path.getsize(path)


def test_claude_codes_folders_may_stand_elsewhere(house: House) -> None:
    first, second = house.claude("a", ".config/claude"), house.claude("b")
    assert house.found() == [second, first]
    other, third = house.claude("c", "one"), house.claude("d", "two")
    house.environ["CLAUDE_CONFIG_DIR"] = f"{house.home}/one, {house.home}/two,"
    assert house.found() == [third, other]


def test_the_slug_has_a_dash_for_all_but_letters_and_digits() -> None:
    assert places.claude_slug("/home/me/my_app.v2") == "-home-me-my-app-v2"
    assert places.claude_slug("/é/\U0001f600x") == "-----x"


def test_two_directories_of_one_slug_are_told_apart_by_the_files(house: House) -> None:
    house.claude("a", cwd=str(house.home / "work" / "my-app-v2"))
    own = house.claude("b")
    unsaid = house.put(
        f".claude/projects/{places.claude_slug(house.cwd)}/c.jsonl", {"type": "summary", "summary": "x"}
    )
    assert house.found() == [unsaid, own]


def test_a_slug_over_200_characters_is_cut_and_goes_on_with_a_hash(house: House) -> None:
    house.work = house.work / ("deep" * 30) / ("deeper" * 20)
    house.work.mkdir(parents=True)
    house.cwd = str(house.work)
    slug = places.claude_slug(house.cwd)[:200]
    own = house.put(f".claude/projects/{slug}-abc123/s.jsonl", {**CLAUDE_ROW, "cwd": house.cwd})
    house.put(f".claude/projects/{slug}-zzz/s.jsonl", {**CLAUDE_ROW, "cwd": house.cwd + "x"})
    house.put(f".claude/projects/{slug}-yyy/s.jsonl", {"type": "summary"})
    assert house.found() == [own]
    assert any(folder.endswith("-*") for folder in looked_in(house.cwd, environ=house.environ))


def test_codex_by_the_directory_in_its_first_row(house: House) -> None:
    old = house.codex("2026/06/30", 1)
    house.codex("2026/07/19", 2, cwd="/elsewhere")
    house.codex("2026/07/20", 3, source={"subagent": {"thread_spawn": {"parent_thread_id": "x"}}})
    new = house.codex("2026/07/20", 4)
    entries = transcripts_for(house.cwd, environ=house.environ)
    assert [entry.path for entry in entries] == [new, old]
    assert entries[0].session == "019c8bfe-ec25-79e0-97d7-000000000004"
    assert entries[0].last_prompt == "mend it"


def test_codexs_home_may_stand_elsewhere(house: House) -> None:
    house.codex("2026/07/20")
    house.environ["CODEX_HOME"] = str(house.home / "other")
    assert house.found() == []
    os.rename(house.home / ".codex", house.home / "other")
    assert len(house.found()) == 1


def test_codexs_days_are_looked_at_newest_first_and_not_all(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(6):
        house.codex(f"2026/07/{10 + number}", number)
    monkeypatch.setattr(places, "CODEX_LOOKED_AT", 4)
    assert [path.split("/")[-2] for path in house.found()] == ["15", "14", "13", "12"]


def test_gemini_by_the_hash_of_the_path_or_a_short_name(house: House) -> None:
    key = hashlib.sha256(house.cwd.encode()).hexdigest()
    header = {"sessionId": "g", "projectHash": key}
    said = {"id": "u", "type": "user", "content": [{"text": "mend it"}]}
    new = house.put(f".gemini/tmp/{key}/chats/session-2026-07-20T10-00-abc.jsonl", header, said)
    document = json.dumps({**header, "messages": [{**said, "content": "older"}]}, indent=1).encode()
    old = house.put(f".gemini/tmp/{key}/chats/session-2026-07-19T10-00-abd.json", data=document)
    house.put(f".gemini/tmp/{key}/chats/notes.json", data=b"{}")
    house.put(".gemini/projects.json", data=json.dumps({"projects": {house.cwd: "my-app"}}).encode())
    short = house.put(".gemini/tmp/my-app/chats/session-x.jsonl", header)
    assert [
        (entry.path, entry.last_prompt) for entry in transcripts_for(house.cwd, environ=house.environ)
    ] == [
        (short, ""),
        (old, "older"),
        (new, "mend it"),
    ]


def test_pi_by_the_path_with_dashes(house: House) -> None:
    slug = f"--{house.cwd[1:].replace('/', '-')}--"
    said = {
        "type": "message",
        "id": "m",
        "message": {"role": "user", "content": [{"type": "text", "text": "mend"}]},
    }
    path = house.put(
        f".pi/agent/sessions/{slug}/2026_0a1b.jsonl", {"type": "session", "id": "x", "cwd": house.cwd}, said
    )
    house.put(f".pi/agent/sessions/{slug}/2026_0c.jsonl", {"type": "session", "id": "y", "cwd": "/other-a"})
    (entry,) = transcripts_for(house.cwd, environ=house.environ)
    assert (entry.path, entry.session, entry.last_prompt) == (path, "0a1b", "mend")


def test_kimi_cli_by_the_hash_of_the_path(house: House) -> None:
    key = hashlib.md5(house.cwd.encode(), usedforsecurity=False).hexdigest()
    said = {"role": "user", "content": "mend it"}
    old = house.put(f".kimi/sessions/{key}/531d.jsonl", said)
    house.put(f".kimi/sessions/{key}/531d_1.jsonl", said)
    part = house.put(f".kimi/sessions/{key}/531d_read_1.jsonl", said)
    new = house.put(f".kimi/sessions/{key}/6f00/context.jsonl", said)
    entries = transcripts_for(house.cwd, environ=house.environ)
    assert [(entry.path, entry.session) for entry in entries] == [(new, "6f00"), (old, "531d")]
    assert subagents_of(old) == [part]


def test_kimi_code_by_its_name_and_the_hash_of_the_path(house: House) -> None:
    assert places.kimi_code_key("/tmp/kimi-probe-420ea6/run/work") == "wd_work_efe2cf4c3e2c"  # noqa: S108 - a name
    assert places.kimi_code_key("/Users/pingxia/") == "wd_pingxia_013dee86007c"
    root = f".kimi-code/sessions/{places.kimi_code_key(house.cwd)}/session_1/agents"
    said = {"type": "turn.prompt", "input": [{"type": "text", "text": "mend it"}], "origin": {"kind": "user"}}
    path = house.put(f"{root}/main/wire.jsonl", said)
    part = house.put(f"{root}/coder-1/wire.jsonl", said)
    (entry,) = transcripts_for(house.cwd, environ=house.environ)
    assert (entry.path, entry.session, entry.last_prompt) == (path, "session_1", "mend it")
    assert subagents_of(path) == [part]


def test_the_newest_of_all_agents_is_followed_through_resume_fork_and_clear(house: House) -> None:
    first = house.claude("a")
    second = house.claude("b")
    entry = newest(house.cwd, environ=house.environ)
    assert entry is not None
    assert (entry.path, entry.last_prompt) == (second, "")
    third = house.codex("2026/07/20")
    assert house.found() == [third, second, first]
    os.utime(first, (9_000, 9_000))  # resumed: it grows again
    entry = newest(house.cwd, environ=house.environ)
    assert entry is not None
    assert entry.path == first


def test_case_52_the_newest_of_a_resumed_pair_is_followed(house: House, shared: Path) -> None:
    (case,) = (shared / "cases").glob("52-*")
    slug = places.claude_slug(house.cwd)
    for name in ("s1", "s2"):
        house.put(f".claude/projects/{slug}/{name}.jsonl", data=(case / f"{name}.jsonl").read_bytes())
    entry = newest(house.cwd, environ=house.environ)
    assert entry is not None
    assert entry.session == "s2"


def test_symbolic_links_lead_to_one_entry_each(house: House) -> None:
    path = house.claude()
    (house.home / ".config").mkdir()
    os.symlink(house.home / ".claude", house.home / ".config" / "claude")
    assert house.found() == [path]
    linked = house.home / "link"
    os.symlink(house.work, linked)
    assert [entry.path for entry in transcripts_for(str(linked), environ=house.environ)] == [path]


def test_a_directory_that_is_gone_still_has_its_transcripts(house: House) -> None:
    path = house.claude()
    house.work.rmdir()
    assert house.found() == [path]


def test_folders_and_files_without_permission_are_passed_over(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = house.codex("2026/07/20")
    shut = os.path.dirname(house.claude())
    scandir = os.scandir

    def guarded(folder: str) -> object:
        if folder == shut:
            raise PermissionError(13, "Permission denied", folder)
        return scandir(folder)

    monkeypatch.setattr(os, "scandir", guarded)
    assert house.found() == [path]
    monkeypatch.setattr("builtins.open", lambda *_: (_ for _ in ()).throw(PermissionError(13, "no")))
    heads._known.clear()
    assert house.found() == []


def test_folders_pipes_empty_files_and_dangling_links_are_no_transcripts(house: House) -> None:
    folder = Path(house.claude()).parent
    for name in ("folder.jsonl", "b.jsonl"):
        (folder / name).mkdir()
    os.mkfifo(folder / "pipe.jsonl")
    (folder / "empty.jsonl").touch()
    os.symlink(folder / "none", folder / "dangling.jsonl")
    os.symlink(folder / "self.jsonl", folder / "self.jsonl")
    assert [os.path.basename(path) for path in house.found()] == ["s-1.jsonl"]


def test_one_of_thousands_is_found_by_reading_few(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = Path(house.claude("s-0")).parent
    for number in range(1, 2_000):
        (folder / f"s-{number}.jsonl").write_bytes(lines_of({**CLAUDE_ROW, "cwd": house.cwd}))
        os.utime(folder / f"s-{number}.jsonl", (5_000 + number, 5_000 + number))
    read: list[str] = []
    first = heads._first

    def counted(path: str, tell: Callable[[dict[str, object]], str | None]) -> str | None:
        read.append(path)
        return first(path, tell)

    monkeypatch.setattr(heads, "_first", counted)
    entry = newest(house.cwd, environ=house.environ)
    assert entry is not None
    assert entry.session == "s-1999"
    assert len(read) == 1
    newest(house.cwd, environ=house.environ)
    assert len(read) == 1
    assert len(house.found()) == discover.LISTED


def test_the_last_prompt_is_a_persons(house: House) -> None:
    slug = places.claude_slug(house.cwd)
    base = {"sessionId": "s", "uuid": "u", "cwd": house.cwd}

    def said(content: object, **more: object) -> dict[str, object]:
        return {**base, "type": "user", "message": {"role": "user", "content": content}, **more}

    result = [{"type": "tool_result", "tool_use_id": "t", "content": "x"}]
    house.put(
        f".claude/projects/{slug}/s.jsonl",
        said("first"),
        said("  the \x1b[31mlast one  " + "y" * 1_000),
        said(result, toolUseResult={}),
        said(result),
        said("meta", isMeta=True),
        said("side", isSidechain=True),
        said("sum", isCompactSummary=True),
        said("<command-name>/clear</command-name>"),
        said([{"type": "text", "text": "[Request interrupted by user]"}]),
        {"type": "assistant", "message": {"role": "assistant", "content": "no"}},
    )
    (entry,) = transcripts_for(house.cwd, environ=house.environ)
    assert entry.last_prompt.startswith("the \x1b[31mlast one")
    assert len(entry.last_prompt) == 400


def test_the_last_prompt_may_stand_far_before_the_end(house: House) -> None:
    slug = places.claude_slug(house.cwd)
    filler = {"type": "assistant", "message": {"role": "assistant", "content": "x" * 1_000}}
    rows = [{**CLAUDE_ROW, "cwd": house.cwd}, *([filler] * 300)]
    house.put(f".claude/projects/{slug}/a.jsonl", *rows)
    assert [entry.last_prompt for entry in transcripts_for(house.cwd, environ=house.environ)] == ["mend it"]
    house.put(f".claude/projects/{slug}/a.jsonl", *rows, *([filler] * 1_500))
    assert [entry.last_prompt for entry in transcripts_for(house.cwd, environ=house.environ)] == [""]


def test_subagents_of_a_claude_session(house: House, shared: Path) -> None:
    sample = shared / "samples/transcripts/claude-code/subagent/0a1b2c3d-4e5f-4061-8071-2a3b4c5d6e7f.jsonl"
    assert [os.path.basename(path) for path in subagents_of(str(sample))] == ["agent-a0ad4f44468bdf20d.jsonl"]
    path = house.claude("s-1")
    folder = os.path.relpath(os.path.dirname(path), house.home)
    older = house.put(f"{folder}/agent-1.jsonl", {**CLAUDE_ROW, "sessionId": "s-1", "isSidechain": True})
    house.put(f"{folder}/agent-2.jsonl", {**CLAUDE_ROW, "sessionId": "s-2", "isSidechain": True})
    deep = house.put(f"{folder}/s-1/subagents/workflow/agent-3.jsonl", CLAUDE_ROW)
    house.put(f"{folder}/s-1/tool-results/x.txt", CLAUDE_ROW)
    house.put(f"{folder}/s-1/subagents/agent-3.meta.json", CLAUDE_ROW)
    assert subagents_of(path) == sorted([older, deep])
    assert house.found() == [path]


def test_subagents_of_a_codex_thread(house: House) -> None:
    path = house.codex("2026/07/20", 1)
    key = "019c8bfe-ec25-79e0-97d7-000000000001"
    part = house.codex("2026/07/20", 2, source={"subagent": {"thread_spawn": {"parent_thread_id": key}}})
    house.codex("2026/07/20", 3, source={"subagent": {"thread_spawn": {"parent_thread_id": "another"}}})
    house.codex("2026/07/20", 4, source={"subagent": "review"})
    assert subagents_of(path) == [part]
    assert house.found() == [path]


def test_a_first_row_of_many_kilobytes_is_read(house: House) -> None:
    path = house.codex("2026/07/20", 1, base_instructions={"text": "x" * 100_000})
    assert house.found() == [path]


def test_subagents_of_a_gemini_session(house: House) -> None:
    path = house.put("chats/session-2026-ab.jsonl", {"sessionId": "whole-id", "projectHash": "x"})
    part = house.put("chats/whole-id/session-2026-cd.jsonl", {"sessionId": "y", "projectHash": "x"})
    assert subagents_of(path) == [part]


def test_the_folders_looked_in_are_named_whether_they_are_there_or_not(house: House) -> None:
    folders = looked_in(house.cwd, environ=house.environ)
    parts = (
        ".claude/projects",
        ".config/claude",
        ".codex/sessions",
        ".gemini/tmp",
        ".pi/agent",
        ".kimi/",
        ".kimi-code",
    )
    for part in parts:
        assert any(part in folder for folder in folders), part
    assert len(folders) == len(set(folders))


def test_heads_that_are_no_json_say_nothing(house: House) -> None:
    path = house.put(".codex/sessions/2026/07/20/rollout-x.jsonl", data=b"\x00\xff{broken\n[1]\nnull\n")
    assert heads.codex_cwd(path) == ""
    assert house.found() == []
    (house.home / ".gemini").mkdir()
    for text in ("", "[]", '{"projects": 3}', json.dumps({"projects": {house.cwd: "../../etc"}})):
        (house.home / ".gemini" / "projects.json").write_text(text)
        assert heads.gemini_projects(str(house.home / ".gemini" / "projects.json"), (house.cwd,)) == []
