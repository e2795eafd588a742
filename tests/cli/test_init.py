"""`init`: what it makes, what it keeps, and what it asks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.cli import output
from tests.cli.conftest import GOOD

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from tests.cli.conftest import Desk


def history_folders(pad: Path) -> list[str]:
    """The names beside the pad's history."""
    return sorted(path.name for path in (pad.parent / ".history").iterdir() if path.is_dir())


def test_init_makes_pad_settings_and_gitignore(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """In DIR, which need not be there; private; with the depth that a person wants; and it all validates."""
    monkeypatch.delenv("SCRATCHPAD_PAD")
    ended = desk.run("init", "proj")
    folder = desk.work / "proj" / ".agent"
    assert ended.code == 0
    assert (
        ended.out
        == "made proj/.agent/scratchpad.md\nmade proj/.agent/scratchpad.toml\nmade proj/.agent/.gitignore\n"
    )
    assert (folder / "scratchpad.md").read_text().count("_(empty)_") == 6
    assert (folder / "scratchpad.toml").read_text().count("\ndepth = 1000\n") == 1
    assert (folder / ".gitignore").read_text().startswith("#")
    assert folder.stat().st_mode & 0o777 == 0o700
    pad = folder / "scratchpad.md"
    assert desk.run("validate", "--pad", pad).out.endswith(": ok\n")
    assert desk.run("config", "--pad", pad).code == 0
    assert desk.run("status", "--pad", pad, "--json").json()["version"] == 0


def test_settings_beside_a_pad_without_a_folder_of_its_own_say_how_far_they_reach(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They stand beside the pad, as any pad's do; and the commands that are told name that pad."""
    monkeypatch.delenv("SCRATCHPAD_PAD")
    planned = desk.run("init", "--pad", "NOTES.md", "--profile", "session", "--dry-run")
    assert planned.out.endswith("would make scratchpad.toml, which counts for every pad in its folder\n")
    ended = desk.run("init", "--pad", "NOTES.md", "--profile", "session")
    assert ended.out == "made NOTES.md\nmade scratchpad.toml, which counts for every pad in its folder\n"
    assert "`scratchpad-tui watch --pad NOTES.md`" in ended.err
    assert "prompt --pad NOTES.md`" in ended.err
    assert desk.run("prompt", "--pad", "NOTES.md").code == 0
    assert "--pad" not in desk.run("init").err


def test_init_keeps_what_exists_and_says_so(desk: Desk) -> None:
    """Byte for byte; what is missing is added."""
    desk.put(GOOD)
    desk.put("[history]\ndepth = 7\n", desk.pad.parent / "scratchpad.toml")
    ended = desk.run("init")
    assert ended.out.split("\n")[:2] == [
        "kept .agent/scratchpad.md as it is",
        "kept .agent/scratchpad.toml as it is",
    ]
    assert desk.pad.read_text() == GOOD
    assert (desk.pad.parent / "scratchpad.toml").read_text() == "[history]\ndepth = 7\n"
    assert (desk.pad.parent / ".gitignore").exists()


def test_init_in_the_current_folder_looks_at_none_above(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """A project within a project gets its own pad."""
    monkeypatch.delenv("SCRATCHPAD_PAD")
    desk.put(GOOD)
    (desk.work / "inner").mkdir()
    monkeypatch.chdir(desk.work / "inner")
    assert desk.run("init").code == 0
    assert (desk.work / "inner" / ".agent" / "scratchpad.md").exists()


def test_init_of_a_named_pad(desk: Desk) -> None:
    """Its settings stand beside it; a folder that is not ours gets no .gitignore."""
    ended = desk.run("init", "--pad", desk.work / "MEMORY-STATE.md")
    assert ended.code == 0
    assert (desk.work / "MEMORY-STATE.md").read_text().startswith("## Scratch\n")
    assert (desk.work / "scratchpad.toml").exists()
    assert not (desk.work / ".gitignore").exists()


def test_init_writes_the_profile_into_the_settings(desk: Desk) -> None:
    """Otherwise the next command would have to guess it."""
    desk.run("init", "--profile", "audited")
    assert desk.run("show", "--json").json()["profile"] == "audited"
    assert '\nprofile = "audited"\n' in (desk.pad.parent / "scratchpad.toml").read_text()
    assert desk.pad.read_text().startswith("## Hypotheses\n")


def test_a_dry_run_says_and_makes_nothing(desk: Desk) -> None:
    """Also with --fresh."""
    before = desk.tree()
    assert desk.run("init", "--dry-run").out.startswith("would make .agent/scratchpad.md\n")
    assert desk.tree() == before
    desk.saved(GOOD)
    before = desk.tree()
    out = desk.run("init", "--dry-run", "--fresh").out
    assert out.startswith("would archive ")
    assert "would make .agent/scratchpad.md\n" in out
    assert desk.tree() == before


def test_fresh_archives_pad_and_history(desk: Desk) -> None:
    """Nothing is thrown away, and the new pad begins at version 0."""
    desk.saved(GOOD)
    ended = desk.run("init", "--fresh", "--yes")
    assert ended.code == 0
    assert ended.out.startswith("archived in .agent/.history/scratchpad.md.archived-")
    assert desk.pad.read_text().count("_(empty)_") == 6
    assert desk.run("status", "--json").json()["version"] == 0
    (archive,) = history_folders(desk.pad)
    assert (desk.pad.parent / ".history" / archive / "scratchpad.md").read_text() == GOOD


def test_fresh_asks_first(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """A person may say no; where nobody can be asked it is wrong usage."""
    desk.saved(GOOD)
    assert desk.run("init", "--fresh", stdin="y\n").code == 2
    monkeypatch.setattr(output, "is_terminal", lambda _stream: True)
    refused = desk.run("init", "--fresh", stdin="n\n")
    assert (refused.code, desk.pad.read_text()) == (1, GOOD)
    assert "nothing was changed" in refused.err
    assert desk.run("init", "--fresh", stdin="yes\n").code == 0
    assert desk.pad.read_text() != GOOD


def test_fresh_without_anything_to_archive_is_an_ordinary_init(desk: Desk) -> None:
    """No question, no empty archive."""
    assert desk.run("init", "--fresh").out.startswith("made ")


def test_init_does_not_bury_a_history_that_has_text(desk: Desk) -> None:
    """A pad that is gone comes back with the next write; --fresh is the way to a new one."""
    desk.saved(GOOD)
    desk.pad.unlink()
    ended = desk.run("init")
    assert ended.code == 0
    assert "scratchpad.md\n" not in ended.out
    assert "--fresh" in ended.err
    assert not desk.pad.exists()


def test_init_where_nothing_can_be_written_is_exit_3(desk: Desk) -> None:
    """One line that names the path."""
    desk.put("a file, no folder", desk.work / "blocked")
    ended = desk.run("init", desk.work / "blocked")
    assert ended.code == 3
    assert "blocked" in ended.err
    assert ended.err.count("\n") == 1


def test_a_link_in_the_settings_place_is_kept_and_not_followed(desk: Desk) -> None:
    """A planted link must not make us write elsewhere."""
    victim = desk.put("victim", desk.work / "victim.txt")
    desk.pad.parent.mkdir()
    (desk.pad.parent / "scratchpad.toml").symlink_to(desk.work / "not-there")
    (desk.pad.parent / ".gitignore").symlink_to(victim)
    desk.run("init")
    assert victim.read_text() == "victim"
    assert not (desk.work / "not-there").exists()
