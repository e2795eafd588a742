"""The lines around the screens, at any width."""

from __future__ import annotations

import os
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.text import width
from scratchpad_tui.tui import frame
from tests.tui.fake import NOW, make_view

if TYPE_CHECKING:
    from scratchpad_tui.tui.layout import Span

WIDTHS = [1, 2, 5, 11, 20, 40, 79, 80, 120, 200]
VIEWS = {
    "live": make_view(),
    "unread": make_view(agent_seen=43),
    "no version": make_view({}, version=None),
    "broken": make_view(
        state="BROKEN", sentence="The pad does not parse (line 3: \x1b[2J).", remedy="mend it"
    ),
    "wide path": make_view(path="/漢字/" + "長い名前" * 30 + "/.agent/scratchpad.md"),
    "hostile path": make_view(path="/work/\x1b]0;owned\x07\n/.agent/scratchpad.md"),
}


def text_of(spans: tuple[Span, ...]) -> str:
    return "".join(span.text for span in spans)


@pytest.mark.parametrize("cells", WIDTHS)
@pytest.mark.parametrize("name", sorted(VIEWS))
def test_the_lines_fill_their_rows_exactly(name: str, cells: int) -> None:
    """Nothing hangs over, nothing is left from before, and no control gets through."""
    view = VIEWS[name]
    lines = [
        frame.pad_line(view, NOW, cells, "/work/project", newer=2),
        frame.tabs_line([frame.Tab("1", "Live"), frame.Tab("3", "Promotions", 2)], "Live", "BROKEN", cells),
    ]
    for line in lines:
        assert width(text_of(line)) == cells
        assert text_of(line).isprintable()


@pytest.mark.parametrize(
    ("state", "paused", "polling", "word"),
    [
        ("live", False, False, "live"),
        ("live", False, True, "polling"),
        ("live", True, True, "paused"),
        ("no file", True, False, "no file"),
        ("BROKEN", True, True, "BROKEN"),
        ("CONFLICT", False, False, "CONFLICT"),
    ],
)
def test_one_word_says_the_state(state: str, paused: bool, polling: bool, word: str) -> None:  # noqa: FBT001 - cases
    """What is wrong with the file comes first."""
    assert frame.state_word(make_view(state=state), paused=paused, polling=polling) == word
    line = text_of(frame.tabs_line([frame.Tab("1", "Live")], "Live", word, 80))
    assert line.startswith(" 1 Live")
    assert line.rstrip().endswith(word)


def test_counts_stand_at_their_screens() -> None:
    """What waits is seen from everywhere."""
    line = text_of(frame.tabs_line([frame.Tab("3", "Promotions", 2)], "Live", "live", 80))
    assert "3 Promotions·2" in line


def test_line_2_says_path_version_author_age_and_what_the_agent_saw() -> None:
    """The promise of the frame."""
    line = text_of(frame.pad_line(make_view(), NOW + timedelta(minutes=4), 80, "/work/project"))
    assert line.rstrip() == " .agent/scratchpad.md · v43 agent, 4 min · agent saw v41"


def test_what_the_agent_has_not_seen_asks_for_attention() -> None:
    """It is what a person must know before they edit."""
    spans = frame.pad_line(make_view(), NOW, 80, "/work/project")
    assert [span.style for span in spans if "agent saw" in span.text] == ["attention"]
    spans = frame.pad_line(make_view(agent_seen=43), NOW, 80, "/work/project")
    assert [span.style for span in spans if "agent saw" in span.text] == ["dim"]


@pytest.mark.parametrize("name", ["BROKEN", "CONFLICT"])
def test_the_states_in_capitals_take_line_2(name: str) -> None:
    """The sentence and what mends it."""
    view = make_view(state=name, sentence="Line 7 is no heading.", remedy="mend the line")
    assert text_of(frame.pad_line(view, NOW, 60, "")).rstrip() == " Line 7 is no heading. · mend the line"


def test_paths_are_short_and_keep_their_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """The name of the file says more than the root of the disk."""
    monkeypatch.setenv("HOME", "/home/me")
    assert frame.short_path("/work/a/pad.md", "/work/", 40) == os.path.join("a", "pad.md")
    assert frame.short_path("/home/me/pad.md", "/work", 40) == "~/pad.md"
    assert frame.short_path("/home/other/pad.md", "/work", 40) == "/home/other/pad.md"
    assert frame.short_path("/home/other/pad.md", "/work", 9) == "…r/pad.md"
    assert frame.short_path("/home/other/pad.md", "", 1) == "…"


def test_the_footer_loses_keys_from_its_end() -> None:
    """What is used most is left longest."""
    wide = [item.key.id for item in frame.footer_items("live", 200)]
    narrow = [item.key.id for item in frame.footer_items("live", 40)]
    assert wide[:2] == narrow[:2]
    assert narrow[-2:] == ["app.help", "app.quit"]
    assert [item.key.id for item in frame.footer_items("live", 10)] == ["app.help"]
