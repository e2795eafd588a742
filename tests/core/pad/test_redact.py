"""A text taken out of a pad: it stands in no file any more, and everything else is as it was."""

from __future__ import annotations

import json
import os
import re
import stat
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scratchpad_tui.core.errors import InputError, ParseError, PatchError
from scratchpad_tui.core.pad import journal, late
from scratchpad_tui.core.pad.drafts import Drafts, new_draft
from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.pad.redact import git_folder, redact
from scratchpad_tui.core.pad.redact_words import MARK
from scratchpad_tui.core.pad.seen import SeenMarks, state_directory
from scratchpad_tui.core.pad.store import PadStore

from .faults import BROKEN, TEXT, data_of, left_over, put, quarantine_of, save, versions_of
from .redactions import (
    SECRET,
    assert_agree,
    assert_gone,
    audit_lines,
    files_near,
    lay,
    lay_elsewhere,
    without,
)

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.usefixtures("at_once")

CONFLICT = TEXT.replace("- retries", f"<<<<<<< HEAD\n- {SECRET}\n=======\n- theirs\n>>>>>>> other\n- retries")


@pytest.fixture
def store(pad_path: Path) -> PadStore:
    """A pad that is not there yet."""
    return PadStore(pad_path)


def test_it_stands_in_no_file_and_every_version_is_as_it_was_but_for_the_mark(store: PadStore) -> None:
    lay(store)
    lay_elsewhere(store)
    before = {number: without(data) for number, data in versions_of(store).items()}
    pad = without(data_of(store) or b"")
    done = redact(store, SECRET)
    assert_gone(store)
    assert versions_of(store) == before
    assert data_of(store) == pad
    assert_agree(store)
    assert left_over(store) == []
    (line,) = audit_lines(store)
    assert (line["actor"], line["places"], line["files"]) == ("human", done.places, len(done.files))
    names = {os.path.basename(file.path) for file in done.files}
    assert {
        "scratchpad.md",
        "journal.jsonl",
        "episodic.md",
        "2026-07.md",
        "promotions.jsonl",
        "hook.log",
    } <= names
    assert any(".broken-" in name for name in names)
    assert any(".archived-" in file.path for file in done.files)
    store.apply([Patch("Next", "append", "go on")])
    assert_agree(store)


def test_a_second_time_there_is_nothing_to_do(store: PadStore) -> None:
    lay(store)
    redact(store, SECRET)
    before = {path: path.read_bytes() for path in files_near(store)}
    assert redact(store, SECRET).files == ()
    assert {path: path.read_bytes() for path in files_near(store)} == before


def test_watchers_are_told_once_more_when_the_last_version_is_done(store: PadStore) -> None:
    """They look at pad and journal: one that read in between would show the text for good."""
    lay(store)
    redact(store, SECRET)
    versions = [os.stat(store.history.path(number)).st_mtime_ns for number in store.history.numbers()]
    assert os.stat(store.paths.journal).st_mtime_ns >= max(versions)


def test_a_dry_run_tells_the_same_files_and_writes_nothing(store: PadStore) -> None:
    lay(store)
    before = {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in files_near(store)}
    planned = redact(store, SECRET, dry_run=True)
    assert {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in files_near(store)} == before
    assert planned == redact(store, SECRET)


def test_where_it_stands_nowhere_nothing_is_made(store: PadStore) -> None:
    assert redact(store, SECRET).files == ()
    assert not os.path.exists(store.paths.folder)


def test_the_seen_mark_goes_on_to_count(store: PadStore) -> None:
    """Else everything would be news to the person who looked a minute ago."""
    lay(store)
    lay_elsewhere(store)
    seen = SeenMarks(state_directory(), store.paths.named).version
    assert seen
    redact(store, SECRET)
    assert SeenMarks(state_directory(), store.paths.named).version == seen


def test_an_edit_by_hand_that_no_version_has_becomes_one_first(store: PadStore) -> None:
    save(store)
    put(store, TEXT.replace("write the adapter", f"ask {SECRET}"))
    redact(store, SECRET)
    assert_gone(store)
    assert_agree(store)
    assert journal.versions(store.paths.journal)[store.history.newest()]["actor"] == "external"


def test_a_pad_of_a_comment_alone_is_redacted_and_audited(store: PadStore) -> None:
    """Nothing in it counts as text, so that no version was made of it."""
    put(store, f"## Task\n<!-- {SECRET} -->\n")
    redact(store, SECRET)
    assert_gone(store)
    assert_agree(store)
    assert len(audit_lines(store)) == 1


