"""A repository that somebody else made: nothing that it names is run, and no other repository or file is written."""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING

import pytest

from tests.core.git.repository import Repository, git

if TYPE_CHECKING:
    from pathlib import Path

HOOKS = (
    "applypatch-msg",
    "commit-msg",
    "fsmonitor-watchman",
    "post-checkout",
    "post-commit",
    "post-index-change",
    "post-rewrite",
    "pre-auto-gc",
    "pre-commit",
    "prepare-commit-msg",
    "proc-receive",
    "reference-transaction",
    "sendemail-validate",
    "update",
)


class Traps:
    """Programs that leave a file when they are run."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.ran = folder / "ran"
        self.ran.mkdir(parents=True)

    def trap(self, name: str) -> str:
        """The path of a program of that name."""
        path = self.folder / name
        path.write_text(f"#!/bin/sh\ntouch '{self.ran}/{name}'\nexit 1\n")
        path.chmod(0o755)
        return str(path)

    @property
    def sprung(self) -> list[str]:
        """The programs that were run."""
        return sorted(os.listdir(self.ran))


@pytest.fixture
def traps(tmp_path: Path) -> Traps:
    return Traps(tmp_path / "traps")


def set_traps(repo: Repository, traps: Traps) -> None:
    """Names a trap wherever a repository's settings can name a program."""
    settings = [
        "core.fsmonitor",
        "core.pager",
        "core.editor",
        "core.askPass",
        "core.sshCommand",
        "core.gitProxy",
        "core.alternateRefsCommand",
        "credential.helper",
        "gpg.program",
        "gpg.ssh.program",
        "gpg.ssh.defaultKeyCommand",
        "diff.external",
        "diff.evil.textconv",
        "diff.evil.command",
        "filter.evil.clean",
        "filter.evil.smudge",
        "filter.evil.process",
        "merge.evil.driver",
        "sequence.editor",
        "pager.fast-import",
        "pager.rev-parse",
        "pager.ls-tree",
        "pager.var",
        "alias.fast-import",
        "alias.var",
        "uploadpack.packObjectsHook",
        "trailer.evil.command",
        "interactive.diffFilter",
        "gc.recentObjectsHook",
    ]
    for name in settings:
        value = traps.trap(name)
        git(repo.top, "config", name, f"!{value}" if name.startswith(("alias", "credential")) else value)
    for name, value in (
        ("commit.gpgSign", "true"),
        ("user.signingKey", "ABCD"),
        ("filter.evil.required", "true"),
        ("gc.auto", "1"),
        ("gc.autoDetach", "false"),
    ):
        git(repo.top, "config", name, value)
    (repo.top / ".gitattributes").write_text("* filter=evil diff=evil merge=evil\n")
    (repo.top / ".git" / "info" / "attributes").write_text("* filter=evil diff=evil merge=evil\n")
    hooks = repo.top / ".git" / "hooks"
    hooks.mkdir(exist_ok=True)
    for name in HOOKS:
        (hooks / name).symlink_to(traps.trap(name))


def test_nothing_that_a_repository_names_is_run(repo: Repository, traps: Traps) -> None:
    """Each trap stands where git itself looks: the person's own commands spring them."""
    set_traps(repo, traps)
    for number in range(3):
        assert repo.turn(f"turn {number}", str(number)).warnings == []
    repo.pad.write_bytes(repo.pad.read_bytes() + b"by hand\n")
    assert repo.store().record_external() == 4
    assert traps.sprung == []
    assert repo.subjects() == ["turn 0", "turn 1", "turn 2", "edit from outside"]
    assert repo.is_committed()
    git(repo.top, "status", check=False)
    git(repo.top, "add", ".", check=False)
    git(repo.top, "commit", "-m", "x", check=False)
    git(repo.top, "update-ref", "refs/heads/x", "HEAD", check=False)
    assert {"core.fsmonitor", "filter.evil.process", "reference-transaction"} <= set(traps.sprung)


@pytest.mark.parametrize("url", ["ext::{trap} %S", "ssh://host/x", "{trap}", "evil::x"])
def test_a_missing_object_is_not_fetched(repo: Repository, traps: Traps, url: str) -> None:
    """A partial clone asks its origin for what it lacks, by whatever program its settings name."""
    (repo.top / ".agent").mkdir()
    (repo.top / ".agent" / "x").write_text("x")
    git(repo.top, "add", ".agent")
    git(repo.top, "commit", "-q", "-m", "x")
    tree = git(repo.top, "rev-parse", "HEAD:.agent")
    for name, value in (
        ("core.repositoryFormatVersion", "1"),
        ("extensions.partialClone", "origin"),
        ("remote.origin.promisor", "true"),
        ("remote.origin.url", url.format(trap=traps.trap("url"))),
        ("remote.origin.uploadpack", traps.trap("uploadpack")),
        ("core.sshCommand", traps.trap("ssh")),
        ("protocol.allow", "always"),
        ("protocol.ext.allow", "always"),
    ):
        git(repo.top, "config", name, value)
    (repo.top / ".git" / "objects" / tree[:2] / tree[2:]).unlink()
    (told,) = repo.turn("one", "1").warnings
    assert "git said: " in told
    assert traps.sprung == []
    git(repo.top, "ls-tree", tree, check=False)
    assert traps.sprung != [] or url == "evil::x"


def test_a_folder_that_looks_like_a_repository_is_none(repo: Repository, traps: Traps) -> None:
    """A clone can bring a bare repository with settings of its own, in the folder where the pad stands."""
    inner = repo.top / ".agent"
    inner.mkdir()
    git(inner, "init", "-q", "--bare", ".")
    git(inner, "config", "core.fsmonitor", traps.trap("inner"))
    git(inner, "config", "core.bare", "false")
    git(inner, "config", "core.worktree", ".")
    (inner / "hooks").mkdir(exist_ok=True)
    (inner / "hooks" / "reference-transaction").symlink_to(traps.trap("hook"))
    assert repo.turn("one", "1").warnings == []
    assert repo.subjects() == ["turn 1"]
    assert traps.sprung == []


