"""No secret comes into a pad by us: nothing is written, nothing is told of the value, and what a person put there stays."""

from __future__ import annotations

import json
import os
import stat
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.clock import now
from scratchpad_tui.core.errors import InputError, PatchError, StorageError
from scratchpad_tui.core.health import signs
from scratchpad_tui.core.pad import gate, transaction
from scratchpad_tui.core.pad.allowed import allow
from scratchpad_tui.core.pad.check import check_pad
from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.pad.prompt import prompt_text
from scratchpad_tui.core.pad.snapshot import take_snapshot
from scratchpad_tui.core.pad.store import PadStore
from scratchpad_tui.core.pad.whole_edit import edit_pad, pad_text
from scratchpad_tui.core.pad.writing import writing
from scratchpad_tui.core.secrets import scanner
from scratchpad_tui.core.secrets.constraints import NAME
from tests.core.pad.pads import BODY
from tests.core.pad.secret_pads import PIECES, VALUE, by_hand, files, guarded, holders, refused

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def store(tmp_path: Path) -> PadStore:
    """A pad with one version."""
    return guarded(tmp_path)


# Patches


@pytest.mark.parametrize("op", ["append", "replace"])
@pytest.mark.parametrize("words", ["the value is {}.", "- `{}`:", "({})", "text\n- first\n- {}"])
def test_a_patch_with_a_secret_is_refused_and_kept_nowhere(store: PadStore, op: str, words: str) -> None:
    patches = [Patch("Next", "replace", "fine"), Patch("Findings", op, words.replace("{}", VALUE))]

    with refused(store) as told:
        store.apply(patches)

    (error,) = told
    assert isinstance(error, PatchError)
    assert (error.index, error.field) == (1, "content")
    assert "github-token" in str(error)
    if "\n" in words:
        assert "line 3" in str(error)


def test_the_refusal_is_kept_with_rule_and_place_alone(store: PadStore) -> None:
    with refused(store):
        store.apply([Patch("Findings", "append", VALUE)], turn="7")

    with open(store.paths.journal, encoding="utf-8") as file:
        event = json.loads(file.read().splitlines()[-1])
    assert event["event"] == "refused"
    assert (event["code"], event["rule"], event["line"], event["index"]) == ("secret", "github-token", 1, 0)
    assert "patches" not in event


@pytest.mark.parametrize(
    "text",
    [
        json.dumps([{"section": "Findings", "op": "append", "content": "x", "reason": VALUE}]),
        json.dumps([{"section": VALUE, "op": "append", "content": "x"}]),
        json.dumps([{"section": "Findings", "op": VALUE, "content": "x"}]),
        json.dumps([{"section": "Findings", "op": "append", "content": "x", VALUE: "y"}]),
        json.dumps([{"section": "Findings", "op": "append", "content": f"## {VALUE}"}]),
        f"here is my list: [{VALUE}]",
        f'[{{"section": "Findings", "content": "{VALUE}"',
    ],
)
def test_no_other_refusal_tells_or_keeps_it(store: PadStore, text: str) -> None:
    with refused(store):
        store.apply_text(text)


@pytest.mark.parametrize("label", ["turn", "session"])
def test_labels_are_scanned_too(store: PadStore, label: str) -> None:
    with refused(store):
        store.apply([Patch("Findings", "append", "x")], **{label: VALUE})  # type: ignore[arg-type]


def test_a_dry_run_is_refused_as_the_change_would_be(store: PadStore) -> None:
    before = files(store)
    with refused(store):
        store.apply([Patch("Findings", "append", VALUE)], dry_run=True)

    assert files(store) == before


def test_one_cut_over_two_patches_is_refused_by_what_the_section_becomes(store: PadStore) -> None:
    halves = [
        Patch("Findings", "append", f"- part one {VALUE[:18]}"),
        Patch("Findings", "append", f"{VALUE[18:]} part two"),
    ]
    with pytest.raises(PatchError) as told:
        store.apply(halves)

    assert (told.value.code, told.value.index) == ("secret", 1)
    assert not any(piece in str(told.value) for piece in PIECES)
    assert holders(store) == []


