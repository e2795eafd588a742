"""Signs in the files: a pad that cannot be used as it stands, and what waits for a person."""

from __future__ import annotations

from scratchpad_tui.core.health.sign import ERROR, WARNING, Sign, counted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from scratchpad_tui.core.health.facts import Facts


def _unusable(facts: Facts) -> Iterator[Sign]:
    """The pad is broken, in conflict, gone, or of another profile than the settings say."""
    reading = facts.reading
    if reading.state == "gone":
        yield Sign(
            "gone",
            ERROR,
            "the pad is gone, while its history has text",
            "apply any change and it is restored first, or start a new one with `init --fresh`",
        )
    if reading.state == "wrong-profile":
        yield Sign(
            "wrong-profile",
            ERROR,
            reading.problems[0].message,
            "see with `config` which profile counts, and where it is named; nothing is written until then",
        )
    if reading.state not in ("broken", "conflict"):
        return
    first = reading.problems[0]
    more = f" (and {len(reading.problems) - 1} more)" if len(reading.problems) > 1 else ""
    if reading.state == "conflict":
        remedy = "choose a side in your editor and delete the marker lines; nothing is written until then"
    elif facts.document.profile.strict_recovery:
        remedy = f"mend line {first.line} in your editor; nothing is written until then"
    else:
        remedy = (
            f"mend line {first.line} in your editor; else the next write keeps this file in quarantine and "
            "goes on from the last good text"
        )
    what = "is in conflict" if reading.state == "conflict" else "does not parse"
    yield Sign(reading.state, ERROR, f"the pad {what}: line {first.line}: {first.message}{more}", remedy)


def _recoveries(facts: Facts) -> Iterator[Sign]:
    """A broken file was replaced, and nobody has looked at it since."""
    count = len(facts.state.unlooked())
    if count:
        what = "a broken version of the pad was" if count == 1 else f"{count} broken versions of the pad were"
        yield Sign(
            "recovery",
            WARNING,
            f"{what} put in quarantine, and nobody has looked at it yet",
            "run `recover` in a terminal",
        )


def _quarantine(facts: Facts) -> Iterator[Sign]:
    """A quarantined file has lines that the pad lacks."""
    from scratchpad_tui.core.pad.quarantine import quarantined

    for item in quarantined(facts.store, facts.document):
        lines = len(item.missing_lines)
        if lines:
            yield Sign(
                "quarantine",
                WARNING,
                f"{item.name} has {counted(lines, 'line')} that the pad lacks",
                f"take them over with `recover --take all --file {item.name}`, or delete the file if none is wanted",
            )


def _drafts(facts: Facts) -> Iterator[Sign]:
    """Text that a person typed and never saved, of a UI that has ended."""
    from scratchpad_tui.core.pad.drafts import Drafts

    drafts = Drafts(facts.store.paths).left_behind()
    if drafts:
        sections = dict.fromkeys(draft.section or "the whole pad" for draft in drafts)
        yield Sign(
            "draft",
            WARNING,
            f"{counted(len(drafts), 'draft')} never saved: {', '.join(sections)}",
            "open `watch` and save or drop what it offers there",
        )


LEFTOVER_CHECKS = (_unusable, _recoveries, _quarantine, _drafts)
