"""Patch lists as agents send them: what is accepted with a warning, what is refused, and what the refusal says."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scratchpad_tui.core.errors import PatchError
from scratchpad_tui.core.pad.content import fault_in
from scratchpad_tui.core.pad.patch import OPERATIONS, Patch, decode, validate
from scratchpad_tui.core.pad.schema import AUDITED, SESSION, TASK
from tests.core.pad import oracle
from tests.core.pad.pads import CONFLICT, CONTENTS

if TYPE_CHECKING:
    from scratchpad_tui.core.pad.schema import Profile

GOOD = '[{"section":"Next","op":"replace","content":"ship"}]'
SHIP = [Patch("Next", "replace", "ship")]


def refusal(data: bytes | str) -> PatchError:
    """Why a text is refused."""
    with pytest.raises(PatchError) as caught:
        decode(data)
    return caught.value


def refused(patch: Patch, profile: Profile = TASK) -> PatchError:
    """Why a patch is refused, behind one that is fine."""
    with pytest.raises(PatchError) as caught:
        validate([Patch(profile.names[0], "remove", "x"), patch], profile)
    assert caught.value.index == 1
    assert not caught.value.retryable
    assert caught.value.exit_code == 1
    assert str(caught.value).startswith("patch 1: ")
    return caught.value


def understood(data: bytes | str) -> list[Patch] | PatchError:
    """The valid list in what was sent, or why it is none."""
    try:
        found, _ = decode(data)
        validate(found, TASK)
    except PatchError as error:
        return error
    return found


@pytest.mark.parametrize(
    "data", [GOOD, f" \n{GOOD}\n", "\ufeff" + GOOD, ("\ufeff" + GOOD).encode(), GOOD.encode()]
)
def test_a_list_is_read_from_text_or_bytes_behind_a_byte_order_mark(data: bytes | str) -> None:
    """An editor on another system puts the mark there; it means nothing."""
    assert decode(data) == (SHIP, [])


def test_an_empty_list_is_a_list() -> None:
    """A turn that changes nothing is a fine turn."""
    assert decode(" [ ] ") == ([], [])


def test_optional_fields_may_be_left_out_or_given() -> None:
    """`clear` takes no content, and a reason is for the journal."""
    text = '[{"section":"Plan","op":"clear"},{"section":"Next","op":"append","content":"a","reason":"why"}]'
    assert decode(text) == ([Patch("Plan", "clear"), Patch("Next", "append", "a", "why")], [])


@pytest.mark.parametrize(
    "data",
    [
        f"```json\n{GOOD}\n```",
        f"```\n{GOOD}\n```\n",
        f"\n  ```json\r\n{GOOD}\r\n```  \n",
        '{"patches":' + GOOD + "}",
        "```json\n" + json.dumps(json.loads(GOOD), indent=1) + "\n```",
    ],
)
def test_a_list_in_one_fence_or_under_patches_is_taken_with_a_warning(data: str) -> None:
    """Models wrap what they send; refusing it costs a turn, and saying nothing teaches nothing."""
    found, warnings = decode(data)
    assert found == SHIP
    assert len(warnings) == 1
    assert "send the list alone" in warnings[0]


def test_both_leniencies_together_are_told_both() -> None:
    """Each says what to leave off."""
    assert len(decode('```json\n{"patches":' + GOOD + "}\n```")[1]) == 2


def test_a_fence_inside_the_content_is_not_taken_off() -> None:
    """Only one around the whole list is a wrapping."""
    text = json.dumps([{"section": "Findings", "op": "append", "content": "run:\n```sh\nls\n```"}])
    assert decode(text) == ([Patch("Findings", "append", "run:\n```sh\nls\n```")], [])
    assert decode(f"```json\n{text}\n```")[0][0].content == "run:\n```sh\nls\n```"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ("", "empty-input"),
        ("  \n\t", "empty-input"),
        ("\ufeff", "empty-input"),
        ("Here you go:\n" + GOOD, "not-json"),
        (GOOD + "\nThat is all.", "not-json"),
        (GOOD + GOOD, "not-json"),
        (GOOD[:-4], "not-json"),
        (f"text\n```json\n{GOOD}\n```", "not-json"),
        (f"```json\n{GOOD}\n```\n```json\n{GOOD}\n```", "not-json"),
        (f"```json\n{GOOD}", "not-json"),
        ("nonsense", "not-json"),
        ("[1,]", "not-json"),
        ("{'a': 1}", "not-json"),
        ("[NaN]", "not-json"),
        ('[{"section":"Next","op":"append","content":NaN}]', "not-json"),
        ("[-Infinity]", "not-json"),
        ("[" * 100_000, "not-json"),
        ("[" * 100_000 + "]" * 100_000, "not-json"),
        ('[{"section":' + '{"a":' * 5_000 + "1" + "}" * 5_000 + "}]", None),
        ("9" * 10_000, "not-json"),
        ('"' + GOOD.replace('"', '\\"') + '"', "not-a-list"),
        (GOOD[1:-1], "not-a-list"),
        ("7", "not-a-list"),
        ("null", "not-a-list"),
        ("true", "not-a-list"),
        ('{"patches":7}', "not-a-list"),
        ('{"patches":[],"note":"x"}', "unknown-field"),
        ('[{"section":"Next","op":"append","op":"clear","content":"x"}]', "key-twice"),
        ('{"patches":[],"patches":[]}', "key-twice"),
        ('[{"section":"Next","\\u0073ection":"Next","op":"clear"}]', "key-twice"),
        (b"[\xff]", "not-utf-8"),
        ('[{"section":"Next","op":"append","content":"a\tb"}]', "not-json"),
    ],
    ids=lambda value: repr(value)[:50],
)
def test_what_is_not_exactly_one_list_is_refused_with_how_to_send_it(
    data: bytes | str, code: str | None
) -> None:
    """Guessing at what a model meant would apply a part of it."""
    error = refusal(data)
    assert not error.retryable
    if code:
        assert error.code == code
    if code in ("not-json", "not-a-list"):
        assert "send only the list" in str(error)


@pytest.mark.parametrize(
    ("item", "field", "code"),
    [
        ("7", None, "not-an-object"),
        ('["append"]', None, "not-an-object"),
        ('{"op":"clear"}', "section", "missing-field"),
        ('{"section":"Next","content":"x"}', "op", "missing-field"),
        ('{"section":"Next","op":"append"}', "content", "missing-field"),
        ('{"section":"Next","op":"append","content":"x","when":"later"}', "when", "unknown-field"),
        ('{"section":"Next","op":"append","Content":"x"}', "Content", "unknown-field"),
        ('{"section":["Next"],"op":"clear"}', "section", "wrong-type"),
        ('{"section":"Next","op":7,"content":"x"}', "op", "wrong-type"),
        ('{"section":"Next","op":"append","content":42}', "content", "wrong-type"),
        ('{"section":"Next","op":"append","content":1e999}', "content", "wrong-type"),
        ('{"section":"Next","op":"append","content":null}', "content", "wrong-type"),
        ('{"section":"Next","op":"append","content":true}', "content", "wrong-type"),
        ('{"section":"Next","op":"append","content":["x"]}', "content", "wrong-type"),
        ('{"section":"Next","op":"append","content":{"a":1}}', "content", "wrong-type"),
        ('{"section":"Next","op":"clear","content":null}', "content", "wrong-type"),
        ('{"section":"Next","op":"clear","reason":5}', "reason", "wrong-type"),
        ('{"section":"Next","op":"append","content":"smile \\ud83d end"}', "content", "lone-surrogate"),
        ('{"section":"\\udc00","op":"clear"}', "section", "lone-surrogate"),
        ('{"section":"Next","op":"clear","reason":"\\ud800"}', "reason", "lone-surrogate"),
    ],
)
def test_a_faulty_patch_is_named_by_index_and_field(item: str, field: str | None, code: str) -> None:
    """A model mends what it is pointed at."""
    error = refusal(f'[{{"section":"Plan","op":"check","content":"1"}},{item}]')
    assert (error.index, error.field, error.code) == (1, field, code)


def test_a_pair_of_surrogates_is_a_character() -> None:
    """JSON writes what lies beyond the first plane so."""
    assert (
        decode('[{"section":"Next","op":"append","content":"\\ud83d\\ude42"}]')[0][0].content == "\U0001f642"
    )


@given(st.one_of(st.binary(max_size=60), st.text(max_size=60)))
def test_any_input_is_a_list_or_a_refusal(data: bytes | str) -> None:
    """No text that an agent can send ends in another error."""
    found = understood(data)
    if isinstance(found, PatchError):
        assert str(found)
    else:
        assert all(isinstance(patch, Patch) for patch in found)


JSON = st.recursive(
    st.one_of(
        st.none(), st.booleans(), st.floats(), st.integers(), st.text(max_size=5), st.sampled_from(OPERATIONS)
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(
            st.sampled_from(["section", "op", "content", "reason", "patches", "x"]), inner, max_size=4
        ),
    ),
    max_leaves=8,
)


@given(JSON)
def test_any_json_is_a_valid_list_or_a_refusal(value: object) -> None:
    """Whatever shape a model finds, nothing but an understood list gets further."""
    found = understood(json.dumps(value))
    if isinstance(found, PatchError):
        assert str(found)
        return
    for patch in found:
        assert patch.section.strip().casefold() in [name.casefold() for name in TASK.names]
        assert patch.op in OPERATIONS


def test_an_unknown_section_is_refused_with_the_accepted_names() -> None:
    """The model picks another one on its next turn."""
    error = refused(Patch("Vibes", "append", "good"))
    assert (error.code, error.field, error.accepted) == ("unknown-section", "section", TASK.names)
    assert all(name in str(error) for name in ("Vibes", *TASK.names))


def test_an_unknown_operation_is_refused_with_the_accepted_ones() -> None:
    """The same for the five operations."""
    error = refused(Patch("Next", "apend", "x"))
    assert (error.code, error.field, error.accepted) == ("unknown-op", "op", OPERATIONS)
    assert all(name in str(error) for name in OPERATIONS)


@pytest.mark.parametrize("name", ["findings", "FINDINGS", " Findings "])
def test_section_names_ignore_letter_case_and_outer_blanks(name: str) -> None:
    """A model's spelling of a name it was given is close enough."""
    validate([Patch(name, "append", "x")], TASK)


