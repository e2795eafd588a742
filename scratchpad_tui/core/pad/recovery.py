"""A recovery side by side: each line of the broken text beside the text that took its place, and what may be taken over."""

from __future__ import annotations

import os

from scratchpad_tui.core.errors import InputError
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.diff import changes
from scratchpad_tui.core.pad.io import read_bytes, storage_error
from scratchpad_tui.core.pad.lines import texts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scratchpad_tui.core.pad.store import PadStore, Reading


class SideRow(NamedTuple):
    """One row of two texts side by side."""

    line: int
    """The number of the broken text's line, counted from 1; 0 where it has none here."""
    broken: str | None
    """None where the broken text has no line here."""
    instead: str | None
    """None where the other text has no line here."""
    section: str = ""
    """The section that the line may be taken into; empty where the pad has it already."""


class Recovery(NamedTuple):
    """One quarantined file, or a broken pad that no writer has set aside yet."""

    name: str
    """The quarantined file's name; empty for the pad itself."""
    time: str | None
    """When it was set aside, RFC 3339."""
    reason: str
    rows: tuple[SideRow, ...]

    @property
    def takable(self) -> tuple[int, ...]:
        """The numbers of the lines that the pad lacks."""
        return tuple(row.line for row in self.rows if row.section)


def recoveries(store: PadStore) -> list[Recovery]:
    """Every quarantined file of the pad beside the pad as it is now, the newest first.

    Raises:
        StorageError: one of them cannot be read.
    """
    now = texts(store.read().document.completed().text().removeprefix("\ufeff"))
    found = []
    for item in reversed(store.quarantined()):
        path = os.path.join(store.paths.folder, item.name)
        try:
            data = read_bytes(path)
        except FileNotFoundError:
            continue  # somebody deleted it meanwhile
        except OSError as error:
            raise storage_error(error, path, "read") from error
        lacks = {line.line: line.section for line in item.missing_lines}
        rows = side_by_side(_lines(data), now, lacks)
        found.append(Recovery(item.name, item.time, item.reason, tuple(rows)))
    return found


def mending(store: PadStore) -> Recovery:
    """The pad as it stands, which does not parse or is gone, beside the text that a recovery would put in its place.

    Raises:
        InputError: the pad is good, or no recovery may replace it.
    """
    reading = store.read()
    if reading.state == "broken" and reading.document.profile.strict_recovery:
        raise InputError(reading.notice, "a pad of this profile is mended by hand alone", code="broken")
    if reading.state not in ("broken", "gone"):
        if reading.notice:
            raise InputError(reading.notice, code=reading.state)
        raise InputError("the pad parses", "there is nothing to recover", code="nothing-to-recover")
    instead = texts(reading.document.completed().text().removeprefix("\ufeff"))
    rows = side_by_side(_lines(reading.data or b""), instead, {})
    return Recovery("", None, _why(reading), tuple(rows))


def left_in_place(reading: Reading) -> str:
    """What helps against a pad that does not parse and is in no quarantine yet; empty where it parses."""
    opens = "`scratchpad-tui edit` opens the pad as it stands"
    if reading.state == "conflict" or (
        reading.state == "broken" and reading.document.profile.strict_recovery
    ):
        return f"{opens}; no write moves it"
    if reading.state != "broken":
        return ""
    goes = reading.source.words.goes
    return f"{opens}; or the next write sets it aside and puts {goes} in its place, and `recover` then lists its lines"


def _why(reading: Reading) -> str:
    """What is wrong with the pad, and what would take its place."""
    from scratchpad_tui.core.secrets.quoting import shown as quoted

    wrong = "The pad is gone"
    if reading.problems:
        first = reading.problems[0]
        wrong = f"Line {first.line}: {quoted(first.message)}"  # it quotes the file
    return f"{wrong}{'' if wrong.endswith('?') else '.'} In its place goes {reading.source.words.goes}."


def side_by_side(broken: Sequence[str], instead: Sequence[str], lacks: dict[int, str]) -> Iterator[SideRow]:
    """The lines of both texts in rows, equal ones beside each other; `lacks`: by line, the section it may go into."""
    at = there = 0
    for change in (*changes(list(broken), list(instead)), None):
        stop = len(broken) if change is None else change.start
        while at < stop:
            yield SideRow(at + 1, broken[at], instead[there], lacks.get(at + 1, ""))
            at, there = at + 1, there + 1
        if change is None:
            return
        count = max(change.stop - change.start, change.new_stop - change.new_start)
        for step in range(count):
            left, right = change.start + step, change.new_start + step
            has_left, has_right = left < change.stop, right < change.new_stop
            yield SideRow(
                left + 1 if has_left else 0,
                broken[left] if has_left else None,
                instead[right] if has_right else None,
                lacks.get(left + 1, "") if has_left else "",
            )
        at, there = change.stop, change.new_stop


def _lines(data: bytes) -> list[str]:
    """A broken file's lines, whatever its bytes are."""
    return texts(data.decode("utf-8", "replace").removeprefix("\ufeff"))
