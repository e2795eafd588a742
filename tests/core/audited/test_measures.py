"""What a memory does to a file, measured: the measures tell good memories from bad ones."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from scratchpad_tui.core.audited import measures
from scratchpad_tui.core.audited.measures import Reads, Writes, copied, reads, writes
from scratchpad_tui.core.audited.memory import Memory
from scratchpad_tui.core.errors import InputError, StorageError
from tests.core.audited.memories import PAD, SKELETON, put, set_clock, tree

if TYPE_CHECKING:
    from scratchpad_tui.core.pad.store import PadStore

GOOD = Writes(appends=True, upserts=True, idempotent=True)
CLOSED = (
    PAD.replace("region? {", "region? (closed) {")
    + "- by hand, no key\n- ## odd [src:x @ 2026-01-01] {#odd}\n"
)


@pytest.fixture(autouse=True)
def _clock(monkeypatch: pytest.MonkeyPatch) -> None:
    set_clock(monkeypatch)


@pytest.mark.parametrize(
    "text",
    [
        PAD,
        SKELETON,
        CLOSED,
        PAD.rstrip("\n"),
        ("\ufeff" + PAD).replace("\n", "\r\n"),
        PAD.rstrip("\n").replace("\n", "\r\n"),
        PAD + "- x [src:y @ 2026-07-01] {#measured-by-design-report}\n",
    ],
    ids=["plain", "empty", "by hand", "no end", "crlf", "crlf no end", "key taken"],
)
def test_our_memory_reads_once_and_changes_its_own_line_alone(text: str, pad_path: Path) -> None:
    """Whatever the pad; the pad itself is not touched, and the copy goes."""
    store = put(pad_path, text, "audited")
    before = tree(pad_path.parent)
    with copied(store, text.encode(), "audited") as copy:
        assert reads(copy) == Reads(1, referenced=True)
        found = writes(copy)
        folder = Path(copy.paths.folder)
    assert (found, found.rewrites) == (GOOD, False)
    assert not folder.exists()
    assert tree(pad_path.parent) == before


def test_a_memory_that_reads_every_turn_is_found_out(pad_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It has no answer while the file is away, or has read it more than once."""
    store = put(pad_path, PAD)
    real = Memory.reference

    def again(self: Memory) -> Any:  # noqa: ANN401 - as the method it stands for
        if Path(self.store.paths.pad).exists():
            self.reads += 1
            return real(self)
        return real(self)._replace(sections={})

    monkeypatch.setattr(Memory, "reference", again)
    with copied(store, PAD.encode(), "audited") as copy:
        found = reads(copy)
    assert (found.times > 1, found.referenced) == (True, False)


def rewriting(store: PadStore, section: str, key: str, text: str, **more: Any) -> None:  # noqa: ANN401
    """A memory that writes every line anew, with one more blank line each time."""
    path = Path(store.paths.pad)
    lines = path.read_text("utf-8").split("\n")
    lines = [line for line in lines if not line.endswith(f"{{#{key}}}")]
    at = lines.index("## Findings") + 1
    lines.insert(lines.index("## Decisions"), "")
    at += 1
    path.write_text(
        "\n".join([*lines[:at], f"- {text} [src:x @ 2026-07-01] {{#{key}}}", *lines[at:]]), "utf-8"
    )


def appending(store: PadStore, section: str, key: str, text: str, **more: Any) -> None:  # noqa: ANN401
    """A memory that only ever appends."""
    with Path(store.paths.pad).open("a", encoding="utf-8") as file:
        file.write(f"- {text} [src:x @ 2026-07-01] {{#{key}}}\n")


def refusing(store: PadStore, section: str, key: str, text: str, **more: Any) -> None:  # noqa: ANN401
    """A memory that takes nothing."""
    raise InputError("not today")


@pytest.mark.parametrize(
    ("memory", "found"),
    [
        (rewriting, Writes(appends=False, upserts=False, idempotent=False)),
        (appending, Writes(appends=True, upserts=False, idempotent=False)),
        (refusing, Writes(appends=False, upserts=False, idempotent=False, refusal="not today")),
    ],
)
def test_a_bad_writer_is_found_out(
    memory: Any,  # noqa: ANN401 - stands for `record`
    found: Writes,
    pad_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The measures are no formality: each of these fails the gate."""
    store = put(pad_path, PAD)
    monkeypatch.setattr(measures, "record", memory)
    with copied(store, PAD.encode(), "audited") as copy:
        told = writes(copy)
    assert told == found
    assert told.rewrites


def test_a_copy_that_cannot_be_made_is_an_error_of_storage(
    pad_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import tempfile

    store = put(pad_path, PAD)
    monkeypatch.setattr(tempfile, "tempdir", str(pad_path.parent / "none"))
    with pytest.raises(StorageError, match="could not write"), copied(store, b"", "audited"):
        pass
