"""How large a model's context window is, where that is known from, and where its agent makes room by itself."""

from __future__ import annotations

import os
from functools import lru_cache

from scratchpad_tui.core.named_tuple import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scratchpad_tui.core.transcripts.record import Call, Compaction, Record

_DATA = os.path.join(os.path.dirname(__file__), "windows.toml")
CLAUDE_CODE = "claude-code"
MILLION = 1_000_000
_MARK = "[1m]"
"""How Claude Code's settings ask for the large window; a transcript never holds it."""
_ALL_FAMILIES = ("default", "opusplan", "best")
"""Names in those settings that stand for models of more than one family."""
_LAST = 3
"""How many of the last compactions say where the next one will be."""
_NO_SHARE = (0, 1)
_BY_ITSELF = ("auto", "unknown")
"""The triggers of compactions that tell where an agent makes room unasked."""


class Window(NamedTuple):
    """The size of a context window."""

    tokens: int
    source: str
    """`setting`, `recorded`, `model`, `evidence` (a level above the assumed one) or `assumed`."""


class Agent(NamedTuple):
    """What the data file says of one agent."""

    window: int
    """In tokens, where its models are not in a table."""
    models: tuple[tuple[str, int], ...]
    """Patterns of names with the window that this agent gives them."""
    larger: tuple[int, ...]
    compacts: tuple[tuple[int, int], ...]
    """Windows with the level at which it compacts."""
    share: tuple[int, int]
    """Of the window, as a fraction, at which it compacts; 0 of 1 where that is not how it counts."""
    reserve: int
    """In tokens, what it keeps free of the window; 0 where that is not how it counts."""


class Table(NamedTuple):
    """The data file."""

    date: str
    models: tuple[tuple[str, int], ...]
    agents: dict[str, Agent]
    other: Agent
    """For a format without an entry of its own."""


@lru_cache(maxsize=1)
def table() -> Table:
    """The data file, read once."""
    import tomllib

    with open(_DATA, "rb") as stream:
        data = tomllib.load(stream)
    assumed = data["assumed"]
    agents = {
        name: Agent(
            entry.get("window", assumed["window"]),
            _pairs(entry.get("models", [])),
            tuple(entry.get("larger", assumed["larger"])),
            tuple((row[0], row[1]) for row in entry.get("compacts", [])),
            tuple(entry.get("share", _NO_SHARE)),
            entry.get("reserve", 0),
        )
        for name, entry in data["agents"].items()
    }
    other = Agent(assumed["window"], (), tuple(assumed["larger"]), (), _NO_SHARE, 0)
    return Table(str(data["date"]), _pairs(data["models"]["table"]), agents, other)


def _pairs(rows: list[list[object]]) -> tuple[tuple[str, int], ...]:
    return tuple((row[0], row[1]) for row in rows)  # type: ignore[misc] # rows of two


class Windows:
    """The rules for one transcript: the window of each of its calls, which may change with the model."""

    def __init__(
        self,
        record: Record,
        format_name: str,
        setting: int | None = None,
        settings_model: str = "",
        told: tuple[str, int] | None = None,
    ) -> None:
        self._setting = setting or None
        self._settings_model = settings_model.strip().lower()
        self._format = format_name
        self._agent = table().agents.get(format_name, table().other)
        self._known: dict[str, Window] = {}
        self._peaks = _peaks(record)
        self._told = {} if told is None else self._told_by_model(record, *told)

    def _told_by_model(self, record: Record, model: str, tokens: int) -> dict[str, Window]:
        """What the agent's status line told, for the model that it named: else for that of the last call."""
        name = _plain(model).partition("[")[0]
        last = record.main[-1].model if len(record.main) else ""
        named = [one for one in {*self._peaks, last} if name and _plain(one).startswith(name)]
        window = Window(tokens, "recorded")
        return {one: self._proven(window, self._peaks.get(one, 0)) for one in named or [last]}

    def at(self, call: Call | None) -> Window:
        """The window of this call; None stands for a transcript without any."""
        if self._setting:
            return Window(self._setting, "setting")
        if call is not None and call.window:
            return Window(call.window, "recorded")
        model = "" if call is None else call.model
        if model in self._told:
            return self._told[model]
        window = self._known.get(model)
        if window is None:
            window = self._known[model] = self._by_model(model)
        return window

    def _by_model(self, model: str) -> Window:
        if self._format == CLAUDE_CODE:
            return self._claude_code(model)
        tokens = self._tabled(model)
        window = Window(self._agent.window, "assumed") if tokens is None else Window(tokens, "model")
        return self._proven(window, self._peaks.get(model, 0))

    def _claude_code(self, model: str) -> Window:
        """Its files never say which of the two windows a model ran with."""
        tokens = _match(self._agent.models, model)
        if tokens is not None:
            return self._proven(Window(tokens, "model"), self._peaks.get(model, 0))
        others = [peak for name, peak in self._peaks.items() if _match(self._agent.models, name) is None]
        window = self._proven(Window(self._agent.window, "assumed"), max(others, default=0))
        if window.source == "assumed" and self._chosen(model):
            return Window(MILLION, "model")
        return window

    def _chosen(self, model: str) -> bool:
        """Whether the agent's own settings choose the large window for this model."""
        name, mark, _ = self._settings_model.partition(_MARK)
        if not mark:
            return False
        return not model or name in _ALL_FAMILIES or (name != "" and name in _plain(model))

    def _tabled(self, model: str) -> int | None:
        tokens = _match(self._agent.models, model)
        return _match(table().models, model) if tokens is None else tokens

    def _proven(self, window: Window, peak: int) -> Window:
        """A level above the window proves a larger one: the next known size."""
        if peak <= window.tokens:
            return window
        size = next((size for size in self._agent.larger if size >= peak), peak)
        return Window(size, "evidence")


