"""A person's unsaved texts: small private files beside the history, so that no crash takes what was typed."""

from __future__ import annotations

import json
import os
import re
from contextlib import suppress
from time import time_ns

from scratchpad_tui.core.clock import now, parse_stamp, stamp
from scratchpad_tui.core.config.places import user_directory
from scratchpad_tui.core.errors import InputError, StorageError
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.folder import ensure_folder, make_history_folder
from scratchpad_tui.core.pad.io import (
    is_temporary,
    make_folder,
    read_bytes,
    replace_file,
    storage_error,
    sync_folder,
    write_new,
)
from scratchpad_tui.core.pad.lines import texts
from scratchpad_tui.core.pad.owner import Owner, is_alive, this_process

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from datetime import datetime
    from typing import Any

    from scratchpad_tui.core.pad.paths import PadPaths

_FOLDER = "drafts"
_NAME = r"[0-9a-f]{16}\.json"
"""The names that we give: nothing of a text is ever in them."""
_READABLE = r"(?:[0-9A-Za-z_-]{1,40}\.){1,2}"
"""What stands before that in a copy's name, for the person in whose editor it is: the pad and the section."""
_LONGEST_WORD = 40
"""Characters of a pad's or a section's name in it."""
_FORMAT = 1
_LARGEST = 64 << 20
"""Bytes above which a file is none of ours."""
_LONGEST_NAME = 1_000
"""Characters in the name of a section."""
_MOST = 1_000
"""How many drafts are looked at."""
_ABANDONED_SECONDS = 3_600
"""How old a temporary file is when no living process can be writing it any more."""


KINDS = ("section", "entry", "pad", "wording")


class Draft(NamedTuple):
    """A text that is no version yet."""

    name: str
    """Its file's name; empty until it is kept."""
    kind: str
    """`section` for a section's lines, `entry` for a new line of it, `pad` for the whole file, `wording` for the text
    of a proposal."""
    section: str
    """The section, empty for a whole pad; of a proposal its id, empty for a new one."""
    lines: tuple[str, ...]
    base: tuple[str, ...]
    """The lines that the edit began with."""
    version: int
    """The version that it began with, 0 where there was none; it is not pruned."""
    time: datetime | None
    """When it was kept last."""
    pid: int
    """The process that works on it, 0 where none does any more."""
    started: str
    """When that process began; empty where the system does not tell it."""
    copy: str = ""
    """The name of the file beside it that an editor works on; `lines` are read from there."""

    @property
    def what(self) -> str:
        """What it is a draft of, in words."""
        if self.kind == "wording":
            return "a proposal"
        return self.section or "the whole pad"


def new_draft(
    kind: str, section: str, lines: Sequence[str], base: Sequence[str], version: int, *, copy: str = ""
) -> Draft:
    """A draft of this process, not on disk yet."""
    return Draft("", kind, section, tuple(lines), tuple(base), version, now(), *this_process(), copy)


