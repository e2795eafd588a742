"""Faults at chosen calls of the operating system, the writes they hit, and what must hold after each of them."""

from __future__ import annotations

import os
import shutil
import signal
import sys
import threading
from contextlib import contextmanager
from functools import partial
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from scratchpad_tui.core.pad import journal
from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.pad.records import digest
from scratchpad_tui.core.pad.store import PadStore

from .processes import in_child, is_free

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

CALLS = ("open", "write", "fsync", "replace", "rename", "unlink", "close", "ftruncate", "mkdir", "fchmod")
"""What a write asks of the operating system."""
CLEANING = ("close", "unlink")
"""Calls that clean up; a lasting fault spares them, as a full disk does."""

TEXT = """\
## Task
Move the billing job

## Plan
1. [x] list the callers
2. [ ] write the adapter

## Findings
- retries are counted per worker

## Ruled out
_(empty)_

## Open questions
_(empty)_

## Next
write the adapter
"""
BY_HAND = TEXT.replace("## Next\nwrite the adapter", "## Next\nasked for by hand")
BROKEN = TEXT.replace("## Ruled out", "## Rulde out").replace("- retries", "- typed by a person\n- retries")


class Call(NamedTuple):
    """One call of a watched function of `os`."""

    number: int
    """Counted from 1."""
    name: str
    args: tuple[Any, ...]
    run: Callable[[], object]


@contextmanager
def watched_calls(
    react: Callable[[Call], object], names: tuple[str, ...] = CALLS, *, changes: bool = False
) -> Iterator[None]:
    """Gives each such call of this thread to `react`, whose result or error the caller gets.

    With `changes` those alone that may change what is on disk.
    """
    owner = threading.get_ident()
    numbers = count(1)
    real = {name: getattr(os, name) for name in names}

    def watched(name: str) -> Callable[..., Any]:
        def call(*args: object, **options: object) -> object:
            if threading.get_ident() != owner or (changes and not _may_change(name, args)):
                return real[name](*args, **options)
            return react(Call(next(numbers), name, args, lambda: real[name](*args, **options)))

        return call

    for name in names:
        setattr(os, name, watched(name))
    try:
        yield
    finally:
        for name, function in real.items():
            setattr(os, name, function)


def _may_change(name: str, args: tuple[Any, ...]) -> bool:
    return args[1] & (os.O_CREAT | os.O_TRUNC) != 0 if name == "open" else name not in ("close", "fsync")


class Erring:
    """Makes the call of a number fail, or `lasting` every call from then on."""

    def __init__(self, code: int, number: int, *, lasting: bool = False) -> None:
        self.code = code
        self.number = number
        self.lasting = lasting
        self.reached = False
        """Whether there was a call of that number; a sweep ends where there is none."""
        self.fired = ""
        """The name of the first call that failed."""

    def __call__(self, call: Call) -> object:
        """See `watched_calls`."""
        if call.number < self.number or (call.number > self.number and not self.lasting):
            return call.run()
        self.reached = True
        if (self.lasting and call.name in CLEANING) or _closes_what_was_read(call):
            return call.run()
        self.fired = self.fired or call.name
        if call.name == "close":
            call.run()
        names = [arg for arg in call.args if isinstance(arg, str)]
        raise OSError(self.code, os.strerror(self.code), *names[:1])


def _closes_what_was_read(call: Call) -> bool:
    """Whether the call cannot fail for want of space or of a device: only written data is given up at a close."""
    if call.name != "close" or sys.platform == "win32":
        return call.name == "close"
    import fcntl

    return fcntl.fcntl(call.args[0], fcntl.F_GETFL) & os.O_ACCMODE == os.O_RDONLY


