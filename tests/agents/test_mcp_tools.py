"""What each tool says of itself and does, called as the server calls it and without one."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import pytest

from scratchpad_tui.agents import mcp_acts
from scratchpad_tui.agents.mcp_acts import Call
from scratchpad_tui.agents.mcp_answers import MOST_CHARS, bounded, few
from scratchpad_tui.agents.mcp_arguments import Arguments
from scratchpad_tui.agents.mcp_tools import TOOLS, answer_schema, find, tools
from scratchpad_tui.core.pad.lock import locked
from scratchpad_tui.core.pad.prompt import prompt_text
from scratchpad_tui.core.pad.schema import AUDITED, PROFILES, SESSION, TASK
from scratchpad_tui.core.pad.store import PadStore
from scratchpad_tui.core.text import tokens
from tests.schemas import check_schema, judge

if TYPE_CHECKING:
    from pathlib import Path

    from scratchpad_tui.agents.mcp_answers import Answer

APPEND = {"section": "Findings", "op": "append", "content": "CI has no redis"}


def ask(pad: Path, name: str, profile: str | None = None, **arguments: object) -> Answer:
    """What a tool answers on a pad; the answer fits the tool's schema."""
    tool = find(name)
    assert tool is not None
    answer = tool.call(Call(PadStore(pad, profile=profile), Arguments(arguments), "s1"))
    judge(json.loads(json.dumps(answer.fields)), answer_schema(tool))
    return answer


def code(answer: Answer) -> str:
    """The code of a refusal."""
    assert answer.is_error
    error = answer.fields["error"]
    assert isinstance(error, dict)
    return str(error["code"])


def put(pad: Path, text: str) -> Path:
    """Writes a pad as a person would."""
    pad.parent.mkdir(exist_ok=True)
    pad.write_text(text, "utf-8")
    return pad


# What a client is told


@pytest.mark.parametrize("profile", PROFILES.values(), ids=lambda profile: profile.name)
def test_every_schema_is_one(profile: Any) -> None:  # noqa: ANN401 - a profile
    """A client compiles them before the first call; the root is an object, as all versions of the protocol ask."""
    for tool in tools(profile):
        for schema in (tool.parameters(profile), answer_schema(tool)):
            check_schema(schema)
            assert schema["type"] == "object"
        assert tool.parameters(profile)["additionalProperties"] is False


def test_the_profile_decides_what_is_offered() -> None:
    """A tool that the pad refuses every time would only cost the model its attention."""
    always = ["scratchpad_read", "scratchpad_apply"]
    assert [tool.name for tool in tools(TASK)] == [*always, "scratchpad_propose"]
    notes = ["scratchpad_note", "scratchpad_recall"]
    assert [tool.name for tool in tools(SESSION)] == [*always, *notes, "scratchpad_propose"]
    assert [tool.name for tool in tools(AUDITED)] == [*always, "scratchpad_propose", "scratchpad_record"]


def test_what_a_person_decides_is_not_offered() -> None:
    """An agent proposes; it never accepts, rejects or promotes, and allows no secret."""
    names = " ".join(tool.name for tool in TOOLS)
    assert not [
        word for word in ("accept", "reject", "promote", "allow", "restore", "redact") if word in names
    ]


def test_hints_say_what_a_call_may_do() -> None:
    """Clients ask for approval by them."""
    reading = {tool.name for tool in TOOLS if tool.reads_only}
    assert reading == {"scratchpad_read", "scratchpad_recall"}
    assert {tool.name for tool in TOOLS if tool.destroys} == {"scratchpad_apply", "scratchpad_record"}
    assert {tool.name for tool in TOOLS if tool.repeats_safely} == {*reading, "scratchpad_record"}


# Arguments


