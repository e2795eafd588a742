"""`edit` of what promote --durable alone writes, and of a draft that is not touched: nothing is saved unasked or lost."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.pad.drafts import Drafts
from scratchpad_tui.core.pad.paths import pad_paths
from tests.cli.conftest import GOOD
from tests.cli.test_edit import APPENDS, Editors, drafts

if TYPE_CHECKING:
    from tests.cli.conftest import Desk

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the editors are shell scripts")
SESSION = "## Scratch\n- 2026-07-20T09:12Z [observed] one\n\n## Episodic\n_(empty)_\n\n## Durable\n- Redis 7 in production\n"
BOTH = "sed -i.bak -e 's/\\] one/] two/' -e 's/Redis 7/Redis 8/' \"$1\""


@pytest.fixture
def editors(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Editors:
    """A session's pad, and editors for it."""
    monkeypatch.setenv("SCRATCHPAD_NOW", "2026-07-20T10:00:00Z")
    desk.put(SESSION)
    return Editors(desk, monkeypatch)


@pytest.mark.parametrize("name", ["Durable", "durable", "Durable Facts"])
def test_a_sealed_section_is_refused_before_the_editor_opens(desk: Desk, editors: Editors, name: str) -> None:
    """In one sentence, with the way into it; no draft is left that could never be saved."""
    editors.use(f"touch '{desk.home}/ran'")
    ended = desk.run("edit", "--section", name)
    assert (ended.code, ended.out) == (1, "")
    assert ended.err.count("\n") == 1
    assert "Durable is written by promote --durable alone" in ended.err
    assert "line 1" not in ended.err
    assert not (desk.home / "ran").exists()
    assert drafts(desk) == []


def test_without_a_terminal_a_pad_with_a_sealed_change_is_kept_whole(desk: Desk, editors: Editors) -> None:
    """The section is named, nothing is written, and what was typed is in the draft."""
    editors.use(BOTH)
    ended = desk.run("edit")
    assert ended.code == 1
    assert "Durable was changed, which promote --durable alone writes" in ended.err
    assert "line 1" not in ended.err
    assert desk.pad.read_text() == SESSION
    (draft,) = drafts(desk)
    assert (draft.kind, draft.lines[1], draft.lines[-1]) == (
        "pad",
        "- 2026-07-20T09:12Z [observed] two",
        "- Redis 8 in production",
    )


def test_the_rest_of_that_draft_can_be_saved(desk: Desk, editors: Editors) -> None:
    """What stands in Durable is left out, told, and kept as a draft of its own."""
    editors.use(BOTH)
    desk.run("edit")
    editors.use("sed -i.bak -e 's/\\] two/] three/' \"$1\"")
    ended = editors.at_terminal("r\ns\n")
    assert ended.code == 0, ended.err
    assert "(s)ave the rest" in ended.err
    assert desk.pad.read_text() == SESSION.replace("] one", "] three")
    (draft,) = drafts(desk)
    assert (draft.kind, draft.section, draft.lines) == ("section", "Durable", ("- Redis 8 in production",))
    assert Drafts(pad_paths(str(desk.pad))).path(draft) in ended.err
    assert "left out" in ended.err


def test_put_back_it_is_saved(desk: Desk, editors: Editors) -> None:
    editors.use(f"if grep -q 'Redis 8' \"$1\"; then sed -i.bak 's/Redis 8/Redis 7/' \"$1\"; else {BOTH}; fi")
    assert editors.at_terminal("e\n").code == 0
    assert desk.pad.read_text() == SESSION.replace("] one", "] two")
    assert drafts(desk) == []


@pytest.mark.parametrize(("answer", "saved", "kept"), [("k", 0, 1), ("s", 1, 0), ("d", 0, 0), ("", 0, 1)])
def test_a_draft_that_is_not_touched_is_no_version_unasked(
    desk: Desk, editors: Editors, answer: str, saved: int, kept: int
) -> None:
    """Its text is not lost either, and may be saved as it is."""
    editors.use(f"{APPENDS}; exit 1")
    desk.put(GOOD)
    assert desk.run("edit", "--section", "Findings").code == 1
    assert len(drafts(desk)) == 1
    before = desk.pad.read_text()
    editors.use("exit 0")
    ended = editors.at_terminal(f"r\n{answer}\n" if answer else "r\n", "--section", "Findings")
    assert "the draft is as it was" in ended.err
    assert (desk.pad.read_text() != before) == bool(saved)
    assert len(drafts(desk)) == kept


def test_the_copy_has_a_name_that_says_what_it_is(desk: Desk, editors: Editors) -> None:
    """The pad's and the section's; it stands beside the history, and is nobody else's to read."""
    editors.use(f"echo \"$1\" > '{desk.home}/name'; stat -c %a \"$1\" >> '{desk.home}/name'")
    assert desk.run("edit", "--section", "Scratch").code == 0
    name, mode = (desk.home / "name").read_text().split("\n")[:2]
    folder, base = os.path.split(name)
    assert folder == str(desk.pad.parent / ".history" / "scratchpad.md" / "drafts")
    assert re.fullmatch(r"scratchpad\.Scratch\.[0-9a-f]{16}\.md", base)
    assert mode == "600"
