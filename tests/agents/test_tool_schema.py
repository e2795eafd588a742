"""The schema of the patch list, as models are given it: it accepts what the core accepts, and its calls are taken."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from scratchpad_tui.agents.tool_schema import STYLES, sent_list, tool_schema
from scratchpad_tui.core.errors import PatchError
from scratchpad_tui.core.pad.patch import decode, validate
from scratchpad_tui.core.pad.schema import PROFILES, TASK
from tests.schemas import check_schema, fits

if TYPE_CHECKING:
    from scratchpad_tui.core.pad.schema import Profile

LISTS: list[tuple[bool, object]] = [
    (True, []),
    (True, [{"section": "Findings", "op": "append", "content": "x"}]),
    (True, [{"section": "Plan", "op": "check", "content": "2", "reason": "done"}]),
    (True, [{"section": "Next", "op": "clear"}]),
    (False, [{"section": "Nowhere", "op": "append", "content": "x"}]),
    (False, [{"section": "Next", "op": "add", "content": "x"}]),
    (False, [{"op": "append", "content": "x"}]),
    (False, [{"section": "Next", "content": "x"}]),
    (False, [{"section": "Next", "op": "append", "content": 3}]),
    (False, [{"section": "Next", "op": "append", "content": "x", "line": 1}]),
    (False, {"section": "Next", "op": "append", "content": "x"}),
]


def parameters(style: str, profile: Profile) -> Any:  # noqa: ANN401 - a document
    """What a call's arguments are judged by."""
    told: Any = tool_schema(style, profile)
    return told["input_schema"] if style == "anthropic" else told["function"]["parameters"]


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("profile", PROFILES.values(), ids=lambda profile: profile.name)
def test_it_is_a_schema(style: str, profile: Profile) -> None:
    """Of an object, as both interfaces ask."""
    schema = parameters(style, profile)
    check_schema(schema)
    assert schema["type"] == "object"


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize(("good", "patches"), LISTS)
def test_it_accepts_what_the_core_accepts(style: str, good: bool, patches: object) -> None:  # noqa: FBT001 - a case
    """A model that is held to it is not refused for the form, and what it forbids the core refuses too."""
    arguments = {"patches": patches}
    assert fits(arguments, parameters(style, TASK)) == good
    if good:
        validate(decode(sent_list(arguments))[0], TASK)
    else:
        with pytest.raises(PatchError):
            validate(decode(sent_list(arguments))[0], TASK)


@pytest.mark.parametrize("patches", [patches for good, patches in LISTS if good])
def test_a_call_by_the_schema_draws_no_warning(patches: object) -> None:
    """The schema asks for an object around the list; that the list alone is better would be news to the model."""
    for arguments in ({"patches": patches}, json.dumps({"patches": patches}, indent=2)):
        assert decode(sent_list(arguments))[1] == []


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ('{"patches": [{"section": "Next", "op": "clear", "op": "append"}]}', "key-twice"),
        ('{"patches": [], "more": []}', "unknown-field"),
        ('{"patches": [], "patches": [{"section": "Next", "op": "clear"}]}', "key-twice"),
        ('{"patches": [', "not-json"),
        ("", "empty-input"),
        ({}, "not-a-list"),
        ({"patches": [], "more": 1}, "unknown-field"),
    ],
)
def test_what_does_not_fit_is_refused_in_the_cores_words(arguments: Any, code: str) -> None:  # noqa: ANN401 - a case
    """Nothing is lost on the way: not a second list, not a second key."""
    with pytest.raises(PatchError) as caught:
        decode(sent_list(arguments))
    assert caught.value.code == code
