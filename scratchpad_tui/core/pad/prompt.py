"""What goes into an agent's context: contract, operations, warnings and the pad, within a limit."""

from __future__ import annotations

from scratchpad_tui.core.errors import InputError, StorageError
from scratchpad_tui.core.named_tuple import NamedTuple
from scratchpad_tui.core.pad.bodies import as_lines
from scratchpad_tui.core.pad.entries import find_entries
from scratchpad_tui.core.pad.gate import refuse_labels
from scratchpad_tui.core.pad.handwork import ahead_of_history, told_by_hand
from scratchpad_tui.core.pad.notices import notices
from scratchpad_tui.core.pad.schema import note_section, prompt_block
from scratchpad_tui.core.pad.standing import standing_warnings
from scratchpad_tui.core.program import PROGRAM

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scratchpad_tui.core.pad.document import Document
    from scratchpad_tui.core.pad.schema import Profile, Section
    from scratchpad_tui.core.pad.state import State
    from scratchpad_tui.core.pad.store import PadStore, Reading

_LEAST_ROOM = 60
"""Characters below which nothing of a session can be recalled."""
VIAS = ("command", "mcp", "function")
_HOW = {
    "command": "Send the list to `{apply}` on standard input, once at the end of the turn.",
    "hook": "A list is sent to `{apply}` on standard input, once at the end of a turn.",
    "mcp": "Send the list with the tool `scratchpad_apply`, once at the end of the turn.",
    "function": "Send the list with the function `scratchpad_apply`, once at the end of the turn.",
}
_RECORD = {"mcp": "the tool `scratchpad_record`"}
_LEAD = "Change it with a list of patches, never by writing the whole file."
_LEAD_AS_FACT = "It is changed with a list of patches, never by writing the whole file."
_SECTIONS_AS_FACT = "The scratchpad has these sections, each with its size and its purpose:"
_OPERATIONS = """\
{lead} The operations are:
- append: a new entry at the end of a section; a numbered section numbers it and gives it a box
- replace: the whole content of one section
- check: tick the item of this number in a numbered section
- remove: every entry whose text contains the content
- clear: empty the section
Example:
{example}
An empty list [] is a fine answer: most turns change nothing. A field "reason" may say why."""


class Caller(NamedTuple):
    """How an agent calls the program in its shell."""

    program: str = PROGRAM
    pad: str = ""
    """The option that names the pad, where it has to be named."""
    session: str = ""
    """The option that names the session."""

    def line(self, command: str) -> str:
        """A command's name with what stands around it, so that what it does is known as the session's own."""
        return f"{self.program} {command}{self.pad}{self.session}"


_BY_NAME = Caller()


class Prompt(NamedTuple):
    """A block for an agent's context."""

    text: str
    reading: Reading
    """What it was made from."""
    recalled: str
    """The notes in it, where it has those alone and not the whole pad."""


def prompt_text(
    store: PadStore,
    *,
    session: str | None = None,
    preview: bool = False,
    via: str = "command",
    caller: Caller = _BY_NAME,
    max_chars: int | None = None,
) -> str:
    """The block for an agent's context, and the record that the session has now seen this version.

    `max_chars` is a limit in characters: the longest sections lose their oldest entries, each with a line that says
    how many. `preview` records nothing.

    Raises:
        InputError: the limit is too small for the contract and the headings, or the session's label holds a secret.
    """
    reading = store.read()
    state = store.state()
    if session and session not in state.seen:
        refuse_labels(store, session=session)
    told_for = seen_session(state, session) if preview else session
    made = make_prompt(store, reading, state, told_for, via=via, caller=caller, max_chars=max_chars)
    if not preview:
        record_prompt(store, made, session)
    return made.text


