"""A text that is refused because of a secret: what a person is shown, and how that person may allow it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core.errors import InputError
from scratchpad_tui.core.secrets.finding import Finding
from scratchpad_tui.tui.screens.editor import EditorScreen
from scratchpad_tui.tui.screens.secret import SecretScreen
from tests.tui.drive import drive
from tests.tui.fake import FakeSource
from tests.tui.hostile import CORPUS, FORBIDDEN
from tests.tui.promotions import QUEUE

if TYPE_CHECKING:
    from tests.tui.drive import Stage

HIT = Finding("github-token", "a GitHub token", 2, 4, 44, "ghp_… (40 characters)")


def refused() -> InputError:
    """A refusal of the gate."""
    return InputError(
        "Findings holds what looks like a GitHub token (rule github-token)", "leave it out", code="secret"
    )


def guarded(*hits: Finding) -> FakeSource:
    """A source that finds these."""
    source = FakeSource()
    source.hits = list(hits)
    source.queue = list(QUEUE)
    return source


def test_a_new_line_with_a_secret_shows_rule_line_and_masked_value() -> None:
    async def script(stage: Stage) -> None:
        stage.source.fault = refused()
        await stage.press("tab", "o", *"a token", "enter")
        assert stage.shows(SecretScreen)
        for words in ("a GitHub token", "github-token", "line 2", "ghp_… (40 characters)"):
            assert words in stage.text

    drive(script, source=guarded(HIT))


@pytest.mark.parametrize("key", ["n", "escape"])
def test_no_writes_nothing_and_keeps_the_text(key: str) -> None:
    async def script(stage: Stage) -> None:
        stage.source.fault = refused()
        await stage.press("tab", "o", *"a token", "enter")
        await stage.press(key)
        assert [call[0] for call in stage.source.calls if call[0] in ("add", "allow")] == ["add"]
        await stage.press("o")
        assert "a token" in stage.text

    drive(script, source=guarded(HIT))


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        (("tab", "o", *"a token", "enter"), "your line is kept, o in Next goes on with it"),
        (("tab", "e", "end", *" a token", "ctrl+s"), "your text stays in the editor"),
        (("tab", "p"), "proposes nothing; the line stays in the pad as it is"),
        (("3", "e", *" token", "enter"), "your text is kept for the next e"),
        (("3", "o", *"token", "enter", "enter"), "your text is kept for the next o"),
        (("3", "x", "end", "enter", *"token", "enter"), "your reason is kept for the next x"),
    ],
    ids=["line", "editor", "p", "wording", "proposal", "reason"],
)
def test_it_says_what_becomes_of_the_text_without_it(keys: tuple[str, ...], words: str) -> None:
    """Nothing is said to be kept where nothing was typed, and what is said to be kept is there again."""

    async def script(stage: Stage) -> None:
        await stage.press(*keys[:-1])
        stage.source.fault = refused()
        await stage.press(keys[-1])
        assert stage.shows(SecretScreen)
        assert words in _joined(stage.text)
        await stage.press("n")
        if "kept" in words and keys[0] == "3":
            await stage.press(keys[1])
            if keys[1] == "x":
                await stage.press("end", "enter")
            assert "token" in stage.text

    drive(script, size=(200, 60), source=guarded(HIT))


def _joined(text: str) -> str:
    """The words of a sheet, whatever frame stands around them."""
    return " ".join(word for word in text.split() if word.strip("│┃|"))


def test_yes_allows_that_one_and_writes_the_text() -> None:
    async def script(stage: Stage) -> None:
        stage.source.fault = refused()
        await stage.press("tab", "o", *"a token", "enter")
        await stage.press("y")
        done = [call for call in stage.source.calls if call[0] in ("add", "allow")]
        assert [call[0] for call in done] == ["add", "allow", "add"]
        assert done[1] == ("allow", "a token", "github-token")
        assert done[2][-1] == "a token"
        assert not stage.app.lines.unsaved()

    drive(script, source=guarded(HIT))


def test_an_allowance_that_is_refused_writes_nothing() -> None:
    async def script(stage: Stage) -> None:
        stage.source.fault = refused()
        await stage.press("tab", "o", *"a token", "enter")
        stage.source.fault = InputError("only a person may allow a secret", code="not-human")
        await stage.press("y")
        assert [call[0] for call in stage.source.calls if call[0] == "add"] == ["add"]
        assert "Only a person" in stage.toasts[-1]

    drive(script, source=guarded(HIT))


def test_several_are_counted_and_each_is_asked_for() -> None:
    async def script(stage: Stage) -> None:
        stage.source.fault = refused()
        await stage.press("tab", "o", *"tokens", "enter")
        assert "1 more stands in the text" in stage.text
        stage.source.hits = [HIT._replace(rule="other-rule")]
        await stage.pilot.press("y")
        await stage.settle()

    drive(script, source=guarded(HIT, HIT))


def test_a_refusal_that_no_finding_explains_is_told_as_it_is() -> None:
    """A scan that failed blocks, and there is nothing to allow."""

    async def script(stage: Stage) -> None:
        stage.source.fault = InputError("the secrets scan failed", "try again", code="secret")
        await stage.press("tab", "o", *"a token", "enter")
        assert not stage.shows(SecretScreen)
        assert "The secrets scan failed" in stage.toasts[-1]

    drive(script, source=guarded())


def test_the_editor_keeps_its_text_and_saves_it_when_it_is_allowed() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("tab", "e", "end", *" and a token")
        stage.source.fault = refused()
        await stage.press("ctrl+s")
        assert stage.shows(SecretScreen)
        await stage.press("n")
        assert stage.shows(EditorScreen)
        stage.source.fault = refused()
        await stage.press("ctrl+s", "y")
        assert stage.is_on_live
        saves = [call for call in stage.source.calls if call[0] == "save"]
        assert "and a token" in " ".join(saves[-1][2])

    drive(script, source=guarded(HIT))


def test_a_proposal_with_a_secret_asks_too() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("3")
        stage.source.fault = refused()
        await stage.press("e", *" token", "enter")
        assert stage.shows(SecretScreen)
        await stage.press("y")
        assert [call[0] for call in stage.source.calls if call[0] in ("reword", "allow")] == [
            "reword",
            "allow",
            "reword",
        ]

    drive(script, source=guarded(HIT))


@pytest.mark.parametrize("size", [(80, 24), (40, 12)])
def test_no_word_of_a_finding_reaches_the_terminal_as_it_is(size: tuple[int, int]) -> None:
    """The deny-list beside a pad names rules, and what is masked begins as the value does."""

    async def script(stage: Stage) -> None:
        for text in CORPUS:
            stage.source.hits = [Finding(text, text, 1, 0, 3, text)]
            stage.source.fault = refused()
            await stage.press("tab", "o", "x", "enter")
            assert stage.shows(SecretScreen)
            assert not FORBIDDEN.search(stage.text.replace("\n", " "))
            await stage.press("n", "o", "backspace", "escape", "escape")

    drive(script, size=size, source=guarded(HIT))
