"""An agent's turns: patch lists applied whole, and refusals kept as events."""

from __future__ import annotations

from scratchpad_tui.core.errors import LockError, PatchError, StorageError
from scratchpad_tui.core.pad.patch import decode, validate
from scratchpad_tui.core.pad.store import Outcome
from scratchpad_tui.core.pad.who import named

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from scratchpad_tui.core.errors import ScratchpadError
    from scratchpad_tui.core.pad.document import Document
    from scratchpad_tui.core.pad.gate import Patched
    from scratchpad_tui.core.pad.in_hand import Found, Made
    from scratchpad_tui.core.pad.patch import Patch
    from scratchpad_tui.core.pad.state import State
    from scratchpad_tui.core.pad.store import PadStore
    from scratchpad_tui.core.pad.who import Who

_EVENT_WAIT_SECONDS = 0.3
_RAW_LIMIT = 10_000
"""Characters kept of a refused text that is no list."""


def apply(  # noqa: PLR0913 - as of `PadStore.apply`
    store: PadStore,
    patches: Sequence[Patch],
    *,
    actor: str,
    turn: str | None,
    session: str | None,
    dry_run: bool = False,
    timeout: float | None = None,
    leniencies: Sequence[str] = (),
    called: str = "",
) -> Outcome:
    """See `PadStore.apply`. `called` is what the one patch is called in a refusal where nobody sent a list."""
    who = named(actor, turn, session)
    store.resolve()
    if not patches:
        if not dry_run:
            _settle_warnings(store, who, leniencies)
        return Outcome(changed=False, version=store.history.newest(), diff="", warnings=list(leniencies))
    # An empty turn is the usual one, and is not to pay for the modules that a change needs.
    from scratchpad_tui.core.pad import gate, gated
    from scratchpad_tui.core.pad.in_hand import Made
    from scratchpad_tui.core.pad.judge import refuse_unfit
    from scratchpad_tui.core.pad.operations import apply_patches
    from scratchpad_tui.core.pad.records import operation_of
    from scratchpad_tui.core.pad.standing import without_secrets

    def decide(document: Document) -> Made:
        applied = apply_patches(document, patches, lambda text: without_secrets(store, text))
        operations = [operation_of(patch) for patch in patches]
        op_warnings, warnings = [*leniencies, *applied.op_warnings], [*leniencies, *applied.warnings]
        if scanned is not None:
            op_warnings, warnings = list(map(scanned.hush, op_warnings)), list(map(scanned.hush, warnings))
        return Made(applied.document, operations, op_warnings, warnings)

    make = _deciding_once(decide)
    gate.refuse_labels(store, turn=turn, session=session)  # a refusal of anything else would keep them
    scanned: Patched | None = None
    try:
        # First of all: the words of any other refusal may name a part of the list.
        scanned = gate.refuse_patches(store, patches)
        if dry_run:
            return gated.preview(store, who, make, patches)
        validate(patches, store.profile_of(store.data_or_none()))
        return gated.change(store, who, make, patches=patches, timeout=timeout, remember=True)
    except PatchError as error:
        if called:
            _call(error, called)
        if scanned is not None:
            _say(error, scanned.hush(error.message))
        if dry_run:
            raise
        # Judged by sections that are not the pad's, the list is not what is wrong.
        refuse_unfit(store.judge(store.data_or_none()))
        is_clean = scanned is not None and not scanned.values
        keep_refusal(store, error, who, _content_of(store, patches) if is_clean else None)
        raise


def _deciding_once(decide: Callable[[Document], Made]) -> Callable[[Found], Made]:
    """The decision, made anew only where the pad is not any more what it was made on before the lock was taken."""
    known: list[tuple[str, Made]] = []

    def make(found: Found) -> Made:
        document = found.judged.document
        if known and known[0][0] == document.text():
            return known[0][1]
        made = decide(document)
        # One that changes nothing gives the very document that it is asked about.
        known[:] = [(document.text(), made)] if made.document is not document else []
        return made

    return make


