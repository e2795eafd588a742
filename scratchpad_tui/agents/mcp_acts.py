"""What each tool does: the core's own functions, called as the command line calls them."""

from __future__ import annotations

from scratchpad_tui.agents.mcp_answers import MOST_CHARS, Answer, bounded, few, shown, written
from scratchpad_tui.agents.mcp_arguments import ArgumentError
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.prompt import prompt_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scratchpad_tui.agents.mcp_arguments import Arguments
    from scratchpad_tui.core.pad.store import PadStore, Reading

LEAST_CHARS = 3_000
RECALL_TOKENS, MOST_RECALL_TOKENS = 2_000, 8_000
_TRIES = 5


class Call(NamedTuple):
    """One call of a tool."""

    store: PadStore
    arguments: Arguments
    session: str
    """The label of the client's session."""


class Shown(NamedTuple):
    """A reading, and the block that was made of the very same version."""

    reading: Reading
    block: str


def read(call: Call) -> Answer:
    """The prompt block, or one section whole; of a pad that is not good the last good version, with the notice."""
    call.arguments.only("section", "max_chars")
    most = call.arguments.number("max_chars", MOST_CHARS, LEAST_CHARS, MOST_CHARS)
    section = call.arguments.text_or_none("section")
    if section is None:
        seen = block(call.store, call.session, most)
        return _reading_answer(call.store, seen.reading, seen.block)
    reading = call.store.read()
    text = _section_text(reading, section, most)
    return _reading_answer(call.store, reading, f"{reading.notice}\n\n{text}" if reading.notice else text)


def block(store: PadStore, session: str, most: int = MOST_CHARS) -> Shown:
    """What goes into the agent's context, recorded as seen by its session."""
    reading, text = store.read(), ""
    for _ in range(_TRIES):  # others may write while both are read
        text = prompt_text(store, session=session, via="mcp", max_chars=most)
        before, reading = reading, store.read()
        if (before.version, before.data, before.state) == (reading.version, reading.data, reading.state):
            break
    return Shown(reading, text)


def apply(call: Call) -> Answer:
    """Applies a patch list whole."""
    call.arguments.only("patches")
    sent = call.arguments.value("patches")
    warnings = []
    if isinstance(sent, str):
        # Some models write the list as a text; what it holds is judged all the same.
        warnings.append("The patches came as one text; send the list itself.")
        outcome = call.store.apply_text(sent, session=call.session)
    else:
        from json import dumps

        outcome = call.store.apply_text(dumps(sent), session=call.session)
    return written(outcome, warnings)


def note(call: Call) -> Answer:
    """Adds one note to Scratch."""
    from scratchpad_tui.core.session.notes import note as add

    arguments = call.arguments
    arguments.only("text", "tag", "keep")
    return written(
        add(
            call.store,
            arguments.text("text"),
            arguments.text("tag"),
            keep=arguments.flag("keep"),
            session=call.session,
        )
    )


def recall(call: Call) -> Answer:
    """What the session remembers, the newest first."""
    from scratchpad_tui.core.session.fields import recalled_fields
    from scratchpad_tui.core.session.recall import recall as remember

    call.arguments.only("max_tokens")
    most = call.arguments.number("max_tokens", RECALL_TOKENS, 1, MOST_RECALL_TOKENS)
    found = remember(call.store, most)
    nothing = "nothing fits into so few tokens" if found.recall.left_out else "nothing is there to recall"
    parts = [found.notice, found.recall.text or nothing]
    return Answer(
        shown("\n\n".join(filter(None, parts))),
        {
            "tokens": found.recall.tokens,
            "entries": [recalled_fields(entry) for entry in found.recall.entries],
            "left_out": found.recall.left_out,
            "notice": found.notice,
        },
    )


def propose(call: Call) -> Answer:
    """Puts lines into the queue that a person decides on."""
    from scratchpad_tui.core.session.fields import item_fields
    from scratchpad_tui.core.session.proposing import propose as offer

    arguments = call.arguments
    arguments.only("texts", "section", "tag")
    texts = arguments.texts("texts")
    if not texts:
        raise ArgumentError("the argument texts is missing", code="missing-field", field="texts")
    done = offer(
        call.store,
        texts,
        section=arguments.text_or_none("section") or "",
        tag=arguments.text_or_none("tag") or "",
        label=call.session,
    )
    items = [acted.item for acted in done if acted.item is not None]
    # A newline in a text must not pass for another item.
    lines = [f"{item.id} [{item.tag}] {' '.join(item.text.split())}: {item.state}" for item in items]
    told = few([warning for acted in done for warning in acted.warnings])
    warned = [f"Warning: {warning}" for warning in told]
    text = "\n".join([*lines, "A person decides; until then nothing of it is kept.", *warned])
    return Answer(shown(text), {"items": [item_fields(item) for item in items], "warnings": told})


def record(call: Call) -> Answer:
    """Puts an entry into an audited pad by its key."""
    from scratchpad_tui.core.audited.record import record as put

    arguments = call.arguments
    arguments.only("section", "key", "text", "source", "date", "contradicts", "closes", "from_hypothesis")
    origin = arguments.text_or_none("from_hypothesis")
    return written(
        put(
            call.store,
            arguments.text("section"),
            arguments.text("key"),
            arguments.text_or_none("text") if origin else arguments.text("text"),
            source=arguments.text_or_none("source"),
            date=arguments.text_or_none("date"),
            contradicts=arguments.texts("contradicts"),
            closes=arguments.texts("closes"),
            from_hypothesis=origin,
            session=call.session,
        )
    )


def _reading_answer(store: PadStore, reading: Reading, text: str) -> Answer:
    from scratchpad_tui.core.pad.check import warnings_of
    from scratchpad_tui.core.text import tokens

    notices = [reading.notice] if reading.notice else []
    said = shown(bounded(text, MOST_CHARS, "of the pad"))
    fields = {
        "path": shown(store.paths.named),
        "profile": reading.document.profile.name,
        "state": reading.state,
        "version": reading.version,
        "tokens": tokens(reading.document.text()),
        "warnings": few([*notices, *(problem.message for problem in warnings_of(reading.document))]),
        "text": said,
    }
    return Answer(said, fields)


def _section_text(reading: Reading, wanted: str, most: int) -> str:
    """A section with its heading; where it is too long its oldest entries leave, and a line says how many."""
    from scratchpad_tui.core.pad.entries import find_entries

    section = reading.document.profile.find(wanted)
    if section is None:
        names = reading.document.profile.names
        raise ArgumentError(
            f'unknown section "{wanted[:60]}"; use one of: {", ".join(names)}',
            code="unknown-section",
            field="section",
            accepted=names,
        )
    body = reading.document.body(section.name)
    size = sum(len(line) + 1 for line in body)
    left = 0
    start = 0
    for entry in find_entries(body):
        if size <= most - 200:
            break
        size -= sum(len(line) + 1 for line in body[start : entry.stop])
        start = entry.stop
        left += 1
    note = [f"({left} older entries are not shown here; the file has them)"] if left else []
    return "\n".join([f"## {section.name}", *note, *body[start:]]).rstrip() + "\n"
