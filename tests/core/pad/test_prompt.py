"""What goes into an agent's context: contract, operations, warnings and the pad, within any limit that can be kept."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scratchpad_tui.core.errors import InputError
from scratchpad_tui.core.pad.entries import find_entries
from scratchpad_tui.core.pad.parse import parse_text
from scratchpad_tui.core.pad.prompt import VIAS, Caller, contract, prompt_text
from scratchpad_tui.core.pad.schema import EMPTY_MARK, PROFILES, TASK, note_section, prompt_block
from tests.core.pad.pads import CONFLICT, TASK_TEXTS, Desk, add, pad

if TYPE_CHECKING:
    from pathlib import Path

    from scratchpad_tui.core.pad.schema import Profile

HEAD = "\n\nCurrent scratchpad:\n\n"
WHOLE = [profile for profile in PROFILES.values() if note_section(profile) is None]
"""The profiles whose pads an agent is given whole; of a session it gets what is recalled."""
NOTE = re.compile(r"\(([0-9]+) older entr(?:y is|ies are) not shown here; the file has (?:it|them)\)")


def shown(desk: Desk, max_chars: int | None = None) -> str:
    """The prompt's part with the pad."""
    return prompt_text(desk.store(), max_chars=max_chars).split(HEAD, 1)[1]


def head(desk: Desk) -> int:
    """How long the part before the pad is, in characters."""
    return len(prompt_text(desk.store()).split(HEAD, 1)[0] + HEAD)


def within(desk: Desk, limit: int) -> str | None:
    """The prompt within a limit; None where that is refused as too small."""
    try:
        return prompt_text(desk.store(), max_chars=limit)
    except InputError as error:
        if "too small" not in error.message:
            raise
        return None


def left_out(body: list[str]) -> int:
    """How many entries a section says it lacks."""
    return sum(int(found[1]) for line in body if (found := NOTE.fullmatch(line)))


@pytest.mark.parametrize("profile", PROFILES.values(), ids=lambda profile: profile.name)
@pytest.mark.parametrize("via", VIAS)
def test_the_contract_names_sections_operations_and_how_to_send_them(profile: Profile, via: str) -> None:
    """An agent that never saw the product can answer with a valid list."""
    text = contract(profile, via)
    assert text.startswith(prompt_block(profile))
    for section in profile.sections:
        assert f"- {section.name} (max {section.cap} chars): {section.purpose}" in text
    for op in ("append", "replace", "check", "remove", "clear"):
        assert f"- {op}: " in text
    assert "An empty list [] is a fine answer" in text
    assert ("standard input" in text) == (via == "command")
    assert ("tool `scratchpad_apply`" in text) == (via == "mcp")


@pytest.mark.parametrize("profile", PROFILES.values(), ids=lambda profile: profile.name)
def test_the_example_in_the_contract_is_a_valid_list(tmp_path: Path, profile: Profile) -> None:
    """Agents copy it."""
    text = contract(profile)
    example = text[text.index("\n[{") + 1 : text.index("}]\n") + 2]
    desk = Desk(tmp_path / "s.md", profile=profile.name)
    assert desk.apply(example).changed


@pytest.mark.parametrize("via", VIAS)
def test_an_audited_pad_tells_how_an_entry_looks(via: str) -> None:
    """In few lines: they go into every prompt."""
    text = contract(PROFILES["audited"], via)
    rules = text.removeprefix(prompt_block(PROFILES["audited"])).split("\n\n")[0].strip("\n").split("\n")
    assert len(rules) <= 4
    assert "`- text [src:SOURCE @ 2026-07-20] {#key}`" in rules[0]
    assert "Hypotheses or Open" in rules[1]
    assert ("scratchpad-tui record Findings" in text) == (via == "command")
    assert ("tool `scratchpad_record`" in text) == (via == "mcp")
    assert "{#key}" not in contract(PROFILES["task"], via)


