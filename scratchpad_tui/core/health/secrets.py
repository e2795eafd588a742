"""Signs of secrets: what came into the pad by hand, and a deny-list that does not count as written."""

from __future__ import annotations

import os

from scratchpad_tui.core.errors import ScratchpadError
from scratchpad_tui.core.health.sign import ERROR, WARNING, Sign
from scratchpad_tui.core.secrets import CONSTRAINTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from scratchpad_tui.core.health.facts import Facts


def _in_pad(facts: Facts) -> Iterator[Sign]:
    """A secret stands in the pad."""
    from scratchpad_tui.core.pad.gate import in_text
    from scratchpad_tui.core.pad.standing import places

    try:
        found = in_text(facts.store, facts.document.text())
    except ScratchpadError as error:
        yield Sign(
            "secrets-scan", ERROR, str(error), "nothing is written into the pad until the scan works again"
        )
        return
    for sentence in places(facts.document, found):
        yield Sign(
            "secret",
            WARNING,
            sentence,
            "make the value invalid where it is valid, then take it out of every version with `redact -`; "
            "if it is no secret, `scan --allow` says so",
            sentence,
        )


def _deny_list(facts: Facts) -> Iterator[Sign]:
    """Items of the deny-list that do not count."""
    from scratchpad_tui.core.pad.gate import deny_list
    from scratchpad_tui.core.secrets.constraints import told

    try:
        faults = told(deny_list(facts.store).faults)
    except ScratchpadError:
        return  # told above: the scan fails with it
    for fault in faults:
        path = os.path.join(os.path.dirname(facts.store.paths.named), CONSTRAINTS)
        yield Sign("constraints", WARNING, fault, f"mend the item in {path}; the others count", path)


SECRET_CHECKS = (_in_pad, _deny_list)
