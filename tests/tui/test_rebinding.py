"""Keys of one's own: they work wherever the action does, the old ones are free, and all that names keys names these."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

import pytest
from textual.binding import BindingsMap

from scratchpad_tui.core.config.bound import EVERYWHERE, KEPT
from scratchpad_tui.tui import footer, key_words, keys
from scratchpad_tui.tui.app import ScratchpadApp
from scratchpad_tui.tui.bindings import app_bindings, bindings, keymap, textual_name
from scratchpad_tui.tui.key_docs import key_table
from scratchpad_tui.tui.palette import KeyProvider
from scratchpad_tui.tui.screens.help import ABOUT, HelpScreen, key_rows
from scratchpad_tui.tui.screens.live import LiveScreen
from scratchpad_tui.tui.screens.prune import PruneScreen
from scratchpad_tui.tui.screens.timeline import TimelineScreen
from scratchpad_tui.tui.widgets.field import EntryRow
from scratchpad_tui.tui.wishes import Wishes, faults_told
from tests.conftest import ROOT
from tests.tui.drive import drive, grid
from tests.tui.pressures import FakeTranscript
from tests.tui.test_editor import editing
from tests.tui.test_keys import OWNERS
from tests.tui.test_promotions import queued
from tests.tui.tracing import told_story

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.tui.drive import Stage

PLACES = sorted(OWNERS)
OPENED: dict[str, tuple[str, ...]] = {
    "live": (),
    "agent": ("v",),
    "turn": ("tab", "tab", "tab", "enter"),
    "help": ("question_mark",),
    "timeline": ("2",),
    "promotions": ("3",),
    "pressure": ("4",),
    "health": ("5",),
    "entry": ("tab", "o"),
    "find": ("slash",),
    "filter": ("2", "f"),
    "prune": ("tab", "minus"),
    "choose": ("tab", "m"),
    "edit": ("j", "e"),
    "diff": ("2", "k", "k", "k", "enter"),
    "version": ("2", "enter"),
    "restore": ("2", "k", "r"),
    "wording": ("3", "e"),
    "reason": ("3", "x", *["down"] * 6, "enter"),
    "ending": ("3", "S"),
    "message": ("4", "enter"),
}
"""For each place the keys that open it, without settings."""


@pytest.fixture(autouse=True)
def _default_keys() -> Iterator[None]:
    """Puts the default keys in force again."""
    yield
    keys.bind({})


def others(rows: list[keys.Key]) -> dict[str, tuple[str, ...]]:
    """For each of these actions a key that none has, beside one that it must keep."""
    free = iter(
        [
            *(f"alt+{letter}" for letter in "abcdefghijklmnopqrstuvwxyz0123456789"),
            *(f"f{number}" for number in (*range(1, 6), *range(8, 13))),
        ]
    )
    return {row.id: (next(free), *(key for key in row.keys if key in KEPT)) for row in rows}


@pytest.mark.parametrize("place", PLACES)
def test_every_action_of_a_place_answers_to_another_key_and_no_more_to_its_own(place: str) -> None:
    """By Textual's own map of ids, for every screen and field of the product."""
    rows = keys.default_at(place)
    bound = others(rows)
    found = BindingsMap(bindings(place))
    found.apply_keymap(keymap(bound))
    for row in rows:
        assert {one.action for one in found.get_bindings_for_key(textual_name(bound[row.id][0]))} == {
            row.action
        }
        for key in set(row.keys) - set(bound[row.id]):
            assert textual_name(key) not in found.key_to_bindings


@pytest.mark.parametrize("place", PLACES)
def test_actions_can_change_places(place: str) -> None:
    """Each takes the keys of the next one."""
    rows = keys.default_at(place)
    bound = {row.id: other.keys for row, other in zip(rows, [*rows[1:], rows[0]], strict=True)}
    found = BindingsMap(bindings(place))
    found.apply_keymap(keymap(bound))
    for row in rows:
        for key in bound[row.id]:
            assert {one.action for one in found.get_bindings_for_key(textual_name(key))} == {row.action}


