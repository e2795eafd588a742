"""JSON Schemas as clients judge by them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jsonschema import Draft202012Validator

if TYPE_CHECKING:
    from collections.abc import Mapping


def check_schema(schema: Mapping[str, object]) -> None:
    """Fails where it is no schema of draft 2020-12."""
    Draft202012Validator.check_schema(schema)


def judge(value: object, schema: Mapping[str, object] | None) -> None:
    """Fails where the value does not fit, or there is nothing to judge by."""
    assert schema is not None
    Draft202012Validator(schema).validate(value)


def fits(value: object, schema: Mapping[str, object]) -> bool:
    """Whether the value fits."""
    return Draft202012Validator(schema).is_valid(value)
