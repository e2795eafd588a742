"""A person's hand: edits the pad's file as an editor outside would, in place and past the lock."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scratchpad_tui.core.pad.schema import EMPTY_MARK
from scratchpad_tui.demo.beats import PLAN, AddLine, Retype

if TYPE_CHECKING:
    from scratchpad_tui.demo.beats import Hand, Mangle


def edit_file(path: str, hand: Hand) -> bool:
    """Makes the edit in the file; False where the file, or the text it goes by, is not there (any more)."""
    try:
        with open(path, "r+b") as file:
            before = file.read()
            after = _edited(before.decode("utf-8", "surrogateescape"), hand).encode(
                "utf-8", "surrogateescape"
            )
            if after == before:
                return False
            file.seek(0)
            file.write(after)
            file.truncate()
    except OSError:
        return False
    return True


def _edited(text: str, hand: Hand) -> str:
    if isinstance(hand, Retype):
        return text.replace(hand.before, hand.after, 1)
    if isinstance(hand, AddLine):
        return _with_line(text, hand)
    return _mangled(text, hand)


def _with_line(text: str, hand: AddLine) -> str:
    above, heading, rest = _parted(text, hand.section)
    if not heading:
        return text
    newline = "\r\n" if "\r\n" in text else "\n"
    body, mark, below = rest.partition(f"{newline}## ")
    held = body.rstrip("\r\n")
    blank = body[len(held) :]
    held = held.removesuffix(f"{newline}{EMPTY_MARK}")
    number = max((int(shown) for shown in re.findall(r"^\d{1,6}", held, re.MULTILINE)), default=0) + 1
    line = f"{number}. [ ] {hand.text}" if hand.section == PLAN else f"- {hand.text}"
    return f"{above}{heading}{held}{newline}{line}{blank}{mark}{below}"


def _mangled(text: str, hand: Mangle) -> str:
    above, heading, rest = _parted(text, hand.section)
    if not heading:
        return text
    newline = "\r\n" if "\r\n" in text else "\n"
    return f"{above}{hand.heading}{newline}{hand.typed}{rest}"


def _parted(text: str, section: str) -> tuple[str, str, str]:
    """The text above a section's heading, the heading, and the rest from the heading's line end on."""
    return text.partition(f"## {section}")
