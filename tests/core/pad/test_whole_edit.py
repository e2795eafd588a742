"""A person's edit of the whole pad: one version, merged with what changed meanwhile, in the file's own style."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given

from scratchpad_tui.core.errors import InputError, MergeConflict, ParseError
from scratchpad_tui.core.pad import journal
from scratchpad_tui.core.pad.parse import parse_bytes
from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.pad.schema import AUDITED, SESSION, TASK
from scratchpad_tui.core.pad.store import PadStore
from scratchpad_tui.core.pad.whole_edit import check_pad_text, edit_pad, lines_of, pad_text

from .faults import BROKEN, TEXT, data_of, put, quarantine_of, save
from .faults import lines_of as journal_lines
from .pads import SESSION_TEXTS, TASK_TEXTS
from .processes import quick_folder

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

    from scratchpad_tui.core.pad.schema import Profile

MERGING = TEXT.replace("- retries", "<<<<<<< HEAD\n- mine\n=======\n- theirs\n>>>>>>> other\n- retries")


@pytest.fixture
def store(pad_path: Path) -> PadStore:
    """A pad whose version 2 is `TEXT`."""
    store = PadStore(pad_path)
    save(store)
    return store


def changed(old: str, new: str, text: str = TEXT) -> str:
    """The text with one place changed."""
    assert old in text
    return text.replace(old, new)


def test_an_edit_of_the_whole_pad_is_one_version_by_a_person(store: PadStore) -> None:
    """In several sections at once, with one line in the journal."""
    wanted = changed("2. [ ] write", "2. [x] write").replace("## Next\nwrite", "## Next\ntest")
    outcome = edit_pad(store, wanted.encode(), TEXT.encode(), note="by hand")
    assert (outcome.changed, outcome.version, outcome.sections) == (True, 3, ("Plan", "Next"))
    assert data_of(store) == wanted.encode()
    line = journal_lines(store)[-1]
    assert (line["actor"], line["by"]) == ("human", "human")
    assert line["operations"] == [{"op": "edit", "reason": "by hand"}]


def test_what_an_agent_wrote_meanwhile_is_kept(store: PadStore) -> None:
    """Both sides are in the result, also where both began a section that was empty."""
    base = pad_text(store)
    store.apply(
        [Patch("Findings", "append", "by the agent"), Patch("Ruled out", "append", "by the agent too")]
    )
    mine = changed("## Ruled out\n_(empty)_", "## Ruled out\n- by the person").replace(
        "Move the billing job", "Move it all"
    )
    edit_pad(store, mine, base.data)
    document = store.read().document
    assert document.content("Task") == ["Move it all"]
    assert document.content("Findings") == ["- retries are counted per worker", "- by the agent"]
    assert document.content("Ruled out") == ["- by the agent too", "- by the person"]
    assert b"_(empty)_" not in (data_of(store) or b"").split(b"## Ruled out")[1].split(b"##")[0]
    assert store.history.numbers() == [1, 2, 3, 4]


def test_an_edit_from_outside_meanwhile_is_a_version_of_its_own(store: PadStore) -> None:
    """As before any other write."""
    put(store, changed("- retries", "- asked for\n- retries"))
    edit_pad(store, changed("Move the", "Move that"), 2)
    assert [line["actor"] for line in journal_lines(store)[-2:]] == ["external", "human"]
    assert (data_of(store) or b"").count(b"- asked for") == 1
    assert b"Move that" in (data_of(store) or b"")


def test_the_same_line_changed_on_both_sides_writes_nothing(store: PadStore) -> None:
    """The caller gets all three to decide."""
    store.apply([Patch("Next", "replace", "by the agent")])
    before = data_of(store)
    with pytest.raises(MergeConflict, match="the pad was changed") as caught:
        edit_pad(store, changed("## Next\nwrite the adapter", "## Next\nby the person"), TEXT)
    assert "by the person" in caught.value.mine
    assert "by the agent" in caught.value.theirs
    assert data_of(store) == before
    assert store.history.newest() == 3


def test_what_was_opened_and_not_changed_writes_nothing(store: PadStore) -> None:
    """An editor that adds a final newline or drops the byte-order mark changed nothing."""
    for text in (TEXT, "\ufeff" + TEXT, TEXT.rstrip("\n"), TEXT.replace("\n", "\r\n")):
        assert not edit_pad(store, text, 2).changed
    assert store.history.newest() == 2
    assert data_of(store) == TEXT.encode()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (changed("## Plan", "## Plam"), "unknown-section"),
        (TEXT + "## Next\nagain\n", "duplicate-section"),
        (changed("- retries", "```\n- retries"), "unclosed-fence"),
        (MERGING, "conflict"),
        (changed("- retries", "a\0b"), "nul-byte"),
        ("", "emptied"),
        ("\n  \n", "emptied"),
        (changed("\n## Findings\n", "\n"), "lost-heading"),
        (changed("## Plan\n", ""), "lost-heading"),
    ],
)
def test_what_would_break_the_pad_is_refused_with_its_line(store: PadStore, text: str, code: str) -> None:
    """A heading that is lost while its lines stand is an accident, and so is a file that was emptied."""
    problems = check_pad_text(store, text.encode())
    assert [problem.code for problem in problems][:1] == ([code] if code else [])
    if code:
        with pytest.raises(InputError, match=f"line {problems[0].line}") as caught:
            edit_pad(store, text.encode(), TEXT)
        assert caught.value.code == "would-break"
        assert data_of(store) == TEXT.encode()
        assert quarantine_of(store) == []


def test_bytes_that_are_no_text_are_refused_with_their_offset(store: PadStore) -> None:
    data = TEXT.encode().replace(b"retries", b"retr\xffes")
    assert check_pad_text(store, data)[0].code == "not-utf-8"
    with pytest.raises(InputError, match="byte offset"):
        edit_pad(store, data, TEXT)
    assert data_of(store) == TEXT.encode()


def test_a_section_that_was_deleted_is_an_empty_one(store: PadStore) -> None:
    """The sections of a pad never change; with its lines gone, the heading was meant to go."""
    edit_pad(store, changed("## Findings\n- retries are counted per worker\n\n", ""), TEXT)
    assert parse_bytes(data_of(store) or b"", TASK).missing == ()
    assert store.read().document.content("Findings") == []


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("bom", ["", "\ufeff"])
@pytest.mark.parametrize("final", [True, False])
def test_the_file_keeps_its_style_whatever_the_editor_makes_of_it(
    pad_path: Path, end: str, bom: str, *, final: bool
) -> None:
    """Line ends, byte-order mark, and no final newline where there was none."""
    store = PadStore(pad_path)
    text = TEXT if final else TEXT.rstrip("\n")
    put(store, bom + text.replace("\n", end))
    edit_pad(store, changed("- retries", "- new\n- retries"), pad_text(store).data)
    wanted = text.replace("- retries", "- new\n- retries")
    assert data_of(store) == (bom + wanted.replace("\n", end)).encode()
    edit_pad(store, wanted + "at the end\n", pad_text(store).data)
    wanted += "at the end" if text.endswith("\n") else ""
    if final:
        assert data_of(store) == (bom + (wanted + "\n").replace("\n", end)).encode()


def test_a_pad_that_is_not_there_begins_with_its_skeleton(pad_path: Path) -> None:
    """Nothing is made before there is something to save."""
    store = PadStore(pad_path)
    begun = pad_text(store)
    assert not edit_pad(store, begun.data, begun.data).changed
    assert not pad_path.parent.exists()
    edit_pad(store, begun.data.replace(b"## Next\n_(empty)_", b"## Next\nbegin"), begun.data)
    assert store.read().document.content("Next") == ["begin"]
    assert store.history.numbers() == [1]


def test_a_pad_that_was_removed_meanwhile_is_restored_with_the_edit(store: PadStore) -> None:
    """The history has what the edit began with."""
    begun = pad_text(store)
    Path(store.paths.pad).unlink()
    assert pad_text(store).data == begun.data
    edit_pad(store, changed("Move the", "Move that"), begun.data)
    assert data_of(store) == changed("Move the", "Move that").encode()


@pytest.mark.parametrize(
    "broken", [BROKEN, MERGING, TEXT.replace("## Plan\n", "")], ids=["name", "git", "lost"]
)
def test_a_broken_pad_is_mended_by_the_text_that_parses(store: PadStore, broken: str) -> None:
    """It is opened as it is; its bytes are kept all the same, and whoever mends it has looked."""
    put(store, broken)
    begun = pad_text(store)
    assert begun.data == broken.encode()
    assert begun.notice
    with pytest.raises(InputError):
        edit_pad(store, broken + "still broken\n", begun.data)
    assert data_of(store) == broken.encode()
    wanted = changed("- retries", "- typed by a person\n- retries")
    outcome = edit_pad(store, wanted, begun.data)
    assert data_of(store) == wanted.encode()
    assert (outcome.changed, outcome.version) == (True, 3)
    assert "+- typed by a person" in outcome.diff
    assert [path.read_bytes() for path in quarantine_of(store)] == [broken.encode()]
    assert store.state().unlooked() == []
    assert [line["actor"] for line in journal_lines(store)][2:] == ["human"]


def test_a_broken_pad_that_somebody_else_wrote_to_is_merged_too(store: PadStore) -> None:
    """What stands on disk at the time of the save counts, broken or not."""
    put(store, BROKEN)
    begun = pad_text(store)
    put(store, BROKEN.replace("Move the billing job", "Move it all"))
    edit_pad(store, BROKEN.replace("## Rulde out", "## Ruled out"), begun.data)
    assert b"Move it all" in (data_of(store) or b"")
    assert b"## Ruled out" in (data_of(store) or b"")


def test_a_broken_pad_that_was_recovered_meanwhile_keeps_what_was_mended(store: PadStore) -> None:
    """An agent's turn put the last good version in its place while the editor was open."""
    put(store, BROKEN)
    begun = pad_text(store)
    store.apply([Patch("Open questions", "append", "by the agent")])
    edit_pad(
        store, BROKEN.replace("## Rulde out", "## Ruled out").replace("Move the", "Move that"), begun.data
    )
    text = (data_of(store) or b"").decode()
    assert "Move that" in text
    assert "- by the agent" in text


