"""Which pad an MCP server serves, under which label its client writes, and the pad as a resource."""

from __future__ import annotations

import os
import re

from scratchpad_tui.agents import events
from scratchpad_tui.agents.labels import as_label, own_id
from scratchpad_tui.agents.mcp_acts import block
from scratchpad_tui.agents.mcp_answers import bounded, shown
from scratchpad_tui.core.errors import InputError, StorageError
from scratchpad_tui.core.pad.discover import discover
from scratchpad_tui.core.pad.store import PadStore
from scratchpad_tui.core.pad.who import check_label

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from scratchpad_tui.core.pad.discover import Found

PAD_URI = "scratchpad://pad"
VERSION_URI = "scratchpad://versions/{version}"
RESOURCE_CHARS = 36_000
_VERSION = re.compile(r"scratchpad://versions/([0-9]{1,9})")
_LONGEST_NAME = 80


class Serving:
    """A pad for one client. It is looked for at every call, as every command does: it may be made or moved meanwhile.

    Raises:
        InputError: the session's label is no label.
    """

    def __init__(
        self,
        pad: str | None = None,
        profile: str | None = None,
        session: str | None = None,
        env: Mapping[str, str] | None = None,
    ) -> None:
        self._env = os.environ if env is None else env
        self._pad = os.path.abspath(pad) if pad else None
        self._profile = profile
        self._given = check_label("session", session or None)
        self._process = os.urandom(3).hex()
        self._labels: dict[str, str] = {}
        self._stores: dict[str, PadStore] = {}

    def found(self) -> Found:
        """The pad, and the rule that found it: named, else from the client's project, else from this directory.

        Raises:
            StorageError: the current directory is needed and is gone.
        """
        project = self._env.get(events.PROJECT)
        folder = project if project and os.path.isdir(project) else None
        return discover(folder, env=self._env, named=self._pad)

    def store(self) -> PadStore:
        """The pad's store, with the settings as they are now.

        Raises:
            UsageError: there is no profile of that name.
            StorageError: a file cannot be read.
        """
        path = self.found().path
        self._stores[path] = PadStore(path, profile=self._profile)
        return self._stores[path]

    def label(self, store: PadStore, client: str) -> str:
        """The session's label: as given, else the agent's own id, else the client's name and an id of this process."""
        if self._given is not None:
            return self._given
        if client not in self._labels:
            self._labels[client] = self._made(store, client)
        return self._labels[client]

    def close(self) -> None:
        """Takes over what others still wrote into replaced files."""
        for store in self._stores.values():
            store.close()

    def pad_texts(self, session: str) -> list[str]:
        """The pad's text, recorded as seen where it is whole, behind a notice where it is not the file as it stands.

        Raises:
            ScratchpadError: it cannot be read.
        """
        store = self.store()
        reading = store.read()
        whole = reading.document.text().removeprefix("\ufeff")
        text = bounded(whole, RESOURCE_CHARS, "of the pad")
        if text == whole:
            block(store, session)
        return [*([shown(reading.notice)] if reading.notice else []), shown(text)]

    def version_text(self, uri: str) -> str | None:
        """A version's text; None where the address names none.

        Raises:
            InputError: there is no such version.
            StorageError: it cannot be read.
        """
        found = _VERSION.fullmatch(uri)
        if found is None:
            return None
        text = self.store().history.read(int(found[1])).decode("utf-8", "replace")
        return shown(bounded(text.removeprefix("\ufeff"), RESOURCE_CHARS, "of the version"))

    def _made(self, store: PadStore, client: str) -> str:
        own = own_id(self._env)
        plain = f"mcp-{self._process}"
        name = "".join(char for char in client if char.isprintable()).strip()[:_LONGEST_NAME].strip()
        for label in filter(None, (own, f"{name}-{self._process}" if name else "")):
            try:
                return as_label(store, label) or plain
            except (InputError, StorageError):
                continue  # it holds what no label may; the next one does not
        return plain
