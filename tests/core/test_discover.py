"""Discovery: the nearest pad from the current directory upward, never above the home directory."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from scratchpad_tui.core.errors import StorageError
from scratchpad_tui.core.pad.discover import discover

AGENT = ".agent/scratchpad.md"


class Tree:
    """A home directory with a project in it, and something above."""

    def __init__(self, top: Path) -> None:
        self.top = top
        self.home = top / "home" / "me"
        self.project = self.home / "project"
        self.deep = self.project / "a" / "b"
        self.deep.mkdir(parents=True)

    def pad(self, directory: Path, name: str = AGENT) -> Path:
        """A pad of that name in the directory."""
        path = directory / name
        path.parent.mkdir(exist_ok=True)
        path.touch()
        return path

    def found(self, cwd: Path, **env: str) -> Path:
        """What discovery finds from there, named or not."""
        return Path(discover(str(cwd), str(self.home), env).path)


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    return Tree(tmp_path)


def test_the_nearest_directory_wins_whatever_the_name_in_it(tree: Tree) -> None:
    """Directories are compared before names: a MEMORY-STATE.md here is nearer than an .agent two levels up."""
    tree.pad(tree.project)
    assert tree.found(tree.deep) == tree.project / AGENT
    near = tree.pad(tree.project / "a", "MEMORY-STATE.md")
    assert tree.found(tree.deep) == near
    assert tree.found(tree.project) == tree.project / AGENT


def test_in_one_directory_the_names_have_an_order(tree: Tree) -> None:
    last = tree.pad(tree.project, "MEMORY-STATE.md")
    assert tree.found(tree.deep) == last
    second = tree.pad(tree.project, "scratchpad.md")
    assert tree.found(tree.deep) == second
    first = tree.pad(tree.project)
    assert tree.found(tree.deep) == first


def test_the_home_directory_is_the_last_that_is_looked_through(tree: Tree) -> None:
    tree.pad(tree.home.parent)
    assert tree.found(tree.deep) == tree.deep / AGENT
    at_home = tree.pad(tree.home)
    assert tree.found(tree.deep) == at_home
    assert tree.found(tree.home) == at_home


def test_outside_the_home_directory_the_root_is_the_end(tree: Tree) -> None:
    elsewhere = tree.top / "elsewhere" / "deep"
    elsewhere.mkdir(parents=True)
    above = tree.pad(tree.top)
    assert tree.found(elsewhere) == above
    assert tree.found(tree.home.parent) == above


def test_a_linked_home_directory_is_known_by_its_target(tree: Tree) -> None:
    """A home under /var/home that is also reached as /home still ends the walk."""
    tree.pad(tree.home.parent)
    link = tree.top / "link"
    link.symlink_to(tree.home)
    assert Path(discover(str(tree.deep), str(link), {}).path) == tree.deep / AGENT


def test_with_none_found_the_pad_is_here_and_nothing_is_made(tree: Tree) -> None:
    before = sorted(tree.top.rglob("*"))
    found = discover(str(tree.deep), str(tree.home), {})
    assert Path(found.path) == tree.deep / AGENT
    assert "no pad here or above" in found.rule
    assert sorted(tree.top.rglob("*")) == before


def test_a_named_pad_wins_and_is_absolute(tree: Tree) -> None:
    """The command line over the environment, the environment over what stands in the directory."""
    tree.pad(tree.deep)
    env = {"SCRATCHPAD_PAD": "notes.md"}
    found = discover(str(tree.deep), str(tree.home), env)
    assert (Path(found.path), found.rule) == (tree.deep / "notes.md", "named by SCRATCHPAD_PAD")
    found = discover(str(tree.deep), str(tree.home), env, named="../x.md")
    assert (Path(found.path), found.rule) == (tree.project / "a" / "x.md", "named on the command line")
    assert tree.found(tree.deep, SCRATCHPAD_PAD="") == tree.deep / AGENT


def test_the_rule_says_what_was_found_and_where(tree: Tree) -> None:
    tree.pad(tree.project, "scratchpad.md")
    assert discover(str(tree.project), str(tree.home), {}).rule == "scratchpad.md, in this directory"
    assert discover(str(tree.deep), str(tree.home), {}).rule == "scratchpad.md, the nearest upward"


def test_what_is_no_file_is_no_pad(tree: Tree) -> None:
    """Directories, pipes and links in a circle are passed over; a link whose target is to come is a pad."""
    above = tree.pad(tree.project)
    (tree.deep / AGENT).mkdir(parents=True)
    os.mkfifo(tree.deep / "scratchpad.md")
    (tree.deep / "MEMORY-STATE.md").symlink_to("MEMORY-STATE.md")
    (tree.project / "a" / ".agent").symlink_to(tree.deep / "nowhere")
    assert tree.found(tree.deep) == above
    (tree.deep.parent / "scratchpad.md").symlink_to(tree.deep / "later.md")
    assert tree.found(tree.deep) == tree.deep.parent / "scratchpad.md"


def test_a_directory_that_cannot_be_read_is_passed_over(tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    above = tree.pad(tree.project)
    hidden = tree.pad(tree.deep)
    real = os.stat

    def refusing(path: str) -> os.stat_result:
        if path == str(hidden):
            raise PermissionError(13, "Permission denied", path)
        return real(path)

    monkeypatch.setattr("scratchpad_tui.core.pad.discover.os.stat", refusing)
    assert tree.found(tree.deep) == above


def test_a_start_that_is_gone_still_finds_what_is_above(tree: Tree) -> None:
    above = tree.pad(tree.project)
    assert tree.found(tree.deep / "gone" / "deeper") == above


def test_a_current_directory_that_is_gone_is_told(tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    """Python raises where another agent has removed the worktree under us; a pad by its whole path still serves."""
    monkeypatch.chdir(tree.deep)
    tree.deep.rmdir()
    with pytest.raises(StorageError, match="the current directory is gone"):
        discover(None, str(tree.home), {})
    whole = str(tree.project / "x.md")
    assert discover(None, str(tree.home), {}, named=whole).path == whole
    monkeypatch.chdir(tree.project)


@pytest.mark.parametrize(
    ("pointer", "linked"),
    [
        ("gitdir: /repo/.git/worktrees/feature\n", True),
        ("gitdir: C:\\repo\\.git\\worktrees\\feature\n", True),
        ("gitdir: ../.git/modules/library\n", False),
        ("something else", False),
    ],
)
def test_a_linked_worktree_gets_a_warning(tree: Tree, pointer: str, *, linked: bool) -> None:
    """An agent in the main checkout writes another pad; a submodule is an ordinary place."""
    (tree.project / ".git").write_text(pointer)
    note = discover(str(tree.deep), str(tree.home), {}).note
    assert ("linked git worktree: this pad is its own" in note) is linked
    assert bool(note) is linked


def test_a_pad_above_the_worktree_is_told_as_shared(tree: Tree) -> None:
    tree.pad(tree.project)
    (tree.deep / ".git").write_text("gitdir: /repo/.git/worktrees/feature\n")
    found = discover(str(tree.deep), str(tree.home), {})
    assert "this pad stands outside it" in found.note


def test_an_ordinary_checkout_has_no_warning(tree: Tree) -> None:
    (tree.project / ".git").mkdir()
    assert discover(str(tree.deep), str(tree.home), {}).note == ""
