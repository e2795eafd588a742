"""The four themes: every colour of the product, as design tokens that the stylesheets use."""

from __future__ import annotations

from textual.theme import Theme

DEFAULT = "dark"
"""The theme where none was chosen."""

TOKENS = ("ink", "dimmed", "focus", "amber", "alarm", "added", "removed", "bar", "cursor-band", "tint")
"""What a theme must define beside Textual's own variables: text, dimmed text, focus, attention, alarm, the two
sides of a diff, the background of bars, of the line under the cursor, and of a line that has just changed."""


def _theme(name: str, *, dark: bool, ansi: bool = False, **colours: str) -> Theme:
    """A theme out of the ten tokens and `ground`, the screen's background."""
    ground = colours.pop("ground")
    tokens = {key.replace("_", "-"): value for key, value in colours.items()}
    return Theme(
        name=name,
        dark=dark,
        ansi=ansi,
        primary=colours["focus"],
        secondary=colours["focus"],
        accent=colours["focus"],
        warning=colours["amber"],
        error=colours["alarm"],
        success=colours["added"],
        foreground=colours["ink"],
        background=ground,
        surface=colours["bar"],
        panel=colours["bar"],
        variables={
            **tokens,
            "ground": ground,
            "ansi-background": "ansi_default",
            "ansi-foreground": "ansi_default",
            "block-cursor-foreground": ground if not ansi else "ansi_black",
            "block-cursor-background": colours["focus"],
            "block-cursor-text-style": "bold",
            # Turned over, so that the cursor is seen without any colour too; in 16 colours Textual sets its own.
            "input-cursor-text-style": "none" if ansi else "reverse",
            "input-cursor-background": colours["cursor_band"],
            "input-cursor-foreground": colours["ink"],
            "border": colours["focus"],
            "border-blurred": colours["dimmed"],
            "scrollbar": colours["dimmed"],
            "scrollbar-hover": colours["focus"],
            "scrollbar-active": colours["focus"],
            "scrollbar-background": ground,
            "scrollbar-background-hover": ground,
            "scrollbar-background-active": ground,
            "scrollbar-corner-color": ground,
        },
    )


# Terminals with 256 colours take the nearest of theirs. What is chosen here stays green and red there, and the grounds
# grey, which they do only while their hue is faint.
THEMES: tuple[Theme, ...] = (
    _theme(
        "dark",
        dark=True,
        ground="#14171c",
        ink="#d7dde5",
        dimmed="#7f8a97",
        focus="#6cb6ff",
        amber="#e5b454",
        alarm="#ff8a80",
        added="#7ed98b",
        removed="#ff948c",
        bar="#20242a",
        cursor_band="#292f37",
        tint="#313a2b",
    ),
    _theme(
        "light",
        dark=False,
        ground="#fcfcfa",
        ink="#20242a",
        dimmed="#6b737d",
        focus="#0b56a8",
        amber="#805500",
        alarm="#b3261e",
        added="#1b6b2a",
        removed="#a32a2a",
        bar="#eceef0",
        cursor_band="#dfe8f2",
        tint="#e9f2d6",
    ),
    _theme(
        "contrast",
        dark=True,
        ground="#000000",
        ink="#ffffff",
        dimmed="#bcbcbc",
        focus="#66d9ff",
        amber="#ffd84d",
        alarm="#ff9a9a",
        added="#7dff8e",
        removed="#ff9a9a",
        bar="#101010",
        cursor_band="#002a46",
        tint="#2e3a2b",
    ),
    _theme(
        "ansi",
        dark=True,
        ansi=True,
        ground="ansi_default",
        ink="ansi_default",
        dimmed="ansi_default",
        focus="ansi_cyan",
        amber="ansi_yellow",
        alarm="ansi_red",
        added="ansi_green",
        removed="ansi_red",
        bar="ansi_default",
        cursor_band="ansi_default",
        tint="ansi_default",
    ),
)

NAMES: tuple[str, ...] = tuple(theme.name for theme in THEMES)

SIXTEEN = "ansi"
"""The theme of the terminal's own 16 colours; nothing of another one would be left there but shades of grey."""


def shown(name: str, *, sixteen: bool) -> str:
    """The theme that is drawn where this one is chosen: a terminal with `sixteen` colours has its own alone."""
    return SIXTEEN if sixteen else name


def known(name: str) -> str | None:
    """The name where a theme has it, else None."""
    return name if name in NAMES else None
