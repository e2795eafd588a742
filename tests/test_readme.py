"""What the README promises holds: its commands run as written, its tables say what the code says."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.cli.commands import TABLE, find
from scratchpad_tui.core.config import load
from scratchpad_tui.core.health.catalog import KINDS
from scratchpad_tui.core.pad.schema import TASK
from scratchpad_tui.tui.key_docs import key_table
from tests.readme import BY_HAND, README, between, settings_table, signs_table

if TYPE_CHECKING:
    from pathlib import Path

ROOT = README.parent
TEXT = README.read_text("utf-8")
MAKES_ITS_OWN = (
    "test -x .venv/bin/pip || python3 -m venv .venv && .venv/bin/pip install -q -c requirements.lock -e "
)


TOUR = ("live-120x40", "live-turn", "editor-80x24", "timeline", "promotions", "pressure")
"""What a reader sees of it within five minutes."""


def chapter(title: str) -> str:
    """What stands under the level-2 heading."""
    return TEXT.split(f"\n## {title}\n", 1)[1].split("\n## ", 1)[0]


def blocks(text: str, kind: str) -> list[str]:
    """The fenced blocks of that language."""
    return re.findall(rf"```{kind}\n(.*?)\n```", text, re.DOTALL)


def cells(text: str, column: int) -> list[str]:
    """One column of the table rows in the text, the head and the rule left out."""
    rows = [line.strip("| \n").split(" | ") for line in text.split("\n") if line.startswith("| ")]
    return [row[column].strip() for row in rows[1:]]


def program(*words: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Runs a command line in the test's folder."""
    return subprocess.run(
        [sys.executable, "-m", "scratchpad_tui", *words],
        input=stdin,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def test_it_opens_with_a_picture_and_a_sentence() -> None:
    """A person decides in ten seconds whether this is for them."""
    parts = TEXT.split("\n\n")
    assert parts[1].startswith("![")
    assert parts[2].endswith(".")


def test_quick_start_is_two_lines_for_a_bare_machine() -> None:
    """Each makes its own environment where there is none; the second passes the tests with the locked versions."""
    demo, tests = blocks(chapter("Quick start"), "sh")[:2]
    assert demo == f"{MAKES_ITS_OWN}. && .venv/bin/scratchpad-tui demo"
    assert tests == f"{MAKES_ITS_OWN}'.[dev]' && .venv/bin/python -m pytest -q -n 4"


def test_every_command_is_named_and_exists() -> None:
    """A command that is promised and missing costs more trust than one that is not mentioned."""
    named = {
        word.split()[0]
        for cell in cells(chapter("Commands").split("###")[0], 0)
        for word in re.findall(r"`([^`]+)`", cell)
    }
    assert named == set(TABLE)
    called = set(re.findall(r"scratchpad-tui ([a-z][a-z-]*)", "\n".join(re.findall(r"`[^`]+`", TEXT))))
    assert called <= set(TABLE)


def test_the_sections_stand_as_they_are() -> None:
    """Names and caps come from the profile."""
    text = chapter("The pad")
    caps = [int(cap.replace(",", "")) for cap in cells(text, 1)]
    assert list(zip(cells(text, 0), caps, strict=True)) == [
        (section.name, section.cap) for section in TASK.sections
    ]


def test_the_example_patch_list_is_accepted(pad_path: Path) -> None:
    """It is what a reader pastes first."""
    pad_path.parent.mkdir()
    pad_path.write_text("## Plan\n1. [x] Find the call\n2. [ ] Add the fixture\n", "utf-8")
    done = program("apply", stdin=blocks(chapter("Patches"), "json")[0])
    assert (done.returncode, done.stderr) == (0, "")
    assert "2. [x] Add the fixture" in pad_path.read_text("utf-8")


def promised_fields() -> dict[str, str]:
    """What the table of JSON says of each command."""
    table = chapter("Commands").split("### JSON")[1]
    rows = zip(cells(table, 0), cells(table, 1), strict=True)
    return {name: fields for names, fields in rows for name in re.findall(r"`([^`]+)`", names)}


def test_every_command_that_takes_json_is_in_the_table_of_its_fields() -> None:
    """Of `session` each act has its own."""
    takes_json = {name for name in TABLE if find(name).json}
    assert takes_json == {name.split()[0] for name in promised_fields()}


@pytest.mark.parametrize(
    "command",
    [
        *("show", "validate", "apply", "diff", "history", "blame", "recover", "health", "doctor"),
        *("status", "config", "promotions", "session status"),
    ],
)
def test_json_has_the_fields_that_are_promised(command: str, pad_path: Path) -> None:
    """Scripts depend on names; more may come, none may go."""
    patch = '[{"section": "Next", "op": "replace", "content": "Read the failing test"}]'
    assert program("apply", stdin=patch).returncode == 0
    assert pad_path.exists()
    came = json.loads(program(*command.split(), "--json", stdin=patch.replace("Read", "Mend")).stdout)
    first_level = re.sub(r"\([^()]*\)|; .*", "", promised_fields()[command])
    assert set(re.findall(r"`([^`]+)`", first_level)) <= set(came)


def test_the_memory_example_runs_as_written(pad_path: Path) -> None:
    """It makes the pad where there is none, and writes its entry."""
    example = blocks(chapter("Audited memory"), "python")[0]
    done = subprocess.run([sys.executable, "-c", example], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "- CI has no redis [src:job 4412 @ " in pad_path.read_text("utf-8")


def test_the_keys_of_the_example_can_be_bound(tmp_path: Path) -> None:
    """It is what a reader pastes into their settings."""
    (tmp_path / "scratchpad.toml").write_text(blocks(chapter("Keys"), "toml")[0], "utf-8")
    settings = load(str(tmp_path / "scratchpad.md"), None, {"SCRATCHPAD_KEYS_PRUNE": "P f3"})
    assert settings.faults == ()
    assert set(settings.keys) == {"line.prune", "line.new", "find.open"}


def test_the_table_of_settings_is_fresh() -> None:
    """`python -m tests.readme` writes it anew."""
    assert between("settings") == settings_table()


def test_the_table_of_signs_is_fresh() -> None:
    """The same; each code of the program is in it, with what helps."""
    assert between("signs") == signs_table()
    assert set(BY_HAND) <= {kind.code for kind in KINDS}


def test_the_table_of_keys_is_fresh() -> None:
    """`python -m scratchpad_tui.tui.key_docs` writes it anew."""
    assert between("keys") == key_table()


def test_the_figures_are_there() -> None:
    """`python -m tests.bench --write` measures them; no test judges them."""
    assert "`python -c pass`" in between("bench")


def test_local_links_lead_somewhere() -> None:
    """Pictures too."""
    links = [link for link in re.findall(r"\]\(([^)]+)\)", TEXT) if "://" not in link]
    assert links
    assert {f"screenshots/{name}.svg" for name in TOUR} <= set(links)
    assert [link for link in links if not (ROOT / link.partition("#")[0]).exists()] == []