def make_prompt(
    store: PadStore,
    reading: Reading,
    state: State,
    session: str | None,
    *,
    via: str = "command",
    caller: Caller = _BY_NAME,
    max_chars: int | None = None,
) -> Prompt:
    """The block of a pad that was read, as `prompt_text` gives it; nothing is recorded."""
    profile = reading.document.profile
    head = contract(profile, via, caller)
    told = [*told_by_hand(store, reading, state, session)]
    told += standing_warnings(store, reading.document, state)
    told += notices(reading, state)
    warned = "\n\nWarnings:\n" + "\n".join(f"- {sentence}" for sentence in told) if told else ""
    behind = ""
    if via == "hook" and profile.strict_recovery:
        # What is cached of an audited memory holds up to the first byte that changed: warnings come and go.
        warned, behind = "", warned[1:]
    head += warned
    if note_section(profile):
        body = _recalled(reading.document, None if max_chars is None else max_chars - len(head))
        return Prompt(head + body, reading, body)
    head += "\n\nCurrent scratchpad:\n\n"
    body = reading.document.text().removeprefix("\ufeff")
    room = None if max_chars is None else max_chars - len(head) - len(behind)
    if room is not None and len(body) > room:
        body = _shortened(reading.document, room)
    return Prompt(head + body + behind, reading, "")


def record_prompt(store: PadStore, made: Prompt, session: str | None) -> None:
    """Notes that the block was given: what it cost, and that the session has now seen this version."""
    if made.reading.state != "good":
        return
    if made.recalled:
        from scratchpad_tui.core.pad import meter
        from scratchpad_tui.core.text import tokens

        meter.count(store, meter.READ, tokens(made.recalled))
    if session:
        _record_seen(store, session, made.reading)


def _recalled(document: Document, limit: int | None) -> str:
    """What a session recalls, in place of the whole pad."""
    from scratchpad_tui.core.clock import now
    from scratchpad_tui.core.pad.recall import recalled

    head = "\n\nCurrent notes:\n\n"
    room = None if limit is None else limit - len(head) - 1
    if room is not None and room < _LEAST_ROOM:
        raise InputError("the limit is too small for the contract and the headings", "give more characters")
    found = recalled(document, now(), max_chars=room)
    return f"{head}{found.text or '(none yet)'}\n"


def contract(profile: Profile, via: str = "command", caller: Caller = _BY_NAME) -> str:
    """The section contract, the five operations with an example, and how to send them.

    What a hook puts into a context is worded as facts: orders from there look like somebody else's.
    """
    as_fact = via == "hook"
    block = prompt_block(profile)
    if as_fact:
        block = "\n".join([_SECTIONS_AS_FACT, *block.split("\n")[1:]])
    notes = note_section(profile)
    if notes:
        block += f"\n{_note_rule(profile, notes, as_fact=as_fact)}"
        block += "".join(f"\n{line}" for line in _note_ways(notes, via, caller))
    if profile.is_keyed:
        block += f"\n{_entry_rule(profile, via, caller)}"
    operations = _OPERATIONS.format(lead=_LEAD_AS_FACT if as_fact else _LEAD, example=_example(profile))
    return "\n\n".join([block, operations, _HOW[via].format(apply=caller.line("apply"))])


def _note_rule(profile: Profile, notes: Section, *, as_fact: bool) -> str:
    """How an entry among notes looks, and which sections are not the agent's to write."""
    from scratchpad_tui.core.pad.notes import LONGEST

    tags = ", ".join(f"[{tag}]" for tag in notes.tags)
    closed = " or ".join(section.name for section in profile.sections if section.protected)
    if as_fact:
        only = f" What goes into {closed} is decided by a person." if closed else ""
        return f"Each entry of {notes.name} begins with one of {tags}; its time is added, at most {LONGEST} chars.{only}"
    only = f" Never write {closed}: a person decides what goes there." if closed else ""
    return f"Begin each entry of {notes.name} with one of {tags}; its time is added, at most {LONGEST} chars.{only}"


def _note_ways(notes: Section, via: str, caller: Caller) -> list[str]:
    """How a note is made and a line proposed; nothing for who has the patch list alone."""
    tags = ", ".join(notes.tags)
    if via == "mcp":
        how = ["the tool `scratchpad_note`", "the tool `scratchpad_propose`", "the tool `scratchpad_recall`"]
    elif via in ("command", "hook"):
        how = [
            f"`{caller.line('note')} 'CI has no redis service' --tag {notes.tags[0]}`",
            f"`{caller.line('propose')} 'no redis'`",
            f"`{caller._replace(session='').line('recall')}`",
        ]
    else:
        return []
    note, propose, recall = how
    return [
        f"One note is added with {note}; its tag is one of {tags}.",
        (
            f"What later sessions need is proposed with {propose}: a part of one note, or a line of its own with its tag; "
            f"at most 3 a session, and a person decides. Notes come back with {recall}."
        ),
    ]


