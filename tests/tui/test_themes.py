"""The four themes: every token, enough contrast, and what happens with a name nobody knows."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

import pytest
from rich.color import Color as TerminalColor
from rich.color import ColorSystem
from textual import constants
from textual.color import Color

from scratchpad_tui.core.pad.seen import remembered
from scratchpad_tui.tui import themes
from scratchpad_tui.tui.layout.model import Style
from scratchpad_tui.tui.widgets.pad import PadRows
from scratchpad_tui.tui.widgets.painter import BAND, CLASSES, TINT
from scratchpad_tui.tui.wishes import Wishes
from tests.tui.drive import drive

if TYPE_CHECKING:
    from pathlib import Path

    from tests.tui.drive import Stage

DIMMED = {"dim", "rule", "author", "count", "gauge.calm", "gauge.rest"}
"""Styles that say what the eye may pass over."""
TRUE_COLOURS = [theme.name for theme in themes.THEMES if not theme.ansi]


def contrast(one: Color, other: Color) -> float:
    """The ratio of WCAG 2."""

    def luminance(color: Color) -> float:
        parts = [
            part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in color.normalized
        ]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("name", TRUE_COLOURS)
def test_text_has_enough_contrast_in_every_style(name: str) -> None:
    """4.5 to 1, on the ground, under the cursor and tinted; dimmed text may have 3."""
    found: dict[str, float] = {}

    async def script(stage: Stage) -> None:
        rows = stage.app.live.query_one(PadRows)
        grounds = {"": rows.background_colors[1]}
        for under in (BAND, TINT):
            grounds[under] = rows.get_component_styles(under).background
        for style in get_args(Style):
            ink = rows.get_component_styles(CLASSES[style]).color
            for under, ground in grounds.items():
                found[f"{style} {under}"] = contrast(ink, ground)

    drive(script, wishes=Wishes(theme=name))
    assert len(found) == 3 * len(get_args(Style))
    assert {
        key: ratio for key, ratio in found.items() if ratio < (3 if key.split()[0] in DIMMED else 4.5)
    } == {}


@pytest.mark.parametrize("name", TRUE_COLOURS)
def test_bars_toasts_and_fields_have_enough_contrast(name: str) -> None:
    """They have grounds of their own."""
    variables = next(theme.variables for theme in themes.THEMES if theme.name == name)
    pairs = [
        ("ink", "bar"),
        ("focus", "bar"),
        ("amber", "bar"),
        ("alarm", "bar"),
        ("added", "bar"),
        ("ink", "cursor-band"),
    ]
    low = {
        pair: ratio
        for pair in pairs
        if (ratio := contrast(Color.parse(variables[pair[0]]), Color.parse(variables[pair[1]]))) < 4.5
    }
    assert low == {}


def test_every_theme_has_every_token() -> None:
    """A stylesheet names them."""
    for theme in themes.THEMES:
        assert set(themes.TOKENS) <= theme.variables.keys(), theme.name
    assert themes.NAMES == ("dark", "light", "contrast", "ansi")


def test_sixteen_colours_are_only_those() -> None:
    """The theme follows the terminal's own colours."""
    theme = next(theme for theme in themes.THEMES if theme.name == "ansi")
    assert all(value.startswith("ansi_") for key, value in theme.variables.items() if key in themes.TOKENS)


def test_sixteen_colours_have_gauges_of_plain_characters() -> None:
    """`#` and `-` need no font."""

    async def script(stage: Stage) -> None:
        assert "##------" in stage.text
        stage.app.action_theme("dark")
        await stage.settle()
        assert "##------" not in stage.text

    drive(script, wishes=Wishes(theme="ansi"))


