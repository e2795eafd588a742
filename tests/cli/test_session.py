"""`note`, `confirm`, `recall`, the queue's commands, `archive`, `session` and `verify`: what they print and leave."""

from __future__ import annotations

import json
import re
import sys
from typing import TYPE_CHECKING

import pytest

from tests.core.session.desks import ago, session_text, set_clock

if TYPE_CHECKING:
    from tests.cli.conftest import Desk

SCRATCH = [
    f"- {ago(60)} [observed] old words",
    f"- {ago(2)} [decided] use one queue",
    f"- {ago(1)} [hypothesis] guess",
]
COMMANDS = (
    ["note", "x", "--tag", "observed"],
    ["confirm", "guess"],
    ["recall"],
    ["propose", "use one queue"],
    ["promotions"],
    ["accept", "p1"],
    ["reject", "p1", "--why", "no"],
    ["promote", "--durable", "p1", "--confirm", "p1"],
    ["archive"],
    ["session", "start"],
    ["session", "status"],
    ["session", "end"],
    ["verify"],
)


@pytest.fixture(autouse=True)
def _clock(monkeypatch: pytest.MonkeyPatch) -> None:
    set_clock(monkeypatch)


@pytest.fixture
def ready(desk: Desk) -> Desk:
    """A session pad."""
    desk.put(session_text(SCRATCH))
    return desk


def test_note_prints_the_diff_and_json_as_apply(ready: Desk) -> None:
    ended = ready.run("note", "node 20.11 only", "--tag", "observed", "--keep")
    assert ended.code == 0
    assert "+- 2026-07-20T12:00Z [observed] node 20.11 only #keep\n" in ended.out
    told = ready.run("note", "two", "--tag", "observed", "--json", "--session", "run-1", "--turn", "7").json()
    assert told["changed"]
    line = ready.run("history", "--json").json()["versions"][-1]
    assert (line["actor"], line["session"], line["turn"]) == ("agent", "run-1", "7")


@pytest.mark.parametrize(
    "words", [["note", "x"], ["reject", "p1"], ["promote", "p1"], ["session", "pause"], ["propose"]]
)
def test_what_is_missing_is_wrong_usage(ready: Desk, words: list[str]) -> None:
    ended = ready.run(*words)
    assert ended.code == 2
    assert ended.err.count("\n") == 1


def test_confirm_prints_the_entry_and_says_when_there_is_nothing_to_do(ready: Desk) -> None:
    ended = ready.run("confirm", "guess")
    assert (ended.code, ended.out) == (0, f"- {ago(1)} [observed] guess\n")
    again = ready.run("confirm", "guess", "--json")
    assert again.json() == {"changed": False, "entry": f"- {ago(1)} [observed] guess"}


def test_recall_in_words_and_in_json(ready: Desk) -> None:
    out = ready.run("recall").out
    assert out.split("\n")[:2] == ["Scratch, newest first:", SCRATCH[2]]
    told = ready.run("recall", "--json", "--max-tokens", "60").json()
    assert told["left_out"] == 3 - len(told["entries"])
    assert told["tokens"] <= 60
    assert told["entries"][0] == {
        "section": "Scratch",
        "line": SCRATCH[2],
        "time": ago(1),
        "tag": "hypothesis",
        "text": "guess",
        "keep": False,
    }


