"""`config`: every setting, its value, and where it came from."""

from __future__ import annotations

from scratchpad_tui.cli import output
from scratchpad_tui.cli.commands import Command
from scratchpad_tui.cli.opening import locate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from scratchpad_tui.core.config import Settings


def _options(_parser: ArgumentParser) -> None:
    """It has none of its own."""


def _run(args: Namespace) -> int:
    from scratchpad_tui.core.config import load

    found = locate(args.pad)
    settings = load(found.path, {"profile": args.profile} if args.profile else None)
    output.faults(settings.faults)
    if args.json:
        output.document(_fields(found.path, found.rule, settings))
    else:
        output.result(_table(settings))
    return output.REFUSED if settings.faults else output.DONE


def _fields(path: str, rule: str, settings: Settings) -> dict[str, object]:
    from scratchpad_tui.core.config import SETTINGS

    listed = [
        {
            "name": setting.name,
            "value": settings.value(setting.name),
            "origin": output.path_text(settings.origin(setting.name)),
            "default": setting.default,
            "doc": setting.doc,
        }
        for setting in SETTINGS
    ]
    return {"path": output.path_text(path), "rule": rule, "settings": listed, "faults": list(settings.faults)}


def _table(settings: Settings) -> str:
    from scratchpad_tui.core.config import SETTINGS, words

    rows = [
        (
            setting.name,
            words(settings.value(setting.name)) or "-",
            output.path_text(settings.origin(setting.name)),
        )
        for setting in SETTINGS
    ]
    names, values = (max(len(row[column]) for row in rows) for column in (0, 1))
    return "\n".join(f"{name:{names}}  {value:{values}}  {origin}" for name, value, origin in rows)


COMMANDS = {
    "config": Command(
        "Prints every setting with its value and where it came from; faults in the settings are told together.",
        "config --pad .agent/scratchpad.md",
        _options,
        _run,
        json=True,
    ),
}
