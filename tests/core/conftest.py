"""What tests of the core share."""

from __future__ import annotations

import os

import pytest

from scratchpad_tui.core.pad import quarantine


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A broken pad is moved without waiting for a slow writer to end."""
    monkeypatch.setattr(quarantine, "STEADY_SECONDS", 0.0)


@pytest.fixture
def unsynced(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing waits for the disk: a kill or an error, unlike a power cut, leaves what was written."""
    monkeypatch.setattr(os, "fsync", lambda fd: None)
