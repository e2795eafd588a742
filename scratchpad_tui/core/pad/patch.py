"""A patch, and patch lists as agents send them: decoded strictly and validated whole."""

from __future__ import annotations

import json
import re

from scratchpad_tui.core.errors import PatchError
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.compose import incoming
from scratchpad_tui.core.pad.content import fault_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.core.pad.schema import Profile, Section

OPERATIONS = ("append", "replace", "check", "remove", "clear")
FIELDS = ("section", "op", "content", "reason")
HOW_TO_SEND = 'send only the list: [{"section": "Findings", "op": "append", "content": "..."}]'

_FENCED = r"(?s)\s*```[\w-]*[ \t]*\r?\n(.*?)\r?\n?```\s*"


class Patch(NamedTuple):
    """One operation on one section."""

    section: str
    op: str
    content: str = ""
    reason: str | None = None
    """Why; goes to the journal."""


class _Twice(Exception):
    """A key stands twice in one object."""


def decode(data: bytes | str) -> tuple[list[Patch], list[str]]:
    """The patches in what an agent sent, with a warning for each leniency that was needed.

    Raises:
        PatchError: the text is not exactly one patch list.
    """
    text = _text_of(data)
    warnings: list[str] = []
    fenced = re.fullmatch(_FENCED, text) if "```" in text else None
    if fenced:
        text = fenced.group(1)
        warnings.append("The list came inside a code fence, which was taken off; send the list alone.")
    value = _load(text)
    if isinstance(value, dict) and "patches" in value:
        if len(value) > 1:
            other = next(key for key in value if key != "patches")
            raise PatchError(
                f"unknown field {_quoted(other)} beside patches; {HOW_TO_SEND}", code="unknown-field"
            )
        value = value["patches"]
        warnings.append("The list came in an object under patches; send the list alone.")
    if not isinstance(value, list):
        raise PatchError(f"a patch list was expected, not {_kind(value)}; {HOW_TO_SEND}", code="not-a-list")
    return [_patch(item, index) for index, item in enumerate(value)], warnings


def validate(patches: Sequence[Patch], profile: Profile) -> None:
    """Checks the list whole, before anything is applied.

    Raises:
        PatchError: names the first faulty patch's index, its field and what is accepted.
    """
    for index, patch in enumerate(patches):
        _check_types(patch, index)
        section = profile.find(patch.section)
        if section is None:
            message = f"unknown section {_quoted(patch.section)}; use one of: {', '.join(profile.names)}"
            raise _refusal(index, message, "unknown-section", "section", profile.names)
        if patch.op not in OPERATIONS:
            message = f"unknown op {_quoted(patch.op)}; use one of: {', '.join(OPERATIONS)}"
            raise _refusal(index, message, "unknown-op", "op", OPERATIONS)
        if section.protected:
            open_names = tuple(s.name for s in profile.sections if not s.protected)
            message = f"{section.name} is not changed by patches; use: {', '.join(open_names)}"
            raise _refusal(index, message, "protected-section", "section", open_names)
        _check_operation(patch, index, section)
        if section.keyed and patch.op in ("append", "replace"):
            _check_audited(patch, index, section, profile)


def _check_audited(patch: Patch, index: int, section: Section, profile: Profile) -> None:
    from scratchpad_tui.core.pad.audit import content_fault

    fault = content_fault(patch.content, patch.op, section, profile)
    if fault:
        raise _refusal(index, fault.message, fault.code, "content")


def _check_notes(patch: Patch, index: int, section: Section) -> None:
    from scratchpad_tui.core.clock import now
    from scratchpad_tui.core.pad.notes import Faulty, stamped

    moment = now()
    try:
        for entry in incoming(patch.content):
            if not entry.is_empty:
                stamped(entry, section.tags, moment)
    except Faulty as fault:
        raise _refusal(index, str(fault), fault.code, "content", section.tags) from None


