"""The checks of a session: each note has a time and a tag, no secret stands anywhere, Durable is as it was."""

from __future__ import annotations

from scratchpad_tui.core.errors import Problem
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.check import entry_problems
from scratchpad_tui.core.pad.gate import in_text
from scratchpad_tui.core.secrets.quoting import brief
from scratchpad_tui.core.session import sessions, steps

SEALED = "durable-changed"
"""The code of a line that came into the sealed section, or left it, on no way that leads there."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from scratchpad_tui.core.pad.document import Document
    from scratchpad_tui.core.pad.store import PadStore


class Verified(NamedTuple):
    """The verdict on a pad."""

    problems: tuple[Problem, ...]
    notice: str
    """A sentence where the pad is not good; else empty."""

    @property
    def ok(self) -> bool:
        """Whether every check passed."""
        return not self.problems


def verify(store: PadStore) -> Verified:
    """Every line that fails a check, in the order of the pad; nothing is written."""
    reading = store.read()
    if reading.problems:
        return Verified(reading.problems, reading.notice)
    document = reading.document
    found = [*entry_problems(document), *_secrets(store, document), *unsealed(store, document)]
    return Verified(tuple(sorted(found)), reading.notice)


def _secrets(store: PadStore, document: Document) -> Iterator[Problem]:
    for finding in in_text(store, document.text().removeprefix("\ufeff")):
        message = f"it holds what looks like {finding.kind} ({finding.rule}); take it out with `redact -`"
        yield Problem(finding.line, 1, "secret", message)


def unsealed(store: PadStore, document: Document) -> Iterator[Problem]:
    """Lines of the sealed section that came or went since the session began, but for promotions."""
    name = sessions.sealed_name(document)
    if not name:
        return
    session = sessions.current(store, steps.events_and_pending(store).events)
    before = session.durable or sessions.first_hash(store, session, document)
    if before is None or before == sessions.sealed_hash(document):
        return
    heading = document.heading_line(name)
    base = sessions.first_document(store, session, document)
    old = base.content(name) if base is not None else []
    told = False
    for number, line in enumerate(document.body(name), heading + 1):
        if line.strip() and line.rstrip() not in old and line.rstrip() in document.content(name):
            told = True
            yield Problem(number, 1, SEALED, f"this line came into {name} without promote --durable")
    gone = [line for line in old if line not in document.content(name)]
    if gone or not told:
        which = f'; it lacks "{brief(gone[0], 80)}"' if gone else ""
        yield Problem(
            heading,
            1,
            SEALED,
            f"{name} changed since the session began, without promote --durable{which}",
        )
