"""A pad judged by another profile than its own is never moved or written: only the settings are wrong."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

from scratchpad_tui.core.clock import now
from scratchpad_tui.core.errors import InputError, ScratchpadError
from scratchpad_tui.core.pad.check import check_pad
from scratchpad_tui.core.pad.parse import render
from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.pad.prompt import prompt_text
from scratchpad_tui.core.pad.schema import AUDITED, SESSION
from scratchpad_tui.core.pad.scratchpad import Scratchpad
from scratchpad_tui.core.pad.store import PadStore
from scratchpad_tui.core.pad.view import build_view
from scratchpad_tui.core.pad.whole_edit import edit_pad

from .faults import BROKEN, TEXT, put, quarantine_of, versions_of

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.usefixtures("at_once")

OWN = "## Question\nwhy is it slow\n\n## Answer\n- the index is gone\n"
OWN_LATER = OWN.replace("- the index", "- asked again\n- the index")
OWN_TOML = """\
[profiles.research]
[[profiles.research.sections]]
name = "Question"
cap = 300
[[profiles.research.sections]]
name = "Answer"
cap = 3000
"""
FEW = "## Task\nship it\n\n## Next\nwrite it\n"
FEW_TOML = """\
profile = "brief"
[[profiles.brief.sections]]
name = "Task"
cap = 300
[[profiles.brief.sections]]
name = "Next"
cap = 300
"""
NOT_TOML = OWN_TOML.replace("cap = 300\n", "cap = 30x\n")
SESSION_TEXT = render({"Scratch": ["- 2026-07-20T10:12Z [observed] slow"]}, SESSION)
AUDITED_TEXT = render({"Findings": ["- slow [src:log @ 2026-07-20] {#slow}"]}, AUDITED)


class Slip(NamedTuple):
    """A pad as it was written, and what makes its profile another one."""

    text: str
    before: str
    """The settings while it was written."""
    later: str
    """The settings with the slip in them."""
    env: str = ""
    flag: str = ""
    word: str = ""
    """What the sentence names."""
    hand: str = ""
    """What stands in the file instead of the text when the slip is there."""
    section: str = "Answer"
    """A section of the pad itself."""


SLIPS = {
    "own, not TOML": Slip(OWN, OWN_TOML, NOT_TOML, word="not TOML"),
    "own, cap is text": Slip(OWN, OWN_TOML, OWN_TOML.replace("= 3000", '= "x"'), word="cap must be"),
    "own, its table misspelled": Slip(
        OWN, OWN_TOML, OWN_TOML.replace("profiles", "porfiles"), word="not a setting"
    ),
    "own, a name that is none": Slip(OWN, OWN_TOML, 'profile = "reserch"\n', word="reserch"),
    "own, settings gone": Slip(OWN, OWN_TOML, "", word="Question, Answer"),
    "own, cannot be read": Slip(OWN, OWN_TOML, "\udcff", word="UTF-8"),
    "own, edited by hand": Slip(OWN, OWN_TOML, NOT_TOML, word="not TOML", hand=OWN_LATER),
    "own, broken by hand": Slip(OWN, OWN_TOML, NOT_TOML, word="not TOML", hand=f"{OWN}```\n"),
    "own, names of task": Slip(
        FEW, FEW_TOML, FEW_TOML.replace("= 300", "= 30x"), word="TOML", section="Next"
    ),
    "own, --profile task": Slip(OWN, OWN_TOML, "", flag="task", word="Question, Answer"),
    "task, --profile session": Slip(TEXT, "", "", flag="session", word="--profile", section="Next"),
    "task, SCRATCHPAD_PROFILE": Slip(TEXT, "", "", env="session", word="SCRATCHPAD_PROFILE", section="Next"),
    "task, in the settings": Slip(TEXT, "", 'profile = "session"\n', word="scratchpad.toml", section="Next"),
    "task, --profile audited": Slip(TEXT, "", "", flag="audited", word="--profile", section="Next"),
    "task, broken too": Slip(TEXT, "", "", flag="session", word="--profile", hand=BROKEN, section="Next"),
    "task, gone too": Slip(TEXT, "", "", flag="session", word="--profile", hand="gone", section="Next"),
    "session, --profile task": Slip(
        SESSION_TEXT, 'profile = "session"\n', "", flag="task", word="--profile", section="Scratch"
    ),
    "session, another file": Slip(
        SESSION_TEXT, "", "", hand=AUDITED_TEXT, word="move the file away", section="Findings"
    ),
}
WRITERS: dict[str, Callable[[PadStore, str], object]] = {
    "apply": lambda store, name: store.apply([Patch(name, "replace", "- new")]),
    "apply to Scratch": lambda store, _: store.apply([Patch("Scratch", "append", "- new")]),
    "apply to Next": lambda store, _: store.apply([Patch("Next", "replace", "new")]),
    "dry run": lambda store, name: store.apply([Patch(name, "replace", "- new")], dry_run=True),
    "edit": lambda store, name: store.edit(name, ["- new"], []),
    "edit of all": lambda store, _: edit_pad(store, "## Next\nnew\n", store.data_or_none() or b""),
    "revert": lambda store, _: store.revert(1),
    "restore": lambda store, _: store.restore(1),
    "restore a section": lambda store, name: store.restore(1, name),
    "recover": lambda store, _: store.recover(),
    "take": lambda store, _: store.take("all"),
    "create": lambda store, _: store.create(),
}


@pytest.fixture(params=SLIPS)
def slip(request: pytest.FixtureRequest) -> Slip:
    """Each way into the wrong profile."""
    return SLIPS[request.param]


def written(path: Path, slip: Slip) -> None:
    """The pad with two versions, the newest of which is the slip's text."""
    settings(path, slip.before)
    store = PadStore(path)
    put(store, slip.text.replace("slow", "quick"))
    store.record_external()
    put(store, slip.text)
    assert store.record_external() or slip.text.replace("slow", "quick") == slip.text
    store.close()


