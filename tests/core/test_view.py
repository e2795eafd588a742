"""The snapshot that screens show: marks and authors since a person looked, the last turn, and what needs a person."""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.errors import PatchError
from scratchpad_tui.core.pad.author import author_words
from scratchpad_tui.core.pad.drafts import Drafts, new_draft
from scratchpad_tui.core.pad.history import History
from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.pad.snapshot import TURNS
from scratchpad_tui.core.pad.store import PadStore
from scratchpad_tui.core.pad.view import Remedy, VersionInfo, build_view

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from scratchpad_tui.core.pad.view import PadView, SectionView

NOON = datetime(2026, 7, 20, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCRATCHPAD_NOW", "2026-07-20T11:00:00Z")


@pytest.fixture
def store(pad_path: Path) -> Iterator[PadStore]:
    """A pad with a first version: a task, three steps and two findings."""
    store = PadStore(str(pad_path))
    agent(store, ("Task", "replace", "Ship it"), ("Plan", "append", "- one\n- two\n- three"), turn="1")
    agent(store, ("Findings", "append", "- first thing (a.py:1)\n- second thing (b.py:2)"), turn="2")
    yield store
    store.close()


def agent(
    store: PadStore, *patches: tuple[str, str, str], turn: str | None = None, session: str | None = "s1"
) -> int:
    """Applies patches as an agent; the new version's number."""
    return store.apply([Patch(*patch) for patch in patches], turn=turn, session=session).version


def view_of(store: PadStore, seen: int | None, seen_at: datetime | None = None) -> PadView:
    return build_view(store, seen, now=NOON, seen_at=seen_at)


def section(view: PadView, name: str) -> SectionView:
    return next(section for section in view.sections if section.name == name)


def marks(view: PadView, name: str) -> list[tuple[str, str, str, int | None]]:
    """Mark, text, author and version of each line of a section."""
    return [(line.mark, line.text, line.author, line.version) for line in section(view, name).lines]


def needs_of(view: PadView) -> dict[str, str]:
    return {need.code: need.words for need in view.needs}


def test_a_path_without_a_pad_is_empty_and_stays_so(pad_path: Path) -> None:
    view = view_of(PadStore(str(pad_path)), None)
    assert (view.state, view.version, view.last, view.last_to, view.needs) == ("no file", None, (), 0, ())
    assert [(s.name, s.cap, s.size, s.lines) for s in view.sections][1] == ("Plan", 800, 0, ())
    assert not pad_path.parent.exists()


def test_looking_writes_nothing(store: PadStore, pad_path: Path) -> None:
    def tree() -> dict[str, int]:
        return {str(path): path.stat().st_mtime_ns for path in pad_path.parent.rglob("*")}

    before = tree()
    view_of(store, 0)
    assert tree() == before


def test_a_first_look_marks_nothing_and_one_at_version_0_everything(store: PadStore) -> None:
    assert {line.mark for s in view_of(store, None).sections for line in s.lines} == {""}
    assert marks(view_of(store, 0), "Findings") == [
        ("+", "- first thing (a.py:1)", "agent t2", 2),
        ("+", "- second thing (b.py:2)", "agent t2", 2),
    ]
    assert section(view_of(store, 0), "Plan").fresh == 3


def test_a_pad_that_was_never_recorded_is_no_news_at_a_first_look(pad_path: Path) -> None:
    pad_path.parent.mkdir()
    pad_path.write_text("## Findings\n- by hand\n")
    store = PadStore(str(pad_path))
    assert marks(view_of(store, None), "Findings") == [("", "- by hand", "", None)]
    assert marks(view_of(store, 0), "Findings") == [("+", "- by hand", "external", None)]


def test_a_tick_changes_a_line_and_counts_as_done(store: PadStore) -> None:
    agent(store, ("Plan", "check", "2"), turn="57")
    view = view_of(store, 2)
    assert marks(view, "Plan") == [
        ("", "1. [ ] one", "", None),
        ("~", "2. [x] two", "agent t57", 3),
        ("", "3. [ ] three", "", None),
    ]
    plan = section(view, "Plan")
    assert (plan.fresh, plan.done, plan.total) == (1, 1, 3)
    assert [line.box for line in plan.lines] == [" ", "x", " "]


def test_every_spelling_of_a_box_counts(store: PadStore, pad_path: Path) -> None:
    """Case 20: a person ticks with a capital, and lists with bullets."""
    lines = "1. [X] read\n2. [ ] write\n- [x] loose dash\n* [ ] loose star\n- no box"
    pad_path.write_text(pad_path.read_text().replace("1. [ ] one\n2. [ ] two\n3. [ ] three", lines))
    plan = section(view_of(store, None), "Plan")
    assert (plan.done, plan.total) == (2, 4)
    assert [line.prefix for line in plan.lines if line.mark != "-"] == [0, 0, 2, 2, 2]


def test_a_removed_line_stays_in_its_place_with_who_removed_it(store: PadStore) -> None:
    agent(store, ("Findings", "append", "third"), turn="3")
    agent(store, ("Findings", "remove", "second"), turn="4")
    view = view_of(store, 2)
    assert marks(view, "Findings") == [
        ("", "- first thing (a.py:1)", "", None),
        ("-", "- second thing (b.py:2)", "agent t4", 4),
        ("+", "- third", "agent t3", 3),
    ]
    assert [line.index for line in section(view, "Findings").lines] == [0, -1, 1]
    assert section(view, "Findings").removed == 1


def test_a_line_that_came_and_went_between_two_looks_leaves_nothing(store: PadStore) -> None:
    agent(store, ("Findings", "append", "passing thought"))
    agent(store, ("Findings", "remove", "passing thought"))
    assert [mark for mark, *_ in marks(view_of(store, 2), "Findings")] == ["", ""]


def test_a_line_that_was_taken_away_and_put_back_is_unchanged(store: PadStore) -> None:
    agent(store, ("Findings", "remove", "second"))
    store.revert(3)
    assert [mark for mark, *_ in marks(view_of(store, 2), "Findings")] == ["", ""]


def test_authors_are_words(store: PadStore) -> None:
    store.edit("Findings", ["- first thing, checked (a.py:1)", "- second thing (b.py:2)"], 2)
    assert marks(view_of(store, 2), "Findings")[0] == ("~", "- first thing, checked (a.py:1)", "you", 3)
    store.restore(2)
    assert marks(view_of(store, 3), "Findings")[0] == ("~", "- first thing (a.py:1)", "restored", 4)
    assert author_words("agent", "main") == "agent main"
    assert author_words("agent") == "agent"


def test_an_edit_from_outside_is_external_before_and_after_it_is_recorded(
    store: PadStore, pad_path: Path
) -> None:
    pad_path.write_text(pad_path.read_text().replace("- second", "- by hand\n- second"))
    for seen in (2, None):
        assert marks(view_of(store, seen), "Findings")[1] == ("+", "- by hand", "external", None)
    assert store.record_external() == 3
    assert marks(view_of(store, 2), "Findings")[1] == ("+", "- by hand", "external", 3)
    assert marks(view_of(store, None), "Findings")[1] == ("", "- by hand", "", None)


def test_far_behind_only_the_newest_fifty_versions_are_told_apart(
    pad_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A week away costs no more than a night."""
    store = PadStore(str(pad_path), depth=0)
    for n in range(60):
        agent(store, ("Findings", "append", f"finding {n}"), turn=str(n))
    read: list[int] = []
    whole = History.read

    def counted(history: History, version: int) -> bytes:
        read.append(version)
        return whole(history, version)

    monkeypatch.setattr(History, "read", counted)
    lines = section(view_of(store, 1), "Findings").lines
    assert [(line.mark, line.author, line.version) for line in lines[:2]] == [("", "", None), ("+", "", None)]
    assert (lines[9].author, lines[10].author, lines[59].author) == ("", "agent t10", "agent t59")
    once = [number for number in read if number != 60]  # the newest also tells whether the pad is recorded
    assert len(once) == len(set(once)) <= 52
    read.clear()
    view_of(store, 60)
    assert len(set(read)) <= 2
    store.close()


def test_a_seen_version_that_is_gone_gives_way_to_the_oldest_kept(pad_path: Path) -> None:
    store = PadStore(str(pad_path), depth=3)
    for n in range(8):
        agent(store, ("Findings", "append", f"finding {n}"))
    assert [line.mark for line in section(view_of(store, 1), "Findings").lines] == [""] * 6 + ["+"] * 2
    store.close()


@pytest.mark.parametrize(
    ("text", "state"),
    [
        ("## Nonsense\n", "BROKEN"),
        ("## Task\n<<<<<<< a\n=======\n>>>>>>> b\n", "CONFLICT"),
        (None, "no file"),
    ],
)
def test_a_pad_that_is_not_good_shows_the_last_good_one(
    store: PadStore, pad_path: Path, text: str | None, state: str
) -> None:
    if text is None:
        pad_path.unlink()
    else:
        pad_path.write_text(text)
    view = view_of(store, 1)
    assert view.state == state
    assert view.sentence
    assert (state in ("BROKEN", "CONFLICT")) == bool(view.remedies)
    assert view.stands == ("" if text is None else f"v{view.last_to}")
    assert [mark for mark, *_ in marks(view, "Findings")] == ["+", "+"]


def test_the_last_turn_is_the_newest_version_against_the_one_before(store: PadStore) -> None:
    agent(store, ("Plan", "check", "1"), ("Findings", "append", "third"), turn="9")
    view = view_of(store, None)
    assert (view.last_from, view.last_to) == (2, 3)
    assert [(row.sign, row.section, row.text[row.prefix :]) for row in view.last] == [
        ("-", "Plan", "1. [ ] one"),
        ("+", "Plan", "1. [x] one"),
        ("+", "Findings", "third"),
    ]
    assert view.version is not None
    assert (view.version.turn, view.version.author, view.version.session) == ("9", "agent t9", "s1")
    assert (view.version.added, view.version.removed, view.version.sections) == (2, 1, ("Plan", "Findings"))
    assert [turn.version for turn in view.last_turns] == [3, 2, 1]


def test_the_first_version_is_compared_with_the_empty_pad(pad_path: Path) -> None:
    store = PadStore(str(pad_path))
    agent(store, ("Task", "replace", "Ship it"))
    view = view_of(store, 0)
    assert (view.last_from, view.last_to) == (0, 1)
    assert [(row.sign, row.text) for row in view.last] == [("+", "Ship it")]
    store.close()


def test_without_a_journal_versions_are_there_without_authors(store: PadStore) -> None:
    """The version files are the truth."""
    os.unlink(store.paths.journal)
    view = view_of(store, 0)
    assert view.version == VersionInfo(2)
    assert marks(view, "Findings")[0] == ("+", "- first thing (a.py:1)", "", 2)


def test_a_torn_or_foreign_journal_does_no_harm(store: PadStore) -> None:
    with open(store.paths.journal, "ab") as file:
        file.write(b'[1]\n{"kind": "version", "version": true}\n{"kind": "event", "event": 3, "time": []}\n')
        file.write(
            b'{"kind":"version","version":9,"sha256":"","turn":[1],"added":"x","sections":{}}\n\xff{"torn'
        )
    view = view_of(store, 0)
    assert view.version is not None
    assert view.version.version == 2
    assert marks(view, "Findings")[0][2] == "agent t2"


def test_what_the_agent_has_not_seen_is_named(store: PadStore) -> None:
    assert view_of(store, None).agent_seen is None
    store.mark_seen("s1", 1)
    view = view_of(store, None)
    assert (view.agent_seen, view.unread, view.unseen_sections) == (1, (), ())
    assert "unread" not in needs_of(view)  # it wrote that itself
    store.edit("Task", ["Ship it by hand"], 2)
    view = view_of(store, None)
    assert (view.agent_seen, [info.version for info in view.unread]) == (1, [3])
    assert view.unseen_sections == ("Task",)
    assert needs_of(view)["unread"] == "the agent has not read v3 (Task)"
    agent(store, ("Findings", "append", "third thing"))
    view = view_of(store, None)
    assert (view.agent_seen, [info.version for info in view.unread]) == (1, [3])
    assert view.unseen_sections == ("Task",)  # though Findings, too, differ from what it got
    store.mark_seen("s1", 3)
    view = view_of(store, None)
    assert (view.agent_seen, view.unread) == (3, ())
    assert "unread" not in needs_of(view)


def test_a_hand_edit_far_behind_is_still_not_read(store: PadStore) -> None:
    store.mark_seen("s1", 2)
    store.edit("Findings", ["- by hand"], 2)
    for number in range(TURNS + 2):
        agent(store, ("Task", "replace", f"Ship it soon, {number}"))
    view = view_of(store, None)
    assert 3 not in [info.version for info in view.last_turns]
    assert (view.agent_seen, [info.version for info in view.unread]) == (2, [3])
    assert needs_of(view)["unread"] == "the agent has not read v3 (Findings)"


def test_after_a_recovery_the_agent_has_the_lines_to_read_that_were_given_back(store: PadStore) -> None:
    store.mark_seen("s1", 2)
    with open(store.paths.pad, "ab") as file:
        file.write(b"a line that was lost\n## Unknown\n")
    store.recover()
    store.take("all")
    view = view_of(store, None)
    assert view.version is not None
    assert view.version.by == "human"
    assert view.agent_seen == 2
    assert view.version in view.unread


def test_a_section_over_its_cap_needs_a_person(store: PadStore) -> None:
    agent(store, ("Next", "replace", "n" * 240))
    view = view_of(store, None)
    assert section(view, "Next").over == 41
    assert needs_of(view)["over-cap"] == "Next is 41 over its cap"


def test_two_agents_on_one_pad_are_told_with_the_remedy(store: PadStore) -> None:
    assert "two-agents" not in needs_of(view_of(store, None))
    agent(store, ("Findings", "append", "third"), session="s2")
    assert "two-agents" not in needs_of(view_of(store, None))  # an agent that was started anew
    agent(store, ("Findings", "append", "fourth"), session="s1")
    assert "two-agents" not in needs_of(view_of(store, None))  # somebody tried something once
    agent(store, ("Findings", "append", "fifth"), session="s2")
    agent(store, ("Findings", "append", "sixth"), session="s1")
    view = view_of(store, None)
    assert needs_of(view)["two-agents"] == "two agents write this pad: s1 and s2; give each one of its own"
    assert {need.code: need.key for need in view.needs}["two-agents"] == "5", (
        "Health has the sign, and what helps"
    )


def test_a_draft_that_waits_is_told_with_its_age_and_the_key_that_goes_on_with_it(store: PadStore) -> None:
    drafts = Drafts(store.paths)
    kept = drafts.keep(new_draft("section", "Findings", ["- half a thought"], [], 1))
    view = view_of(store, None)
    assert needs_of(view)["draft"].startswith("a draft of Findings")
    assert next(need.key for need in view.needs if need.code == "draft") == "e"
    drafts.keep(kept._replace(lines=kept.base))
    assert "draft" not in needs_of(view_of(store, None))


def test_refused_patches_are_told_until_they_were_seen(store: PadStore) -> None:
    with pytest.raises(PatchError):
        store.apply([Patch("Nowhere", "append", "x")], session="s1")
    view = view_of(store, 2)
    assert [event.event for event in view.events] == ["refused"]
    assert needs_of(view)["refused"].startswith("a patch was refused: ")
    assert "refused" in needs_of(view_of(store, 2, seen_at=NOON - timedelta(hours=2)))
    assert "refused" not in needs_of(view_of(store, 2, seen_at=NOON))
    agent(store, ("Findings", "append", "third"))
    assert "refused" not in needs_of(view_of(store, 3))


def test_a_removal_alarm_is_told_until_it_was_seen(store: PadStore) -> None:
    agent(store, ("Findings", "clear", ""))
    assert needs_of(view_of(store, 2))["alarm"] == "Findings lost all of its entries (2)"
    assert "alarm" not in needs_of(view_of(store, 3))


def test_a_persons_own_act_is_no_alarm_to_that_person(store: PadStore) -> None:
    """The version keeps its alarm; what one did oneself needs nobody's look."""
    store.apply([Patch("Findings", "clear")], actor="human")
    assert "alarm" not in needs_of(view_of(store, 2))


def test_a_recovery_is_told_until_it_was_looked_at(store: PadStore, pad_path: Path) -> None:
    pad_path.write_text("## Nonsense\n")
    store.recover()
    assert needs_of(view_of(store, None))["recovery"] == "a broken version was kept"
    store.looked()
    assert "recovery" not in needs_of(view_of(store, None))


def test_a_pad_that_is_gone_is_told_with_the_key_that_puts_it_back(store: PadStore, pad_path: Path) -> None:
    pad_path.unlink()
    view = view_of(store, None)
    assert next(need.key for need in view.needs if need.code == "gone") == "r"
    store.recover()
    assert "gone" not in needs_of(view_of(store, None))


@pytest.mark.parametrize(
    ("heading", "told"),
    [
        ("", ((Remedy("version.restore", "recovers the heading"),), "with the heading put back")),
        (
            "## Findings\n```\n",
            ((Remedy("edit.external", "mends it"), Remedy("version.restore", "recovers v2")), "v2"),
        ),
    ],
    ids=["heading", "fence"],
)
def test_a_broken_pad_is_told_with_the_keys_that_mend_it_and_what_is_shown(
    store: PadStore, pad_path: Path, heading: str, told: tuple[tuple[Remedy, ...], str]
) -> None:
    text = pad_path.read_text()
    pad_path.write_text(text.replace("## Findings\n", heading))
    view = view_of(store, None)
    assert (view.remedies, view.stands) == told


def test_a_pad_that_the_agent_forgets_is_told(store: PadStore) -> None:
    assert "stale" not in needs_of(build_view(store, None, now=NOON, turns=3))
    view = build_view(store, None, now=NOON, turns=31)
    assert needs_of(view)["stale"] == "pad 1 h ago, 31 turns without an update"


def test_fences_and_comments_are_plain_and_further_lines_are_told_apart(
    store: PadStore, pad_path: Path
) -> None:
    added = "- with more\n  of it\n\n<!-- - no entry -->\n```\n- code\n```\n- second"
    pad_path.write_text(pad_path.read_text().replace("- second", added))
    lines = section(view_of(store, None), "Findings").lines
    assert [(line.text, line.prefix, line.continued) for line in lines] == [
        ("- first thing (a.py:1)", 2, False),
        ("- with more", 2, False),
        ("  of it", 0, True),
        ("<!-- - no entry -->", 0, False),
        ("```", 0, False),
        ("- code", 0, False),
        ("```", 0, False),
        ("- second thing (b.py:2)", 2, False),
    ]
    assert [line.index for line in lines] == [0, 1, 2, 4, 5, 6, 7, 8]


def test_lines_are_raw_and_bytes_of_other_systems_do_not_matter(store: PadStore, pad_path: Path) -> None:
    """A BOM, CRLF and trailing blanks are no change; escapes are handed over as they are."""
    text = pad_path.read_text().replace("first thing", "first \x1b[2J thing")
    pad_path.write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "  \r\n").encode())
    assert marks(view_of(store, 2), "Findings") == [
        ("~", "- first \x1b[2J thing (a.py:1)  ", "external", None),
        ("", "- second thing (b.py:2)  ", "", None),
    ]


def test_lines_outside_the_sections_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "MEMORY-STATE.md"
    path.write_text("preamble\n\n## Scratch\n- x\n\n## Other\nmore\n")
    view = view_of(PadStore(str(path)), None)
    assert (view.profile, view.outside) == ("session", 3)
