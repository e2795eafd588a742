"""The pressure at each turn as a picture in text, with the lines at which a window compacts and evicts."""

from __future__ import annotations

from itertools import pairwise

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

WIDTH, HEIGHT = 70, 10
_BLOCKS = " ▁▂▃▄▅▆▇█"
_STEPS = len(_BLOCKS) - 1


def curve(pressure: Sequence[float], compact_at: float, evict_at: float) -> list[str]:
    """The picture: a column a turn, or the highest of several turns; the scale at the left, turns below."""
    columns = _columns(pressure)
    top = max(1.0, *columns) if columns else 1.0
    lines = []
    for row in range(HEIGHT, 0, -1):
        low, high = top * (row - 1) / HEIGHT, top * row / HEIGHT
        mark = next((at for at in (evict_at, compact_at) if low < at <= high), None)
        cells = "".join(_cell(value, low, high) for value in columns)
        if mark is not None:
            cells = cells.ljust(min(WIDTH, max(len(columns), 20))).replace(" ", "┄")
        lines.append(f"{high:4.2f} {'┤' if mark is None else '┼'}{cells}{_name(mark, evict_at)}".rstrip())
    first, last = "turn 1", str(len(pressure))
    lines.append(" " * 6 + first + last.rjust(max(len(last) + 1, len(columns) - len(first))))
    return lines


def _columns(pressure: Sequence[float]) -> list[float]:
    if len(pressure) <= WIDTH:
        return list(pressure)
    edges = [round(column * len(pressure) / WIDTH) for column in range(WIDTH + 1)]
    return [max(pressure[start:end]) for start, end in pairwise(edges)]


def _cell(value: float, low: float, high: float) -> str:
    share = (value - low) / (high - low)
    return _BLOCKS[max(0, min(_STEPS, round(share * _STEPS)))]


def _name(mark: float | None, evict_at: float) -> str:
    if mark is None:
        return ""
    return f" {mark:.2f} {'evicts' if mark == evict_at else 'compacts'}"
