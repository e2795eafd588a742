"""The memory of an agent: read once a session, true after its own writes, and honest about the writes of others."""

from __future__ import annotations

import os
from threading import Thread
from typing import TYPE_CHECKING, Any

import pytest

import scratchpad_tui.core
from scratchpad_tui.core.audited.memory import CHANGED, LEFT, Memory
from scratchpad_tui.core.audited.record import record
from scratchpad_tui.core.errors import InputError, ParseError, StorageError
from scratchpad_tui.core.pad.gate import SecretError
from scratchpad_tui.core.pad.locking import locked_pad
from scratchpad_tui.core.pad.parse import parse_bytes
from scratchpad_tui.core.pad.records import digest
from scratchpad_tui.core.pad.schema import AUDITED
from scratchpad_tui.core.pad.store import PadStore
from tests.core.audited.memories import BROKEN, PAD, SKELETON, put, set_clock, tree

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.fixture(autouse=True)
def _clock(monkeypatch: pytest.MonkeyPatch) -> None:
    set_clock(monkeypatch)


@pytest.fixture
def opened(pad_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every opening of a pad's file for reading, wherever it stands."""
    found: list[str] = []
    real = os.open

    def counted(path: Any, flags: int, *more: Any, **named: Any) -> int:  # noqa: ANN401 - as `os.open`
        if os.path.basename(path) == pad_path.name and flags & 3 == os.O_RDONLY:
            found.append(str(path))
        return real(path, flags, *more, **named)

    monkeypatch.setattr(os, "open", counted)
    return found


def by_hand(path: Path, change: Callable[[str], str]) -> None:
    """Changes the pad as a person's editor does that replaces the file."""
    text = change(path.read_text("utf-8"))
    other = path.with_name("other.md")
    other.write_text(text, "utf-8")
    os.replace(other, path)


def texts(memory: Memory) -> dict[str, str]:
    """What it says of each key, without looking at the file."""
    sections = memory.reference().sections
    return {entry.key: entry.text for entries in sections.values() for entry in entries}


def on_disk(path: Path) -> dict[str, tuple[str, ...]]:
    """The sections' lines as the file has them."""
    found = parse_bytes(path.read_bytes(), AUDITED).sections()
    return {name: tuple(lines) for name, lines in found.items()}


def cached(memory: Memory) -> dict[str, tuple[str, ...]]:
    """The same as the memory has them."""
    return {name: tuple(lines) for name, lines in memory.reference().document.sections().items()}


def test_it_is_a_name_of_the_core() -> None:
    assert scratchpad_tui.core.Memory is Memory


def test_the_file_is_opened_once_a_session(pad_path: Path, opened: list[str]) -> None:
    """However often the agent asks, and whatever for; its counter says the same as the system's."""
    put(pad_path, PAD)
    memory = Memory(pad_path)
    assert (memory.reads, opened) == (0, [])
    first = memory.bootstrap()
    for _ in range(50):
        assert memory.bootstrap() == first
        assert memory.reference() == first
        assert memory.prefix()
        assert memory.notice == ""
    assert (memory.reads, len(opened)) == (1, 1)
    assert first.text == PAD
    found = first.find("db-port")
    assert found is not None
    assert (found.section, found.text, found.evidence) == (
        "Findings",
        "port is 5433",
        ("compose.yml", "2026-07-01"),
    )
    assert first.find("none") is None
    assert [entry.key for entry in first.sections["Findings"]] == ["build-time", "db-port"]


def test_it_answers_when_the_file_is_not_there_any_more(pad_path: Path) -> None:
    """Nothing but the cache can have answered."""
    put(pad_path, PAD)
    memory = Memory(pad_path)
    memory.bootstrap()
    pad_path.unlink()
    assert texts(memory)["db-port"] == "port is 5433"
    assert memory.notice == LEFT


WRITES: tuple[tuple[str, str, str | None, dict[str, Any]], ...] = (
    ("Findings", "ci-no-redis", "CI has no redis", {"source": "job 4412"}),
    ("Findings", "build-time", "builds take 20 s", {"source": "job 9"}),
    ("Decisions", "use-eu", "region is eu-west", {"source": "talk", "closes": ["region"]}),
    ("Findings", "slow-arm", "arm takes 90 s", {"source": "job 10", "contradicts": ["build-time"]}),
    ("Findings", "cold-cache", None, {"source": "job 11", "from_hypothesis": "cold-cache"}),
    ("Open", "db-port", "which port?", {"source": "job 12"}),
    ("Open", "zone", "which zone?", {}),
    ("Open", "zone", "which zone?", {}),
)


def test_own_writes_keep_the_cache_true_without_a_read(pad_path: Path, opened: list[str]) -> None:
    """New, changed, moved, closed, contradicted, unchanged: the cache says what the file says."""
    store = put(pad_path, PAD)
    memory = Memory(store)
    memory.bootstrap()
    for section, key, text, more in WRITES:
        memory.record(section, key, text, **more)
        assert memory.reference().document.render() == pad_path.read_bytes()
        assert cached(memory) == on_disk(pad_path)
        assert memory.notice == ""
    assert memory.reads == 1
    with_memory = opened.count(str(pad_path))
    other = pad_path.parent / "other" / pad_path.name
    plain = put(other, PAD)
    for section, key, text, more in WRITES:
        record(plain, section, key, text, **more)
    assert other.read_bytes() == pad_path.read_bytes()
    # A write starts from the file as it is on disk; the memory opens it no more often than that.
    assert with_memory == opened.count(str(other)) + 1


def test_a_refused_write_changes_neither_file_nor_cache(pad_path: Path) -> None:
    put(pad_path, PAD)
    memory = Memory(pad_path)
    before = memory.bootstrap()
    with pytest.raises(InputError):
        memory.record("Findings", "no-source", "just so")
    assert (memory.reference(), pad_path.read_text("utf-8")) == (before, PAD)


def test_an_absent_file_is_an_empty_state_and_gets_the_skeleton(pad_path: Path) -> None:
    """It is no error: a first session has nothing to remember."""
    memory = Memory(pad_path)
    state = memory.bootstrap()
    assert pad_path.read_text("utf-8") == SKELETON
    assert {name: len(entries) for name, entries in state.sections.items()} == dict.fromkeys(AUDITED.names, 0)
    assert (memory.reads, memory.notice) == (1, "")
    memory.record("Open", "region", "which region?")
    assert cached(memory) == on_disk(pad_path)


@pytest.mark.parametrize("profile", [None, "audited"])
@pytest.mark.parametrize(
    "text",
    [BROKEN, PAD.replace("{#db-port}", "{#build-time}"), PAD.replace("- one", "<!-- one"), "no heading\n"],
)
def test_a_broken_file_is_loud_and_stays_as_it_is(text: str, profile: str | None, pad_path: Path) -> None:
    """Nothing is moved, written or remembered, and a write is refused too."""
    put(pad_path, text)
    before = tree(pad_path.parent)
    memory = Memory(pad_path, profile=profile)
    for _ in range(2):
        with pytest.raises(ParseError):
            memory.bootstrap()
        with pytest.raises(ParseError):
            memory.record("Open", "region", "which region?")
    assert tree(pad_path.parent) == before
    assert memory.notice == ""


def test_a_file_in_conflict_is_loud(pad_path: Path) -> None:
    put(pad_path, PAD.replace("- port", "<<<<<<< a\n- x {#x}\n=======\n- y {#y}\n>>>>>>> b\n- port"))
    with pytest.raises(ParseError) as error:
        Memory(pad_path, profile="audited").bootstrap()
    assert error.value.code == "conflict"


def test_another_profile_is_refused_by_name(pad_path: Path) -> None:
    put(pad_path, "## Task\nShip it\n")
    with pytest.raises(InputError, match="profile task") as error:
        Memory(pad_path).bootstrap()
    assert "init --profile audited" in str(error.value)
    fresh = pad_path.with_name("new.md")
    with pytest.raises(InputError, match="profile task"):
        Memory(PadStore(fresh, profile="task")).bootstrap()
    assert not fresh.exists()


def test_a_hand_edit_is_told_in_one_line_until_it_is_read(pad_path: Path) -> None:
    """The cache stays as it is: the agent's prompt keeps its bytes until the agent asks."""
    put(pad_path, PAD)
    memory = Memory(pad_path)
    before = memory.bootstrap()
    by_hand(pad_path, lambda text: text.replace("5433", "5434"))
    assert "\n" not in CHANGED
    assert memory.reference() == before._replace(notice=CHANGED)
    assert texts(memory)["db-port"] == "port is 5433"
    assert memory.reads == 1
    after = memory.refresh()
    assert (after.notice, memory.reads) == ("", 2)
    assert texts(memory)["db-port"] == "port is 5434"


@pytest.mark.parametrize("way", ["in place", "replaced", "same size", "touched", "time set back"])
def test_every_way_of_changing_the_file_is_noticed(way: str, pad_path: Path) -> None:
    """By its inode, its size or its time."""
    put(pad_path, PAD)
    memory = Memory(pad_path)
    memory.bootstrap()
    if way == "in place":
        with pad_path.open("a", encoding="utf-8") as file:
            file.write("- more? {#more}\n")
    elif way == "replaced":
        by_hand(pad_path, lambda text: text)
    elif way == "same size":
        facts = pad_path.stat()
        pad_path.write_text(PAD.replace("5433", "5434"), "utf-8")
        os.utime(pad_path, ns=(facts.st_atime_ns, facts.st_mtime_ns + 1))
    elif way == "time set back":
        facts = pad_path.stat()
        pad_path.write_text(PAD.replace("5433", "5434"), "utf-8")
        os.utime(pad_path, ns=(facts.st_atime_ns, facts.st_mtime_ns))
    else:
        os.utime(pad_path, ns=(0, 0))
    assert memory.notice == CHANGED


def test_another_mode_is_no_other_text(pad_path: Path, opened: list[str]) -> None:
    """Neither after a reading nor after an own write; the bytes are looked at once, and not read anew."""
    put(pad_path, PAD)
    memory = Memory(pad_path)
    memory.bootstrap()
    for mode in (0o600, 0o640):
        pad_path.chmod(mode)
        opened.clear()
        assert [memory.notice for _ in range(3)] == ["", "", ""]
        assert len(opened) == 1
        memory.record("Open", f"mode-{mode}", "which mode?")
    assert (memory.notice, memory.reads) == ("", 1)


def test_a_time_set_back_behind_an_own_write_is_noticed(pad_path: Path) -> None:
    put(pad_path, PAD)
    memory = Memory(pad_path)
    memory.bootstrap()
    memory.record("Open", "zone", "which zone?")
    facts = pad_path.stat()
    pad_path.write_text(pad_path.read_text("utf-8").replace("5433", "5434"), "utf-8")
    os.utime(pad_path, ns=(facts.st_atime_ns, facts.st_mtime_ns))
    assert memory.notice == CHANGED


def test_a_link_that_points_elsewhere_is_noticed_and_followed(pad_path: Path) -> None:
    put(pad_path.parent / "a" / "real.md", PAD)
    put(pad_path.parent / "b" / "real.md", PAD)
    pad_path.symlink_to("a/real.md")
    memory = Memory(pad_path)
    memory.bootstrap()
    pad_path.unlink()
    pad_path.symlink_to("b/real.md")
    assert memory.notice == CHANGED
    memory.refresh()
    memory.record("Open", "zone", "which zone?")
    assert (pad_path.parent / "a" / "real.md").read_text("utf-8") == PAD
    assert "{#zone}" in (pad_path.parent / "b" / "real.md").read_text("utf-8")
    assert memory.notice == ""


def test_a_new_session_reads_the_file_and_has_its_label(pad_path: Path) -> None:
    put(pad_path, PAD)
    memory = Memory(pad_path, session="one")
    memory.bootstrap()
    by_hand(pad_path, lambda text: text.replace("5433", "5434"))
    state = memory.begin_session("two")
    assert (memory.reads, state.notice, texts(memory)["db-port"]) == (2, "", "port is 5434")
    memory.record("Open", "zone", "which zone?", turn="t1")
    assert memory.session == "two"
    from scratchpad_tui.core.pad import journal

    record_ = list(journal.versions(memory.store.paths.journal).values())[-1]
    assert (record_["session"], record_["turn"], record_["actor"]) == ("two", "t1", "agent")


def test_what_a_session_with_a_label_read_and_wrote_counts_as_seen(pad_path: Path) -> None:
    """The UI says which version the agent saw; another hand's is not among them until it is read."""
    store = put(pad_path, PAD)
    store.record_external()
    memory = Memory(pad_path, session="one")

    def seen() -> dict[str, int]:
        return {name: int(item["version"]) for name, item in store.state().seen.items()}

    memory.bootstrap()
    assert seen() == {"one": 1}
    memory.record("Open", "zone", "which zone?")
    assert seen() == {"one": 2}
    record(store, "Open", "host", "which host?")
    memory.record("Open", "port", "which port?")
    assert seen() == {"one": 2}
    memory.refresh()
    assert seen() == {"one": 4}
    memory.begin_session("two")
    assert seen() == {"one": 4, "two": 4}


def test_an_edit_that_is_no_version_yet_is_seen_as_such(pad_path: Path) -> None:
    store = put(pad_path, PAD)
    store.record_external()
    by_hand(pad_path, lambda text: text.replace("5433", "5434"))
    Memory(pad_path, session="one").bootstrap()
    seen = store.state().seen["one"]
    assert (seen["version"], seen["ahead"]) == (1, digest(pad_path.read_bytes()))


def test_without_a_label_nothing_is_written_for_a_reading(pad_path: Path) -> None:
    put(pad_path, PAD)
    before = tree(pad_path.parent)
    Memory(pad_path).bootstrap()
    assert tree(pad_path.parent) == before


def test_a_label_that_is_a_secret_is_refused_before_anything_is_remembered(pad_path: Path) -> None:
    put(pad_path, PAD)
    before = tree(pad_path.parent)
    memory = Memory(pad_path, session="ghp_" + "9fK2mQ7xLw4RtZ8vYb1NcP6sDhJ3gTuE5aWo")
    for _ in range(2):
        with pytest.raises(SecretError):
            memory.bootstrap()
    assert tree(pad_path.parent) == before


def test_a_lock_that_is_held_stops_no_reading(pad_path: Path) -> None:
    store = put(pad_path, PAD)
    store.record_external()
    with locked_pad(store):
        memory = Memory(pad_path, session="one")
        other = Thread(target=memory.bootstrap)
        other.start()
        other.join()
    assert texts(memory)["db-port"] == "port is 5433"
    assert store.state().seen == {}


def test_a_write_upon_a_hand_edit_keeps_both_on_disk_and_the_notice_in_the_session(pad_path: Path) -> None:
    """The cache gets the own entry alone; what the person changed comes at the next reading."""
    put(pad_path, PAD)
    memory = Memory(pad_path)
    memory.bootstrap()
    by_hand(pad_path, lambda text: text.replace("5433", "5434") + "- and which zone? {#zone}\n")
    memory.record("Findings", "ci-no-redis", "CI has no redis", source="job 4412")
    text = pad_path.read_text("utf-8")
    assert "port is 5434" in text
    assert "{#zone}" in text
    assert "{#ci-no-redis}" in text
    assert memory.notice == CHANGED
    told = texts(memory)
    assert (told["db-port"], told["ci-no-redis"], "zone" in told) == (
        "port is 5433",
        "CI has no redis",
        False,
    )
    assert memory.reads == 1
    memory.record("Findings", "db-port", "port is 5435", source="compose.yml")
    assert texts(memory)["db-port"] == "port is 5435"
    assert memory.notice == CHANGED
    memory.refresh()
    assert cached(memory) == on_disk(pad_path)
    assert memory.notice == ""


def test_a_write_about_what_only_the_file_has_gives_the_cache_the_own_entry(pad_path: Path) -> None:
    """The person's new Open item is closed on disk; the session does not know it yet."""
    put(pad_path, PAD)
    memory = Memory(pad_path)
    memory.bootstrap()
    by_hand(pad_path, lambda text: text + "- and which zone? {#zone}\n")
    memory.record("Decisions", "use-a", "zone is a", source="talk", closes=["zone"])
    assert "- and which zone? (closed) {#zone}" in pad_path.read_text("utf-8")
    assert texts(memory)["use-a"] == "zone is a"
    by_hand(pad_path, lambda text: text.replace("## Decisions", "- guess {#guess}\n\n## Decisions"))
    memory.record("Findings", "guess", None, source="job 1", from_hypothesis="guess")
    assert "- guess [src:job 1 @ 2026-07-20] {#guess}" in pad_path.read_text("utf-8")
    assert "guess" not in texts(memory)
    assert memory.notice == CHANGED


def test_another_agents_write_is_noticed_as_a_hand_edit_is(pad_path: Path) -> None:
    put(pad_path, PAD)
    one, two = Memory(pad_path), Memory(pad_path)
    one.bootstrap()
    two.bootstrap()
    one.record("Open", "zone", "which zone?")
    assert (one.notice, two.notice) == ("", CHANGED)
    two.record("Open", "host", "which host?")
    assert (one.notice, two.notice) == (CHANGED, CHANGED)
    assert {"zone", "host"} <= {entry.key for entry in two.refresh().sections["Open"]}


def test_an_edit_just_behind_the_own_write_is_noticed(
    pad_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file that counts as read is the one that was written, not the one that stands there a moment later."""
    put(pad_path, PAD)
    memory = Memory(pad_path)
    memory.bootstrap()
    real = os.replace

    def meddled(source: str, target: str) -> None:
        real(source, target)
        if str(target) == str(pad_path):
            text = pad_path.read_text("utf-8").replace("5433", "5434")
            other = pad_path.with_name("mine.md")
            other.write_text(text, "utf-8")
            real(str(other), target)

    monkeypatch.setattr(os, "replace", meddled)
    memory.record("Open", "zone", "which zone?")
    assert memory.notice == CHANGED


def test_a_refresh_that_fails_keeps_what_was_known(pad_path: Path) -> None:
    put(pad_path, PAD)
    memory = Memory(pad_path)
    memory.bootstrap()
    by_hand(pad_path, lambda text: text.replace("## Open", "## Opne"))
    with pytest.raises(ParseError):
        memory.refresh()
    assert texts(memory)["db-port"] == "port is 5433"
    assert memory.notice == CHANGED


def test_a_file_that_is_gone_while_its_history_has_text_is_served_from_there(pad_path: Path) -> None:
    """Nothing is written for a read; the next write restores it."""
    record(put(pad_path, PAD), "Open", "zone", "which zone?")
    pad_path.unlink()
    memory = Memory(pad_path)
    state = memory.bootstrap()
    assert state.find("zone") is not None
    assert state.notice.startswith("The pad is gone; this is version")
    assert not pad_path.exists()
    memory.record("Open", "host", "which host?")
    assert cached(memory) == on_disk(pad_path)
    assert memory.notice == ""


def test_a_pad_with_several_names_is_written_in_place_and_still_known(pad_path: Path) -> None:
    put(pad_path, PAD)
    os.link(pad_path, pad_path.with_name("second.md"))
    memory = Memory(pad_path)
    memory.bootstrap()
    memory.record("Open", "zone", "which zone?")
    assert (memory.notice, cached(memory)) == ("", on_disk(pad_path))


def test_a_directory_in_the_files_place_is_an_error_of_storage(pad_path: Path) -> None:
    pad_path.mkdir(parents=True)
    with pytest.raises(StorageError):
        Memory(pad_path).bootstrap()


def test_a_byte_order_mark_is_no_part_of_the_prompt(pad_path: Path) -> None:
    put(pad_path, "\ufeff" + PAD)
    memory = Memory(pad_path)
    assert memory.bootstrap().text == PAD
    assert "\ufeff" not in memory.prefix().decode()
    memory.close()
