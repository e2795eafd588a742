"""The gate: each place of the contract, each alone, and texts that are no report at all."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scratchpad_tui.core.audited import design_rules as rules
from scratchpad_tui.core.audited.design import MOST_FAULTS, check_report
from scratchpad_tui.core.audited.report_text import LARGEST
from tests.core.audited.reports import GONE, encoded, good_report, shown, spoil, spoiled

Path = tuple[str | int, ...]

SECTIONS: Path = ("scratchpad", "sections")
FINDING: Path = (*SECTIONS, "Findings", 1)
OPENING: Path = (*SECTIONS, "Hypotheses", 0)
DECISION: Path = (*SECTIONS, "Decisions", 0)
BAD_PATHS = (
    "/abs/.agent/x.md",
    "../.agent/x.md",
    ".agent/../x.md",
    ".agent/a/../../x.md",
    ".agent/x.md/..",
    ".agent/./x.md",
    ".agent//x.md",
    ".agent/.. /x.md",
    ".agent/.../x.md",
    ".agent\\..\\x.md",
    ".agent/a\\x.md",
    "~/.agent/x.md",
    "./.agent/x.md",
    "work/.agent/x.md",
    ".agentx/y.md",
    "notes.md",
    ".agent/x.txt",
    ".agent/x.MD",
    ".agent/x.md ",
    ".agent/x.md\n",
    ".agent/a\x00.md",
    ".agent/\u202ex.md",
    ".agent/\ud800.md",
    ".agent/.md",
    ".agent/",
    ".agent",
    "",
    7,
    None,
    True,
    ["x.md"],
    GONE,
)
NO_WORDS = ("", "   ", "\n\t", "\u00a0", "\u200b", None, 7, True, ["x"], {"text": "x"}, GONE)
NO_DAYS = (
    "20.07.2026",
    "2026-02-30",
    "2026-7-2",
    "2026-07-20T10:00Z",
    " 2026-07-20",
    "2026-07-20\n",
    "\u0662\u0660\u0662\u0666-\u0660\u0667-\u0662\u0660",
    "soon",
    "",
    20260720,
    None,
    GONE,
)
NO_OBJECT: tuple[object, ...] = ([], None, "x", GONE)
NO_LIST: tuple[object, ...] = ({}, None, "x", GONE)
NOT_TRUE: tuple[object, ...] = (False, "true", 1, 1.0, None, [], GONE)
NOT_FALSE: tuple[object, ...] = (True, "false", 0, 0.0, None, [], GONE)

SPOILED: list[tuple[Path, object]] = [
    *((("schema",), value) for value in (2, 0, "1", True, 1.0, None, [1], GONE)),
    *((("scratchpad", "path"), value) for value in BAD_PATHS),
    *((SECTIONS, value) for value in NO_OBJECT),
    *(((*SECTIONS, name), value) for name in rules.SECTIONS for value in NO_LIST),
    *(((*SECTIONS, name), []) for name in ("Extra", "findings", "Notes", "")),
    *((FINDING, value) for value in ("text", None, ["x"], 7, True)),
    *(((*at, name), value) for at in (FINDING, OPENING) for name in rules.WORDS for value in NO_WORDS),
    *(((*at, "date"), value) for at in (DECISION, OPENING) for value in NO_DAYS),
    *(((*at, "validated"), value) for at in (FINDING, DECISION) for value in NOT_TRUE),
    *(((*at, "text"), text) for at in (FINDING, OPENING, DECISION) for text in rules.FORBIDDEN),
    *(
        (("write_policy", "mode"), value)
        for value in ("rewrite", "append", "Append_or_upsert", None, 1, GONE)
    ),
    *(
        ((name, question), value)
        for name, answers in rules.ANSWERS.items()
        for question, answer in answers.items()
        for value in (NOT_TRUE if answer else NOT_FALSE)
    ),
    *(((name,), value) for name in ("scratchpad", *rules.ANSWERS) for value in (*NO_OBJECT, True)),
]


def faults(data: bytes) -> list[str]:
    """The faults, each as `PATH MESSAGE`."""
    return [" ".join(fault) for fault in check_report(data)]


def test_good_reports_pass() -> None:
    """So do other fields than the contract's, and a byte-order mark."""
    more = good_report() | {"made_by": "us"}
    more["scratchpad"]["sections"]["Open"] = [
        {"text": "raw transcripts are never kept", "source": "x", "date": "2026-07-20", "key": "a"}
    ]
    nested = spoiled(("scratchpad", "path"), ".agent/team/…/pad.md")
    for report in (good_report(), more, nested):
        assert check_report(encoded(report)) == []
    assert check_report(b"\xef\xbb\xbf" + encoded(good_report())) == []


