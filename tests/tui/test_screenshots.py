"""The pictures of the README are what the command makes."""

from __future__ import annotations

import asyncio
import html
import importlib.metadata
import re
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.tui.screenshots import PICTURES, picture_app, stage, take_pictures, with_blanks
from tests.conftest import ROOT
from tests.tui.drive import grid

if TYPE_CHECKING:
    from pathlib import Path

    from scratchpad_tui.tui.app import ScratchpadApp
    from scratchpad_tui.tui.screenshots import Picture

FOLDER = ROOT / "screenshots"


def locked() -> bool:
    """Whether the versions that draw the pictures are those of the lock file."""
    lines = (ROOT / "requirements.lock").read_text("utf-8").split("\n")
    pins = dict(line.split("==") for line in lines if re.match(r"(textual|rich)==", line))
    return (
        all(importlib.metadata.version(name) == version for name, version in pins.items()) and len(pins) == 2
    )


@pytest.mark.skipif(not locked(), reason="other versions of Textual and rich may draw other bytes")
def test_the_pictures_are_what_the_command_makes(tmp_path: Path) -> None:
    """`python -m scratchpad_tui.tui.screenshots` makes them anew."""
    made = take_pictures(tmp_path / "made")
    assert {path.name for path in made} == {path.name for path in FOLDER.glob("*.svg")}
    for path in made:
        assert path.read_bytes() == (FOLDER / path.name).read_bytes(), path.name


def test_the_pictures_show_the_same_text_under_any_version() -> None:
    """The text grid does not depend on how a picture is drawn."""
    with stage() as source:
        for picture in PICTURES:
            if picture.press:
                continue
            shown = asyncio.run(text_grid(picture_app(source, picture), picture))
            assert bare(shown) in bare(drawn(FOLDER / f"{picture.name}.svg")), picture.name


async def text_grid(app: ScratchpadApp, picture: Picture) -> str:
    """What stands on the screen of the picture."""
    async with app.run_test(size=(picture.columns, picture.rows)) as pilot:
        await pilot.pause()
        return grid(app)


def drawn(path: Path) -> str:
    """The texts of an SVG in their order."""
    return html.unescape("".join(re.findall(r"<text[^>]*>([^<]*)</text>", path.read_text("utf-8"))))


def bare(text: str) -> str:
    """The text without any blanks."""
    return re.sub(r"\s+", "", text)


def test_pictures_keep_the_blanks_at_the_ends_of_their_texts() -> None:
    """Without it some programs draw `onew` for `o new`."""
    assert with_blanks('<svg class="x"><svg ') == '<svg xml:space="preserve" class="x"><svg '
