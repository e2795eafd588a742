"""The tools that are offered over MCP: what a client is told of each, and which pad has it.

Accepting, rejecting and promoting are not among them: a person decides what is kept.
"""

from __future__ import annotations

from scratchpad_tui.agents import mcp_acts
from scratchpad_tui.agents.mcp_answers import (
    COUNT,
    FLAG,
    MAYBE,
    MOST_CHARS,
    TEXT,
    TEXTS,
    WRITTEN,
    fault,
    output_schema,
    refusal,
)
from scratchpad_tui.agents.tool_schema import DESCRIPTION, NAME, patch_list_schema
from scratchpad_tui.core.errors import ScratchpadError
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.schema import note_section

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from scratchpad_tui.agents.mcp_acts import Call
    from scratchpad_tui.agents.mcp_answers import Answer, Schema
    from scratchpad_tui.core.pad.schema import Profile


class Tool(NamedTuple):
    """One tool."""

    name: str
    title: str
    description: str
    parameters: Callable[[Profile], Schema]
    """The JSON Schema of its arguments, with the sections of the pad's profile."""
    answers: dict[str, Schema]
    """The fields of its answer."""
    act: Callable[[Call], Answer]
    fits: Callable[[Profile], bool]
    """Whether a pad of the profile has any use for it."""
    reads_only: bool = False
    destroys: bool = False
    """Whether it may take away what stands there, and not only add. Every version is kept, but the hint is about this."""
    repeats_safely: bool = False
    """Whether the same call again changes nothing more."""

    def call(self, call: Call) -> Answer:
        """What the call gives; a refusal is an answer too."""
        try:
            return self.act(call)
        except ScratchpadError as error:
            return refusal(error)
        except Exception as error:  # noqa: BLE001 - the outermost edge: a model gets a sentence, the server lives on
            return fault(error)


def tools(profile: Profile) -> list[Tool]:
    """The tools for a pad of this profile."""
    return [tool for tool in TOOLS if tool.fits(profile)]


def find(name: str) -> Tool | None:
    """The tool of that name, also one that the pad's profile has no use for: the core says why."""
    return next((tool for tool in TOOLS if tool.name == name), None)


def _object(properties: dict[str, Schema], *required: str) -> Schema:
    return {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
    }


def _text(description: str, **more: object) -> Schema:
    return {**TEXT, "description": description, **more}


def _always(_profile: Profile) -> bool:
    return True


def _has_notes(profile: Profile) -> bool:
    return note_section(profile) is not None


def _has_keys(profile: Profile) -> bool:
    return profile.is_keyed


def _read_parameters(profile: Profile) -> Schema:
    limits = {"minimum": mcp_acts.LEAST_CHARS, "maximum": MOST_CHARS, "default": MOST_CHARS}
    return _object(
        {
            "section": _text(
                "Leave it out for the whole pad with its rules and warnings; or one section alone.",
                enum=list(profile.names),
            ),
            "max_chars": {
                **COUNT,
                **limits,
                "description": "At most so many characters; the oldest entries leave and are counted.",
            },
        }
    )


def _note_parameters(profile: Profile) -> Schema:
    section = note_section(profile)
    tags = list(section.tags) if section else []
    return _object(
        {
            "text": _text("One line, at most 200 characters."),
            "tag": _text(
                "How sure it is: observed, a hypothesis, decided.", **({"enum": tags} if tags else {})
            ),
            "keep": {**FLAG, "default": False, "description": "Never archive it."},
        },
        "text",
        "tag",
    )


def _recall_parameters(_profile: Profile) -> Schema:
    return _object(
        {
            "max_tokens": {
                **COUNT,
                "minimum": 1,
                "maximum": mcp_acts.MOST_RECALL_TOKENS,
                "default": mcp_acts.RECALL_TOKENS,
                "description": "At most so many tokens, estimated.",
            }
        }
    )


def _propose_parameters(profile: Profile) -> Schema:
    return _object(
        {
            "texts": {
                **TEXTS,
                "minItems": 1,
                "maxItems": 3,
                "description": "One line each; a text that stands in one entry of the pad means that entry, with its tag and time.",
            },
            "section": _text("Where the entries stand.", enum=list(profile.names)),
            "tag": _text("What a text is that stands in no entry; needed where notes have tags."),
        },
        "texts",
    )


