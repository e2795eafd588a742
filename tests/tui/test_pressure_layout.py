"""The Pressure screen as rows: what stands where at each size, and every state in words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.text import width
from scratchpad_tui.core.transcripts.record import ESTIMATE, Compaction, Message
from scratchpad_tui.tui.layout.flow import flow_whole
from scratchpad_tui.tui.layout.model import Span
from scratchpad_tui.tui.layout.pressure import FILE, GRAPH, TABLE, lines_of
from scratchpad_tui.tui.layout.pressure_facts import call_row, clock_words, facts
from scratchpad_tui.tui.layout.pressure_graph import graph_rows, plot_of, spark
from scratchpad_tui.tui.pressure_figures import scale_of
from scratchpad_tui.tui.pressure_state import PressureState
from scratchpad_tui.tui.pressure_view import (
    GONE,
    LOADING,
    STOPPED,
    TROUBLE,
    UNREAD,
    Candidate,
    Line,
    Other,
    PressureView,
)
from tests.tui.fake import NOW
from tests.tui.hostile import CORPUS, FORBIDDEN
from tests.tui.pressures import AFTER, CLIMB, START, made_view, with_more

if TYPE_CHECKING:
    from collections.abc import Sequence

SIZES = [(80, 21), (40, 9), (120, 37), (200, 57), (24, 3), (20, 9), (50, 13), (112, 13), (1, 1), (80, 1)]


def text_of(view: PressureView, cells: int = 80, height: int = 21, *, ascii_graph: bool = False) -> str:
    """The screen as text."""
    return "\n".join(rows_of(PressureState(view, ascii_graph=ascii_graph), cells, height))


def rows_of(state: PressureState, cells: int = 80, height: int = 21) -> list[str]:
    """The screen's rows as text."""
    return ["".join(span.text for span in row.spans) for row in state.arranged(cells, height).rows]


def views() -> dict[str, PressureView]:
    """Every state."""
    return {
        "whole": with_more(made_view()),
        "waiting": made_view(CLIMB, compacted=(len(CLIMB),)),
        "estimate": made_view(kind=ESTIMATE, no_usage=True),
        "no call": made_view((), compacted=(), messages=3),
        "empty": made_view((), compacted=()),
        "none": PressureView(looked_in=("/home/me/.claude/projects/-work", "/home/me/.codex/sessions")),
        "unread": PressureView(
            UNREAD, "/x/history.jsonl", sentence="a transcript of goose: that format cannot be read"
        ),
        "loading": made_view()._replace(
            state=LOADING, size=1_000_000_000, read_to=312_000_000, shown=0, sums=()
        ),
        "stopped": made_view()._replace(state=STOPPED, size=1_000_000_000, read_to=312_000_000),
        "gone": made_view()._replace(state=GONE, sentence="The transcript is gone"),
        "trouble": made_view()._replace(
            state=TROUBLE, sentence="it may not be read; give yourself the right to"
        ),
        "replaced": made_view()._replace(note="The file was replaced; this is the new one."),
        "above": made_view((150_000, 230_000), compacted=()),
        "one": made_view((68_000,), compacted=()),
    }


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", sorted(views()))
@pytest.mark.parametrize("ascii_graph", [False, True])
def test_rows_fill_the_place_exactly(name: str, size: tuple[int, int], ascii_graph: bool) -> None:  # noqa: FBT001 - a table of cases
    """Whatever the state and the size, each row is as wide as the screen and there are as many as it has."""
    state = PressureState(views()[name], ascii_graph=ascii_graph)
    state.take_versions([(START + 90, 1), (START + 400, 2)])
    state.seed_lines = True
    rows = rows_of(state, *size)
    assert len(rows) == size[1]
    assert {width(row) for row in rows} == {size[0]}


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("whole", ["context 58 %", "116,000 of 200,000 tokens", "3 lines unreadable", "about 2 calls left"]),
        ("waiting", ["context ?", "compacted, waiting for the next call", "unknown"]),
        ("estimate", ["context ~58 %", "~116,000", "estimated: no usage in this format"]),
        ("no call", ["context ?", "no call yet"]),
        ("none", ["No transcript", "/home/me/.claude/projects/-work", "--transcript FILE"]),
        ("unread", ["a transcript of goose: that format cannot be read", "T lists"]),
        ("loading", ["reading 312 MB of 1,000 MB", "31 %", "esc stops", "They are being read"]),
        ("stopped", ["stopped at 312 MB", "ctrl+r reads on"]),
        ("gone", ["The transcript is gone · T lists others", "last read"]),
        ("trouble", ["it may not be read"]),
        ("replaced", ["The file was replaced"]),
        ("above", ["context 115 %", "above the window"]),
    ],
)
def test_each_state_is_said(name: str, words: Sequence[str]) -> None:
    """At 80x24, in words, not by colour."""
    shown = text_of(views()[name])
    for word in words:
        assert word in shown, word


