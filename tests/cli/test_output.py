"""What reaches standard output and error: visible text, one JSON document, colours for people alone."""

from __future__ import annotations

import io
import json
import sys

import pytest

from scratchpad_tui.cli import output
from scratchpad_tui.core.errors import StorageError

HOSTILE = "a\x1b]52;c;x\x07b\x9b31m\x08\x00\r\u202eabc\u2028\u200b\x7f\ud800 [red]x[/] end"


class Terminal(io.StringIO):
    """A stream that a person looks at."""

    def isatty(self) -> bool:
        """Always."""
        return True


class Failing(io.StringIO):
    """A stream that cannot be written."""

    def __init__(self, error: OSError) -> None:
        super().__init__()
        self.error = error

    def write(self, text: str, /) -> int:
        """Fails."""
        raise self.error


def test_a_result_shows_control_characters_instead_of_sending_them(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A pad's text must not act on the terminal, nor on what a pipe feeds; line ends and tabs stay."""
    output.result(f"{HOSTILE}\n\tnext")
    out = capsys.readouterr().out
    assert out.endswith("[red]x[/] end\n\tnext\n")
    assert out.count("\n") == 2
    assert all(char.isprintable() or char in "\n\t" for char in out)


def test_a_message_is_one_line_whatever_stands_in_it(capsys: pytest.CaptureFixture[str]) -> None:
    """Names of files and words of a pad come into messages."""
    output.message("one\ntwo\x1b[31m")
    output.warnings(["three\nfour"])
    err = capsys.readouterr().err
    assert err.split("\n") == ["scratchpad-tui: one␊two␛[31m", "warning: three␊four", ""]


def test_json_is_ascii_and_decodes_to_the_very_text(capsys: pytest.CaptureFixture[str]) -> None:
    """No C1 control and no DEL reaches a terminal, and nothing is lost."""
    output.document({"text": HOSTILE})
    out = capsys.readouterr().out
    assert all(" " <= char <= "~" for char in out.removesuffix("\n"))
    assert json.loads(out) == {"text": HOSTILE}


def test_json_is_indented_for_a_person(monkeypatch: pytest.MonkeyPatch) -> None:
    """One long line is for programs."""
    stream = Terminal()
    monkeypatch.setattr(sys, "stdout", stream)
    output.document({"a": [1]})
    assert stream.getvalue() == '{\n  "a": [\n    1\n  ]\n}\n'


DIFF = "--- before\n+++ after\n@@ -1 +1 @@\n-old \x1b[2J\n+new"


def test_a_diff_is_coloured_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Green and red, and always the signs; the text's own escapes stay visible."""
    stream = Terminal()
    monkeypatch.setattr(sys, "stdout", stream)
    output.diff(DIFF)
    assert stream.getvalue().startswith("--- before\n+++ after\n\x1b[36m@@ -1 +1 @@\x1b[0m\n")
    assert "\x1b[31m-old ␛[2J\x1b[0m\n" in stream.getvalue()
    assert "\x1b[32m+new\x1b[0m\n" in stream.getvalue()


@pytest.mark.parametrize(("name", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_colour_is_left_out_where_it_is_not_wanted(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    """NO_COLOR is a promise; a dumb terminal would print the codes."""
    stream = Terminal()
    monkeypatch.setattr(sys, "stdout", stream)
    monkeypatch.setenv(name, value)
    output.diff(DIFF)
    assert "\x1b" not in stream.getvalue()


def test_an_empty_no_color_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its standard asks for a value."""
    stream = Terminal()
    monkeypatch.setattr(sys, "stdout", stream)
    monkeypatch.setenv("NO_COLOR", "")
    output.diff(DIFF)
    assert "\x1b[32m+new" in stream.getvalue()


def test_a_pipe_gets_a_plain_diff(capsys: pytest.CaptureFixture[str]) -> None:
    """Programs read it as a patch."""
    output.diff(DIFF)
    assert capsys.readouterr().out == DIFF.replace("\x1b", "␛") + "\n"


def test_a_reader_that_has_gone_is_told_apart_from_a_full_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first is no error of anybody's, the second is one that must be said."""
    monkeypatch.setattr(sys, "stdout", Failing(BrokenPipeError(32, "Broken pipe")))
    with pytest.raises(output.OutputClosed):
        output.result("x")
    monkeypatch.setattr(sys, "stdout", Failing(OSError(28, "No space left on device")))
    with pytest.raises(StorageError, match="standard output: No space left on device"):
        output.result("x")


def test_streams_that_are_closed_take_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A daemon may start a command without any stream."""
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", None)
    output.prepare()
    output.result("x")
    output.document({})
    output.diff("+x")
    output.message("x")
    output.finish()


def test_a_path_is_text_in_every_locale() -> None:
    """Bytes that the locale could not read are UTF-8, or shown as what they are not."""
    assert output.path_text("/plain") == "/plain"
    assert output.path_text("/gr\udcc3\udcbcn") == "/grün"
    assert output.path_text("/\udcff") == "/\ufffd"


def test_only_yes_agrees(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Return alone, the end of the input and anything else keep what there is."""
    for said, agreed in (("y\n", True), ("YES\n", True), ("\n", False), ("", False), ("no\n", False)):
        monkeypatch.setattr(sys, "stdin", io.StringIO(said))
        assert output.asked("Go on?") is agreed
    assert capsys.readouterr().err.startswith("Go on? [y/N] ")
