"""Keys of one's own: what may be bound to what, every fault told with its place, and the defaults for the wrong ones."""

from __future__ import annotations

import itertools
import json
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.config import load
from scratchpad_tui.core.config.bound import EVERYWHERE, KEPT, MOST_KEYS, names, slug, variable_of
from scratchpad_tui.core.config.key_names import NAMED, key_name
from scratchpad_tui.core.config.key_table import TABLE, TEXTS

if TYPE_CHECKING:
    from pathlib import Path

    from scratchpad_tui.core.config import Settings

ROWS = {row.id: row for row in TABLE if row.works}
FREE = "f12"
"""A key that no action has, and that no field for text needs."""


def settings_of(tmp_path: Path, text: str, users: str = "", **env: str) -> Settings:
    """The settings of a pad with that file beside it, and a user's own."""
    (tmp_path / "scratchpad.toml").write_text(text, "utf-8")
    own = tmp_path / "config" / "scratchpad-tui"
    own.mkdir(parents=True, exist_ok=True)
    (own / "config.toml").write_text(users, "utf-8")
    return load(str(tmp_path / "scratchpad.md"), None, {"XDG_CONFIG_HOME": str(tmp_path / "config"), **env})


def bound(settings: Settings) -> dict[str, tuple[str, ...]]:
    """The keys that are not the default ones."""
    return {id_: found.keys for id_, found in settings.keys.items()}


@pytest.mark.parametrize("id_", sorted(ROWS))
def test_every_action_can_have_another_key(tmp_path: Path, id_: str) -> None:
    """By its id; what must keep a key has the new one beside it."""
    keys = [*(key for key in ROWS[id_].keys if key in KEPT), FREE]
    settings = settings_of(tmp_path, f"[keys]\n{json.dumps(id_)} = {json.dumps(keys)}")
    assert (settings.faults, bound(settings)) == ((), {id_: tuple(keys)})
    assert settings.keys[id_].origin == str(tmp_path / "scratchpad.toml")


def test_every_verb_outside_of_text_fields_is_a_name() -> None:
    """A person thinks of `prune`, not of `line.prune`."""
    known = names()
    for row in ROWS.values():
        assert set(row.places) <= set(TEXTS) or row.id in known[slug(row.verb)]
    assert known["edit"] == ("edit.here",)
    assert known["tick"] == ("line.tick", "conflict.keep", "prune.tick")
    assert known["undo"] == ("pad.undo",)


def test_no_two_names_are_one_in_the_environment() -> None:
    """Dots and hyphens are the same there."""
    variables = [variable_of(name) for name in names()]
    assert len(set(variables)) == len(variables)


def test_no_two_actions_have_one_key_in_one_place_by_default() -> None:
    """Else a person's own keys would be blamed for it."""
    clashing = [
        (one.id, other.id)
        for one, other in itertools.combinations(ROWS.values(), 2)
        if set(one.keys) & set(other.keys)
        and (set(one.places) & set(other.places) or {one.id, other.id} & set(EVERYWHERE))
    ]
    assert clashing == []