class Drafts:
    """The drafts of one pad; those that cannot be kept beside the history are in the user's state directory."""

    def __init__(self, paths: PadPaths, env: Mapping[str, str] | None = None) -> None:
        from hashlib import sha256  # costs a millisecond that no hook needs to pay

        self._paths = paths
        self.folder = os.path.join(paths.history, _FOLDER)
        state = user_directory("state", os.environ if env is None else env)
        mark = sha256(os.fsencode(paths.pad)).hexdigest()[:32]
        self.elsewhere = os.path.join(state, _FOLDER, mark)
        """Where drafts are kept when the pad's own folder cannot be written."""

    def keep(self, draft: Draft) -> Draft:
        """Writes the draft, in the place of the one with its name, durable when it returns.

        It is this process's then, or nobody's where its `pid` is 0.

        Returns:
            The draft as it was kept, with its name.

        Raises:
            StorageError: it can be written neither beside the pad nor in the user's state directory.
        """
        name = draft.name if re.fullmatch(_NAME, draft.name) else _new_name()
        owner = this_process() if draft.pid else Owner(0, "")
        moment = parse_stamp(stamp(now()))  # as it is read back
        draft = draft._replace(name=name, time=moment, pid=owner.pid, started=owner.started)
        if self._write(lambda folder: _write_record(folder, draft)) == self.folder:
            # What is older elsewhere is passed over; a folder that cannot be reached only keeps it longer.
            with suppress(OSError):
                os.unlink(os.path.join(self.elsewhere, name))
        return draft

    def keep_copy(self, draft: Draft, data: bytes) -> Draft:
        """Keeps the draft with a private file of these bytes beside it, for an editor to work on.

        Raises:
            StorageError: as `keep`.
        """
        name = draft.name if re.fullmatch(_NAME, draft.name) else _new_name()
        copy = draft.copy if _is_copy(draft.copy, name) else self._copy_name(name, draft.section)

        def write(folder: str) -> None:
            replace_file(os.path.join(folder, copy), data, None)

        # The copy first: a record tells of nothing that is not there.
        self._write(write)
        return self.keep(draft._replace(name=name, copy=copy))

    def path(self, draft: Draft) -> str:
        """The file that has the draft's text: the editor's copy where there is one, else the record."""
        places = [os.path.join(folder, draft.copy or draft.name) for folder in (self.folder, self.elsewhere)]
        return next((path for path in places if os.path.isfile(path) and not os.path.islink(path)), places[0])

    def drop(self, name: str) -> None:
        """Removes a draft with its copy and what an editor left beside that; nothing where there is none.

        Raises:
            StorageError: it cannot be removed.
        """
        if not re.fullmatch(_NAME, name):
            return
        copy = re.compile(f"(?:{_READABLE})?{re.escape(_stem(name))}\\.md")
        for folder in (self.folder, self.elsewhere):
            for left in sorted(_listed(folder)):
                # Editors leave `NAME~`, `NAME.bak` and the like; the name is ours and nobody else's.
                if copy.match(left) and not _is_folder(os.path.join(folder, left)):
                    _unlink(os.path.join(folder, left))
            _unlink(os.path.join(folder, name))

    def all(self) -> list[Draft]:
        """Every draft that can be read, the newest last; what is torn, foreign or a link is left alone."""
        found: dict[str, _Record] = {}
        for folder in (self.folder, self.elsewhere):
            for name in _names(folder):
                read = read_record(folder, name)
                if read is not None and (name not in found or read.written > found[name].written):
                    found[name] = read
        drafts = [self._with_copy(record.draft) for record in found.values()]
        return sorted(drafts, key=lambda draft: (stamp(draft.time) if draft.time else "", draft.name))

    def left_behind(self) -> list[Draft]:
        """The drafts whose process is gone and that hold a change, the newest last."""
        return [
            draft
            for draft in self.all()
            if draft.lines != draft.base and not is_alive(Owner(draft.pid, draft.started))
        ]

    def waiting(self) -> list[Draft]:
        """The drafts that hold a change and that no other process works on, the newest last."""
        mine = this_process()
        owned = ((draft, Owner(draft.pid, draft.started)) for draft in self.all())
        return [
            draft
            for draft, owner in owned
            if draft.lines != draft.base and (owner == mine or not is_alive(owner))
        ]

    def _copy_name(self, name: str, section: str) -> str:
        """A name for the copy that tells a person what it is; what no plain name may hold becomes `-`."""
        pad = os.path.basename(self._paths.pad).rsplit(".", 1)[0]
        words = (re.sub("[^0-9A-Za-z_]+", "-", word).strip("-")[:_LONGEST_WORD] for word in (pad, section))
        return ".".join([*(word for word in words if word), f"{_stem(name)}.md"])

    def _with_copy(self, draft: Draft) -> Draft:
        """The draft with what an editor saved last into its copy."""
        lines = _copied_lines(self.path(draft)) if draft.copy else None
        return draft if lines is None else draft._replace(lines=lines)

    def _write(self, act: Callable[[str], None]) -> str:
        """Does the writing beside the history, else in the user's state directory; the folder that took it."""
        try:
            ensure_folder(self._paths)
            make_history_folder(self._paths, 0o600)
            _write_in(self.folder, act)
        except (OSError, StorageError) as first:
            try:
                _write_in(self.elsewhere, act)
            except (OSError, StorageError):
                told = (
                    first if isinstance(first, StorageError) else storage_error(first, self.folder, "write")
                )
                raise told from first
            return self.elsewhere
        return self.folder


def write_elsewhere(path: str, lines: Sequence[str]) -> str:
    """Writes a text to a new private file that a person named, `~` for home; its whole path.

    Raises:
        InputError: something stands there; it is not written over.
        StorageError: it cannot be written.
    """
    path = os.path.abspath(os.path.expanduser(path))
    try:
        write_new(path, "".join(f"{line}\n" for line in lines).encode("utf-8", "surrogatepass"))
    except FileExistsError as error:
        raise InputError(f"{path} is there already", "name another file", code="exists") from error
    except OSError as error:
        raise storage_error(error, path, "write") from error
    return path


