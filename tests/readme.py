"""The generated parts of the README: `python -m tests.readme` writes the tables of settings and of signs anew."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from scratchpad_tui.core.config import SETTINGS, words
from scratchpad_tui.core.health.catalog import KINDS, SUBJECT

if TYPE_CHECKING:
    from scratchpad_tui.core.config import Value
    from scratchpad_tui.core.health.catalog import Kind

README = Path(__file__).resolve().parent.parent / "README.md"
SUBJECTS = {"edit": "SECTION", "restore": "VERSION", "recover": "FILE"}
"""What a command of that name is told in the place of the sign's subject."""
BY_HAND = {
    "broken": "`edit`, or `r` in `watch`, which shows a recovery and asks",
    "wrong-profile": "see with `config` which profile counts, and where it is named",
    "journal": "let `journal.jsonl` be read, or move it away; the versions stay",
    "queue-unreadable": "let `promotions.jsonl` be read, or move it away",
    "step-unreadable": "see whether an entry stands twice or nowhere, then move `step.json` away",
    "secrets-scan": "mend what it names; until then nothing is written",
    "hook-settings": "mend the file; its backup has what stood there before the hooks",
    "secret": "make the value invalid, then `redact -`; `scan --allow` if it is none",
    "draft": "`watch` offers them again",
    "draft-secret": "take it out of the draft, or `redact -`",
    "constraints": "mend the item; the others count meanwhile",
    "queue-damaged": "mend or delete those lines; each is one JSON object",
    "large-diffs": "ask for `append`, `check` and `remove` in place of `replace`",
    "stale": "see that each turn ends with `apply`, and that refusals reach the agent",
    "two-agents": "`init --pad OTHER.md` for one of them",
    "busy": "keep tasks in a pad of the profile `task`",
    "no-locks": "a local disk, or `lock.mode` `off` for a single writer",
    "lock-held": "wait for that program, or end it if it hangs",
    "writable": "`chmod o-w` on what it names",
    "worktree": "`init` here, or name the pad with `--pad` where several are to write it",
    "hooks-off": "take `disableAllHooks` out of the agent's settings",
    "agent-command": "`init --write FILE` again, or the command [on your PATH](#on-your-path)",
    "hooks-failing": "mend what the reason names, then delete the `hook.log` that it names",
    "hooks-not-called": "start the agent anew in the project, and let it trust the folder",
    "status-line-silent": "see whether another status line goes before ours",
    "ruled-out-empty": "ask the agent to append each dead end, with the reason",
    "short-history": "`history.depth` 1000, or 0 for all",
    "lock-off": "`lock.mode` `on`, unless the file system has no locks",
}
"""What helps against signs that no command mends, or not alone."""


def _marked(name: str) -> re.Pattern[str]:
    return re.compile(rf"(<!-- {name} -->\n)(.*?)(<!-- /{name} -->)", re.DOTALL)


def between(name: str) -> str:
    """What stands between the markers of that name."""
    found = _marked(name).search(README.read_text("utf-8"))
    assert found, f"README.md has no markers called {name}"
    return found[2].strip("\n")


def put(name: str, text: str) -> None:
    """Puts the text between the markers of that name."""
    before = README.read_text("utf-8")
    README.write_text(_marked(name).sub(lambda found: f"{found[1]}\n{text}\n\n{found[3]}", before), "utf-8")


def settings_table() -> str:
    """Every setting with its default and its environment name, as a Markdown table."""
    rows = ["| setting | default | what it does |", "|---|---|---|"]
    rows += [f"| `{setting.name}` | {_default(setting.default)} | {setting.doc} |" for setting in SETTINGS]
    return "\n".join(rows)


def signs_table() -> str:
    """Every sign of trouble by its code and what helps, as a Markdown table."""
    rows = ["| code | severity | appears when | what helps |", "|---|---|---|---|"]
    rows += [f"| `{kind.code}` | {kind.severity} | {kind.when} | {_remedy(kind)} |" for kind in KINDS]
    return "\n".join(rows)


def _remedy(kind: Kind) -> str:
    """The words of `BY_HAND`, else the command without the program's name."""
    if kind.code in BY_HAND:
        return BY_HAND[kind.code]
    assert kind.command, f"{kind.code} has no command, and nothing in BY_HAND"
    _, *words = kind.command
    return f"`{' '.join(words).replace(SUBJECT, SUBJECTS.get(words[0], 'NAME'))}`"


def _default(value: Value) -> str:
    return "" if value == "" else f"`{words(value)}`"


if __name__ == "__main__":
    put("settings", settings_table())
    put("signs", signs_table())