@pytest.mark.parametrize("name", ["Episodic", "Durable Facts", "episodic log"])
def test_a_protected_section_is_refused_with_those_that_are_open(name: str) -> None:
    """What earlier sessions left behind is changed by a person's decision alone."""
    for op in OPERATIONS:
        error = refused(Patch(name, op, "1"), SESSION)
        assert (error.code, error.field, error.accepted) == ("protected-section", "section", ("Scratch",))
    validate([Patch("Scratch Notes", "clear")], SESSION)


@pytest.mark.parametrize("profile", [TASK, SESSION, AUDITED], ids=lambda p: p.name)
def test_check_is_for_numbered_sections(profile: Profile) -> None:
    """Elsewhere there is no number to name."""
    for section in profile.sections:
        if section.numbered:
            validate([Patch(section.name, "check", " 12 ")], profile)
        elif not section.protected:
            error = refused(Patch(section.name, "check", "1"), profile)
            assert (error.code, error.field) == ("not-numbered", "op")


@pytest.mark.parametrize(
    "content", ["one", "", "-2", "1.5", "1.", "2 3", "\uff12", "\u00b2", "\u0663", "1\u00a0x", "0x1"]
)
def test_check_takes_digits_0_to_9_only(content: str) -> None:
    """`int` takes digits of every script, and `str.isdigit` a superscript two."""
    error = refused(Patch("Plan", "check", content))
    assert (error.code, error.field) == ("not-a-number", "content")