def _content_of(store: PadStore, patches: Sequence[Patch]) -> object:
    """What is kept of a refused list in which no patch holds a secret; nothing where they hold one between them."""
    from scratchpad_tui.core.errors import ScratchpadError
    from scratchpad_tui.core.pad.gate import in_text

    texts = [str(patch.content) for patch in patches]
    try:
        if len(texts) > 1 and any(in_text(store, between.join(texts)) for between in ("", "\n")):
            return None
    except ScratchpadError:
        return None  # what cannot be scanned is kept nowhere
    return [patch._asdict() for patch in patches]


def _call(error: PatchError, called: str) -> None:
    """Says of a refusal's one patch what the person knows it by."""
    for start, word in (
        ("patch 0: content ", f"{called} "),
        ("patch 0: ", ""),
        ("with these patches ", f"with {called} "),
    ):
        if error.message.startswith(start):
            _say(error, word + error.message[len(start) :])
            return


def _say(error: PatchError, message: str) -> None:
    error.message = message
    error.args = (message,)


def apply_text(
    store: PadStore,
    data: bytes | str,
    *,
    actor: str,
    turn: str | None,
    session: str | None,
    dry_run: bool,
    timeout: float | None,
) -> Outcome:
    """See `PadStore.apply_text`."""
    who = named(actor, turn, session)
    fault: PatchError | None = None
    try:
        patches, leniencies = decode(data)
    except PatchError as error:
        patches, leniencies, fault = [], [], error
    if fault is not None:
        text = data.decode("utf-8", "replace") if isinstance(data, bytes) else data
        _refuse_secret_text(store, text, who, dry_run=dry_run)
        if not dry_run:
            keep_refusal(store, fault, who, text[:_RAW_LIMIT])
        raise fault
    return apply(
        store,
        patches,
        actor=actor,
        turn=turn,
        session=session,
        dry_run=dry_run,
        timeout=timeout,
        leniencies=leniencies,
    )


def _refuse_secret_text(store: PadStore, text: str, who: Who, *, dry_run: bool) -> None:
    """Refuses a text that is no list because of a secret in it: the words of its fault may name a part of it."""
    from scratchpad_tui.core.pad import gate

    gate.refuse_labels(store, turn=who.turn, session=who.session)
    try:
        gate.refuse_list_text(store, text)
    except PatchError as error:
        if not dry_run:
            keep_refusal(store, error, who, None)
        raise


def _settle_warnings(store: PadStore, who: Who, leniencies: Sequence[str]) -> None:
    """An empty list is accepted as any other, so that what its actor was warned of before it is over.

    Only what is remembered beside the versions changes; the pad is not looked at.
    """
    if not leniencies and who.actor not in store.state().warnings:
        return
    from scratchpad_tui.core.pad.locking import remember

    def settle(state: State) -> None:
        state.set_warnings(who.actor, list(leniencies))

    try:
        remember(store, settle)
    except StorageError:
        # The lock is not to be had: the warnings stand for another turn, and the empty turn is valid all the same.
        return


def keep_refusal(store: PadStore, error: ScratchpadError, who: Who, content: object) -> None:
    """Keeps a refused list as an event where there is a history; a refusal is never hidden by a failure to keep it."""
    store.resolve()
    if not store.paths.has_history:
        return
    from scratchpad_tui.core.pad.locking import locked_pad
    from scratchpad_tui.core.pad.records import event_record
    from scratchpad_tui.core.pad.writing import keep_event

    told = error.fields()
    fields: dict[str, object] = {name: told.get(name) for name in ("code", "index", "field")}
    rule = getattr(error, "rule", None)
    if rule is not None:
        # A list that holds a secret is kept nowhere: only what was found, and where.
        fields |= {"rule": rule, "line": getattr(error, "line", 0)}
    else:
        fields["patches"] = content
    record = event_record("refused", error.message, who, **fields)
    try:
        with locked_pad(store, _EVENT_WAIT_SECONDS):
            keep_event(store, record)
    except (OSError, LockError, StorageError):
        return
