"""A pad whose every kind of file holds one text, and what must hold when it was taken out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from scratchpad_tui.core.clock import now
from scratchpad_tui.core.errors import PatchError
from scratchpad_tui.core.pad import journal
from scratchpad_tui.core.pad.drafts import Drafts, _write_record, new_draft
from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.pad.redact_words import MARK
from scratchpad_tui.core.pad.seen import SeenMarks, state_directory

from .faults import BROKEN, data_of, put, save

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scratchpad_tui.core.pad.store import PadStore

SECRET = 'hunter2-"é"\\Zauberwort-😀-9731'  # noqa: S105 - a made-up one
"""With characters that JSON writes in another way."""


def lay(store: PadStore, secret: str = SECRET) -> None:
    """Puts the text into the pad, versions, journal, state, a draft, quarantine, side files and an archive."""
    store.apply([Patch("Findings", "append", f"the key is {secret}", reason=f"was told {secret}")])
    store.start_fresh()
    save(store, Patch("Findings", "append", f"the key is {secret}", reason=f"was told {secret}"))
    store.apply(
        [Patch("Findings", "remove", secret[:9] + "?"), Patch("Next", "append", "x")], session=f"s {secret}"
    )
    refused = json.dumps([{"section": "Nowhere", "op": "append", "content": secret}])
    for text in (refused, refused[: refused.index("Zauberwort") + 10]):
        try:
            store.apply_text(text, turn="5")
        except PatchError:
            pass
        else:
            raise AssertionError("it is refused")
    put(store, BROKEN.replace("typed by a person", f"typed {secret}"))
    store.apply([Patch("Next", "replace", "after the break")], turn="6")
    store.apply([Patch("Findings", "append", f"again: {secret}")], turn="7")
    store.mark_seen("s-1", store.history.newest())
    store.close()
    drafts = Drafts(store.paths)
    drafts.keep_copy(new_draft("section", "Findings", [secret, "x"], [secret], 1), f"{secret}\nx\n".encode())
    side = Path(store.paths.side)
    (side / "archive").mkdir()
    (side / "archive" / "2026-07.md").write_text(f"- 2026-07-01T10:00Z [observed] {secret}\n", "utf-8")
    (side / "episodic.md").write_text(f"- 2026-07-01T10:00Z [decided] {secret}\n", "utf-8")
    (side / "promotions.jsonl").write_text(
        json.dumps({"kind": "proposed", "text": f"{secret} #"}) + "\n", "utf-8"
    )
    log = Path(store.paths.history) / "hook.log"
    log.write_text(f"failed with {json.dumps(secret)}\n", "utf-8")
    with Path(store.paths.journal).open("ab") as file:
        file.write(
            b'{"kind":"event","event":"refused","message":"' + json.dumps(secret)[1:20].encode() + b"\n"
        )


def lay_elsewhere(store: PadStore, secret: str = SECRET) -> None:
    """Puts a draft with the text, and a seen mark, into the user's state directory."""
    folder = Path(Drafts(store.paths).elsewhere)
    folder.mkdir(parents=True, exist_ok=True)
    _write_record(
        str(folder), new_draft("entry", "Next", [secret], [], 0)._replace(name="0123456789abcdef.json")
    )
    SeenMarks(state_directory(), store.paths.named).mark(store.history.newest(), now())


def files_near(store: PadStore) -> Iterator[Path]:
    """Every file of the workspace and of the user's state directory."""
    for folder in (store.paths.folder, store.paths.side, state_directory()):
        yield from (path for path in Path(folder).rglob("*") if path.is_file())


def pieces(secret: str, kept: str = "") -> list[bytes]:
    """The 8-character pieces of a text that other text does not have."""
    found = {secret[at : at + 8] for at in range(len(secret) - 7)}
    return [piece.encode() for piece in found if piece not in kept]


def assert_gone(store: PadStore, secret: str = SECRET, where: str = "", kept: str = "") -> None:
    """No piece of the text stands in any file, be it as it is or as JSON writes it."""
    wanted = pieces(secret, kept)
    wanted += [json.dumps(piece.decode())[1:-1].encode() for piece in wanted]
    for path in files_near(store):
        data = path.read_bytes()
        assert [piece for piece in wanted if piece in data] == [], f"{path}, {where}"


def assert_agree(store: PadStore, where: str = "") -> None:
    """The pad is its newest version, each line of the journal tells its version's hash, and the seen mark counts."""
    from scratchpad_tui.core.pad.records import digest

    newest = store.history.newest()
    assert store.history.read(newest) == data_of(store), where
    told = journal.versions(store.paths.journal)
    for number in store.history.numbers():
        data = store.history.read(number)
        assert (told[number]["sha256"], told[number]["size"]) == (digest(data), len(data)), (
            f"v{number}, {where}"
        )


def audit_lines(store: PadStore) -> list[journal.Record]:
    """What the journal says of redactions."""
    return [event for event in journal.events(store.paths.journal) if event["event"] == "redacted"]


def without(data: bytes, secret: str = SECRET) -> bytes:
    """The bytes with the mark in the text's place."""
    return data.replace(secret.encode(), MARK.encode())
