"""What stands between a text and memory: the secrets scan, before any file is touched or lock taken.

Only what is new in the pad counts: a secret that came in by hand stands there already, is warned of, and never
deleted. What history holds already, and a restore or an undo brings back, is not new either. What goes anywhere else,
as reasons, labels and tags do, is never excused by that: the copy would outlive it. Findings that a person allowed do
not count. A scan that fails blocks.
"""

from __future__ import annotations

import os

from scratchpad_tui.core.errors import InputError, PatchError, ScratchpadError, StorageError
from scratchpad_tui.core.named_tuple import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from scratchpad_tui.core.pad.patch import Patch
    from scratchpad_tui.core.pad.store import PadStore
    from scratchpad_tui.core.secrets.constraints import Constraints
    from scratchpad_tui.core.secrets.finding import Finding

SECRET = "secret"  # noqa: S105 - a code, not a value
"""The code of a refusal because of a secret, or of a scan that failed."""
_FIELDS = ("content", "reason", "section", "op")
_SHORTEST = 8
"""Characters of a value's beginning that no message repeats either, where it cut the value off."""


class SecretError(InputError):
    """A text is refused because of what the scan found; the value is in none of these words."""

    def __init__(self, message: str, remedy: str, *, rule: str = "", line: int = 0, which: int = 0) -> None:
        super().__init__(message, remedy, code=SECRET)
        self.rule = rule
        self.line = line
        self.which = which
        """Which of the texts it stands in, counted from 0."""


class SecretPatchError(PatchError):
    """A patch list is refused because of what the scan found."""

    def __init__(self, message: str, *, index: int | None, field: str | None, rule: str, line: int) -> None:
        super().__init__(message, code=SECRET, index=index, field=field)
        self.rule = rule
        self.line = line


class Patched(NamedTuple):
    """What the scan of a patch list leaves to be done."""

    values: tuple[str, ...]
    """Values that the list names and the pad has already: no message may repeat them."""

    def hush(self, sentence: str) -> str:
        """The sentence without those values."""
        for value in self.values:
            for length in range(len(value), min(_SHORTEST, len(value)) - 1, -1):
                if value[:length] in sentence:
                    sentence = sentence.replace(value[:length], "[secret]")
                    break
        return sentence


def in_text(store: PadStore, text: str) -> list[Finding]:
    """The secrets in a text that nobody allowed in this pad, in the order of the text.

    Raises:
        SecretError: the scan failed, and so nothing may be written.
        StorageError: the deny-list cannot be read.
    """
    from scratchpad_tui.core.secrets import scanner

    try:
        found = scanner.scan(text, deny_list(store))
        if not found:
            return []
        from scratchpad_tui.core.pad.allowed import Allowed  # most texts hold none

        allowed = Allowed(store.paths)
        return [finding for finding in found if not allowed.holds(finding, text)]
    except StorageError:
        raise  # the deny-list cannot be read: what it keeps out is not known
    except ScratchpadError as error:
        raise SecretError(f"the secrets scan failed: {error.message}", error.remedy) from None
    except Exception as error:  # noqa: BLE001 - whatever it is, a scan that fails blocks
        # Its words may hold what it was given: the kind of the fault alone is told.
        raise SecretError(
            f"the secrets scan failed ({type(error).__name__}), so nothing was written",
            "`scan` on the text shows whether it fails alone",
        ) from None


def deny_list(store: PadStore) -> Constraints:
    """What `memory-constraints.md` beside the pad keeps out of it.

    Raises:
        StorageError: it cannot be read.
    """
    from scratchpad_tui.core.secrets.constraints import load

    return load(os.path.dirname(store.paths.named))


