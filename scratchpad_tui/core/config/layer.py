"""The settings from one place, and the faults in it."""

from __future__ import annotations

from scratchpad_tui.core.config.table import BY_NAME

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from scratchpad_tui.core.config.table import SectionTable, Setting, Value


class Layer:
    """The settings from one place: what is right in it, what is at fault, and what may have been meant."""

    __slots__ = ("doubted", "faults", "keys", "origin", "profile_fault", "profiles", "values")

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.values: dict[str, Value] = {}
        self.doubted: set[str] = set()
        self.faults: list[str] = []
        self.profile_fault = ""
        """The first fault that may hide which profile was meant, or how it was defined."""
        self.profiles: dict[str, tuple[SectionTable, ...]] = {}
        self.keys: dict[str, object] = {}
        """What is bound to actions of the screens, as it stands there; `bound.judge` tells what is wrong with it."""

    def take(self, setting: Setting, value: object) -> None:
        """Keeps a value that the setting accepts; any other is a fault."""
        from scratchpad_tui.core.config.check import judged

        accepted = judged(setting, value)
        if accepted is None:
            self._refuse(setting.name, setting.accepted, value, setting.choices)
        else:
            self.values[setting.name] = accepted

    def keep_known_profile(self, known: Iterable[str]) -> None:
        """Drops the name of a profile that there is not; none is known before every place has been read."""
        name = self.values.get("profile")
        known = tuple(known)
        if name and name not in known:
            del self.values["profile"]
            self._refuse("profile", f"one of {', '.join(known)}", name, known)

    def unknown(self, name: str, known: Iterable[str]) -> str | None:
        """Notes a name that is no setting; gives the nearest known one."""
        from scratchpad_tui.core.config.check import nearest

        near = nearest(name, known)
        self.add_fault(
            f"{self.origin}: {name} is not a setting" + (f"; did you mean {near}?" if near else ""),
            of_profile=near in ("profile", "profiles", BY_NAME["profile"].variable),
        )
        return near

    def add_fault(self, fault: str, *, of_profile: bool) -> None:
        """Notes a fault, and whether it may hide the profile."""
        self.faults.append(fault)
        if of_profile and not self.profile_fault:
            self.profile_fault = fault

    def _refuse(self, name: str, accepted: str, value: object, known: Iterable[str]) -> None:
        from scratchpad_tui.core.config.check import nearest

        near = nearest(value, known) if isinstance(value, str) else None
        meant = f'; did you mean "{near}"?' if near else ""
        fault = f"{self.origin}: {name} must be {accepted}, not {shown(value)}{meant}"
        self.add_fault(fault, of_profile=name == "profile")
        self.doubted.add(name)

    def doubt_all(self, fault: str) -> None:
        """Notes that the place could not be read, so that anything may have been meant."""
        self.add_fault(fault, of_profile=True)
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
