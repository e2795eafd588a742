"""Labelled texts: those of our own beside the cases, and the larger corpus where it is at hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

from scratchpad_tui.core.secrets.scanner import scan

OWN = Path(__file__).resolve().parents[2] / "cases" / "secrets.jsonl"
SHARED = Path(__file__).resolve().parents[4] / "shared" / "cases"


class Labelled(NamedTuple):
    """A text, and where its secret stands (nowhere: 0, 0)."""

    text: str
    kind: str
    start: int
    end: int

    @property
    def is_secret(self) -> bool:
        """Whether it holds one."""
        return self.end > 0

    @property
    def value(self) -> str:
        """The secret."""
        return self.text[self.start : self.end]


class Score(NamedTuple):
    """What a scan makes of labelled texts."""

    recall: float
    precision: float
    span: float
    """The share of the secrets of which 95 % of the characters are found."""


def own() -> list[Labelled]:
    """The texts beside the cases: every fourth character of a secret is an escape, so that no token lies in a file."""
    rows = [json.loads(line) for line in OWN.read_text("utf-8").splitlines()]
    return [Labelled(row["text"], row["kind"], row.get("start", 0), row.get("end", 0)) for row in rows]


def shared() -> list[Labelled]:
    """The larger corpus; empty where it is not at hand."""
    path = SHARED / "secrets-corpus.jsonl"
    if not path.exists():
        return []
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
    spans = {}
    for line in (SHARED / "secrets-spans.jsonl").read_text("utf-8").splitlines():
        if line.strip():
            span = json.loads(line)
            spans[span["line"]] = (span["start"], span["end"])
    return [
        Labelled(row["text"], row["kind"], *(spans[at] if row["label"] == "secret" else (0, 0)))
        for at, row in enumerate(rows)
    ]


def covered(row: Labelled) -> float:
    """The share of a secret's characters that the scan finds."""
    found = scan(row.text)
    inside = sum(any(f.start <= at < f.end for f in found) for at in range(row.start, row.end))
    return inside / (row.end - row.start)


def score(rows: list[Labelled]) -> Score:
    """Recall, precision and span of the scan over these texts."""
    found = [bool(scan(row.text)) for row in rows]
    true = sum(hit and row.is_secret for hit, row in zip(found, rows, strict=True))
    secrets = [row for row in rows if row.is_secret]
    spans = sum(covered(row) >= 0.95 for row in secrets)
    return Score(true / len(secrets), true / max(1, sum(found)), spans / len(secrets))
