"""`init --for` and `init --write`: connects an agent with the pad, after a person has seen the plan, and undoes it."""

from __future__ import annotations

import os
import sys

from scratchpad_tui.cli import output
from scratchpad_tui.core.errors import InputError, StorageError, UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from scratchpad_tui.agents.program import Program
    from scratchpad_tui.agents.setup import Change
    from scratchpad_tui.core.pad.store import PadStore

CLAUDE_CODE, MCP = "claude-code", "mcp"
AGENTS = (CLAUDE_CODE, "codex", "gemini", "cursor", "agents-md", MCP)


def options(parser: ArgumentParser) -> None:
    """Those of `init` that are about agents."""
    parser.add_argument(
        "--for",
        dest="agent",
        choices=AGENTS,
        help="claude-code: put hooks and status line into the project's settings; others: print what they need",
    )
    parser.add_argument(
        "--write", metavar="FILE", help="put the block for an agent into an instruction file, between markers"
    )
    parser.add_argument("--remove", action="store_true", help="take out again what --for or --write put in")
    parser.add_argument(
        "--local", action="store_true", help="use settings.local.json, which is yours alone, for claude-code"
    )
    parser.add_argument(
        "--status-line", action="store_true", help="put ours in the place of a status line that is set"
    )


def is_wanted(args: Namespace) -> bool:
    """Whether an agent is to be connected, or not any more.

    Raises:
        UsageError: the options do not fit each other.
    """
    if args.remove and args.fresh:
        raise UsageError("--remove never touches a pad, and --fresh makes one", "give one of them")
    if args.remove and not args.write and args.agent != CLAUDE_CODE:
        raise UsageError("--remove needs to know what", "say --for claude-code, or --write FILE")
    if (args.local or args.status_line) and (args.agent != CLAUDE_CODE or args.remove):
        raise UsageError(
            "--local and --status-line are about connecting claude-code", "say --for claude-code"
        )
    return bool(args.agent or args.write)


def is_printed(args: Namespace) -> bool:
    """Whether what the agent needs is only printed: then it alone is the result."""
    return args.agent not in (None, CLAUDE_CODE) and not args.write


class Connection:
    """What is to be changed, planned before anything is written."""

    def __init__(self, args: Namespace, store: PadStore) -> None:
        from scratchpad_tui.agents.program import find_program
        from scratchpad_tui.agents.setup import pad_options

        self._args = args
        self._store = store
        self.project = os.path.abspath(args.dir or ".")
        self.program: Program = find_program(pad_options(self.project, store.paths.named))
        self.changes: list[Change] = self._removals() if args.remove else self._additions()

    @property
    def does(self) -> bool:
        """Whether anything is to be changed."""
        return any(change.does for change in self.changes)

    def shown(self) -> list[str]:
        """The plan: each file, what comes into it or goes, and the difference."""
        lines: list[str] = []
        for change in self.changes:
            name = _short(change.path)
            if change.found.is_linked:
                name += f" (a link to {output.path_text(change.found.real)})"
            lines += [f"{name}:", *(f"  {line}" for line in change.done)]
            diff = change.diff(_short(change.path)) if change.does else ""
            lines += [diff] if diff else ["  nothing to do"] if not change.does else []
        return lines or ["nothing to do: nothing of scratchpad-tui is there"]

    def tell_notes(self) -> None:
        """Tells what a person should know beside the plan."""
        # Before the plan, which may be longer than the screen.
        for note in dict.fromkeys(note for change in self.changes for note in change.notes):
            output.message(note)

    def agree(self) -> bool:
        """Whether it may be done.

        Raises:
            UsageError: there is nobody to ask.
        """
        if self._args.yes:
            return True
        if not (output.is_terminal(sys.stdin) and output.is_terminal(sys.stderr)):
            raise UsageError(
                "other programs' files are changed only where a person agrees", "say --yes in a script"
            )
        # The plan may be longer than the screen, and then what it is about stands above it.
        names = " and ".join(_short(change.path) for change in self.changes if change.does)
        return output.asked(f"Make these changes in {names}?")

    def next_step(self) -> str:
        """What a person does so that the agent works with the pad; empty where they have nothing to do."""
        if self._args.agent != CLAUDE_CODE or not self.does:
            return ""
        return "start Claude Code anew in this project: its hooks put the pad into its context"

    def carry_out(self) -> list[str]:
        """Makes the changes, and says what was done.

        Raises:
            StorageError: a file could not be written; what stood in it stands there still.
        """
        from scratchpad_tui.agents.setup import carry_out

        try:
            return [_short_words(line) for change in self.changes for line in carry_out(change)]
        except StorageError:
            self._offer_block()
            raise

    def _additions(self) -> list[Change]:
        from scratchpad_tui.agents import setup

        changes = []
        if self._args.agent == CLAUDE_CODE:
            try:
                changes.append(
                    setup.connect_claude_code(
                        self.project,
                        self.program,
                        os.environ,
                        is_local=self._args.local,
                        replaces_line=self._args.status_line,
                    )
                )
            except (InputError, StorageError):
                self._offer_block()
                raise
        if self._args.write:
            changes.append(
                setup.write_instructions(self._args.write, self._store.profile, self._store.paths.named)
            )
        return changes

    def _removals(self) -> list[Change]:
        from scratchpad_tui.agents import setup

        changes = setup.disconnect_claude_code(self.project) if self._args.agent == CLAUDE_CODE else []
        return [*changes, *(setup.remove_instructions(self._args.write) if self._args.write else [])]

    def _offer_block(self) -> None:
        """Prints what a person can paste where the file may not be changed."""
        if self._args.agent == CLAUDE_CODE and not self._args.remove:
            from scratchpad_tui.agents.setup import paste_by_hand

            output.message("nothing was written there; this is what the settings need, to be put in by hand")
            output.result(paste_by_hand(self.program))


def remove(args: Namespace, store: PadStore) -> int:
    """Takes out again what was put in; no pad is touched.

    Raises:
        ScratchpadError: a file cannot be read or written, or there is nobody to ask.
    """
    planned = Connection(args, store)
    planned.tell_notes()
    output.result("\n".join(planned.shown()))
    if not planned.does or args.dry_run:
        return output.DONE
    if not planned.agree():
        output.message("nothing was changed")
        return output.REFUSED
    output.result("\n".join(planned.carry_out()))
    return output.DONE


def print_block(args: Namespace, store: PadStore) -> None:
    """Prints what an agent without hooks of ours needs, to be pasted."""
    from scratchpad_tui.agents import instructions, setup
    from scratchpad_tui.agents.program import find_program

    project = os.path.abspath(args.dir or ".")
    named = setup.pad_options(project, store.paths.named)
    if args.agent == MCP:
        from scratchpad_tui.agents.setup_json import shown

        output.result(shown(instructions.mcp_block(find_program().words, named)))
        output.message(
            "put this into .mcp.json, or wherever your client keeps its servers; it needs scratchpad-tui[mcp]"
        )
        return
    path = os.path.join(project, instructions.FILES[args.agent])
    output.result(setup.block_for(path, store.profile, store.paths.named))
    output.message(
        f"paste this into {_short(path)}, or let `--write {instructions.FILES[args.agent]}` put it there; "
        "for an agent that speaks MCP, `--for mcp` prints its entry"
    )


def _short_words(line: str) -> str:
    """A line with the paths of the current folder shortened."""
    return output.path_text(line.replace(os.path.join(os.getcwd(), ""), ""))


def _short(path: str) -> str:
    return output.path_text(path.removeprefix(os.path.join(os.getcwd(), "")))