def killing(number: int, *, torn: bool) -> Callable[[Call], object]:
    """Kills this process before the call of a number, or when it is a write and half done."""
    half = os.write

    def react(call: Call) -> object:
        if call.number != number:
            return call.run()
        if torn:
            data = bytes(call.args[1])
            half(call.args[0], data[: len(data) // 2])
        os.kill(os.getpid(), signal.SIGKILL)
        return None

    return react


class Scenario(NamedTuple):
    """A write of a pad, and what is at stake in it."""

    name: str
    prepare: Callable[[PadStore], object]
    """Makes the pad as it stands before the write."""
    act: Callable[[PadStore], object]
    kept: tuple[str, ...] = ()
    """Texts that stand whole in the pad, a version or quarantine whatever happens."""


def save(store: PadStore, *patches: Patch) -> None:
    """Two versions, of which the newest is `TEXT` and then the patches."""
    put(store, TEXT.replace("## Next\nwrite the adapter", "## Next\nbegin"))
    store.apply([Patch("Next", "replace", "write the adapter")], turn="1")
    store.apply(patches)
    store.close()


def put(store: PadStore, text: str | bytes) -> None:
    """Writes the file as another program does, in place."""
    path = Path(store.paths.pad)
    path.parent.mkdir(mode=0o700, exist_ok=True, parents=True)
    path.write_bytes(text.encode() if isinstance(text, str) else text)


def _edited(store: PadStore) -> None:
    save(store)
    put(store, BY_HAND)


def _broken(store: PadStore) -> None:
    save(store)
    put(store, BROKEN)


def _quarantined(store: PadStore) -> None:
    _broken(store)
    store.apply([Patch("Findings", "append", "- after the break")])
    store.close()


def _gone(store: PadStore) -> None:
    save(store)
    os.unlink(store.paths.pad)


def _half_done(store: PadStore) -> None:
    """A step that was stopped behind the swap: its version waits for the next writer."""
    save(store)

    def stop(call: Call) -> object:
        raise OSError(5, os.strerror(5))

    with watched_calls(stop, ("rename",)):
        store.apply([Patch("Ruled out", "append", "- half done")], turn="8")
    store.close()
    assert left_over(store)


def _act(*patches: Patch) -> Callable[[PadStore], object]:
    return lambda store: store.apply(patches, turn="9", session="s-1")


# The operation's warning makes the write remember it in state.json as well.
_SAVE = _act(Patch("Findings", "append", "- saved"), Patch("Plan", "check", "7"))
SCENARIOS = (
    Scenario("first save", lambda store: None, _SAVE),
    Scenario("save", save, _SAVE, (TEXT,)),
    Scenario("save with pruning", save, lambda store: _SAVE(PadStore(store.paths.pad, depth=1))),
    Scenario("save onto an edit", _edited, _act(Patch("Next", "replace", "by us")), (TEXT, BY_HAND)),
    Scenario("recovery", _broken, _SAVE, (TEXT, BROKEN)),
    Scenario("take", _quarantined, lambda store: store.take("all"), (TEXT, BROKEN, "after the break")),
    Scenario("restore", save, lambda store: store.restore(-1), (TEXT,)),
    Scenario("restore onto an edit", _edited, lambda store: store.restore(-1), (TEXT, BY_HAND)),
    Scenario("gone pad", _gone, _SAVE, (TEXT,)),
    Scenario("save behind a step half done", _half_done, _SAVE, (TEXT, "- half done")),
)


class Trial(NamedTuple):
    """A scenario made ready on disk, and the same once more for each fault."""

    scenario: Scenario
    start: Path
    work: Path

    @classmethod
    def ready(cls, scenario: Scenario, folder: Path) -> Trial:
        """The scenario's pad in a folder of its own."""
        trial = cls(scenario, folder / "start", folder / "work")
        trial.start.mkdir(parents=True)
        scenario.prepare(PadStore(trial.start / ".agent" / "scratchpad.md"))
        return trial

    def again(self) -> PadStore:
        """The pad as prepared."""
        shutil.rmtree(self.work, ignore_errors=True)
        shutil.copytree(self.start, self.work)
        return PadStore(self.work / ".agent" / "scratchpad.md")

    def allowed(self) -> list[bytes | None]:
        """What the pad may hold at any moment: its bytes before and after each swap of an undisturbed write."""
        store = self.again()
        seen = [data_of(store)]

        def look(call: Call) -> object:
            result = call.run()
            if data_of(store) != seen[-1]:
                seen.append(data_of(store))
            return result

        with watched_calls(look, ("replace",)):
            self.scenario.act(store)
        store.close()
        return seen


def killed_at_every_call(trial: Trial) -> Iterator[tuple[str, PadStore]]:
    """The pad after a kill at each call of the scenario, and where the kill was, until none fires.

    A kill behind a call is one before the next call, and one before a call that changes nothing leaves on disk what
    one before the next change leaves: it fires before each change, and in each write.
    """
    for torn in (False, True):
        for number in count(1):
            store = trial.again()
            code = in_child(partial(_killed_act, trial, store, number, torn=torn))
            assert code in (0, -signal.SIGKILL), f"the child failed at call {number}"
            yield f"{trial.scenario.name}: killed {'in write' if torn else 'before call'} {number}", store
            if code == 0:
                break


def _killed_act(trial: Trial, store: PadStore, number: int, *, torn: bool) -> None:
    with watched_calls(killing(number, torn=torn), ("write",) if torn else CALLS, changes=True):
        trial.scenario.act(store)


def data_of(store: PadStore) -> bytes | None:
    """The pad's bytes, or None where there is no file."""
    try:
        return Path(store.paths.pad).read_bytes()
    except FileNotFoundError:
        return None


def versions_of(store: PadStore) -> dict[int, bytes]:
    """Every version's bytes."""
    return {number: store.history.read(number) for number in store.history.numbers()}


def everything(store: PadStore) -> str:
    """The text of the pad, of every version and of what is in quarantine."""
    kept = [data_of(store) or b"", *versions_of(store).values()]
    kept += [path.read_bytes() for path in quarantine_of(store)]
    return b"\n".join(kept).decode("utf-8", "replace")


def quarantine_of(store: PadStore) -> list[Path]:
    """The quarantined files."""
    return sorted(path for path in Path(store.paths.folder).iterdir() if ".broken-" in path.name)


def lines_of(store: PadStore) -> list[dict[str, Any]]:
    """The journal's lines of kind `version`."""
    return [record for record in journal.records(store.paths.journal) if journal.is_version(record)]


def left_over(store: PadStore) -> list[str]:
    """Temporary and pending files that stand anywhere near the pad."""
    found = (path.name for path in Path(store.paths.folder).rglob("*"))
    return [name for name in found if name.endswith((".tmp", ".pending"))]


def assert_in_order(store: PadStore, where: str = "") -> None:
    """Nothing is left over, the lock is free, and pad, versions and journal agree."""
    assert left_over(store) == [], where
    assert is_free(store.paths.lock), where
    numbers = store.history.numbers()
    assert numbers == list(range(numbers[0], numbers[-1] + 1)), f"versions without a gap, {where}"
    assert store.history.read(numbers[-1]) == data_of(store), f"the newest version is the pad, {where}"
    lines = lines_of(store)
    told = [line["version"] for line in lines]
    assert told == list(range(1, numbers[-1] + 1)), f"one line a version, {where}"
    for line in lines[-len(numbers) :]:
        assert line["sha256"] == digest(store.history.read(line["version"])), (
            f"line and version agree, {where}"
        )
