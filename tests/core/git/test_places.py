"""Where a commit is made and where not: each kind of repository, each state it may be in."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from tests.core.git.repository import Repository, git

ROOT_ONLY = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root gives files to somebody else"
)


def made(top: Path, *words: str) -> Path:
    """A new repository's folder."""
    top.mkdir(parents=True)
    git(top, "init", "-q", "-b", "main", *words)
    return top


def refused(repo: Repository) -> str:
    """Why a turn was saved and not committed."""
    (told,) = repo.turn("one", "1").warnings
    assert b"- one" in repo.pad.read_bytes()
    assert told.startswith("The pad is saved, but not committed to git: ")
    return told.partition("git: ")[2]


# Where commits are made


def test_a_branch_without_commits_gets_its_first(tmp_path: Path) -> None:
    repo = Repository(made(tmp_path / "new"), first=False)
    repo.turn("one", "1")
    repo.turn("two", "2")
    assert repo.subjects("refs/heads/main") == ["turn 1", "turn 2"]
    assert not (repo.top / ".git" / "index").exists()


def test_a_detached_head_moves_and_no_branch_does(repo: Repository) -> None:
    branch = git(repo.top, "rev-parse", "main")
    git(repo.top, "checkout", "-q", "--detach")
    repo.turn("one", "1")
    assert repo.subjects() == ["turn 1"]
    assert git(repo.top, "rev-parse", "main") == branch


def test_a_linked_work_tree_commits_to_its_own_branch(repo: Repository, tmp_path: Path) -> None:
    git(repo.top, "worktree", "add", "-q", "-b", "side", str(tmp_path / "side"))
    linked = Repository(tmp_path / "side", first=False)
    assert linked.turn("one", "1").warnings == []
    assert linked.subjects("side") == ["turn 1"]
    assert repo.subjects("main") == []


def test_a_submodule_gets_the_commit_and_the_outer_repository_none(repo: Repository, tmp_path: Path) -> None:
    Repository(made(tmp_path / "lib"))
    git(repo.top, "submodule", "add", "-q", str(tmp_path / "lib"), "lib")
    head = git(repo.top, "rev-parse", "HEAD")
    inner = Repository(repo.top / "lib", first=False)
    assert inner.turn("one", "1").warnings == []
    assert inner.subjects() == ["turn 1"]
    assert git(repo.top, "rev-parse", "HEAD") == head


def test_a_shallow_clone(repo: Repository, tmp_path: Path) -> None:
    git(repo.top, "commit", "-q", "--allow-empty", "-m", "second")
    git(tmp_path, "clone", "-q", "--depth", "1", f"file://{repo.top}", "shallow")
    clone = Repository(tmp_path / "shallow", first=False)
    clone.turn("one", "1")
    assert clone.subjects() == ["turn 1"]
    assert git(clone.top, "rev-parse", "--is-shallow-repository") == "true"
    assert git(clone.top, "fsck") == ""


def test_a_clone_that_borrows_its_objects(repo: Repository, tmp_path: Path) -> None:
    git(tmp_path, "clone", "-q", "--shared", str(repo.top), "shared")
    clone = Repository(tmp_path / "shared", first=False)
    clone.turn("one", "1")
    assert clone.subjects() == ["turn 1"]


def test_a_repository_of_sha_256_names(tmp_path: Path) -> None:
    repo = Repository(made(tmp_path / "new", "--object-format=sha256"))
    repo.turn("one", "1")
    repo.turn("two", "2")
    assert repo.subjects() == ["turn 1", "turn 2"]
    assert len(git(repo.top, "rev-parse", "HEAD")) == 64


def test_a_sparse_index_keeps_its_bytes(repo: Repository) -> None:
    (repo.top / "deep").mkdir()
    (repo.top / "deep" / "file.txt").write_text("x")
    git(repo.top, "add", "deep")
    git(repo.top, "commit", "-q", "-m", "deep")
    git(repo.top, "sparse-checkout", "set", "--sparse-index", ".agent")
    before = repo.rest()
    repo.turn("one", "1")
    assert repo.subjects() == ["turn 1"]
    assert repo.rest()["index"] == before["index"]
    assert git(repo.top, "ls-tree", "-r", "--name-only", "HEAD").split("\n") == [
        repo.name,
        "deep/file.txt",
        "other.txt",
    ]


def test_a_lock_of_the_index_does_not_matter(repo: Repository) -> None:
    (repo.top / ".git" / "index.lock").touch()
    assert repo.turn("one", "1").warnings == []
    assert repo.subjects() == ["turn 1"]


@pytest.mark.parametrize("name", ['a "b" \\ c.md', "é 測.md", ":(top)*.md", "-x.md", "deep/er/#.md"])
def test_a_pad_of_any_name(repo: Repository, name: str) -> None:
    path = repo.top / name
    path.parent.mkdir(parents=True, exist_ok=True)
    named = Repository(repo.top, pad=name, first=False)
    assert named.turn("one", "1").warnings == []
    assert named.turn("two", "2").warnings == []
    assert named.subjects() == ["turn 1", "turn 2"]
    assert named.is_committed()


def test_the_mode_of_the_pad_is_kept(repo: Repository) -> None:
    repo.turn("one", "1")
    assert git(repo.top, "ls-tree", "HEAD", repo.name).startswith("100644")
    repo.pad.chmod(0o755)
    repo.turn("two", "2")
    assert git(repo.top, "ls-tree", "HEAD", repo.name).startswith("100755")


