"""What the scan, the queue and the clock let through; each is marked until it is mended."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.errors import ScratchpadError
from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.pad.store import PadStore
from scratchpad_tui.core.session.proposing import propose
from tests.core.session.desks import ago, session_text, set_clock

if TYPE_CHECKING:
    from pathlib import Path

    from tests.core.session.desks import Desk

TOKEN = "ghp_" + "aB3dE5fG7hI9jK1lM2nO4pQ6rS8tU0vW1xY2"
HEAD = (
    "key -----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0123\n"
    "Version: 1\nComment: x\nCharset: utf-8\nHash: a"
)
BODY = "MIIEowIBAAKCAQEAx7Yq3kP9vLs2Zt8WmB4nR6cJ1dHfGgTyUeQoKpXaSbNvMw5z"


def test_a_token_over_the_first_two_entries_of_a_section_is_refused(pad_path: Path) -> None:
    """The heading ends in a letter, and so does many a sentence before a token: that is no part of it."""
    store = PadStore(pad_path, profile="task")
    store.create()
    with pytest.raises(ScratchpadError):
        store.apply([Patch("Findings", "append", TOKEN[:20]), Patch("Findings", "append", TOKEN[20:])])


def test_a_private_key_whose_head_stands_farther_up_is_refused_by_a_process_that_goes_on(
    pad_path: Path,
) -> None:
    """A new process refuses it: it scans the whole text."""
    store = PadStore(pad_path, profile="task")
    store.create()
    store.apply([Patch("Findings", "append", HEAD)])
    with pytest.raises(ScratchpadError):
        store.apply([Patch("Findings", "append", BODY)])


def test_the_deny_list_counts_in_a_text_with_a_letter_whose_small_form_is_longer(pad_path: Path) -> None:
    """A capital I with a dot becomes two characters."""
    store = PadStore(pad_path, profile="task")
    store.create()
    pad_path.with_name("memory-constraints.md").write_text("- `bluebird`\n", "utf-8")
    with pytest.raises(ScratchpadError):
        store.apply([Patch("Findings", "append", "bluebird in \u0130zmir")])


def test_the_text_of_a_twin_is_shown_without_its_secret(desk: Desk) -> None:
    """The proposal is clean, the entry beside it came in by hand."""
    said = "the deploy key of the billing service is in the vault"
    desk.put(session_text([f"- {ago(2)} [observed] {said}"], [f"- {ago(60)} [observed] {said} {TOKEN}"]))
    (acted,) = propose(desk.store, [said])
    assert acted.item is not None
    assert acted.item.state == "twin"
    assert TOKEN not in acted.item.twins[0].text


def test_a_list_refused_for_another_reason_leaves_no_token_in_the_journal(pad_path: Path) -> None:
    """The token is cut over two patches; no text came of them that could be scanned."""
    store = PadStore(pad_path, profile="task")
    store.apply([Patch("Next", "replace", "begin")])
    with pytest.raises(ScratchpadError):
        store.apply([Patch("Nope", "append", TOKEN[:20]), Patch("Nope", "append", TOKEN[20:])])
    assert TOKEN[20:] not in (pad_path.parent / ".history" / pad_path.name / "journal.jsonl").read_text()


def test_notes_can_be_read_at_the_end_of_time(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """A wrong clock is no reason for a defect."""
    desk.put(session_text([f"- {ago(2)} [observed] one"]))
    set_clock(monkeypatch, "9999-12-31T23:59:59Z")
    assert desk.items() == ()
