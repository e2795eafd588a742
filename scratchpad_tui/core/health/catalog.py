"""Every sign there is: its code, how grave it is, when it appears, and the command of its remedy."""

from __future__ import annotations

from scratchpad_tui.core.health.sign import ERROR, INFO, WARNING
from scratchpad_tui.core.named_tuple import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.core.health.sign import Sign
    from scratchpad_tui.core.pad.store import PadStore

SUBJECT = "{}"
"""Stands in a command for what the sign is about."""
_PROGRAM = "scratchpad-tui"
_CONNECT = (_PROGRAM, "init", "--for", "claude-code")
_EDIT = (_PROGRAM, "edit", "--section", SUBJECT)


class Kind(NamedTuple):
    """All signs of one code."""

    code: str
    severity: str
    when: str
    """The rest of a sentence that begins with the code."""
    command: tuple[str, ...] = ()
    """Its words; none where no command does it."""


KINDS = (
    Kind("broken", ERROR, "the pad does not parse", (_PROGRAM, "edit")),
    Kind("conflict", ERROR, "two versions stand in the pad between conflict marks", (_PROGRAM, "edit")),
    Kind("gone", ERROR, "the pad is gone, while its history has text", (_PROGRAM, "restore", SUBJECT)),
    Kind("wrong-profile", ERROR, "the settings name another profile than the pad has", (_PROGRAM, "config")),
    Kind("journal", ERROR, "the journal beside the versions cannot be read"),
    Kind("queue-unreadable", ERROR, "the file of proposals cannot be read"),
    Kind("step-unreadable", ERROR, "an archive or a promotion was cut short and cannot be completed"),
    Kind("secrets-scan", ERROR, "the scan for secrets fails, so that nothing is written"),
    Kind("hook-settings", ERROR, "the agent's settings name our hooks and are no JSON"),
    Kind("recovery", WARNING, "a broken pad was replaced, and nobody has looked at it", (_PROGRAM, "recover", "--list")),
    Kind("quarantine", WARNING, "quarantined files have lines that the pad lacks", (_PROGRAM, "recover", "--take", "all", "--file", SUBJECT)),
    Kind("older-file", WARNING, "the pad's file is older than its newest version", (_PROGRAM, "restore", SUBJECT)),
    Kind("draft", WARNING, "texts were typed and never saved", (_PROGRAM, "watch")),
    Kind("draft-secret", WARNING, "a draft holds a secret, also one that somebody is typing now", (_PROGRAM, "redact", "-")),
    Kind("secret", WARNING, "a secret came by hand into the pad, `episodic.md`, the archive or the file of proposals", (_PROGRAM, "redact", "-")),
    Kind("odd-entries", WARNING, "entries of an audited pad, notes or a sealed section fail the checks of `verify`", (_PROGRAM, "verify")),
    Kind("constraints", WARNING, "an item of `memory-constraints.md` does not count as written"),
    Kind("queue-damaged", WARNING, "lines of the file of proposals cannot be read"),
    Kind("over-cap", WARNING, "a section is over its cap", _EDIT),
    Kind("chronically-over-cap", WARNING, "a section is over its cap and was in more than a quarter of the last 20 versions, at least 5", _EDIT),
    Kind("too-long", WARNING, "the pad has more than 3,000 tokens", _EDIT),
    Kind("large-diffs", WARNING, "four in five of the agent's last turns changed half of the pad's lines, at least 10"),
    Kind("warnings-unheeded", WARNING, "a section stayed over its cap through 5 of the agent's turns, or 3 of its lists in a row brought the same warning", (_PROGRAM, "prompt", "--preview")),
    Kind("refused", WARNING, "patch lists were refused 3 times for the same reason", (_PROGRAM, "history", "--events")),
    Kind("stale", WARNING, "an agent reads the pad, or others write it, and it has not written for half an hour"),
    Kind("two-agents", WARNING, "two sessions write the pad in turns", (_PROGRAM, "init", "--pad", "OTHER.md")),
    Kind("busy", WARNING, "an audited pad changed in nearly every one of the agent's turns, at least 10: a task queue does not belong there"),
    Kind("settings", WARNING, "a setting does not count as written", (_PROGRAM, "config")),
    Kind("no-locks", WARNING, "the file system of the pad has no locks"),
    Kind("lock-held", WARNING, "one program holds the lock longer than a writer waits"),
    Kind("writable", WARNING, "every user of the machine may write the pad, or into its folders"),
    Kind("worktree", WARNING, "the pad stands outside this linked git worktree, so that others write it too", (_PROGRAM, "init", SUBJECT)),
    Kind("git", WARNING, "the newest version is not committed, though `git.commit` is true", (_PROGRAM, "history", "--events")),
    Kind("hooks-missing", WARNING, "some of the agent's hooks are set up and others are not", _CONNECT),
    Kind("hooks-off", WARNING, "the agent's settings switch all hooks off"),
    Kind("hook-command", WARNING, "what the agent's settings call is not there", _CONNECT),
    Kind("agent-command", WARNING, "an instruction file or `.mcp.json` has agents call the command, and it is not on the PATH", (_PROGRAM, "init", "--write", SUBJECT)),
    Kind("hooks-failing", WARNING, "hooks did less than they should within a day"),
    Kind("hooks-not-called", WARNING, "an agent wrote 3 versions since its hooks were set up, and called none"),
    Kind("status-line-silent", WARNING, "the status line is set up and has not told the window's size"),
    Kind("ruled-out-empty", INFO, '"Ruled out" is empty after 20 versions'),
    Kind("untidy", INFO, "5 closed entries or contradicted findings or more stand in an audited pad", (_PROGRAM, "tidy")),
    Kind("expired", INFO, "notes are older than `session.ttl`, and no session has ended since", (_PROGRAM, "archive")),
    Kind("short-history", INFO, "fewer than 20 versions are kept"),
    Kind("lock-off", INFO, "writers do not lock the pad"),
)  # fmt: skip
"""The gravest first."""
BY_CODE = {kind.code: kind for kind in KINDS}


def with_commands(found: Sequence[Sign], store: PadStore) -> list[Sign]:
    """The signs with what to type for each; where the pad would not be found from here its path is named."""
    pad = ["--pad", store.paths.named] if found and not _is_found(store) else []
    return [sign._replace(command=sign.command or _command(sign, pad)) for sign in found]


def _command(sign: Sign, pad: list[str]) -> str:
    kind = BY_CODE.get(sign.code)
    words = list(kind.command) if kind else []
    if not words or (SUBJECT in words and not sign.subject):
        return ""
    from shlex import join

    # `init` names a folder, or another pad.
    more = [] if "init" in words else pad
    return join([*(sign.subject if word == SUBJECT else word for word in words), *more])


def _is_found(store: PadStore) -> bool:
    """Whether a command without the pad's path means this pad."""
    from scratchpad_tui.core.errors import StorageError
    from scratchpad_tui.core.pad.discover import discover

    try:
        return discover().path == store.paths.named
    except StorageError:
        return False
