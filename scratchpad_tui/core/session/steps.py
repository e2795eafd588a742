"""A change of several files as one step: written down first, then done, so that a kill in between is completed.

A step is a list of wishes. Each says how many times a block of lines is to stand in a section of the pad or in a file
beside it; fulfilling it twice changes nothing. The step's file is durable before the first of them is fulfilled, and
goes when all are. Whoever acts on the session next, under the lock, completes a step that stands there:

| killed                      | what stands                                   | the next run                     |
|-----------------------------|-----------------------------------------------|----------------------------------|
| before the step's file      | all as before                                 | nothing                          |
| behind it, or between files | the step, some of its wishes fulfilled        | fulfils the others, adds events  |
| behind the last event       | the step, everything fulfilled                | takes the step's file away       |

What is added comes before what is taken away, so that an entry is never in neither file. A step that fails before
anything was changed leaves nothing; one that fails later stays, and says so.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress

from scratchpad_tui.core.clock import now, stamp
from scratchpad_tui.core.errors import ScratchpadError, StorageError
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.folder import make_history_folder
from scratchpad_tui.core.pad.io import make_folder, read_bytes, storage_error, sync_folder
from scratchpad_tui.core.session import log
from scratchpad_tui.core.session.blocks import fulfilled, fulfilled_body
from scratchpad_tui.core.session.side import ensure_side, file_mode, is_closed, put_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from scratchpad_tui.core.pad.in_hand import Found, Made
    from scratchpad_tui.core.pad.store import PadStore
    from scratchpad_tui.core.session.log import Event

FILE = "step.json"
EPISODIC = "episodic.md"
ARCHIVE = "archive"


class Wish(NamedTuple):
    """How many times a block of lines is to stand somewhere."""

    block: tuple[str, ...]
    times: int


class Step(NamedTuple):
    """A change of several files."""

    act: str
    """The journal's word for it: `archive`, `promote`, `undo` or `durable`."""
    who: tuple[str, str]
    """Actor and by, for the pad's version."""
    section: str = ""
    """The section of the pad that changes; empty where the pad does not."""
    pad: tuple[Wish, ...] = ()
    files: tuple[tuple[str, str, tuple[Wish, ...]], ...] = ()
    """Each file beside the pad: its name, what it begins with where it is new, what is wished in it."""
    events: tuple[Event, ...] = ()
    unseals: bool = False
    id: str = ""
    operation: tuple[tuple[str, Any], ...] = ()
    """More for the journal's operation."""
    told: str = ""
    """What the journal's event of it says; empty where a version tells of the step, or nothing is to be told."""


def run(store: PadStore, step: Step) -> list[str]:
    """Does a step, under the pad's lock; sentences about what is not complete yet.

    Raises:
        ScratchpadError: it was not done; where the message does not say otherwise, nothing was changed.
    """
    step = _named(step)
    for name, _, _ in step.files:
        _refuse_closed(os.path.join(store.paths.side, *name.split("/")))
    try:
        _write_down(store, step)
    except OSError as error:
        raise storage_error(error, step_path(store), "write") from error
    return _go(store, step)


def _refuse_closed(path: str) -> None:
    """Refuses a file that somebody made read-only: a swap would not ask it.

    Raises:
        StorageError: it is read-only.
    """
    if is_closed(path):
        raise StorageError(f"{path} is read-only", "let it be written with `chmod u+w`, or move it away")


def finish(store: PadStore) -> list[str]:
    """Completes a step that a killed process left, under the pad's lock."""
    step = pending(store)
    return _go(store, step, begun=True) if step is not None else []


def pending(store: PadStore) -> Step | None:
    """The step that waits to be completed; None where there is none that can be read."""
    try:
        data = read_bytes(step_path(store))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise storage_error(error, step_path(store), "read") from error
    try:
        return _decoded(json.loads(data))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None


def trouble(store: PadStore) -> str:
    """Why what stands in a step's place is none; empty where none stands there, or a good one.

    Raises:
        StorageError: it cannot be read.
    """
    if pending(store) is not None or not os.path.lexists(step_path(store)):
        return ""
    return f"{step_path(store)} is no step of ours"


def events_and_pending(store: PadStore) -> log.Log:
    """The log with the events of a step that waits: it counts as done from the moment it was written down."""
    found = log.read_log(store)
    step = pending(store)
    if step is None:
        # It may have been completed between the two looks.
        return log.read_log(store) if os.path.lexists(step_path(store)) else found
    missing = _missing(found.events, step)
    return found._replace(events=[*found.events, *missing]) if missing else found


def _named(step: Step) -> Step:
    step = step._replace(id=step.id or os.urandom(6).hex())
    marked = ({**item, "step": step.id, "part": part} for part, item in enumerate(step.events))
    return step._replace(events=tuple(marked))


