"""Commits of single files in a git repository that nobody vouches for: nothing of it runs, nothing else of it changes.

The `git` program does the work, because a repository may be anything that git has ever written: loose or packed refs,
reftables, SHA-256 names, alternates, linked work trees. Dulwich (Apache-2.0 or GPL-2.0) knows fewer of these and not
git's refusal of other people's repositories, and loading it takes longer than the commands here; pygit2 brings a
compiled library and takes longer still.

A batch of commits costs four short processes, whatever the size of the repository (15 ms where `git add` and
`git commit` take 9, measured on two cores): where we are, who commits, what the tree holds at the file's path, and
one `git fast-import`. That one writes blob, trees and commit from a stream without any index, so that the person's own
is never read; no filter, attribute or signature has a part in it; and it moves HEAD's branch only forward from the
commit that was named (compare and swap). The plumbing commands (`hash-object`, `read-tree` into an index of its own,
`write-tree`, `commit-tree`, `update-ref`) are seven processes, two of which read the whole tree.

Imports the core's words alone: it commits files, whatever they are, and knows no pad.
"""

from __future__ import annotations

from scratchpad_tui.core.git.commits import Head, NewCommit, commit_all, look
from scratchpad_tui.core.git.program import Git, GitError, GitHangsError
from scratchpad_tui.core.git.worktree import WorkTree, find_work_tree

__all__ = [
    "Git",
    "GitError",
    "GitHangsError",
    "Head",
    "NewCommit",
    "WorkTree",
    "commit_all",
    "find_work_tree",
    "look",
]
