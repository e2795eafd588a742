"""The window of a model and where it is known from; where an agent makes room by itself."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files

import pytest

from scratchpad_tui.core.transcripts.record import Compaction, Record
from scratchpad_tui.core.transcripts.windows import Window, Windows, compacts_at, table, window_of

CLAUDE = "claude-code"


def record(*calls: tuple[str, int], window: int | None = None) -> Record:
    """Calls by model and level."""
    told = Record()
    for model, level in calls:
        told.main.add(level, offset=0, model=model, window=window)
    return told


def compacted(told: Record, calls: int, trigger: str = "auto", before: int | None = None) -> None:
    told.compactions.append(Compaction(calls, 0, None, trigger, before, None))


@pytest.mark.parametrize(
    ("model", "level", "setting", "chosen", "window"),
    [
        ("claude-opus-4-7", 10, None, "", (1_000_000, "model")),
        ("claude-opus-4-8-20260501", 10, None, "", (1_000_000, "model")),
        ("claude-fable-5", 10, None, "", (1_000_000, "model")),
        ("us.anthropic.claude-sonnet-5-20260101-v1:0", 10, None, "", (1_000_000, "model")),
        ("claude-sonnet-4-6", 10, None, "", (200_000, "assumed")),
        ("claude-opus-4-5-20251101", 10, None, "", (200_000, "assumed")),
        ("model-unlisted", 213_800, None, "", (1_000_000, "evidence")),
        ("claude-sonnet-4-6", 213_800, None, "", (1_000_000, "evidence")),
        ("claude-sonnet-4-6", 10, None, "sonnet[1m]", (1_000_000, "model")),
        ("claude-sonnet-4-6", 10, None, "claude-sonnet-4-6[1m]", (1_000_000, "model")),
        ("claude-opus-4-6", 10, None, "sonnet[1m]", (200_000, "assumed")),
        ("claude-opus-4-6", 10, None, "opus", (200_000, "assumed")),
        ("claude-opus-4-6", 10, None, "opusplan[1m]", (1_000_000, "model")),
        ("claude-opus-4-7", 10, 150_000, "", (150_000, "setting")),
        ("claude-sonnet-4-6", 213_800, 200_000, "", (200_000, "setting")),
        ("claude-opus-4-7", 1_200_000, None, "", (1_200_000, "evidence")),
    ],
)
def test_claude_code(
    model: str, level: int, setting: int | None, chosen: str, window: tuple[int, str]
) -> None:
    assert window_of(record((model, level)), CLAUDE, setting, chosen) == window


def test_evidence_may_stand_anywhere_in_the_file_but_with_a_model_that_has_no_million_of_its_own() -> None:
    assert (
        window_of(record(("claude-sonnet-4-6", 250_000), ("claude-sonnet-4-6", 30_000)), CLAUDE).source
        == "evidence"
    )
    told = record(("claude-opus-4-7", 250_000), ("claude-haiku-4-5", 30_000))
    assert window_of(told, CLAUDE) == (200_000, "assumed")
    told = record(("claude-sonnet-4-6", 190_000))
    compacted(told, 1, before=204_000)
    assert window_of(told, CLAUDE) == (1_000_000, "evidence")
    told = record(("claude-sonnet-4-6", 190_000))
    compacted(told, 1, "micro", before=204_000)
    assert window_of(told, CLAUDE) == (200_000, "assumed")


def test_each_call_has_the_window_of_its_model() -> None:
    told = record(("claude-opus-4-7", 250_000), ("claude-sonnet-4-6", 30_000))
    rules = Windows(told, CLAUDE)
    assert [rules.at(call).tokens for call in told.main] == [1_000_000, 200_000]


def test_what_the_transcript_records_comes_before_the_table_and_behind_the_setting() -> None:
    told = record(("gpt-5.3-codex", 10), window=353_400)
    assert window_of(told, "codex") == (353_400, "recorded")
    assert window_of(told, "codex", 100_000) == (100_000, "setting")


@pytest.mark.parametrize(
    ("model", "format_name", "window"),
    [
        ("gpt-5.3-codex", "codex", (258_400, "model")),
        ("gpt-5.6-sol", "codex", (353_400, "model")),
        ("gpt-5.3-codex-spark", "codex", (128_000, "model")),
        ("gpt-5.4", "openai-chat", (1_050_000, "model")),
        ("openai/gpt-5", "openai-chat", (400_000, "model")),
        ("gpt-4.1-mini", "openai-chat", (1_047_576, "model")),
        ("gpt-4o", "openai-chat", (128_000, "model")),
        ("o3", "openai-chat", (200_000, "model")),
        ("gemini-2.5-flash", "gemini", (1_048_576, "model")),
        ("models/gemini-3-pro", "gemini", (1_048_576, "model")),
        ("gemma-4-31b", "gemini", (256_000, "model")),
        ("", "gemini", (1_048_576, "assumed")),
        ("", "kimi-context", (262_144, "assumed")),
        ("kimi-k2.7-code", "kimi-wire", (262_144, "model")),
        ("grok-4.3", "pi", (1_000_000, "model")),
        ("claude-opus-4-5", "pi", (200_000, "model")),
        ("claude-opus-4-6", "pi", (1_000_000, "model")),
        ("qwen3-coder", "openai-chat", (200_000, "assumed")),
        ("gpt-5.9", "openai-chat", (200_000, "assumed")),
    ],
)
def test_the_table(model: str, format_name: str, window: tuple[int, str]) -> None:
    assert window_of(record((model, 10)), format_name) == window


def test_a_recorded_level_above_the_window_proves_a_larger_one_and_an_estimate_does_not() -> None:
    told = record(("gpt-4o", 150_000))
    assert window_of(told, "openai-chat") == (200_000, "evidence")
    told.no_usage = True
    assert window_of(told, "openai-chat") == (128_000, "model")


def test_a_transcript_without_calls_has_the_assumed_window() -> None:
    assert window_of(Record(), CLAUDE) == (200_000, "assumed")
    assert window_of(Record(), CLAUDE, settings_model="sonnet[1m]") == (1_000_000, "model")
    assert window_of(Record(), "openai-chat", 5_000) == (5_000, "setting")


@pytest.mark.parametrize(
    ("format_name", "window", "limit"),
    [
        (CLAUDE, 200_000, 155_000),
        (CLAUDE, 1_000_000, 967_000),
        (CLAUDE, 500_000, None),
        ("codex", 258_400, 244_800),
        ("gemini", 1_048_576, 524_288),
        ("gemini-legacy", 1_048_576, 524_288),
        ("pi", 200_000, 183_616),
        ("kimi-context", 262_144, 212_144),
        ("kimi-wire", 131_072, 81_072),
        ("openai-chat", 200_000, None),
        ("anthropic-messages", 200_000, None),
    ],
)
def test_the_documented_limit_of_each_agent(format_name: str, window: int, limit: int | None) -> None:
    found, words = compacts_at(record(("m", 10)), Window(window, "recorded"), format_name)
    assert found == limit
    assert words
    assert (limit is None) == ("not" in words)


def test_the_last_compactions_of_the_file_come_before_the_documented_limit() -> None:
    told = record(
        *(("m", level) for level in (150_000, 20_000, 160_000, 20_000, 170_000, 20_000, 155_000, 9_000))
    )
    for calls in (1, 3, 5, 7):
        compacted(told, calls)
    limit, words = compacts_at(told, Window(200_000, "assumed"), CLAUDE)
    assert limit == 160_000
    assert "3 times" in words


def test_compactions_that_were_asked_for_say_nothing_of_the_limit() -> None:
    told = record(("m", 90_000), ("m", 9_000))
    for trigger in ("manual", "micro", "clear", "rollback", "kept"):
        compacted(told, 1, trigger)
    assert compacts_at(told, Window(200_000, "assumed"), CLAUDE)[0] == 155_000
    compacted(told, 1)
    assert compacts_at(told, Window(200_000, "assumed"), CLAUDE)[0] == 90_000
    assert compacts_at(told, Window(80_000, "setting"), CLAUDE)[0] is None


def test_a_compaction_behind_a_call_without_a_size_says_nothing_of_the_limit() -> None:
    told = record(("m", 0), ("m", 90_000), ("m", 9_000))
    compacted(told, 1)
    assert compacts_at(told, Window(200_000, "assumed"), CLAUDE)[0] == 155_000
    compacted(told, 2)
    assert compacts_at(told, Window(200_000, "assumed"), CLAUDE) == (
        90_000,
        "where it compacted last time in this file",
    )


def test_the_data_file_is_dated_and_shipped() -> None:
    text = files("scratchpad_tui.core.transcripts").joinpath("windows.toml").read_text("utf-8")
    assert str(tomllib.loads(text)["date"]) == table().date
    assert re.fullmatch(r"20\d\d-\d\d-\d\d", table().date)
