"""A span becomes a summary; NOTHING in any form is nothing; the words are archived first."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from scratchpad_tui.core import Compactor, JsonlArchive
from scratchpad_tui.core.errors import ScratchpadError, StorageError
from scratchpad_tui.core.working.compactor import render_span, says_nothing
from tests.core.working.windows import Client, calling, result, said, used

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.core.working.windows import Message


class Shelf:
    """An archive that remembers."""

    def __init__(self) -> None:
        self.kept: list[list[Message]] = []

    def __call__(self, messages: Sequence[Message]) -> str:
        """Where they are."""
        self.kept.append(list(messages))
        return "archive/span-1.jsonl"


SPAN = [said("look at a.py", "user"), calling("c"), result("c", [{"type": "text", "text": "the file"}])]


def test_a_summary_says_how_many_turns_it_stands_for_and_where_they_are() -> None:
    """Its role is the user's: a wrong summary must not have the authority of the instructions."""
    shelf = Shelf()
    client = Client("- decided: a")
    made = Compactor(client, word_limit=150, archive=shelf).compact(SPAN)
    assert made == {
        "role": "user",
        "content": "[2 earlier turns compacted. Full text: archive/span-1.jsonl.]\n"
        "Summary of what happened:\n- decided: a",
        "_compacted": 2,
    }
    assert shelf.kept == [SPAN]
    ((question,),) = client.asked
    assert question["role"] == "user"
    for word in (
        "look at a.py",
        "[assistant calls f({})]",
        "the file",
        "150 words",
        "NOTHING",
        "copied exactly",
    ):
        assert word in question["content"]


@pytest.mark.parametrize(
    "form", ["NOTHING", "nothing.", '"Nothing"', " 'NOTHING'.\n", "`nothing`", "“Nothing.”", "**NOTHING**"]
)
def test_nothing_counts_in_every_form_and_is_archived(form: str) -> None:
    shelf = Shelf()
    compactor = Compactor(Client(form), archive=shelf)
    assert compactor.compact(SPAN) is None
    assert (shelf.kept, compactor.reference) == ([SPAN], "archive/span-1.jsonl")


@pytest.mark.parametrize("text", ["Nothing was decided", "nothing, but a.py", "not a thing", ""])
def test_a_sentence_is_not_nothing(text: str) -> None:
    assert not says_nothing(text)


@pytest.mark.parametrize("text", ["", "  \n", None])
def test_an_empty_answer_is_a_failure_and_not_nothing(text: str | None) -> None:
    """A model that ran out of words has not judged the span; nothing is archived or lost."""
    shelf = Shelf()
    with pytest.raises(ScratchpadError, match="the model's answer is empty; try again"):
        Compactor(Client(text), archive=shelf).compact(SPAN)
    assert shelf.kept == []


def test_every_shape_is_rendered() -> None:
    message = {
        "role": "assistant",
        "content": [
            {"type": "thinking", "thinking": "hm"},
            {"type": "text", "text": "I look"},
            {"type": "tool_use", "id": "t", "name": "read", "input": {"p": "ä"}},
            {"type": "image", "source": {"data": "QUJD"}},
        ],
    }
    assert render_span([message, used("t", content="found"), used("t", content=None), said("", "user")]) == (
        '[assistant calls read({"p": "ä"})]\nassistant: I look\nassistant thinks: hm\n[assistant gives: image]\n'
        "tool: found\ntool: [no text]"
    )


def test_braces_in_a_span_are_text() -> None:
    client = Client()
    Compactor(client).compact([said("{limit} {0} {"), said("b")])
    assert "{limit} {0} {" in client.asked[0][0]["content"]


def test_the_archive_holds_the_messages_one_on_a_line(tmp_path: Path) -> None:
    archive = JsonlArchive(str(tmp_path / "new" / "spans"))
    path = archive([said("a\u2028b"), summary_like := {"role": "user", "content": None, "_compacted": 2}])
    lines = Path(path).read_bytes().split(b"\n")
    assert [json.loads(line) for line in lines[:-1]] == [said("a\u2028b"), summary_like]
    assert lines[-1] == b""
    assert stat.S_IMODE(os.stat(path).st_mode) == 0o600
    assert archive([said("other")]) != path


def test_the_same_span_is_kept_once_and_a_torn_file_is_written_anew(tmp_path: Path) -> None:
    archive = JsonlArchive(str(tmp_path))
    path = archive([said("a")])
    whole = Path(path).read_bytes()
    Path(path).write_bytes(whole[:5])
    assert archive([said("a")]) == path
    assert Path(path).read_bytes() == whole
    assert len(list(tmp_path.glob("span-*"))) == 1


def test_an_archive_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageError, match=r"could not archive to .*; make room or name another folder"):
        JsonlArchive(str(tmp_path / "file" / "spans"))([said("a")])