def test_a_broken_pad_is_recovered_first_and_its_quarantine_redacted(store: PadStore) -> None:
    save(store)
    put(store, BROKEN.replace("## Rulde out", f"## {SECRET}"))
    redact(store, SECRET)
    assert_gone(store)
    assert_agree(store)
    assert MARK in quarantine_of(store)[0].read_text("utf-8")


@pytest.mark.parametrize("text", ["", " \n", "redacted", "[redacted][", "ted][re"])
def test_a_blank_text_and_a_part_of_the_mark_are_refused(store: PadStore, text: str) -> None:
    save(store)
    with pytest.raises(InputError):
        redact(store, text)


@pytest.mark.parametrize("text", ["## Task", "Task", "Find", "\n## Plan\n", "_(empty)_", "empty", "# R"])
def test_a_part_of_a_heading_or_of_the_empty_mark_is_refused(store: PadStore, text: str) -> None:
    save(store)
    before = {path: path.read_bytes() for path in files_near(store)}
    with pytest.raises(InputError, match="would lose a heading"):
        redact(store, text)
    assert {path: path.read_bytes() for path in files_near(store)} == before


def test_the_end_of_a_block_in_an_old_version_is_refused(store: PadStore) -> None:
    """That version could never be restored."""
    put(store, TEXT.replace("- retries", "```\nx\nEND\n```\n- retries"))
    store.apply([Patch("Findings", "clear")])
    store.close()
    with pytest.raises(InputError, match="version 1 would lose"):
        redact(store, "END\n```")


def test_in_a_conflict_nothing_is_written(store: PadStore) -> None:
    save(store)
    put(store, CONFLICT)
    with pytest.raises(ParseError):
        redact(store, SECRET)
    assert data_of(store) == CONFLICT.encode()


def test_no_error_tells_the_text(store: PadStore) -> None:
    """Neither its words nor the errors behind it that a report of a defect would print."""
    save(store)
    put(store, CONFLICT.replace("## Next", f"## {SECRET}"))
    with pytest.raises(ParseError) as caught:
        redact(store, SECRET)
    assert caught.value.__suppress_context__
    assert SECRET not in f"{caught.value} {caught.value.problems}"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_text_of_several_lines_is_found_across_line_ends(store: PadStore, end: str) -> None:
    text = TEXT.replace("- retries are", "- key one\n  key two\n- retries are").replace("\n", end)
    put(store, text)
    Drafts(store.paths).keep(new_draft("section", "Findings", ["- key one", "  key two", "z"], ["a"], 0))
    redact(store, "key one\n  key two")
    assert data_of(store) == text.replace(f"key one{end}  key two", MARK).encode()
    assert [draft.lines for draft in Drafts(store.paths).all()] == [(f"- {MARK}", "z")]


def test_a_text_of_several_lines_is_found_where_an_append_has_indented_it(store: PadStore) -> None:
    """A private key that is pasted to be taken out is the one that was appended, not the one that stands there."""
    key = "-----BEGIN KEY-----\nAAAABBBBCCCC\n\n    DDDDEEEEFFFF\n-----END KEY-----"
    save(store, Patch("Findings", "append", f"found {key}", reason=key), Patch("Plan", "append", key))
    redact(store, key)
    held = [path for path in files_near(store) if re.search(rb"BBBBCC|DDDDEE", path.read_bytes())]
    assert held == []
    assert f"- found {MARK}".encode() in (data_of(store) or b"")


def test_names_of_fields_and_words_of_ours_stay(store: PadStore) -> None:
    """A text such as `version` would else take the journal apart."""
    save(store, Patch("Findings", "append", "a version of the agent, external"))
    for text in ("version", "agent", "external"):
        redact(store, text)
    assert sorted(journal.versions(store.paths.journal)) == store.history.numbers()
    assert_agree(store)


def test_modes_are_kept(store: PadStore) -> None:
    save(store)
    os.chmod(store.paths.pad, 0o640)
    store.apply([Patch("Findings", "append", SECRET, reason=SECRET)])
    store.apply([Patch("Next", "append", "more")])
    store.close()
    modes = {path: stat.S_IMODE(path.stat().st_mode) for path in files_near(store)}
    redact(store, SECRET)
    assert {path: stat.S_IMODE(path.stat().st_mode) for path in files_near(store)} == modes


