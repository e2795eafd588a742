"""The store as its callers meet it: reading without a trace, changes with their labels, and the settings in force."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from scratchpad_tui.core.errors import InputError, UsageError
from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.pad.store import PadStore

from .faults import BROKEN, BY_HAND, TEXT, assert_in_order, data_of, lines_of, put, save, versions_of

CONFLICT = TEXT.replace("- retries", "<<<<<<< mine\n- a\n=======\n- b\n>>>>>>> theirs\n- retries")
ENTRY = Patch("Findings", "append", "- one more")


@pytest.fixture
def store(pad_path: Path) -> PadStore:
    """A pad that is not there yet."""
    return PadStore(pad_path)


def tree(folder: Path) -> dict[Path, tuple[int, int]]:
    """Every file and folder with size and time."""
    return {path: (path.stat().st_size, path.stat().st_mtime_ns) for path in folder.rglob("*")}


# Reading


@pytest.mark.parametrize(
    ("text", "state"),
    [
        (TEXT, "good"),
        (BY_HAND, "good"),
        (BROKEN, "broken"),
        ("", "broken"),
        (CONFLICT, "conflict"),
        (None, "gone"),
    ],
    ids=["good", "edited", "broken", "emptied", "conflict", "gone"],
)
def test_reading_tells_the_state_and_leaves_no_trace(text: str | None, state: str, store: PadStore) -> None:
    """It may happen a hundred times a second, and beside a writer."""
    save(store)
    os.unlink(store.paths.pad)
    if text is not None:
        put(store, text)
    before = tree(Path(store.paths.folder))
    reading = store.read()
    assert (reading.state, reading.version) == (state, 2)
    assert reading.data == (None if text is None else text.encode())
    assert reading.document.text() == (text if state == "good" else TEXT)
    assert bool(reading.notice) is (state != "good")
    assert bool(reading.problems) is (state in ("broken", "conflict"))
    store.quarantined()
    store.state().unlooked()
    assert tree(Path(store.paths.folder)) == before


def test_a_fresh_path_reads_as_the_empty_pad(store: PadStore) -> None:
    """Nothing is there, nothing is made, nothing is wrong."""
    reading = store.read()
    assert (reading.state, reading.data, reading.version, reading.notice) == ("fresh", None, 0, "")
    assert not reading.document.has_text
    assert store.document_of(0).text() == reading.document.text()
    assert not Path(store.paths.folder).exists()


def test_a_pad_that_was_never_ours_reads_as_it_is(store: PadStore) -> None:
    """Without any history, broken ones too."""
    put(store, TEXT)
    assert (store.read().state, store.read().version) == ("good", 0)
    put(store, BROKEN)
    assert store.read().state == "broken"
    assert "- typed by a person" in store.read().document.text()


# Changing


def test_a_first_write_makes_pad_and_version(store: PadStore) -> None:
    """The diff is against the empty pad."""
    outcome = store.apply([ENTRY])
    assert (outcome.changed, outcome.version, outcome.added) == (True, 1, 1)
    assert outcome.sections == ("Findings",)
    assert "+- one more" in outcome.diff
    assert_in_order(store)


def test_a_write_starts_from_the_file_as_it_is_not_as_it_was_read(store: PadStore) -> None:
    """A long-lived process holds an old copy; a person saved since."""
    save(store)
    store.read()
    put(store, BY_HAND)
    store.apply([ENTRY])
    assert b"asked for by hand" in (data_of(store) or b"")
    assert [line["actor"] for line in lines_of(store)][-2:] == ["external", "agent"]


def test_a_dry_run_tells_what_would_come_and_writes_nothing(store: PadStore) -> None:
    """Not even a lock file."""
    put(store, TEXT)
    before = tree(Path(store.paths.folder))
    outcome = store.apply([ENTRY], dry_run=True)
    assert outcome.changed
    assert "+- one more" in outcome.diff
    assert tree(Path(store.paths.folder)) == before


@pytest.mark.parametrize("label", ["Team A", "s-1", "ü 漢字", "../../x", "a" * 128])
def test_labels_are_kept_as_given_and_never_part_of_a_name(label: str, store: PadStore) -> None:
    """Sessions and turns are whatever an agent's host calls them."""
    store.apply([ENTRY, Patch("Plan", "check", "9")], turn=label, session=label)
    line = lines_of(store)[-1]
    assert (line["turn"], line["session"]) == (label, label)
    names = {path.name for path in Path(store.paths.folder).rglob("*")}
    assert not [name for name in names if label in name]
    assert_in_order(store)