def refuse_secrets(
    store: PadStore,
    texts: Sequence[str],
    actor: str = "agent",
    *,
    where: Sequence[str] = (),
    before: str = "",
) -> None:
    """Refuses texts that are to leave for memory of longer life when one of them holds a secret.

    `where` names the texts in the refusal (by default "the text"); `before` is what the pad holds already, of a text
    that goes nowhere else.

    Raises:
        SecretError: code `secret`; it names rule and line, never the value.
    """
    for which, text in enumerate(texts):
        found = in_text(store, text) if text else []
        new = [item for item in found if text[item.start : item.end] not in before]
        if new:
            name = where[which] if which < len(where) else "the text"
            raise SecretError(
                words(name, new[0], text), remedy(actor), rule=new[0].rule, line=new[0].line, which=which
            )


def refuse_labels(store: PadStore, **labels: str | None) -> None:
    """Refuses labels, given by their names, of which one holds a secret: they go into journal, queue and state.

    Raises:
        SecretError: code `secret`; it names label and rule, never the value.
    """
    for name, label in labels.items():
        found = in_text(store, label) if label else []
        if found:
            raise SecretError(
                f"the {name} label holds {what(found[0])}", "give another label", rule=found[0].rule, line=1
            )


def refuse_patches(store: PadStore, patches: Sequence[Patch]) -> Patched:
    """Refuses a patch list of which a field holds a secret.

    Content alone may repeat what the pad holds already, as one does that takes it out.

    Raises:
        SecretPatchError: code `secret`; it names patch, field, rule and line, never the value.
    """
    current: str | None = None
    known: list[str] = []
    for index, patch in enumerate(patches):
        for field in _FIELDS:
            text = str(getattr(patch, field) or "")
            found = in_text(store, text) if text else []
            # The journal keeps what a `check` names, too.
            is_for_pad = field == "content" and patch.op != "check"
            if found and is_for_pad and current is None:
                current = store.read().document.text()
            for finding in found:
                value = text[finding.start : finding.end]
                if not is_for_pad or current is None or value not in current:
                    raise _patch_refusal(index, field, finding, text)
                known.append(value)
    _refuse_reasons(
        store, [(index, str(patch.reason)) for index, patch in enumerate(patches) if patch.reason]
    )
    return Patched(tuple(known))


def _refuse_reasons(store: PadStore, reasons: Sequence[tuple[int, str]]) -> None:
    """Refuses a list whose reasons hold a secret between them: they stand in one line of the journal."""
    if len(reasons) < 2:
        return
    for between in ("", "\n"):
        found = in_text(store, between.join(reason for _, reason in reasons))
        if found:
            message = f"the reasons of these patches together hold {what(found[0])}; {remedy('agent')}"
            last = reasons[-1][0]
            raise SecretPatchError(message, index=last, field="reason", rule=found[0].rule, line=1)


def refuse_list_text(store: PadStore, text: str) -> None:
    """Refuses a text that was sent as a list of patches and is none, where it holds a secret.

    Raises:
        SecretPatchError: code `secret`.
    """
    found = in_text(store, text)
    if found:
        message = f"the list {words('', found[0], text).strip()}; {remedy('agent')}"
        raise SecretPatchError(message, index=None, field=None, rule=found[0].rule, line=found[0].line)


def _patch_refusal(index: int, field: str, finding: Finding, text: str) -> SecretPatchError:
    message = f"patch {index}: {words(field, finding, text)}; {remedy('agent')}"
    return SecretPatchError(message, index=index, field=field, rule=finding.rule, line=finding.line)


def words(name: str, finding: Finding, text: str) -> str:
    """What a text holds, and in which line."""
    where = f" in line {finding.line}" if "\n" in text or finding.line > 1 else ""
    return f"{name} holds {what(finding)}{where}"


def what(finding: Finding) -> str:
    """A finding in words."""
    return f"what looks like {finding.kind} (rule {finding.rule})"


def remedy(actor: str) -> str:
    """What helps, for who is refused."""
    if actor == "human":
        return "leave it out, or allow this one with `scan --allow` if it is none"
    return "leave the value out and say where it is kept instead"