def test_an_assumed_window_is_said_to_be() -> None:
    """At every size that has room for words."""
    view = made_view(window_source="assumed")
    assert "200,000 tokens (assumed)" in text_of(view)
    assert "200,000 · assumed" in text_of(view, 120, 37)


def test_a_low_peak_is_told() -> None:
    """Compaction would only lose detail: whole in a narrow pane too, and in no colour, since nothing is to be done."""
    view = made_view((50_000,), compacted=())
    for cells, height in ((60, 27), (80, 21)):
        assert " peak 25 %: compaction would only lose detail" in text_of(view, cells, height)
    words = "The peak is 25 % of the window: compaction would only lose detail."
    assert facts(view)[0] == ("", words, "text")
    assert "lose detail" not in text_of(made_view())


def test_beside_the_graph_stand_all_facts_where_there_is_room() -> None:
    shown = text_of(with_more(made_view()), 160, 50)
    for words in (
        "growth",
        "154,800",
        "known for this model",
        "claude-sonnet-4-5-20250929",
        "Claude Code: rows with",
        "agent-3f2a 12 calls to 33k",
        "agent-[b]",
        "Largest messages",
        "#27 tool result Bash",
        "a version of the pad",
    ):
        assert words in shown, words


def test_40x12_has_the_graph_alone() -> None:
    rows = rows_of(PressureState(made_view()), 40, 9)
    assert rows[0].strip() == "116k of 200k · about 2 calls left", "the share stands on line 1"
    assert sum("⣿" in row for row in rows) >= 4
    assert "Messages" not in "".join(rows)


def test_a_place_too_small_says_what_the_graph_needs() -> None:
    assert "The graph needs" in text_of(made_view(), 23, 9)


# The graph


def test_the_graph_rises_falls_and_has_a_gap() -> None:
    """The level climbs to the compaction, is unknown there, and climbs again."""
    rows = rows_of(PressureState(made_view(), ascii_graph=True), 80, 21)
    ground = next(row for row in rows if row.startswith("     0 "))[7:]
    assert re.fullmatch(r"#+ +#+ *", ground)
    gap = ground.index(" ")
    marks = next(row for row in rows if row.startswith(" marks"))[7:]
    assert gap <= marks.index("◇") <= gap + 4
    assert "auto 155k→38k" in marks


def test_an_estimate_is_told_from_a_record_without_colour() -> None:
    recorded, estimate = text_of(made_view()), text_of(made_view(kind=ESTIMATE))
    assert "⣿" in recorded
    assert "⣿" not in estimate
    assert "#" in text_of(made_view(), ascii_graph=True)
    assert ":::" in text_of(made_view(kind=ESTIMATE), ascii_graph=True)


def test_a_level_above_the_window_is_drawn_above_its_line() -> None:
    """Never clipped: it proves the window wrong."""
    rows = rows_of(PressureState(made_view((150_000, 400_000), compacted=())), 80, 21)
    assert any(row.startswith("  400k") for row in rows)
    line = next(at for at, row in enumerate(rows) if row.startswith("  200k"))
    assert "window" in rows[line]
    assert any("⣿" in row for row in rows[:line])


