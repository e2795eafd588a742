"""Ways to hide one token from a reader of plain text: at least 16 of 19 are seen through, and what they stand for is marked."""

from __future__ import annotations

import base64
import json
import random
import string

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
