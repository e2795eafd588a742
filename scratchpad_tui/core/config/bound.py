"""Judges what the settings bind to other keys: every action keeps a key of its own in each place where it works."""

from __future__ import annotations

from scratchpad_tui.core.config.key_names import TWINS, key_name, meant, writes
from scratchpad_tui.core.config.key_table import TABLE, TEXTS
from scratchpad_tui.core.config.layer import shown
from scratchpad_tui.core.config.table import KEYS_PREFIX
from scratchpad_tui.core.named_tuple import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from scratchpad_tui.core.config.key_table import Key
    from scratchpad_tui.core.config.layer import Layer

KEPT = {"escape": "goes one level back, or answers no", "?": "opens help", "ctrl+q": "ends the program"}
"""Keys that do this in every place, so that nobody is ever lost; their actions may have more."""
EVERYWHERE = ("app.palette", "app.quit-now")
"""Actions that work over everything that is open, whatever their places."""
MOST_KEYS = 4
"""For one action; footer and help show them."""
_SINGLE_LINE = ("entry", "audited", "find", "filter", "path", "elsewhere", "wording", "reason")
_WRITING = (
    *("space", "backspace", "delete", "insert", "f6", "f7"),
    *(f"{modifier}{name}" for modifier in ("", "shift+", "ctrl+") for name in ("up", "down", "left", "right", "home", "end")),
    *(f"ctrl+{letter}" for letter in "adekuvwxyz"),
)  # fmt: skip
_LINES = ("enter", "tab", "pageup", "pagedown")
"""Keys that a text of several lines needs besides."""


class Wish(NamedTuple):
    """What one place of the settings binds."""

    name: str
    """As it stands there: an action's id, or a verb for all actions of that verb."""
    ids: tuple[str, ...]
    keys: tuple[str, ...]
    layer: Layer


class Bound(NamedTuple):
    """The keys of an action that are not the default ones."""

    keys: tuple[str, ...]
    origin: str


def slug(verb: str) -> str:
    """A verb as the settings write it: `next pane` is `next-pane`."""
    return "-".join("".join(char if char.isalnum() else " " for char in verb.lower()).split())


def names(table: tuple[Key, ...] = TABLE) -> dict[str, tuple[str, ...]]:
    """What may be bound, with the ids of the actions that it means: each id, and each verb of no text field."""
    found: dict[str, tuple[str, ...]] = {row.id: (row.id,) for row in table if row.works}
    for row in table:
        if row.works and not set(row.places) <= set(TEXTS):
            name = slug(row.verb)
            found[name] = (*found.get(name, ()), row.id)
    return found


def variable_of(name: str) -> str:
    """The name in the environment of what may be bound."""
    return KEYS_PREFIX + name.upper().replace(".", "_").replace("-", "_")


def judge(layers: Iterable[Layer]) -> dict[str, Bound]:
    """What is bound to other keys, by the ids of the actions; each layer is told its faults.

    Args:
        layers: the places, the strongest first.
    """
    wishes: list[Wish] = []
    for layer in layers:
        wishes += sorted(_wishes(layer), key=lambda wish: wish.name not in wish.ids)
    while clashing := list(_clashes(_in_force(wishes))):
        for wish, fault in clashing:
            if fault not in wish.layer.faults:
                wish.layer.faults.append(fault)
        wrong = [wish for wish, _ in clashing]
        wishes = [wish for wish in wishes if wish not in wrong]
    return {id_: Bound(wish.keys, wish.layer.origin) for id_, wish in _winners(wishes).items()}


def _wishes(layer: Layer) -> Iterator[Wish]:
    known = names()
    rows = {row.id: row for row in TABLE}
    for name, value in layer.keys.items():
        where = f"{layer.origin}: keys.{name}"
        if name not in known:
            layer.faults.append(f"{where} is not an action{_meant(name, known)}")
            continue
        keys, wrong = _keys(value)
        wrong = wrong or next((found for id_ in known[name] if (found := _refused(rows[id_], keys))), "")
        if wrong:
            layer.faults.append(f"{where} {wrong}")
        else:
            yield Wish(name, known[name], keys, layer)