def test_the_line_where_this_agent_compacts_has_its_figure() -> None:
    rows = rows_of(PressureState(made_view()), 80, 21)
    line = next(row for row in rows if row.startswith("  155k"))
    assert "compacts at about 155k" in line


def test_the_lines_of_a_managed_window_come_on_request() -> None:
    """They are parts of its budget, 136,000 tokens of the window's 200,000."""
    assert [line.tokens for line in lines_of(made_view(), seed=True)] == [154_800, 95_200, 122_400]
    assert [line.tokens for line in lines_of(made_view(), seed=False)] == [154_800]


def test_a_fall_without_a_marker_is_marked() -> None:
    marks = next(row for row in rows_of(PressureState(made_view(compacted=()))) if row.startswith(" marks"))
    assert "▽" in marks
    assert "drop 155k→38k" in marks


def test_another_window_is_marked() -> None:
    view = made_view((50_000, 60_000, 70_000), compacted=(), windows=(258_400, 258_400, 353_400))
    marks = next(row for row in rows_of(PressureState(view)) if row.startswith(" marks"))
    assert "◫" in marks
    assert "353k" in marks


def test_a_window_that_changes_is_a_stepped_line() -> None:
    """Each part at its own level with its figure; the scale is that of the largest."""
    view = made_view((50_000,) * 4, compacted=(), windows=(400_000, 400_000, 200_000, 200_000))
    for ascii_graph, flat, riser in ((False, "┄", "┆"), (True, "-", "|")):
        rows = rows_of(PressureState(view, ascii_graph=ascii_graph), 80, 21)
        high = next(row for row in rows if row.startswith("  400k"))[7:79]
        low = next(row for row in rows if row.startswith("  200k"))[7:79]
        assert re.fullmatch(rf"{re.escape(flat)}{{35,37}}{re.escape(riser)} +", high)
        assert re.fullmatch(rf" {{35,37}}{re.escape(riser)}{re.escape(flat)}+", low)
        between = rows[rows.index(next(row for row in rows if row.startswith("  400k"))) + 1]
        assert between[7:].index(riser) == high.index(riser)


def test_a_window_that_stays_has_no_line_of_its_own() -> None:
    """The top of the scale is it."""
    view = made_view((50_000,) * 4, compacted=(), windows=(200_000,) * 4)
    assert "┆" not in text_of(view)
    assert "┄" not in text_of(view)


def test_a_level_is_near_the_window_of_its_own_time() -> None:
    """What was roomy in a large window is not called full because the window is a small one now."""
    view = made_view((190_000, 20_000), compacted=(), windows=(1_000_000, 200_000))
    axis = PressureState(view).axis(20)
    rows = graph_rows(view, axis, plot_of(view, axis), 10, (), None)
    styles = {span.style for row in rows for span in row[1:] if "⣿" in span.text}
    assert styles == {"text"}