@pytest.mark.parametrize("name", TRUE_COLOURS)
def test_green_and_red_stay_green_and_red_in_256_colours(name: str) -> None:
    """The nearest colour there is another one than a person expects: a pale green became grey, a dark one blue."""
    variables = next(theme.variables for theme in themes.THEMES if theme.name == name)

    def nearest(token: str) -> Color:
        kept = TerminalColor.parse(variables[token]).downgrade(ColorSystem.EIGHT_BIT)
        return Color(*kept.get_truecolor())

    red, green, blue = nearest("added").rgb
    assert green > red == blue or (green > red and green > blue)
    for token in ("removed", "alarm"):
        red, green, blue = nearest(token).rgb
        assert red > green == blue
    red, green, blue = nearest("amber").rgb
    assert red > green > blue
    for token in ("ink", "focus", "amber", "alarm", "added", "removed"):
        assert contrast(nearest(token), nearest("ground")) >= 4.5
        assert contrast(nearest(token), nearest("cursor-band")) >= 4


@pytest.mark.parametrize("term", ["xterm-16color", "screen", "xterm", "TEXTUAL_COLOR_SYSTEM"])
@pytest.mark.parametrize("name", ["dark", "light", "contrast", "ansi"])
def test_a_terminal_of_16_colours_shows_its_own(
    name: str, term: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What came is green, what went is red, and the chosen theme is kept for another terminal."""
    if term == "TEXTUAL_COLOR_SYSTEM":
        monkeypatch.setattr(constants, "COLOR_SYSTEM", "standard")
    else:
        monkeypatch.setenv("TERM", term)

    async def script(stage: Stage) -> None:
        told: dict[str, set[int | None]] = {"+": set(), "-": set()}
        for strip in stage.app.screen._compositor.render_strips(stage.app.size):
            for segment in strip:
                sign = segment.text.strip()[:1]
                if sign in told and segment.style and segment.style.color:
                    told[sign].add(segment.style.color.downgrade(ColorSystem.STANDARD).number)
        assert told["+"] == {2}
        assert 1 in told["-"]
        assert "##------" in stage.text
        await stage.app.run_action(f"app.theme('{name}')")
        await stage.settle()
        same = "" if name == "ansi" else " · this terminal has 16 colours and shows its own"
        assert stage.toasts[-1] == f"Theme: {name}{same}"
        assert stage.app.theme == "ansi"

    drive(script, wishes=Wishes(theme=name), size=(100, 40))


def test_an_unknown_theme_falls_back() -> None:
    """And the person is told."""

    async def script(stage: Stage) -> None:
        assert stage.app.theme == "dark"
        assert stage.toasts == ['Settings: there is no theme "neon" · 5 shows it']

    drive(script, wishes=Wishes(theme="neon", faults=('there is no theme "neon"',)))


def test_the_choice_of_a_theme_is_remembered(tmp_path: Path) -> None:
    """Nobody wants to choose it every day."""
    kept = remembered(str(tmp_path))

    async def script(stage: Stage) -> None:
        await stage.app.run_action("app.theme('light')")
        await stage.settle()
        assert stage.app.theme == "light"
        assert "Theme: light" in stage.toasts

    drive(script, remembered=kept)
    assert remembered(str(tmp_path)).get("theme") == "light"


def test_another_theme_paints_every_row_anew() -> None:
    """No colour of the old one stays behind."""
    grounds: list[set[str]] = []

    async def script(stage: Stage) -> None:
        for name in ("dark", "light", "contrast"):
            stage.app.action_theme(name)
            await stage.settle()
            stage.app.clear_notifications()
            await stage.settle()
            strips = stage.app.screen._compositor.render_strips(stage.app.size)
            colours = {
                segment.style.bgcolor.name
                for strip in strips
                for segment in strip
                if segment.style and segment.style.bgcolor
            }
            grounds.append(colours)

    drive(script)
    for name, colours in zip(("dark", "light", "contrast"), grounds, strict=True):
        variables = next(theme.variables for theme in themes.THEMES if theme.name == name)
        assert colours == {variables["ground"], variables["bar"]}
