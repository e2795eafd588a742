"""Text that does harm where it is sent to a terminal raw, taken for markup, or measured wrong."""

from __future__ import annotations

import re

CORPUS = (
    "\x1b]52;c;ZWNobyBoaQ==\x07 clipboard",
    "\x1b]0;owned\x07 title",
    "\x1b]8;;http://x.example\x1b\\link\x1b]8;;\x1b\\",
    "\x1b[2J\x1b[3A\x1b[31mred\x1b[6n report",
    "\x1bP1;2|device\x1b\\ \x1bc reset",
    "\x9b31m \x9d52;c;eA==\x9c C1 \x90q",
    "\x1b]0;never ended",
    "nul \x00 bell \x07 back \x08 del \x7f tab\tend",
    "bidi \u202eevil\u202c \u2066isolate\u2069 \u200e\u200f\u061c",
    "zero\u200bwidth \u2060joiner \ufeffbom \u00adhyphen",
    "tags \U000e0041\U000e0042 filler \u3164\u115f private \ue000 surrogate-free",
    "lines \u2028\u2029\u0085 and \x0b\x0c feeds",
    "[/] [b [link=file:///x]y[/link] [@click=app.quit]press[/]",
    "[red]not red[/red] \\[escaped] [$primary] list[int] [/#abcdef]",
    "wide 漢字 \uff46\uff55\uff4c\uff4c emoji 👩\u200d👩\u200d👧\u200d👦 flags 🇩🇪🇯🇵 hearts ❤\ufe0f ☎\ufe0f",
    "combining e\u0301\u0308 a" + "\u0300" * 40 + " zalgo",
    "right to left שלום עולם قيمة 12,5",
    "x" * 5000,
    "\u0300begins with a mark",
    "$(touch /tmp/x) `touch /tmp/x` %s %n {0} {name}",
)

FORBIDDEN = re.compile(
    "[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\u200b\u2060\ufeff\u00ad\U000e0000-\U000e007f\u3164\u115f\ue000-\uf8ff\ud800-\udfff\t]"
)
"""Characters that no widget may send."""
