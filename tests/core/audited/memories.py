"""Audited pads to read, and what stands in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.pad.store import PadStore

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

NOW = "2026-07-20T12:00:00Z"
PAD = """## Hypotheses
- the cache may be cold {#cold-cache}

## Decisions
- one queue a region [src:talk @ 2026-07-02] {#one-queue}

## Findings
- builds take 40 s [src:ci job 7 @ 2026-07-01] {#build-time}
- port is 5433 [src:compose.yml @ 2026-07-01] {#db-port}

## Open
- which region? {#region}
"""
SKELETON = "\n".join(f"## {name}\n_(empty)_\n" for name in ("Hypotheses", "Decisions", "Findings", "Open"))
BROKEN = PAD.replace("## Open", "## Opne")


def put(path: Path, text: str, profile: str | None = None) -> PadStore:
    """Writes an audited pad as a person's editor would, and opens it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode())
    return PadStore(path, profile=profile)


def set_clock(patch: pytest.MonkeyPatch, time: str = NOW) -> None:
    """Sets the product's clock."""
    patch.setenv("SCRATCHPAD_NOW", time)


def tree(folder: Path) -> dict[str, bytes]:
    """Every file under a folder with its bytes."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