def test_a_work_tree_that_is_a_repository_itself_is_none(tmp_path: Path, traps: Traps) -> None:
    """Beside an empty `.git`, which marks the place, stands what git would take for the repository."""
    top = tmp_path / "clone"
    top.mkdir()
    git(top, "init", "-q", "--bare", ".")
    git(top, "config", "core.bare", "false")
    git(top, "config", "core.worktree", str(top))
    (top / "hooks").mkdir(exist_ok=True)
    (top / "hooks" / "reference-transaction").symlink_to(traps.trap("hook"))
    (top / ".git").mkdir()
    (told,) = Repository(top, first=False).turn("one", "1").warnings
    assert "git said: " in told
    assert git(top, "for-each-ref") == ""
    assert traps.sprung == []


def test_gits_own_variables_lead_nowhere(
    repo: Repository, traps: Traps, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Called from a hook, git's variables name another repository and its index."""
    other = tmp_path / "other"
    other.mkdir()
    git(other, "init", "-q", "-b", "main")
    for name, value in (
        ("GIT_DIR", str(other / ".git")),
        ("GIT_WORK_TREE", str(other)),
        ("GIT_INDEX_FILE", str(other / "index")),
        ("GIT_OBJECT_DIRECTORY", str(other / ".git" / "objects")),
        ("GIT_EXTERNAL_DIFF", traps.trap("diff")),
        ("GIT_SSH_COMMAND", traps.trap("ssh")),
        ("GIT_PAGER", traps.trap("pager")),
        ("GIT_ASKPASS", traps.trap("askpass")),
        ("GIT_TRACE", str(tmp_path / "trace")),
        ("GIT_CONFIG_COUNT", "1"),
        ("GIT_CONFIG_KEY_0", "core.bare"),
        ("GIT_CONFIG_VALUE_0", "true"),
    ):
        monkeypatch.setenv(name, value)
    assert repo.turn("one", "1").warnings == []
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    assert repo.subjects() == ["turn 1"]
    assert list((other / ".git" / "objects").glob("??")) == []
    assert not (other / "index").exists()
    assert not (tmp_path / "trace").exists()
    assert traps.sprung == []


@pytest.mark.parametrize("way", ["file", "link", "commondir", "worktree"])
def test_a_planted_pointer_does_not_lead_to_another_repository(
    repo: Repository, tmp_path: Path, way: str
) -> None:
    """What came out of an archive may name a repository of the person's as its own."""
    planted = tmp_path / "planted"
    planted.mkdir()
    dot_git = planted / ".git"
    if way == "file":
        dot_git.write_text(f"gitdir: {repo.top}/.git\n")
    elif way == "link":
        dot_git.symlink_to(repo.top / ".git")
    elif way == "commondir":
        git(planted, "init", "-q", "-b", "main")
        (dot_git / "commondir").write_text(f"{repo.top}/.git\n")
    else:
        (planted / "meta").mkdir()
        dot_git.write_text("gitdir: meta\n")
        (planted / "meta" / "HEAD").write_text("ref: refs/heads/main\n")
        (planted / "meta" / "gitdir").write_text(f"{dot_git}\n")
        (planted / "meta" / "commondir").write_text(f"{repo.top}/.git\n")
    head = git(repo.top, "rev-parse", "HEAD")
    (told,) = Repository(planted, first=False).turn("one", "1").warnings
    assert "does not know this work tree" in told or "is a symbolic link" in told
    assert git(repo.top, "rev-parse", "HEAD") == head


@pytest.mark.parametrize(
    "name",
    ["HEAD", "refs", "refs/heads", "refs/heads/main", "logs", "logs/HEAD", "logs/refs/heads/main", "objects"],
)
def test_links_inside_a_repository_are_not_written_through(
    repo: Repository, tmp_path: Path, name: str
) -> None:
    """Git appends to a log that is a link, be it to a shell's startup file."""
    victim = tmp_path / "victim"
    place = repo.top / ".git" / name
    place.rename(victim)
    place.symlink_to(victim)
    before = {path: path.read_bytes() for path in [victim, *victim.rglob("*")] if path.is_file()}
    (told,) = repo.turn("one", "1").warnings
    assert "is a symbolic link, which is not followed" in told
    assert {path: path.read_bytes() for path in [victim, *victim.rglob("*")] if path.is_file()} == before


def test_a_pipe_in_the_place_of_a_file_is_not_waited_for(tmp_path: Path) -> None:
    top = tmp_path / "proj"
    top.mkdir()
    os.mkfifo(top / ".git")
    (told,) = Repository(top, first=False).turn("one", "1").warnings
    assert "names no repository" in told


def test_replaced_objects_count_as_what_their_names_say(repo: Repository) -> None:
    """A replacement would bring other files into the next commit than the last one has."""
    head = git(repo.top, "rev-parse", "HEAD")
    (repo.top / "planted.txt").write_text("x")
    git(repo.top, "add", "planted.txt")
    tree = git(repo.top, "write-tree")
    git(repo.top, "replace", head, git(repo.top, "commit-tree", tree, "-m", "planted"))
    repo.turn("one", "1")
    listed = subprocess.run(
        ["git", "--no-replace-objects", "ls-tree", "-r", "--name-only", "HEAD"],
        cwd=repo.top,
        capture_output=True,
        text=True,
        check=True,
    )
    assert listed.stdout.split() == [repo.name, "other.txt"]
