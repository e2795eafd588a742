"""The filter of the list: what words mean, and a search that reads from the newest back and can be stopped."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.errors import InputError
from scratchpad_tui.core.pad.chronicle import Chronicle
from scratchpad_tui.core.pad.history import History
from scratchpad_tui.core.pad.wanted import Search, Wanted, read_wanted
from tests.core.pad.histories import NAMES, Past, pad_text

if TYPE_CHECKING:
    from pathlib import Path

    from scratchpad_tui.core.pad.moments import Moments


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("", Wanted()),
        ("redis pool", Wanted("redis pool")),
        ("section:Findings redis", Wanted("redis", ("Findings",))),
        ("section:find", Wanted("", ("Findings",))),
        ('section:"Ruled out" x', Wanted("x", ("Ruled out",))),
        ("actor:you actor:external", Wanted("", (), ("human", "external"))),
        ("actor:ag actor:restored actor:recover", Wanted("", (), ("agent", "restore", "recover"))),
        ("kind:refused kind:restored", Wanted("", (), (), ("refused", "restore"))),
        ("turn:57 turn:t58", Wanted("", (), (), (), ("57", "t58", "58"))),
        ("author:you Author:agent actor:external", Wanted("", (), ("human", "agent", "external"))),
        ("ACTOR:You Actor:Agent", Wanted("", (), ("human", "agent"))),
        ("http://x.example a:b", Wanted("http://x.example a:b")),
        ('"section:x"', Wanted("section:x")),
        ('"autor:you"', Wanted("autor:you")),
        ("connection:refused type:x", Wanted("connection:refused type:x")),
        ("urn:4 burn:4 factor:2 selection:x", Wanted("urn:4 burn:4 factor:2 selection:x")),
        ("turner:1 act:x reaction: :: : k:1", Wanted("turner:1 act:x reaction: :: : k:1")),
    ],
)
def test_words_say_what_is_wanted(words: str, wanted: Wanted) -> None:
    assert read_wanted(words, NAMES) == wanted


@pytest.mark.parametrize(
    "words", ["section:Paln", "section:", 'section:""', "kind:odd", "kind:", "actor:bob", "author:bob"]
)
def test_an_unknown_name_is_told_with_the_known_ones(words: str) -> None:
    with pytest.raises(InputError, match="use one of: ") as caught:
        read_wanted(words, NAMES)
    known = {"section": "Task", "kind": "refused", "actor": "agent, you, external"}
    named = words.partition(":")[0]
    assert known[{"author": "actor"}.get(named, named)] in str(caught.value)
    is_bare = not words.partition(":")[2].strip('"')
    assert (f"nothing stands behind {named}:;" if is_bare else f'there is no {named} "') in str(caught.value)


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("autor:you", "author"),
        ("redis Sections:x", "section"),
        ("turns:57", "turn"),
        ("kinds:refused", "kind"),
        ("autor:", "author"),
        ("auther:you", "author"),
        ("auhtor:you", "author"),
        ("Trun:3", "turn"),
        ("king:refused", "kind"),
        ("acto:you", "actor"),
    ],
)
def test_a_misspelt_field_is_told_with_the_one_that_was_meant(words: str, meant: str) -> None:
    """Looked for as text it would find nothing, and seem to say that there is nothing."""
    with pytest.raises(InputError, match=f"write {meant}: for that, or put the words in quotes"):
        read_wanted(words, NAMES)


@pytest.mark.parametrize("words", ["turn:", "actor:", "author:", 'actor:""', "redis turn: x"])
def test_a_field_with_nothing_behind_is_told_with_an_example(words: str) -> None:
    with pytest.raises(
        InputError,
        match=r"nothing stands behind (turn|actor|author):; such as \1:(57|agent, \1:you or \1:external)",
    ):
        read_wanted(words, NAMES)


@pytest.fixture
def past(tmp_path: Path) -> Past:
    """Five versions and two events."""
    past = Past(tmp_path)
    past.version(pad_text({"Findings": ["- CI has no redis"]}))
    past.version(pad_text({"Findings": ["- CI has no redis", "- other"]}), actor="external", turn=None)
    past.event("refused", "a patch about REDIS")
    past.version(pad_text({"Findings": ["- other"]}), sections=["Findings"], alarms=["Findings went away"])
    past.version(pad_text({"Plan": ["1. [ ] x"], "Findings": ["- other"]}), sections=["Plan"], actor="human")
    past.event("compaction", "116k to 31k")
    past.version(
        pad_text({"Plan": ["1. [ ] start Redis"], "Findings": ["- other"]}), actor="restore", by="human"
    )
    return past


def found(past: Past, wanted: Wanted) -> list[str]:
    moments, search = searched(past, wanted)
    search.run()
    assert search.ended
    assert search.looked == search.total == len(moments)
    picked = (moments[place] for place in search.places)
    return [moment.kind if moment.is_event else f"v{moment.version}" for moment in picked]


def searched(past: Past, wanted: Wanted) -> tuple[Moments, Search]:
    history = History(past.paths)
    moments = Chronicle().read(history)
    return moments, Search(moments, wanted, lambda n: history.read(n) if n else pad_text({}).encode())


@pytest.mark.parametrize(
    ("words", "places"),
    [
        ("redis", ["v1", "refused", "v3", "v5"]),
        ("went away", ["v3"]),
        ("section:Plan", ["v4"]),
        ("actor:you", ["v4", "v5"]),
        ("actor:restored", ["v5"]),
        ("actor:external", ["v2"]),
        ("kind:alarm", ["v3"]),
        ("kind:event", ["refused", "compaction"]),
        ("kind:restored", ["v5"]),
        ("kind:version redis", ["v1", "v3", "v5"]),
        ("turn:1", ["v1"]),
        ("nothing has this", []),
    ],
)
def test_versions_are_found_that_brought_or_took_a_text(past: Past, words: str, places: list[str]) -> None:
    assert found(past, read_wanted(words, NAMES)) == places


def test_a_version_that_is_gone_is_no_match_and_no_fault(past: Past) -> None:
    (past.folder / "00000002.md").unlink()
    assert found(past, Wanted("redis")) == ["v1", "refused", "v3", "v5"]
    (past.folder / "00000001.md").unlink()
    assert found(past, Wanted("redis")) == ["refused", "v5"]


def test_each_version_is_read_once(past: Past) -> None:
    moments, _ = searched(past, Wanted())
    asked: list[int] = []
    history = History(past.paths)

    def reading(number: int) -> bytes:
        asked.append(number)
        return history.read(number) if number else b""

    Search(moments, Wanted("redis"), reading).run()
    assert asked == [5, 4, 3, 2, 1, 0]


def test_a_search_that_is_stopped_keeps_what_it_found(past: Past) -> None:
    """And tells how far it came: the newest first."""
    moments, _ = searched(past, Wanted())
    search: Search
    history = History(past.paths)

    def reading(number: int) -> bytes:
        if number == 3:
            search.stop()
        return history.read(number)

    search = Search(moments, Wanted("redis"), reading)
    search.run()
    assert not search.ended
    assert 0 < search.looked < search.total
    assert [moments[place].version for place in search.places][-1] == 5


def test_only_what_was_added_is_looked_at(past: Past) -> None:
    moments, _ = searched(past, Wanted())
    history = History(past.paths)
    search = Search(moments, Wanted("redis"), history.read, start=6)
    search.run()
    assert search.looked == 1
    assert list(search.places) == [6]
