"""What another program wrote into the pad's replaced file, merged into the pad as an external edit."""

from __future__ import annotations

from scratchpad_tui.core.errors import ParseError
from scratchpad_tui.core.pad import journal, quarantine
from scratchpad_tui.core.pad.commit import Moved, commit, file_mode, settle
from scratchpad_tui.core.pad.diff import changes
from scratchpad_tui.core.pad.io import let_go
from scratchpad_tui.core.pad.lines import split_lines
from scratchpad_tui.core.pad.merge import merge_lines
from scratchpad_tui.core.pad.parse import decode, parse_bytes
from scratchpad_tui.core.pad.records import event_record, version_record
from scratchpad_tui.core.pad.who import EXTERNAL
from scratchpad_tui.core.pad.writing import hold_replaced, keep_event

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scratchpad_tui.core.pad.io import Held
    from scratchpad_tui.core.pad.store import PadStore

_ATTEMPTS = 60


def merge_foreign(store: PadStore, base: bytes, theirs: bytes) -> bool:
    """Merges bytes that came from `base` into the pad; under the lock only.

    Returns:
        False where the bytes look half written: they lack sections that `base` has, or do not parse.
    """
    if base == theirs:
        return True
    if not _is_whole(store, base, theirs):
        return False
    for _ in range(_ATTEMPTS):
        held = store.hold_pad()
        try:
            if held is None:
                _keep(store, theirs, "it was written into a pad that is gone")
                return True
            held = _merge_into(store, held, base, theirs)
        except Moved:
            continue
        finally:
            if held is not None:
                let_go(held)
        return True
    _keep(store, theirs, "the pad changed too fast to merge it")
    return True


def _merge_into(store: PadStore, held: Held, base: bytes, theirs: bytes) -> Held | None:
    """Makes the merged text the pad; the held file where it is still to be closed."""
    text, in_conflict = _merged(store, base, held.data, theirs)
    if in_conflict:
        _keep(
            store,
            _kept_part(store, base, theirs),
            "another program wrote over lines that had changed meanwhile",
        )
    data = text.encode()
    if data == held.data:
        return held
    profile = store.profile_of(held.data)
    try:
        before, after = parse_bytes(held.data, profile), parse_bytes(data, profile)
    except ParseError:
        _keep(store, theirs, "the pad would not parse with it")
        return held
    newest = settle(store.paths, held)
    record = version_record(EXTERNAL, before, after, data, [{"op": "merge"}])
    if not commit(store.paths, held, data, record, newest.free, store.git).swapped:
        return held
    hold_replaced(store, held)
    return None


def _merged(store: PadStore, base: bytes, mine: bytes, theirs: bytes) -> tuple[str, bool]:
    """The text of both, and whether they changed the same lines in different ways, where mine stand.

    In an audited pad an entry that both changed is as the other program has it, which wrote last.
    """
    profile = store.profile_of(mine)
    if profile.is_keyed:
        from scratchpad_tui.core.pad.keyed_texts import merge_texts

        texts = ("".join(_raw(data)) for data in (base, mine, theirs))
        by_key = merge_texts(profile, *texts, mine_is_newer=False)
        if by_key is not None:
            return by_key.text, by_key.in_conflict
    merged = merge_lines(_raw(base), _raw(mine), _raw(theirs))
    return "".join(merged.lines), bool(merged.conflicts)


def keep_half(store: PadStore, data: bytes) -> None:
    """Keeps what another program left half written in the pad's replaced file, where it holds anything."""
    if data.strip():
        _keep(store, data, "it was written into a replaced pad and does not parse, or lacks sections")


def _is_whole(store: PadStore, base: bytes, theirs: bytes) -> bool:
    profile = store.profile_of(base)
    try:
        return set(parse_bytes(theirs, profile).missing) <= set(parse_bytes(base, profile).missing)
    except ParseError:
        return False


def _kept_part(store: PadStore, base: bytes, theirs: bytes) -> bytes:
    """What is kept of bytes that cannot be merged: all, or after a redaction only the lines that `base` lacks.

    The others may hold what was taken out of the pad and its history.
    """
    if not journal.events_named(store.paths.journal, "redacted"):
        return theirs
    lines = _raw(theirs)
    found = changes(_raw(base), lines)
    return "".join("".join(lines[change.new_start : change.new_stop]) for change in found).encode()


def _raw(data: bytes) -> list[str]:
    try:
        text = decode(data)
    except ParseError:
        text = data.decode("utf-8", "replace")
    return [line.text + line.end for line in split_lines(text)]


def _keep(store: PadStore, data: bytes, reason: str) -> None:
    from scratchpad_tui.core.secrets.quoting import safe

    reason = safe(reason)  # it quotes their lines
    with store.open_pad() as held:
        name = quarantine.keep_bytes(store.paths, data, file_mode(held))
    message = (
        f"Lines of another program were kept as {name}: {reason}; `recover` lists those that the pad lacks."
    )
    keep_event(store, event_record("quarantined", message, EXTERNAL, name=name, reason=reason))
