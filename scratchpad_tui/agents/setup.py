"""`init --for`: what connecting an agent changes in which file, shown before it is done, and how it is taken back."""

from __future__ import annotations

import os

from scratchpad_tui.agents import claude_code_settings, instructions, setup_files, setup_json, setup_records
from scratchpad_tui.agents.labels import option
from scratchpad_tui.agents.program import find_program, own_command
from scratchpad_tui.core.errors import InputError, StorageError
from scratchpad_tui.core.health.hook_settings import hook_settings, project_settings, user_settings
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.diff import unified
from scratchpad_tui.core.pad.discover import NAMES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from scratchpad_tui.agents.program import Program
    from scratchpad_tui.agents.setup_files import Found
    from scratchpad_tui.core.pad.schema import Profile

_BOM = b"\xef\xbb\xbf"
NOT_ON_PATH = (
    "scratchpad-tui is not on the PATH of every terminal, so an agent is told to call this Python instead; "
    "put it there (`pipx install`, `uv tool install`, or a link in a folder of the PATH) and run this again"
)
_CONTEXT = 3
"""Lines that the shown difference has around a change."""


class Change(NamedTuple):
    """What happens to one file."""

    found: Found
    data: bytes | None
    """What it will hold; None takes it away."""
    done: tuple[str, ...]
    """What comes or goes, a line each."""
    notes: tuple[str, ...] = ()
    has_backup: bool = False
    """Whether what stands there is copied first."""
    is_removal: bool = False
    """Whether nothing of ours is left then."""
    leftovers: tuple[str, ...] = ()
    """Backups that hold what stands in the file: a set-up was killed behind them, before it wrote anything else."""

    @property
    def path(self) -> str:
        """The file as it is named."""
        return self.found.path

    @property
    def does(self) -> bool:
        """Whether anything changes at all."""
        return self.data != self.found.data or bool(self.leftovers)

    def diff(self, name: str) -> str:
        """The difference, as a person reads it."""
        before, after = _text(self.found.data), _text(self.data)
        names = (
            "/dev/null" if self.found.data is None else name,
            "/dev/null" if self.data is None else name,
        )
        if not before and not after:
            return ""
        return unified(before, after, context=_CONTEXT, names=names)


def pad_options(project: str, pad: str) -> tuple[str, ...]:
    """What names the pad to a command that is run in the project; nothing where it is found there."""
    for name in NAMES:
        path = os.path.join(project, name)
        if path == pad:
            return ()
        if os.path.lexists(path):
            break
    return ("--pad", pad)


# Claude Code


def connect_claude_code(
    project: str,
    program: Program,
    env: Mapping[str, str],
    *,
    is_local: bool = False,
    replaces_line: bool = False,
) -> Change:
    """The project's settings with our hooks.

    Raises:
        InputError: the settings cannot be read as such.
        StorageError: the file cannot be read or written.
    """
    shared, local = project_settings(project)
    path, other = (local, shared) if is_local else (shared, local)
    found = setup_files.look(path)
    elsewhere = hook_settings(other)
    if elsewhere is not None and elsewhere.calls:
        note = f"{other} calls our hooks already; `--remove` first, to have them here"
        return Change(found, found.data, (), (note,))
    bom, text = _decoded(found)
    try:
        made = claude_code_settings.connected(
            text,
            program,
            project,
            replaces_line=replaces_line,
            line_elsewhere=_line_elsewhere((other, user_settings(env))),
        )
    except InputError as error:
        raise _about(path, error) from None
    notes = list(made.notes)
    if made.done and program.is_of_this_machine:
        notes.append(NOT_ON_PATH)
    if made.done and program.is_of_this_machine and not is_local:
        notes.append(
            "the hooks name the Python of this machine: --local writes them to settings.local.json, which is yours alone"
        )
    if made.done:
        notes.append(
            f"permissions stay as they are: the agent asks before it runs `{program.in_shell}` in a shell"
        )
    data = bom + made.text.encode() if made.done else found.data
    return Change(found, data, made.done, tuple(notes), has_backup=_needs_backup(found))


