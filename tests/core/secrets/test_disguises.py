"""Ways to hide one token from a reader of plain text: at least 16 of 19 are seen through, and what they stand for is marked."""

from __future__ import annotations

import base64
import json
import random
import string
import textwrap

import pytest

from scratchpad_tui.core.secrets.scanner import scan

BODY = "".join(random.Random(11).choices(string.ascii_letters + string.digits, k=36))
TOKEN = "gh" + "p_" + BODY
WIDE = TOKEN.translate({code: code + 0xFEE0 for code in range(0x21, 0x7F)})
DISGUISES = {
    "plain": TOKEN,
    "zero-width": TOKEN[:10] + "\u200b" + TOKEN[10:],
    "zero-width in the prefix": "gh\u200dp_" + BODY,
    "soft hyphen": TOKEN[:20] + "\u00ad" + TOKEN[20:],
    "wrapped": TOKEN[:18] + "\n" + TOKEN[18:],
    "wrapped and indented": TOKEN[:18] + "\\\n    " + TOKEN[18:],
    "over two list items": f"- part one {TOKEN[:18]}\n- {TOKEN[18:]} part two",
    "HTML entity": TOKEN.replace("_", "&#95;"),
    "hexadecimal entity": TOKEN.replace("_", "&#x5f;"),
    "percent": TOKEN.replace("_", "%5F"),
    "Markdown": TOKEN.replace("_", "\\_"),
    "JSON": "".join(f"\\u{ord(char):04x}" for char in TOKEN),
    "full width": WIDE,
    "colour inside": TOKEN[:12] + "\x1b[31m" + TOKEN[12:] + "\x1b[0m",
    "Base64": base64.b64encode(TOKEN.encode()).decode(),
    "concatenated": f'"{TOKEN[:14]}" + "{TOKEN[14:]}"',
    "bold inside": f"{TOKEN[:14]}**{TOKEN[14:]}",
    "a blank between the letters": " ".join(TOKEN),
    "reversed": TOKEN[::-1],
}


def test_at_least_sixteen_of_nineteen_are_found() -> None:
    found = [name for name, text in DISGUISES.items() if scan(f"note: {text} end")]

    assert len(DISGUISES) == 19
    assert len(found) >= 16, sorted(set(DISGUISES) - set(found))


def test_what_is_marked_is_all_of_the_disguise_and_no_more_than_it() -> None:
    for name, hidden in DISGUISES.items():
        text = f"note: {hidden} end"
        for finding in scan(text):
            marked = text[finding.start : finding.end]
            assert marked in hidden, name
            assert (
                len(marked) >= 0.85 * len(hidden.replace("- part one ", "").replace(" part two", "")) - 4
            ), name


@pytest.mark.parametrize("width", [12, 20, 40, 64, 76])
@pytest.mark.parametrize(
    ("before", "between", "after"),
    [
        ("", "\n", ""),
        ("note: ", "\n", " end"),
        ("key: |\n    ", "\n    ", "\nother: 1"),
        ("said\r\n", "\r\n", "\r\nfollowed by more"),
        ("- the secret\n- ", "\n- ", "\n- production\n"),
        ("## Findings\n- ", "\n  ", "\n\n## Next\ngo\n"),
        ('{"a":"', "\\n", '"}'),
        ('x = "', '" +\n  "', '"'),
    ],
)
def test_base64_over_several_lines_is_decoded(width: int, before: str, between: str, after: str) -> None:
    said = (
        f"export GITHUB_TOKEN={TOKEN}\nexport OTHER=what stands behind it, so that there are lines".encode()
    )
    for encoded in (base64.b64encode(said).decode(), base64.urlsafe_b64encode(said).decode().rstrip("=")):
        hidden = between.join(textwrap.wrap(encoded, width))
        text = before + hidden + after
        (found,) = scan(text)
        assert (found.rule, found.start) == ("github-token", len(before))
        assert text[found.start : found.end].startswith(hidden)
        assert found.end - found.start <= len(hidden) + 15


def test_a_key_in_base64_over_several_lines_is_found() -> None:
    rows = "".join(random.Random(3).choices(string.ascii_letters, k=300))
    key = f"-----BEGIN {'PRIVATE'} KEY-----\n{rows}\n-----END {'PRIVATE'} KEY-----\n"
    hidden = "\n".join(textwrap.wrap(base64.b64encode(key.encode()).decode(), 76))
    assert [found.rule for found in scan(f"in the cluster:\n{hidden}\n")] == ["private-key"]


def test_lines_of_hashes_and_of_encoded_pictures_are_none() -> None:
    draw = random.Random(4)
    hashes = "\n".join(f"{draw.getrandbits(160):040x}" for _ in range(40))
    picture = "\n".join(textwrap.wrap(base64.b64encode(draw.randbytes(2_000)).decode(), 76))
    assert scan(hashes) == []
    assert scan(picture) == []


def test_escaped_line_ends_of_a_key_are_line_ends() -> None:
    rows = "".join(random.Random(3).choices(string.ascii_letters, k=64))
    key = "-----BEGIN " + "PRIVATE KEY-----\n" + rows + "\n-----END " + "PRIVATE KEY-----\n"
    text = json.dumps({"private_key": key})

    (finding,) = scan(text)

    assert finding.rule == "private-key"
    assert rows in text[finding.start : finding.end]


def test_a_decoded_word_without_a_format_is_no_secret() -> None:
    harmless = base64.b64encode(b"password = Tr0ub4dor&3 is what the comic says").decode()

    assert scan(f"see {harmless}") == []