def _meant(name: str, known: Iterable[str]) -> str:
    from scratchpad_tui.core.config.check import nearest

    near = nearest(name, known)
    return f"; did you mean {near}?" if near else "; `scratchpad-tui config --json` lists them"


def _keys(value: object) -> tuple[tuple[str, ...], str]:
    """The keys that a value names, or what is wrong with it."""
    listed = value if isinstance(value, list) else [value]
    texts = [item for item in listed if isinstance(item, str)]
    if not texts or len(texts) < len(listed):
        return (), f'must be a key in quotes, or a list of keys such as ["n", "f2"], not {shown(value)}'
    if len(listed) > MOST_KEYS:
        return (), f"has {len(listed)} keys; at most {MOST_KEYS} can be shown"
    keys: list[str] = []
    for text in texts:
        if text in TWINS:
            return (), f'cannot be "{text}", which many terminals send as {TWINS[text]}; take another key'
        key = key_name(text)
        if key is None:
            near = meant(text)
            return (), f"names no key with {shown(text)}" + (f'; did you mean "{near}"?' if near else "")
        if key not in keys:
            keys.append(key)
    return tuple(keys), ""


def _refused(row: Key, keys: tuple[str, ...]) -> str:
    """Why the action cannot have these keys, whatever the others have."""
    for key, does in KEPT.items():
        if key in row.keys and key not in keys:
            written = ", ".join(f'"{name}"' for name in (key, *keys))
            return f'must keep "{key}", which always {does}: write [{written}]'
        if key in keys and key not in row.keys:
            return f'cannot be "{key}", which always {does}; take another key'
    for key in keys:
        if key not in row.keys and _is_for_writing(row, key):
            return f'cannot be "{key}", which fields for text need; take one such as "ctrl+g" or "f2"'
    return ""


def _is_for_writing(row: Key, key: str) -> bool:
    texts = set(row.places) & set(TEXTS)
    if row.id in EVERYWHERE:
        texts = set(TEXTS)
    return bool(texts) and (
        writes(key) or key in _WRITING or (key in _LINES and bool(texts - set(_SINGLE_LINE)))
    )


def _winners(wishes: list[Wish]) -> dict[str, Wish]:
    """The strongest wish for each action."""
    found: dict[str, Wish] = {}
    for wish in wishes:
        for id_ in wish.ids:
            found.setdefault(id_, wish)
    return found


def _in_force(wishes: list[Wish]) -> Iterator[tuple[Key, Wish | None]]:
    """Every action with the keys that it would have, and who wants that."""
    winners = _winners(wishes)
    for row in TABLE:
        if row.works:
            wish = winners.get(row.id)
            yield (row._replace(keys=wish.keys) if wish else row), wish


def _clashes(rows: Iterable[tuple[Key, Wish | None]]) -> Iterator[tuple[Wish, str]]:
    """The wishes for a key that another action of the same place has, each with its sentence."""
    by_key: dict[str, list[tuple[Key, Wish | None]]] = {}
    for row, wish in rows:
        for key in row.keys:
            by_key.setdefault(key, []).append((row, wish))
    for key, owners in by_key.items():
        for row, wish in owners:
            other = next((one for one, _ in owners if wish and one.id != row.id and _meet(row, one)), None)
            if wish and other:
                place = "every place" if row.id in EVERYWHERE else _shared(row, other)
                yield (
                    wish,
                    (
                        f'{wish.layer.origin}: keys.{wish.name} cannot be "{key}", which is {other.verb} ({other.id}) '
                        f"in {place}; take another key, or give that one another too"
                    ),
                )


def _meet(row: Key, other: Key) -> bool:
    return row.id in EVERYWHERE or other.id in EVERYWHERE or bool(set(row.places) & set(other.places))


def _shared(row: Key, other: Key) -> str:
    return next((place for place in row.places if place in other.places), "every place")
