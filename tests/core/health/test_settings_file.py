"""A setting written into a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scratchpad_tui.core.health.settings_file import put_setting

if TYPE_CHECKING:
    from pathlib import Path


def test_a_file_keeps_its_mode_and_its_link_and_is_made_where_there_is_none(tmp_path: Path) -> None:
    real, link = tmp_path / "real.toml", tmp_path / "scratchpad.toml"
    real.write_text("[history]\ndepth = 3\n", "utf-8")
    real.chmod(0o640)
    link.symlink_to(real)
    put_setting(str(link), "history.depth", 1000)
    assert link.is_symlink()
    assert real.read_text("utf-8") == "[history]\ndepth = 1000\n"
    assert real.stat().st_mode & 0o777 == 0o640
    made = tmp_path / "new.toml"
    put_setting(str(made), "lock.mode", "on")
    assert made.read_text("utf-8") == '[lock]\nmode = "on"\n'
    assert made.stat().st_mode & 0o777 == 0o600
