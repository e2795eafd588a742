"""Session pads for tests, and what stands in them and beside them."""

from __future__ import annotations

import json
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scratchpad_tui.core.clock import VARIABLE
from scratchpad_tui.core.pad.store import PadStore
from scratchpad_tui.core.session import log, queue

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import pytest

    from scratchpad_tui.core.session.items import Item

NOON = "2026-07-20T12:00:00Z"
"""What the clock says in these tests."""
DURABLE = "## Durable Facts\n- the importer must keep row order\n\n- écrit à la main\n"
EMPTY = "_(empty)_"


def ago(hours: float, now: str = NOON) -> str:
    """The time of an entry that is so many hours old."""
    moment = datetime.fromisoformat(now) - timedelta(hours=hours)
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%MZ")


def session_text(
    scratch: Sequence[str] = (), episodic: Sequence[str] = (), *, head: str = "", durable: str = DURABLE
) -> str:
    """A session pad as people have it: other spellings, Durable last."""
    return f"{head}## Scratch (session)\n{_body(scratch)}\n\n## Episodic Log\n{_body(episodic)}\n\n{durable}"


def _body(lines: Sequence[str]) -> str:
    return "\n".join(lines or [EMPTY])


def set_clock(patch: pytest.MonkeyPatch, moment: str = NOON) -> None:
    """Makes the product's clock stand still."""
    patch.setenv(VARIABLE, moment)


class Desk:
    """A pad with what stands beside it; every act goes through a store of its own, as a process would."""

    def __init__(self, path: Path, profile: str | None = "session") -> None:
        self.path = path
        self.profile = profile

    @property
    def store(self) -> PadStore:
        """A fresh store."""
        return PadStore(self.path, profile=self.profile, lasting=False)

    def put(self, text: str) -> None:
        """Writes the pad as another program does."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text(text, "utf-8", newline="")

    def lines(self, section: str) -> list[str]:
        """A section's lines as they are served."""
        return self.store.read().document.content(section)

    @property
    def side(self) -> Path:
        """The folder of queue, episodic file and archive."""
        return Path(self.store.paths.side)

    def archived(self) -> list[str]:
        """The entries in the archive, month by month."""
        return [
            line
            for path in sorted(self.side.glob("archive/*.md"))
            for line in path.read_text("utf-8").split("\n")
            if line.startswith("- ")
        ]

    def episodic_file(self) -> list[str]:
        """The entries of `episodic.md`."""
        path = self.side / "episodic.md"
        return [x for x in path.read_text("utf-8").split("\n") if x.startswith("- ")] if path.exists() else []

    def items(self) -> tuple[Item, ...]:
        """The session's proposals."""
        return queue.look(self.store).items

    def item(self, item_id: str) -> Item:
        """One of them."""
        return next(item for item in self.items() if item.id == item_id)

    def state(self, item_id: str) -> str:
        """Its state."""
        return self.item(item_id).state

    def events(self) -> list[dict[str, Any]]:
        """What the queue's log says."""
        return log.read_log(self.store).events

    @property
    def durable(self) -> bytes:
        """The pad's bytes from the heading of Durable on."""
        data = self.path.read_bytes()
        return data[data.index(b"## Durable") :]


@contextmanager
def untouched(*paths: Path) -> Iterator[None]:
    """Holds that the bytes of these files stay as they are."""
    before = {path: path.read_bytes() if path.exists() else None for path in paths}
    yield
    after = {path: path.read_bytes() if path.exists() else None for path in paths}
    assert after == before


def raw_log(desk: Desk) -> list[dict[str, Any]]:
    """The log's lines as JSON; each has to be one."""
    text = Path(log.log_path(desk.store)).read_text("utf-8")
    return [json.loads(line) for line in text.split("\n") if line.strip()]