def test_one_cut_over_two_turns_is_refused_at_the_second(store: PadStore) -> None:
    store.apply([Patch("Findings", "append", f"- part one {VALUE[:18]}")])

    with pytest.raises(PatchError) as told:
        store.apply([Patch("Findings", "append", f"{VALUE[18:]} part two")])

    assert told.value.code == "secret"


def test_it_is_refused_while_another_holds_the_lock(store: PadStore) -> None:
    with writing(store), refused(store):
        store.apply([Patch("Findings", "append", VALUE)], timeout=0.0)


def test_an_empty_list_is_not_scanned(store: PadStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scanner, "scan", None)

    assert not store.apply([]).changed


# What came in by hand


def test_one_put_there_by_hand_only_warns_and_stays(store: PadStore) -> None:
    by_hand(store, f"- {VALUE}")

    outcome = store.apply([Patch("Next", "replace", "further")])

    assert VALUE in store.read().document.text()
    (warning,) = outcome.warnings
    assert "Findings holds what looks like a GitHub token" in warning
    assert not any(piece in warning for piece in PIECES)


def test_a_second_one_beside_it_is_refused_all_the_same(store: PadStore) -> None:
    by_hand(store, f"- {VALUE}")
    other = VALUE[:4] + VALUE[:3:-1]

    with pytest.raises(PatchError) as told:
        store.apply([Patch("Findings", "append", other)])

    assert told.value.code == "secret"


def test_the_same_one_twice_is_refused(store: PadStore) -> None:
    by_hand(store, f"- {VALUE}")

    with pytest.raises(PatchError) as told:
        store.apply([Patch("Open questions", "append", f"again {VALUE}")])

    assert told.value.code == "secret"


def test_it_can_be_taken_out_by_naming_it_and_no_warning_repeats_it(store: PadStore) -> None:
    by_hand(store, f"- a {VALUE}\n- b {VALUE}")

    outcome = store.apply([Patch("Findings", "remove", VALUE)])

    assert VALUE not in store.read().document.text()
    assert outcome.warnings
    assert not any(piece in json.dumps([outcome.warnings, store.state().warnings]) for piece in PIECES)


def test_prompt_validate_and_health_name_section_and_kind(store: PadStore) -> None:
    by_hand(store, f"- {VALUE}")

    told = prompt_text(store).partition("Current scratchpad:")[0]
    checked = check_pad(store)
    found = [sign for sign in signs(store, now()) if sign.code == "secret"]

    assert "Findings holds what looks like a GitHub token" in told
    assert checked is not None
    (problem,) = [p for p in checked.warnings if p.code == "secret"]
    assert (problem.line, problem.column) == (10, 3)
    (sign,) = found
    assert "redact" in sign.remedy
    for text in (told, problem.message, sign.message, sign.remedy):
        assert not any(piece in text for piece in PIECES)


def test_the_screen_asks_for_a_person(store: PadStore) -> None:
    assert [need.code for need in take_snapshot(store, None, now=now()).needs if need.code == "secret"] == []
    by_hand(store, f"- {VALUE}")

    (need,) = [need for need in take_snapshot(store, None, now=now()).needs if need.code == "secret"]

    assert (need.count, need.brief) == (1, "1 secret")
    assert need.words.startswith("Findings holds what looks like a GitHub token")
    assert not any(piece in repr(need) for piece in PIECES)


def test_a_clean_pad_is_told_of_nowhere(store: PadStore) -> None:
    checked = check_pad(store)

    assert checked is not None
    assert checked.warnings == ()
    assert [sign.code for sign in signs(store, now()) if sign.code in ("secret", "constraints")] == []


# A person's own writing