def test_links_are_not_followed(store: PadStore, tmp_path: Path) -> None:
    lay(store)
    outside = tmp_path / "outside.md"
    outside.write_text(SECRET, "utf-8")
    (Path(store.paths.history) / "00000099.md").symlink_to(outside)
    redact(store, SECRET)
    assert outside.read_text("utf-8") == SECRET


def _append_to_old(path: str) -> Callable[[], object]:
    file = open(path, "ab")  # noqa: SIM115 - a program that opened the pad before and goes on writing

    def write() -> None:
        with file:
            file.write(b"\n- appended late, beside " + SECRET.encode() + b"\n")

    return write


def test_what_a_late_writer_adds_is_kept_without_the_text(store: PadStore) -> None:
    """It opened the pad before the swap, and its file still has the text."""
    lay(store)
    write = _append_to_old(store.paths.pad)
    redact(store, SECRET)
    write()
    store.close()
    assert "- appended late" in (data_of(store) or b"").decode()
    assert_gone(store)


def test_a_file_replaced_by_another_process_brings_nothing_back(store: PadStore) -> None:
    """A long-lived process holds a file with the text, and somebody changes the line in it that was redacted."""
    lay(store)
    old = data_of(store) or b""
    theirs = old.replace(f"again: {SECRET}".encode(), b"changed by another")
    redact(store, SECRET)
    from scratchpad_tui.core.pad.writing import merge_late, writing

    with writing(store):
        assert merge_late(store, old, theirs)
    kept = b"".join(path.read_bytes() for path in quarantine_of(store))
    assert b"changed by another" in kept + (data_of(store) or b"")
    assert_gone(store)


def test_files_that_this_process_held_before_are_washed(store: PadStore) -> None:
    lay(store)
    write = _append_to_old(store.paths.pad)
    store.apply([Patch("Next", "append", "one more swap")])
    late.wash(store.paths.pad, lambda data: data.replace(SECRET.encode(), MARK.encode()))
    write()
    store.close()
    assert b"appended late, beside [redacted]" in (data_of(store) or b"")


def test_git_is_found_upward(store: PadStore, tmp_path: Path) -> None:
    assert git_folder(store.paths.pad) == ""
    (tmp_path / "home" / ".git").mkdir()
    assert git_folder(store.paths.pad) == str(tmp_path / "home")


WORDS = st.text('abcxyz019-éß\\"/😀 \t', min_size=12, max_size=40).map(lambda text: f"Q{text.strip()}Z")
STEPS = st.lists(
    st.tuples(
        st.sampled_from(("append", "reason", "check", "refuse", "cut", "hand", "broken", "draft")),
        st.booleans(),
    ),
    min_size=1,
    max_size=7,
)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(secret=WORDS, steps=STEPS)
def test_no_piece_is_left_after_any_history(
    secret: str, steps: list[tuple[str, bool]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Patches, reasons, refusals whole and cut short, edits by hand, broken pads and drafts, in any order."""
    store = PadStore(tmp_path_factory.mktemp("pad") / ".agent" / "scratchpad.md", lasting=False)
    save(store)
    for number, (step, holds) in enumerate(steps):
        _do(store, step, f"{number} {secret if holds else 'nothing'}")
    store.close()
    before = {number: without(data, secret) for number, data in versions_of(store).items()}
    redact(store, secret)
    store.close()
    assert_gone(store, secret)
    assert before.items() <= versions_of(store).items()
    store.record_external()  # an edit by hand, where there was nothing to redact
    assert_agree(store)
    assert redact(store, secret).files == ()


def _label(text: str) -> str | None:
    return None if "\t" in text else text


def _do(store: PadStore, step: str, text: str) -> None:
    if step in ("append", "reason"):
        reason = text if step == "reason" else None
        store.apply([Patch("Findings", "append", "x" if reason else text, reason=reason)], turn=_label(text))
    elif step == "check":
        with pytest.raises(PatchError):
            store.apply([Patch("Plan", "check", text)], session=_label(text))
    elif step in ("refuse", "cut"):
        listed = json.dumps([{"section": "Nowhere", "op": "append", "content": text}])
        with pytest.raises(PatchError):
            store.apply_text(listed[:-20] if step == "cut" else listed)
    elif step == "hand":
        put(store, (data_of(store) or b"").decode().replace("## Next\n", f"## Next\n{text}\n"))
    elif step == "broken":
        put(store, f"## {text}\n" + (data_of(store) or b"").decode())
        store.apply([Patch("Next", "append", "on")])
    else:
        Drafts(store.paths).keep(new_draft("section", "Next", [text], ["a"], 0))
