"""What is told of an event beside its sentence: nothing twice, nothing raw, and all of it where it stands alone."""

from __future__ import annotations

from scratchpad_tui.tui.layout.details import detail_lines

_PROMOTED = {
    "kind": "event",
    "event": "promotion",
    "message": "p-7 was written into episodic.md",
    "op": "promote",
    "id": "p-7",
    "of": "0198c2f4-7d3e",
    "step": "09d2f0491040",
}


def test_what_the_sentence_says_is_not_said_again() -> None:
    assert detail_lines(_PROMOTED, whole=False) == []
    refused = {"event": "refused", "message": 'patch 0: unknown section "Paln"', "code": "unknown-section"}
    assert detail_lines({**refused, "files": 10}, whole=False) == ["files: 10"]
    assert detail_lines({"message": "version 16 took its place", "version": 6}, whole=False) == ["version: 6"]


def test_alone_it_has_everything() -> None:
    assert detail_lines(_PROMOTED, whole=True) == [
        "op: promote",
        "id: p-7",
        "of: 0198c2f4-7d3e",
        "step: 09d2f0491040",
    ]


def test_fields_are_names_and_values_and_empty_ones_are_left_out() -> None:
    patches = [{"section": "Plan", "op": "append", "content": "x", "reason": None}, {"op": "clear"}]
    record = {
        "message": "",
        "patches": patches,
        "files": ["a", "b"],
        "forced": True,
        "more": {},
        "none": None,
    }
    assert detail_lines(record, whole=False) == [
        "patches 1:",
        "  section: Plan",
        "  op: append",
        "  content: x",
        "patches 2:",
        "  op: clear",
        "files: a, b",
        "forced: yes",
    ]
