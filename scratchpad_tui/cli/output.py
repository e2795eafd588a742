"""The command line's streams, JSON and exit codes: the one module that writes to standard output and error."""

from __future__ import annotations

import os
import sys

from scratchpad_tui.core.errors import StorageError
from scratchpad_tui.core.text import visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import TextIO

DONE, REFUSED, STORAGE = 0, 1, 3
"""Exit codes: done; judged and refused; could not read or write. Wrong usage (2) and Ctrl-C (130) end before here."""

PROGRAM = "scratchpad-tui"
_DIFF_COLOURS = {"+": "\x1b[32m", "-": "\x1b[31m", "@": "\x1b[36m"}
_PLAIN = "\x1b[0m"
_HEADER_LINES = 2
"""Of a unified diff: they begin with `---` and `+++` and are no change."""


class OutputClosed(Exception):
    """Whoever read standard output has gone; there is nobody left to tell."""


def prepare() -> None:
    """Makes both streams UTF-8 whatever the locale; what cannot be encoded is written as an escape."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="backslashreplace")


def result(text: str) -> None:
    """Writes a command's result: text of any origin, its control characters made visible, with a final newline."""
    if text:
        shown = visible(text, keep="\n\t")
        _write(sys.stdout, shown if shown.endswith("\n") else shown + "\n")


def diff(text: str) -> None:
    """Writes a unified diff: added lines green, removed ones red where standard output is a terminal."""
    if not has_colour(sys.stdout):
        result(text)
        return
    lines = visible(text, keep="\n\t").rstrip("\n").split("\n") if text else []
    shown = [*lines[:_HEADER_LINES], *map(_coloured, lines[_HEADER_LINES:])]
    _write(sys.stdout, "".join(f"{line}\n" for line in shown))


def document(value: object) -> None:
    """Writes one JSON document in ASCII, so that no control character reaches a terminal; indented on a terminal."""
    import json

    _write(sys.stdout, json.dumps(value, indent=2 if is_terminal(sys.stdout) else None) + "\n")


def message(text: str) -> None:
    """Tells a person one line on standard error."""
    _tell(f"{PROGRAM}: {visible(text)}\n")


def error(text: str) -> None:
    """Tells a person on standard error what went wrong; what it quotes of their words is masked where it is secret."""
    from scratchpad_tui.core.secrets.quoting import safe

    message(safe(text))


def faults(texts: Sequence[str]) -> None:
    """Tells what is wrong with the settings, as warnings; values that they quote are masked where they are secret."""
    if texts:
        from scratchpad_tui.core.secrets.quoting import safe

        warnings(map(safe, texts))


def progress(text: str) -> None:
    """Tells on standard error how far long work has come."""
    _tell(f"{visible(text)}\n")


def passing(text: str) -> None:
    """Puts a line on a terminal's standard error in the place of the last one; empty takes that away."""
    _tell(f"\r\x1b[K{visible(text)}")


def warnings(texts: Iterable[str]) -> None:
    """Tells warnings on standard error, each on a line."""
    for text in texts:
        _tell(f"warning: {visible(text)}\n")


def asked(question: str) -> bool:
    """Whether the person at the terminal says yes to a question; no answer is a no."""
    _tell(f"{visible(question)} [y/N] ")
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def typed(question: str) -> str:
    """What the person at the terminal types after a question; empty at the end of input."""
    _tell(f"{visible(question)} ")
    return sys.stdin.readline().strip()


def chosen(question: str, letters: str) -> str:
    """The letter that the person at the terminal answers with, asked until it is one of these; empty at the end of input."""
    while True:
        _tell(f"{visible(question)} ")
        answer = sys.stdin.readline()
        if not answer:
            _tell("\n")
            return ""
        if answer.strip()[:1].lower() in tuple(letters):
            return answer.strip()[:1].lower()


def is_terminal(stream: TextIO | None) -> bool:
    """Whether a person looks at the stream."""
    return stream is not None and not stream.closed and stream.isatty()


def has_colour(stream: TextIO | None) -> bool:
    """Whether colours may be sent: a terminal that knows them, and `NO_COLOR` is not set."""
    return is_terminal(stream) and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def path_text(path: str) -> str:
    """A path as text: its bytes read as UTF-8, whatever encoding the locale names files in."""
    if any("\ud800" <= char <= "\udfff" for char in path):
        return os.fsencode(path).decode("utf-8", "replace")
    return path


def finish() -> None:
    """Sends what is still buffered.

    Raises:
        OutputClosed: the reader has gone.
        StorageError: the output could not be written.
    """
    if sys.stdout is not None and not sys.stdout.closed:
        _write(sys.stdout, "", flush=True)


def _abandon() -> None:
    # What is still buffered goes nowhere, so that the interpreter's last flush cannot fail and complain.
    try:
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, sys.stdout.fileno())
        os.close(null)
    except (OSError, AttributeError):
        sys.stdout = None


def _coloured(line: str) -> str:
    colour = _DIFF_COLOURS.get(line[:1], "")
    return f"{colour}{line}{_PLAIN}" if colour else line


def _write(stream: TextIO | None, text: str, *, flush: bool = False) -> None:
    if stream is None:
        return
    try:
        stream.write(text)
        if flush:
            stream.flush()
    except BrokenPipeError as error:
        _abandon()
        raise OutputClosed from error
    except OSError as error:
        _abandon()
        reason = error.strerror or str(error)
        raise StorageError(
            f"could not write to standard output: {reason}",
            "what the command did stands; run `show` to see it",
        ) from error


def _tell(text: str) -> None:
    # Standard error is the last place to complain; where it is gone too, the exit code alone tells.
    try:
        if sys.stderr is not None:
            sys.stderr.write(text)
            sys.stderr.flush()
    except (OSError, ValueError):
        pass
