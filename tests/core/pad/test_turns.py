"""A patch list is decided on once, unless the pad changes between the scan and the lock."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from scratchpad_tui.core.pad import operations, transaction
from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.pad.store import PadStore
from tests.core.audited.memories import PAD, put

if TYPE_CHECKING:
    from pathlib import Path

NEWS = Patch("Open", "append", "- which zone? {#zone}")


@pytest.fixture
def decided(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts on which a list was decided."""
    texts: list[str] = []
    real = operations.apply_patches

    def counted(document: Any, *more: Any) -> Any:  # noqa: ANN401 - as `apply_patches`
        texts.append(document.text())
        return real(document, *more)

    monkeypatch.setattr(operations, "apply_patches", counted)
    return texts


def test_a_list_is_applied_once_where_nobody_comes_between(pad_path: Path, decided: list[str]) -> None:
    store = put(pad_path, PAD)
    assert store.apply([NEWS]).changed
    assert decided == [PAD]
    store.close()


def test_it_is_decided_anew_on_what_another_writer_left(
    pad_path: Path, decided: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    store = put(pad_path, PAD)
    other = PAD + "- and which host? {#host}\n"
    real = transaction.change

    def late(*given: Any, **named: Any) -> Any:  # noqa: ANN401 - as `change`
        if len(decided) == 1:
            pad_path.write_text(other, "utf-8")
        return real(*given, **named)

    monkeypatch.setattr(transaction, "change", late)
    store.apply([NEWS])
    assert decided == [PAD, other]
    assert pad_path.read_text("utf-8") == other + f"{NEWS.content}\n"
    store.close()


def test_what_is_asked_of_a_documents_entries_stays_its_own(pad_path: Path) -> None:
    document = put(pad_path, PAD).read().document
    document.entries("Findings").clear()
    assert [entry.text.split()[0] for entry in document.entries("Findings")] == ["builds", "port"]
    assert PadStore(pad_path).read().document.entries("Findings") == document.entries("Findings")