def _entry_rule(profile: Profile, via: str, caller: Caller) -> str:
    """How an audited entry looks, what it needs, and how one is put in by its key."""
    proven = " and ".join(section.name for section in profile.sections if section.proven)
    free = " or ".join(section.name for section in profile.sections if section.keyed and not section.proven)
    keyed = [section for section in profile.sections if section.keyed]
    keyed.sort(key=lambda section: (section.name != "Findings", not section.proven))
    where = keyed[0].name
    how = f'`{caller.line("record")} {where} ci-no-redis "CI has no redis service" --source "job 4412"`'
    if via not in ("command", "hook"):
        how = _RECORD.get(via, "")
    need = f"{proven} hold conclusions with their evidence only; " if proven else ""
    guess = f"without it an entry stands in {free}. " if proven and free else ""
    lines = [
        "Each entry is one line, `- text [src:SOURCE @ 2026-07-20] {#key}`, with a key of its own of small letters, digits and dashes.",
        f"{need}{guess}No transcript, tool output, code or reasoning stands anywhere.",
    ]
    if how:
        lines.append(f"One entry is added, or changed by its key, with {how}: every other byte stays.")
    return "\n".join(lines)


def _example(profile: Profile) -> str:
    open_sections = [section for section in profile.sections if not section.protected]
    numbered = next((section.name for section in open_sections if section.numbered), None)
    plain = next((s.name for s in open_sections if s.name == "Findings"), open_sections[0].name)
    section = profile.find(plain)
    tag = f"[{section.tags[0]}] " if section is not None and section.tags else ""
    content = f"{tag}CI has no redis service (from job #4412)"
    if section is not None and section.keyed:
        content = "- CI has no redis service [src:job 4412 @ 2026-07-20] {#ci-no-redis}"
    parts = [f'{{"section": "{plain}", "op": "append", "content": "{content}"}}']
    if numbered:
        parts.append(f'{{"section": "{numbered}", "op": "check", "content": "2"}}')
    return "[" + ",\n ".join(parts) + "]"


def seen_session(state: State, session: str | None) -> str | None:
    """The session that a person's preview is for: the one that is named where it had a prompt, else the last that had."""
    return session if session in state.seen else next(reversed(state.seen), session)


def _record_seen(store: PadStore, session: str, reading: Reading) -> None:
    try:
        store.mark_seen(session, reading.version, ahead_of_history(store, reading))
    except StorageError:
        # The prompt matters more than the note that it was given; the next one catches up.
        return


def _shortened(document: Document, limit: int) -> str:
    """The document's text within a limit, entries taken from the longest section again and again, oldest first."""
    left = {name: document.body(name) for name in document.profile.names}
    taken = dict.fromkeys(left, 0)
    excess = len(document.text()) - limit
    longest_first = sorted(left, key=document.size, reverse=True)
    for keep_last in (True, False):
        for name in longest_first:
            excess -= _take_oldest(left, taken, name, excess, keep_last=keep_last)
    bodies = {
        name: as_lines(document, name, _with_note(body, taken[name]))
        for name, body in left.items()
        if taken[name]
    }
    text = document.with_bodies(bodies).text().removeprefix("\ufeff")
    if len(text) > limit:
        raise InputError("the limit is too small for the contract and the headings", "give more characters")
    return text


def _take_oldest(
    left: dict[str, list[str]], taken: dict[str, int], name: str, excess: int, *, keep_last: bool
) -> int:
    """Drops a section's oldest entries until so many characters are freed; how many were."""
    entries = find_entries(left[name])
    if excess <= 0 or not entries:
        return 0
    note = 0 if taken[name] else len(_note(len(entries))) + 1
    freed, count = -note, 0
    for entry in entries[:-1] if keep_last else entries:
        if freed >= excess:
            break
        freed += sum(len(line) + 1 for line in left[name][entry.start : entry.stop])
        count += 1
    dropped = {index for entry in entries[:count] for index in range(entry.start, entry.stop)}
    left[name] = [line for index, line in enumerate(left[name]) if index not in dropped]
    taken[name] += count
    return freed if count else 0


def _with_note(body: list[str], count: int) -> list[str]:
    return [_note(count), *body]


def _note(count: int) -> str:
    if count == 1:
        return "(1 older entry is not shown here; the file has it)"
    return f"({count} older entries are not shown here; the file has them)"
