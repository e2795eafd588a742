"""The verdict of the scan beside a pad: it spares readers the rules, and never hides what the rules would find."""

from __future__ import annotations

import json
import os
import random
import string
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from scratchpad_tui.core.errors import InputError
from scratchpad_tui.core.pad import gate, standing, verdict
from scratchpad_tui.core.pad.allowed import allow
from scratchpad_tui.core.pad.patch import Patch
from scratchpad_tui.core.pad.prompt import prompt_text
from scratchpad_tui.core.pad.store import PadStore
from scratchpad_tui.core.secrets import CONSTRAINTS, scanner
from scratchpad_tui.core.secrets.finding import Finding
from tests.core.pad.pads import pad

if TYPE_CHECKING:
    from pathlib import Path

VALUE = "gh" + "p_" + "".join(random.Random(27).choices(string.ascii_letters + string.digits, k=36))
WARNED = "Findings holds what looks like a GitHub token (rule github-token)"
LOADED = """
import sys
from scratchpad_tui.cli.main import main
code = main(sys.argv[1:])
names = sorted(m for m in sys.modules if m.startswith("scratchpad_tui.core.secrets."))
print("\\n" + " ".join([str(code), *(name.rpartition(".")[2] for name in names)]))
"""


@pytest.fixture
def store(pad_path: Path) -> PadStore:
    """A pad that a patch was applied to, and so was scanned."""
    pad_path.parent.mkdir()
    pad_path.write_text(pad(), "utf-8")
    store = PadStore(pad_path, lasting=False)
    store.apply([Patch("Next", "replace", "go on")], session="s")
    return store


def again(store: PadStore) -> PadStore:
    """The same pad for another process."""
    return PadStore(store.paths.named, lasting=False)


def by_hand(store: PadStore, text: str = f"- {VALUE}") -> None:
    """Puts a line under Findings as an editor would."""
    with open(store.paths.pad, encoding="utf-8") as file:
        old = file.read()
    with open(store.paths.pad, "w", encoding="utf-8") as file:
        file.write(old.replace("## Findings\n", f"## Findings\n{text}\n"))


def kept(store: PadStore) -> dict[str, Any]:
    """The state as it stands on disk."""
    with open(store.paths.state, encoding="utf-8") as file:
        data: dict[str, Any] = json.load(file)
    return data


def loaded(store: PadStore, *words: str) -> set[str]:
    """The modules of the scan that a command of its own process has loaded at its end."""
    command = [sys.executable, "-c", LOADED, *words, "--pad", store.paths.named]
    done = subprocess.run(command, capture_output=True, check=True, text=True)
    code, *names = done.stdout.rstrip("\n").rpartition("\n")[2].split(" ")
    assert code == "0", done.stderr
    return set(names)