@pytest.mark.parametrize("ascii_graph", [False, True])
@pytest.mark.parametrize("rows", [4, 7, 15])
def test_a_level_above_the_window_is_an_alarm_in_any_number_of_rows(rows: int, *, ascii_graph: bool) -> None:
    """Also where the highest row begins below the window; what is under it is none."""
    view = made_view((150_000, 230_000), compacted=())
    axis = PressureState(view).axis(20)._replace(ascii=ascii_graph)
    drawn = graph_rows(view, axis, plot_of(view, axis), rows, (), None)
    styles = [{span.style for span in row[1:] if span.text.strip()} for row in drawn]
    assert "alarm" in styles[0]
    assert all("alarm" not in below for below in styles[rows // 4 + 1 :])


def test_two_marks_in_one_place_share_their_words() -> None:
    """An agent that compacts and goes on with another model."""
    windows = (*[200_000] * len(CLIMB), *[1_000_000] * 6)
    text = text_of(made_view(windows=windows, window=1_000_000))
    assert "◇ auto 155k→38k · window 1M" in text


def test_versions_stand_on_the_same_axis() -> None:
    """Each under the call that it followed; the last with its number."""
    state = PressureState(made_view())
    state.take_versions([(START - 5, 1), (START + 1, 2), (START + 61, 3), (START + 62, 4)])
    rows = rows_of(state)
    ticks = next(row for row in rows if row.startswith("   pad"))[7:]
    assert ticks.index("╵") == 0  # version 1 was before the first call and has no place
    assert ticks.count("╵") == 1
    assert ticks.count("╹") == 1
    assert "v4" in ticks


def test_the_newest_version_has_its_number_before_its_tick_at_the_edge() -> None:
    state = PressureState(made_view())
    state.take_versions([(START + 60 * 14 + 1, 43)])
    ticks = next(row for row in rows_of(state) if row.startswith("   pad"))
    assert ticks.rstrip().endswith("v43 ╵") or "╵ v43" in ticks


def test_the_small_graph_tells_unknown_from_low() -> None:
    assert spark((0, 50, -1, 100), 100, 4, ascii_only=False) == "▁▅╎█"
    assert spark((0, 50, -1, 100), 100, 2, ascii_only=True) == "=|"
    assert spark((), 100, 4, ascii_only=False) == ""


# The table


def test_the_table_has_messages_and_compactions_in_their_order() -> None:
    state = PressureState(made_view())
    kinds = [isinstance(state.table.what(row), Compaction) for row in range(len(state.table))]
    assert len(state.table) == 31
    assert kinds.index(True) == 18
    assert [state.table.row(number) for number in (17, 18)] == [17, 19]


def test_recorded_estimated_cumulative_and_pinned_stand_in_a_row() -> None:
    state = PressureState(made_view())
    state.put_row(0)
    rows = rows_of(state)
    first = next(row for row in rows if " 0 user" in row)
    assert "⚲" in first
    assert "~1,204" in first
    second = next(row for row in rows if " 1 assistant" in row)
    assert "2,311" in second
    assert "~2,311" not in second
    assert "3,515" in second


def test_hidden_rows_are_counted() -> None:
    rows = rows_of(PressureState(made_view()))
    assert any("… 26 above" in row for row in rows)


@pytest.mark.parametrize("text", CORPUS)
def test_hostile_text_is_data(text: str) -> None:
    """Names, models, versions, roles, kinds, triggers and reasons from a file reach the screen as marks."""
    compaction = Compaction(9, 8_900, START, text, 154_800, None)
    message = Message(0, 0, 10, text, text, 12, ESTIMATE, 0)
    view = made_view(messages=0)._replace(
        path=f"/x/{text}".replace("\x00", "") or "/x",
        format=text,
        reason=text,
        version=text,
        model=text,
        window_source=text,
        compactions=(compaction,),
        messages=(message,),
        shown=1,
        sums=(12,),
        largest=(message,),
        others=(Other(text, 3, 4_000),),
        note=text,
    )
    for cells, height in ((80, 21), (40, 9), (160, 50)):
        state = PressureState(view)
        rows = rows_of(state, cells, height)
        assert not FORBIDDEN.search("".join(rows))
        assert {width(row) for row in rows} == {cells}
    for page in (PressureView(looked_in=(text,)), PressureView(UNREAD, text, sentence=text, reason=text)):
        rows = rows_of(PressureState(page))
        assert not FORBIDDEN.search("".join(rows))
        assert {width(row) for row in rows} == {80}


@pytest.mark.parametrize("text", CORPUS)
def test_hostile_prompts_are_data_in_the_choice(text: str) -> None:
    from scratchpad_tui.tui.layout.pressure_facts import candidate_words

    words = candidate_words(Candidate(text, f"/x/{text}", NOW.timestamp() - 90, 12_300, text), NOW, shown="")
    assert not FORBIDDEN.search(words)


def test_a_time_that_no_calendar_has_is_left_out() -> None:
    """A writer may put any number there."""
    view = made_view()
    view.series._times[-1] = 1e300
    assert "call 15" in text_of(view)


@pytest.mark.parametrize("cells", range(24, 121))
def test_a_figure_of_the_call_is_whole_or_left_out(cells: int) -> None:
    row = "".join(span.text for span in call_row(made_view(), 9, 23, "F follows", cells, focused=True))
    parts = row.removesuffix("F follows ").strip(" ▸").split(" · ")
    figures = {"call 10", clock_words(START + 60 * 9), "38,000", "19 %", "-116,800", "pad v23"}
    assert len(row) == cells
    assert set(parts) <= {*figures, "recorded", "claude-sonnet-4-5-20250929"}
    assert cells < 80 or set(parts) >= figures


def test_the_headline_has_short_figures_where_long_ones_have_no_room() -> None:
    view = made_view(window=200_000)._replace(window_source="assumed")
    assert text_of(view, 40, 9).split("\n")[0].strip() == "116k of 200k (assumed) · ~2 calls left"
    assert "116,000 of 200,000 tokens (assumed)" in text_of(view, 80, 21)


def test_what_is_left_outlives_the_last_digits() -> None:
    """How long it still goes is what a person looks for; 116k says as much as 116,000."""
    view = made_view()._replace(window_source="assumed")
    assert "116k of 200k (assumed)" in text_of(view, 60, 26)
    assert "about 2 calls left" in text_of(view, 60, 26)
    assert "~2 calls left" in text_of(made_view(), 44, 9)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({}, "about 1 call left"),
        ({"compacts": Line(116_000, "")}, "about to compact"),
        ({"compacts": None, "window": 116_000}, "no room for another call"),
    ],
)
def test_the_end_of_the_room_is_said_in_words(changes: dict[str, object], words: str) -> None:
    changes = changes or {"compacts": Line(135_000, "")}
    assert words in text_of(made_view()._replace(windows=None, **changes))  # type: ignore[arg-type]


