"""What commands quote of a file or of their arguments: secrets masked, whatever hides or acts in it visible."""

from __future__ import annotations

import json
import random
import string
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.agents.hook import answer
from tests.cli.conftest import CONFLICT, GOOD

if TYPE_CHECKING:
    from tests.cli.conftest import Desk, Ended

TOKEN = "gh" + "p_" + "".join(random.Random(5).choices(string.ascii_letters + string.digits, k=36))
ESCAPE = "\x1b]0;owned\x07"
WORDS = f"{TOKEN} {ESCAPE}"
HEADING = GOOD.replace("## Plan", f"## Plam {WORDS}")
SESSION = "## Scratch\n- 2026-07-20T10:12Z [observed] x\n\n## Episodic\n\n## Durable\n- keep this line\n- and this\n"


def check_quoted(ended: Ended) -> None:
    """No secret and nothing that acts on a terminal, in a text or in a message of a document."""
    for text in (ended.out, ended.err):
        assert TOKEN[:12] not in text
        assert "\x1b" not in text
    if ended.out.startswith("{"):
        assert "\x1b" not in "\n".join(texts(json.loads(ended.out)))


def texts(value: object) -> list[str]:
    """Every text in a document."""
    if isinstance(value, dict):
        return [text for one in value.values() for text in texts(one)]
    if isinstance(value, list):
        return [text for one in value for text in texts(one)]
    return [value] if isinstance(value, str) else []


@pytest.mark.parametrize("options", [[], ["--json"]], ids=["text", "json"])
@pytest.mark.parametrize(
    "command",
    [
        "show",
        "validate",
        "health",
        "verify",
        "verify --survives-compact",
        "blame",
        "promotions",
        "session status",
        "recover --list",
    ],
)
def test_a_broken_line_is_quoted_without_its_secret(desk: Desk, command: str, options: list[str]) -> None:
    desk.saved(GOOD)
    desk.put(HEADING)
    ended = desk.run(*command.split(), *options)
    check_quoted(ended)
    assert "Plam ****" in ended.out + ended.err


def test_the_agent_is_told_of_a_broken_line_without_its_secret(desk: Desk) -> None:
    desk.saved(GOOD)
    desk.put(HEADING)
    for said in (desk.run("prompt").out, desk.run("export").out):
        assert "Plam ****" in said
        assert TOKEN[:12] not in said
    sent = {"session_id": "s", "cwd": str(desk.work), "source": "startup"}
    context = answer("session-start", json.dumps(sent).encode(), env={})
    assert "Plam ****" in context
    assert TOKEN[:12] not in context


def test_every_fault_of_a_refusal_is_quoted_so(desk: Desk) -> None:
    """An audited pad that is broken refuses a write, with all of its faults."""
    desk.put("## Hypotheses\n\n## Decisions\n\n## Findings\n\n## Open\n")
    assert desk.run("record", "Open", "a", "b", "--json").code == 0
    desk.put(f"## Hypotheses\n\n## Decisions\n\n## {WORDS}\n\n## Findings\n\n## Open\n\n## x {WORDS}\n")
    ended = desk.run("apply", "--json", stdin='[{"section": "Open", "op": "append", "content": "- c {#c}"}]')
    assert ended.code == 1
    assert len(ended.json()["error"]["problems"]) == 2
    check_quoted(ended)


def test_a_conflict_is_told_as_before(desk: Desk) -> None:
    desk.saved(GOOD)
    desk.put(CONFLICT)
    assert "a merge conflict stands in lines" in desk.run("show").err


def test_a_line_that_is_gone_from_durable_is_quoted_without_its_secret(desk: Desk) -> None:
    """Cut behind the masking: a part of a secret is one too."""
    at = 70
    desk.put(SESSION.replace("keep this line", "k" * at + f" {TOKEN}"))
    assert desk.run("note", "first", "--tag", "observed", "--profile", "session").code == 0
    gone = desk.pad.read_text("utf-8").replace("- " + "k" * at + f" {TOKEN}\n", "")
    desk.put(gone)
    ended = desk.run("verify", "--json")
    assert "it lacks" in ended.out
    check_quoted(ended)
    assert TOKEN[:6] not in ended.out


@pytest.mark.parametrize("word", ["accept", "promote --durable"])
def test_an_id_that_is_none_is_quoted_without_its_secret(desk: Desk, word: str) -> None:
    desk.saved(GOOD)
    ended = desk.run(*word.split(), "x" * 25 + f" {TOKEN}")
    assert ended.code == 1
    check_quoted(ended)
    assert TOKEN[:6] not in ended.err


def test_a_path_that_is_none_is_quoted_without_its_secret(desk: Desk) -> None:
    ended = desk.run("show", "--pad", desk.work / WORDS)
    assert "there is no pad yet at" in ended.err
    check_quoted(ended)


def test_faults_of_the_settings_are_visible(desk: Desk) -> None:
    desk.saved(GOOD)
    desk.put(f'"{TOKEN}\\u001b]0;x" = 3\nprofile = "{TOKEN} \\u001b"\n', desk.pad.parent / "scratchpad.toml")
    for command in (["config", "--json"], ["config"], ["health", "--json"]):
        ended = desk.run(*command)
        assert ended.code == 1
        check_quoted(ended)
