"""Tool results that are too large: head and tail stay, and a note says how many characters were dropped."""

from __future__ import annotations

import re

from scratchpad_tui.core.working.content import RESULT_ROLES, is_result, part_text, parts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.core.working.content import Message

CHARS_PER_TOKEN = 4
HEAD_SHARE = 0.6
"""The rest is the tail: the middle of a log says least."""
NOTE = "\n... [{dropped} chars dropped] ...\n"
_NOTE_ALONE = re.compile(r"\n\.\.\. \[[0-9]+ chars dropped\] \.\.\.\n")


def truncate_tool_result(text: str, max_tokens: int) -> str:
    """The text where it is small enough, else its head and tail around the note; 0 leaves the note alone.

    What comes out, note included, is within the limit (or the note alone), so that a second time changes nothing.
    """
    return _cut(text, max(0, max_tokens) * CHARS_PER_TOKEN)


def truncated(message: Message, max_tokens: int) -> Message:
    """The message with its tool results cut: the same one where nothing had to be, else a copy."""
    content = message.get("content")
    if message.get("role") in RESULT_ROLES:
        cut = _cut_content(content, max_tokens)
    elif isinstance(content, list):
        cut = _cut_blocks(content, max_tokens)
    else:
        return message
    return message if cut is content else {**message, "content": cut}


def _cut_blocks(blocks: list[object], max_tokens: int) -> list[object]:
    """Each tool result among the parts has the limit to itself."""
    made: list[object] = []
    for block in blocks:
        if is_result(block):
            inner = block.get("content")
            cut = _cut_content(inner, max_tokens)
            made.append(block if cut is inner else {**block, "content": cut})
        else:
            made.append(block)
    return blocks if _are_the_same(made, blocks) else made


def _cut_content(content: object, max_tokens: int) -> object:
    """The content of one result: its text parts share the limit, other parts stay."""
    if isinstance(content, str):
        return truncate_tool_result(content, max_tokens)
    if not isinstance(content, list):
        return content
    texts = [text for text in map(part_text, parts(content)) if text is not None]
    limit = max(0, max_tokens) * CHARS_PER_TOKEN
    if sum(map(len, texts)) <= limit:
        return content
    share = _share(sorted(map(len, texts)), limit)
    made = [_cut_part(part, share) for part in content]
    return content if _are_the_same(made, content) else made


def _cut_part(part: object, share: int) -> object:
    text = part_text(part)
    cut = None if text is None else _cut(text, share)
    if cut is None or cut == text:
        return part
    return {**part, "text": cut} if isinstance(part, dict) else cut


def _share(sizes: Sequence[int], limit: int) -> int:
    """How large a text may be, so that all are within the limit and small ones stay whole; sizes are sorted."""
    for place, size in enumerate(sizes):
        share = limit // (len(sizes) - place)
        if size > share:
            return share
        limit -= size
    return max(sizes, default=0)


def _cut(text: str, limit: int) -> str:
    if len(text) <= limit or _NOTE_ALONE.fullmatch(text):
        return text
    # The note's own length depends on the figure in it: room is kept for the largest one.
    room = limit - len(NOTE.format(dropped=len(text)))
    head = max(0, int(room * HEAD_SHARE))
    tail = max(0, room - head)
    note = NOTE.format(dropped=len(text) - head - tail)
    return text[:head] + note + text[len(text) - tail :]


def _are_the_same(made: Sequence[object], before: Sequence[object]) -> bool:
    return all(one is other for one, other in zip(made, before, strict=True))
