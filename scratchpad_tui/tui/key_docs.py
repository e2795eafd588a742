"""The README's table of keys: `python -m scratchpad_tui.tui.key_docs README.md` writes it between its marks."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from scratchpad_tui.core.config.key_table import ANSWERS, ENTRIES, READERS, shown_words
from scratchpad_tui.tui import keys

if TYPE_CHECKING:
    from scratchpad_tui.core.config.key_table import Key

BEGIN, END = "<!-- keys -->", "<!-- /keys -->"
_WHERE = {
    "Live": ("live",),
    "Timeline": ("timeline",),
    "Promotions": ("promotions",),
    "Pressure": ("pressure",),
    "Health": ("health",),
    "editor": ("edit", "result"),
    "new line": ENTRIES,
    "conflict": ("conflict",),
    "prune": ("prune",),
    "recovery": ("recovery",),
    "sheets": READERS,
    "questions": ANSWERS,
}
"""The places that the table names; keys of the others stand in help alone."""
_GROUND = ("Live", "Timeline", "Promotions", "Pressure")
_EVERYWHERE = "every screen"


def key_table() -> str:
    """The keys as a Markdown table with the places where each works, in the order of help."""
    rows = [key for key in keys.TABLE if key.works and _where(key)]
    rows.sort(key=lambda key: keys.GROUPS.index(key.group))
    lines = ["| key | does | where | id |", "|---|---|---|---|"]
    for row in rows:
        names = " ".join(f"`{_cell(keys.shown_key(name))}`" for name in row.keys)
        lines.append(f"| {names} | {_cell(shown_words(row.tooltip))} | {_where(row)} | `{row.id}` |")
    return "\n".join(lines)


def _where(key: Key) -> str:
    """The names of the places; all four screens, or all but the one that the key opens, are not counted up."""
    names = [name for name, places in _WHERE.items() if set(key.places) & set(places)]
    lacking = [name for name in _GROUND if name not in names]
    return _EVERYWHERE if len(lacking) <= (key.group == "Screen") else ", ".join(names)


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def with_key_table(text: str) -> str:
    """The text with the table between its marks; as it is where it has none."""
    head, begin, rest = text.partition(BEGIN)
    _, end, tail = rest.partition(END)
    if not begin or not end:
        return text
    return f"{head}{BEGIN}\n\n{key_table()}\n\n{END}{tail}"


def main() -> int:
    """Writes the table into the named file; 1 where the file has no marks for it."""
    path = Path(sys.argv[1] if len(sys.argv) > 1 else "README.md")
    text = path.read_text("utf-8")
    if BEGIN not in text or END not in text:
        sys.stderr.write(f"{path} has no marks {BEGIN} and {END}\n")
        return 1
    path.write_text(with_key_table(text), "utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
