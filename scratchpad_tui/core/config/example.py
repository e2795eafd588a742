"""The commented `scratchpad.toml` that `init` and `demo` write."""

from __future__ import annotations

import textwrap

from scratchpad_tui.core.config.table import SETTINGS, words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from scratchpad_tui.core.config.table import Setting, Value

_HEAD = """\
# Settings of the pad beside this file. All are optional; a line that begins with "# name =" shows a default.
# Stronger than this file: the command line, then the environment (SCRATCHPAD_HISTORY_DEPTH and so on).
# Weaker: config.toml in your own configuration directory. `scratchpad-tui config` shows what counts, and why.
"""
_KEYS = """
[keys]
# Other keys for actions of the screens: one, or a list of them. An action is named by its verb or its id; help (?)
# shows the keys in force, `scratchpad-tui config --json` every name. esc, ? and ctrl+q always keep what they do.
# prune = "P"
# new = ["o", "f2"]
"""
_PROFILE = """
# A profile of your own: its sections in order, then `profile = "review"` at the top of this file.
# The set of sections never changes while a pad lives.
#
# [[profiles.review.sections]]
# name = "Question"
# cap = 300            # in characters; going over it is a warning
# purpose = "What is to be decided."
#
# [[profiles.review.sections]]
# name = "Steps"
# cap = 800
# purpose = "Numbered steps that can be ticked."
# numbered = true
# aliases = ["Plan"]   # other spellings of the heading
#
# [[profiles.review.sections]]
# name = "Findings"
# cap = 2000
# keyed = true         # entries as in the profile "audited": - text [src:SOURCE @ 2026-07-20] {#key}
# proven = true        # none without its evidence
"""


def example_toml(history_depth: int = 1000, profile: str = "") -> str:
    """A `scratchpad.toml` that says what can be set, with that depth of history and, where given, that profile."""
    given: dict[str, Value] = {"history.depth": history_depth}
    if profile:
        given["profile"] = profile
    parts = [_HEAD]
    table = ""
    for setting in SETTINGS:
        above, _, key = setting.name.rpartition(".")
        if above != table:
            table = above
            parts.append(f"\n[{table}]\n")
        elif not table:
            parts.append("\n")
        parts.append(_entry(setting, key, given))
    return "".join([*parts, _KEYS, _PROFILE])


def _entry(setting: Setting, key: str, given: Mapping[str, Value]) -> str:
    doc = textwrap.fill(setting.doc.replace("`", '"'), 100, initial_indent="# ", subsequent_indent="# ")
    value = given.get(setting.name, "task" if setting.name == "profile" else setting.default)
    text = f'"{value}"' if isinstance(value, str) else words(value)
    return f"{doc}\n{'' if setting.name in given else '# '}{key} = {text}\n"