def test_a_persons_edit_of_a_section_is_refused_too(store: PadStore) -> None:
    with refused(store) as told:
        store.edit("Findings", [*BODY["Findings"], f"- {VALUE}"], BODY["Findings"])

    assert "line 2" in str(told[0])
    assert isinstance(told[0], InputError)


def test_a_persons_edit_of_the_whole_pad_is_refused_too(store: PadStore) -> None:
    text = pad_text(store)

    with refused(store):
        edit_pad(store, text.data.decode().replace("go on", VALUE), text.data)


def test_mending_a_broken_pad_may_keep_what_stands_there(store: PadStore) -> None:
    by_hand(store, f"- {VALUE}")
    with open(store.paths.pad, "rb") as file:
        broken = file.read().replace(b"## Plan", b"## Plam")
    with open(store.paths.pad, "wb") as file:
        file.write(broken)

    assert edit_pad(store, broken.replace(b"## Plam", b"## Plan"), broken).changed
    assert store.read().state == "good"


def test_lines_from_quarantine_are_scanned(store: PadStore) -> None:
    with open(store.paths.pad, "rb") as file:
        good = file.read()
    with open(store.paths.pad, "wb") as file:
        file.write(
            good.replace(b"## Plan", b"## Plam").replace(
                b"## Findings\n", f"## Findings\n- {VALUE}\n".encode()
            )
        )
    store.recover()

    with pytest.raises(InputError) as told:
        store.take("all")

    assert told.value.code == "secret"


def test_restore_and_undo_bring_back_what_history_holds_and_say_so(store: PadStore) -> None:
    by_hand(store, f"- {VALUE}")
    held = store.record_external()
    assert held is not None
    cleared = store.apply([Patch("Findings", "clear", "")]).version

    undone = store.revert(cleared)
    assert VALUE in store.read().document.text()
    store.apply([Patch("Findings", "clear", "")])
    restored = store.restore(held)

    for outcome in (undone, restored):
        assert any("GitHub token" in warning for warning in outcome.warnings)


# Races


