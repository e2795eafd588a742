"""What the rules find of labelled texts, and that what they tell of it is never the value."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.secrets.scanner import scan
from tests.core.secrets import corpus
from tests.core.secrets.corpus import score

if TYPE_CHECKING:
    from tests.core.secrets.corpus import Labelled

CONTEXTUAL = frozenset(
    (
        "aws-secret-key",
        "azure-sas",
        "b64-keyword",
        "basic-auth-header",
        "basic-auth-url",
        "bearer-opaque",
        "cli-password",
        "cookie-session",
        "db-uri",
        "eth-private-key",
        "hex-keyword",
        "netrc",
        "password-assign",
        "password-prose",
        "seed-phrase",
        "ssh-passphrase",
    )
)
"""Kinds that no format tells, only what stands around them."""
CORPORA = {"own": corpus.own(), "shared": corpus.shared()}
pytestmark = pytest.mark.parametrize(
    "rows", [pytest.param(rows, id=name) for name, rows in CORPORA.items() if rows]
)


def is_contextual(row: Labelled) -> bool:
    return row.kind in CONTEXTUAL or row.kind.startswith("context-")


def test_recall_precision_and_span(rows: list[Labelled]) -> None:
    got = score(rows)

    assert got.recall >= 0.95
    assert got.precision >= 0.97
    assert got.span >= 0.93


def test_recall_by_class(rows: list[Labelled]) -> None:
    formats = [row for row in rows if row.is_secret and not is_contextual(row)]
    contexts = [row for row in rows if row.is_secret and is_contextual(row)]

    assert score(formats).recall >= 0.97
    assert score(contexts).recall >= 0.85


def test_no_finding_tells_a_value(rows: list[Labelled]) -> None:
    for row in rows:
        if not row.is_secret:
            continue
        pieces = {row.value[at : at + 12] for at in range(max(1, len(row.value) - 11))}
        for finding in scan(row.text):
            told = repr(finding) + str(finding)
            assert not any(piece in told for piece in pieces if len(piece) >= 8), row.kind


def test_redaction_is_idempotent_and_keeps_every_other_byte(rows: list[Labelled]) -> None:
    for row in rows:
        text, kept = row.text, []
        at = 0
        for finding in scan(text):
            kept += [text[at : finding.start], "[redacted]"]
            at = finding.end
        cleaned = "".join([*kept, text[at:]])

        assert scan(cleaned) == [], (row.kind, cleaned)
        for piece in [part for part in kept if part != "[redacted]"]:
            assert piece in cleaned


def test_lines_are_counted_from_one(rows: list[Labelled]) -> None:
    for row in rows:
        plain = scan(row.text)
        moved = scan("first\r\nsecond\rthird\n" + row.text)

        assert [f.line + 3 for f in plain] == [f.line for f in moved], row.kind
