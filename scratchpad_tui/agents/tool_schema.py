"""The function schema of the patch list, for a loop of one's own: what a model is told about the tool it may call."""

from __future__ import annotations

import json
import re

from scratchpad_tui.core.pad.patch import OPERATIONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from scratchpad_tui.core.pad.schema import Profile

STYLES = ("openai", "anthropic")
NAME = "scratchpad_apply"

DESCRIPTION = (
    "Updates the scratchpad with a list of patches, applied all or none. An empty list is fine: most turns change "
    "nothing. append adds an entry to a section; replace puts the section's whole content; check ticks the item of "
    "that number in a numbered section; remove takes out every entry whose text contains the content; clear empties "
    "the section."
)
_FIELDS = {
    "op": "What is done to the section.",
    "content": "append, replace: the text. check: the item's number in digits. remove: a text that stands in the "
    "entry. clear: leave it out.",
    "reason": "Why, in a few words; it goes to the journal and not to the pad.",
}


def tool_schema(style: str, profile: Profile) -> dict[str, object]:
    """The tool's definition in the form that one of `STYLES` expects, with the sections of the profile."""
    if style == "anthropic":
        return {"name": NAME, "description": DESCRIPTION, "input_schema": patch_list_schema(profile)}
    function = {"name": NAME, "description": DESCRIPTION, "parameters": patch_list_schema(profile)}
    return {"type": "function", "function": function}


def patch_list_schema(profile: Profile) -> dict[str, object]:
    """The JSON Schema of `{"patches": [...]}`: tools take an object, so the list stands under one key."""
    sections = [section for section in profile.sections if not section.protected]
    purposes = " ".join(f"{s.name} (max {s.cap} chars): {s.purpose}" for s in sections)
    patch = {
        "type": "object",
        "properties": {
            "section": {"type": "string", "enum": [s.name for s in sections], "description": purposes},
            "op": {"type": "string", "enum": list(OPERATIONS), "description": _FIELDS["op"]},
            "content": {"type": "string", "description": _FIELDS["content"]},
            "reason": {"type": "string", "description": _FIELDS["reason"]},
        },
        "required": ["section", "op"],
        "additionalProperties": False,
    }
    return {
        "type": "object",
        "properties": {"patches": {"type": "array", "items": patch}},
        "required": ["patches"],
        "additionalProperties": False,
    }


def sent_list(arguments: str | Mapping[str, object]) -> str:
    """The patch list in what a model sent by this schema, for `apply_text`.

    What does not fit comes back as it is: the core's refusal then says what is wrong with it. The wrapper is cut off
    the text itself, so that a key that stands twice in the list is still seen.
    """
    given = arguments if isinstance(arguments, str) else json.dumps(arguments)
    found = re.fullmatch(r'(?s)\s*\{\s*"patches"\s*:\s*(\[.*\])\s*\}\s*', given)
    if found is None:
        return given
    try:
        json.loads(found[1])
    except (ValueError, RecursionError):
        return given
    return found[1]
