"""What there is to set: names, kinds, limits and defaults as data."""

from __future__ import annotations

from scratchpad_tui.core.named_tuple import NamedTuple

Value = str | int | float

ENVIRONMENT_PREFIX = "SCRATCHPAD_"
KEYS_PREFIX = "SCRATCHPAD_KEYS_"
"""Behind it stands the name of an action of the screens; the value is its keys."""
OTHER_VARIABLES = ("SCRATCHPAD_PAD", "SCRATCHPAD_NOW", "SCRATCHPAD_LLM_API_KEY", "SCRATCHPAD_DEBUG")
"""Variables of that prefix which are no settings: the pad's path, the clock, a key that no file may hold, tracebacks."""
BUILT_IN = ("task", "session", "audited")
"""The profiles that need no settings."""


class Setting(NamedTuple):
    """One setting."""

    name: str
    """Its path in `scratchpad.toml`: `history.depth` is `depth` in the table `[history]`."""
    kind: str
    """`text`, `integer`, `number`, `choice` or `switch`."""
    default: Value
    doc: str
    choices: tuple[str, ...] = ()
    low: float = 0
    high: float = 1_000_000
    safe: Value | None = None
    """Stands in for the default where a fault in the settings may hide what was meant."""

    @property
    def variable(self) -> str:
        """Its name in the environment."""
        return ENVIRONMENT_PREFIX + self.name.upper().replace(".", "_")

    @property
    def accepted(self) -> str:
        """What it accepts, in words."""
        if self.kind == "choice":
            words = [f'"{choice}"' for choice in self.choices]
            return f"{', '.join(words[:-1])} or {words[-1]}"
        if self.kind == "switch":
            return "true or false"
        if self.kind == "text":
            return "a text in quotes"
        return f"a {'whole ' if self.kind == 'integer' else ''}number from {self.low:g} to {self.high:.0f}"


def words(value: Value) -> str:
    """A value as a person reads it: a switch as the settings file writes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


class SectionTable(NamedTuple):
    """One section of a profile as the settings define it."""

    name: str
    cap: int
    """In characters."""
    purpose: str = ""
    numbered: bool = False
    aliases: tuple[str, ...] = ()
    protected: bool = False
    """No patch may touch it."""
    keyed: bool = False
    """Entries are audited ones, each with a key."""
    proven: bool = False
    """An audited entry stands here only with its evidence."""


SETTINGS = (
    Setting(
        "profile",
        "text",
        "",
        "Which sections the pad has: `task`, `session`, `audited` or a profile of your own; empty: by its headings.",
    ),
    Setting(
        "history.depth",
        "integer",
        20,
        "How many versions are kept; 0 keeps all.",
        safe=0,  # a mistyped depth must not cost a person their older versions
    ),
    Setting(
        "session.ttl",
        "number",
        24.0,
        "How many hours an entry of Scratch stays before the next start of a session, or `archive`, takes it away.",
        high=48,
    ),
    Setting(
        "session.end",
        "choice",
        "manual",
        "`daily` ends a session of an earlier day (in UTC) by itself, at the next command that is about sessions.",
        ("manual", "daily"),
    ),
    Setting(
        "session.tags",
        "text",
        "",
        "More tags for entries of Scratch beside observed, hypothesis and decided, with commas between them.",
    ),
    Setting(
        "promotions.policy",
        "choice",
        "off",
        "`decided` accepts decided entries in place of a person when a session ends, within its limit, and marks them.",
        ("off", "decided"),
    ),
    Setting(
        "git.commit",
        "switch",
        default=False,
        doc="`true` makes each version one commit of the pad alone, where the pad stands in a git work tree.",
    ),
    Setting(
        "lock.mode",
        "choice",
        "on",
        "`off` only where the file system has no locks: then two writers at once may lose an edit.",
        ("on", "off"),
    ),
    Setting("lock.timeout", "number", 5.0, "How many seconds a write waits for the lock.", high=3600),
    Setting(
        "hooks.guard",
        "choice",
        "deny",
        "What an agent's own edit tool meets on the pad: `deny` refuses with the command that does it right, `warn` only tells it, `off` is silent.",
        ("deny", "warn", "off"),
    ),
    Setting(
        "hooks.remind_after",
        "integer",
        0,
        "After how many turns without a change of the pad by its agent a hook reminds it; 0 never does.",
        high=10_000,
    ),
    Setting(
        "watch.mode",
        "choice",
        "auto",
        "`auto` listens to the file system's events; `poll` only looks, twice a second.",
        ("auto", "poll"),
    ),
    Setting(
        "ui.theme",
        "choice",
        "dark",
        "Colours: `dark`, `light`, `contrast` (high contrast) or `ansi` (16 colours).",
        ("dark", "light", "contrast", "ansi"),
    ),
    Setting(
        "ui.motion", "choice", "on", "`off` stops the tint of a line that has just changed.", ("on", "off")
    ),
    Setting(
        "ui.bell",
        "choice",
        "off",
        "`on` rings when the file breaks, a section goes over its cap, promotions wait at the end of a session, or much is removed.",
        ("on", "off"),
    ),
    Setting(
        "context.window",
        "integer",
        0,
        "How many tokens the model's context window holds; 0 finds out: from the transcript, else the model's name, else assumed.",
        high=100_000_000,
    ),
    Setting(
        "llm.base_url",
        "text",
        "",
        "Where `compact` asks a model: an OpenAI-compatible address such as `http://localhost:11434/v1`. Beside a pad only one on this machine counts. A key stands in `SCRATCHPAD_LLM_API_KEY` alone.",
    ),
    Setting("llm.model", "text", "", "The model that writes summaries, by the endpoint's name for it."),
    Setting(
        "llm.timeout",
        "number",
        60.0,
        "How many seconds the model has for a summary.",
        low=0.1,
        high=3600,
    ),
)
BY_NAME = {setting.name: setting for setting in SETTINGS}