@pytest.mark.parametrize("label", ["a\nb", "a\x00", "a\x1b[1m", "a\u2028", "\ud800", "a" * 129])
def test_a_label_that_would_hurt_a_line_or_a_terminal_is_refused(label: str, store: PadStore) -> None:
    """Before anything is written."""
    with pytest.raises(InputError) as turn:
        store.apply([ENTRY], turn=label)
    with pytest.raises(InputError) as session:
        store.apply([ENTRY], session=label)
    assert (turn.value.code, session.value.code) == ("bad-label", "bad-label")
    assert not Path(store.paths.folder).exists()


def test_an_actor_that_nobody_knows_is_refused(store: PadStore) -> None:
    """`external` and the like are told by the product alone."""
    for actor in ("external", "Team A", ""):
        with pytest.raises(InputError) as caught:
            store.apply([ENTRY], actor=actor)
        assert caught.value.code == "bad-actor"


def test_a_person_may_send_patches_too(store: PadStore) -> None:
    """With the actor that says so."""
    store.apply([ENTRY], actor="human")
    assert (lines_of(store)[-1]["actor"], lines_of(store)[-1]["by"]) == ("human", "human")


# Settings and places


def test_a_profile_that_is_not_there_is_a_usage_error_with_those_that_are(pad_path: Path) -> None:
    """Nothing is read before that."""
    with pytest.raises(UsageError, match="task"):
        PadStore(pad_path, profile="tsak")


def test_a_relative_path_is_the_file_it_names_now(pad_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also after the process has changed its folder."""
    pad_path.parent.mkdir()
    monkeypatch.chdir(pad_path.parent)
    store = PadStore("scratchpad.md")
    monkeypatch.chdir("/")
    store.apply([ENTRY])
    assert pad_path.exists()
    assert_in_order(store)


def test_side_files_of_a_pad_outside_an_agent_folder_stand_in_one_beside_it(tmp_path: Path) -> None:
    """History and lock stay beside the pad."""
    store = PadStore(tmp_path / "notes.md")
    store.apply([ENTRY])
    assert store.paths.side == str(tmp_path / ".agent" / "notes")
    assert sorted(os.listdir(tmp_path)) == [".history", ".notes.md.lock", "home", "notes.md"]
    assert_in_order(store)


@pytest.mark.usefixtures("at_once")
def test_two_pads_in_one_folder_share_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither history, nor lock, nor quarantine."""
    one, two = PadStore(tmp_path / "one.md"), PadStore(tmp_path / "two.md")
    save(one)
    save(two)
    put(one, BROKEN)
    one.apply([ENTRY])
    assert [item.name[:11] for item in one.quarantined()] == ["one.broken-"]
    assert two.quarantined() == []
    assert list(versions_of(two)) == [1, 2]
    assert data_of(two) == TEXT.encode()


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize(
    "name",
    ["with space.md", "ünïcode-漢字.md", "--help.md", "no-ending", ".hidden.md", "a.b.c.md", "new\nline.md"],
)
def test_odd_names_of_pads_are_names(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every file of the pad is derived from it."""
    store = PadStore(tmp_path / "folder" / name)
    save(store)
    put(store, BROKEN)
    store.apply([ENTRY])
    assert len(store.quarantined()) == 1
    assert store.quarantined()[0].reason
    assert_in_order(store)


def test_a_pad_whose_name_is_not_utf_8_is_a_pad(tmp_path: Path) -> None:
    """File systems know bytes, not characters."""
    path = os.fsdecode(os.fsencode(str(tmp_path)) + b"/caf\xe9.md")
    try:
        Path(path).touch()
    except OSError as error:
        pytest.skip(f"no such names here: {error}")
    Path(path).unlink()
    store = PadStore(path)
    save(store)
    store.apply([ENTRY])
    assert_in_order(store)


def test_what_a_store_knows_of_the_pad_never_stands_for_other_bytes(store: PadStore) -> None:
    """It remembers the text that it wrote; whatever else comes to stand in the file is read."""
    store.apply([Patch("Findings", "append", "one")])
    path = Path(store.paths.pad)
    written = path.read_bytes()
    for data in (
        written.replace(b"one", b"two"),
        written,
        written.replace(b"## Next", b"## Nxet"),
        written + b"\n",
        written.replace(b"\n", b"\r\n"),
        b"\xef\xbb\xbf" + written,
    ):
        path.write_bytes(data)
        mine, fresh = store.read(), PadStore(path).read()
        assert (mine.state, mine.document.text(), mine.problems) == (
            fresh.state,
            fresh.document.text(),
            fresh.problems,
        )
        assert mine.document.sections() == fresh.document.sections()
