"""The arguments of a tool call, taken one by one; what is wrong is told in words that a model can act on."""

from __future__ import annotations

from scratchpad_tui.core.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_KINDS = {str: "a text", bool: "true or false", dict: "an object", list: "a list", type(None): "null"}
_LONGEST_NAME = 60


class ArgumentError(InputError):
    """An argument is missing, unknown or of another kind than the tool takes."""

    def __init__(self, message: str, *, code: str, field: str, accepted: Sequence[str] = ()) -> None:
        super().__init__(message, code=code)
        self.field = field
        self.accepted = tuple(accepted)

    def fields(self) -> dict[str, object]:
        """As of any error, with the argument and what is accepted."""
        return {**super().fields(), "field": self.field, "accepted": list(self.accepted)}


class Arguments:
    """What a client sent for one call; `null` counts as left out."""

    def __init__(self, values: Mapping[str, object] | None) -> None:
        self._values = {name: value for name, value in (values or {}).items() if value is not None}

    def only(self, *names: str) -> None:
        """Refuses an argument that the tool does not have: it may have been meant for something.

        Raises:
            ArgumentError: there is one.
        """
        for name in self._values:
            if name not in names:
                shown = name if len(name) <= _LONGEST_NAME else f"{name[:_LONGEST_NAME]}..."
                raise ArgumentError(
                    f'there is no argument "{shown}"; use: {", ".join(names) or "none at all"}',
                    code="unknown-field",
                    field=shown,
                    accepted=names,
                )

    def value(self, name: str) -> object:
        """An argument of any kind.

        Raises:
            ArgumentError: it is missing.
        """
        if name not in self._values:
            raise ArgumentError(f"the argument {name} is missing", code="missing-field", field=name)
        return self._values[name]

    def text(self, name: str) -> str:
        """A text that must be given.

        Raises:
            ArgumentError: it is missing or no text.
        """
        value = self.value(name)
        if not isinstance(value, str):
            raise _wrong(name, "a text", value)
        return value

    def text_or_none(self, name: str) -> str | None:
        """A text that may be left out.

        Raises:
            ArgumentError: it is no text.
        """
        return self.text(name) if name in self._values else None

    def texts(self, name: str) -> list[str]:
        """Texts, none where the argument is left out.

        Raises:
            ArgumentError: it is no list of texts.
        """
        value = self._values.get(name, [])
        if not isinstance(value, list):
            raise _wrong(name, "a list of texts", value)
        for item in value:
            if not isinstance(item, str):
                raise _wrong(name, "a list of texts", item, holds=True)
        return value

    def flag(self, name: str) -> bool:
        """True or false, false where it is left out.

        Raises:
            ArgumentError: it is neither.
        """
        value = self._values.get(name, False)
        if not isinstance(value, bool):
            raise _wrong(name, "true or false", value)
        return value

    def number(self, name: str, default: int, least: int, most: int) -> int:
        """A whole number within its limits.

        Raises:
            ArgumentError: it is none, or outside of them.
        """
        value = self._values.get(name, default)
        if isinstance(value, float) and value.is_integer():
            value = int(value)  # JSON knows one kind of number
        if isinstance(value, bool) or not isinstance(value, int):
            raise _wrong(name, "a whole number", value)
        if not least <= value <= most:
            raise ArgumentError(
                f"{name} is not from {least:,} to {most:,}", code="out-of-range", field=name, accepted=()
            )
        return value


def _wrong(name: str, wanted: str, value: object, *, holds: bool = False) -> ArgumentError:
    kind = _KINDS.get(type(value), "a number")
    what = f"{name} must be {wanted}, and holds {kind}" if holds else f"{name} must be {wanted}, not {kind}"
    return ArgumentError(what, code="wrong-type", field=name)
