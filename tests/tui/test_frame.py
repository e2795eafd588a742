"""The lines around the screens, at any width."""

from __future__ import annotations

import os
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.pad.view import VersionInfo
from scratchpad_tui.core.text import width
from scratchpad_tui.tui import footer, frame
from tests.tui.fake import NOW, make_view

if TYPE_CHECKING:
    from scratchpad_tui.tui.layout import Span

WIDTHS = [1, 2, 5, 11, 20, 40, 79, 80, 120, 200]
VIEWS = {
    "live": make_view(),
    "unread": make_view(agent_seen=43),
    "no version": make_view({}, version=None),
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
    turns = (VersionInfo(43, NOW, "agent"), VersionInfo(42, NOW, "human"), VersionInfo(41, NOW, "agent"))
    view = make_view(last_turns=turns)
    line = text_of(frame.pad_line(view, NOW + timedelta(minutes=4), 80, "/work/project"))
    assert line.rstrip() == " .agent/scratchpad.md · v43 agent, 4 min · agent saw v41"


@pytest.mark.parametrize(("unread", "style"), [((VersionInfo(42, NOW, "human"),), "attention"), ((), "dim")])
def test_what_others_changed_since_the_agent_read_the_pad_asks_for_attention(
    unread: tuple[VersionInfo, ...], style: str
) -> None:
    """It is what a person must know before they edit; what the agent wrote itself is no news to it."""
    view = make_view(agent_seen=41, unread=unread)
    spans = frame.pad_line(view, NOW, 80, "/work/project")
    assert [(span.text, span.style) for span in spans if "agent saw" in span.text] == [
        ("agent saw v41", style)
    ]


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
    wide = [item.key.id for item in footer.footer_items("live", 200)]
    narrow = [item.key.id for item in footer.footer_items("live", 40)]
    assert wide[:2] == narrow[:2]
    assert narrow == ["edit.here", "line.new", "line.tick", "app.help"], (
        "three of them stand there before `q`"
    )
    assert [item.key.id for item in footer.footer_items("live", 60)][-2:] == ["app.help", "app.quit"]
    assert [item.key.id for item in footer.footer_items("live", 10)] == ["app.help"]


def test_the_footer_at_80_columns_has_what_is_used_most() -> None:
    """Lines, find, seen, help and quit, in the order of use."""
    line = text_of(footer.footer_line("live", 80))
    words = ["o new", "space tick", "enter where from", "/ find", ". seen", "? help", "q quit"]
    assert [word for word in words if word not in line] == []
    assert sorted(words, key=line.index) == words


@pytest.mark.parametrize("place", ["live", "agent", "turn", "note"])
def test_a_marked_text_is_counted_in_the_footer_with_the_keys_for_its_places(place: str) -> None:
    """As in every pager: which of how many, and what goes on."""
    found = footer.Found("redis", 3, 14)
    line = text_of(footer.footer_line(place, 80, footer.Now(found)))
    assert line.startswith(" “redis” 3/14  n next  N previous  ")
    first = footer.footer_items(place, 80, footer.Now(found))[0]
    assert line[first.start : first.stop] == "n next"
    assert "not found" in text_of(footer.footer_line(place, 80, footer.Now(found._replace(at=0, count=0))))


@pytest.mark.parametrize("cells", WIDTHS)
def test_a_marked_text_of_any_kind_fits_into_the_footer(cells: int) -> None:
    """It is what a person typed or pasted."""
    for text in ("漢字" * 40, "\x1b[2J\n", "x"):
        line = text_of(footer.footer_line("live", cells, footer.Now(footer.Found(text, 0, 10**6))))
        assert width(line) == cells
        assert line.isprintable()


def test_line_1_counts_what_waits_while_paused() -> None:
    """Otherwise a paused screen looks like a pad that rests."""
    line = text_of(frame.tabs_line([frame.Tab("1", "Live")], "Live", "paused", 40, newer=3))
    assert line.rstrip().endswith("‖ paused · 3 new")


def test_the_keys_that_mend_a_broken_pad_come_first_in_the_footer() -> None:
    """At every width that has room for them."""
    for cells in (80, 60, 40):
        assert text_of(footer.footer_line("live", cells, footer.Now(alarm=True))).startswith(
            " E mend  r recover  "
        )
        assert not any(item.key.id == "version.restore" for item in footer.footer_items("live", cells))


def test_a_read_only_watch_says_so_on_line_2_at_every_width() -> None:
    """Where there is little room, instead of the age and then of who wrote: the version alone is left."""
    later = NOW + timedelta(minutes=4)
    rows = {
        cells: text_of(frame.pad_line(make_view(), later, cells, "/work/project", read_only=True)).rstrip()
        for cells in (80, 40, 33)
    }
    assert rows[80].startswith(" .agent/scratchpad.md · v43 agent, 4 min · read-only")
    assert rows[40].endswith("ratchpad.md · v43 agent · read-only")
    assert rows[33].endswith("chpad.md · v43 · read-only")
    assert "read-only" not in text_of(frame.pad_line(make_view(), NOW, 80, "/work/project"))