@pytest.mark.parametrize("content", ["", "   ", "\n\n", "\t\r\n", "\u2028", "\u00a0"])
@pytest.mark.parametrize(("op", "hint"), [("append", "[]"), ("replace", "clear"), ("remove", "everything")])
def test_empty_content_is_refused_with_what_to_do_instead(op: str, hint: str, content: str) -> None:
    """`remove` of nothing would match every entry, and `replace` by nothing would lose the section."""
    error = refused(Patch("Findings", op, content))
    assert (error.code, error.field) == ("empty-content", "content")
    assert hint in str(error)


@pytest.mark.parametrize(
    "content", ["-", "- ", "*", "1.", "7)", "[ ]", "[x]", "- [ ]", "1. [ ]", "- 2. [x]", "-\n- \n-"]
)
def test_an_append_of_bullets_numbers_and_boxes_alone_is_refused(content: str) -> None:
    """It would be accepted, do nothing, and tell the agent that all is well."""
    for section in ("Findings", "Plan"):
        error = refused(Patch(section, "append", content))
        assert (error.code, error.field) == ("empty-content", "content")


FORBIDDEN = [
    ("## Next", "heading"),
    ("a\n## Anything", "heading"),
    ("a\r## Next", "heading"),
    ("a\r\n##\tPlan", "heading"),
    ("##", "heading"),
    ("## ", "heading"),
    ("##\u00a0Next", "heading"),
    ("   ## Ruled out", "heading"),
    ("```\nx\n```\n## Next", "heading"),
    ("- ```\n  x\n  ```\n## Next", "heading"),
    ("```", "unclosed-fence"),
    ("~~~ text\nopen", "unclosed-fence"),
    ("a\n````\nx\n```", "unclosed-fence"),
    ("- ```\n## Next", "unclosed-fence"),
    ("<!-- open", "unclosed-comment"),
    ("a\n<!--\n## Next", "unclosed-comment"),
    ("<<<<<<< a", "conflict-marker"),
    ("x\n>>>>>>> b", "conflict-marker"),
    ("```\n<<<<<<< a\n```", "conflict-marker"),
    (CONFLICT, "conflict-marker"),
    ("a\0b", "nul-byte"),
    ("\x1b[31mred", "terminal-escape"),
    ("a\x9b2J", "terminal-escape"),
    ("a\x90q", "terminal-escape"),
    ("\x80", "terminal-escape"),
    ("_(empty)_", "empty-mark"),
    ("a\n  _(empty)_ \nb", "empty-mark"),
]


