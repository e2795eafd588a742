"""One setting changed in a file, every other byte of which stays."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scratchpad_tui.core.config import load
from scratchpad_tui.core.config.change import place_of, with_setting
from scratchpad_tui.core.config.example import example_toml
from scratchpad_tui.core.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", "[history]\ndepth = 1000\n"),
        ("[history]\n", "[history]\ndepth = 1000\n"),
        ("[history]\ndepth = 5", "[history]\ndepth = 1000"),
        ("[ history ] # few\n  depth  =  5  # or so\n", "[ history ] # few\n  depth  =  1000  # or so\n"),
        ("[history]\r\ndepth = 5\r\n", "[history]\r\ndepth = 1000\r\n"),
        ("[lock]\r\nmode = 'on'", "[lock]\r\nmode = 'on'\r\n\r\n[history]\r\ndepth = 1000\r\n"),
        ("[history]\n# depth = 20\n[ui]\n", "[history]\ndepth = 1000\n# depth = 20\n[ui]\n"),
        ("\ufeff[history]\ndepth = 5\n", "\ufeff[history]\ndepth = 1000\n"),
        ("[ui]\ntheme = 'light'\n[history]\ndepth = 5\n", "[ui]\ntheme = 'light'\n[history]\ndepth = 1000\n"),
    ],
)
def test_only_its_own_line_changes(before: str, after: str) -> None:
    assert with_setting(before.encode(), "history.depth", 1000, "x").decode() == after


@pytest.mark.parametrize(
    "text",
    [
        "history.depth = 5\n",
        "history = { depth = 5 }\n",
        "['history']\ndepth = 5\n",
        '[history]\n"depth" = 5\n',
        '[profiles]\nx = """\n[history]\ndepth = 5\n"""\n',
        "[history\n",
        "history = 3\n",
        "[[history]]\ndepth = 5\n",
    ],
)
def test_what_only_a_person_can_change_stays_as_it_is(text: str) -> None:
    """A text that would read otherwise afterwards, or not at all, is refused."""
    with pytest.raises(InputError) as caught:
        with_setting(text.encode(), "history.depth", 1000, "x")
    assert "history.depth = 1000" in caught.value.remedy
    assert "by hand" in caught.value.remedy


@given(st.sampled_from([5, 50]), st.text("[]#='\"\n adehistoryp.5", max_size=60))
def test_whatever_stands_there_stays(depth: int, more: str) -> None:
    """All other settings are as they were; or nothing is changed."""
    text = f"{more}\n[lock]\ntimeout = {depth}\n"
    try:
        made = with_setting(text.encode(), "lock.timeout", 9, "x")
    except InputError:
        return
    before, after = tomllib.loads(text), tomllib.loads(made.decode())
    assert after.pop("lock") == {**before.pop("lock"), "timeout": 9}
    assert after == before


def test_the_settings_that_init_writes_can_be_changed() -> None:
    made = with_setting(example_toml(3).encode(), "history.depth", 1000, "x").decode()
    assert made == example_toml(1000)
    text = with_setting(made.encode(), "lock.mode", "off", "x").decode()
    assert tomllib.loads(text)["lock"] == {"mode": "off"}


def test_it_is_changed_where_it_comes_from(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pad, beside = tmp_path / "scratchpad.md", tmp_path / "scratchpad.toml"
    own = tmp_path / "home" / ".config" / "scratchpad-tui" / "config.toml"
    assert place_of(load(str(pad)), "history.depth", str(beside)) == str(beside)
    own.parent.mkdir(parents=True)
    own.write_text("[history]\ndepth = 3\n", "utf-8")
    assert place_of(load(str(pad)), "history.depth", str(beside)) == str(own)
    monkeypatch.setenv("SCRATCHPAD_HISTORY_DEPTH", "3")
    with pytest.raises(InputError, match="environment SCRATCHPAD_HISTORY_DEPTH"):
        place_of(load(str(pad)), "history.depth", str(beside))
