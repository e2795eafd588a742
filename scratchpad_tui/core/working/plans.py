"""Messages that carry the plan: the pad as it goes into a prompt, a written plan, or a call that sets one."""

from __future__ import annotations

import re

from scratchpad_tui.core.working.content import calls, text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

PLAN_TOOLS = ("updateplan", "todowrite", "writetodos")
"""Tools with which agents keep a plan; letter case, `_` and `-` are ignored."""
_BULLET = r"[ \t]*(?:[-*+]|[0-9]{1,4}[.)])[ \t]"
_PLAN = re.compile(
    rf"^[ \t]*(?:#{{1,6}}[ \t]*|\*\*)?(?:[a-z]+[ \t]+){{0,3}}plan\b[^\n]{{0,40}}\n(?:[ \t]*\n)?{_BULLET}",
    re.IGNORECASE | re.MULTILINE,
)
"""A line that names the plan in its first four words, and a list under it."""
_BOX = re.compile(rf"^{_BULLET}+\[[ xX]\][ \t]", re.MULTILINE)
_PAD = re.compile(r"^Current scratchpad:\n\n## ", re.MULTILINE)
_HEADING = re.compile(r"^##[ \t]+([^\n#]{1,60}?)[ \t#]*$", re.MULTILINE)


def carries_plan(message: Mapping[str, object]) -> bool:
    """Whether the message carries the pad or a plan."""
    text = text_of(message)
    if _PLAN.search(text) or _PAD.search(text) or len(_BOX.findall(text)) >= 2:
        return True
    if any(call.name.casefold().replace("_", "").replace("-", "") in PLAN_TOOLS for call in calls(message)):
        return True
    return "## " in text and _is_pad(text)


def _is_pad(text: str) -> bool:
    """Whether two headings or more are those of one built-in profile."""
    from scratchpad_tui.core.pad.schema import PROFILES, fold

    headings = {fold(name) for name in _HEADING.findall(text)}
    return any(len(headings & profile.by_name().keys()) >= 2 for profile in PROFILES.values())
