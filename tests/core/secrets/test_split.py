"""A token cut over lines, entries, cells or strings is found whatever stands before and behind it; honest lines are not glued."""

from __future__ import annotations

import random
import string
from pathlib import Path

import pytest

from scratchpad_tui.core.secrets.scanner import scan
from tests.bench.workplace import pad_text
from tests.core.secrets.hostile import CUT
from tests.core.secrets.tokens import AFTER, BEFORE, CUTS, cut, matching, tokens

ROOT = Path(__file__).resolve().parents[3]
README = (ROOT / "README.md").read_text("utf-8")
PADS = sorted((ROOT / "tests" / "cases").glob("*/*.md"))
GITHUB = "gh" + "p_aB3dE5fG7hI9jK1lM2nO4pQ6rS8tU0vW1xY2"
KNOWN = {
    "github": GITHUB,
    "aws": "AK" + "IA4KZ7QW2MN6PX3TYH",
    "gitlab": "gl" + "pat-aB3dE5fG7hI9jK1lM2nO",
    "google": "AI" + "zaSyAqb2Crd4EtfuG7hvI9jwKxl2MynzO5pQk",
    "stripe": "sk_" + "live_aB3dE5fG7hI9jK1lM2nO4pQ6",
    "npm": "np" + "m_aB3dE5fG7hI9jK1lM2nO4pQ6rS8tU0vW1xY2",
}


@pytest.mark.parametrize("between", CUTS.values(), ids=CUTS)
@pytest.mark.parametrize("name", KNOWN)
def test_a_token_in_two_halves_is_found_whatever_stands_around_it(name: str, between: str) -> None:
    token = KNOWN[name]
    half = len(token) // 2
    for before in BEFORE:
        for after in AFTER:
            text = before + token[:half] + between + token[half:] + after
            (found,) = scan(text)
            assert text[found.start : found.end] == token[:half] + between + token[half:], (before, after)


@pytest.mark.parametrize("pieces", [2, 3])
def test_hardly_a_token_of_any_format_is_missed(pieces: int) -> None:
    """Cut at any place; letters of chance that happen to be words are all that may be."""
    draw = random.Random(pieces)
    missed = []
    count = 0
    for rule, token in tokens(draw):
        for name, between in CUTS.items():
            text = draw.choice(BEFORE) + cut(token, between, draw, pieces) + draw.choice(AFTER)
            count += 1
            if not scan(text):
                missed.append((rule, name))

    assert count > 2_500
    assert len(missed) <= count * 0.005, missed


def test_a_token_of_many_lines_is_found_behind_a_word() -> None:
    draw = random.Random(8)
    parts = ["".join(draw.choices(string.ascii_letters + string.digits, k=900)) for _ in range(3)]
    token = f"ey{'J'}{parts[0]}.ey{'J'}{parts[1]}.{parts[2]}"
    lines = "\n".join(token[at : at + 76] for at in range(0, len(token), 76))
    text = f"Findings\n{lines}\n\n## Next\nGo"

    (found,) = scan(text)

    assert text[found.start : found.end] == lines


def test_letters_apart_are_found_behind_a_single_letter() -> None:
    assert [found.rule for found in scan("plan a " + " ".join(GITHUB) + " end")] == ["github-token"]


def test_the_rows_of_a_key_in_entries_are_found() -> None:
    draw = random.Random(4)
    stamp = "- 2026-07-20T10:12Z [observed] "
    rows = ["".join(draw.choices(string.ascii_letters + string.digits, k=64)) for _ in range(3)]
    text = "\n".join(stamp + row for row in (f"-----BEGIN {'RSA'} PRIVATE KEY-----", *rows))

    (found,) = scan(text)

    assert found.rule == "private-key"
    assert rows[-1] in text[found.start : found.end]


def test_the_words_of_a_wallet_in_a_list_are_found() -> None:
    words = "ripple fabric moment oxygen velvet canyon laptop hybrid umbrella sketch timber zebra"

    assert [found.rule for found in scan("seed phrase:\n- " + words.replace(" ", "\n- "))] == ["seed-phrase"]


def test_what_two_rules_find_is_marked_with_its_rest() -> None:
    """The first half is a token already, and its name announces it; the other half is not left behind."""
    draw = random.Random(2)
    half = "".join(draw.choices(string.ascii_letters + string.digits, k=40))
    text = f"API_KEY={'sk' + '-proj-'}{half}\n- {half[::-1]}\n"

    (found,) = scan(text)

    assert text[found.start : found.end].endswith(half[::-1])


@pytest.mark.parametrize(
    "text",
    [
        "- pypi-publish\n- pypi-attestations\n- simple-index\n- some-package-name\n- another-package\n",
        "- pypi-publish\n- attestations\n- simple-index\n- k8s-operator\n- another-package-name\n",
        "| sk_live_ | Stripe | production | livemode |\n",
        "- sk-1f3a9c2e\n- sk-77ab01cd\n- sk-99ab01cd\n- sk-11ab22cd\n",
        "| id | sha |\n| sk-1 | 3f786850e387550f |\n| sk-2 | dab836ed7e6dc881 |\n",
        "`ghp_`, `gho_`, `github_pat_`, `glpat-`, `xoxb-`, `sk-ant-`, `sk-proj-`, `npm_`, `pypi-`, `AKIA`",
        "- live_\n- reload\n- documentation\n- configuration\n- reconfiguration",
        "- it's.\n- 1a2b3c4d\n- 5e6f7a8b\n- 9c0d1e2f\n",
    ],
)
def test_a_list_of_names_formats_or_ids_is_none(text: str) -> None:
    assert scan(text) == []


@pytest.mark.parametrize("path", [ROOT / "README.md", ROOT / "CHANGELOG.md", *PADS], ids=str)
def test_pads_and_documents_hold_none(path: Path) -> None:
    assert scan(path.read_bytes().decode("utf-8", "replace")) == []


def test_honest_lines_glued_to_others_are_none() -> None:
    """Lines of the README and of pads in any order, with hashes, ids and paths among them, in every kind of list."""
    draw = random.Random(12)
    lines = [line.strip() for line in (README + pad_text(size=6_000)).splitlines() if line.strip()]
    lines += [word for line in lines for word in line.split()]
    for between in CUTS.values():
        ids = [
            matching(pattern, draw) for pattern in (r"[0-9a-f]{7,9}", r"[0-9a-f]{40}", r"[a-z]{2,9}-\d{1,4}")
        ]
        assert scan(between.join(draw.choices([*lines, *ids], k=1_500))) == [], between


@pytest.mark.parametrize("name", CUT)
def test_pieces_without_end_are_none(name: str) -> None:
    assert scan(CUT[name](3_000)) == []