@pytest.mark.parametrize(
    ("name", "arguments", "expected", "field"),
    [
        ("scratchpad_apply", {}, "missing-field", "patches"),
        ("scratchpad_apply", {"patches": [], "dry_run": True}, "unknown-field", "dry_run"),
        ("scratchpad_apply", {"patches": 3}, "not-a-list", None),
        ("scratchpad_apply", {"patches": [3]}, "not-an-object", None),
        ("scratchpad_apply", {"patches": [{**APPEND, "why": "x"}]}, "unknown-field", "why"),
        ("scratchpad_apply", {"patches": [{**APPEND, "op": "add"}]}, "unknown-op", "op"),
        ("scratchpad_read", {"section": "Nowhere"}, "unknown-section", "section"),
        ("scratchpad_read", {"section": ["Plan"]}, "wrong-type", "section"),
        ("scratchpad_read", {"max_chars": "many"}, "wrong-type", "max_chars"),
        ("scratchpad_read", {"max_chars": True}, "wrong-type", "max_chars"),
        ("scratchpad_read", {"max_chars": 10**9}, "out-of-range", "max_chars"),
        ("scratchpad_propose", {"texts": "one"}, "wrong-type", "texts"),
        ("scratchpad_propose", {"texts": ["one", 2]}, "wrong-type", "texts"),
        ("scratchpad_propose", {"texts": []}, "missing-field", "texts"),
        ("scratchpad_propose", {"texts": ["a", "b", "c", "d"]}, "too-many", None),
        ("scratchpad_note", {"text": "x", "tag": "observed"}, "no-scratch", None),
        ("scratchpad_recall", {}, "no-scratch", None),
    ],
)
def test_a_refusal_names_the_place(
    pad_path: Path, name: str, arguments: dict[str, Any], expected: str, field: str | None
) -> None:
    """Code and field for a program, a sentence for a model; the file stays as it is."""
    before = put(pad_path, "## Findings\n- old\n").read_bytes()
    answer = ask(pad_path, name, **arguments)
    assert code(answer) == expected
    error = answer.fields["error"]
    assert isinstance(error, dict)
    assert error["field"] == field
    assert not error["retryable"]
    assert error["message"] in answer.text
    assert f"code {expected}" in answer.text
    assert "refused again" in answer.text
    assert pad_path.read_bytes() == before


def test_null_counts_as_left_out(pad_path: Path) -> None:
    """Some clients fill in every argument of the schema."""
    assert not ask(pad_path, "scratchpad_read", section=None, max_chars=None).is_error


def test_a_whole_number_may_come_as_a_decimal(pad_path: Path) -> None:
    """JSON has one kind of number."""
    assert not ask(pad_path, "scratchpad_read", max_chars=4000.0).is_error
    assert code(ask(pad_path, "scratchpad_read", max_chars=4000.5)) == "wrong-type"