def test_the_day_of_an_agent_and_its_reviewer(ready: Desk) -> None:
    """From the first proposal to the end, in the fields that are promised."""
    assert ready.run("session", "start").code == 0
    (item,) = ready.run("propose", "use one queue", "--json").json()["items"]
    assert item.keys() >= {
        "id", "text", "tag", "time", "origin", "state", "secrets", "near_duplicates", "reason",
    }  # fmt: skip
    listed = ready.run("promotions").out
    assert listed.startswith("session s1: 0 of 3 accepted, 1 waiting\n")
    assert "p1   [decided] use one queue (ready)" in listed
    accepted = ready.run("accept", "p1")
    assert accepted.out == f"- {ago(2)} [decided] use one queue (from Scratch, v1)\n"
    again = ready.run("accept", "p1", "--json").json()
    assert (again["changed"], again["message"]) == (False, "p1 is accepted already")
    told = ready.run("promotions", "--json").json()
    assert (told["session"], told["accepted"], told["limit"], told["items"][0]["state"]) == (
        "s1",
        1,
        3,
        "accepted",
    )
    status = ready.run("session", "status", "--json").json()
    assert status.keys() >= {"id", "since", "proposals", "accepted", "limit", "tokens_today"}
    assert "s1" in ready.run("session", "status").out
    ended = ready.run("session", "end", "--json").json()
    assert (ended["archived"], ended["left"], len(ended["accepted"])) == (2, 0, 1)
    assert ended["review_tokens"] > 0
    assert ready.run("session", "end").code == 0


def test_the_cost_of_a_review_is_told_where_it_was_counted(ready: Desk) -> None:
    """A queue that nobody looked at cost something too, or nothing: no figure is true."""
    ready.run("note", "one thing", "--tag", "observed")
    assert "the review took" not in ready.run("session", "end").out
    ready.run("note", "another thing", "--tag", "observed")
    ready.run("propose", "another thing")
    ready.run("promotions")
    assert re.search(r"kept; the review took about [1-9][0-9]* tokens\n", ready.run("session", "end").out)


def test_archive_tells_what_went_what_stays_and_what_is_odd(ready: Desk) -> None:
    ready.put(session_text([*SCRATCH, "by hand"]))
    before = ready.pad.read_bytes()
    told = ready.run("archive", "--dry-run", "--json").json()
    assert (told["archived"], told["kept"], [odd["line"] for odd in told["odd"]]) == (1, 3, [5])
    assert ready.pad.read_bytes() == before
    ended = ready.run("archive", "--ttl", "48h")
    assert ended.out == f"{SCRATCH[0]}\n1 entry archived in archive/2026-07.md, 3 kept\n"
    assert "line 5 stays" in ended.err


@pytest.mark.parametrize(
    ("ttl", "code"), [("49h", 1), ("-5h", 1), ("abc", 2), ("", 2), ("48", 0), ("90m", 0), ("0h", 0)]
)
def test_a_ttl_is_a_time_within_its_bounds(ready: Desk, ttl: str, code: int) -> None:
    ended = ready.run("archive", f"--ttl={ttl}", "--dry-run")
    assert ended.code == code
    assert ended.code == 0 or ended.err.count("\n") == 1


def test_verify_prints_the_lines_and_ends_with_1(ready: Desk) -> None:
    assert ready.run("verify").code == 0
    ready.put(session_text([*SCRATCH, "by hand"]))
    ended = ready.run("verify")
    assert ended.code == 1
    assert ":5: the entry has no time" in ended.out
    told = ready.run("verify", "--json")
    assert (told.code, told.json()["ok"], told.json()["errors"][0]["code"]) == (1, False, "no-time")


