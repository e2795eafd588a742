"""Design reports that pass, and ways to spoil one place of them."""

from __future__ import annotations

import copy
import json
from typing import Any


class _Gone:
    def __repr__(self) -> str:
        return "gone"


GONE = _Gone()
"""Stands for a place that is not there."""


def good_report() -> dict[str, Any]:
    """A report that keeps the contract."""
    proven = {"text": "CI has no redis", "source": "job 4412", "date": "2026-07-20", "validated": True}
    loose = {"text": "the cache may be cold", "source": "talk", "date": "2026-07-19"}
    return {
        "schema": 1,
        "scratchpad": {
            "path": ".agent/scratchpad.md",
            "sections": {
                "Hypotheses": [loose],
                "Decisions": [dict(proven)],
                "Findings": [dict(proven), dict(proven)],
                "Open": [],
            },
        },
        "access_policy": {"read_once": True, "reference_after_bootstrap": True, "reread_each_turn": False},
        "write_policy": {
            "mode": "append_or_upsert",
            "idempotent_upsert": True,
            "full_rewrite_allowed": False,
        },
        "compact_recovery": {"reconstruct_from_file_only": True, "conversation_dependency": False},
        "exclusions": {"raw_transcript": False, "raw_tool_dump": False, "chain_of_thought": False},
        "validation": {"survives_compact": True, "read_once_verified": True, "evidence_checked": True},
    }


def spoiled(path: tuple[str | int, ...], value: object) -> dict[str, Any]:
    """A good report with another value in one place, or with that place gone."""
    report = copy.deepcopy(good_report())
    assert spoil(report, path, value)
    return report


def spoil(report: dict[str, Any], path: tuple[str | int, ...], value: object) -> bool:
    """Puts another value into one place of a report, or takes it out; whether there is such a place any more."""
    at: Any = report
    try:
        for step in path[:-1]:
            at = at[step]
        if value is GONE:
            del at[path[-1]]
        else:
            at[path[-1]] = value
    except (KeyError, IndexError, TypeError):
        return False
    return True


def encoded(report: object) -> bytes:
    """The report as a file holds it."""
    return json.dumps(report).encode()


def shown(path: tuple[str | int, ...]) -> str:
    """The place as a fault names it."""
    text = ""
    for step in path:
        text += f"[{step}]" if isinstance(step, int) else f".{step}"
    return text.removeprefix(".")
