"""What stands beside a pad's text, in its journal and its messages, never has a secret, whatever the pad holds by hand."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from scratchpad_tui.core.errors import PatchError, ScratchpadError
from scratchpad_tui.core.pad import gate
from scratchpad_tui.core.pad.patch import Patch
from tests.core.pad.secret_pads import PIECES, VALUE, by_hand, guarded, holders, refused

if TYPE_CHECKING:
    from pathlib import Path

    from scratchpad_tui.core.pad.store import PadStore


@pytest.fixture
def store(tmp_path: Path) -> PadStore:
    """A pad into which a person pasted the value."""
    store = guarded(tmp_path)
    by_hand(store, f"- key {VALUE}")
    return store


def beside(store: PadStore) -> list[str]:
    """The files with a piece of the value, but for the pad and its versions."""
    return [name for name in holders(store) if not name.endswith(".md")]


def last_event(store: PadStore) -> dict[str, Any]:
    with open(store.paths.journal, encoding="utf-8") as file:
        found: dict[str, Any] = json.loads(file.read().splitlines()[-1])
    return found


def test_a_reason_may_not_repeat_what_a_person_pasted(store: PadStore) -> None:
    """It stays in the journal when the pad's own is long taken out."""
    with pytest.raises(PatchError, match="patch 0: reason holds what looks like a GitHub token") as caught:
        store.apply([Patch("Next", "replace", "go on with it", f"because of {VALUE}")])
    assert (caught.value.code, caught.value.field) == (gate.SECRET, "reason")
    store.apply([Patch("Findings", "remove", VALUE, "no keys here")])
    assert beside(store) == []


def test_a_reason_may_not_hold_a_token_that_is_part_of_a_longer_one(tmp_path: Path) -> None:
    store = guarded(tmp_path)
    by_hand(store, f"- key {VALUE}XX99")
    with pytest.raises(PatchError, match="reason holds"):
        store.apply([Patch("Next", "replace", "x", f"since {VALUE}")])
    assert beside(store) == []


def test_reasons_of_one_list_may_not_hold_a_token_between_them(tmp_path: Path) -> None:
    store = guarded(tmp_path)
    with refused(store) as told:
        store.apply(
            [
                Patch("Findings", "append", "x", VALUE[:20]),
                Patch("Plan", "append", "z"),
                Patch("Next", "replace", "y", VALUE[20:]),
            ]
        )
    (error,) = told
    assert isinstance(error, PatchError)
    assert (error.index, error.field) == (2, "reason")


@pytest.mark.parametrize("field", ["section", "op", "check"])
def test_other_fields_may_not_repeat_it_either(store: PadStore, field: str) -> None:
    """The journal names the section of each patch, and the item that a `check` was about."""
    patch = Patch("Plan", "check", VALUE) if field == "check" else Patch("Next", "append", "x")
    patch = patch if field == "check" else patch._replace(**{field: VALUE})
    with pytest.raises(PatchError, match=f"{'content' if field == 'check' else field} holds"):
        store.apply([Patch("Next", "replace", "x"), patch])
    assert beside(store) == []


@pytest.mark.parametrize(
    "refusal",
    [
        Patch("Nope", "append", VALUE),
        Patch("Findings", "append", f"a\n## key {VALUE}"),
        Patch("Findings", "append", f"a\n## a heading that is cut off before its end: {VALUE}"),
    ],
    ids=["kept", "quoted", "cut off"],
)
def test_a_list_that_repeats_it_and_is_refused_for_something_else_is_not_kept(
    store: PadStore, refusal: Patch
) -> None:
    with pytest.raises(ScratchpadError) as caught:
        store.apply([Patch("Findings", "remove", VALUE), refusal])
    assert caught.value.code != gate.SECRET
    assert not any(piece in str(caught.value) for piece in PIECES)
    event = last_event(store)
    assert (event["event"], event["code"], event["patches"]) == ("refused", caught.value.code, None)
    assert beside(store) == []


def test_a_refused_list_without_any_secret_is_kept_though_the_pad_holds_one(store: PadStore) -> None:
    with pytest.raises(PatchError):
        store.apply([Patch("Nope", "append", "what was meant")])
    assert last_event(store)["patches"][0]["content"] == "what was meant"


def test_an_events_message_may_not_repeat_it(store: PadStore) -> None:
    with pytest.raises(ScratchpadError, match="the message holds what looks like a GitHub token") as caught:
        store.record_event("compaction", f"the context with {VALUE} was compacted")
    assert caught.value.code == gate.SECRET
    assert beside(store) == []


def test_what_broke_a_pad_is_told_without_the_secret_in_that_line(tmp_path: Path) -> None:
    """The quarantined file keeps it, as it came in; the journal's sentence about it does not."""
    store = guarded(tmp_path)
    by_hand(store, f"## key {VALUE}")
    warnings = store.apply([Patch("Next", "replace", "x")]).warnings
    assert 'unknown section "key ****"' in " ".join(warnings)
    assert beside(store) == []
