"""A fresh process that has the file alone comes to the same state, or says what is missing."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.audited import rebuilding
from scratchpad_tui.core.audited import survival as module
from scratchpad_tui.core.audited.rebuilding import Rebuilt, rebuilt, state_of
from scratchpad_tui.core.audited.survival import survival
from scratchpad_tui.core.errors import InputError, StorageError
from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.pad.records import digest
from scratchpad_tui.core.pad.store import PadStore
from tests.core.audited.memories import BROKEN, PAD, put, tree

if TYPE_CHECKING:
    from pathlib import Path

HARD = (
    "\ufeff" + PAD.replace("port is 5433", "port is “5433” \u200b\x1b[2J é {#x} [src:a @ 2026-01-01] ☃")
).replace("\n", "\r\n")


@pytest.mark.parametrize("text", [PAD, HARD], ids=["plain", "hard"])
def test_the_state_of_an_audited_pad_survives(text: str, pad_path: Path) -> None:
    """Entries, evidence and keys come out the same, whatever characters stand in them; nothing is written."""
    store = put(pad_path, text)
    before = tree(pad_path.parent)
    found = survival(store)
    assert (found.problems, found.entries, found.sha256) == ((), 5, digest(text.encode()))
    assert tree(pad_path.parent) == before


def test_what_is_rebuilt_is_the_entries_with_their_evidence(pad_path: Path) -> None:
    """It is the state that is compared, not only a hash."""
    put(pad_path, PAD)
    state = rebuilt(str(pad_path), "audited").sections
    assert state["Findings"][1] == ["db-port", "port is 5433", "compose.yml", "2026-07-01", False]
    assert state["Open"][0] == ["region", "which region?", "", "", False]


@pytest.mark.parametrize(
    "text",
    [
        "## Task\nShip it\n\n## Plan\n1. [x] one\n2. [ ] two\n",
        "## Scratch\n- 2026-07-20T10:00Z [decided] x\n",
    ],
)
def test_other_profiles_are_compared_too(text: str, pad_path: Path) -> None:
    """Sections are what a conversation-less agent has there."""
    assert survival(put(pad_path, text)).ok


def test_a_profile_of_the_pads_own_is_found_by_the_fresh_process(pad_path: Path) -> None:
    """Its sections stand in the settings beside the file."""
    pad_path.parent.mkdir()
    (pad_path.parent / "scratchpad.toml").write_text(
        'profile = "mine"\n[[profiles.mine.sections]]\nname = "Facts"\ncap = 100\npurpose = "What is so."\n',
        "utf-8",
    )
    found = survival(put(pad_path, "## Facts\n- one\n- two\n"))
    assert (found.problems, found.entries) == ((), 2)


def test_a_broken_pad_does_not_survive_and_is_not_moved(pad_path: Path) -> None:
    """The problems are those of the parser."""
    store = put(pad_path, BROKEN, "audited")
    before = tree(pad_path.parent)
    found = survival(store)
    assert [problem.code for problem in found.problems] == ["unknown-section"]
    assert tree(pad_path.parent) == before


def test_a_pad_that_is_gone_does_not_survive_and_one_that_never_was_is_no_fault(pad_path: Path) -> None:
    """With the file gone, only the history could tell."""
    fresh = survival(PadStore(pad_path, profile="audited"))
    assert (fresh.ok, fresh.is_there) == (True, False)
    store = put(pad_path, "## Task\nShip it\n")
    store.apply([Patch("Task", "append", "And mend it")])
    pad_path.unlink()
    assert [problem.code for problem in survival(store).problems] == ["gone"]


def test_the_version_is_told_where_the_file_is_one(pad_path: Path) -> None:
    """An edit that no version has yet survives all the same, and is told."""
    store = put(pad_path, "## Task\nShip it\n")
    store.apply([Patch("Task", "append", "And mend it")])
    found = survival(store)
    assert (found.version, found.notice) == (2, "")
    pad_path.write_text("## Task\nby hand\n", "utf-8")
    edited = survival(store)
    assert (edited.ok, edited.version) == (True, None)
    assert "the newest is version 2" in edited.notice


def test_a_difference_is_told_by_its_section(pad_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that reads the same bytes otherwise is what this check is for."""
    store = put(pad_path, PAD)

    def other(path: str, profile: str) -> Rebuilt:
        told = rebuilt(path, profile)
        return told._replace(sections={**told.sections, "Findings": told.sections["Findings"][1:]})

    monkeypatch.setattr(module, "rebuilt", other)
    found = survival(store)
    assert [(one.line, one.code) for one in found.problems] == [(7, "not-rebuilt")]
    assert found.problems[0].message.startswith("Findings is not the same")


def test_a_write_in_between_is_compared_anew(pad_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both have to read the same bytes; a pad that never rests is told."""
    store = put(pad_path, PAD)
    rounds: list[int] = []

    def meddled(path: str, profile: str) -> Rebuilt:
        if len(rounds) < 2:
            rounds.append(1)
            pad_path.write_text(PAD.replace("40 s", f"4{len(rounds)} s"), "utf-8")
        return rebuilt(path, profile)

    monkeypatch.setattr(module, "rebuilt", meddled)
    assert survival(store).sha256 == digest(pad_path.read_bytes())
    monkeypatch.setattr(module, "rebuilt", lambda *_: Rebuilt("other", {}))
    with pytest.raises(StorageError, match="faster than it can be compared"):
        survival(store)


def test_the_fresh_process_is_given_nothing_of_this_one(
    pad_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither the environment's words, nor its modules, nor those of the current directory."""
    mine = state_of(put(pad_path, PAD).read().document)
    monkeypatch.setenv("SCRATCHPAD_PROFILE", "task")
    assert set(
        rebuilding.clean_environment({**os.environ, "SCRATCHPAD_PAD": "x", "ANTHROPIC_API_KEY": "y"})
    ) <= {
        "HOME",
        "XDG_CONFIG_HOME",
        "USERPROFILE",
        "LOCALAPPDATA",
        "SYSTEMROOT",
        "TZ",
    }
    for folder in (pad_path.parent, pad_path.parent.parent):
        (folder / "json.py").write_text("raise SystemExit('not mine')\n", "utf-8")
        (folder / "subprocess.py").write_text("raise SystemExit('not mine')\n", "utf-8")
    monkeypatch.setenv("PYTHONPATH", str(pad_path.parent))
    assert rebuilt(str(pad_path), "audited").sections == mine


def test_a_process_that_cannot_be_started_or_fails_is_told(
    pad_path: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """It is no verdict on the pad."""
    store = put(pad_path, PAD)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "no-python"))
    with pytest.raises(StorageError, match="could not rebuild the pad in a fresh process"):
        survival(store)
    failing = tmp_path / "python"
    failing.write_text("#!/bin/sh\necho 'no module' >&2\nexit 1\n", "utf-8")
    failing.chmod(0o700)
    monkeypatch.setattr(sys, "executable", str(failing))
    with pytest.raises(StorageError, match="failed: no module"):
        survival(store)


def test_what_the_fresh_process_cannot_read_is_a_problem_of_the_pad(pad_path: Path) -> None:
    """A file that is not there for it is an error of storage; a text that does not parse is a refusal."""
    with pytest.raises(StorageError, match="No such file"):
        rebuilt(str(pad_path.parent.parent / "none.md"), "audited")
    put(pad_path, BROKEN)
    with pytest.raises(InputError, match="unknown section"):
        rebuilt(str(pad_path), "audited")
    with pytest.raises(InputError, match="no profile"):
        rebuilt(str(pad_path), "nobody")