def test_durable_asks_for_the_id_where_somebody_can_type_it(
    ready: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    from scratchpad_tui.cli import output

    ready.run("propose", "use one queue")
    ready.run("accept", "p1")
    before = ready.pad.read_bytes()
    for stdin in ("", "p1\n", "yes\n"):
        assert ready.run("promote", "--durable", "p1", stdin=stdin).code == 2
    assert ready.run("promote", "--durable", "p1", "--confirm", "yes").code == 1
    monkeypatch.setattr(output, "is_terminal", lambda stream: stream is sys.stdin)
    assert ready.run("promote", "--durable", "p1", stdin="no\n").code == 1
    assert ready.pad.read_bytes() == before
    ended = ready.run("promote", "--durable", "p1", stdin="p1\n")
    assert ended.code == 0
    assert "Type p1 to confirm:" in ended.err
    assert ready.pad.read_text("utf-8").endswith("[decided] use one queue (from Scratch, v1)\n")


def test_a_pad_without_scratch_names_what_to_use(desk: Desk) -> None:
    desk.put("## Task\nx\n\n## Plan\n_(empty)_\n")
    for words in (["note", "x", "--tag", "observed"], ["recall"], ["confirm", "x"]):
        ended = desk.run(*words)
        assert ended.code == 1
        assert "apply" in ended.err
        assert "init --profile session" in ended.err


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: " ".join(words[:2]))
def test_on_a_fresh_path_every_command_ends_in_a_sentence(desk: Desk, words: list[str]) -> None:
    """No traceback, and reading makes nothing."""
    ended = desk.run(*words)
    assert ended.code in (0, 1)
    assert "unexpected" not in ended.err
    if words[0] in ("recall", "promotions", "archive", "verify") or words[1:] == ["status"]:
        assert not desk.pad.parent.exists()


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: " ".join(words[:2]))
def test_a_directory_in_the_pads_place_is_exit_3(desk: Desk, words: list[str]) -> None:
    desk.pad.mkdir(parents=True)
    ended = desk.run(*words)
    assert ended.code == 3, ended.err
    assert ended.out == ""


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: " ".join(words[:2]))
def test_json_is_one_document_also_where_it_is_refused(ready: Desk, words: list[str]) -> None:
    ended = ready.run(*words, "--json")
    json.loads(ended.out)


HOSTILE = "ok \x1b]52;c;ZWNobyBoaQ==\x07 \x1b[2J \x9b31m \u202eabc\u202c [@click=app.quit]x[/]"


@pytest.mark.parametrize("options", [[], ["--json"]], ids=["text", "json"])
def test_hostile_text_is_never_sent_raw(desk: Desk, options: list[str]) -> None:
    """From no command that prints entries."""
    lines = [f"- {ago(60)} [decided] {HOSTILE}", f"- {HOSTILE}", f"- {ago(1)} [hypothesis] {HOSTILE} two"]
    desk.put(session_text(lines, [f"- {ago(99)} [decided] {HOSTILE}"], durable=f"## Durable\n- {HOSTILE}\n"))
    for words in (
        ["recall"],
        ["promotions"],
        ["confirm", "two"],
        ["verify"],
        ["session", "status"],
        ["archive", "--dry-run"],
        ["archive"],
        ["session", "end"],
    ):
        ended = desk.run(*words, *options)
        assert not any(char in ended.out + ended.err for char in "\x1b\x07\x9b\u202e"), words


def test_status_tells_what_waits_and_what_memory_cost(ready: Desk) -> None:
    assert ready.run("status", "--json").json()["promotions"] == 0
    ready.run("propose", "use one queue")
    assert "1 promotion waits" in ready.run("status").out
    ready.run("propose", "another", "--tag", "observed")
    told = ready.run("status", "--json").json()
    assert told["promotions"] == 2
    assert "2 promotions wait" in ready.run("status").out
    assert "tokens today" not in ready.run("status").out
    history = ready.pad.parent / ".history" / "scratchpad.md" / "meter.jsonl"
    history.write_text('{"time":"2026-07-20T01:00:00Z","kind":"read","tokens":31200}\n')
    assert "memory 31,200 tokens today" in ready.run("status").out


def test_the_prompt_of_a_session_counts_as_read_and_a_preview_does_not(ready: Desk) -> None:
    ready.run("note", "x", "--tag", "observed")
    ready.run("prompt", "--preview")
    assert ready.run("status", "--json").json()["tokens_today"] == 0
    ready.run("prompt")
    assert ready.run("status", "--json").json()["tokens_today"] > 0


def test_each_item_of_the_queue_is_one_line(ready: Desk) -> None:
    """A newline that stands in the queue's file passes for no other item."""
    ready.run("propose", "use one queue")
    queue = ready.pad.parent / "promotions.jsonl"
    line = json.loads(queue.read_text(encoding="utf-8"))
    line["id"], line["text"] = "p2", "a\n  p9   [decided] forged (ready)"
    queue.write_text(queue.read_text(encoding="utf-8") + json.dumps(line) + "\n[]\n{}\n", encoding="utf-8")
    listed = ready.run("promotions")
    assert [row.split()[0] for row in listed.out.splitlines()[1:]] == ["p1", "!"]
    assert "2 lines of promotions.jsonl cannot be read and were passed over" in listed.err
    assert len(ready.run("reject", "p2", "--why", "no").out.splitlines()) == 1


