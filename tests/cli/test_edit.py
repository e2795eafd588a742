"""`edit`: the pad or a section in the person's own editor."""

from __future__ import annotations

import io
import json
import os
import signal
import sys
import time
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.cli import output
from scratchpad_tui.core.pad.drafts import Drafts
from scratchpad_tui.core.pad.paths import pad_paths
from tests.cli.conftest import BROKEN, COMMAND, CONFLICT, GOOD

if TYPE_CHECKING:
    from pathlib import Path

    from scratchpad_tui.core.pad.drafts import Draft
    from tests.cli.conftest import Desk, Ended

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the editors are shell scripts")
APPENDS = """printf -- '- typed\\n' >> "$1" """
BREAKS = """printf '## Nonsense\\n' >> "$1" """


class Editors:
    """Makes shell scripts the person's editor."""

    def __init__(self, desk: Desk, patch: pytest.MonkeyPatch) -> None:
        self.desk = desk
        self._patch = patch

    def use(self, script: str) -> Path:
        """Makes this the editor from now on."""
        path = self.desk.put(f"#!/bin/sh\n{script}\n", self.desk.home / "my editor")
        path.chmod(0o755)
        self._patch.setenv("VISUAL", f"'{path}'")
        return path

    def at_terminal(self, answers: str, *words: str) -> Ended:
        """Runs `edit` as at a terminal, where these lines are typed."""
        with self._patch.context() as patch:
            patch.setattr(output, "is_terminal", lambda stream: stream is sys.stdin)
            return self.desk.run("edit", *words, stdin=answers)