def disconnect_claude_code(project: str) -> list[Change]:
    """The project's settings as they were before, the shared ones and a person's own.

    Raises:
        InputError: what stands there cannot be read as settings.
        StorageError: a file cannot be read or written.
    """
    changes = (_disconnect(path) for path in project_settings(project) if os.path.lexists(path))
    return [change for change in changes if change.done or change.notes]


def _disconnect(path: str) -> Change:
    found = setup_files.look(path)
    assert found.data is not None
    record = setup_records.load(path)
    if record is not None and record.before and record.written == setup_records.digest(found.data):
        if not record.existed:
            return Change(found, None, ("the file goes: it was made for the hooks",), is_removal=True)
        before = setup_files.backup_bytes(record.backup)
        if before is not None and setup_records.digest(before) == record.before:
            done = ("back to what stood there before, byte for byte",)
            return Change(found, before, done, tuple(_called_before(before)), is_removal=True)
    bom, text = _decoded(found)
    kept = setup_files.backups(path)
    first = setup_files.backup_bytes(kept[0]) if kept else None
    made = claude_code_settings.disconnected(text, None if first is None else _text(first))
    if not made.done:
        left = tuple(name for name in kept if setup_files.backup_bytes(name) == found.data)
        gone = tuple(
            f"{name} goes: it holds what stands in the file, which was never changed" for name in left
        )
        return Change(found, found.data, gone, made.notes, is_removal=True, leftovers=left)
    data = bom + made.text.encode()
    notes = list(made.notes)
    if data != first:
        notes.append(
            "it was changed since: what is ours is taken out of it, everything else stays as it is now"
        )
        notes += [f"{name} stays" for name in kept]
    return Change(found, data, made.done, tuple(notes), is_removal=True)


def _called_before(data: bytes) -> Iterator[str]:
    """A word where what stood there before called our hooks too."""
    if claude_code_settings.disconnected(_text(data), None).done:
        yield "what stood there before calls hooks of scratchpad-tui as well: --remove once more takes those out"


def paste_by_hand(program: Program) -> str:
    """What a person puts into the settings where we may not."""
    return setup_json.shown(claude_code_settings.block(program))


def _line_elsewhere(paths: tuple[str, ...]) -> str:
    """The first of these settings that has a status line which is not ours."""
    for path in paths:
        settings = hook_settings(path)
        if settings is not None and settings.has_status_line and settings.status_line is None:
            return path
    return ""


def _decoded(found: Found) -> tuple[bytes, str]:
    """The byte-order mark and the text of settings; those of a file that is not there yet, or is empty."""
    if found.data is None:
        return b"", "{}\n"
    bom = _BOM if found.data.startswith(_BOM) else b""
    try:
        text = found.data.removeprefix(_BOM).decode("utf-8")
    except UnicodeDecodeError:
        raise InputError(f"{found.path} is not UTF-8 text", "save it as UTF-8", code="bad-json") from None
    if not text.strip(" \t\r\n"):
        raise InputError(f"{found.path} is empty", "put {} into it, or remove it", code="bad-json")
    try:
        setup_json.loaded(text)
    except InputError as error:
        raise _about(found.path, error) from None
    return bom, text


def _about(path: str, error: InputError) -> InputError:
    return InputError(f"{path}: {error.message}", "mend it and try again", code=error.code)


def _needs_backup(found: Found) -> bool:
    """Whether what stands there is neither nothing nor what we wrote ourselves."""
    if found.data is None:
        return False
    record = setup_records.load(found.path)
    return record is None or record.written != setup_records.digest(found.data)


# Instruction files


def write_instructions(path: str, profile: Profile, pad: str) -> Change:
    """An instruction file with the block.

    Raises:
        InputError: it is no text, or its markers are broken.
        StorageError: it cannot be read or written.
    """
    found = setup_files.look(path)
    data = instructions.with_block(found.data or b"", block_for(path, profile, pad), path)
    done = ("the block that says how the pad is read and changed",) if data != found.data else ()
    notes = (NOT_ON_PATH,) if done and find_program().is_of_this_machine else ()
    return Change(found, data, done, notes)


