"""What redactions took out, told by the text before and after: nothing of it stays in what quotes the text."""

from __future__ import annotations

import re

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scratchpad_tui.core.pad.redact_told import Taken, likeness, lost, lost_of_lines, taken_out
from scratchpad_tui.core.pad.redact_words import MARK, Words

PIECES = st.sampled_from(["ab", "key", "a", "is", "ba", "aa-b", " ", "  ", "-", ", ", "\n", "\n  ", MARK])
TEXTS = st.lists(PIECES, min_size=1, max_size=12).map("".join)
UNMARKED = TEXTS.filter(lambda text: MARK not in text)
SECRETS = st.lists(st.text("abXYZ019", min_size=4, max_size=8), min_size=1, max_size=3, unique=True)


def redacted(text: str, secrets: list[str]) -> str:
    """The text after one redaction for each of them."""
    for secret in secrets:
        text = Words(secret).without(text)[0]
    return text


@given(was=TEXTS, data=st.data())
def test_whatever_was_taken_out_the_text_itself_becomes_what_it_is_now(was: str, data: st.DataObject) -> None:
    """The redactions may cut words, and reach over each other and over marks that stood there."""
    cut = {at for mark in re.finditer(re.escape(MARK), was) for at in range(mark.start() + 1, mark.end())}
    whole = sorted(set(range(len(was) + 1)) - cut)
    secrets = []
    for _ in range(data.draw(st.integers(1, 3))):
        start, stop = sorted((data.draw(st.sampled_from(whole)), data.draw(st.sampled_from(whole))))
        secret = was[start:stop]
        assume(secret.strip() and secret.strip(" \t") not in MARK * 2)
        secrets.append(secret)
    now = redacted(was, secrets)
    assume(now != was)
    assert taken_out(was, now).out_of(was) == now


@given(secrets=SECRETS, data=st.data())
def test_no_word_that_was_taken_out_is_left_alone_in_another_text(
    secrets: list[str], data: st.DataObject
) -> None:
    fill = st.sampled_from(["key", " ", "is ", "and", "-", ", ", "\n- ", MARK])
    was = "".join(data.draw(st.lists(st.one_of(fill, st.sampled_from(secrets)), min_size=1, max_size=12)))
    now = redacted(was, secrets)
    assume(now != was)
    typed = taken_out(was, now).out_of(" ".join(["my", *secrets, "own words"]))
    for secret in secrets:
        if re.search(rf"(?<![A-Za-z0-9]){secret}(?![A-Za-z0-9])", was):
            assert secret not in typed
    assert typed.startswith("my ")
    assert typed.endswith(" own words")


@given(secrets=SECRETS, before=UNMARKED, after=UNMARKED, data=st.data())
def test_nor_where_the_text_was_reworded_meanwhile(
    secrets: list[str], before: str, after: str, data: st.DataObject
) -> None:
    order = data.draw(st.permutations(secrets))
    was = f"{before} {' and '.join(secrets)} {after}"
    now = redacted(f"anew {' '.join(order)}", secrets)
    typed = lost(was, now).out_of(f"{was} typed")
    assert not any(secret in typed for secret in secrets)
    assert typed.endswith(" typed")


@given(was=UNMARKED, now=UNMARKED, typed=TEXTS)
def test_without_a_redaction_nothing_typed_changes(was: str, now: str, typed: str) -> None:
    assert lost(was, now).out_of(typed) == typed
    assert lost_of_lines(was.split("\n"), now.split("\n")).out_of(typed) == typed


@given(was=st.lists(TEXTS.map(lambda text: text.replace("\n", "")), min_size=1, max_size=6), data=st.data())
def test_lines_with_marks_that_came_and_went_are_no_redaction(was: list[str], data: st.DataObject) -> None:
    keep = data.draw(st.lists(st.sampled_from(was), max_size=6, unique=True))
    now = [line for line in was if line in keep]
    assert not lost_of_lines(was, now)


@pytest.mark.parametrize(
    ("was", "now", "typed", "left"),
    [
        ("a key Xy1 and Zz2", "a key [redacted] and [redacted]", "Zz2, Xy1", "[redacted], [redacted]"),
        ("k [redacted] b Xy1", "k [redacted] b [redacted]", "[redacted] or Xy1", "[redacted] or [redacted]"),
        ("A and B and C", "[redacted] and [redacted]", "only C", "only [redacted]"),
        ("Xy1Zz2", "[redacted][redacted]", "is Xy1Zz2", "is [redacted][redacted]"),
        ("pw=[redacted] def", "pw=[redacted]", "my pw=[redacted] def", "my pw=[redacted]"),
        ("two\nlines here", "[redacted] here", "- two\n  lines", "- [redacted]"),
    ],
)
def test_what_is_told_of_several_texts(was: str, now: str, typed: str, left: str) -> None:
    assert taken_out(was, now).out_of(typed) == left


def test_of_lines_each_is_compared_with_the_one_that_it_was() -> None:
    """While others come, go and are reworded: their words stay in what was typed."""
    was = ["- one thing", "- the key is Xy1", "- a third", "- and Zz2 there"]
    now = ["- another thing", "- the key is [redacted]", "- and [redacted] there", "- new"]
    taken = lost_of_lines(was, now)
    assert taken.out_of_lines(["- one thing", "  Xy1", "- a third Zz2"]) == (
        "- one thing",
        "  [redacted]",
        "- a third [redacted]",
    )


def test_a_quotation_that_was_cut_short_is_taken_out_too() -> None:
    taken = taken_out("the key is Zauberwort-97 here", "the key is [redacted] here")
    assert taken.out_of_cut("the key is Zauberwor…") == "the key is [redacted]…"


def test_how_alike_two_texts_are_but_for_a_redaction() -> None:
    assert likeness("the key Xy1", "the key [redacted]") == len("the key ")
    assert likeness("the key Xy1", "[redacted]") == 0
    assert likeness("the key Xy1", "the lock [redacted]") == -1


def test_blanks_alone_are_no_text_that_was_taken_out() -> None:
    assert not taken_out("a  [redacted]", "a [redacted]")
    assert Taken([("Xy1", MARK)], [" ", "red"]).texts == ()
