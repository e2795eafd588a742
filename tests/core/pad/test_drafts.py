"""Drafts: private, found again after any end of the process, never lost to a fault, never trusted."""

from __future__ import annotations

import errno
import json
import os
import stat
from functools import partial
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scratchpad_tui.core.errors import InputError, StorageError
from scratchpad_tui.core.pad.drafts import Drafts, drafted_versions, new_draft, write_elsewhere
from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.pad.paths import pad_paths
from scratchpad_tui.core.pad.store import PadStore

from .faults import CALLS, Erring, killing, save, watched_calls
from .processes import as_ordinary_user, in_child, needs_fork, quick_folder

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scratchpad_tui.core.pad.drafts import Draft

LINES = ("- typed with care", "", "  ünï \u2028 \x1b[2J")
OLD, NEW = ("- the first text",), ("- the second, longer text",)


@pytest.fixture
def drafts(pad_path: Path) -> Drafts:
    """The drafts of a pad that is not there yet."""
    return Drafts(pad_paths(str(pad_path)))


def draft(lines: tuple[str, ...] = LINES, *, version: int = 3, kind: str = "section") -> Draft:
    """A draft of this process that was never kept."""
    return new_draft(kind, "" if kind == "pad" else "Findings", lines, ("- base",), version)


def left(drafts: Drafts, lines: tuple[str, ...] = LINES) -> Draft:
    """A draft on disk that nobody works on any more."""
    return drafts.keep(draft(lines)._replace(pid=0))


def test_what_was_kept_is_read_back_whole(drafts: Drafts) -> None:
    """Also where the pad has no history yet; what is new is private, and git passes over it."""
    kept = drafts.keep(draft())
    assert drafts.all() == [kept]
    assert kept.lines == LINES
    assert kept.time is not None
    assert stat.S_IMODE(os.stat(drafts.folder).st_mode) == 0o700
    assert stat.S_IMODE(os.stat(drafts.path(kept)).st_mode) == 0o600
    agent = Path(drafts.folder).parents[2]
    assert stat.S_IMODE(agent.stat().st_mode) == 0o700
    assert (agent / ".gitignore").exists()


