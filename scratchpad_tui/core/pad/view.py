"""One immutable snapshot of a pad for the screens: its lines with marks, its last turn, and what a person is needed for."""

from __future__ import annotations

from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.author import author_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import datetime

    from scratchpad_tui.core.pad.store import PadStore


class Proof(NamedTuple):
    """What stands beside the text of an audited entry, on its first line."""

    text: str
    """The line without bullet, evidence, key and the mark of a closed entry."""
    key: str = ""
    source: str = ""
    date: str = ""
    """YYYY-MM-DD."""
    closed: bool = False
    unproven: bool = False
    """Whether it has no evidence that can be read."""
    due: bool = False
    """Whether it stands in a section that asks for evidence and has none."""
    contradicted: bool = False
    """Whether another entry contradicts it, so that tidying takes it out."""
    fault: str = ""
    """Why its key or date does not count: `no-key`, `bad-key`, `bad-date`; else empty."""


class LineView(NamedTuple):
    """One line of a section, raw: whoever shows it makes it visible first."""

    text: str
    mark: str = ""
    """`+` new, `~` changed, `-` removed (still in its place), or empty; since the version the person saw."""
    author: str = ""
    """`you`, `agent t57`, `external`, `restored` ...; empty where the line is unchanged or the author is not known."""
    version: int | None = None
    """The version that brought, changed or removed the line; None where unchanged or not recorded yet."""
    turn: str | None = None
    """The label of the turn, as the agent gave it."""
    index: int = -1  # type: ignore[assignment] # the word of the field; tuple.index is not used
    """Position in the body of the section; -1 for a removed line."""
    box: str | None = None
    """A blank, `x` or `X` on the first line of an entry with a box, else None."""
    prefix: int = 0
    """How many characters of `text` are a bullet with its blanks, which a screen may leave out."""
    continued: bool = False
    """Whether the line belongs to the entry above it."""
    proof: Proof | None = None
    """On the first line of an audited entry."""


class SectionView(NamedTuple):
    """One section with its lines; blank lines and the empty mark are left out."""

    name: str
    cap: int
    """In characters."""
    size: int
    """In characters, as counted against the cap."""
    numbered: bool
    purpose: str
    lines: tuple[LineView, ...] = ()
    fresh: int = 0
    """How many lines are new or changed since the person looked."""
    done: int = 0
    """Ticked steps, on lines of any kind with a box."""
    total: int = 0
    """Steps: lines of any kind with a box."""
    sealed: bool = False
    """Whether nothing of ours writes it but a promotion that a person confirmed by its id."""
    keyed: bool = False
    """Whether its entries are audited ones, with evidence and a key."""
    proven: bool = False
    """Whether an entry stands here only with its evidence."""

    @property
    def over(self) -> int:
        """By how many characters the section is over its cap; 0 where it is not."""
        return max(0, self.size - self.cap)

    @property
    def removed(self) -> int:
        """How many removed lines still stand in their place."""
        return sum(line.mark == "-" for line in self.lines)


class DiffRow(NamedTuple):
    """One line of a diff."""

    sign: str
    """`+`, `-` or a blank."""
    section: str
    text: str
    prefix: int = 0
    """How many characters of `text` are a bullet with its blanks, which a screen may leave out."""


class VersionInfo(NamedTuple):
    """What the journal knows about a version; all but the number may be unknown."""

    version: int
    time: datetime | None = None
    actor: str = ""
    by: str = ""
    turn: str | None = None
    """The label of the turn, as the agent gave it; a number as a rule."""
    session: str | None = None
    added: int = 0
    """Lines."""
    removed: int = 0
    """Lines."""
    sections: tuple[str, ...] = ()
    alarms: tuple[str, ...] = ()

    @property
    def author(self) -> str:
        """The author as a word: see `author_words`."""
        return author_words(self.actor, self.turn)


class EventInfo(NamedTuple):
    """A journal line that is no version: a refusal, a recovery, a compaction ..."""

    event: str
    time: datetime | None
    actor: str
    message: str


class Need(NamedTuple):
    """One thing that a person is needed for."""

    code: str
    """`alarm`, `secret`, `recovery`, `two-agents`, `refused`, `odd-entries`, `over-cap`, `stale`, `unread`, `promotions` or `draft`."""
    count: int  # type: ignore[assignment] # the word of the field; tuple.count is not used
    words: str
    """A short sentence without the key."""
    key: str = ""
    """The key that deals with it; empty where there is none."""
    brief: str = ""
    """The same in a word or two, for narrow screens; empty: use `words`."""


class Remedy(NamedTuple):
    """A key of `watch` that mends the pad."""

    key: str
    """Its id in the table of keys."""
    words: str
    """What it does, behind the key: `mends it`."""


class PadView(NamedTuple):
    """All that a screen shows of a pad at one moment."""

    path: str
    rule: str = ""
    """Which rule of discovery found the path; whoever looked for it fills it in."""
    state: str = "live"
    """`live`, `no file`, `BROKEN` or `CONFLICT`."""
    sentence: str = ""
    """What is wrong, where something is."""
    remedies: tuple[Remedy, ...] = ()
    """What mends it, the first one best; empty where nothing is wrong."""
    profile: str = "task"
    version: VersionInfo | None = None
    """The newest version; None where there is none yet."""
    agent_seen: int | None = None
    """The newest version that went into an agent's prompt."""
    unread: tuple[VersionInfo, ...] = ()
    """Those that came since and are not the agent's own, which are no news to it; newest first, of the last 300."""
    unseen_sections: tuple[str, ...] = ()
    """The sections that they changed, where they differ from what the prompt carried; empty where that is not kept."""
    sections: tuple[SectionView, ...] = ()
    last: tuple[DiffRow, ...] = ()
    """The newest version against the one before it."""
    last_from: int = 0
    last_to: int = 0
    """0 where there is no version yet."""
    last_turns: tuple[VersionInfo, ...] = ()
    """The newest versions, newest first."""
    needs: tuple[Need, ...] = ()
    """The most pressing first."""
    events: tuple[EventInfo, ...] = ()
    """Events that stand among the last turns, newest first."""
    outside: int = 0
    """Lines outside the profile's sections, which are kept and not shown."""
    stands: str = ""
    """What the sections are where they are not the file as it is: `v43`, `what could be read` ...; else empty."""
    fault: str = ""
    """Why the file cannot be read, where something is there that cannot; the rest is as it was read last."""

    @property
    def is_gone(self) -> bool:
        """Whether there was a pad and now there is no file, so that its last version can be put back."""
        return self.state == "no file" and self.version is not None and not self.fault

    @property
    def is_keyed(self) -> bool:
        """Whether a section holds entries with keys."""
        return any(section.keyed for section in self.sections)


def build_view(
    store: PadStore,
    person_seen: int | None,
    *,
    now: datetime,
    seen_at: datetime | None = None,
    turns: int | None = None,
) -> PadView:
    """The pad as it is on disk now, with marks for what changed since a person saw it. Writes nothing.

    Args:
        store: The pad.
        person_seen: The version that the person saw last; 0 is the empty pad, so that all is new; None: a first
            look, at which only an edit that is not recorded yet is marked, and nothing in a pad without versions.
        now: For ages.
        seen_at: When the person looked; refused lists since then are told. None: those since that version.
        turns: How many turns the agent took since the newest version, where a transcript tells.

    Raises:
        StorageError: a file cannot be read.
    """
    from scratchpad_tui.core.pad.snapshot import take_snapshot

    return take_snapshot(store, person_seen, now=now, seen_at=seen_at, turns=turns)
