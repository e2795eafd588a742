"""What a tool answers: a text for the model and the same as data, both bounded."""

from __future__ import annotations

from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.text import visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scratchpad_tui.core.errors import ScratchpadError
    from scratchpad_tui.core.pad.store import Outcome

MOST_CHARS = 12_000
"""Of one answer. Clients warn above 10,000 tokens, which this is at three bytes a character and four a token."""
DIFF_CHARS = 8_000
_MOST_WARNINGS = 20

Schema = dict[str, object]


class Answer(NamedTuple):
    """What a call gives back."""

    text: str
    """For a model: control characters are visible."""
    fields: dict[str, object]
    """The same as data; fits the tool's output schema."""
    is_error: bool = False


def refusal(error: ScratchpadError) -> Answer:
    """A refusal as a model can act on it: the sentence, then what names the place and whether to send it again."""
    told = {name: unquoted(value) for name, value in error.fields().items()}
    facts = [f"code {error.code}"]
    facts += [f"{name} {told[name]}" for name in ("index", "field") if told.get(name) is not None]
    accepted = told.get("accepted")
    if isinstance(accepted, list) and accepted:
        facts.append(f"accepted: {', '.join(map(str, accepted))}")
    facts.append("try again in a moment" if error.retryable else "the same call is refused again")
    problems = told.get("problems")
    if isinstance(problems, list):
        told["problems"] = [
            {name: unquoted(value) for name, value in problem.items()}
            for problem in problems[:_MOST_WARNINGS]
        ]
    text = shown(f"{told['message']} ({'; '.join(facts)})")
    return Answer(text, {"changed": False, "error": told}, is_error=True)


def unquoted(value: object) -> object:
    """A word of a refusal: it may quote what was sent, however long that was, and whatever secret stood in it."""
    from scratchpad_tui.core.secrets.quoting import safe

    return safe(value) if isinstance(value, str) else value


def fault(error: Exception) -> Answer:
    """A failure that nobody foresaw, in one sentence."""
    words = shown(str(unquoted(str(error).strip().partition("\n")[0])))[:200]
    message = (
        f"an unexpected fault, {type(error).__name__}: {words}; the pad is as the last accepted list left it"
    )
    told = {"code": "fault", "index": None, "field": None, "message": message, "retryable": False}
    return Answer(message, {"changed": False, "error": told}, is_error=True)


def written(outcome: Outcome, warnings: Iterable[str] = ()) -> Answer:
    """What a write did: its diff and its warnings, as `apply --json` says it."""
    told = few([*warnings, *outcome.warnings])
    diff = bounded(outcome.diff, DIFF_CHARS, "of the diff")
    fields = {**outcome._asdict(), "diff": diff, "warnings": told, "sections": list(outcome.sections)}
    head = (
        f"Version {outcome.version}." if outcome.changed else f"Nothing changed; version {outcome.version}."
    )
    parts = [head, diff.rstrip("\n")]
    if told:
        parts.append("Warnings:\n" + "\n".join(f"- {warning}" for warning in told))
    return Answer(shown("\n\n".join(part for part in parts if part)), fields)


def few(warnings: Sequence[str]) -> list[str]:
    """The first warnings, and how many more there are."""
    if len(warnings) <= _MOST_WARNINGS:
        return list(warnings)
    return [*warnings[:_MOST_WARNINGS], f"{len(warnings) - _MOST_WARNINGS} more"]


def bounded(text: str, limit: int, what: str) -> str:
    """The text within so many characters; whole lines leave at its end, and a line says how many."""
    if len(text) <= limit:
        return text
    lines = text.split("\n")
    used = taken = 0
    for line in lines:
        if used + len(line) + 1 > limit:
            break
        used += len(line) + 1
        taken += 1
    left = len([line for line in lines[taken:] if line])
    return "\n".join([*lines[:taken], f"({left} more lines {what} are not shown here)"])


def shown(text: str) -> str:
    """Text of any origin made safe for whatever a client shows it on."""
    return visible(text, keep="\n\t")


TEXT: Schema = {"type": "string"}
COUNT: Schema = {"type": "integer"}
FLAG: Schema = {"type": "boolean"}
TEXTS: Schema = {"type": "array", "items": TEXT}
MAYBE: Schema = {"type": ["string", "null"]}
WRITTEN: dict[str, Schema] = {
    "changed": FLAG,
    "version": COUNT,
    "diff": TEXT,
    "warnings": TEXTS,
    "added": COUNT,
    "removed": COUNT,
    "sections": TEXTS,
}
_ERROR: Schema = {
    "type": "object",
    "properties": {
        "code": TEXT,
        "index": {"type": ["integer", "null"], "description": "The patch in the list, counted from 0."},
        "field": MAYBE,
        "message": TEXT,
        "retryable": {"type": "boolean", "description": "Whether the same call may do better in a moment."},
        "accepted": TEXTS,
        "problems": {"type": "array", "items": {"type": "object"}},
    },
    "required": ["code", "index", "field", "message", "retryable"],
}


def output_schema(properties: dict[str, Schema]) -> Schema:
    """The schema of an answer with these fields, or of a refusal in its place."""
    return {
        "type": "object",
        "properties": {"changed": FLAG, **properties, "error": _ERROR},
        "anyOf": [{"required": list(properties)}, {"required": ["changed", "error"]}],
    }