def test_what_dropped_nothing_promises_nothing() -> None:
    """Its sheet has nothing to say of the pad."""
    view = made_view(AFTER, compacted=(len(AFTER),))
    mark = view.compactions[0]
    assert "what the pad held" in text_of(view)
    assert "what the pad held" not in text_of(view._replace(compactions=(mark._replace(trigger="kept"),)))


@pytest.mark.parametrize(
    ("trigger", "words"), [("unknown", "◇ compacted 155k→38k"), ("auto", "◇ auto 155k→38k")]
)
def test_an_unknown_trigger_is_no_word_for_a_compaction(trigger: str, words: str) -> None:
    """Beside the graph `unknown` is said of a level."""
    view = made_view()
    mark = view.compactions[0]._replace(trigger=trigger)
    drops = tuple(drop._replace(compaction=mark) for drop in view.drops)
    text = text_of(view._replace(compactions=(mark,), drops=drops))
    assert words in text
    assert "unknown" not in text


@pytest.mark.parametrize("size", [(80, 21), (120, 37), (200, 57)])
def test_the_part_with_the_focus_has_the_pointer_and_the_other_waits(size: tuple[int, int]) -> None:
    """Told without colour too: one full mark on the screen, and a hollow one where the other cursor is."""
    state = PressureState(made_view())
    shown = {}
    for focus in (GRAPH, TABLE, FILE):
        state.focus = focus
        marked = [row[:2].strip() for row in rows_of(state, *size) if row[:2].strip() in ("▸", "▹")]
        shown[focus] = marked
    assert shown == {GRAPH: ["▸", "▹"], TABLE: ["▹", "▸"], FILE: ["▸", "▹", "▹"]}


def test_where_it_looked_stands_behind_what_helps_and_is_counted() -> None:
    """A small screen has no room for a dozen folders: what to do about it comes first."""
    view = PressureView(looked_in=tuple(f"/home/me/.agent-{number}/sessions" for number in range(12)))
    rows = [row.rstrip() for row in rows_of(PressureState(view), 40, 9)]
    assert "--transcript FILE shows another one" in " ".join(" ".join(rows).split())
    assert rows[-1].strip() == "It looked in 12 folders."
    rows = [row.rstrip() for row in rows_of(PressureState(view), 80, 12)]
    assert [row.strip() for row in rows[-2:]] == ["/home/me/.agent-4/sessions", "… 7 more"]
    assert "/home/me/.agent-11/sessions" in rows_of(PressureState(view), 80, 21)[17]