def window_of(
    record: Record,
    format_name: str,
    setting: int | None = None,
    settings_model: str = "",
    told: tuple[str, int] | None = None,
) -> Window:
    """The window of the last call.

    `settings_model` is the model that the agent's own settings name, `told` the model and the window that its status
    line told.
    """
    rules = Windows(record, format_name, setting, settings_model, told)
    return rules.at(record.main[-1] if len(record.main) else None)


def compacts_at(record: Record, window: Window, format_name: str) -> tuple[int | None, str]:
    """The level at which this agent will make room by itself, and where that is known from; None where it is not."""
    told = [level for level in _compacted_at(record) if level <= window.tokens]
    if told:
        last = sorted(told[-_LAST:])
        often = "last time" if len(last) == 1 else f"the last {len(last)} times"
        return last[len(last) // 2], f"where it compacted {often} in this file"
    agent = table().agents.get(format_name)
    if agent is None:
        return None, "this format does not say which agent wrote it"
    limit = _documented(agent, window.tokens)
    if limit is None:
        return None, f"for a window of {window.tokens:,} tokens it is not known"
    return limit, "this agent's own limit, as documented"


def _documented(agent: Agent, window: int) -> int | None:
    if agent.compacts:
        return dict(agent.compacts).get(window)
    part, whole = agent.share
    limits = [window * part // whole] if part else []
    limits += [window - agent.reserve] if 0 < agent.reserve < window else []
    return min(limits, default=None)


def _compacted_at(record: Record) -> list[int]:
    """The levels of the last calls before the compactions that were not asked for; one that says nothing tells none."""
    marks: list[Compaction] = [mark for mark in record.compactions if mark.trigger in _BY_ITSELF]
    levels = [
        record.main.levels[mark.calls - 1] for mark in marks[-_LAST:] if 0 < mark.calls <= len(record.main)
    ]
    return [level for level in levels if level > 0]


def _peaks(record: Record) -> dict[str, int]:
    """The highest recorded level of each model, markers of compactions included; an estimate proves nothing."""
    peaks = {} if record.no_usage else record.main.peaks()
    for mark in record.compactions:
        if mark.before is not None and mark.trigger != "micro" and 0 < mark.calls <= len(record.main):
            model = record.main[mark.calls - 1].model
            peaks[model] = max(peaks.get(model, 0), mark.before)
    return peaks


def _match(patterns: tuple[tuple[str, int], ...], model: str) -> int | None:
    if not model:
        return None
    from fnmatch import fnmatchcase

    name = _plain(model)
    return next((tokens for pattern, tokens in patterns if fnmatchcase(name, pattern)), None)


def _plain(model: str) -> str:
    """A model's name without provider and region: `us.anthropic.claude-opus-5-v1:0`, `openai/gpt-5`."""
    name = model.strip().lower().rpartition("/")[2]
    at = name.find("claude-")
    return name[at:] if at > 0 else name
