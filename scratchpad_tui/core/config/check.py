"""Judges a value by its setting, and finds the known name nearest to an unknown one."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from scratchpad_tui.core.config.table import Setting, Value


def judged(setting: Setting, value: object) -> Value | None:
    """The value where the setting accepts it, else None."""
    if setting.kind == "text":
        return value if isinstance(value, str) and value.isprintable() else None
    if setting.kind == "choice":
        return value if isinstance(value, str) and value in setting.choices else None
    if setting.kind == "switch":
        return value if isinstance(value, bool) else None
    if isinstance(value, bool) or not isinstance(value, int if setting.kind == "integer" else int | float):
        return None
    if not setting.low <= value <= setting.high:
        return None
    return value if setting.kind == "integer" else float(value)


def read_text(setting: Setting, text: str) -> object:
    """What a text means to a setting of numbers or a switch, else the text: the environment knows only texts."""
    if setting.kind == "switch":
        return {"true": True, "false": False}.get(text, text)
    if setting.kind not in ("integer", "number"):
        return text
    try:
        return int(text) if setting.kind == "integer" else float(text)
    except ValueError:
        return text


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name that looks most like this one, or is the same but for its table; None where none is near."""
    import difflib

    names = list(known)
    key = name.rpartition(".")[2]
    found = difflib.get_close_matches(name, names, n=1, cutoff=0.6)
    found = found or [other for other in names if other.rpartition(".")[2] == key]
    return found[0] if found else None
