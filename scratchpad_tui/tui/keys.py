"""The keys in force: the key table with the keys that the settings bind, as footer, help, palette and hints show it."""

from __future__ import annotations

from scratchpad_tui.core.config.key_table import (
    ANSWERS,
    DECIDING,
    FIELDS,
    FOOTER,
    FOUND,
    GROUPS,
    MENDING,
    SHOWN,
    TABLE,
    TEXTS,
    Key,
    first_key,
    shown_words,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["ANSWERS", "DECIDING", "FIELDS", "FOUND", "GROUPS", "MENDING", "TABLE", "TEXTS", "Key"]


class _InForce:
    """The table as it is now. The keys belong to the terminal, of which a process has one."""

    def __init__(self) -> None:
        self.table = TABLE


_now = _InForce()


def bind(bound: Mapping[str, tuple[str, ...]]) -> None:
    """Puts these keys in force, by the ids of their actions; all others have their default keys."""
    _now.table = tuple(key._replace(keys=bound.get(key.id, key.keys)) for key in TABLE)


def table() -> tuple[Key, ...]:
    """Every action with its keys."""
    return _now.table


def at(place: str) -> list[Key]:
    """The keys that work in a place, in the table's order."""
    return [key for key in _now.table if key.works and place in key.places]


def default_at(place: str) -> list[Key]:
    """The same with the keys that they have without settings."""
    return [key for key in TABLE if key.works and place in key.places]


def shown_key(name: str) -> str:
    """A key's name as people read it."""
    return SHOWN.get(name, name)


def key(id_: str) -> str:
    """The first key of an action, as people read it."""
    return first_key(id_, _now.table)


def said(words: str) -> str:
    """The words of our own with the keys that they name: `{pad.undo} undoes` is `u undoes`."""
    return shown_words(words, _now.table)


def now(name: str, place: str = "live") -> str:
    """The key that does in a place what this key does without settings; the key itself where it does nothing there."""
    row = next((one for one in default_at(place) if name in one.keys), None)
    return next(one for one in _now.table if one.id == row.id).keys[0] if row else name


def in_footer(place: str, *, finding: bool = False, alarm: bool = False) -> list[Key]:
    """The keys for the footer of a place, the most wanted first; `alarm`: the pad does not parse or is in conflict."""
    here = at(place)
    order = FOOTER.get(place, ())
    shown = [key for key in here if place in key.footer]
    shown.sort(key=lambda key: order.index(key.id) if key.id in order else len(order))
    first = [key for key in here if (finding and key.id in FOUND) or (alarm and key.id in MENDING)]
    return [*first, *(key for key in shown if key not in first)]


def faults(table: tuple[Key, ...] = TABLE) -> list[str]:
    """What breaks the table's rules, each as a sentence: a key with two verbs, an id given twice, no tooltip."""
    found: list[str] = []
    verbs: dict[str, tuple[str, str]] = {}
    ids: set[str] = set()
    for row in table:
        if row.id in ids:
            found.append(f"the id {row.id} stands twice")
        ids.add(row.id)
        if not row.tooltip.endswith("."):
            found.append(f"{row.id} has no sentence as its tooltip")
        for key in row.keys:
            verb, other = verbs.setdefault(key, (row.verb, row.id))
            if verb != row.verb and not _in_text_place(row, table, other):
                found.append(f"the key {key} means {verb} ({other}) and {row.verb} ({row.id})")
    return found


def _in_text_place(row: Key, table: tuple[Key, ...], other: str) -> bool:
    """Whether one of the two rows belongs to text fields alone, where keys serve writing."""
    rows = (row, next(key for key in table if key.id == other))
    return any(key.places and set(key.places) <= set(FIELDS) for key in rows)