@pytest.mark.parametrize(("path", "value"), SPOILED, ids=lambda part: repr(part)[:60])
def test_one_spoiled_place_is_the_one_fault(path: Path, value: object) -> None:
    """It is named by its path, and nothing else is wrong."""
    found = check_report(encoded(spoiled(path, value)))
    assert [fault.path for fault in found] == [shown(path)] if path[-1] else len(found) == 1
    assert found[0].message


@pytest.mark.parametrize(
    "text",
    ["Raw Transcript", " raw  transcript.", '"raw transcript"', "raw tool dump: {}", "chain of thought"],
)
@pytest.mark.parametrize("name", rules.WORDS)
def test_forbidden_texts_are_known_in_other_spellings(text: str, name: str) -> None:
    """A report that writes them with a capital is no better."""
    found = check_report(encoded(spoiled((*FINDING, name), text)))
    assert [fault.path for fault in found] == [shown((*FINDING, name))]


def test_every_fault_is_told_in_the_order_of_the_contract() -> None:
    """One run tells all that is to be mended."""
    report = good_report()
    report["schema"] = 3
    report["scratchpad"]["path"] = "x"
    report["scratchpad"]["sections"]["Findings"] = [{}, "x"]
    report["validation"]["survives_compact"] = False
    report["access_policy"] = {}
    assert [fault.path for fault in check_report(encoded(report))] == [
        "schema",
        "scratchpad.path",
        "scratchpad.sections.Findings[0].text",
        "scratchpad.sections.Findings[0].source",
        "scratchpad.sections.Findings[0].date",
        "scratchpad.sections.Findings[0].validated",
        "scratchpad.sections.Findings[1]",
        "access_policy.read_once",
        "access_policy.reference_after_bootstrap",
        "access_policy.reread_each_turn",
        "validation.survives_compact",
    ]


def test_a_fault_says_what_was_wanted_and_what_stands_there() -> None:
    """A person mends it without looking the contract up."""
    assert faults(encoded(spoiled(("access_policy", "read_once"), "true"))) == [
        'access_policy.read_once must be true, not "true"'
    ]
    assert faults(encoded(spoiled(("access_policy", "read_once"), GONE))) == [
        "access_policy.read_once must be true, and is missing"
    ]
    assert faults(encoded([])) == ["report must be an object, not a list"]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"not json", "is not JSON, see line 1, column 1"),
        (b"", "is not JSON"),
        (b"{", "is not JSON"),
        (b"\xff\xfe{}", "is not UTF-8 text, see the byte at offset 0"),
        (b'{"schema": 1}}', "is not JSON"),
        (b"[" * 200_000, "is nested too deeply"),
        (b"[" * 200_000 + b"]" * 200_000, "is nested too deeply"),
        (b'{"a":' * 200_000 + b"1" + b"}" * 200_000, "is nested too deeply"),
        (b'{"schema": ' + b"1" * 5_000 + b"}", "holds a number of too many digits"),
        (b" " * (LARGEST + 1), "is larger than 10,000,000 bytes"),
        (b"null", "must be an object, not null"),
        (b'"text"', 'must be an object, not "text"'),
        (b"NaN", "is NaN, which is no number of JSON"),
    ],
    ids=lambda part: repr(part)[:20],
)
def test_what_is_no_report_is_a_fault_and_no_traceback(data: bytes, words: str) -> None:
    """The gate is fed by machines: it judges whatever comes."""
    found = check_report(data)
    assert found[0].path == "report"
    assert words in found[0].message


def test_a_name_that_stands_twice_is_a_fault() -> None:
    """Readers differ in which of the two they take: the gate would judge what another reader does not see."""
    text = json.dumps(good_report())
    twice = text.replace('"read_once": true', '"read_once": false, "read_once": true')
    assert faults(twice.encode()) == ["access_policy.read_once stands there more than once"]
    entry = text.replace('"source": "talk"', '"source": "talk", "source": "talk"')
    assert faults(entry.encode()) == ["scratchpad.sections.Hypotheses[0].source stands there more than once"]


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity"])
def test_what_json_has_no_number_for_is_a_fault(number: str) -> None:
    """Also in a field that the contract does not ask for."""
    text = json.dumps(good_report())[:-1] + f', "more": [{{"x": {number}}}]}}'
    assert faults(text.encode()) == [f"more[0].x is {number}, which is no number of JSON"]
    where = json.dumps(good_report()).replace('"schema": 1', f'"schema": {number}')
    assert f"schema must be the number 1, not {number}" in faults(where.encode())


def test_millions_of_faults_are_counted_and_not_all_listed() -> None:
    """A report of ten megabytes would fill the memory with them."""
    report = good_report()
    report["scratchpad"]["sections"]["Open"] = [{}] * 10_000
    found = check_report(encoded(report))
    assert len(found) == MOST_FAULTS + 1
    assert found[-1] == ("report", "has 20,000 more faults, not listed here")
    odd = encoded(good_report())[:-1] + b', "more": [' + b"NaN," * 20_000 + b"1]}"
    assert check_report(odd)[-1] == ("report", "has 10,000 more faults, not listed here")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)
