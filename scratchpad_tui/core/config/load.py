"""Reads the settings of a pad, strongest first: command line, environment, beside the pad, the user's, defaults."""

from __future__ import annotations

import os

from scratchpad_tui.core.config.layer import Layer
from scratchpad_tui.core.config.places import user_directory
from scratchpad_tui.core.config.table import (
    BUILT_IN,
    BY_NAME,
    ENVIRONMENT_PREFIX,
    KEYS_PREFIX,
    OTHER_VARIABLES,
    SETTINGS,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from scratchpad_tui.core.config.bound import Bound
    from scratchpad_tui.core.config.table import SectionTable, Setting, Value

FILE_NAME = "scratchpad.toml"


class Settings:
    """What counts for one pad; every setting has a value, whatever faults there are.

    Attributes:
        faults: every fault found, each a sentence with its place and, where there is one, the nearest known name.
        profiles: the profiles that the settings define, by name.
        keys: the actions of the screens that have other keys than their default ones, by id.
        profile_fault: the strongest of those faults that may hide which profile is meant or how it is defined.
        hides_profile: whether no stronger place names the profile than the one that has this fault.
    """

    __slots__ = ("_found", "faults", "hides_profile", "keys", "profile_fault", "profiles")

    def __init__(
        self,
        found: dict[str, tuple[Value, str]],
        faults: tuple[str, ...],
        profiles: dict[str, tuple[SectionTable, ...]],
        profile_fault: tuple[str, bool] = ("", False),
        keys: dict[str, Bound] | None = None,
    ) -> None:
        self._found = found
        self.keys = keys or {}
        self.faults = faults
        self.profiles = profiles
        self.profile_fault, self.hides_profile = profile_fault

    def value(self, name: str) -> Value:
        """The value of the setting of that name."""
        return self._found[name][0]

    def text(self, name: str) -> str:
        """The value of a setting that is a text or a choice."""
        return str(self.value(name))

    def integer(self, name: str) -> int:
        """The value of a setting that is a whole number."""
        return int(self.value(name))

    def number(self, name: str) -> float:
        """The value of a setting that is a number."""
        return float(self.value(name))

    def flag(self, name: str) -> bool:
        """The value of a setting that is a switch."""
        return self.value(name) is True

    def origin(self, name: str) -> str:
        """Where the value came from: `command line`, `environment NAME`, a file's path or `default`."""
        return self._found[name][1]


def load(
    pad_path: str, overrides: Mapping[str, object] | None = None, env: Mapping[str, str] | None = None
) -> Settings:
    """The settings that count for the pad of that path.

    A wrong value is told and passed over, so that no fault stops a command; a fault that may hide the depth of the
    history keeps all versions until it is mended.

    Args:
        pad_path: the pad as named; its settings stand beside it, also where it is a link.
        overrides: the command line's values by the settings' names; None is not given.
        env: the environment; the process's own where None.
    """
    env = os.environ if env is None else env
    layers = [_from_command_line(overrides or {}), *_from_environment(env)]
    beside = os.path.join(os.path.dirname(os.path.abspath(pad_path)), FILE_NAME)
    for path in (beside, os.path.join(user_directory("config", env), "config.toml")):
        layer = _from_file(path)
        if layer:
            layers.append(layer)
    profiles: dict[str, tuple[SectionTable, ...]] = {}
    for layer in reversed(layers):
        profiles.update(layer.profiles)
    for layer in layers:
        layer.keep_known_profile((*BUILT_IN, *profiles))
    found = {setting.name: _strongest(setting, layers) for setting in SETTINGS}
    keys = _keys(layers)
    return Settings(found, _sentences(layers), profiles, _profile_fault(layers), keys)


def _keys(layers: list[Layer]) -> dict[str, Bound]:
    """What is bound to other keys; the table of keys is loaded only where something is."""
    if not any(layer.keys for layer in layers):
        return {}
    from scratchpad_tui.core.config.bound import judge

    return judge(layers)


def _strongest(setting: Setting, layers: list[Layer]) -> tuple[Value, str]:
    for layer in layers:
        if setting.name in layer.values:
            return layer.values[setting.name], layer.origin
        if setting.safe is not None and setting.name in layer.doubted:
            return setting.safe, f"kept safe while {layer.origin} has a fault"
    return setting.default, "default"


def _profile_fault(layers: list[Layer]) -> tuple[str, bool]:
    """The strongest fault that may hide the profile, and whether it stands before the place that names one."""
    named = False
    for layer in layers:
        if layer.profile_fault:
            from scratchpad_tui.core.text import visible

            return visible(layer.profile_fault), not named
        named = named or bool(layer.values.get("profile"))
    return "", False


def _from_command_line(overrides: Mapping[str, object]) -> Layer:
    layer = Layer("command line")
    for name, value in overrides.items():
        if value is not None:
            layer.take(BY_NAME[name], value)
    return layer


def _from_environment(env: Mapping[str, str]) -> list[Layer]:
    by_variable = {setting.variable: setting for setting in SETTINGS}
    layers = []
    for variable in sorted(name for name in env if name.startswith(ENVIRONMENT_PREFIX)):
        text = env[variable].strip()
        if not text or variable in OTHER_VARIABLES:
            continue
        setting = by_variable.get(variable)
        layer = Layer(f"environment {variable}" if setting else "environment")
        if setting:
            from scratchpad_tui.core.config.check import read_text

            layer.take(setting, read_text(setting, text))
        elif variable.startswith(KEYS_PREFIX):
            layer = _bound_from(variable, text)
        elif near := layer.unknown(variable, by_variable):
            layer.doubted.add(by_variable[near].name)
        layers.append(layer)
    return layers


def _bound_from(variable: str, text: str) -> Layer:
    """What a variable binds: keys with blanks between them."""
    from scratchpad_tui.core.config.bound import names, variable_of

    by_variable = {variable_of(name): name for name in names()}
    known = variable in by_variable
    layer = Layer(f"environment {variable}" if known else "environment")
    if known:
        layer.keys[by_variable[variable]] = text.split()
    else:
        layer.unknown(variable, by_variable)
    return layer


def _from_file(path: str) -> Layer | None:
    """The settings in a file, or None where there is no such file."""
    if not path or not os.path.lexists(path):
        return None
    from scratchpad_tui.core.config.file import read_layer

    return read_layer(path)


def _sentences(layers: list[Layer]) -> tuple[str, ...]:
    faults = [fault for layer in layers for fault in layer.faults]
    if not faults:
        return ()
    from scratchpad_tui.core.text import visible  # a file's own words stand in them

    return tuple(map(visible, faults))