def test_a_broken_audited_pad_is_written_by_a_person_alone(pad_path: Path) -> None:
    """Every other write stops there and moves nothing."""
    store = PadStore(pad_path, profile="audited")
    good = "## Hypotheses\n- one\n\n## Decisions\n- two\n\n## Findings\n- three\n\n## Open\n- four\n"
    put(store, good)
    store.record_external()
    put(store, good.replace("## Open", "## Opne"))
    with pytest.raises(ParseError):
        store.edit("Findings", ["- mine"], ["- three"])
    edit_pad(store, good.replace("- four", "- five"), pad_text(store).data)
    assert parse_bytes(data_of(store) or b"", AUDITED).content("Open") == ["- five"]


def test_what_a_session_pad_has_beside_its_sections_is_kept(pad_path: Path) -> None:
    """A preamble and sections of other names are a person's, byte for byte."""
    store = PadStore(pad_path, profile="session")
    text = "---\nowner: x\r\n---\n## Scratch Notes ##\n- a\n\n## Episodic\n_(empty)_\n\n## Durable\n\n## Mine\n\t- x\r\n"
    put(store, text)
    edit_pad(store, text.replace("- a\n", "- a\n- b\n").replace("\r\n", "\n"), text)
    assert data_of(store) == text.replace("- a\n", "- a\n- b\n").encode()
    edit_pad(store, text.replace("owner: x", "owner: y"), text)
    assert (data_of(store) or b"").startswith(b"---\nowner: y")