def test_the_transcript_that_is_shown_is_named_before_its_prompt() -> None:
    """A narrow list cuts the end of a long prompt."""
    from scratchpad_tui.tui.layout.pressure_facts import candidate_words

    found = Candidate("Claude Code", "/x/a.jsonl", NOW.timestamp() - 90, 12_300, "long " * 20)
    assert candidate_words(found, NOW, shown="/x/a.jsonl").startswith(
        "shown now · Claude Code · 1 min · 12 kB · “long"
    )
    assert "shown now" not in candidate_words(found, NOW, shown="/x/b.jsonl")


LOW = tuple(20_000 + 6_500 * call for call in range(20))


@pytest.mark.parametrize("ascii_graph", [False, True])
@pytest.mark.parametrize("size", [(80, 21), (40, 9), (57, 27), (120, 37), (200, 57)])
def test_growth_far_below_a_large_window_is_seen_and_the_limits_above_are_told(
    size: tuple[int, int],
    ascii_graph: bool,  # noqa: FBT001 - a table of cases
) -> None:
    """Drawn up to a window of a million tokens, what a session adds in a day is one flat line."""
    view = made_view(LOW, compacted=(), window=1_000_000)._replace(compacts=Line(835_000, "its setting"))
    state = PressureState(view, ascii_graph=ascii_graph)
    rows = rows_of(state, *size)
    top = next(at for at, row in enumerate(rows) if row.startswith("  200k "))
    assert f"{'^' if ascii_graph else '↑'} compacts at 835k · window 1M" in rows[top]
    bottom = next(at for at, row in enumerate(rows) if row.startswith("     0 "))
    filled = [len(row[7 : size[0]].split("─")[0].replace(" ", "")) for row in rows[top + 2 : bottom + 1]]
    assert filled[0] < filled[-1] // 2
    state.toggle_lines()
    lined = "\n".join(rows_of(state, *size))
    assert "    1M " in lined
    assert "window 1M" not in lined.partition("     0 ")[0].partition("tokens")[2]


def test_the_scale_is_the_windows_where_a_quarter_of_it_is_used() -> None:
    """And a round figure above the peak below that, whatever the window became on the way."""
    assert scale_of(150_000, (1_000_000,)) == 200_000
    assert scale_of(249_999, (1_000_000,)) == 300_000
    assert scale_of(250_000, (1_000_000,)) == 1_000_000
    assert scale_of(40_000, (200_000, 1_000_000)) == 50_000
    assert scale_of(150_000, (200_000, 1_000_000)) == 1_000_000
    assert scale_of(1_200_000, (1_000_000,)) == 1_200_000
    assert scale_of(7, (100,)) == 10
    assert scale_of(0, ()) == 1
    assert scale_of(0, (200_000,)) == 200_000
    assert scale_of(500, ()) == 500


@pytest.mark.parametrize("cells", [40, 60, 80])
def test_the_key_that_ends_a_long_reading_is_named_at_every_width(cells: int) -> None:
    """The figures go first."""
    rows = rows_of(PressureState(views()["loading"]), cells, 21)
    assert any(row.rstrip().endswith("· 31 % · esc stops") for row in rows)


@pytest.mark.parametrize("height", [30, 37])
def test_a_fact_that_is_longer_than_a_row_is_broken_where_rows_are_left(height: int) -> None:
    """Nothing else unfolds it; a low screen cuts it."""
    words = "where it compacted last time in this file"
    view = with_more(made_view())._replace(
        compacts=Line(140_000, words), reason="recognised by every word of it"
    )
    shown = " ".join(text_of(view, 60, height).split())
    assert f"compacts at about 140k: {words}" in shown
    assert "recognised by every word of it" in shown
    assert words not in " ".join(text_of(view, 60, 21).split())
    assert all(width(row) == 60 for row in rows_of(PressureState(view), 60, height))