def _go(store: PadStore, step: Step, *, begun: bool = False) -> list[str]:
    """Fulfils a step. One that was begun before stays after a failure: what was done of it then is not known."""
    done: list[str] = []
    warnings: list[str] = []
    try:
        for name, head, wishes in step.files:
            _fulfil_file(store, name, head, wishes, done)
        if step.section:
            changed, warnings = _fulfil_pad(store, step)
            done += [step.section] if changed else []
        if not step.section and not step.files:
            _tell(store, step)
            _take_away(store)
            return warnings
    except (OSError, ScratchpadError) as error:
        raise _failed(store, error, kept=begun or bool(done) or not _take_away_quietly(store)) from error
    try:
        _note(store, step)
        _tell(store, step)
        _take_away(store)
    except (OSError, StorageError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        warnings.append(f"It is done, but not all of it is noted yet ({reason}); the next run ends it.")
    return warnings


def _failed(store: PadStore, error: OSError | ScratchpadError, *, kept: bool) -> ScratchpadError:
    told = storage_error(error, store.paths.named, "write") if isinstance(error, OSError) else error
    if not kept:
        return told
    return StorageError(
        f"{told.message}, with a part of it done", f"{told.remedy or 'mend that'}; the next run completes it"
    )


def _write_down(store: PadStore, step: Step) -> None:
    ensure_side(store)
    make_history_folder(store.paths, file_mode(store))
    put_file(store, step_path(store), json.dumps(_encoded(step), indent=1).encode() + b"\n")


def _fulfil_file(store: PadStore, name: str, head: str, wishes: Sequence[Wish], done: list[str]) -> None:
    """Makes the file as wished; where that changes anything its name is added to what is done."""
    path = os.path.join(store.paths.side, *name.split("/"))
    if "/" in name:
        make_folder(os.path.dirname(path))
    before = _bytes_of(path)
    text = head if before is None else before.decode("utf-8", "surrogateescape")
    after = fulfilled(text, wishes).encode("utf-8", "surrogateescape")
    if after == before:
        return
    _refuse_closed(path)
    try:
        put_file(store, path, after)
    except OSError:
        # The folder may have refused to sync when the file was the new one already.
        if _may_differ(path, before):
            done.append(name)
        raise
    done.append(name)


def _may_differ(path: str, before: bytes | None) -> bool:
    try:
        return _bytes_of(path) != before
    except (OSError, StorageError):
        return True


def _bytes_of(path: str) -> bytes | None:
    try:
        return read_bytes(path)
    except FileNotFoundError:
        return None


def _fulfil_pad(store: PadStore, step: Step) -> tuple[bool, list[str]]:
    from scratchpad_tui.core.pad.editing import with_body
    from scratchpad_tui.core.pad.in_hand import Made
    from scratchpad_tui.core.pad.transaction import change
    from scratchpad_tui.core.pad.who import Who

    operation = {"op": step.act, "section": step.section, **dict(step.operation), "step": step.id}

    def make(found: Found) -> Made:
        document = found.judged.document.completed()
        body = document.body(step.section)
        wished = fulfilled_body(body, step.pad)
        if wished == body:
            return Made(found.judged.document)
        changed = with_body(found.judged.document, document, {step.section: wished})
        return Made(changed, [operation], unseals=step.unseals)

    outcome = change(store, Who(*step.who), make)
    return outcome.changed, outcome.warnings


def _tell(store: PadStore, step: Step) -> None:
    """Adds the step's events that the log lacks; the newest version is known only now."""
    missing = _missing(log.read_log(store).events, step)
    newest = store.history.newest()
    log.append(
        store, [{**item, "version": newest} if item.get("version", 0) is None else item for item in missing]
    )


def _note(store: PadStore, step: Step) -> None:
    """Tells the journal of a step that makes no version, once."""
    if not step.told:
        return
    from scratchpad_tui.core.pad import journal
    from scratchpad_tui.core.pad.records import event_record
    from scratchpad_tui.core.pad.who import Who
    from scratchpad_tui.core.pad.writing import keep_event
    from scratchpad_tui.core.session.tally import BESIDE

    if any(item.get("step") == step.id for item in journal.holding(store.paths.journal, b'"step"')):
        return
    fields = {"op": step.act, **dict(step.operation), "step": step.id}
    keep_event(store, event_record(BESIDE, step.told, Who(*step.who), **fields))


def _missing(events: Sequence[Event], step: Step) -> list[Event]:
    told = {item.get("part") for item in events if item.get("step") == step.id}
    return [item for item in step.events if item["part"] not in told]


def _take_away(store: PadStore) -> None:
    with suppress(FileNotFoundError):
        os.unlink(step_path(store))
    sync_folder(store.paths.history)


def _take_away_quietly(store: PadStore) -> bool:
    """Takes the step's file away where nothing was done; whether it is gone."""
    try:
        _take_away(store)
    except OSError:
        return not os.path.lexists(step_path(store))
    return True


def step_path(store: PadStore) -> str:
    """Where a step stands until it is complete."""
    return os.path.join(store.paths.history, FILE)


def _encoded(step: Step) -> dict[str, Any]:
    return {**step._asdict(), "time": stamp(now())}


def _decoded(data: dict[str, Any]) -> Step:
    return Step(
        act=str(data["act"]),
        who=(str(data["who"][0]), str(data["who"][1])),
        section=str(data["section"]),
        pad=_wishes(data["pad"]),
        files=tuple((str(name), str(head), _wishes(wishes)) for name, head, wishes in data["files"]),
        events=tuple({**item, "part": int(item["part"])} for item in data["events"] if log.is_event(item)),
        unseals=data["unseals"] is True,
        id=str(data["id"]),
        operation=tuple((str(key), value) for key, value in data["operation"]),
        told=str(data.get("told", "")),
    )


def _wishes(items: Sequence[Any]) -> tuple[Wish, ...]:
    return tuple(Wish(tuple(map(str, block)), int(count)) for block, count in items)