def test_every_default_key_has_a_name() -> None:
    """What the table uses can be written in the settings."""
    assert {key for row in ROWS.values() for key in row.keys if key_name(key) != key} == set()


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ('prune = "P"', {"line.prune": ("P",)}),
        ('"line.prune" = "P"', {"line.prune": ("P",)}),
        ('line.prune = "P"', {"line.prune": ("P",)}),
        ('[keys.line]\nprune = "P"', {"line.prune": ("P",)}),
        ('new = ["n", "f2"]\nnext = "ctrl+n"', {"line.new": ("n", "f2"), "find.next": ("ctrl+n",)}),
        ('compare = "="', {"queue.compare": ("=",), "version.compare": ("=",)}),
        ('compare = "="\n"queue.compare" = "w"', {"queue.compare": ("w",), "version.compare": ("=",)}),
        ('accept = "x"\nreject = "a"', {"queue.accept": ("x",), "queue.reject": ("a",)}),
        ('help = ["?", "f1"]', {"app.help": ("?", "f1")}),
        ('page-down = ["page down", "ctrl+d"]', {"go.page-down": ("pagedown", "ctrl+d")}),
        ('tick = [" ", "space", "X"]', dict.fromkeys(names()["tick"], ("space", "X"))),
        ('seen = ","', {"pad.seen": (",",)}),
        ('seen = "ö"', {"pad.seen": ("ö",)}),
    ],
)
def test_keys_are_bound_by_id_or_verb(tmp_path: Path, text: str, keys: dict[str, tuple[str, ...]]) -> None:
    """One key or several, by the names that help shows too; two actions may change places."""
    settings = settings_of(tmp_path, text if text.startswith("[") else f"[keys]\n{text}")
    assert (settings.faults, bound(settings)) == ((), keys)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("keys = 3", "keys is a table: write [keys] on a line of its own, not 3"),
        ('[keyz]\nedit = "i"', "keyz.edit is not a setting"),
        ("keyz = 1", "keyz is not a setting; did you mean keys?"),
        ('[keys]\nprun = "P"', "keys.prun is not an action; did you mean prune?"),
        ('[keys]\n"line.prunes" = "P"', "keys.line.prunes is not an action; did you mean line.prune?"),
        ("[keys]\nprune = 3", 'keys.prune must be a key in quotes, or a list of keys such as ["n", "f2"], not 3'),
        ("[keys]\nprune = []", "keys.prune must be a key in quotes"),
        ("[keys]\nprune = ['P', 3]", "keys.prune must be a key in quotes"),
        ("[keys]\nline = {}", "keys.line is not an action"),
        ("[keys]\nfind = {}", "keys.find must be a key in quotes"),
        ("[keys]\nprune = ['P', 'X', 'f2', 'f3', 'f4']", f"keys.prune has 5 keys; at most {MOST_KEYS} can be shown"),
        ("[keys]\nprune = 'ctl+g'", 'keys.prune names no key with "ctl+g"; did you mean "ctrl+g"?'),
        ("[keys]\nprune = 'Ctrl+G'", 'did you mean "ctrl+g"?'),
        ("[keys]\nprune = 'ctrl-g'", 'did you mean "ctrl+g"?'),
        ("[keys]\nprune = 'shift+p'", 'did you mean "P"?'),
        ("[keys]\nprune = 'pagdown'", 'did you mean "pagedown"?'),
        ("[keys]\nprune = ''", 'keys.prune names no key with ""'),
        ("[keys]\nprune = 'ctrl+c'", 'keys.prune names no key with "ctrl+c"'),
        ('[keys]\nprune = "\\u001b"', 'keys.prune names no key with "␛"'),
        ("[keys]\nprune = 'ctrl+m'", 'keys.prune cannot be "ctrl+m", which many terminals send as enter; take another key'),
        (
            "[keys]\nprune = 'd'",
            'keys.prune cannot be "d", which is delete (line.delete) in live; take another key, or give that one another',
        ),
        ("[keys]\nprune = 'ctrl+p'", 'keys.prune cannot be "ctrl+p", which is palette (app.palette) in live'),
        ("[keys]\nprune = '?'", 'keys.prune cannot be "?", which always opens help; take another key'),
        ("[keys]\nprune = 'esc'", 'keys.prune cannot be "escape", which always goes one level back, or answers no'),
        ("[keys]\nprune = 'ctrl+q'", 'keys.prune cannot be "ctrl+q", which always ends the program'),
        ("[keys]\nhelp = 'f1'", 'keys.help must keep "?", which always opens help: write ["?", "f1"]'),
        ("[keys]\nback = 'f3'", 'keys.back must keep "escape"'),
        ("[keys]\nno = 'f3'", 'keys.no must keep "escape"'),
        ("[keys]\nquit-now = 'Q'", 'keys.quit-now must keep "ctrl+q"'),
        ("[keys]\nsave = 's'", 'keys.save cannot be "s", which fields for text need; take one such as "ctrl+g" or "f2"'),
        ("[keys]\nsave = 'enter'", 'keys.save cannot be "enter", which fields for text need'),
        ("[keys]\nsave = 'ctrl+k'", 'keys.save cannot be "ctrl+k", which fields for text need'),
        ("[keys]\npalette = ':'", 'keys.palette cannot be ":", which fields for text need'),
        ("[keys]\nback = ['escape', 'left']", 'keys.back cannot be "left", which fields for text need'),
    ],
)  # fmt: skip
def test_a_wrong_binding_is_told_and_the_default_stays(tmp_path: Path, text: str, fault: str) -> None:
    """With file, name, and what is near or free."""
    settings = settings_of(tmp_path, text)
    (told,) = settings.faults
    assert told.startswith(f"{tmp_path / 'scratchpad.toml'}: ")
    assert fault in told
    assert settings.keys == {}