def test_of_a_linked_pad_the_file_is_committed_where_it_stands(repo: Repository, tmp_path: Path) -> None:
    """The link is a file of its repository like any other, and is not touched."""
    other = Repository(made(tmp_path / "other"), pad="notes.md")
    other.turn("one", "1")
    repo.pad.parent.mkdir()
    repo.pad.symlink_to(other.pad)
    before = git(repo.top, "rev-parse", "HEAD")
    repo.turn("two", "2")
    assert other.subjects() == ["turn 1", "turn 2"]
    assert repo.pad.is_symlink()
    assert git(repo.top, "rev-parse", "HEAD") == before


def test_a_tracked_pad_is_committed_also_where_it_is_ignored(repo: Repository) -> None:
    repo.turn("one", "1")
    (repo.top / ".git" / "info" / "exclude").write_text("*.md\n")
    assert repo.turn("two", "2").warnings == []
    assert repo.subjects() == ["turn 1", "turn 2"]


# Where none is made


def test_an_ignored_pad_stays_out(repo: Repository) -> None:
    (repo.top / ".gitignore").write_text(".agent\n")
    assert refused(repo).startswith("git is told to ignore the pad; take it out of .gitignore")
    assert repo.subjects() == []


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("MERGE_HEAD", "a merge is under way"),
        ("CHERRY_PICK_HEAD", "a cherry-pick is under way"),
        ("BISECT_LOG", "a bisection is under way"),
    ],
)
def test_while_git_waits_for_a_person_the_turns_wait_too(repo: Repository, name: str, words: str) -> None:
    state = repo.top / ".git" / name
    state.write_text(git(repo.top, "rev-parse", "HEAD") + "\n")
    assert words in refused(repo)
    repo.turn("two", "2")
    state.unlink()
    repo.turn("three", "3")
    assert repo.subjects() == ["turn 1", "turn 2", "turn 3"]


def test_a_merge_in_conflict_is_left_as_it_is(repo: Repository) -> None:
    git(repo.top, "checkout", "-q", "-b", "side")
    (repo.top / "other.txt").write_text("side\n")
    git(repo.top, "commit", "-q", "-am", "side")
    git(repo.top, "checkout", "-q", "main")
    (repo.top / "other.txt").write_text("main\n")
    git(repo.top, "commit", "-q", "-am", "main")
    git(repo.top, "merge", "side", check=False)
    before, head = repo.rest(), git(repo.top, "rev-parse", "HEAD")
    assert "a merge is under way" in refused(repo)
    assert {name: data for name, data in repo.rest().items() if name in before} == before
    assert git(repo.top, "rev-parse", "HEAD") == head


def test_outside_of_any_work_tree(tmp_path: Path) -> None:
    (tmp_path / "plain").mkdir()
    told = refused(Repository(tmp_path / "plain", first=False))
    assert told == "the pad stands in no git work tree; run `git init` there, or set [git] commit = false"


def test_a_bare_repository_has_no_place_for_a_pad(tmp_path: Path) -> None:
    bare = Repository(made(tmp_path / "bare.git", "--bare"), first=False)
    assert "no git work tree" in refused(bare)
    repo = Repository(made(tmp_path / "bare"))
    git(repo.top, "config", "core.bare", "true")
    assert "has its work tree elsewhere, or none" in refused(repo)


def test_a_work_tree_elsewhere(repo: Repository, tmp_path: Path) -> None:
    git(repo.top, "config", "core.worktree", str(tmp_path))
    assert "has its work tree elsewhere, or none" in refused(repo)


def test_a_pad_among_gits_own_files(repo: Repository) -> None:
    inside = Repository(repo.top, pad=".git/notes.md", first=False)
    assert "where git keeps no files" in refused(inside)


@ROOT_ONLY
def test_a_repository_of_somebody_else(repo: Repository) -> None:
    """Git refuses it, and its refusal is passed on; nothing that it would take for trust is set."""
    for folder, folders, files in os.walk(repo.top):
        for name in [".", *folders, *files]:
            os.chown(os.path.join(folder, name), 65534, 65534)
    told = refused(repo)
    assert "belongs to somebody else" in told
    assert told.endswith(f"git config --global --add safe.directory {repo.top}")
    assert not (Path.home() / ".gitconfig").exists()


@pytest.mark.parametrize("kind", ["link", "folder", "submodule"])
def test_what_the_last_commit_has_in_the_pads_place_is_not_removed(
    repo: Repository, tmp_path: Path, kind: str
) -> None:
    """The person has changed it on disk and not committed that: a turn is not the place for it."""
    if kind == "link":
        (repo.top / ".agent").symlink_to("nowhere")
        git(repo.top, "add", ".agent")
    elif kind == "folder":
        repo.pad.mkdir(parents=True)
        (repo.pad / "file").write_text("x")
        git(repo.top, "add", ".agent")
    else:
        made(repo.top / ".agent")
        git(repo.top / ".agent", "commit", "-q", "--allow-empty", "-m", "x")
        git(repo.top, "add", ".agent")
    git(repo.top, "commit", "-q", "-m", "theirs")
    if kind == "link":
        (repo.top / ".agent").unlink()
    else:
        shutil.rmtree(repo.top / ".agent")
    head = git(repo.top, "rev-parse", "HEAD")
    assert "commit that change by hand first" in refused(repo)
    assert git(repo.top, "rev-parse", "HEAD") == head


def test_a_branch_that_names_nothing_is_not_begun_anew(repo: Repository) -> None:
    branch = repo.top / ".git" / "refs" / "heads" / "main"
    branch.write_text("1" * 40 + "\n")
    assert "git said: " in refused(repo)
    assert branch.read_text() == "1" * 40 + "\n"
