"""Tuples with names, as `typing.NamedTuple` makes them, at a tenth of what such a class costs to define.

The standard library compiles each annotation and a constructor for every class, which takes 0.1 ms, and a command that
a hook calls has defined some forty of them before it does anything. Here annotations are left alone, and a constructor
is compiled with the first instance. Checkers of types see the standard library's own.
"""

from __future__ import annotations

from operator import itemgetter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, ClassVar, NamedTuple, Self

try:
    # The same descriptor that the standard library's own have; a property takes twice as long to read.
    from _collections import _tuplegetter as _getter  # type: ignore[import-not-found] # of CPython alone
except ImportError:

    def _getter(index: int, _: str | None) -> object:
        return property(itemgetter(index))


_new = tuple.__new__


class _Meta(type):
    def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> _Meta:
        """A tuple's class with the fields that are annotated in the body; values there are defaults."""
        body["__slots__"] = ()
        if not getattr(bases[0], "_fields", ()):
            fields = tuple(body.get("__annotations__", ()))
            if bases != (tuple,) and not fields:
                # From Python 3.14 on they stand in the body only in a module that keeps annotations as texts.
                raise TypeError(f"{name} has no fields; does its module import annotations from __future__?")
            defaults = {field: body[field] for field in fields if field in body}
            if list(defaults) != list(fields[len(fields) - len(defaults) :]):
                raise TypeError(f"{name}: a field without a default stands behind one that has one")
            body.update((field, _getter(index, None)) for index, field in enumerate(fields))
            body |= {"__match_args__": fields, "_fields": fields, "_field_defaults": defaults}
        return super().__new__(cls, name, bases, body)


class _Named(tuple, metaclass=_Meta):  # type: ignore[type-arg] # of any fields  # noqa: SLOT001 - the metaclass gives it
    if TYPE_CHECKING:
        _fields: ClassVar[tuple[str, ...]]
        _field_defaults: ClassVar[dict[str, Any]]

    def __new__(cls, *values: object, **named: object) -> Self:
        """A tuple of these fields, in order or by name."""
        type.__setattr__(cls, "__new__", staticmethod(_constructor(cls)))
        return cls.__new__(cls, *values, **named)

    def __getnewargs__(self) -> tuple[Any, ...]:
        """What a copy or a pickle is made of."""
        return tuple(self)

    def __repr__(self) -> str:
        """The class with its fields, as it would be written."""
        fields = ", ".join(f"{field}={value!r}" for field, value in self._asdict().items())
        return f"{type(self).__name__}({fields})"

    def _replace(self, /, **named: object) -> Self:
        made = _new(type(self), map(named.pop, self._fields, self))
        if named:
            raise ValueError(f"{type(self).__name__} has no such fields: {', '.join(named)}")
        return made

    def _asdict(self) -> dict[str, Any]:
        return dict(zip(self._fields, self, strict=True))


def _constructor(cls: type[_Named]) -> Callable[..., Any]:
    """What makes a tuple of the fields, as quick as any function and with Python's own words for a wrong call."""
    names = "".join(f"{field}, " for field in cls._fields)
    made: Callable[..., Any] = eval(f"lambda _cls, {names}: _new(_cls, ({names}))", {"_new": _new})  # noqa: S307 - names of fields in our own source
    made.__name__ = "__new__"
    made.__qualname__ = f"{cls.__qualname__}.__new__"
    made.__defaults__ = tuple(cls._field_defaults.values())
    return made


if not TYPE_CHECKING:
    NamedTuple = _Named

__all__ = ["NamedTuple"]
