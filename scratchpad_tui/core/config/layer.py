"""The settings from one place, and the faults in it."""

from __future__ import annotations

from scratchpad_tui.core.config.table import BY_NAME

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from scratchpad_tui.core.config.table import SectionTable, Setting, Value


class Layer:
    """The settings from one place: what is right in it, what is at fault, and what may have been meant."""

    __slots__ = ("doubted", "faults", "origin", "profiles", "values")

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.values: dict[str, Value] = {}
        self.doubted: set[str] = set()
        self.faults: list[str] = []
        self.profiles: dict[str, tuple[SectionTable, ...]] = {}

    def take(self, setting: Setting, value: object) -> None:
        """Keeps a value that the setting accepts; any other is a fault."""
        from scratchpad_tui.core.config.check import judged

        accepted = judged(setting, value)
        if accepted is None:
            self.faults.append(
                f"{self.origin}: {setting.name} must be {setting.accepted}, not {shown(value)}"
            )
            self.doubted.add(setting.name)
        else:
            self.values[setting.name] = accepted

    def unknown(self, name: str, known: Iterable[str]) -> str | None:
        """Notes a name that is no setting; gives the nearest known one."""
        from scratchpad_tui.core.config.check import nearest

        near = nearest(name, known)
        self.faults.append(
            f"{self.origin}: {name} is not a setting" + (f"; did you mean {near}?" if near else "")
        )
        return near

    def doubt_all(self, fault: str) -> None:
        """Notes that the place could not be read, so that anything may have been meant."""
        self.faults.append(fault)
        self.doubted.update(BY_NAME)


def shown(value: object) -> str:
    """The value as TOML writes it, shortened."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, int) and abs(value) > 10**18:
        return "so large a number"  # Python refuses to write out the largest that TOML can hold
    text = f'"{value}"' if isinstance(value, str) else str(value)
    return text if len(text) <= 60 else text[:57] + "..."