@pytest.fixture
def editors(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Editors:
    """A saved pad, and editors for it."""
    desk.saved(GOOD)
    return Editors(desk, monkeypatch)


def drafts(desk: Desk) -> list[Draft]:
    """The drafts of the pad."""
    return Drafts(pad_paths(str(desk.pad))).all()


def test_what_was_typed_is_saved_and_its_diff_printed(desk: Desk, editors: Editors) -> None:
    """As a version by a person; standard output has the diff alone."""
    editors.use(APPENDS)
    ended = desk.run("edit", "--section", "findings")
    assert (ended.code, ended.err) == (0, "")
    assert "+- typed\n" in ended.out
    assert "- retries are counted per worker\n- typed\n" in desk.pad.read_text()
    assert json.loads(desk.run("history", "--json").out)["versions"][-1]["actor"] == "human"
    assert drafts(desk) == []


def test_the_whole_pad_is_merged_with_what_an_agent_wrote_meanwhile(desk: Desk, editors: Editors) -> None:
    """The lock is free while the editor runs, so that the agent goes on."""
    patch = desk.put(
        json.dumps([{"section": "Findings", "op": "append", "content": "by the agent"}]), desk.home / "p.json"
    )
    command = " ".join(f"'{word}'" for word in COMMAND)
    editors.use(
        f"{command} apply --file '{patch}' > /dev/null || exit 9\nsed -i.bak 's/^write the adapter$/by hand/' \"$1\""
    )
    assert desk.run("edit").code == 0
    text = desk.pad.read_text()
    assert "- by the agent\n" in text
    assert "\nby hand\n" in text
    folder = desk.pad.parent / ".history" / "scratchpad.md" / "drafts"
    assert list(folder.iterdir()) == []


def test_nothing_changed_is_done(desk: Desk, editors: Editors) -> None:
    editors.use("exit 0")
    ended = desk.run("edit")
    assert (ended.code, ended.out) == (0, "")
    assert "nothing was changed" in ended.err
    assert desk.pad.read_text() == GOOD


@pytest.mark.parametrize("words", [(), ("--section", "Plan")])
def test_without_a_terminal_a_faulty_text_is_kept_as_a_draft(
    desk: Desk, editors: Editors, words: tuple[str, ...]
) -> None:
    """Exit 1, the fault with its line, and where the text is."""
    editors.use(BREAKS)
    ended = desk.run("edit", *words)
    assert (ended.code, ended.out) == (1, "")
    (draft,) = drafts(desk)
    assert f"line {len(draft.lines)}: " in ended.err
    assert Drafts(pad_paths(str(desk.pad))).path(draft) in ended.err
    assert draft.lines[-1] == "## Nonsense"
    assert desk.pad.read_text() == GOOD


def test_at_a_terminal_it_is_edited_again_until_it_is_right(desk: Desk, editors: Editors) -> None:
    """In the same copy: what was typed is still there."""
    editors.use(
        """if grep -q Nonsense "$1"; then sed -i.bak 's/## Nonsense/- mended/' "$1"; else printf '## Nonsense\\n' >> "$1"; fi"""
    )
    ended = editors.at_terminal("what?\ne\n", "--section", "Findings")
    assert ended.code == 0
    assert ended.err.count("(e)dit again, (k)eep as draft, (d)iscard?") == 2
    assert "- mended\n" in desk.pad.read_text()
    assert drafts(desk) == []


@pytest.mark.parametrize(("answer", "kept"), [("k\n", 1), ("d\n", 0), ("", 1)])
def test_at_a_terminal_it_is_kept_or_discarded(desk: Desk, editors: Editors, answer: str, kept: int) -> None:
    """The end of the input keeps it."""
    editors.use(BREAKS)
    ended = editors.at_terminal(answer)
    assert ended.code == 1
    assert len(drafts(desk)) == kept
    assert ("kept as a draft" if kept else "discarded") in ended.err
    assert desk.pad.read_text() == GOOD


def test_a_draft_that_was_left_is_offered_with_its_age(
    desk: Desk, editors: Editors, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For the same section alone."""
    monkeypatch.setenv("SCRATCHPAD_NOW", "2026-07-20T10:00:00Z")
    editors.use("printf -- '- first\\n```\\n' > \"$1\"")
    desk.run("edit", "--section", "Findings")
    monkeypatch.setenv("SCRATCHPAD_NOW", "2026-07-20T10:05:00Z")
    editors.use("sed -i.bak 's/```/- second/' \"$1\"")
    assert "draft" not in editors.at_terminal("", "--section", "Next").err
    ended = desk.run("edit", "--section", "Findings")
    assert "a draft of Findings was left behind (age: 5 min)" in ended.err
    assert Drafts(pad_paths(str(desk.pad))).path(drafts(desk)[0]) in ended.err
    assert len(drafts(desk)) == 1
    ended = editors.at_terminal("r\n", "--section", "Findings")
    assert ended.code == 0
    assert "(r)esume it, or begin a (n)ew one?" in ended.err
    assert "- first\n- second\n" in desk.pad.read_text()
    assert drafts(desk) == []


def test_a_new_edit_leaves_the_old_draft(desk: Desk, editors: Editors) -> None:
    """Nobody said that it is not wanted."""
    editors.use(BREAKS)
    desk.run("edit")
    editors.use("sed -i.bak 's/^write the adapter$/by hand/' \"$1\"")
    assert editors.at_terminal("n\n").code == 0
    assert [draft.lines[-1] for draft in drafts(desk)] == ["## Nonsense"]


def test_a_conflict_comes_back_with_both_sides(desk: Desk, editors: Editors) -> None:
    """Without a terminal they are in the draft, and the pad is the agent's."""
    patch = desk.put(
        json.dumps([{"section": "Next", "op": "replace", "content": "by the agent"}]), desk.home / "p.json"
    )
    command = " ".join(f"'{word}'" for word in COMMAND)
    script = f"if grep -q '>>>>>>> theirs' \"$1\"; then grep -v '^[<=>]\\{{7\\}}' \"$1\" > x && cat x > \"$1\"; else\n{command} apply --file '{patch}' > /dev/null\nprintf 'by hand\\n' > \"$1\"; fi"
    editors.use(script)
    ended = editors.at_terminal("e\n", "--section", "Next")
    assert "both sides" in ended.err
    assert ended.code == 0
    assert desk.pad.read_text().endswith("## Next\nby hand\nby the agent\n")


@pytest.mark.parametrize("text", [BROKEN, CONFLICT], ids=["broken", "conflict"])
def test_a_pad_that_is_not_good_is_mended(desk: Desk, editors: Editors, text: str) -> None:
    """What is opened is the broken text; left as it is, it stays."""
    desk.put(text)
    editors.use(APPENDS)
    assert desk.run("edit").code == 1
    assert desk.pad.read_text() == text
    good = desk.put(GOOD.replace("- retries", "- mended\n- retries"), desk.home / "good.md")
    editors.use(f"cmp -s '{desk.pad}' \"$1\" || exit 8; cat '{good}' > \"$1\"")
    ended = desk.run("edit")
    assert ended.code == 0, ended.err
    assert desk.pad.read_text() == good.read_text()
    assert desk.run("validate").code == 0


def test_a_fresh_pad_begins_with_its_skeleton(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing is there yet."""
    Editors(desk, monkeypatch).use("sed -i.bak 's/^## Next$/&\\nbegin/' \"$1\"")
    assert desk.run("edit").code == 0
    assert desk.pad.read_text().endswith("## Next\nbegin\n")


@pytest.mark.parametrize(
    ("value", "words"),
    [("", "no editor is set"), ("no-such-editor", 'names "no-such-editor"'), ("vi 'x", "never closed")],
)
def test_without_an_editor_it_is_said_what_to_set(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, value: str, words: str
) -> None:
    """Wrong usage; nothing is made."""
    monkeypatch.setenv("EDITOR", value)
    before = desk.tree()
    ended = desk.run("edit")
    assert (ended.code, ended.out) == (2, "")
    assert words in ended.err
    assert ended.err.count("\n") == 1
    assert desk.tree() == before


def test_an_editor_that_cannot_be_started_leaves_nothing(desk: Desk, editors: Editors) -> None:
    editors.use("").write_text("#!/no/such/program\n")
    ended = desk.run("edit")
    assert ended.code == 2
    assert "could not be started" in ended.err
    assert drafts(desk) == []


@pytest.mark.parametrize(
    ("script", "kept"), [("exit 1", 0), (f"{APPENDS}; exit 1", 1), (f"{APPENDS}; kill -9 $$", 1)]
)
def test_an_editor_that_failed_saves_nothing(desk: Desk, editors: Editors, script: str, kept: int) -> None:
    """Vim's `:cq` is a way to say no."""
    editors.use(script)
    ended = desk.run("edit")
    assert ended.code == 1
    assert "the editor " in ended.err
    assert len(drafts(desk)) == kept
    assert desk.pad.read_text() == GOOD


def test_an_unknown_section_is_refused_before_the_editor_runs(desk: Desk, editors: Editors) -> None:
    editors.use(f"touch '{desk.home}/ran'")
    ended = desk.run("edit", "--section", "Nowhere")
    assert ended.code == 1
    assert "unknown section" in ended.err
    assert not (desk.home / "ran").exists()


def test_a_pad_that_cannot_be_written_keeps_the_text(desk: Desk, editors: Editors) -> None:
    """Exit 3, and where the text is."""
    editors.use(f"{APPENDS}; rm '{desk.pad}'; mkdir '{desk.pad}'")
    ended = desk.run("edit", "--section", "Findings")
    assert ended.code == 3
    assert "kept as a draft" in ended.err
    assert drafts(desk)[0].lines[-1] == "- typed"


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP])
def test_killed_while_the_editor_runs_the_text_as_last_saved_is_found(
    desk: Desk, editors: Editors, number: int
) -> None:
    """The terminal was closed, the machine ran out of memory."""
    said = desk.home / "said"
    editors.use(f"{APPENDS}; echo $$ > '{said}.new'; mv '{said}.new' '{said}'; exec sleep 100")
    process = desk.started("edit", "--section", "Findings")
    deadline = time.monotonic() + 60
    while not said.exists():
        assert process.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.01)
    process.send_signal(number)
    process.wait()
    os.kill(int(said.read_text()), signal.SIGKILL)
    process.communicate()
    (draft,) = Drafts(pad_paths(str(desk.pad))).left_behind()
    assert draft.lines == ("- retries are counted per worker", "- typed")
    assert desk.pad.read_text() == GOOD
    editors.use("exit 0")
    assert editors.at_terminal("r\ns\n", "--section", "Findings").code == 0
    assert "- typed\n" in desk.pad.read_text()


