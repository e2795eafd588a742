"""A section or the whole pad in the person's own editor, and what comes back from it."""

from __future__ import annotations

import asyncio
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest
from textual.app import SuspendNotSupported

from scratchpad_tui.core.errors import LockError
from scratchpad_tui.core.pad.drafts import Drafts
from scratchpad_tui.core.pad.editor import run_editor
from scratchpad_tui.core.pad.store import PadStore
from scratchpad_tui.tui.app import ScratchpadApp
from scratchpad_tui.tui.live_source import LiveSource
from scratchpad_tui.tui.screens.choose import ChooseScreen
from scratchpad_tui.tui.screens.draft import SealedDraftScreen
from scratchpad_tui.tui.widgets.bars import KeyBar
from tests.core.pad.pads import CONFLICT, Desk, pad
from tests.tui.drive import grid, plain

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator
    from pathlib import Path

    from textual.pilot import Pilot

    from scratchpad_tui.tui.wishes import Onward

pytestmark = pytest.mark.alone


@pytest.fixture
def desk(pad_path: Path) -> Desk:
    desk = Desk(pad_path, depth=0)
    desk.save(pad(Findings=["- alpha", "- beta"]))
    return desk


@pytest.fixture
def editor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Makes a shell command the editor; it finds its file as `$1`."""
    monkeypatch.delenv("VISUAL", raising=False)

    def use(command: str) -> None:
        path = tmp_path / "bin" / "my editor"
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"#!/bin/sh\n{command}\n")
        path.chmod(0o755)
        monkeypatch.setenv("EDITOR", f"'{path}'")

    return use


class Outside:
    """The app over a real pad; the terminal is given away without one."""

    def __init__(self, app: ScratchpadApp, pilot: Pilot[Onward]) -> None:
        self.app = app
        self.pilot = pilot

    async def press(self, *keys: str) -> None:
        """Presses keys and waits until what they set off is done."""
        await self.pilot.press(*keys)
        for _ in range(5):
            await self.app.workers.wait_for_complete()
            await self.pilot.pause(0.02)

    async def until(self, holds: Callable[[str], bool]) -> None:
        """Waits until the screen shows what was done: the pad is read again beside the drawing."""
        for _ in range(250):
            if holds(grid(self.app)):
                return
            await self.pilot.pause(0.02)
        pytest.fail(grid(self.app))

    @property
    def toast(self) -> str:
        """The newest toast."""
        return plain([toast.message for toast in self.app._notifications][-1])

    @property
    def is_asked(self) -> bool:
        """Whether it is asked what to do with what was typed."""
        return isinstance(self.app.screen, ChooseScreen)


def run(
    desk: Desk,
    script: Callable[[Outside], Awaitable[None]],
    *,
    suspends: bool = True,
    read_only: bool = False,
) -> None:
    source = LiveSource(PadStore(desk.path, depth=0), read_only=read_only)
    app = ScratchpadApp(source, source.read())

    @contextmanager
    def suspend() -> Iterator[None]:
        if not suspends:
            raise SuspendNotSupported
        yield

    app.suspend = suspend  # type: ignore[method-assign]

    async def go() -> None:
        async with app.run_test(size=(80, 24), notifications=True) as pilot:
            await script(Outside(app, pilot))

    try:
        asyncio.run(go())
    finally:
        source.close()


FINDINGS = ("tab",) * 4


def test_what_the_editor_leaves_is_saved_and_undone_like_every_act(
    desk: Desk, editor: Callable[[str], None]
) -> None:
    editor('sed -i s/alpha/gamma/ "$1"')

    async def script(outside: Outside) -> None:
        await outside.press(*FINDINGS, "E")
        assert "Saved Findings · u undoes" in outside.toast
        assert desk.lines("Findings") == ["- gamma", "- beta"]
        await outside.press("u")
        assert desk.lines("Findings") == ["- alpha", "- beta"]

    run(desk, script)


def test_without_a_section_under_the_cursor_it_is_the_whole_pad(
    desk: Desk, editor: Callable[[str], None]
) -> None:
    editor('grep -q "^## Task" "$1" && sed -i "s/- beta/- delta/" "$1"')

    async def script(outside: Outside) -> None:
        await outside.press("E")
        assert "Saved the pad" in outside.toast
        assert desk.lines("Findings") == ["- alpha", "- delta"]

    run(desk, script)


def test_a_broken_pad_is_opened_whole_so_that_it_can_be_mended(
    desk: Desk, editor: Callable[[str], None]
) -> None:
    """Wherever the cursor stands: the fault may be anywhere."""
    desk.put(pad(Findings=["- alpha", "```"]))
    editor("sed -i '/```/d' \"$1\"")

    async def script(outside: Outside) -> None:
        assert "E mends it" in grid(outside.app)
        await outside.press(*FINDINGS, "E")
        assert "Saved the pad" in outside.toast
        assert desk.store().read().state == "good"
        assert desk.lines("Findings") == ["- alpha"]
        await outside.until(lambda text: "BROKEN" not in text and "draft" not in text)

    run(desk, script)


def test_a_conflict_in_the_file_is_mended_the_same_way(desk: Desk, editor: Callable[[str], None]) -> None:
    desk.put(pad(Findings=CONFLICT))
    editor("sed -i -e '/^[<=>]\\{7\\}/d' \"$1\"")

    async def script(outside: Outside) -> None:
        assert "E opens it" in grid(outside.app)
        await outside.press(*FINDINGS, "E")
        assert desk.store().read().state == "good"
        assert desk.lines("Findings") == ["- mine", "- theirs"]

    run(desk, script)


def test_an_editor_that_changes_nothing_leaves_no_version(desk: Desk, editor: Callable[[str], None]) -> None:
    editor("true")

    async def script(outside: Outside) -> None:
        await outside.press(*FINDINGS, "E")
        assert "Nothing was changed" in outside.toast
        assert desk.versions == [1]

    run(desk, script)
    assert Drafts(desk.store().paths).all() == []


@pytest.mark.parametrize(
    ("downs", "lines", "toast"),
    [
        (0, ["- alpha", "- beta", "- good"], "Saved Findings"),
        (1, ["- alpha", "- beta"], "Kept as a draft · e goes on with it"),
        (2, ["- alpha", "- beta"], "Discarded"),
    ],
    ids=["again", "keep", "discard"],
)
def test_what_cannot_be_saved_is_asked_about(
    desk: Desk, editor: Callable[[str], None], downs: int, lines: list[str], toast: str
) -> None:
    """Nothing is written until it parses, and nothing is lost unasked."""
    editor(
        "if grep -q '## Task' \"$1\"; then sed -i 's/## Task/- good/' \"$1\"; else echo '## Task' >> \"$1\"; fi"
    )

    async def script(outside: Outside) -> None:
        await outside.press(*FINDINGS, "E")
        assert outside.is_asked
        assert "Not saved: line 3" in grid(outside.app)
        assert desk.lines("Findings") == ["- alpha", "- beta"]
        await outside.press(*["down"] * downs, "enter")
        assert toast in outside.toast
        assert desk.lines("Findings") == lines

    run(desk, script)
    assert len(Drafts(desk.store().paths).all()) == (downs == 1)


def test_leaving_the_question_keeps_a_draft(desk: Desk, editor: Callable[[str], None]) -> None:
    editor("echo '## Task' >> \"$1\"")

    async def script(outside: Outside) -> None:
        await outside.press(*FINDINGS, "E")
        assert outside.is_asked
        await outside.press("escape")
        assert "Kept as a draft" in outside.toast

    run(desk, script)
    assert len(Drafts(desk.store().paths).all()) == 1


def test_an_editor_that_gives_up_saves_nothing(desk: Desk, editor: Callable[[str], None]) -> None:
    """`:cq` in vim."""
    editor('sed -i s/alpha/gamma/ "$1"; exit 1')

    async def script(outside: Outside) -> None:
        await outside.press(*FINDINGS, "E")
        assert outside.is_asked
        assert "exit code 1" in grid(outside.app)
        assert desk.lines("Findings") == ["- alpha", "- beta"]

    run(desk, script)


def test_what_the_agent_wrote_meanwhile_is_merged(
    desk: Desk, editor: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    editor('sed -i s/alpha/gamma/ "$1"')

    def meanwhile(command: list[str], path: str) -> int:
        desk.apply([{"section": "Findings", "op": "append", "content": "from the agent"}])
        return run_editor(command, path)

    monkeypatch.setattr("scratchpad_tui.tui.outside.run_editor", meanwhile)

    async def script(outside: Outside) -> None:
        await outside.press(*FINDINGS, "E")
        assert desk.lines("Findings") == ["- gamma", "- beta", "- from the agent"]

    run(desk, script)


@pytest.mark.parametrize(
    ("value", "words"),
    [("", "No editor is set; set VISUAL or EDITOR"), ("/nonexistent/editor", "there is no such program")],
)
def test_without_an_editor_the_way_to_one_is_told(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, value: str, words: str
) -> None:
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.setenv("EDITOR", value)

    async def script(outside: Outside) -> None:
        await outside.press(*FINDINGS, "E")
        assert words in outside.toast

    run(desk, script)
    assert Drafts(desk.store().paths).all() == []


def test_a_terminal_that_cannot_be_given_away_is_told(desk: Desk, editor: Callable[[str], None]) -> None:
    editor("true")

    async def script(outside: Outside) -> None:
        await outside.press(*FINDINGS, "E")
        assert "scratchpad-tui edit" in outside.toast

    run(desk, script, suspends=False)
    assert Drafts(desk.store().paths).all() == []


def test_a_read_only_pad_is_not_edited(desk: Desk, editor: Callable[[str], None]) -> None:
    editor("exit 9")

    async def script(outside: Outside) -> None:
        await outside.press(*FINDINGS, "E")
        assert "--read-only" in outside.toast

    run(desk, script, read_only=True)


def test_an_editor_that_does_not_start_takes_no_draft_with_it(
    desk: Desk, editor: Callable[[str], None], tmp_path: Path
) -> None:
    """It is found and cannot be run; what was typed before waits for the next e."""
    editor("exit 0")
    (tmp_path / "bin" / "my editor").write_text("#!/nowhere/at/all\n")

    async def script(outside: Outside) -> None:
        await outside.press(*FINDINGS, "e", *"PRECIOUS ", "escape", "E")
        assert "could not be started" in "".join(toast.message for toast in outside.app._notifications)
        drafts = Drafts(outside.app.source._store.paths).all()  # type: ignore[attr-defined]
        assert any("PRECIOUS" in line for draft in drafts for line in draft.lines)
        await outside.press("e")
        assert "PRECIOUS" in grid(outside.app)

    run(desk, script)


def test_a_save_that_fails_keeps_what_the_editor_left_for_the_next_e(
    desk: Desk, editor: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The pad was locked all the time, say."""
    editor('sed -i s/alpha/gamma/ "$1"')

    def locked(self: PadStore, *_: object, **__: object) -> None:
        raise LockError("the pad is locked")

    async def script(outside: Outside) -> None:
        with monkeypatch.context() as patched:
            patched.setattr(PadStore, "edit", locked)
            await outside.press(*FINDINGS, "E")
        assert desk.lines("Findings") == ["- alpha", "- beta"]
        await outside.press("e")
        assert "gamma" in grid(outside.app)

    run(desk, script)


