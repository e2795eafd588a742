"""After an edit by hand a person is told when an agent reads it, in audited pads alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.pad.parse import render
from scratchpad_tui.core.pad.schema import AUDITED, TASK
from scratchpad_tui.core.pad.store import PadStore
from scratchpad_tui.core.pad.view import VersionInfo
from scratchpad_tui.tui.acts import OwnActs
from scratchpad_tui.tui.hand_edits import WHEN_READ, edit_words
from scratchpad_tui.tui.live_source import LiveSource
from tests.tui.audited import AuditedSource, audited_view
from tests.tui.drive import drive
from tests.tui.fake import NOW, FakeSource, make_view

if TYPE_CHECKING:
    from pathlib import Path

    from scratchpad_tui.core.pad.schema import Profile
    from scratchpad_tui.core.pad.view import PadView
    from tests.tui.drive import Stage


def by(actor: str, by: str, version: int = 44) -> VersionInfo:
    return VersionInfo(version, NOW, actor, by)


@pytest.mark.parametrize(
    ("info", "told"),
    [
        (by("external", "external"), True),
        (by("human", "human"), True),
        (by("agent", "agent"), False),
        (by("external", "external", 43), False),
        (None, False),
    ],
)
def test_a_new_version_by_hand_is_told_once(info: VersionInfo | None, *, told: bool) -> None:
    view = audited_view()
    assert bool(edit_words(view, view._replace(version=info))) == told


def test_another_pad_tells_nothing() -> None:
    view = make_view()
    assert edit_words(view, view._replace(version=by("external", "external"))) == ""


@pytest.mark.parametrize(("view", "told"), [(audited_view(), True), (make_view(), False)])
def test_an_edit_outside_is_a_toast(view: PadView, *, told: bool) -> None:
    async def script(stage: Stage) -> None:
        await stage.show(view._replace(version=by("external", "external")))
        assert stage.toasts == ([f"Edited by hand · {WHEN_READ}"] if told else [])
        await stage.show(view._replace(version=by("agent", "agent", 45)))
        assert len(stage.toasts) == told

    drive(script, source=AuditedSource(view) if told else FakeSource(view))


@pytest.mark.parametrize(("profile", "note"), [(AUDITED, WHEN_READ), (TASK, "")])
def test_an_own_act_has_the_note_and_taking_it_back_does_not_repeat_it(
    tmp_path: Path, profile: Profile, note: str
) -> None:
    path = tmp_path / "scratchpad.md"
    path.write_text(render({}, profile), "utf-8")
    source = LiveSource(PadStore(path, profile=profile.name))
    acts = OwnActs()
    act = source.add("Findings", None, "x [src:a @ 2026-07-01] {#x}")
    words = acts.did(act)
    assert act.note == note
    assert words == "Added to Findings · u undoes" + (f" · {note}" if note else "")
    turning = acts.undo(source)
    assert turning is not None
    assert turning.do() == "Took back: Added to Findings · U does it again"
    source.close()