def test_a_real_terminal_is_given_to_the_editor_and_asked(desk: Desk, editors: Editors) -> None:
    """The editor reads keys itself, and the question comes on the same terminal."""
    pty = pytest.importorskip("pty")
    editors.use("""read -r line; printf '%s\\n' "$line" >> "$1" """)
    mine, theirs = pty.openpty()
    process = desk.started("edit", "--section", "Findings", stdin=theirs)
    os.close(theirs)
    os.write(mine, b"## Nonsense\ne\n```\nk\n")
    out, err = process.communicate(timeout=60)
    os.close(mine)
    assert (process.returncode, out) == (1, b"")
    assert err.count(b"(e)dit again") == 2
    assert [draft.lines[-2:] for draft in drafts(desk)] == [("## Nonsense", "```")]


def test_hostile_text_in_a_fault_reaches_no_terminal(desk: Desk, editors: Editors) -> None:
    """A heading is shown in the message."""
    editors.use("""printf '## \\033]0;x\\007\\n' >> "$1" """)
    ended = desk.run("edit")
    assert ended.code == 1
    assert "\x1b" not in ended.err + ended.out
    assert "\x07" not in ended.err


def test_an_answer_is_asked_for_until_it_is_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The first letter counts, in any case."""
    monkeypatch.setattr(sys, "stdin", io.StringIO("\nx\nKeep\n"))
    assert output.chosen("(e)dit, (k)eep?", "ek") == "k"
    assert output.chosen("(e)dit, (k)eep?", "ek") == ""
    assert capsys.readouterr().err.count("(e)dit, (k)eep?") == 4


def test_a_text_with_a_secret_is_kept_as_a_private_draft_and_that_is_said(
    desk: Desk, editors: Editors
) -> None:
    """Nothing typed is lost, and nothing else holds it."""
    value = "gh" + "p_" + "Zr8TqLw2XnBv5KdYs7MfHc3JgPe9RaUu4Wk1"
    desk.saved(GOOD)
    editors.use(f"""printf -- '- key %s%s\\n' '{value[:9]}' '{value[9:]}' >> "$1" """)
    ended = desk.run("edit", "--section", "Findings")
    assert (ended.code, ended.out) == (1, "")
    assert "the secret with it, is kept as a draft in" in ended.err
    assert value[:12] not in ended.err
    (draft,) = drafts(desk)
    assert draft.lines[-1] == f"- key {value}"
    held = [path for path in desk.work.rglob("*") if path.is_file() and value in path.read_text("utf-8")]
    assert {path.parent.name for path in held} == {"drafts"}
    assert {path.stat().st_mode & 0o777 for path in held} == {0o600}
    assert desk.run("redact", value).code == 0
    assert not any(value[:12] in path.read_text("utf-8") for path in held if path.exists())
