"""The prompt's beginning stays the same bytes from turn to turn, up to the first entry that a write changed."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, NamedTuple

import pytest

from scratchpad_tui.core.audited.memory import Memory
from scratchpad_tui.core.pad.evidence import audited_line
from scratchpad_tui.core.pad.schema import prompt_block
from tests.core.audited.memories import PAD, put, set_clock

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

TURNS = 100
KEYS = [f"key-{number}" for number in range(25)]
SECTIONS = ("Hypotheses", "Decisions", "Findings", "Open")
DAYS = [f"2026-07-{day:02}" for day in range(1, 20)]


class Turn(NamedTuple):
    """A prefix before and after one upsert, and the same of a file that is written anew."""

    before: bytes
    after: bytes
    first: int
    """Where the first line begins that the upsert may change."""
    rewritten_before: bytes
    rewritten_after: bytes


@pytest.fixture(autouse=True)
def _clock(monkeypatch: pytest.MonkeyPatch) -> None:
    set_clock(monkeypatch)


def shared(one: bytes, other: bytes) -> int:
    """How many bytes both begin with."""
    pairs = zip(one, other, strict=False)
    return next((at for at, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def rewritten(memory: Memory) -> bytes:
    """The state as a writer renders it that writes the whole file: newest evidence first, then by key."""
    lines = []
    for name, entries in memory.reference().sections.items():
        newest = sorted(entries, key=lambda entry: entry.key)
        newest.sort(key=lambda entry: entry.evidence.date if entry.evidence else "", reverse=True)
        lines += [f"## {name}", *(audited_line(one.text, one.evidence, one.key) for one in newest), ""]
    contract = prompt_block(memory.reference().document.profile)
    return "\n".join([contract, "", *lines]).encode()


def first_change(prefix: bytes, key: str, section: str) -> int:
    """Where the first line begins that an upsert may change: the entry's own, or where its section or Decisions ends."""
    text = prefix.decode()
    own = text.find(f" {{#{key}}}\n")
    places = [text.rfind("\n", 0, own) + 1] if own >= 0 else []
    logs = own > text.index("## Findings\n") and own < text.index("## Open\n")
    for name in {section, *(["Decisions"] if logs else [])}:
        body = text[text.index(f"## {name}\n") + len(f"## {name}\n") :].split("\n## ", 1)[0]
        filled = body.rstrip("\n").replace("_(empty)_", "")
        places.append(text.index(f"## {name}\n") + len(f"## {name}\n") + len(filled))
    return len(text[: min(places)].encode())


def turns(path: Path, seed: int) -> Iterator[Turn]:
    """A hundred random upserts: new entries, changed ones, moved ones, and the same again."""
    chance = random.Random(seed)
    put(path, PAD)
    memory = Memory(path)
    memory.bootstrap()
    for _ in range(TURNS):
        key, section = chance.choice(KEYS), chance.choice(SECTIONS)
        before, old = memory.prefix(), rewritten(memory)
        text = f"{chance.choice(('builds', 'tests', 'ports'))} take {chance.randrange(4)} s"
        memory.record(section, key, text, source=f"job {chance.randrange(9)}", date=chance.choice(DAYS))
        yield Turn(before, memory.prefix(), first_change(before, key, section), old, rewritten(memory))
    assert memory.reads == 1


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_nothing_in_front_of_the_first_changed_entry_changes(seed: int, pad_path: Path) -> None:
    """What a provider has cached of a prompt lives up to there."""
    changed = 0
    for turn in turns(pad_path, seed):
        assert shared(turn.before, turn.after) >= turn.first
        changed += turn.before != turn.after
    assert changed > TURNS / 2


def test_more_of_the_prompt_stays_than_with_a_file_that_is_written_anew(pad_path: Path) -> None:
    """Measured over all turns, as a share of what was sent."""
    kept = sent = kept_anew = sent_anew = 0
    for turn in turns(pad_path, 7):
        kept += shared(turn.before, turn.after)
        sent += len(turn.before)
        kept_anew += shared(turn.rewritten_before, turn.rewritten_after)
        sent_anew += len(turn.rewritten_before)
    assert kept / sent > kept_anew / sent_anew, (kept / sent, kept_anew / sent_anew)


def test_the_prefix_is_the_contract_and_the_pad(pad_path: Path) -> None:
    """No time, no version, no warning: nothing that changes by itself."""
    put(pad_path, PAD)
    one, two = Memory(pad_path), Memory(pad_path, session="other")
    assert one.prefix() == two.prefix()
    assert one.prefix().endswith(PAD.encode())
    pad_path.unlink()
    assert one.prefix() == two.prefix()
    assert one.notice