@pytest.mark.parametrize(("content", "code"), FORBIDDEN)
@pytest.mark.parametrize("op", ["append", "replace"])
def test_content_that_would_hurt_the_file_is_refused(op: str, content: str, code: str) -> None:
    """An agent's own patch must not send the file to quarantine, nor act on a person's terminal."""
    error = refused(Patch("Findings", op, content))
    assert (error.code, error.field) == (code, "content")
    assert "\x1b" not in str(error)


@pytest.mark.parametrize(
    "content",
    [
        "=======",
        "a\n=======\nb",
        "### Detail",
        "# Title",
        "##Plan",
        "\\## Plan",
        "> ## Next",
        "- ## Next",
        "    ## Next",
        "text ## Next",
        "```\n## Next\n```",
        "~~~\n```\n## Next\n~~~",
        "<!-- ## Next -->",
        "<!--\n## Next\n-->",
        "-->",
        "text <!-- open",
        " <<<<<<< a",
        "<<<<<<<",
        "a >>>>>>> b",
        "\u2028## Task",
        "a\x0bb\x0cc\x1dd\x85e",
        "is _(empty)_ now",
        "```\n_(empty)_\n```",
        "\t\x08\x7f",
        "\u202eright to left",
        "C:\\new \\1 %s {0} $HOME",
    ],
)
@pytest.mark.parametrize("op", ["append", "replace"])
def test_content_that_only_looks_harmful_is_accepted(op: str, content: str) -> None:
    """An agent notes what it sees; a refusal of honest text makes it loop."""
    validate([Patch("Findings", op, content)], TASK)
    assert fault_in(content) is None


@pytest.mark.parametrize("content", ["## Next", "\x1b[2J", "_(empty)_", "<<<<<<< a", "```"])
def test_a_removal_may_name_what_a_person_put_there(content: str) -> None:
    """Otherwise an escape that came in by hand could never be taken out by an agent."""
    validate([Patch("Findings", "remove", content)], TASK)


@given(CONTENTS)
def test_content_is_judged_as_the_slow_pad_judges_it(content: str) -> None:
    """Two writings of what section 6 keeps out of the file."""
    assert (fault_in(content) is not None) == oracle.forbidden(content)


@pytest.mark.parametrize("field", ["section", "op", "content", "reason"])
def test_a_script_that_passes_no_text_is_told_the_field(field: str) -> None:
    """The library is called from code too, where types are not checked by JSON."""
    values: dict[str, object] = {"section": "Next", "op": "clear", "content": "", "reason": "x", field: 7}
    error = refused(Patch(**values))  # type: ignore[arg-type]
    assert (error.code, error.field) == ("wrong-type", field)


def test_a_long_value_is_quoted_in_short() -> None:
    """An error is one line that a person can read."""
    assert len(str(refused(Patch("x" * 5_000, "append", "y")))) < 300