def test_all_that_is_wrong_is_told_together_and_the_rest_counts(tmp_path: Path) -> None:
    """Beside what is wrong with other settings, from every place."""
    settings = settings_of(
        tmp_path,
        '[keys]\nprun = "P"\ndelete = "D"\nseen = "ctl+s"\n[ui]\ntheme = "blue"\n',
        '[keys]\nundo = "e"\n',
        SCRATCHPAD_KEYS_PRUN="P",
        SCRATCHPAD_KEYS_ZOOM="?",
    )
    assert bound(settings) == {"line.delete": ("D",), "draft.delete": ("D",)}
    told = "\n".join(settings.faults)
    for words in (
        "keys.prun is not",
        'keys.seen names no key with "ctl+s"',
        "ui.theme must be",
        'config.toml: keys.undo cannot be "e"',
        "environment: SCRATCHPAD_KEYS_PRUN is not a setting; did you mean SCRATCHPAD_KEYS_PRUNE?",
        'environment SCRATCHPAD_KEYS_ZOOM: keys.zoom cannot be "?"',
    ):
        assert words in told
    assert len(settings.faults) == 6


def test_the_strongest_place_wins_action_by_action(tmp_path: Path) -> None:
    """Environment, beside the pad, the user's; a wrong one gives way to the next."""
    users = '[keys]\nedit = "i"\nnew = "O"\nprune = "P"\n'
    settings = settings_of(
        tmp_path, '[keys]\nnew = "+"\nprune = "d"\n', users, SCRATCHPAD_KEYS_LINE_MOVE="M f4"
    )
    assert bound(settings) == {
        "edit.here": ("i",),
        "line.new": ("+",),
        "line.prune": ("P",),
        "line.move": ("M", "f4"),
    }
    assert settings.keys["line.move"].origin == "environment SCRATCHPAD_KEYS_LINE_MOVE"
    assert settings.keys["edit.here"].origin == str(tmp_path / "config" / "scratchpad-tui" / "config.toml")


def test_two_wishes_for_one_key_are_both_wrong(tmp_path: Path) -> None:
    """Nobody can say which was meant; and what stood on a key that comes back in that way is wrong too."""
    settings = settings_of(tmp_path, '[keys]\nzoom = "Z"\nblame = "Z"\nseen = "b"\n')
    assert settings.keys == {}
    assert len(settings.faults) == 3


def test_what_nobody_binds_costs_no_command_the_table() -> None:
    """Commands that hooks call every turn read settings too."""
    import subprocess
    import sys

    code = (
        "import sys\nfrom scratchpad_tui.core.config import load\nload('x/scratchpad.md', None, {})\n"
        "print([name for name in sys.modules if name.endswith(('key_table', 'bound', 'key_names'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_named_keys_have_no_second_name() -> None:
    """One key, one name."""
    assert len(set(NAMED)) == len(NAMED)