@pytest.mark.parametrize("via", VIAS)
def test_a_pad_with_notes_tells_in_two_lines_how_to_note_and_to_propose(via: str) -> None:
    """By commands or tools; who has the patch list alone is told of neither."""
    text = contract(PROFILES["session"], via, Caller("prog", " --pad p", " --session s"))
    rules = text.removeprefix(prompt_block(PROFILES["session"])).split("\n\n")[0].strip("\n").split("\n")
    assert len(rules) == (1 if via == "function" else 3)
    names = {
        "command": [
            "`prog note --pad p --session s ",
            "`prog propose --pad p --session s ",
            "`prog recall --pad p`",
        ],
        "mcp": ["`scratchpad_note`", "`scratchpad_propose`", "`scratchpad_recall`"],
        "function": [],
    }
    assert all(name in text for name in names[via])
    assert ("observed, hypothesis, decided" in text) == (via != "function")
    assert "propose" not in contract(PROFILES["task"], via)


def test_a_fresh_path_gives_the_empty_structure_and_creates_nothing(pad_path: Path) -> None:
    """The first prompt of a project comes before the first write."""
    assert shown(Desk(pad_path)) == "\n".join(f"## {name}\n{EMPTY_MARK}\n" for name in TASK.names)
    assert not pad_path.parent.exists()


@pytest.mark.parametrize("text", [pad(), pad(end="\r\n"), "## Task\nx", pad(Findings="- a\u2028b\x0cc")])
def test_the_pad_goes_in_verbatim(pad_path: Path, text: str) -> None:
    """What the agent reads is what the person sees in the file, a byte-order mark aside."""
    desk = Desk(pad_path)
    for mark in ("", "\ufeff"):
        desk.put(mark + text)
        assert shown(desk) == text
        assert shown(desk, 10_000) == text


def test_a_pad_that_is_not_good_is_served_from_its_last_version_with_the_notice(pad_path: Path) -> None:
    """And nothing is moved: reading is not judging."""
    desk = Desk(pad_path)
    desk.save(pad(Next="the good one"))
    for text, said in (
        (pad(Next="x") + "## Vibes\n", "does not parse"),
        (pad(Next=CONFLICT), "is in conflict"),
    ):
        data = desk.put(text)
        whole = desk.prompt()
        assert said in whole.split(HEAD)[0]
        assert shown(desk) == pad(Next="the good one")
        assert desk.data == data
    desk.path.unlink()
    assert "The pad is gone" in desk.prompt()
    assert shown(desk) == pad(Next="the good one")
    assert desk.quarantined == []


# The pad is the test's own and written anew for each example.
@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(TASK_TEXTS, st.integers(0, 1_500), st.sampled_from(["", "x" * 90, "x" * 700]))
def test_a_limit_is_never_exceeded_and_what_is_left_out_is_said(
    pad_path: Path, text: str, room: int, filler: str
) -> None:
    """The newest entries stay, whole and in order; each shortened section says how many it lacks."""
    desk = Desk(pad_path)
    text = text.replace("alpha", "alpha " + filler)
    desk.put(text)
    before = parse_text(text, TASK)
    limit = head(desk) + room
    found = within(desk, limit)
    if found is None:
        return
    assert len(found) <= limit
    body = found.split(HEAD, 1)[1]
    if body == text.removeprefix("\ufeff"):
        return
    now = parse_text(body, TASK)
    assert [s.heading for s in now.segments] == [s.heading for s in before.segments]
    for name in TASK.names:
        lines = now.body(name)
        lacking = left_out(lines)
        if not lacking:
            assert lines == before.body(name)
            continue
        old, new = before.entries(name), find_entries([line for line in lines if not NOTE.fullmatch(line)])
        assert NOTE.fullmatch(next(line for line in lines if line.strip()))
        assert len(new) == len(old) - lacking
        assert [entry.text for entry in new] == [entry.text for entry in old[lacking:]]


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(TASK_TEXTS)
def test_a_limit_with_room_for_headings_and_notes_is_always_kept(pad_path: Path, text: str) -> None:
    """An agent's hook gets a prompt whenever one fits, however long a single entry is."""
    desk = Desk(pad_path)
    text = text.replace("alpha", "alpha " + "x" * 2_000)
    desk.put(text)
    document = parse_text(text, TASK)
    room = len(document.text())
    for name in TASK.names:
        for entry in document.entries(name):
            room -= sum(len(line.text + line.end) for line in document.raw(name)[entry.start : entry.stop])
    notes = 80 * len(TASK.names)
    assert len(prompt_text(desk.store(), max_chars=head(desk) + room + notes)) <= head(desk) + room + notes