def drafted_versions(paths: PadPaths) -> set[int]:
    """The versions that drafts began with; they are not pruned."""
    folder = os.path.join(paths.history, _FOLDER)
    return {read.draft.version for name in _names(folder) if (read := read_record(folder, name)) is not None}


def _new_name() -> str:
    return f"{os.urandom(8).hex()}.json"


def _stem(name: str) -> str:
    return name.removesuffix(".json")


def _is_copy(copy: object, name: str) -> bool:
    """Whether this is the name of a draft's copy, as we give it: it is joined to our folder and nothing else."""
    pattern = f"(?:{_READABLE})?{re.escape(_stem(name))}\\.md"
    return isinstance(copy, str) and re.fullmatch(pattern, copy) is not None


# Writing


def _write_in(folder: str, act: Callable[[str], None]) -> None:
    make_folder(folder)
    _sweep(folder)
    act(folder)
    sync_folder(folder)


def _write_record(folder: str, draft: Draft) -> None:
    # The clock may be set by hand; `written` tells which of two records of one draft is the later.
    content = {"format": _FORMAT, **draft._asdict(), "time": stamp(draft.time or now()), "written": time_ns()}
    del content["name"]
    replace_file(
        os.path.join(folder, draft.name), json.dumps(content, indent=1).encode("ascii") + b"\n", None
    )


def _sweep(folder: str) -> None:
    """Removes what a killed process left behind; no lock tells of the living, so that age must."""
    for name in _listed(folder):
        if is_temporary(name):
            path = os.path.join(folder, name)
            with suppress(OSError):
                if time_ns() - os.lstat(path).st_mtime_ns > _ABANDONED_SECONDS * 1_000_000_000:
                    os.unlink(path)


def _is_folder(path: str) -> bool:
    return os.path.isdir(path) and not os.path.islink(path)


def _unlink(path: str) -> None:
    try:
        os.unlink(path)
    except (FileNotFoundError, NotADirectoryError):
        return
    except OSError as error:
        raise storage_error(error, path, "remove") from error


# Reading: anything may stand there


class _Record(NamedTuple):
    written: int
    draft: Draft


def _listed(folder: str) -> list[str]:
    try:
        return [] if os.path.islink(folder) else os.listdir(folder)
    except OSError:
        return []


def _names(folder: str) -> list[str]:
    return sorted(name for name in _listed(folder) if re.fullmatch(_NAME, name))[:_MOST]


def read_record(folder: str, name: str) -> _Record | None:
    """The draft in a file; None where it is torn, foreign, of another format, or not there."""
    data = _bounded(os.path.join(folder, name))
    if data is None:
        return None
    try:
        content = json.loads(data)
    except (ValueError, RecursionError):
        return None
    if not isinstance(content, dict) or content.get("format") != _FORMAT:
        return None
    draft = _draft(name, content)
    return None if draft is None else _Record(_number(content.get("written"), 1 << 80), draft)


def _draft(name: str, content: dict[str, Any]) -> Draft | None:
    kind, section = content.get("kind"), content.get("section")
    lines, base = _lines(content.get("lines")), _lines(content.get("base"))
    if kind not in KINDS or not isinstance(section, str) or len(section) > _LONGEST_NAME:
        return None
    if lines is None or base is None:
        return None
    started, copy = content.get("started"), content.get("copy")
    return Draft(
        name,
        kind,
        _whole(section),
        lines,
        base,
        _number(content.get("version"), 10**18),
        parse_stamp(content.get("time")),
        _number(content.get("pid"), 1 << 31),
        started if isinstance(started, str) else "",
        copy if isinstance(copy, str) and _is_copy(copy, name) else "",
    )


def _number(value: object, limit: int) -> int:
    return value if type(value) is int and 0 <= value < limit else 0


def _lines(value: object) -> tuple[str, ...] | None:
    if not isinstance(value, list) or not all(isinstance(line, str) for line in value):
        return None
    # No line of ours holds a line end or half a character; one that does must not get into a pad as it is.
    return tuple(_whole(part) for line in value for part in re.split(r"\r\n|\n|\r", line))


def _whole(text: str) -> str:
    return re.sub("[\ud800-\udfff]", "\ufffd", text)


def _copied_lines(path: str) -> tuple[str, ...] | None:
    """The lines in an editor's copy; bytes that are no text are shown as such, the file keeps them."""
    data = _bounded(path)
    if data is None:
        return None
    return tuple(texts(data.decode("utf-8", "replace").removeprefix("\ufeff")))


def _bounded(path: str) -> bytes | None:
    try:
        return read_bytes(path) if os.lstat(path).st_size <= _LARGEST else None
    except (OSError, StorageError):
        return None
