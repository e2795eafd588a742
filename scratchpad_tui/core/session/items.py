"""What a reviewer sees of a session: its summary, and the items of the promotions queue."""

from __future__ import annotations

from scratchpad_tui.core.named_tuple import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import datetime

READY = "ready"
TWIN = "twin"
"""Like an entry of the target; may be accepted all the same."""
CONFIRM_FIRST = "confirm first"
"""A hypothesis that nobody confirmed."""
SECRET = "secret"  # noqa: S105 - a state's name
ORIGIN_CHANGED = "origin changed"
OVER_CAP = "over cap"
DUPLICATE = "duplicate"
MALFORMED = "malformed"
FULL = "full"
"""As many as a session may have are accepted."""
ACCEPTED = "accepted"
REJECTED = "rejected"
CLOSED = "closed"
"""Left undecided when its session ended."""
ACCEPTABLE = (READY, TWIN)
DECIDED = (ACCEPTED, REJECTED, CLOSED)

LIMIT = 3
"""How many promotions a session accepts, and how many an agent may propose in one."""


class Context(NamedTuple):
    """An entry that stands beside an item's origin."""

    text: str
    """Its line as it stands, without the bullet."""
    version: int | None
    """The version that brought it, where that is known."""


class Evidence(NamedTuple):
    """Where an item comes from."""

    section: str
    """The section that it stood in; empty for a line that stands nowhere in the pad."""
    version: int
    """The version that brought the line, 0 where none is known."""
    actor: str
    """Who wrote it: `agent`, `human`, `external`, ...; empty where that is not known."""
    turn: str | None
    session: str | None
    """The agent's own label."""
    before: Context | None = None
    """The entry above it in its section."""
    after: Context | None = None
    """The entry below it."""


class Finding(NamedTuple):
    """A secret in an item: never its value."""

    kind: str
    redacted: str


class Twin(NamedTuple):
    """An entry of the target that says nearly the same."""

    line: int
    """Its line in the target file, counted from 1."""
    text: str
    ratio: float


class Item(NamedTuple):
    """One item of the queue, judged as things stand now."""

    id: str
    """`p1`, `p2`, ... for a proposal; a candidate's begins with `+`."""
    text: str
    tag: str
    time: str
    """As in the line that will be written: `2026-07-20T14:31Z`."""
    moment: datetime | None
    """The same as a moment, for its age."""
    state: str
    """One of this module's states."""
    reason: str
    """A sentence: why it is not ready, or why it was rejected; else empty."""
    evidence: Evidence
    line: str
    """Exactly what will be written, or was."""
    target: str
    """Where: the pad's section, or `episodic.md`."""
    secrets: tuple[Finding, ...] = ()
    twins: tuple[Twin, ...] = ()
    """The nearest first."""
    is_candidate: bool = False
    """Offered by a rule and not proposed yet; accepting it proposes it first."""
    proposer: str = "agent"
    """`agent`, `human`, or `rule` where a rule offered it."""
    by_policy: bool = False
    """Whether the policy accepted it in place of a person."""
    edited: bool = False

    @property
    def is_decided(self) -> bool:
        """Whether nothing is left to do about it."""
        return self.state in DECIDED

    @property
    def is_acceptable(self) -> bool:
        """Whether it may be accepted as it stands."""
        return self.state in ACCEPTABLE


class LastEnd(NamedTuple):
    """What the end of the session before this one did."""

    time: datetime | None
    """None where the log does not say it."""
    accepted: int
    archived: int
    left: int
    """Proposals that nobody had decided."""


class Summary(NamedTuple):
    """A session at a glance."""

    id: str
    since: datetime | None
    """When it began; None where nothing was written since the last end."""
    accepted: int
    limit: int
    waiting: int
    """Proposals that nobody has decided."""
    proposals: int
    """Proposals of this session, decided ones included."""
    to_archive: int
    """Entries that the end of the session sends to the archive."""
    odd: tuple[str, ...]
    """What stays in Scratch at the end although it is not kept, each with the reason."""
    target: str
    durable: str
    """The first 4 digits of the SHA-256 of Durable; empty where the pad has no such section."""
    durable_changed: bool
    """Whether Durable differs from what it was when the session began, promotions apart."""
    tokens_today: int
    """Tokens of memory read and reviewed today."""
    tokens_over: bool
    """Whether that is more than a day should need."""
    review_tokens: int
    """Tokens of this session's reviews so far."""
    last_end: LastEnd | None = None
    """None where no session of this pad has ended."""
    stays: int = 0
    """Entries that stay in Scratch at the end: kept ones, and those that could not be read."""
    notes: str = ""
    """The section of Scratch; empty where the pad has none."""


class Ended(NamedTuple):
    """What the end of a session did."""

    id: str
    accepted: tuple[str, ...]
    """The lines that were accepted in it."""
    by_policy: tuple[str, ...]
    """Those of them that the policy accepted, at the end."""
    left: int
    """Proposals that nobody decided."""
    archived: int
    kept: int
    """Entries that stay in Scratch."""
    odd: tuple[str, ...]
    """Those of them that stay because they could not be read, and why."""
    review_tokens: int
    warnings: tuple[str, ...] = ()
    begun: bool = True
    """Whether there was a session to end."""
    files: tuple[str, ...] = ()
    """Where the archived entries went, beside the pad."""


class Acted(NamedTuple):
    """What an act on the queue did."""

    changed: bool
    item: Item | None
    """The item as it stands now."""
    message: str
    """A sentence for the person; empty where there is nothing to say."""
    warnings: tuple[str, ...] = ()
