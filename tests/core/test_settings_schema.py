"""The JSON Schema of the settings: valid, fresh, and of one mind with the code wherever a schema can say it."""

from __future__ import annotations

import json
import re
import tomllib
from importlib.resources import files
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.config import SETTINGS, load
from scratchpad_tui.core.config.bound import names
from scratchpad_tui.core.config.example import example_toml
from scratchpad_tui.core.config.json_schema import document
from scratchpad_tui.core.config.key_names import NAMED, SPELLED
from scratchpad_tui.core.config.profiles import KEYS
from tests.schemas import check_schema, fits

if TYPE_CHECKING:
    from pathlib import Path

    from scratchpad_tui.core.config import Setting

SECTION = "[[profiles.review.sections]]\nname = 'Plan'\ncap = 9\n"
SHIPPED = files("scratchpad_tui.core.config").joinpath("settings.schema.json").read_text("utf-8")
SCHEMA: dict[str, object] = json.loads(SHIPPED)


def at(*path: str) -> dict[str, object]:
    """The part of the schema under the keys."""
    node: object = SCHEMA
    for key in path:
        assert isinstance(node, dict)
        node = node[key]
    assert isinstance(node, dict)
    return node


def is_fine(tmp_path: Path, text: str) -> bool:
    """Whether the code finds no fault in the file."""
    (tmp_path / "scratchpad.toml").write_text(text, "utf-8")
    return load(str(tmp_path / "scratchpad.md"), None, {"XDG_CONFIG_HOME": str(tmp_path)}).faults == ()


def test_the_shipped_schema_is_valid_and_fresh() -> None:
    """`python -m scratchpad_tui.core.config.json_schema` writes it anew."""
    check_schema(SCHEMA)
    assert document() == SHIPPED


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_every_setting_stands_in_it_with_its_words_and_default(setting: Setting) -> None:
    """Editors show them while a person types."""
    table, _, key = setting.name.rpartition(".")
    rule = at("properties", *([table, "properties"] if table else []))[key]
    assert isinstance(rule, dict)
    assert (rule["description"], rule["default"]) == (setting.doc, setting.default)


def test_it_has_no_table_and_no_key_that_the_code_does_not_know() -> None:
    """What an editor offers must count."""
    tables = {setting.name.partition(".")[0] for setting in SETTINGS}
    assert set(at("properties")) == {*tables, "keys", "profiles"}
    bound = set(at("properties", "keys", "properties"))
    assert bound == {*names(), *(name.partition(".")[0] for name in names())}
    path = ("profiles", "additionalProperties", "properties", "sections", "items", "properties")
    assert tuple(at("properties", *path)) == KEYS


def examples() -> list[str]:
    """What `init` and `demo` write, as it stands and with every `#` before a setting taken away."""
    texts = [example_toml(), example_toml(0, "session"), example_toml(20)]
    return [*texts, re.sub(r"(?m)^# (?=[\w.\"-]+ = |\[\[)", "", example_toml(20))]


