"""JSON changed in its text: what comes in goes out again, and every other byte stays."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scratchpad_tui.agents.setup_json import loaded, with_item, with_member, without
from scratchpad_tui.core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable

SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
VALUES = st.recursive(
    SCALARS | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=8,
)
DOCUMENTS = st.dictionaries(TEXTS, VALUES, max_size=4)
WRITERS: list[Callable[[Any], str]] = [
    json.dumps,
    lambda value: json.dumps(value, ensure_ascii=False, separators=(",", ":")),
    lambda value: json.dumps(value, indent=2) + "\n",
    lambda value: json.dumps(value, indent="\t").replace("\n", "\r\n") + "\r\n",
    lambda value: " \n" + json.dumps(value, indent=3, ensure_ascii=False) + " \n\n",
]


@given(DOCUMENTS, st.sampled_from(WRITERS), TEXTS, VALUES)
def test_a_member_put_in_and_taken_out_leaves_the_bytes(
    document: dict[str, Any], write: Callable[[Any], str], name: str, value: object
) -> None:
    """Whatever stands there; in between it says exactly what was asked for, in this order."""
    document.pop(name, None)
    text = write(document)
    put = with_member(text, (), name, value)
    assert list(loaded(put).items()) == [*document.items(), (name, value)]
    assert document == {} or without(put, (name,)) == text
    assert loaded(without(put, (name,))) == document


@given(DOCUMENTS, st.sampled_from(WRITERS), VALUES)
def test_a_replaced_member_keeps_its_place(
    document: dict[str, Any], write: Callable[[Any], str], value: object
) -> None:
    for name in document:
        assert list(loaded(with_member(write(document), (), name, value)).items()) == [
            (key, value if key == name else old) for key, old in document.items()
        ]


@given(st.lists(VALUES, max_size=4), st.sampled_from(WRITERS), VALUES, st.data())
def test_items_come_last_and_any_of_them_goes(
    items: list[Any], write: Callable[[Any], str], value: object, data: st.DataObject
) -> None:
    text = write({"a": 1, "list": items, "z": ""})
    assert loaded(with_item(text, ("list",), value))["list"] == [*items, value]
    if items:
        at = data.draw(st.integers(0, len(items) - 1))
        assert loaded(without(text, ("list", at)))["list"] == items[:at] + items[at + 1 :]
        assert without(with_item(text, ("list",), value), ("list", len(items))) == text


def test_the_manner_of_the_file_is_kept() -> None:
    """Tabs and CRLF; one line; no blanks at all; an inner object of one line in a file of many."""
    assert with_member('{\r\n\t"a": 1\r\n}\r\n', (), "b", [2]) == (
        '{\r\n\t"a": 1,\r\n\t"b": [\r\n\t\t2\r\n\t]\r\n}\r\n'
    )
    assert with_member('{"a": 1}', (), "b", [2, 3]) == '{"a": 1, "b": [2, 3]}'
    assert with_member('{"a":1}', (), "b", [2, 3]) == '{"a":1,"b":[2,3]}'
    assert with_member('{\n  "a": {"b": 1}\n}', ("a",), "c", {}) == '{\n  "a": {"b": 1, "c": {}}\n}'
    assert with_member("{}\n", (), "a", {}) == '{\n  "a": {}\n}\n'


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{\n  // mine\n  "a": 1\n}', "line 2 has a comment"),
        ('{"a": 1 /* mine */}', "line 1 has a comment"),
        ('{\n  "a": 1,\n}', "a comma behind the last entry"),
        ('{"a": [1, 2, ]}', "a comma behind the last entry"),
        ('{"a": 1', "is not JSON"),
        ("nonsense", "is not JSON"),
        ('{"a": NaN}', "NaN is no number"),
        ("[1]", "no JSON object"),
        ('{"a": 1, "b": 2, "a": 3}', '"a" stands twice'),
        ('{"x": {"a": 1, "a": 1}}', '"a" stands twice'),
        ("[" * 100_000, "nested too deeply"),
        ('{"a": ' + "[" * 300 + '"]"' + "]" * 300 + "}", "nested too deeply"),
        ('{"a": ' + "9" * 5_000 + "}", "is not JSON"),
    ],
)
def test_what_is_no_plain_json_is_refused_in_a_persons_words(text: str, words: str) -> None:
    with pytest.raises(InputError, match=re.escape(words)):
        loaded(text)


def test_brackets_within_a_text_nest_nothing() -> None:
    assert loaded('{"a": "\\"' + "[" * 300 + '"}')


def test_half_a_surrogate_pair_stays_an_escape() -> None:
    """No file could hold it otherwise."""
    assert with_member("{}", (), "a", "\ud800") == '{\n  "a": "\\ud800"\n}'