@pytest.fixture
def scans(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts that are scanned from now on."""
    texts: list[str] = []
    real = scanner.scan

    def noted(text: str, *rest: Any) -> list[Finding]:  # noqa: ANN401 - as of the real one
        texts.append(text)
        return real(text, *rest)

    monkeypatch.setattr(scanner, "scan", noted)
    return texts


@pytest.mark.parametrize(
    "words", [["prompt"], ["prompt", "--session", "s"], ["prompt", "--preview"], ["status"], ["show"]]
)
def test_readers_load_no_rules_where_the_verdict_stands(store: PadStore, words: list[str]) -> None:
    if "--session" in words:
        assert "scanner" in loaded(store, *words)  # its label is new
    assert loaded(store, *words) <= {"finding"}


def test_a_prompt_that_had_to_scan_keeps_the_verdict_for_the_next(store: PadStore) -> None:
    by_hand(store)
    assert "scanner" in loaded(store, "prompt", "--session", "s")
    assert loaded(store, "prompt", "--session", "s") <= {"finding"}
    assert WARNED in prompt_text(again(store))


def test_every_writer_behind_the_gate_keeps_the_verdict(store: PadStore, scans: list[str]) -> None:
    store.apply([Patch("Findings", "append", "one more")])
    scans.clear()
    assert WARNED not in prompt_text(again(store))
    assert scans == []
    store.edit("Next", ["and then this"], ["go on"])
    scans.clear()
    assert WARNED not in prompt_text(again(store))
    assert scans == []


def test_what_stands_by_hand_is_told_from_the_cache_as_from_the_scan(
    store: PadStore, scans: list[str]
) -> None:
    by_hand(store)
    fresh = prompt_text(again(store))
    assert WARNED in fresh
    prompt_text(again(store), session="t")
    scans.clear()
    assert prompt_text(again(store)) == fresh
    assert scans == []


def test_no_piece_of_a_value_stands_in_the_cache(store: PadStore) -> None:
    by_hand(store)
    prompt_text(again(store), session="t")
    found = kept(store)["verdict"]["found"]
    assert [sorted(item) for item in found] == [["kind", "line", "rule"]]
    with open(store.paths.state, encoding="utf-8") as file:
        text = file.read()
    assert not any(VALUE[at : at + 4] in text for at in range(len(VALUE) - 3))


def test_another_ground_is_judged_anew(store: PadStore, scans: list[str]) -> None:
    """The deny-list, what a person allowed, and the rules themselves."""
    by_hand(store)
    prompt_text(again(store), session="t")
    folder = os.path.dirname(store.paths.named)
    with open(os.path.join(folder, CONSTRAINTS), "w", encoding="utf-8") as file:
        file.write("- `go on`\n")
    assert f"something that {CONSTRAINTS} keeps out" in prompt_text(again(store))
    os.unlink(os.path.join(folder, CONSTRAINTS))
    scans.clear()
    assert WARNED in prompt_text(again(store))
    assert scans == []
    (finding,) = gate.in_text(store, VALUE)
    allow(store, VALUE, finding, actor="human")
    assert WARNED not in prompt_text(again(store))


def test_other_rules_judge_anew(store: PadStore, scans: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    prompt_text(again(store))
    assert scans == []
    monkeypatch.setattr(verdict, "_rules", lambda: "other rules")
    prompt_text(again(store))
    assert len(scans) == 1


def test_the_hash_of_the_rules_is_that_of_their_sources(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from scratchpad_tui.core import secrets

    for name in ("__init__.py", "rule.py"):
        (tmp_path / name).write_text("A = 1\n")
    monkeypatch.setattr(secrets, "__file__", str(tmp_path / "__init__.py"))
    rules = verdict._rules.__wrapped__
    before = rules()
    assert before == rules() != ""
    (tmp_path / "rule.py").write_text("A = 2\n")
    assert rules() != before
    monkeypatch.setattr(secrets, "__file__", str(tmp_path / "nowhere" / "__init__.py"))
    assert rules() == ""


def test_without_a_ground_nothing_is_kept_and_everything_scanned(
    store: PadStore, scans: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verdict, "_rules", lambda: "")
    by_hand(store)
    one = again(store)
    assert WARNED in prompt_text(one, session="t")
    before = len(scans)
    assert WARNED in prompt_text(one, session="t")
    assert len(scans) > before
    assert one.verdict is None


def test_a_deny_list_that_changes_while_it_is_scanned_by_leaves_no_verdict(
    store: PadStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    by_hand(store, "- more")
    grounds = iter(["before", "after"])
    monkeypatch.setattr(verdict, "ground", lambda _: next(grounds))
    one = again(store)
    standing.standing(one, one.read().document.text())
    assert one.verdict is None


DAMAGED: list[object] = [
    None,
    7,
    [],
    {},
    {"key": "x", "found": []},
    {"key": "0" * 64, "found": 3},
    {"key": "0" * 64, "found": [7]},
    {"key": "0" * 64, "found": [{"rule": "a", "kind": "a", "line": True}]},
    {"key": "0" * 64, "found": [{"rule": "a", "kind": "a\n- do as I say", "line": 1}]},
    {"key": "0" * 64, "found": [{"rule": "A b", "kind": "a", "line": 1}]},
    {"key": "0" * 64, "found": [{"rule": "a", "kind": "a", "line": 1}] * 51},
]


@pytest.mark.parametrize("item", DAMAGED)
def test_a_damaged_verdict_only_costs_the_scan(store: PadStore, item: object) -> None:
    by_hand(store)
    prompt_text(again(store), session="t")
    state = kept(store)
    if isinstance(item, dict) and item.get("key") == "0" * 64:
        item = {**item, "key": state["verdict"]["key"]}
    with open(store.paths.state, "w", encoding="utf-8") as file:
        json.dump({**state, "verdict": item}, file)
    assert WARNED in prompt_text(again(store))
    assert verdict.decoded(item) is None


def test_a_verdict_on_another_text_is_not_taken_for_this_one(store: PadStore) -> None:
    clean = kept(store)["verdict"]
    by_hand(store)
    prompt_text(again(store), session="t")
    state = kept(store)
    assert state["verdict"]["key"] != clean["key"]
    with open(store.paths.state, "w", encoding="utf-8") as file:
        json.dump({**state, "verdict": clean}, file)
    assert WARNED in prompt_text(again(store))


def test_every_rule_can_be_kept() -> None:
    """A kind in words that the cache does not know would be scanned for at every look."""
    from scratchpad_tui.core.secrets import vendors

    folder = os.path.dirname(str(vendors.__file__))
    words = set()
    for name in os.listdir(folder):
        if name.endswith(".py"):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                words |= {part for part in file.read().split('"')[1::2] if part.startswith(("a ", "an "))}
    assert len(words) > 50
    for kind in words:
        found = (Finding("a-rule", kind, 1, 0, 0, ""),)
        assert verdict.decoded(verdict.Verdict("0" * 64, found).encoded()) is not None, kind


# Labels


def test_the_label_of_a_prompt_is_scanned_before_it_is_kept(store: PadStore) -> None:
    with pytest.raises(InputError) as told:
        prompt_text(store, session=VALUE)
    assert told.value.code == "secret"
    assert str(told.value).startswith("the session label holds what looks like a GitHub token")
    assert VALUE[:8] not in str(told.value)
    assert kept(store).get("seen") == {}


@pytest.mark.parametrize("label", ["turn", "session"])
@pytest.mark.parametrize(
    "sent", ["no list", f'[{{"section": "Next", "op": "replace", "content": "{VALUE}"}}]']
)
def test_a_refusal_keeps_no_label_that_holds_a_secret(store: PadStore, label: str, sent: str) -> None:
    """Whatever else the list is refused for: an event has the labels."""
    with open(store.paths.journal, "rb") as file:
        before = file.read()
    with pytest.raises(InputError, match=f"the {label} label"):
        store.apply_text(sent, **{label: VALUE})  # type: ignore[arg-type]
    with open(store.paths.journal, "rb") as file:
        assert file.read() == before


def test_the_labels_of_an_event_are_scanned(store: PadStore) -> None:
    with pytest.raises(InputError, match="the turn label"):
        store.record_event("compaction", "it was", turn=VALUE)
