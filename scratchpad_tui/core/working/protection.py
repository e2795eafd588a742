"""Which messages of an agent's transcript the pin policy would keep, of those that its context still holds."""

from __future__ import annotations

from scratchpad_tui.core.working.policy import PinPolicy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scratchpad_tui.core.transcripts.transcript import Transcript

READ = 4_000
"""So many of the newest messages are read for what they say; of older ones only the first, which is the task."""


def standing_from(transcript: Transcript) -> int:
    """The first message that the context still holds: that behind the last compaction, or 0."""
    messages = transcript.messages
    marks = [mark.offset for mark in transcript.record.compactions if mark.empties]
    if not marks:
        return 0
    return next((n for n in range(len(messages)) if messages[n].offset >= marks[-1]), len(messages))


def protected(transcript: Transcript, limit: int) -> set[int]:
    """The numbers of the messages that the pin policy protects, under a budget of `limit` tokens.

    What was compacted is in no context any more, and so is not protected.
    """
    start = standing_from(transcript)
    stop = len(transcript.messages)
    numbers = list(range(max(start, stop - READ), stop))
    if numbers and numbers[0] > start:
        numbers = [*_openings(transcript, start, numbers[0]), *numbers]
    said = zip(numbers, transcript.spoken(numbers), strict=True)
    chat = [_chat(transcript.messages[number].role, message) for number, message in said]
    return {numbers[index] for index in PinPolicy(limit=limit).pinned(chat)}


def _openings(transcript: Transcript, start: int, stop: int) -> list[int]:
    """Instructions at the beginning, and the first message of a person."""
    found = []
    for number in range(start, min(stop, start + READ)):
        role = transcript.messages[number].role
        if role in ("system", "developer", "user"):
            found.append(number)
        if role == "user":
            break
    return found


def _chat(role: str, said: dict[str, object] | None) -> dict[str, object]:
    """As the policy wants it: a summary stands for turns that were compacted."""
    message = said or {"role": role, "content": None}
    return {**message, "role": "user", "_compacted": 1} if role == "summary" else message
