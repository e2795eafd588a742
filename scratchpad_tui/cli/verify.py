"""`verify`: the checks of a session pad or of an audited one, and whether a pad's state survives a lost conversation."""

from __future__ import annotations

from scratchpad_tui.cli import output
from scratchpad_tui.cli.commands import Command
from scratchpad_tui.cli.opening import open_store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Sequence

    from scratchpad_tui.core.audited.survival import Survival
    from scratchpad_tui.core.errors import Problem
    from scratchpad_tui.core.pad.store import PadStore


def _options(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--survives-compact",
        action="store_true",
        help="instead: rebuild the state in a fresh process, from the file alone, and compare",
    )


def _run(args: Namespace) -> int:
    store = open_store(args)
    path = output.path_text(store.paths.named)
    if args.survives_compact:
        from scratchpad_tui.core.audited.survival import survival

        found = survival(store)
        return _told(args, path, found.problems, found.notice, _survival_fields(found), _survival_line(found))
    problems, notice = _verdict(store)
    return _told(args, path, problems, notice, {}, "ok")


def _verdict(store: PadStore) -> tuple[Sequence[Problem], str]:
    if store.profile.is_keyed:
        from scratchpad_tui.core.audited.verify import verify as audited

        return audited(store)
    from scratchpad_tui.core.session.verify import verify

    return verify(store)


def _told(
    args: Namespace,
    path: str,
    problems: Sequence[Problem],
    notice: str,
    more: dict[str, object],
    good: str,
) -> int:
    from scratchpad_tui.core.secrets.quoting import told

    if notice:
        output.message(notice)
    problems = told(problems)
    if args.json:
        errors = [problem._asdict() for problem in problems]
        output.document({"path": path, "ok": not problems, "errors": errors, **more})
    elif problems:
        output.result("\n".join(f"{path}:{one.line}: {one.message} [{one.code}]" for one in problems))
    else:
        output.result(f"{path}: {good}")
    return output.REFUSED if problems else output.DONE


def _survival_fields(found: Survival) -> dict[str, object]:
    return {"entries": found.entries, "sha256": found.sha256 or None, "version": found.version}


def _survival_line(found: Survival) -> str:
    if not found.is_there:
        return "nothing there yet"
    entries = "1 entry" if found.entries == 1 else f"{found.entries} entries"
    version = f", version {found.version}" if found.version else ""
    return f"state survives: {entries}, sha256 {found.sha256}{version}"


COMMANDS = {
    "verify": Command(
        "Checks that each note has time and tag, that no secret stands in the pad, and that Durable is as it was; of an"
        " audited pad, that each entry has its key, and its evidence where it must.",
        "verify --survives-compact",
        _options,
        _run,
        json=True,
    ),
}
