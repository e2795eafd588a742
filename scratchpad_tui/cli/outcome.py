"""What a write did, told to a person or as JSON."""

from __future__ import annotations

from scratchpad_tui.cli import output

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scratchpad_tui.core.pad.store import Outcome


def outcome_fields(outcome: Outcome) -> dict[str, object]:
    """What `--json` says about a write."""
    return {
        "changed": outcome.changed,
        "version": outcome.version,
        "diff": outcome.diff,
        "warnings": list(outcome.warnings),
        "added": outcome.added,
        "removed": outcome.removed,
        "sections": list(outcome.sections),
    }


def show_outcome(outcome: Outcome, *, json: bool) -> None:
    """Prints the diff that a write made; its warnings go to standard error."""
    output.warnings(outcome.warnings)
    if json:
        output.document(outcome_fields(outcome))
    else:
        output.diff(outcome.diff)