def test_a_broken_fact_hides_no_other_one() -> None:
    """Where rows are short the last ones are cut as before."""
    parts = [Span(("alpha " * 8).strip()), Span("beta"), Span(("gamma " * 8).strip())]

    def texts(rows: int) -> list[str]:
        return ["".join(span.text for span in row).rstrip() for row in flow_whole(parts, 30, rows, Span(" "))]

    assert texts(4) == [
        " alpha alpha alpha alpha alpha",
        " alpha alpha alpha · beta",
        " gamma gamma gamma gamma gamma",
        " gamma gamma gamma",
    ]
    assert texts(3) == [
        " alpha alpha alpha alpha alpha",
        " alpha alpha alpha · beta",
        " gamma gamma gamma gamma gamm…",
    ]
    assert texts(2)[-1].endswith("more")


# Where there is little room


def test_without_the_row_of_the_call_the_headline_tells_it_and_the_way_back() -> None:
    """At 40 columns nothing else says where the cursor is."""
    state = PressureState(made_view())
    state.arranged(40, 9)
    state.move_call(-1)
    rows = rows_of(state, 40, 9)
    assert rows[0].strip() == "call 14 · 98k · 49 % · F follows"
    assert "▲" in rows[-1]
    state.follow()
    assert "calls left" in rows_of(state, 40, 9)[0]


def test_the_cursor_leaves_a_table_that_has_no_room_any_more() -> None:
    state = PressureState(made_view())
    state.arranged(80, 21)
    state.move_row(-1)
    assert state.focus == TABLE
    rows_of(state, 40, 9)
    assert state.focus == GRAPH
    state.pane(1)
    assert state.focus == GRAPH


def test_a_file_that_is_gone_has_no_calls_left() -> None:
    """Nobody follows it, and nobody calls any more."""
    view = made_view()._replace(state=GONE, sentence="The transcript is gone")
    for cells, height in ((40, 9), (80, 21), (120, 37)):
        text = text_of(view, cells, height)
        assert "The transcript is gone · T lists others" in text
        assert "left" not in text.replace("last read", "")
        assert "following" not in text
    assert "last read" in text_of(view)


@pytest.mark.parametrize("size", [(40, 9), (80, 21), (120, 37)])
def test_above_the_window_the_axis_ends_at_the_peak(size: tuple[int, int]) -> None:
    """Else 230k looks as if it were exactly full; the lines of a managed window are named on themselves."""
    state = PressureState(made_view((60_000, 150_000, 230_000), compacted=()))
    state.toggle_lines()
    labels = [row[:6].strip() for row in rows_of(state, *size)]
    assert labels.index("230k") + 1 == labels.index("200k")
    text = "\n".join(rows_of(state, *size))
    assert re.search(r" 95k ┄ compacts ", text)
    assert re.search(r"122k ┄ evicts ", text)
    assert ("· over " if size[0] == 40 else "· above the window") in text


def test_estimates_have_their_sign_everywhere_and_leave_room_for_what_is_left() -> None:
    """Why they are some stands among the facts."""
    view = made_view(kind=ESTIMATE, no_usage=True, window_source="assumed")
    rows = rows_of(PressureState(view))
    assert "about 2 calls left" in rows[1]
    assert any("estimated: no usage in this format" in row and "growth ~" in row for row in rows)
    told = {name: words for name, words, _ in facts(view)}
    assert told["peak"] == "~154,800"
    assert told["growth"].startswith("~")
    assert told["levels"] == "estimated: no usage in this format"


def test_what_is_named_in_two_places_has_one_name() -> None:
    wide = text_of(made_view(), 120, 37)
    assert "T transcripts" in wide
    assert "T others" not in wide
    assert "╵╹ a version of the pad" in wide


def test_that_messages_are_read_is_said_once() -> None:
    view = made_view()._replace(state=LOADING, size=10**9, read_to=10**8, shown=0, sums=())
    assert text_of(view).count("being read") == 1
    assert "Messages · reading" not in text_of(view)
