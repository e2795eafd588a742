"""Signs of secrets: what came in by hand, what a draft holds, and a deny-list that does not count as written."""

from __future__ import annotations

import os

from scratchpad_tui.core.errors import ScratchpadError
from scratchpad_tui.core.health.held import beside, in_drafts, in_pad
from scratchpad_tui.core.health.sign import ERROR, WARNING, Sign
from scratchpad_tui.core.secrets import CONSTRAINTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from scratchpad_tui.core.health.facts import Facts


def _standing(facts: Facts) -> Iterator[Sign]:
    """A secret stands in the pad, beside it, or in a draft."""
    store = facts.store
    remedy = (
        "make the value invalid where it is valid, then take it out of every file with `redact -`; "
        "if it is no secret, `scan --allow` says so"
    )
    try:
        found = [*in_pad(store, facts.document), *beside(store)]
        for sentence in dict.fromkeys(one.sentence for one in found):
            yield Sign("secret", WARNING, sentence, remedy, sentence)
        for sentence in dict.fromkeys(one.sentence for one in in_drafts(store)):
            yield Sign("draft-secret", WARNING, sentence, f"take it out of the draft; {remedy}", sentence)
    except ScratchpadError as error:
        yield Sign(
            "secrets-scan", ERROR, str(error), "nothing is written into the pad until the scan works again"
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


SECRET_CHECKS = (_standing, _deny_list)
