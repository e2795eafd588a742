"""`scan`: findings in files and on standard input, and a person's word at a terminal."""

from __future__ import annotations

import io
import json
import random
import string
import sys
from typing import TYPE_CHECKING, Any

import pytest

from scratchpad_tui.cli.main import main

if TYPE_CHECKING:
    from pathlib import Path

VALUE = "gh" + "p_" + "".join(random.Random(8).choices(string.ascii_letters + string.digits, k=36))


class Terminal(io.StringIO):
    """Standard input with a person at it."""

    buffer = io.BytesIO()

    def isatty(self) -> bool:
        """Whether it is one."""
        return True


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a pad, a clean file and one with a secret."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.delenv("SCRATCHPAD_PAD", raising=False)
    assert main(["init"]) == 0
    (tmp_path / "bad.txt").write_text(f"first\nTOKEN={VALUE}\n", "utf-8")
    (tmp_path / "good.txt").write_text("nothing to see\n", "utf-8")
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    capsys.readouterr()
    code = main(list(words))
    told = capsys.readouterr()
    for at in range(len(VALUE) - 11):
        assert VALUE[at : at + 12] not in told.out + told.err
    return code, told.out, told.err


def test_findings_have_path_line_kind_and_a_masked_value(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "scan", "good.txt", "bad.txt", "--json")

    assert code == 1
    (found,) = json.loads(out)["findings"]
    assert (found["path"], found["line"], found["kind"]) == ("bad.txt", 2, "a GitHub token")
    assert found["redacted"].startswith(VALUE[:4])


def test_in_text_a_line_each(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "scan", "bad.txt")

    assert code == 1
    assert out.startswith("bad.txt:2: a GitHub token [github-token] ")


def test_nothing_found_is_done(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "scan", "good.txt")[:2] == (0, "")
    assert json.loads(run(capsys, "scan", "good.txt", "--json")[1]) == {"findings": []}


@pytest.mark.parametrize("words", [[], ["-"]])
def test_standard_input_is_scanned(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(f"a\nb\n{VALUE}\n".encode())))

    code, out, _ = run(capsys, "scan", *words, "--json")

    assert code == 1
    assert [(f["path"], f["line"]) for f in json.loads(out)["findings"]] == [("-", 3)]


def test_a_file_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "scan", "bad.txt", "missing.txt")

    assert (code, out) == (3, "")
    assert "missing.txt" in err


def test_a_person_allows_one_finding_and_it_is_none_from_then_on(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", Terminal("y\n"))

    code, _, err = run(capsys, "scan", "bad.txt", "--allow", "github-token:2")

    assert code == 0
    assert "a GitHub token [github-token]" in err
    assert run(capsys, "scan", "bad.txt")[0] == 0


def test_a_no_allows_nothing(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", Terminal("\n"))

    assert run(capsys, "scan", "bad.txt", "--allow", "github-token:2")[0] == 1
    assert run(capsys, "scan", "bad.txt")[0] == 1


def test_a_person_is_told_that_standard_input_is_read_and_how_the_pad_is_scanned(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, home: Path
) -> None:
    """Else the terminal would seem to hang; what ends without a text was not scanned."""
    (home / ".agent" / "scratchpad.md").write_text(f"## Task\nTOKEN={VALUE}\n", "utf-8")
    monkeypatch.setattr(sys, "stdin", Terminal(""))
    code, out, err = run(capsys, "scan")
    first, last = err.rstrip("\n").split("\n")
    assert (code, out) == (0, "")
    assert "reading standard input, which Ctrl+D ends" in first
    assert "`scan .agent/scratchpad.md`" in first
    assert (
        last == "scratchpad-tui: standard input was empty; the pad is scanned by `scan .agent/scratchpad.md`"
    )
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"")))
    code, _, err = run(capsys, "scan")
    assert (code, "reading" in err, "was empty" in err) == (0, False, True)
    assert run(capsys, "scan", ".agent/scratchpad.md")[0] == 1


def test_without_a_terminal_nobody_may(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"y\n")))

    code, _, err = run(capsys, "scan", "bad.txt", "--allow", "github-token:2")

    assert code == 2
    assert "only a person at a terminal" in err


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["bad.txt", "--allow", "github-token:1"], 1),
        (["bad.txt", "--allow", "github-token"], 2),
        (["bad.txt", "--allow", "github-token:x"], 2),
        (["bad.txt", "good.txt", "--allow", "github-token:2"], 2),
    ],
)
def test_what_cannot_be_allowed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, words: list[str], code: int
) -> None:
    monkeypatch.setattr(sys, "stdin", Terminal("y\n"))

    assert run(capsys, "scan", *words)[0] == code


def test_faults_of_the_deny_list_are_told(capsys: pytest.CaptureFixture[str], home: Path) -> None:
    (home / ".agent" / "memory-constraints.md").write_text("- `/(a+)+/`\n- `nothing to`\n", "utf-8")

    code, out, err = run(capsys, "scan", "good.txt")

    assert code == 1
    assert "constraint-line-2" in out
    assert "line 1" in err


def test_apply_refuses_with_the_index_as_json(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    patches: list[dict[str, Any]] = [{"section": "Findings", "op": "append", "content": f"t {VALUE}"}]
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(patches).encode())))

    code, out, _ = run(capsys, "apply", "--json")

    assert code == 1
    error = json.loads(out)["error"]
    assert (error["code"], error["index"], error["field"]) == ("secret", 0, "content")
