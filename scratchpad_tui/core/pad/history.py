"""The versions of a pad: whole files with numbers for names."""

from __future__ import annotations

import os
import re

from scratchpad_tui.core.errors import InputError
from scratchpad_tui.core.pad.io import read_bytes, storage_error
from scratchpad_tui.core.pad.journal import intended, last_version
from scratchpad_tui.core.pad.paths import pad_paths

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scratchpad_tui.core.pad.paths import PadPaths

_NAME = r"([0-9]{8}|[1-9][0-9]{8,17})\.md(\.pending)?"
"""The names that we give, and no others: eight digits, more where the number needs them."""


def read_history(path: str | os.PathLike[str], version: int) -> str:
    """The text of a version; a number below zero counts back from the current version (-1 is the one before it).

    Raises:
        InputError: there is no such version.
        StorageError: it cannot be read.
    """
    history = History(pad_paths(os.fspath(path)))
    return history.read(history.resolve(version)).decode("utf-8", "replace")


class History:
    """The versions kept of one pad. Version 0 is the empty pad and never a file."""

    def __init__(self, paths: PadPaths) -> None:
        self.paths = paths

    def path(self, version: int) -> str:
        """Where a version stands, or would."""
        return os.path.join(self.paths.history, f"{version:08d}.md")

    def pending_path(self, version: int) -> str:
        """Where a version stands until the pad has its bytes."""
        return self.path(version) + ".pending"

    def numbers(self) -> list[int]:
        """The versions that are there, oldest first; links and foreign names are none."""
        try:
            with os.scandir(self.paths.history) as found:
                return sorted(
                    int(name[1])
                    for item in found
                    if (name := re.fullmatch(_NAME, item.name))
                    and not name[2]
                    and item.is_file(follow_symlinks=False)
                )
        except (FileNotFoundError, NotADirectoryError):
            return []
        except OSError as error:
            raise storage_error(error, self.paths.history, "read") from error

    def highest_name(self) -> int:
        """The highest number that any name in the folder takes, whatever stands there."""
        return max((int(name[1]) for name in self._names()), default=0)

    def pending(self) -> list[int]:
        """The versions that wait for their name."""
        return sorted(int(name[1]) for name in self._names() if name[2])

    def _names(self) -> list[re.Match[str]]:
        try:
            names = os.listdir(self.paths.history)
        except (FileNotFoundError, NotADirectoryError):
            return []
        return [found for name in names if (found := re.fullmatch(_NAME, name))]

    def newest(self) -> int:
        """The number of the newest version, 0 where there is none; no listing where the journal names it."""
        return self.quick_newest() or max(self.numbers(), default=0)

    def quick_newest(self) -> int:
        """The newest version's number where the journal tells it without doubt, else 0."""
        last = last_version(self.paths.journal)
        if last is None or os.path.lexists(self.path(last["version"] + 1)) or not self.has(last["version"]):
            return 0
        # The journal is not durable: after a power cut it may end at a version that is kept while later ones are too.
        begun = intended(self.paths.intended)
        return int(last["version"]) if begun is not None and begun["version"] == last["version"] else 0

    def has(self, version: int) -> bool:
        """Whether this version is a file of ours."""
        path = self.path(version)
        return os.path.isfile(path) and not os.path.islink(path)

    def read(self, version: int) -> bytes:
        """The bytes of a version.

        Raises:
            InputError: there is no such version.
            StorageError: it cannot be read.
        """
        try:
            return read_bytes(self.path(version))
        except FileNotFoundError as error:
            raise InputError(f"there is no version {version}", self._kept(), code="no-version") from error
        except OSError as error:
            raise storage_error(error, self.path(version), "read") from error

    def holds(self, version: int, data: bytes) -> bool:
        """Whether the version's bytes are these; raises StorageError where they cannot be read."""
        try:
            return self.read(version) == data
        except InputError:
            return False

    def resolve(self, version: int, *, unrecorded: bool = False) -> int:
        """The number that a person's number means; below zero it counts back from the current version.

        `unrecorded`: the pad holds an edit that is not a version yet, and that is the current one.

        Raises:
            InputError: there is no such version.
        """
        if version == 0:
            raise InputError("version 0 is the empty pad and never a file", self._kept(), code="no-version")
        if version > 0:
            if not self.has(version):
                raise InputError(f"there is no version {version}", self._kept(), code="no-version")
            return version
        numbers = self.numbers()
        back = version if unrecorded else version - 1
        if -back > len(numbers):
            raise InputError(
                f"there are not {-version} versions before this one", self._kept(), code="no-version"
            )
        return numbers[back]

    def glance(self, newest: int | None = None) -> Glance:
        """The versions as one look finds them; `newest` where its number is known."""
        return Glance(self.paths, newest)

    def _kept(self) -> str:
        numbers = self.numbers()
        return f"{numbers[0]} to {numbers[-1]} are kept" if numbers else "no version is kept yet"


class Glance(History):
    """The versions as one look at the pad finds them: what is asked again is answered as before, and read once."""

    def __init__(self, paths: PadPaths, newest: int | None) -> None:
        super().__init__(paths)
        self._newest = newest
        self._last: tuple[int, bytes] = (0, b"")

    def newest(self) -> int:
        """See `History.newest`."""
        if self._newest is None:
            self._newest = super().newest()
        return self._newest

    def read(self, version: int) -> bytes:
        """See `History.read`."""
        if not version or self._last[0] != version:
            self._last = (version, super().read(version))
        return self._last[1]
