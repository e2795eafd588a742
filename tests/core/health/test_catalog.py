"""The list of all signs is that of the code, and each says what to type where something can be typed."""

from __future__ import annotations

import ast
import shlex
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import scratchpad_tui.core.health as package
from scratchpad_tui.cli.commands import TABLE
from scratchpad_tui.core.health import SEVERITIES
from scratchpad_tui.core.health.catalog import BY_CODE, KINDS
from tests.core.health.marks import APPEAR, GO, broken_marks

if TYPE_CHECKING:
    from tests.core.health.conftest import Patient

FOLDER = Path(package.__file__).parent


def codes_in_the_code() -> dict[str, set[str]]:
    """The severities by code of every `Sign(...)` that the checks make."""
    found: dict[str, set[str]] = {}
    for path in FOLDER.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Sign":
                code, severity = node.args[:2]
                names = [code.value] if isinstance(code, ast.Constant) else ["broken", "conflict"]
                assert isinstance(severity, ast.Name)
                for name in names:
                    assert isinstance(name, str)
                    found.setdefault(name, set()).add(severity.id.lower())
    return found


def test_every_sign_of_the_code_is_listed_with_its_severity_and_no_other() -> None:
    assert codes_in_the_code() == {kind.code: {kind.severity} for kind in KINDS}


def test_the_gravest_are_listed_first_and_no_code_twice() -> None:
    order = [SEVERITIES.index(kind.severity) for kind in KINDS]
    assert order == sorted(order)
    assert len(BY_CODE) == len(KINDS)


def test_every_sign_is_made_to_appear_and_to_go_by_a_marked_test() -> None:
    for path in Path(__file__).parent.glob("test_*.py"):
        import_module(f"{__package__}.{path.stem}")
    assert {code for codes in APPEAR.values() for code in codes} == set(BY_CODE)
    assert {code for codes in GO.values() for code in codes} == set(BY_CODE)


@pytest.mark.parametrize(
    ("looks", "broken"),
    [
        ((set(), {"draft"}, set()), []),
        (({"draft"}, set()), ["draft does not appear"]),
        (({"draft"}, set(), {"draft"}), []),
        ((set(), {"draft"}), ["draft does not go"]),
        ((), ["draft does not appear", "draft does not go"]),
    ],
)
def test_a_mark_that_its_test_does_not_keep_fails_it(
    looks: tuple[set[str], ...], broken: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for marks in (APPEAR, GO):
        monkeypatch.setitem(marks, "a test", ("draft",))
    assert broken_marks("a test", looks) == broken


def test_every_command_of_a_remedy_exists() -> None:
    for kind in KINDS:
        if kind.command:
            assert kind.command[0] == "scratchpad-tui"
            assert kind.command[1] in TABLE


def test_a_command_can_be_typed_as_it_is_told(
    patient: Patient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also for a section of two words; and where the pad would not be found from here, its path is named."""
    patient.turn(("Ruled out", "append", "x" * 590), ("Ruled out", "append", "y" * 90))
    words = ["scratchpad-tui", "edit", "--section", "Ruled out"]
    assert shlex.split(patient.sign("over-cap").command) == words
    monkeypatch.chdir(tmp_path)
    assert shlex.split(patient.sign("over-cap").command) == [*words, "--pad", str(patient.path)]
