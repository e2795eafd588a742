"""The product's errors: each a sentence, with a remedy and the command line's exit code."""

from __future__ import annotations

from scratchpad_tui.core.named_tuple import NamedTuple


class Problem(NamedTuple):
    """One fault or warning in a pad's text."""

    line: int
    """Counted from 1."""
    column: int
    """In characters, counted from 1."""
    code: str
    message: str
    """A sentence that says what is wrong and how to mend it."""


class ScratchpadError(Exception):
    """Base of every error that a person or a model may read."""

    exit_code = 1
    retryable = False
    """Whether the same call may do better in a moment; what was judged and refused is refused again."""

    def __init__(self, message: str, remedy: str = "", *, code: str = "error") -> None:
        super().__init__(message)
        self.message = message
        self.remedy = remedy
        self.code = code

    def __str__(self) -> str:
        return f"{self.message}; {self.remedy}" if self.remedy else self.message

    def fields(self) -> dict[str, object]:
        """What a program or a model is told of it: one form for the command line and for agents' tools."""
        return {
            "code": self.code,
            "index": None,
            "field": None,
            "message": str(self),
            "retryable": self.retryable,
        }


class InputError(ScratchpadError):
    """What was given was judged and refused; nothing was written."""


class UsageError(ScratchpadError):
    """The command was called in a wrong way."""

    exit_code = 2


class StorageError(ScratchpadError):
    """Something could not be read or written; the old file is intact."""

    exit_code = 3


class LockError(StorageError):
    """The lock was not to be had in time."""

    retryable = True


class ParseError(ScratchpadError):
    """A pad's text does not parse; `problems` lists every fault, in the order of the lines."""

    def __init__(self, problems: tuple[Problem, ...], *, code: str = "broken") -> None:
        first = problems[0]
        more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
        super().__init__(f"line {first.line}: {first.message}{more}", code=code)
        self.problems = problems

    def fields(self) -> dict[str, object]:
        """As of any error, with every fault of the text."""
        return {**super().fields(), "problems": [problem._asdict() for problem in self.problems]}


class PatchError(ScratchpadError):
    """A patch list is refused whole; the same text will be refused again."""

    def __init__(
        self,
        message: str,
        *,
        code: str,
        index: int | None = None,
        field: str | None = None,
        accepted: tuple[str, ...] = (),
    ) -> None:
        super().__init__(message, code=code)
        self.index = index
        self.field = field
        self.accepted = accepted

    def fields(self) -> dict[str, object]:
        """As of any error, with the patch, its field and what is accepted there."""
        return {
            **super().fields(),
            "index": self.index,
            "field": self.field,
            "accepted": list(self.accepted),
        }


class MergeConflict(ScratchpadError):
    """The same lines were changed on both sides; nothing was written.

    `base`, `mine` and `theirs` are the section's lines at the start of the edit, as edited, and as they stand now.
    """

    def __init__(
        self, section: str, base: list[str], mine: list[str], theirs: list[str], *, by_key: bool = False
    ) -> None:
        super().__init__(
            f"{section} was changed by another writer in the same lines",
            "compare both and save again",
            code="merge-conflict",
        )
        self.section = section
        self.base = base
        self.mine = mine
        self.theirs = theirs
        self.by_key = by_key
        """Whether the section's entries are told by their keys."""