def settings(path: Path, text: str) -> None:
    """What stands in `scratchpad.toml`; nothing removes it."""
    path.parent.mkdir(exist_ok=True)
    place = path.parent / "scratchpad.toml"
    place.unlink(missing_ok=True)
    if text:
        place.write_bytes(text.encode("utf-8", "surrogateescape"))


def slipped(path: Path, slip: Slip, monkeypatch: pytest.MonkeyPatch) -> PadStore:
    """The pad as a process opens it behind the slip."""
    settings(path, slip.later)
    if slip.env:
        monkeypatch.setenv("SCRATCHPAD_PROFILE", slip.env)
    if slip.hand == "gone":
        path.unlink()
    elif slip.hand:
        path.write_text(slip.hand)
    return PadStore(path, profile=slip.flag or None)


def files(path: Path) -> dict[str, bytes]:
    """Every file beside the pad but the lock."""
    found = (item for item in path.parent.rglob("*") if item.is_file() and not item.name.endswith(".lock"))
    return {str(item): item.read_bytes() for item in found}


@pytest.mark.parametrize("writer", WRITERS)
def test_every_writer_refuses_and_moves_nothing(
    slip: Slip, writer: str, pad_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A typo in the settings must not take an agent's memory away."""
    written(pad_path, slip)
    store = slipped(pad_path, slip, monkeypatch)
    before = files(pad_path)
    with pytest.raises(InputError) as caught:
        WRITERS[writer](store, slip.section)
    store.close()
    assert (caught.value.code, caught.value.exit_code) == ("wrong-profile", 1)
    assert slip.word in str(caught.value)
    assert files(pad_path) == before


def test_a_running_watch_records_nothing(slip: Slip, pad_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is a writer as well, of history."""
    written(pad_path, slip)
    store = slipped(pad_path, slip, monkeypatch)
    before = files(pad_path)
    if slip.hand == "gone":
        assert store.record_external() is None
    else:
        with pytest.raises(InputError) as caught:
            store.record_external()
        assert caught.value.code == "wrong-profile"
    assert files(pad_path) == before


def test_the_loop_of_an_agent_is_refused_too(
    slip: Slip, pad_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Opening a pad quarantines what is broken, and this is not."""
    written(pad_path, slip)
    slipped(pad_path, slip, monkeypatch)
    if slip.flag:
        monkeypatch.setenv("SCRATCHPAD_PROFILE", slip.flag)
    before = files(pad_path)
    pad = Scratchpad(pad_path)
    with pytest.raises(ScratchpadError) as caught:
        pad.update([Patch(slip.section, "replace", "- new")])
    pad.close()
    assert caught.value.code == "wrong-profile"
    assert files(pad_path) == before


def test_readers_serve_the_pad_itself_with_the_reason(
    slip: Slip, pad_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Never the empty skeleton of another profile; an agent keeps what it knew."""
    written(pad_path, slip)
    store = slipped(pad_path, slip, monkeypatch)
    before = files(pad_path)
    reading = store.read()
    own = slip.hand if slip.hand in (OWN_LATER, AUDITED_TEXT) else slip.text
    assert (reading.state, reading.document.text()) == ("wrong-profile", own)
    assert slip.word in reading.notice
    prompt = prompt_text(store, session="s")
    # Of a session pad an agent gets what is recalled.
    shown = own if "## Scratch" not in own else own.split("\n")[1]
    assert shown in prompt
    assert slip.word in prompt
    checked = check_pad(store)
    assert checked is not None
    assert [problem.code for problem in checked.errors] == ["wrong-profile"]
    view = build_view(store, None, now=now())
    assert (view.state, [section.name for section in view.sections]) == (
        "BROKEN",
        list(reading.document.profile.names),
    )
    assert slip.word in view.sentence
    assert not view.sentence.startswith("Line")
    if own != AUDITED_TEXT:
        assert store.document_of(1).profile == reading.document.profile
    assert files(pad_path) == before


def test_after_the_mend_all_goes_on_as_before(
    slip: Slip, pad_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next write finds the pad and its history untouched."""
    written(pad_path, slip)
    store = slipped(pad_path, slip, monkeypatch)
    versions = versions_of(store)
    with pytest.raises(InputError):
        store.apply([Patch(slip.section, "replace", "- new")])
    store.close()
    monkeypatch.delenv("SCRATCHPAD_PROFILE", raising=False)
    settings(pad_path, slip.before)
    pad_path.write_text(slip.text)
    store = PadStore(pad_path)
    name = "Scratch" if "Scratch" in store.profile.names else slip.section
    new = "- 2026-07-20T10:12Z [observed] new" if name == "Scratch" else "- new"
    store.apply([Patch(name, "replace", new)])
    store.close()
    assert store.read().document.content(name) == [new]
    assert {**versions_of(store), **versions} == versions_of(store)
    assert quarantine_of(store) == []


# What tells without a history


@pytest.mark.parametrize(
    ("text", "flag", "word"),
    [
        (TEXT, "session", "profile task"),
        (SESSION_TEXT, "task", "profile session"),
        ("## Scratch\n- a note\n", "task", "profile session"),
        (AUDITED_TEXT, "task", "profile audited"),
    ],
)
def test_a_pad_that_parses_in_another_profile_is_not_broken(
    text: str, flag: str, word: str, pad_path: Path
) -> None:
    """Also one that was never saved by us."""
    store = PadStore(pad_path, profile=flag)
    put(store, text)
    with pytest.raises(InputError, match=word):
        store.apply([Patch("Next", "replace", "new")])
    assert (pad_path.read_text(), quarantine_of(store)) == (text, [])
    assert store.read().document.text() == text


def test_a_pad_of_no_known_profile_is_refused_while_the_settings_have_a_fault(pad_path: Path) -> None:
    """Nothing but the settings could tell what it is."""
    settings(pad_path, NOT_TOML)
    store = PadStore(pad_path)
    put(store, OWN)
    with pytest.raises(InputError, match="not TOML"):
        store.recover()
    assert (pad_path.read_text(), quarantine_of(store)) == (OWN, [])
    assert store.read().document.text() == OWN


@pytest.mark.parametrize("toml", [NOT_TOML, 'profile = "tsak"\n', "[lock]\nmode = 3\nprofle = 1\n"])
def test_a_whole_pad_of_a_known_profile_is_written_whatever_the_settings_say(
    toml: str, pad_path: Path
) -> None:
    """A slip in the settings stops nothing that it cannot hurt."""
    settings(pad_path, toml)
    store = PadStore(pad_path)
    put(store, TEXT)
    assert store.apply([Patch("Next", "replace", "new")]).changed
    put(store, BROKEN)
    assert store.apply([Patch("Next", "replace", "newer")]).changed
    assert len(quarantine_of(store)) == 1


@pytest.mark.parametrize("flag", [None, "task"])
def test_a_new_pad_waits_for_settings_that_can_be_read(flag: str | None, pad_path: Path) -> None:
    """Its sections are for life; a name on the command line tells them."""
    settings(pad_path, 'profile = "reserch"\n')
    store = PadStore(pad_path, profile=flag)
    assert (store.read().state, store.read().notice) == ("fresh", "")
    if flag:
        assert store.create()
        return
    writes: tuple[Callable[[], object], ...] = (
        store.create,
        lambda: store.apply([Patch("Next", "replace", "new")]),
        store.start_fresh,
    )
    for act in writes:
        with pytest.raises(InputError, match="reserch") as caught:
            act()
        assert caught.value.code == "wrong-profile"
    assert os.listdir(pad_path.parent) == ["scratchpad.toml"]


# What is broken by hand still is


TWO_OF_AUDITED = "## Findings\n- a\n\n## Open\n- b\n"
"""Headings that are all those of another profile, and not all of them."""
BY_HAND = (
    BROKEN,
    TEXT + "```\n",
    TEXT.replace("## ", "# "),
    "## Vibes\n- all headings gone\n",
    "no heading at all\n",
    TEXT.replace("## Task", "## Scratch"),
    b"\xff\xfe",
    b"",
)


@pytest.mark.parametrize(
    ("named", "text"),
    [*((named, text) for named in (None, "task") for text in BY_HAND), ("task", TWO_OF_AUDITED)],
)
def test_a_pad_that_a_hand_broke_goes_to_quarantine_as_ever(
    named: str | None, text: str | bytes, pad_path: Path
) -> None:
    """Its history is of the profile that it is judged by."""
    slip = SLIPS["task, --profile session"]
    written(pad_path, slip)
    store = PadStore(pad_path, profile=named)
    put(store, text)
    assert store.apply([Patch("Next", "replace", "new")]).changed
    assert [path.read_bytes() for path in quarantine_of(store)] == [
        text.encode() if isinstance(text, str) else text
    ]
    assert store.read().document.content("Findings") == ["- retries are counted per worker"]


def test_a_damaged_newest_version_tells_nothing(pad_path: Path) -> None:
    """The one before it does, and is what comes back."""
    slip = SLIPS["task, --profile session"]
    written(pad_path, slip)
    store = PadStore(pad_path)
    store.apply([Patch("Next", "replace", "new")])
    for damaged in (BROKEN, TEXT + "```\n", "\0"):
        Path(store.history.path(2)).write_text(damaged)
        put(store, BROKEN)
        assert store.read().state == "broken"
    assert store.apply([Patch("Next", "append", "more")]).changed
    assert len(quarantine_of(store)) == 1