@pytest.mark.parametrize("place", OPENED)
def test_another_key_works_in_the_place(place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The key that is pressed reaches the action of the screen or the field; the old key does not."""
    rows = keys.default_at(place)
    bound = others(rows)
    done: list[str] = []

    async def script(stage: Stage) -> None:
        await stage.press(*OPENED[place])
        focused = stage.app.focused
        there = [stage.app.screen, *(focused.ancestors_with_self if focused else ())]
        assert any(isinstance(node, OWNERS[place]) for node in there), stage.text
        keys.bind(bound)
        stage.app.set_keymap(keymap(bound))

        async def note(self: ScratchpadApp, action: str, *args: object, **named: object) -> bool:
            done.append(action)
            return True

        monkeypatch.setattr(ScratchpadApp, "run_action", note)
        for row in rows:
            done.clear()
            await stage.pilot.press(textual_name(bound[row.id][0]))
            assert row.action in done, row.id
        for row in rows:
            for key in set(row.keys) - set(bound[row.id]) - {"enter", "tab", "shift+tab"}:
                done.clear()
                await stage.pilot.press(textual_name(key))
                assert row.action not in done, (row.id, key)

    source = editing(told_story(tmp_path) if "2" in OPENED[place] else queued())
    drive(script, source=source, transcripts=FakeTranscript())


def test_the_screens_work_with_keys_of_ones_own_from_the_start() -> None:
    """As the settings give them: what opens, edits, leaves, and what is a field's own."""
    wishes = Wishes(
        keys={
            "screen.timeline": ("T",),
            "view.transcript": ("f4",),
            "line.new": ("i", "f2"),
            "field.save": ("ctrl+g",),
            "go.next-pane": ("W",),
            "line.prune": ("P",),
            "go.back": ("f3", "escape"),
            "app.help": ("f1", "?"),
        }
    )

    async def script(stage: Stage) -> None:
        await stage.press("tab", "2")
        assert stage.shows(LiveScreen)
        await stage.press("T")
        assert stage.shows(TimelineScreen)
        assert "T Timeline" in stage.text
        await stage.press("f3")
        await stage.press("W", "i", *"new", "enter")
        row = stage.app.screen.query_one(EntryRow)
        assert row.text == "new"
        await stage.press("ctrl+g")
        assert not stage.app.screen.query(EntryRow)
        assert "new" in stage.source.calls[-1]
        await stage.press("minus")
        assert stage.shows(LiveScreen)
        await stage.press("P")
        assert stage.shows(PruneScreen)
        await stage.press("escape", "f1")
        assert stage.shows(HelpScreen)

    drive(script, wishes=wishes)


def test_a_verb_on_a_function_key_does_nothing_while_a_line_is_typed() -> None:
    """A letter is text there by itself; the verb must not come through on a key that is none."""
    wishes = Wishes(keys={"line.delete": ("f8",), "line.tick": ("alt+t",)})

    async def script(stage: Stage) -> None:
        await stage.press("tab", "o", *"half", "f8", "alt+t")
        assert stage.app.screen.query_one(EntryRow).text == "half"
        assert stage.source.calls == []

    drive(script, wishes=wishes)


def test_clicks_do_what_the_keys_do() -> None:
    """In the footer and on line 1."""
    wishes = Wishes(keys={"screen.timeline": ("f2",), "screen.live": ("f1",), "line.new": ("ctrl+n",)})

    async def script(stage: Stage) -> None:
        first = stage.text.split("\n")[0]
        assert first.startswith(" f1 Live  f2 Timeline  3 Promotions")
        await stage.pilot.click(offset=(first.index("Timeline") + 1, 0))
        await stage.settle()
        assert stage.shows(TimelineScreen)
        await stage.pilot.click(offset=(2, 0))
        await stage.settle()
        assert stage.shows(LiveScreen)
        await stage.press("tab")
        footer = stage.text.rstrip("\n").split("\n")[-1]
        await stage.pilot.click(offset=(footer.index("ctrl+n new") + 1, 23))
        await stage.settle()
        assert stage.app.screen.query(EntryRow)

    drive(script, wishes=wishes)


@pytest.mark.parametrize("place", PLACES)
def test_footer_and_help_show_the_keys_in_force(place: str) -> None:
    """A hint that names another key is worse than none."""
    bound = others(keys.default_at(place))
    keys.bind(bound)
    for item in footer.footer_items(place, 400):
        assert footer.footer_text(item.key, place).startswith(keys.shown_key(bound[item.key.id][0]) + " ")
    if place in ABOUT:
        shown = "\n".join("".join(span.text for span in row) for row in key_rows(place, 200))
        assert all(keys.shown_key(names[0]) in shown for names in bound.values())


def test_no_sentence_of_help_names_a_key_as_a_letter() -> None:
    """Each key stands there by its action, so that a person's own one is shown."""
    texts = [about for _, about in ABOUT.values()] + [key.tooltip for key in keys.TABLE]
    texts += [here.tooltip for here in key_words.told().values()]
    named = re.compile(r"(?<![\w{.'-])(ctrl\+[a-z]|enter|space|[b-zA-Z](?= [a-z]+s\b))(?![\w}])")
    assert [text for text in texts if named.search(text)] == []
    known = {key.id for key in keys.TABLE}
    for text in texts:
        assert set(re.findall(r"\{([^}]*)\}", text)) <= known
        assert "{" not in keys.said(text)


def said_in(path: Path) -> Iterator[str]:
    """The texts in a module that are no docstrings."""
    tree = ast.parse(path.read_text("utf-8"))
    told = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in told:
            yield node.value


def test_no_hint_of_the_screens_names_a_key_as_a_letter() -> None:
    """A person who bound another key would press the wrong one; esc, ? and ctrl+q are always theirs."""
    named = re.compile(
        r"(?:^|[·→;:(,] ?| and )(ctrl\+[a-pr-z]|enter|space|tab|[b-zB-Z<>]) "
        r"(?:[a-z]+(?<!s)s\b(?! of)|both\b|again\b)|[·:,] ?[1-5] shows\b|(?:next|waits:|drafts? wait:) [a-z] in\b"
    )
    found = [
        (str(path.relative_to(ROOT)), text)
        for path in sorted((ROOT / "scratchpad_tui" / "tui").rglob("*.py"))
        for text in said_in(path)
        if named.search(text)
    ]
    assert found == []


def test_the_palette_shows_the_keys_in_force() -> None:
    """Beside each action."""

    async def script(stage: Stage) -> None:
        offered = {name: about for name, _, about, _ in KeyProvider(stage.app.screen)._commands()}
        assert offered["Line: new"].startswith("i · ")
        assert offered["Line: delete"].startswith("f8 · ")
        assert offered["Line: delete"].endswith("; Z brings it back.")
        assert offered["Pad: undo"].startswith("Z · ")

    drive(script, wishes=Wishes(keys={"line.new": ("i",), "line.delete": ("f8",), "pad.undo": ("Z",)}))


def test_toasts_name_the_keys_in_force() -> None:
    """`u undoes` would send a person to another action."""

    async def script(stage: Stage) -> None:
        await stage.press("tab", "d")
        assert any("Z undoes" in told for told in stage.toasts), stage.toasts

    drive(script, wishes=Wishes(keys={"pad.undo": ("Z",)}))


def test_the_readme_has_the_default_keys_whatever_is_in_force() -> None:
    """It is made on a developer's machine."""
    before = key_table()
    keys.bind({"line.new": ("i",), "pad.undo": ("Z",)})
    assert key_table() == before


def test_an_app_without_keys_of_ones_own_has_the_default_ones() -> None:
    """Also after another one in the same process."""
    keys.bind({"line.new": ("i",)})

    async def script(stage: Stage) -> None:
        assert keys.key("line.new") == "o"
        await stage.press("tab", "o")
        assert stage.app.screen.query(EntryRow)

    drive(script)


def test_what_works_everywhere_is_the_apps_own() -> None:
    """A sheet that asks a question hides the bindings of the screens below, not the app's."""
    assert {one.id for one in app_bindings() if not isinstance(one, tuple)} == set(EVERYWHERE)


@pytest.mark.parametrize(
    ("count", "cells", "told"),
    [
        (1, 80, "Settings: a.toml: 0 · 5 shows it"),
        (3, 80, "Settings: a.toml: 0; a.toml: 1; a.toml: 2 · 5 shows them"),
        (9, 80, "Settings: a.toml: 0; a.toml: 1; … 7 more · 5 shows all"),
        (1, 40, "Settings: a.toml: 0 · 5 shows it"),
        (3, 40, "3 faults in the settings · press 5"),
    ],
)
def test_faults_are_told_together_at_the_start(count: int, cells: int, told: str) -> None:
    """All of them, or where all of them stand: a toast must not cover a narrow screen."""
    assert faults_told([f"/a/b c/a.toml: {number}" for number in range(count)], cells) == told


def test_faults_name_the_key_as_it_is_bound() -> None:
    """Whoever bound another one would press in vain."""
    keys.bind({"screen.health": ("f4",)})
    try:
        assert faults_told(["a: 0"], 80) == "Settings: a: 0 · f4 shows it"
    finally:
        keys.bind({})


def test_they_are_a_toast() -> None:
    """The screen stands meanwhile."""

    async def script(stage: Stage) -> None:
        assert stage.toasts == ["Settings: x: keys.prun is not an action; did you mean prune? · 5 shows it"]
        assert "5 shows it" in " ".join(grid(stage.app).split())

    drive(script, wishes=Wishes(faults=("x: keys.prun is not an action; did you mean prune?",)))