def _record_parameters(profile: Profile) -> Schema:
    keyed = [section for section in profile.sections if section.keyed]
    proven = " and ".join(section.name for section in keyed if section.proven)
    keys: Schema = {**TEXTS, "default": []}
    return _object(
        {
            "section": _text(
                " ".join(f"{section.name}: {section.purpose}" for section in keyed),
                enum=[section.name for section in keyed],
            ),
            "key": _text(
                "Small letters and digits in words joined by -, at most 64 characters.", maxLength=64
            ),
            "text": _text("One line: what holds from now on. Left out only with from_hypothesis."),
            "source": _text(f"Where it was seen, such as a job, a file or a commit; {proven} need one."),
            "date": _text("The day of the source, YYYY-MM-DD; today where it is left out."),
            "contradicts": {**keys, "description": "Keys of findings that this shows to be wrong."},
            "closes": {**keys, "description": "Keys of open entries that this ends."},
            "from_hypothesis": _text("The key of the hypothesis that this was."),
        },
        "section",
        "key",
    )


_READING: dict[str, Schema] = {
    "path": TEXT,
    "profile": TEXT,
    "state": _text("good; else what stands in for the pad is its last good version."),
    "version": COUNT,
    "tokens": COUNT,
    "warnings": TEXTS,
    "text": TEXT,
}
_RECALLED = _object(
    {"section": TEXT, "line": TEXT, "time": MAYBE, "tag": MAYBE, "text": TEXT, "keep": FLAG},
    "section",
    "line",
    "time",
    "tag",
    "text",
    "keep",
)
_ITEM: Schema = {
    "type": "object",
    "properties": {"id": TEXT, "text": TEXT, "tag": TEXT, "time": TEXT, "state": TEXT, "reason": MAYBE},
    "required": ["id", "text", "tag", "time", "state", "reason"],
}

TOOLS = (
    Tool(
        "scratchpad_read",
        "Read the scratchpad",
        "The scratchpad as it is now: what its sections are for, how to change it, warnings, and its text. A person may "
        "have corrected it since it was read last; what stands there now counts.",
        _read_parameters,
        _READING,
        mcp_acts.read,
        _always,
        reads_only=True,
        repeats_safely=True,
    ),
    Tool(
        NAME,
        "Update the scratchpad",
        DESCRIPTION,
        patch_list_schema,
        WRITTEN,
        mcp_acts.apply,
        _always,
        destroys=True,
    ),
    Tool(
        "scratchpad_note",
        "Note a line",
        "Adds one line to the session's notes with its tag and the time.",
        _note_parameters,
        WRITTEN,
        mcp_acts.note,
        _has_notes,
    ),
    Tool(
        "scratchpad_recall",
        "Recall notes",
        "The session's notes, newest first, then what earlier sessions left, within a number of tokens.",
        _recall_parameters,
        {
            "tokens": COUNT,
            "entries": {"type": "array", "items": _RECALLED},
            "left_out": COUNT,
            "notice": TEXT,
        },
        mcp_acts.recall,
        _has_notes,
        reads_only=True,
        repeats_safely=True,
    ),
    Tool(
        "scratchpad_propose",
        "Propose lines for later sessions",
        "Puts up to three lines a session into a queue, all or none; a person decides which of them later sessions get.",
        _propose_parameters,
        {"items": {"type": "array", "items": _ITEM}, "warnings": TEXTS},
        mcp_acts.propose,
        _always,
    ),
    Tool(
        "scratchpad_record",
        "Record with evidence",
        "Puts one entry into a section by its key: a new one, or what the entry of that key says from now on. The same "
        "again changes nothing. A finding that turns out wrong is kept as a line in the decisions.",
        _record_parameters,
        WRITTEN,
        mcp_acts.record,
        _has_keys,
        destroys=True,
        repeats_safely=True,
    ),
)


def answer_schema(tool: Tool) -> Schema:
    """The JSON Schema of what a tool answers."""
    return output_schema(tool.answers)
