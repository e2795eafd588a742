"""The README's table of keys: `python -m scratchpad_tui.tui.key_docs README.md` writes it between its marks."""

from __future__ import annotations

import sys
from pathlib import Path

from scratchpad_tui.tui import keys

BEGIN, END = "<!-- keys -->", "<!-- /keys -->"
_PLACES = ("live", "timeline")


def key_table() -> str:
    """The keys of the ground screens as a Markdown table, in the order of help."""
    rows = [key for key in keys.TABLE if key.works and set(key.places) & set(_PLACES)]
    rows.sort(key=lambda key: keys.GROUPS.index(key.group))
    lines = ["| key | does |", "|---|---|"]
    for row in rows:
        names = " ".join(f"`{_cell(keys.shown_key(name))}`" for name in row.keys)
        lines.append(f"| {names} | {_cell(keys.said(row.tooltip))} |")
    return "\n".join(lines)


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
