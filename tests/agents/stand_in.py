"""A stand-in for Claude Code: it calls the hooks of a project's settings as that agent's documentation says it does.

It has no model. What it does in a turn a script says; what its hooks answer it takes by the documented rules and by no
other, so that a field in the wrong place, or a text where JSON begins, is as wrong here as it is there.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from scratchpad_tui.agents.hook import answer
from tests.agents.stand_in_transcript import MODEL, VERSION, SessionFile, usage

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

WINDOW = 200_000
CONTEXT_LIMIT = 10_000
"""Characters of a context above which it is put into a file, and a preview given."""
_NAMES = re.compile(r"[\w\-, |]*", re.ASCII)
_MATCHED_ON = {
    "SessionStart": "source",
    "PreToolUse": "tool_name",
    "PreCompact": "trigger",
    "PostCompact": "trigger",
    "SessionEnd": "reason",
}
"""The field that a matcher looks at; the other events have none, and all their hooks are called."""
_COMMON_OUTPUT = {
    "continue",
    "stopReason",
    "suppressOutput",
    "systemMessage",
    "terminalSequence",
    "hookSpecificOutput",
}
_OUTPUT = {
    "SessionStart": {"additionalContext", "initialUserMessage", "sessionTitle", "watchPaths", "reloadSkills"},
    "UserPromptSubmit": {"additionalContext", "sessionTitle"},
    "PreToolUse": {"permissionDecision", "permissionDecisionReason", "updatedInput", "additionalContext"},
    "Stop": {"additionalContext"},
}
"""What `hookSpecificOutput` may hold; of the other events nothing is taken."""
_STRONGEST_FIRST = ("deny", "defer", "ask", "allow")
_TEXT_IS_CONTEXT = ("SessionStart", "UserPromptSubmit")


class Finished(NamedTuple):
    """A process that has ended."""

    code: int
    out: str
    err: str


class Run(NamedTuple):
    """One call of one hook, or of the status line."""

    event: str
    command: str
    sent: dict[str, Any]
    finished: Finished


class Heard(NamedTuple):
    """What all hooks of one event said together."""

    contexts: tuple[str, ...] = ()
    decision: str = ""
    reason: str = ""
    watched: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """What came into the context."""
        return "\n".join(self.contexts)


class Tool(NamedTuple):
    """The use of a tool: whether it was let through, and what the model got."""

    allowed: bool
    answer: str


class Caller(Protocol):
    """Runs a hook's command, with its `args` where it has them."""

    def __call__(
        self,
        command: str,
        args: Sequence[str] | None,
        sent: bytes,
        env: Mapping[str, str],
        cwd: Path,
        seconds: float,
    ) -> Finished:
        """What became of it."""