def _check_operation(patch: Patch, index: int, section: Section) -> None:
    if patch.op == "check":
        if not section.numbered:
            message = f"{patch.section} has no numbered items to check; use append, replace, remove or clear"
            raise _refusal(index, message, "not-numbered", "op", ("append", "replace", "remove", "clear"))
        if not re.fullmatch(r"[0-9]+", patch.content.strip()):
            message = f"check takes the item's number in digits 0-9, not {_quoted(patch.content)}"
            raise _refusal(index, message, "not-a-number", "content")
    elif patch.op != "clear" and _is_empty(patch):
        hints = {
            "append": "give the text of the entry, or send [] if nothing changed",
            "replace": "use clear to empty the section",
            "remove": "give a text that stands in the entry; an empty one would match everything",
        }
        message = f"{patch.op} with empty content; {hints[patch.op]}"
        raise _refusal(index, message, "empty-content", "content")
    if patch.op in ("append", "replace"):
        fault = fault_in(patch.content)
        if fault:
            raise _refusal(index, fault.message, fault.code, "content")
        if section.tags:
            _check_notes(patch, index, section)


def _is_empty(patch: Patch) -> bool:
    if patch.op == "append":
        return all(entry.is_empty for entry in incoming(patch.content))
    return not patch.content.strip()


def _check_types(patch: Patch, index: int) -> None:
    for field in FIELDS:
        value = getattr(patch, field, None)
        if field == "reason" and value is None:
            continue
        if not isinstance(value, str):
            raise _refusal(index, f"{field} must be a text, not {_kind(value)}", "wrong-type", field)
        surrogate = re.search("[\ud800-\udfff]", value)
        if surrogate:
            code = f"U+{ord(surrogate.group()):04X}"
            message = f"{field} holds half a character ({code}, a lone surrogate); send the whole character"
            raise _refusal(index, message, "lone-surrogate", field)


def _text_of(data: bytes | str) -> str:
    if isinstance(data, bytes):
        try:
            data = data.decode("utf-8")
        except UnicodeDecodeError as error:
            message = f"the list is not UTF-8 (byte offset {error.start}); send JSON in UTF-8"
            raise PatchError(message, code="not-utf-8") from error
    text = data.removeprefix("\ufeff")
    if not text.strip():
        raise PatchError("nothing was sent; an empty turn is the list []", code="empty-input")
    return text


def _load(text: str) -> object:
    try:
        return json.loads(text, object_pairs_hook=_object, parse_constant=_refuse_constant)
    except _Twice as twice:
        raise PatchError(
            f"the key {_quoted(str(twice))} stands twice in one object", code="key-twice"
        ) from None
    except RecursionError:
        raise PatchError(f"the list is nested too deeply; {HOW_TO_SEND}", code="not-json") from None
    except ValueError as error:
        where = (
            f" at line {error.lineno}, column {error.colno}"
            if isinstance(error, json.JSONDecodeError)
            else ""
        )
        raise PatchError(f"this is not JSON{where}; {HOW_TO_SEND}", code="not-json") from error


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise _Twice(key)
        found[key] = value
    return found


def _refuse_constant(name: str) -> object:
    raise ValueError(f"{name} is not JSON")


def _patch(item: object, index: int) -> Patch:
    if not isinstance(item, dict):
        raise _refusal(
            index, f"a patch is an object, not {_kind(item)}; {HOW_TO_SEND}", "not-an-object", None
        )
    for key in item:
        if key not in FIELDS:
            message = f"unknown field {_quoted(key)}; a patch has {', '.join(FIELDS)}"
            raise _refusal(index, message, "unknown-field", key, FIELDS)
    for field in ("section", "op"):
        if field not in item:
            raise _refusal(index, f"the field {field} is missing", "missing-field", field)
    if "content" not in item and item["op"] != "clear":
        raise _refusal(index, "the field content is missing", "missing-field", "content")
    patch = Patch(item["section"], item["op"], item.get("content", ""), item.get("reason"))
    _check_types(patch, index)
    return patch


def _refusal(
    index: int, message: str, code: str, field: str | None, accepted: tuple[str, ...] = ()
) -> PatchError:
    return PatchError(f"patch {index}: {message}", code=code, index=index, field=field, accepted=accepted)


def _quoted(value: str) -> str:
    return json.dumps(value if len(value) <= 60 else value[:57] + "...", ensure_ascii=False)


def _kind(value: object) -> str:
    kinds = {dict: "an object", list: "a list", str: "a text", bool: "true or false", type(None): "null"}
    return kinds.get(type(value), "a number")