@pytest.mark.parametrize(
    ("profile", "texts"), [(TASK, TASK_TEXTS), (SESSION, SESSION_TEXTS)], ids=["task", "session"]
)
def test_saving_any_pad_as_it_was_opened_changes_no_byte(
    profile: Profile, texts: SearchStrategy[str]
) -> None:
    """And a change in one section changes no other one."""

    @given(texts)
    def hold(text: str) -> None:
        with quick_folder(Path.home()) as folder:
            store = PadStore(folder / "pad.md", profile=profile.name)
            put(store, text)
            assert not edit_pad(store, pad_text(store).data, pad_text(store).data).changed
            assert data_of(store) == text.encode()
            opened = pad_text(store)
            before = parse_bytes(opened.data, profile)
            lines = lines_of(opened.data)
            at = before.heading_line(profile.names[0])
            edit_pad(store, [*lines[:at], "- put in first", *lines[at:]], opened.data)
            after = parse_bytes(data_of(store) or b"", profile)
            store.close()
        for name in profile.names[1:]:
            assert after.raw(name) == before.raw(name)
        assert "- put in first" in after.body(profile.names[0])

    hold()


def test_the_journal_stays_in_order(store: PadStore) -> None:
    """One line a version, as for every write."""
    for number in range(3):
        edit_pad(store, changed("Move the", f"Move {number}"), store.history.newest() and TEXT)
        edit_pad(store, TEXT, changed("Move the", f"Move {number}"))
    assert [line["version"] for line in journal_lines(store)] == list(range(1, 9))
    assert not [event for event in journal.events(store.paths.journal) if event["event"] == "refused"]


def test_a_heading_that_is_gone_over_its_only_line_is_a_slip(store: PadStore) -> None:
    """The line would silently belong to the section above."""
    wanted = changed("## Next\n", "")
    with pytest.raises(InputError, match="the heading ## Next is gone while its lines stand here"):
        edit_pad(store, wanted.encode(), TEXT.encode())
    assert data_of(store) == TEXT.encode()