def test_a_draft_keeps_its_name_and_the_newest_stands_last(
    drafts: Drafts, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Keeping it again replaces it."""
    monkeypatch.setenv("SCRATCHPAD_NOW", "2026-07-20T10:00:00Z")
    first = drafts.keep(draft(OLD))
    monkeypatch.setenv("SCRATCHPAD_NOW", "2026-07-20T10:01:00Z")
    second = drafts.keep(draft(OLD))
    assert [each.name for each in drafts.all()] == [first.name, second.name]
    monkeypatch.setenv("SCRATCHPAD_NOW", "2026-07-20T10:02:00Z")
    again = drafts.keep(first._replace(lines=NEW))
    assert drafts.all() == [second, again]
    drafts.drop(second.name)
    drafts.drop(second.name)
    assert drafts.all() == [again]


def test_a_name_is_never_taken_from_anybody(drafts: Drafts, tmp_path: Path) -> None:
    """Neither to write nor to remove a file elsewhere."""
    victim = tmp_path / "victim.json"
    victim.write_text("mine")
    kept = drafts.keep(draft()._replace(name=f"../../../../{victim.name}"))
    assert "/" not in kept.name
    drafts.drop(str(victim))
    drafts.drop("../../../../victim.json")
    assert victim.read_text() == "mine"


@needs_fork
def test_only_a_draft_whose_process_is_gone_is_left_behind(drafts: Drafts) -> None:
    """Another UI that is open goes on with its own; what holds no change is offered to nobody."""
    drafts.keep(draft(OLD))
    assert drafts.left_behind() == []
    assert in_child(lambda: drafts.keep(draft(NEW))) == 0
    assert [each.lines for each in drafts.left_behind()] == [NEW]
    taken = drafts.keep(drafts.left_behind()[0]._replace(pid=os.getpid()))
    assert drafts.left_behind() == []
    drafts.keep(taken._replace(pid=0))
    assert [each.lines for each in drafts.left_behind()] == [NEW]
    drafts.keep(taken._replace(pid=0, lines=taken.base))
    assert drafts.left_behind() == []


@needs_fork
def test_where_the_folder_cannot_be_written_the_users_own_takes_the_draft(
    drafts: Drafts, pad_path: Path
) -> None:
    """A read-only folder must not cost what was typed; the newer of two is the draft."""
    PadStore(pad_path).apply([Patch("Next", "append", "a line")])
    name = drafts.keep(draft(OLD)._replace(pid=0)).name

    def keep_as_user() -> None:
        as_ordinary_user()
        drafts.keep(draft(NEW)._replace(name=name, pid=0))

    os.chmod(drafts.folder, 0o500)
    try:
        assert in_child(keep_as_user) == 0
        assert [each.lines for each in drafts.all()] == [NEW]
    finally:
        os.chmod(drafts.folder, 0o700)
    assert os.listdir(drafts.elsewhere) == [name]
    assert stat.S_IMODE(os.stat(drafts.elsewhere).st_mode) == 0o700
    drafts.keep(drafts.all()[0]._replace(lines=LINES))
    assert os.listdir(drafts.elsewhere) == []
    assert [each.lines for each in drafts.all()] == [LINES]


def test_a_draft_of_one_pad_is_not_anothers(drafts: Drafts, tmp_path: Path) -> None:
    """The user's own folder has those of all pads."""
    (tmp_path / "home" / "work" / ".agent").write_text("in the way")
    left(drafts)
    assert len(drafts.all()) == 1
    assert Drafts(pad_paths(str(tmp_path / "other.md"))).all() == []


def test_neither_place_to_be_written_is_said(drafts: Drafts, tmp_path: Path) -> None:
    """The caller then asks for a place."""
    (tmp_path / "home" / "work" / ".agent").write_text("in the way")
    Path(drafts.elsewhere).parents[1].mkdir(parents=True)
    Path(drafts.elsewhere).parent.write_text("in the way")
    with pytest.raises(StorageError):
        drafts.keep(draft())


@pytest.mark.parametrize("place", ["drafts", "history"])
def test_a_link_in_the_place_of_a_folder_is_not_followed(drafts: Drafts, tmp_path: Path, place: str) -> None:
    """Neither written through nor read through."""
    elsewhere = tmp_path / "planted"
    elsewhere.mkdir()
    planted = Path(drafts.folder) if place == "drafts" else Path(drafts.folder).parent
    planted.parent.mkdir(parents=True)
    planted.symlink_to(elsewhere)
    left(drafts)
    assert list(elsewhere.rglob("*")) == []
    assert len(drafts.all()) == 1


FIELDS: dict[str, Any] = {
    "format": 1,
    "kind": "section",
    "section": "Findings",
    "lines": ["- typed"],
    "base": ["- base"],
    "version": 3,
    "time": "2026-07-20T10:00:00.000Z",
    "pid": 0,
    "started": "",
    "copy": "",
    "written": 1,
}
NAME = "0123456789abcdef.json"


def plant(drafts: Drafts, data: bytes | str, name: str = NAME) -> Path:
    """Puts a file among the drafts by hand."""
    path = Path(drafts.folder, name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return path


@pytest.mark.parametrize(
    "changed",
    [
        {"format": 2},
        {"kind": "other"},
        {"kind": ["section"]},
        {"section": None},
        {"section": "x" * 1_001},
        {"lines": "text"},
        {"lines": [1]},
        {"lines": [["a"]]},
        {"base": None},
    ],
    ids=lambda changed: next(iter(changed)),
)
def test_a_foreign_record_is_passed_over_and_stays(drafts: Drafts, changed: dict[str, object]) -> None:
    """Whoever wrote it may want it back."""
    path = plant(drafts, json.dumps(FIELDS | changed))
    kept = left(drafts)
    assert drafts.all() == [kept]
    assert path.exists()


@pytest.mark.parametrize(
    ("field", "value", "read"),
    [
        ("version", True, 0),
        ("version", -1, 0),
        ("version", 10**40, 0),
        ("version", 2.5, 0),
        ("version", "7", 0),
        ("pid", True, 0),
        ("pid", 1 << 40, 0),
        ("started", 5, ""),
        ("time", "yesterday", None),
        ("time", [1], None),
        ("copy", "../../scratchpad.md", ""),
        ("copy", "fedcba9876543210.md", ""),
        ("written", "late", None),
        ("lines", ["a\nb\r\n## Next", "\ud800"], ("a", "b", "## Next", "\ufffd")),
    ],
)
def test_a_field_that_is_out_of_order_counts_as_not_told(
    drafts: Drafts, field: str, value: object, read: object
) -> None:
    """The text is worth more than its label."""
    plant(drafts, json.dumps(FIELDS | {field: value}))
    (found,) = drafts.left_behind()
    if field != "written":
        assert getattr(found, field) == read
    assert found.lines[0] in ("- typed", "a")


@pytest.mark.parametrize(
    "data", [b"", b"\0", b"[]", b"{", b'"text"', b"\xff", b"[" * 100_000, b'{"format": 1', b"1" * 5_000]
)
def test_a_torn_file_is_passed_over_and_stays(drafts: Drafts, data: bytes) -> None:
    path = plant(drafts, data)
    assert drafts.all() == []
    assert drafted_versions(pad_paths(str(Path(drafts.folder).parents[2] / "scratchpad.md"))) == set()
    assert path.read_bytes() == data


@given(st.binary(max_size=200))
def test_any_bytes_may_stand_there(data: bytes) -> None:
    """Reading them raises nothing."""
    with quick_folder(Path(os.environ["HOME"])) as folder:
        drafts = Drafts(pad_paths(str(folder / "pad.md")))
        plant(drafts, data)
        plant(drafts, json.dumps(FIELDS)[: len(data)], "1123456789abcdef.json")
        assert drafts.all() == []


def test_links_folders_and_fifos_with_a_drafts_name_are_passed_over(drafts: Drafts, tmp_path: Path) -> None:
    """A FIFO would hang whoever opens it."""
    secret = tmp_path / "secret.json"
    secret.write_text(json.dumps(FIELDS))
    plant(drafts, "x", "not-ours.json")
    Path(drafts.folder, NAME).symlink_to(secret)
    Path(drafts.folder, "1" * 16 + ".json").mkdir()
    if hasattr(os, "mkfifo"):
        os.mkfifo(Path(drafts.folder, "2" * 16 + ".json"))
    assert drafts.all() == []
    drafts.drop(NAME)
    assert secret.exists()


def test_a_file_of_any_size_is_not_read(drafts: Drafts) -> None:
    path = plant(drafts, json.dumps(FIELDS))
    os.truncate(path, 65 << 20)
    assert drafts.all() == []


def test_a_copy_tells_the_text_as_last_saved(drafts: Drafts, tmp_path: Path) -> None:
    """The record has what the copy began with; the copy may be replaced, as editors do."""
    kept = drafts.keep_copy(draft(OLD)._replace(base=OLD, pid=0), b"- the first text\r\n")
    copy = Path(drafts.path(kept))
    assert copy.suffix == ".md"
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert drafts.left_behind() == []
    other = tmp_path / "new"
    other.write_bytes(b"\xef\xbb\xbf- typed\r\n\xff")
    other.replace(copy)
    assert [each.lines for each in drafts.left_behind()] == [("- typed", "\ufffd")]
    copy.unlink()
    copy.symlink_to(tmp_path / "elsewhere")
    assert drafts.all()[0].lines == OLD
    for name in (f"{copy.name}~", f"{copy.name}.bak"):
        copy.with_name(name).write_text("an editor's own")
    stays = plant(drafts, "x", "note.txt")
    drafts.drop(kept.name)
    assert os.listdir(drafts.folder) == [stays.name]


def test_a_version_that_a_draft_began_with_is_not_pruned(pad_path: Path) -> None:
    """It is what the draft is merged from."""
    store = PadStore(pad_path, depth=2)
    save(store)
    drafts = Drafts(store.paths)
    kept = drafts.keep(draft(version=2))
    for number in range(8):
        store.apply([Patch("Findings", "append", f"- {number}")])
    assert store.history.numbers() == [2, 9, 10]
    drafts.drop(kept.name)
    for number in range(60):
        store.apply([Patch("Next", "replace", f"- {number}")])
    assert store.history.numbers()[-2:] == [69, 70]
    assert 2 not in store.history.numbers()
    store.close()


def test_what_a_killed_process_left_half_written_is_swept_when_it_is_old(drafts: Drafts) -> None:
    """A young one may be a living process's."""
    left(drafts)
    old = plant(drafts, "torn", ".scratch-0123456789abcdef.tmp")
    young = plant(drafts, "torn", ".scratch-1123456789abcdef.tmp")
    os.utime(old, (1_000_000_000, 1_000_000_000))
    left(drafts)
    assert not old.exists()
    assert young.exists()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A quick place, with the user's state directory inside it."""
    with quick_folder(tmp_path) as quick:
        monkeypatch.setenv("XDG_STATE_HOME", str(quick / "state"))
        yield quick


@pytest.mark.parametrize("known", [True, False], ids=["kept before", "the first"])
@pytest.mark.parametrize("lasting", [False, True], ids=["once", "from then on"])
@pytest.mark.parametrize("code", ["ENOSPC", "EIO", "EROFS", "EACCES"])
def test_an_error_at_any_call_leaves_the_old_text_or_the_new(
    folder: Path, code: str, *, lasting: bool, known: bool
) -> None:
    """A draft that was said to be kept is; one that was not has lost nothing of the one before."""
    for number in count(1):
        drafts = Drafts(pad_paths(str(folder / str(number) / ".agent" / "scratchpad.md")))
        old = drafts.keep(draft(OLD)._replace(pid=0)) if known else draft(OLD)._replace(pid=0)
        erring = Erring(getattr(errno, code), number, lasting=lasting)
        kept = True
        with watched_calls(erring):
            try:
                drafts.keep(old._replace(lines=NEW))
            except StorageError:
                kept = False
        found = [each.lines for each in drafts.all()]
        where = f"call {number}, {erring.fired}"
        if kept:
            assert found == [NEW], where
        else:
            assert found in ([[OLD], [NEW]] if known else [[], [NEW]]), where
        assert not list(folder.rglob(".scratch-*.tmp")), where
        if not erring.reached:
            assert number > 8
            break


@needs_fork
@pytest.mark.parametrize("torn", [False, True], ids=["before a call", "in a write"])
def test_a_kill_at_any_call_leaves_the_old_text_or_the_new(folder: Path, *, torn: bool) -> None:
    """And the next start finds it."""
    for number in count(1):
        drafts = Drafts(pad_paths(str(folder / str(number) / ".agent" / "scratchpad.md")))
        old = left(drafts, OLD)

        def act(drafts: Drafts = drafts, old: Draft = old, number: int = number) -> None:
            with watched_calls(killing(number, torn=torn), ("write",) if torn else CALLS):
                drafts.keep(old._replace(lines=NEW))

        code = in_child(partial(act))
        assert [each.lines for each in drafts.left_behind()] in ([OLD], [NEW]), f"call {number}"
        if code == 0:
            assert [each.lines for each in drafts.all()] == [NEW]
            break


def test_a_text_goes_to_a_place_that_a_person_names_and_over_nothing(tmp_path: Path) -> None:
    """When the disk of the pad is full."""
    path = write_elsewhere("~/saved.md", LINES)
    assert Path(path).read_bytes() == "".join(f"{line}\n" for line in LINES).encode()
    assert stat.S_IMODE(os.stat(path).st_mode) == 0o600
    with pytest.raises(InputError, match="is there already"):
        write_elsewhere(path, OLD)
    with pytest.raises(StorageError):
        write_elsewhere(str(tmp_path / "no" / "such"), OLD)


@pytest.mark.parametrize(
    ("section", "name"),
    [
        ("Findings", "scratchpad.Findings"),
        ("", "scratchpad"),
        ("Ruled out", "scratchpad.Ruled-out"),
        ("../../x\x1b[2J", "scratchpad.x-2J"),
        ("日本", "scratchpad"),
        ("x" * 500, "scratchpad." + "x" * 40),
    ],
)
def test_a_copy_is_named_after_its_pad_and_section(drafts: Drafts, section: str, name: str) -> None:
    """With nothing in it that a plain name does not hold; it goes with what an editor left beside it."""
    kept = drafts.keep_copy(new_draft("section", section, LINES, (), 1), b"- text\n")
    stem = kept.name.removesuffix(".json")
    assert kept.copy == f"{name}.{stem}.md"
    (read,) = drafts.all()
    assert read.lines == ("- text",)
    Path(drafts.folder, f"{kept.copy}~").write_text("left")
    other = drafts.keep_copy(draft(), b"- other\n")
    drafts.drop(kept.name)
    assert sorted(os.listdir(drafts.folder)) == sorted([other.name, other.copy])


def test_a_copy_of_another_name_is_not_followed(drafts: Drafts) -> None:
    """Whoever writes a record cannot make us read what stands elsewhere."""
    kept = drafts.keep_copy(draft(), b"- text\n")
    record = json.loads(Path(drafts.folder, kept.name).read_bytes())
    for copy in ("../../scratchpad.md", "a.b.c." + kept.copy, f"x/{kept.copy}", "f" * 16 + ".md"):
        Path(drafts.folder, kept.name).write_text(json.dumps({**record, "copy": copy}))
        assert [one.copy for one in drafts.all()] == [""]
