"""`hook session-start` and `user-prompt-submit`: what the agent is told of the pad, and what counts as seen."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.audited.record import record
from scratchpad_tui.core.pad.store import PadStore
from tests.agents.hooks import OTHER, SESSION, TEXT, Project

if TYPE_CHECKING:
    from pathlib import Path

START, PROMPT = "session-start", "user-prompt-submit"
AUDITED = """## Hypotheses
_(empty)_

## Decisions
_(empty)_

## Findings
- CI has no redis [src:job 4412 @ 2026-07-20] {#ci-no-redis}

## Open
- which cache is used {#cache}
"""
EMPTY = "\n".join(
    f"## {name}\n_(empty)_\n" for name in ("Task", "Plan", "Findings", "Ruled out", "Open questions", "Next")
)
NOTES = """## Scratch
- 2026-07-20T10:12Z [observed] CI has no redis

## Episodic
- 2026-07-19T09:00Z [decided] adapters live in infra

## Durable
_(empty)_
"""


@pytest.fixture
def project(pad_path: Path) -> Project:
    return Project(pad_path)


def made_long(project: Project, line: str, count: int) -> None:
    lines = "".join(f"- {line} {number:04d}\n" for number in range(count))
    project.begun(TEXT.replace("- retries are counted per worker (worker.py:12)\n", lines))


# The start


@pytest.mark.parametrize("source", ["startup", "resume", "clear", "compact", "fork", "later"])
def test_every_start_gives_the_block_as_facts(project: Project, source: str) -> None:
    """The contract, the operations with how to send them, the pad; and the file to be watched."""
    project.begun()
    told = project.told(START, source=source)
    assert told["hookEventName"] == "SessionStart"
    assert told["watchPaths"] == [str(project.pad)]
    text = told["additionalContext"]
    assert "- Plan (max 800 chars): Numbered steps" in text
    assert f"A list is sent to `scratchpad-tui apply --session {SESSION}` on standard input" in text
    assert text.endswith(TEXT)
    orders = ("Your scratchpad", "Keep each", "Change it", "Send the list")
    assert not [order for order in orders if order in text]


def test_notes_are_recalled_in_place_of_the_whole_pad(project: Project) -> None:
    project.begun(NOTES)
    text = project.context(START)
    assert "Current notes:\n\nScratch, newest first:\n- 2026-07-20T10:12Z [observed] CI has no redis" in text
    assert "Never write" not in text
    assert "What goes into Episodic or Durable is decided by a person." in text


def test_an_audited_pad_begins_with_the_same_bytes_in_every_session(project: Project) -> None:
    """So that it stays in a cache of prompts: what varies stands behind it."""
    project.begun(AUDITED)
    first = project.context(START)
    assert f"\n\nCurrent scratchpad:\n\n{AUDITED}" in first
    assert first.endswith(f"This session's own changes are known by --session {SESSION}.")
    project.pad.write_text(AUDITED.replace("{#cache}", "{#cache}\n- a later one {#late}"), "utf-8")
    project.store.record_external()
    second = project.context(START, session_id=OTHER)
    same = first.index("- which cache is used {#cache}\n") + len("- which cache is used {#cache}\n")
    assert second[:same] == first[:same]
    assert second[same:].startswith("- a later one {#late}\n")


def test_warnings_of_an_audited_pad_stand_behind_it(project: Project) -> None:
    long = "- " + "x" * 3_100 + " [src:a @ 2026-07-20] {#long}\n\n## Open"
    project.begun(AUDITED.replace("\n## Open", f"{long}"))
    text = project.context(START)
    assert text.index("Warnings:\n- ") > text.index("- which cache is used {#cache}\n")
    assert text.index("Warnings:\n- ") < text.index("The scratchpad file ")


def test_what_is_recorded_as_seen_is_what_was_printed(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another writer comes in between the reading and the record."""
    project.begun()
    real = PadStore.read

    def read(store: PadStore) -> object:
        reading = real(store)
        monkeypatch.undo()
        project.patched("Next", "replace", "by another", session=OTHER)
        return reading

    monkeypatch.setattr(PadStore, "read", read)
    assert "write the adapter" in project.context(START)
    assert project.seen() == 1
    assert project.store.history.newest() == 2


@pytest.mark.parametrize(
    ("line", "count"),
    [
        ("finding " + "x" * 60, 400),
        ("найдено " * 4, 800),
        ("done \U0001f600\U0001f600", 2_000),
        ('"\\"', 3_000),
    ],
)
def test_the_answer_has_at_most_ten_thousand_characters(project: Project, line: str, count: int) -> None:
    """As the agent counts them, which is in UTF-16 units, and with the escapes of JSON."""
    made_long(project, line, count)
    printed = project.call(START)
    assert len(printed.encode("utf-16-le")) // 2 <= 10_000
    text = json.loads(printed)["hookSpecificOutput"]["additionalContext"]
    assert "older entries are not shown here" in text
    assert f"{count - 1:04d}" in text
    assert len(text) > 3_000


def test_a_contract_without_room_leaves_a_pointer(project: Project) -> None:
    """A profile of one's own may have many sections with long purposes."""
    project.side.mkdir()
    sections = "".join(
        f'[[profiles.big.sections]]\nname = "Part {number}"\ncap = 100\npurpose = "{"p" * 400}"\n'
        for number in range(30)
    )
    (project.side / "scratchpad.toml").write_text(f'profile = "big"\n{sections}', "utf-8")
    project.begun("".join(f"## Part {number}\n- x\n\n" for number in range(30)))
    text = project.context(START)
    assert "too long to stand here; `scratchpad-tui show` prints it" in text
    assert project.seen() is None


def test_hidden_text_is_shown_as_marks(project: Project) -> None:
    project.begun(TEXT.replace("write the adapter\n", "a\u202eb \x1b[31mred\n"))
    printed = project.call(START)
    assert "\u202e" not in printed
    assert "\x1b" not in printed
    assert "\\u001b" not in printed


def test_a_compaction_gives_the_block_again_and_is_noted(project: Project) -> None:
    project.begun()
    project.call(START)
    project.call(START, source="compact")
    events = [
        line
        for line in (project.history / "journal.jsonl").read_text("utf-8").split("\n")
        if "compaction" in line
    ]
    assert len(events) == 1
    assert json.loads(events[0])["session"] == SESSION


@pytest.mark.parametrize("text", [EMPTY, TEXT])
def test_the_first_change_of_a_new_pad_is_told(project: Project, text: str) -> None:
    """Nothing has been written to it through us yet, so that it has no version; what was read is known all the same."""
    project.side.mkdir()
    project.pad.write_text(text, "utf-8")
    assert "(not changed yet)" in project.context(START)
    assert project.seen() == 0
    assert project.call(PROMPT) == ""
    project.patched("Next", "replace", "mine", session=SESSION)
    assert project.call(PROMPT) == ""
    version = project.patched("Next", "replace", "a person's", actor="human")
    assert project.context(PROMPT).endswith("It now says: Next: a person's")
    assert project.seen() == version


def test_a_new_pads_edit_by_hand_is_told(project: Project) -> None:
    """With every section that has text: no version says how they stood when they were read."""
    project.side.mkdir()
    project.pad.write_text(TEXT, "utf-8")
    project.call(START)
    project.pad.write_text(TEXT.replace("## Next\nwrite the adapter\n", "## Next\nby hand\n"), "utf-8")
    assert project.context(PROMPT).endswith("; Next: by hand")
    assert project.call(PROMPT) == ""
    project.store.record_external()
    assert project.call(PROMPT) == ""


# A prompt


def test_nothing_new_says_nothing_and_writes_nothing(project: Project) -> None:
    project.begun()
    project.call(START)
    before = project.tree()
    assert project.call(PROMPT, prompt="go on") == ""
    assert project.tree() == before


def test_what_others_changed_is_told_once_on_one_line(project: Project) -> None:
    project.begun()
    project.call(START)
    project.patched("Findings", "append", "CI has no redis (job 4412)", session=OTHER)
    project.patched("Next", "clear", "", actor="human")
    text = project.context(PROMPT)
    assert text == (
        f"The scratchpad {project.pad} was changed by another agent and by a person since this session read it "
        "(v1 -> v3). It now says: Findings: - retries are counted per worker (worker.py:12) | "
        "- CI has no redis (job 4412); Next: (empty)"
    )
    assert project.call(PROMPT) == ""
    assert project.seen() == 3


def test_own_writes_are_no_news_and_count_as_seen(project: Project) -> None:
    project.begun()
    project.call(START)
    version = project.patched("Next", "replace", "mine", session=SESSION)
    assert project.call(PROMPT) == ""
    assert project.seen() == version


def test_between_own_writes_others_are_told(project: Project) -> None:
    project.begun()
    project.call(START)
    project.patched("Next", "replace", "mine", session=SESSION)
    project.patched("Task", "replace", "theirs", session=OTHER)
    project.patched("Next", "replace", "mine again", session=SESSION)
    text = project.context(PROMPT)
    assert text.endswith("It now says: Task: theirs")


def test_what_was_changed_and_put_back_is_no_news(project: Project) -> None:
    project.begun()
    project.call(START)
    project.patched("Next", "replace", "other", session=OTHER)
    project.store.restore(1)
    assert project.call(PROMPT) == ""


def test_an_edit_by_hand_is_told_once_before_and_after_it_is_a_version(project: Project) -> None:
    project.begun()
    project.call(START)
    project.pad.write_text(TEXT.replace("## Next\nwrite the adapter\n", "## Next\nby hand\n"), "utf-8")
    assert project.context(PROMPT).endswith("(v1, not saved as a version yet). It now says: Next: by hand")
    assert project.call(PROMPT) == ""
    project.store.record_external()
    assert project.call(PROMPT) == ""


def test_a_session_that_never_had_the_pad_is_told_nothing(project: Project) -> None:
    """What it has not seen cannot have changed for it; nor does it count as having seen it."""
    project.begun()
    project.patched("Next", "replace", "x", session=OTHER)
    assert project.call(PROMPT) == ""
    assert project.seen() is None


def test_long_news_are_cut_and_counted(project: Project) -> None:
    made_long(project, "finding " + "x" * 60, 5)
    project.call(START)
    for number in range(40):
        project.patched("Findings", "append", f"new {number:04d} " + "y" * 100, session=OTHER)
    text = project.context(PROMPT)
    assert len(text) < 2_400
    assert "older entries left out) " in text
    assert "new 0039" in text
    assert "new 0001" not in text


def test_one_long_entry_is_cut_and_counted(project: Project) -> None:
    project.begun()
    project.call(START)
    project.patched("Next", "replace", "z" * 9_000, session=OTHER)
    text = project.context(PROMPT)
    assert len(text) < 2_400
    assert text.endswith("more characters)")


def test_own_entries_of_an_audited_pad_count_as_seen(project: Project) -> None:
    project.begun(AUDITED)
    project.call(START)
    done = record(project.store, "Open", "late", "a later one", session=SESSION)
    assert project.call(PROMPT) == ""
    assert project.seen() == done.version


def test_an_audited_pad_is_told_of_in_a_word_once(project: Project) -> None:
    """Its text in the context stays as it is, for the cache's sake, and so does what counts as seen."""
    project.begun(AUDITED)
    project.call(START)
    project.pad.write_text(AUDITED.replace("no redis", "a redis"), "utf-8")
    project.store.record_external()
    text = project.context(PROMPT)
    assert "(v1 -> v2): Findings." in text
    assert "redis" not in text
    assert project.call(PROMPT) == ""
    assert project.seen() == 1
    project.pad.write_text(AUDITED.replace("no redis", "two redis"), "utf-8")
    project.store.record_external()
    assert "(v1 -> v3)" in project.context(PROMPT)