def test_a_change_by_another_between_scan_and_lock_is_scanned_again(
    store: PadStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other writer brings the first half; the second half alone was clean when it was scanned."""
    real = transaction.change
    times: list[int] = []

    def late(*args: object, **options: object) -> object:
        if not times:
            by_hand(store, f"- part one {VALUE[:18]}")
        times.append(1)
        return real(*args, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(transaction, "change", late)
    with pytest.raises(PatchError) as told:
        store.apply([Patch("Findings", "append", "between"), Patch("Findings", "remove", "between"),
                     Patch("Findings", "remove", "rows are split"), Patch("Findings", "append", VALUE[18:])])  # fmt: skip

    assert told.value.code == "secret"
    assert len(times) == 1  # refused by the second scan, before the lock


def test_a_harmless_change_by_another_only_costs_a_second_look(
    store: PadStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = transaction.change
    times: list[int] = []

    def late(*args: object, **options: object) -> object:
        if not times:
            by_hand(store, "- theirs")
        times.append(1)
        return real(*args, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(transaction, "change", late)
    store.apply([Patch("Findings", "append", "mine")])

    assert len(times) == 2
    assert {"- theirs", "- mine"} <= set(store.read().document.body("Findings"))


# A scan that fails


@pytest.mark.parametrize(
    "error", [RuntimeError(VALUE), scanner.ScanTimeoutError("it took more than 20 seconds")]
)
def test_a_scan_that_fails_blocks_and_says_why_without_the_text(
    store: PadStore, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(scanner, "scan", fail)
    with refused(store) as told:
        store.apply([Patch("Findings", "append", "harmless")])
    with refused(store):
        store.edit("Findings", ["- harmless"], BODY["Findings"])

    assert "the secrets scan failed" in str(told[0])
    assert ("RuntimeError" if isinstance(error, RuntimeError) else "more than 20 seconds") in str(told[0])
    by_hand(store, "- not scanned yet")
    assert "the secrets scan failed" in prompt_text(PadStore(store.paths.named))
    assert "secrets-scan" in [sign.code for sign in signs(store, now())]


# What a person allowed


def test_a_person_may_allow_one_value_and_that_one_alone(store: PadStore) -> None:
    (finding,) = gate.in_text(store, VALUE)
    allow(store, VALUE, finding, actor="human")

    assert store.apply([Patch("Findings", "append", f"an example: {VALUE}")]).changed
    other = VALUE[:4] + VALUE[:3:-1]
    with pytest.raises(PatchError):
        store.apply([Patch("Findings", "append", other)])
    assert check_pad(store).warnings == ()  # type: ignore[union-attr]


@pytest.mark.parametrize("actor", ["agent", "hook", "mcp", ""])
def test_nobody_else_may(store: PadStore, actor: str) -> None:
    (finding,) = gate.in_text(store, VALUE)
    before = files(store)

    with pytest.raises(InputError) as told:
        allow(store, VALUE, finding, actor=actor)

    assert told.value.code == "not-human"
    assert files(store) == before


def test_what_was_allowed_is_kept_privately_as_a_salted_hash(tmp_path: Path, store: PadStore) -> None:
    other = PadStore(str(tmp_path / "other.md"))
    kept = []
    for one in (store, other):
        (finding,) = gate.in_text(one, VALUE)
        allow(one, VALUE, finding, actor="human")
        path = os.path.join(one.paths.history, "allowed.json")
        assert stat.S_IMODE(os.stat(path).st_mode) == 0o600
        with open(path, encoding="utf-8") as file:
            kept.append(json.load(file))

    assert kept[0]["salt"] != kept[1]["salt"]
    assert kept[0]["allowed"][0]["hash"] != kept[1]["allowed"][0]["hash"]
    assert holders(store) == []


def test_a_damaged_list_of_what_was_allowed_allows_nothing(store: PadStore) -> None:
    (finding,) = gate.in_text(store, VALUE)
    allow(store, VALUE, finding, actor="human")
    with open(os.path.join(store.paths.history, "allowed.json"), "w", encoding="utf-8") as file:
        file.write('{"salt": 3, "allowed": [1, {"rule": "github-token"}]}')

    with refused(store):
        store.apply([Patch("Findings", "append", VALUE)])


# The deny-list


def test_the_deny_list_beside_the_pad_counts_and_its_faults_are_told(store: PadStore) -> None:
    with open(os.path.join(os.path.dirname(store.paths.pad), NAME), "w", encoding="utf-8") as file:
        file.write("- `project-nightingale`\n- `/(a+)+b/`\n- `/cust-[0-9]{6}/`\n")

    for text in ("about project-nightingale", "case cust-123456 is open"):
        with pytest.raises(PatchError) as told:
            store.apply([Patch("Findings", "append", text)])
        assert told.value.code == "secret"
        assert "nightingale" not in str(told.value)
    assert store.apply([Patch("Findings", "append", "case cust-12 is open")]).changed
    checked = check_pad(store)
    assert checked is not None
    assert [p.code for p in checked.warnings] == ["constraints"]
    assert "constraints" in [sign.code for sign in signs(store, now())]


def test_a_deny_list_that_cannot_be_read_blocks_as_any_file(store: PadStore) -> None:
    os.mkdir(os.path.join(os.path.dirname(store.paths.pad), NAME))

    with pytest.raises(StorageError, match=NAME):
        store.apply([Patch("Findings", "append", "harmless")])

    assert NAME in prompt_text(store)
    assert "secrets-scan" in [sign.code for sign in signs(store, now())]


# Other exits


def test_other_exits_refuse_with_the_place_that_is_named(store: PadStore) -> None:
    gate.refuse_secrets(store, ["fine", ""], "agent")

    with refused(store) as told:
        gate.refuse_secrets(store, ["fine", f"token {VALUE}"], "agent", where=["entry 1", "entry 2"])

    assert str(told[0]).startswith("entry 2 holds what looks like a GitHub token")
