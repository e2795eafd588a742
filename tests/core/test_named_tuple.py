"""The quick named tuples behave as those of the standard library, and cost less to define."""

from __future__ import annotations

import copy
import pickle
import typing
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scratchpad_tui.core.named_tuple import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable


class Quick(NamedTuple):
    """Ours."""

    first: int
    second: str
    third: str = "three"
    """A field's words."""
    fourth: tuple[int, ...] = ()

    @property
    def both(self) -> str:
        """Of two fields."""
        return f"{self.first} {self.second}"


class Known(typing.NamedTuple):
    """The standard library's."""

    first: int
    second: str
    third: str = "three"
    fourth: tuple[int, ...] = ()


_VALUES = st.lists(st.one_of(st.integers(), st.text()), max_size=5)
_NAMED = st.dictionaries(st.sampled_from(["first", "second", "third", "fourth", "fifth"]), st.integers())


def _outcome(make: Callable[[], Any]) -> object:
    """The items, or "refused" for what is no call of it."""
    try:
        return tuple(make())
    except (TypeError, ValueError):
        return "refused"


@given(_VALUES, _NAMED)
def test_made_of_the_same_values_it_holds_the_same(values: list[Any], named: dict[str, Any]) -> None:
    assert _outcome(lambda: Quick(*values, **named)) == _outcome(lambda: Known(*values, **named))


@given(_NAMED)
def test_replaced_by_name_it_holds_the_same(named: dict[str, Any]) -> None:
    assert _outcome(lambda: Quick(1, "b")._replace(**named)) == _outcome(
        lambda: Known(1, "b")._replace(**named)
    )


def test_it_is_a_tuple_with_names_and_nothing_else() -> None:
    one = Quick(1, second="b")
    assert tuple(one) == tuple(Known(1, "b")) == (1, "b", "three", ())
    assert hash(one) == hash((1, "b", "three", ()))
    assert (one.first, one.third, one.both) == (1, "three", "1 b")
    assert one._asdict() == Known(1, "b")._asdict()
    assert one._fields == Known._fields
    assert repr(one) == "Quick(first=1, second='b', third='three', fourth=())"
    assert not hasattr(one, "__dict__")
    with pytest.raises(AttributeError):
        setattr(one, "first", 2)  # noqa: B010 - checkers of types refuse the assignment


def test_it_is_copied_pickled_and_matched_by_its_fields() -> None:
    one = Quick(1, "b", fourth=(2,))
    assert [copy.copy(one), copy.deepcopy(one), pickle.loads(pickle.dumps(one))] == [one] * 3  # noqa: S301
    taken: object = one
    match taken:
        case Quick(1, second="b"):
            found = taken.third
        case _:
            found = ""
    assert found == "three"


def test_a_class_made_of_one_has_its_fields() -> None:
    class More(Quick):
        @property
        def twice(self) -> int:
            return self.first * 2

    more = More(2, "b")
    assert (more.twice, more.third, type(more), more == Quick(2, "b")) == (4, "three", More, True)


def test_a_default_before_a_field_without_one_is_refused() -> None:
    with pytest.raises(TypeError, match="Wrong"):

        class Wrong(NamedTuple):
            first: int = 1
            second: str  # type: ignore[misc]


def test_a_class_whose_fields_cannot_be_read_is_refused() -> None:
    made: Any = type(Quick)
    with pytest.raises(TypeError, match="annotations"):
        made("Empty", (NamedTuple,), {})
