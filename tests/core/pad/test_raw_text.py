"""What an audited pad never holds, told from sentences that only speak of it."""

from __future__ import annotations

import pytest

from scratchpad_tui.core.pad.raw_text import RULES, raw_fault
from tests.core.pad.raw_corpus import HONEST, REFUSED


@pytest.mark.parametrize(
    ("rule", "text"), [(rule, text) for rule, texts in REFUSED.items() for text in texts]
)
def test_raw_text_is_refused_by_its_rule(rule: str, text: str) -> None:
    fault = raw_fault(text)
    assert fault is not None
    assert fault.rule == rule


@pytest.mark.parametrize("text", HONEST)
def test_an_honest_sentence_is_none(text: str) -> None:
    """A conclusion that is refused costs an agent its turn."""
    assert raw_fault(text) is None


@pytest.mark.parametrize("text", HONEST)
def test_an_honest_sentence_is_none_behind_a_bullet_either(text: str) -> None:
    assert raw_fault(f"- {text}") is None


def test_the_corpus_is_large_enough_to_mean_something() -> None:
    assert sum(map(len, REFUSED.values())) >= 60
    assert len(HONEST) >= 120
    assert set(REFUSED) == set(RULES)


@pytest.mark.parametrize("rule", RULES)
def test_each_rule_says_what_to_do_instead(rule: str) -> None:
    fault = raw_fault(REFUSED[rule][0])
    assert fault is not None
    assert fault.remedy.startswith("write ")
    assert str(fault) == f"{fault.message}; {fault.remedy}"


def test_the_line_that_shows_it_is_named() -> None:
    fault = raw_fault("the talk went so\nand then\nUser: which port?")
    assert fault is not None
    assert fault.line == 3


@pytest.mark.parametrize(
    "text",
    [
        "a" * 300_000,
        "- " * 100_000,
        "[" * 200_000,
        '{"a":' * 50_000,
        "<a " * 100_000,
        "$ " * 100_000,
        "so but and then " * 20_000,
        "let me " * 40_000,
        "=" * 200_000,
        "hm" * 100_000,
        "`" * 200_000,
        "@a" * 100_000,
        "at " + "a." * 100_000,
        "\t" * 200_000 + "x",
        "1. " * 60_000,
        "(" * 100_000,
        "A  " * 60_000,
        "AB  " * 60_000,
        "AB CD  " * 30_000,
        "for x " * 60_000,
        "def a(" * 60_000,
        "looking at " + "a, so " * 60_000,
        "\n" * 100_000,
    ],
    ids=lambda text: repr(text[:6]),
)
def test_hostile_lengths_end(text: str) -> None:
    """No rule's work grows faster than the line: a pattern that did would not come back from these."""
    first = raw_fault(text)
    assert first == raw_fault(text)
