"""The generated parts of the README: `python -m tests.readme` writes the table of settings anew."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from scratchpad_tui.core.config import SETTINGS, words

if TYPE_CHECKING:
    from scratchpad_tui.core.config import Value

README = Path(__file__).resolve().parent.parent / "README.md"


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


def _default(value: Value) -> str:
    return "" if value == "" else f"`{words(value)}`"


if __name__ == "__main__":
    put("settings", settings_table())