@pytest.mark.parametrize(
    ("downs", "versions", "kept"), [(0, [1], 1), (2, [1, 2], 0), (3, [1], 0)], ids=["keep", "save", "discard"]
)
def test_a_draft_that_is_closed_untouched_is_no_version_unasked(
    desk: Desk, editor: Callable[[str], None], downs: int, versions: list[int], kept: int
) -> None:
    async def leave(outside: Outside) -> None:
        await outside.press(*FINDINGS, "E", "escape")

    editor('echo "- typed" >> "$1"; exit 1')
    run(desk, leave)
    editor("true")

    async def script(outside: Outside) -> None:
        await outside.press()
        await outside.press("escape", *FINDINGS, "E")
        assert outside.is_asked
        assert desk.versions == [1]
        await outside.press(*["down"] * downs, "enter")

    run(desk, script)
    assert desk.versions == versions
    assert desk.lines("Findings") == ["- alpha", "- beta", "- typed"][: len(versions) + 1]
    assert len(Drafts(desk.store().paths).all()) == kept


SESSION = (
    "## Scratch\n- 2026-07-20T09:12Z [observed] one\n\n## Episodic\n_(empty)_\n\n## Durable\n- Redis 7\n"
)


def test_what_was_written_into_a_sealed_section_is_left_out_and_offered_to_copy_or_delete(
    pad_path: Path, editor: Callable[[str], None]
) -> None:
    """What could never be saved is not offered for ever as if it could."""
    desk = Desk(pad_path, depth=0)
    desk.save(SESSION)
    editor("sed -i -e 's/\\] one/] two/' -e 's/Redis 7/Redis 8/' \"$1\"")

    async def edit(outside: Outside) -> None:
        await outside.press("E")
        assert outside.is_asked
        assert "Durable was changed" in grid(outside.app)
        await outside.press("down", "enter")
        assert "Saved the pad" in outside.toast
        assert "left out" in outside.toast

    run(desk, edit)
    assert pad_path.read_text() == SESSION.replace("] one", "] two")

    async def offered(outside: Outside) -> None:
        await outside.press()
        assert isinstance(outside.app.screen, SealedDraftScreen)
        await outside.press("escape", "tab", "tab", "tab", "e")
        assert isinstance(outside.app.screen, SealedDraftScreen)
        assert "Redis 8" in grid(outside.app)
        assert "e edit" not in outside.app.screen.query_one(KeyBar).lines[0].text
        await outside.press("y")
        assert outside.app.clipboard == "- Redis 8"
        await outside.press("d", "y")
        assert "Deleted the draft" in outside.toast

    run(desk, offered)
    assert Drafts(desk.store().paths).all() == []
