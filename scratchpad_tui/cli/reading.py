"""`show`, `prompt` and `validate`: what the pad is, for a person, an agent, a check; nothing is changed."""

from __future__ import annotations

from scratchpad_tui.cli import output
from scratchpad_tui.cli.commands import Command
from scratchpad_tui.cli.opening import open_path, open_store, section_names, told
from scratchpad_tui.cli.parser import count, given_text
from scratchpad_tui.core.errors import StorageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Iterable

    from scratchpad_tui.core.pad.check import Checked
    from scratchpad_tui.core.pad.document import Document
    from scratchpad_tui.core.pad.store import PadStore, Reading


def _show_options(parser: ArgumentParser) -> None:
    parser.add_argument("--section", type=given_text, metavar="S", help="this section alone")


def _show(args: Namespace) -> int:
    store = open_store(args)
    reading = store.read()
    names = section_names(reading.document.profile, args.section)
    if args.json:
        output.document(_pad_fields(store, reading, names))
    else:
        output.result(_pad_text(reading.document, None if args.section is None else names[0]))
    if reading.state == "fresh":
        output.error(
            f"there is no pad yet at {output.path_text(store.paths.named)}; init or a first patch makes it"
        )
    return told(reading)


def _pad_text(document: Document, section: str | None) -> str:
    from scratchpad_tui.core.pad.lines import texts

    if section is None:
        return "".join(f"{text}\n" for text in texts(document.text().removeprefix("\ufeff")))
    return "\n".join([f"## {section}", *document.body(section)]).rstrip() + "\n"


def _pad_fields(store: PadStore, reading: Reading, names: Iterable[str]) -> dict[str, object]:
    from scratchpad_tui.core.pad.check import warnings_of
    from scratchpad_tui.core.pad.records import digest
    from scratchpad_tui.core.text import tokens

    document = reading.document
    data = reading.data if reading.state == "good" and reading.data is not None else document.render()
    notices = [reading.notice] if reading.notice else []
    return {
        "path": output.path_text(store.paths.named),
        "profile": document.profile.name,
        "state": reading.state,
        "version": reading.version,
        "sha256": digest(data),
        "tokens": tokens(document.text()),
        "warnings": [*notices, *(problem.message for problem in warnings_of(document))],
        "sections": [_section_fields(document, name) for name in names],
    }


def _section_fields(document: Document, name: str) -> dict[str, object]:
    section = document.profile.find(name)
    assert section is not None  # the name came from the profile
    size = document.size(name)
    return {
        "name": name,
        "cap": section.cap,
        "size": size,
        "over": size > section.cap,
        "numbered": section.numbered,
        "lines": document.content(name),
    }


def _prompt_options(parser: ArgumentParser) -> None:
    from scratchpad_tui.core.pad.prompt import VIAS

    parser.add_argument(
        "--session", type=given_text, metavar="S", help="the session that sees it: recorded as seen"
    )
    parser.add_argument("--preview", action="store_true", help="the same block, and nothing is recorded")
    parser.add_argument(
        "--via", choices=VIAS, default="command", help="how patches are to be sent (default command)"
    )
    parser.add_argument(
        "--max-chars", type=count, metavar="N", help="at most N characters; the oldest entries leave"
    )


def _prompt(args: Namespace) -> int:
    from scratchpad_tui.agents.labels import option
    from scratchpad_tui.agents.program import own_command
    from scratchpad_tui.core.pad.prompt import Caller, prompt_text, seen_session
    from scratchpad_tui.core.pad.who import check_label

    session = check_label("session", args.session or None)
    store = open_store(args)
    if args.preview:
        session = seen_session(store.state(), session)
    caller = Caller(
        own_command(),
        option("pad", store.paths.named) if args.pad else "",
        option("session", session) if session else "",
    )
    block = prompt_text(
        store, session=session, preview=args.preview, via=args.via, caller=caller, max_chars=args.max_chars
    )
    output.result(block)
    return output.DONE


def _validate_options(parser: ArgumentParser) -> None:
    parser.add_argument("file", nargs="?", metavar="FILE", help="judge this file's text alone, not the pad")


def _validate(args: Namespace) -> int:
    from scratchpad_tui.core.pad.check import Checked, check_pad, check_text

    if args.file is None:
        store = open_store(args)
        checked = check_pad(store)
    else:
        store = open_path(args.file, args.profile)
        data = _bytes_of(store)
        checked = check_text(data, store.profile_of(data))
    path = output.path_text(store.paths.named)
    checked = checked and _told(checked)
    if args.json:
        output.document({"path": path, **_verdict(checked or Checked((), ()))})
    elif checked is None:
        output.result(f"{path}: nothing there yet")
    else:
        output.result(_report(path, checked))
    return output.DONE if checked is None or checked.ok else output.REFUSED


def _bytes_of(store: PadStore) -> bytes:
    with store.open_pad() as held:
        if held is None:
            raise StorageError(f"there is no file {output.path_text(store.paths.named)}", "check the path")
        return held.data


def _told(checked: Checked) -> Checked:
    """The verdict as it may be told: it quotes the file."""
    from scratchpad_tui.core.secrets.quoting import told as quoted

    return checked._replace(errors=quoted(checked.errors), warnings=quoted(checked.warnings))


def _verdict(checked: Checked) -> dict[str, object]:
    return {
        "ok": checked.ok,
        "errors": [problem._asdict() for problem in checked.errors],
        "warnings": [problem._asdict() for problem in checked.warnings],
    }


def _report(path: str, checked: Checked) -> str:
    found = [("error", problem) for problem in checked.errors]
    found += [("warning", problem) for problem in checked.warnings]
    lines = [f"{path}:{p.line}:{p.column}: {kind}: {p.message} [{p.code}]" for kind, p in found]
    return "\n".join(lines) if lines else f"{path}: ok"


COMMANDS = {
    "show": Command(
        "Prints the pad, or one section; of a broken pad the last good version, with exit code 1.",
        "show --section Findings",
        _show_options,
        _show,
        json=True,
    ),
    "prompt": Command(
        "Prints what goes into the agent's context: contract, operations, warnings, the pad.",
        "prompt --session me --max-chars 10000",
        _prompt_options,
        _prompt,
    ),
    "validate": Command(
        "Parses the pad in the light of its history, or a file alone, and reports; exit code 1 on errors.",
        "validate --json",
        _validate_options,
        _validate,
        json=True,
    ),
}
