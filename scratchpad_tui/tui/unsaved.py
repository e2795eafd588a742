"""What a person wrote that is no version when the screen has closed: kept as drafts, and told after the screen."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import TYPE_CHECKING

from scratchpad_tui.core.errors import ScratchpadError
from scratchpad_tui.core.text import visible
from scratchpad_tui.tui import keys
from scratchpad_tui.tui.typed_lines import FAILED, SAVING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from scratchpad_tui.core.pad.drafts import Draft
    from scratchpad_tui.tui.typed_lines import TypedLine, TypedLines

EXIT_CODE = 3


def keep_unsaved(lines: TypedLines, abandoned: int, keep: Callable[[Draft], Draft]) -> int:
    """Puts every line that is not saved on disk and tells it on standard error; the exit code.

    A line that was only begun is no failure.
    """
    code = 0
    told = 0
    for line in lines.unsaved():
        failed = line.state in (SAVING, FAILED)
        words = _kept(line, keep)
        code = EXIT_CODE if failed or not line.draft else code
        told += failed
        _tell(words)
    if abandoned > told:
        left = abandoned - told
        _tell(f"{left} {'act was' if left == 1 else 'acts were'} not done: the pad was locked")
    return EXIT_CODE if abandoned else code


def tell_lost(drafts: Sequence[Draft]) -> int:
    """Tells texts that could be kept nowhere, whole: they are nowhere else; the exit code."""
    for draft in drafts:
        _tell(f"the text of {visible(draft.section)} was not saved and could not be kept as a draft:")
        for line in draft.lines:
            _tell(f"  {visible(line)}")
    return EXIT_CODE if drafts else 0


def _tell(words: str) -> None:
    # The terminal may be gone.
    with suppress(OSError, ValueError):
        sys.stderr.write(f"scratchpad-tui: {words}\n")
        sys.stderr.flush()


def _kept(line: TypedLine, keep: Callable[[Draft], Draft]) -> str:
    where = keys.said("kept as a draft, {line.new} takes it up again")
    try:
        line.keep(keep)
    except (ScratchpadError, OSError) as error:
        where = f"and no draft could be written ({error})"
    return visible(f"not saved in {line.section}, {where}: {line.text}")
