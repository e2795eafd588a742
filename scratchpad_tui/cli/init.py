"""`init`: the skeleton of a pad, its settings and `.gitignore`; what exists is kept."""

from __future__ import annotations

import os
import sys

from scratchpad_tui.cli import connect, output
from scratchpad_tui.cli.commands import Command
from scratchpad_tui.cli.opening import locate, open_path
from scratchpad_tui.core.errors import UsageError
from scratchpad_tui.core.pad.discover import NAMES, VARIABLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from scratchpad_tui.core.pad.store import PadStore


def _options(parser: ArgumentParser) -> None:
    parser.add_argument(
        "dir", nargs="?", metavar="DIR", help="the project's folder (default the current one)"
    )
    parser.add_argument(
        "--fresh", action="store_true", help="archive the pad with its history and start a new one"
    )
    parser.add_argument("--dry-run", action="store_true", help="say what would be made and write nothing")
    parser.add_argument(
        "--yes",
        action="store_true",
        help="do not ask before something is archived or another program's file changed",
    )
    connect.options(parser)


def _run(args: Namespace) -> int:
    connects = connect.is_wanted(args)
    store = open_path(_pad_of(args), args.profile)
    if args.remove:
        return connect.remove(args, store)
    archives = args.fresh and any(map(os.path.lexists, (store.paths.pad, store.paths.history)))
    if connects and connect.is_printed(args):
        return _printed(args, store, archives=archives)
    planned = connect.Connection(args, store) if connects else None
    if args.dry_run:
        if planned:
            planned.tell_notes()
        output.result("\n".join([*_plan(store, archives=archives), *(planned.shown() if planned else ())]))
        return output.DONE
    if not _may(args, store, planned, archives=archives):
        output.message("nothing was changed")
        return output.REFUSED
    output.result("\n".join(_carry_out(store, args.profile, archives=archives)))
    if planned:
        output.result("\n".join(planned.carry_out()))
    from scratchpad_tui.agents.program import own_command

    named = _option(store.paths.named)
    reads = f"an agent reads it with `{own_command()} prompt{named}`"
    step = planned.next_step() if planned else ""
    output.message(f"watch the pad with `scratchpad-tui watch{named}`; {step or reads}")
    return output.DONE


def _option(path: str) -> str:
    """What names the pad to a command that is typed here; nothing where it is found from here."""
    from scratchpad_tui.agents.labels import option

    return "" if locate(None, tells=False).path == path else option("pad", _short(path))


def _printed(args: Namespace, store: PadStore, *, archives: bool) -> int:
    """Makes the pad, and prints what the agent needs as the only result, so that it can be sent into a file."""
    if not args.dry_run and not _may(args, store, None, archives=archives):
        output.message("nothing was changed")
        return output.REFUSED
    lines = (
        _plan(store, archives=archives)
        if args.dry_run
        else _carry_out(store, args.profile, archives=archives)
    )
    for line in lines:
        output.message(line)
    connect.print_block(args, store)
    return output.DONE


def _may(args: Namespace, store: PadStore, planned: connect.Connection | None, *, archives: bool) -> bool:
    """Whether a person agrees to what is archived and to what is changed in files of other programs.

    Raises:
        UsageError: there is nobody to ask.
    """
    if planned:
        files = [] if args.yes or not planned.does else _plan(store, archives=archives)
        planned.tell_notes()
        output.result("\n".join([*files, *planned.shown()]))
    if archives and not (args.yes or _agreed(store)):
        return False
    return planned is None or not planned.does or planned.agree()


def _pad_of(args: Namespace) -> str:
    """The pad to make: in DIR, else the one that is named, else in the current folder, whatever stands above it."""
    if args.dir is not None and args.pad is not None:
        raise UsageError("the pad is named twice", "give DIR or --pad")
    if args.dir is None and (args.pad is not None or os.environ.get(VARIABLE)):
        return locate(args.pad).path
    return os.path.abspath(os.path.join(args.dir or ".", NAMES[0]))


def _files(store: PadStore) -> list[str]:
    """The files that a new pad has: itself, its settings and, in a folder of its own, `.gitignore`."""
    paths = store.paths
    own = os.path.basename(paths.folder) == ".agent"
    return [paths.named, paths.settings, *([os.path.join(paths.folder, ".gitignore")] if own else [])]


def _plan(store: PadStore, *, archives: bool) -> list[str]:
    told = [f"would archive {_short(store.paths.history)} and the pad"] if archives else []
    for path in _files(store):
        stays = os.path.lexists(path) and not (archives and path == store.paths.named)
        told.append(f"{'would keep' if stays else 'would make'} {_short(path)}{_reach(store, path)}")
    return told


def _carry_out(store: PadStore, profile: str | None, *, archives: bool) -> list[str]:
    there = {path for path in _files(store) if os.path.lexists(path)}
    told = []
    if archives:
        told.append(f"archived in {_short(store.start_fresh())}")
        there.discard(store.paths.named)
    elif not store.create() and store.paths.named not in there:
        output.message(store.read().notice)
    for path in _files(store):
        if path != store.paths.named:
            _write_missing(path, profile)
        if path in there:
            told.append(f"kept {_short(path)} as it is{_reach(store, path)}")
        elif os.path.lexists(path):
            told.append(f"made {_short(path)}{_reach(store, path)}")
    return told


def _reach(store: PadStore, path: str) -> str:
    """What is to be said of settings beside a pad that has no folder of its own."""
    if path != store.paths.settings or os.path.basename(os.path.dirname(path)) == ".agent":
        return ""
    return ", which counts for every pad in its folder"


def _write_missing(path: str, profile: str | None) -> None:
    from scratchpad_tui.core.config.example import example_toml
    from scratchpad_tui.core.pad.folder import GITIGNORE
    from scratchpad_tui.core.pad.io import storage_error, write_new

    text = GITIGNORE if os.path.basename(path) == ".gitignore" else example_toml(profile=profile or "")
    try:
        write_new(path, text.encode())
    except FileExistsError:
        return
    except OSError as error:
        raise storage_error(error, path, "write") from error


def _agreed(store: PadStore) -> bool:
    """Whether a person at the terminal agrees to the archiving.

    Raises:
        UsageError: there is nobody to ask.
    """
    if not (output.is_terminal(sys.stdin) and output.is_terminal(sys.stderr)):
        raise UsageError("--fresh asks before it archives the pad and its history", "say --yes in a script")
    return output.asked(f"Archive {_short(store.paths.named)} with its history and start a new pad?")


def _short(path: str) -> str:
    """The path, from the current folder on where it stands under it."""
    here = os.path.join(os.getcwd(), "")
    return output.path_text(path.removeprefix(here))


COMMANDS = {
    "init": Command(
        "Writes a pad's skeleton, scratchpad.toml with comments and .gitignore, and connects an agent; what exists is kept and said.",
        "init --for claude-code",
        _options,
        _run,
    ),
}
