"""The JSON Schema of the settings files: `python -m scratchpad_tui.core.config.json_schema` writes it anew."""

from __future__ import annotations

import json
import os
import re

from scratchpad_tui.core.config.bound import MOST_KEYS, names
from scratchpad_tui.core.config.key_names import NAMED, SPELLED
from scratchpad_tui.core.config.key_table import TABLE, shown_words
from scratchpad_tui.core.config.profiles import LARGEST_CAP, LONGEST_NAME, MOST_SECTIONS
from scratchpad_tui.core.config.table import BUILT_IN, SETTINGS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scratchpad_tui.core.config.table import Setting

PATH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "settings.schema.json")
_UNSEEN = r"[\u0000-\u001f\u007f-\u00a0\u00ad\u1680\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff]"
"""Characters that cannot be seen, as far as a pattern has them."""
_CONTROLS = r"[\u0000-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2066-\u2069\ufeff]"
"""What no line of a heading or a purpose may hold."""
_HEADING = r"^(?![#a-z\s])(?!.*(##|<!--)).*[^#\s]$"

Schema = dict[str, object]


def settings_schema() -> Schema:
    """What `scratchpad.toml` may hold, as far as a schema can say it; what keys clash is judged by the code alone."""
    properties: dict[str, Schema] = {}
    for setting in SETTINGS:
        above, _, key = setting.name.rpartition(".")
        if above:
            inner = properties.setdefault(above, _table({}))["properties"]
            assert isinstance(inner, dict)
            inner[key] = _rule(setting)
        else:
            properties[key] = _rule(setting)
    properties["keys"] = _keys()
    properties["profiles"] = _profiles()
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "scratchpad.toml",
        "description": "Settings of a pad, and of the user in config.toml.",
        **_table(properties),
        "$defs": {"keys": _key_list()},
    }


def _table(properties: dict[str, Schema]) -> Schema:
    return {"type": "object", "additionalProperties": False, "properties": properties}


def _rule(setting: Setting) -> Schema:
    if setting.kind == "choice":
        rule: Schema = {"enum": list(setting.choices)}
    elif setting.kind == "text":
        rule = {"type": "string", "not": {"pattern": _UNSEEN}}
    elif setting.kind == "switch":
        rule = {"type": "boolean"}
    else:
        rule = {"type": setting.kind, "minimum": setting.low, "maximum": setting.high}
    return {**rule, "description": setting.doc, "default": setting.default}


def _keys() -> Schema:
    """Each action under its id, written as one name or as a table in the table, and each verb."""
    rows = {row.id: row for row in TABLE}
    properties: dict[str, Schema] = {}
    areas: dict[str, dict[str, Schema]] = {}
    for name, ids in names().items():
        about = " ".join(dict.fromkeys(shown_words(rows[id_].tooltip) for id_ in ids))
        rule: Schema = {"$ref": "#/$defs/keys", "description": about, "default": list(rows[ids[0]].keys)}
        area, _, key = name.partition(".")
        properties[name] = rule
        if key:
            areas.setdefault(area, {})[key] = {"$ref": f"#/properties/keys/properties/{name}"}
    for area, inner in areas.items():  # some verb has the name of an area
        either = [properties[area], _table(inner)] if area in properties else []
        properties[area] = {"anyOf": either} if either else _table(inner)
    return {
        **_table(properties),
        "description": "Other keys for actions of the screens, by their ids or verbs.",
    }


def _key_list() -> Schema:
    words = "|".join(re.escape(word) for word in (*NAMED, *SPELLED))
    named: Schema = {"type": "string", "pattern": f"^({words})$", "not": {"pattern": _UNSEEN}}
    sign: Schema = {"type": "string", "minLength": 1, "maxLength": 1, "not": {"pattern": rf"\s|{_UNSEEN}"}}
    key = {"anyOf": [named, sign]}
    return {"anyOf": [key, {"type": "array", "minItems": 1, "maxItems": MOST_KEYS, "items": key}]}


def _profiles() -> Schema:
    heading = {
        "type": "string",
        "minLength": 1,
        "maxLength": LONGEST_NAME,
        "pattern": _HEADING,
        "not": {"pattern": _CONTROLS},
    }
    flag = {"type": "boolean", "default": False}
    section: Schema = {
        **_table(
            {
                "name": {
                    **heading,
                    "description": "The heading; letter case makes no difference when it is looked for.",
                },
                "cap": {
                    "type": "integer",
                    "minimum": 1,
                    "maximum": LARGEST_CAP,
                    "description": "In characters; going over it is a warning.",
                },
                "purpose": {
                    "type": "string",
                    "not": {"pattern": _CONTROLS},
                    "default": "",
                    "description": "One line that tells the agent what belongs here.",
                },
                "numbered": {**flag, "description": "Entries are numbered steps that can be ticked."},
                "aliases": {
                    "type": "array",
                    "items": heading,
                    "default": [],
                    "description": "Other spellings of the heading.",
                },
                "protected": {**flag, "description": "No patch may touch it."},
                "keyed": {
                    **flag,
                    "description": "Entries are audited ones: - text [src:SOURCE @ 2026-07-20] {#key}; not together with numbered.",
                },
                "proven": {**flag, "description": "With keyed: an entry stands here only with its evidence."},
            }
        ),
        "required": ["name", "cap"],
        "allOf": [
            {"if": _is("proven"), "then": _is("keyed")},
            {"not": {"allOf": [_is("keyed"), _is("numbered")]}},
        ],
    }
    sections: Schema = {
        "type": "array",
        "minItems": 1,
        "maxItems": MOST_SECTIONS,
        "description": "In the order in which the pad has them.",
        "items": section,
    }
    profile = {**_table({"sections": sections}), "required": ["sections"]}
    return {
        "type": "object",
        "description": "Profiles of your own, by name.",
        "propertyNames": {"pattern": "^[a-z0-9][a-z0-9_-]{0,39}$", "not": {"enum": list(BUILT_IN)}},
        "additionalProperties": profile,
    }


def _is(flag: str) -> Schema:
    return {"properties": {flag: {"const": True}}, "required": [flag]}


def document() -> str:
    """The schema as the file holds it."""
    return json.dumps(settings_schema(), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    with open(PATH, "w", encoding="utf-8", newline="\n") as file:
        file.write(document())