def as_process(
    command: str, args: Sequence[str] | None, sent: bytes, env: Mapping[str, str], cwd: Path, seconds: float
) -> Finished:
    """A hook as a process of its own: by a shell, or with its `args` without one."""
    words = ["/bin/sh", "-c", command] if args is None else [command, *args]
    done = subprocess.run(
        words, input=sent, capture_output=True, check=False, env=dict(env), cwd=cwd, timeout=seconds
    )
    return Finished(done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8", "replace"))


def in_this_process(
    command: str,
    args: Sequence[str] | None,
    sent: bytes,
    env: Mapping[str, str],
    cwd: Path,
    seconds: float,
) -> Finished:
    """A hook of ours without a process: its answer is the same, and comes sooner."""
    words = shlex.split(command)
    return Finished(0, answer(words[words.index("hook") + 1], sent, env=env), "")


class StandIn:
    """One session of the agent in a project."""

    def __init__(
        self, project: Path, session: str, *, call: Caller = as_process, path: Sequence[Path] = ()
    ) -> None:
        """The environment is the process's own; `path` are folders in front of its `PATH`."""
        self.project = project
        self.session = session
        self.mode = "default"
        self.level: int | None = None
        """Tokens of the last call; None before the first one, and right behind a compaction."""
        self.runs: list[Run] = []
        self.lines: list[str] = []
        """What the status line showed, one after the other."""
        self.watched: set[str] = set()
        self.spilled: list[str] = []
        """Contexts that were too long."""
        self._call = call
        self._prompts = 0
        self._tools = 0
        slug = re.sub(r"[^A-Za-z0-9]", "-", str(project))
        self.transcript = SessionFile(
            Path(os.environ["HOME"]) / ".claude" / "projects" / slug / f"{session}.jsonl", session, project
        )
        self._settings = _settings(project)
        self._env = {
            **os.environ,
            "PATH": os.pathsep.join([*map(str, path), os.environ.get("PATH", "")]),
            "CLAUDECODE": "1",
            "CLAUDE_CODE_SESSION_ID": session,
        }

    # A session

    def start(self, source: str = "startup") -> Heard:
        """The session begins, or goes on behind a compaction."""
        if source == "startup":
            self.transcript.snapshot()
        heard = self._fire("SessionStart", source=source, model=MODEL)
        if self.level is None:
            self.status_line()
        return heard

    def prompt(self, text: str) -> Heard:
        """A person sends a prompt."""
        self._prompts += 1
        heard = self._fire("UserPromptSubmit", permission_mode=self.mode, prompt=text)
        self.transcript.prompt(text)
        return heard

    def says(self, level: int, text: str) -> None:
        """The model answers with words alone, in a call of that level."""
        self._answered(level, [{"type": "text", "text": text}])

    def stop(self, last: str) -> Heard:
        """The turn ends."""
        return self._fire(
            "Stop",
            permission_mode=self.mode,
            stop_hook_active=False,
            last_assistant_message=last,
            background_tasks=[],
            session_crons=[],
        )

    def compact(self, trigger: str, summary: str) -> Heard:
        """The context is compacted; what the hooks then put into the new one."""
        before = self.level or 0
        custom = {"custom_instructions": ""}
        assert self._fire("PreCompact", trigger=trigger, **custom) == Heard()
        heard = self._fire("SessionStart", source="compact", model=MODEL)
        self.transcript.compacted(trigger, before, summary)
        assert self._fire("PostCompact", trigger=trigger, compact_summary=summary) == Heard()
        self.level = None
        self.status_line()
        return heard

    def end(self, reason: str = "prompt_input_exit") -> None:
        """The session ends; its hooks have a second and a half for all they do."""
        self._fire("SessionEnd", reason=reason)

    # Tools

    def edit(self, level: int, path: Path, old: str, new: str) -> Tool:
        """The model uses Edit."""

        def do() -> str:
            path.write_text(path.read_text("utf-8").replace(old, new, 1), "utf-8")
            return f"The file {path} has been updated."

        sent = {"file_path": str(path), "old_string": old, "new_string": new, "replace_all": False}
        return self._use(level, "Edit", sent, do)

    def write(self, level: int, path: Path, content: str) -> Tool:
        """The model uses Write."""

        def do() -> str:
            path.write_text(content, "utf-8")
            return f"File created successfully at: {path}"

        return self._use(level, "Write", {"file_path": str(path), "content": content}, do)

    def bash(self, level: int, command: str) -> Tool:
        """The model uses Bash."""

        def do() -> str:
            done = as_process(command, None, b"", self._environment(), self.project, 60)
            return done.out + done.err + (f"Exit code {done.code}" if done.code else "")

        return self._use(level, "Bash", {"command": command, "description": "Run it"}, do)

    def _use(self, level: int, name: str, given: dict[str, Any], do: Callable[[], str]) -> Tool:
        self._tools += 1
        use = f"toolu_{self._tools:04d}"
        self._answered(level, [{"type": "tool_use", "id": use, "name": name, "input": given}])
        heard = self._fire(
            "PreToolUse", permission_mode=self.mode, tool_name=name, tool_input=given, tool_use_id=use
        )
        allowed = heard.decision in ("", "allow")
        got = do() if allowed else heard.reason
        self.transcript.result(use, got)
        return Tool(allowed, got)

    def _answered(self, level: int, blocks: list[dict[str, Any]]) -> None:
        self.level = level
        self.transcript.answer(level, [{"type": "thinking", "thinking": "", "signature": "c2ln"}, *blocks])
        self.status_line()

    # The status line

    def status_line(self) -> None:
        """Runs it, as after every message of the model and behind a compaction."""
        line = self._settings.get("statusLine")
        if line is None:
            return
        env = {**self._environment(), "COLUMNS": "100", "LINES": "40"}
        sent = self._status()
        finished = self._call(line["command"], None, json.dumps(sent).encode(), env, self.project, 60)
        self.runs.append(Run("statusLine", line["command"], sent, finished))
        if finished.code == 0:
            self.lines.append(finished.out.rstrip("\n"))

    def _status(self) -> dict[str, Any]:
        level = self.level
        share = None if level is None else round(100 * level / WINDOW)
        return {
            "hook_event_name": "Status",
            "session_id": self.session,
            "transcript_path": str(self.transcript.path),
            "cwd": str(self.project),
            "version": VERSION,
            "model": {"id": MODEL, "display_name": "Sonnet 4.5"},
            "workspace": {"current_dir": str(self.project), "project_dir": str(self.project)},
            "cost": {"total_cost_usd": 0.25, "total_duration_ms": 45_000},
            "exceeds_200k_tokens": False,
            "context_window": {
                "total_input_tokens": 4_242_424,
                "total_output_tokens": 31_415,
                "context_window_size": WINDOW,
                "used_percentage": share,
                "remaining_percentage": None if share is None else 100 - share,
                "current_usage": None if level is None else {**usage(level), "output_tokens": 400},
            },
        }

    # Hooks

    def _fire(self, event: str, **fields: object) -> Heard:
        """Calls the hooks of an event, each command once, and takes what they say."""
        sent = {
            "session_id": self.session,
            "transcript_path": str(self.transcript.path),
            "cwd": str(self.project),
            "hook_event_name": event,
            **({"prompt_id": f"p-{self._prompts}"} if self._prompts else {}),
            **fields,
        }
        runs = []
        for hook in _hooks(self._settings, event, str(fields.get(_MATCHED_ON.get(event, ""), ""))):
            command, args = hook["command"], hook.get("args")
            seconds = hook.get("timeout", 1.5 if event == "SessionEnd" else 600)
            data = json.dumps(sent, ensure_ascii=False).encode()
            finished = self._call(command, args, data, self._environment(), self.project, seconds)
            runs.append(Run(event, command, sent, finished))
        self.runs += runs
        heard = _heard(event, runs, self.spilled)
        self.watched |= set(heard.watched)
        return heard

    def _environment(self) -> dict[str, str]:
        return {**self._env, "CLAUDE_PROJECT_DIR": str(self.project)}


def on_path(folder: Path) -> Path:
    """A folder with the command in it, as an installation puts it on a person's `PATH`."""
    folder.mkdir(parents=True, exist_ok=True)
    program = folder / "scratchpad-tui"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -P -m scratchpad_tui "$@"\n', "utf-8")
    program.chmod(0o755)
    return folder


def connected(home: Path) -> Path:
    """A project that `init --for claude-code` has connected, with an empty pad."""
    project = home / "work"
    project.mkdir()
    subprocess.run(
        [sys.executable, "-m", "scratchpad_tui", "init", "--for", "claude-code", "--yes"],
        cwd=project,
        check=True,
        capture_output=True,
    )
    return project


def _settings(project: Path) -> dict[str, Any]:
    """The project's settings, the person's own over the shared ones; hooks of both are called."""
    hooks: dict[str, list[Any]] = {}
    merged: dict[str, Any] = {}
    for name in ("settings.json", "settings.local.json"):
        path = project / ".claude" / name
        data = json.loads(path.read_text("utf-8")) if path.exists() else {}
        for event, groups in data.get("hooks", {}).items():
            hooks.setdefault(event, []).extend(groups)
        merged |= data
    return {**merged, "hooks": hooks}


def _hooks(settings: dict[str, Any], event: str, value: str) -> Iterator[dict[str, Any]]:
    called = set()
    for group in settings["hooks"].get(event, []):
        if event in _MATCHED_ON and not matches(group.get("matcher", ""), value):
            continue
        for handler in group["hooks"]:
            assert handler["type"] == "command"
            key = (handler["command"], tuple(handler.get("args", ())))
            if key not in called:
                called.add(key)
                yield handler


def matches(matcher: str, value: str) -> bool:
    """Whether a group with this matcher is called: names where it has no other characters, else an expression."""
    if matcher in ("", "*"):
        return True
    if _NAMES.fullmatch(matcher):
        return value in [name.strip() for name in re.split(r"[|,]", matcher)]
    return re.search(matcher, value) is not None


def _heard(event: str, runs: Sequence[Run], spilled: list[str]) -> Heard:
    contexts: list[str] = []
    watched: list[str] = []
    decisions: dict[str, str] = {}
    for run in runs:
        said = _said(event, run.finished)
        for text in said.get("additionalContext", []):
            if len(text) > CONTEXT_LIMIT:
                spilled.append(text)
            contexts.append(text[:CONTEXT_LIMIT])
        watched += said.get("watchPaths", [])
        if "permissionDecision" in said:
            decisions[said["permissionDecision"]] = said.get("permissionDecisionReason", "")
    strongest = next((one for one in _STRONGEST_FIRST if one in decisions), "")
    return Heard(tuple(contexts), strongest, decisions.get(strongest, ""), tuple(watched))


def _said(event: str, finished: Finished) -> dict[str, Any]:
    """What one hook said in the fields of its event; what is no answer of that event is a fault."""
    if finished.code == 2 and event == "PreToolUse":
        return {"permissionDecision": "deny", "permissionDecisionReason": finished.err}
    if finished.code != 0 or not finished.out.strip():
        return {}
    if not finished.out.lstrip().startswith("{"):
        return {"additionalContext": [finished.out]} if event in _TEXT_IS_CONTEXT else {}
    data = json.loads(finished.out)
    assert set(data) <= _COMMON_OUTPUT, data
    said: dict[str, Any] = dict(data.get("hookSpecificOutput", {}))
    if said:
        assert said.pop("hookEventName") == event
    assert set(said) <= _OUTPUT.get(event, set()), said
    if "additionalContext" in said:
        said["additionalContext"] = [said["additionalContext"]]
    return said
