"""One sign of trouble."""

from __future__ import annotations

from scratchpad_tui.core.named_tuple import NamedTuple

ERROR, WARNING, INFO = "error", "warning", "info"
"""The pad cannot be used as it is; something is lost or goes wrong; something would be better otherwise."""
SEVERITIES = (ERROR, WARNING, INFO)
"""The worst first."""


class Sign(NamedTuple):
    """Something that is wrong, or will be."""

    code: str
    severity: str
    """One of `SEVERITIES`."""
    message: str
    """A sentence; it may hold text from the pad."""
    remedy: str
    """What helps, as an order."""
    subject: str = ""
    """What it is about, where one code has many: a section, a file, a version, a warning."""
    command: str = ""
    """What to type for the remedy; empty where no command does it."""
    line: int = 0
    """The pad's line that it is about, counted from 1; 0 where it is about none."""
    brings: str = ""
    """What comes of the remedy, which ends with it, for a place that names the key of `watch` in words of its own."""

    @property
    def told(self) -> dict[str, object]:
        """The fields as scripts get them."""
        return {name: value for name, value in self._asdict().items() if name != "brings"}


def counted(count: int, word: str, plural: str = "") -> str:
    """The number with its word: `1 line`, `2,000 lines`."""
    return f"1 {word}" if count == 1 else f"{count:,} {plural or word + 's'}"


def quoted(text: str, longest: int = 60) -> str:
    """The first line of a text in quotes, shortened; a secret in it is masked before."""
    from scratchpad_tui.core.secrets.quoting import safe

    line = safe(text.partition("\n")[0])
    return f'"{line}"' if len(line) <= longest else f'"{line[: longest - 1]}…"'
