"""Signs of secrets: each appears with its cause and goes with its remedy."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.health import signs
from scratchpad_tui.core.health.remedies import carry_out, plan
from scratchpad_tui.core.pad.drafts import Drafts, new_draft
from scratchpad_tui.core.pad.redact import redact
from tests.core.health.conftest import NOON
from tests.core.health.marks import appears, goes
from tests.core.pad.secret_pads import PIECES, VALUE

if TYPE_CHECKING:
    from tests.core.health.conftest import Patient


@appears("secret")
@goes("secret")
def test_a_secret_that_came_by_hand_is_told_without_its_value_until_it_is_redacted(patient: Patient) -> None:
    patient.turn(("Findings", "append", "a fact"))
    assert "secret" not in patient.signs()
    patient.put(f"## Findings\n- a fact\n- the key is {VALUE}\n")
    sign = patient.sign("secret")
    assert "Findings holds" in sign.message
    assert not any(piece in field for piece in PIECES for field in map(str, sign))
    assert sign.command.startswith("scratchpad-tui redact -")
    redact(patient.store(), VALUE)
    assert "secret" not in patient.signs()


def test_a_secret_cut_by_a_heading_is_taken_out_part_by_part(patient: Patient) -> None:
    head, rest = VALUE[:20], VALUE[20:]
    patient.turn(("Findings", "append", "a fact"))
    patient.put(f"## Findings\n- the key is {head}\n## Ruled out\n- {rest}\n")
    sign = patient.sign("secret")
    store = patient.store()
    assert plan(store, sign).lines
    carry_out(store, sign)
    assert "secret" not in patient.signs()
    left = store.read().document.text()
    assert head not in left
    assert rest not in left
    assert "## Ruled out\n- [redacted]\n" in left


def test_the_section_of_a_secret_is_the_one_above_it_whatever_their_order(patient: Patient) -> None:
    patient.put(f"## Next\n- go\n\n## Findings\n- the key is {VALUE}\n")
    assert patient.sign("secret").message.startswith("Findings holds ")


@appears("secrets-scan")
@goes("secrets-scan")
def test_a_scan_that_fails_is_told_until_it_works(patient: Patient, monkeypatch: pytest.MonkeyPatch) -> None:
    patient.turn(("Findings", "append", "a fact"))
    assert "secrets-scan" not in patient.signs()
    with monkeypatch.context() as broken:

        def fail(*_: object, **__: object) -> None:
            raise RuntimeError

        broken.setattr("scratchpad_tui.core.secrets.scanner.scan", fail)
        patient.put("## Findings\n- another fact\n")
        assert patient.sign("secrets-scan").severity == "error"
    assert "secrets-scan" not in patient.signs()


@appears("constraints")
@goes("constraints")
def test_an_item_of_the_deny_list_that_does_not_count_is_told_until_it_is_mended(patient: Patient) -> None:
    patient.turn(("Findings", "append", "a fact"))
    path = Path(patient.path.parent, "memory-constraints.md")
    path.write_text("- `/project-[0-9]+/`\n", "utf-8")
    assert "constraints" not in patient.signs()
    path.write_text("- `/(a+)+b/`\n", "utf-8")
    sign = patient.sign("constraints")
    assert (sign.subject, str(path) in sign.remedy) == (str(path), True)
    path.write_text("- `/ab/`\n", "utf-8")
    assert "constraints" not in patient.signs()
    assert not any(sign.code == "constraints" for sign in signs(patient.store(), NOON))


EVENT = '{"event":"proposed","session":"s1","id":"p1","text":"a fact"}'
ESCAPED = f'the \\"key\\" is \\n{VALUE}'


def put_beside(patient: Patient, name: str, text: str) -> Path:
    """Writes a file beside the pad by hand."""
    path = patient.path.parent / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        ("episodic.md", f"# Kept\n\n- the key is {VALUE}\n", 3),
        ("archive/2026-07.md", f"- the key is {VALUE}\n", 1),
        ("archive/old/2025-01.md", f"- a note\n- the key is {VALUE}\n", 2),
        ("promotions.jsonl", f"{EVENT}\n{EVENT.replace('a fact', ESCAPED)}\n", 2),
        ("promotions.jsonl", f"\nno event, but {VALUE}\n", 2),
    ],
)
def test_a_secret_in_a_file_beside_the_pad_is_told_until_it_is_redacted(
    patient: Patient, name: str, text: str, line: int
) -> None:
    patient.turn(("Findings", "append", "a fact"))
    path = put_beside(patient, name, text.replace(VALUE, "in the vault"))
    assert "secret" not in patient.signs()
    path.write_text(text, "utf-8")
    sign = patient.sign("secret")
    assert sign.message.startswith(f"{name} holds what looks like ")
    assert sign.message.endswith(f" in line {line}")
    assert not any(piece in str(field) for piece in PIECES for field in sign)
    carry_out(patient.store(), sign)
    assert VALUE not in path.read_text("utf-8")
    assert "secret" not in patient.signs()


def test_what_was_clean_is_looked_at_again_when_something_is_forbidden(patient: Patient) -> None:
    """Neither the file nor its text tells of that."""
    patient.turn(("Findings", "append", "a fact"))
    put_beside(patient, "archive/2026-07.md", "- it runs on project-4711\n")
    assert "secret" not in patient.signs()
    path = put_beside(patient, "memory-constraints.md", "- `/project-[0-9]+/`\n")
    assert patient.sign("secret").message.startswith("archive/2026-07.md holds ")
    path.unlink()
    assert "secret" not in patient.signs()


def test_links_beside_the_pad_are_not_ours(patient: Patient, tmp_path: Path) -> None:
    """`redact` leaves them alone, too."""
    patient.turn(("Findings", "append", "a fact"))
    (tmp_path / "theirs").mkdir()
    (tmp_path / "theirs" / "2026-07.md").write_text(f"- the key is {VALUE}\n", "utf-8")
    (patient.path.parent / "archive").symlink_to(tmp_path / "theirs")
    (patient.path.parent / "episodic.md").symlink_to(tmp_path / "theirs" / "2026-07.md")
    assert patient.signs() == {}


@pytest.mark.parametrize("is_open", [True, False])
@appears("draft-secret")
@goes("draft-secret")
def test_a_draft_that_holds_a_secret_is_told_also_while_somebody_types_it(
    patient: Patient,
    is_open: bool,  # noqa: FBT001 - a column
) -> None:
    patient.turn(("Findings", "append", "a fact"))
    drafts = Drafts(patient.store().paths)
    draft = new_draft("section", "Findings", ["- a fact", "- typed"], ["- a fact"], 1)
    drafts.drop(drafts.keep(draft).name)
    assert patient.signs() == {}
    kept = drafts.keep(
        draft._replace(lines=(*draft.lines, f"- the key is {VALUE}"), pid=draft.pid if is_open else 0)
    )
    found = patient.signs()
    assert set(found) == ({"draft-secret"} if is_open else {"draft", "draft-secret"})
    sign = found["draft-secret"]
    assert sign.message.startswith("a draft of Findings holds what looks like ")
    assert sign.command.startswith("scratchpad-tui redact -")
    assert not any(piece in str(field) for piece in PIECES for field in sign)
    assert any("editor is open" in line for line in plan(patient.store(), sign).lines)
    carry_out(patient.store(), sign)
    assert "draft-secret" not in patient.signs()
    assert [one.lines[:2] for one in drafts.all()] == [draft.lines], "what else was typed stays"
    drafts.drop(kept.name)
    assert patient.signs() == {}


def test_a_draft_with_nothing_of_its_own_is_told_by_the_pad(patient: Patient) -> None:
    patient.put(f"## Findings\n- the key is {VALUE}\n")
    lines = [f"- the key is {VALUE}"]
    Drafts(patient.store().paths).keep(new_draft("section", "Findings", lines, lines, 1))
    assert "secret" in patient.signs()
    assert "draft-secret" not in patient.signs()
