"""Real repositories for tests, with a pad in them whose turns are to be commits."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scratchpad_tui.core.config import load
from scratchpad_tui.core.pad import journal
from scratchpad_tui.core.pad.store import PadStore

if TYPE_CHECKING:
    from scratchpad_tui.core.pad.store import Outcome

WHO = {
    "GIT_AUTHOR_NAME": "A Person",
    "GIT_AUTHOR_EMAIL": "person@example.org",
    "GIT_COMMITTER_NAME": "A Person",
    "GIT_COMMITTER_EMAIL": "person@example.org",
}


def git(folder: Path, *words: str, check: bool = True) -> str:
    """What a git command of the person prints."""
    done = subprocess.run(
        ["git", "-c", "protocol.file.allow=always", *words],
        cwd=folder,
        env={**os.environ, **WHO},
        capture_output=True,
        text=True,
        check=False,
    )
    assert not check or done.returncode == 0, done.stderr
    return done.stdout.removesuffix("\n")


class Repository:
    """A work tree with a file of its own, and a pad that is written with `git.commit` on."""

    def __init__(self, top: Path, *, pad: str = ".agent/scratchpad.md", first: bool = True) -> None:
        self.top = top
        self.pad = top / pad
        self.name = pad
        if first:
            (top / "other.txt").write_text("theirs\n")
            git(top, "add", "other.txt")
            git(top, "commit", "-q", "-m", "first")

    def store(self, *, on: bool = True) -> PadStore:
        """A fresh store, as another process has it."""
        settings = load(str(self.pad), {"git.commit": on, "history.depth": 0})
        return PadStore(self.pad, settings=settings)

    def turn(self, text: str, turn: str | None = None, *, on: bool = True) -> Outcome:
        """One turn of an agent."""
        store = self.store(on=on)
        patches = json.dumps([{"section": "Findings", "op": "append", "content": text}])
        try:
            return store.apply_text(patches, turn=turn)
        finally:
            store.close()

    def subjects(self, ref: str = "HEAD") -> list[str]:
        """The first lines of the commits that touch the pad, oldest first."""
        listed = git(self.top, "log", "--reverse", "--format=%s", ref, "--", f":(literal){self.name}")
        return listed.split("\n") if listed else []

    def committed(self) -> bytes:
        """The pad as HEAD has it."""
        show = ["git", "cat-file", "blob", f"HEAD:{self.name}"]
        return subprocess.run(show, cwd=self.top, capture_output=True, check=True).stdout

    def is_committed(self) -> bool:
        """Whether HEAD has the pad as it is."""
        return self.committed() == self.pad.read_bytes()

    def events(self) -> list[dict[str, Any]]:
        """What the journal tells of git."""
        store = self.store()
        return [event for event in journal.events(store.paths.journal) if event["event"] == "git"]

    def rest(self) -> dict[str, bytes]:
        """Every file of the work tree but the pad's own, with the index and the settings."""
        found = {}
        for folder, folders, files in os.walk(self.top):
            folders[:] = [name for name in folders if name not in (".git", ".history")]
            for name in files:
                path = Path(folder, name)
                if path != self.pad and path.name != f".{self.pad.name}.lock" and not path.is_symlink():
                    found[str(path.relative_to(self.top))] = path.read_bytes()
        for name in ("index", "config"):
            path = self.top / ".git" / name
            if path.is_file():
                found[name] = path.read_bytes()
        return found