def test_a_fault_of_ours_is_a_sentence(pad_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The model gets no traceback, and the server goes on."""

    def fail(*_: object) -> None:
        raise ZeroDivisionError("division \x1b[31m by zero")

    monkeypatch.setattr(PadStore, "read", fail)
    answer = ask(pad_path, "scratchpad_read")
    assert code(answer) == "fault"
    assert "ZeroDivisionError" in answer.text
    assert "\x1b" not in answer.text


# Reading


def test_reading_gives_the_prompt_block_and_counts_as_seen(pad_path: Path) -> None:
    """The screens say which version the agent was given; another session's hand edit is told in the next read."""
    assert not ask(pad_path, "scratchpad_apply", patches=[APPEND]).is_error
    answer = ask(pad_path, "scratchpad_read")
    assert "Keep each one within its purpose" in answer.text
    assert "tool `scratchpad_apply`" in answer.text
    assert "- CI has no redis" in answer.text
    assert answer.fields["text"] == answer.text
    assert (answer.fields["version"], answer.fields["state"]) == (1, "good")
    store = PadStore(pad_path)
    assert store.state().seen["s1"]["version"] == 1
    store.apply_text(json.dumps([{**APPEND, "content": "it has"}]), actor="human")
    assert "A person changed Findings" in ask(pad_path, "scratchpad_read").text


def test_the_version_that_is_told_is_that_of_the_text(
    pad_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another agent may write while the block is made."""
    ask(pad_path, "scratchpad_apply", patches=[APPEND])
    made = []

    def meanwhile(store: PadStore, **options: Any) -> str:  # noqa: ANN401 - those of the block
        made.append(prompt_text(store, **options))
        if len(made) == 1:
            PadStore(pad_path).apply_text(json.dumps([{**APPEND, "content": "it has"}]))
        return made[-1]

    monkeypatch.setattr(mcp_acts, "prompt_text", meanwhile)
    answer = ask(pad_path, "scratchpad_read")
    assert answer.fields["version"] == 2
    assert "- it has" in answer.text
    assert PadStore(pad_path).state().seen["s1"]["version"] == 2


@pytest.mark.parametrize("profile", PROFILES)
def test_the_least_that_may_be_asked_for_has_room(pad_path: Path, profile: str) -> None:
    """What the schema allows is not refused each time: rules, headings and the notice of a broken pad fit."""
    PadStore(pad_path, profile=profile).create()
    put(pad_path, pad_path.read_text("utf-8").replace("## ", "## x", 1))
    answer = ask(pad_path, "scratchpad_read", profile, max_chars=mcp_acts.LEAST_CHARS)
    assert not answer.is_error, answer.text
    assert len(answer.text) <= mcp_acts.LEAST_CHARS


def test_reading_a_section_does_not_count_as_seen(pad_path: Path) -> None:
    """The rest of the pad was not shown."""
    ask(pad_path, "scratchpad_apply", patches=[APPEND])
    answer = ask(pad_path, "scratchpad_read", section="findings")
    assert answer.text == "## Findings\n- CI has no redis\n"
    assert PadStore(pad_path).state().seen == {}


def test_reading_creates_nothing(pad_path: Path) -> None:
    """A server is started in every project, also where nobody wants a pad."""
    answer = ask(pad_path, "scratchpad_read")
    assert answer.fields["state"] == "fresh"
    assert not pad_path.parent.exists()


@pytest.mark.parametrize("letter", ["x", "\u4e16", "\x1b"], ids=["ascii", "cjk", "escape"])
def test_no_answer_floods_the_context(pad_path: Path, letter: str) -> None:
    """Clients warn above 10,000 tokens; what has no room is counted."""
    lines = "".join(f"- {number} {letter * 90}\n" for number in range(2_000))
    put(pad_path, f"## Findings\n{lines}")
    cases: list[tuple[int, dict[str, Any]]] = [
        (MOST_CHARS, {}),
        (MOST_CHARS, {"section": "Findings"}),
        (3_000, {"max_chars": 3_000}),
    ]
    for most, arguments in cases:
        answer = ask(pad_path, "scratchpad_read", **arguments)
        assert len(answer.text) <= most
        assert tokens(answer.text) < 10_000
        assert "older entries are not shown here" in answer.text
        assert "- 1999 " in answer.text
        assert "\x1b" not in answer.text
        warnings = answer.fields["warnings"]
        assert isinstance(warnings, list)
        assert len(warnings) <= 21


def test_one_entry_that_is_too_long_is_cut_at_a_line(pad_path: Path) -> None:
    """The last resort of a limit."""
    put(pad_path, "## Findings\n- a\n" + "  more words\n" * 5_000)
    answer = ask(pad_path, "scratchpad_read", section="Findings")
    assert len(answer.text) <= MOST_CHARS
    assert "of the pad are not shown here" in answer.text or "older entr" in answer.text


@pytest.mark.parametrize("state", ["broken", "conflict", "gone"])
def test_what_is_not_good_is_served_from_the_last_good_version(pad_path: Path, state: str) -> None:
    """Reading moves nothing; the notice says why."""
    ask(pad_path, "scratchpad_apply", patches=[APPEND])
    good = pad_path.read_text("utf-8")
    if state == "gone":
        pad_path.unlink()
    elif state == "broken":
        put(pad_path, good.replace("## Plan", "## Plam"))
    else:
        put(pad_path, good.replace("- CI", "<<<<<<< HEAD\n- a\n=======\n- b\n>>>>>>> x\n- CI"))
    before = sorted(pad_path.parent.rglob("*"))
    answer = ask(pad_path, "scratchpad_read")
    assert not answer.is_error
    assert answer.fields["state"] == state
    warnings = answer.fields["warnings"]
    assert isinstance(warnings, list)
    assert warnings[0] in answer.text
    assert "- CI has no redis" in answer.text
    assert sorted(pad_path.parent.rglob("*")) == before


# Writing


def test_a_patch_list_answers_as_apply_does(pad_path: Path) -> None:
    """Diff, version, warnings; the journal has the session."""
    answer = ask(pad_path, "scratchpad_apply", patches=[APPEND])
    assert answer.fields["changed"] is True
    assert answer.fields["sections"] == ["Findings"]
    assert "+- CI has no redis" in answer.text
    assert answer.fields["warnings"] == []
    journal = (pad_path.parent / ".history" / pad_path.name / "journal.jsonl").read_text("utf-8")
    line = json.loads(journal.rstrip("\n").rpartition("\n")[2])
    assert (line["session"], line["actor"]) == ("s1", "agent")
    again = ask(pad_path, "scratchpad_apply", patches=[APPEND])
    assert "Nothing changed; version 1." in again.text
    assert "Warnings:\n- " in again.text
    assert ask(pad_path, "scratchpad_apply", patches=[]).fields["changed"] is False


def test_a_list_that_came_as_a_text_is_taken(pad_path: Path) -> None:
    """Some models write it so; they are told."""
    answer = ask(pad_path, "scratchpad_apply", patches=json.dumps([APPEND]))
    assert answer.fields["changed"] is True
    assert "came as one text" in answer.text


def test_a_conflict_refuses_with_its_code(pad_path: Path) -> None:
    """A person mends it; nothing is moved."""
    put(pad_path, "## Findings\n<<<<<<< a\n- x\n=======\n- y\n>>>>>>> b\n")
    before = pad_path.read_bytes()
    assert code(ask(pad_path, "scratchpad_apply", patches=[APPEND])) == "conflict"
    assert pad_path.read_bytes() == before


def test_a_secret_is_refused_and_never_repeated(pad_path: Path) -> None:
    """The answer goes into a transcript."""
    value = "ghp_" + "Ab3dEf6hIj9lMn2pQr5tUv8xYz1B" + "c4Dg7K"
    answer = ask(pad_path, "scratchpad_apply", patches=[{**APPEND, "content": f"token {value}"}])
    assert code(answer) == "secret"
    assert value not in json.dumps(answer)
    assert not pad_path.exists()


def test_a_fault_repeats_no_secret(pad_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever raised it may have quoted what was sent."""
    value = "ghp_" + "Ab3dEf6hIj9lMn2pQr5tUv8xYz1B" + "c4Dg7K"

    def fail(*_: object) -> None:
        raise ValueError(f"cannot take {value}")

    monkeypatch.setattr(PadStore, "read", fail)
    answer = ask(pad_path, "scratchpad_read")
    assert "cannot take ****" in answer.text
    assert value not in json.dumps(answer)


def test_a_held_lock_may_be_tried_again(pad_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The one refusal that the same call may not get twice."""
    ask(pad_path, "scratchpad_apply", patches=[APPEND])
    monkeypatch.setenv("SCRATCHPAD_LOCK_TIMEOUT", "0.05")
    with locked(PadStore(pad_path).paths.lock, timeout=1), ThreadPoolExecutor() as threads:
        more = [{**APPEND, "content": "more"}]
        answer = threads.submit(ask, pad_path, "scratchpad_apply", patches=more).result()
    assert answer.is_error
    error = answer.fields["error"]
    assert isinstance(error, dict)
    assert error["retryable"] is True
    assert "try again in a moment" in answer.text


def test_a_long_diff_is_bounded(pad_path: Path) -> None:
    """However much went in, the answer fits."""
    content = "\n".join(f"- {number} {'x' * 100}" for number in range(2_000))
    answer = ask(
        pad_path, "scratchpad_apply", patches=[{"section": "Findings", "op": "replace", "content": content}]
    )
    assert answer.fields["changed"] is True
    assert len(answer.text) < MOST_CHARS
    assert "more lines of the diff are not shown here" in answer.text


def test_notes_are_added_and_recalled(pad_path: Path) -> None:
    """As `note` and `recall` do."""
    done = ask(pad_path, "scratchpad_note", "session", text="fails on Node 20", tag="observed", keep=True)
    assert done.fields["changed"] is True
    assert "[observed] fails on Node 20 #keep" in done.text
    found = ask(pad_path, "scratchpad_recall", "session")
    assert "[observed] fails on Node 20" in found.text
    entries = found.fields["entries"]
    assert isinstance(entries, list)
    assert (entries[0]["tag"], entries[0]["keep"]) == ("observed", True)
    assert code(ask(pad_path, "scratchpad_note", "session", text="x", tag="guess")) == "bad-tag"
    assert code(ask(pad_path, "scratchpad_note", "session", text="x\ny", tag="observed")) == "several-lines"
    assert "nothing fits" in ask(pad_path, "scratchpad_recall", "session", max_tokens=1).text


def test_a_proposal_waits_for_a_person(pad_path: Path) -> None:
    """It is in the queue and nowhere else."""
    ask(pad_path, "scratchpad_apply", patches=[APPEND])
    answer = ask(pad_path, "scratchpad_propose", texts=["CI has no redis"], section="Findings")
    assert answer.text.startswith("p1 [observed] CI has no redis: ready")
    assert "A person decides" in answer.text
    assert not (pad_path.parent / "episodic.md").exists()
    assert code(ask(pad_path, "scratchpad_propose", texts=["CI has no redis"])) == "duplicate"


def test_an_entry_is_recorded_with_its_evidence(pad_path: Path) -> None:
    """Twice the same changes nothing; without a source it is refused in Findings."""
    entry = {"section": "Findings", "key": "no-redis", "text": "CI has no redis"}
    assert ask(pad_path, "scratchpad_record", "audited", **entry).is_error
    answer = ask(pad_path, "scratchpad_record", "audited", **entry, source="job 4412", date="2026-07-20")
    assert answer.fields["changed"] is True
    assert "[src:job 4412 @ 2026-07-20] {#no-redis}" in pad_path.read_text("utf-8")
    before = pad_path.read_bytes()
    again = ask(pad_path, "scratchpad_record", "audited", **entry, source="job 4412", date="2026-07-20")
    assert again.fields["changed"] is False
    assert pad_path.read_bytes() == before
    assert code(ask(pad_path, "scratchpad_record", "audited", section="Open", key="k")) == "missing-field"


def test_record_on_another_pad_is_refused_in_words(pad_path: Path) -> None:
    """A client may call what is not offered."""
    put(pad_path, "## Findings\n- old\n")
    answer = ask(pad_path, "scratchpad_record", section="Findings", key="k", text="x", source="y")
    assert answer.is_error
    assert pad_path.read_text("utf-8") == "## Findings\n- old\n"


# Limits


def test_lines_that_leave_are_counted() -> None:
    """Whole lines, from the end."""
    assert bounded("a\nb\n", 10, "of it") == "a\nb\n"
    assert bounded("aaaa\nbbbb\ncccc\n", 10, "of it") == "aaaa\nbbbb\n(1 more lines of it are not shown here)"
    assert few(["w"] * 20) == ["w"] * 20
    assert few(["w"] * 25)[20:] == ["5 more"]


def test_a_proposal_that_ends_a_session_with_its_day_says_so(
    pad_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the agent noted is in the archive from then on."""
    monkeypatch.setenv("SCRATCHPAD_NOW", "2026-07-20T12:00:00Z")
    put(pad_path, "## Scratch\n_(empty)_\n\n## Episodic\n_(empty)_\n\n## Durable\n_(empty)_\n")
    (pad_path.parent / "scratchpad.toml").write_text('[session]\nend = "daily"\n', "utf-8")
    ask(pad_path, "scratchpad_note", "session", text="of yesterday", tag="observed")
    monkeypatch.setenv("SCRATCHPAD_NOW", "2026-07-21T08:00:00Z")
    answer = ask(pad_path, "scratchpad_propose", "session", texts=["a new one"], tag="observed")
    assert answer.fields["warnings"] == ["The session s1 ended with its day."]
    assert "Warning: The session s1 ended with its day." in answer.text


def test_a_proposal_means_the_entry_that_holds_it(pad_path: Path) -> None:
    """A guess stays one; a text of the agent's own that does not say what it is does not pass in silence."""
    put(pad_path, "## Scratch\n_(empty)_\n\n## Episodic\n_(empty)_\n\n## Durable\n_(empty)_\n")
    ask(pad_path, "scratchpad_note", "session", text="disk is probably full", tag="hypothesis")
    answer = ask(pad_path, "scratchpad_propose", "session", texts=["disk is probably"])
    assert "[hypothesis] disk is probably full: confirm first" in answer.text
    assert (
        "came without a tag" in ask(pad_path, "scratchpad_propose", "session", texts=["stands nowhere"]).text
    )