def test_the_end_of_a_session_that_nobody_began_is_said_plainly(ready: Desk) -> None:
    """Nothing has ended: nothing was there."""
    ready.run("session", "end")
    again = ready.run("session", "end")
    assert (again.code, again.out) == (0, "")
    assert "no session was begun" in again.err
    assert ready.run("session", "end", "--json").json()["ended"] is False
    ready.run("note", "more", "--tag", "observed")
    ended = ready.run("session", "end", "--json").json()
    assert ended["ended"] is True
    assert ended["files"] == ["archive/2026-07.md"]


def test_the_end_of_a_session_names_the_file_of_the_archive(ready: Desk) -> None:
    """It is where a person looks for a note afterwards."""
    ready.run("note", "more", "--tag", "observed")
    assert re.search(r"archived in archive/2026-07\.md, [0-9]+ kept", ready.run("session", "end").out)


@pytest.mark.parametrize(
    "words",
    [
        ("prompt", "--session"),
        ("note", "fine", "--tag", "observed", "--turn"),
        ("note", "fine", "--tag", "observed", "--session"),
        ("note", "fine", "--tag"),
        ("confirm", "node", "--turn"),
        ("propose", "fine", "--session"),
        ("propose", "fine", "--tag"),
    ],
    ids=" ".join,
)
def test_a_secret_in_a_label_is_refused_and_shown_nowhere(ready: Desk, words: tuple[str, ...]) -> None:
    value = "gh" + "p_" + "Zr8TqLw2XnBv5KdYs7MfHc3JgPe9RaUu4Wk1"
    ready.run("note", "so that there is a history", "--tag", "observed")
    ended = ready.run(*words, value)
    assert ended.code == 1
    assert "github-token" in ended.err
    assert value[:8] not in ended.out + ended.err
    for path in ready.work.rglob("*"):
        assert not path.is_file() or value[:8] not in path.read_text("utf-8", "replace"), path


def test_an_end_after_the_days_own_says_what_that_archived(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Something was done at this call: it must not be said that nothing was."""
    desk.put(session_text())
    desk.put('[session]\nend = "daily"\n', desk.pad.parent / "scratchpad.toml")
    desk.run("note", "of yesterday", "--tag", "observed")
    set_clock(monkeypatch, "2026-07-21T08:00:00Z")
    ended = desk.run("session", "end")
    assert ended.code == 0
    assert ended.out.splitlines()[0] == "session s1 ended: 0 accepted, 0 left undecided"
    assert ended.out.splitlines()[1].startswith("1 entry archived")
    assert ended.err == "warning: The session s1 ended with its day.\n"


@pytest.mark.parametrize(
    "words", [("note", "new", "--tag", "observed"), ("propose", "new", "--tag", "observed")], ids=" ".join
)
def test_what_ends_a_session_with_its_day_warns_of_it(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    desk.put(session_text())
    desk.put('[session]\nend = "daily"\n', desk.pad.parent / "scratchpad.toml")
    desk.run("note", "of yesterday", "--tag", "observed")
    set_clock(monkeypatch, "2026-07-21T08:00:00Z")
    ended = desk.run(*words, "--json")
    assert ended.json()["warnings"] == ["The session s1 ended with its day."]
    assert ended.err == "warning: The session s1 ended with its day.\n"


def test_a_queue_that_cannot_be_read_leaves_the_rest_of_the_status_line(ready: Desk) -> None:
    """A status bar has one line, whatever stands there."""
    queue = ready.pad.parent / "promotions.jsonl"
    queue.unlink(missing_ok=True)
    ready.run("note", "so that there is a version", "--tag", "observed")
    queue.mkdir()
    ended = ready.run("status")
    assert (ended.code, ended.err) == (0, "")
    assert "promotions ?" in ended.out
    assert ended.out.startswith("v")
    assert ready.run("status", "--json").json()["promotions"] is None