@pytest.mark.parametrize("profile", WHOLE, ids=lambda profile: profile.name)
def test_a_full_pad_of_every_profile_fits_half_its_size(tmp_path: Path, profile: Profile) -> None:
    """Each section at its cap, entries of many sizes, continuation lines and wide characters."""
    sections = []
    for section in profile.sections:
        lines: list[str] = []
        while sum(len(line) + 1 for line in lines) < section.cap - 90:
            mark = f"{len(lines)}. [ ]" if section.numbered else "-"
            lines += [
                f"{mark} {section.name} \u6e2c\U0001f642 {len(lines)} " + "x" * (len(lines) % 40),
                "    more of it",
            ]
        sections.append("\n".join([f"## {section.name}", *lines, ""]))
    desk = Desk(tmp_path / "s.md", profile=profile.name)
    text = "\n".join(sections)
    desk.put(text)
    limit = head(desk) + len(text) // 2
    found = prompt_text(desk.store(), max_chars=limit)
    assert len(found) <= limit
    assert len(found) > limit * 0.8
    now = parse_text(found.split(HEAD, 1)[1], profile)
    before = parse_text(text, profile)
    for name in profile.names:
        assert now.body(name)[-2:] == before.body(name)[-2:]


def test_every_limit_is_kept_to_the_character(pad_path: Path) -> None:
    """One character too many is cut off by whoever set the limit, in the middle of a line."""
    desk = Desk(pad_path)
    desk.put(pad(Findings=[f"- \u6e2c {n} " + "x" * (n % 7) for n in range(30)], end="\r\n"))
    whole = len(prompt_text(desk.store()))
    store = desk.store()
    for limit in range(whole - 250, whole + 1):
        found = prompt_text(store, max_chars=limit)
        assert limit - 110 < len(found) <= limit
    assert prompt_text(store, max_chars=whole) == prompt_text(store)


def test_the_longest_section_loses_first_and_the_others_stay_whole(pad_path: Path) -> None:
    """Where one section is far too long, nothing else has to suffer."""
    desk = Desk(pad_path)
    findings = [f"- finding {n:02d} " + "x" * 60 for n in range(30)]
    desk.put(pad(Findings=findings))
    found = parse_text(shown(desk, head(desk) + 1_500), TASK)
    for name in TASK.names:
        if name != "Findings":
            assert found.body(name) == parse_text(pad(), TASK).body(name)
    note, *kept, _ = found.body("Findings")
    assert kept == findings[-len(kept) :]
    assert NOTE.fullmatch(note)
    assert left_out([note]) == 30 - len(kept)
    assert len(kept) > 10


def test_an_entry_leaves_with_the_lines_under_it(pad_path: Path) -> None:
    """Half an entry would be read as a whole one."""
    desk = Desk(pad_path)
    findings = [
        line for n in range(10) for line in (f"- fact {n}", "  " + "x" * 100, "  ```", "  ## Plan", "  ```")
    ]
    desk.put(pad(Findings=findings))
    body = parse_text(shown(desk, head(desk) + 900), TASK).body("Findings")
    assert (len(body) - 2) % 5 == 0
    assert body[1].startswith("- fact ")


def test_a_limit_that_cannot_be_kept_is_refused(pad_path: Path) -> None:
    """A prompt without its contract would be worse than none."""
    desk = Desk(pad_path)
    desk.put(pad())
    for limit in (0, 1, head(desk), head(desk) + 50):
        with pytest.raises(InputError, match="too small"):
            prompt_text(desk.store(), max_chars=limit)


def test_a_sessions_prompt_is_recorded_as_seen_and_a_preview_is_not(pad_path: Path) -> None:
    """`agent saw v1, now v2` stands on this."""
    desk = Desk(pad_path)
    desk.save(pad())
    prompt_text(desk.store(), session="s-1", preview=True)
    prompt_text(desk.store())
    assert desk.store().state().newest_seen is None
    prompt_text(desk.store(), session="s-1")
    assert desk.store().state().newest_seen == 1
    desk.apply(add("Next", "go", "replace"))
    assert desk.store().state().newest_seen == 1
    prompt_text(desk.store(), session="s-2")
    assert desk.store().state().newest_seen == 2
    assert desk.store().state().pinned() == {1, 2}
