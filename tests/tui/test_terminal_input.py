"""What a terminal sends: a paste stays one whatever it holds, and no byte ends the program."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.pad.store import PadStore
from scratchpad_tui.tui.terminal_input import PasteGuard

if sys.platform == "win32":
    pytest.skip("Windows has no pseudo-terminals of this kind", allow_module_level=True)

from tests.tui.terminal import Terminal

if TYPE_CHECKING:
    from pathlib import Path

START, END = "\x1b[200~", "\x1b[201~"
PIECE = st.sampled_from(["a", "d", "\x1b", "\x1b[31m", "[", "2", "0", "1", "~", START, END, "é"])


@given(st.lists(PIECE, max_size=12), st.lists(st.integers(1, 5), max_size=30))
def test_whatever_pieces_it_comes_in_it_is_the_same(parts: list[str], sizes: list[int]) -> None:
    """Outside of pastes nothing changes; inside no escape is left but that of the end."""
    data = "".join(parts)
    whole = PasteGuard().clean(data)
    guard, at, cut = PasteGuard(), 0, []
    for size in sizes:
        cut.append(guard.clean(data[at : at + size]))
        at += size
    assert "".join([*cut, guard.clean(data[at:])]) == whole
    before, start, pasted = data.partition(START)
    assert whole.startswith(before + start)
    if start and END in pasted:
        inside = pasted[: pasted.index(END)]
        assert whole.startswith(before + start + inside.replace("\x1b", "␛") + END)


@pytest.mark.alone
def test_a_paste_with_escapes_is_text_and_no_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On Live it does nothing, in the editor it comes in its own order; a byte that is no text harms nothing."""
    for name in ("XDG_STATE_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
    store = PadStore(tmp_path / ".agent" / "scratchpad.md")
    store.apply([Patch("Findings", "append", "- one\n- two\n- three")])
    with Terminal(["-m", "scratchpad_tui", "watch", "--pad", store.paths.named], tmp_path) as terminal:
        terminal.wait_for(b"three")
        terminal.wait_until_quiet()
        terminal.send("/three\r")
        terminal.wait_until_quiet(0.5)
        terminal.send(f"{START}hello \x1bddd{END}")
        terminal.send_bytes(b"\xff")
        terminal.wait_until_quiet(0.5)
        assert store.read().document.content("Findings") == ["- one", "- two", "- three"]
        terminal.send("e")
        terminal.wait_for(b"editing")
        terminal.send(f"{START}words \x1b[31mred\x1b[0m after {END}")
        terminal.wait_until_quiet(0.5)
        terminal.send("\x13")
        terminal.wait_for(b"Saved")
        terminal.send("\x11")
        assert terminal.wait_for_end() == 0
    assert store.read().document.content("Findings")[2] == "words ␛[31mred␛[0m after - three"