GOOD = [
    "",
    "[git]\ncommit = true",
    "[session]\nttl = 1",
    "[history]\ndepth = 0",
    "[keys]\nprune = 'P'\nnew = ['i', 'f2', 'ctrl+n']\nline.move = 'M'",
    "[keys]\nfind = 'ctrl+f'",
    "[keys]\nfind.open = 'ctrl+f'",
    "[keys]\n'find.open' = ['ctrl+f', 'f3']",
    "[keys.go]\nback = ['esc', 'f3']",
    SECTION,
    SECTION + "keyed = true\nproven = true\naliases = ['Steps']",
]
WRONG = [
    "[history]\ndept = 1",
    "[histroy]\ndepth = 1",
    "depth = 1",
    "history = 1",
    "[history]\ndepth = -1",
    "[history]\ndepth = 1000001",
    "[history]\ndepth = '7'",
    "[history]\ndepth = 7.5",
    "[history]\ndepth = true",
    "[history.depth]\nx = 1",
    "[session]\nttl = 49",
    "[session]\nttl = 'day'",
    "[ui]\ntheme = 'blue'",
    "[ui]\nmotion = false",
    "[ui]\nbell = ['on']",
    "[git]\ncommit = 'true'",
    "[git]\ncommit = 1",
    "profile = 1",
    '[llm]\nmodel = "a\\nb"',
    '[llm]\nmodel = "a\\n"',
    '[llm]\nmodel = "\\u001b[2J"',
    '[llm]\nmodel = "a\\u200bb"',
    "[llm]\napi_key = 'sk-1234'",
    "[lock]\ntimeout = -0.1",
    "[lock]\ntimeout = 3601",
    "[llm]\ntimeout = 0",
    "[zzz]",
    "keys = 'P'",
    "[keys]\nprun = 'P'",
    "[keys]\nprune = 3",
    "[keys]\nprune = []",
    "[keys]\nprune = ['P', 3]",
    "[keys]\nprune = ['a', 'b', 'c', 'f2', 'f3']",
    "[keys]\nprune = 'PP'",
    "[keys]\nprune = ''",
    "[keys]\nprune = 'ctrl+m'",
    "[keys]\nprune = 'ctrl+c'",
    "[keys]\nprune = 'Ctrl+G'",
    '[keys]\nprune = "P\\n"',
    '[keys]\nprune = "ctrl+g\\n"',
    '[keys]\nprune = "\\t"',
    '[keys]\nprune = "\\u00a0"',
    "[keys]\nline.prun = 'P'",
    "[keys.find]\nprune = 'P'",
    "[keys.line.prune]\nx = 'P'",
    "profiles = 1",
    "[profiles.review]",
    "[profiles.review]\nsections = []",
    "[profiles.review]\nsections = [1]",
    "[profiles.Review]\nsections = []",
    SECTION.replace("review", "task"),
    SECTION.replace("review", "'My one'"),
    SECTION + "[profiles.review.x]\ny = 1",
    SECTION.replace("'Plan'", "'plan'"),
    SECTION.replace("'Plan'", "'Plan #'"),
    SECTION.replace("'Plan'", "'## Plan'"),
    SECTION.replace("'Plan'", "'Plan <!-- x'"),
    SECTION.replace("'Plan'", "'Plan '"),
    SECTION.replace("'Plan'", "''"),
    SECTION.replace("'Plan'", f"'{'A' * 61}'"),
    SECTION.replace("'Plan'", '"A\\nB"'),
    SECTION.replace("'Plan'", '"A\\u200bB"'),
    SECTION.replace("9", "0"),
    SECTION.replace("9", "'9'"),
    SECTION.replace("9", "1000001"),
    SECTION.replace("cap = 9", ""),
    SECTION.replace("name = 'Plan'", ""),
    SECTION + "numbered = 1",
    SECTION + "numberd = true",
    SECTION + 'purpose = "a\\nb"',
    SECTION + "purpose = 1",
    SECTION + "aliases = 'Steps'",
    SECTION + "aliases = ['steps']",
    SECTION + "proven = true",
    SECTION + "keyed = true\nnumbered = true",
    SECTION * 41,
]


@pytest.mark.parametrize("text", [*examples(), *GOOD])
def test_what_is_right_is_right_for_both(tmp_path: Path, text: str) -> None:
    """An editor that marks a good file teaches people to look away."""
    assert is_fine(tmp_path, text)
    assert fits(tomllib.loads(text), SCHEMA)


@pytest.mark.parametrize("text", WRONG)
def test_what_is_wrong_is_wrong_for_both(tmp_path: Path, text: str) -> None:
    """The editor tells it while it is typed."""
    assert not is_fine(tmp_path, text)
    assert not fits(tomllib.loads(text), SCHEMA)


@pytest.mark.parametrize(
    "text",
    [
        "[keys]\nprune = 'd'",  # another action's key
        "[keys]\nhelp = 'f1'",  # what must keep its key
        "profile = 'taskk'",  # a name that this file would have to define
        "[history]\ndepth = 7.0",  # a whole number by JSON's rules
        SECTION + SECTION,  # two sections of one name
    ],
)
def test_what_a_schema_cannot_say_the_code_does(tmp_path: Path, text: str) -> None:
    """These look right alone, and are wrong beside something else."""
    assert not is_fine(tmp_path, text)
    assert fits(tomllib.loads(text), SCHEMA)


def test_every_named_key_is_one_for_both(tmp_path: Path) -> None:
    """Also as footer and help write it."""
    for name in (*NAMED, *SPELLED, "é", "=", ","):
        key = "tick = " + json.dumps([name], ensure_ascii=False)
        assert fits(tomllib.loads(f"[keys]\n{key}"), SCHEMA), name
        (tmp_path / "scratchpad.toml").write_text(f"[keys]\n{key}", "utf-8")
        faults = load(str(tmp_path / "scratchpad.md"), None, {}).faults
        assert not any("names no key" in fault for fault in faults), name
