"""A template is filled in: empty places go, a key comes from the text, and what was written stays as it is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scratchpad_tui.core.audited.template import (
    completed,
    hint,
    is_blank_entry,
    slots,
    suggested_key,
    template,
)
from scratchpad_tui.core.pad.entries import find_entries
from scratchpad_tui.core.pad.evidence import Evidence, audited_line, is_key, log_key, read_audited

DAY = "2026-07-20"


def test_the_template_names_its_parts_and_the_text_comes_first() -> None:
    line = template(DAY)
    assert [(slot.name, line[slot.start : slot.stop]) for slot in slots(line)] == [
        ("text", ""),
        ("source", ""),
        ("date", DAY),
        ("key", ""),
    ]
    assert is_blank_entry(line)
    assert read_audited("Findings", find_entries([hint(DAY)])[0], hint(DAY)).evidence == ("SOURCE", DAY)


@pytest.mark.parametrize(
    ("typed", "stands"),
    [
        (f"CI has no redis [src: @ {DAY}] {{#}}", "CI has no redis {#ci-no-redis}"),
        (f"CI has no redis [src:job 4412 @ {DAY}] {{#}}", f"CI has no redis [src:job 4412 @ {DAY}] {{#ci-no-redis}}"),
        (f"CI has no redis [src: @ {DAY}] {{#mine}}", "CI has no redis {#mine}"),
        ("CI has no redis", "CI has no redis"),
        ("which region? {#}", "which region? {#which-region}"),
        (f"port 1 [src:a @ {DAY}] then [src: @ {DAY}] {{#}}", f"port 1 [src:a @ {DAY}] then {{#port-1-src-2026-07}}"),
        (f"Grüße, 漢字! [src: @ {DAY}] {{#}}", "Grüße, 漢字! {#grusse}"),
    ],
)  # fmt: skip
def test_what_was_left_empty_goes_or_is_filled_in(typed: str, stands: str) -> None:
    assert completed(typed, ()) == stands


def test_a_key_that_stands_already_gets_a_number() -> None:
    assert suggested_key("CI has no redis", {"ci-no-redis", "ci-no-redis-2"}) == "ci-no-redis-3"


def test_a_text_without_such_letters_has_a_key_too() -> None:
    assert suggested_key("漢字", {"entry"}) == "entry-2"
    assert suggested_key("it is", ()) == "it-is"


def test_no_key_is_one_of_the_log() -> None:
    """`X-changed-N` tells of a changed finding."""
    assert suggested_key("port changed 3", ()) == "port-changed"


def test_only_a_date_is_no_entry_and_a_source_alone_is_something_typed() -> None:
    assert not is_blank_entry(f"x [src: @ {DAY}] {{#}}")
    assert not is_blank_entry(f" [src:x @ {DAY}] {{#}}")
    assert not is_blank_entry(f" [src: @ {DAY}] {{#x}}")
    assert is_blank_entry("")


@given(st.text(max_size=120), st.sets(st.sampled_from(["a", "entry", "entry-2", "x"])))
def test_every_suggested_key_is_a_free_key_of_no_log(text: str, taken: set[str]) -> None:
    key = suggested_key(text, taken)
    assert is_key(key)
    assert log_key(key) is None
    assert key not in taken


@given(st.text(max_size=60))
def test_an_entry_that_is_whole_already_stays(text: str) -> None:
    line = audited_line(text, Evidence("job 1", DAY), "a-key")[2:]
    assert completed(line, ()) == line.strip()
