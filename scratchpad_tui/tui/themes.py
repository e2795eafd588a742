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
        removed="#ff9d94",
        bar="#1e232b",
        cursor_band="#26303c",
        tint="#2f3a24",
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
        added="#1b6b30",
        removed="#a3302a",
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
        alarm="#ff9c9c",
        added="#7dff8e",
        removed="#ffb3b3",
        bar="#101010",
        cursor_band="#003a52",
        tint="#1f3d00",
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


def known(name: str) -> str | None:
    """The name where a theme has it, else None."""
    return name if name in NAMES else None