PLACES = sorted({path for path, _ in SPOILED if path[-1]}, key=repr)


@given(st.binary() | JSON.map(lambda value: json.dumps(value).encode()))
def test_the_gate_never_fails_itself(data: bytes) -> None:
    """Whatever comes is judged; nothing but a good report passes."""
    assert check_report(data)


@given(st.lists(st.tuples(st.sampled_from(PLACES), JSON | st.just(GONE)), min_size=1, max_size=3))
def test_every_fault_names_a_place_that_was_spoiled_or_one_under_it(
    changes: list[tuple[Path, object]],
) -> None:
    """Nothing else is said of a report than what is wrong with it."""
    report = good_report()
    for path, value in changes:
        spoil(report, path, value)
    places = [shown(path) for path, _ in changes]
    for fault in check_report(encoded(report)):
        assert any(fault.path.startswith(place) or place.startswith(fault.path) for place in places), fault


def test_long_names_and_texts_are_cut() -> None:
    """A fault is a line to read."""
    report = good_report()
    report["scratchpad"]["sections"]["x" * 5_000] = []
    report["write_policy"]["mode"] = "y" * 5_000
    assert all(len(fault) < 250 for fault in faults(encoded(report)))


# The JSON Schema that ships


def schema() -> dict[str, Any]:
    """The schema as it is shipped."""
    text = files("scratchpad_tui.core.audited").joinpath("design-report.schema.json").read_text("utf-8")
    document: dict[str, Any] = json.loads(text)
    return document


def test_the_shipped_schema_asks_the_same_questions() -> None:
    """Whoever judges a report by the schema asks for every field that the gate asks for, and the same answers."""
    told = schema()
    parts = told["properties"]
    assert told["required"] == ["schema", "scratchpad", *rules.ANSWERS]
    assert parts["schema"] == {"type": "integer", "const": rules.SCHEMA}
    for name, answers in rules.ANSWERS.items():
        wanted: dict[str, object] = {question: {"const": answer} for question, answer in answers.items()}
        if name == "write_policy":
            wanted = {"mode": {"const": rules.MODE}, **wanted}
        assert parts[name] == {"type": "object", "required": list(wanted), "properties": wanted}


def test_the_shipped_schema_asks_the_same_of_entries() -> None:
    """Sections, the fields of an entry, and the texts that none is."""
    sections = schema()["properties"]["scratchpad"]["properties"]["sections"]
    assert sections["required"] == list(rules.SECTIONS)
    assert sections["additionalProperties"] is False
    assert {
        name: part["items"]["$ref"].rpartition("/")[2] for name, part in sections["properties"].items()
    } == {name: "proven" if name in rules.PROVEN else "entry" for name in rules.SECTIONS}
    parts = schema()["$defs"]
    assert parts["entry"]["required"] == [*rules.WORDS, "date"]
    assert parts["proven"]["required"] == ["validated"]
    assert parts["proven"]["properties"] == {"validated": {"const": True}}
    assert parts["words"]["not"] == {"enum": list(rules.FORBIDDEN)}


FINER: tuple[object, ...] = (
    *(".agent/.. /x.md", ".agent/.../x.md", ".agent/x.md\n"),
    *(".agent/\u202ex.md", ".agent/\ud800.md", "\u200b"),
    1.0,
)
"""What the gate refuses and no JSON Schema can: it says so in its description; 1.0 is the integer 1 to it."""


def judge() -> Any:  # noqa: ANN401 - the library has no types
    """The shipped schema as a validator, which also looks at days."""
    jsonschema.Draft202012Validator.check_schema(schema())
    return jsonschema.Draft202012Validator(schema(), format_checker=jsonschema.FormatChecker())


def test_the_shipped_schema_accepts_good_reports() -> None:
    """In more than one folder, with fields of others, and with an empty section."""
    accepts = judge().is_valid
    assert accepts(good_report())
    assert accepts(good_report() | {"made_by": "us"})
    for path in (".agent/scratchpad.md", ".agent/team/pad.md", ".agent/..x/a.b.md"):
        assert accepts(spoiled(("scratchpad", "path"), path))
        assert check_report(encoded(spoiled(("scratchpad", "path"), path))) == []


def test_the_shipped_schema_refuses_what_the_gate_refuses() -> None:
    """But for what it cannot express."""
    accepts = judge().is_valid
    passed = [(path, value) for path, value in SPOILED if accepts(spoiled(path, value))]
    assert [item for item in passed if repr(item[1]) not in map(repr, FINER)] == []
    assert {repr(value) for _, value in passed} == {repr(value) for value in FINER}