def block_for(path: str, profile: Profile, pad: str) -> str:
    """The block for a file at that path: the pad as it is found from there."""
    folder = os.path.dirname(os.path.abspath(path))
    options = pad_options(folder, pad)
    named = os.path.relpath(pad, folder) if pad.startswith(os.path.join(folder, "")) else pad
    return instructions.instructions(profile, named, option("pad", named) if options else "", own_command())


def remove_instructions(path: str) -> list[Change]:
    """An instruction file without the block; nothing where it has none.

    Raises:
        InputError: it is no text, or its markers are broken.
        StorageError: it cannot be read or written.
    """
    if not os.path.lexists(path):
        return []
    found = setup_files.look(path)
    data = instructions.without_block(found.data or b"", path)
    if data is None:
        return []
    record = setup_records.load(found.path)
    if record is not None and not record.existed and not data.removeprefix(_BOM):
        return [Change(found, None, ("the file goes: it was made for the block",), is_removal=True)]
    return [Change(found, data, ("the block is taken out",), is_removal=True)]


# Doing it


def carry_out(change: Change) -> list[str]:
    """Makes the change, and says what was done.

    Raises:
        StorageError: it could not be written; what stood there stands there still.
    """
    found, data = change.found, change.data
    if not change.does:
        return []
    if change.is_removal or data is None:
        return _take_back(change)
    told = []
    is_ours = found.data is not None and _names_us(found)
    there = setup_files.backups(found.path)
    backup = setup_files.back_up(found) if change.has_backup else ""
    if backup:
        told.append(f"kept what stood in it as {backup}")
    record = setup_records.load(found.path)
    # Before the file: where this process is killed between the two, there is a way back.
    _remember(change, backup, setup_files.missing_folders(found), is_ours=is_ours)
    try:
        setup_files.save(found, data)
    except StorageError:
        _forget_attempt(change, record, "" if backup in there else backup)
        raise
    return [f"{'made' if found.data is None else 'changed'} {found.path}", *told]


def _forget_attempt(change: Change, record: setup_records.Record | None, backup: str) -> None:
    """Leaves nothing behind of what was not written; another process may have written just that."""
    if setup_files.backup_bytes(change.found.real) == change.data:
        return
    if backup:
        setup_files.drop_backup(backup)
    if record is None:
        setup_records.forget(change.found.path)
    else:
        setup_records.keep(change.found.path, record)


def _remember(change: Change, backup: str, folders: list[str], *, is_ours: bool) -> None:
    """Notes what is written and what stood there; what had something of ours in it is no state to go back to."""
    found, data = change.found, change.data
    assert data is not None
    record, written = setup_records.load(found.path), setup_records.digest(data)
    if found.data is None:
        new = setup_records.Record(written, setup_records.digest(b""), "", tuple(folders), existed=False)
    elif record is not None and (record.written == setup_records.digest(found.data) or not change.has_backup):
        new = record._replace(written=written)
    elif change.has_backup:
        before = "" if is_ours and record is not None else setup_records.digest(found.data)
        new = setup_records.Record(written, before, backup, (), existed=True)
    else:
        return
    setup_records.keep(found.path, new)


def _names_us(found: Found) -> bool:
    settings = hook_settings(found.path)
    return settings is not None and settings.names_us


def _take_back(change: Change) -> list[str]:
    found, data = change.found, change.data
    if change.leftovers:
        for name in change.leftovers:
            setup_files.drop_backup(name)
        told = [f"removed {name}" for name in change.leftovers]
    elif data is None:
        record = setup_records.load(found.path)
        setup_files.delete(found, list(record.folders) if record else [])
        told = [f"removed {found.path}"]
    else:
        setup_files.save(found, data)
        told = [f"changed {found.path} back"]
        for name in setup_files.backups(found.path):
            if setup_files.backup_bytes(name) == data:
                setup_files.drop_backup(name)
    setup_records.forget(found.path)
    return told


def _text(data: bytes | None) -> str:
    return "" if data is None else data.removeprefix(_BOM).decode("utf-8", "replace")
